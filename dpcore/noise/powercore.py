"""The power-core distribution, optimal for the path certificate of smooth sensitivity."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from dpcore.noise import ball
from dpcore.noise.law import UNIT, Doubles, Law
from dpcore.number import real

if TYPE_CHECKING:
    from flint import arb


@final
@dataclass(frozen=True, slots=True)
class PowerCore(Law):
    """With q = beta/epsilon, density proportional to (1 - beta |z|)^(1/q - 1) for |z| up to 1/epsilon, and beyond it to

        C (1 + beta |z|)^-(1/q + 1),    C = (1 - q)^(1/q - 1) (1 + q)^(1/q + 1);

    epsilon in [1e-6, 1000], beta in [1e-9 epsilon, (1 - 1e-9) epsilon]. f + S Z is epsilon-DP for a beta-smooth bound S
    of the local sensitivity (alpha = 1), since |g| + beta |z g - 1| <= epsilon with g = -(log density)'. Parametrised
    as the PolyPlace distribution of Hladik & Tetek 2025. The variance is finite for beta < epsilon/2.

    Half-line masses, times epsilon: core 1 - (1 - beta z)^(1/q), tail C (1 + beta z)^(-1/q), together
    M = 1 + 2q (1 - q)^(1/q - 1), in [1, 3].
    """

    epsilon: float
    beta: float

    def __post_init__(self) -> None:
        epsilon = real(self.epsilon, "`epsilon` of `PowerCore`", at_least=1e-6, at_most=1e3)
        hint = "beta must be under epsilon, and under epsilon/2 for a finite variance."
        lowest, highest = 1e-9 * epsilon, (1.0 - 1e-9) * epsilon
        beta = real(self.beta, "`beta` of `PowerCore`", at_least=lowest, at_most=highest, hint=hint)
        object.__setattr__(self, "epsilon", epsilon)
        object.__setattr__(self, "beta", beta)

    def bracket(self, tail: Doubles) -> tuple[Doubles, Doubles]:
        """T(t) in closed form by `expm1` and `log`, each accurate to 4 units in the last place.

        Core: (1 - beta T)^(1/q) = w = 1 - M (1 - t) >= (1 - q)^(1/q), and |dT| = w^(q-1) M |dt| / epsilon, which is at
        most `reach` |dt| / epsilon (`reach` < 8.2).
        Tail: (1 + beta T)^(1/q) = C / (M t), and |dT| = (1 + beta T) |dt| / (t epsilon).
        """
        q = self.beta / self.epsilon
        base = math.exp(math.log1p(-q) * (1.0 / q - 1.0))
        mass = 1.0 + 2.0 * q * base
        factor = base * math.exp(math.log1p(q) * (1.0 / q + 1.0))
        joint = base * (1.0 + q) / mass
        core = -np.expm1(q * np.log(np.maximum(1.0 - mass * (1.0 - tail), base * (1.0 - q)))) / self.beta
        outer = np.expm1(-q * np.log(np.minimum(tail, joint) * (mass / factor))) / self.beta
        z = np.where(tail > joint, core, outer)
        reach = mass * (base * (1.0 - q)) ** (q - 1.0)
        return z, (4.0 + reach) * UNIT * (1.0 / self.epsilon + z)

    def ball(self, tail: arb) -> arb:
        """The same closed form in ball arithmetic; a ball that spans the joint gets the union of both branches."""
        beta = ball.rational(self.beta)
        q, base, mass = self._constants()
        joint = base * (1 + q) / mass
        outer = ((mass * tail / (base * (1 + q) ** (1 / q + 1))) ** -q - 1) / beta
        if tail < joint:
            return outer
        core = (1 - (1 - mass * (1 - tail)) ** q) / beta
        return core if tail > joint else core.union(outer)

    def survival(self, z: arb) -> arb:
        """P(|Z| > z) as a ball."""
        q, base, mass = self._constants()
        if z * ball.rational(self.epsilon) < 1:
            return 1 - (1 - (1 - ball.rational(self.beta) * z) ** (1 / q)) / mass
        return base * (1 + q) ** (1 / q + 1) * (1 + ball.rational(self.beta) * z) ** (-1 / q) / mass

    def _constants(self) -> tuple[arb, arb, arb]:
        """q, (1 - q)^(1/q - 1) and M."""
        q = ball.rational(self.beta) / ball.rational(self.epsilon)
        base = (1 - q) ** (1 / q - 1)
        return q, base, 1 + 2 * q * base

    def deviation(self) -> float:
        """In closed form, with extra precision as three powers of q cancel; infinite for beta >= epsilon/2."""
        if self.beta >= self.epsilon / 2.0:
            return math.inf
        with ball.precision(512):
            q, base, mass = self._constants()
            p = 1 / q
            y, x = 1 + q, 1 - q
            core = (1 - x**p) / p - 2 * (1 - x ** (p + 1)) / (p + 1) + (1 - x ** (p + 2)) / (p + 2)
            outer = y ** (2 - p) / (p - 2) - 2 * y ** (1 - p) / (p - 1) + y**-p / p
            second = (core + base * y ** (p + 1) * outer) * ball.rational(self.epsilon) / ball.rational(self.beta) ** 3
            return float((second / mass).sqrt())
