"""The same exact integers from PostgreSQL in place and from DuckDB over the same rows, exported and frozen."""

from __future__ import annotations

import datetime as dt
import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dpcore as dp
from dpcore.data import aggregate
from dpcore.data.duckdb_engine import DuckDB
from dpcore.data.engine import SqlEngine
from dpcore.data.postgres_engine import PostgreSQL
from dpcore.data.rows import Source
from dpcore.data.schema import Category, Column, Date, Flag, Identifier, Number
from dpcore.data.table import Table
from dpcore.mechanisms import Epsilon, Mu
from dpcore.queries import Query
from tests.place.world import HIGH, KEY, KINDS, LOW, Kind, address, drawn, exported, make
from tests.postgres import Cluster

NUMBERS = (
    "smallint",
    "int",
    "bigint",
    "real",
    "double",
    "decimal",
    "scaled",
    "numeric",
    "boolean",
    "text",
    "varchar",
    "char",
)
WORDS = (
    "A",
    "1",
    "0.5",
    "true",
    "2020-06-15",
    "é",
    "b b",
    "99.99",
    "x" * 1000,
    "1e3",
    "10000000000000000000",
    "50",
    "1.5",
    "2020-06-15 12:00:00.5",
)


def declared(chance: random.Random, name: str) -> Column:
    """Something that may be said of a column of this kind, whether or not it suits."""
    bounds = chance.choice([(0, 100), (-10, 50), (0, 1), (-(2**53), 2**53), (-0.5, 99.5)])
    whole = all(float(bound).is_integer() for bound in bounds)
    missing = chance.choice(["drop", bounds[0]])
    choices: list[Column] = [Category(WORDS, other=chance.random() < 0.5), Flag(), Date(LOW, HIGH)]
    choices += [Number(*bounds, integer=whole and chance.random() < 0.5, missing=missing)] * (
        3 if name in NUMBERS else 1
    )
    if name in ("date", "timestamp", "zoned", "days"):
        choices += [Date(LOW, HIGH)] * 4
    if name == "numeric":  # a file spells one without a scale as it was written
        choices = choices[3:]
    return chance.choice(choices)


def condition(chance: random.Random, schema: dp.Schema, name: str) -> dp.Condition:
    match schema[name]:
        case Number(low, high):
            return dp.Condition(
                name, chance.choice(["<", "<=", ">", ">=", "==", "!="]), chance.choice([low, high, 0.5, 1])
            )
        case Category(values):
            return dp.Condition(name, chance.choice(["in", "not in"]), list(values[:3]))
        case Flag():
            return dp.Condition(name, "==", chance.random() < 0.5)
        case _:
            return dp.Condition(name, chance.choice(["<", ">="]), "2020-06-15")


def asked(chance: random.Random, table: Table) -> list[Query]:
    """Every kind of question, with groups and filters as chance has it."""
    schema, found = table.schema, list[Query]()
    names = [name for name, column in schema.columns.items() if not isinstance(column, Identifier)]
    groups = [name for name in names if isinstance(schema[name], Category | Flag)]
    for name in names:
        by = tuple(chance.sample(groups, min(len(groups), chance.randrange(2))))
        where = tuple(condition(chance, schema, each) for each in chance.sample(names, chance.randrange(2)))
        match schema[name]:
            case Number():
                kind = chance.choice([dp.Sum, dp.Mean, dp.Median, dp.Variance, dp.StandardDeviation])
                found += [
                    kind(name, by=by, where=where),
                    dp.Histogram(
                        name, bins=chance.choice([1, 2] if schema[name].high == 1 else [1, 3, 10]), where=where
                    ),
                ]
            case Date():
                found.append(dp.Histogram(name, period=chance.choice(["month", "week", "quarter"]), where=where))
            case _:
                found.append(dp.Histogram(name, where=where))
        found.append(dp.Fraction(condition(chance, schema, name), by=by, where=where))
    found += [dp.Count(by=tuple(groups[:1])), dp.DistinctUnits(by=tuple(groups[:1]))]
    found += [dp.CrossTable(tuple(groups[:2]))] if len(groups) > 1 else []
    return found


def integers(engine: SqlEngine, table: Table, queries: list[Query]) -> list[list[Any]]:
    """What the first round of each question reads, paid in mu and in epsilon."""
    prices = (Mu(Fraction(1, 100)), Epsilon(Fraction(1, 10)))
    with engine:
        rounds = [next(query.bind(table.schema).run(table, price)) for query in queries for price in prices]
        asks = [step.aggregate for first in rounds for step in first.steps]
        return [answer.tolist() for answer in engine.aggregate(asks)]


def both(source: Source, file: Source, table: Table, queries: list[Query], folder: Path) -> tuple[list[Any], list[Any]]:
    rows, copy = source.load(folder, KEY), file.load(folder, KEY)
    rows.check(KEY, table)
    place, frozen = rows.engine(table, KEY, folder), copy.engine(table, KEY, folder)
    assert isinstance(place, PostgreSQL) and isinstance(frozen, DuckDB)
    return integers(place, table, queries), integers(frozen, table, queries)


def compare(here: list[Any], there: list[Any], queries: list[Query]) -> None:
    wrong = [(str(queries[i // 2]), a, b) for i, (a, b) in enumerate(zip(here, there, strict=True)) if a != b]
    assert not wrong, wrong[0]


@pytest.mark.parametrize("seed", range(25))
def test_every_question_has_equal_integers(seed: int, server: Any, postgres: Cluster, tmp_path: Path) -> None:
    chance = random.Random(seed)
    kinds = {name: KINDS[name] for name in chance.sample(sorted(KINDS), 7)}
    make(server, "visits", kinds, drawn(chance, kinds, 400))
    table = Table(dp.Schema({name: declared(chance, name) for name in kinds}))
    queries = asked(chance, table)
    file = exported(server, "visits", kinds, tmp_path / "visits.parquet")
    compare(*both(dp.read(address(postgres), table="visits"), file, table, queries, tmp_path), queries)


DECLARED: tuple[Column, ...] = (
    *(Number(-(2**53), 2**53), Number(0, 1), Number(-10, 100, integer=True), Flag(), Date(LOW, HIGH)),
    *(Date("0001-01-01", "9999-12-31"), Category(WORDS, other=True)),
)


@pytest.mark.parametrize("name", sorted(KINDS))
def test_every_cell_of_every_type_is_read_alike(name: str, server: Any, postgres: Cluster, tmp_path: Path) -> None:
    """Each cell in a row of its own, by a key: which of them differs is said."""
    kinds = {"key": Kind("integer", (), KINDS["int"].arrow, int), "cell": KINDS[name]}
    cells = [*KINDS[name].cells, None]
    make(server, "visits", kinds, [{"key": str(place), "cell": cell} for place, cell in enumerate(cells)])
    file = exported(server, "visits", kinds, tmp_path / "visits.parquet")
    source, keys = dp.read(address(postgres), table="visits"), Number(0, len(cells) - 1, integer=True)
    for column in DECLARED:
        if name == "numeric" and isinstance(column, Flag | Category):
            continue  # a file spells one without a scale as it was written
        table = Table(dp.Schema(key=keys, cell=column))
        found = [each.load(tmp_path, KEY).engine(table, KEY, tmp_path) for each in (source, file)]
        with found[0], found[1]:
            here, there = (engine.aggregate(apart(column, len(cells))) for engine in found)
        for one, other in zip(here, there, strict=True):
            places = {int(place) for place in np.argwhere(one != other)[:, 1]}
            assert not places, (column, [cells[place] for place in places])


def apart(column: Column, count: int) -> list[aggregate.Aggregate]:
    """Of each row by itself: whether its cell is missing, and what it counts as."""
    key = aggregate.Integers("key", 0, count - 1)
    found = [aggregate.Aggregate((aggregate.Rows(),), (key,), present=("cell",))]
    match column:
        case Number():
            grid = (
                aggregate.Grid("cell", -(2**49), 2**50, 4)
                if column.high > 100
                else aggregate.Grid("cell", 0, 2**20, -20)
            )
            bins = aggregate.Edges("cell", tuple(column.low + (column.high - column.low) * i / 10 for i in range(11)))
            found += [aggregate.Aggregate((aggregate.Total(grid), aggregate.Rows()), (key,))]
            found += [aggregate.Aggregate((aggregate.Rows(),), (key, bins))]
        case Category(values, other):
            found += [aggregate.Aggregate((aggregate.Rows(),), (key, aggregate.Categories("cell", values, other)))]
        case Flag():
            found += [aggregate.Aggregate((aggregate.Rows(),), (key, aggregate.Flags("cell")))]
        case _:
            days = [LOW + dt.timedelta(days=7 * i) for i in range(53)]
            found += [aggregate.Aggregate((aggregate.Rows(),), (key, aggregate.Periods("cell", tuple(days), HIGH)))]
            found += [aggregate.Aggregate((aggregate.Met(dp.Condition("cell", ">=", LOW)),), (key,))]
    return found
