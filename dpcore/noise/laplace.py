"""The Laplace distribution, and the discrete Laplace distribution: the same sampler with another offset."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, final

import numpy as np

from dpcore.noise import ball
from dpcore.noise.law import UNIT, Doubles, Law, rational_scale

if TYPE_CHECKING:
    from flint import arb


class _Exponential(Law):
    """|Z| is exponential: T(t) = -log t."""

    __slots__ = ()

    def bracket(self, tail: Doubles) -> tuple[Doubles, Doubles]:
        """T(t) = -log t. The margin is 5 times the sum of two errors.

        A relative error e of t changes T by e; numpy's `log` is accurate to a few units in the last place (4: 2^-50).
        """
        z = np.log(tail)
        z *= -1.0
        margin = z * UNIT
        margin += UNIT
        return z, margin

    def ball(self, tail: arb) -> arb:
        """-log t."""
        return -tail.log()

    def deviation(self) -> float:
        """sqrt(2)."""
        return math.sqrt(2.0)


@final
@dataclass(frozen=True, slots=True)
class Laplace(_Exponential):
    """Density e^{-|z|} / 2.

    Adding round(b * Z) to integers of L1 sensitivity Delta costs Delta/b of pure epsilon (Dwork et al. 2006). Its
    trade-off curve is that of real Laplace noise.
    """


@final
@dataclass(frozen=True, slots=True)
class DiscreteLaplace(_Exponential):
    """P(k) = tanh(1/(2s)) e^{-|k|/s} at scale s, on all integers k.

    Costs Delta/s of pure epsilon for integers of L1 sensitivity Delta (Ghosh, Roughgarden & Sundararajan 2009).
    P(|K| >= k) = 2 e^{-k/s} / (1 + e^{-1/s}) for k >= 1, so |K| = floor(-s log t + s log(2 / (1 + e^{-1/s}))) for a
    uniform t: zero is counted once, and both signs are equally likely. `quantile` is the limit for s = infinity, in
    units of s.
    """

    def offset(self, scale: float) -> float:
        """s log(2 / (1 + e^{-1/s})), in (0, 1/2)."""
        return -scale * math.log1p(math.expm1(-1.0 / scale) / 2.0) if scale > 1e-300 else scale * math.log(2.0)

    def offset_ball(self, scale: Fraction) -> arb:
        """`offset` as a ball."""
        return -ball.rational(scale) * ((-ball.rational(1 / scale)).expm1() / 2).log1p()

    def std(self, scale: float | Fraction) -> float:
        """1 / (sqrt(2) sinh(1/(2s))), exact for the discrete distribution."""
        half = 0.5 / float(rational_scale(scale, "`scale` of `DiscreteLaplace`"))
        return math.sqrt(2.0) * math.exp(-half) / -math.expm1(-2.0 * half)
