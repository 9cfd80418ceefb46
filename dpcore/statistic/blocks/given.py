r"""The numbers that a function of the owner gave for each block, on public grids: one fixed function of each number.

A number v of a block becomes floor((v - low) top / (high - low) + 1/2) after it is clipped to low..high, in exact
arithmetic; its public default takes the place of a number that is missing (NaN) or infinite. A unit has all its rows
in one block, so it changes the numbers of that block and of no other. A function gives as many numbers for every block,
and each of them is combined with those of the other blocks, as the values of a group are (`value`): a unit has
then rows in every group.
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

    lows, highs: the public bounds of each number. defaults: what counts where there is none, within the bounds.
    """

    count: int
    top: int
    lows: tuple[float, ...]
    highs: tuple[float, ...]
    defaults: tuple[float, ...]

    @property
    def groups(self) -> int:
        """The number of numbers."""
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
