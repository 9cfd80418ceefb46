"""Questions answered by a fixed number of selections: grid integers at given ranks, each for a share of the price."""

from __future__ import annotations

import math
from abc import abstractmethod
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Literal, final

from dpcore.errors import QueryError
from dpcore.mechanisms import Kind, Price
from dpcore.mechanisms.exponential import window
from dpcore.queries import smoothed
from dpcore.queries.base import Estimates
from dpcore.queries.grid import grid, number
from dpcore.queries.prediction import UNSTATED, Guess, Prediction, ranks
from dpcore.queries.ranked import BITS, LEVEL, Ranked, Selection, cost, selection
from dpcore.queries.round import Promise, Round, Rounds, Run, Step
from dpcore.queries.single import sold
from dpcore.queries.smoothed import SELECTION, SMOOTH
from dpcore.statistic import Rank
from dpcore.statistic.ranges import Range, widest_reach
from dpcore.statistic.rank import band
from dpcore.table.aggregate import Aggregate, Grid, Order
from dpcore.table.table import Table

if TYPE_CHECKING:
    from dpcore.queries.base import Floats


@final
@dataclass(frozen=True, slots=True)
class Target:
    """A rank to select in every group: rank * n + side * (the error bound of this selection), of n rows.

    share: of the price. side: 0 for the rank itself; -1 and 1 for the ends of an interval at `SURE`.
    """

    rank: Fraction
    share: Fraction = Fraction(1)
    side: int = 0


SURE = 0.95
"""The level of an interval between two selected ranks."""


class Selected(Ranked):
    """The common parts of such questions. Each selection is a round; their losses are fixed before the charge.

    A question with a field `method` can take noise scaled to smooth sensitivity instead.
    """

    method: str = SELECTION

    @property
    def unit_of_error(self) -> Literal["value", "ranks", "none"]:
        """Ranks; none for noise whose size is private."""
        return "none" if self.method == SMOOTH else "ranks"

    def lattice(self, table: Table) -> Grid:
        """The public grid; a finer one for noise scaled to smooth sensitivity, whose least scale is one step."""
        if self.method != SMOOTH:
            return super().lattice(table)
        return grid(self.column, replace(number(table.schema, self.column), integer=False), BITS)

    @property
    @abstractmethod
    def targets(self) -> tuple[Target, ...]:
        """The selections, in the order of their rounds. The shares of the price add up to 1."""

    @abstractmethod
    def answer(self, selected: list[Floats], level: float) -> Estimates:
        """The answer from the selected values of each target, each of shape (groups,), in the column's unit."""

    def check(self, table: Table) -> None:
        """Raises QueryError for smooth sensitivity where a unit has several rows."""
        if self.method == SMOOTH:
            smoothed.check(table)

    def promise(self, table: Table, price: Price) -> Promise:
        """The losses of the selections, each for all groups together. Raises QueryError."""
        times: dict[Fraction, int] = {}
        for target in self.targets:
            self._step(table, price, target)  # raises before the charge if the answer would be too long
            times[target.share] = times.get(target.share, 0) + 1
        steps = {target.share: self._step(table, price, target) for target in self.targets}
        losses = [(steps[share].mechanism.loss, count) for share, count in times.items()]
        return tuple((loss, count) for loss, count in losses if loss is not None)

    def run(self, table: Table, price: Price) -> Run:
        """A round a selection, which reads the rows around its rank in each group and draws a number for each group."""
        for target in self.targets:
            step = self._step(table, price, target)
            yield Round((step,), step.mechanism.loss)

    def result(self, table: Table, price: Price, rounds: Rounds, level: float) -> Estimates:
        """The answer from the drawn numbers."""
        return self.answer([self.numbers(table, drawn.array[0]) for (drawn,) in rounds], level)

    def predict(self, table: Table, price: Price, level: float, rows: Guess | None) -> Prediction:
        """The error in ranks of each selection that is not the end of an interval, for any rows."""
        if self.method == SMOOTH:
            return UNSTATED
        mechanism = self.mechanism(table, price, self._main[0].share)
        return ranks(mechanism.typical, mechanism.worst(self._points(table), self._each(level)))

    def price_of(self, table: Table, kind: Kind, half_width: float, level: float, rows: Guess | None) -> Price:
        """The price at which `half_width` ranks bound the error."""
        if self.method == SMOOTH:
            raise smoothed.no_price(self)
        off = math.log(self._points(table)) - math.log1p(-self._each(level))
        main = self._main[0]
        epsilon = self._band(table, main) * Fraction(off / half_width)
        return sold(cost(kind, epsilon) / main.share, kind, str(self))

    def mechanism(self, table: Table, price: Price, share: Fraction = Fraction(1)) -> Selection:
        """The selection for a share of the price. Raises QueryError if the answer would be meaningless."""
        target = next(target for target in self.targets if target.share == share)
        part = _part(price, share)
        denominator = target.rank.denominator
        return self.checked(table, selection(part, self._band(table, target), denominator), self._cells(table))

    def _step(self, table: Table, price: Price, target: Target) -> Step:
        if self.method == SMOOTH:
            part, ranges = _part(price, target.share), self._ranges(table, target)
            return smoothed.step(self, table, part, self.lattice(table), ranges)
        mechanism = self.mechanism(table, price, target.share)
        order, reading, shift = self._order(table, price, target)
        aggregate = Aggregate((order,), self.keys(table), tuple(self.where), (self.column,), self._groups(table))
        return Step(aggregate, Rank(order.ranges, reading, shift), mechanism)

    @property
    def _main(self) -> tuple[Target, ...]:
        return tuple(target for target in self.targets if not target.side)

    def _each(self, level: float) -> float:
        """The level of each single selection at which all of them hold at `level`, by a union bound."""
        return 1 - (1 - level) / len(self._main)

    def _points(self, table: Table) -> int:
        return self.lattice(table).steps + 1

    def _order(self, table: Table, price: Price, target: Target) -> tuple[Order, int, int]:
        """The order statistics to read, the window of the score, and how many rows the rank is shifted by.

        The ends of an interval are shifted by their error bound at half of the remaining probability. The ranks are
        read around the unshifted rank, so far that the window around the shifted one is among them.
        """
        lattice, mechanism = self.lattice(table), self.mechanism(table, price, target.share)
        places, points = self._cells(table), self._points(table)
        reading = window(mechanism.rate, points, places)
        ranges = self._ranges(table, target)
        if not target.side:
            return Order(lattice, ranges, reading), reading, 0
        shift = math.ceil(mechanism.worst(points, (1 + SURE) / 2))
        reading = min(reading, widest_reach(places, points) - shift)
        if reading < mechanism.worst(points, LEVEL):
            raise QueryError(
                "At this price an interval for “{question}” would be meaningless.",
                "Pay more, use fewer groups, or ask without the interval.",
                question=self.sentence,
            )
        return Order(lattice, ranges, reading + shift), reading, target.side * shift

    def _ranges(self, table: Table, target: Target) -> tuple[tuple[Range, ...], ...]:
        return ((Range(0, self.lattice(table).steps, target.rank),),) * self._cells(table)

    def _band(self, table: Table, target: Target) -> Fraction:
        return band(self._ranges(table, target)[:2], table.neighbors, table.unit.max_rows)


def _part(price: Price, share: Fraction) -> Price:
    """A share of a price."""
    return price if share == 1 else type(price)(price.total * share)
