"""The Gaussian distribution."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

from dpcore.noise import ball
from dpcore.noise.law import UNIT, Doubles, Law
from dpcore.special import ndtri

if TYPE_CHECKING:
    from flint import arb


@final
@dataclass(frozen=True, slots=True)
class Gaussian(Law):
    """Density e^{-z^2/2} / sqrt(2 pi).

    Adding round(sigma * Z) to an integer statistic of sensitivity Delta is exactly Delta/sigma-GDP, because it is
    post-processing of real noise (Dong, Roth & Su 2022, Thm 1). The discrete Gaussian does not have this property.
    """

    def bracket(self, tail: Doubles) -> tuple[Doubles, Doubles]:
        """T(t) = -Phi^-1(t/2). Cephes documents a relative error of 7.2e-16 (2^-50.3) for `ndtri`.

        A relative error e of t changes T by at most 1.26 e (Mills' ratio). The margin is 5 times the sum of the errors.
        """
        z = ndtri(0.5 * tail)
        z *= -1.0
        margin = z * UNIT
        margin += UNIT
        return z, margin

    def ball(self, tail: arb) -> arb:
        """T(t) = sqrt(2) erfc^-1(t)."""
        return ball.rational(2.0).sqrt() * tail.erfcinv()

    def deviation(self) -> float:
        """1."""
        return 1.0
