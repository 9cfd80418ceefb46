r"""Sums over rows of some cells, added or subtracted: the steps of a perceptron.

A row adds sign(cell) * r to a vector, where r has coordinates that are whole combinations of its measures, and sign is
-1, 0 or 1 by the public cell in which the row lies. So one row changes the sums by a vector of the squared length
`squared` and the L1 length `absolute` at most, whatever its cell, if no row's r is longer; and m rows of a unit by m
times as much. Rows in place of each other change them by at most twice the lengths, as |a - b| <= |a| + |b|; this is
attained by two rows whose r are opposite.
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

    signs: of each cell of the aggregate. matrix: shape (coordinates, measures). squared, absolute: bounds of the
    squared length and of the L1 length of what one row adds. times: how many rows a neighbour changes, where a row that
    is replaced counts twice.
    """

    signs: tuple[int, ...]
    matrix: tuple[tuple[int, ...], ...]
    squared: int
    absolute: int
    times: int

    @property
    def public(self) -> bool:
        """Never: the first coordinate counts rows."""
        return False

    def squared_l2_sensitivity(self) -> int:
        """Of all rows of a unit."""
        return self.times**2 * self.squared

    def l1_sensitivity(self) -> int:
        """Of all rows of a unit."""
        return self.times * self.absolute

    def exact(self, aggregate: Integers) -> Integers:
        """The sums, shape (1, coordinates)."""
        flat = aggregate.reshape(aggregate.shape[0], -1).astype(object)
        summed = [sum(sign * value for sign, value in zip(self.signs, row, strict=True)) for row in flat]
        lines = (sum(factor * value for factor, value in zip(line, summed, strict=True)) for line in self.matrix)
        return np.array([list(lines)], dtype=object)
