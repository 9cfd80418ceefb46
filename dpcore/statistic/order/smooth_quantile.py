r"""A quantile of grid integers, and the scale of its smooth sensitivity: two exact integers for each range.

In a range of grid integers with n rows, the quantile of rank q in [0, 1] is inf{v in [low, high]: #{x <= v} >= q n},
the grid integer of rank r = ceil(q n); for an empty range, and for q = 0, it is `low`. A unit has at most one row.

j is the number of the scale s_j of a public sequence (`dpcore.sensitivity.smooth.ladder`). For neighbouring tables the
quantile changes by at most s_j, and j by at most 1:

* add_remove: A^(k) of the relation itself (`dpcore.sensitivity.smooth.level`).
* replace: A^(k) = max over i <= r <= j, j - i = k + 1, of x_j - x_i. Decreasing a value leaves x'_i <= x_i and
  x'_{j+1} >= x_j, so the pair (i, j + 1) shows A^(k) <= A'^(k+1); after increasing a value, the pair (i - 1, j) does.
  This A^(k) also covers a row that enters or leaves the range, by a condition, a missing value or another group: after
  an insertion r' is r or r + 1, x'_i <= x_i and x'_{j+1} >= x_j, so (i, j + 1) contains r' and shows A^(k) <= A'^(k+1);
  after a deletion r' is r - 1 or r, and (i - 1, j) shows it. In each case the quantile stays in [x_{r-1}, x_{r+1}], so
  it changes by at most A^(0). Beyond the ends, x_i is the lower or upper bound of the range.

Order statistics of ranks r - K - 1 .. r + K + 1 decide j, where K + 1 is the number of scales (`Ladder.reach`).

Source: Nissim, Raskhodnikova & Smith 2007, section 3.1; add_remove and the argument above are derived anew, and
compared with all neighbours of small tables in the tests.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, final

import numpy as np

from dpcore.errors import QueryError
from dpcore.sensitivity.smooth import Ladder
from dpcore.sensitivity.smooth import level as levels
from dpcore.statistic.base import Statistic
from dpcore.statistic.sums.ranges import Range

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dpcore.sensitivity.relation import Neighbors

    Integers = NDArray[Any]

_MOST_ROWS = 2**60
_EACH, _PAIR = 6e-5, 2e-8  # seconds for one k and for one pair of order statistics, with a margin


@final
@dataclass(frozen=True, slots=True)
class SmoothQuantile(Statistic):
    """The quantile and the number of its scale, for each range.

    ranges: those of the corresponding `Order`, whose reach must be `reach`. ladder: the scales, whose largest is at
    least the width of every range. neighbors: the relation of the table. Raises QueryError.
    """

    ranges: tuple[tuple[Range, ...], ...]
    ladder: Ladder
    neighbors: Neighbors

    def __post_init__(self) -> None:
        flat = self._flat
        if not flat or max(range_.high - range_.low for range_ in flat) > self.ladder.top:
            raise QueryError("The scales of a smooth quantile must reach the width of its ranges.")

    @property
    def public(self) -> bool:
        """Always False: a row changes the quantile of some table."""
        return False

    @property
    def reach(self) -> int:
        """The reach of the `Order`: K + 1, one more than K because r = ceil(q n) may be floor(q n) + 1."""
        return self.ladder.reach

    @property
    def seconds(self) -> float:
        """An upper bound of the running time of `exact`."""
        return len(self._flat) * (1 + self.reach) * (_EACH + _PAIR * self.reach)

    def exact(self, aggregate: Integers) -> Integers:
        """The quantile and j, int64 of shape (2, *cells, ranges), from the answer (2 + 2 size, *cells, ranges)."""
        flat = aggregate.reshape(aggregate.shape[0], -1).astype(np.int64)
        pairs = [self._place(flat[:, place], range_) for place, range_ in enumerate(self._flat)]
        return np.array(pairs, dtype=np.int64).T.reshape((2, *aggregate.shape[1:]))

    def _place(self, answer: Integers, range_: Range) -> tuple[int, int]:
        n = min(max(int(answer[0]), 0), _MOST_ROWS)
        q, far = range_.rank, self.reach
        rank = -(-q.numerator * n // q.denominator)
        values = self._window(answer, range_, n, rank)
        if not far or not q:
            return int(values[far]), 0
        if self.neighbors == "replace":
            level = levels.sides(values[far::-1], values[far:])
        else:
            level = levels.quantile(values, rank - far, n, q)
        return int(values[far]), self.ladder.step(level)

    def _window(self, answer: Integers, range_: Range, n: int, rank: int) -> Integers:
        """x_{rank-reach} .. x_{rank+reach}, where x_i = low for i <= 0 and high for i > n."""
        size, high = (len(answer) - 2) // 2, range_.high
        low = min(range_.low, high)
        counts = np.clip(answer[2 + size :], 0, _MOST_ROWS // max(1, size))
        upto = max(0, min(int(answer[1]), _MOST_ROWS)) + np.cumsum(counts)
        ranks = rank + np.arange(-self.reach, self.reach + 1)
        listed = np.append(np.clip(answer[2 : 2 + size], low, high), high)
        found = listed[np.searchsorted(upto, ranks)]
        values = np.where(ranks <= 0, low, np.where(ranks > n, high, found))
        ordered: Integers = np.maximum.accumulate(values)
        return ordered

    @property
    def _flat(self) -> list[Range]:
        return [range_ for cell in self.ranges for range_ in cell]
