r"""Sums over rows of some cells, added or subtracted: the steps of a perceptron.

A row adds sign(cell) * r to a vector, where the coordinates of r are whole combinations of the row's measures, and sign
is -1, 0 or 1 by the public cell in which the row lies. `squared` and `absolute` bound the squared length and the L1
length of every r, and so of the change by one row, whatever its cell; m rows of a unit change the sums by m times as
much. A replaced row changes them by at most twice these lengths, as |a - b| <= |a| + |b|; two rows with opposite r
attain this.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from dpcore.statistic.base import Normed

if TYPE_CHECKING:
    from dpcore.statistic.base import Integers


@final
@dataclass(frozen=True)
class Signed(Normed):
    """Whole combinations of measures, summed with the sign of each cell, and their sensitivity.

    signs: the sign of each cell of the aggregate. matrix: shape (coordinates, measures). squared, absolute: bounds of
    the squared length and the L1 length of one row's vector. times: the number of rows that a neighbour changes, where
    a replaced row counts twice.
    """

    signs: tuple[int, ...]
    matrix: tuple[tuple[int, ...], ...]
    squared: int
    absolute: int
    times: int

    @property
    def public(self) -> bool:
        """Always False: a row changes the first coordinate."""
        return False

    def squared_l2_sensitivity(self) -> int:
        """The square of the L2 sensitivity, for all rows of a unit."""
        return self.times**2 * self.squared

    def l1_sensitivity(self) -> int:
        """The L1 sensitivity, for all rows of a unit."""
        return self.times * self.absolute

    def exact(self, aggregate: Integers) -> Integers:
        """The sums, shape (1, coordinates)."""
        flat = aggregate.reshape(aggregate.shape[0], -1).astype(object)
        summed = [sum(sign * value for sign, value in zip(self.signs, row, strict=True)) for row in flat]
        lines = (sum(factor * value for factor, value in zip(line, summed, strict=True)) for line in self.matrix)
        return np.array([list(lines)], dtype=object)
