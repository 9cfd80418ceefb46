"""Several quantiles by recursive halving; each level is a selection for part of the price.

Source: recursive halving (Kaplan, Schnapp & Stemmer 2022). The selections use, for prices in mu, the exponential
mechanism (McSherry & Talwar 2007) with the rank as score (Smith 2011), charged as a bounded range (Dong, Durfee &
Rogers 2020); for prices in epsilon, permute-and-flip (McKenna & Sheldon 2020). Between two levels, the rows below, at
and above each split are counted with noise (`dpcore.queries.order.halving` explains why).
"""

from __future__ import annotations

import math
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, final

import numpy as np

from dpcore.mechanisms import Additive, Price, additive
from dpcore.mechanisms.exponential import window
from dpcore.queries.order.halving import Halving, Ranges
from dpcore.queries.order.quantile_method import HALF, Method
from dpcore.queries.question.key import group_count
from dpcore.queries.question.ranked import Ranked, Selection, selection
from dpcore.queries.question.round import Promise, Round, Rounds, Run, Step
from dpcore.sensitivity import Contribution
from dpcore.statistic import Linear, Rank
from dpcore.statistic.order.rank import band, denominator
from dpcore.statistic.sums.ranges import MOST_PARTS, Range
from dpcore.table.ordering import Order
from dpcore.table.table import Table
from dpcore.text import Text

if TYPE_CHECKING:
    from dpcore.queries.order.quantile_method import Places

COUNTS = Fraction(1, 5)  # the price of the counts after a level, as a share of the level's price
_TIE = 4.0  # a count up to this many standard deviations may be noise
_END = Range(0, 0, Fraction(1))
_FEW_TIES = Text("The typical error assumes that few rows have the same value.")


@final
@dataclass(frozen=True)
class ByHalving(Method):
    """The middle quantile first, then those on each side, among the rows there."""

    def promise(self, table: Table, price: Price) -> Promise:
        """The losses of a selection for each level, and of a count between two levels. Raises QueryError."""
        question, levels = self.question, self.levels
        for level in range(levels):  # raises before the charge if answers would be meaningless or too long
            places = self._places(table, level)
            selection_ = self._selection(price, self._widest(table, level), MOST_PARTS)
            order(question, table, question.checked(table, selection_, places), (anywhere(question, table),) * places)
            if level:
                counted = (anywhere(question, table),) * (3 * self._places(table, level - 1))
                Order(question.lattice(table), counted, 0)
        first = self._selection(price, self._widest(table, 0)).loss
        counts = self._noise(table, price).loss if levels > 1 else None
        parts = ((first, levels), (counts, levels - 1))
        return tuple((loss, times) for loss, times in parts if loss is not None and times)

    def run(self, table: Table, price: Price) -> Run:
        """Alternates selections and counts until every quantile has an answer."""
        yield from self.halved(table, price)

    def halved(self, table: Table, price: Price) -> Generator[Round, tuple[Any, ...], Halving]:
        """The rounds of `run`; returns the final state."""
        halving = self._halving(table, price)
        for level in range(self.levels):
            if level:
                step = self._counting(table, price, halving)
                (noisy,) = yield Round((step,), step.mechanism.loss)
                halving.counted(noisy)
                if halving.done:
                    return halving
            step = self._selecting(table, price, halving)
            (drawn,) = yield Round((step,), step.mechanism.loss)
            halving.selected(drawn)
        return halving

    def places(self, table: Table, price: Price, rounds: Rounds) -> Places:
        """The released numbers, which never decrease with the shares."""
        return self.state(table, price, rounds).answers

    def state(self, table: Table, price: Price, rounds: Rounds) -> Halving:
        """The final state of a complete transcript."""
        halving = self._halving(table, price)
        for place, (drawn,) in enumerate(rounds):
            (halving.counted if place % 2 else halving.selected)(np.array(drawn.noisy, dtype=object))
        return halving

    def typical(self, table: Table, price: Price) -> float:
        """The error of a quantile on the last level, for ideal relative ranks."""
        return math.hypot(*(self._selection(price, self._narrowest(table, at)).typical for at in range(self.levels)))

    def worst(self, table: Table, price: Price, level: float) -> float:
        """A bound of the error of each quantile in ranks, at a confidence level, for any rows.

        The error of a quantile is at most the error of its own selection plus a weighted mean of the errors at the two
        ends of its range. The error at an end is the error of its selection plus the effect of rows at the split.
        Either there are too few of them to tell from noise, or they are counted. Then the counted shares change a rank
        by at most three times the error of a count.
        """
        points, levels = self.question.lattice(table).steps + 1, self.levels
        event = 1 - (1 - level) / (levels + 3 * (levels - 1))  # the level of each single error, by a union bound
        bound = sum(self._selection(price, self._widest(table, at)).worst(points, event) for at in range(levels))
        if levels == 1:
            return bound
        noise = self._noise(table, price)
        half = noise.error(event).half[0]
        return bound + (levels - 1) * max(3 * half, self._tie(noise) + half)

    def tied(self, table: Table, price: Price, level: float) -> float:
        """That of the level with the largest band."""
        points = self.question.lattice(table).steps + 1
        return max(self._selection(price, self._widest(table, at)).worst(points, level) for at in range(self.levels))

    def expected(self, table: Table, price: Price, rows: float) -> float:
        """From the bands of ideal relative ranks.

        If a quantile divides its range in the middle, its squared error is that of its own selection, plus half of that
        of the ends of its range. With a share of 2^-(k+1) of all quantiles k levels before the last, the selection of
        this level adds (k + 1) 2^-(k+1) times its squared error to the mean.
        """
        levels, total = self.levels, 0.0
        for level, ranges in enumerate(_ideal(self.shares)):
            width = band(
                (ranges * min(2, group_count(table.schema, self.question.by)),), table.neighbors, table.unit.max_rows
            )
            before = levels - level
            total += before * 2.0**-before * self._selection(price, width).typical ** 2
        return math.sqrt(total / (1 - 2.0**-levels))

    @property
    def assumption(self) -> Text:
        """Few ties, for the typical error of several levels."""
        return _FEW_TIES if self.levels > 1 else Text("")

    @property
    def levels(self) -> int:
        """The number of levels until every quantile was the middle one of a range."""
        return len(self.shares).bit_length()

    def _part(self, price: Price) -> Price:
        """The part of the price for the selection of one level."""
        levels = self.levels
        return type(price)(price.total / (levels + (levels - 1) * COUNTS))

    def _selection(self, price: Price, width: Fraction, parts: int = 1) -> Selection:
        return selection(self._part(price), width, parts)

    def _noise(self, table: Table, price: Price) -> Additive:
        """The noise on the counts of parts, which are disjoint."""
        return additive(self._counts(table, 1), type(price)(self._part(price).total * COUNTS))

    def _counts(self, table: Table, numbers: int) -> Linear:
        """The statistic that extracts the number of rows in each range from the answer to an `Order`."""
        reach = Contribution(((1,),), table.neighbors, table.unit.max_rows, cells=3)
        return Linear(reach, ((1,) + (0,) * (numbers - 1),), (1.0,), counts=True)

    def _tie(self, noise: Additive) -> float:
        return _TIE * noise.error(0.95).std[0]

    def _halving(self, table: Table, price: Price) -> Halving:
        tie = self._tie(self._noise(table, price)) if self.levels > 1 else 0.0
        return Halving(
            group_count(table.schema, self.question.by), self.question.lattice(table).steps, self.shares, tie
        )

    def _places(self, table: Table, level: int) -> int:
        """The largest number of ranges of a level, in all groups together."""
        return group_count(table.schema, self.question.by) * int(min(2**level, len(self.shares)))

    def _widest(self, table: Table, level: int) -> Fraction:
        """The largest band of a level, over all ranges it may have; the first level has only one possibility."""
        if not level:
            return self._narrowest(table, 0)
        return widest(table)

    def _narrowest(self, table: Table, level: int) -> Fraction:
        """The band of a level for ideal ranks, which are 1/2 on all levels but the first."""
        middle = self.shares[len(self.shares) // 2] if not level else HALF
        ranges = (Range(0, 0, middle),) * min(2, self._places(table, level))
        return band((ranges,), table.neighbors, table.unit.max_rows)

    def _selecting(self, table: Table, price: Price, halving: Halving) -> Step:
        ranges = halving.ranges()
        width = band((halving.asked,), table.neighbors, table.unit.max_rows)
        return selecting(self.question, table, self._selection(price, width, denominator(ranges)), ranges)

    def _counting(self, table: Table, price: Price, halving: Halving) -> Step:
        counted = Order(self.question.lattice(table), halving.parts(), 0)
        statistic, noise = self._counts(table, counted.numbers), self._noise(table, price)
        return Step(self.question.ordered(table, counted), statistic, noise)


def widest(table: Table) -> Fraction:
    """The largest band that any ranges can have."""
    return band(((_END,) * 2,), table.neighbors, table.unit.max_rows)


def anywhere(question: Ranked, table: Table) -> tuple[Range, ...]:
    """One range over the whole grid, for checks of size."""
    return (Range(0, question.lattice(table).steps, HALF),)


def order(question: Ranked, table: Table, mechanism: Selection, ranges: Ranges) -> Order:
    """The order statistics that a selection from these ranges reads. Raises QueryError, on public facts only."""
    lattice = question.lattice(table)
    return Order(lattice, ranges, window(mechanism.rate, lattice.steps + 1, len(ranges) * len(ranges[0])))


def selecting(question: Ranked, table: Table, mechanism: Selection, ranges: Ranges) -> Step:
    """A selection from these ranges, of all groups."""
    read = order(question, table, mechanism, ranges)
    return Step(question.ordered(table, read), Rank(read.ranges, read.reach), mechanism)


def _ideal(shares: Sequence[Fraction]) -> list[list[Range]]:
    """The ranges of each level, with their relative ranks if no value is repeated and no noise is drawn."""
    levels, ranges = [], [list(shares)]
    while ranges:
        levels.append([Range(0, 0, _rounded(inside[len(inside) // 2])) for inside in ranges])
        halves = []
        for inside in ranges:
            middle = inside[len(inside) // 2]
            halves.append([share / middle for share in inside if share < middle])
            halves.append([(share - middle) / (1 - middle) for share in inside if share > middle])
        ranges = [half for half in halves if half]
    return levels


def _rounded(share: Fraction) -> Fraction:
    return Fraction(round(share * MOST_PARTS), MOST_PARTS)
