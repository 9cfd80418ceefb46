r"""Additive noise on exact integer statistics: exact + round(scale * Z), Z an ideal real random variable.

Rounding is post-processing of the ideal mechanism on integers, so the proof for continuous noise applies unchanged.

gaussian    sigma_i with sup ||diag(sigma)^-1 (difference)||_2 <= mu: exactly mu-GDP (Dong, Roth & Su 2022, Thm 2.7;
            the elliptical form: Hall, Rinaldo & Wasserman 2013, Prop. 3 with the exact curve)
laplace     scale = l1_sensitivity / epsilon: epsilon-DP (Dwork et al. 2006). Its curve is at least laplace(epsilon):
            one-coordinate shifts of total size epsilon, in succession, give 1 - (1-L_a) o (1-L_b) = L_{a+b}
            (Dong, Roth & Su 2022, Thm 2.14)
discrete    on counts of l1_sensitivity 1: epsilon-DP with curve exactly pure(epsilon) (Ghosh et al. 2012)
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Self, assert_never, final

import numpy as np

from dpcore import noise
from dpcore.budget import loss as losses
from dpcore.budget.loss import Loss
from dpcore.mechanisms.base import Mechanism, Spread
from dpcore.mechanisms.price import Epsilon, Mu, Price
from dpcore.number import entries, fraction
from dpcore.statistic import Linear, Normed

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dpcore.mechanisms.base import Integers

# Far above the rounding error (1e-14) of the norm and of the scales, far below any error that matters.
_MARGIN = 1.0 + 2.0**-40
_NORMAL = noise.Gaussian()
_COARSE = 40.0  # the largest scale at which rounding to whole numbers changes the coverage noticeably
_TINY = 1e-100  # a standard deviation of noise that is never drawn
_COARSEST = 2.0  # the scale below which rounding is counted in full
_FINE = 2**30  # parts of a grid step to which a scale is rounded up


@dataclass(frozen=True)
class Additive(Mechanism):
    """Noise of one distribution with a scale for each coordinate, in grid units; a public coordinate has scale 0."""

    law: ClassVar[noise.Law]

    scales: tuple[Fraction, ...]
    loss: Loss | None

    def draw(self, exact: Integers) -> Integers:
        """The exact integers plus fresh noise, shape (coordinates, cells): integers on the public grid."""
        return np.array(
            [
                row + noise.draw(self.law, scale, row.shape).astype(object) if scale else row
                for row, scale in zip(exact, self.scales, strict=True)
            ]
        )

    def error(self, level: float) -> Spread:
        """The error of each coordinate, from the scales alone."""
        return spread(self.law, tuple(float(scale) for scale in self.scales), level)

    @property
    def size(self) -> str:
        """The scale of each coordinate: the standard deviation of Gaussian noise, the parameter b of Laplace noise."""
        return ", ".join(f"{float(scale):.6g}" for scale in self.scales)

    def to_dict(self) -> dict[str, Any]:
        """The name and the scales as exact fractions."""
        return {"mechanism": self.name, "scales": [str(scale) for scale in self.scales]}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], loss: Loss | None) -> Self:
        """The mechanism that `to_dict` wrote."""
        return cls(tuple(map(fraction, entries(data["scales"]))), loss)


@final
@dataclass(frozen=True)
class GaussianNoise(Additive):
    """Gaussian noise, elliptical where there are several coordinates."""

    name: ClassVar[str] = "gaussian"
    cites: ClassVar[str] = "Gaussian noise, exactly mu-GDP (Dong, Roth and Su 2022, Theorem 2.7)"
    law: ClassVar[noise.Law] = noise.Gaussian()


@final
@dataclass(frozen=True)
class LaplaceNoise(Additive):
    """Real Laplace noise, rounded."""

    name: ClassVar[str] = "laplace"
    cites: ClassVar[str] = "Laplace noise, epsilon-DP (Dwork, McSherry, Nissim and Smith 2006)"
    law: ClassVar[noise.Law] = noise.Laplace()


@final
@dataclass(frozen=True)
class DiscreteLaplaceNoise(Additive):
    """Discrete Laplace noise on counts."""

    name: ClassVar[str] = "discrete_laplace"
    cites: ClassVar[str] = "discrete Laplace (geometric) noise, epsilon-DP (Ghosh, Roughgarden and Sundararajan 2012)"
    law: ClassVar[noise.Law] = noise.DiscreteLaplace()


@lru_cache(maxsize=4096)
def additive(statistic: Linear | Normed, price: Price) -> Additive:
    """The noise on a statistic for a price."""
    match price:
        case Mu(squared):
            return spherical(statistic, squared) if isinstance(statistic, Normed) else gaussian(statistic, squared)
        case Epsilon(epsilon):
            return laplace(statistic, epsilon)
        case _:
            assert_never(price)


def gaussian(statistic: Linear, mu_squared: Fraction) -> GaussianNoise:
    """Gaussian noise with total price mu**2, split between coordinates to minimise the weighted sum of variances.

    With s_i the squared range of coordinate i, minimising sum w_i v_i under sum s_i / v_i = mu**2 gives
    v_i proportional to sqrt(s_i / w_i). The common factor then follows from the joint norm, not from a sum over parts.
    """
    reach = statistic.reach
    points = np.abs(np.array(reach.vertices, dtype=np.float64)).max(axis=0)
    relative = [
        0.0 if public or not size else math.sqrt(size / math.sqrt(weight))
        for size, weight, public in zip(points, statistic.weights, reach.public, strict=True)
    ]
    worst = reach.norm(tuple(relative))
    unit = worst * _MARGIN / math.sqrt(float(mu_squared)) if worst else 0.0
    scales = tuple(Fraction(value * unit * _MARGIN) for value in relative)
    return GaussianNoise(scales, losses.Gaussian(mu_squared) if worst else None)


def spherical(statistic: Normed, mu_squared: Fraction) -> GaussianNoise:
    """Gaussian noise of one size, with scale L2 sensitivity / mu, rounded up, for all coordinates."""
    squared = Fraction(statistic.squared_l2_sensitivity()) / mu_squared
    scale = Fraction(math.isqrt(math.ceil(squared * _FINE**2) - 1) + 1, _FINE) if squared else Fraction(0)
    return GaussianNoise((scale,), losses.Gaussian(mu_squared) if squared else None)


def laplace(statistic: Linear | Normed, epsilon: Fraction) -> LaplaceNoise | DiscreteLaplaceNoise:
    """Laplace noise at scale l1_sensitivity / epsilon on every coordinate that a neighbour can change."""
    sensitivity = statistic.l1_sensitivity()
    unchanged = (not sensitivity,) if isinstance(statistic, Normed) else statistic.reach.public
    scales = tuple(Fraction(0) if public else Fraction(sensitivity) / epsilon for public in unchanged)
    counts = isinstance(statistic, Normed) or statistic.counts
    if not sensitivity:
        return LaplaceNoise(scales, None)
    if counts and sensitivity == 1:
        return DiscreteLaplaceNoise(scales, losses.Pure(epsilon))
    return LaplaceNoise(scales, losses.Laplace(epsilon))


def spread(law: noise.Law, scales: tuple[float, ...], level: float) -> Spread:
    """The error of noise of a law with a scale for each coordinate; 0 for a public coordinate."""
    std = tuple(law.std(scale) if scale else 0.0 for scale in scales)
    half = tuple(_double(law.half_width(scale, level)) if scale else 0.0 for scale in scales)
    factor = max(_NORMAL.quantile(level), law.quantile(level) / law.std(1.0))
    noisy = [sizes for sizes in zip(scales, std, half, strict=True) if sizes[1] > _TINY]
    if any(scale > _COARSE for scale, _, _ in noisy):  # a coordinate on a fine grid smooths the others
        return Spread(std, half, factor)
    if any(scale < _COARSEST for scale, _, _ in noisy):
        # by the Cauchy-Schwarz inequality, the largest rounding of a weighted sum, in its standard deviations
        return Spread(std, half, factor, factor + 0.5 * math.hypot(*(1.0 / deviation for _, deviation, _ in noisy)))
    # noise is whole: the smallest half width that covers is an integer, for one coordinate and for the sum of two
    factors = [factor, *(width / deviation for _, deviation, width in noisy)]
    for (scale, deviation, _), (other, other_deviation, _) in itertools.combinations(noisy, 2):
        factors.append(_pair_half_width(law, scale, other, level) / math.hypot(deviation, other_deviation))
    return Spread(std, half, factor, max(factors))


def _double(whole: int) -> float:
    """A whole number as a double; a record from elsewhere may have a scale at which it is beyond them."""
    try:
        return float(whole)
    except OverflowError:
        return math.inf


@lru_cache(maxsize=1024)
def _pair_half_width(law: noise.Law, scale: float, other: float, level: float) -> int:
    """The smallest integer h with P(|X + Y| <= h) >= level, for independent draws X and Y of a law at two scales."""
    sums = np.convolve(_probabilities(law, scale), _probabilities(law, other))
    middle = len(sums) // 2
    within = np.concatenate([sums[middle : middle + 1], 2.0 * sums[middle + 1 :]]).cumsum()
    return int(np.searchsorted(within, level))


def _probabilities(law: noise.Law, scale: float) -> NDArray[np.float64]:
    """The probabilities of the draws of a law at a scale, in increasing order, without the negligible tails."""
    least = np.arange(1, int(40 * scale) + 4)
    if isinstance(law, noise.Gaussian):
        tails = np.array([math.erfc((k - 0.5) / (scale * math.sqrt(2.0))) for k in least])
    else:  # Laplace: |X| = floor(offset - scale log t) for a uniform t
        tails = np.exp(np.minimum(0.0, (law.offset(scale) - least) / scale))
    sides = -np.diff(tails) / 2.0
    return np.concatenate([sides[::-1], [1.0 - tails[0]], sides])
