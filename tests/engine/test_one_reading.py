"""A value is read alike whatever stores it: numbers, truths, days and texts, in memory, in files and in frames."""

from __future__ import annotations

import datetime as dt
import random
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import dpcore as dp
from dpcore.engine.duckdb import DuckDB
from dpcore.table.aggregate import Aggregate, Categories, Edges, Flags, Key, Periods, Rows
from dpcore.table.category import Category
from dpcore.table.column import Column, Date, Flag, Number
from dpcore.table.schema import Schema
from dpcore.table.table import Table

KEY = bytes(32)
TENTHS = Edges("c", tuple(i / 10 for i in range(11)))
DAYS = Periods("c", tuple(dt.date(2019, 12, 30) + dt.timedelta(days=i) for i in range(5)), dt.date(2020, 1, 3))


def counts(what: Any, column: Column, key: Key, folder: Path) -> list[int]:
    with DuckDB(dp.read(what).freeze(folder, KEY), Table(Schema(c=column)), KEY, folder) as engine:
        return engine.aggregate([Aggregate((Rows(),), (key,))])[0][0].tolist()


def storages(array: Any, folder: Path) -> dict[str, Any]:
    table = pa.table({"c": array})
    path = folder / f"{len(list(folder.iterdir()))}.parquet"
    pq.write_table(table, path)
    frame = table.to_pandas()
    return {
        "arrow": table,
        "parquet": path,
        "frame": frame,
        "objects": frame.astype(object),
        "extension": table.to_pandas(types_mapper=pd.ArrowDtype),
    }


def alike(array: Any, column: Column, key: Key, folder: Path) -> list[int]:
    found = {name: counts(what, column, key, folder / "desk") for name, what in storages(array, folder).items()}
    assert len(set(map(tuple, found.values()))) == 1, found
    return found["arrow"]


@pytest.mark.sample(1)
@pytest.mark.parametrize("kind", [pa.float16(), pa.float32(), pa.float64()])
def test_floats_are_the_numbers_that_they_are_spelt_as(kind: pa.DataType, tmp_path: Path) -> None:
    cells = random.Random(1)
    values = [i / 10 for i in range(11)] + [2.0**-i for i in range(1, 40)] + [cells.random() for _ in range(200)]
    singles = np.array([*values, -0.0, np.inf, -np.inf, np.nan, 3e38]).astype(np.float32)
    with np.errstate(over="ignore"):
        array = pa.array(singles.astype(np.float16) if kind == pa.float16() else singles.astype(kind.to_pandas_dtype()))
    assert sum(alike(array, Number(0, 1), TENTHS, tmp_path)) == np.isfinite(array.to_numpy()).sum() > 250
    if kind != pa.float16():
        tenths = alike(pa.array(singles[:10]).cast(kind), Number(0, 1), TENTHS, tmp_path)
        assert tenths == [1] * 10, "0.7 is in the bin that begins at 0.7"


def test_a_truth_counts_as_one_or_nought_in_every_storage(tmp_path: Path) -> None:
    cells = [True, False, True, None]
    assert alike(pa.array(cells), Number(0, 1), TENTHS, tmp_path) == [1, *[0] * 8, 2]
    assert alike(pa.array(["true", "FALSE", "True", "t"]), Number(0, 1), TENTHS, tmp_path) == [1, *[0] * 8, 2]


@pytest.mark.sample(1)
@pytest.mark.parametrize("unit", ["s", "ms", "us", "ns"])
@pytest.mark.parametrize("zone", ["America/New_York", "Asia/Tokyo"])
def test_a_time_with_a_zone_or_an_offset_is_a_day_in_utc(unit: str, zone: str, tmp_path: Path) -> None:
    times = [
        dt.datetime(2019, 12, 31, hour, tzinfo=dt.UTC) + dt.timedelta(days=day)
        for day in range(3)
        for hour in (1, 9, 20)
    ]
    array = pa.array(times).cast(pa.timestamp(unit, zone))
    column = Date("2019-12-30", "2020-01-03")
    assert alike(array, column, DAYS, tmp_path) == [0, 3, 3, 3, 0]
    texts = pa.array([str(time) for time in pa.table({"c": array})["c"].to_pandas()])
    assert alike(texts, column, DAYS, tmp_path) == [0, 3, 3, 3, 0]
    spaced = pa.array([f"{text[:19]} {text[-6:]}" for text in texts.to_pylist()])
    assert alike(spaced, column, DAYS, tmp_path) == [0, 3, 3, 3, 0]


def test_the_first_years_of_a_zone_are_missing_for_themselves(tmp_path: Path) -> None:
    seconds = pa.array([-62_135_596_800, 1_577_836_800], pa.int64()).cast(pa.timestamp("s", "America/New_York"))
    assert alike(seconds, Date("2019-12-30", "2020-01-03"), DAYS, tmp_path) == [0, 0, 1, 0, 0]


def test_a_word_is_no_day(tmp_path: Path) -> None:
    words = pa.array(["epoch", "infinity", "-infinity", "today", "now", "1970-01-01"])
    epoch = Periods("c", (dt.date(1969, 12, 31), dt.date(1970, 1, 1)), dt.date(1970, 1, 2))
    assert alike(words, Date("1969-12-31", "1970-01-02"), epoch, tmp_path) == [0, 1]


def test_texts_days_and_nested_cells(tmp_path: Path) -> None:
    key = Categories("c", ("a", "2019-12-31"), True)
    column = Category(["a", "2019-12-31"], other=True)
    assert alike(pa.array(["a", "a\0", "\0", "a\0 "]), column, key, tmp_path) == [3, 0, 0]
    milliseconds = pa.array([1_577_750_400_000 + hours * 3_600_000 for hours in (0, 5, 23)], pa.int64())
    assert alike(milliseconds.view(pa.date64()), column, key, tmp_path) == [0, 3, 0]
    for kind, cells in {"string_view": ["a", "b"], "list": [["a"], ["b"]], "struct": [{"x": 1}, {"x": 2}]}.items():
        plain = pa.array(cells, pa.string_view()) if kind == "string_view" else pa.array(cells)
        stored = pa.DictionaryArray.from_arrays(pa.array([0, 1, 0]), plain)
        read = sum(counts(pa.table({"c": stored}), column, key, tmp_path / "desk"))
        assert read == (3 if kind == "string_view" else 0)


INSIDE = [None, [], ["x"], [b"x"], [1], [1.5], [True], [[1]], [{"a": 1}], (1, 2)]
INSIDE += [{}, {"a": 1}, {"a": "x"}, {"a": b"x"}, {"b": 1.5}]


@pytest.mark.sample(1)
@pytest.mark.parametrize("neighbor", INSIDE, ids=repr)
def test_a_nested_cell_is_missing_whatever_stands_beside_it(neighbor: object, tmp_path: Path) -> None:
    """In memory as in files: Arrow stores what is inside by the cells of all rows."""
    read = 0
    for place, cell in enumerate(INSIDE[1:]):
        cells = [cell, cell, neighbor]
        made = [lambda cells=cells: pa.table({"c": pa.array(cells)})]
        made.append(lambda cells=cells: pd.DataFrame({"c": pd.Series(cells, dtype=object)}))
        made.append(lambda cells=cells: pd.DataFrame({"c": pd.array(cells, dtype=pd.ArrowDtype(pa.array(cells).type))}))
        for number, make in enumerate(made):
            try:
                rows = make()
            except (pa.ArrowException, ValueError, TypeError):  # these two in one column are no Arrow table
                continue
            copy = dp.read(rows).freeze(tmp_path / f"{place}-{number}", KEY).path
            found = pq.read_table(copy)["c"].to_pylist()
            assert set(found) <= {None, ""} and len(found) == 3
            read += 1
    assert read > len(INSIDE)


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", range(6))
def test_times_have_one_fingerprint_however_they_are_written(seed: int, tmp_path: Path) -> None:
    source = random.Random(seed)
    times = [dt.datetime(1990, 1, 1) + dt.timedelta(milliseconds=source.randrange(10**12)) for _ in range(200)]
    table = pa.table({"t": pa.array(times, pa.timestamp(source.choice(["ms", "us", "ns"]))), "x": list(range(200))})
    pq.write_table(table, tmp_path / "t.parquet")
    written = {
        "parquet": tmp_path / "t.parquet",
        "frame": table.to_pandas(),
        **{
            name: _written(tmp_path / f"{name}.csv", [spelt(time) for time in times])
            for name, spelt in {
                "blank": str,
                "iso": dt.datetime.isoformat,
                "zulu": lambda time: f"{time.isoformat(timespec='milliseconds')}Z",
                "offset": lambda time: f"{(time + dt.timedelta(hours=2)).isoformat()}+02:00",
            }.items()
        },
    }
    marks = {name: dp.read(what).freeze(tmp_path / "rows", KEY).fingerprint for name, what in written.items()}
    assert [name for name, mark in marks.items() if not mark.same_rows(marks["parquet"])] == []


def _written(path: Path, times: list[str]) -> Path:
    path.write_text("t,x\n" + "".join(f"{time},{number}\n" for number, time in enumerate(times)))
    return path


@pytest.mark.sample(1)
@pytest.mark.parametrize("scale", [1, 16, 17, 37])
def test_a_flag_of_a_decimal_goes_by_all_its_digits(scale: int, tmp_path: Path) -> None:
    below, above = "0." + "9" * scale, "1." + "1".zfill(scale)
    least = "0." + "1".zfill(scale)
    cells = [Decimal(cell) for cell in ("1", "1.0", "0", below, above, least, f"-{least}", "-1")]
    array = pa.array([*cells, None], pa.decimal128(38, scale))
    assert alike(array, Flag(), Flags("c"), tmp_path) == [1, 2]
