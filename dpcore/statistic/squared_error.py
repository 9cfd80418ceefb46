r"""The squared errors of public predictions, summed over the rows, with what a constant needs to be compared to them.

A row in cell c whose label has the value y adds, in whole numbers with a common unit U for 1,

    (U^2, U y, y^2, (p_c - y)^2),        0 <= y, p_c <= U,

where p_c is the prediction for the cell: a public number, or one that was released before. y^2 is left out where y is 0
or U only, as then it is U y. A row outside the cells or without a label adds nothing.

**Sensitivity.** Let R be the longest of these vectors and D the largest distance of two of them, in the L1 or the L2
norm. A unit of at most m rows adds a point of m K, where K is the convex hull of 0 and of the vectors. So it changes
the sums by at most m R. Replacing it moves them by the difference of two points of m K, a convex function of either,
whose maximum is at vertices: m max(R, D). If each unit is one row that is in every table, only m D can happen. All
vectors of a label y differ in the last coordinate alone, so R and D are exact: they are reached at the smallest or the
largest error of each label.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, final

import numpy as np

from dpcore.statistic.base import Normed

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dpcore.statistic.base import Integers
    from dpcore.statistic.machine import Machine


@final
@dataclass(frozen=True)
class SquaredError(Normed):
    """The sums, in units of 1 / unit^2.

    machine: which counts of rows the aggregate has, by group, label and cell, with the neighbouring relation.
    predictions: p_c of each group and cell, whole numbers from 0 to `unit`. values: y of each label, in the same unit.
    optional: whether a row may add nothing.
    """

    machine: Machine
    predictions: tuple[int, ...]
    values: tuple[int, ...]
    unit: int
    optional: bool

    @property
    def public(self) -> bool:
        """Never: a row has a label."""
        return False

    @property
    def seconds(self) -> float:
        """Above the measured time."""
        return 0.01 + 4e-6 * len(self.predictions) * len(self.values)

    @property
    def squares(self) -> bool:
        """Whether y^2 is a coordinate of its own."""
        return not set(self.values) <= {0, self.unit}

    def squared_l2_sensitivity(self) -> int:
        """The square of the largest L2 distance between neighbours, exact."""
        return self.machine.max_rows**2 * self._reach[1]

    def l1_sensitivity(self) -> int:
        """The largest L1 distance between neighbours, exact."""
        return self.machine.max_rows * self._reach[0]

    @cached_property
    def _reach(self) -> tuple[int, int]:
        """max(R, D), or what of them can happen: in L1, and squared in L2."""
        y = np.array(self.values, dtype=object)
        found = np.array(sorted(set(self.predictions)), dtype=object)
        errors = (found[:, None] - y) ** 2
        low, high = errors.min(axis=0), errors.max(axis=0)
        parts = [self.unit * y, *([y**2] if self.squares else [])]
        across = np.maximum(high[:, None] - low, high - low[:, None])
        apart = [abs(part[:, None] - part) for part in parts]
        far = [int((sum(each**power for each in apart) + across**power).max()) for power in (1, 2)]
        replaced = self.machine.neighbors == "replace"
        if replaced and not self.optional and self.machine.max_rows == 1:
            return far[0], far[1]
        long = [int((self.unit ** (2 * k) + sum(part**k for part in parts) + high**k).max()) for k in (1, 2)]
        return (max(long[0], far[0]), max(long[1], far[1])) if replaced else (long[0], long[1])

    def exact(self, aggregate: Integers) -> Integers:
        """The sums over all groups, shape (1, 3 or 4): rows, labels, squares of labels, squared errors."""
        counts = self.machine.counts(aggregate)
        y: NDArray[Any] = np.array(self.values, dtype=object)
        each = counts.sum(axis=(0, 2))
        predicted = np.array(self.predictions, dtype=object).reshape(counts.shape[0], 1, -1)
        errors = (counts * (predicted - y[:, None]) ** 2).sum()
        squares = [(each * y**2).sum()] if self.squares else []
        return np.array([[self.unit**2 * each.sum(), self.unit * (each * y).sum(), *squares, errors]], dtype=object)
