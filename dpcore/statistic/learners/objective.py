"""The objective of a machine: its losses, and its cells as exact integers."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal, final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Integers = NDArray[Any]
    Doubles = NDArray[np.float64]


Loss = Literal["logistic", "hinge", "huber", "squares"]
SMOOTH = Fraction(1, 2)
"""s of the smoothed hinge."""
ROBUST = Fraction(1, 4)
"""c of Huber's loss."""
LIPSCHITZ: dict[Loss, Fraction] = {"logistic": Fraction(1), "hinge": Fraction(1), "huber": ROBUST}
"""The largest derivative of a loss by the score; it is unbounded for squares."""
BEND: dict[Loss, float] = {"logistic": 0.25, "hinge": 0.25 / float(SMOOTH), "huber": 1.0, "squares": 1.0}  # B


@final
@dataclass(frozen=True, slots=True)
class FitCells:
    """t_c exactly: an integer matrix in units of 2^-power, shape (cells, coordinates), and the same in doubles."""

    exact: Any
    power: int
    doubles: Doubles
    kernel: Doubles
    """The inner products of all t_c."""


@final
@dataclass(frozen=True, slots=True)
class Problem:
    """J. counts: Python integers, shape (targets, cells). labels: the targets, from -1 to 1."""

    cells: FitCells
    loss: Loss
    labels: tuple[Fraction, ...]
    strength: Fraction
    counts: Integers

    @property
    def smoothness(self) -> float:
        """S or slightly more."""
        return 1.001 * (float(self.strength) + BEND[self.loss] * float(self.counts.sum()))
