r"""The evidence of one release: the law of X = log dQ/dP under Q, through its moment generating function.

For f = T(P, Q) let M(s) = E_Q e^{sX} = int q^{s+1} p^-s. A composition adds X, so it multiplies M: heterogeneous
composition is addition of log M, whatever the families. At s - 1 the same function belongs to X under P; the pair with
its roles exchanged has M(-1-s). Every family answers log M on complex arrays with an error bound.

Gaussian    mu^2 s(s+1) / 2
pure        log cosh(z epsilon) - log cosh(epsilon/2),                                z = s + 1/2
laplace     log(e^{-epsilon/2} (cosh(z epsilon) + sinh(z epsilon) / (2z)))
points      log sum_i q_i e^{s x_i}, for any two pmfs on finitely many points
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from dpcore.tradeoff.domain import UNIT, Array

Complex = NDArray[np.complex128]
# (log M, bound of its error): (1 + r)^k - 1 with r the relative error of M is expm1 of the sum of the second.
Logs = tuple[Complex, Array]
Cumulants = tuple[float, float, float]


class Evidence(ABC):
    """One release's X; `times` of them where the family says so."""

    __slots__ = ()

    @abstractmethod
    def log_mgf(self, s: Complex) -> Logs:
        """(log M(s), error); s on one vertical line."""

    @abstractmethod
    def cumulants(self, c: float) -> Cumulants:
        """log M and its first two derivatives at a real c: they choose the contour, a certificate needs the first."""

    @abstractmethod
    def decay(self, c: float, t: Array) -> Array:
        """An upper bound of log|M(c+iu)| - log M(c) for all |u| >= t; t ascending."""

    @abstractmethod
    def reach(self) -> tuple[float, float]:
        """(lowest, highest) value of X."""

    def widest(self, c: float) -> float:
        """The largest t that is affordable."""
        return np.inf


@final
@dataclass(frozen=True, slots=True)
class Normal(Evidence):
    """X of G_mu: N(mu^2/2, mu^2) under Q."""

    mu: float

    def log_mgf(self, s: Complex) -> Logs:
        """mu^2 s(s+1)/2."""
        value = 0.5 * self.mu**2 * s * (s + 1.0)
        return value, 8.0 * UNIT * 0.5 * self.mu**2 * np.abs(s) * np.abs(s + 1.0)

    def cumulants(self, c: float) -> Cumulants:
        """A parabola."""
        square = self.mu**2
        return 0.5 * square * c * (c + 1.0), square * (c + 0.5), square

    def decay(self, c: float, t: Array) -> Array:
        """Exactly -mu^2 t^2 / 2."""
        return -0.5 * self.mu**2 * t * t * (1.0 - 1e-12)

    def reach(self) -> tuple[float, float]:
        """All real numbers."""
        return -np.inf, np.inf


@final
@dataclass(frozen=True, slots=True, eq=False)
class TwoPoint(Evidence):
    """X of f_{epsilon,0}: epsilon or -epsilon, as randomised response attains it; many losses at once."""

    loss: Array
    times: Array

    def log_mgf(self, s: Complex) -> Logs:
        """cosh(a)/cosh(b) - 1 = 2 sinh((a+b)/2) sinh((a-b)/2) / cosh(b), so that nothing cancels near 1."""
        at: Complex = np.multiply.outer(s + 0.5, self.loss)
        at = np.where(at.real < 0.0, -at, at)
        half = 0.5 * self.loss
        small = np.abs(at) < 0.25
        with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
            # 2 cosh(a) = e^a (1 + e^-2a)
            folded = np.exp(-2.0 * at)
            wide = at - half + log1p(folded) - np.log1p(np.exp(-self.loss))
            lost = UNIT * (4.0 + 6.0 * np.abs(at) + 2.0 * self.loss)
            lost += np.log1p(
                UNIT * (8.0 + 6.0 * np.abs(at) * np.abs(folded)) / np.maximum(np.abs(1.0 + folded), 0.25 * UNIT)
            )
        if small.any():
            near = np.where(small, at, 0.0)
            core = np.minimum(half, 0.5)
            product = 2.0 * np.sinh(0.5 * (near + core)) * np.sinh(0.5 * (near - core)) / np.cosh(core)
            small &= half < 0.5
            wide = np.where(small, log1p(product), wide)
            lost = np.where(small, 40.0 * UNIT * (np.abs(product) + core * core), lost)
        total: Complex = wide @ self.times
        return total, lost @ self.times

    def cumulants(self, c: float) -> Cumulants:
        """Derivatives of log cosh."""
        at = (c + 0.5) * self.loss
        size = np.abs(at)
        value = size + np.log1p(np.exp(-2.0 * size)) - 0.5 * self.loss - np.log1p(np.exp(-self.loss))
        bend = (2.0 * np.exp(-size) / (1.0 + np.exp(-2.0 * size))) ** 2
        slope = self.loss * np.tanh(at)
        return float(value @ self.times), float(slope @ self.times), float((self.loss**2 * bend) @ self.times)

    def decay(self, c: float, t: Array) -> Array:
        """None: two atoms come back in phase for ever."""
        return np.zeros_like(t)

    def reach(self) -> tuple[float, float]:
        """Every one the same way."""
        end = float(self.times @ self.loss) * (1.0 + 64.0 * UNIT)
        return -end, end


@final
@dataclass(frozen=True, slots=True, eq=False)
class TwoSided(Evidence):
    """X of Laplace noise: atoms at both ends of [-epsilon, epsilon], density e^{(x-epsilon)/2}/4 between."""

    shift: Array
    times: Array

    def log_mgf(self, s: Complex) -> Logs:
        """With cosh(a) = 1 + 2 sinh(a/2)^2 where a is small."""
        z: Complex = np.where(s.real < -0.5, -s - 0.5, s + 0.5)[:, None]
        z = np.where(z == 0.0, 1e-30, z)
        at: Complex = z * self.shift
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            folded = np.exp(-2.0 * at)
            missed = -np.expm1(-2.0 * at)
            inner = 0.5 * (1.0 + folded) + 0.25 * missed / z
            wide = at - 0.5 * self.shift + np.log(inner)
            scale = 0.5 * (1.0 + np.abs(folded)) + 0.25 * np.abs(missed) / np.abs(z)
            lost = UNIT * (4.0 + 6.0 * np.abs(at) + 2.0 * self.shift)
            lost += np.log1p(
                UNIT * (16.0 + 6.0 * np.abs(at) * np.abs(folded)) * scale / np.maximum(np.abs(inner), 0.25 * UNIT)
            )
        small = (np.abs(at) < 0.25) & (self.shift < 1.0)
        if small.any():
            near = np.where(small, at, 0.1)
            square = 2.0 * np.sinh(0.5 * near) ** 2
            # sinh(a)/a - 1
            ratio = np.zeros_like(near)
            for term in (156.0, 110.0, 72.0, 42.0, 20.0, 6.0):
                ratio = (1.0 + ratio) * near * near / term
            height, half = np.exp(-0.5 * self.shift), 0.5 * self.shift
            # e^-h (1 + h) - 1 = -h^2/2 + h^3/3 - ..., and the rest grows with a^2
            grown = height * (_curved(half) + square + half * ratio)
            wide = np.where(small, log1p(grown), wide)
            lost = np.where(small, UNIT * 60.0 * (half * half + half * np.abs(near) + np.abs(near) ** 2), lost)
        total: Complex = wide @ self.times
        return total, lost @ self.times

    def cumulants(self, c: float) -> Cumulants:
        """With B = sinh(a)/z: B' = (e cosh a - B)/z and B'' = (e^2 sinh a - 2 B')/z, all divided by e^|a|."""
        z, e = abs(c + 0.5), self.shift
        at = z * e
        folded = np.exp(-2.0 * at)
        cosh, sinh = 0.5 * (1.0 + folded), -0.5 * np.expm1(-2.0 * at)
        near, small = np.minimum(at, 0.1), at < 0.1
        shrink, floor = np.exp(-near), np.where(small, 1.0, z)
        part = np.where(small, shrink * e * (1.0 + near**2 / 6.0 + near**4 / 120.0), sinh / floor)
        slope = np.where(small, shrink * e**2 * near * (1.0 / 3.0 + near**2 / 30.0), (e * cosh - part) / floor)
        bend = np.where(small, shrink * e**3 * (1.0 / 3.0 + near**2 / 10.0), (e**2 * sinh - 2.0 * slope) / floor)
        total = cosh + 0.5 * part
        first = (e * sinh + 0.5 * slope) / total
        second = (e * e * cosh + 0.5 * bend) / total - first**2
        value = at - 0.5 * e + np.log(total)
        sign = 1.0 if c > -0.5 else -1.0
        return float(value @ self.times), sign * float(first @ self.times), max(float(second @ self.times), 1e-300)

    def decay(self, c: float, t: Array) -> Array:
        """|cosh(z e)| and |sinh(z e)| are at most cosh(Re z e)."""
        x = abs(c + 0.5)
        size = x * self.shift
        top = size - 0.5 * self.shift + np.log1p(np.exp(-2.0 * size)) - np.log(2.0)
        whole = float(self.log_mgf(np.array([c + 0j]))[0].real[0])
        bound = float(self.times @ top) + float(self.times.sum()) * np.log1p(0.5 / np.hypot(x, t))
        slack = 32.0 * UNIT * float(self.times @ (1.0 + size))
        return np.minimum(bound - whole + slack, 0.0)

    def reach(self) -> tuple[float, float]:
        """Every one the same way."""
        end = float(self.times @ self.shift) * (1.0 + 64.0 * UNIT)
        return -end, end


@final
@dataclass(frozen=True, slots=True, eq=False)
class Points(Evidence):
    """X of two pmfs: values `at` with weights under Q; what has weight 0 under P or Q is kept apart, not here."""

    at: Array
    weight: Array
    times: int

    def log_mgf(self, s: Complex) -> Logs:
        """The largest term is taken out."""
        c = float(s.real[0])
        rise = c * self.at + np.log(self.weight)
        top = float(rise.max())
        scale = np.exp(rise - top)
        total = np.exp(1j * np.multiply.outer(s.imag, self.at)) @ scale
        span = float(np.max(np.abs(self.at)))
        lost = UNIT * ((8.0 + len(self.at) + 4.0 * abs(top) + 4.0 * abs(c) * span) + 4.0 * np.abs(s.imag) * span)
        ratio = lost * float(scale.sum()) / np.maximum(np.abs(total), UNIT)
        total = np.where(np.abs(total) < UNIT, UNIT, total)
        return self.times * (top + np.log(total)), self.times * np.log1p(ratio)

    def cumulants(self, c: float) -> Cumulants:
        """Mean and variance of the tilted points."""
        rise = c * self.at + np.log(self.weight)
        top = float(rise.max())
        scale = np.exp(rise - top)
        total = float(scale.sum())
        mean = float(scale @ self.at) / total
        return (
            self.times * (top + float(np.log(total))),
            self.times * mean,
            self.times * float(scale @ (self.at - mean) ** 2) / total,
        )

    def decay(self, c: float, t: Array) -> Array:
        """None that can be known."""
        return np.zeros_like(t)

    def reach(self) -> tuple[float, float]:
        """Every one the same way."""
        pad = 1.0 + 4.0 * UNIT
        low, high = float(self.at.min()), float(self.at.max())
        return self.times * (low - abs(low) * (pad - 1.0)), self.times * (high + abs(high) * (pad - 1.0))


def log1p(z: NDArray[Any]) -> Complex:
    """log(1 + z) without losing small z; numpy's own loses them."""
    x, y = np.asarray(z.real), np.asarray(z.imag)
    with np.errstate(divide="ignore"):
        near = 0.5 * np.log1p(np.maximum(x * (2.0 + x) + y * y, -1.0))
        size = np.where(np.abs(z) < 0.5, near, np.log(np.hypot(1.0 + x, y)))
    return np.asarray(size + 1j * np.arctan2(y, 1.0 + x), dtype=np.complex128)


def _curved(half: Array) -> Array:
    """1 + half - e^half for half < 1/2, by its series."""
    total = np.zeros_like(half)
    for term in range(18, 1, -1):
        total = (total + 1.0) * half / term
    return -half * total
