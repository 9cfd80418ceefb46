r"""Additive noise on exact integer statistics: exact + round(scale * Z), Z an ideal real random variable.

Rounding is post-processing of the ideal mechanism on integers, so the continuous proof carries over as it stands.

gaussian    sigma_i with sup ||diag(sigma)^-1 (difference)||_2 <= mu: exactly mu-GDP (Dong, Roth & Su 2022, Thm 2.7;
            the elliptical form: Hall, Rinaldo & Wasserman 2013, Prop. 3 with the exact curve)
laplace     scale = l1_sensitivity / epsilon: epsilon-DP (Dwork et al. 2006). Its curve is at least laplace(epsilon):
            chaining one-coordinate shifts of total size epsilon gives 1 - (1-L_a) o (1-L_b) = L_{a+b} (Thm 2.14 there)
discrete    on counts of l1_sensitivity 1: epsilon-DP with curve exactly pure(epsilon) (Ghosh et al. 2012)
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, assert_never, final

import numpy as np

from dpcore import noise, tradeoff
from dpcore.budget.loss import Gaussian, Laplace, Loss, Pure
from dpcore.mechanisms.price import Epsilon, Mu, Price
from dpcore.sensitivity import Contribution

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Integers = NDArray[Any]

# Far above the rounding error (1e-14) of the norm and of the scales, far below any error that matters.
_MARGIN = 1.0 + 2.0**-40
_NORMAL = noise.Gaussian()


@final
@dataclass(frozen=True)
class Statistic:
    """What a question releases: integer coordinates for each cell, and how much a unit can move them.

    matrix: coordinates as integer combinations of the question's measures, shape (coordinates, measures).
    weights: how much variance of each coordinate counts in the answer's error; they split Gaussian noise.
    counts: whether the coordinates are plain counts, on which discrete Laplace noise is the better one.
    """

    contribution: Contribution
    matrix: tuple[tuple[int, ...], ...]
    weights: tuple[float, ...]
    counts: bool = False

    def exact(self, aggregate: Integers) -> Integers:
        """The coordinates of an exact aggregate, shape (coordinates, cells). Never leaves `release.py`."""
        flat = aggregate.reshape(aggregate.shape[0], -1).astype(object)
        return np.array([sum(factor * row for factor, row in zip(line, flat, strict=True)) for line in self.matrix])


@final
@dataclass(frozen=True, slots=True)
class Spread:
    """The size of noise on each coordinate, in grid units: public, for it follows from scales alone.

    half: h with P(|noise| <= h) >= the level. factor: a multiple of its standard deviation that any weighted sum of
    the coordinates' noise stays within at the level: the larger of the law's own and the normal one, between which
    all weighted sums of independent copies lie (checked for Laplace noise in the tests).
    """

    std: tuple[float, ...]
    half: tuple[float, ...]
    factor: float


@final
@dataclass(frozen=True)
class Additive:
    """Noise of one law with a scale for each coordinate, in grid units; scale 0 leaves a public coordinate as it is.

    loss: what the ledger is told of it; None where no neighbour changes any coordinate.
    """

    law: noise.Law
    scales: tuple[Fraction, ...]
    loss: Loss | None

    @property
    def curve(self) -> tradeoff.Curve:
        """What it promises."""
        return tradeoff.identity() if self.loss is None else self.loss.curve

    def perturb(self, exact: Integers) -> Integers:
        """exact + fresh noise, shape (coordinates, cells): integers on the public grid."""
        return np.array(
            [
                row + noise.draw(self.law, scale, row.shape).astype(object) if scale else row
                for row, scale in zip(exact, self.scales, strict=True)
            ]
        )

    def spread(self, level: float) -> Spread:
        """How wrong each coordinate may be, from the scales alone."""
        scales = [float(scale) for scale in self.scales]
        return Spread(
            std=tuple(self.law.std(scale) if scale else 0.0 for scale in scales),
            half=tuple(float(self.law.half_width(scale, level)) if scale else 0.0 for scale in scales),
            factor=max(_NORMAL.quantile(level), self.law.quantile(level) / self.law.std(1.0)),
        )


def additive(statistic: Statistic, price: Price) -> Additive:
    """The noise that a price pays for."""
    match price:
        case Mu(squared):
            return gaussian(statistic, squared)
        case Epsilon(epsilon):
            return laplace(statistic, epsilon)
        case _:
            assert_never(price)


def gaussian(statistic: Statistic, mu_squared: Fraction) -> Additive:
    """Gaussian noise of total price mu**2, split so that the weighted sum of variances is least.

    With s_i the squared range of coordinate i, minimising sum w_i v_i under sum s_i / v_i = mu**2 gives
    v_i proportional to sqrt(s_i / w_i); the common factor is then fixed by the joint norm, never by the sum of parts.
    """
    contribution = statistic.contribution
    points = np.abs(np.array(contribution.vertices, dtype=np.float64)).max(axis=0)
    relative = [
        0.0 if public or not size else math.sqrt(size / math.sqrt(weight))
        for size, weight, public in zip(points, statistic.weights, contribution.public, strict=True)
    ]
    worst = contribution.norm(tuple(relative))
    unit = worst * _MARGIN / math.sqrt(float(mu_squared)) if worst else 0.0
    scales = tuple(Fraction(value * unit * _MARGIN) for value in relative)
    return Additive(noise.Gaussian(), scales, Gaussian(mu_squared) if worst else None)


def laplace(statistic: Statistic, epsilon: Fraction) -> Additive:
    """Laplace noise at scale l1_sensitivity / epsilon on every coordinate that a neighbour can change."""
    sensitivity = statistic.contribution.l1_sensitivity()
    scale = Fraction(sensitivity) / epsilon
    scales = tuple(Fraction(0) if public else scale for public in statistic.contribution.public)
    if not sensitivity:
        return Additive(noise.Laplace(), scales, None)
    if statistic.counts and sensitivity == 1:
        return Additive(noise.DiscreteLaplace(), scales, Pure(epsilon))
    return Additive(noise.Laplace(), scales, Laplace(epsilon))
