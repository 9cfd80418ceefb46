"""Columns without a name and repeated names, in frames, Arrow tables and Parquet: named by place as in CSV files."""

from __future__ import annotations

import datetime as dt
import math
import random
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import dpcore as dp
from dpcore.errors import SourceError
from dpcore.table.heading import unique
from tests.chance import seeds

NAMES = [
    "a",
    "A",
    "a_1",
    "a.1",
    "A.1",
    "",
    " ",
    "column 2",
    "column 3",
    "C1",
    "_1",
    "a_1_1",
    "b",
    "ａ",
    "x\ny",
    "\u200b",
]
Made = Callable[[Path, list[str], list[list[Any]]], Any]


def parquet(folder: Path, names: list[str], rows: list[list[Any]]) -> Path:
    pq.write_table(arrow(folder, names, rows), folder / "a.parquet")
    return folder / "a.parquet"


def months(folder: Path, names: list[str], rows: list[list[Any]]) -> Path:
    """A folder of files with one row each."""
    (folder / "months").mkdir()
    for place, row in enumerate(rows):
        pq.write_table(arrow(folder, names, [row]), folder / "months" / f"{place}.parquet")
    return folder / "months"


def arrow(folder: Path, names: list[str], rows: list[list[Any]]) -> pa.Table:
    del folder
    return pa.Table.from_arrays([pa.array(column) for column in zip(*rows, strict=True)], names=names)


def frame(folder: Path, names: list[str], rows: list[list[Any]]) -> pd.DataFrame:
    del folder
    return pd.DataFrame(rows, columns=names)


def csv(folder: Path, names: list[str], rows: list[list[Any]]) -> Path:
    frame(folder, names, rows).to_csv(folder / "a.csv", index=False)
    return folder / "a.csv"


SOURCES: list[Made] = [parquet, months, arrow, frame, csv]


@pytest.mark.parametrize("made", SOURCES, ids=lambda made: made.__name__)
@pytest.mark.parametrize("seed", seeds(12))
def test_every_column_has_a_name_and_keeps_its_cells(tmp_path: Path, made: Made, seed: int) -> None:
    draw = random.Random(seed)
    names = [draw.choice(NAMES) for _ in range(draw.randint(2, 8))]
    if made is csv:
        names = [name for name in names if name != "\u200b"] or ["a", "a"]
    rows = [[100 * place + row for place in range(len(names))] for row in range(2)]
    source = dp.read(made(tmp_path, names, rows))
    expected = unique(names)
    assert tuple(source.columns) == expected and len({*expected}) == len(names)
    (tmp_path / "copy").mkdir()
    source.load(tmp_path / "copy", b"key")
    (copied,) = (tmp_path / "copy").glob("*.parquet")
    found = pq.read_table(copied)
    assert tuple(found.column_names) == expected
    for place, column in enumerate(found.columns):
        assert sorted(float(cell) for cell in column.to_pylist()) == [100 * place, 100 * place + 1]


def test_cells_of_every_type_stay_with_their_column(tmp_path: Path) -> None:
    """Durations are found by the place of their column, where names in the file are the same."""
    columns = {
        "whole": pa.array([1, 2]),
        "span": pa.array([dt.timedelta(seconds=5), dt.timedelta(seconds=7)]),
        "text": pa.array(["A", "B"]),
        "decimal": pa.array([Decimal("1.50"), Decimal("2.50")]),
        "spans": pa.array([dt.timedelta(seconds=5), dt.timedelta(seconds=7)]).dictionary_encode(),
    }
    for names in (list(columns), ["a"] * 5, ["", "a", "", "a", "a"]):
        table = pa.Table.from_arrays(list(columns.values()), names=names)
        pq.write_table(table, tmp_path / "a.parquet")
        for source in (dp.read(tmp_path / "a.parquet"), dp.read(table)):
            folder = tmp_path / f"{names[0]}{type(source).__name__}{names[1]}"
            folder.mkdir()
            rows = source.load(folder, b"key")
            (copied,) = folder.glob("*.parquet")
            found = pq.read_table(copied)
            assert tuple(found.column_names) == tuple(source.columns) == tuple(rows.columns) == unique(names)
            cells = [
                [float(cell) if place != 2 else cell for cell in column.to_pylist()]
                for place, column in enumerate(found.columns)
            ]
            assert cells == [[1, 2], [5, 7], ["A", "B"], [1.5, 2.5], [5, 7]]


def test_a_folder_that_repeats_a_name_in_another_order_is_refused(tmp_path: Path) -> None:
    for place, names in enumerate((["a", "a", "b", ""], ["a", "b", "a", ""])):
        parquet(tmp_path, names, [[1, 2, 3, 4]]).rename(tmp_path / f"{place}.parquet")
    with pytest.raises(SourceError, match="repeat names of columns"):
        dp.read(tmp_path)


def test_names_of_a_frame_that_are_missing_are_blank() -> None:
    rows = pd.DataFrame([[1, 2, 3, 4, 5]], columns=["a", None, math.nan, pd.NA, "a"])
    assert tuple(dp.read(rows).columns) == ("a", "column 2", "column 3", "column 4", "a.1")
    assert tuple(dp.read(pd.DataFrame([[1, 2, 3]])).columns) == ("0", "1", "2")
