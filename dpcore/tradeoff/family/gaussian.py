r"""Gaussian differential privacy: G_mu = T(N(0,1), N(mu,1)).

G_mu(alpha) = Phi(Phi^-1(1-alpha) - mu); releases with mu_i compose to sqrt(sum mu_i^2) and groups of k to k mu
(Dong, Roth & Su 2022, Def. 2.1, Cor. 3.3, Thm 2.14).

delta(epsilon) = Phi(-t) - e^epsilon Phi(-t-mu), t = epsilon/mu - mu/2 (ibid., Cor. 2.13; Balle & Wang 2018, Thm 8).
As phi(t) = e^epsilon phi(t+mu), this is phi(t) (R(t) - R(t+mu)) with R = (1-Phi)/phi: no digits are lost in the tails.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, final

import numpy as np

from dpcore import special
from dpcore.tradeoff import normal
from dpcore.tradeoff.argument import UNIT
from dpcore.tradeoff.curve import Array, Moments, Pair, Symmetric
from dpcore.tradeoff.family.pure import inside
from dpcore.tradeoff.root import settle

# Beyond this the density underflows, whatever the shift.
_FAR = 100.0


@final
@dataclass(frozen=True, slots=True)
class Gaussian(Symmetric):
    """G_mu, mu in (0, 1e6]."""

    shift: float

    def _bounds(self, alpha: Array) -> Pair:
        score = -special.ndtri(alpha)
        with np.errstate(invalid="ignore"):
            lost = UNIT * (12.0 * np.abs(score) + 2.0 * self.shift)
            at = score - self.shift
            lower, upper = normal.below(at - lost)[0], normal.below(at + lost)[1]
        # The two ends are exact: f(0) = 1 and f(1) = 0.
        ends = (alpha == 0.0) | (alpha == 1.0)
        return inside(np.where(ends, 1.0 - alpha, lower), np.where(ends, 1.0 - alpha, upper), alpha)

    def _delta_from_zero(self, epsilon: Array) -> Pair:
        # delta decreases in t at fixed mu, so moving t by its rounding error suffices.
        with np.errstate(over="ignore"):
            ratio = np.minimum(epsilon / self.shift, 1e12)
        at, lost = ratio - 0.5 * self.shift, 4.0 * UNIT * (ratio + 0.5 * self.shift)
        width = np.full_like(epsilon, self.shift)
        return overlap(at + lost, width)[0], overlap(at - lost, width)[1]

    def _epsilon_bounds(self, delta: Array) -> Pair:
        # Phi(-t) >= delta(epsilon), so this is an upper bound; Newton on log delta, which is concave, stays above.
        # The smallest deltas use it, because delta itself is inaccurate there.
        start = -special.ndtri(delta)
        above = np.maximum(self.shift * (start + 32.0 * UNIT * np.abs(start)) + 0.5 * self.shift**2, 0.0) * (
            1.0 + 8.0 * UNIT
        )
        solved = np.maximum(delta, 1e-300)
        lower, upper = settle(self._delta_from_zero, self._newton(solved), solved, self.shift)
        return np.where(delta == 0.0, np.inf, lower), np.where(delta < 1e-300, above, upper)

    def _newton(self, delta: Array) -> Array:
        target = np.log(delta)
        guess: Array = np.maximum(self.shift * -special.ndtri(delta) + 0.5 * self.shift**2, 0.0)
        width = np.full_like(delta, self.shift)
        for _ in range(60):
            log_value, drop = log_overlap(guess / self.shift - 0.5 * self.shift, width)
            step = (log_value - target) * drop
            better: Array = np.maximum(guess + step, 0.0)
            done = np.abs(better - guess) <= 4.0 * UNIT * (guess + self.shift * 1e-3)
            guess = better
            if done.all():
                break
        return guess

    def _mu(self, delta: float) -> float:
        if delta == 0.0:
            return self.shift
        # -Phi^-1(Phi(-v)/(1-delta)) is a concave function of v, so the symmetric point is the worst.
        half = 0.5 * self.shift
        tail = math.log(0.5 * float(special.erfcx(half / normal.ROOT2))) - 0.5 * half * half
        return max(0.0, 2.0 * normal.deviate(math.erf(half / normal.ROOT2), tail, delta))

    def moments(self) -> Moments:
        """mu^2/2, mu^2 + mu^4/4, E|N(mu^2/2, mu^2)|^3, mu^3 sqrt(8/pi)."""
        mu, half = self.shift, 0.5 * self.shift
        folded = (half**3 + 3.0 * half) * math.erf(half / normal.ROOT2)
        folded += 2.0 * (half * half + 2.0) * normal.PEAK * math.exp(-0.5 * half * half)
        return Moments(mu * half, mu**2 + 0.25 * mu**4, mu**3 * folded, mu**3 * math.sqrt(8.0 / math.pi))

    def to_dict(self) -> dict[str, Any]:
        """`{"family": "gaussian", "mu": ...}`."""
        return {"family": "gaussian", "mu": self.shift}


def overlap(at: Array, width: Array) -> Pair:
    """(lower, upper) of Phi(-t) - e^epsilon Phi(-t-width), the pair (t, width) taken as exact; t >= -width/2."""
    tail = np.clip(at, -0.2, _FAR)
    drop, error = normal.mills_drop(tail, width)
    density = normal.PEAK * np.exp(-0.5 * tail * tail)
    margin = (tail * tail + 8.0) * UNIT
    faint = density < normal.FAINT
    low = np.where(faint, 0.0, density * (1.0 - margin) * (drop - error))
    high = density * (1.0 + margin) * (drop + error) + np.where(faint, normal.DUST, 0.0)
    # To the left of 0 with a wide shift the first term is above 1/2 and the second below it.
    left = np.clip(at, -_FAR, 0.0)
    first = special.ndtr(-left)
    second = normal.PEAK * np.exp(-0.5 * left * left) * normal.mills(np.maximum(at + width, 0.0))
    lost = UNIT * (6.0 * first + (left * left + 32.0) * second)
    wide = (at < 0.0) & (width >= 0.25)
    low = np.where(wide, first - second - lost, low)
    high = np.where(wide, first - second + lost, high)
    return np.clip(low, 0.0, 1.0), np.clip(high, 0.0, 1.0)


def log_overlap(at: Array, width: Array) -> Pair:
    """(log of `overlap`, minus the inverse of the log's derivative in epsilon), for Newton's method.

    d overlap / d epsilon = -e^epsilon Phi(-t-width) = -phi(t) R(t+width).
    """
    tail = np.clip(at, -0.2, None)
    drop = normal.mills_drop(tail, width)[0]
    far = normal.mills(np.maximum(at + width, 0.0))
    with np.errstate(divide="ignore"):
        log_right = -0.5 * tail * tail + np.log(normal.PEAK * drop)
    left = np.clip(at, -_FAR, 0.0)
    density = normal.PEAK * np.exp(-0.5 * left * left)
    value = special.ndtr(-left) - density * far
    wide = (at < 0.0) & (width >= 0.25)
    ratio = np.where(wide, value / np.maximum(density * far, 1e-300), drop / far)
    return np.where(wide, np.log(np.maximum(value, 1e-300)), log_right), ratio
