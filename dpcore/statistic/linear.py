"""Integer combinations of sums over rows: what additive noise is added to."""

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
    """Integer coordinates for each cell, and how much a unit can move them.

    reach: the extreme points of what a unit adds (see `dpcore.sensitivity.additive`, which proves the norms).
    matrix: coordinates as integer combinations of the question's measures, shape (coordinates, measures).
    weights: how much variance of each coordinate counts in the answer's error; they split Gaussian noise.
    counts: whether the coordinates are plain counts, on which discrete Laplace noise is the better one.
    """

    reach: Contribution
    matrix: tuple[tuple[int, ...], ...]
    weights: tuple[float, ...]
    counts: bool = False

    @property
    def public(self) -> bool:
        """Such as the number of rows under replace."""
        return not self.l1_sensitivity()

    def l1_sensitivity(self) -> int:
        """The largest L1 distance between neighbours, exact."""
        return self.reach.l1_sensitivity()

    def exact(self, aggregate: Integers) -> Integers:
        """The coordinates of an exact aggregate, shape (coordinates, cells)."""
        flat = aggregate.reshape(aggregate.shape[0], -1).astype(object)
        return np.array([sum(factor * row for factor, row in zip(line, flat, strict=True)) for line in self.matrix])
