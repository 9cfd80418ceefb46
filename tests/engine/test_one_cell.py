"""One cell never changes how another is read: every kind of value, beside every odd cell, under every declaration."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from dpcore.engine.duckdb import DuckDB
from dpcore.engine.source.read import read
from dpcore.table.aggregate import Aggregate, Categories, Edges, Flags, Key, Periods, Rows
from dpcore.table.category import Category
from dpcore.table.column import Column, Date, Flag, Number
from dpcore.table.schema import Schema
from dpcore.table.table import Table

BERLIN = ZoneInfo("Europe/Berlin")
KINDS: dict[str, list[Any]] = {
    "truth": [True, False],
    "whole": [1, 0],
    "number": [0.1, 2.0],
    "single": [np.float32(0.1), np.float32(2)],
    "large": [1e16, 2.0**60],
    "zoned": [pd.Timestamp("2024-06-01 00:30", tz=BERLIN), pd.Timestamp("2024-07-01", tz=BERLIN)],
    "time": [pd.Timestamp("2024-06-01 10:00:00.5"), pd.Timestamp("2024-07-01")],
    "day": [dt.date(2024, 6, 1), dt.date(2024, 7, 1)],
    "text": ["1", "true"],
}
ODD = [
    None,
    np.nan,
    "?",
    "",
    2,
    2.5,
    True,
    float("inf"),
    pd.Timestamp("2024-06-15", tz="UTC"),
    dt.date(2024, 5, 1),
    b"x",
]
MONTHS = Periods("c", tuple(dt.date(2024, month, 1) for month in range(1, 13)), dt.date(2024, 12, 31))
VALUES = ("1", "0", "true", "false", "0.1", "2", "10000000000000000", "2024-06-01 10:00:00.500000", "2024-06-01")
DECLARED: list[tuple[Column, Key]] = [
    (Number(0, 5), Edges("c", (0.0, 0.05, 0.10000000000000001, 0.5, 1.5, 3.0, 5.0))),
    (Number(0, 2**53, integer=True), Edges("c", (0.0, 1.0, 2.0, 1e15, 2.0**53))),
    (Category(VALUES, other=True), Categories("c", VALUES, True)),
    (Flag(), Flags("c")),
    (Date("2024-01-01", "2024-12-31"), MONTHS),
]


def counts(cells: list[Any], folder: Path) -> list[list[int]]:
    """How many of the rows marked as first fall in each cell, for each declaration."""
    frame = pd.DataFrame({"c": cells, "mine": [True] * 20 + [False] * (len(cells) - 20)})
    frozen, found = read(frame).freeze(folder, bytes(32)), []
    for column, key in DECLARED:
        with DuckDB(frozen, Table(Schema(c=column, mine=Flag())), bytes(32), folder) as engine:
            found.append(engine.aggregate([Aggregate((Rows(),), (Flags("mine"), key))])[0][0][1].tolist())
    return found


@pytest.mark.sample(1)
@pytest.mark.parametrize("kind", KINDS)
def test_an_odd_cell_changes_no_other_row(kind: str, tmp_path: Path) -> None:
    first = [KINDS[kind][0]] * 12 + [KINDS[kind][1]] * 8
    alone = counts(first, tmp_path)
    for odd in ODD:
        assert counts([*first, odd], tmp_path) == alone, (kind, odd)


@pytest.mark.sample(1)
@pytest.mark.parametrize("unit", ["s", "ms", "us", "ns"])
def test_a_time_that_cannot_be_spelt_is_missing_and_raises_nothing(unit: str, tmp_path: Path) -> None:
    times = pa.array([0] * 9 + [-(2**63) if unit in ("us", "ns") else 0], pa.int64()).cast(pa.timestamp(unit))
    frozen = read(pa.table({"c": times})).freeze(tmp_path, bytes(32))
    for column, key in DECLARED:
        with DuckDB(frozen, Table(Schema(c=column)), bytes(32), tmp_path) as engine:
            assert engine.aggregate([Aggregate((Rows(),), (key,))])[0].sum() <= 10
