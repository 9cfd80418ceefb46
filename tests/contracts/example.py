"""A question of any kind, made by chance from what the kind declares of its parameters. No kind is named here.

A parameter of a kind that is not known here keeps its default, or gets a value of the type it is annotated with.
"""

from __future__ import annotations

import contextlib
import itertools
import random
import typing
from collections.abc import Iterator, Sequence
from dataclasses import MISSING, fields, replace
from typing import Any

import dpcore as dp
from dpcore.queries import QUERIES, Parameter, Query
from dpcore.queries.question.base import of_all_rows
from dpcore.queries.question.key import axis_of
from dpcore.table.category import Category
from dpcore.table.column import Column, Date, Flag, Identifier, Number, Text
from dpcore.table.condition import Condition
from dpcore.table.partition import Bins, Partition, Period, column_of
from dpcore.table.schema import Schema
from dpcore.table.table import Table, Unit
from tests.contracts.guest import Middle

KINDS: tuple[type[Query], ...] = (*QUERIES, Middle)
"""Every question there is, and a guest's."""

_BY_TYPE: dict[Any, list[Any]] = {int: [2, 3], float: [0.25, 0.5, 0.9], bool: [True], str: ["a", "b"]}


def named(schema: Schema, *kinds: type[Column]) -> list[str]:
    """The columns of these kinds; of any that can be asked about where none is given."""
    accepted = kinds or (Number, Category, Flag, Date)
    return [name for name, column in schema.columns.items() if isinstance(column, accepted)]


def askable(kind: type[Query], schema: Schema) -> bool:
    """Whether the table has a column for each parameter."""
    needed = [
        parameter
        for parameter in kind.parameters
        if parameter.kind in ("column", "columns", "several", "partition") and parameter.when is None
    ]
    return bool(named(schema)) and all(len(_fitting(one, schema)) >= _least(one) for one in needed)


def _least(parameter: Parameter) -> int:
    """How many fitting columns a parameter needs, one of which another parameter may take."""
    if parameter.kind == "column":
        return 1 + bool(parameter.of)
    return (int(parameter.low) or 2) + bool(parameter.of) if parameter.kind == "several" else 1


def counted(kind: type[Query]) -> bool:
    """Whether it, or a choice of it, needs a public number of rows."""
    return kind.limits.public_rows or any(parameter.all_rows for parameter in kind.parameters)


def of_units(kind: type[Query]) -> bool:
    """Whether it asks for the identifier of the protected units."""
    return any(Identifier in parameter.accepts for parameter in kind.parameters)


def suited(kind: type[Query], table: Table, rows: int | None = None) -> Table:
    """The table, or one whose number of rows is public: rows are replaced, all are kept, and `rows` are expected.

    For a kind that asks for the identifier of units, the units are those of an identifier.
    """
    if of_units(kind) and table.unit.identifier is None:
        return replace(table, unit=Unit(named(table.schema, Identifier)[0], 3))
    if not kind.limits.public_rows and not (rows and counted(kind)):
        return table
    columns = {
        name: replace(column, missing=column.low) if isinstance(column, Number) and column.missing == "drop" else column
        for name, column in table.schema.columns.items()
    }
    return replace(table, schema=Schema(columns), unit=Unit(), neighbors="replace", expected_rows=rows)


def example(
    kind: type[Query],
    chance: random.Random,
    table: Table,
    column: str | None = None,
    groups: int = 2,
    filters: int = 3,
    currency: str = "",
    tries: int = 9,
) -> Query:
    """A question of this kind with parameters, groups and conditions by chance, checked against the table.

    column: looked at if the question can. groups, filters: as many at most, if it allows any. currency: of the price at
    which it may be asked; by default of any.
    """
    schema, given = table.schema, dict[str, Any]()
    for parameter in kind.parameters:
        # most budgets leave no delta for the failures of random samples, whose own tests are elsewhere
        if (
            parameter.sampled
            or parameter.currency not in ("", currency)
            or (parameter.optional and chance.random() < 0.4)
        ):
            continue
        if parameter.used(given):
            given |= _parameter(kind, parameter, chance, schema, given, column)
        if parameter.all_rows:  # always or never
            wanted = table.neighbors == "replace" and table.expected_rows is not None
            some = [value for value, _ in parameter.choices if (value in parameter.all_rows) == wanted]
            given[parameter.name] = chance.choice(some)
    if of_all_rows(kind, given):
        groups = filters = 0
    if "by" in _fields(kind):
        found: list[Partition] = [*named(schema, Category, Flag), *partitions(chance, schema)]
        taken = {column_of(given[each.name]) for each in kind.parameters if each.kind == "partition"}
        looked = {given.get(each.name) for each in kind.parameters if each.kind == "column"}
        found = [part for part in found if isinstance(part, str) or part.column not in looked]
        found = [part for part in found if column_of(part) not in taken]
        given["by"] = chance.sample(found, chance.randint(0, min(groups, len(found))))
    given["where"] = [condition(chance, schema) for _ in range(chance.randint(0, filters))]
    try:
        return kind(**given).bind(schema)
    except dp.QueryError:  # so many groups may be too many for its coefficients
        if given.get("by"):
            return kind(**{**given, "by": []}).bind(schema)
        if column is not None or tries < 1:
            raise
        return example(kind, chance, table, None, groups, filters, currency, tries - 1)  # columns whose values differ


def partitions(chance: random.Random, schema: Schema) -> Iterator[Bins | Period]:
    """Declared groups of every number and date: few, and some that leave rows out."""
    for name, column in schema.columns.items():
        match column:
            case Number(low, high):
                middle = (low + high) / 2
                yield Bins(name, chance.choice([(low, middle, high), (low, middle), (middle, high)]))
            case Date():
                yield Period(name, chance.choice(["quarter", "year"]))


def examples(chance: random.Random, table: Table, **limits: int) -> Iterator[Query]:
    """A question of every kind that the table has columns for, and of each column what one asks.

    What a question refuses to be asked of a column, such as whole numbers too large to be halved, is passed over.
    """
    kinds = [kind for kind in QUERIES if askable(kind, table.schema)]
    wanted: list[tuple[type[Query], str | None]] = [(kind, None) for kind in kinds]
    wanted += [(chance.choice(kinds), name) for name in named(table.schema)]
    for kind, name in wanted:
        with contextlib.suppress(dp.QueryError):
            yield example(kind, chance, table, name, **limits)


def condition(chance: random.Random, schema: Schema, column: str | None = None) -> Condition:
    """One that the column allows, with a value that may or may not be among its cells."""
    name = column or chance.choice(named(schema))
    declared = schema[name]
    match declared:
        case Number(low, high, integer):
            middle = (low + high) // 2 if integer else (low + high) / 2
            return dp.Condition(
                name, chance.choice(["<", "<=", ">", ">=", "==", "!="]), chance.choice([low, middle, high])
            )
        case Category(values):
            some = chance.sample(list(values), chance.randint(1, min(3, len(values))))
            return dp.Condition(name, chance.choice(["in", "not in"]), some)
        case Flag():
            return dp.Condition(name, "==", chance.random() < 0.5)
        case Date(low, high):
            return dp.Condition(name, chance.choice(["<", ">=", "=="]), chance.choice([low, low + (high - low) / 2]))
        case Identifier() | Text():
            raise AssertionError(f"{name} cannot be asked about")


def pairs(chance: random.Random, schema: Schema, *ends: str) -> list[tuple[str, str]]:
    """Edges between values of two categories, connected: most or few of those there can be, in any order and twice."""
    first, last = (schema[name].values for name in ends)  # type: ignore[union-attr]
    every = [(a, b) for a in first[:6] for b in last[:6] if a.strip() != b.strip()]
    chance.shuffle(every)
    found, reached = [every[0]], set(every[0])
    while more := [edge for edge in every if edge not in found and reached & set(edge)]:
        if chance.random() < 0.2:
            break
        found.append(more[0])
        reached |= set(more[0])
    return [edge if chance.random() < 0.5 else edge[::-1] for edge in [*found, chance.choice(found)]]


def _fields(kind: type[Query]) -> set[str]:
    return {field.name for field in fields(kind)}  # type: ignore[arg-type]


def _fitting(parameter: Parameter, schema: Schema) -> list[str]:
    """The columns that a parameter may name."""
    if parameter.kind == "columns":
        return [name for name in named(schema, Category, Flag) if name in named(schema, *parameter.accepts)]
    return named(schema, *parameter.accepts)


def _parameter(
    kind: type[Query],
    parameter: Parameter,
    chance: random.Random,
    schema: Schema,
    given: dict[str, Any],
    column: str | None,
) -> dict[str, Any]:
    """Values of the fields that a parameter stands for."""
    name, fitting = parameter.name, _fitting(parameter, schema)
    match parameter.kind:
        case "column":
            fitting = [other for other in fitting if other != given.get(parameter.of)]
            return {name: column if column in fitting else chance.choice(fitting)}
        case "columns":
            return {name: chance.sample(fitting, chance.randint(1, min(3, len(fitting))))}
        case "several":
            fitting = [column for column in fitting if column not in map(given.get, parameter.of.split(","))]
            most = min(int(parameter.high) or 3, len(fitting))
            least = 0 if parameter.optional else int(parameter.low) or 2
            return {name: chance.sample(fitting, chance.randint(least, most))}
        case "partition":
            groups = [*named(schema, Category, Flag), *partitions(chance, schema)]
            return {name: chance.choice([part for part in groups if column_of(part) in fitting])}
        case "matrix" if parameter.of:
            return {name: definite(chance, len(given[parameter.of]))}
        case "matrix":
            return {name: _matrix(kind, chance, schema, given)}
        case "condition":
            return {name: condition(chance, schema, column)}
        case "conditions":
            return {name: _conditions(parameter, chance, schema, column)}
        case "bins":
            return _bins(kind, name, chance, schema[given["column"]])
        case "whole":
            few = min(int(parameter.low) + chance.randint(0, 9), int(parameter.high))
            return {name: chance.choice([few, int(parameter.default)])}
        case "real":
            return {name: _real(parameter, chance, schema, given)}
        case "numbers":
            some = {round(chance.uniform(0, max(parameter.usual)), 2) for _ in range(chance.randint(1, 4))}
            return {name: chance.choice([sorted({*some, parameter.usual[-1]}), list(parameter.usual)])}
        case "pairs":
            return {name: pairs(chance, schema, *given[parameter.of])}
        case "choice":
            return {name: chance.choice(_possible(kind, parameter, schema))}
        case "flag":
            return {name: chance.random() < 0.5}
        case _:
            return _typed(kind, name)


def _conditions(parameter: Parameter, chance: random.Random, schema: Schema, column: str | None) -> list[Condition]:
    """Different conditions, the first on the given column."""
    size = chance.randint(int(parameter.low), min(int(parameter.low) + 5, int(parameter.high)))
    several = [condition(chance, schema, column), *(condition(chance, schema) for _ in range(size - 1))]
    return [one for place, one in enumerate(several) if one not in several[:place]]


def _real(parameter: Parameter, chance: random.Random, schema: Schema, given: dict[str, Any]) -> float:
    """A number from one end to the other; of an optional one, evenly spread in logarithm."""
    if parameter.optional:
        low, high = parameter.ends(schema.columns.get(given.get(parameter.of, "")))
        return float(f"{low * 1.01 * (high / low / 1.02) ** chance.random():.6g}")
    inside = round(chance.uniform(parameter.low, parameter.high), 3)
    return chance.choice([inside, float(parameter.default)])


def _possible(kind: type[Query], parameter: Parameter, schema: Schema) -> list[str]:
    """The choices for whose own columns the table has enough."""
    every = [value for value, _ in parameter.choices]
    for other in kind.parameters:
        if other.when is not None and other.when[0] == parameter.name and other.kind == "column":
            enough = len(_fitting(other, schema)) > (1 if other.of else 0)
            every = [value for value in every if enough or value not in other.when[1]]
    return every


def _matrix(
    kind: type[Query], chance: random.Random, schema: Schema, given: dict[str, Any]
) -> Sequence[Sequence[float]]:
    """Weights for each group of the partition before it: sums, differences, ranges or any numbers."""
    *_, over = (given[parameter.name] for parameter in kind.parameters if parameter.kind == "partition")
    groups, rows = axis_of(schema, over).size, []
    for _ in range(chance.randint(1, 6)):
        weights = chance.choice([[0, 1], [-1, 0, 1], [0.5, 2, -1.25], [0.1, 1 / 3, 1e3]])
        row = [chance.choice(weights) for _ in range(groups)]
        rows.append(row if any(row) else [1] * groups)
    return rows


def definite(chance: random.Random, size: int) -> list[list[float]]:
    """A positive definite matrix: correlations of any strength, variances of any size, few digits or all."""
    scales = [10 ** chance.uniform(-2, 2) for _ in range(size)]
    mixed = [[chance.gauss(0, 1) for _ in range(size)] for _ in range(size)]
    own = chance.choice([0.1, 1, 30])
    rows = [[sum(a * b for a, b in zip(one, other, strict=True)) for other in mixed] for one in mixed]
    digits = chance.choice([6, 17])
    for i, j in itertools.product(range(size), repeat=2):
        rows[i][j] = float(f"{(rows[i][j] + own * (i == j)) * scales[i] * scales[j]:.{digits}g}")
    return [[rows[max(i, j)][min(i, j)] for j in range(size)] for i in range(size)]


def _bins(kind: type[Query], name: str, chance: random.Random, column: Column) -> dict[str, Any]:
    match column:
        case Number(low, high, integer):
            if "edges" in _fields(kind) and chance.random() < 0.3:
                return {"edges": [low, (low + high) / 2, high]}
            most = int(high - low) + 1 if integer else 10
            return {name: chance.choice([bins for bins in (1, 2, 3, 10) if bins <= most])}
        case Date() if "period" in _fields(kind):
            return {"period": chance.choice(["day", "week", "month", "quarter"])}
        case _:
            return {}


def _typed(kind: type[Query], name: str) -> dict[str, Any]:
    """Nothing where the field has a default; else something of its type."""
    field = next(field for field in fields(kind) if field.name == name)  # type: ignore[arg-type]
    if field.default is not MISSING or field.default_factory is not MISSING:
        return {}
    annotated = typing.get_type_hints(kind)[name]
    values = [_BY_TYPE[part] for part in _parts(annotated) if part in _BY_TYPE]
    assert values, f"no example of {annotated} is known here, of a parameter {name}"
    return {name: values[0] if issubclass(typing.get_origin(annotated) or object, Sequence) else values[0][0]}


def _parts(annotated: Any) -> list[Any]:
    """The types that an annotation names, the innermost ones too."""
    return [annotated, *(part for inner in typing.get_args(annotated) for part in _parts(inner))]
