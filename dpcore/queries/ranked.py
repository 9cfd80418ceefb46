"""Questions that are answered by numbers of a column's public grid, each drawn by how far it is from a rank."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar, Self, assert_never

import numpy as np

from dpcore.budget.loss import BoundedRange
from dpcore.errors import QueryError
from dpcore.mechanisms import Epsilon, Exponential, Kind, Mu, PermuteAndFlip, Price
from dpcore.mechanisms.exponential import epsilon_of, exponential, permute_and_flip, window
from dpcore.queries.base import Estimates, Query
from dpcore.queries.grid import grid, number
from dpcore.queries.parameter import Parameter
from dpcore.table.aggregate import Grid
from dpcore.table.column import Number
from dpcore.table.schema import Schema
from dpcore.table.table import Table
from dpcore.text import Text

if TYPE_CHECKING:
    from dpcore.queries.base import Floats

BITS = 20
# The highest level of an ask: within the window, whatever is said of the error holds at every level.
LEVEL = 0.9999

Selection = Exponential | PermuteAndFlip


class Ranked(Query):
    """What such questions share: a number column, its grid, and errors in ranks."""

    parameters: ClassVar[tuple[Parameter, ...]] = (Parameter("column", "column", Text("The numbers."), (Number,)),)
    unit_of_error: ClassVar = "ranks"

    column: str

    def bind(self, schema: Schema) -> Self:
        """Checked against the schema."""
        number(schema, self.column)
        return super().bind(schema)

    def bounds(self, table: Table) -> tuple[float, float]:
        """Those of the column."""
        column = number(table.schema, self.column)
        return float(column.low), float(column.high)

    def step(self, table: Table) -> float:
        """Answers are numbers of the grid."""
        return float(self.lattice(table).step)

    @property
    def clipped(self) -> str:
        """Its values."""
        return self.column

    def lattice(self, table: Table) -> Grid:
        """A whole-number column's own numbers, or at most 2**20 steps."""
        return grid(self.column, number(table.schema, self.column), BITS)

    def values(self, table: Table, drawn: Floats) -> Estimates:
        """Drawn grid integers in the column's unit. How far each is off there depends on the rows: it is not said."""
        lattice = self.lattice(table)
        low, high = self.bounds(table)
        value = np.clip((drawn + lattice.low) * lattice.step, low, high)
        unknown = np.full(value.shape, math.nan)
        return Estimates(value, unknown, unknown, unknown)

    def checked(self, table: Table, selection: Selection, ranges: int) -> Selection:
        """The selection, drawn from so many ranges. Raises QueryError where it would tell nothing."""
        points = self.lattice(table).steps + 1
        room, worst = window(selection.rate, points, ranges), selection.worst(points, LEVEL)
        if room < worst:
            raise QueryError(
                "At this price the answer to “{question}” would say nothing.",
                "Pay about {times:.3g} times as much, or use fewer groups than {ranges:,}."
                if ranges > 1
                else "Pay about {times:.3g} times as much.",
                question=self.sentence,
                times=worst / room,
                ranges=ranges,
            )
        return selection


def selection(price: Price, band: Fraction, denominator: int) -> Selection:
    """That which a price pays for, where a unit moves the scores within a band of so many rows."""
    match price:
        case Mu(squared):
            return exponential(band, epsilon_of(squared), denominator)
        case Epsilon(epsilon):
            return permute_and_flip(band, epsilon, denominator)
        case _:
            assert_never(price)


def cost(kind: Kind, epsilon: Fraction) -> Fraction:
    """What a selection of this epsilon costs, in what adds up: mu**2 or epsilon; what books no finite mu, too much."""
    booked = epsilon if kind is Epsilon else BoundedRange(epsilon).mu_squared
    return Fraction(10**9) if booked is None else booked
