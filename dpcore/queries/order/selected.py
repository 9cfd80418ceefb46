"""Questions answered by a fixed number of selections: grid integers at given ranks, each for a share of the price."""

from __future__ import annotations

import math
from abc import abstractmethod
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Literal, final

import numpy as np

from dpcore.errors import QueryError
from dpcore.mechanisms import Kind, Price
from dpcore.mechanisms.exponential import window
from dpcore.queries.order import smoothed
from dpcore.queries.order.quantile_method import part
from dpcore.queries.order.recounting import USUALLY, Recounting
from dpcore.queries.order.smoothed import SELECTION, SMOOTH
from dpcore.queries.question.base import Estimates
from dpcore.queries.question.grid import grid, number
from dpcore.queries.question.prediction import UNSTATED, Guess, Prediction
from dpcore.queries.question.ranked import BITS, LEVEL, Selection, cost, largest, selection
from dpcore.queries.question.round import Promise, Round, Rounds, Run, Step
from dpcore.queries.question.single import sold
from dpcore.statistic import Rank
from dpcore.statistic.order.rank import band
from dpcore.statistic.sums.ranges import Range, widest_reach
from dpcore.table.aggregate import Aggregate, Grid
from dpcore.table.ordering import Order
from dpcore.table.table import Table

if TYPE_CHECKING:
    from dpcore.queries.order.recounting import Places
    from dpcore.queries.question.base import Floats


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


class Selected(Recounting):
    """The common parts of such questions. Each selection is a round; their losses are fixed before the charge.

    A question with a field `method` can take noise scaled to smooth sensitivity instead.
    """

    method: str = SELECTION
    bounded: bool = True
    """Whether the ends of an interval are the column's bounds where a group has too few rows for other ends."""

    @property
    def _unit(self) -> Literal["ranks", "none"]:
        """Of the error: ranks; none for noise whose size is private."""
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

    def admit(self, table: Table) -> None:
        """Raises QueryError for smooth sensitivity where a unit has several rows."""
        if self.method == SMOOTH:
            smoothed.check(table)

    def promise(self, table: Table, price: Price) -> Promise:
        """The losses of the selections, each for all groups together, and of the counts. Raises QueryError."""
        times: dict[Fraction, int] = {}
        spent = self.spent(price)
        for target in self.targets:
            self._step(table, spent, target)  # raises before the charge if the answer would be too long
            times[target.share] = times.get(target.share, 0) + 1
        steps = {target.share: self._step(table, spent, target) for target in self.targets}
        losses = [(steps[share].mechanism.loss, count) for share, count in times.items()]
        return self.with_counts(table, price, tuple((loss, count) for loss, count in losses if loss is not None))

    def answered(self, table: Table, price: Price) -> Run:
        """A round a selection, which reads the rows around its rank in each group and draws a number for each group."""
        for target in self.targets:
            step = self._step(table, price, target)
            yield Round((step,), step.mechanism.loss)

    def result(self, table: Table, price: Price, rounds: Rounds, level: float) -> Estimates:
        """The answer from the drawn numbers."""
        drawn = [self.numbers(table, step.array[0]) for (step,) in self.answering(rounds)]
        found = self.answer(drawn, level)
        return replace(found, estimate=self.stated(found.estimate, table, price, rounds))

    def usual(self, table: Table, price: Price) -> float:
        """That of the selection that answers."""
        return self.mechanism(table, self.spent(price), self._main[0].share).typical

    def places(self, table: Table, price: Price, rounds: Rounds) -> Places:
        """The numbers selected first, which answer."""
        ((first,), *_) = rounds
        return np.array(first.noisy[0], dtype=np.int64).reshape(-1, 1)

    def predict(self, table: Table, price: Price, level: float, rows: Guess | None) -> Prediction:
        """The error in ranks of each selection that is not the end of an interval, for any rows."""
        if self.method == SMOOTH:
            return UNSTATED
        mechanism = self.mechanism(table, self.spent(price), self._main[0].share)
        worst = mechanism.worst(self._points(table), self._each(level))
        tied = mechanism.worst(self._points(table), USUALLY)
        return self.expected(table, price, level, mechanism.typical, worst, tied)

    def price_of(self, table: Table, kind: Kind, half_width: float, level: float, rows: Guess | None) -> Price:
        """The price at which `half_width` ranks bound the error."""
        if self.method == SMOOTH:
            raise smoothed.no_price(self)
        off = math.log(self._points(table)) - math.log1p(-self._each(level))
        main = self._main[0]
        if self.check:
            return self.price_within(kind, half_width, lambda price: self._stated(table, price, level))
        band = self._band(table, main)
        price = cost(kind, band * Fraction(off / half_width)) / main.share
        return sold(price, kind, str(self), lambda: float(band) * off / largest(kind, main.share))

    def mechanism(self, table: Table, price: Price, share: Fraction = Fraction(1)) -> Selection:
        """The selection for a share of the price. Raises QueryError if the answer would be meaningless."""
        target = next(target for target in self.targets if target.share == share)
        denominator = target.rank.denominator
        chosen = selection(part(price, share), self._band(table, target), denominator)
        return self.checked(table, chosen, self._cells(table))

    def _step(self, table: Table, price: Price, target: Target) -> Step:
        if self.method == SMOOTH:
            ranges = self._ranges(table, target)
            return smoothed.step(self, table, part(price, target.share), self.lattice(table), ranges)
        mechanism = self.mechanism(table, price, target.share)
        order, reading, shift = self._order(table, price, target)
        aggregate = Aggregate((order,), self._keys(table), tuple(self.where), (self.column,), self._groups(table))
        return Step(aggregate, Rank(order.ranges, reading, shift, target.side if self.bounded else 0), mechanism)

    def _stated(self, table: Table, price: Price, level: float) -> float:
        """The bound that a quote predicts for an answer with counts."""
        main = self._main[0]
        chosen = selection(part(self.spent(price), main.share), self._band(table, main), main.rank.denominator)
        return chosen.typical + self.recount(table, price).predicted(level)

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

        The ends of an interval are shifted by more than their error bound at half of the remaining probability. The
        ranks are read around the unshifted rank, so far that the window around the shifted one is among them.
        """
        lattice, mechanism = self.lattice(table), self.mechanism(table, price, target.share)
        places, points = self._cells(table), self._points(table)
        reading = window(mechanism.rate, points, places)
        ranges = self._ranges(table, target)
        if not target.side:
            return Order(lattice, ranges, reading), reading, 0
        shift = self._shift(table, mechanism)
        reading = min(reading, widest_reach(places, points) - shift)
        if reading < mechanism.worst(points, LEVEL):
            raise QueryError(
                "At this price an interval for “{question}” would be meaningless.",
                "Pay more, use fewer groups, or ask without the interval.",
                question=self.sentence,
            )
        return Order(lattice, ranges, reading + shift), reading, target.side * shift

    def _shift(self, table: Table, mechanism: Selection) -> int:
        """The rows by which the ends of an interval are shifted: the least whole number above their error bound."""
        return math.floor(mechanism.worst(self._points(table), (1 + SURE) / 2)) + 1

    def _ranges(self, table: Table, target: Target) -> tuple[tuple[Range, ...], ...]:
        return ((Range(0, self.lattice(table).steps, target.rank),),) * self._cells(table)

    def _band(self, table: Table, target: Target) -> Fraction:
        return band(self._ranges(table, target)[:2], table.neighbors, table.unit.max_rows)
