r"""Amplification by sampling: each unit is in the sample with probability p; f = T(P, Q) is the curve without sampling.

With P without the unit and Q with it (Dong, Roth & Su 2022, sec. 4; Zhu, Dong & Wang 2022; Abadi et al. 2016):
    removing    T(P, (1-p) P + p Q) = f_p = p f + (1-p) Id
                delta(x) = p delta_f(log(1 + (e^x - 1)/p))                    for x > log(1-p), else 1 - e^x
                epsilon(d) = log(1 + p (e^{epsilon_f(d/p)} - 1))              for d < p, else 0
    adding      T((1-p) P + p Q, P) = f_p^-1
                delta(x) = r delta_{f^-1}(log(p e^x / r)), r = 1 - (1-p) e^x  where r > 0, else 0
                epsilon(0) = -log(1 - p (1 - e^{-epsilon_{f^-1}(0)})), at most -log(1-p) for every f
"""

from __future__ import annotations

import math

import numpy as np

from dpcore.tradeoff.argument import UNIT
from dpcore.tradeoff.curve import Array, Curve, Pair
from dpcore.tradeoff.family.pure import inside, tiny
from dpcore.tradeoff.normal import FAINT
from dpcore.tradeoff.root import bisect, settle

# Above `_LARGE`, e^x - 1 is computed as e^x; above `_FAR`, e^epsilon is not computed.
_LARGE, _FAR = 30.0, 600.0
# Quotients above this are replaced by their logarithms.
_MOST = 1e290
# Beyond this, delta is bounded by its value at this point, and by 1 on the other side.
_FARTHEST = 1e307


def mixture(curve: Curve, rate: float, alpha: Array) -> Pair:
    """(lower, upper) of f_p at alpha."""
    low, high = curve._bounds(alpha)
    # five roundings in all
    rest = (1.0 - rate) * (1.0 - alpha)
    return inside((rate * low + rest) * (1.0 - 6.0 * UNIT), (rate * high + rest) * (1.0 + 6.0 * UNIT), alpha)


def delta(curve: Curve, rate: float, adding: bool, x: Array) -> Pair:
    """(lower, upper) of delta at any real x."""
    at = np.clip(x, -_FARTHEST, _FARTHEST)
    low, high = _addition(curve.inverse(), rate, at) if adding else _removal(curve, rate, at)
    return np.where(x > at, 0.0, low), np.where(x < at, 1.0, high)


def _scale_delta(curve: Curve, scale: float | Array, at: Array, lost: Array, margin: float | Array) -> Pair:
    """(lower, upper) of scale * delta_f(at); lost: the error of the argument; margin: relative error of the product."""
    low, high = curve._delta_bounds(at + lost)[0], curve._delta_bounds(at - lost)[1]
    return scale * low * (1.0 - margin), _over(scale * high * (1.0 + margin), high)


def _over(high: Array, factor: Array) -> Array:
    """An upper bound of a product with `factor`, corrected for underflow: 0 only where `factor` is 0."""
    return np.where(factor > 0.0, high + tiny(high), 0.0)


def _under(low: Array) -> Array:
    """A lower bound, corrected for underflow."""
    return np.where(low < FAINT, 0.0, low)


def _removal(curve: Curve, rate: float, x: Array) -> Pair:
    outer = x > math.log1p(-rate)
    at = np.where(outer, x, 0.0)
    near, log_rate = np.expm1(np.minimum(at, _LARGE)), math.log(rate)
    with np.errstate(over="ignore"):
        grown = np.clip(near / rate, -1.0 + UNIT, _MOST)
    inner = np.where(grown < _MOST, np.log1p(grown), np.log(np.maximum(near, rate)) - log_rate)
    far = at - log_rate + np.log1p(-(1.0 - rate) * np.exp(-np.maximum(at, _LARGE)))
    inner = np.where(at > _LARGE, far, inner)
    # delta_f is read on both sides of its argument, which has a rounding error
    lost = UNIT * (8.0 * np.abs(inner) + np.where(at < 0.0, 16.0, 6.0) * np.abs(grown) / (1.0 + grown))
    low, high = _scale_delta(curve, rate, inner, lost, 4.0 * UNIT)
    flat = -np.expm1(np.minimum(x, 0.0))
    low, high = np.where(outer, low, 0.0), np.where(outer, high, flat * (1.0 + 4.0 * UNIT))
    return np.clip(_under(np.maximum(low, flat * (1.0 - 4.0 * UNIT))), 0.0, 1.0), np.clip(high, 0.0, 1.0)


def _addition(inverse: Curve, rate: float, x: Array) -> Pair:
    least = math.log1p(-rate)
    outer = -x > least
    at = np.where(outer, x, 0.0)
    scale = -np.expm1(at + least)
    inner = at + np.log(rate / scale)
    wander = (np.abs(at) + abs(least)) * np.exp(at + least) / scale
    lost, margin = UNIT * (8.0 * (1.0 + np.abs(inner) + np.abs(at)) + 8.0 * wander), UNIT * (12.0 + 8.0 * wander)
    # at x = 0 the scale is the rate itself
    exact = at == 0.0
    inner, lost, margin = np.where(exact, 0.0, inner), np.where(exact, 0.0, lost), np.where(exact, 4.0 * UNIT, margin)
    scale = np.where(exact, rate, scale)
    low, high = _scale_delta(inverse, scale, inner, lost, margin)
    edge = np.where(x < -least * (1.0 + 8.0 * UNIT), -8.0 * UNIT * least, 0.0)
    flat = -np.expm1(np.minimum(x, 0.0)) * (1.0 - 4.0 * UNIT)
    low, high = np.where(outer, low, 0.0), np.where(outer, high, edge)
    return np.clip(_under(np.maximum(low, flat)), 0.0, 1.0), np.clip(high, 0.0, 1.0)


def epsilon(curve: Curve, rate: float, adding: bool, delta: Array) -> Pair:
    """(lower, upper) of epsilon for delta in [0, 1)."""
    return _epsilon_addition(curve.inverse(), rate, delta) if adding else _epsilon_removal(curve, rate, delta)


def _epsilon_removal(curve: Curve, rate: float, delta: Array) -> Pair:
    share, last = delta / rate, np.nextafter(1.0, 0.0)
    low = curve._epsilon_bounds(np.minimum(share * (1.0 + 4.0 * UNIT), last))[0]
    high = curve._epsilon_bounds(np.minimum(share * (1.0 - 4.0 * UNIT), last))[1]
    (least, lost), (most, more) = _amplify(low, rate), _amplify(high, rate)
    over = delta >= rate
    least, most = _under(least * np.maximum(1.0 - lost, 0.0)), _over(most * (1.0 + more), high)
    return np.where(over, 0.0, least), np.where(over, 0.0, most)


def _amplify(epsilon: Array, rate: float) -> Pair:
    """(log(1 + p (e^epsilon - 1)), its relative error)."""
    log_rate = math.log(rate)
    far = np.logaddexp(math.log1p(-rate), epsilon + log_rate)
    value = np.where(epsilon > _FAR, far, np.log1p(rate * np.expm1(np.minimum(epsilon, _FAR))))
    # epsilon + log p may cancel
    lost = np.where(epsilon > _FAR, -6.0 * log_rate / np.maximum(far, 1.0), 0.0)
    return value, UNIT * (16.0 + lost)


def _end(epsilon: Array, rate: float) -> Array:
    """-log(1 - p (1 - e^-epsilon)), to 12 UNIT: below 1/2, (1-p) + p e^-epsilon does not cancel."""
    rest = (1.0 - rate) + rate * np.exp(-epsilon)
    near = -np.log1p(rate * np.expm1(-epsilon))
    return np.where(rest < 0.5, -np.log(rest), near)


def _epsilon_addition(inverse: Curve, rate: float, delta: Array) -> Pair:
    # epsilon(0) first
    low, high = inverse._epsilon_bounds(np.zeros(1))
    least = float(_under(_end(low, rate) * (1.0 - 16.0 * UNIT))[0])
    most = float(_over(_end(high, rate) * (1.0 + 16.0 * UNIT), high)[0])
    pure = delta == 0.0
    wanted = np.where(pure, 1.0, delta)

    def reading(x: Array) -> Pair:
        return _addition(inverse, rate, x)

    lower, upper = settle(reading, bisect(reading, wanted, most), wanted, most)
    return np.where(pure, least, np.minimum(lower, most)), np.where(pure, most, np.minimum(upper, most))
