r"""The numbers that the owner's function returned for each block, on public grids: one fixed function of each number.

A number v of a block is clipped to low..high and becomes floor((v - low) top / (high - low) + 1/2), in exact
arithmetic; a missing (NaN) or infinite number is replaced by its public default. A unit has all its rows in one block,
so it changes the numbers of that block only. The function returns equally many numbers for every block. Each of these
numbers is combined over the blocks like the values of one group (`value`), so a unit has rows in every group.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, final

import numpy as np

from dpcore.statistic.blocks.value import BlockValues

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Integers = NDArray[Any]

_EACH = 1e-5  # seconds for one number, with a margin


@final
@dataclass(frozen=True, slots=True)
class GivenValues:
    """The values of `count` blocks, integers in 0..top, for each of several numbers of a function.

    lows, highs: the public bounds of each number. defaults: what replaces a missing number, within the bounds.
    """

    count: int
    top: int
    lows: tuple[float, ...]
    highs: tuple[float, ...]
    defaults: tuple[float, ...]

    @property
    def groups(self) -> int:
        """How many numbers the function returns for a block."""
        return len(self.lows)

    @property
    def seconds(self) -> float:
        """An upper bound of the running time of `values`."""
        return _EACH * self.count * self.groups

    def values(self, aggregate: Integers) -> Integers:
        """The values, int64 of shape (count, groups), from doubles of shape (groups, count)."""
        columns = zip(aggregate.tolist(), self.lows, self.highs, self.defaults, strict=True)
        steps = [[self._step(low, high, default, v) for v in column] for column, low, high, default in columns]
        return np.array(steps, dtype=np.int64).reshape(self.groups, self.count).T

    def _step(self, low: float, high: float, default: float, v: float) -> int:
        inside = min(max(v if math.isfinite(v) else default, low), high)
        share = (Fraction(inside) - Fraction(low)) / (Fraction(high) - Fraction(low))
        return math.floor(share * self.top + Fraction(1, 2))


ValuesOfBlocks = BlockValues | GivenValues
"""The values of blocks, which a combiner makes into one answer for each group."""
