r"""The centre of attention of block values, and the scale of its smooth sensitivity: two exact integers for each group.

z_1 <= ... <= z_m are the values of m blocks, integers in 0..top (`dpcore.statistic.blocks.value`). A unit replaces at
most s values of a group. Let t0 = ceil((m + s + 1) / 2), and L(t) the length of the shortest interval with t of the
values, top for t > m. The centre is the middle of the first shortest interval with t0 values; the middle of 0..top
if t0 > m. In half steps the centre is an integer, the sum of the interval's ends, and so is its local sensitivity:

    A^(k) = L(t0 + k s) + L(t0 + (k + 1) s).

* Local sensitivity: two sets of t0 of the m places share 2 t0 - m >= s + 1 places, so at least one place whose value is
  not replaced. This value is within L(t0)/2 steps of one centre and L'(t0)/2 of the other; and L'(t0) <= L(t0 + s),
  because at least t0 of any t0 + s values are not replaced. So the centre changes by at most L(t0) + L(t0 + s) half
  steps, which is A^(0). If t0 > m the centre is constant.
* Growth: L(t) <= L'(t + s), so A^(k) <= A'^(k+1).

j is the number of the scale s_j of a public sequence (`dpcore.sensitivity.smooth.ladder`): the centre changes by at
most s_j half steps, and j by at most 1.

Source: Nissim, Raskhodnikova & Smith 2007, section 5; derived anew as in `dpcore.sensitivity.smooth.attention`, in
integers, and compared with all neighbours of small tables in the tests.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, final

import numpy as np

from dpcore.errors import QueryError
from dpcore.sensitivity.smooth import Ladder
from dpcore.statistic.base import Statistic
from dpcore.statistic.blocks.given import ValuesOfBlocks

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Integers = NDArray[Any]

_EACH, _SCALE, _PAIR = 6e-5, 1e-6, 2e-8  # seconds for one k, for one scale and for one pair of values, with a margin


@final
@dataclass(frozen=True, slots=True)
class BlockCenter(Statistic):
    """The centre of attention of the block values in half steps, and the number of its scale, in each group.

    ladder: the scales in half steps, whose largest is at least 2 top. changes: s. Raises QueryError.
    """

    of: ValuesOfBlocks
    ladder: Ladder
    changes: int

    def __post_init__(self) -> None:
        if 2 * self.of.top > self.ladder.top or self.changes < 1:
            raise QueryError("The scales of a centre of attention must reach the width of its grid.")

    @property
    def public(self) -> bool:
        """Always False: a unit changes the centre of some table."""
        return False

    @property
    def seconds(self) -> float:
        """An upper bound of the running time of `exact`."""
        each = self._far * (_EACH + _PAIR * self.of.count) + _SCALE * self.ladder.reach
        return self.of.seconds + self.of.groups * each

    def exact(self, aggregate: Integers) -> Integers:
        """The centres and j, int64 of shape (2, groups, 1)."""
        ordered = np.sort(self.of.values(aggregate), axis=0)
        pairs = [self._center(ordered[:, group]) for group in range(self.of.groups)]
        return np.array(pairs, dtype=np.int64).T[:, :, None]

    @property
    def _first(self) -> int:
        """t0."""
        return -(-(self.of.count + self.changes + 1) // 2)

    @property
    def _far(self) -> int:
        """The number of k for which A^(k) is computed; for larger k it is 2 top, or cannot determine j."""
        return min(self.ladder.reach, self.of.count // self.changes + 1)

    def _center(self, ordered: Integers) -> tuple[int, int]:
        first, count, top = self._first, self.of.count, self.of.top
        if first > count:
            center = top
        else:
            at = int(np.argmin(ordered[first - 1 :] - ordered[: count - first + 1]))
            center = int(ordered[at] + ordered[at + first - 1])
        lengths = [self._length(ordered, first + k * self.changes) for k in range(self._far + 1)]
        profile = [lengths[k] + lengths[k + 1] for k in range(self._far)]
        return center, self.ladder.step(lambda k: profile[k] if k < len(profile) else 2 * top)

    def _length(self, ordered: Integers, t: int) -> int:
        """L(t)."""
        return int((ordered[t - 1 :] - ordered[: len(ordered) - t + 1]).min()) if t <= len(ordered) else self.of.top
