"""Filter conditions: one declared column, one comparison operator and one public value. No user code, no SQL text.

Every condition is false for a missing cell, including `!=` and `not in`. Numbers are compared after clamping.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, assert_never, final, get_args

from dpcore import text
from dpcore.errors import QueryError
from dpcore.number import held, real, shown, zeroed
from dpcore.spelling import spelt
from dpcore.table.category import MAX_CATEGORIES, Category
from dpcore.table.column import Asked, Date, Flag, Identifier, Number, Text, Unbounded, day
from dpcore.table.listing import Listing, listing
from dpcore.table.schema import Schema

Operator = Literal["==", "!=", "<", "<=", ">", ">=", "in", "not in"]
Scalar = str | float | int | bool | dt.date
_EQUALITY = ("==", "!=", "in", "not in")
MOST_VALUES = MAX_CATEGORIES


@final
@dataclass(frozen=True, slots=True)
class Condition:
    """`Condition("age", ">=", 65)`; with "in" and "not in", `value` is a list of values."""

    column: str
    op: Operator
    value: Any

    def __post_init__(self) -> None:
        if not isinstance(self.op, str) or self.op not in get_args(Operator):
            raise QueryError(
                "{op} is not a comparison operator.",
                "Operators: {get_args}.",
                op=shown(self.op),
                get_args=" ".join(get_args(Operator)),
            )
        if self.op in ("in", "not in"):
            if isinstance(self.value, str) or not isinstance(self.value, Iterable):
                raise QueryError(
                    "`{op}` needs a list of values. Got {value}.",
                    'For a single value use "==".',
                    op=self.op,
                    value=shown(self.value),
                )
            listed = tuple(self.value)
            object.__setattr__(self, "value", listed)
            if not listed:
                raise QueryError("`{op}` needs at least one value.", "An empty list selects nothing.", op=self.op)
            if len(listed) > MOST_VALUES:
                raise QueryError("`{op}` can list at most {most:,} values.", op=self.op, most=MOST_VALUES)
        if not isinstance(self.column, str) or any(map(held, self.values)):
            raise QueryError(
                "A condition compares a column with single values. Got {column} and {value}.",
                'For example dp.Condition("age", ">=", 65).',
                column=shown(self.column),
                value=shown(self.value),
            )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Condition) and self._facts == other._facts

    def __hash__(self) -> int:
        return hash(self._facts)

    @property
    def _facts(self) -> tuple[object, ...]:
        """The facts compared by `==`, with types: 1 equals True in Python, but a category has values "1" and "true"."""
        return self.column, self.op, tuple((isinstance(value, bool), value) for value in self.values)

    @property
    def values(self) -> tuple[Any, ...]:
        """The public values with which a cell is compared."""
        return self.value if self.op in ("in", "not in") else (self.value,)

    def bind(self, schema: Schema) -> Condition:
        """This condition with its values converted to the column's type. Raises QueryError if they do not fit."""
        column = declared(schema, self.column)
        keys = _Keys(column) if isinstance(column, Category) else None
        values = tuple(_typed(value, self, column, keys) for value in self.values)
        return Condition(self.column, self.op, values if self.op in ("in", "not in") else values[0])

    def to_dict(self) -> dict[str, Any]:
        """Plain data; `from_dict` reads it back."""
        plain = [value.isoformat() if isinstance(value, dt.date) else value for value in self.values]
        return {"column": self.column, "op": self.op, "value": plain if self.op in ("in", "not in") else plain[0]}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Condition:
        """The condition that `to_dict` wrote."""
        try:
            return cls(data["column"], data["op"], data["value"])
        except (KeyError, TypeError):
            raise QueryError("{data} is not a condition.", "It needs column, op and value.", data=shown(data)) from None

    @property
    def words(self) -> text.Text:
        """The condition in words."""
        facts: dict[str, str] = {"column": self.column, "values": text.joined(map(_written, self.values), ", ")}
        alone = len(self.values) == 1  # of a list too, which reads as what it means
        match self.op:
            case "==" | "in" if alone:
                return text.Text("{column} is {values}", **facts)
            case "!=" | "not in" if alone:
                return text.Text("{column} is not {values}", **facts)
            case "in":
                return text.Text("{column} is one of {values}", **facts)
            case "not in":
                return text.Text("{column} is none of {values}", **facts)
        return text.Text("{column} {op} {values}", op=self.op, **facts)

    def __str__(self) -> str:
        return str(self.words)


def _written(value: Any) -> str:
    """A value in plain spelling: 30, not 30.0; yes, not True."""
    if isinstance(value, bool):
        return text.Text("yes") if value else text.Text("no")
    return f"{value:.15g}" if isinstance(value, float) else str(value)


def declared(schema: Schema, name: str) -> Asked:
    """The declared column with this name. Raises QueryError if there is none or questions cannot use it."""
    column = schema.columns.get(name) if isinstance(name, str) else None
    match column:
        case None:
            raise QueryError(
                "Column {name} is not declared.",
                "Declared columns: {schema}.",
                name=shown(name),
                schema=", ".join(schema),
            )
        case Identifier():
            raise QueryError(
                "Column {name} is an identifier and cannot be used in questions.",
                "It only identifies the protected units.",
                name=shown(name),
            )
        case Text():
            raise QueryError(
                "Column {name} is free text and cannot be used in questions.",
                "Declare it as a Category to use it.",
                name=shown(name),
            )
        case Unbounded():
            raise QueryError(
                "The bounds of column {name} are not known yet, so it cannot be used in questions.",
                "An owner can declare them: describe the table again.",
                name=shown(name),
            )
        case Number() | Category() | Flag() | Date():
            return column
        case _:
            assert_never(column)


def _typed(value: object, condition: Condition, column: Number | Category | Flag | Date, keys: _Keys | None) -> Scalar:
    """The value in the column's type. keys: of a category column, else None."""
    name = text.Text("The value compared with {column}", column=shown(condition.column))
    match column:
        case Number():
            return zeroed(real(value, name, error=QueryError))
        case Date():
            return day(value, name, QueryError)
        case Flag():
            if not isinstance(value, bool) or condition.op not in _EQUALITY:
                raise QueryError(
                    "{name} must be True or False, compared by == or !=. Got {value}.", name=name, value=shown(value)
                )
            return value
        case Category():
            if condition.op not in _EQUALITY:
                raise QueryError("A category cannot be compared by {op}.", "Use ==, !=, in or not in.", op=condition.op)
            key = (keys or _Keys(column)).find(spelt(value))
            if key is None:
                raise QueryError(
                    "{value} is not a listed value of {column}.",
                    "See the declaration of the column.",
                    value=shown(value),
                    column=shown(condition.column),
                )
            return key
        case _:
            assert_never(column)


@final
class _Keys:
    """The keys of a category. Its `Listing` is made once per condition, and only for a value spelt unlike all keys."""

    def __init__(self, column: Category) -> None:
        self._values, self._keys = tuple(column.values), frozenset(column.keys)

    def find(self, spelling: str | None) -> str | None:
        """The key that a cell of this spelling stands for; None if it is not listed."""
        if spelling is None or spelling in self._keys:
            return spelling
        place = self._listing.find(spelling)
        return None if place is None else self._values[place]

    @cached_property
    def _listing(self) -> Listing:
        return listing(self._values)
