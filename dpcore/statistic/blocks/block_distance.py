r"""The distance of grid integers from the median of block values: the score of a selection.

The score of a grid integer v is max(#{z < v} - m/2, m/2 - #{z <= v}, 0) over the values z of m blocks
(`dpcore.statistic.blocks.value`). Its sensitivity:

* A keyed hash of the unit chooses a block number; in each group, all rows of the unit are in the block of this number.
  If a unit is added or removed, at most one block value changes in each group where the unit has rows, and m stays the
  same. If a unit is replaced by another with a different identifier, at most two values change in each group: those of
  the old unit's and of the new unit's block. This holds for any number of rows of a unit.
* Replacing one of m values changes each score by at most 1, up or down, so the changes over all v lie in a band of
  width at most 2 (see `dpcore.statistic.order.rank`, moving a row). Two changes add up to at most 4. The band of a
  quantile of rows differs, because adding or removing a row changes the number of rows.
* Groups are drawn independently, so their bands add up: with a unit in at most g groups, 2 g under add_remove and 4 g
  under replace.

Source: sample and aggregate, Nissim, Raskhodnikova & Smith 2007, section 4, with hashed blocks, and a selection by rank
(Smith 2011) in place of the centre of attention. The bands are compared with all neighbours of small tables in tests.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, final

import numpy as np

from dpcore.statistic.base import Statistic
from dpcore.statistic.blocks.given import ValuesOfBlocks
from dpcore.statistic.order.rank import Rank
from dpcore.statistic.sums.ranges import Range

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dpcore.sensitivity.relation import Neighbors

    Integers = NDArray[Any]

_EACH = 2e-5  # seconds for one block, with a margin


def replaced(neighbors: Neighbors) -> int:
    """The largest number of block values of a group that a unit can change."""
    return 1 if neighbors == "add_remove" else 2


def band(neighbors: Neighbors, groups: int) -> Fraction:
    """The width of the band of score changes, for a unit with rows in at most this many groups."""
    return Fraction(2 * replaced(neighbors) * groups)


@final
@dataclass(frozen=True, slots=True)
class Blocks(Statistic):
    """The scores of grid integers 0..top by their rank among the block values, in each group."""

    of: ValuesOfBlocks

    @property
    def public(self) -> bool:
        """Always False: a unit changes the value of its block in some table."""
        return False

    @property
    def seconds(self) -> float:
        """An upper bound of the running time of `exact`."""
        return self.of.seconds + _EACH * self.of.count * self.of.groups

    def exact(self, aggregate: Integers) -> Integers:
        """Runs of equal score, shape (3, 2 count + 1, groups, 1), as `Rank.exact` returns them."""
        count, groups = self.of.count, self.of.groups
        values = self.of.values(aggregate)
        order = np.zeros((2 + 2 * count, groups, 1), dtype=np.int64)
        order[0] = count
        for group in range(groups):
            found, times = np.unique(values[:, group], return_counts=True)
            order[2 : 2 + len(found), group, 0] = found
            order[2 + count : 2 + count + len(found), group, 0] = times
        return self._rank.exact(order)

    @property
    def _rank(self) -> Rank:
        """The scores of all grid integers. Scores are at most count / 2, so a window of `count` truncates none."""
        return Rank(((Range(0, self.of.top, Fraction(1, 2)),),) * self.of.groups, self.of.count)
