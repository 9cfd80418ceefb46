r"""The moment generating function of a step on a Poisson sample: one trapezoid sum in z, exact to rounding.

M(s) = int phi(z) w(z)^g dz, g = s + 1 or -s, w = 1 - q + q e^{mu z - mu^2/2}. The integrand is analytic for
|Im z| < pi/mu; on Im z = d the rule with step k is off by at most 2 e^{-2 pi d/k} / (1 - e^{-2 pi d/k}) times
e^{d^2/2} int phi |w(z+id)|^{Re g} e^{|Im g| arg w(z+id)} dz, with |w| <= w(z) and |w| >= w(z) cos(mu d/2).
M - 1 is summed, so that a million steps lose nothing.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import final

import numpy as np

from dpcore.tradeoff.domain import UNIT, Array
from dpcore.tradeoff.evidence import Complex, Cumulants, Evidence, Logs, log1p
from dpcore.tradeoff.normal import PEAK

# The rule's error relative to M, e^-40, is far below rounding.
_DIGITS = 40.0
_BLOCK = 48


@final
@dataclass(frozen=True, slots=True)
class Sampled(Evidence):
    """`times` steps of noise 1/mu at sampling rate q, in one of the two orders."""

    mu: float
    rate: float
    adding: bool
    times: int

    def _loss(self, z: Array) -> Array:
        """log w."""
        y = self.mu * z - 0.5 * self.mu**2
        with np.errstate(over="ignore"):
            near = np.log1p(self.rate * np.expm1(np.minimum(y, 30.0)))
        far = y + math.log(self.rate) + np.log1p((1.0 - self.rate) / self.rate * np.exp(-np.maximum(y, 30.0)))
        return np.where(y > 30.0, far, near)

    def _power(self, c: float) -> float:
        return -c if self.adding else c + 1.0

    def _span(self, power: float) -> tuple[float, float]:
        """Outside of it the tilted density is below e^-48 of its peak and falls like a normal tail."""
        wide = abs(power) * self.mu + 12.0
        z = np.linspace(-wide, wide, 801)
        rise = -0.5 * z * z + power * self._loss(z)
        kept = np.flatnonzero(rise >= rise.max() - 48.0)
        pad = z[1] - z[0]
        return min(float(z[kept[0]]) - pad, -10.0), max(float(z[kept[-1]]) + pad, 10.0)

    def _step(self, power: float, t: float, span: tuple[float, float]) -> float:
        """The coarsest step that is exact enough at |Im g| <= t."""
        best = 0.0
        z = np.linspace(*span, 161)
        y = self.mu * z - 0.5 * self.mu**2
        ratio = (
            np.exp(np.minimum(y, 600.0)) * self.rate / (1.0 - self.rate) if self.rate < 1.0 else np.full_like(z, 1e300)
        )
        rise = -0.5 * z * z + power * self._loss(z)
        for turn in (0.4, 0.8, 1.2, 1.8, 2.4):
            d = min(turn / self.mu, 9.0)
            theta = d * self.mu
            angle = np.arctan2(ratio * math.sin(theta), 1.0 + ratio * math.cos(theta))
            grown = rise + t * angle + max(-power, 0.0) * -math.log(math.cos(0.5 * theta))
            need = _DIGITS + 3.0 + 0.5 * d * d + float(grown.max() - rise.max())
            best = max(best, 2.0 * math.pi * d / need)
        return best

    def log_mgf(self, s: Complex) -> Logs:
        """In blocks of nodes, each on a grid as fine as its farthest node needs."""
        c = float(s.real[0])
        power = self._power(c)
        span = self._span(power)
        value, error = np.empty(len(s), dtype=np.complex128), np.empty(len(s))
        for start in range(0, len(s), _BLOCK):
            here = slice(start, start + _BLOCK)
            step = self._step(power, float(np.max(np.abs(s[here].imag))), span)
            value[here], error[here] = self._sum(s[here], span, step)
        return self.times * value, self.times * error

    def _sum(self, s: Complex, span: tuple[float, float], step: float) -> Logs:
        z = np.arange(math.floor(span[0] / step), math.ceil(span[1] / step) + 1.0) * step
        loss = self._loss(z)
        base = np.exp(-0.5 * z * z) * (PEAK * step)
        power = -s if self.adding else s + 1.0
        real = float(power.real[0])
        # w^g - 1: by expm1 where g log w is small, otherwise with the density inside the exponential
        with np.errstate(under="ignore", over="ignore"):
            tilted = np.exp(-0.5 * z * z + real * loss) * (PEAK * step)
            turned = np.multiply.outer(power.imag, loss)
            half = np.sin(0.5 * turned)
            rise = np.where(np.abs(real * loss) < 0.7, base * np.expm1(np.clip(real * loss, -0.7, 0.7)), tilted - base)
        excess = rise.sum() - 2.0 * (half * half) @ tilted + 1j * (np.sin(turned) @ tilted)
        size = np.abs(rise).sum() + 2.0 * (half * half) @ tilted + np.abs(np.sin(turned)) @ tilted
        whole = float(tilted.sum())
        # log w is good to a few UNIT; the angle's error is that times |g log w|, seen through sine
        moved = (np.abs(power) * UNIT * 8.0) * float(np.abs(loss) @ tilted) + 4.0 * math.exp(-_DIGITS) * whole + 1e-19
        lost = size * UNIT * (16.0 + 2.0 * math.sqrt(len(z))) + moved
        modulus = np.maximum(np.abs(1.0 + excess), UNIT * whole)
        return log1p(excess), np.log1p(lost / modulus)

    def cumulants(self, c: float) -> Cumulants:
        """One real sum; infinite where the numbers leave the range."""
        power = self._power(c)
        if abs(power) * self.mu > 2000.0:
            return math.inf, math.inf, math.inf
        span = self._span(power)
        z = np.arange(span[0], span[1], min(0.05, 0.25 / self.mu))
        loss = self._loss(z)
        rise = -0.5 * z * z + power * loss
        top = float(rise.max())
        weight = np.exp(rise - top)
        total = float(weight.sum())
        value = top + math.log(total * (z[1] - z[0]) * PEAK)
        if abs(value) < 0.5:
            base = np.exp(-0.5 * z * z) * (PEAK * (z[1] - z[0]))
            with np.errstate(under="ignore"):
                more = np.where(
                    np.abs(power * loss) < 0.7,
                    base * np.expm1(np.clip(power * loss, -0.7, 0.7)),
                    np.exp(rise) * (PEAK * (z[1] - z[0])) - base,
                )
            value = math.log1p(float(more.sum()))
        mean = float(weight @ loss) / total
        spread = float(weight @ (loss - mean) ** 2) / total
        sign = -1.0 if self.adding else 1.0
        return self.times * value, self.times * sign * mean, self.times * spread

    def decay(self, c: float, t: Array) -> Array:
        """By what stays in an interval B of X no longer than pi/t, as 1 - cos u >= 2 u^2 / pi^2, and by parts far out.

        |E e^{itX}| <= 1 - (2/pi^2) t^2 P(B) Var(X|B); and |E e^{itX}| <= V/t, V the variation of the density of X.
        """
        power = self._power(c)
        span = self._span(power)
        z = np.linspace(*span, 1601)
        loss = self._loss(z)
        rise = -0.5 * z * z + power * loss
        weight = np.exp(rise - rise.max())
        weight /= weight.sum() * 1.02
        sums = [np.concatenate(([0.0], np.cumsum(weight * loss**k))) for k in (0, 1, 2)]
        longer = np.append(t[1:], 2.0 * t[-1])
        first = np.arange(0, len(z), 16)
        last = np.searchsorted(loss, loss[first] + math.pi / longer[:, None])
        mass, mean, square = (total[last] - total[first] for total in sums)
        with np.errstate(divide="ignore", invalid="ignore"):
            inside = np.max(np.where(mass > 0.0, square - mean * mean / mass, 0.0), axis=1)
        fall = self.times * np.log1p(-np.clip(0.9 * inside * 2.0 * t * t / math.pi**2, 0.0, 0.999))
        # the density of X under the tilt is weight / (dX/dz); it rises and falls at most twice
        slope = self.mu * -np.expm1(math.log1p(-self.rate) - loss) if self.rate < 1.0 else np.full_like(z, self.mu)
        variation = 4.4 * float(np.max(weight / np.maximum(slope, 1e-300))) / (z[1] - z[0])
        with np.errstate(divide="ignore"):
            fall = np.minimum(fall, np.minimum(self.times * np.log(np.maximum(variation / t, 1e-300)), 0.0))
        # a bound at every larger t too
        return np.maximum.accumulate(fall[::-1])[::-1]

    def reach(self) -> tuple[float, float]:
        """log w is at least log(1-q)."""
        least = self.times * math.log1p(-self.rate) * (1.0 + 8.0 * UNIT) if self.rate < 1.0 else -math.inf
        return (-math.inf, -least) if self.adding else (least, math.inf)

    def widest(self, c: float) -> float:
        """Grids finer than this take too long."""
        return 600.0 / self.mu if self.times < 100 else 2e4 / self.mu
