r"""A release on a Poisson sample, add/remove neighbours: each unit is in the sample with probability p.

For every f, the loss of adding is at most -log(1-p) (see `amplification` for the formulas). The two directions are
composed separately.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, final

import numpy as np

from dpcore.tradeoff.argument import UNIT
from dpcore.tradeoff.curve import Array, Curve, Losses, Moments, Pair
from dpcore.tradeoff.family import amplification
from dpcore.tradeoff.family.direction import Both, Either
from dpcore.tradeoff.family.gaussian import Gaussian
from dpcore.tradeoff.family.iterate import moments_of
from dpcore.tradeoff.family.poisson import Poisson
from dpcore.tradeoff.family.pure import Identity, inside
from dpcore.tradeoff.mu_bound import bounded_mu
from dpcore.tradeoff.root import invert

# Beyond this e^x - 1 is e^x.
_LARGE = 30.0


@final
@dataclass(frozen=True, slots=True)
class Mixture(Curve):
    """f_p of a curve f, p = `rate` in (0, 1), or its inverse where `adding`."""

    curve: Curve
    rate: float
    adding: bool

    def _bounds(self, alpha: Array) -> Pair:
        return inside(*invert(self._mixture, alpha), alpha) if self.adding else self._mixture(alpha)

    def _mixture(self, alpha: Array) -> Pair:
        return amplification.mixture(self.curve, self.rate, alpha)

    def _delta_bounds(self, epsilon: Array) -> Pair:
        return amplification.delta(self.curve, self.rate, self.adding, epsilon)

    def _epsilon_bounds(self, delta: Array) -> Pair:
        return amplification.epsilon(self.curve, self.rate, self.adding, delta)

    def _missing(self) -> tuple[float, float]:
        # only with the unit in the sample
        missing = self.rate * self.curve._missing()[0] * (1.0 - 4.0 * UNIT)
        return (0.0, missing) if self.adding else (missing, 0.0)

    def _points(self) -> Losses | None:
        if not (inner := self.curve._points()):
            return None
        at, weight, lost = inner
        with np.errstate(under="ignore"):
            alone = weight * np.exp(-at)
        top = np.maximum(np.abs(at), 1.0)
        moved = np.where(at > _LARGE, np.logaddexp(math.log1p(-self.rate), at + math.log(self.rate)), 0.0)
        moved = np.where(at > _LARGE, moved, np.log1p(self.rate * np.expm1(np.minimum(at, _LARGE))))
        mixed = (1.0 - self.rate) * alone + self.rate * weight
        if (spared := self.curve._missing()[1]) > 0.0:
            # a point of P alone occurs only if the unit is not sampled
            moved, alone = np.append(math.log1p(-self.rate), moved), np.append(spared, alone)
            mixed = np.append((1.0 - self.rate) * spared, mixed)
        error = lost + UNIT * (16.0 + 8.0 * float(np.max(top)))
        return (-moved[::-1], alone[::-1], error) if self.adding else (moved, mixed, error)

    def _off(self) -> float:
        return self.curve._off()

    def _mu(self, delta: float) -> float:
        """At most mu of the unsampled curve, as f_p >= f; less if the losses of both directions are bounded."""
        return min(self.curve._mu(delta), bounded_mu(Mixture(self.curve, self.rate, False), delta))

    def inverse(self) -> Curve:
        """The other direction."""
        return Mixture(self.curve, self.rate, not self.adding)

    def symmetrize(self) -> Curve:
        """max{f, f^-1}."""
        return Both(self, self.inverse())

    def moments(self) -> Moments:
        """By quadrature over alpha, to about three digits."""
        return moments_of(self)

    def to_dict(self) -> dict[str, Any]:
        """`{"family": "mixture", "rate": ..., "adding": ..., "curve": {...}}`."""
        return {"family": "mixture", "rate": self.rate, "adding": self.adding, "curve": self.curve.to_dict()}


def poisson(curve: Curve, rate: float) -> Curve:
    """Both directions of a Poisson sample, rate in (0, 1); `curve` is T(P, Q), or an `Either`."""
    if isinstance(curve, Either):
        return Either(sample(curve.first, rate), sample(curve.second.inverse(), rate).inverse())
    first = sample(curve, rate)
    return Either(first, first.inverse())


def sample(curve: Curve, rate: float) -> Curve:
    """The curve f_p; a sample of a sample has the product of the rates, and Gaussian noise has its own class."""
    match curve:
        case Identity():
            return curve
        case Gaussian(shift):
            return Poisson(shift, rate, False)
        case Poisson(shift, before, False):
            return Poisson(shift, math.nextafter(rate * before, 1.0), False)
        case Mixture(inner, before, False):
            return Mixture(inner, math.nextafter(rate * before, 1.0), False)
    return Mixture(curve, rate, False)
