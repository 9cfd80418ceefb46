r"""A statistic of each block of units: one fixed function of the exact integers of that block alone.

In a block with n rows, grid integers y and numbers x = low + y, in steps of the rows' grid, a value in steps of the
answer's grid is floor(scale v + 1/2) - start, clipped to 0..top, with

    median              v the lower median of y (scale 1, no low and start)
    mean                v = sum x / n
    standard_deviation  v = sqrt(n sum y^2 - (sum y)^2) / n
    trimmed_mean        v = the mean of x_{d+1} .. x_{n-d} in order, d = floor(tail n)
    quantile_ratio      v = x_b / x_a in order, a = max(1, ceil(tail n)), b = max(1, ceil((1 - tail) n)), for x_a > 0
    slope               v = det(G with c in place of its first column) / det(G), the coefficient of z_1 in the
                        least-squares regression of y on z_1 .. z_k (Cramer's rule), z the grid integers of these
                        columns, G_ij = n sum z_i z_j - sum z_i sum z_j and c_i = n sum y z_i - sum y sum z_i; where
                        det(G) > 0

If one column is a linear function of the others, det(G) is 0 only where that also holds on the grids of all columns;
otherwise rounding to the grids decides the slope, which may have any size before it is clipped.

A block without rows, or where the statistic is not defined, has the public default value. The number of blocks is
public. A unit has all its rows in one block of each group, so it changes no other block's value.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import TYPE_CHECKING, Any, Literal, assert_never, final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Integers = NDArray[Any]

BlockStatistic = Literal["median", "mean", "standard_deviation", "trimmed_mean", "quantile_ratio", "slope"]
_EACH, _LISTED = 2e-5, 1e-7  # seconds for one block, and for one listed grid integer, with a margin
_MOST_ROWS = 2**36
"""Rows of a block with the same grid integer are counted up to this number, so that sums fit in 64 bits."""


@final
@dataclass(frozen=True, slots=True)
class BlockValues:
    """The values of `count` blocks in each of `groups` groups, integers in 0..top.

    default: the value of a block where the statistic is not defined. scale: how many steps of the answer's grid are one
    step of the rows' grid (for a slope, one step of y per step of z_1; for a ratio, 1). low: the first number of the
    rows' grid. start: the first number of the answer's grid, in its steps. tail: in [0, 1/2). listed: the largest
    number of distinct grid integers that an `Order` lists. explanatory: the number k of columns z_1 .. z_k of a slope.
    """

    value: BlockStatistic
    count: int
    groups: int
    top: int
    default: int
    scale: Fraction = Fraction(1)
    low: int = 0
    start: int = 0
    tail: Fraction = Fraction(0)
    listed: int = 0
    explanatory: int = 1

    @property
    def seconds(self) -> float:
        """An upper bound of the running time of `values`."""
        solved = _EACH * self.explanatory**2 if self.value == "slope" else _EACH
        return self.count * self.groups * (solved + _LISTED * self.listed)

    def values(self, aggregate: Integers) -> Integers:
        """The value of each block and group, int64 of shape (count, groups).

        aggregate: for medians (rank 1/2, any reach), trimmed means and ratios (a reach that lists every row) the answer
        to an `Order`, of shape (numbers, count, *groups, 1). Otherwise, of shape (numbers, count, *groups): the number
        of rows and the sum; for a standard deviation also the sum of squares; for a slope the number of rows and the
        sums of y, z_1 .. z_k, y z_1 .. y z_k, and z_i z_j for i <= j, ordered by i.
        """
        flat = aggregate.reshape(aggregate.shape[0], -1)
        match self.value:
            case "median":
                values = self._medians(flat.astype(np.int64))
            case "trimmed_mean":
                values = self._trimmed(flat.astype(np.int64))
            case "quantile_ratio":
                values = self._ratios(flat.astype(np.int64))
            case "mean" | "standard_deviation":
                values = [self._moment(*column) for column in _columns(flat)]
            case "slope":
                values = [self._slope(*column) for column in _columns(flat)]
            case _:
                assert_never(self.value)
        inside = [min(max(int(value), 0), self.top) for value in values]
        return np.array(inside, dtype=np.int64).reshape(self.count, self.groups)

    def _medians(self, flat: Integers) -> Sequence[int]:
        """The first listed grid integer that at least half of the block's rows do not exceed."""
        size = (flat.shape[0] - 2) // 2
        upto = flat[1] + np.cumsum(np.maximum(flat[2 + size :], 0), axis=0)
        at = np.argmax(2 * upto >= flat[0], axis=0)
        medians = np.where(flat[0] > 0, flat[2 + at, np.arange(flat.shape[1])], self.default)
        return list(map(int, medians))

    def _moment(self, rows: int, total: int, squares: int | None = None) -> int:
        """The mean or the standard deviation."""
        if rows <= 0:
            return self.default
        if squares is None:
            return self._rounded(total + self.low * rows, rows)
        steps, parts = self.scale.numerator, self.scale.denominator * rows
        return (isqrt(4 * steps**2 * max(0, rows * squares - total**2)) + parts) // (2 * parts)

    def _trimmed(self, flat: Integers) -> Sequence[int]:
        """The means of the rows in the middle."""
        listed, upto = _counted(flat)
        rows = upto[-1]
        dropped = np.array([self.tail.numerator * int(n) // self.tail.denominator for n in rows], dtype=np.int64)
        inside = np.diff(np.clip(upto, dropped, rows - dropped), prepend=dropped[None], axis=0)
        totals, kept = (inside * listed).sum(axis=0), rows - 2 * dropped
        pairs = zip(totals.tolist(), kept.tolist(), strict=True)
        return [self._rounded(total + self.low * n, n) if n > 0 else self.default for total, n in pairs]

    def _ratios(self, flat: Integers) -> Sequence[int]:
        """The ratios of the upper to the lower quantiles."""
        listed, upto = _counted(flat)
        lower, upper = (self._ranked(listed, upto, share) for share in (self.tail, 1 - self.tail))
        triples = zip(upto[-1].tolist(), lower, upper, strict=True)
        return [self._rounded(high, low) if n > 0 and low > 0 else self.default for n, low, high in triples]

    def _ranked(self, listed: Integers, upto: Integers, share: Fraction) -> Sequence[int]:
        """The number of rank max(1, ceil(share n)) in each block, in steps from 0."""
        ranks = np.array([max(1, -(-share.numerator * int(n) // share.denominator)) for n in upto[-1]])
        at = np.argmax(upto >= ranks, axis=0)
        return [self.low + int(y) for y in listed[at, np.arange(len(ranks))]]

    def _slope(self, rows: int, total: int, *sums: int) -> int:
        """The coefficient of the first explanatory column."""
        size = self.explanatory
        others, products, seconds = sums[:size], sums[size : 2 * size], iter(sums[2 * size :])
        spread = [[0] * size for _ in range(size)]
        for i in range(size):
            for j in range(i, size):
                spread[i][j] = spread[j][i] = rows * next(seconds) - others[i] * others[j]
        under = _determinant(spread)
        if under <= 0:
            return self.default
        for i in range(size):
            spread[i][0] = rows * products[i] - total * others[i]
        return self._rounded(_determinant(spread), under)

    def _rounded(self, over: int, under: int) -> int:
        """floor(scale over / under + 1/2) - start, for under > 0."""
        parts = self.scale.denominator * under
        return (2 * self.scale.numerator * over + parts) // (2 * parts) - self.start


def _determinant(matrix: Sequence[Sequence[int]]) -> int:
    """The determinant of a matrix of integers, exactly (Bareiss 1968)."""
    rows, last, sign = [list(row) for row in matrix], 1, 1
    for k in range(len(rows) - 1):
        pivot = next((i for i in range(k, len(rows)) if rows[i][k]), None)
        if pivot is None:
            return 0
        if pivot != k:
            rows[k], rows[pivot], sign = rows[pivot], rows[k], -sign
        for row in rows[k + 1 :]:
            first = row[k]
            row[k + 1 :] = [(row[j] * rows[k][k] - first * rows[k][j]) // last for j in range(k + 1, len(rows))]
        last = rows[k][k]
    return sign * rows[-1][-1]


def _columns(flat: Integers) -> list[tuple[int, ...]]:
    """The integers of each block, as Python integers."""
    return list(zip(*flat.astype(object).tolist(), strict=True))


def _counted(flat: Integers) -> tuple[Integers, Integers]:
    """The listed grid integers, and the numbers of rows up to each; int64 of shape (listed, blocks)."""
    size = (flat.shape[0] - 2) // 2
    listed = np.clip(flat[2 : 2 + size], 0, _MOST_ROWS)
    return listed, np.cumsum(np.clip(flat[2 + size :], 0, _MOST_ROWS), axis=0)
