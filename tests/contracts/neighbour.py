"""Tiny neighbouring tables of a question, by brute force, and the steps that it takes on them.

A table is a few other units, and one that comes, goes or is replaced. Its rows are all that can be told apart by what
a step asks: cells of the question's columns, each of their few values and missing.
"""

from __future__ import annotations

import datetime as dt
import itertools
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

import dpcore as dp
from dpcore.budget.loss import Loss
from dpcore.errors import QueryError
from dpcore.mechanisms import Epsilon, Mu, Price
from dpcore.queries import Query
from dpcore.queries.question.round import Step
from dpcore.table.aggregate import Aggregate
from dpcore.table.category import Category
from dpcore.table.column import Date, Flag, Number
from dpcore.table.table import Table, Unit
from tests.contracts.example import example, suited
from tests.contracts.leak import Leak, Seen, farthest, leak, seen
from tests.oracle import Row, cell, counts, evaluate

DAYS = dt.date(2024, 1, 30), dt.date(2024, 2, 2)
SCHEMA = dp.Schema(
    x=dp.Number(4, 10, integer=True),
    y=dp.Number(-1, 1, integer=True, missing=0),
    g=dp.Category(["a", "b"], other=True),
    h=dp.Category(["a"]),
    k=dp.Category(["b", "c"]),
    f=dp.Flag(),
    d=dp.Date(*DAYS),
    unit=dp.Identifier(),
)
UNITS = (Unit(), Unit("unit", 1), Unit("unit", 2), Unit("unit", 2, 1), Unit("unit", 3, 2))
PRICES: tuple[Price, ...] = tuple(
    kind(Fraction(amount)) for kind in (Mu, Epsilon) for amount in ("1/100", "1", "45", "1600")
)
"""At a high price a selection tells few ranks apart, so that windows end within the tables."""
MOST_ROWS, MOST_KINDS, MOST_SETS, MOST_OTHERS = 120, 6, 40, 6


@dataclass(frozen=True)
class Case:
    """One step of a question: what it asks for at a price, under a loss, of tables of this unit and relation."""

    query: Query
    table: Table
    price: Price
    step: Step
    loss: Loss | None
    seed: str


def cases(kind: type[Query], seeds: Sequence[int]) -> Iterator[Case]:
    """Every step of questions of this kind by chance; prices that are refused are left out."""
    for seed in seeds:
        name = f"{kind.name} {seed}"
        chance = random.Random(name)
        table = Table(SCHEMA, chance.choice(UNITS), chance.choice(["add_remove", "replace"]))
        table = suited(kind, table, 1 + seed % 5 if seed % 4 == 0 else None)
        try:
            query = example(kind, chance, table, groups=1, filters=1, currency="mu")
        except QueryError:
            continue  # drawn weights and variances may be of too different sizes for one question
        price = next((price for price in chance.sample(PRICES, len(PRICES)) if sold(query, table, price)), None)
        if price is None:
            continue  # this question is not answered of such tables
        for step, loss in steps(query, table, price, chance):
            yield Case(query, table, price, step, loss, name)


def sold(query: Query, table: Table, price: Price) -> bool:
    """Whether it is answered at this price; if not, public facts say so before it is charged."""
    try:
        query.promise(table, price)
    except QueryError:
        return False
    return True


def steps(query: Query, table: Table, price: Price, chance: random.Random) -> Iterator[tuple[Step, Loss | None]]:
    """The steps of every round, each with its round's loss; it is sent what its mechanisms draw of some rows."""
    run = query.run(table, price)
    asked = next(run)
    while True:
        noisy = []
        for step in asked.steps:
            rows = [row for unit in others(query, table, step.aggregate, chance) for row in unit]
            noisy.append(step.mechanism.draw(step.statistic.exact(evaluate(step.aggregate, rows))))
            yield step, step.mechanism.loss
        try:
            asked = run.send(tuple(noisy))
        except StopIteration:
            return


def cells(column: Any) -> list[Any]:
    """What may lie in a clean column."""
    match column:
        case Number(low, high):
            values = list(range(int(low), int(high) + 1))
            return [*values, None] if column.missing == "drop" else values
        case Category(values, other):
            return [*values, *(["elsewhere"] if other else []), None]
        case Flag():
            return [True, False, None]
        case Date(low, high):
            return [low, low + dt.timedelta(days=2), high, None]
        case _:
            return ["u"]


def rows(query: Query, table: Table, aggregate: Aggregate, chance: random.Random) -> list[Row]:
    """One row for each thing that a step can see of a row; of many, some by chance."""
    kinds = _told_apart(tuple((name, table.schema[name]) for name in query.columns()), aggregate)
    return kinds if len(kinds) <= MOST_KINDS else chance.sample(kinds, MOST_KINDS)


@lru_cache(2**14)
def _told_apart(columns: tuple[tuple[str, Any], ...], aggregate: Aggregate) -> list[Row]:
    """All of them; of many rows, of some by chance. Most of the time goes here, and each step asks several times."""
    every = list(itertools.product(*(cells(column) for _, column in columns)))
    if len(every) > MOST_ROWS:
        every = random.Random(repr(columns)).sample(every, MOST_ROWS)
    names = [name for name, _ in columns]
    told = {evaluate(aggregate, [row]).tobytes(): row for values in every if (row := dict(zip(names, values)))}  # noqa: B905
    return list(told.values()) or [{}]


def others(query: Query, table: Table, aggregate: Aggregate, chance: random.Random) -> list[list[Row]]:
    """Up to a few units, of a row each."""
    kinds = rows(query, table, aggregate, chance)
    return [[{**chance.choice(kinds), "unit": number}] for number in range(chance.randint(0, MOST_OTHERS))]


def sets(case: Case, chance: random.Random) -> list[list[Row]]:
    """What rows one unit can have once its bounds are kept; of many, some by chance."""
    ask, unit = case.step.aggregate, case.table.unit
    kinds = rows(case.query, case.table, ask, chance)
    sizes = range(1, unit.max_rows + 1)
    made = [list(some) for size in sizes for some in itertools.combinations_with_replacement(kinds, size)]
    made = [some for some in made if _within(some, ask)]
    return made if len(made) <= MOST_SETS else chance.sample(made, MOST_SETS)


def _within(some: Sequence[Row], ask: Aggregate) -> bool:
    fallen = {tuple(cell(row, key) for key in ask.keys) for row in some if counts(ask, row)}
    return ask.max_groups is None or len(fallen) <= ask.max_groups


@dataclass(frozen=True)
class Family:
    """Tables of the same others, the first without the unit, and which pairs of them are neighbours."""

    tables: list[list[Row]]
    pairs: list[tuple[int, int]]


def families(case: Case, backgrounds: int) -> Iterator[Family]:
    """Over some tables of others, the empty one first."""
    chance = random.Random(case.seed)
    mine = [[{**row, "unit": f"mine {number}"} for row in some] for number, some in enumerate(sets(case, chance))]
    for number in range(backgrounds):
        units = others(case.query, case.table, case.step.aggregate, chance) if number else []
        rest = [row for unit in units for row in unit]
        places = range(1, len(mine) + 1)
        added = [(0, place) for place in places]
        pairs = added if case.table.neighbors == "add_remove" else list(itertools.combinations(places, 2))
        yield Family([rest, *([*rest, *some] for some in mine)], pairs or [(1, 1)])


def worst(case: Case, factor: Fraction = Fraction(1), backgrounds: int = 4) -> Leak:
    """The most that is lost between two neighbouring tables. factor: of the noise, for a mutant that draws less."""
    found: list[Leak] = []
    for family in families(case, backgrounds):
        inputs = [look(case.step, table, factor) for table in family.tables]
        found += [leak(inputs[a], inputs[b]) for a, b in farthest(inputs, family.pairs)]
    return max(found, key=lambda each: each.amount)


def neighbours(case: Case, backgrounds: int = 2) -> Iterator[tuple[list[Row], list[Row]]]:
    """Neighbouring tables that are about as far apart as any."""
    for family in families(case, backgrounds):
        inputs = [look(case.step, table) for table in family.tables]
        for a, b in farthest(inputs, family.pairs):
            yield family.tables[a], family.tables[b]


def look(step: Step, table: Sequence[Row], factor: Fraction = Fraction(1)) -> Seen:
    """What a step's mechanism does on a table."""
    return seen(step.mechanism, step.statistic.exact(evaluate(step.aggregate, table)), factor)
