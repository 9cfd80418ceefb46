"""Cells read by a declared format: cell by cell as an oracle in plain Python reads them."""

from __future__ import annotations

import random
import unicodedata
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from sqlglot import exp

import dpcore as dp
from dpcore.engine.sql.dialect import DuckDBDialect
from dpcore.engine.sql.written import kinds_of, of_formats
from dpcore.engine.trial import read_line
from tests.chance import seeds
from tests.engine import format_oracle as oracle
from tests.engine.format_cells import LAST, REAL, cells, date_format, number_format, readings, spelt

SIZE = 9_999


def table(columns: dict[str, list[Any]]) -> pa.Table:
    size = max(map(len, columns.values()))
    padded = {name: [*some, *[None] * (size - len(some))] for name, some in columns.items()}
    return pa.table({"key": range(size), **padded})


def compare(found: list[Any], expected: list[Any], some: list[Any], what: object) -> None:
    wrong = [(cell, one, other) for cell, one, other in zip(some, found, expected, strict=False) if one != other]
    assert not wrong, (what, len(wrong), wrong[:8])


@pytest.mark.parametrize("seed", seeds(2, *range(2, 40)))
def test_numbers_are_read_as_the_oracle_reads_them(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    formats = {f"c{place}": number_format(chance) for place in range(12)}
    drawn = {name: cells(chance, said, 1_000) for name, said in formats.items()}
    source = dp.read(table(drawn)).with_formats(formats)
    found = readings(source, dict.fromkeys(formats, REAL), tmp_path, SIZE)
    there = 0
    for name, said in formats.items():
        expected = [oracle.number(cell, said) for cell in drawn[name]]
        compare(found[name], expected, drawn[name], said)
        there += sum(each is not None for each in expected)
    assert 3_000 < there < 11_000, "cells of both sorts"


@pytest.mark.parametrize("seed", seeds(2, *range(2, 40)))
def test_dates_are_read_as_the_oracle_reads_them(seed: int, tmp_path: Path) -> None:
    chance = random.Random(1_000 + seed)
    formats = {f"c{place}": date_format(chance) for place in range(12)}
    drawn = {name: cells(chance, said, 1_000) for name, said in formats.items()}
    source = dp.read(table(drawn)).with_formats(formats)
    found = readings(source, dict.fromkeys(formats, LAST), tmp_path, SIZE)
    there = 0
    for name, said in formats.items():
        expected = spelt([oracle.day(cell, said) for cell in drawn[name]])
        compare(found[name], expected, drawn[name], said)
        there += sum(each is not None for each in expected)
    assert 3_000 < there < 11_000, "cells of both sorts"


@pytest.mark.parametrize("seed", seeds(1, *range(1, 10)))
def test_a_cell_is_read_alike_whatever_is_beside_it(seed: int, tmp_path: Path) -> None:
    """Above, below and in other columns; one row alone too."""
    chance = random.Random(2_000 + seed)
    formats = {"n": number_format(chance), "d": date_format(chance)}
    columns = {"n": REAL, "d": LAST}
    some = {name: [cell for cell in cells(chance, said, 150) if cell] for name, said in formats.items()}
    size = min(map(len, some.values()))
    found = readings(dp.read(table(some)).with_formats(formats), columns, tmp_path, SIZE)
    for count in (1, 1, 1, 30, 200):
        places = {name: [chance.randrange(size) for _ in range(count)] for name in formats}
        few = {name: [some[name][place] for place in places[name]] for name in formats}
        again = readings(dp.read(table(few)).with_formats(formats), columns, tmp_path, SIZE)
        for name, said in formats.items():
            compare(again[name], [found[name][place] for place in places[name]], few[name], said)


def test_a_format_of_a_kind_that_it_does_not_change_leaves_the_statement_as_it_is() -> None:
    relation, dialect = exp.table_("visits"), DuckDBDialect()
    said = {"x": dp.Format(decimal=","), "y": dp.Format(dates="day first")}
    assert of_formats(relation, {"x": "float", "y": "date"}, said, dialect) is relation
    assert of_formats(relation, {"z": "text"}, said, dialect) is relation
    assert kinds_of({"x": "float", "y": "integer"}, said) == {"x": "float", "y": "text"}


@pytest.mark.parametrize("forms", [("NFC", "NFD"), ("NFD", "NFC"), ("NFD", "NFD")])
def test_signs_and_codes_are_recognised_in_both_forms_of_unicode(forms: tuple[str, str], tmp_path: Path) -> None:
    """As categories are: a Mac writes 원 in three characters, and a person types it as one."""
    declared, written = forms
    said = dp.Format(
        sign=unicodedata.normalize(declared, "원"), missing=[unicodedata.normalize(declared, "12 é"), "N/A"]
    )
    some = [unicodedata.normalize(written, cell) for cell in ("1234 원", "12 é", "원 7", "é")]
    found = readings(dp.read(table({"c": some})).with_formats({"c": said}), {"c": REAL}, tmp_path, size=9_999)
    assert found["c"][:4] == [1234.0, None, 7.0, None]
    words = dp.Category(["무응답", "x"])
    code = {"c": dp.Format(missing=[unicodedata.normalize(declared, "무응답")])}
    tried = read_line({"c": unicodedata.normalize(written, "무응답")}, {"c": words}, code)
    assert tried["c"].says is None and tried["c"].counted is None
