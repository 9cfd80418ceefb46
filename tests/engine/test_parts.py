"""Folders of Parquet files written month by month: one missing cell changes a file's types, and nothing else."""

from __future__ import annotations

import datetime as dt
import random
from decimal import Decimal
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import dpcore as dp
from dpcore.engine.duckdb import DuckDB
from dpcore.table.aggregate import Aggregate, Categories, Edges, Flags, Key, Periods, Rows, Squares, Units
from dpcore.table.category import Category
from dpcore.table.column import Column, Date, Flag, Number
from dpcore.table.grid import Grid
from dpcore.table.schema import Schema
from dpcore.table.table import Table, Unit
from tests.chance import seeds

KEY = bytes(32)
DAYS = tuple(dt.date(2024, 1, 1) + dt.timedelta(days=i) for i in range(9))
READ: dict[str, tuple[Column, Key]] = {
    "visits": (Number(0, 9, integer=True), Edges("visits", tuple(map(float, range(10))))),
    "paid": (Number(0, 20), Edges("paid", tuple(map(float, range(21))))),
    "ward": (Category(["1", "2", "3.5", "x"], other=True), Categories("ward", ("1", "2", "3.5", "x"), True)),
    "well": (Flag(), Flags("well")),
    "day": (Date("2024-01-01", "2024-01-09"), Periods("day", DAYS, DAYS[-1])),
}


def month(chance: random.Random, missing: float) -> pd.DataFrame:
    """Rows as pandas has them after reading: each column with the type that its own cells need."""

    def cells(draw: Any) -> list[Any]:
        return [None if chance.random() < missing else draw() for _ in range(chance.randint(9, 9))]

    floats = chance.random() < 0.5
    frame = pd.DataFrame(
        {
            "who": pd.Series(cells(lambda: chance.choice([chance.randint(1, 6), 10**6 + 7]))),
            "visits": pd.Series(cells(lambda: chance.randint(0, 9))),
            "paid": pd.Series(cells(lambda: chance.randint(0, 19) + (chance.randint(0, 7) / 8 if floats else 0))),
            "ward": pd.Series(cells(lambda: chance.choice([1, 2, 3.5] if floats else [1, 2]))),
            "well": pd.Series(cells(lambda: chance.random() < 0.5)),
            "day": pd.Series(cells(lambda: pd.Timestamp(chance.choice(DAYS)))),
        }
    )
    if chance.random() < 0.3:  # a column that nobody filled in
        frame[chance.choice([name for name in frame.columns if name != "who"])] = None
    if chance.random() < 0.3:
        frame["ward"] = frame["ward"].map(lambda cell: None if pd.isna(cell) else f"{cell:g}")
    if chance.random() < 0.3:
        frame["paid"] = frame["paid"].map(lambda cell: None if pd.isna(cell) else Decimal(repr(float(cell))))
    return frame


def answers(source: dp.Source, folder: Path) -> list[str]:
    found = []
    for unit in (Unit(), Unit("who", max_rows=40)):
        schema = Schema(**{name: column for name, (column, _) in READ.items()}, who=dp.Identifier())
        table = Table(schema, unit)
        source.check(table)
        with DuckDB(source.freeze(folder, KEY), table, KEY, folder) as engine:
            keys = [Aggregate((Rows(),), (key,)) for _, key in READ.values()]
            asked = [*keys, Aggregate((Squares(Grid("visits", 0, 9, 0)),))]
            found.append(repr(engine.aggregate(asked)))
    return found


@pytest.mark.parametrize("seed", seeds(3))
def test_months_of_different_types_are_read_as_their_values(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    months = [month(chance, chance.choice([0.0, 0.1, 0.4])) for _ in range(chance.randint(2, 4))]
    folder = tmp_path / "months"
    folder.mkdir()
    for place, frame in enumerate(months):
        frame[chance.sample(list(frame.columns), len(frame.columns))].to_parquet(folder / f"{place}.parquet")
    rows = [row for frame in months for row in frame.astype(object).where(frame.notna(), None).to_dict("records")]
    together = pd.DataFrame(rows, dtype=object)
    expected = answers(dp.read(together), tmp_path / "frame")
    assert answers(dp.read(folder), tmp_path / "folder") == expected
    marks = {dp.read(what).freeze(tmp_path / "marks", KEY).fingerprint for what in (folder, together)}
    assert len(marks) == 1  # the same rows


@pytest.mark.parametrize(
    ("first", "second", "word"),
    [
        (pa.array([1, 2]), pa.array([1.0, None]), "number"),
        (pa.array([1, 2], pa.int8()), pa.array([2**40]), "number"),
        (pa.array([1, 2], pa.uint64()), pa.array([-1]), "number"),
        (pa.array([Decimal("1.5")]), pa.array([Decimal("10.25")]), "number"),
        (pa.array([1.5], pa.float32()), pa.array([0.1]), "number"),
        (pa.array([1]), pa.nulls(2), "number"),
        (pa.array(["a"]), pa.nulls(2), "text"),
        (pa.array(["a"]), pa.array([float("nan")]), "text"),
        (pa.array([True]), pa.nulls(2), "flag"),
        (pa.array([dt.date(2024, 1, 1)]), pa.array([dt.datetime(2024, 1, 1)]), "date"),
        (pa.array([dt.datetime(2024, 1, 1)], pa.timestamp("ns")), pa.array([dt.datetime(2024, 1, 1)]), "date"),
        (pa.array([dt.timedelta(seconds=5)]), pa.nulls(2), "number"),
        (pa.nulls(2), pa.nulls(2), "other"),
        (pa.array([[1]]), pa.nulls(2), "other"),
    ],
)
def test_types_that_a_missing_cell_changes_are_no_refusal(
    first: pa.Array, second: pa.Array, word: str, tmp_path: Path
) -> None:
    for order in ((first, second), (second, first)):
        for place, column in enumerate(order):
            pq.write_table(pa.table({"c": column}), tmp_path / f"{place}.parquet")
        source = dp.read(tmp_path)
        assert source.columns == {"c": word}
        assert pq.read_metadata(source.freeze(tmp_path / "home", KEY).path).num_rows == len(first) + len(second)


@pytest.mark.parametrize("other", [pa.array([1]), pa.array(["a"]), pa.array([None, 1.5])])
def test_nested_cells_beside_values_are_refused(other: pa.Array, tmp_path: Path) -> None:
    pq.write_table(pa.table({"c": [[1]]}), tmp_path / "0.parquet")
    pq.write_table(pa.table({"c": other}), tmp_path / "1.parquet")
    with pytest.raises(dp.SourceError, match="same columns and types"):
        dp.read(tmp_path)


def test_a_large_float_among_months_of_whole_numbers_identifies_nobody(tmp_path: Path) -> None:
    months = tmp_path / "months"
    months.mkdir()
    pq.write_table(pa.table({"who": [2**53, 2**53 + 1, 7], "n": [1, 1, 1]}), months / "0.parquet")
    pq.write_table(pa.table({"who": [2.0**53, None, 7.0], "n": [1, 1, 1]}), months / "1.parquet")
    table = Table(Schema(who=dp.Identifier(), n=Number(0, 5)), Unit("who", max_rows=3))
    source = dp.read(months)
    source.check(table)
    rows = source.freeze(tmp_path / "home", KEY)
    assert ["floating point" in limit for limit in rows.limits(table)] == [True]
    with DuckDB(rows, table, KEY, tmp_path / "home") as engine:
        assert engine.aggregate([Aggregate((Units(),))])[0].tolist() == [3]
