"""How many conditions a row can meet: against every row of small tables, for conditions and declarations by chance."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

import dpcore as dp
from dpcore.table import overlap as module
from dpcore.table.category import Category
from dpcore.table.column import Column, Date, Flag, Number
from dpcore.table.condition import Condition
from dpcore.table.overlap import Overlap, overlap
from dpcore.table.schema import Schema
from tests.oracle import meets

CHANCES = range(400)
DAYS = [f"2024-02-{day:02}" for day in range(26, 30)]


def declared(chance: random.Random) -> dict[str, Column]:
    """One to three small columns."""
    low = chance.randint(-3, 0)
    kinds: list[Column] = [
        dp.Number(low, low + chance.randint(1, 5), integer=True, missing=chance.choice(["drop", low])),
        dp.Number(-1, 2, missing=chance.choice(["drop", 0.5])),
        dp.Category(["a", "b", "c"][: chance.randint(1, 3)], other=chance.random() < 0.5),
        dp.Flag(),
        dp.Date(DAYS[0], DAYS[chance.randint(1, 3)]),
    ]
    chosen = chance.sample(kinds, chance.randint(1, 3))
    return {f"c{place}": kind for place, kind in enumerate(chosen)}


def cells(column: Column) -> list[Any]:
    """Every cell, or so many that one lies between each two values that a condition names here; None if missing."""
    missing = [] if isinstance(column, Number) and column.missing != "drop" else [None]
    match column:
        case Number(low, high, True):
            return [*missing, *range(int(low), int(high) + 1)]
        case Number(low, high):
            return [*missing, *(low + (high - low) * step / 24 for step in range(25))]
        case Category():
            return [*missing, *column.keys]
        case Flag():
            return [*missing, False, True]
        case Date(low, high):
            return [*missing, *(low.fromordinal(day) for day in range(low.toordinal(), high.toordinal() + 1))]
    raise AssertionError(column)


def condition(chance: random.Random, name: str, column: Column) -> Condition:
    order = ["<", "<=", ">", ">=", "==", "!="]
    match column:
        case Number(low, high):
            value = low + (high - low) * chance.randint(-2, 8) / 6
            return dp.Condition(name, chance.choice(order), value)
        case Category():
            keys = chance.sample(column.keys, chance.randint(1, len(column.keys)))
            return dp.Condition(name, chance.choice(["in", "not in"]), keys)
        case Flag():
            return dp.Condition(name, chance.choice(["==", "!="]), chance.random() < 0.5)
        case Date():
            return dp.Condition(name, chance.choice(order), chance.choice(DAYS))
    raise AssertionError(column)


def drawn(seed: int) -> tuple[Schema, tuple[Condition, ...]]:
    chance = random.Random(seed)
    schema = dp.Schema(declared(chance))
    names = [chance.choice(list(schema.columns)) for _ in range(chance.randint(1, 6))]
    return schema, tuple(condition(chance, name, schema[name]).bind(schema) for name in names)


def searched(schema: Schema, conditions: tuple[Condition, ...]) -> Overlap:
    """By every row, and every pair of rows."""
    names = list(schema.columns)
    rows = [dict(zip(names, row, strict=True)) for row in itertools.product(*(cells(schema[name]) for name in names))]
    met = {tuple(meets(row, condition) for condition in conditions) for row in rows}
    sizes = [sum(pattern) for pattern in met]
    apart = max(sum(a != b for a, b in zip(one, other, strict=True)) for one in met for other in met)
    return Overlap(min(sizes), max(1, *sizes), max(1, apart))


def wrong(seeds: range) -> list[int]:
    return [seed for seed in seeds if overlap(*drawn(seed)) != searched(*drawn(seed))]


def test_it_is_what_a_search_over_all_rows_finds() -> None:
    assert wrong(CHANCES) == []


@pytest.mark.parametrize("defect", ["neighbours", "missing"])
def test_a_search_finds_what_is_overlooked(defect: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Seeded defects: no values beside the named ones, and no missing cells."""
    whole = module._patterns.__wrapped__

    def patterns(column: Column, conditions: tuple[Condition, ...]) -> frozenset[tuple[bool, ...]]:
        found: frozenset[tuple[bool, ...]] = whole(column, conditions)
        return frozenset(filter(any, found)) if defect == "missing" and any(map(any, found)) else found

    monkeypatch.setattr(module, "_patterns", patterns)
    if defect == "neighbours":
        monkeypatch.setattr(module, "_cells", lambda column, named: iter(named))
    assert len(wrong(CHANCES)) > 40


def test_disjoint_nested_and_free_conditions() -> None:
    schema = dp.Schema(age=dp.Number(0, 120, integer=True), smoker=dp.Flag(), ward=dp.Category(["A", "B", "C"]))

    def of(*conditions: tuple[str, Any, Any]) -> tuple[int, int, int]:
        found = overlap(schema, tuple(dp.Condition(*each) for each in conditions))
        return found.least, found.most, found.differing

    assert of(*(("ward", "==", ward) for ward in "ABC")) == (0, 1, 2)
    assert of(*(("age", ">=", age) for age in (20, 40, 60))) == (0, 3, 3)
    assert of(("age", ">=", 65), ("smoker", "==", True), ("ward", "in", ["A"])) == (0, 3, 3)
    assert of(("age", ">", 200)) == (0, 1, 1)  # no row meets it, and yet it is not called public


def test_the_last_day_and_a_long_list_of_values() -> None:
    schema = dp.Schema(d=dp.Date("0001-01-01", "9999-12-31"), g=dp.Category([str(place) for place in range(100_000)]))
    ends = (dp.Condition("d", "<=", "0001-01-01"), dp.Condition("d", ">=", "9999-12-31"))
    assert overlap(schema, ends) == Overlap(0, 1, 2)
    assert overlap(schema, (dp.Condition("g", "!=", "7"), dp.Condition("g", "==", "99999"))) == Overlap(0, 2, 2)
