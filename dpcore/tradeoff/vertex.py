r"""The smallest mu of a curve, from above, by the corners of its tangents.

f >= G_mu tensor f_{0,d} where the power pi = 1 - f(a) has mu >= Phi^-1((pi - d)/(1-d)) - Phi^-1(a/(1-d)).
Every delta(x) is a tangent: pi <= delta(x) + e^x a. Neighbouring ones at x < y meet at
    a = (delta(x) - delta(y)) / (e^y - e^x),   pi = delta(x) + e^x a,
and since G_mu is convex it lies below the polygon as soon as it does at the corners. The worst corners are cut by more
tangents until that no longer helps. Nothing cancels, so alpha may be 1e-200.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from dpcore import special
from dpcore.tradeoff import normal
from dpcore.tradeoff.contour.law import Law, Smooth
from dpcore.tradeoff.curve import Array
from dpcore.tradeoff.domain import UNIT

if TYPE_CHECKING:
    from dpcore.tradeoff.numeric import Numeric

_ROUNDS, _MOST, _CLOSE = 16, 40, 1e-11


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
    high, least, tail = end
    if high <= 0.0:
        return 0.0
    sigma = law.middle()[1]
    x = np.unique(np.concatenate((np.linspace(0.0, high, 48), np.linspace(0.0, min(4.0 * sigma, high), 24))))
    at, worst = curve._delta_bounds(x)[1], math.inf
    if least > 0.0:
        # where the tail begins
        tail = max(tail, _shift(least, float(at[-1]) + math.exp(min(high, 700.0)) * least))
    for _ in range(_ROUNDS):
        # delta falls, and so do its bounds
        at = np.minimum.accumulate(at)
        corners = _corners(x, at, delta)
        top = max(0.0, tail, float(np.max(corners)))
        if math.isfinite(top) and top >= worst * (1.0 - _CLOSE):
            break
        worst = top
        cut = np.argsort(-corners)[:_MOST]
        cut = cut[corners[cut] > tail]
        more = np.concatenate([np.linspace(x[i], x[i + 1], 6)[1:-1] for i in cut] or [np.empty(0)])
        more = np.setdiff1d(more, x)
        if not len(more):
            break
        order = np.argsort(np.concatenate((x, more)))
        at = np.concatenate((at, curve._delta_bounds(more)[1]))[order]
        x = np.concatenate((x, more))[order]
    return max(0.0, tail, float(np.max(_corners(x, np.minimum.accumulate(at), delta))))


def _shift(alpha: float, power: float) -> float:
    """mu at one point, rounded up."""
    one, other = float(special.ndtri(alpha)), float(special.ndtri(min(power * (1.0 + 16.0 * UNIT), 1.0)))
    return other - one + 64.0 * UNIT * (abs(one) + abs(other))


def _corners(x: Array, at: Array, delta: float) -> Array:
    """mu where neighbouring tangents meet, and where the first one meets that of slope 1 from the other half."""
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        gap = -np.expm1(x[:-1] - x[1:])
        a = np.maximum(at[:-1] - at[1:], 0.0) * np.exp(-x[1:]) / gap * (1.0 - 8.0 * UNIT)
        power = at[:-1] + np.exp(np.minimum(x[:-1], 700.0)) * a * (1.0 + 16.0 * UNIT)
        one = special.ndtri(np.clip(a / (1.0 - delta), 0.0, 1.0))
        other = special.ndtri(np.clip((power - delta) / (1.0 - delta) * (1.0 + 8.0 * UNIT), 0.0, 1.0))
        found = other - one + 64.0 * UNIT * (np.abs(one) + np.abs(other))
    return np.where((power <= delta) | (a >= 1.0 - delta), 0.0, np.nan_to_num(found, nan=np.inf, posinf=np.inf))


def _end(curve: Numeric, law: Law, delta: float) -> tuple[float, float, float] | None:
    """(highest threshold, alpha from which on it is known, mu of what lies beyond it)."""
    high = law.reach()[1] + 2.0 * curve.off() * (1.0 + 4.0 * UNIT)
    if delta > 0.0:
        there = curve.epsilon(delta)
        return (there, 0.0, 0.0) if math.isfinite(there) else None
    if math.isfinite(high) and not isinstance(law, Smooth):
        return high, 0.0, 0.0
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
            return float(x[0]), low, (normal.quantile(log_power) - far) * (1.0 + 64.0 * UNIT) + 64.0 * UNIT * abs(far)
    return None
