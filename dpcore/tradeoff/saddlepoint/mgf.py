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
        """A parabola."""
        square = self.mu**2
        return 0.5 * square * c * (c + 1.0), square * (c + 0.5), square

    def decay(self, c: float, t: Array) -> Array:
        """Exactly -mu^2 t^2 / 2."""
        return -0.5 * (self.mu * t) ** 2 * (1.0 - 1e-12)

    def tail(self, c: float, t: float) -> tuple[float, float]:
        """(u^2 - t^2) / 2 >= t^2 log(u/t)."""
        square = (self.mu * t) ** 2 * (1.0 - 1e-12)
        return -0.5 * square, square

    def apart(self) -> float:
        """That of G_mu."""
        return math.erf(self.mu / math.sqrt(8.0)) * (1.0 + 64.0 * UNIT)

    def reach(self) -> tuple[float, float]:
        """All real numbers."""
        return -np.inf, np.inf


@final
@dataclass(frozen=True, slots=True, eq=False)
class TwoPoint(Evidence):
    """X of f_{epsilon,0}: epsilon or -epsilon, as for randomised response; vectorised over losses."""

    loss: Array
    times: Array

    def turn(self, c: float, step: float, count: int) -> Turned:
        """cosh((x+it)e) / cosh(xe) - 1 = i tanh(xe) sin(te) - 2 sin(te/2)^2, x = c + 1/2."""
        angle = np.multiply.outer(step * np.arange(float(count)), self.loss)
        half = np.sin(0.5 * angle)
        excess = -2.0 * half * half + 1j * (np.tanh((c + 0.5) * self.loss) * np.sin(angle))
        # the angle is good to 2 UNIT, tanh to UNIT max(1, xe / cosh^2) and no part is larger than te
        return product_of_powers(excess, 16.0 * UNIT * angle, self.times)

    def levels(self, c: Array) -> tuple[Array, Array]:
        """cosh(a)/cosh(b) - 1 = 2 sinh((a+b)/2) sinh((a-b)/2) / cosh(b), without cancellation near 1."""
        half = 0.5 * self.loss
        at = np.abs(np.multiply.outer(c + 0.5, self.loss))
        one, other = np.multiply.outer(c + 1.0, half), np.multiply.outer(c, half)
        wide = at - half + np.log1p(np.exp(-2.0 * at)) - np.log1p(np.exp(-self.loss))
        small = np.maximum(np.abs(one), np.abs(other)) < 0.5
        product = (
            2.0
            * np.sinh(np.where(small, one, 0.0))
            * np.sinh(np.where(small, other, 0.0))
            / np.cosh(np.minimum(half, 1.0))
        )
        value = np.where(small, np.log1p(product), wide)
        # product >= -tanh(1/4)^2 or so, far from -1
        lost = np.where(small, 24.0 * np.abs(product), 4.0 + 4.0 * at + 2.0 * self.loss) * UNIT
        return _add_up(value, lost, self.times)

    def cumulants(self, c: float) -> Cumulants:
        """Derivatives of log cosh."""
        at = (c + 0.5) * self.loss
        size, slope = np.abs(at), np.tanh(at)
        value = size - 0.5 * self.loss + np.log((1.0 + np.exp(-2.0 * size)) / (1.0 + np.exp(-self.loss)))
        bend = self.loss**2 * (1.0 - slope) * (1.0 + slope)
        return float(value @ self.times), float((self.loss * slope) @ self.times), float(bend @ self.times)

    def decay(self, c: float, t: Array) -> Array:
        """No decay: two atoms are in phase again and again."""
        return np.zeros_like(t)

    def apart(self) -> float:
        """tanh(epsilon/2) each."""
        return float(np.tanh(0.5 * self.loss) @ self.times) * (1.0 + 64.0 * UNIT)

    def reach(self) -> tuple[float, float]:
        """The sum of the largest losses, in each direction."""
        end = float(self.times @ self.loss) * (1.0 + 64.0 * UNIT)
        return -end, end


@final
@dataclass(frozen=True, slots=True, eq=False)
class TwoSided(Evidence):
    """X of Laplace noise: atoms at both ends of [-epsilon, epsilon], density e^{(x-epsilon)/2}/4 between."""

    shift: Array
    times: Array

    def _lean(self, x: float) -> tuple[Array, Array]:
        """(tanh(xe), tanh(xe) / x), x >= 0."""
        lean = np.tanh(x * self.shift)
        with np.errstate(divide="ignore", invalid="ignore"):
            return lean, np.where(x * self.shift > 1e-9, lean / x, self.shift)

    def turn(self, c: float, step: float, count: int) -> Turned:
        """With A = 1 + tanh(xe)/(2x) = M e^{e/2} / cosh(xe) at t = 0 and sines only, without cancellation near 1."""
        # |c + 1/2|: M(-1-s) = M(s), and M at a conjugate is the conjugate
        x, mirror = abs(c + 0.5), c < -0.5
        t = (step * np.arange(float(count)))[:, None]
        angle = t * self.shift
        lean, ratio = self._lean(x)
        half, sine = np.sin(0.5 * angle), np.sin(angle)
        square, scale = 2.0 * half * half, 1.0 + 0.5 * ratio
        size = np.maximum(x * x + t * t, 1e-300)
        one, other = -lean * square, sine - t * ratio
        real = (0.5 * (one * x + other * t) / size - square) / scale
        imaginary = (0.5 * (other * x - one * t) / size + lean * sine) / scale
        excess = real + 1j * (-imaginary if mirror else imaginary)
        # sine - t ratio cancels to within 10 UNIT te, and is divided by 2|z|
        lost = UNIT * angle * (24.0 + 24.0 / np.sqrt(size))
        return product_of_powers(excess, lost, self.times)

    def levels(self, c: Array) -> tuple[Array, Array]:
        """With cosh(a) = 1 + 2 sinh(a/2)^2 where a is small."""
        z = np.maximum(np.abs(c + 0.5), 1e-30)[:, None]
        at, half = z * self.shift, 0.5 * self.shift
        inner = 0.5 * (1.0 + np.exp(-2.0 * at)) - 0.25 * np.expm1(-2.0 * at) / z
        value = at - half + np.log(inner)
        lost = UNIT * (16.0 + 8.0 * at + 2.0 * self.shift)
        small = (at < 0.25) & (self.shift < 1.0)
        if small.any():
            near = np.where(small, at, 0.1)
            square = 2.0 * np.sinh(0.5 * near) ** 2
            # sinh(a)/a - 1
            ratio = np.zeros_like(near)
            for term in (156.0, 110.0, 72.0, 42.0, 20.0, 6.0):
                ratio = (1.0 + ratio) * near * near / term
            # e^-h (1 + h) - 1 = -h^2/2 + h^3/3 - ..., and the rest grows with a^2
            grown = np.exp(-half) * (_curvature(half) + square + half * ratio)
            value = np.where(small, np.log1p(grown), value)
            lost = np.where(small, UNIT * 60.0 * (half * half + half * near + near**2), lost)
        return _add_up(value, lost, self.times)

    def cumulants(self, c: float) -> Cumulants:
        """With B = sinh(a)/z: B' = (e cosh a - B)/z and B'' = (e^2 sinh a - 2 B')/z, all divided by cosh a."""
        z, e = abs(c + 0.5), self.shift
        at = z * e
        near, small = np.minimum(at, 0.1), at < 0.1
        tanh, shrink, floor = np.tanh(at), 1.0 / np.cosh(near), np.where(small, 1.0, z)
        part = np.where(small, shrink * e * (1.0 + near**2 / 6.0 + near**4 / 120.0), tanh / floor)
        slope = np.where(small, shrink * e**2 * near * (1.0 / 3.0 + near**2 / 30.0), (e - part) / floor)
        bend = np.where(small, shrink * e**3 * (1.0 / 3.0 + near**2 / 10.0), (e**2 * tanh - 2.0 * slope) / floor)
        total = 1.0 + 0.5 * part
        first = (e * tanh + 0.5 * slope) / total
        second = (e * e + 0.5 * bend) / total - first**2
        sign = 1.0 if c > -0.5 else -1.0
        value = at + np.log(0.5 * (1.0 + np.exp(-2.0 * at)) * total) - 0.5 * e
        return float(value @ self.times), sign * float(first @ self.times), max(float(second @ self.times), 1e-300)

    def decay(self, c: float, t: Array) -> Array:
        """|cosh(z e)| and |sinh(z e)| are at most cosh(Re z e)."""
        x = abs(c + 0.5)
        most = float(self.times.sum()) * np.log1p(0.5 / np.hypot(x, t))
        least = float(self.times @ np.log1p(0.5 * self._lean(x)[1]))
        return np.minimum(most * (1.0 + 1e-12) - least * (1.0 - 1e-12), 0.0)

    def apart(self) -> float:
        """1 - e^{-epsilon/2} each."""
        return float(-np.expm1(-0.5 * self.shift) @ self.times) * (1.0 + 64.0 * UNIT)

    def reach(self) -> tuple[float, float]:
        """The sum of the largest losses, in each direction."""
        end = float(self.times @ self.shift) * (1.0 + 64.0 * UNIT)
        return -end, end


@final
@dataclass(frozen=True, slots=True, eq=False)
class Points(Evidence):
    """X of two pmfs: values `at` with weights under Q; points of weight 0 under P or Q are not included."""

    at: Array
    weight: Array
    times: int

    def turn(self, c: float, step: float, count: int) -> Turned:
        """A sum over the tilted points."""
        weight, lost = self._tilt(c)
        excess, error = turned_sum(self.at, weight, step, count)
        # errors in the tilted weights count as far as e^{itx} is away from 1
        far = np.minimum(step * np.arange(float(count)) * float(weight @ np.abs(self.at)), 2.0)
        return product_of_powers(excess[:, None], (error + 2.0 * lost * far)[:, None], np.array([float(self.times)]))

    def _tilt(self, c: float) -> tuple[Array, float]:
        """(weights that add to 1, their relative error)."""
        rise = c * self.at + np.log(self.weight)
        weight = np.exp(rise - rise.max())
        lost = UNIT * (24.0 + 4.0 * abs(c) * float(np.max(np.abs(self.at))) + 4.0 * float(np.max(np.abs(rise))))
        return weight / weight.sum(), lost + 2.0 * len(weight) * UNIT

    def levels(self, c: Array) -> tuple[Array, Array]:
        """The largest term is taken out."""
        rise = np.multiply.outer(c, self.at) + np.log(self.weight)
        top = rise.max(axis=1)
        value = top + np.log(np.exp(rise - top[:, None]).sum(axis=1))
        lost = UNIT * (24.0 + 2.0 * len(self.at) + 6.0 * np.max(np.abs(rise), axis=1))
        lost += UNIT * 4.0 * np.abs(c) * float(np.max(np.abs(self.at)))
        return self.times * value, self.times * lost

    def cumulants(self, c: float) -> Cumulants:
        """Mean and variance of the tilted points."""
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


def _add_up(value: Array, lost: Array, times: Array) -> tuple[Array, Array]:
    """Sums over the releases, and their rounding error."""
    more = (len(times) + 4.0) * UNIT
    return value @ times, lost @ times + more * (np.abs(value) @ times)


def _curvature(half: Array) -> Array:
    """1 + half - e^half for half < 1/2, by its series."""
    total = np.zeros_like(half)
    for term in range(18, 1, -1):
        total = (total + 1.0) * half / term
    return -half * total
