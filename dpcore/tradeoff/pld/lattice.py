r"""The law of the privacy loss on lattices that are made on demand: for atoms, where contours fail.

See `composer` for the two-sided bounds from one lattice.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import final

import numpy as np

from dpcore.tradeoff import dual
from dpcore.tradeoff.argument import UNIT
from dpcore.tradeoff.curve import Array, Pair
from dpcore.tradeoff.law import Law
from dpcore.tradeoff.pld.composer import Build, convolve
from dpcore.tradeoff.pld.tilted_lattice import TiltedLattice
from dpcore.tradeoff.recent import Recent
from dpcore.tradeoff.root import Reading
from dpcore.tradeoff.saddlepoint.contour_law import ContourLaw
from dpcore.tradeoff.saddlepoint.inversion import Contour

FINE, MIDDLE, COARSE = 2**21, 2**18, 2**15
# The largest width of the support; e^step overflows beyond.
WIDEST = 2.0**25
# (points, lattice), 100 MB of them
_lattices: Recent[tuple[int, TiltedLattice]] = Recent(most=3 * 2**22, each=2**10)


@final
@dataclass(slots=True, eq=False)
class Lattice(Law):
    """A law whose lattice is built for each step size; mirror: the law of -X under P, which is the inverse curve's."""

    build: Build
    contour: Contour
    # the range of X, and the range covered by lattices; `beyond` bounds delta above the latter
    ends: tuple[float, float]
    window: tuple[float, float]
    beyond: Callable[[Array], Array]
    kept: tuple[float, float] = (1.0, 1.0)
    mirror: Lattice | None = None

    def reach(self) -> tuple[float, float]:
        """The sum over the factors."""
        return self.ends

    def middle(self) -> tuple[float, float]:
        """Mean under Q, standard deviation."""
        _, slope, bend = self.contour.cumulants(0.0)
        whole = self.window[1] - self.window[0]
        # if the variance is negligible, the law is a point to double precision
        return slope, math.sqrt(bend) if bend > (1e-9 * whole) ** 2 else whole / 16.0

    def delta(self, x: Array) -> Pair:
        """E_Q (1 - e^{x-X})_+: from the right at x >= 0, else Q - P e^x + e^x times delta of the mirror at -x."""
        return self._delta_at_size(x, self._size(x))

    def _size(self, x: Array) -> int:
        """The lattice size, by the number of arguments."""
        wide = float(np.ptp(x)) > 8.0 * self.middle()[1]
        return MIDDLE // 2 if wide else FINE if len(x) <= 16 else MIDDLE

    def _delta_at_size(self, x: Array, size: int) -> Pair:
        low, high = np.zeros_like(x), np.ones_like(x)
        right = x >= 0.0
        if right.any():
            low[right], high[right] = self._right(x[right], size)
        if not right.all():
            at = x[~right]
            below, above = (self.mirror or self)._right(-at, size)
            grown = np.exp(at)
            rest = self.kept[0] - grown * self.kept[1]
            low[~right] = (rest + grown * below) * (1.0 - 16.0 * UNIT) - 4.0 * UNIT * (self.kept[0] < 1.0)
            high[~right] = (rest + grown * above) * (1.0 + 16.0 * UNIT) + 4.0 * UNIT * (self.kept[0] < 1.0)
        return np.clip(low, 0.0, 1.0), np.clip(high, 0.0, 1.0)

    def _right(self, x: Array, size: int) -> Pair:
        """delta at x >= 0."""
        low, high = self._each(x, lambda lattice, at: lattice.delta(at), size)
        # x beyond the window, or without a bound from a lattice
        rest = (x >= self.window[1]) | (high >= 1.0)
        if rest.any():
            high[rest] = np.minimum(self.beyond(x[rest]), 1.0)
        ended = x >= self.ends[1]
        return np.where(ended, 0.0, low), np.where(ended, 0.0, high)

    def _each(self, x: Array, read: Callable[[TiltedLattice, Array], Pair], size: int) -> Pair:
        """Bounds at every x >= 0 in the window, each from a lattice whose middle is near x."""
        low, high = np.zeros_like(x), np.zeros_like(x)
        todo = x < self.window[1]
        while todo.any():
            at = float(x[todo].min())
            try:
                lattice = self.lattice_at(at, float(x[todo].max()), size)
            except ArithmeticError:
                # the tilt for x overflows
                high[todo & (x <= at)], todo = 1.0, todo & (x > at)
                continue
            rows = todo & (x <= max(lattice.middle + 1.5 * lattice.sigma, at))
            low[rows], high[rows] = read(lattice, x[rows])
            todo &= ~rows
        return low, high

    def lattice_at(self, x: float, most: float, size: int) -> TiltedLattice:
        """A cached lattice, or a new one with x in its left half."""
        for points, cached in _lattices.of(self):
            low = -math.inf if cached.c <= 1.001 / self.middle()[1] else cached.middle - 1.5 * cached.sigma
            if points == size and max(low, cached.start) <= x <= cached.middle + 1.5 * cached.sigma:
                return cached
        sigma = self.middle()[1]
        aim = min(x + min(sigma, 0.5 * (most - x)), 0.5 * (x + self.window[1]))
        with np.errstate(all="ignore"):
            c = self.contour.saddle(aim)
        c = max(c if math.isfinite(c) else 40.0 / sigma, 1.0 / sigma)
        whole = (self.window[1] - self.window[0]) * 1.001
        _, mean, bend = self.contour.cumulants(c)
        # a law on very few lattice points is nearly an atom: a smaller tilt covers more of the law
        while bend < (4.0 * whole / size) ** 2 and c > 1.0 / sigma:
            c = max(0.5 * c, 1.0 / sigma)
            _, mean, bend = self.contour.cumulants(c)
        spread = math.sqrt(bend) if bend > (1e-9 * whole) ** 2 else whole / 16.0
        made = convolve(self.build, c, (mean if math.isfinite(mean) else self.window[1], spread), whole, size)
        _lattices.keep(self, (size, made), len(made.above) + len(made.knots) + len(made.local))
        return made

    def guess(self, delta: float) -> float:
        """Approximate x with this delta, from the knots of a coarse lattice that is moved towards x."""
        x = min(max(self._saddlepoint(delta), 0.0), self.window[1])
        for _ in range(6):
            try:
                lattice = self.lattice_at(x, x, COARSE)
            except ArithmeticError:
                return x
            at = lattice.start + lattice.step * np.arange(len(lattice.knots))
            ends = lattice.middle - 4.0 * lattice.sigma, lattice.middle + 4.0 * lattice.sigma
            near = slice(*np.searchsorted(at, ends))
            logs = lattice.log_scale + np.log(np.maximum(lattice.knots[near], 1e-300))
            better = float(np.interp(-math.log(delta), -logs, at[near])) if len(logs) else x
            better = min(max(better, 0.0), self.window[1] * (1.0 - 1e-9))
            if abs(better - x) <= 1.4 * lattice.sigma:
                return better
            x = better
        return x

    def _saddlepoint(self, delta: float) -> float:
        with np.errstate(all="ignore"):
            x = ContourLaw(self.contour, self.window).roughly(delta)
        return x if math.isfinite(x) else self.middle()[0]

    def near(self, x: Array, alpha: Array) -> tuple[Reading, Array, Array, float]:
        """Bounds of delta of uniform accuracy near x, and the smallest useful distance of two thresholds."""
        size = self._size(np.repeat(x, len(dual.MOVES)))
        least = 4.0 * math.sqrt(self._spread(size)) + 1e-13 * self.window[1]
        return lambda at: self._delta_at_size(at, size), alpha, x, least

    def errors(self, x: Array) -> tuple[Pair, Pair]:
        """Both errors, accurate to first order in the step only: `between` of `dual` is sharper."""
        right = x >= 0.0
        sides = [np.zeros_like(x) for _ in range(4)]
        for side, rows in ((self, right), (self.mirror or self, ~right)):
            if rows.any():
                at = np.abs(x[rows])
                under_p, under_q = side._tails(at, True), side._tails(at, False)
                if side is self and right[rows].all():
                    values = *under_p, self.kept[0] - under_q[1], self.kept[0] - under_q[0]
                else:
                    values = self.kept[1] - under_q[1], self.kept[1] - under_q[0], *under_p
                for target, value in zip(sides, values, strict=True):
                    target[rows] = np.clip(value, 0.0, 1.0)
        return (sides[0], sides[1]), (sides[2], sides[3])

    def _tails(self, x: Array, under_p: bool) -> Pair:
        """P(X > x) or Q(X > x): |D| <= s = 9 sqrt V except with probability e^{-s^2/2V} + ...."""
        away = 9.0 * math.sqrt(self._spread(COARSE)) + 1e-15
        low = self._each(x + away, lambda lattice, at: lattice.tail(at, under_p), COARSE)[0]
        high = self._each(np.maximum(x - away, 0.0), lambda lattice, at: lattice.tail(at, under_p), COARSE)[1]
        return low, high

    def _spread(self, size: int) -> float:
        """V of a typical lattice."""
        step = min(self.window[1] - self.window[0], 16.0 * self.middle()[1]) / size
        return math.fsum(mass.times * 0.25 * mass.step * mass.step for mass in self.build(step) if mass.spread)


def weak(contour: Contour) -> bool:
    """Whether atoms keep |M| above e^-22 of its peak on the whole line, so that no finite contour suffices."""
    bend = contour.cumulants(-0.5)[2]
    sigma = math.sqrt(max(bend, 1e-300))
    return math.fsum(float(part.decay(5.0 / sigma, np.array([1e4 / sigma]))[0]) for part in contour.parts) > -22.0
