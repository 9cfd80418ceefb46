"""Questions answered by numbers of a column's public grid, drawn by their distance from a rank."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar, assert_never

import numpy as np

from dpcore.budget.loss import BoundedRange
from dpcore.errors import QueryError
from dpcore.mechanisms import Epsilon, Exponential, Kind, Mu, PermuteAndFlip, Price
from dpcore.mechanisms.exponential import epsilon_of, exponential, permute_and_flip, window
from dpcore.queries.question.base import Estimates, Query
from dpcore.queries.question.error import ErrorUnit
from dpcore.queries.question.grid import grid, number
from dpcore.queries.question.parameter import Parameter
from dpcore.queries.question.quantity import Quantity, of_column
from dpcore.queries.question.single import DEAREST
from dpcore.table.aggregate import Aggregate, Grid
from dpcore.table.column import Number
from dpcore.table.ordering import Order
from dpcore.table.table import Table
from dpcore.text import Text

if TYPE_CHECKING:
    from dpcore.queries.question.base import Floats

BITS = 20
# The highest level of an ask. The window must contain the error bound at this level.
LEVEL = 0.9999

_LARGEST = 1e5  # an epsilon beyond every price that is sold
Selection = Exponential | PermuteAndFlip


class Ranked(Query):
    """The common parts of such questions: a number column, its grid, and errors in ranks."""

    parameters: ClassVar[tuple[Parameter, ...]] = (Parameter("column", "column", Text("The numbers."), (Number,)),)

    column: str

    @property
    def error(self) -> ErrorUnit:
        """In ranks."""
        return ErrorUnit("ranks")

    def quantity(self, table: Table) -> Quantity:
        """Numbers of the grid within the bounds of the column."""
        return of_column(table.schema, self.column, float(self.lattice(table).step))

    def lattice(self, table: Table) -> Grid:
        """The public grid with at most 2**20 steps; for a whole-number column its own numbers, if they fit."""
        return grid(self.column, number(table.schema, self.column), BITS)

    def numbers(self, table: Table, drawn: Floats) -> Floats:
        """Drawn grid integers in the column's unit, within its bounds."""
        lattice = self.lattice(table)
        column = number(table.schema, self.column)
        values = (drawn + lattice.low) * lattice.step
        return np.clip(np.rint(values) if column.integer else values, float(column.low), float(column.high))

    def ordered(self, table: Table, order: Order) -> Aggregate:
        """The request to the engine for order statistics or counts of ranges in every group."""
        return Aggregate((order,), self._keys(table), tuple(self.where), (self.column,), self._groups(table))

    def checked(self, table: Table, selection: Selection, ranges: int) -> Selection:
        """The selection, drawn from this number of ranges. Raises QueryError if the answer would be meaningless."""
        points = self.lattice(table).steps + 1
        room, worst = window(selection.rate, points, ranges), selection.worst(points, LEVEL)
        if room < worst:
            raise QueryError(
                "At this price the answer to “{question}” would be meaningless.",
                "Pay about {times:.3g} times as much, or use fewer groups than {ranges:,}."
                if ranges > 1
                else "Pay about {times:.3g} times as much.",
                question=self.sentence,
                times=worst / room,
                ranges=ranges,
            )
        return selection


def unbounded(value: Floats) -> Estimates:
    """An answer whose error in its own unit depends on the rows, so that it is NaN."""
    unknown = np.full(value.shape, math.nan)
    return Estimates(value, unknown, unknown, unknown)


def selection(price: Price, band: Fraction, denominator: int) -> Selection:
    """The selection for a price. band: the width, in rows, of the band of a unit's score changes."""
    match price:
        case Mu(squared):
            return exponential(band, epsilon_of(squared), denominator)
        case Epsilon(epsilon):
            return permute_and_flip(band, epsilon, denominator)
        case _:
            assert_never(price)


def cost(kind: Kind, epsilon: Fraction) -> Fraction:
    """The cost of a selection with this epsilon, as mu**2 or epsilon; very large if its mu is infinite."""
    if epsilon > _LARGEST:
        return Fraction(10**9)
    booked = epsilon if kind is Epsilon else BoundedRange(epsilon).mu_squared
    return Fraction(10**9) if booked is None else booked


def largest(kind: Kind, share: Fraction = Fraction(1)) -> float:
    """The epsilon of a selection for a share of the largest price that is sold."""
    most = DEAREST * share
    return float(most if kind is Epsilon else epsilon_of(most))
