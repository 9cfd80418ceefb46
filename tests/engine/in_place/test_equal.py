"""The same exact integers from PostgreSQL and Spark in place, and from DuckDB over the same rows, exported."""

from __future__ import annotations

import contextlib
import datetime as dt
import random
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dpcore as dp
from dpcore.engine.base import SqlEngine
from dpcore.engine.rows import Source
from dpcore.mechanisms import Epsilon, Mu, Price
from dpcore.queries import Query
from dpcore.table import aggregate
from dpcore.table.category import Category
from dpcore.table.column import Column, Date, Flag, Number
from dpcore.table.grid import Grid
from dpcore.table.table import Table
from tests.chance import seeds
from tests.contracts.example import examples
from tests.engine.in_place.world import HIGH, KEY, KINDS, LOW, Kind, address, drawn, exported, make, spark_types
from tests.engine.test_nearest import places
from tests.postgres import Cluster
from tests.spark import Server

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
    bounds = chance.choice([(0, 100), (-10, 50), (0, 1), (-(2**51), 2**51), (-(2**53), 2**53), (-0.5, 99.5)])
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


def asked(chance: random.Random, table: Table) -> list[Query]:
    """Every kind of question, with groups and filters as chance has it."""
    return list(examples(chance, table, groups=1, filters=1))


MOST_ROUNDS = 4
"""Later rounds of a question that takes more read what these do, with other numbers."""

Transcripts = dict[tuple[int, Price], list[list[np.ndarray]]]
"""What each question, by place, drew in its rounds at a price."""


PRICES: tuple[Price, ...] = (Mu(Fraction(1, 100)), Epsilon(Fraction(1, 10)))


def integers(
    engine: SqlEngine, table: Table, queries: list[Query], drawn: Transcripts, prices: tuple[Price, ...] = PRICES
) -> list[tuple[str, np.ndarray]]:
    """What every round of each question reads, paid in mu and in epsilon, by the question's words.

    drawn: what the rounds of another reading answered, which is sent here too; else it is filled.
    """
    found: list[tuple[str, np.ndarray]] = []
    with engine:
        runs = {(place, price): query.run(table, price) for place, query, price in _sold(table, queries, prices)}
        asking = {key: next(run) for key, run in runs.items()}
        number = 0
        while asking and number < MOST_ROUNDS:
            steps = [(key, step) for key, asked in asking.items() for step in asked.steps]
            answers = engine.aggregate([step.aggregate for _, step in steps])
            found += [(str(queries[key[0]]), answer) for (key, _), answer in zip(steps, answers, strict=True)]
            _draw(steps, answers, drawn, number)
            asking = dict(_sent(runs, asking, drawn, number))
            number += 1
    return found


def _sold(table: Table, queries: list[Query], prices: tuple[Price, ...]) -> Iterator[tuple[int, Query, Price]]:
    """The questions at the prices that buy them something."""
    for place, query in enumerate(queries):
        for price in prices:
            with contextlib.suppress(dp.QueryError):
                query.promise(table, price)
                yield place, query, price


def _draw(steps: list[Any], answers: list[np.ndarray], drawn: Transcripts, number: int) -> None:
    """Each round as it is drawn from these answers, unless it is known."""
    fresh: Transcripts = {}
    for (key, step), answer in zip(steps, answers, strict=True):
        if len(drawn.get(key, [])) <= number:
            fresh.setdefault(key, [[]])[0].append(step.mechanism.draw(step.statistic.exact(answer)))
    for key, (noisy,) in fresh.items():
        drawn.setdefault(key, []).append(noisy)


def _sent(runs: dict[Any, Any], asking: dict[Any, Any], drawn: Transcripts, number: int) -> Iterator[tuple[Any, Any]]:
    """The next round of each question that has one."""
    for key in asking:
        with contextlib.suppress(StopIteration):
            yield key, runs[key].send(tuple(drawn[key][number]))


def read(
    source: Source, table: Table, queries: list[Query], folder: Path, drawn: Transcripts, *prices: Price
) -> list[Any]:
    """What one engine says at these prices, or at both."""
    rows = source.load(folder, KEY)
    rows.check(KEY, table)
    engine = rows.engine(table, KEY, folder)
    assert isinstance(engine, SqlEngine)
    return integers(engine, table, queries, drawn, prices or PRICES)


def both(source: Source, file: Source, table: Table, queries: list[Query], folder: Path) -> tuple[list[Any], list[Any]]:
    """What a database and a frozen copy say."""
    drawn: Transcripts = {}
    return read(source, table, queries, folder, drawn), read(file, table, queries, folder, drawn)


def compare(here: list[Any], there: list[Any]) -> None:
    assert here and [words for words, _ in here] == [words for words, _ in there]
    for (words, one), (_, other) in zip(here, there, strict=True):
        assert np.array_equal(one, other), (words, one, other)


pytestmark = pytest.mark.xdist_group("spark")


def laid(seed: int, server: Any, folder: Path) -> tuple[dict[str, Kind], Table, list[Query], Source]:
    """Rows of random kinds on the server, what is declared and asked of them, and the same rows in a file."""
    chance = random.Random(seed)
    kinds = {name: KINDS[name] for name in chance.sample(sorted(KINDS), 7)}
    make(server, "visits", kinds, drawn(chance, kinds, 400))
    table = Table(dp.Schema({name: declared(chance, name) for name in kinds}))
    return kinds, table, asked(chance, table), exported(server, "visits", kinds, folder / "visits.parquet")


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", seeds(25, *range(8, 25)))
def test_every_question_has_equal_integers(seed: int, server: Any, postgres: Cluster, tmp_path: Path) -> None:
    """From PostgreSQL and a file."""
    _, table, queries, file = laid(seed, server, tmp_path)
    compare(*both(dp.read(address(postgres), table="visits"), file, table, queries, tmp_path))


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", seeds(8, *range(4, 8)))
def test_every_question_has_equal_integers_in_spark(seed: int, server: Any, spark: Server, tmp_path: Path) -> None:
    """Spark takes a minute of each setting, to compile statements: fewer, at the price that most questions can have."""
    kinds, table, queries, file = laid(100 + seed, server, tmp_path)
    spark.table("visits", spark_types(kinds), tmp_path / "visits.parquet")
    asking, drawn_once = (table, queries, tmp_path), Transcripts()
    found = [read(one, *asking, drawn_once, PRICES[0]) for one in (file, dp.read(spark.address, table="visits"))]
    compare(*found)


def test_clipped_vectors_are_equal_integers(server: Any, postgres: Cluster, tmp_path: Path) -> None:
    """A quotient of a negative number, or a root, that an engine rounds in its own way would show."""
    chance = random.Random(11)
    kinds = {name: KINDS[name] for name in ("double", "real", "numeric", "int", "text")}
    make(server, "visits", kinds, drawn(chance, kinds, 1_000))
    bounds = [(-1e6, 1e6), (-1, 1), (-3, 1e9), (-100, 120), (-0.5, 99.5)]
    table = Table(dp.Schema({name: dp.Number(*ends, missing=0) for name, ends in zip(kinds, bounds, strict=True)}))
    radii = [0.01, 0.3, 1, 1.7, 8]
    queries: list[Query] = [dp.VectorMean(list(kinds)[:size], radius=radius) for size in (2, 5) for radius in radii]
    file = exported(server, "visits", kinds, tmp_path / "visits.parquet")
    source = dp.read(address(postgres), table="visits")
    compare(*both(source, file, table, [query.bind(table.schema) for query in queries], tmp_path))


def test_scores_are_in_equal_cells(server: Any, postgres: Cluster, tmp_path: Path) -> None:
    """Negative scores, on an edge and between two, near the largest that fit: an engine's own rounding would show."""
    chance = random.Random(12)
    kinds = {name: KINDS[name] for name in ("double", "int", "numeric", "boolean", "text")}
    make(server, "visits", kinds, drawn(chance, kinds, 1_000))
    numbers = Number(-10, 100), Number(-100, 120, integer=True, missing=3), Number(-1, 1)
    columns = dict(zip(kinds, (*numbers, Flag(), Category(WORDS, other=True)), strict=True))
    table = Table(dp.Schema(columns))
    parts: tuple[Grid | dp.Condition, ...] = (
        *(
            Grid(name, 8 * column.low, 8 * (column.high - column.low), -3)
            for name, column in zip(kinds, numbers, strict=False)
        ),
        *(dp.Condition("boolean", "==", True), dp.Condition("text", "in", ["A", "1"])),
    )
    asks, present = [], tuple(kinds)
    for size in (1, 10, 1_000, 10**6, 2**50):
        for _ in range(3):
            weights = tuple(chance.randint(-size, size) for _ in parts)
            middle = sum(weight * chance.randint(0, 400) for weight in weights)
            constant, step = chance.randint(-2 * size, 2 * size) - middle, max(1, 50 * size // 37)
            even = tuple(range(-100 * step, 100 * step, step))
            uneven = tuple(sorted({0, *(chance.randint(-500 * size, 500 * size) for _ in range(90))}))
            asks += [
                aggregate.Aggregate(
                    (aggregate.Rows(), aggregate.Total(parts[0])),  # type: ignore[arg-type]  # a grid
                    (aggregate.Score(parts, weights, constant, edges), *by),
                    present=present,
                )
                for edges, by in ((even, ()), (uneven, (aggregate.Flags("boolean"),)))
            ]
    file = exported(server, "visits", kinds, tmp_path / "visits.parquet")
    source = dp.read(address(postgres), table="visits")
    found = [each.load(tmp_path, KEY).engine(table, KEY, tmp_path) for each in (source, file)]
    with found[0], found[1]:
        here, there = (engine.aggregate(asks) for engine in found)
    assert max(np.count_nonzero(answer[0]) for answer in here) > 50
    assert [answer.tolist() for answer in here] == [answer.tolist() for answer in there]


def test_nearest_places_are_equal_cells(server: Any, postgres: Cluster, tmp_path: Path) -> None:
    """Few and many places, near each other, on ties and far away."""
    chance = random.Random(13)
    kinds = {name: KINDS[name] for name in ("double", "int", "numeric")}
    make(server, "visits", kinds, drawn(chance, kinds, 1_000))
    numbers = Number(-10, 100), Number(-100, 120, integer=True, missing=3), Number(-1, 1)
    table = Table(dp.Schema(dict(zip(kinds, numbers, strict=True))))
    ends = zip(kinds, numbers, strict=True)
    grids = tuple(Grid(name, 8 * column.low, 8 * (column.high - column.low), -3) for name, column in ends)  # type: ignore[arg-type]
    keys = [places(chance, grids, count, widest) for count in (1, 3, 9, 40) for widest in (10, 2**20, 2**28)]
    asks = [
        aggregate.Aggregate((aggregate.Rows(), aggregate.Total(grids[1])), (key,), (), tuple(kinds)) for key in keys
    ]
    file = exported(server, "visits", kinds, tmp_path / "visits.parquet")
    source = dp.read(address(postgres), table="visits")
    found = [each.load(tmp_path, KEY).engine(table, KEY, tmp_path) for each in (source, file)]
    with found[0], found[1]:
        here, there = (engine.aggregate(asks) for engine in found)
    assert max(np.count_nonzero(answer[0]) for answer in here) > 5
    assert [answer.tolist() for answer in here] == [answer.tolist() for answer in there]


DECLARED: tuple[Column, ...] = (
    *(Number(-(2**53), 2**53), Number(0, 1), Number(-10, 100, integer=True), Flag(), Date(LOW, HIGH)),
    *(Date("0001-01-01", "9999-12-31"), Category(WORDS, other=True)),
)


@pytest.mark.sample(2)
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
