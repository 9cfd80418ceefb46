r"""Subsampling m of n units without replacement, neighbours that replace one: C_p(f) = min{f_p, f_p^-1}**, p = m/n.

f_p = p f + (1-p) Id. For symmetric f with fixed point x*: C_p(f) is f_p up to x*, the line of slope -1 from there to
(f_p(x*), x*), and f_p^-1 beyond (Dong, Roth & Su 2022, Def. 4.1 and Thm 4.2). Dual: delta(epsilon) = p delta_f(log(1 +
(e^epsilon - 1)/p)) for epsilon >= 0, which is the (epsilon, delta) amplification of Balle, Barthe & Gaboardi 2018.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, final

import numpy as np

from dpcore.tradeoff.argument import UNIT
from dpcore.tradeoff.curve import Array, Curve, Losses, Moments, Pair, Symmetric
from dpcore.tradeoff.family import amplification
from dpcore.tradeoff.family.iterate import moments_of
from dpcore.tradeoff.family.pure import Pure, inside
from dpcore.tradeoff.mu_bound import bounded_mu
from dpcore.tradeoff.root import invert

# Beyond this e^(2 epsilon) overflows.
_STEEPEST = 300.0


@final
@dataclass(frozen=True, slots=True)
class Subsampled(Symmetric):
    """C_rate of a curve that is its own inverse, rate in (0, 1)."""

    curve: Curve
    rate: float

    def _mixture(self, alpha: Array) -> Pair:
        """f_p."""
        return amplification.mixture(self.curve, self.rate, alpha)

    def _bounds(self, alpha: Array) -> Pair:
        direct, other = self._mixture(alpha), (np.zeros_like(alpha), np.ones_like(alpha))
        low_line, high_line = self._line()
        # The line lies below f_p and f_p^-1 everywhere; each of these is used where it is certainly the curve.
        first, last = _fixed_point(self.curve)
        if (beyond := alpha > first).any():
            other[0][beyond], other[1][beyond] = invert(self._mixture, alpha[beyond])
        low = np.where(alpha <= first, direct[0], np.where(high_line - alpha <= first, other[0], low_line - alpha))
        chord = np.where((alpha >= last) & (low_line - alpha >= last), high_line - alpha, 1.0)
        high = np.minimum(np.minimum(direct[1], other[1]), chord)
        return inside(low * (1.0 - 4.0 * UNIT), np.maximum(high, low), alpha)

    def _line(self) -> tuple[float, float]:
        """(lower, upper) of x* + f_p(x*) = 1 - delta(0)."""
        low, high = self._delta_from_zero(np.zeros(1))
        return 1.0 - float(high[0]) - 2.0 * UNIT, 1.0 - float(low[0]) + 2.0 * UNIT

    def _delta_from_zero(self, epsilon: Array) -> Pair:
        return amplification.delta(self.curve, self.rate, False, epsilon)

    def _epsilon_bounds(self, delta: Array) -> Pair:
        return amplification.epsilon(self.curve, self.rate, False, delta)

    def _missing(self) -> tuple[float, float]:
        # the unit need not be in the sample
        missing = self.curve._missing()[0] * self.rate * (1.0 - 4.0 * UNIT)
        return missing, missing

    def _points(self) -> Losses | None:
        if not isinstance(self.curve, Pure) or self.curve.loss > _STEEPEST:
            return None
        # delta = p delta_f(log(1 + (e^x - 1) / p)) is linear in e^x up to the point where it becomes 0
        loss, rate = self.curve.loss, self.rate
        end, share = math.log1p(rate * math.expm1(loss)), 1.0 / (1.0 + math.exp(loss))
        weight = share * np.array([1.0, (1.0 - rate) * math.expm1(loss), math.exp(end)])
        return np.array([-end, 0.0, end]), weight, 32.0 * UNIT * (1.0 + end)

    def _mu(self, delta: float) -> float:
        """At most mu of the unsampled curve; less if the losses are bounded (not for Gaussian f)."""
        return min(self.curve._mu(delta), bounded_mu(self, delta))

    def moments(self) -> Moments:
        """By quadrature over alpha, to about three digits."""
        return moments_of(self)

    def to_dict(self) -> dict[str, Any]:
        """`{"family": "subsample", "rate": ..., "curve": {...}}`."""
        return {"family": "subsample", "rate": self.rate, "curve": self.curve.to_dict()}


@lru_cache(maxsize=64)
def _fixed_point(curve: Curve) -> tuple[float, float]:
    """(lower, upper) of x* = f(x*), by bisection of log x with certified f."""
    ends = []
    for side in (0, 1):
        low, high = -744.0, math.log(0.5)
        for _ in range(64):
            middle = 0.5 * (low + high)
            at = math.exp(middle)
            low, high = (middle, high) if float(curve._bounds(np.array([at]))[side][0]) > at else (low, middle)
        ends.append((low, high)[side])
    return (math.exp(ends[0]) if ends[0] > -744.0 else 0.0), math.exp(ends[1])
