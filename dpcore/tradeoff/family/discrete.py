r"""Two pmfs on the same points: the exact Neyman-Pearson curve.

Sort by q/p descending, cumulate, and join by straight lines. A point with p = 0 makes f(0) < 1.

The weights are used as given. Doubles that should sum to 1 rarely do so exactly: the sum of each table has a rounding
error, and all bounds hold for the weights as given and for the normalised weights (see `Curve._off`). Missing mass
beyond rounding is an additional point, which the other table does not have.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, final

import numpy as np
from numpy.typing import ArrayLike

from dpcore.errors import DpError
from dpcore.number import private, shown
from dpcore.tradeoff.argument import UNIT, table
from dpcore.tradeoff.curve import UNBOUNDED, Array, Curve, Losses, Moments
from dpcore.tradeoff.exact.finite import Atoms
from dpcore.tradeoff.family.direction import Both
from dpcore.tradeoff.numeric_curve import Numeric

_MOST = 10**6
_OFF = 1e-9
# log1p of an exact difference from here to its inverse, log of a quotient beyond
_NEAR = 2.0


@final
@dataclass(frozen=True, slots=True)
class Discrete(Numeric):
    """T(p, q), both positive somewhere in common, sorted by rising q/p."""

    p: tuple[float, ...]
    q: tuple[float, ...]

    def common(self) -> tuple[Array, Array, Array]:
        """(log q/p, q, p) where both are positive."""
        p, q = np.array(self.p), np.array(self.q)
        both = (p > 0.0) & (q > 0.0)
        return _losses(p[both], q[both]), q[both], p[both]

    def law(self) -> Atoms:
        """The points of the tables."""
        at, q, p = self.common()
        order = np.argsort(at, kind="stable")
        return Atoms(at[order], q[order], p[order], 4.0 * UNIT, max(self._missing()) == 0.0)

    def _missing(self) -> tuple[float, float]:
        # the points that have probability 0 under the other pmf
        alone_q = math.fsum(q for p, q in zip(self.p, self.q, strict=True) if p == 0.0)
        return alone_q, math.fsum(p for p, q in zip(self.p, self.q, strict=True) if q == 0.0)

    def _points(self) -> Losses | None:
        return *self.common()[:2], 4.0 * UNIT

    def _off(self) -> float:
        # twice the larger distance of a sum from 1 bounds the change by normalising the weights
        return 2.0 * max(abs(math.fsum((-1.0, *weights))) for weights in (self.p, self.q))

    def steady(self) -> tuple[float, float] | None:
        """(0, the largest value of X): there is no Gaussian part, and X is bounded."""
        return 0.0, float(np.max(np.abs(self.common()[0])))

    def mu_of_parts(self) -> float:
        """inf: no bound is needed, because the vertices give the exact mu."""
        return math.inf

    def inverse(self) -> Curve:
        """T(q, p)."""
        return Discrete(self.q[::-1], self.p[::-1])

    def symmetrize(self) -> Curve:
        """max{f, f^-1}."""
        return self if self.inverse() == self else Both(self, self.inverse())

    def moments(self) -> Moments:
        """Finite sums over the points, under p."""
        if max(self._missing()) > 0.0:
            return UNBOUNDED
        at, q, p = self.common()
        # E_P (L + e^-L - 1) = E_P L, with no negative term; for large L, e^-L is the ratio of the weights
        kl = math.fsum(np.where(at > 1.0, q - p * (1.0 + at), p * (np.expm1(np.minimum(at, 1.0)) - at)))
        return Moments._of(kl, lambda center, power: math.fsum(p * np.abs(-at - center) ** power))

    def to_dict(self) -> dict[str, Any]:
        """`{"family": "discrete", "p": [...], "q": [...]}`."""
        return {"family": "discrete", "p": list(self.p), "q": list(self.q)}


def discrete(p: ArrayLike, q: ArrayLike) -> Curve:
    """T(p, q) of two pmfs on the same points, given in the same order.

    Each pmf sums to 1 up to 1e-9. Mass missing beyond rounding counts as a point that the other pmf does not have.
    """
    first, second = _pmf(p, "`p` of `discrete`"), _pmf(q, "`q` of `discrete`")
    if len(first) != len(second):
        raise DpError(
            "`p` and `q` of `discrete` must list the same points. Got {count} and {count2} of them.",
            "give a point that one of them never shows the weight 0",
            count=len(first),
            count2=len(second),
        )
    lost, spared = _short(second), _short(first)
    first, second = np.append(first, [0.0, spared]), np.append(second, [lost, 0.0])
    seen = (first > 0.0) | (second > 0.0)
    first, second = first[seen], second[seen]
    if not np.any((first > 0.0) & (second > 0.0)):
        raise DpError("`p` and `q` of `discrete` have no point in common: nothing is promised.")
    order = np.argsort(_losses(first, second), kind="stable")
    return Discrete(tuple(map(float, first[order])), tuple(map(float, second[order])))


def _pmf(value: ArrayLike, name: str) -> Array:
    try:
        weights = table(value)
    except (TypeError, ValueError, OverflowError):
        raise DpError("{name} must be a list of numbers. Got {value}.", name=name, value=shown(value)) from None
    if weights.ndim != 1 or not 1 <= len(weights) <= _MOST:
        raise DpError(
            "{name} must be a list of 1 to {most} numbers. Got shape {shape}.",
            name=name,
            most=_MOST,
            shape=weights.shape,
        )
    if not np.all(np.isfinite(weights)) or np.any(weights < 0.0) or abs(math.fsum(weights) - 1.0) > _OFF:
        raise DpError(
            "{name} must be non-negative and sum to 1. Got {found}.",
            name=name,
            found=type(value).__name__ if private(value) else shown(list(weights)),
        )
    return weights


def _short(weights: Array) -> float:
    """The mass missing from 1 beyond the rounding of so many weights."""
    missing = -math.fsum((-1.0, *weights))
    return missing if missing > (len(weights) + 32.0) * UNIT else 0.0


def _losses(p: Array, q: Array) -> Array:
    """log q/p to a relative error of 4 UNIT: near 1 from the exact difference; infinite if p or q is 0."""
    with np.errstate(divide="ignore", over="ignore", under="ignore", invalid="ignore"):
        ratio = q / p
        near = (ratio < _NEAR) & (ratio > 1.0 / _NEAR)
        plain = np.where((ratio > 1e-290) & (ratio < 1e290), np.log(ratio), np.log(q) - np.log(p))
        return np.where(near, np.log1p((q - p) / p), plain)
