"""The same cells are the same in memory, in a file and in a frame, and what a footer claims is bounded."""

from __future__ import annotations

import datetime as dt
import os
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import dpcore as dp
from dpcore.engine.source import chunk, parquet
from dpcore.engine.source.fingerprint import fingerprint

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


@pytest.mark.sample(1)
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
    with pytest.raises(dp.SourceError, match="more than 10 rows"):
        dp.read(folder)


def test_a_file_that_takes_too_much_memory_is_refused_as_such(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = pa.table({f"c{i}": [f"{i} {row}" * 20 for row in range(20_000)] for i in range(8)})
    path = saved(table, tmp_path)
    monkeypatch.setattr(parquet, "LOADING", "2MB")
    with pytest.raises(dp.SourceError, match="need too much memory"):
        dp.read(path).freeze(tmp_path / "desk", KEY)
    assert not list((tmp_path / "desk").glob("*.parquet"))


PLAIN = {
    "text": pa.array(["a", None, "x" * 1000]),
    "whole": pa.array([1, None, 3]),
    "double": pa.array([0.1, float("nan"), None]),
    "flag": pa.array([True, None, False]),
    "day": pa.array([dt.date(2024, 6, 1), None, dt.date(1, 1, 1)]),
    "time": pa.array([dt.datetime(2024, 6, 1, 10), None, None], pa.timestamp("us", "UTC")),
    "decimal": pa.array([Decimal("1.50"), None, None]),
}
ODD = {
    "text": [" a", "a\0b", "a\t", "x" * 1001, " " * 5000],
    "double": [float(np.float32(0.7))],
}


def test_a_file_of_plain_cells_is_kept_as_it_stands(tmp_path: Path) -> None:
    path = saved(pa.table(PLAIN), tmp_path)
    assert dp.read(path).freeze(tmp_path / "desk", KEY).path.read_bytes() == path.read_bytes()


@pytest.mark.sample(2)
@pytest.mark.parametrize(("name", "cell"), [(name, cell) for name in ("text", "double") for cell in ODD[name]])
def test_one_odd_cell_is_kept_as_every_copy_keeps_it(name: str, cell: Any, tmp_path: Path) -> None:
    column = pa.array([*PLAIN[name].to_pylist()[:2], cell], PLAIN[name].type)
    path = saved(pa.table({**PLAIN, name: column}), tmp_path)
    table = pq.read_table(dp.read(path).freeze(tmp_path / "desk", KEY).path)
    kept_cells = sorted(map(str, table[name].to_pylist()))
    short = cell.replace("\0", "").strip() if name == "text" else 0.7
    expected = None if name == "text" and len(short) > 1000 else short
    assert kept_cells == sorted(map(str, [*PLAIN[name].to_pylist()[:2], expected]))
    others = [column for column in PLAIN if column != name]
    assert sorted(map(str, table.select(others).to_pylist())) == sorted(
        map(str, pa.table(PLAIN).select(others).to_pylist())
    )


def test_large_groups_and_large_text_are_not_kept_as_they_stand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = saved(pa.table(PLAIN), tmp_path)
    monkeypatch.setattr(parquet, "MOST_AT_ONCE", 2)
    assert dp.read(path).freeze(tmp_path / "desk", KEY).path.read_bytes() != path.read_bytes()
    monkeypatch.setattr(chunk, "LARGEST_GROUP", 500)
    with pytest.raises(dp.SourceError, match="MB of text in one row group"):
        dp.read(path).freeze(tmp_path / "desk", KEY)


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", ["x[1]", "z*", "q?", "[a-z]"])
def test_a_path_is_no_pattern(name: str, tmp_path: Path) -> None:
    table, other = pa.table({"c": ["a", "b"]}), pa.table({"c": ["other"]})
    for twin in ("x1", "z1", "q1", "a"):
        pq.write_table(other, tmp_path / f"{twin}.parquet")
        (tmp_path / f"{twin}.csv").write_text("c\nother\n")
    pq.write_table(table, tmp_path / f"{name}.parquet")
    (tmp_path / f"{name}.csv").write_text("c\na\nb\n")
    for kind in ("parquet", "csv"):
        assert sorted(kept(tmp_path / f"{name}.{kind}", tmp_path / name)) == ["a", "b"]


def test_a_number_of_a_float32_is_recognised_in_every_storage(tmp_path: Path) -> None:
    cells = [float(np.float32(x)) for x in (0.1, 0.7, 1e16, 123456789, 2.0**-13, 1e-30)] * 30
    for kind in (pa.float32(), pa.float64()):
        table = pa.table({"c": pa.array(cells).cast(kind), "n": list(range(len(cells)))})
        marks = [dp.read(what).freeze(tmp_path / "desk", KEY).fingerprint for what in (table, table.to_pandas())]
        marks.append(dp.read(saved(table, tmp_path)).freeze(tmp_path / "desk", KEY).fingerprint)
        assert marks[0].same_rows(marks[1]) and marks[0].same_rows(marks[2])


def test_a_table_of_nothing_but_an_index_is_loaded_and_recognised(tmp_path: Path) -> None:
    tables = [pa.table({"__index_level_0__": cells}) for cells in ([1, 2, 3], [3, 2, 1], [1, 2, 4])]
    marks = [
        dp.read(what).freeze(tmp_path / "desk", KEY).fingerprint
        for table in tables
        for what in (table, table.to_pandas(), saved(table, tmp_path))
    ]
    assert all(mark.same_rows(marks[0]) for mark in marks[:6])
    assert not any(mark.same_rows(marks[0]) for mark in marks[6:])


@pytest.mark.parametrize("suffix", ["csv", "tsv", "parquet"])
@pytest.mark.parametrize("place", ["file", "folder"])
def test_a_path_that_is_no_text_is_refused_in_words(suffix: str, place: str, tmp_path: Path) -> None:
    folder = tmp_path / (os.fsdecode(b"\xfe") if place == "folder" else "folder")
    folder.mkdir()
    path = folder / f"{os.fsdecode(bytes([255])) if place == 'file' else 'x'}.{suffix}"
    if suffix == "parquet":
        path.write_bytes(saved(pa.table({"c": ["a"]}), tmp_path).read_bytes())
    else:
        path.write_text("c\na\n")
    for what in (path, folder, folder / "*"):
        with pytest.raises(dp.SourceError, match="is not UTF-8 text") as refusal:
            dp.read(str(what))
        str(refusal.value).encode()
