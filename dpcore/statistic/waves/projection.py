r"""Public integer combinations of exact counts, from which noisy sums, cumulative counts or functions are decoded.

A factor is an integer matrix T, shape (coordinates, cells), determined by a few public integers. T h is released
with independent noise for the counts h of each group. A T^+ (noisy), where A is the matrix of prefix sums, is an
unbiased estimate of the cumulative counts: the matrix mechanism (Li, Miklau, Hay, McGregor & Rastogi 2015).

**Sensitivity.** A row adds one column t_a of T to the coordinates of one group. A unit adds 1 to m columns (0 to m if a
row can be left out), where m = max_rows for all groups together. The distance between neighbours is convex in the
placement and in the number of the unit's rows, so in the extreme cases all of its i rows lie in one cell. Write s^2 for
the largest squared column norm and g >= 0 for a lower bound of <t_a, t_b> over cells a != b.

* add_remove: |m t_a|^2 <= m^2 s^2.
* replace, one cell: |(i - j) t_a|^2, largest for m rows replaced by the smallest possible number.
* replace, two cells of one group: |i t_a - j t_b|^2 <= (i^2 + j^2) s^2 - 2 i j g. This is convex in (i, j), and for a
  given i largest at an end of the range of j, so the extremes are (m, m) and (m, smallest number).
* replace, two groups: different coordinates, hence m^2 s^2 + m^2 s^2. This is the largest of all where g >= 0; with
  entries of both signs the case of two cells of one group may be larger.

**Values.** A row may also have a value v, |v| <= V, and contribute (C t_a, v t_a) to the coordinates of its group: C to
those of the count, v to those of a sum. A unit is then extreme if all of its rows lie in one cell with one value, V or
-V, so that

* add_remove: m^2 (C^2 + V^2) s^2; the same twice for two groups under replace.
* replace, one cell: C^2 (i - j)^2 s^2 + V^2 (i + j)^2 s^2, for values of opposite signs.
* replace, two cells of one group: (C^2 + V^2) |i t_a - j t_b|^2 for values of one sign. For opposite signs, with
  k = <t_a, t_b>, at most (C^2 + V^2) (i^2 + j^2) s^2 + 2 i j k (V^2 - C^2), largest at an end of the range of k.

The same argument holds for the L1 norm, with |i t_a - j t_b|_1 <= (i + j) times the largest L1 norm of a column. A
factor that can compute |i t_a - j t_b| over all pairs of cells gives it in place of these bounds.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, final

import numpy as np

from dpcore.statistic.base import Normed
from dpcore.statistic.waves.factor_matrix import Factor, PrefixFactor

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dpcore.sensitivity.relation import Neighbors

    Integers = NDArray[Any]
    Doubles = NDArray[np.float64]

MOST_CELLS = 8192
"""Largest number of cells of a factor; the tests check every stated figure for all sizes up to it."""

_LONGEST = 90  # bits of a sum over a cell: of 2^45 rows with values up to 2^44
_SAFE = 2**62  # below this, int64 holds the coordinates plus noise of the same size


@final
@dataclass(frozen=True, slots=True)
class Projection(Normed):
    """The coordinates T h of the counts h of every group, and their sensitivity.

    factor: the matrix T. groups: the shape of the groups, () for none. neighbors, max_rows: the neighbouring relation
    and the largest number of rows of a unit. optional: whether a row may add to no cell (a filter, a missing value).
    ranges: whether the cells are the disjoint ranges of an `Order`; the first numbers of its answer are the counts.
    count, steps, part: C, and V = part * steps. If steps > 0, the aggregate has counts and sums of numbers g from 0 to
    `steps`, and a row contributes (count t_a, part (2 g - steps) t_a): all groups' counts come first, then all sums.
    """

    factor: Factor
    groups: tuple[int, ...] = ()
    neighbors: Neighbors = "add_remove"
    max_rows: int = 1
    optional: bool = True
    ranges: bool = field(default=False, repr=False)
    count: int = 1
    steps: int = 0
    part: int = 1

    @property
    def value(self) -> int:
        """V: the largest value of a row; 0 if rows have none."""
        return self.part * self.steps

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the coordinates: of the groups' counts, or (2, …) with those of their sums."""
        return (*((2,) if self.steps else ()), *self.groups, self.factor.coordinates)

    @property
    def public(self) -> bool:
        """Whether no neighbour can change a coordinate: there is one cell for all rows, and their number is public."""
        return not self.l1_sensitivity()

    @property
    def tables(self) -> tuple[str, ...]:
        """The digest of T."""
        return (self.factor.digest,)

    @property
    def seconds(self) -> float:
        """About twice the measured time: 1.7 s for `SquareRoot` with 8,192 cells in 100 groups."""
        groups = math.prod(self.groups)
        if self.steps:
            size = self.factor.cells * self.factor.coordinates
            return 1.5e-8 * size + groups * (4e-9 * size + 2e-5 * (self.factor.cells + self.factor.coordinates))
        return 4e-6 * self.factor.cells * groups

    def exact(self, aggregate: Integers) -> Integers:
        """T h for exact counts h of shape (groups…, cells), all groups in one row. Called only by `release`.

        int64 if the largest entry of T times the total count is below 2^62 (up to 2^38 rows with entries up to 2^24);
        Python integers otherwise, and from a factor that works by limbs, up to 2^42 rows. Never raises an exception;
        the number of operations is public.
        """
        counts = np.asarray(aggregate)[0] if self.ranges else np.asarray(aggregate)
        if self.steps:
            return self._weighted(*counts.astype(object).reshape(2, -1, self.factor.cells))
        values = [int(count) for count in counts.ravel().tolist()]
        fits = self.factor.by_limbs or max(1, sum(map(abs, values))) * self.factor.largest < _SAFE
        flat = np.array(values, dtype=np.int64 if fits else object).reshape(-1, self.factor.cells)
        return self.factor.apply(flat).reshape(1, -1)

    def _weighted(self, counts: Integers, sums: Integers) -> Integers:
        """The coordinates of counts and of sums, limb by limb, so that int64 or doubles are exact."""
        both = np.concatenate([self.count * counts, self.part * (2 * sums - self.steps * counts)])
        most = 53 if self.factor.in_doubles else 62
        bits = most - (self.factor.cells * self.factor.largest).bit_length()
        limbs = -(-_LONGEST // bits)
        parts = [both >> bits * place & (1 << bits) - 1 for place in range(limbs - 1)] + [both >> bits * (limbs - 1)]
        whole = np.concatenate(parts).astype(np.float64 if self.factor.in_doubles else np.int64)
        found = self.factor.apply(whole).astype(np.int64).astype(object).reshape(limbs, len(both), -1)
        total = sum((part << bits * place for place, part in enumerate(found)), np.zeros_like(found[0]))
        return np.asarray(total).reshape(1, -1)

    def squared_l2_sensitivity(self) -> int:
        """The square of an upper bound of the L2 distance between neighbours, exact; proof in the module docstring.

        0 if no neighbour can change anything.
        """
        squared = self._squared_distance()
        if not (squared and self.factor.rounds):
            return squared
        return (math.isqrt(squared) + math.isqrt(self._rounded) + 2) ** 2

    @property
    def _rounded(self) -> int:
        """The number of coordinates that a neighbour may change and the factor rounds."""
        changed = self.max_rows * (1 if self.neighbors == "add_remove" else 2)
        return min(changed, math.prod(self.groups)) * self.factor.coordinates

    def _squared_distance(self) -> int:
        """The square of the distance without the factor's rounding."""
        norm, max_rows, own = self.factor.squared_norm, self.max_rows, self.count**2 + self.value**2
        if self.neighbors == "add_remove":
            return max_rows**2 * own * norm
        fewest, several = 0 if self.optional else 1, math.prod(self.groups) > 1
        largest = 2 * max_rows**2 * own * norm if several else 0
        for rows in (fewest, max_rows):
            alone = self.count**2 * (max_rows - rows) ** 2 + self.value**2 * (max_rows + rows) ** 2
            largest = max(largest, alone * norm)
            if self.factor.cells > 1 and not (several and self.factor.overlap >= 0 and not self.value):
                apart = self.factor.squared_distance(max_rows, rows, self.count, self.value)
                largest = max(largest, apart)
        return largest

    def l1_sensitivity(self) -> int:
        """An upper bound of the L1 distance between neighbours, exact; attained if two columns are disjoint."""
        distance = self._distance()
        return distance + self._rounded if distance and self.factor.rounds else distance

    def _distance(self) -> int:
        """The L1 distance without the factor's rounding."""
        norm, max_rows = self.factor.l1_norm, self.max_rows
        if self.neighbors == "add_remove":
            return max_rows * (self.count + self.value) * norm
        if math.prod(self.groups) > 1:
            return 2 * max_rows * (self.count + self.value) * norm
        fewest, largest = 0 if self.optional else 1, 0
        for rows in (fewest, max_rows):
            alone = (self.count * (max_rows - rows) + self.value * (max_rows + rows)) * norm
            several = self.factor.cells > 1
            apart = self.factor.l1_distance(max_rows, rows, self.count, self.value) if several else 0
            largest = max(largest, alone, apart)
        return largest

    def prefixes(self, noisy: Integers) -> Doubles:
        """Unbiased cumulative counts from noisy coordinates, shape (groups…, cells); the last one counts all rows."""
        flat = np.asarray(noisy).reshape(-1, self.factor.coordinates).astype(np.float64)
        return self.decoded.prefixes(flat).reshape((*self.groups, self.factor.cells))

    def std_errors(self, std: float) -> Doubles:
        """The standard error of each cumulative count of a group, shape (cells,).

        std: the standard deviation of the noise on each coordinate, in grid units.
        """
        return std * np.sqrt(self.decoded.variances())

    @property
    def decoded(self) -> PrefixFactor:
        """The factor as a `PrefixFactor`. Raises TypeError if no cumulative counts can be decoded from it."""
        if not isinstance(self.factor, PrefixFactor):
            raise TypeError(f"No cumulative counts are decoded from {type(self.factor).__name__}.")
        return self.factor
