"""The median of a column: a number of its public grid, drawn by how far it is from the middle row.

Source: the exponential mechanism (McSherry & Talwar 2007) with the rank as its score (Smith 2011), paid in mu as a
bounded range (Dong, Durfee & Rogers 2020); permute-and-flip (McKenna & Sheldon 2020) paid in epsilon.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Self, assert_never, final

import numpy as np

from dpcore.budget.loss import BoundedRange
from dpcore.data.aggregate import Aggregate, Grid, Order, Range
from dpcore.data.condition import Condition
from dpcore.data.schema import Number, Schema
from dpcore.data.table import Table
from dpcore.errors import QueryError
from dpcore.mechanisms import Epsilon, Exponential, Kind, Mu, PermuteAndFlip, Price
from dpcore.mechanisms.exponential import epsilon_of, exponential, permute_and_flip, window
from dpcore.queries.base import Estimates, Parameter, Query
from dpcore.queries.grid import grid, number
from dpcore.queries.prediction import Guess, Prediction, ranks
from dpcore.queries.round import Promise, Rounds, Run, Step, single
from dpcore.queries.single import sold
from dpcore.statistic import Rank
from dpcore.statistic.rank import band

BITS = 20
_HALF = Fraction(1, 2)
# The highest level of an ask: within the window, whatever is said of the error holds at every level.
_LEVEL = 0.9999


@final
@dataclass(frozen=True)
class Median(Query):
    """The value in the middle of a clamped column, over the rows where it is not missing."""

    name: ClassVar[str] = "median"
    title: ClassVar[str] = "Median"
    help: ClassVar[str] = "The value in the middle of a number column, in all or in each group."
    parameters: ClassVar[tuple[Parameter, ...]] = (Parameter("column", "column", "The numbers.", (Number,)),)
    unit_of_error: ClassVar = "ranks"

    column: str
    by: Sequence[str] = ()
    where: Sequence[Condition] = ()

    @property
    def words(self) -> str:
        """The question in words."""
        return f"Median of {self.column}"

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
        return float(self._lattice(table).step)

    @property
    def clipped(self) -> str:
        """Its values."""
        return self.column

    def promise(self, table: Table, price: Price) -> Promise:
        """That of one selection, in all groups together."""
        mechanism = self.mechanism(table, price)
        self._order(table, mechanism)  # what is too much to read is refused before the charge
        return () if mechanism.loss is None else ((mechanism.loss, 1),)

    def run(self, table: Table, price: Price) -> Run:
        """One round: the rows around the middle of each group, and one draw for each."""
        mechanism = self.mechanism(table, price)
        order = self._order(table, mechanism)
        keys = tuple(axis.key for axis in self.axes(table.schema))
        aggregate = Aggregate((order,), keys, tuple(self.where), (self.column,), self._groups(table))
        return single(Step(aggregate, Rank.of(order), mechanism))

    def result(self, table: Table, price: Price, rounds: Rounds, level: float) -> Estimates:
        """The drawn numbers. How far each is off in its own unit depends on the rows, so nothing is said of it."""
        ((drawn,),) = rounds
        lattice = self._lattice(table)
        low, high = self.bounds(table)
        value = np.clip((drawn.array[0] + lattice.low) * lattice.step, low, high)
        unknown = np.full(value.shape, math.nan)
        return Estimates(value, unknown, unknown, unknown)

    def predict(self, table: Table, price: Price, level: float, rows: Guess | None) -> Prediction:
        """In ranks, whatever the rows: how many of them lie between an answer and the middle."""
        mechanism = self.mechanism(table, price)
        return ranks(mechanism.typical, mechanism.worst(self._lattice(table).steps + 1, level))

    def price_of(self, table: Table, kind: Kind, half_width: float, level: float, rows: Guess | None) -> Price:
        """The price at which so many ranks are the bound."""
        points = self._lattice(table).steps + 1
        epsilon = self._band(table) * Fraction((math.log(points) - math.log1p(-level)) / half_width)
        cost = epsilon if kind is Epsilon else BoundedRange(epsilon).mu_squared
        # What books no finite mu is beyond every price.
        return sold(Fraction(10**9) if cost is None else cost, half_width, kind, str(self))

    def mechanism(self, table: Table, price: Price) -> Exponential | PermuteAndFlip:
        """The selection that a price pays for. Raises QueryError where it would tell nothing."""
        width = self._band(table)
        match price:
            case Mu(squared):
                made: Exponential | PermuteAndFlip = exponential(width, epsilon_of(squared), 2)
            case Epsilon(epsilon):
                made = permute_and_flip(width, epsilon, 2)
            case _:
                assert_never(price)
        points, cells = self._lattice(table).steps + 1, self._cells(table)
        room = window(made.rate, points, cells)
        if room < made.worst(points, _LEVEL):
            fewer = f", or use fewer groups than {cells:,}" if cells > 1 else ""
            raise QueryError(
                f"At this price the answer to “{self}” would say nothing.",
                f"Pay about {made.worst(points, _LEVEL) / room:.3g} times as much{fewer}.",
            )
        return made

    def _order(self, table: Table, mechanism: Exponential | PermuteAndFlip) -> Order:
        lattice = self._lattice(table)
        return Order(lattice, self._ranges(table), window(mechanism.rate, lattice.steps + 1, self._cells(table)))

    def _lattice(self, table: Table) -> Grid:
        """A whole-number column's own numbers, or at most 2**20 steps."""
        return grid(self.column, number(table.schema, self.column), BITS)

    def _ranges(self, table: Table) -> tuple[tuple[Range, ...], ...]:
        return ((Range(0, self._lattice(table).steps, _HALF),),) * self._cells(table)

    def _band(self, table: Table) -> Fraction:
        return band(self._ranges(table)[:2], table.neighbors, table.unit.max_rows)
