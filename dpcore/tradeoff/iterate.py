r"""Groups under any curve: 1 - (1-f)^{o k}, by going round k times (Dong, Roth & Su 2022, Thm 2.14).

Bounds of f go round with it. delta(epsilon) = sup_alpha 1 - f_k(alpha) - e^epsilon alpha is the highest point of a
concave function, found and bounded as in `summit`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from dpcore.special import ndtr
from dpcore.tradeoff import summit
from dpcore.tradeoff.curve import Array, Curve, Moments, Pair
from dpcore.tradeoff.domain import UNIT
from dpcore.tradeoff.order import Both
from dpcore.tradeoff.pure import inside
from dpcore.tradeoff.solve import settle

# Each unit goes through f once more.
MOST_ROUNDS = 200
_STEEPEST, _FAR = 690.0, -7.0
_GRID = np.linspace(-37.0, 8.0, 91)


@final
@dataclass(frozen=True, slots=True)
class Iterated(Curve):
    """The curve of `size` >= 2 units, each protected by `curve`."""

    curve: Curve
    size: int

    def _bounds(self, alpha: Array) -> Pair:
        most, least = alpha, alpha
        for _ in range(self.size):
            most = np.where(most >= 1.0, 1.0, np.minimum(np.nextafter(1.0 - self.curve._bounds(most)[0], 2.0), 1.0))
            least = np.maximum(np.nextafter(1.0 - self.curve._bounds(least)[1], -1.0), least)
        return inside(np.nextafter(1.0 - most, -1.0), np.nextafter(1.0 - least, 2.0), alpha)

    def _delta_bounds(self, epsilon: Array) -> Pair:
        grown = np.exp(np.clip(epsilon, -_STEEPEST, _STEEPEST))
        at = np.asarray(ndtr(_GRID))
        below, above = self._bounds(at)
        line = np.multiply.outer(grown, at)
        best, worst = 1.0 - below - line * (1.0 - 4.0 * UNIT), 1.0 - above - line * (1.0 + 4.0 * UNIT)
        start = _GRID[np.argmax(best, axis=1)]
        # where it falls to the next point its top lies before that: at most 1 - f there
        falls = best[:, 1:] + 8.0 * UNIT < worst[:, :-1]
        first = np.where(falls.any(axis=1), np.argmax(falls, axis=1) + 1, len(at) - 1)
        early = np.nextafter(1.0 - below[first], 2.0)

        def values(z: Array, index: NDArray[np.int64]) -> tuple[Array, Array, Array]:
            t = np.asarray(ndtr(z))
            low, high = (side.reshape(t.shape) for side in self._bounds(t.ravel()))
            line = grown[index][:, None] * t
            lost = 4.0 * UNIT * (1.0 + line)
            return t, 1.0 - high - line - lost, 1.0 - low - line + lost

        low, high = np.zeros_like(epsilon), np.ones_like(epsilon)
        # a reading is as sharp as the range of alpha it is asked for is short
        for rows in (np.flatnonzero(start > _FAR), np.flatnonzero(start <= _FAR)):
            if len(rows):
                low[rows], high[rows] = summit.highest(_of(values, rows), start[rows], 1e-5, 12)
        # alpha = 0 is beyond every z
        ends = self._bounds(np.zeros(1))
        low, high = np.maximum(low, 1.0 - ends[1][0]), np.maximum(high, 1.0 - ends[0][0])
        steep = epsilon > _STEEPEST
        high = np.minimum(high, np.maximum(early, 1.0 - ends[0][0]))
        return np.clip(np.where(steep, 1.0 - ends[1][0], low), 0.0, 1.0), np.clip(high, 0.0, 1.0)

    def _epsilon_bounds(self, delta: Array) -> Pair:
        low, high = np.zeros_like(delta), np.zeros_like(delta)
        for index, asked in enumerate(delta):
            start, end, aim = 0.0, _STEEPEST, np.array([asked])
            if float(self._delta_bounds(np.array([end]))[1][0]) > asked:
                low[index] = np.inf if float(self._delta_bounds(np.array([end]))[0][0]) > asked else 0.0
                high[index] = np.inf
                continue
            for _ in range(7):
                cuts = np.linspace(start, end, 33)
                passed = int(np.argmax(self._delta_bounds(cuts)[1] <= asked))
                start, end = float(cuts[max(passed - 1, 0)]), float(cuts[passed])
            low[index], high[index] = (side[0] for side in settle(self._delta_bounds, np.array([end]), aim, 2.0**20))
        return low, high

    def _mu(self, delta: float) -> float:
        """Of a group under G_mu: size times mu, without counting on `delta`."""
        return self.size * self.curve._mu(0.0) * (1.0 + 4.0 * UNIT)

    def inverse(self) -> Curve:
        """The group's of the inverse."""
        other = self.curve.inverse()
        return self if other == self.curve else Iterated(other, self.size)

    def symmetrize(self) -> Curve:
        """max{f, f^-1}."""
        other = self.inverse()
        return self if other == self else Both(self, other)

    def moments(self) -> Moments:
        """By quadrature over alpha, to about three digits."""
        return moments_of(self)

    def to_dict(self) -> dict[str, Any]:
        """`{"family": "group", "size": ..., "curve": {...}}`."""
        return {"family": "group", "size": self.size, "curve": self.curve.to_dict()}


def _of(values: summit.Values, rows: NDArray[np.int64]) -> summit.Values:
    """For some of the numbered curves only."""
    return lambda z, index: values(z, rows[index])


def moments_of(curve: Curve) -> Moments:
    """The functionals by quadrature over alpha, to about three digits; infinite where f(0) < 1."""
    if float(curve._bounds(np.zeros(1))[0][0]) < 1.0 - 1e-12:
        return Moments(math.inf, math.inf, math.inf, math.inf)
    edges = np.concatenate((np.logspace(-12, -3, 900), np.linspace(0.001, 0.999, 4000)[1:]))
    value = 0.5 * (curve._bounds(edges)[0] + curve._bounds(edges)[1])
    width, drop = np.diff(edges), np.maximum(-np.diff(value), 1e-300)
    loss = np.log(width) - np.log(drop)
    kl = float(np.sum(width * (loss + np.expm1(-loss))))
    return Moments(kl, *(float(np.sum(width * np.abs(loss - m) ** k)) for m, k in ((0.0, 2), (0.0, 3), (kl, 3))))
