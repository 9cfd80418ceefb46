r"""A privacy loss with finitely many values: exact Neyman-Pearson sums, with bounds that differ by rounding only.

Sorted by X the curve is a polygon: alpha = sum p, beta = sum q, and with r = e^{x'-x} between two points x' < x
    delta(x') = (1 - r) Q(X >= x) + r delta(x),
so all sums have positive terms.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import final

import numpy as np

from dpcore.tradeoff.argument import UNIT
from dpcore.tradeoff.curve import Array, Losses, Pair
from dpcore.tradeoff.law import Law

MOST_ATOMS = 2**18
# The most equal releases of two points, and of three.
MOST_TIMES, MOST_TRIPLES = 2**20, 1200
# Margins for weights that underflow.
_DUST = 1e-300
_FAINT = 1e-38


@final
@dataclass(slots=True, eq=False)
class Atoms(Law):
    """Points x in rising order with their weights under Q and P; `lost` bounds the relative error of a weight.

    If weights underflow, P has a separate list of points, and `ends` are the extreme points before underflow.
    """

    at: Array
    under_q: Array
    under_p: Array
    lost: float
    whole: bool = True
    at_p: Array | None = None
    ends: tuple[float, float] | None = None
    _sums: tuple[Array, Array] | None = None
    _tails: tuple[Array, Array] | None = None

    def reach(self) -> tuple[float, float]:
        """The smallest and the largest point."""
        slack = 4.0 * self._slack()
        low, high = self.ends or (float(self.at[0]), float(self.at[-1]))
        return low - slack, high + slack

    def _slack(self) -> float:
        return 64.0 * UNIT * float(np.max(np.abs(self.at), initial=0.0))

    def middle(self) -> tuple[float, float]:
        """Mean and standard deviation of X under Q, the latter at least 1e-6 of the distance between the ends."""
        mean = float(self.under_q @ self.at)
        spread = float(np.sqrt(self.under_q @ (self.at - mean) ** 2))
        return mean, max(spread, 1e-6 * float(np.ptp(self.at)), 1e-300)

    def _margin(self) -> float:
        return self.lost + (2.0 * len(self.at) + 16.0) * UNIT

    def delta(self, x: Array) -> Pair:
        """E_Q (1 - e^{x-X})_+, from the sums at the next point to the right."""
        slack, margin = self._slack(), self._margin()
        low = np.maximum(self._delta(x + slack) * (1.0 - margin) - self._dust(), 0.0)
        return low, np.minimum(self._delta(x - slack) * (1.0 + margin) + _DUST, 1.0)

    def _dust(self) -> float:
        return 0.0 if self.whole else _DUST

    def _delta(self, x: Array) -> Array:
        knots, above = self._knots()
        index = np.searchsorted(self.at, x, side="right")
        following = np.minimum(index, len(self.at) - 1)
        gap = np.minimum(x - self.at[following], 0.0)
        with np.errstate(under="ignore"):
            value = -np.expm1(gap) * above[following] + np.exp(gap) * knots[following]
        return np.where(index < len(self.at), value, 0.0)

    def _knots(self) -> tuple[Array, Array]:
        """(delta at the points, Q(X >= point)), cached."""
        if self._sums is None:
            above = np.cumsum(self.under_q[::-1])[::-1]
            self._sums = _knots(self.at, above), above
        return self._sums

    def errors(self, x: Array) -> tuple[Pair, Pair]:
        """Both errors, as sums from both ends."""
        slack, margin = self._slack(), self._margin()
        if self._tails is None:
            falling = np.concatenate((np.cumsum(self.under_p[::-1])[::-1], [0.0]))
            self._tails = falling, np.concatenate(([0.0], np.cumsum(self.under_q)))
        falling, rising = self._tails
        after, before = (np.searchsorted(self.at, x + move, side="right") for move in (slack, -slack))
        own = self.at if self.at_p is None else self.at_p
        first, last = (np.searchsorted(own, x + move, side="right") for move in (-slack, slack))
        alpha = falling[last] * (1.0 - margin) - self._dust(), falling[first] * (1.0 + margin)
        beta = rising[before] * (1.0 - margin) - self._dust(), rising[after] * (1.0 + margin)
        if self.whole:
            # The total mass is exactly 1.
            alpha = np.where(last == 0, 1.0, alpha[0]), alpha[1]
            beta = np.where(before == len(self.at), 1.0, beta[0]), beta[1]
        faint = 0.0 if self.whole else _DUST if self.at_p is not None else _FAINT
        under_p, under_q = ((np.maximum(low, 0.0), np.minimum(high + faint, 1.0)) for low, high in (alpha, beta))
        return under_p, under_q

    def threshold(self, alpha: Array) -> Array:
        """The point at which the cumulated weight under P, from the largest point down, reaches alpha."""
        own, falling = self.at if self.at_p is None else self.at_p, np.cumsum(self.under_p[::-1])
        index = np.minimum(np.searchsorted(falling, alpha), len(own) - 1)
        return own[::-1][index]

    def third(self, center: float) -> float:
        """E|L - center|^3 under P, L = -X."""
        own = self.at if self.at_p is None else self.at_p
        return float(self.under_p @ np.abs(own + center) ** 3)

    def close(self) -> float:
        """Half the distance of the two thresholds around f: just above the rounding error of a point."""
        return 4.0 * self._slack()

    def guess(self, delta: float) -> float:
        """The x with this delta, exact up to rounding: delta is linear in e^x between two points."""
        knots, above = self._knots()
        index = int(np.searchsorted(-knots, -delta))
        if index >= len(self.at):
            return float(self.at[-1])
        share = (above[index] - delta) / max(above[index] - knots[index], 1e-300)
        return float(self.at[index] + np.log(min(max(share, 1e-300), 1.0)))


def binomial(loss: float, times: int, unit: bool = False) -> Losses:
    """(points, weights under Q, relative error) of `times` losses +-epsilon (or +-1), from the mode outwards."""
    up = 1.0 / (1.0 + math.exp(-loss))
    index, weights = _two_points(up, math.exp(-loss) * up, times)
    return (2.0 * index - times) * (1.0 if unit else loss), weights, (8.0 * times + 16.0) * UNIT


def two_points(at: Array, weight: Array, times: int) -> Losses:
    """As `binomial`, for any two points with any weights."""
    whole = float(weight.sum())
    index, weights = _two_points(float(weight[1]) / whole, float(weight[0]) / whole, times)
    lost = (16.0 * times + 16.0) * UNIT
    return index * at[1] + (times - index) * at[0], weights * math.exp(times * math.log(whole)), lost


def three_points(at: Array, weight: Array, times: int) -> Losses:
    """As `binomial`, for three points: by the count of the first point, then the counts of the others."""
    rest = float(weight[1] + weight[2])
    index, outer_weights = _two_points(rest / float(weight.sum()), float(weight[0]) / float(weight.sum()), times)
    points, chances = [], []
    for others, share in zip(index, outer_weights, strict=True):
        x, weights, _ = two_points(at[1:], weight[1:] / rest, int(others))
        points.append(x + (times - others) * at[0])
        chances.append(weights * share)
    with np.errstate(under="ignore"):
        whole = math.exp(times * math.log(float(weight.sum())))
        x, weights = np.concatenate(points), np.concatenate(chances) * whole
    return x, weights, (48.0 * times + 64.0) * UNIT


def _two_points(up: float, down: float, times: int) -> tuple[Array, Array]:
    """(count of `up`, its probability), without counts whose probability underflows."""
    if times == 0:
        return np.zeros(1), np.ones(1)
    index = np.arange(times + 1.0)
    mode = int(np.clip(np.floor((times + 1.0) * up), 0, times))
    with np.errstate(under="ignore"):
        right = (
            np.cumprod((times - index[mode:-1]) / (index[mode:-1] + 1.0) * (up / down)) if mode < times else np.empty(0)
        )
        left = np.cumprod((index[mode:0:-1]) / (times - index[mode:0:-1] + 1.0) * (down / up))
    weights = np.concatenate((left[::-1], [1.0], right))
    total = float(weights.sum())
    positive = weights > 0.0
    return index[positive], (weights / total)[positive]


def _knots(at: Array, above: Array) -> Array:
    """delta at the points: delta e^-x grows by Q(X >= x) (e^-x' - e^-x), in segments without overflow."""
    share, knots = -np.expm1(at[:-1] - at[1:]), np.zeros_like(at)
    last = len(at) - 1
    while last > 0:
        first = min(int(np.searchsorted(at, at[last] - 600.0)), last - 1)
        scale = np.exp(np.minimum(at[last] - at[first:last], 700.0))
        with np.errstate(under="ignore"):
            more = np.cumsum((above[first + 1 : last + 1] * share[first:last] * scale)[::-1])[::-1]
            knots[first:last] = (more + knots[last]) / scale
        last = first
    return knots


def outer(parts: list[Losses]) -> Losses:
    """The points of the sum of independent discrete losses."""
    at, weight, lost = np.zeros(1), np.ones(1), 0.0
    for points, weights, error in parts:
        at = np.add.outer(at, points).ravel()
        weight = np.multiply.outer(weight, weights).ravel()
        lost += error + 2.0 * UNIT
    order = np.argsort(at, kind="stable")
    return at[order], weight[order], lost
