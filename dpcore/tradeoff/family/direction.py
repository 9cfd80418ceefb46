r"""Neighbouring relations with two directions: curves of add and remove, and their symmetric versions.

Either     a curve for each direction (add and remove): the worse of the two
Hull       one curve for both directions, if one is the inverse of the other: min{f, f^-1}**
Both       a curve and its inverse, which both hold for every pair: max{f, f^-1} (Dong, Roth & Su 2022, Prop. 2.4)

`Either` returns the worse direction at each alpha, which is valid and slightly above its convex hull; the hull is the
trade-off function below both (Dong, Roth & Su 2022, Prop. F.2 and Def. 4.1). It has the delta of the worse direction:
    hull(alpha) = sup_x 1 - delta(x) - e^x alpha.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, final

import numpy as np

from dpcore.tradeoff import dual
from dpcore.tradeoff.argument import UNIT
from dpcore.tradeoff.conjugate import STEEPEST, Conjugate
from dpcore.tradeoff.curve import Array, Curve, Moments, Pair, Symmetric
from dpcore.tradeoff.family.pure import inside

# The step of the difference quotient that yields alpha; the relative width of delta above which f itself is used.
_NEAR, _WIDE = 1e-4, 1e-6
# The thresholds tried for a hull: the largest, and their number.
_REACH, _POINTS = 60.0, 241


@final
@dataclass(frozen=True, slots=True)
class Either(Curve):
    """Neighbours have curve `first` or `second`: the worse of both at each alpha and each epsilon."""

    first: Curve
    second: Curve

    def _bounds(self, alpha: Array) -> Pair:
        (a, b), (c, d) = self.first._bounds(alpha), self.second._bounds(alpha)
        return np.minimum(a, c), np.minimum(b, d)

    def _delta_bounds(self, epsilon: Array) -> Pair:
        (a, b), (c, d) = self.first._delta_bounds(epsilon), self.second._delta_bounds(epsilon)
        return np.maximum(a, c), np.maximum(b, d)

    def _epsilon_bounds(self, delta: Array) -> Pair:
        a, b = self.first._epsilon_bounds(delta)
        c, d = self._if_worse(delta, b)
        return np.maximum(a, c), np.maximum(b, d)

    def _if_worse(self, delta: Array, first: Array) -> Pair:
        """Epsilon of `second`, computed only where it may exceed epsilon of `first`."""
        finite = np.isfinite(first)
        dominated = finite & (self.second._delta_bounds(np.where(finite, first, 0.0))[1] <= delta)
        low, high = np.zeros_like(delta), np.zeros_like(delta)
        if (~dominated).any():
            low[~dominated], high[~dominated] = self.second._epsilon_bounds(delta[~dominated])
        return low, high

    def _mu(self, delta: float) -> float:
        return max(self.first._mu(delta), self.second._mu(delta))

    def inverse(self) -> Curve:
        """The inverses of both curves; this curve if one is the inverse of the other."""
        return self if self.second == self.first.inverse() else Either(self.first.inverse(), self.second.inverse())

    def symmetrize(self) -> Curve:
        """min{f, f^-1}**, if the second curve is the inverse of the first; otherwise this curve."""
        return Hull(self) if self.second == self.first.inverse() else self

    def moments(self) -> Moments:
        """The larger moments of both curves."""
        first, second = self.first.moments(), self.second.moments()
        names = ("kl", "kappa2", "kappa3", "kappa3_centered")
        return Moments(*(max(getattr(first, n), getattr(second, n)) for n in names))

    def to_dict(self) -> dict[str, Any]:
        """`{"family": "either", "first": {...}, "second": {...}}`."""
        return {"family": "either", "first": self.first.to_dict(), "second": self.second.to_dict()}


@final
@dataclass(frozen=True, slots=True)
class Hull(Symmetric):
    """The hull of an `Either` whose second curve is the inverse of its first."""

    curve: Curve

    def _delta_from_zero(self, epsilon: Array) -> Pair:
        return self.curve._delta_bounds(epsilon)

    def _epsilon_bounds(self, delta: Array) -> Pair:
        return self.curve._epsilon_bounds(delta)

    def _bounds(self, alpha: Array) -> Pair:
        low, high = self.curve._bounds(alpha)
        within = (alpha > 0.0) & (alpha < 1.0)
        if within.any():
            at = alpha[within]
            guess, apart = self._thresholds(at)
            below, above = dual.between(self._delta_bounds, at, guess, 1e-6 * apart)
            low[within], high[within] = below, np.minimum(high[within], above)
        return inside(low, high, alpha)

    def _thresholds(self, alpha: Array) -> tuple[Array, float]:
        """(approximately the best x for each alpha, mean distance of the thresholds tried)."""
        ends = float(self.curve._epsilon_bounds(np.array([1e-9]))[1][0])
        reach = min(max(ends, 1e-6), _REACH)
        unit = np.linspace(-1.0, 1.0, _POINTS)
        x = reach * np.sign(unit) * unit**2
        delta = self._delta_bounds(x)[1]
        value = 1.0 - delta - np.multiply.outer(alpha, np.exp(x))
        return x[np.argmax(value, axis=1)], reach / _POINTS

    def _mu(self, delta: float) -> float:
        """G_mu is convex, so it lies below the hull if it lies below both curves."""
        return self.curve._mu(delta)

    def moments(self) -> Moments:
        """The moments of the worse direction."""
        return self.curve.moments()

    def to_dict(self) -> dict[str, Any]:
        """`{"family": "hull", "curve": {...}}`."""
        return {"family": "hull", "curve": self.curve.to_dict()}


@final
@dataclass(frozen=True, slots=True)
class Both(Conjugate):
    """max{first, second} of a curve and its inverse."""

    first: Curve
    second: Curve

    def _bounds(self, alpha: Array) -> Pair:
        (a, b), (c, d) = self.first._bounds(alpha), self.second._bounds(alpha)
        return np.maximum(a, c), np.maximum(b, d)

    def _delta_bounds(self, epsilon: Array) -> Pair:
        # the conjugate of a maximum is below both conjugates, and equals one where that curve attains the maximum
        low, high = np.zeros_like(epsilon), np.ones_like(epsilon)
        at = np.clip(epsilon, -STEEPEST, STEEPEST)
        for way in (self.first, self.second):
            most, after = (way._delta_bounds(x)[1] for x in (epsilon, at + _NEAR))
            alpha = np.clip((most - after) * np.exp(-at) / math.expm1(_NEAR), 0.0, 1.0)
            value = 1.0 - self._bounds(alpha)[1] - np.exp(at) * alpha * (1.0 + 4.0 * UNIT) - 8.0 * UNIT
            low, high = np.maximum(low, np.where(epsilon > STEEPEST, 0.0, value)), np.minimum(high, most)
        wide = np.flatnonzero(high - low > _WIDE * high)
        if len(wide):
            least, most = self._conjugate(epsilon[wide], not may_be_nonconvex(self))
            low[wide], high[wide] = np.maximum(low[wide], least), np.minimum(high[wide], most)
        return np.minimum(low, high), high

    def _epsilon_bounds(self, delta: Array) -> Pair:
        low, high = Conjugate._epsilon_bounds(self, delta)
        high = np.min([high, *(way._epsilon_bounds(delta)[1] for way in (self.first, self.second))], axis=0)
        return np.minimum(low, high), high

    def _mu(self, delta: float) -> float:
        return min(self.first._mu(delta), self.second._mu(delta))

    def inverse(self) -> Curve:
        """This curve."""
        return self

    def symmetrize(self) -> Curve:
        """This curve."""
        return self

    def moments(self) -> Moments:
        """The moments of the first curve: a description, not a bound."""
        return self.first.moments()

    def to_dict(self) -> dict[str, Any]:
        """`{"family": "both", "first": {...}, "second": {...}}`."""
        return {"family": "both", "first": self.first.to_dict(), "second": self.second.to_dict()}


def may_be_nonconvex(curve: Curve) -> bool:
    """Whether f need not be convex, as with an `Either` inside. A `Hull` also counts, because it is expensive."""
    parts = [getattr(curve, name) for name in ("curve", "first", "second") if hasattr(curve, name)]
    parts += [factor for factor, _ in getattr(curve, "factors", ())]
    return isinstance(curve, Either | Hull) or any(map(may_be_nonconvex, parts))
