"""The law of the total privacy loss by contours: the choice of contours, and bounds without contours."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import final

import numpy as np

from dpcore.tradeoff.argument import UNIT
from dpcore.tradeoff.curve import Array, Pair
from dpcore.tradeoff.law import Law
from dpcore.tradeoff.saddlepoint.inversion import Contour, Tilt
from dpcore.tradeoff.saddlepoint.quadrature import DELTA, GROWN_P, REST, UNDER_P, UNDER_Q, Kernel, Nodes, sums
from dpcore.tradeoff.saddlepoint.transform import Weak

# A contour between the poles needs this distance from each, in standard deviations.
_CLEAR = 1.25
# The logarithm of how much larger a contour's integrand may be than that of the best contour.
_LOSS = 5.0
_MOST_LINES = 80
# Where the relative width of delta exceeds `_WIDE`, at most `_FEW` x at a time use the alternative law.
_WIDE, _FEW = 1e-7, 4
# Which side of the poles 0 and -1 of the kernels a contour is on.
_RIGHT, _BETWEEN, _LEFT = 1, 0, -1


@final
@dataclass(slots=True, eq=False)
class ContourLaw(Law):
    """Contour inversion: each x uses the contour with the nearest saddle; contours are made on demand."""

    contour: Contour
    ends: tuple[float, float]
    # Q(X < inf) and P(X > -inf).
    kept: tuple[float, float] = (1.0, 1.0)
    # the same law by another method, used for a few x at a time if no contour is accurate
    spare: Law | None = None
    _lines: dict[int, list[Tilt]] = field(default_factory=dict)

    def reach(self) -> tuple[float, float]:
        """The sum over the factors."""
        return self.ends

    def middle(self) -> tuple[float, float]:
        """Mean under Q, standard deviation."""
        _, slope, bend = self.contour.cumulants(0.0)
        return slope, math.sqrt(max(bend, 1e-300))

    def roughly(self, delta: float) -> float:
        """The x with this delta by the saddlepoint approximation, without a contour."""
        return self._saddlepoint(math.log(max(delta, 1e-300)))[0]

    def _saddlepoint(self, target: float) -> tuple[float, float]:
        """(x, c): log delta decreases along the minima of the integrand as c grows."""
        low, high = -30.0, math.log(1e9)
        c, x = 1.0 / self.middle()[1], 0.0
        for _ in range(80):
            line = self.contour.line_at(c)
            off = math.inf if line is None else line.value - c * line.x - math.log(line.wide) - 0.919 - target
            x = x if line is None else line.x
            low, high = (math.log(c), high) if 0.0 < off < math.inf else (low, math.log(c))
            # d log delta / dc is about -c wide^2
            better = math.log(c) + (off / (c * c * line.wide**2) if line else 0.0)
            better = better if low < better < high else 0.5 * (low + high)
            if (line and abs(off) < 0.02) or high - low < 1e-6:
                break
            c = math.exp(min(max(better, math.log(c) - 1.5), math.log(c) + 1.5))
        return x, c

    def guess(self, delta: float) -> float:
        """Approximate x with this delta: the saddlepoint approximation, then sums along contours near it."""
        target = math.log(max(delta, 1e-300))
        x, _ = self._saddlepoint(target)
        # epsilon is 0 there, or next to it
        for _ in range(20 if x > 0.0 else 0):
            line = self._tilts(np.array([x]), _RIGHT)[0]
            try:
                nodes = self.contour.nodes(line, True)
            except Weak:
                return x
            (value, _, _), (slope, _, _) = sums(nodes, np.array([x]), (DELTA, GROWN_P))
            if not (value[0] > 0.0 and slope[0] > 0.0):
                break
            move = (math.log(float(value[0])) - target) * float(value[0] / slope[0])
            most = 2.0 * self.contour.line_at(float(line)).near()  # type: ignore[union-attr]
            x += max(-most, min(move, most))
            if abs(move) <= 1e-7 * self.middle()[1]:
                break
        return x

    def _tilts(self, x: Array, side: int) -> Array:
        """For each x the contour on that side with the smallest integrand; contours are added until all are good.

        The logarithm of the smallest integrand is concave in x, and each contour gives a tangent of it: where the
        tangents are close to the chords between their points of contact, no other contour is much better.
        """
        lines = self._lines.setdefault(side, [])
        for _ in range(_MOST_LINES):
            far = np.full_like(x, np.inf)
            if lines:
                ordered = sorted(lines, key=lambda line: line.x)
                at, touch = np.array([line.x for line in ordered]), np.array([line.touch() for line in ordered])
                values = np.array([line.integrand(x) for line in ordered])
                chord = np.interp(x, at, touch) if len(at) > 1 else np.full_like(x, -np.inf)
                inside = (x >= at[0]) & (x <= at[-1])
                far = np.where(inside, values.min(axis=0) - chord, np.inf)
                off = np.min(np.abs(x - at[:, None]) / np.array([line.near() for line in ordered])[:, None], axis=0)
                far = np.where(off <= 1.0, 0.0, far)
            todo = far > _LOSS
            if not todo.any():
                break
            # first the ends, then the x for which existing contours are worst
            aim = float(x[todo][np.argmax(far[todo])])
            ends = [float(end) for end in (x.min(), x.max()) if np.isinf(far[x == end]).any()]
            made = self.contour.place(ends[0] if ends else aim, side)
            if made is None or any(made.c == line.c for line in lines):
                break
            lines.append(made)
        if not lines:
            return np.full_like(x, np.nan)
        values = np.array([line.integrand(x) for line in lines])
        return np.asarray(np.array([line.c for line in lines])[np.argmin(values, axis=0)])

    def delta(self, x: Array) -> Pair:
        """E_Q (1 - e^{x-X})_+ from the kernel of delta; left of 0 as E (1 - e^{x-X}) + E (e^{x-X} - 1)_+."""
        with np.errstate(over="ignore"):
            grown = np.exp(np.minimum(x, 1.0))
        # (1 - e^{x-X})_+ >= 1 - e^{x-X}; and min(1, e^{x-X}) <= e^{(x-X)/2}
        plain = self.kept[0] - self.kept[1] * grown
        middle = np.exp(np.clip(self.contour.level(-0.5) + 0.5 * x, -700.0, 1.0)) * (
            1.0 + 16.0 * UNIT * (1.0 + np.abs(x))
        )
        least = np.maximum(plain * (1.0 - 4.0 * UNIT), self.kept[0] - middle) - 4.0 * UNIT
        # X is at most its end, and total variation is subadditive
        part = min(math.fsum(part.apart() for part in self.contour.parts) + 1.0 - min(self.kept), 1.0)
        most = -np.expm1(np.minimum(x - self.ends[1], 0.0)) * (1.0 + 4.0 * UNIT) + 0.0
        most = np.where(x >= 0.0, np.minimum(most, part), most)
        for side, kernel in ((_RIGHT, DELTA), (_LEFT, REST)):
            rows = np.flatnonzero((most - least > 16.0 * UNIT) & (x < self.ends[1]) & ((x >= 0.0) == (side == _RIGHT)))
            if not len(rows):
                continue
            tilts = self._tilts(x[rows], side)
            for c in np.unique(tilts[np.isfinite(tilts)]):
                near = rows[tilts == c]
                ((low, high),) = self._read(float(c), x[near], (kernel,))
                if side == _LEFT:
                    low, high = plain[near] + low - 4.0 * UNIT, plain[near] + high + 4.0 * UNIT
                least[near], most[near] = np.maximum(least[near], low), np.minimum(most[near], high)
        rows = np.flatnonzero((most - least > _WIDE * least) & (x >= 0.0) & (x < self.ends[1]))
        if self.spare is not None and 0 < len(rows) <= _FEW:
            low, high = self.spare.delta(x[rows])
            least[rows], most[rows] = np.maximum(least[rows], low), np.minimum(most[rows], high)
        return np.clip(least, 0.0, 1.0), np.clip(most, 0.0, 1.0)

    def _read(self, c: float, x: Array, kernels: tuple[Kernel, ...]) -> list[Pair]:
        """Bounds from one contour; tails are monotone, so a blurred tail is evaluated on both sides of x."""
        ceilings = [self._chernoff(c, x, kernel) for kernel in kernels]
        try:
            nodes = self.contour.nodes(c, all(kernel.steep for kernel in kernels))
        except Weak:
            return [(np.zeros_like(x), ceiling) for ceiling in ceilings]
        integrals = sums(nodes, x, kernels)
        if nodes.blur == 0.0:
            pairs = [(value - error - alias, value + error) for value, error, alias in integrals]
        else:
            pairs = [self._blur(nodes, x, kernel) for kernel in kernels]
        return [
            (np.where(np.isfinite(low), low, 0.0), np.where(np.isfinite(high), np.minimum(high, ceiling), ceiling))
            for (low, high), ceiling in zip(pairs, ceilings, strict=True)
        ]

    def _blur(self, nodes: Nodes, x: Array, kernel: Kernel) -> Pair:
        """Bounds from the blurred law, evaluated one blur to either side of x; a factor e^{x} is taken at x itself."""
        away = math.copysign(1.0 + 1e-9, nodes.c - kernel.pole) * nodes.blur
        ((value, error, alias),) = sums(nodes, x + away, (kernel,))
        ((outer, lost, _),) = sums(nodes, x - away, (kernel,))
        low, high = value - error - alias, outer + lost
        return (low * np.exp(-away), high * np.exp(away)) if kernel.scaled else (low, high)

    def _chernoff(self, c: float, x: Array, kernel: Kernel) -> Array:
        """Upper bounds without a contour: the smaller of Chernoff's M(c) e^{-(c-pole) x} and 1."""
        unit = x if kernel.scaled else np.zeros_like(x)
        level = self.contour.level(c)
        at = np.minimum(level - (c - kernel.pole) * x, 0.0) if level < np.inf else np.zeros_like(x)
        return np.asarray(
            np.exp(np.minimum(at + unit + 8.0 * UNIT * (np.abs(level) + np.abs(c * x) + np.abs(x) + 1.0), 700.0))
        )

    def errors(self, x: Array) -> tuple[Pair, Pair]:
        """Both errors, each from a contour for the error or for its complement."""
        (alpha, beta) = self._tails(x, (UNDER_P, UNDER_Q))
        return self._end_exactly(x, *alpha, True), self._end_exactly(x, *beta, False)

    def alpha(self, x: Array) -> Pair:
        """P(X > x) alone."""
        return self._end_exactly(x, *self._tails(x, (UNDER_P,))[0], True)

    def _tails(self, x: Array, kernels: tuple[Kernel, ...]) -> list[Pair]:
        """Bounds of alpha (pole -1) and beta (pole 0), directly or as the total mass minus the complement."""
        tails = [(np.zeros_like(x), np.ones_like(x)) for _ in kernels]
        (_, low, _), (_, middle, bend), (_, high, _) = (self.contour.cumulants(c) for c in (-1.0, -0.5, 0.0))
        # for a wide law a contour between the poles is far from both
        wide = 0.25 * bend >= _CLEAR**2
        sides = np.where(
            x > (high if wide else middle), _RIGHT, np.where(x < (low if wide else middle), _LEFT, _BETWEEN)
        )
        for side in np.unique(sides):
            rows = np.flatnonzero(sides == side)
            tilts = self._tilts(x[rows], int(side))
            for c in np.unique(tilts[np.isfinite(tilts)]):
                near = rows[tilts == c]
                for pair, kernel, (under, over) in zip(
                    tails, kernels, self._read(float(c), x[near], kernels), strict=True
                ):
                    if (c > kernel.pole) == (kernel.pole == 0.0):
                        whole = self.kept[0 if kernel.pole == 0.0 else 1]
                        under, over = whole - over - 4.0 * UNIT, whole - under + 4.0 * UNIT
                    pair[0][near], pair[1][near] = under, over
        return tails

    def _end_exactly(self, x: Array, low: Array, high: Array, falling: bool) -> Pair:
        """The bounds `low` and `high`, replaced by the exact value for x outside the support of X."""
        first, last = (self.kept[1], 0.0) if falling else (0.0, self.kept[0])
        before, after = x < self.ends[0], x >= self.ends[1]
        low = np.where(before, first * (1.0 - 4.0 * UNIT), np.where(after, last * (1.0 - 4.0 * UNIT), low))
        high = np.where(before, first * (1.0 + 4.0 * UNIT), np.where(after, last * (1.0 + 4.0 * UNIT), high))
        return np.clip(low, 0.0, 1.0), np.clip(high, 0.0, 1.0)
