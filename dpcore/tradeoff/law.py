r"""The law of the total evidence X = log dQ/dP under both hypotheses: a numerical curve f = T(P, Q) is read from it.

delta(x) = E_Q (1 - e^{x-X})_+, and the errors of the test "X > x": alpha = P(X > x), beta = Q(X <= x).
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import final

import numpy as np
from scipy import special

from dpcore.tradeoff.contour import Contour, Weak
from dpcore.tradeoff.curve import Array, Pair
from dpcore.tradeoff.domain import UNIT

# A contour at least this many standard deviations from its pole needs few nodes.
_CLEAR = 2.0
_RUNG = 3.0
_MOST_RUNGS = 400
_TABLE = 128


class Law(ABC):
    """Both laws of the total evidence; certified (lower, upper) on arrays."""

    @abstractmethod
    def reach(self) -> tuple[float, float]:
        """(lowest, highest) value of X; infinite where it is unbounded."""

    @abstractmethod
    def delta(self, x: Array) -> Pair:
        """E_Q (1 - e^{x-X})_+."""

    @abstractmethod
    def errors(self, x: Array) -> tuple[Pair, Pair]:
        """alpha = P(X > x) and beta = Q(X <= x)."""

    @abstractmethod
    def middle(self) -> tuple[float, float]:
        """Mean of X under Q and its standard deviation: where a search begins."""

    def threshold(self, alpha: Array) -> Array:
        """x with P(X > x) = alpha, roughly: on the scale of Phi^-1(alpha), where x is nearly a straight line."""
        sigma = self.middle()[1]
        xs, scores = self._scores(float(alpha.min()), float(alpha.max()))
        wanted = special.ndtri(alpha)
        x = np.interp(wanted, scores, xs)
        most = float(np.ptp(xs)) / len(xs)
        slopes = np.gradient(xs, scores) if np.all(np.diff(scores) > 0.0) else np.zeros_like(xs)
        for _ in range(2):
            low, high = self.alpha(x)
            found = special.ndtri(np.clip(0.5 * (low + high), 1e-300, 1.0 - UNIT))
            move = np.clip((wanted - found) * np.interp(wanted, scores, slopes), -most, most)
            x = x + move
            if np.max(np.abs(move)) <= 1e-6 * sigma:
                break
        return np.asarray(x)

    def alpha(self, x: Array) -> Pair:
        """P(X > x) alone."""
        return self.errors(x)[0]

    def close(self) -> float:
        """How far apart two thresholds should be that pin f down between them."""
        return 1e-6 * self.middle()[1]

    def _scores(self, least: float, most: float) -> tuple[Array, Array]:
        """(x, Phi^-1 P(X > x)) with rising scores, that covers alpha in [least, most]."""
        mean, sigma = self.middle()
        ends = self.reach()
        low, high = mean - sigma**2 - 2.0 * sigma, mean + 2.0 * sigma
        for _ in range(200):
            (below, above), _ = self.errors(np.array([low, high]))
            middle = 0.5 * (below + above)
            enough = (middle[0] >= most or low <= ends[0], middle[1] <= least or high >= ends[1])
            if all(enough):
                break
            low = low if enough[0] else max(low - 3.0 * sigma, ends[0])
            high = high if enough[1] else min(high + 3.0 * sigma, ends[1])
        xs = np.linspace(high, low, max(_TABLE, int(3.0 * (high - low) / sigma)))
        (below, above), _ = self.errors(xs)
        return xs, np.maximum.accumulate(special.ndtri(np.clip(0.5 * (below + above), 1e-300, 1.0 - UNIT)))

    @abstractmethod
    def guess(self, delta: float) -> float:
        """Roughly the x with this delta."""


@final
@dataclass(slots=True, eq=False)
class Smooth(Law):
    """Contour inversion, with a ladder of contours: each x is read from the nearest saddle."""

    contour: Contour
    ends: tuple[float, float]
    # What Q and P have of the mass; the rest is at X = inf and -inf.
    kept: tuple[float, float] = (1.0, 1.0)
    _rungs: list[tuple[float, float]] = field(default_factory=list)

    def reach(self) -> tuple[float, float]:
        """The sum of all."""
        return self.ends

    def middle(self) -> tuple[float, float]:
        """Mean under Q, standard deviation."""
        _, slope, bend = self.contour.cumulants(0.0)
        return slope, max(math.sqrt(bend), 1e-150)

    def guess(self, delta: float) -> float:
        """Saddlepoint: delta = e^{K(c) - c x} / (c (c+1) sigma sqrt(2 pi)) at x = K'(c), by bisection in c."""
        mean, sigma = self.middle()
        low, high = math.log(0.05 / sigma), math.log(0.05 / sigma) + 1.0
        target = math.log(max(delta, 1e-300))
        while high < 300.0 and self._rough(math.exp(high)) > target:
            low, high = high, high + 1.0
        for _ in range(12):
            middle = 0.5 * (low + high)
            low, high = (middle, high) if self._rough(math.exp(middle)) > target else (low, middle)
        slope = self.contour.cumulants(math.exp(low))[1]
        return slope if math.isfinite(slope) else mean

    def _rough(self, c: float) -> float:
        value, slope, bend = self.contour.cumulants(c)
        if not (math.isfinite(value) and math.isfinite(slope) and bend > 0.0) or abs(value) > 1e7:
            return -math.inf
        return value - c * slope - math.log(c * (c + 1.0) * math.sqrt(2.0 * math.pi * bend) + 1.0)

    def delta(self, x: Array) -> Pair:
        """To the right of the mean by its own contour, to the left as 1 - beta - e^x alpha."""
        mean, sigma = self.middle()
        asked, x = x, self._near(x)
        low, high = np.zeros_like(x), np.zeros_like(x)
        inside, left = x < self.ends[1], x < mean - 2.0 * sigma
        if (right := inside & ~left).any():
            low[right], high[right] = self._right(x[right])
        if left.any():
            at = x[left]
            (alpha_low, alpha_high), (beta_low, beta_high) = self.errors(at)
            grown = np.exp(at)
            low[left] = self.kept[0] - beta_high - grown * alpha_high * (1.0 + 4.0 * UNIT) - 4.0 * UNIT
            high[left] = self.kept[0] - beta_low - grown * alpha_low * (1.0 - 4.0 * UNIT) + 4.0 * UNIT
        # delta falls: beyond the contours that are laid the nearest value bounds one side.
        return np.where(asked > x, 0.0, np.clip(low, 0.0, 1.0)), np.where(asked < x, 1.0, np.clip(high, 0.0, 1.0))

    def _near(self, x: Array) -> Array:
        """x within two hundred standard deviations."""
        mean, sigma = self.middle()
        return np.clip(x, mean - sigma**2 - 200.0 * sigma, mean + sigma**2 + 200.0 * sigma)

    def _right(self, x: Array) -> Pair:
        sigma = self.middle()[1]
        low, high = np.zeros_like(x), np.ones_like(x)
        tilts = np.maximum(self._tilts(x), _CLEAR / sigma)
        for c in np.unique(tilts):
            here = tilts == c
            low[here], high[here] = self._read(float(c), 0.0, x[here], True)
        return low, high

    def _read(self, c: float, pole: float, x: Array, steep: bool) -> Pair:
        """Bounds of one contour; every tail falls in |x - end|, so a blurred one is read on both sides of x."""
        try:
            nodes = self.contour.nodes(c, pole, steep)
        except Weak:
            return np.zeros_like(x), self._chernoff(c, pole, x)
        value, error, alias = self.contour.sums(nodes, x, steep)
        if nodes.blur == 0.0:
            return value - error - alias, value + error
        away = 1.0001 * nodes.blur if c > pole else -1.0001 * nodes.blur
        inner, lost, more = self.contour.sums(nodes, x + away, steep)
        outer, error, _ = self.contour.sums(nodes, x - away, steep)
        return inner - lost - more, outer + error

    def _chernoff(self, c: float, pole: float, x: Array) -> Array:
        """What is true without any contour: M(c) e^{-(c-pole) x}."""
        value = self.contour.cumulants(c)[0]
        return np.exp(np.minimum(value + 1e-9 * abs(value) - (c - pole) * x, 0.0)) if value < 1e300 else np.ones_like(x)

    def errors(self, x: Array) -> tuple[Pair, Pair]:
        """Each from the side where it is small."""
        near = self._near(x)
        clear, tilts = _CLEAR / self.middle()[1], self._tilts(near)
        tilts = np.where(tilts <= 0.0, np.minimum(tilts, -clear), np.maximum(tilts, clear))
        low, high = self._tail(near, 0.0, tilts)
        low, high = np.where(x < near, 0.0, low), np.where(x > near, 1.0, high)
        return self.alpha(x), self._ended(x, low, high, False)

    def alpha(self, x: Array) -> Pair:
        """P(X > x) alone."""
        near = self._near(x)
        clear, tilts = _CLEAR / self.middle()[1], self._tilts(near)
        tilts = np.where(tilts >= -1.0, np.maximum(tilts, clear - 1.0), np.minimum(tilts, -1.0 - clear))
        low, high = self._tail(near, -1.0, tilts)
        return self._ended(x, np.where(x > near, 0.0, low), np.where(x < near, 1.0, high), True)

    def _tail(self, x: Array, pole: float, tilts: Array) -> Pair:
        """alpha (pole -1) or beta (pole 0), or 1 minus the other side."""
        low, high = np.zeros_like(x), np.ones_like(x)
        for c in np.unique(tilts):
            here = tilts == c
            below, above = self._read(float(c), pole, x[here], False)
            if (c > pole) == (pole == 0.0):
                whole = self.kept[0 if pole == 0.0 else 1]
                below, above = whole - above - 4.0 * UNIT, whole - below + 4.0 * UNIT
            low[here], high[here] = below, above
        return low, high

    def _ended(self, x: Array, low: Array, high: Array, falling: bool) -> Pair:
        """Outside the reach of X both are known."""
        first, last = (self.kept[1], 0.0) if falling else (0.0, self.kept[0])
        before, after = x < self.ends[0], x >= self.ends[1]
        low = np.where(before, first * (1.0 - 4.0 * UNIT), np.where(after, last * (1.0 - 4.0 * UNIT), low))
        high = np.where(before, first * (1.0 + 4.0 * UNIT), np.where(after, last * (1.0 + 4.0 * UNIT), high))
        return np.clip(low, 0.0, 1.0), np.clip(high, 0.0, 1.0)

    def _tilts(self, x: Array) -> Array:
        """The rung whose saddle is nearest."""
        self._climb(float(x.min()), float(x.max()))
        at = np.array([rung[1] for rung in self._rungs])
        tilts = np.array([rung[0] for rung in self._rungs])
        return (
            tilts[np.clip(np.searchsorted(0.5 * (at[1:] + at[:-1]), x), 0, len(tilts) - 1)]
            if len(at) > 1
            else (np.full_like(x, tilts[0]))
        )

    def _climb(self, low: float, high: float) -> None:
        """Rungs three standard deviations apart, as far as they are asked for and M is finite."""
        if not self._rungs:
            self._rungs.append((-0.5, self.contour.cumulants(-0.5)[1]))
        while self._rungs[-1][1] < high and len(self._rungs) < _MOST_RUNGS and self._add(1.0):
            pass
        while self._rungs[0][1] > low and len(self._rungs) < _MOST_RUNGS and self._add(-1.0):
            pass

    def _add(self, sign: float) -> bool:
        c = self._rungs[-1 if sign > 0.0 else 0][0]
        bend = self.contour.cumulants(c)[2]
        following = c + sign * _RUNG / math.sqrt(bend)
        value, slope, more = self.contour.cumulants(following)
        if not (math.isfinite(value) and math.isfinite(slope) and more > 1e-290) or abs(value) > 1e7:
            return False
        self._rungs.insert(len(self._rungs) if sign > 0.0 else 0, (following, slope))
        return True
