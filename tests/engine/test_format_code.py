"""Codes for missing cells: by their spelling and by their number, whatever stores the cells."""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import dpcore as dp
from tests.chance import seeds
from tests.engine import format_oracle as oracle
from tests.engine.format_cells import LAST, REAL, cells, date_format, number_format, readings, spelt

CODES = ("9", "-9", "9.0", "09", "9,0", "NA", "x", "−9", "1.234", "1,234", "-99,5", "(5)", "5e0", "+7", "12 %", "0")
NUMBERS = [9, -9, 10, 99, 0, 5, 90, -99, None]


def stored(values: list[int | None]) -> Iterator[pa.Array]:
    """The same whole numbers in every type that holds them, and as texts."""
    yield from (pa.array(values, kind) for kind in (pa.int8(), pa.int32(), pa.int64(), pa.float32(), pa.float64()))
    exact = [None if each is None else Decimal(each) for each in values]
    yield from (pa.array(exact, kind) for kind in (pa.decimal128(10, 2), pa.decimal128(38, 10), pa.decimal128(5, 0)))
    ways = ("{}", "{}.0", "{}.", "{}e0", " {}\t", "{}.000")
    yield from (pa.array([None if each is None else way.format(each) for each in values]) for way in ways)
    yield pa.array([None if each is None else f"{each:04d}" for each in values])
    yield pa.array([None if each is None else str(each) for each in values]).dictionary_encode()


def read(arrays: list[pa.Array], format_: dp.Format, column: Any, folder: Path) -> list[list[Any]]:
    """The cells of each array, all in one file."""
    names = [f"c{place}" for place in range(len(arrays))]
    rows = {"key": pa.array(range(len(arrays[0]))), **dict(zip(names, arrays, strict=True))}
    pq.write_table(pa.table(rows), folder / "rows.parquet")
    source = dp.read(folder / "rows.parquet").with_formats(dict.fromkeys(names, format_))
    return [*readings(source, dict.fromkeys(names, column), folder, len(arrays[0])).values()]


@pytest.mark.parametrize("decimal", [None, ".", ","])
@pytest.mark.parametrize("code", ["9", "9.0", "09", "9e0", "+9", "90e-1"])
def test_a_code_is_a_number_in_every_storage(code: str, decimal: str | None, tmp_path: Path) -> None:
    format_ = dp.Format(missing=[code.replace(".", decimal or "."), "-99"], decimal=decimal)
    expected = [None if each in (9, -99, None) else float(each) for each in NUMBERS]
    arrays = [*stored(NUMBERS)]
    if decimal == ",":
        texts = [pa.types.is_string(array.type) for array in arrays]
        with_comma = ([each and str(each).replace(".", ",") for each in array.to_pylist()] for array in arrays)
        arrays = [pa.array(new) if text else old for new, text, old in zip(with_comma, texts, arrays, strict=True)]
    for array, found in zip(arrays, read(arrays, format_, REAL, tmp_path), strict=True):
        assert found == expected, array.type


def test_a_code_that_is_no_whole_number_in_every_storage(tmp_path: Path) -> None:
    values, missing = [-99.5, 99.5, -99.0, 0.1, 0.7], dp.Format(decimal=",", missing=["-99,5", "0,70"])
    arrays = [
        pa.array(values),
        pa.array(values, pa.float32()),
        pa.array([str(each).replace(".", ",") for each in values]),
    ]
    arrays.append(pa.array([Decimal(str(each)) for each in values], pa.decimal128(9, 3)))
    for array, found in zip(arrays, read(arrays, missing, REAL, tmp_path), strict=True):
        assert found == [None, 99.5, -99.0, 0.1, None], array.type


def test_dates_and_truths_have_codes_too(tmp_path: Path) -> None:
    days = [dt.date(1900, 1, 1), dt.date(2013, 12, 31), None]
    times = [day and dt.datetime(day.year, day.month, day.day) for day in days]
    format_ = dp.Format(dates="day first", missing=["1900-01-01", "01.01.1900"])
    arrays = [pa.array(days), pa.array(times), pa.array([day and f"{day:%d.%m.%Y}" for day in days])]
    arrays.append(pa.array([day and str(day) for day in days]))
    for array, found in zip(arrays, read(arrays, format_, LAST, tmp_path), strict=True):
        assert found == [None, "2013-12-31", None], array.type
    truths = pa.array([True, False, None])
    assert read([truths], dp.Format(missing=["true"]), dp.Flag(), tmp_path) == [[None, "false", None]]


def test_dates_of_digits_alone_in_every_storage(tmp_path: Path) -> None:
    """A number has no zero at its beginning; a text of that number neither."""
    for order, size, days in (
        ("day first", 8, ["01122013", "31122013"]),
        ("month first", 8, ["01312013", "12312013"]),
        ("year first", 8, ["20130101", "19991231"]),
        ("year first", 6, ["900131", "010203", "000131", "001231"]),
        ("day first", 6, ["310190", "010203"]),
    ):
        format_ = dp.Format(dates=order, years_from=1950 if size == 6 else None, missing=["-9"])  # type: ignore[arg-type]
        expected = [*spelt([oracle.day(day, format_) for day in days]), None, None]
        assert None not in expected[:-2]
        arrays = [*_large([*map(int, days), -9, None]), pa.array([*days, "-9", None])]
        for array, found in zip(arrays, read(arrays, format_, LAST, tmp_path), strict=True):
            assert found == expected, (order, array.type)


def _large(values: list[int | None]) -> Iterator[pa.Array]:
    yield from (pa.array(values, kind) for kind in (pa.int32(), pa.int64(), pa.float64()))
    yield pa.array([None if each is None else Decimal(each) for each in values], pa.decimal128(12, 2))
    yield from (pa.array([None if each is None else way.format(each) for each in values]) for way in ("{}", "{}.0"))


def test_a_code_is_compared_with_what_was_written(tmp_path: Path) -> None:
    """Not with what is left of it without its time of half a day."""
    some = ["31.12.2013 11:00 PM", "31.12.2013", "30.12.2013 10:00 PM", "31.12.2013 11:00PM"]
    format_ = dp.Format(dates="day first", missing=["31.12.2013", "30.12.2013 10:00 PM"])
    assert read([pa.array(some)], format_, LAST, tmp_path) == [["2013-12-31", None, None, "2013-12-31"]]


@pytest.mark.parametrize("seed", seeds(1, *range(1, 20)))
def test_codes_are_the_oracle_s(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    formats, drawn = dict[str, dp.Format](), dict[str, list[str | None]]()
    for place in range(12):
        said = (number_format, date_format)[place % 2](chance)
        codes = chance.sample(CODES, 4)
        some = [
            *cells(chance, said, 300),
            *codes * 3,
            "9",
            "09",
            "9,00",
            "9.",
            " −9",
            "−9.0",
            "1234",
            "1.234",
            "(5)",
            "5",
        ]
        codes += [code for each in chance.sample(some, 30) if (code := oracle.bare(each))]
        fields = said.to_dict() | {"missing": [*dict.fromkeys(codes)]}
        formats[f"c{place}"], drawn[f"c{place}"] = dp.Format.from_dict(fields), some
    size = max(map(len, drawn.values()))
    padded = {name: [*some, *[None] * (size - len(some))] for name, some in drawn.items()}
    columns = {name: LAST if said.dates else REAL for name, said in formats.items()}
    source = dp.read(pa.table({"key": range(size), **padded})).with_formats(formats)
    found = readings(source, columns, tmp_path, size)
    for name, said in formats.items():
        some = padded[name]
        expected = (
            spelt([oracle.day(each, said) for each in some]) if said.dates else [oracle.number(x, said) for x in some]
        )
        wrong = [row for row in zip(some, found[name], expected, strict=True) if row[1] != row[2]]
        assert not wrong, (said, wrong[:8])


@pytest.mark.parametrize("comma", [False, True])
def test_codes_of_texts_in_files_with_semicolons(comma: bool, tmp_path: Path) -> None:
    some = ["9", "9,0", "9.0", "09", "x", " x", "X", "9 ", "1,5", "1.5", "-9", "90", "9,", "(9)"]
    mark = ";" if comma else "\t"
    path = tmp_path / "rows.csv"
    path.write_text(f"key{mark}c\n" + "".join(f"{place}{mark}{each}\n" for place, each in enumerate(some)))
    format_ = dp.Format(missing=["9.0", "x", "1,5"])
    column = dp.Category([each.strip() for each in some if each != " x" and each != "9 "])
    found = readings(dp.read(path).with_formats({"c": format_}), {"c": column}, tmp_path, len(some))["c"]
    for cell, there in zip(some, found, strict=True):
        text = oracle.bare(cell)
        assert text is not None
        missing = oracle.is_code(text, oracle.plainly(text, comma), format_, comma)
        assert there == (None if missing else text), cell
    numbers = readings(dp.read(path).with_formats({"c": dp.Format(decimal=".")}), {"c": REAL}, tmp_path, len(some))["c"]
    assert numbers == [oracle.number(cell, dp.Format(decimal=".")) for cell in some], "1,5 is not written so"
