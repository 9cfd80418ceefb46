"""The cells in which every question must show its power: way to answer × relation × shape of the unit × currency.

A cell asks for a witness: two neighbouring tables, read within the bounds of their unit, on which the question loses at
least nine tenths of what is booked for it. No question is named here: cells follow from what questions declare.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from typing import Any, Literal

from dpcore.errors import DpError
from dpcore.mechanisms import Epsilon, Mu, Price
from dpcore.queries import QUERIES, Query
from dpcore.queries.question.parameter import Parameter
from dpcore.sensitivity.relation import Neighbors
from dpcore.table.column import Number
from dpcore.table.schema import Schema
from dpcore.table.table import Table, Unit
from tests.contracts import neighbour
from tests.contracts.example import example, of_units, suited
from tests.contracts.neighbour import sold

SCHEMA = Schema({**neighbour.SCHEMA.columns, "w": Number(0, 200_000, integer=True)})
"""Small columns, and one of many values: a selection loses the most where few of many values are told apart."""
WAYS = ("method", "combine")
"""Parameters that choose how an answer is computed: each of their values has cells of its own."""
RELATIONS: tuple[Neighbors, ...] = ("add_remove", "replace")
Shape = Literal["row", "rows", "groups", "crowd"]
SHAPES: tuple[Shape, ...] = ("row", "rows", "groups", "crowd")
"""A unit has one row; several; several in at most some groups of the answer; or rows in more groups than count."""
CURRENCIES: dict[str, type[Mu] | type[Epsilon]] = {"mu": Mu, "epsilon": Epsilon}
SHARES = (0.001, 0.01, 0.05, 0.1, 0.25, 1 / 3, 0.4, 0.5, 0.6, 2 / 3, 0.75, 0.9, 0.95, 0.99, 0.999)
SECONDS = 0.1
"""The longest that the first round of a question may take, by its own estimate: witnesses are replayed often."""
Asked = tuple[Query, Table, Price]


@dataclass(frozen=True, order=True)
class Cell:
    """One of them. kind: the name of the question. way: a value of one of its `WAYS`, or nothing."""

    kind: str
    way: str
    neighbors: Neighbors
    shape: Shape
    currency: str

    def __str__(self) -> str:
        return "/".join(filter(None, (self.kind, self.way, self.neighbors, self.shape, self.currency)))

    @property
    def question(self) -> type[Query]:
        """The class of its question."""
        return next(kind for kind in QUERIES if kind.name == self.kind)


def cells(kind: type[Query]) -> Iterator[Cell]:
    """Every cell that a question may have; where it is refused, `drawn` finds nothing."""
    ways = [value for parameter in kind.parameters if parameter.name in WAYS for value, _ in parameter.choices]
    for way in ways or [""]:
        for neighbors in RELATIONS:
            for shape in SHAPES:
                if possible(kind, neighbors, shape):
                    yield from (Cell(kind.name, way, neighbors, shape, currency) for currency in CURRENCIES)


def possible(kind: type[Query], neighbors: Neighbors, shape: Shape) -> bool:
    """Whether it declares to answer of such units."""
    if kind.limits.public_rows:
        return (neighbors, shape) == ("replace", "row")
    if shape in ("groups", "crowd") and not grouped(kind):
        return False
    return kind.limits.several_rows or shape == "row"


def grouped(kind: type[Query]) -> bool:
    """Whether it takes groups."""
    return any(field.name == "by" for field in fields(kind))  # type: ignore[arg-type]


def drawn(cell: Cell, chance: random.Random, tries: int = 40) -> Asked | None:
    """A question of the cell by chance, of a table and at a price at which it is answered."""
    for _ in range(tries):
        asked = _once(cell, chance)
        if asked is not None:
            return asked
    return None


def _once(cell: Cell, chance: random.Random) -> Asked | None:
    kind = cell.question
    rows = chance.choice([1, 2, 3, 5]) if chance.random() < 0.4 else None
    table = suited(kind, Table(SCHEMA, unit(cell, chance), cell.neighbors), rows)
    if table.neighbors != cell.neighbors:
        return None
    if (table.unit.max_rows > 1) != (cell.shape != "row") and not of_units(kind):
        return None
    try:
        query = example(kind, chance, table, groups=2, filters=1, currency=cell.currency)
        for _ in range(chance.randint(0, 3)):
            query = varied(query, chance, table)
        query = _way(cell, query).bind(table.schema)
    except (DpError, ValueError, IndexError):
        return None
    price = priced(cell, chance)
    return (query, table, price) if fits(cell, query, table, price) else None


def unit(cell: Cell, chance: random.Random) -> Unit:
    """A unit of the cell's shape."""
    if cell.shape == "row":
        return chance.choice([Unit(), Unit("unit", 1)])
    rows = chance.choice([2, 2, 3, 4, 6])
    return Unit("unit", rows, chance.randint(1, rows - 1) if cell.shape in ("groups", "crowd") else None)


def priced(cell: Cell, chance: random.Random) -> Price:
    """From a hundredth to a high price, at which a selection tells few ranks apart."""
    amount = chance.choice(["1/100", "1/100", "1/10", "1", "4", "20", "45", "110", "230", "300", "1600"])
    return CURRENCIES[cell.currency](Fraction(amount))


def fits(cell: Cell, query: Query, table: Table, price: Price) -> bool:
    """Whether it belongs to the cell and is answered."""
    groups = math.prod(axis.size for axis in query.axes(table.schema)) if grouped(type(query)) and query.by else 1
    if cell.shape in ("groups", "crowd") and groups <= table.unit.groups:
        return False
    lists = [getattr(query, parameter.name) for parameter in query.parameters if parameter.kind == "numbers"]
    if any(len(some) < 2 for some in lists):
        return False  # what is booked for several numbers together is seen on several
    if any(parameter.sampled and getattr(query, parameter.name) for parameter in query.parameters):
        return False  # what a random sample loses is measured as a curve, in tests of its own
    if not sold(query, table, price) or any(loss.failure for loss, _ in query.promise(table, price)):
        return False
    return sum(step.statistic.seconds for step in next(query.run(table, price)).steps) <= SECONDS


def _way(cell: Cell, query: Query) -> Query:
    for parameter in query.parameters:
        if cell.way and parameter.name in WAYS:
            return replace(query, **{parameter.name: cell.way})  # type: ignore[type-var]
    return query


def varied(query: Query, chance: random.Random, table: Table) -> Query:
    """The question with another value of one parameter, over the whole range that the parameter declares.

    Lists of numbers and edges too, which an example keeps at their defaults. Raises DpError.
    """
    some = [one for one in query.parameters if one.kind in ("whole", "real", "numbers", "bins") and not one.sampled]
    if not some:
        return query
    parameter = chance.choice(some)
    return replace(query, **_value(query, parameter, chance, table)).bind(table.schema)  # type: ignore[type-var]


def _value(query: Query, parameter: Parameter, chance: random.Random, table: Table) -> dict[str, Any]:
    low, high = parameter.low, parameter.high
    match parameter.kind:
        case "whole":
            most = chance.choice([low + 3, low + 30, high])
            return {parameter.name: round(math.exp(chance.uniform(math.log(max(low, 1)), math.log(max(most, 2)))))}
        case "real":
            column = table.schema.columns.get(getattr(query, parameter.of, "")) if parameter.of else None
            low, high = parameter.ends(column)
            even = chance.uniform(low, high)
            steep = math.exp(chance.uniform(math.log(low or 1e-3), math.log(high))) if high > 0 else even
            return {parameter.name: float(f"{chance.choice([low, high, even, steep]):.4g}")}
        case "numbers":
            size = chance.choice([1, 2, 2, 3, 5, 9])
            return {parameter.name: sorted({float(f"{share:.4g}") for share in chance.sample(SHARES, size)})}
        case "bins":
            column = table.schema[query.column]  # type: ignore[attr-defined]
            if not isinstance(column, Number):
                return {}
            places = sorted({round(chance.uniform(column.low, column.high), 2) for _ in range(chance.randint(2, 6))})
            return {parameter.name: None, "edges": places, "period": None}
        case _:
            return {}
