r"""The rows below and at released answers, counted with noise: a bound of each answer's rank on the very table.

k distinct answers v_1 < ... < v_k of a group divide the grid into at most 2 k + 1 disjoint ranges: below v_1, at v_1,
between v_1 and v_2, and so on. One round counts the rows of each. The answers are released before, so that the ranges
are public facts of this round.

**Sensitivity.** A row lies in one range of one group. So a unit of at most m rows changes the counts of all groups
together by at most m in both norms under add_remove; under replace, m rows leave ranges and m enter some, by at most
2 m in L1 and sqrt(2) m in L2 (`dpcore.sensitivity.additive` with one coordinate and disjoint cells).

**Bound.** Let A and B be the numbers of rows below v and up to v, and n all rows. The distance of v from the quantile q
is max(A - q n, q n - B, 0) ranks. With i of M ranges below v, A - q n is (1 - q) times the sum of i counts minus q
times that of the M - i others. Its noise has the standard deviation s sqrt((1 - q)^2 i + q^2 (M - i)), s that of a
count, and is symmetric, as v was fixed before the draw. So it exceeds `half` with probability at most (1 - level) / 2,
and likewise for q n - B. The larger of the two noisy differences, each plus its `half`, is a bound at the level: for
each answer by itself, without an assumption about the rows. If v is the least number of the grid, no row lies below it
for certain; likewise no row lies above the largest.

**Shares.** v lies between the quantiles L and U if B >= L n and A <= U n. The set of shares L that the noisy counts
cannot tell from B / n at that probability begins at the lower end, and that of U ends at the upper one; the two
inequalities then hold together at the level (Fieller 1954, for ratios with an unknown n).

Rows are counted on the grid, where answers lie: a cell within half a step of an answer counts as equal to it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, final

import numpy as np

from dpcore.mechanisms import Additive, Price, additive
from dpcore.queries.question.key import group_count
from dpcore.queries.question.recounted import Recounted
from dpcore.queries.question.round import Step
from dpcore.sensitivity import Contribution
from dpcore.statistic import Linear
from dpcore.statistic.sums.ranges import Range
from dpcore.table.ordering import Order
from dpcore.table.table import Table

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dpcore.queries.question.ranked import Ranked

    Doubles = NDArray[np.float64]
    Places = NDArray[np.int64]

SHARE = Fraction(3, 20)
"""The share of the price that pays for the counts."""
_ROUNDED = math.sqrt(1 / 12)  # the standard deviation of rounding to whole numbers
_SMALL = 2.0  # the scale of noise below which rounding is counted in full
_HALVINGS = 60
_DOUBLES = 1e-12  # rounding errors of doubles, relative to the number of rows


@final
@dataclass(frozen=True)
class Recount:
    """The counts for the answers at `shares` of the rows. price: of the counts alone."""

    question: Ranked
    table: Table
    price: Price
    shares: tuple[Fraction, ...]

    @property
    def noise(self) -> Additive:
        """The noise on each count."""
        return additive(self._statistic(1), self.price)

    @property
    def most(self) -> int:
        """The number of ranges that are counted in each group, some of them empty."""
        return 2 * len(self.shares) + 1

    def promise(self) -> None:
        """Raises QueryError, on public facts only, if there are too many counts."""
        grid = self.question.lattice(self.table)
        Order(
            grid,
            ((Range(0, grid.steps, Fraction(0)),),) * (group_count(self.table.schema, self.question.by) * self.most),
            0,
        )

    def step(self, places: Places) -> Step:
        """The counts for released answers, given as grid integers of shape (groups, shares)."""
        grid = self.question.lattice(self.table)
        none = Range(grid.steps + 1, grid.steps, Fraction(0))
        ranges = []
        for answers in places.tolist():
            parts = [Range(low, high, Fraction(0)) for low, high in _parts(grid.steps, answers)]
            ranges.append((*parts, *[none] * (self.most - len(parts))))
        order = Order(grid, tuple(ranges), 0)
        return Step(self.question.ordered(self.table, order), self._statistic(order.numbers), self.noise)

    def read(self, places: Places, noisy: Any, level: float) -> Recounted:
        """What noisy counts say of the answers at a level."""
        counts = np.asarray(noisy, dtype=np.float64).reshape(len(places), self.most)
        below, at, parts, every = (np.zeros(places.shape) for _ in range(4))
        upto = np.zeros(places.shape)
        steps = self.question.lattice(self.table).steps
        for group, answers in enumerate(places.tolist()):
            listed = _parts(steps, answers)
            sums = np.concatenate([[0.0], np.cumsum(counts[group, : len(listed)])])
            own = [listed.index((answer, answer)) for answer in answers]
            below[group], at[group] = sums[own], own
            upto[group], every[group], parts[group] = sums[np.add(own, 1)], sums[-1], len(listed)
        q = np.broadcast_to(np.array([float(share) for share in self.shares]), places.shape)
        found = self._bounds(q, below, upto, every, at, parts, level)
        some = every > self._half(level)(np.zeros(1), parts, parts)
        return Recounted(*found, upto, every - below, every, some)

    def predicted(self, level: float) -> float:
        """The largest error of a noisy difference at a level, if all answers are distinct: for a prediction."""
        half, parts = self._half(level), np.array(float(self.most))
        ends = ((float(q), np.array(float(i))) for j, q in enumerate(self.shares) for i in (2 * j + 1, 2 * j + 2))
        return max(float(half(np.array(q), i, parts)) for q, i in ends)

    def excluded(self, level: float) -> list[tuple[tuple[float, float], tuple[float, float]]]:
        """For each share, how many rows must be counted up to its answer, and from it on, for an answer among the rows.

        Each with the standard deviation of that count; if all answers are distinct, for a prediction.
        """
        half, parts, one = (
            self._half(level),
            np.array(float(self.most)),
            math.hypot(self.noise.error(level).std[0], _ROUNDED),
        )

        def end(share: float, first: int, counts: int) -> tuple[float, float]:
            return float(half(np.array(share), np.array(float(first)), parts)), one * math.sqrt(counts)

        places = range(1, self.most, 2)
        return [(end(0.0, at + 1, at + 1), end(1.0, at, self.most - at)) for at in places]

    def _bounds(
        self, q: Doubles, below: Doubles, upto: Doubles, every: Doubles, at: Doubles, parts: Doubles, level: float
    ) -> tuple[Doubles, Doubles, Doubles]:
        """The bound in ranks, and the two shares."""
        half, slack = self._half(level), _DOUBLES * np.abs(every)
        first, last = at == 0, at + 1 == parts

        def over(share: Doubles) -> Doubles:
            return below - share * every + half(share, at, parts) + slack

        def under(share: Doubles) -> Doubles:
            return share * every - upto + half(share, at + 1, parts) + slack

        ranks = np.maximum(np.where(first, 0.0, over(q)), np.where(last, 0.0, under(q)))
        low = np.where(last, 1.0, _reached(lambda share: under(share) < 0, q.shape))
        high = np.where(first, 0.0, 1 - _reached(lambda share: over(1 - share) < 0, q.shape))
        return np.maximum(ranks, 0.0), np.minimum(low, q), np.maximum(high, q)

    def _half(self, level: float) -> Callable[[Doubles, Doubles, Doubles], Doubles]:
        """The half width, at a level, of the noise of (1 - q) times i counts minus q times the others of `parts`.

        Noise is rounded to whole numbers. That adds 1/12 to the variance of a count, and the difference lies on a
        lattice whose steps are at most 1. Where the noise is small, all counts together are bounded instead, or the
        largest possible rounding is added.
        """
        noise = self.noise
        scale, spread = float(noise.scales[0]), noise.error(level)
        each = noise.error(1 - (1 - level) / self.most).half[0]  # at this level, all counts are that near together

        def half(share: Doubles, first: Doubles, parts: Doubles) -> Doubles:
            rest = parts - first
            norm = np.sqrt((1 - share) ** 2 * first + share**2 * rest)
            if scale >= _SMALL:
                return np.asarray(spread.factor * math.hypot(spread.std[0], _ROUNDED) * norm + 0.5)
            total = (1 - share) * first + share * rest
            return np.asarray(each * total if each <= 1 else spread.factor * spread.std[0] * norm + total / 2)

        return half

    def _statistic(self, numbers: int) -> Linear:
        """The number of rows in each range, from the answer to an `Order`."""
        reach = Contribution(((1,),), self.table.neighbors, self.table.unit.max_rows, cells=2)
        return Linear(reach, ((1,) + (0,) * (numbers - 1),), (1.0,), counts=True)


def _parts(steps: int, answers: Sequence[int]) -> list[tuple[int, int]]:
    """The ranges between and at the distinct answers, without empty ones, from the least grid integer to the last."""
    parts, low = [], 0
    for answer in sorted(set(answers)):
        if low < answer:
            parts.append((low, answer - 1))
        parts.append((answer, answer))
        low = answer + 1
    return [*parts, (low, steps)] if low <= steps else parts


def _reached(holds: Callable[[Doubles], NDArray[np.bool_]], shape: tuple[int, ...]) -> Doubles:
    """For each entry, how far a condition holds from share 0 on, by bisection, rounded down; 0 if it does not at 0.

    The condition is that a convex function is negative, so that it holds on an interval.
    """
    start, end = holds(np.zeros(shape)), holds(np.ones(shape))
    low, high = np.zeros(shape), np.ones(shape)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        good = holds(middle)
        low, high = np.where(good, middle, low), np.where(good, high, middle)
    return np.where(start, np.where(end, 1.0, low), 0.0)
