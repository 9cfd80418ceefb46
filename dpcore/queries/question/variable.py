"""The variables of fitted models: numbers, true-or-false columns, and the values of categories, on public grids."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from dpcore.errors import QueryError
from dpcore.number import shown
from dpcore.queries.question.grid import grid
from dpcore.table.category import Category
from dpcore.table.column import Flag, Number
from dpcore.table.condition import Condition, declared
from dpcore.table.grid import Grid
from dpcore.table.schema import Schema

BITS = 12
"""Grids have at most 2**BITS steps, so that noise on products can be drawn fast."""
MOST = 30
"""The largest number of variables: numbers, true-or-false columns and values of categories."""


@final
@dataclass(frozen=True, slots=True)
class Variable:
    """A coordinate of v: a number or a true-or-false column, or one value of a category (`key`)."""

    column: str
    part: Grid | Condition
    key: str | None = None

    @property
    def steps(self) -> int:
        """U: a grid integer y, or 0 and 1, gives the whole number 2y - U, and 2y - U = U x."""
        return self.part.steps if isinstance(self.part, Grid) else 1

    @property
    def middle(self) -> float:
        """The value at x = 0, in the column's unit; 1/2 of a true-or-false column."""
        return (self.part.low + self.steps / 2) * self.part.step if isinstance(self.part, Grid) else 0.5

    @property
    def half(self) -> float:
        """Half of the range, in the column's unit; 1/2 of a true-or-false column."""
        return self.steps / 2 * self.part.step if isinstance(self.part, Grid) else 0.5


def variables(schema: Schema, names: tuple[str, ...]) -> tuple[list[Variable], list[Variable]]:
    """Numbers and true-or-false columns, and the values of categories. Raises QueryError."""
    spans, keys = [], []
    for name in names:
        match declared(schema, name):
            case Number() as column:
                spans.append(Variable(name, grid(name, column, BITS)))
            case Flag():
                spans.append(Variable(name, Condition(name, "==", True)))
            case Category() as column:
                keys += [Variable(name, Condition(name, "==", key), key) for key in column.keys]
            case _:
                raise QueryError(
                    "Column {name} is not a number, a category or true or false.",
                    "Declare it as one of these, or leave it out.",
                    name=shown(name),
                )
    if len(spans) + len(keys) > MOST:
        raise QueryError(
            "The columns have {size:,} numbers and values of categories; at most {most} are allowed.",
            "Use fewer columns, or categories with fewer values.",
            size=len(spans) + len(keys),
            most=MOST,
        )
    return spans, keys
