r"""Upper bounds of the smallest mu of a curve, from the vertices of its tangents.

f >= G_mu tensor f_{0,d} where the power pi = 1 - f(a) has mu >= Phi^-1((pi - d)/(1-d)) - Phi^-1(a/(1-d)).
Every delta(x) gives a tangent: pi <= delta(x) + e^x a. Neighbouring tangents at x < y meet at
    a = (delta(x) - delta(y)) / (e^y - e^x),   pi = delta(x) + e^x a,
and since G_mu is convex it lies below the polygon if it does at the vertices. The worst vertices are refined by more
tangents until the bound no longer improves. Nothing cancels, so alpha may be 1e-200.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import final

import numpy as np

from dpcore import special
from dpcore.tradeoff import normal
from dpcore.tradeoff.argument import UNIT
from dpcore.tradeoff.curve import Array, Curve

_ROUNDS, _MOST, _CLOSE = 16, 40, 1e-11
# Moments are used where delta has a relative error above `_VAGUE`, or alpha is below `_FAINT`.
_VAGUE, _FAINT = 1e-3, 1e-295
# The orders s of the moments; in the tail: the growth factor of -log alpha, the most steps, the smallest -log pi.
_ORDERS, _GROWTH, _STEPS, _NEAR = 1.05 ** np.arange(-60.0, 420.0), 1.02, 1500, 1.5


@final
@dataclass(frozen=True, slots=True)
class Span:
    """Bounds of the privacy loss X = log dQ/dP in one direction: tangents up to `high`, and bounds of the power beyond.

    marks: scales of X; ended: whether delta(high) is at most the given delta
    mu, most: mu of the Gaussian part, and the largest value of the rest of X
    level: log E_Q e^{sX}, rounded up
    """

    high: float
    marks: tuple[float, ...]
    most: float
    ended: bool = True
    mu: float = 0.0
    level: Callable[[Array], Array] | None = None

    def tail(self, log_alpha: float) -> float:
        """A mu that suffices for this alpha and all smaller ones.

        log pi <= most + log Phi(z + mu), z = Phi^-1(alpha), whose mu decreases, and by Hoelder's inequality
        log pi <= (log M(s) + s log alpha) / (1 + s). The power of G_mu is log-concave in log alpha, so a
        line lies below it on an interval if it does at both ends.
        """
        if not math.isfinite(self.most):
            return math.inf
        size, worst = -log_alpha, 0.0
        levels = self.level(_ORDERS) if self.level else np.full_like(_ORDERS, np.inf)
        for _ in range(_STEPS):
            end = self.most + float(special.log_ndtr(normal.quantile(-size) + self.mu))
            middle = (levels - _ORDERS * size * math.sqrt(_GROWTH)) / (1.0 + _ORDERS)
            best = int(np.argmin(middle))
            s, level = float(_ORDERS[best]), float(levels[best])
            sizes = (size, size * _GROWTH)
            lines = [(level - s * end_size) / (1.0 + s) for end_size in sizes]
            if end <= lines[0]:
                return max(worst, _apart(-size, end))
            worst = max(worst, *(_apart(-end_size, line) for end_size, line in zip(sizes, lines, strict=True)))
            if math.isinf(worst):
                return worst
            size *= _GROWTH
        return math.inf


def _apart(log_alpha: float, log_power: float) -> float:
    """mu at a point of the tail, rounded up; inf if the power is too large for the tail."""
    high = log_power + 32.0 * UNIT * (abs(log_power) + abs(log_alpha))
    if high > -_NEAR:
        return math.inf
    start, end = normal.quantile(log_alpha), normal.quantile(high)
    return end - start + 64.0 * UNIT * (abs(start) + abs(end))


def smallest_mu(curve: Curve, delta: float, span: Callable[[Curve], Span | None]) -> float:
    """Upper bound of mu; inf if the ends of the curve cannot be certified."""
    other = curve.inverse()
    ways = [(way, span(way)) for way in ([curve] if other == curve else [curve, other])]
    # Each half of the curve, cut at slope -1, is examined in the direction in which its alpha is smaller.
    if not all(bounds for _, bounds in ways):
        return math.inf
    return max(0.0, *(_half(way, bounds, delta) for way, bounds in ways if bounds))


def bounded_mu(curve: Curve, delta: float) -> float:
    """`smallest_mu` of a curve known through delta and epsilon only; inf if no epsilon exists for `delta`."""

    def span(way: Curve) -> Span | None:
        high, end = (float(way._epsilon_bounds(np.array([lost]))[1][0]) for lost in (delta, 0.0))
        return Span(high, (4.0, high / 16.0), end) if math.isfinite(high) else None

    return smallest_mu(curve, delta, span)


def _half(curve: Curve, span: Span, delta: float) -> float:
    if span.high <= 0.0:
        return 0.0
    marks = [np.linspace(0.0, min(mark, span.high), 24) for mark in span.marks]
    x = np.unique(np.concatenate((np.linspace(0.0, span.high, 48), *marks)))
    low, at = curve._delta_bounds(x)
    if span.ended:
        at[-1] = min(at[-1], delta)
    with np.errstate(under="ignore"):
        well = (low >= at * (1.0 - _VAGUE)) & (at * np.exp(-x) > _FAINT)
    known = int(np.argmin(well)) if not well[:-1].all() else len(x)
    found = math.inf
    if span.ended and (known < 2 or known == len(x) or np.isfinite(_corners(x, at, delta)).all()):
        found = _search(curve, x, at, 0.0, delta)
    if 2 <= known < len(x) or (known == len(x) and not span.ended):
        tail = _tail(curve, span, x[known - 2 : known])
        found = min(found, _search(curve, x[:known], at[:known], tail, delta) if tail < found else math.inf)
    return found


def _search(curve: Curve, x: Array, at: Array, tail: float, delta: float) -> float:
    """The largest mu over the vertices of the tangents, refined around the worst ones, and the mu of the tail."""
    worst = math.inf
    for _ in range(_ROUNDS):
        # delta decreases, so its bounds may be made monotone
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


def _tail(curve: Curve, span: Span, last: Array) -> float:
    """mu at the point where the tangent at the last of two thresholds meets a close tangent."""
    first, then = curve._delta_bounds(last)[1]
    # the close tangent is at a distance at which delta decreases by a tenth
    apart = 0.1 * float(last[1] - last[0]) / max(math.log(first / then), 1.0)
    before, here = curve._delta_bounds(last[1] - np.array([apart, 0.0]))[1]
    if before <= here:
        return math.inf
    log_alpha = math.log((before - here) / -math.expm1(-apart)) - float(last[1])
    if log_alpha > -_NEAR:
        return math.inf
    power = (here + math.exp(log_alpha + float(last[1]))) * (1.0 + 32.0 * UNIT)
    start, end = normal.quantile(log_alpha), float(special.ndtri(min(power, 1.0)))
    return max(end - start + 64.0 * UNIT * (abs(start) + abs(end)), span.tail(log_alpha))


def _corners(x: Array, at: Array, delta: float) -> Array:
    """mu where neighbouring tangents meet, and where the first meets the tangent of slope 1 of the other half."""
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        gap = -np.expm1(x[:-1] - x[1:])
        a = np.maximum(at[:-1] - at[1:], 0.0) * np.exp(-x[1:]) / gap * (1.0 - 8.0 * UNIT)
        power = at[:-1] + np.exp(np.minimum(x[:-1], 700.0)) * a * (1.0 + 16.0 * UNIT)
        one = special.ndtri(np.clip(a / (1.0 - delta), 0.0, 1.0))
        other = special.ndtri(np.clip((power - delta) / (1.0 - delta) * (1.0 + 8.0 * UNIT), 0.0, 1.0))
        found = other - one + 64.0 * UNIT * (np.abs(one) + np.abs(other))
    return np.where((power <= delta) | (a >= 1.0 - delta), 0.0, np.nan_to_num(found, nan=np.inf, posinf=np.inf))
