"""Columns that programs hand over as something else, files that are none or that changed: read alike, or refused."""

from __future__ import annotations

import datetime as dt
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet
import pytest

import dpcore as dp
from dpcore.engine.duckdb import DuckDB
from dpcore.table.aggregate import Aggregate, Periods, Rows
from dpcore.table.column import Date
from dpcore.table.schema import Schema
from dpcore.table.table import Table, Unit

KEY = b"k" * 32


def saved(column: pa.Array, folder: Path) -> dp.Source:
    path = folder / "t.parquet"
    pa.parquet.write_table(pa.table({"c": column}), path)
    return dp.read(path)


def kept(source: dp.Source, folder: Path) -> list[Any]:
    return list(pa.parquet.read_table(source.freeze(folder / "home", KEY).path)["c"].to_pylist())


def test_text_that_a_file_says_is_json_is_text(tmp_path: Path) -> None:
    cells = ['{"a": 1}', "[1, 2]", '"A"', "7", "null", None]
    column = pa.ExtensionArray.from_storage(pa.json_(), pa.array(cells))
    sources = [saved(column, tmp_path), dp.read(pa.table({"c": column}))]
    assert [kept(source, tmp_path) for source in sources] == [cells] * 2
    marks = {source.freeze(tmp_path / "home", KEY).fingerprint for source in sources}
    assert len(marks) == 1 and all(source.columns == {"c": "text"} for source in sources)


@pytest.mark.sample(2)
@pytest.mark.parametrize("unit", ["s", "ms", "us", "ns"])
@pytest.mark.parametrize("dictionary", [False, True])
def test_a_span_of_time_is_its_seconds_in_every_storage(unit: str, dictionary: bool, tmp_path: Path) -> None:
    ticks = np.random.default_rng(len(unit)).integers(-(2**40), 2**40, 50)
    column = pa.array([*ticks, None, *ticks[:10]], pa.int64()).cast(pa.duration(unit))
    column = column.dictionary_encode() if dictionary else column
    read = [kept(source, tmp_path) for source in (saved(column, tmp_path), dp.read(pa.table({"c": column})))]
    assert read[0] == read[1]
    size = {"s": 1, "ms": 10**3, "us": 10**6, "ns": 10**9}[unit]
    assert [int(cell * size) for cell in read[0][:50]] == ticks.tolist() and read[0][50] is None


def test_the_last_microsecond_of_1969_is_in_1969(tmp_path: Path) -> None:
    ticks = [-1, -999, -1000, -1001, 0, 1, -86_400 * 10**9 - 1, -86_400 * 10**9, -(2**63) + 1, -(2**62), None]
    column = pa.array(ticks, pa.int64()).cast(pa.timestamp("ns"))
    days = ("1969-12-30", "1969-12-31", "1970-01-01")
    starts = tuple(map(dt.date.fromisoformat, days))
    schema = Schema(c=Date("1960-01-01", "1980-01-01"))
    sources = [saved(column, tmp_path), dp.read(pa.table({"c": column})), dp.read(pa.table({"c": column}).to_pandas())]
    for source in sources:
        frozen = source.freeze(tmp_path / "home", KEY)
        with DuckDB(frozen, Table(schema, Unit()), KEY, tmp_path / "home") as engine:
            [[counts]] = engine.aggregate([Aggregate((Rows(),), (Periods("c", starts, starts[-1]),))])
        assert counts.tolist() == [1, 5, 2]


@pytest.mark.parametrize(
    "cell",
    [
        "340282366920938463463374607431768211455::UHUGEINT",
        "'101'::BIT",
        "1::BIGNUM",
        "'10:00:00+02'::TIMETZ",
        "INTERVAL 1 DAY",
    ],
)
def test_a_relation_that_hands_over_other_values_is_refused_in_words(cell: str) -> None:
    with duckdb.connect() as connection:
        with pytest.raises(dp.SourceError, match=r"Column 'c' is .*, which cannot be read from a relation"):
            dp.read(connection.sql(f"SELECT 1 AS n, {cell} AS c"))
        assert dp.read(connection.sql(f"SELECT 1 AS n, ({cell})::VARCHAR AS c")).columns == {"n": "number", "c": "text"}


def test_bytes_that_mean_truths_and_calendar_spans_are_read_as_in_files(tmp_path: Path) -> None:
    truths = pa.ExtensionArray.from_storage(pa.bool8(), pa.array([1, 0, None], pa.int8()))
    assert kept(dp.read(pa.table({"c": truths})), tmp_path) == kept(saved(truths, tmp_path), tmp_path) == [1, 0, None]
    spans = pa.array([pa.MonthDayNano([1, 2, 3]), None])
    assert kept(dp.read(pa.table({"c": spans})), tmp_path) == [None, None]


@pytest.mark.parametrize("suffix", [".csv", ".tsv", ".parquet"])
def test_what_is_no_file_is_refused_and_never_waited_for(suffix: str, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / f"a{suffix}")
    (tmp_path / f"link{suffix}").symlink_to(tmp_path / f"a{suffix}")
    for what in (tmp_path / f"a{suffix}", tmp_path / f"link{suffix}", tmp_path, tmp_path / f"*{suffix}"):
        with pytest.raises(dp.SourceError, match="not a regular file"):
            dp.read(str(what))


def gone(path: Path) -> None:
    path.unlink()


def folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def junk(path: Path) -> None:
    path.write_bytes(b"junk" * 20)


def other(path: Path) -> None:
    if path.suffix == ".parquet":
        pa.parquet.write_table(pa.table({"c": [[1], [2]]}), path)
    else:
        path.write_text("d\n1\n")


@pytest.mark.sample(5)
@pytest.mark.parametrize("change", [gone, folder, junk, other])
@pytest.mark.parametrize("suffix", [".csv", ".tsv", ".parquet"])
def test_a_file_that_changed_since_it_was_named_is_refused_in_words(
    change: Callable[[Path], None], suffix: str, tmp_path: Path
) -> None:
    path = tmp_path / f"t{suffix}"
    frame = pd.DataFrame({"c": ["secret", "b"]})
    frame.to_parquet(path) if suffix == ".parquet" else frame.to_csv(path, index=False)
    source = dp.read(path)
    change(path)
    with pytest.raises(dp.SourceError) as caught:
        source.freeze(tmp_path / "home", KEY)
    assert str(tmp_path) not in str(caught.value) and not list((tmp_path / "home").iterdir())


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("category", [True, False])
@pytest.mark.parametrize(
    "cells",
    [
        pd.period_range("2024-01", periods=3, freq="D"),
        pd.period_range("2024-01", periods=3, freq="M"),
        pd.period_range("2024-01", periods=3, freq="h"),
        pd.interval_range(0, 3),
        pd.interval_range(pd.Timestamp("2024-01-01"), periods=3, closed="left"),
    ],
    ids=lambda cells: str(cells.dtype),
)
def test_what_only_pandas_can_read_is_refused_by_its_type(
    cells: pd.Index[Any], category: bool, known: bool, tmp_path: Path
) -> None:
    frame = pd.DataFrame({"n": 1, "c": cells.astype("category") if category else cells})
    table = pa.Table.from_pandas(frame)
    if not known:  # a program without pandas reads a bare number, beside metadata that name the type
        kind = table.field("c").type.value_type if category else table.field("c").type
        said = {"name": kind.extension_name, "metadata": kind.__arrow_ext_serialize__()}
        field = pa.field("c", kind.storage_type, metadata={f"ARROW:extension:{key}": said[key] for key in said})
        column = pa.array(pd.array(cells)).storage
        table = pa.table([table["n"].combine_chunks(), column], schema=pa.schema([table.field("n"), field]))
    for missing in (table, table.slice(0, 1)):
        with pytest.raises(dp.SourceError, match="The table has periods or intervals of pandas in column 'c'"):
            dp.read(missing)
        if category and known:  # which no file can store
            continue
        pa.parquet.write_table(missing, tmp_path / "t.parquet")
        with pytest.raises(dp.SourceError, match="periods or intervals of pandas"):
            dp.read(tmp_path / "t.parquet")
    texts = frame.astype({"c": str})
    texts.to_parquet(tmp_path / "t.parquet")
    found = [kept(source, tmp_path) for source in (dp.read(frame), dp.read(texts), dp.read(tmp_path / "t.parquet"))]
    assert found[1] == found[2]
    assert found[0] == found[1] or str(cells.dtype).startswith("interval[datetime")  # midnight as the day
