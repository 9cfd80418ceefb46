r"""Curves known through f only: delta(epsilon) = sup_alpha 1 - f(alpha) - e^epsilon alpha.

Every alpha gives a lower bound; if f is convex, delta is the maximum of a concave function (see `dual`).
"""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from dpcore.special import ndtr
from dpcore.tradeoff import dual
from dpcore.tradeoff.argument import UNIT
from dpcore.tradeoff.curve import Array, Curve, Pair

STEEPEST, _FAR = 690.0, -7.0
_GRID_STEP = 0.5
_GRID = np.arange(-37.0, 8.0 + _GRID_STEP, _GRID_STEP)
_FINE = np.linspace(-1.0, 1.0, 13)
_CLOSER = tuple(_GRID_STEP * 0.2**turn for turn in range(16))


class Conjugate(Curve):
    """delta and epsilon from the bounds of f."""

    __slots__ = ()

    def _turns(self) -> int:
        """The number of refinements of the grid around the best alpha, at most sixteen."""
        return 16

    def _conjugate(self, epsilon: Array, convex: bool = True) -> Pair:
        """Bounds of delta; if f need not be convex the upper bound is 1."""
        never = 1.0 - self._bounds(np.zeros(1))[1][0]
        at = np.clip(epsilon, -STEEPEST, STEEPEST)
        low, high = self._below(at), self._maximum(at) if convex else np.ones_like(at)
        low = np.where(epsilon > STEEPEST, never, np.minimum(low, high))
        return np.clip(low, 0.0, 1.0), np.clip(high, 0.0, 1.0)

    def _below(self, epsilon: Array) -> Array:
        """1 - f - e^epsilon alpha is a lower bound at every alpha: on a grid, then refined around the best alpha."""
        alpha, power = _least_power(self)
        grown = np.exp(epsilon)[:, None]
        value = power - grown * alpha * (1.0 + 4.0 * UNIT) - 4.0 * UNIT
        best = _GRID[np.argmax(value, axis=1)][:, None]
        low = 1.0 - self._bounds(np.zeros(1))[1]
        for wide in _CLOSER[: self._turns()]:
            z = best + wide * _FINE
            near = np.asarray(ndtr(z))
            value = self._least(near) - grown * near * (1.0 + 4.0 * UNIT) - 4.0 * UNIT
            low, best = np.maximum(low, value.max(axis=1)), np.take_along_axis(z, value.argmax(axis=1)[:, None], 1)
        return np.asarray(low)

    def _least(self, alpha: Array) -> Array:
        """Lower bound of the power 1 - f."""
        power: Array = np.nextafter(1.0 - self._bounds(alpha.ravel())[1], -1.0)
        return power.reshape(alpha.shape)

    def _maximum(self, epsilon: Array) -> Array:
        """An upper bound of delta as the maximum of a concave function."""
        grown = np.exp(epsilon)
        at = np.asarray(ndtr(_GRID))
        below, above = self._bounds(at)
        line = np.multiply.outer(grown, at)
        best, worst = 1.0 - below - line * (1.0 - 4.0 * UNIT), 1.0 - above - line * (1.0 + 4.0 * UNIT)
        start = _GRID[np.argmax(best, axis=1)]
        # if it decreases to the next point, the maximum lies before that point and is at most 1 - f there
        falls = best[:, 1:] + 8.0 * UNIT < worst[:, :-1]
        first = np.where(falls.any(axis=1), np.argmax(falls, axis=1) + 1, len(at) - 1)
        early = np.nextafter(1.0 - below[first], 2.0)

        def values(z: Array, index: NDArray[np.int64]) -> tuple[Array, Array, Array]:
            t = np.asarray(ndtr(z))
            low, high = (side.reshape(t.shape) for side in self._bounds(t.ravel()))
            line = grown[index][:, None] * t
            lost = 4.0 * UNIT * (1.0 + line)
            return t, 1.0 - high - line - lost, 1.0 - low - line + lost

        high = np.ones_like(epsilon)
        # bounds of f are tighter when the range of alpha in one call is narrow
        for rows in (np.flatnonzero(start > _FAR), np.flatnonzero(start <= _FAR)):
            if len(rows):
                high[rows] = dual.highest(_of(values, rows), start[rows], 1e-5, 12 if self._turns() <= 8 else 48)[1]
        # alpha = 0 corresponds to no finite z
        never = 1.0 - self._bounds(np.zeros(1))[0][0]
        return np.asarray(np.minimum(np.maximum(high, never), np.maximum(early, never)))

    def _epsilon_bounds(self, delta: Array) -> Pair:
        low, high = np.zeros_like(delta), np.full_like(delta, np.inf)
        alpha, power = _least_power(self)
        for index, asked in enumerate(delta):
            low[index] = _steepest(alpha, power, float(asked))
            if not math.isfinite(low[index]):
                continue
            # refine around the best of them
            best = float(_GRID[int(np.argmax(_slopes(alpha, power, float(asked))))])
            for wide in _CLOSER[: self._turns()]:
                z = best + wide * _FINE
                near = np.asarray(ndtr(z))
                slopes = _slopes(near, self._least(near), float(asked))
                best = float(z[int(np.argmax(slopes))])
                low[index] = max(low[index], float(slopes.max()) - 16.0 * UNIT * abs(float(slopes.max())))
            high[index] = self._highest(float(asked), float(low[index]))
        return np.minimum(low, high), high

    def _highest(self, delta: float, start: float) -> float:
        """An epsilon, close to the smallest, at which delta is certainly small enough."""
        end, step = start, 1e-9 * (1.0 + start)
        while float(self._delta_bounds(np.array([end]))[1][0]) > delta:
            if end >= STEEPEST:
                return math.inf
            start, end, step = end, min(end + step, STEEPEST), 4.0 * step
        for _ in range(7):
            if end - start <= 1e-14 * end:
                break
            cuts = np.linspace(start, end, 17)
            passed = int(np.argmax(self._delta_bounds(cuts)[1] <= delta))
            start, end = float(cuts[max(passed - 1, 0)]), float(cuts[passed])
        return end


@lru_cache(maxsize=16)
def _least_power(curve: Conjugate) -> Pair:
    """(alpha, lower bound of the power) on a grid."""
    alpha = np.asarray(ndtr(_GRID))
    return alpha, curve._least(alpha)


def _slopes(alpha: Array, power: Array, delta: float) -> Array:
    """The epsilon with power - e^epsilon alpha = delta."""
    with np.errstate(divide="ignore", invalid="ignore"):
        slopes = np.log(np.maximum(power - delta - 8.0 * UNIT, 0.0)) - np.log(alpha)
    return np.asarray(np.nan_to_num(slopes, nan=-np.inf, neginf=-np.inf, posinf=np.inf))


def _steepest(alpha: Array, power: Array, delta: float) -> float:
    """A lower bound of epsilon: the largest that any of these alpha requires."""
    return max(0.0, float(_slopes(alpha, power, delta).max()) * (1.0 - 16.0 * UNIT))


def _of(values: dual.Values, rows: NDArray[np.int64]) -> dual.Values:
    """The function `values`, restricted to these rows."""
    return lambda z, index: values(z, rows[index])
