r"""The smallest mu of a curve: from below by its points, from above by the corners of its tangents.

f >= G_mu tensor f_{0,d} where G_mu(a/(1-d)) <= f(a)/(1-d), that is mu >= -Phi^-1(a/(1-d)) - Phi^-1(f(a)/(1-d)).
The tangents of f at thresholds x_1 > x_2 > ... make a polygon below f; G_mu is convex, so it lies below the polygon as
soon as it does at the corners. Corners that are worse than the best point are cut by more tangents.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy import special

from dpcore.tradeoff import normal
from dpcore.tradeoff.curve import Array
from dpcore.tradeoff.domain import UNIT
from dpcore.tradeoff.law import Law, Smooth

if TYPE_CHECKING:
    from dpcore.tradeoff.numeric import Numeric

_ROUNDS, _MOST, _CLOSE = 24, 48, 1e-9


def smallest_mu(curve: Numeric, law: Law, delta: float, lawful: Callable[[Any], Law]) -> float:
    """Rounded up; inf where the ends of the curve cannot be certified."""
    other: Any = curve.inverse()
    ways = [(curve, law)] if other == curve else [(curve, law), (other, lawful(other))]
    # Each half, from the tangent of slope -1 on, in the order in which it is the half with the smaller alpha.
    return max(_half(way, each, delta) for way, each in ways)


def _half(curve: Numeric, law: Law, delta: float) -> float:
    end = _end(curve, law, delta)
    if end is None:
        return math.inf
    high, tail = end
    if high <= 0.0:
        return 0.0
    sigma = law.middle()[1]
    # An atom at a threshold would be lost to both errors, and there may well be one at 0.
    start = -4.0 * law.close()
    x = np.unique(np.concatenate((np.linspace(start, high, 47), np.linspace(start, min(4.0 * sigma, high), 23))))
    at = _read(law, x)
    for _ in range(_ROUNDS):
        corners, points = _corners(x, at, 1.0 - delta)
        best = float(np.max(points, initial=tail))
        worse = np.flatnonzero(corners > best + _CLOSE * max(best, sigma))
        worse = worse[np.argsort(-corners[worse])[:_MOST]]
        more = np.setdiff1d(np.concatenate([np.linspace(x[i], x[i + 1], 8)[1:-1] for i in worse] or [np.empty(0)]), x)
        if not len(more):
            break
        order = np.argsort(np.concatenate((x, more)))
        fresh = _read(law, more)
        at = (np.concatenate((at[0], fresh[0]))[order], np.concatenate((at[1], fresh[1]))[order])
        x = np.concatenate((x, more))[order]
    corners, _ = _corners(x, at, 1.0 - delta)
    return max(0.0, tail, float(np.max(corners, initial=0.0)))


def _read(law: Law, x: Array) -> tuple[Array, Array]:
    """Certified lower bounds of alpha and beta at x."""
    (alpha, _), (beta, _) = law.errors(x)
    return alpha, beta


def _corners(x: Array, at: tuple[Array, Array], kept: float) -> tuple[Array, Array]:
    """mu at the corners of neighbouring tangents, and at the points themselves."""
    alpha, beta = at
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        # The tangents b + e^x (a - .) at x_i < x_{i+1} meet at d = a_i - a_corner.
        rise, gap = np.exp(x[:-1] - x[1:]), alpha[:-1] - alpha[1:]
        drop = ((beta[1:] - beta[:-1]) * np.exp(-x[1:]) - gap) / (rise - 1.0)
        drop = np.clip(np.nan_to_num(drop, nan=0.0), 0.0, np.maximum(gap, 0.0))
        lost = 16.0 * UNIT * (alpha[:-1] + beta[1:] * np.exp(-x[1:])) / np.maximum(1.0 - rise, UNIT)
        lost = np.nan_to_num(lost, nan=np.inf)
        height = np.exp(np.minimum(x[:-1], 700.0)) * (drop - lost)
    # (alpha_i+1, beta_i) is below the curve in any case.
    first = np.maximum(alpha[:-1] - drop - lost, alpha[1:])
    second = np.maximum(beta[:-1] + np.nan_to_num(height, nan=0.0), beta[:-1])
    return _mu(first, second, kept, 64.0 * UNIT), _mu(alpha, beta, kept, 0.0)


def _mu(first: Array, second: Array, kept: float, margin: float) -> Array:
    a, b = (np.clip(v / kept * (1.0 - 8.0 * UNIT), 0.0, 1.0) for v in (first, second))
    one, other = special.ndtri(a), special.ndtri(b)
    with np.errstate(invalid="ignore"):
        found = margin * (np.abs(one) + np.abs(other)) - one - other
    return np.where((a >= 1.0) | (b >= 1.0), 0.0, np.where((a <= 0.0) | (b <= 0.0), np.inf, found))


def _end(curve: Numeric, law: Law, delta: float) -> tuple[float, float] | None:
    """(highest threshold, mu of what lies beyond it)."""
    high = law.reach()[1]
    if delta > 0.0:
        there = curve.epsilon(delta)
        return (there, 0.0) if math.isfinite(there) else None
    if math.isfinite(high) and not isinstance(law, Smooth):
        return high, 0.0
    steady = curve.steady()
    if steady is None:
        return None
    # A Gaussian part beside losses of at most E: 1 - f(a) <= e^E (1 - G_mu(a)), so that far out mu + E/|z| is enough.
    mu, most = steady
    for z in (-33.0, -28.0, -24.0, -20.0, -17.0, -14.0, -11.0, -9.0, -7.0, -5.0):
        log_power = most + float(special.log_ndtr(z + mu))
        x = law.threshold(np.array([float(special.ndtr(z))]))
        low, upper = (float(side[0]) for side in law.alpha(x))
        if log_power < -1.5 and 0.0 < upper <= 2.0 * low:
            far = float(special.ndtri(low))
            log_power = most + float(special.log_ndtr(far + mu))
            return float(x[0]), (normal.quantile(log_power) - far) * (1.0 + 64.0 * UNIT) + 64.0 * UNIT * abs(far)
    return None
