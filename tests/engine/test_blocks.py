"""Blocks of units: as in plain Python, whatever the order of the rows; a unit that comes or goes changes one block."""

from __future__ import annotations

import datetime as dt
import random
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from sqlglot import exp

from dpcore.engine.duckdb import DuckDB
from dpcore.engine.sql import writer
from dpcore.engine.sql.literal import integer
from dpcore.engine.sql.writer import Writer
from dpcore.statistic.sums.ranges import MOST_REACH, Range
from dpcore.table.aggregate import Aggregate, Blocks, Flags, Grid, Integers, Product, Rows, Squares, Total
from dpcore.table.category import Category
from dpcore.table.column import Date, Flag, Identifier, Number, Text
from dpcore.table.condition import Condition
from dpcore.table.ordering import Order
from dpcore.table.schema import Schema
from dpcore.table.table import Table, Unit
from tests.engine.rows import KEY, answers, assert_as_oracle, frozen

SCHEMA = Schema(
    whole=Number(0, 20, integer=True),
    part=Number(-1.5, 3),
    ward=Category(["A", "é", "x:y"], other=True),
    smoker=Flag(),
    day=Date("1969-12-01", "2024-12-31"),
    who=Identifier(),
    note=Text(),
)
TYPES = {"whole": pa.int32(), "part": pa.float64(), "ward": pa.string(), "smoker": pa.bool_(), "day": pa.date32()}
TYPES |= {"who": pa.string(), "note": pa.string()}
ROW, UNIT = Table(SCHEMA), Table(SCHEMA, Unit("who", 50))
HALF = Fraction(1, 2)
Line = dict[str, Any]


def line(chance: random.Random) -> Line:
    """A row by chance, with missing cells and values outside all bounds."""
    return {
        "whole": chance.choice([None, *range(-1, 22)]),
        "part": chance.choice([None, -0.0, 0.1, -9.0, chance.uniform(-2, 4)]),
        "ward": chance.choice([None, "A", " é", "x:y", "elsewhere", ""]),
        "smoker": chance.choice([None, True, False]),
        "day": chance.choice([None, dt.date(1969, 12, 31), dt.date(2024, 2, 29), dt.date(2030, 1, 1)]),
        "who": f"u{chance.randint(0, 30)}",
        "note": chance.choice([None, "n"]),
    }


def columns(lines: list[Line]) -> dict[str, pa.Array]:
    return {name: pa.array([each[name] for each in lines], kind) for name, kind in TYPES.items()}


def asks(table: Table, count: int) -> list[Aggregate]:
    key, grid = Blocks(count, table.unit.identifier), Grid("whole", 0, 20, 0)
    part = Grid("part", -3, 9, -1)
    return [
        Aggregate((Rows(), Total(grid)), (key,)),
        Aggregate((Rows(), Total(part), Product(part, grid), Squares(grid)), (key,), present=("whole", "part")),
        Aggregate((Rows(),), (key, Flags("smoker")), (Condition("part", ">", 0.0),), ("whole",)),
    ]


def ordered(table: Table, count: int, reach: int = 0) -> Aggregate:
    grid = Grid("whole", 0, 20, 0)
    ranges = ((Range(0, 20, HALF),),) * count
    return Aggregate((Order(grid, ranges, reach),), (Blocks(count, table.unit.identifier),), present=("whole",))


@pytest.mark.sample(3)
@pytest.mark.parametrize("unit", [Unit(), Unit("who", 50)], ids=str)
@pytest.mark.parametrize("seed", range(6))
def test_blocks_are_those_of_plain_python(unit: Unit, seed: int) -> None:
    chance = random.Random(seed)
    lines = [line(chance) for _ in range(200)]
    table = Table(SCHEMA, unit)
    assert_as_oracle(columns(lines), SCHEMA, asks(table, chance.choice([2, 7, 1000])), unit=unit)


@pytest.mark.parametrize("table", [ROW, UNIT], ids=["rows", "units"])
def test_all_rows_of_a_block_are_listed(table: Table) -> None:
    """As counted by block and whole number."""
    chance = random.Random(5)
    lines = [line(chance) for _ in range(200)]
    counted = Aggregate((Rows(),), (Blocks(7, table.unit.identifier), Integers("whole", 0, 20)))
    wanted = [ordered(table, 7, MOST_REACH), counted, Aggregate((Rows(),), present=("whole",))]
    listed, counts, rows = answers(columns(lines), table, wanted)
    size = (len(listed) - 2) // 2
    found = np.zeros((7, 21), dtype=np.int64)
    for block in range(7):
        for y, times in zip(listed[2 : 2 + size, block, 0], listed[2 + size :, block, 0], strict=True):
            found[block, y] += times
    clamped = [min(max(each["whole"], 0), 20) for each in lines if each["whole"] is not None]
    assert found.sum(axis=0).tolist() == [clamped.count(y) for y in range(21)]
    assert listed[0, :, 0].tolist() == found.sum(axis=1).tolist() and found.sum() == int(rows.sum())
    assert (found == counts[0]).all()


def changed(lines: list[Line], more: list[Line], table: Table, count: int) -> set[int]:
    """The blocks whose integers change when these rows come, wherever they are put."""
    wanted = [*asks(table, count), ordered(table, count), ordered(table, count, MOST_REACH)]
    one, other = answers(columns(lines), table, wanted), answers(columns(more), table, wanted)
    places = [np.argwhere(a != b)[:, 1].tolist() for a, b in zip(one, other, strict=True)]
    return {place for each in places for place in each}


def placed(lines: list[Line], more: list[Line], chance: random.Random) -> list[Line]:
    """Both, in another order."""
    return chance.sample([*lines, *more], len(lines) + len(more))


def check(seed: int) -> None:
    """Rows without an identifier one by one, and all rows of a unit."""
    chance = random.Random(seed)
    lines, count = [line(chance) for _ in range(60)], 11
    assert changed(lines, placed(lines, [], chance), ROW, count) == set(), "the order of rows changes nothing"
    fresh = {**line(chance), "whole": 3, "part": 1.0}
    assert len(changed(lines, placed(lines, [fresh], chance), ROW, count)) == 1
    unit = [{**line(chance), "whole": 3, "part": 1.0, "who": "new"} for _ in range(5)]
    assert len(changed(lines, placed(lines, unit, chance), UNIT, count)) == 1


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", range(4))
def test_a_unit_that_comes_changes_one_block_and_nothing_else(seed: int) -> None:
    check(seed)


def by_place(key: Blocks, writer: Writer, salt: exp.Expr | None) -> exp.Expr:
    """The mutant: a block by the place of its row."""
    return exp.Mod(this=exp.Paren(this=exp.Window(this=exp.RowNumber())), expression=integer(key.count))


def test_a_block_by_the_place_of_a_row_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer, "block", by_place)
    with pytest.raises(AssertionError):
        check(0)


def test_equal_rows_are_together_and_blocks_are_about_even() -> None:
    lines = [{**line(random.Random(0)), "whole": 1, "who": f"u{number}"} for number in range(3_000)]
    [rows] = answers(columns(lines), UNIT, [Aggregate((Rows(),), (Blocks(10, "who"),))])
    assert rows.sum() == 3_000 and abs(rows - 300).max() < 5 * 300**0.5
    same = [{**each, "who": "u"} for each in lines]
    [rows] = answers(columns(same), ROW, [Aggregate((Rows(),), (Blocks(10),))])
    assert Counter(rows.ravel().tolist()) == {0: 9, 3_000: 1}


def test_another_key_makes_other_blocks(tmp_path: Path) -> None:
    lines = [{**line(random.Random(0)), "who": f"u{number}"} for number in range(50)]
    copy, found = frozen(columns(lines), tmp_path), []
    for key in (KEY, KEY, bytes(32)):
        with DuckDB(copy, UNIT, key, tmp_path) as engine:
            [rows] = engine.aggregate([Aggregate((Rows(),), (Blocks(10, "who"),))])
            found.append(rows.tolist())
    assert found[0] == found[1] != found[2]
