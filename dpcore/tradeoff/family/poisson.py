r"""The Gaussian mechanism on a Poisson sample: each unit is sampled with probability q, add/remove neighbours.

With mu = 1 / noise_multiplier, z under N(0,1) and w = 1 - q + q e^{mu z - mu^2/2}:
    removing   base N(0,1) against the mixture (1-q) N(0,1) + q N(mu,1), X = log w:  M(s) = E w^{s+1}
    adding     the mixture against base, X = -log w:                                 M(s) = E w^{-s}
One step has a closed form (see `amplification`); the two orders are composed separately (Abadi et al. 2016; Zhu, Dong &
Wang 2022).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, final

import numpy as np

from dpcore.number import real, whole
from dpcore.tradeoff import normal
from dpcore.tradeoff.argument import LARGEST, UNIT
from dpcore.tradeoff.curve import Array, Curve, Moments, Pair
from dpcore.tradeoff.family import amplification
from dpcore.tradeoff.family.direction import Both
from dpcore.tradeoff.family.gaussian import Gaussian
from dpcore.tradeoff.law import Law
from dpcore.tradeoff.numeric_curve import Numeric
from dpcore.tradeoff.root import invert
from dpcore.tradeoff.saddlepoint.sample_mgf import SampleMgf

# The largest noise multiplier: beyond it the loss is negligible.
QUIETEST = 1e9


@final
@dataclass(frozen=True, slots=True)
class Poisson(Numeric):
    """One step, mu in (0, 1e6], rate in (0, 1); `adding` is the direction."""

    shift: float
    rate: float
    adding: bool

    def law(self) -> Law:
        """The law of one step, in closed form."""
        return OneStep(self.shift, self.rate, self.adding)

    def evidence(self, times: int) -> SampleMgf:
        """The moment generating function of `times` steps, for compositions."""
        return SampleMgf(self.shift, self.rate, self.adding, times)

    def _missing(self) -> tuple[float, float]:
        return 0.0, 0.0

    def steady(self) -> tuple[float, float] | None:
        """None: X is neither Gaussian nor bounded."""
        return None

    def mu_of_parts(self) -> float:
        """The mu of the noise: q G_mu + (1-q) Id is above G_mu, and no smaller mu holds in the tail."""
        return self.shift

    def _delta_bounds(self, epsilon: Array) -> Pair:
        return amplification.delta(Gaussian(self.shift), self.rate, self.adding, epsilon)

    def _epsilon_bounds(self, delta: Array) -> Pair:
        return amplification.epsilon(Gaussian(self.shift), self.rate, self.adding, delta)

    def _bounds(self, alpha: Array) -> Pair:
        # removing: q G_mu + (1-q) Id; adding: its inverse
        return invert(self._mixture, alpha) if self.adding else self._mixture(alpha)

    def _mixture(self, alpha: Array) -> Pair:
        return amplification.mixture(Gaussian(self.shift), self.rate, alpha)

    def inverse(self) -> Curve:
        """The other direction."""
        return Poisson(self.shift, self.rate, not self.adding)

    def symmetrize(self) -> Curve:
        """max{f, f^-1}."""
        return Both(self, self.inverse())

    def moments(self) -> Moments:
        """Sums over z, to about twelve digits."""
        # log w varies on the scale of 1/mu; for large mu only z near 0 and mu matter.
        step, wide = 0.01 * min(1.0, 1.0 / min(self.shift, 30.0)), self.shift > 60.0
        z = np.arange(-13.0, 13.0 + (0.0 if wide else self.shift), step)
        z = np.concatenate((z, self.shift + z)) if wide else z
        y = self.shift * z - 0.5 * self.shift**2
        far = np.logaddexp(math.log1p(-self.rate), math.log(self.rate) + y)
        near = np.log1p(self.rate * np.expm1(np.minimum(y, 1.0)))
        loss = np.where(y < 1.0, near, far)
        # phi, and phi w as the mixture of two normal densities
        base = np.exp(-0.5 * z * z) * normal.PEAK * step
        moved = np.exp(-0.5 * (z - self.shift) ** 2) * normal.PEAK * step
        mixed = (1.0 - self.rate) * base + self.rate * moved
        weight, other, loss = (mixed, base, loss) if self.adding else (base, mixed, -loss)
        # E (L + e^-L - 1), whose terms are positive; for large -L, e^-L is the ratio of the densities
        rest = np.where(loss > -1.0, weight * np.expm1(-np.maximum(loss, -1.0)), other - weight)
        kl = float(np.sum(weight * loss + rest))
        return Moments._of(kl, lambda center, power: float(np.sum(weight * np.abs(loss - center) ** power)))

    def to_dict(self) -> dict[str, Any]:
        """`{"family": "poisson", "mu": ..., "rate": ..., "adding": ...}`."""
        return {"family": "poisson", "mu": self.shift, "rate": self.rate, "adding": self.adding}


@final
@dataclass(frozen=True, slots=True)
class OneStep(Law):
    """The law of one step: both errors and delta."""

    shift: float
    rate: float
    adding: bool

    def reach(self) -> tuple[float, float]:
        """log w is at least log(1-q)."""
        least = math.log1p(-self.rate)
        return (-math.inf, -least) if self.adding else (least, math.inf)

    def middle(self) -> tuple[float, float]:
        """Mean and standard deviation of X under Q, to first order in q."""
        return 0.0, min(self.rate * math.sqrt(math.expm1(min(self.shift**2, 600.0))), self.shift)

    def guess(self, delta: float) -> float:
        """Approximate x with this delta, from epsilon of the Gaussian curve."""
        if self.adding:
            return min(self.middle()[1], 0.5 * self.reach()[1])
        inner = Gaussian(self.shift).epsilon(min(delta / self.rate, 0.9))
        return float(np.logaddexp(inner + math.log(self.rate), math.log1p(-self.rate)))

    def delta(self, x: Array) -> Pair:
        """In closed form (see `amplification`)."""
        return amplification.delta(Gaussian(self.shift), self.rate, self.adding, x)

    def errors(self, x: Array) -> tuple[Pair, Pair]:
        """Both errors, from the probabilities of z > z0, which is log w > x."""
        mu, q = self.shift, self.rate
        sign = -1.0 if self.adding else 1.0
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            grown = np.expm1(np.minimum(sign * x, 700.0)) / q
            inner = np.where(grown > -1.0, np.log1p(np.maximum(grown, -1.0)), -np.inf)
            lost = UNIT * (8.0 * (1.0 + np.abs(inner)) + 16.0 * np.abs(grown) / np.maximum(1.0 + grown, UNIT))
            at = inner / mu + 0.5 * mu
            lost = np.nan_to_num(
                (lost + UNIT * 4.0 * np.abs(inner)) / mu + 4.0 * UNIT * np.abs(at), nan=0.0, posinf=0.0
            )
        above, below = np.where(np.isfinite(at), at + lost, -np.inf), np.where(np.isfinite(at), at - lost, -np.inf)
        if self.adding:
            # X > x where z < z0
            return self._adding_errors(below, above)
        alpha = normal.below(-above)[0], normal.below(-below)[1]
        low, high = normal.below(below), normal.below(above)
        moved = normal.below(below - mu), normal.below(above - mu)
        beta = (
            ((1.0 - q) * low[0] + q * moved[0][0]) * (1.0 - 8.0 * UNIT),
            np.minimum(((1.0 - q) * high[1] + q * moved[1][1]) * (1.0 + 8.0 * UNIT), 1.0),
        )
        return alpha, beta

    def _adding_errors(self, below: Array, above: Array) -> tuple[Pair, Pair]:
        """P is the mixture: alpha = P(z < z0), beta = N(z > z0)."""
        q, mu = self.rate, self.shift
        alpha = (
            ((1.0 - q) * normal.below(below)[0] + q * normal.below(below - mu)[0]) * (1.0 - 8.0 * UNIT),
            np.minimum(
                ((1.0 - q) * normal.below(above)[1] + q * normal.below(above - mu)[1]) * (1.0 + 8.0 * UNIT), 1.0
            ),
        )
        return alpha, (normal.below(-above)[0], normal.below(-below)[1])


def check(rate: object, noise_multiplier: object, steps: object) -> tuple[float, float, int]:
    """(rate, mu, steps), mu rounded up."""
    share = real(rate, "`rate` of `subsampled_gaussian`", at_least=0.0, at_most=1.0)
    noise = real(
        noise_multiplier, "`noise_multiplier` of `subsampled_gaussian`", at_least=1.0 / LARGEST, at_most=QUIETEST
    )
    count = whole(steps, "`steps` of `subsampled_gaussian`", low=1, high=10**7)
    # for mu beyond `LARGEST` the curve is 0 to double precision
    return share, min(math.nextafter(1.0 / noise, math.inf), LARGEST), count
