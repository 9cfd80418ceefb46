"""delta of a law with a mass at infinity, and the threshold with a given delta."""

from __future__ import annotations

import math

import numpy as np

from dpcore.tradeoff.argument import UNIT
from dpcore.tradeoff.curve import Array, Pair
from dpcore.tradeoff.law import Law

# Beyond `_FARTHEST`, delta is bounded by its value there; an epsilon of at least `_INFINITY` is treated as infinite.
_FARTHEST, _INFINITY = 1e100, 1e300
_LEAST = math.ulp(0.0)


def delta_of(law: Law, lost: float, epsilon: Array) -> Pair:
    """Bounds of delta; beyond the largest X delta is `lost`, and e^epsilon is not computed."""
    end = law.reach()[1]
    low, high = law.delta(np.clip(epsilon, -_FARTHEST, min(max(700.0, end), _FARTHEST)))
    low = np.where(epsilon > _FARTHEST, 0.0, low)
    # an upper bound may underflow to 0 only beyond the largest X; infinity is beyond every X
    high = np.where(epsilon >= min(end, _INFINITY), np.where(epsilon >= _INFINITY, 0.0, high), np.maximum(high, _LEAST))
    return with_lost((low, high), lost)


def with_lost(delta: Pair, lost: float) -> Pair:
    """delta including the mass Q(X = inf), which belongs to every rejection region."""
    low, high = delta
    return np.clip((low + lost) * (1.0 - 16.0 * UNIT), 0.0, 1.0), np.minimum((high + lost) * (1.0 + 16.0 * UNIT), 1.0)


def secants(law: Law, lost: float, delta: float) -> tuple[float, float]:
    """(approximate x with that delta, its accuracy), by secants on log delta."""
    sigma, end, above = law.middle()[1], law.reach()[1], delta - lost
    x = max(0.0, min(law.guess(above), end - 1e-9 * sigma if math.isfinite(end) else math.inf))
    low, high, scale = 0.0, end, sigma
    for _ in range(40):
        apart = 1e-4 * min(sigma, high - x if math.isfinite(high) and high > x else sigma)
        below, over = law.delta(np.array([x, x + apart]))
        value, following = 0.5 * (below + over)
        if x == 0.0 and over[0] + lost <= delta:
            break
        low, high = (x, high) if value + lost > delta else (low, x)
        slope = (value - following) / apart
        if slope <= 0.0 or value <= 0.0:
            better = 0.5 * (low + high) if math.isfinite(high) else x + sigma
        else:
            better = x + math.log(value / above) * value / slope
            scale = max((over[0] - below[0]) / slope, 1e-15 * abs(x))
        if abs(better - x) <= max(0.1 * scale, 4.0 * UNIT * abs(x)):
            break
        if better <= 0.0 == low:
            better = 0.0
        elif not low < better < high:
            better = 0.5 * (low + high) if math.isfinite(high) else low + sigma
        x = better
    return x, scale
