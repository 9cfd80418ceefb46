r"""Group privacy from delta alone: every sequence of thresholds that sum to epsilon gives an upper bound.

A power function g = 1 - f lies below its tangents, g(a) <= delta(x) + e^x a. So two units in a row have
    g_1(g_2(a)) <= delta_1(x) + e^x delta_2(y) + e^{x+y} a,   delta_12(e) = min_{x+y=e} delta_1(x) + e^x delta_2(y),
with equality, as the right side is convex in (e^x, e^e). If adding and removing have separate curves,
delta is the larger of both, and the bound holds for every sequence of them.
"""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from dpcore.tradeoff.argument import UNIT
from dpcore.tradeoff.curve import Array, Curve

# The number of thresholds on either side of 0; the largest threshold; the delta below which the grid ends.
_POINTS, _FARTHEST, _LEFT = 800, 340.0, 1e-22
_NEAR = np.arange(-4.0, 5.0)
_ROUNDS = 4


def above(curve: Curve, size: int, epsilon: Array) -> Array:
    """Upper bounds of delta of `size` >= 2 units that are each protected by `curve`."""
    x, first = _single(curve, size)
    inner = first if size == 2 else _several(curve, size)
    # delta decreases: beyond the last threshold it is bounded by its value there
    bounds = [_lowest(curve, size, float(at), x, first, inner) for at in np.minimum(epsilon, x[-1])]
    return np.minimum(np.array(bounds) * (1.0 + 64.0 * size * UNIT), 1.0)


def _lowest(curve: Curve, size: int, epsilon: float, x: Array, first: Array, inner: Array) -> float:
    """The minimum over the sum of the inner thresholds; the outermost threshold is epsilon minus this sum."""
    # more than the rounding error of the thresholds
    epsilon -= 16.0 * size * UNIT * (float(x[-1]) + abs(epsilon))
    outer = epsilon - x
    with np.errstate(over="ignore"):
        rough = np.interp(outer, x, first, left=1.0) + np.exp(outer) * inner
    best, apart = int(np.argmin(rough)), float(x[1] - x[0])
    index = np.clip(best + _NEAR, 0, len(x) - 1).astype(np.int64)
    at, values = x[index], inner[index]
    lowest = math.inf
    for _ in range(_ROUNDS if size == 2 else 1):
        with np.errstate(over="ignore"):
            total = curve._delta_bounds(epsilon - at)[1] + np.exp(epsilon - at) * values
        lowest = min(lowest, float(total.min()))
        if size == 2:
            # two units: the grid can be refined
            at, apart = at[int(np.argmin(total))] + 0.25 * apart * _NEAR, 0.25 * apart
            values = curve._delta_bounds(at)[1]
    return lowest


@lru_cache(maxsize=8)
def _single(curve: Curve, size: int) -> tuple[Array, Array]:
    """(thresholds, delta of a single unit at the thresholds)."""
    tried = 1.25 ** np.arange(48.0) / 64.0
    left = curve._delta_bounds(tried)[1]
    small = np.flatnonzero(left <= left[-1] * (1.0 + 1e-9) + _LEFT)
    x = np.linspace(-1.0, 1.0, 2 * _POINTS + 1) * min(size * float(tried[small[0]]), _FARTHEST)
    return x, np.minimum.accumulate(curve._delta_bounds(x)[1])


@lru_cache(maxsize=8)
def _several(curve: Curve, size: int) -> Array:
    """delta of `size` - 1 units at the thresholds of `_single`, by doubling."""
    x, once = _single(curve, size)
    joined: Array | None = None
    left, power = size - 1, once
    while True:
        if left & 1:
            joined = power if joined is None else _join(x, power, joined)
        left >>= 1
        if not left:
            assert joined is not None
            return joined
        power = _join(x, power, power)


def _join(x: Array, outer: Array, inner: Array) -> Array:
    """min over x' of delta_1(x') + e^x' delta_2(x - x'), on the same thresholds."""
    middle = len(x) // 2
    # below the lowest threshold delta is at most 1, beyond the highest its value there
    padded = np.concatenate((np.ones(middle), inner, np.full(middle, inner[-1])))
    lowest, grown = np.ones_like(outer), np.exp(x)
    for index in range(len(x)):
        start = 2 * middle - index
        lowest = np.minimum(lowest, outer[index] + grown[index] * padded[start : start + len(x)])
    return lowest
