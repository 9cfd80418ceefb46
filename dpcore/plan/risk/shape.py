r"""Named shapes of a column: normal mixtures, whose mean cosines and curvature are finite sums in closed form.

A value is X = sum of w_i Normal(m_i, s_i^2), on the range from -4 to 4, so that u = (X + 4) / 8 lies between 0 and 1;
values beyond a bound (at most 1 in 10,000) are mirrored back inside. Then, at each frequency j = 0, 1, ..,

    c_j = E cos(pi j u) = sum_i w_i cos(pi j u_i) exp(-(pi j s_i / 8)^2 / 2),      u_i = (m_i + 4) / 8,

and the density on the range is 1 + 2 sum_j c_j cos(pi j u). The mixtures are numbers 1, 6, 3 and 10 of Marron & Wand
1992 (Exact mean integrated squared error). Of two columns, both are independent and have the same shape.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, final

import numpy as np

from dpcore.queries.curves.rule_density import IQR
from dpcore.special import ndtr
from dpcore.text import Text

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Doubles = NDArray[np.float64]

FREQUENCIES = 1024
"""The highest frequency of a sum, as in a release (`dpcore.statistic.waves.fourier`)."""
_HALF = 4.0  # half the length of the range, in units of the mixtures


@final
@dataclass(frozen=True)
class Shape:
    """A normal mixture. weights: they add up to 1. means, deviations: of the parts, on a range from -4 to 4."""

    name: str
    title: Text
    weights: tuple[float, ...]
    means: tuple[float, ...]
    deviations: tuple[float, ...]

    @property
    def parts(self) -> list[tuple[float, float, float]]:
        """Weight, mean and standard deviation of each part, in ranges."""
        length = 2 * _HALF
        each = zip(self.weights, self.means, self.deviations, strict=True)
        return [(weight, (mean + _HALF) / length, deviation / length) for weight, mean, deviation in each]

    @property
    def scale(self) -> float:
        """The interquartile range over 1.34, in ranges: the standard deviation in the usual rules of thumb."""
        return (self.quantile(0.75) - self.quantile(0.25)) / IQR

    def cosines(self) -> Doubles:
        """c_0 .. c_2J for J = FREQUENCIES."""
        return _cosines(self)

    def quantile(self, share: float) -> float:
        """The value in ranges below which this share of the rows lies, by bisection."""
        low, high = -1.0, 2.0
        for _ in range(60):
            middle = 0.5 * (low + high)
            below = sum(weight * float(ndtr((middle - mean) / deviation)) for weight, mean, deviation in self.parts)
            low, high = (middle, high) if below < share else (low, middle)
        return 0.5 * (low + high)

    def square(self, dimension: int) -> float:
        """The integral of the squared density over the range or the product of two, in units of ranges."""
        return _moments(self)[0] ** dimension

    def curvature(self, dimension: int) -> float:
        """The integral of the squared Laplacian of the density."""
        plain, once, twice = _moments(self)
        return twice if dimension == 1 else 2 * (twice * plain + once**2)


@lru_cache(maxsize=16)
def _cosines(shape: Shape) -> Doubles:
    j = math.pi * np.arange(2 * FREQUENCIES + 1)
    total = np.zeros(len(j))
    for weight, mean, deviation in shape.parts:
        total += weight * np.cos(j * mean) * np.exp(-np.square(j * deviation) / 2)
    total.setflags(write=False)
    return total


@lru_cache(maxsize=16)
def _moments(shape: Shape) -> tuple[float, float, float]:
    """The integrals of f^2, f'^2 and f''^2 in one dimension, by Parseval's identity."""
    squares = np.square(shape.cosines()[: FREQUENCIES + 1])
    squares[1:] *= 2
    j = math.pi * np.arange(FREQUENCIES + 1)
    plain, once, twice = (float(squares @ j**power) for power in (0, 2, 4))
    return plain, once, twice


_SKEWED = [(2 / 3) ** part for part in range(8)]

SHAPES: tuple[Shape, ...] = (
    Shape("normal", Text("Normal"), (1.0,), (0.0,), (1.0,)),
    Shape("groups", Text("Two groups"), (0.5, 0.5), (-1.0, 1.0), (2 / 3, 2 / 3)),
    Shape(
        "skewed",
        Text("Skewed, as a log-normal"),
        (0.125,) * 8,
        tuple(3 * (part - 1) for part in _SKEWED),
        tuple(_SKEWED),
    ),
    Shape(
        "claw",
        Text("Claw: five narrow peaks"),
        (0.5, *(0.1,) * 5),
        (0.0, -1.0, -0.5, 0.0, 0.5, 1.0),
        (1.0, *(0.1,) * 5),
    ),
)
"""The shapes of the menu, in its order."""
