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
from dpcore.tradeoff.family.direction import Both, Either
from dpcore.tradeoff.family.gaussian import Gaussian
from dpcore.tradeoff.family.iterate import moments_of
from dpcore.tradeoff.family.poisson import Poisson
from dpcore.tradeoff.family.pure import Identity, inside
from dpcore.tradeoff.mu_bound import bounded_mu
from dpcore.tradeoff.root import bisect, inverted, settle

# Beyond this e^x - 1 is e^x.
_LARGE = 30.0
# Beyond this delta is at most what it is there, and 1 on the other side but for rounding.
_FARTHEST = 1e307


@final
@dataclass(frozen=True, slots=True)
class Mixture(Curve):
    """f_p of a curve f, p = `rate` in (0, 1), or its inverse where `adding`."""

    curve: Curve
    rate: float
    adding: bool

    def _mixed(self, alpha: Array) -> Pair:
        """f_p."""
        low, high = self.curve._bounds(alpha)
        rest = (1.0 - self.rate) * (1.0 - alpha)
        mixed = (self.rate * low + rest) * (1.0 - 4.0 * UNIT), (self.rate * high + rest) * (1.0 + 4.0 * UNIT)
        return inside(*mixed, alpha)

    def _bounds(self, alpha: Array) -> Pair:
        return inside(*inverted(self._mixed, alpha), alpha) if self.adding else self._mixed(alpha)

    def _delta_bounds(self, epsilon: Array) -> Pair:
        at = np.clip(epsilon, -_FARTHEST, _FARTHEST)
        low, high = self._added(at) if self.adding else self._removed(at)
        return np.where(epsilon > at, 0.0, low), np.where(epsilon < at, 1.0, high)

    def _removed(self, x: Array) -> Pair:
        rate, outer = self.rate, x > math.log1p(-self.rate)
        at = np.where(outer, x, 0.0)
        near = np.expm1(np.minimum(at, _LARGE))
        grown = np.minimum(near, rate) / rate
        far = at - math.log(rate) + np.log1p(-(1.0 - rate) * np.exp(-np.maximum(at, _LARGE)))
        inner = np.where(
            near <= rate,
            np.log1p(np.maximum(grown, -1.0 + UNIT)),
            np.log(np.maximum(near, rate) + rate) - math.log(rate),
        )
        inner = np.where(at > _LARGE, far, inner)
        # the argument moves with rounding, so delta_f is asked on both sides of it
        lost = 8.0 * (1.0 + np.abs(inner)) + 16.0 * np.abs(grown) / np.maximum(1.0 + grown, UNIT)
        lost += np.where(near > rate, 4.0 * np.abs(at) - 4.0 * math.log(rate), 0.0)
        lost = UNIT * np.where(at == 0.0, 0.0, lost)
        low = rate * self.curve._delta_bounds(inner + lost)[0] * (1.0 - 4.0 * UNIT)
        high = rate * self.curve._delta_bounds(inner - lost)[1] * (1.0 + 4.0 * UNIT)
        flat = -np.expm1(np.minimum(x, 0.0))
        low, high = np.where(outer, low, 0.0), np.where(outer, high, flat * (1.0 + 4.0 * UNIT))
        return np.clip(np.maximum(low, flat * (1.0 - 4.0 * UNIT)), 0.0, 1.0), np.clip(high, 0.0, 1.0)

    def _added(self, x: Array) -> Pair:
        least = math.log1p(-self.rate)
        outer = -x > least
        at = np.where(outer, x, 0.0)
        scale = np.maximum(-np.expm1(at + least), 1e-300)
        inner = at + np.log(self.rate / scale)
        wander = (np.abs(at) + abs(least)) * np.exp(at + least) / scale
        lost, margin = UNIT * (8.0 * (1.0 + np.abs(inner) + np.abs(at)) + 8.0 * wander), UNIT * (12.0 + 8.0 * wander)
        # at 0 the scale is the rate itself
        exact = at == 0.0
        inner, lost, margin = np.where(exact, 0.0, inner), np.where(exact, 0.0, lost), np.where(exact, 0.0, margin)
        scale, other = np.where(exact, self.rate, scale), self.curve.inverse()
        low = scale * other._delta_bounds(inner + lost)[0] * (1.0 - margin - 4.0 * UNIT)
        high = scale * other._delta_bounds(inner - lost)[1] * (1.0 + margin + 4.0 * UNIT)
        edge = np.where(x < -least * (1.0 + 8.0 * UNIT), -8.0 * UNIT * least, 0.0)
        flat = -np.expm1(np.minimum(x, 0.0)) * (1.0 - 4.0 * UNIT)
        low, high = np.where(outer, low, 0.0), np.where(outer, high, edge)
        return np.clip(np.maximum(low, flat), 0.0, 1.0), np.clip(high, 0.0, 1.0)

    def _epsilon_bounds(self, delta: Array) -> Pair:
        return self._epsilon_added(delta) if self.adding else self._epsilon_removed(delta)

    def _epsilon_removed(self, delta: Array) -> Pair:
        """log(1 + p (e^epsilon_f - 1)), epsilon_f at delta / p."""
        share, most = delta / self.rate, np.nextafter(1.0, 0.0)
        low = self.curve._epsilon_bounds(np.minimum(share * (1.0 + 4.0 * UNIT), most))[0]
        high = self.curve._epsilon_bounds(np.minimum(share * (1.0 - 4.0 * UNIT), most))[1]
        low, high = (np.where(delta >= self.rate, 0.0, amplified(side, self.rate)) for side in (low, high))
        return low * (1.0 - 16.0 * UNIT), high * (1.0 + 16.0 * UNIT)

    def _epsilon_added(self, delta: Array) -> Pair:
        low, end = self._most()
        wanted = np.where(delta == 0.0, 1.0, delta)
        guess = bisect(self._added, wanted, end)
        lower, upper = settle(self._added, guess, wanted, end)
        nothing = delta == 0.0
        return np.where(nothing, low, np.minimum(lower, end)), np.where(nothing, end, np.minimum(upper, end))

    def _most(self) -> tuple[float, float]:
        """(lower, upper) of the largest loss where a unit is added: -log(1 - p (1 - e^-epsilon_f))."""
        low, high = self.curve.inverse()._epsilon_bounds(np.zeros(1))
        ends = [-math.log1p(self.rate * math.expm1(-float(side[0]))) for side in (low, high)]
        return ends[0] * (1.0 - 8.0 * UNIT), ends[1] * (1.0 + 8.0 * UNIT)

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


def amplified(epsilon: Array, rate: float) -> Array:
    """log(1 + p (e^epsilon - 1))."""
    far = np.logaddexp(math.log1p(-rate), epsilon + math.log(rate))
    return np.where(epsilon > _LARGE, far, np.log1p(rate * np.expm1(np.minimum(epsilon, _LARGE))))
