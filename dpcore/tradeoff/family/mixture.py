r"""A Poisson sample under add/remove: the unit is drawn with probability p, and the release sees whom it drew.

With f = T(P, Q) of the release on everybody, P without the unit and Q with it (Dong, Roth & Su 2022, sec. 4; Zhu, Dong
& Wang 2022):
    removing    T(P, (1-p) P + p Q) = f_p = p f + (1-p) Id
                delta(x) = p delta_f(log(1 + (e^x - 1)/p))                    for x > log(1-p), else 1 - e^x
    adding      T((1-p) P + p Q, P) = f_p^-1
                delta(x) = r delta_{f^-1}(log(p e^x / r)), r = 1 - (1-p) e^x  where r > 0, else 0
Whatever f is, the second order loses at most -log(1-p). The two are composed apart.
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
        """At most that of the curve itself, as f_p >= f; less where the losses of both orders end."""
        return min(self.curve._mu(delta), bounded_mu(Mixture(self.curve, self.rate, False), delta))

    def inverse(self) -> Curve:
        """The other order."""
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
    """Both orders of a Poisson sample, rate in (0, 1); `curve` is T(P, Q), or one curve for each order."""
    if isinstance(curve, Either):
        return Either(sampled(curve.first, rate), sampled(curve.second.inverse(), rate).inverse())
    first = sampled(curve, rate)
    return Either(first, first.inverse())


def sampled(curve: Curve, rate: float) -> Curve:
    """f_p; a sample of a sample is one of fewer, and Gaussian noise has its own closed forms."""
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
    """(points, weights under Q, their relative error) where those of f are `few`; `missing` are Q's and P's own."""
    at, weight, lost = few
    with np.errstate(under="ignore"):
        alone = weight * np.exp(-at)
    top = np.maximum(np.abs(at), 1.0)
    moved = np.where(at > _LARGE, np.logaddexp(math.log1p(-curve.rate), at + math.log(curve.rate)), 0.0)
    moved = np.where(at > _LARGE, moved, np.log1p(curve.rate * np.expm1(np.minimum(at, _LARGE))))
    mixed = (1.0 - curve.rate) * alone + curve.rate * weight
    if missing[1] > 0.0:
        # what P has alone is there without the unit
        moved, alone = np.append(math.log1p(-curve.rate), moved), np.append(missing[1], alone)
        mixed = np.append((1.0 - curve.rate) * missing[1], mixed)
    error = lost + UNIT * (16.0 + 8.0 * float(np.max(top)))
    return (-moved[::-1], alone[::-1], error) if curve.adding else (moved, mixed, error)


def missing(curve: Mixture, inner: tuple[float, float]) -> tuple[float, float]:
    """What Q and P have apart from each other, where `inner` is that of f: only the unit itself gives it away."""
    apart = curve.rate * inner[0]
    return (0.0, apart) if curve.adding else (apart, 0.0)
