"""Integer combinations of sums over rows, the usual statistics for additive noise."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from dpcore.sensitivity import Contribution
from dpcore.statistic.base import Statistic

if TYPE_CHECKING:
    from dpcore.statistic.base import Integers


@final
@dataclass(frozen=True)
class Linear(Statistic):
    """Integer coordinates for each cell, and their sensitivity.

    reach: the possible contributions of a unit (`dpcore.sensitivity.additive` proves the norms).
    matrix: coordinates as integer combinations of the question's measures, shape (coordinates, measures).
    weights: the weight of each coordinate's variance in the answer's error; they decide how Gaussian noise is split.
    counts: whether the coordinates are plain counts, for which discrete Laplace noise has a smaller error.
    """

    reach: Contribution
    matrix: tuple[tuple[int, ...], ...]
    weights: tuple[float, ...]
    counts: bool = False

    @property
    def public(self) -> bool:
        """Whether no neighbour can change any coordinate, for example the number of rows under replace."""
        return not self.l1_sensitivity()

    def l1_sensitivity(self) -> int:
        """The largest L1 distance between the coordinates of neighbouring tables, exact."""
        return self.reach.l1_sensitivity()

    def exact(self, aggregate: Integers) -> Integers:
        """The coordinates of an exact aggregate, shape (coordinates, cells)."""
        flat = aggregate.reshape(aggregate.shape[0], -1).astype(object)
        return np.array([sum(factor * row for factor, row in zip(line, flat, strict=True)) for line in self.matrix])
