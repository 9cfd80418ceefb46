r"""The squared errors of public predictions, summed over the rows, and the sums for the error of a constant prediction.

A row in cell c whose label has the value y adds, in whole numbers with a common unit U for 1,

    (U^2, U y, y^2, (p_c - y)^2),        0 <= y, p_c <= U,

where p_c is the prediction for the cell: a public or previously released number. y^2 is omitted where y is always 0 or
U, because then y^2 = U y. A row outside the cells or without a label adds nothing.

**Sensitivity.** Let k be the number of coordinates, 3 or 4. Each lies between 0 and U^2, so a row's vector has an L1
length of at most R = k U^2; and two vectors differ by at most D = (k - 1) U^2, as the first coordinates are the same. A
unit of at most m rows adds a point of m K, where K is the convex hull of 0 and of the vectors. So it changes the sums
by at most m R. Replacing a unit moves the sums by the difference of two points of m K, a convex function of each point,
whose maximum is at vertices: m max(R, D) = m R. If each unit is one row that is counted in every table, the sums move
by at most D. In the L2 norm, k and k - 1 are replaced by their roots. All bounds are attained where y = U, p_c = 0 and,
for D, y' = p_c' = 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, final

import numpy as np

from dpcore.statistic.base import Normed

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dpcore.sensitivity.relation import Neighbors
    from dpcore.statistic.base import Integers


@final
@dataclass(frozen=True)
class SquaredError(Normed):
    """The sums over all cells, in units of 1 / unit^2.

    predictions: p_c of each cell, whole numbers from 0 to `unit`. flag: whether y is always 0 or `unit`; then the
    aggregate has the numbers of rows and of rows with y = `unit`, otherwise the number of rows and the sums of
    y / scale and of its square. max_rows: the most rows of a unit. optional: whether a row may add nothing.
    """

    predictions: tuple[int, ...]
    unit: int
    flag: bool
    neighbors: Neighbors
    max_rows: int
    optional: bool
    scale: int = 1

    @property
    def public(self) -> bool:
        """Always False: a row changes the sum of the labels in some table."""
        return False

    @property
    def seconds(self) -> float:
        """More than the measured time."""
        return 0.01 + 2e-6 * len(self.predictions)

    @property
    def coordinates(self) -> int:
        """k, or k - 1 where every unit is one counted row and is replaced by another."""
        size = 3 if self.flag else 4
        return size - (self.neighbors == "replace" and self.max_rows == 1 and not self.optional)

    def squared_l2_sensitivity(self) -> int:
        """The square of the largest L2 distance between neighbours, exact."""
        return self.max_rows**2 * self.unit**4 * self.coordinates

    def l1_sensitivity(self) -> int:
        """The largest L1 distance between neighbours, exact."""
        return self.max_rows * self.unit**2 * self.coordinates

    def exact(self, aggregate: Integers) -> Integers:
        """The sums, shape (1, 3 or 4): rows, labels, squares of labels, squared errors."""
        flat = np.asarray(aggregate).reshape(len(aggregate), -1).astype(object)
        predicted: NDArray[Any] = np.array(self.predictions, dtype=object)
        rows, *sums = flat
        first, second = (self.unit, self.unit**2) if self.flag else (self.scale, self.scale**2)
        labels, squares = first * sums[0], second * sums[-1]
        errors = predicted**2 * rows - 2 * predicted * labels + squares
        middle = [squares.sum()] if not self.flag else []
        return np.array([[self.unit**2 * rows.sum(), self.unit * labels.sum(), *middle, errors.sum()]], dtype=object)
