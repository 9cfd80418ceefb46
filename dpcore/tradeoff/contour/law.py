"""The law of the total evidence by contours: which one is read where, and what holds without any."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import final

import numpy as np

from dpcore.tradeoff.contour.inversion import Contour
from dpcore.tradeoff.contour.nodes import DELTA, GROWN_P, UNDER_P, UNDER_Q, Kernel, Nodes, sums
from dpcore.tradeoff.contour.transform import Weak
from dpcore.tradeoff.curve import Array, Pair
from dpcore.tradeoff.domain import UNIT
from dpcore.tradeoff.readings import Law as Law

# A contour at least this many standard deviations from its pole needs few nodes.
_CLEAR = 1.25
# An evidence within so many standard deviations of a contour's saddle is read from it.
_NEAR = 2.2
_SHORT = 4.0
_MOST_RUNGS = 80


@final
@dataclass(slots=True, eq=False)
class Smooth(Law):
    """Contour inversion: each x is read from the contour with the nearest saddle; they are made as they are needed."""

    contour: Contour
    ends: tuple[float, float]
    # What Q and P have of the mass; the rest is at X = inf and -inf.
    kept: tuple[float, float] = (1.0, 1.0)
    # (c, K'(c), sqrt K''(c))
    _rungs: list[tuple[float, float, float]] = field(default_factory=list)
    _gaps: dict[float, float] = field(default_factory=dict)

    def reach(self) -> tuple[float, float]:
        """The sum of all."""
        return self.ends

    def middle(self) -> tuple[float, float]:
        """Mean under Q, standard deviation."""
        _, slope, bend = self.contour.cumulants(0.0)
        return slope, math.sqrt(max(bend, 1e-300))

    def roughly(self, delta: float) -> float:
        """Where the saddle with this delta is, within a standard deviation; no contour is laid for it."""
        return self._rung(self._rough(math.log(max(delta, 1e-300))))[1]

    def guess(self, delta: float) -> float:
        """By the saddlepoint approximation, then by the sum along the contour that lies there."""
        target = math.log(max(delta, 1e-300))
        c = self._rough(target)
        _, x, sigma = self._rung(c)
        try:
            nodes = self.contour.nodes(c, True)
        except Weak:
            return x
        for _ in range(6):
            (value, _, _), (slope, _, _) = sums(nodes, np.array([x]), (DELTA, GROWN_P))
            if not (value[0] > 0.0 and slope[0] > 0.0):
                break
            move = max(
                -2.0 * sigma, min((math.log(float(value[0])) - target) * float(value[0] / slope[0]), 2.0 * sigma)
            )
            x += move
            if abs(move) <= 1e-7 * sigma:
                break
        return x

    def _rough(self, target: float) -> float:
        """c at the saddle of the x with log delta(x) = target, to a fraction of a standard deviation."""
        clear = self._gap(1.0)
        c, low, high = max(math.sqrt(max(-2.0 * target - 4.0, 0.0)) / self.middle()[1], clear), 0.0, math.inf
        for _ in range(40):
            if not self.contour.usable(c):
                high, c = c, 0.5 * (c + low)
                continue
            value, slope, bend = self.contour.cumulants(c)
            off = value - c * slope - math.log(c * (c + 1.0) * math.sqrt(2.0 * math.pi * bend) + 1.0) - target
            low, high = (c, high) if off > 0.0 else (low, c)
            better = c + off / (c * bend + 1.0 / c + 1.0 / (c + 1.0))
            better = min(max(better, 0.25 * c), 4.0 * c)
            better = better if low < better < high else 0.5 * (low + min(high, 4.0 * c))
            if abs(better - c) * math.sqrt(bend) < 0.4 or c <= clear >= better:
                break
            c = better
        return max(c, clear)

    def _rung(self, c: float) -> tuple[float, float, float]:
        for rung in self._rungs:
            if rung[0] == c:
                return rung
        _, slope, bend = self.contour.cumulants(c)
        self._rungs.append((c, slope, math.sqrt(bend)))
        return self._rungs[-1]

    def _gap(self, side: float) -> float:
        """How far from the pole on that side (0 or -1) a contour must be: so many standard deviations there.

        Where X has a heavy tail the law widens as it is tilted, and less is enough.
        """
        if side not in self._gaps:
            away, seen = _CLEAR / self.middle()[1], self.contour
            for _ in range(200):
                less = 0.7 * away
                at = less if side > 0.0 else -1.0 - less
                known = seen.usable(away if side > 0.0 else -1.0 - away)
                if known and not (seen.usable(at) and less * math.sqrt(seen.cumulants(at)[2]) >= _CLEAR):
                    break
                away = less
            between = seen.cumulants(-0.5)[2]
            self._gaps[side] = min(away, 0.5) if 0.25 * between >= _CLEAR**2 else away
        return self._gaps[side]

    def _clear(self, c: float) -> float:
        """The nearest point that keeps away from both poles, so that one contour serves both laws."""
        if c > -0.5:
            away = self._gap(1.0)
            return max(c, away) if away > 0.5 else c if abs(c) >= away else math.copysign(away, c)
        away = self._gap(-1.0)
        return min(c, -1.0 - away) if away > 0.5 else c if abs(c + 1.0) >= away else math.copysign(away, c + 1.0) - 1.0

    def _tilts(self, x: Array) -> Array:
        """For each x the contour whose saddle is near; contours are added until that is so, or cannot be."""
        if not self._rungs:
            self._rung(self._clear(0.0))
        done = np.zeros(len(x), dtype=bool)
        for _ in range(_MOST_RUNGS):
            at, wide = (np.array([rung[k] for rung in self._rungs]) for k in (1, 2))
            off = _off(x, at, wide)
            best = np.argmin(off, axis=1)
            open_ = ~done & (off[np.arange(len(x)), best] > _NEAR)
            if not open_.any():
                break
            first = float(x[open_].min())
            close = self._rungs[int(best[np.flatnonzero(open_ & (x == first))[0]])]
            # a little beyond the lowest one, where there are more of them
            aim = min(first + 0.8 * _NEAR * close[2], float(x[open_].max()))
            if not self._toward(close, aim):
                done |= open_ & (x == first)
        tilts = np.array([rung[0] for rung in self._rungs])
        off = _off(x, *(np.array([rung[k] for rung in self._rungs]) for k in (1, 2)))
        return np.asarray(tilts[np.argmin(off, axis=1)])

    def _toward(self, rung: tuple[float, float, float], aim: float) -> bool:
        """One step of Newton's method from a rung to K'(c) = aim, as far as M is finite; False where there is none."""
        c, slope, sigma = rung
        if not math.isfinite(slope + sigma):
            return False
        move = (aim - slope) / sigma**2
        for _ in range(40):
            following = self._clear(c + move)
            if following in (other[0] for other in self._rungs):
                return False
            if self.contour.usable(following):
                self._rung(following)
                return True
            move *= 0.5
        return False

    def delta(self, x: Array) -> Pair:
        """Right of the poles from its own kernel, left of them as 1 - beta - e^x alpha."""
        low, high = np.zeros_like(x), np.zeros_like(x)
        inside = np.flatnonzero(x < self.ends[1])
        tilts = self._tilts(x[inside]) if len(inside) else np.empty(0)
        for c in np.unique(tilts):
            here = inside[tilts == c]
            if c > 0.0:
                ((low[here], high[here]),) = self._read(float(c), x[here], (DELTA,))
                _, slope, sigma = self._rung(float(c))
                if (short := x[here] < slope - _SHORT * sigma).any():
                    # delta falls: what is too far to the left of the saddle has at least what is nearer
                    least = self._read(float(c), np.array([slope - 2.0 * sigma]), (DELTA,))[0][0]
                    low[here] = np.where(short, np.maximum(low[here], least), low[here])
            else:
                (one_low, one_high), (low[here], high[here]) = self._read(float(c), x[here], (GROWN_P, UNDER_Q))
                if c < -1.0:
                    # far to the right of a contour on the left nothing is known from it
                    grown = self.kept[1] * np.where(x[here] < 700.0, np.exp(np.minimum(x[here], 700.0)), np.inf)
                    one_low, one_high = grown * (1.0 - 4.0 * UNIT) - one_high, grown * (1.0 + 4.0 * UNIT) - one_low
                low[here], high[here] = (
                    self.kept[0] - np.maximum(high[here], 0.0) - np.maximum(one_high, 0.0) - 4.0 * UNIT,
                    self.kept[0] - np.maximum(low[here], 0.0) - np.maximum(one_low, 0.0) + 4.0 * UNIT,
                )
        low, high = np.nan_to_num(low, nan=0.0), np.nan_to_num(high, nan=1.0)
        if (open_ := (x < self.ends[1]) & (high - low > 1e-6)).any():
            # delta's own kernel falls faster than the others: nearest to its pole it may still do
            away = max(_CLEAR / self.middle()[1], self._gap(1.0))
            away = away if self.contour.usable(away) else self._gap(1.0)
            ((least, most),) = self._read(away, x[open_], (DELTA,))
            low[open_], high[open_] = np.maximum(low[open_], least), np.minimum(high[open_], most)
        # (1 - e^{x-X})_+ >= 1 - e^{x-X}; X is at most its end; and total variations add at most
        part = min(math.fsum(part.apart() for part in self.contour.parts) + 1.0 - min(self.kept), 1.0)
        with np.errstate(over="ignore"):
            least = (self.kept[0] - self.kept[1] * np.exp(np.minimum(x, 1.0))) * (1.0 - 4.0 * UNIT) - 4.0 * UNIT
            most = -np.expm1(np.minimum(x - self.ends[1], 0.0)) * (1.0 + 4.0 * UNIT) + 0.0
            most = np.where(x >= 0.0, np.minimum(most, part), most)
        return np.clip(np.maximum(low, least), 0.0, 1.0), np.clip(np.minimum(high, most), 0.0, 1.0)

    def _read(self, c: float, x: Array, kernels: tuple[Kernel, ...]) -> list[Pair]:
        """Bounds of one contour; every tail falls in |x - end|, so a blurred one is read on both sides of x."""
        ceilings = [self._chernoff(c, x, kernel) for kernel in kernels]
        try:
            nodes = self.contour.nodes(c, all(kernel.steep for kernel in kernels))
        except Weak:
            return [(np.zeros_like(x), ceiling) for ceiling in ceilings]
        found = sums(nodes, x, kernels)
        if nodes.blur == 0.0:
            pairs = [(value - error - alias, value + error) for value, error, alias in found]
        else:
            pairs = [self._blurred(nodes, x, kernel) for kernel in kernels]
        return [
            (np.where(np.isfinite(low), low, 0.0), np.where(np.isfinite(high), np.minimum(high, ceiling), ceiling))
            for (low, high), ceiling in zip(pairs, ceilings, strict=True)
        ]

    def _blurred(self, nodes: Nodes, x: Array, kernel: Kernel) -> Pair:
        """The blurred law read a blur to either side; e^{x} where it is a factor is taken at x itself."""
        away = math.copysign(1.0 + 1e-9, nodes.c - kernel.pole) * nodes.blur
        ((value, error, alias),) = sums(nodes, x + away, (kernel,))
        ((outer, lost, _),) = sums(nodes, x - away, (kernel,))
        low, high = value - error - alias, outer + lost
        return (low * np.exp(-away), high * np.exp(away)) if kernel.scaled else (low, high)

    def _chernoff(self, c: float, x: Array, kernel: Kernel) -> Array:
        """What is true without any contour: M(c) e^{-(c-pole) x}, and 1."""
        unit = x if kernel.scaled else np.zeros_like(x)
        level = self.contour.level(c)
        at = np.minimum(level - (c - kernel.pole) * x, 0.0) if level < np.inf else np.zeros_like(x)
        return np.asarray(
            np.exp(np.minimum(at + unit + 8.0 * UNIT * (np.abs(level) + np.abs(c * x) + np.abs(x) + 1.0), 700.0))
        )

    def errors(self, x: Array) -> tuple[Pair, Pair]:
        """Both from one contour, each or its complement."""
        (alpha, beta) = self._tails(x, (UNDER_P, UNDER_Q))
        return self._ended(x, *alpha, True), self._ended(x, *beta, False)

    def alpha(self, x: Array) -> Pair:
        """P(X > x) alone."""
        return self._ended(x, *self._tails(x, (UNDER_P,))[0], True)

    def _tails(self, x: Array, kernels: tuple[Kernel, ...]) -> list[Pair]:
        """alpha (pole -1) and beta (pole 0), or the whole minus the other side."""
        found = [(np.zeros_like(x), np.ones_like(x)) for _ in kernels]
        tilts = self._tilts(x)
        for c in np.unique(tilts):
            here = tilts == c
            for pair, kernel, (low, high) in zip(found, kernels, self._read(float(c), x[here], kernels), strict=True):
                if (c > kernel.pole) == (kernel.pole == 0.0):
                    whole = self.kept[0 if kernel.pole == 0.0 else 1]
                    low, high = whole - high - 4.0 * UNIT, whole - low + 4.0 * UNIT
                pair[0][here], pair[1][here] = low, high
        return found

    def _ended(self, x: Array, low: Array, high: Array, falling: bool) -> Pair:
        """Outside the reach of X both are known."""
        first, last = (self.kept[1], 0.0) if falling else (0.0, self.kept[0])
        before, after = x < self.ends[0], x >= self.ends[1]
        low = np.where(before, first * (1.0 - 4.0 * UNIT), np.where(after, last * (1.0 - 4.0 * UNIT), low))
        high = np.where(before, first * (1.0 + 4.0 * UNIT), np.where(after, last * (1.0 + 4.0 * UNIT), high))
        return np.clip(low, 0.0, 1.0), np.clip(high, 0.0, 1.0)


def _off(x: Array, at: Array, wide: Array) -> Array:
    """How many standard deviations every x is from every saddle; inf where M is too large to say."""
    known = np.isfinite(at) & np.isfinite(wide)
    off = np.abs(x[:, None] - np.where(known, at, 0.0)) / np.where(known, wide, 1.0)
    return np.where(known, off, np.inf)
