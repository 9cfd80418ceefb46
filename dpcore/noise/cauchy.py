"""The noise distribution with density proportional to 1 / (1 + z^4)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, final

import numpy as np

from dpcore.noise import ball
from dpcore.noise.law import UNIT, Doubles, Law

if TYPE_CHECKING:
    from flint import arb

_ROOT = math.sqrt(2.0)
_PEAK = _ROOT / math.pi  # the density at 0


@final
@dataclass(frozen=True, slots=True)
class Cauchy4(Law):
    """Density (sqrt(2)/pi) / (1 + z^4); variance 1.

    Pure with smooth sensitivity: alpha = epsilon/10, beta <= epsilon/10 (Nissim, Raskhodnikova & Smith 2007).
    """

    def bracket(self, tail: Doubles) -> tuple[Doubles, Doubles]:
        """T(t) by two Newton steps from a table; the residual of the last step is added to the margin.

        The tail function (`_survival`) is within 2^-50 absolutely below z = 2 and 2^-49 relatively beyond, which moves
        T by at most 2^-45.7 (1 + z) (at z = 2).
        """
        root, product = _table()
        cube = np.cbrt(tail)
        z = np.maximum(np.interp(cube, root, product) / cube - 1.0, 0.0)
        for _ in range(2):
            z = np.maximum(z + (_survival(z) - tail) / _slope(z), 0.0)
        return z, 4.0 * UNIT * (1.0 + z) + np.abs(_survival(z) - tail) / _slope(z)

    def ball(self, tail: arb) -> arb:
        """The certified root of the closed form."""
        start = self.bracket(np.array([max(float(tail.mid()), 2.0**-120)]))[0][0]
        return ball.solve(self.survival, self.density, float(start), tail)

    def survival(self, z: arb) -> arb:
        """P(|Z| > z), in closed form, as a ball; extra precision makes up for the cancellation in the tail (z^-3)."""
        with ball.extra(3 * math.frexp(float(z.mid()))[1] + 8):
            root = ball.rational(2.0).sqrt()
            square, cross = z * z + 1, root * z
            logarithm = ((square + cross) / (square - cross)).log() / 2
            angles = (cross + 1).atan() + (cross - 1).atan()
            return 1 - (logarithm + angles) / root.pi()

    def density(self, z: arb) -> arb:
        """The density as a ball."""
        root = ball.rational(2.0).sqrt()
        return root / root.pi() / (1 + z**4)

    def deviation(self) -> float:
        """1."""
        return 1.0


def _slope(z: Doubles) -> Doubles:
    return 2.0 * _PEAK / (1.0 + z**4)


def _survival(z: Doubles) -> Doubles:
    """P(|Z| > z): an alternating series of 14 terms for z^4 <= 1/16 or >= 16, else the closed form."""
    result = np.empty_like(z)
    small, large = z <= 0.5, z >= 2.0
    middle = ~(small | large)
    near, far, between = z[small], 1.0 / z[large], z[middle]
    result[small] = 1.0 - 2.0 * _PEAK * near * _series(near**4, 1)
    result[large] = 2.0 * _PEAK * far**3 * _series(far**4, 3)
    square, cross = between * between + 1.0, _ROOT * between
    angles = np.arctan(cross + 1.0) + np.arctan(cross - 1.0)
    result[middle] = 1.0 - (0.5 * np.log((square + cross) / (square - cross)) + angles) / math.pi
    return result


def _series(fourth: Doubles, first: int) -> Doubles:
    """sum_k (-y)^k / (4k + first), k < 14."""
    total = np.zeros_like(fourth)
    for k in range(13, -1, -1):
        total = 1.0 / (4 * k + first) - fourth * total
    return total


@lru_cache(maxsize=1)
def _table() -> tuple[Doubles, Doubles]:
    """t^(1/3) (1 + T(t)) against t^(1/3): smooth, from (2 sqrt(2) / (3 pi))^(1/3) at 0 to 1 at 1."""
    z = np.tan(np.linspace(0.0, math.pi / 2, 1025)[-2::-1])
    root = np.cbrt(_survival(z))
    product = root * (1.0 + z)
    return np.append(0.0, root), np.append(np.cbrt(2.0 * _PEAK / 3.0), product)
