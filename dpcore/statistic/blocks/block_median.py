r"""The lower median of block values, and the scale of its smooth sensitivity: two exact integers for each group.

z_1 <= ... <= z_m are the values of m blocks, integers in 0..top (`dpcore.statistic.blocks.value`), z_i = 0 for i <= 0
and z_i = top for i > m. The median is z_r, r = ceil(m/2). A unit replaces at most s values of a group. With

    A^(k) = max over i <= r <= j, j - i = (k + 1) s, of z_j - z_i,

* Local sensitivity at distance k. Let y differ from z in at most k s values, and y' from y in at most s values, with
  medians a < b (likewise a > b). Let i = #{z <= a} and j = #{z < b} + 1, so z_i <= a and z_j >= b. At least r values of
  y are at most a. At most r - 1 values of y' are below b, so at most r - 1 + s values of y are below b, and at most
  s - 1 values of y lie strictly between a and b. Of z, j - i - 1 values do, so j - i - 1 <= k s + s - 1. If
  i <= r <= j, the pair (i, j) shows b - a <= A^(k). If i > r, then z_r <= a, and comparing z with y' gives
  j - r <= (k + 1) s: the pair (r, j) shows it. If j < r, then z_r >= b, and comparing z with y gives r - i <= k s: the
  pair (i, r) shows it. In particular s replaced values change the median by at most A^(0).
* Growth: replacing one value moves each z_i by at most one rank, so A^(k) <= A'^(k+1) if s values are replaced.

j is the number of the scale s_j of a public sequence (`dpcore.sensitivity.smooth.ladder`): the median changes by at
most s_j, and j by at most 1.

Source: Nissim, Raskhodnikova & Smith 2007, sections 3.1 and 4; several changes are derived anew, and compared with all
neighbours of small tables in the tests.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, final

import numpy as np

from dpcore.errors import QueryError
from dpcore.sensitivity.smooth import Ladder
from dpcore.sensitivity.smooth import level as levels
from dpcore.statistic.base import Statistic
from dpcore.statistic.blocks.given import ValuesOfBlocks

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Integers = NDArray[Any]

_EACH, _SCALE, _PAIR = 6e-5, 1e-6, 2e-8  # seconds for one k, for one scale and for one pair of values, with a margin


@final
@dataclass(frozen=True, slots=True)
class SmoothBlockMedian(Statistic):
    """The lower median of the block values and the number of its scale, in each group.

    ladder: the scales, whose largest is at least top. changes: s. Raises QueryError.
    """

    of: ValuesOfBlocks
    ladder: Ladder
    changes: int

    def __post_init__(self) -> None:
        if self.of.top > self.ladder.top or self.changes < 1:
            raise QueryError("The scales of a smooth median of blocks must reach the width of its grid.")

    @property
    def public(self) -> bool:
        """Always False: a unit changes the median of some table."""
        return False

    @property
    def seconds(self) -> float:
        """An upper bound of the running time of `exact`."""
        each = self._far * (_EACH + _PAIR * self.of.count) + _SCALE * self.ladder.reach
        return self.of.seconds + self.of.groups * each

    def exact(self, aggregate: Integers) -> Integers:
        """The medians and j, int64 of shape (2, groups, 1)."""
        ordered = np.sort(self.of.values(aggregate), axis=0)
        middle = (self.of.count - 1) // 2
        steps = [self._step(ordered[middle::-1, group], ordered[middle:, group]) for group in range(self.of.groups)]
        return np.stack([ordered[middle], np.array(steps, dtype=np.int64)])[:, :, None]

    @property
    def _far(self) -> int:
        """The number of k for which A^(k) is computed; for larger k it is top, or cannot determine j."""
        return min(self.ladder.reach, self.of.count // self.changes + 1)

    def _step(self, lower: Integers, upper: Integers) -> int:
        """j, from z_r, z_{r-1}, ... and z_r, z_{r+1}, ..."""
        level = levels.sides(np.append(lower, 0), np.append(upper, self.of.top))
        profile = [int(level((k + 1) * self.changes - 1)) for k in range(self._far)]
        return self.ladder.step(lambda k: profile[k] if k < len(profile) else self.of.top)
