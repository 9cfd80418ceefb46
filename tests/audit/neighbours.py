"""Families of neighbouring tables with the nastiest cells a column can hold: all tables of a family differ in one unit.

Any two tables of a family that both have the unit are neighbours under replace; each of them and the one without it are
neighbours under add/remove. Rows lie in a random order in each. Stored types are the columns', never the cells'.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import pyarrow as pa

import dpcore as dp
from dpcore.queries import Query

POOLS: dict[str, list[Any]] = {
    "x": [
        None,
        math.nan,
        math.inf,
        -math.inf,
        0.0,
        -0.0,
        5e-324,
        -2.2e-308,
        1e308,
        -1e308,
        0.1,
        119.99,
        120.0,
        -7.0,
        2.0**53 - 1,
        2.0**53,
        -(2.0**53),
        2.0**62,
        2.0**63,
        -(2.0**64),
        33.3,
        42.0,
        41.99999999999999,
    ],
    "n": [None, 0, 1, -1, 39, 40, 41, 2**31, 2**53 - 1, 2**53, 2**53 + 1, 2**62, 2**63 - 1, -(2**62), -(2**63)],
    "t": [
        None,
        "",
        " 7 ",
        "0",
        "1e400",
        "-1e400",
        "nan",
        "inf",
        "-Infinity",
        "12abc",
        "9" * 30,
        "=1+1",
        "1e-400",
        "5.5",
        "'; DROP TABLE t; --",
        "<b>3</b>",
        "9007199254740993",
        "0x10",
        "1_000",
        "٣",
        "10",
        "9.999",
    ],
    "s": [None, math.nan, math.inf, -math.inf, -0.0, 1e-45, 3e38, 0.1, 1.0, 0.5],
    "k": [None, "", "A", "A", " A", "B", "C", "C", "unlisted", "A\u200b", "'", '"', "=A"],
    "f": [None, True, False],
    "u": [None, "", " ", "p", "q", "r", "s"],
}
TYPES = {
    "x": pa.float64(),
    "n": pa.int64(),
    "t": pa.string(),
    "s": pa.float32(),
    "k": pa.string(),
    "f": pa.bool_(),
    "u": pa.string(),
}
SCHEMA = dp.Schema(
    x=dp.Number(-7, 120),
    n=dp.Number(0, 40, integer=True, missing=3),
    t=dp.Number(0, 10),
    s=dp.Number(-1, 1, missing=0.25),
    k=dp.Category(["A", "B", "C"], other=True),
    f=dp.Flag(),
    u=dp.Identifier(),
)
UNITS = (dp.Unit(), dp.Unit("u", 1), dp.Unit("u", 3, 2))
OVER = dp.Condition("x", ">", 41.5)
QUESTIONS: list[Query] = [
    dp.Count(),
    dp.Count(by=["k", "f"], where=[OVER]),
    dp.DistinctUnits(by=["k"]),
    dp.Histogram("x", bins=9),
    dp.Histogram("t", edges=[0, 0.5, 5.5, 9]),
    dp.CrossTable(["k", "n"]),
    dp.Fraction(dp.Condition("k", "in", ["A", "B"]), by=["f"]),
    dp.Sum("x", by=["k"]),
    dp.Sum("n", where=[dp.Condition("f", "!=", True)]),
    dp.Mean("t"),
    dp.Mean("s", by=["k"]),
    dp.Variance("x", where=[OVER]),
    dp.StandardDeviation("n", by=["f"]),
]

Row = dict[str, Any]


@dataclass(frozen=True)
class Family:
    """Tables that differ in the rows of one unit; the first has none of it."""

    unit: dp.Unit
    tables: tuple[tuple[Row, ...], ...]

    def pairs(self, neighbors: str) -> Iterator[tuple[int, int]]:
        """The neighbouring tables, by place."""
        for a in range(len(self.tables)):
            for b in range(a):
                if (b == 0) == (neighbors == "add_remove"):
                    yield b, a


def row(random: Random, **fixed: Any) -> Row:
    """A row of cells drawn from the pools."""
    return {name: random.choice(pool) for name, pool in POOLS.items()} | fixed


def family(random: Random, unit: dp.Unit, size: int) -> Family:
    """`size` tables with a unit of one to five rows each, and the same others; a unit without rows comes first."""
    others = [row(random) for _ in range(random.choice([0, 1, 3, 8]))]
    # No table can be loaded without a row: one that belongs to nobody, or is its own unit, keeps each from being empty.
    others.append(row(random, u=None))
    if unit.identifier is None:
        alike = row(random)
        own = [[row(random)] for _ in range(size - 1)] + [[alike]]
    else:
        own = [[row(random, u="mine") for _ in range(random.randint(1, 5))] for _ in range(size - 1)]
        own.append([row(random, u=random.choice(["mine", " mine\n"]))] * 4)
    tables = [[*others], *([*others, *rows] for rows in own)]
    for table in tables:
        random.shuffle(table)
    return Family(unit, tuple(tuple(table) for table in tables))


def arrow(rows: tuple[Row, ...]) -> pa.Table:
    """The rows with their columns' types."""
    return pa.table({name: pa.array([one[name] for one in rows], kind) for name, kind in TYPES.items()})
