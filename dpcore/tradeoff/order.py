r"""One relation, two orders: what holds when a pair of neighbours may be met either way round.

Either     one curve for each order and no knowing which is met: the worse of the two answers (add and remove)
Both       a curve and its inverse both hold, for every pair: max{f, f^-1} (Dong, Roth & Su 2022, Prop. 2.4)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, final

import numpy as np

from dpcore.tradeoff.curve import Array, Curve, Moments, Pair
from dpcore.tradeoff.domain import UNIT


@final
@dataclass(frozen=True, slots=True)
class Either(Curve):
    """The attacker faces `first` or `second`; at each alpha and each epsilon the worse one is answered."""

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

    def _if_worse(self, delta: Array, known: Array) -> Pair:
        """The other order's epsilon, which need not be solved for where it is below what is known already."""
        finite = np.isfinite(known)
        dominated = finite & (self.second._delta_bounds(np.where(finite, known, 0.0))[1] <= delta)
        low, high = np.zeros_like(delta), np.zeros_like(delta)
        if (~dominated).any():
            low[~dominated], high[~dominated] = self.second._epsilon_bounds(delta[~dominated])
        return low, high

    def _mu(self, delta: float) -> float:
        return max(self.first._mu(delta), self.second._mu(delta))

    def inverse(self) -> Curve:
        """Each order's inverse; the same relation when one is the other's."""
        return self if self.second == self.first.inverse() else Either(self.first.inverse(), self.second.inverse())

    def symmetrize(self) -> Curve:
        """min{f, f^-1}**, where the second order is the inverse of the first; otherwise itself."""
        from dpcore.tradeoff.hull import Hull

        return Hull(self) if self.second == self.first.inverse() else self

    def moments(self) -> Moments:
        """The larger of each."""
        one, other = self.first.moments(), self.second.moments()
        names = ("kl", "kappa2", "kappa3", "kappa3_centered")
        return Moments(*(max(getattr(one, n), getattr(other, n)) for n in names))

    def to_dict(self) -> dict[str, Any]:
        """`{"family": "either", "first": {...}, "second": {...}}`."""
        return {"family": "either", "first": self.first.to_dict(), "second": self.second.to_dict()}


@final
@dataclass(frozen=True, slots=True)
class Both(Curve):
    """max{first, second} of a curve and its inverse."""

    first: Curve
    second: Curve

    def _bounds(self, alpha: Array) -> Pair:
        (a, b), (c, d) = self.first._bounds(alpha), self.second._bounds(alpha)
        return np.maximum(a, c), np.maximum(b, d)

    def _delta_bounds(self, epsilon: Array) -> Pair:
        # The conjugate of a maximum is the convex hull of the smaller conjugate: that one is above it.
        upper = np.minimum(self.first._delta_bounds(epsilon)[1], self.second._delta_bounds(epsilon)[1])
        alpha = np.linspace(0.0, 1.0, 513)
        lines = 1.0 - self._bounds(alpha)[1] - np.multiply.outer(np.exp(np.clip(epsilon, -700.0, 700.0)), alpha)
        # e^epsilon was made smaller: only alpha = 0 says what holds for all
        lines = np.where(((epsilon > 700.0)[:, None]) & (alpha > 0.0), 0.0, lines)
        return np.clip(np.max(lines, axis=1) - 8.0 * UNIT, 0.0, upper), upper

    def _epsilon_bounds(self, delta: Array) -> Pair:
        upper = np.minimum(self.first._epsilon_bounds(delta)[1], self.second._epsilon_bounds(delta)[1])
        low, high = np.zeros_like(delta), np.where(np.isfinite(upper), upper, 700.0)
        for _ in range(60):
            middle = 0.5 * (low + high)
            more = self._delta_bounds(middle)[0] > delta
            low, high = np.where(more, middle, low), np.where(more, high, middle)
        return np.minimum(low, upper), upper

    def _mu(self, delta: float) -> float:
        return min(self.first._mu(delta), self.second._mu(delta))

    def inverse(self) -> Curve:
        """Itself."""
        return self

    def symmetrize(self) -> Curve:
        """Itself."""
        return self

    def moments(self) -> Moments:
        """Those of the first, which are an upper bound of neither and a fair description of both."""
        return self.first.moments()

    def to_dict(self) -> dict[str, Any]:
        """`{"family": "both", "first": {...}, "second": {...}}`."""
        return {"family": "both", "first": self.first.to_dict(), "second": self.second.to_dict()}
