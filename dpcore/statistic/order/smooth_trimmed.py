r"""A trimmed mean of values counted by cell, and the scale of its smooth sensitivity: two exact integers.

The n rows have the values x_1 <= ... <= x_n in 0..cells-1. With m = floor(share n), share < 1/2, and t = n - 2m >= 1,
the trimmed mean is F = (x_{m+1} + ... + x_{n-m}) / t. The statistic is f = floor(2^bits F + 1/2), an integer of the
finer grid 0..top, top = 2^bits (cells - 1). Without rows, f is defined as 0, the lower end. Tables are neighbours if
one row is replaced by another, so n, m and t are the same in both.

Let x_i = 0 for i <= 0 and x_i = cells - 1 for i > n, and

    D^(k) = max over l = 0 .. k + 1 of x_{n-m+1+k-l} - x_{m+1-l},    A^(k) = ceil(2^bits D^(k) / t) <= top.

* Local sensitivity: a replaced row that increases leaves x_i <= x'_i <= x_{i+1}, so the sum over the places m+1..n-m
  increases by at most x_{n-m+1} - x_{m+1}; a replaced row that decreases lowers it by at most x_{n-m} - x_m. So F
  changes by at most D^(0) / t. floor(a) - floor(b) is an integer below a - b + 1, so at most ceil(a - b): f changes by
  at most A^(0).
* Growth: a replaced row that decreases leaves x'_i <= x_i and x'_{i+1} >= x_i for all i. So for each l in D^(k), the
  same l in D'^(k+1) has x'_{n-m+2+k-l} - x'_{m+1-l} >= x_{n-m+1+k-l} - x_{m+1-l}. A replaced row that increases leaves
  x'_i >= x_i and x'_{i-1} <= x_i, and l + 1 in D'^(k+1) shows the same. So D^(k) <= D'^(k+1), and as t does not
  change, A^(k) <= A'^(k+1).

j is the number of the scale s_j of a public sequence (`dpcore.sensitivity.smooth.ladder`): f changes by at most s_j,
and j by at most 1. `Ladder.reach` order statistics beyond x_{m+1} and beyond x_{n-m} decide j.

Source: Nissim, Raskhodnikova & Smith 2007; A^(k) of the trimmed mean: Bun & Steinke 2019. The roundings are proven
above, and compared with all neighbours of small tables in the tests.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, final

import numpy as np

from dpcore.errors import QueryError
from dpcore.number import shown
from dpcore.sensitivity.smooth import Ladder
from dpcore.sensitivity.smooth import level as levels
from dpcore.statistic.base import Statistic
from dpcore.statistic.sums.ranges import MOST_PARTS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Integers = NDArray[Any]

_MOST_ROWS = 2**60
_EACH, _PAIR = 6e-5, 2e-8  # seconds for one k and for one pair of order statistics, with a margin


@final
@dataclass(frozen=True, slots=True)
class SmoothTrimmedMean(Statistic):
    """The trimmed mean on the finer grid and the number of its scale, where one row is replaced.

    cells: the number of values that are counted. share: the fraction of rows left out at each end; in [0, 1/2) with a
    denominator of at most a million. bits: the finer grid has 2^bits steps for each value. ladder: the scales, the
    largest at least `top`. Raises QueryError.
    """

    cells: int
    share: Fraction
    bits: int
    ladder: Ladder

    def __post_init__(self) -> None:
        share = self.share
        if type(share) is not Fraction or not 0 <= share < Fraction(1, 2) or share.denominator > MOST_PARTS:
            raise QueryError(
                "The share left out at each end must be a fraction in [0, 0.5) with a denominator of at most "
                "{most_parts}. Got {share}.",
                "Write it with at most six decimals.",
                most_parts=MOST_PARTS,
                share=shown(share),
            )
        if self.cells < 1 or self.bits < 0 or self.top > self.ladder.top:
            raise QueryError("The scales of a smooth trimmed mean must reach the width of its grid.")

    @property
    def top(self) -> int:
        """The largest integer of the finer grid."""
        return (self.cells - 1) << self.bits

    @property
    def public(self) -> bool:
        """Always False: a row changes the trimmed mean of some table."""
        return False

    @property
    def seconds(self) -> float:
        """An upper bound of the running time of `exact`."""
        return (1 + self.ladder.reach) * (_EACH + _PAIR * self.ladder.reach)

    def exact(self, aggregate: Integers) -> Integers:
        """The trimmed mean and j, int64 of shape (2, 1), from the number of rows with each value, shape (1, cells)."""
        counts = np.clip(aggregate.reshape(-1), 0, _MOST_ROWS // self.cells).astype(np.int64)
        upto = np.cumsum(counts)
        rows = int(upto[-1])
        if not rows:
            return np.zeros((2, 1), dtype=np.int64)
        dropped = self.share.numerator * rows // self.share.denominator
        kept = rows - 2 * dropped
        inside = np.diff(np.clip(upto, dropped, rows - dropped), prepend=dropped)
        total = int(np.dot(np.arange(self.cells).astype(object), inside.astype(object)))
        value = ((2 * total << self.bits) + kept) // (2 * kept)
        return np.array([[value], [self.ladder.step(self._level(upto, rows, dropped, kept))]], dtype=np.int64)

    def _level(self, upto: Integers, rows: int, dropped: int, kept: int) -> levels.Level:
        """A^(k) as a function of k."""
        far = np.arange(self.ladder.reach + 1)
        lower, upper = (self._ordered(upto, rows, ranks) for ranks in (dropped + 1 - far, rows - dropped + far))
        widths = levels.sides(lower, upper)
        return lambda k: -((-int(widths(k)) << self.bits) // kept)

    def _ordered(self, upto: Integers, rows: int, ranks: Integers) -> Integers:
        """x_i for each rank i."""
        found = np.searchsorted(upto, ranks)
        return np.where(ranks <= 0, 0, np.where(ranks > rows, self.cells - 1, found))
