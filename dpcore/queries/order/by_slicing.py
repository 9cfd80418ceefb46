"""Several quantiles by slices: cuts by recursive halving, counts of the slices, and one selection in every slice.

Imola, Boninsegna, Keller, Aamand, Chowdhury & Pagh 2025 (SliceQuantiles) cut the sorted rows at ranks with correlated
noise, and select the middle of each slice. There a new row shifts all later ranks, which the noise hides only if the
gaps between quantiles are large; otherwise the method fails. Here the cuts are released numbers of the grid instead. So
a row lies in the same slice whatever the other rows are, and every step is a mechanism of its own: no gap is needed, no
run fails, prices in mu are possible, and units may have several rows. As there, one selection for each quantile is
enough, and the noise of the counts largely cancels in relative ranks.

The price is shared between the cuts (`ByHalving`), the counts (`Projection` proves the sensitivity for disjoint
ranges) and the selections, whose bands `Rank` proves; all are composed.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Any, final

import numpy as np

from dpcore.mechanisms import Additive, Mu, Price, additive
from dpcore.queries.order.by_halving import ByHalving, anywhere, order, selecting, widest
from dpcore.queries.order.quantile_method import HALF, Method, part
from dpcore.queries.order.slices import Slices
from dpcore.queries.question.key import group_count
from dpcore.queries.question.ranked import selection
from dpcore.queries.question.round import Promise, Round, Rounds, Run, Step
from dpcore.statistic import Projection
from dpcore.statistic.learners.tree import Tree, best_tree
from dpcore.statistic.order.rank import band, denominator
from dpcore.statistic.sums.ranges import MOST_PARTS, Range
from dpcore.statistic.waves.factor_matrix import Factor
from dpcore.statistic.waves.square_root import SquareRoot
from dpcore.table.ordering import Order
from dpcore.table.table import Table
from dpcore.text import Text

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dpcore.queries.order.quantile_method import Places
    from dpcore.queries.question.base import Floats

CUTS, COUNTS, SELECTIONS = Fraction(3, 20), Fraction(1, 2), Fraction(7, 20)
"""The shares of the price."""
_PLAIN = 64  # up to this many cells, relative ranks from a plain histogram are the most precise ones
_SURE = 8.0  # the rows between two quantiles, in errors of a cut
_COARSE = 32  # the grid integers for each slice
_APART = Text("The error assumes that many rows lie between any two of the quantiles.")


@final
@dataclass(frozen=True)
class BySlicing(Method):
    """Cuts first, then the counts of the slices between them, then a selection in each slice with a quantile."""

    def promise(self, table: Table, price: Price) -> Promise:
        """The losses of the cuts, of the counts, and of the selections. Raises QueryError."""
        question, places = self.question, group_count(table.schema, self.question.by) * len(self.shares)
        losses = self._cuts.promise(table, part(price, CUTS))
        every = group_count(table.schema, self.question.by) * (2 * len(self._cuts.shares) + 1)
        Order(question.lattice(table), (anywhere(question, table),) * every, 0)
        worst = question.checked(table, selection(part(price, SELECTIONS), widest(table), MOST_PARTS), places)
        order(question, table, worst, (anywhere(question, table),) * places)
        further = (self._noise(table, price, self._least).loss, worst.loss)
        return (*losses, *((loss, 1) for loss in further if loss is not None))

    def run(self, table: Table, price: Price) -> Run:
        """The rounds of the halving, a round of counts, and a round of selections."""
        halving = yield from self._cuts.halved(table, part(price, CUTS))
        slices = Slices(self.question.lattice(table).steps, self.shares, halving.answers)
        counting = self._counting(table, price, slices)
        (noisy,) = yield Round((counting,), counting.mechanism.loss)
        slices.counted(_upto(counting, noisy))
        step = self._selecting(table, price, slices)
        yield Round((step,), step.mechanism.loss)

    def places(self, table: Table, price: Price, rounds: Rounds) -> Places:
        """The selected and interpolated numbers, made nondecreasing in the shares."""
        counts = next(
            place for place in reversed(range(len(rounds))) if isinstance(rounds[place][0].mechanism, Additive)
        )
        cuts = self._cuts.state(table, part(price, CUTS), rounds[:counts]).answers
        slices = Slices(self.question.lattice(table).steps, self.shares, cuts)
        slices.counted(_upto(self._counting(table, price, slices), np.array(rounds[counts][0].noisy)))
        for (drawn,) in rounds[counts + 1 :]:
            slices.selected(np.array(drawn.noisy, dtype=object))
        ordered: Places = np.maximum.accumulate(slices.answers, axis=1)
        return ordered

    def typical(self, table: Table, price: Price) -> float:
        """The error of the counts and of a selection at the middle of a slice."""
        middle = (Range(0, 0, HALF),) * min(2, group_count(table.schema, self.question.by) * len(self.shares))
        width = band((middle,), table.neighbors, table.unit.max_rows)
        noise = self._noise(table, price, self._least)
        counts = relative(self._projection(table, price, self._least).factor, noise)
        return math.hypot(counts, selection(part(price, SELECTIONS), width, 1).typical)

    def worst(self, table: Table, price: Price, level: float) -> float:
        """A bound of the error of each quantile that is selected or a slice of its own, by a union bound.

        The count up to a rank is a weighted mean of the counts at the two ends of its slice, and the requested rank is
        a share of the last count. So it is off by at most twice the largest error of a count, and one row of rounding.
        """
        points, cells = self.question.lattice(table).steps + 1, 2 * len(self._cuts.shares) + 1
        event = 1 - (1 - level) / (cells + len(self.shares))
        counts = max(self._half(table, price, size, event) for size in (self._least, cells))
        return 2 * counts + 1 + selection(part(price, SELECTIONS), widest(table), 1).worst(points, event)

    def tied(self, table: Table, price: Price, level: float) -> float:
        """That of the selections: they find a value that the cuts have missed."""
        points = self.question.lattice(table).steps + 1
        return selection(part(price, SELECTIONS), widest(table), 1).worst(points, level)

    def expected(self, table: Table, price: Price, rows: float) -> float:
        """Infinite if the rows between two quantiles are few against the error of a cut, or the grid is coarse."""
        cut = self._cuts.expected(table, part(price, CUTS), rows)
        nearest = min((high - low for low, high in pairwise(self.shares)), default=Fraction(0))
        coarse = self.question.lattice(table).steps + 1 < _COARSE * self._least
        return math.inf if coarse or rows * nearest < _SURE * cut else self.typical(table, price)

    @property
    def assumption(self) -> Text:
        """Every quantile has a slice of its own."""
        return _APART

    @property
    def _cuts(self) -> ByHalving:
        """The halving at the cuts: between two quantiles, and half-way from the outer ones to the ends."""
        ends = [Fraction(0) if self.shares[0] else None, *self.shares, Fraction(1) if self.shares[-1] < 1 else None]
        near = [share for share in ends if share is not None]
        between = {Fraction(round((low + high) / 2 * MOST_PARTS), MOST_PARTS) for low, high in pairwise(near)}
        return ByHalving(self.question, tuple(sorted(between or {HALF})))

    @property
    def _least(self) -> int:
        """The number of slices if all cuts differ."""
        return len(self._cuts.shares) + 1

    def _projection(self, table: Table, price: Price, cells: int) -> Projection:
        """The statistic of the counts. Its factor matrix is of one kind for all numbers of cells that a run may have.

        So the loss is the same for all of them, and can be promised.
        """
        factor: Factor = SquareRoot(cells)
        if not isinstance(price, Mu):
            factor = Tree(cells) if self._least <= _PLAIN else best_tree(cells)
        groups = (group_count(table.schema, self.question.by),)
        return Projection(factor, groups, table.neighbors, table.unit.max_rows, ranges=True)

    def _noise(self, table: Table, price: Price, cells: int) -> Additive:
        return additive(self._projection(table, price, cells), part(price, COUNTS))

    def _half(self, table: Table, price: Price, cells: int, level: float) -> float:
        """The largest half width of a count, at a level."""
        spread = self._noise(table, price, cells).error(level)
        std = math.hypot(spread.std[0], math.sqrt(1 / 12))
        return spread.factor * float(self._projection(table, price, cells).std_errors(std).max())

    def _counting(self, table: Table, price: Price, slices: Slices) -> Step:
        counted = Order(self.question.lattice(table), slices.parts(), 0)
        cells = len(counted.ranges[0])
        statistic = self._projection(table, price, cells)
        return Step(self.question.ordered(table, counted), statistic, self._noise(table, price, cells))

    def _selecting(self, table: Table, price: Price, slices: Slices) -> Step:
        ranges = slices.ranges()
        width = band((slices.asked,), table.neighbors, table.unit.max_rows)
        chosen = selection(part(price, SELECTIONS), width, denominator(ranges))
        return selecting(self.question, table, chosen, ranges)


def relative(factor: Factor, noise: Additive) -> float:
    """The root mean square error, in rows, of counts up to a rank relative to the count of all rows.

    Fits of the exact values, which a test compares for all sizes: the noise of the last count cancels in part.
    """
    scale = float(noise.scales[0])
    cells, std = factor.cells, noise.law.std(scale) if scale else 0.0  # a public count has none
    if isinstance(factor, SquareRoot):
        return std / math.sqrt(factor.squared_norm) * (0.95 + 0.215 * math.log2(cells / 2))
    if factor.l1_norm == 1:
        return std * math.sqrt((cells + 1) / 6)
    return std / factor.l1_norm * (3.32 + 0.87 * (math.log2(cells) - 6))


def _upto(counting: Step, noisy: NDArray[Any]) -> Floats:
    """The noisy numbers of rows up to the end of each range, shape (groups, ranges)."""
    statistic = counting.statistic
    assert isinstance(statistic, Projection)
    return statistic.prefixes(noisy)
