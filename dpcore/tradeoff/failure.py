r"""A curve with a chance of failing outright: f tensor f_{0,delta} = (1-delta) f(alpha/(1-delta)), 0 beyond 1-delta.

approximate(epsilon, delta) = f_{epsilon,delta} = pure(epsilon) tensor f_{0,delta}
= max{0, 1 - delta - e^epsilon alpha, e^-epsilon (1 - delta - alpha)} (Dong, Roth & Su 2022, Prop. 2.5 and sec. 3.1).
Never Gaussian-DP without a delta: f(0) = 1 - delta < 1.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, final

import numpy as np

from dpcore.tradeoff.curve import Array, Curve, Moments, Pair
from dpcore.tradeoff.domain import UNIT
from dpcore.tradeoff.pure import inside


@final
@dataclass(frozen=True, slots=True)
class Failure(Curve):
    """curve tensor f_{0,probability}, probability in (0, 1)."""

    curve: Curve
    probability: float

    def _bounds(self, alpha: Array) -> Pair:
        kept = 1.0 - self.probability
        at = alpha / kept
        lower = self.curve._bounds(np.minimum(at * (1.0 + 3.0 * UNIT), 1.0))[0] * kept * (1.0 - 4.0 * UNIT)
        upper = self.curve._bounds(np.minimum(at * (1.0 - 3.0 * UNIT), 1.0))[1] * kept * (1.0 + 4.0 * UNIT)
        return inside(lower, upper, alpha)

    def _delta_bounds(self, epsilon: Array) -> Pair:
        lower, upper = self.curve._delta_bounds(epsilon)
        return self._with(lower, 1.0 - 4.0 * UNIT), self._with(upper, 1.0 + 4.0 * UNIT)

    def _with(self, delta: Array, margin: float) -> Array:
        """probability + (1-probability) delta, and exactly probability where nothing is added."""
        both = np.minimum((self.probability + (1.0 - self.probability) * delta) * margin, 1.0)
        return np.where(delta == 0.0, self.probability, np.maximum(both, self.probability))

    def _epsilon_bounds(self, delta: Array) -> Pair:
        rest = np.maximum(delta - self.probability, 0.0) / (1.0 - self.probability)
        most = np.nextafter(1.0, 0.0)
        lower = self.curve._epsilon_bounds(np.minimum(rest * (1.0 + 4.0 * UNIT), most))[0]
        upper = self.curve._epsilon_bounds(np.minimum(rest * (1.0 - 4.0 * UNIT), most))[1]
        short = delta < self.probability
        return np.where(short, np.inf, lower), np.where(short, np.inf, upper)

    def _mu(self, delta: float) -> float:
        if delta < self.probability:
            return math.inf
        return self.curve._mu((delta - self.probability) / (1.0 - self.probability) * (1.0 - 4.0 * UNIT))

    def inverse(self) -> Curve:
        """f^-1 with the same failures."""
        return Failure(self.curve.inverse(), self.probability)

    def symmetrize(self) -> Curve:
        """The symmetrised curve with the same failures."""
        return Failure(self.curve.symmetrize(), self.probability)

    def moments(self) -> Moments:
        """All infinite: f has a stretch of slope 0."""
        return Moments(math.inf, math.inf, math.inf, math.inf)

    def to_dict(self) -> dict[str, Any]:
        """`{"family": "failure", "delta": ..., "curve": {...}}`."""
        return {"family": "failure", "delta": self.probability, "curve": self.curve.to_dict()}
