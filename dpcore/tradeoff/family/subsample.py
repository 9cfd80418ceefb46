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
from dpcore.tradeoff.curve import Array, Curve, Moments, Pair, Symmetric
from dpcore.tradeoff.family.pure import inside
from dpcore.tradeoff.mu_bound import bounded_mu
from dpcore.tradeoff.root import inverted

# Beyond this e^epsilon - 1 is e^epsilon, and soon leaves the doubles.
_FAR = 600.0


@final
@dataclass(frozen=True, slots=True)
class Subsampled(Symmetric):
    """C_rate of a curve that is its own inverse, rate in (0, 1)."""

    curve: Curve
    rate: float

    def _mixed(self, alpha: Array) -> Pair:
        """f_p."""
        low, high = self.curve._bounds(alpha)
        rest = (1.0 - self.rate) * (1.0 - alpha)
        return (self.rate * low + rest) * (1.0 - 4.0 * UNIT), (self.rate * high + rest) * (1.0 + 4.0 * UNIT)

    def _bounds(self, alpha: Array) -> Pair:
        direct, other = self._mixed(alpha), (np.zeros_like(alpha), np.ones_like(alpha))
        low_line, high_line = self._line()
        # The line is below the other two everywhere; they are answered where they are certainly the curve.
        first, last = _fixed_point(self.curve)
        if (beyond := alpha > first).any():
            other[0][beyond], other[1][beyond] = inverted(self._mixed, alpha[beyond])
        low = np.where(alpha <= first, direct[0], np.where(high_line - alpha <= first, other[0], low_line - alpha))
        chord = np.where((alpha >= last) & (low_line - alpha >= last), high_line - alpha, 1.0)
        high = np.minimum(np.minimum(direct[1], other[1]), chord)
        return inside(low * (1.0 - 4.0 * UNIT), np.maximum(high, low), alpha)

    def _line(self) -> tuple[float, float]:
        """(lower, upper) of x* + f_p(x*) = 1 - delta(0)."""
        low, high = self._delta_from_zero(np.zeros(1))
        return 1.0 - float(high[0]) - 2.0 * UNIT, 1.0 - float(low[0]) + 2.0 * UNIT

    def _delta_from_zero(self, epsilon: Array) -> Pair:
        with np.errstate(over="ignore", divide="ignore"):
            grown = np.expm1(np.minimum(epsilon, 30.0))
            # the quotient may leave the doubles
            beyond = np.log(grown) - math.log(self.rate)
            near = np.where(beyond > 600.0, beyond, np.log1p(grown / self.rate))
        far = epsilon - math.log(self.rate)
        inner = np.where(epsilon > 30.0, far, near)
        lost = 16.0 * UNIT * (1.0 + np.abs(inner)) * np.where(epsilon == 0.0, 0.0, 1.0) * np.minimum(inner + 1e-3, 1e3)
        low = self.curve._delta_bounds(inner + lost)[0] * self.rate * (1.0 - 4.0 * UNIT)
        high = self.curve._delta_bounds(np.maximum(inner - lost - np.where(epsilon > 30.0, 2e-13, 0.0), 0.0))[1]
        return low, np.minimum(1.0, high * self.rate * (1.0 + 4.0 * UNIT))

    def _epsilon_bounds(self, delta: Array) -> Pair:
        share = np.minimum(delta / self.rate, np.nextafter(1.0, 0.0))
        most = np.nextafter(1.0, 0.0)
        low = self.curve._epsilon_bounds(np.minimum(share * (1.0 + 4.0 * UNIT), most))[0]
        high = self.curve._epsilon_bounds(share * (1.0 - 4.0 * UNIT))[1]
        over = delta >= self.rate
        found = [np.where(over, 0.0, _amplified(side, self.rate)) for side in (low, high)]
        # far out the exponent carries an error of its own size
        lost = UNIT * (16.0 + 4.0 * np.where(low > _FAR, np.minimum(low, 1e7) - math.log(self.rate), 0.0))
        return found[0] * np.maximum(1.0 - lost, 0.0), found[1] * (1.0 + lost)

    def _mu(self, delta: float) -> float:
        """At most that of the curve itself; less where losses end: else a smaller one fails far out (Gaussian f)."""
        return min(self.curve._mu(delta), bounded_mu(self, delta))

    def moments(self) -> Moments:
        """By quadrature over alpha, to about three digits."""
        edges = np.concatenate((np.logspace(-12, -3, 900), np.linspace(0.001, 0.999, 4000)[1:]))
        value = 0.5 * (self._bounds(edges)[0] + self._bounds(edges)[1])
        width, drop = np.diff(edges), np.maximum(-np.diff(value), 1e-300)
        loss = np.log(width) - np.log(drop)
        kl = float(np.sum(width * (loss + np.expm1(-loss))))
        return Moments(kl, *(float(np.sum(width * np.abs(loss - m) ** k)) for m, k in ((0.0, 2), (0.0, 3), (kl, 3))))

    def to_dict(self) -> dict[str, Any]:
        """`{"family": "subsample", "rate": ..., "curve": {...}}`."""
        return {"family": "subsample", "rate": self.rate, "curve": self.curve.to_dict()}


def _amplified(epsilon: Array, rate: float) -> Array:
    """log(1 + p (e^epsilon - 1))."""
    far = epsilon + math.log(rate)
    with np.errstate(over="ignore", under="ignore"):
        near = np.log1p(rate * np.expm1(np.minimum(epsilon, _FAR)))
        grown = np.where(far > 40.0, far, np.log1p(np.exp(np.minimum(far, 40.0))))
    return np.where(epsilon > _FAR, grown, near)


@lru_cache(maxsize=64)
def _fixed_point(curve: Curve) -> tuple[float, float]:
    """(lower, upper) of x* = f(x*), by bisection of log x: f at both says so itself."""
    found = []
    for side in (0, 1):
        low, high = -744.0, math.log(0.5)
        for _ in range(64):
            middle = 0.5 * (low + high)
            at = math.exp(middle)
            low, high = (middle, high) if float(curve._bounds(np.array([at]))[side][0]) > at else (low, middle)
        found.append((low, high)[side])
    return (math.exp(found[0]) if found[0] > -744.0 else 0.0), math.exp(found[1])
