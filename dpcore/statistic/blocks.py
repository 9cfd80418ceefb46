r"""A statistic of each block of units, and the distance of grid integers from the median of these block values.

A block's value is one fixed function of the exact integers of that block alone, rounded to a public grid and clipped to
0..top. A block without rows has the public default. The number m of blocks is public.

The score of a grid integer v is max(#{z < v} - m/2, m/2 - #{z <= v}, 0) over the m block values z. Its sensitivity:

* All rows of a unit are in one block, chosen by a keyed hash of the unit, and in the groups of an answer always in the
  block of the same number. If a unit comes or goes, at most one block value of each group that it has rows in is
  replaced by another, and m stays the same. If a unit is replaced by another with a different identifier, at most two
  are: the block that it leaves, and the block of the other unit. This is so for any number of rows of a unit.
* Replacing one of m values changes each score by at most 1, up or down, so the changes over all v lie in a band of
  width at most 2 (see `dpcore.statistic.rank`, moving a row). Two changes add up to at most 4. This is not the band of
  the quantile of rows, where a row that comes or goes changes the number of rows.
* Groups are drawn independently, so their bands add up: with a unit in at most g groups, 2 g under add_remove and 4 g
  under replace.

Source: sample and aggregate, Nissim, Raskhodnikova & Smith 2007, section 4, with hashed blocks, and a selection by rank
(Smith 2011) in place of the centre of attention. The bands are compared with all neighbours of small tables in tests.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import TYPE_CHECKING, Any, Literal, assert_never, final

import numpy as np

from dpcore.statistic.base import Statistic
from dpcore.statistic.ranges import Range
from dpcore.statistic.rank import Rank

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dpcore.sensitivity.relation import Neighbors

    Integers = NDArray[Any]

BlockStatistic = Literal["median", "mean", "standard_deviation"]
_EACH = 2e-5  # seconds for one block, with a margin


def band(neighbors: Neighbors, groups: int) -> Fraction:
    """The width of the band of score changes, for a unit with rows in at most this many groups."""
    replaced = 1 if neighbors == "add_remove" else 2
    return Fraction(2 * replaced * groups)


@final
@dataclass(frozen=True, slots=True)
class Blocks(Statistic):
    """The scores of grid integers 0..top by their rank among the values of `count` blocks, in each group.

    value: the statistic of a block.
        median: the lower median, from the answer to an `Order` of rank 1/2 and any reach.
        mean, standard_deviation: from the number of rows, the sum and, for the latter, the sum of squares of the grid
        integers of its rows. scale: the steps of the answer's grid for each step of the rows' grid.
    default: the value of a block without rows.
    """

    value: BlockStatistic
    count: int
    groups: int
    top: int
    default: int
    scale: Fraction = Fraction(1)

    @property
    def public(self) -> bool:
        """Always False: a unit changes the value of its block in some table."""
        return False

    @property
    def seconds(self) -> float:
        """An upper bound of the running time of `exact`."""
        return _EACH * self.count * self.groups

    def exact(self, aggregate: Integers) -> Integers:
        """Runs of equal score, shape (3, 2 count + 1, groups, 1), as `Rank.exact` returns them.

        aggregate: shape (numbers, count, *groups), or (numbers, count, *groups, 1) of an `Order`.
        """
        values = np.clip(self.values(aggregate), 0, self.top)
        order = np.zeros((2 + 2 * self.count, self.groups, 1), dtype=np.int64)
        order[0] = self.count
        for group in range(self.groups):
            found, times = np.unique(values[:, group], return_counts=True)
            order[2 : 2 + len(found), group, 0] = found
            order[2 + self.count : 2 + self.count + len(found), group, 0] = times
        return self._rank.exact(order)

    def values(self, aggregate: Integers) -> Integers:
        """The value of each block and group, before it is clipped. int64, shape (count, groups)."""
        flat = aggregate.reshape(aggregate.shape[0], -1)
        match self.value:
            case "median":
                values = self._medians(flat.astype(np.int64))
            case "mean" | "standard_deviation":
                columns = zip(*flat.astype(object).tolist(), strict=True)
                values = np.array([self._moment(*column) for column in columns], dtype=np.int64)
            case _:
                assert_never(self.value)
        return values.reshape(self.count, self.groups)

    def _medians(self, flat: Integers) -> Integers:
        """The first listed grid integer that at least half of the block's rows do not exceed."""
        size = (flat.shape[0] - 2) // 2
        upto = flat[1] + np.cumsum(np.maximum(flat[2 + size :], 0), axis=0)
        at = np.argmax(2 * upto >= flat[0], axis=0)
        medians: Integers = np.where(flat[0] > 0, flat[2 + at, np.arange(flat.shape[1])], self.default)
        return medians

    def _moment(self, rows: int, total: int, squares: int | None = None) -> int:
        """The mean or the standard deviation, rounded to the nearest step of the answer's grid, halves up."""
        if rows <= 0:
            return self.default
        steps, parts = self.scale.numerator, self.scale.denominator * rows
        twice = 2 * steps * total if squares is None else isqrt(4 * steps**2 * max(0, rows * squares - total**2))
        return min(max((twice + parts) // (2 * parts), 0), self.top)

    @property
    def _rank(self) -> Rank:
        """The scores of all grid integers. They are at most count / 2, so a window of `count` cuts none off."""
        return Rank(((Range(0, self.top, Fraction(1, 2)),),) * self.groups, self.count)
