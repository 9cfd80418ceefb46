r"""One curve for a relation that holds in one order only: min{f, f^-1}**, the convex hull of the worse of both orders.

`Either` answers the worse order at each alpha, which is safe and a little above its convex hull; the hull is the
trade-off function under both (Dong, Roth & Su 2022, Prop. F.2 and Def. 4.1). It has the delta of the worse order, and
    hull(alpha) = sup_x 1 - delta(x) - e^x alpha.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, final

import numpy as np

from dpcore.tradeoff import dual
from dpcore.tradeoff.curve import Array, Curve, Moments, Pair, Symmetric
from dpcore.tradeoff.family.pure import inside

_REACH, _POINTS = 60.0, 241


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
        """(roughly the best x for each alpha, how far apart the last ones tried were), on two grids of thresholds."""
        ends = float(self.curve._epsilon_bounds(np.array([1e-9]))[1][0])
        reach = min(max(ends, 1e-6), _REACH)
        unit = np.linspace(-1.0, 1.0, _POINTS)
        x = reach * np.sign(unit) * unit**2
        delta = self._delta_bounds(x)[1]
        value = 1.0 - delta - np.multiply.outer(alpha, np.exp(x))
        return x[np.argmax(value, axis=1)], reach / _POINTS

    def _mu(self, delta: float) -> float:
        """G_mu is convex: it lies below the hull as soon as it does below both orders."""
        return self.curve._mu(delta)

    def moments(self) -> Moments:
        """Those of the worse order."""
        return self.curve.moments()

    def to_dict(self) -> dict[str, Any]:
        """`{"family": "hull", "curve": {...}}`."""
        return {"family": "hull", "curve": self.curve.to_dict()}
