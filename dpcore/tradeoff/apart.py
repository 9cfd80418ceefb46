r"""Bounds of a product from its unbounded factors alone, for products whose law gives only wide bounds.

If the log likelihood ratio of the bounded factors lies in [-E, E] and R is the curve of the unbounded factors,
    delta_R(x) <= delta(x) <= delta_R(x - E)
    max{R(e^E a), e^-E R(a)} <= f(a) <= R(a)
The left-hand sides are post-processing. The right-hand ones hold for every event, conditionally on the outcome of the
bounded part: P(S) <= E_P1[e^(x-E) Q2(S|1) + delta_R(x-E)] <= e^x Q(S) + delta_R(x-E), and E_Q1[b] >= e^-E E_P1[b].
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, final

import numpy as np

from dpcore.tradeoff.argument import UNIT
from dpcore.tradeoff.curve import Array, Curve, Pair
from dpcore.tradeoff.representation import Factor, general, reach

LARGEST_BOUND: Final = 30.0


@final
@dataclass(frozen=True, slots=True)
class Apart:
    """Bounds from the unbounded factors, with curve `rest`; most: E, rounded up, at most `LARGEST_BOUND`.

    Needed where no contour converges, for example a sample with little noise beside a release of small bounded loss:
    otherwise epsilon and delta of the product may be unknown, although those of the sample alone are known.
    """

    rest: Curve
    most: float

    def delta(self, x: Array) -> Pair:
        """Bounds of delta, for x >= 0."""
        moved = np.maximum(np.nextafter(x - self.most, -np.inf), 0.0)
        high = np.where(x > self.most, self.rest._delta_bounds(moved)[1], 1.0)
        return self.rest._delta_bounds(x)[0], high

    def epsilon(self, delta: Array) -> Pair:
        """Bounds of epsilon."""
        low, high = self.rest._epsilon_bounds(delta)
        return low, (high + self.most) * (1.0 + 4.0 * UNIT)

    def bounds(self, alpha: Array) -> Pair:
        """Bounds of f."""
        grown = np.minimum(alpha * math.exp(self.most) * (1.0 + 8.0 * UNIT), 1.0)
        low, high = self.rest._bounds(alpha)
        least = np.maximum(self.rest._bounds(grown)[0], low * math.exp(-self.most) * (1.0 - 8.0 * UNIT))
        return least, high


@final
@dataclass(frozen=True, slots=True)
class Alone:
    """Bounds from single factors: by post-processing, one release reveals no more than all releases together.

    They give the only lower bound of the loss where the law of a product cannot be evaluated, for example a large group
    beside small noise.
    """

    curves: tuple[Curve, ...]

    def delta(self, x: Array) -> Pair:
        """Lower bound: the largest delta of the factors."""
        return np.max([curve._delta_bounds(x)[0] for curve in self.curves], axis=0), np.ones_like(x)

    def epsilon(self, delta: Array) -> Pair:
        """Lower bound: the largest epsilon of the factors."""
        return np.max([curve._epsilon_bounds(delta)[0] for curve in self.curves], axis=0), np.full_like(delta, np.inf)

    def bounds(self, alpha: Array) -> Pair:
        """Upper bound: the smallest f of the factors."""
        return np.zeros_like(alpha), np.min([curve._bounds(alpha)[1] for curve in self.curves], axis=0)


def alone(factors: tuple[Factor, ...], join: Callable[[list[Factor]], Curve]) -> Alone:
    """The repeated factors, or a single release of those that are expensive to compose."""
    curves = [
        curve if times == 1 or len(factors) == 1 or general(curve) else join([(curve, times)])
        for curve, times in factors
    ]
    return Alone(tuple(curves))


def apart(factors: tuple[Factor, ...], off: float, join: Callable[[list[Factor]], Curve]) -> Apart | None:
    """The unbounded factors and the bound of the others; None unless there are factors of both kinds."""
    free, most = [], 2.0 * off
    for curve, times in factors:
        ends = reach(curve, times)
        if math.isfinite(max(ends)) and max(curve._missing()) == 0.0:
            most += max(map(abs, ends)) * (1.0 + 16.0 * UNIT)
        else:
            free.append((curve, times))
    if not free or len(free) == len(factors) or most > LARGEST_BOUND:
        return None
    return Apart(free[0][0] if len(free) == 1 and free[0][1] == 1 else join(free), most)
