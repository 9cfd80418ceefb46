r"""Evidence on finitely many points: exact Neyman-Pearson sums, with nothing but rounding between the bounds.

Sorted by X the curve is a polygon: alpha = sum p, beta = sum q, and with r = e^{x'-x} between two points x' < x
    delta(x') = (1 - r) Q(X >= x) + r delta(x),
so all sums have positive terms.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

import numpy as np

from dpcore.tradeoff.curve import Array, Pair
from dpcore.tradeoff.domain import UNIT
from dpcore.tradeoff.law import Law

MOST_ATOMS = 2**18
# For weights that vanished to underflow.
_DUST = 1e-300
_FAINT = 1e-38


@final
@dataclass(slots=True, eq=False)
class Atoms(Law):
    """Points x in rising order with their weights under Q and P; `lost` bounds the relative error of a weight."""

    at: Array
    under_q: Array
    under_p: Array
    lost: float
    whole: bool = True
    _sums: tuple[Array, Array] | None = None

    def reach(self) -> tuple[float, float]:
        """The outermost points."""
        slack = 4.0 * self._slack()
        return float(self.at[0]) - slack, float(self.at[-1]) + slack

    def _slack(self) -> float:
        return 64.0 * UNIT * float(np.max(np.abs(self.at), initial=0.0))

    def middle(self) -> tuple[float, float]:
        """Mean and standard deviation, or the distance between the ends."""
        mean = float(self.under_q @ self.at)
        spread = float(np.sqrt(self.under_q @ (self.at - mean) ** 2))
        return mean, max(spread, 1e-6 * float(np.ptp(self.at)), 1e-300)

    def _margin(self) -> float:
        return self.lost + (2.0 * len(self.at) + 16.0) * UNIT

    def delta(self, x: Array) -> Pair:
        """From the sums at the next point to the right."""
        slack, margin = self._slack(), self._margin()
        return self._delta(x + slack) * (1.0 - margin), np.minimum(self._delta(x - slack) * (1.0 + margin) + _DUST, 1.0)

    def _delta(self, x: Array) -> Array:
        knots, above = self._knots()
        index = np.searchsorted(self.at, x, side="right")
        following = np.minimum(index, len(self.at) - 1)
        gap = x - self.at[following]
        with np.errstate(under="ignore"):
            value = -np.expm1(gap) * above[following] + np.exp(gap) * knots[following]
        return np.where(index < len(self.at), value, 0.0)

    def _knots(self) -> tuple[Array, Array]:
        """(delta at the points, Q(X >= point)), once."""
        if self._sums is None:
            above = np.cumsum(self.under_q[::-1])[::-1]
            share = -np.expm1(self.at[:-1] - self.at[1:])
            if self.at[-1] - self.at[0] <= 600.0:
                # delta e^-x grows by Q(X >= x) (e^-x' - e^-x)
                scale = np.exp(self.at[-1] - self.at)
                knots = np.concatenate((np.cumsum((above[1:] * share * scale[:-1])[::-1])[::-1], [0.0])) / scale
            else:
                knots = np.zeros_like(self.at)
                for j in range(len(self.at) - 2, -1, -1):
                    knots[j] = share[j] * above[j + 1] + (1.0 - share[j]) * knots[j + 1]
            self._sums = knots, above
        return self._sums

    def errors(self, x: Array) -> tuple[Pair, Pair]:
        """Sums from both ends."""
        slack, margin = self._slack(), self._margin()
        falling = np.concatenate((np.cumsum(self.under_p[::-1])[::-1], [0.0]))
        rising = np.concatenate(([0.0], np.cumsum(self.under_q)))
        after, before = (
            np.searchsorted(self.at, x + slack, side="right"),
            np.searchsorted(self.at, x - slack, side="right"),
        )
        alpha = falling[after] * (1.0 - margin), np.minimum(falling[before] * (1.0 + margin), 1.0)
        beta = rising[before] * (1.0 - margin), np.minimum(rising[after] * (1.0 + margin), 1.0)
        # All of the mass is known exactly.
        alpha = np.where((after == 0) & self.whole, 1.0, alpha[0]), alpha[1]
        beta = np.where((before == len(self.at)) & self.whole, 1.0, beta[0]), beta[1]
        if not self.whole:
            alpha, beta = (alpha[0], np.minimum(alpha[1] + _FAINT, 1.0)), (beta[0], np.minimum(beta[1] + _FAINT, 1.0))
        return alpha, beta

    def threshold(self, alpha: Array) -> Array:
        """The point where the sum passes alpha."""
        falling = np.cumsum(self.under_p[::-1])
        index = np.minimum(np.searchsorted(falling, alpha), len(self.at) - 1)
        return self.at[::-1][index]

    def close(self) -> float:
        """Just beyond the rounding of a point."""
        return 4.0 * self._slack()

    def guess(self, delta: float) -> float:
        """Exact but for rounding: delta is linear in e^x between two points."""
        knots, above = self._knots()
        index = int(np.searchsorted(-knots, -delta))
        if index >= len(self.at):
            return float(self.at[-1])
        share = (above[index] - delta) / max(above[index] - knots[index], 1e-300)
        return float(self.at[index] + np.log(min(max(share, 1e-300), 1.0)))


def binomial(loss: float, times: int, unit: bool = False) -> tuple[Array, Array, float]:
    """(points, weights under Q, relative error) of `times` losses of epsilon (or 1) up or down, from the mode on."""
    up = 1.0 / (1.0 + np.exp(-loss))
    down = np.exp(-loss) * up
    index = np.arange(times + 1.0)
    mode = int(np.clip(np.floor((times + 1.0) * up), 0, times))
    with np.errstate(under="ignore"):
        right = (
            np.cumprod((times - index[mode:-1]) / (index[mode:-1] + 1.0) * (up / down)) if mode < times else np.empty(0)
        )
        left = np.cumprod((index[mode:0:-1]) / (times - index[mode:0:-1] + 1.0) * (down / up))
    weights = np.concatenate((left[::-1], [1.0], right))
    total = float(weights.sum())
    kept = weights > 0.0
    return (2.0 * index - times)[kept] * (1.0 if unit else loss), (weights / total)[kept], (8.0 * times + 16.0) * UNIT


def outer(parts: list[tuple[Array, Array, float]]) -> tuple[Array, Array, float]:
    """Sums of independent points."""
    at, weight, lost = np.zeros(1), np.ones(1), 0.0
    for points, weights, error in parts:
        at = np.add.outer(at, points).ravel()
        weight = np.multiply.outer(weight, weights).ravel()
        lost += error + 2.0 * UNIT
    order = np.argsort(at, kind="stable")
    return at[order], weight[order], lost
