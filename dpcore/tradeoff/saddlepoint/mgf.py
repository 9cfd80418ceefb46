r"""The privacy loss of one release: the law of X = log dQ/dP under Q, by its moment generating function.

For f = T(P, Q) let M(s) = E_Q e^{sX} = int q^{s+1} p^-s. A composition adds X, so it multiplies M: heterogeneous
composition is addition of log M, whatever the families. At s - 1 the same function belongs to X under P; the exchanged
pair has M(-1-s). On a vertical line every family computes M(c+it) / M(c), which is at most 1 in size: products need no
logarithm, and absolute errors suffice for sums over the line.

Gaussian    mu^2 s(s+1) / 2
pure        log cosh(z epsilon) - log cosh(epsilon/2),                                z = s + 1/2
laplace     log(e^{-epsilon/2} (cosh(z epsilon) + sinh(z epsilon) / (2z)))
points      log sum_i q_i e^{s x_i}, for any two pmfs on finitely many points
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import final

import numpy as np

from dpcore.tradeoff.argument import UNIT, Array
from dpcore.tradeoff.saddlepoint.phase import product_of_powers, turned_sum
from dpcore.tradeoff.saddlepoint.transform import Cumulants, Turned
from dpcore.tradeoff.saddlepoint.transform import Evidence as Evidence


@final
@dataclass(frozen=True, slots=True)
class Normal(Evidence):
    """X of G_mu: N(mu^2/2, mu^2) under Q."""

    mu: float

    def turn(self, c: float, step: float, count: int) -> Turned:
        """exp(-mu^2 t^2 / 2 + i mu^2 t (c + 1/2))."""
        t = step * np.arange(float(count))
        fall, angle = 0.5 * (self.mu * t) ** 2, self.mu**2 * (c + 0.5) * t
        with np.errstate(under="ignore"):
            size = np.exp(-fall)
        return size * (np.cos(angle) + 1j * np.sin(angle)), size * UNIT * (8.0 + 6.0 * fall + 6.0 * np.abs(angle))

    def levels(self, c: Array) -> tuple[Array, Array]:
        """mu^2 c(c+1)/2."""
        value = 0.5 * self.mu**2 * c * (c + 1.0)
        return value, 8.0 * UNIT * np.abs(value)

    def cumulants(self, c: float) -> Cumulants:
        """log M, a parabola in c, and its derivatives."""
        square = self.mu**2
        return 0.5 * square * c * (c + 1.0), square * (c + 0.5), square

    def decay(self, c: float, t: Array) -> Array:
        """log|M(c+it) / M(c)| = -mu^2 t^2 / 2, exactly."""
        return -0.5 * (self.mu * t) ** 2 * (1.0 - 1e-12)

    def tail(self, c: float, t: float) -> tuple[float, float]:
        """(u^2 - t^2) / 2 >= t^2 log(u/t)."""
        square = (self.mu * t) ** 2 * (1.0 - 1e-12)
        return -0.5 * square, square

    def apart(self) -> float:
        """The total variation of G_mu."""
        return math.erf(self.mu / math.sqrt(8.0)) * (1.0 + 64.0 * UNIT)

    def reach(self) -> tuple[float, float]:
        """All real numbers."""
        return -np.inf, np.inf


@final
@dataclass(frozen=True, slots=True, eq=False)
class Points(Evidence):
    """X of two pmfs: values `at` with weights under Q; points of weight 0 under P or Q are not included."""

    at: Array
    weight: Array
    times: int

    def turn(self, c: float, step: float, count: int) -> Turned:
        """M(c+it) / M(c), as a sum over the tilted points."""
        weight, lost = self._tilt(c)
        excess, error = turned_sum(self.at, weight, step, count)
        # errors of the tilted weights are multiplied by |e^{itx} - 1|
        far = np.minimum(step * np.arange(float(count)) * float(weight @ np.abs(self.at)), 2.0)
        return product_of_powers(excess[:, None], (error + 2.0 * lost * far)[:, None], np.array([float(self.times)]))

    def _tilt(self, c: float) -> tuple[Array, float]:
        """(weights that add to 1, their relative error)."""
        rise = c * self.at + np.log(self.weight)
        weight = np.exp(rise - rise.max())
        lost = UNIT * (24.0 + 4.0 * abs(c) * float(np.max(np.abs(self.at))) + 4.0 * float(np.max(np.abs(rise))))
        return weight / weight.sum(), lost + 2.0 * len(weight) * UNIT

    def levels(self, c: Array) -> tuple[Array, Array]:
        """log M, with the largest term factored out."""
        rise = np.multiply.outer(c, self.at) + np.log(self.weight)
        top = rise.max(axis=1)
        value = top + np.log(np.exp(rise - top[:, None]).sum(axis=1))
        lost = UNIT * (24.0 + 2.0 * len(self.at) + 6.0 * np.max(np.abs(rise), axis=1))
        lost += UNIT * 4.0 * np.abs(c) * float(np.max(np.abs(self.at)))
        return self.times * value, self.times * lost

    def cumulants(self, c: float) -> Cumulants:
        """log M and its derivatives, which are mean and variance of the tilted points."""
        weight, _ = self._tilt(c)
        mean = float(weight @ self.at)
        value = float(self.levels(np.array([c]))[0][0])
        return value, self.times * mean, self.times * float(weight @ (self.at - mean) ** 2)

    def decay(self, c: float, t: Array) -> Array:
        """No decay in general."""
        return np.zeros_like(t)

    def reach(self) -> tuple[float, float]:
        """The sum of the largest losses, in each direction."""
        pad = 1.0 + 4.0 * UNIT
        low, high = float(self.at.min()), float(self.at.max())
        return self.times * (low - abs(low) * (pad - 1.0)), self.times * (high + abs(high) * (pad - 1.0))
