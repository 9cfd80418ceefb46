"""The moment generating functions of pure and of Laplace releases, gathered into arrays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

import numpy as np

from dpcore.tradeoff.argument import UNIT, Array
from dpcore.tradeoff.saddlepoint.phase import product_of_powers
from dpcore.tradeoff.saddlepoint.transform import Cumulants, Turned
from dpcore.tradeoff.saddlepoint.transform import Evidence as Evidence


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
        """log M and its derivatives, from those of log cosh."""
        at = (c + 0.5) * self.loss
        size, slope = np.abs(at), np.tanh(at)
        value = size - 0.5 * self.loss + np.log((1.0 + np.exp(-2.0 * size)) / (1.0 + np.exp(-self.loss)))
        bend = self.loss**2 * (1.0 - slope) * (1.0 + slope)
        return float(value @ self.times), float((self.loss * slope) @ self.times), float(bend @ self.times)

    def decay(self, c: float, t: Array) -> Array:
        """No decay: two atoms are in phase again and again."""
        return np.zeros_like(t)

    def apart(self) -> float:
        """The sum of tanh(epsilon/2) over the releases."""
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
        """The sum of 1 - e^{-epsilon/2} over the releases."""
        return float(-np.expm1(-0.5 * self.shift) @ self.times) * (1.0 + 64.0 * UNIT)

    def reach(self) -> tuple[float, float]:
        """The sum of the largest losses, in each direction."""
        end = float(self.times @ self.shift) * (1.0 + 64.0 * UNIT)
        return -end, end


def _add_up(value: Array, lost: Array, times: Array) -> tuple[Array, Array]:
    """Sums over the releases, and the rounding error of the sums."""
    more = (len(times) + 4.0) * UNIT
    return value @ times, lost @ times + more * (np.abs(value) @ times)


def _curvature(half: Array) -> Array:
    """1 + half - e^half for half < 1/2, by its series."""
    total = np.zeros_like(half)
    for term in range(18, 1, -1):
        total = (total + 1.0) * half / term
    return -half * total
