"""One tilted lattice: bounds of delta and of the tails from its sums from the right. See `composer` for the proof."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from dpcore.tradeoff.argument import UNIT
from dpcore.tradeoff.curve import Array, Pair

ROW = 1024
# Beyond this many lengths sqrt V the gap is below e^-60.
REACH = 60.0
# Exponents above `_WILDEST` overflow; for a spread above `_COARSEST` there is no lower bound.
_WILDEST, _COARSEST = 690.0, 0.5


@dataclass(slots=True, eq=False)
class TiltedLattice:
    """One tilted lattice: sums from the right, at the points x_j = x_0 + j h."""

    c: float
    middle: float
    sigma: float
    step: float
    start: float
    # the log of the masses' common factor e^{-cx} at the middle; mass that may be missing on the right, or wrapped
    log_scale: float
    beyond: float
    noise: float
    lost: float
    spread: float
    moved: float
    # how much larger delta_U may be for other reasons: by a factor e^grown, and by an addend
    grown: float
    apart: float
    above: Array
    knots: Array
    local: Array
    block: int

    def delta(self, x: Array) -> Pair:
        """(lower, upper) of delta of X itself; to the left of the sums delta is at least its first value."""
        asked, x = x, np.maximum(x, self.start + REACH * math.sqrt(self.spread))
        scale = self._scale(x)
        upper = self._delta(x - self.moved)
        lower = self._delta(x + self.moved) - self._gap(x) / np.maximum(scale, 1e-300)
        error = self.noise * norm(self.c * self.step, self.step, len(self.above))
        margin = self.lost + 4.0 * ROW * UNIT
        # so far from the middle that e^{c (x - middle)} overflows
        wild = np.abs(self.c * (x - self.middle)) > _WILDEST
        with np.errstate(invalid="ignore"):
            low = scale * (lower * (1.0 - margin) - error - self.beyond) - self.apart
            low = np.nan_to_num(low, nan=0.0, neginf=0.0) * math.exp(-self.grown)
        high = scale * (upper * (1.0 + margin) + error + self.beyond) + self.apart
        return np.where(wild, 0.0, low), np.where((asked < x) | wild, 1.0, high)

    def _scale(self, x: Array) -> Array:
        """e^{K - c (x - top)}."""
        return np.asarray(np.exp(np.clip(self.log_scale - self.c * (x - self.middle), -745.0, 700.0)))

    def _growth(self, x: Array) -> Array:
        return np.asarray(np.exp(np.clip(self.c * (x - self.middle), -_WILDEST, _WILDEST)))

    def _delta(self, x: Array) -> Array:
        """Sum of tilted masses times (1 - e^{x-x_j}) e^{-c (x_j - x)}, from the next lattice point on."""
        index = np.clip(np.ceil((x - self.start) / self.step), 0, len(self.above) - 1).astype(np.int64)
        gap = np.minimum(x - (self.start + index * self.step), 0.0)
        grown = self._growth(x)
        value = (-np.expm1(gap) * self.above[index] + np.exp(gap) * self.knots[index]) * grown
        return np.where(x < self.start + self.step * (len(self.above) - 1), value, 0.0)

    def _gap(self, x: Array) -> Array:
        """Upper bound of delta_U - delta."""
        if self.spread == 0.0:
            return np.zeros_like(x)
        root = math.sqrt(self.spread)
        theta = 1.0 / root
        if root > _COARSEST:
            return np.full_like(x, np.inf)
        factor = math.exp(0.5 * (1.0 + root) - 1.0 + 1.0 + 0.5 * root) / (theta - 1.0)
        width = self.block * self.step
        reach = math.ceil(REACH * root / width)
        block = np.floor((x - self.start) / width).astype(np.int64)
        total = np.zeros_like(x)
        for move in range(-reach, reach + 1):
            index = block + move
            inside = (index >= 0) & (index < len(self.local))
            mass = np.where(inside, self.local[np.clip(index, 0, len(self.local) - 1)], 0.0)
            total += mass * math.exp(-max(abs(move) - 1.0, 0.0) * width * theta)
        local = total * self._scale(x) * self._growth(x)
        if self.c * REACH * root > _WILDEST:
            return np.full_like(x, np.inf)
        noise = (
            self.noise * self._scale(x) * math.exp(self.c * REACH * root) * math.sqrt(4.0 / (theta * self.step) + 2.0)
        )
        return factor * ((local + noise) * math.exp(2.0 * theta * self.moved + 1e-9) + math.exp(-REACH))

    def tail(self, x: Array, under_p: bool) -> Pair:
        """Bounds of Q(U > x) or P(U > x), for U on the lattice, not for X."""
        scale = self._scale(x)
        first = np.clip(np.floor((x - self.moved - self.start) / self.step), 0, len(self.above) - 1).astype(np.int64)
        last = np.clip(np.floor((x + self.moved - self.start) / self.step) + 1, 0, len(self.above) - 1).astype(np.int64)
        grown, wild = self._growth(x), np.abs(self.c * (x - self.middle)) > _WILDEST
        high, low = self.above[first] * grown, self.above[last] * grown
        if under_p:
            # delta = Q(U > x) - e^x P(U > x)
            at = self.start + self.step * np.array([first, last])
            high = (self.above[first] - self.knots[first]) * np.exp(-at[0]) * grown
            low = (self.above[last] - self.knots[last]) * np.exp(-at[1]) * grown
        slope = (self.c + (1.0 if under_p else 0.0)) * self.step
        error = self.noise * math.sqrt(min(len(self.above), 1.0 / -math.expm1(-2.0 * slope)))
        margin = self.lost + 8.0 * ROW * UNIT
        low, high = low * (1.0 - margin) - error - self.beyond, high * (1.0 + margin) + error + self.beyond
        return np.where(wild, 0.0, scale * low), np.where(wild, 1.0, scale * high)


def norm(slope: float, step: float, count: int) -> float:
    """Norm of the weights min(1, i h) e^{-c i h}, i = 1, 2, ..."""
    ratio = math.exp(-2.0 * slope)
    gone = -math.expm1(-2.0 * slope)
    return math.sqrt(min(count, 1.0 / gone, step * step * (1.0 + ratio) / gone**3))
