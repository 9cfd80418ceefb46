r"""Bounded range: the log likelihood ratios of a release lie in some band of width epsilon.

The exponential mechanism P(v) ~ w_v e^{-rate score(v)} is such a release (Durfee & Rogers 2019; Dong, Durfee & Rogers
2020). The worst of all pairs of two outcomes with losses t and t - epsilon at each alpha is
    f(alpha) = (1 - alpha) / (1 + (e^epsilon - 1) alpha) = T(Logistic(0, 1), Logistic(epsilon, 1)),
so under P the privacy loss X = log dQ/dP is -epsilon + 2 Y, Y exponential and truncated at epsilon:
    delta(x) = (1 - e^{-(epsilon-x)/2})^2 / (1 - e^-epsilon)            for 0 <= x <= epsilon.
Phi^-1(1-alpha) - Phi^-1(f(alpha)) is largest at the fixed point 1/(1 + e^{epsilon/2}), the fixed point of
pure(epsilon/2) too: a selection with bounded range epsilon has the mu of a pure release with epsilon/2.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, final

import numpy as np

from dpcore.tradeoff.argument import UNIT
from dpcore.tradeoff.curve import Array, Moments, Pair, Symmetric
from dpcore.tradeoff.family.laplace import exponential
from dpcore.tradeoff.family.pure import Pure, inside
from dpcore.tradeoff.root import settle

# Beyond this e^-epsilon underflows.
_FARTHEST = 700.0


@final
@dataclass(frozen=True, slots=True)
class BoundedRange(Symmetric):
    """The curve of a band of width `loss`, in (0, 1e6]."""

    loss: float

    def _bounds(self, alpha: Array) -> Pair:
        with np.errstate(divide="ignore", over="ignore"):
            if self.loss <= _FARTHEST:
                shrunk = math.exp(-self.loss) * (1.0 - alpha)
                whole, margin = alpha + shrunk, 12.0 * UNIT
                power, value = alpha / whole, shrunk / whole
            else:
                # the odds (1 - alpha) / alpha fall by e^epsilon
                rest = np.log1p(-np.minimum(alpha, 1.0 - UNIT)) - np.log(alpha) - self.loss
                power, value = 1.0 / (1.0 + np.exp(rest)), 1.0 / (1.0 + np.exp(-rest))
                margin = UNIT * (16.0 + 8.0 * (self.loss + 750.0))
        # where the power is close to 0, f is computed as 1 minus the power, which has full relative accuracy
        far = power > 0.5
        low = np.where(far, value * (1.0 - margin), 1.0 - power * (1.0 + margin) - UNIT)
        high = np.where(far, value * (1.0 + margin) + 1e-300, 1.0 - power * (1.0 - margin) + UNIT)
        return inside(np.where(value > 1e-300, low, 0.0), high, alpha)

    def _delta_from_zero(self, epsilon: Array) -> Pair:
        gap = np.maximum(self.loss - epsilon, 0.0)
        root = -np.expm1(-0.5 * gap)
        with np.errstate(under="ignore"):
            value = root * (root / -math.expm1(-self.loss))
        margin = 24.0 * UNIT
        high = np.where(gap > 0.0, np.minimum(1.0, value * (1.0 + margin) + 1e-322), 0.0)
        return value * (1.0 - margin), high

    def _epsilon_bounds(self, delta: Array) -> Pair:
        guess = self.loss + 2.0 * np.log1p(-np.sqrt(delta * -math.expm1(-self.loss)) * (1.0 - UNIT))
        return settle(self._delta_from_zero, np.maximum(guess, 0.0), delta, self.loss)

    def _mu(self, delta: float) -> float:
        # with failures too: -Phi^-1(Phi(-v)/(1-delta)) is a concave function of v
        return Pure(0.5 * self.loss).mu(delta)

    def moments(self) -> Moments:
        """kl = epsilon coth(epsilon/2) - 2; the others by quadrature over L = epsilon - 2Y, to twelve digits."""
        size = self.loss
        kl = size * size * (1.0 - size * size / 60.0) / 6.0 if size < 1e-2 else size / math.tanh(0.5 * size) - 2.0
        return Moments._of(kl, lambda center, power: exponential(size, center, power) / -math.expm1(-size))

    def to_dict(self) -> dict[str, Any]:
        """`{"family": "bounded_range", "epsilon": ...}`."""
        return {"family": "bounded_range", "epsilon": self.loss}
