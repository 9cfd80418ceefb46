r"""Laplace noise: L_epsilon = T(Lap(0,1), Lap(epsilon,1)).

L(alpha) = 1 - e^epsilon alpha up to e^-epsilon/2, e^-epsilon/(4 alpha) up to 1/2, e^-epsilon (1-alpha) beyond
(Dong, Roth & Su 2022, eq. (A.2)); delta(e) = 1 - e^{(e-epsilon)/2} for |e| <= epsilon. Strictly above `pure`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, final

import numpy as np

from dpcore.tradeoff import normal
from dpcore.tradeoff.argument import UNIT
from dpcore.tradeoff.curve import Array, Moments, Pair, Symmetric
from dpcore.tradeoff.family.pure import inside, times_exp, tiny
from dpcore.tradeoff.root import settle


@final
@dataclass(frozen=True, slots=True)
class Laplace(Symmetric):
    """T(Lap(0,1), Lap(shift,1)), shift in (0, 1e6]."""

    shift: float

    def _bounds(self, alpha: Array) -> Pair:
        steep, lost = times_exp(alpha, self.shift)
        height = math.exp(-self.shift)
        with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
            # e^-shift may underflow where the quotient does not.
            middle = 0.25 * height / alpha if self.shift <= 700.0 else 0.25 * np.exp(-self.shift - np.log(alpha))
            wander = 16.0 + (0.0 if self.shift <= 700.0 else 4.0) * (self.shift + np.abs(np.log(alpha)))
        last = height * (1.0 - alpha)
        # Near the joints both pieces agree up to rounding, so either may be chosen.
        left, right = steep < 0.5, alpha > 0.5
        margin = np.where(right, 8.0, np.where(left, 0.0, wander)) * UNIT
        value = np.where(right, last, np.where(left, 1.0 - steep, middle))
        error = np.where(left & ~right, lost, margin * value)
        return inside(value - error, value + error + tiny(value), alpha)

    def _delta_from_zero(self, epsilon: Array) -> Pair:
        value = -np.expm1(-0.5 * np.maximum(self.shift - epsilon, 0.0))
        return value * (1.0 - 8.0 * UNIT), np.minimum(1.0, value * (1.0 + 8.0 * UNIT))

    def _epsilon_bounds(self, delta: Array) -> Pair:
        guess = np.maximum(self.shift + 2.0 * np.log1p(-np.minimum(delta, 1.0 - UNIT)), 0.0)
        return settle(self._delta_from_zero, guess, delta, self.shift)

    def _mu(self, delta: float) -> float:
        # Phi^-1(1-a) - Phi^-1(L(a)) is largest at the fixed point e^{-shift/2}/2; so it is with failures,
        # since -Phi^-1(Phi(-v)/(1-delta)) is a concave function of v.
        half = 0.5 * self.shift
        return max(0.0, 2.0 * normal.deviate(-math.expm1(-half), -half - math.log(2.0), delta))

    def moments(self) -> Moments:
        """kl = s + e^-s - 1, the others by integrals over the loss, which is s - 2y between the two centres."""
        kl = excess(self.shift)
        return Moments._of(kl, self._absolute)

    def _absolute(self, center: float, power: float) -> float:
        """E|L - center|^power: atoms at s (1/2) and -s (e^-s/2), density e^-y/2 at L = s - 2y, 0 < y < s."""
        size = self.shift
        ends = (size - center) ** power + math.exp(-size) * (size + center) ** power
        return float(0.5 * (exponential(size, center, power) + ends))

    def to_dict(self) -> dict[str, Any]:
        """`{"family": "laplace", "epsilon": ...}`."""
        return {"family": "laplace", "epsilon": self.shift}


_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(20)


def exponential(size: float, center: float, power: float) -> float:
    """The integral of |size - 2y - center|^power e^-y over 0 < y < size, on either side of the center."""
    total, turn = 0.0, 0.5 * (size - center)
    # Beyond 60 above the turn the relative remainder is below 1e-20.
    for start, end in ((0.0, turn), (turn, min(size, turn + 60.0))):
        cuts = np.linspace(start, end, 2 + int((end - start) / 4.0))
        half = 0.5 * np.diff(cuts)[:, None]
        at = cuts[:-1, None] + half * (1.0 + _NODES)
        total += float(np.sum(half * _WEIGHTS * np.abs(size - center - 2.0 * at) ** power * np.exp(-at)))
    return total


def excess(size: float) -> float:
    """size + e^-size - 1, without cancellation."""
    if abs(size) > 0.25:
        return size + math.expm1(-size)
    return math.fsum((-size) ** n / math.factorial(n) for n in range(2, 16))
