"""How many of several conditions a row can meet, from the declared columns alone.

A table may hold any combination of allowed cells, so columns are independent: the least and the largest number of
conditions that a row meets, and the largest number that tells two rows apart, add up over columns. For one column, the
comparisons with the listed values change only at these values. So every combination that a cell can meet is met by one
of the values themselves, a value between each two of them (in a whole-number column, the neighbouring whole numbers)
and the two bounds; a missing cell meets no condition. The tests check this by brute force over all cells.
"""

from __future__ import annotations

import datetime as dt
import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, assert_never, final

from dpcore.table.category import Category
from dpcore.table.column import Date, Flag, Number
from dpcore.table.condition import Condition, declared
from dpcore.table.schema import Schema

Askable = Number | Category | Flag | Date


@final
@dataclass(frozen=True, slots=True)
class Overlap:
    """least, most: numbers of conditions that a row can meet. differing: the most that only one of two rows meets."""

    least: int
    most: int
    differing: int


def overlap(schema: Schema, conditions: tuple[Condition, ...]) -> Overlap:
    """The exact numbers; `most` and `differing` are at least 1, also if no row meets a condition. Raises QueryError."""
    least = most = differing = 0
    conditions = tuple(condition.bind(schema) for condition in conditions)  # values from a record may be texts
    for name in dict.fromkeys(condition.column for condition in conditions):
        patterns = _patterns(declared(schema, name), tuple(c for c in conditions if c.column == name))
        sizes = [sum(pattern) for pattern in patterns]
        least, most = least + min(sizes), most + max(sizes)
        differing += max(_distance(first, second) for first, second in itertools.product(patterns, repeat=2))
    return Overlap(least, max(most, 1), max(differing, 1))


@lru_cache(maxsize=256)
def _patterns(column: Askable, conditions: tuple[Condition, ...]) -> frozenset[tuple[bool, ...]]:
    """The combinations of conditions on a column that a cell can meet: True for each condition met."""
    named = sorted({value for condition in conditions for value in condition.values})
    patterns = {tuple(_meets(value, condition) for condition in conditions) for value in _cells(column, named)}
    if not (isinstance(column, Number) and column.missing != "drop"):
        patterns.add((False,) * len(conditions))
    return frozenset(patterns)


def _cells(column: Askable, named: list[Any]) -> Iterator[Any]:
    """Cells that meet every combination of conditions on these values."""
    match column:
        case Flag():
            yield from (False, True)
        case Category():
            unnamed = (key for key in column.keys if key not in named)
            yield from (*named, *itertools.islice(unnamed, 1))
        case Date(low, high):
            first, last = low.toordinal(), high.toordinal()
            days = {first, last, *(value.toordinal() + shift for value in named for shift in (-1, 0, 1))}
            yield from (dt.date.fromordinal(day) for day in days if first <= day <= last)
        case Number(low, high, integer, missing):
            ends = sorted({Fraction(low), Fraction(high), *(Fraction(value) for value in named)})
            near = [(one + other) / 2 for one, other in itertools.pairwise(ends)]
            if integer:
                near = [Fraction(math.floor(end) + shift) for end in ends for shift in (-1, 0, 1)]
                ends = [end for end in ends if end.denominator == 1]
            if missing != "drop":
                near.append(Fraction(missing))
            yield from (value for value in (*ends, *near) if low <= value <= high)
        case _:
            assert_never(column)


def _meets(value: Any, condition: Condition) -> bool:
    """Whether a cell with this value meets a condition."""
    match condition.op:
        case "<":
            met = value < condition.value
        case "<=":
            met = value <= condition.value
        case ">":
            met = value > condition.value
        case ">=":
            met = value >= condition.value
        case "==" | "in":
            met = value in condition.values
        case "!=" | "not in":
            met = value not in condition.values
        case _:
            assert_never(condition.op)
    return bool(met)


def _distance(first: tuple[bool, ...], second: tuple[bool, ...]) -> int:
    return sum(a != b for a, b in zip(first, second, strict=True))
