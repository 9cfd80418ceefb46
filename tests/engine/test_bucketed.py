"""Ranks in two scans of one statement on PostgreSQL: what is stored too far from them is passed over, and no row else.

Against the statement that reads every row, with columns of any scale and cells at the ends of buckets.
"""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import numpy as np
import psycopg
import pytest
from sqlglot import exp

from dpcore.engine.sql import bucketed
from dpcore.engine.sql.literal import text
from dpcore.engine.sql.order import select_ranks
from dpcore.engine.sql.physical import Physical
from dpcore.engine.sql.postgres_dialect import PostgresDialect
from dpcore.engine.sql.scan import Scan
from dpcore.mechanisms import Mu
from dpcore.queries import Median
from dpcore.table.aggregate import Aggregate
from dpcore.table.column import Number
from dpcore.table.schema import Schema
from dpcore.table.table import Table
from tests.postgres import DATABASE, Cluster

ROWS, MOST = 400, 2.0**53
HOSTILE = (float("nan"), float("inf"), float("-inf"), 0.0, -0.0, 1e-300, -1e-300, 5e-324, 1.7e308, -1.7e308, None)


def column(chance: random.Random) -> Number:
    """Bounds of any size, around 0 or far from it."""
    size = 10.0 ** chance.choice([0, 1, 3, chance.uniform(-12, 15), chance.uniform(-15, 15)])
    low = chance.choice([0.0, -size, size * chance.uniform(-1, 1), min(size * 1e6, MOST / 2)])
    high = low + size * chance.uniform(0.5, 1.5)
    low, high = max(low, -MOST), min(high, MOST)
    if 1 < size < 1e15 and low + 2 < high and chance.random() < 0.5:
        return Number(int(low), int(high), integer=True)
    return Number(low, high)


def asked(column: Number) -> Aggregate:
    """What a median of it reads."""
    table = Table(Schema(x=column))
    return next(Median("x").bind(table.schema).run(table, Mu(Fraction(1)))).steps[0].aggregate


def cells(chance: random.Random, column: Number, ask: Aggregate, stored: str) -> list[Any]:
    """At the ends of grid steps around a few of them, next to a float32, outside of the bounds, and hostile ones."""
    assert ask.order is not None
    grid, made = ask.order.grid, []
    middles = [chance.randint(0, grid.steps) for _ in range(3)]
    for _ in range(ROWS):
        y = chance.choice(middles) + chance.choice([0, chance.randint(-3, 3), chance.randint(-3000, 3000)])
        x = (grid.low + y + chance.choice([-0.5, 0, 0.5])) * grid.step
        kinds = [x, np.nextafter(x, -np.inf), np.nextafter(x, np.inf), single(x), x + chance.choice([-0.5, 0.5])]
        made.append(chance.choice([*kinds, column.low - abs(x), column.high + abs(x)]))
    made += [chance.choice(HOSTILE) for _ in range(ROWS // 10)]
    if stored == "bigint":
        return [None if x is None or not abs(x) < 2**62 else int(x) for x in made]
    return [x if x is None or stored == "float8" else single(x) for x in made]


def single(x: float) -> float:
    """The float32 next to it; 0 where that is infinite."""
    with np.errstate(all="ignore"):
        near = float(np.float32(x))
    return near if np.isfinite(near) or not np.isfinite(x) else 0.0


def both(connection: psycopg.Connection[Any], seed: int) -> tuple[list[Any], list[Any]]:
    """What the statement reads that passes over rows, and what the other one does, of one table."""
    chance = random.Random(seed)
    declared = column(chance)
    stored, kind = chance.choice([("float8", "float"), ("float8", "float"), ("float4", "float"), ("bigint", "integer")])
    ask = asked(declared)
    assert ask.order is not None
    connection.execute("DROP TABLE IF EXISTS near")
    connection.execute(f"CREATE TABLE near (x {stored})")  # type: ignore[arg-type]
    with connection.cursor() as cursor:
        cursor.executemany("INSERT INTO near VALUES (%s)", [(x,) for x in cells(chance, declared, ask, stored)])
    kinds: dict[str, Physical] = {"x": kind}  # type: ignore[dict-item]
    scan = Scan(Table(Schema(x=declared)), kinds, exp.to_table("near"), PostgresDialect(), text("7"), logged=True)
    shift = chance.randint(1, ask.order.grid.steps.bit_length())
    queries = (bucketed.select_by_buckets(ask, ask.order, scan, shift), select_ranks(ask, ask.order, scan))
    found = [sorted(connection.execute(scan.dialect.sql(query)).fetchall()) for query in queries]  # type: ignore[arg-type]
    return found[0], found[1]


def test_no_row_near_a_rank_is_passed_over(postgres: Cluster) -> None:
    postgres.empty()
    with postgres.connect(DATABASE) as connection:
        for seed in range(24):
            near, every = both(connection, seed)
            assert near == every and every, seed


def test_without_slack_some_would_be(postgres: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bucketed, "_slack", lambda column, grid: 0.0)
    postgres.empty()
    with postgres.connect(DATABASE) as connection:
        assert any(near != every for near, every in (both(connection, seed) for seed in range(60)))
