r"""Groups under any curve: 1 - (1-f)^{o k}, by iterating f (Dong, Roth & Su 2022, Thm 2.14).

Bounds of f are iterated with the worse direction at each unit, as a group may mix added and removed units. Upper bounds
of delta come from sequences of thresholds (`group_delta`) and, if f is convex, from its conjugate.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, final

import numpy as np

from dpcore.tradeoff.argument import UNIT
from dpcore.tradeoff.conjugate import STEEPEST, Conjugate
from dpcore.tradeoff.curve import UNBOUNDED, Array, Curve, Moments, Pair
from dpcore.tradeoff.family import group_delta
from dpcore.tradeoff.family.direction import Both, Either, Hull, may_be_nonconvex
from dpcore.tradeoff.family.pure import inside

# Each unit is one more evaluation of f.
MOST_ROUNDS = 200


@final
@dataclass(frozen=True, slots=True)
class Iterated(Conjugate):
    """The curve of `size` >= 2 units, each protected by `curve`."""

    curve: Curve
    size: int

    def _bounds(self, alpha: Array) -> Pair:
        most, least = alpha, alpha
        for _ in range(self.size):
            most = np.where(most >= 1.0, 1.0, np.minimum(np.nextafter(1.0 - self.curve._bounds(most)[0], 2.0), 1.0))
            least = np.maximum(np.nextafter(1.0 - self.curve._bounds(least)[1], -1.0), least)
        return inside(np.nextafter(1.0 - most, -1.0), np.nextafter(1.0 - least, 2.0), alpha)

    def _delta_bounds(self, epsilon: Array) -> Pair:
        low, high = self._conjugate(epsilon, not may_be_nonconvex(self.curve))
        high = np.minimum(
            high, np.clip(group_delta.above(self.curve, self.size, np.clip(epsilon, -STEEPEST, STEEPEST)), 0.0, 1.0)
        )
        high = np.where(epsilon >= _most(self)[1], 0.0, high)
        return np.minimum(low, high), high

    def _epsilon_bounds(self, delta: Array) -> Pair:
        least, most = _most(self)
        low, high = np.full_like(delta, least), np.full_like(delta, most)
        some = np.flatnonzero(delta > 0.0)
        if len(some):
            low[some], conjugate = Conjugate._epsilon_bounds(self, delta[some])
            high[some] = np.minimum(conjugate, most)
        return np.minimum(low, high), high

    def _turns(self) -> int:
        """The number of refinements; fewer for curves with two directions, which are expensive."""
        return 4 if isinstance(self.curve, Either | Hull) else 8

    def _mu(self, delta: float) -> float:
        """At delta = 0, `size` times mu of a single unit."""
        return self.size * self.curve._mu(0.0) * (1.0 + 4.0 * UNIT)

    def inverse(self) -> Curve:
        """The group curve of the inverse."""
        other = self.curve.inverse()
        return self if other == self.curve else Iterated(other, self.size)

    def symmetrize(self) -> Curve:
        """max{f, f^-1}."""
        other = self.inverse()
        return self if other == self else Both(self, other)

    def moments(self) -> Moments:
        """By quadrature over alpha, to about three digits."""
        return moments_of(self)

    def to_dict(self) -> dict[str, Any]:
        """`{"family": "group", "size": ..., "curve": {...}}`."""
        return {"family": "group", "size": self.size, "curve": self.curve.to_dict()}


@lru_cache(maxsize=64)
def _most(curve: Iterated) -> tuple[float, float]:
    """(lower, upper) of epsilon(0): e^epsilon(0) is the slope of the power at 0, one unit's slope to the `size`."""
    low, high = curve.curve._epsilon_bounds(np.zeros(1))
    return curve.size * float(low[0]) * (1.0 - 4.0 * UNIT), curve.size * float(high[0]) * (1.0 + 4.0 * UNIT)


def moments_of(curve: Curve) -> Moments:
    """By quadrature over alpha, to about three digits; infinite if f(0) < 1."""
    if float(curve._bounds(np.zeros(1))[0][0]) < 1.0 - 1e-12:
        return UNBOUNDED
    edges = np.concatenate((np.logspace(-12, -3, 900), np.linspace(0.001, 0.999, 4000)[1:]))
    value = 0.5 * (curve._bounds(edges)[0] + curve._bounds(edges)[1])
    width, drop = np.diff(edges), np.maximum(-np.diff(value), 1e-300)
    loss = np.log(width) - np.log(drop)
    kl = float(np.sum(width * (loss + np.expm1(-loss))))
    return Moments._of(kl, lambda center, power: float(np.sum(width * np.abs(loss - center) ** power)))
