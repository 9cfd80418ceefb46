r"""Pure differential privacy, and no loss at all.

identity    Id(alpha) = 1 - alpha: no privacy loss
pure        f_{epsilon,0}(alpha) = max{1 - e^epsilon alpha, e^-epsilon (1 - alpha)}: two chords that meet on the
            diagonal at k = 1/(1+e^epsilon) (Wasserman & Zhou 2010; Dong, Roth & Su 2022, Prop. 2.5).
            Randomised response and discrete Laplace noise on a count attain it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, final

import numpy as np

from dpcore.tradeoff import normal
from dpcore.tradeoff.argument import UNIT
from dpcore.tradeoff.curve import Array, Losses, Moments, Pair, Symmetric
from dpcore.tradeoff.root import settle

# Beyond this e^-epsilon underflows.
STEEPEST = 690.0


@final
@dataclass(frozen=True, slots=True)
class Identity(Symmetric):
    """Id(alpha) = 1 - alpha: neighbouring datasets are indistinguishable."""

    def _bounds(self, alpha: Array) -> Pair:
        value = 1.0 - alpha
        exact = 1.0 - value == alpha
        return np.where(exact, value, np.nextafter(value, 0.0)), np.where(exact, value, np.nextafter(value, 1.0))

    def _delta_from_zero(self, epsilon: Array) -> Pair:
        return np.zeros_like(epsilon), np.zeros_like(epsilon)

    def _epsilon_bounds(self, delta: Array) -> Pair:
        return np.zeros_like(delta), np.zeros_like(delta)

    def _mu(self, delta: float) -> float:
        return 0.0

    def moments(self) -> Moments:
        """All zero."""
        return Moments(0.0, 0.0, 0.0, 0.0)

    def to_dict(self) -> dict[str, Any]:
        """`{"family": "identity"}`."""
        return {"family": "identity"}


@final
@dataclass(frozen=True, slots=True)
class Pure(Symmetric):
    """f_{epsilon,0}, epsilon in (0, 1e6]."""

    loss: float

    def _bounds(self, alpha: Array) -> Pair:
        size = self.loss
        steep, lost = times_exp(alpha, size)
        flat = math.exp(-size) * (1.0 - alpha)
        lower = np.maximum(1.0 - steep - lost, flat * (1.0 - 8.0 * UNIT))
        upper = np.maximum(1.0 - steep + lost, flat * (1.0 + 8.0 * UNIT) + tiny(flat))
        return inside(lower, upper, alpha)

    def _delta_from_zero(self, epsilon: Array) -> Pair:
        # 1 - k - k e^epsilon at the kink, as a product
        gap = np.maximum(self.loss - epsilon, 0.0)
        value = -np.expm1(-gap) / (1.0 + math.exp(-self.loss))
        margin = 12.0 * UNIT
        return value * (1.0 - margin), np.minimum(1.0, value * (1.0 + margin))

    def _epsilon_bounds(self, delta: Array) -> Pair:
        rest = np.maximum((1.0 - delta) - delta * math.exp(-self.loss), 0.0)
        with np.errstate(divide="ignore"):
            guess = np.maximum(self.loss + np.where(rest < 0.5, np.log(rest), np.log1p(rest - 1.0)), 0.0)
        guess = np.where(delta == 0.0, self.loss, guess)
        return settle(self._delta_from_zero, guess, delta, self.loss)

    def _mu(self, delta: float) -> float:
        # G_mu is convex, so it lies below both chords if it lies below the kink.
        size = self.loss
        tail = -(size + math.log1p(math.exp(-size)))
        return max(0.0, 2.0 * normal.deviate(math.tanh(0.5 * size), tail, delta))

    def _points(self) -> Losses | None:
        if self.loss > STEEPEST:
            return None
        tail = math.exp(-self.loss)
        return np.array([-self.loss, self.loss]), np.array([tail, 1.0]) / (1.0 + tail), 16.0 * UNIT

    def moments(self) -> Moments:
        """With t = tanh(epsilon/2): epsilon t, epsilon^2, epsilon^3, epsilon^3 (1 - t^4)."""
        size, t = self.loss, math.tanh(0.5 * self.loss)
        tail = math.exp(-size)
        rest = 4.0 * tail / (1.0 + tail) ** 2
        return Moments(size * t, size**2, size**3, size**3 * rest * (1.0 + t * t))

    def to_dict(self) -> dict[str, Any]:
        """`{"family": "pure", "epsilon": ...}`."""
        return {"family": "pure", "epsilon": self.loss}


def times_exp(alpha: Array, size: float | Array) -> Pair:
    """(value, absolute error) of min(e^size alpha, 3): values beyond 1 do not matter, and must not overflow."""
    with np.errstate(divide="ignore", over="ignore"):
        logs = size + np.log(alpha)
        plain = np.where(np.abs(size) <= 700.0, alpha * np.exp(np.clip(size, -700.0, 700.0)), np.exp(logs))
        lost = np.where(np.abs(size) <= 700.0, 6.0, 6.0 + 4.0 * (np.abs(size) + np.abs(np.log(alpha))))
    value = np.minimum(plain, 3.0)
    return value, np.where(value > 0.0, value * np.where(value > 0.0, lost, 0.0) * UNIT + UNIT, 0.0)


def tiny(value: Array) -> Array:
    """The margin of an upper bound whose value is inaccurate by underflow."""
    return np.where(value < normal.FAINT, normal.DUST, 0.0)


def inside(lower: Array, upper: Array, alpha: Array) -> Pair:
    """Bounds of f clipped to [0, 1 - alpha], which holds for every trade-off curve; f(1) = 0 exactly."""
    most = np.where(alpha == 1.0, 0.0, np.minimum(1.0, np.nextafter(1.0 - alpha, 2.0)))
    return np.clip(lower, 0.0, most), np.clip(upper, 0.0, most)
