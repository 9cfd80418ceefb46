"""The same cells are the same in memory, in a file and in a frame, and what a footer claims is bounded."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import dpcore as dp
from dpcore.data import parquet
from dpcore.data.fingerprint import fingerprint

KEY = bytes(32)


def kept(source: Any, folder: Path) -> list[Any]:
    return pq.read_table(dp.read(source).freeze(folder, KEY).path).column(0).to_pylist()


def saved(table: pa.Table, folder: Path) -> Path:
    path = folder / f"{len(list(folder.iterdir()))}.parquet"
    pq.write_table(table, path)
    return path


def test_bytes_of_text_are_that_text_and_others_are_missing(tmp_path: Path) -> None:
    cells = ["é", " a\n", "\\xC3", None, "x" * 1000, "x" * 1001]
    table = pa.table({"c": pa.array([cell and cell.encode() for cell in cells] + [b"\xff"], pa.binary())})
    expected = {"é", "a", "\\xC3", "x" * 1000, None}
    for source in (saved(table, tmp_path), table, table.to_pandas()):
        found = kept(source, tmp_path / "desk")
        assert len(found) == 7 and {cell or None for cell in found} == expected


def test_the_fields_of_a_cell_are_spelt_in_one_order(tmp_path: Path) -> None:
    cell, other = {"b": 1, "a": 2}, {"a": 9, "b": 8, "c": 7}
    found = [kept(pa.table({"c": [*first, cell]}), tmp_path)[-1] for first in ([], [other])]
    found.append(kept(pd.DataFrame({"c": [cell]}), tmp_path)[0])
    assert set(found) == {"{'a': 2, 'b': 1}"}


@pytest.mark.parametrize("zone", [None, "UTC", "Asia/Tokyo"])
def test_times_in_nanoseconds_are_recognised(zone: str | None, tmp_path: Path) -> None:
    marks = []
    for shift in (0, 1):
        times = [dt.datetime(2024, 6, 1) + dt.timedelta(hours=i + shift) for i in range(200)]
        for unit in ("us", "ns"):
            column = pa.array(times, pa.timestamp("us")).cast(pa.timestamp(unit, zone))
            marks.append(fingerprint(saved(pa.table({"c": column}), tmp_path), KEY))
    assert marks[0].same_rows(marks[1]) and marks[2].same_rows(marks[3]) and not marks[1].same_rows(marks[3])


def test_decimals_that_would_be_read_as_doubles_are_refused(tmp_path: Path) -> None:
    wide = pa.array([Decimal(10**39 + i) for i in range(5)], pa.decimal256(45, 0))
    with pytest.raises(dp.SourceError, match=r"Column 'c' of .* has decimals of more than 38 digits"):
        dp.read(saved(pa.table({"c": wide}), tmp_path))
    assert len(set(kept(pa.table({"c": wide}), tmp_path))) == 5


def test_no_more_rows_are_read_than_can_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet, "MAX_ROWS", 10)
    folder = tmp_path / "folder"
    folder.mkdir()
    saved(pa.table({"c": pa.nulls(10, pa.int8())}), folder)
    assert dp.read(folder).columns == {"c": "number"}
    saved(pa.table({"c": pa.nulls(1, pa.int8())}), folder)
    with pytest.raises(dp.SourceError, match="There are more than 10 rows"):
        dp.read(folder)


def test_a_file_that_takes_too_much_memory_is_refused_as_such(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = pa.table({f"c{i}": [f"{i} {row}" * 20 for row in range(20_000)] for i in range(8)})
    path = saved(table, tmp_path)
    monkeypatch.setattr(parquet, "LOADING", "2MB")
    with pytest.raises(dp.SourceError, match="takes too much memory"):
        dp.read(path).freeze(tmp_path / "desk", KEY)
    assert not list((tmp_path / "desk").glob("*.parquet"))
