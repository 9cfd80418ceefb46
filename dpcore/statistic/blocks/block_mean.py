r"""The sum of block values, clipped to public bounds. The number of blocks is public, so the sum gives the mean.

The values of m blocks (`dpcore.statistic.blocks.value`) are integers in 0..top. If a unit is added or removed, one
value changes in each of at most g groups (`dpcore.statistic.blocks.block_distance`), so each of g sums changes by at
most top: L1 norm g top, L2 norm sqrt(g) top. If a unit is replaced by another with a different identifier, two values
of a group may change, each by at most top. The old unit changes at most g sums by at most top, and so does the new
unit: the L1 norm is at most 2 g top, the L2 norm at most 2 sqrt(g) top (the triangle inequality), attained where both
are in the same groups. The mean of m values with bounds lo and hi changes by at most (hi - lo) / m, or by twice that
where a unit is replaced.

Source: sample and aggregate, Nissim, Raskhodnikova & Smith 2007, with the average of Smith 2011 and Mohan et al. 2012
(GUPT). The sensitivity is compared with all neighbours of small tables in the tests.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, final

from dpcore.sensitivity import Contribution
from dpcore.statistic.base import Statistic
from dpcore.statistic.blocks.given import ValuesOfBlocks
from dpcore.statistic.sums.linear import Linear

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Integers = NDArray[Any]


@final
@dataclass(frozen=True, slots=True)
class BlockSum(Statistic):
    """The sum of the block values of each group.

    replaced: the largest number of values of a group that a unit can change. reached: the largest number of groups in
    which a unit has rows.
    """

    of: ValuesOfBlocks
    replaced: int
    reached: int

    @property
    def public(self) -> bool:
        """Always False: a unit changes the value of its block in some table."""
        return False

    @property
    def seconds(self) -> float:
        """An upper bound of the running time of `exact`."""
        return self.of.seconds

    @property
    def linear(self) -> Linear:
        """The sums as a `Linear` statistic in which a unit adds at most replaced * top to each of `reached` groups."""
        most = ((self.replaced * self.of.top,),)
        reach = Contribution(most, "add_remove", cells=self.of.groups, spread=self.reached)
        return Linear(reach, ((1,),), (1.0,))

    def exact(self, aggregate: Integers) -> Integers:
        """The sums, Python integers of shape (1, groups)."""
        sums: Integers = self.of.values(aggregate).sum(axis=0)[None].astype(object)
        return sums
