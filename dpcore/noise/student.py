"""Student's t distribution."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from dpcore.noise import ball
from dpcore.noise.law import UNIT, Doubles, Law
from dpcore.number import real
from dpcore.special import betainc, gammaln, stdtrit

if TYPE_CHECKING:
    from flint import arb


@final
@dataclass(frozen=True, slots=True)
class StudentT(Law):
    """Density proportional to (1 + z^2/df)^{-(df+1)/2}, df in [1, 100].

    Pure with smooth sensitivity: epsilon = (df+1) t + (df+1) s / (2 sqrt(df)) (Bun & Steinke 2019, Thm 31).
    """

    df: float

    def __post_init__(self) -> None:
        hint = "3 is usual for smooth sensitivity."
        object.__setattr__(self, "df", real(self.df, "`df` of `StudentT`", at_least=1.0, at_most=100.0, hint=hint))

    def bracket(self, tail: Doubles) -> tuple[Doubles, Doubles]:
        """T(t) by `stdtrit`, checked with the tail function, whose residual is added to the margin.

        Both come from Boost, by different code. Compared with ball arithmetic, the tail function had a relative error
        of at most 2^-46, and the inverse an error of at most 2^-49.8 (1 + z). Where the two disagree, the bracket is
        wider by the difference, and the draw is refined if necessary.
        """
        z = np.maximum(-stdtrit(self.df, 0.5 * tail), 0.0)
        square = z * z
        outer = tail < 0.5
        back = np.empty_like(tail)
        back[outer] = betainc(0.5 * self.df, 0.5, self.df / (self.df + square[outer]))
        back[~outer] = 1.0 - betainc(0.5, 0.5 * self.df, square[~outer] / (self.df + square[~outer]))
        return z, 4.0 * UNIT * (1.0 + z) + np.abs(back - tail) / self._slope(square)

    def _slope(self, square: Doubles) -> Doubles:
        half = 0.5 * (self.df + 1.0)
        norm = 2.0 * math.exp(gammaln(half) - gammaln(0.5 * self.df)) / math.sqrt(self.df * math.pi)
        slope: Doubles = norm * np.exp(-half * np.log1p(square / self.df))
        return slope

    def ball(self, tail: arb) -> arb:
        """The certified root of the regularised incomplete beta function."""
        start = self.bracket(np.array([max(float(tail.mid()), 2.0**-120)]))[0][0]
        return ball.solve(self.survival, self.density, float(start), tail)

    def survival(self, z: arb) -> arb:
        """P(|Z| > z) = I_x(df/2, 1/2) at x = df / (df + z^2), as a ball."""
        df, half = ball.rational(self.df), ball.rational(0.5)
        square = z * z
        if square < df:
            return 1 - (square / (df + square)).beta_lower(half, df / 2, True)
        return (df / (df + square)).beta_lower(df / 2, half, True)

    def density(self, z: arb) -> arb:
        """The density as a ball."""
        df = ball.rational(self.df)
        norm = ((df + 1) / 2).gamma() / ((df * df.pi()).sqrt() * (df / 2).gamma())
        return norm * (1 + z * z / df) ** (-(df + 1) / 2)

    def deviation(self) -> float:
        """sqrt(df / (df - 2)), infinite for df <= 2."""
        return math.sqrt(self.df / (self.df - 2.0)) if self.df > 2.0 else math.inf
