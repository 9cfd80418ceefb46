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
from dpcore.tradeoff.curve import Array, Curve, Moments, Pair
from dpcore.tradeoff.family import amplification
from dpcore.tradeoff.family.direction import Both, Either
from dpcore.tradeoff.family.gaussian import Gaussian
from dpcore.tradeoff.family.iterate import moments_of
from dpcore.tradeoff.family.poisson import Poisson
from dpcore.tradeoff.family.pure import Identity, inside
from dpcore.tradeoff.mu_bound import bounded_mu
from dpcore.tradeoff.root import inverted

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
        return inside(*inverted(self._mixed, alpha), alpha) if self.adding else self._mixed(alpha)

    def _mixed(self, alpha: Array) -> Pair:
        return amplification.mixed(self.curve, self.rate, alpha)

    def _delta_bounds(self, epsilon: Array) -> Pair:
        return amplification.delta(self.curve, self.rate, self.adding, epsilon)

    def _epsilon_bounds(self, delta: Array) -> Pair:
        return amplification.epsilon(self.curve, self.rate, self.adding, delta)

    def _mu(self, delta: float) -> float:
        """At most that of the unsampled curve, as f_p >= f; less if the losses of both directions are bounded."""
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
        return Either(sampled(curve.first, rate), sampled(curve.second.inverse(), rate).inverse())
    first = sampled(curve, rate)
    return Either(first, first.inverse())


def sampled(curve: Curve, rate: float) -> Curve:
    """f_p; samples of samples have the product of the rates, and Gaussian noise has its own class."""
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


def points(curve: Mixture, few: tuple[Array, Array, float], missing: tuple[float, float]) -> tuple[Array, Array, float]:
    """(points, weights under Q, their relative error) from those of f, `few`; `missing` as in `backend`."""
    at, weight, lost = few
    with np.errstate(under="ignore"):
        alone = weight * np.exp(-at)
    top = np.maximum(np.abs(at), 1.0)
    moved = np.where(at > _LARGE, np.logaddexp(math.log1p(-curve.rate), at + math.log(curve.rate)), 0.0)
    moved = np.where(at > _LARGE, moved, np.log1p(curve.rate * np.expm1(np.minimum(at, _LARGE))))
    mixed = (1.0 - curve.rate) * alone + curve.rate * weight
    if missing[1] > 0.0:
        # a point of P alone occurs only if the unit is not sampled
        moved, alone = np.append(math.log1p(-curve.rate), moved), np.append(missing[1], alone)
        mixed = np.append((1.0 - curve.rate) * missing[1], mixed)
    error = lost + UNIT * (16.0 + 8.0 * float(np.max(top)))
    return (-moved[::-1], alone[::-1], error) if curve.adding else (moved, mixed, error)


def missing(curve: Mixture, inner: tuple[float, float]) -> tuple[float, float]:
    """(Q(X = inf), P(X = -inf)), from those of f, `inner`: only with the unit in the sample."""
    apart = curve.rate * inner[0]
    return (0.0, apart) if curve.adding else (apart, 0.0)
