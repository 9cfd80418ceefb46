"""The median of a column: a number of its public grid, drawn by its distance from the middle row.

Source: for prices in mu, the exponential mechanism (McSherry & Talwar 2007) with the rank as score (Smith 2011),
charged as a bounded range (Dong, Durfee & Rogers 2020); for prices in epsilon, permute-and-flip (McKenna & Sheldon
2020).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, final

from dpcore.mechanisms import Kind, Price
from dpcore.mechanisms.exponential import window
from dpcore.queries.base import Estimates
from dpcore.queries.prediction import Guess, Prediction, ranks
from dpcore.queries.ranked import Ranked, Selection, cost, selection
from dpcore.queries.round import Promise, Rounds, Run, Step, single
from dpcore.queries.single import sold
from dpcore.statistic import Rank
from dpcore.statistic.ranges import Range
from dpcore.statistic.rank import band
from dpcore.table.aggregate import Aggregate, Order
from dpcore.table.condition import Condition
from dpcore.table.table import Table
from dpcore.text import Text

_HALF = Fraction(1, 2)


@final
@dataclass(frozen=True)
class Median(Ranked):
    """The value in the middle of a clamped column, over the rows where it is not missing."""

    name: ClassVar[str] = "median"
    title: ClassVar[Text] = Text("Median")
    help: ClassVar[Text] = Text("The value in the middle of a number column, in all or in each group.")
    truth: ClassVar[Text] = Text("median")

    column: str
    by: Sequence[str] = ()
    where: Sequence[Condition] = ()

    @property
    def words(self) -> Text:
        """The question in words."""
        return Text("Median of {column}", column=self.column)

    def promise(self, table: Table, price: Price) -> Promise:
        """The loss of one selection, for all groups together. Raises QueryError."""
        mechanism = self.mechanism(table, price)
        self._order(table, mechanism)  # raises before the charge if the answer would be too long
        return () if mechanism.loss is None else ((mechanism.loss, 1),)

    def run(self, table: Table, price: Price) -> Run:
        """One round, which reads the rows around the middle of each group and draws a number for each group."""
        mechanism = self.mechanism(table, price)
        order = self._order(table, mechanism)
        aggregate = Aggregate((order,), self.keys(table), tuple(self.where), (self.column,), self._groups(table))
        return single(Step(aggregate, Rank(order.ranges, order.reach), mechanism))

    def result(self, table: Table, price: Price, rounds: Rounds, level: float) -> Estimates:
        """The drawn numbers."""
        ((drawn,),) = rounds
        return self.values(table, drawn.array[0])

    def predict(self, table: Table, price: Price, level: float, rows: Guess | None) -> Prediction:
        """The error in ranks, for any rows: the number of rows between the answer and the middle."""
        mechanism = self.mechanism(table, price)
        return ranks(mechanism.typical, mechanism.worst(self.lattice(table).steps + 1, level))

    def price_of(self, table: Table, kind: Kind, half_width: float, level: float, rows: Guess | None) -> Price:
        """The price at which `half_width` ranks bound the error."""
        points = self.lattice(table).steps + 1
        epsilon = self._band(table) * Fraction((math.log(points) - math.log1p(-level)) / half_width)
        return sold(cost(kind, epsilon), half_width, kind, str(self))

    def mechanism(self, table: Table, price: Price) -> Selection:
        """The selection for a price. Raises QueryError if the answer would be meaningless."""
        return self.checked(table, selection(price, self._band(table), 2), self._cells(table))

    def _order(self, table: Table, mechanism: Selection) -> Order:
        lattice = self.lattice(table)
        return Order(lattice, self._ranges(table), window(mechanism.rate, lattice.steps + 1, self._cells(table)))

    def _ranges(self, table: Table) -> tuple[tuple[Range, ...], ...]:
        return ((Range(0, self.lattice(table).steps, _HALF),),) * self._cells(table)

    def _band(self, table: Table) -> Fraction:
        return band(self._ranges(table)[:2], table.neighbors, table.unit.max_rows)
