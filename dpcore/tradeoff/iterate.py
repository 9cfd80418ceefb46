r"""Groups under any curve: 1 - (1-f)^{o k}, by going round k times (Dong, Roth & Su 2022, Thm 2.14).

Bounds of f go round with it, whichever order is the worse one at each unit: a group may be met by adding some and
removing others. delta(epsilon) = sup_alpha 1 - f_k(alpha) - e^epsilon alpha has every alpha as a lower bound and every
chain of thresholds as an upper one (`chain`); where f is convex it is also the highest point of a concave function.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from dpcore.special import ndtr
from dpcore.tradeoff import chain, summit
from dpcore.tradeoff.curve import Array, Curve, Moments, Pair
from dpcore.tradeoff.domain import UNIT
from dpcore.tradeoff.hull import Hull
from dpcore.tradeoff.order import Both, Either
from dpcore.tradeoff.pure import inside

# Each unit goes through f once more.
MOST_ROUNDS = 200
_STEEPEST, _FAR = 690.0, -7.0
_GRID_STEP = 0.5
_GRID = np.arange(-37.0, 8.0 + _GRID_STEP, _GRID_STEP)
_FINE = np.linspace(-1.0, 1.0, 13)
_CLOSER = tuple(_GRID_STEP * 0.2**turn for turn in range(8))


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
        never = 1.0 - self._bounds(np.zeros(1))[1][0]
        steep = epsilon > _STEEPEST
        at = np.clip(epsilon, -_STEEPEST, _STEEPEST)
        low, high = self._below(at), chain.above(self.curve, self.size, at)
        if not _dented(self.curve):
            high = np.minimum(high, self._peaked(at))
        high = np.where(epsilon >= _most(self)[1], 0.0, high)
        return np.clip(np.where(steep, never, np.minimum(low, high)), 0.0, 1.0), np.clip(high, 0.0, 1.0)

    def _below(self, epsilon: Array) -> Array:
        """1 - f - e^epsilon alpha at any alpha is a lower bound: at a grid of them, then about the best."""
        alpha, power = _least_power(self)
        grown = np.exp(epsilon)[:, None]
        value = power - grown * alpha * (1.0 + 4.0 * UNIT) - 4.0 * UNIT
        best = _GRID[np.argmax(value, axis=1)][:, None]
        low = 1.0 - self._bounds(np.zeros(1))[1]
        for wide in self._closer():
            z = best + wide * _FINE
            near = np.asarray(ndtr(z))
            value = self._least(near) - grown * near * (1.0 + 4.0 * UNIT) - 4.0 * UNIT
            low, best = np.maximum(low, value.max(axis=1)), np.take_along_axis(z, value.argmax(axis=1)[:, None], 1)
        return np.asarray(low)

    def _closer(self) -> tuple[float, ...]:
        """How far about the best alpha is looked, turn by turn; curves of two orders are dear to read."""
        return _CLOSER[:4] if isinstance(self.curve, Either | Hull) else _CLOSER

    def _least(self, alpha: Array) -> Array:
        """The least that the power can be."""
        power: Array = np.nextafter(1.0 - self._bounds(alpha.ravel())[1], -1.0)
        return power.reshape(alpha.shape)

    def _peaked(self, epsilon: Array) -> Array:
        """An upper bound of delta as the highest point of a concave function, where f is convex."""
        grown = np.exp(epsilon)
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

        high = np.ones_like(epsilon)
        # a reading is as sharp as the range of alpha it is asked for is short
        for rows in (np.flatnonzero(start > _FAR), np.flatnonzero(start <= _FAR)):
            if len(rows):
                high[rows] = summit.highest(_of(values, rows), start[rows], 1e-5, 12)[1]
        # alpha = 0 is beyond every z
        never = 1.0 - self._bounds(np.zeros(1))[0][0]
        return np.asarray(np.minimum(np.maximum(high, never), np.maximum(early, never)))

    def _epsilon_bounds(self, delta: Array) -> Pair:
        low, high = np.zeros_like(delta), np.full_like(delta, np.inf)
        alpha, power = _least_power(self)
        for index, asked in enumerate(delta):
            if asked == 0.0:
                low[index], high[index] = _most(self)
                continue
            low[index] = _steepest(alpha, power, float(asked))
            if not math.isfinite(low[index]):
                continue
            # about the best of them
            best = float(_GRID[int(np.argmax(_slopes(alpha, power, float(asked))))])
            for wide in self._closer():
                z = best + wide * _FINE
                near = np.asarray(ndtr(z))
                slopes = _slopes(near, self._least(near), float(asked))
                best = float(z[int(np.argmax(slopes))])
                low[index] = max(low[index], float(slopes.max()) - 16.0 * UNIT * abs(float(slopes.max())))
            high[index] = min(self._highest(float(asked), float(low[index])), _most(self)[1])
        return np.minimum(low, high), high

    def _highest(self, delta: float, start: float) -> float:
        """The least epsilon found at which delta is certainly small enough."""
        end, step = start, 1e-9 * (1.0 + start)
        while float(self._delta_bounds(np.array([end]))[1][0]) > delta:
            if end >= _STEEPEST:
                return math.inf
            start, end, step = end, min(end + step, _STEEPEST), 4.0 * step
        for _ in range(7):
            if end - start <= 1e-14 * end:
                break
            cuts = np.linspace(start, end, 17)
            passed = int(np.argmax(self._delta_bounds(cuts)[1] <= delta))
            start, end = float(cuts[max(passed - 1, 0)]), float(cuts[passed])
        return end

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


@lru_cache(maxsize=16)
def _least_power(curve: Iterated) -> Pair:
    """(alpha, the least power there) on a grid."""
    alpha = np.asarray(ndtr(_GRID))
    return alpha, curve._least(alpha)


@lru_cache(maxsize=64)
def _most(curve: Iterated) -> tuple[float, float]:
    """(lower, upper) of epsilon(0): the slope of the power at 0, that of one unit to the power of `size`."""
    low, high = curve.curve._epsilon_bounds(np.zeros(1))
    return curve.size * float(low[0]) * (1.0 - 4.0 * UNIT), curve.size * float(high[0]) * (1.0 + 4.0 * UNIT)


def _dented(curve: Curve) -> bool:
    """Whether f need not be convex: an `Either` is part of it. A `Hull` is dear to read, which is as good a reason."""
    parts = [getattr(curve, name) for name in ("curve", "first", "second") if hasattr(curve, name)]
    parts += [factor for factor, _ in getattr(curve, "factors", ())]
    return isinstance(curve, Either | Hull) or any(map(_dented, parts))


def _slopes(alpha: Array, power: Array, delta: float) -> Array:
    """The epsilon at which power - e^epsilon alpha is delta."""
    with np.errstate(divide="ignore", invalid="ignore"):
        found = np.log(np.maximum(power - delta - 8.0 * UNIT, 0.0)) - np.log(alpha)
    return np.asarray(np.nan_to_num(found, nan=-np.inf, neginf=-np.inf, posinf=np.inf))


def _steepest(alpha: Array, power: Array, delta: float) -> float:
    """A lower bound of epsilon: the most that any of these alpha ask for."""
    return max(0.0, float(_slopes(alpha, power, delta).max()) * (1.0 - 16.0 * UNIT))


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
