r"""k equal Laplace releases: an exact finite sum of B-splines with positive terms.

X of one release has under Q the law e^{(x-e)/2} nu, nu = (d_e + d_-e)/2 + 1[-e,e] dx/4, and the tilt factors out of
sums: e^{(x-ke)/2} nu^k, where nu^k = sum_n C(k,n) (e/2)^n 2^{n-k} sum_j C(k-n,j) d_{(2j-k+n)e} * B_n with B_n the
density of n uniform numbers on [-e,e]. So with F_n = F_0 * B_n, F_0(x) = 2 sinh(-x/2) or e^{x/2} for x < 0,
    delta(x) = e^{(x-ke)/2} (F over nu^k),   alpha(x) = e^{-(x+ke)/2} (F over nu^k).
On cells of width 2e F_n is smooth and F_n+1 is the mean of F_n over one cell's width: tables of Legendre points.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import final

import numpy as np

from dpcore.special import ndtri
from dpcore.tradeoff.argument import UNIT
from dpcore.tradeoff.curve import Array, Pair
from dpcore.tradeoff.exact.finite import MOST_TIMES, binomial
from dpcore.tradeoff.exact.spline_table import POINTS, layout
from dpcore.tradeoff.law import Law
from dpcore.tradeoff.saddlepoint.laplace_mgf import TwoSided

# The most terms; the largest terms * epsilon without overflow of e^{x/2}; the largest epsilon with accurate tables.
MOST_TERMS, STEEPEST, GENTLE = 110, 400.0, 1.5
_FAINT = 1e-32


def _depth(shift: float, terms: int) -> int:
    """The table size: the number of terms, rounded up to a few values so that tables are reused, where in range."""
    depth = next((size for size in (28, 56, MOST_TERMS) if size >= terms), terms)
    return depth if depth * shift <= 400.0 else terms


def terms_of(shift: float, times: int) -> int:
    """The number of terms n; the others have less than 1e-32 of the mass."""
    if times > MOST_TIMES or (times > MOST_TERMS and shift <= 0.1 and times * math.log1p(0.5 * shift) > 24.5):
        # the tables would be too long, or a contour is faster because little of the mass is atomic
        return times
    n = np.arange(times + 1.0)
    ratio = (times - n) / (n + 1.0) * math.tanh(0.5 * shift)
    logs = np.concatenate(([times * (math.log1p(math.exp(-shift)) - math.log(2.0))], np.zeros(times)))
    with np.errstate(divide="ignore"):
        logs[1:] = logs[0] + np.cumsum(np.log(ratio[:-1]))
    small = np.flatnonzero((logs < math.log(_FAINT) - 1.0) & (n > np.argmax(logs)))
    return int(small[0]) if len(small) else times


@final
@dataclass(slots=True, eq=False)
class Spline(Law):
    """The law of X for `times` Laplace releases of epsilon, terms * epsilon <= 400."""

    shift: float
    times: int
    terms: int
    _rows: tuple[int, Array] | None = None
    _cells: dict[tuple[int, bool], Cell] = field(default_factory=dict)

    def reach(self) -> tuple[float, float]:
        """(-k epsilon, k epsilon)."""
        end = self.times * self.shift * (1.0 + 64.0 * UNIT)
        return -end, end

    def middle(self) -> tuple[float, float]:
        """Mean and standard deviation of X under Q, from the cumulants."""
        _, slope, bend = TwoSided(np.array([self.shift]), np.array([float(self.times)])).cumulants(0.0)
        return slope, math.sqrt(bend)

    def guess(self, delta: float) -> float:
        """Approximate x with this delta, from its cell, searched from the root of the normal approximation."""
        (mean, sigma), e, k = self.middle(), self.shift, self.times
        cell, step = self._place(mean - sigma * float(ndtri(max(delta, 1e-300)))), 1
        low, high = self._place(0.0), k - 1
        while low < high:
            cell = max(low, min(high, cell))
            below = self._end(cell) > delta
            low, high = (cell + 1, high) if below else (low, cell)
            if cell > 0 and not below and self._end(cell - 1) > delta:
                break
            cell, step = (low + step if below else high - 1 - step), min(2 * step, max((high - low) // 2, 1))
        left = (2.0 * high - k) * e
        grid = left + 2.0 * e * np.linspace(0.0, 1.0, 33)
        values = self.delta(np.minimum(grid, left + 2.0 * e * (1.0 - 1e-9)))[1]
        return float(np.interp(-math.log(max(delta, 1e-300)), -np.log(np.maximum(values, 1e-300)), grid))

    def _place(self, x: float) -> int:
        return max(0, min(self.times - 1, math.floor((x / self.shift + self.times) / 2.0)))

    def _end(self, cell: int) -> float:
        """delta at the right end of a cell."""
        return float(self.delta(np.array([(2.0 * cell + 2.0 - self.times) * self.shift * (1.0 - 1e-12)]))[0][0])

    def delta(self, x: Array) -> Pair:
        """E_Q (1 - e^{x-X})_+, with x moved by its rounding error for each bound."""
        slack = 32.0 * UNIT * self.times * self.shift
        end = self.times * self.shift
        inner = np.clip(x, -end, end)
        scale = np.exp(0.5 * (inner - end))
        low, high = self._sum(inner + slack, True)[0] * scale, self._sum(inner - slack, True)[1] * scale
        # where x is to the left of all values of X
        certain = -np.expm1(np.minimum(x, 0.0))
        low = np.where(x < -end, certain * (1.0 - 4.0 * UNIT), np.where(x >= end + slack, 0.0, low))
        high = np.where(x < -end - slack, certain * (1.0 + 4.0 * UNIT), high * (1.0 + 64.0 * UNIT) + self._rest())
        return np.clip(low, 0.0, 1.0), np.where(x >= end + slack, 0.0, np.clip(high, 0.0, 1.0))

    def errors(self, x: Array) -> tuple[Pair, Pair]:
        """Both errors; the pair of distributions is symmetric: beta(x) = alpha(-x)."""
        return self.alpha(x), self.alpha(-x)

    def alpha(self, x: Array) -> Pair:
        """P(X > x), with x moved by its rounding error for each bound."""
        slack = 32.0 * UNIT * self.times * self.shift
        end = self.times * self.shift
        sides = []
        for at, side in ((x + slack, 0), (x - slack, 1)):
            inside = np.clip(at, -end, end)
            value = self._sum(inside, False)[side] * np.exp(-0.5 * (inside + end)) + side * self._rest()
            sides.append(np.where(at >= end, 0.0, np.where(at < -end, 1.0, np.clip(value, 0.0, 1.0))))
        return sides[0], sides[1]

    def third(self, center: float) -> float:
        """E|L - center|^3 under P; fewer points for many releases, whose law is smooth but expensive to evaluate."""
        return self._third(center, 16 if self.times > 1000 else 60)

    def close(self) -> float:
        """Half the distance of the two thresholds around f: small, as atoms lie at every second multiple of epsilon."""
        return 128.0 * UNIT * self.times * self.shift

    def _cell(self, cell: int, steep: bool) -> Cell:
        """The sum over all n and j on the cell [left, left + 2 epsilon], cached."""
        if (key := (cell, steep)) not in self._cells:
            e, k = self.shift, self.times
            base, rows = self._binomials()
            n = np.arange(self.terms + 1)
            share = np.concatenate(([1.0], np.cumprod((k - n[:-1]) / (n[:-1] + 1.0) * (0.5 * e))))
            mean = share * (math.sinh(0.5 * e) / (0.5 * e)) ** n
            first = max(cell + 1, base)
            beyond = rows[:, min(first - base, rows.shape[1]) :]
            away = (first - cell - 1 + np.arange(beyond.shape[1])) * e
            back, forth = 0.5 * n * e, np.exp(-0.5 * n * e)
            if steep:
                odd, even = beyond @ np.sinh(away), beyond @ np.cosh(away)
                near = 2.0 * float(mean @ (odd * np.cosh(back) + even * np.sinh(back)))
                slope = 2.0 * float(mean @ (even * np.cosh(back) + odd * np.sinh(back)))
            else:
                near, slope = float(mean @ (forth * (beyond @ np.exp(-away)))), 0.0
            table, error, number, place = layout(e, _depth(e, self.terms), steep)
            length = self.terms * (self.terms + 1) // 2
            column = cell - place[:length] - base
            inside = (column >= 0) & (column < rows.shape[1])
            weight = np.where(inside, rows[number[:length], np.clip(column, 0, rows.shape[1] - 1)], 0.0)
            weight *= share[number[:length]]
            inner, lost = weight @ table[:length], float(weight @ error[:length])
            self._cells[key] = Cell((2.0 * cell - k) * e, near, slope, inner, lost)
        return self._cells[key]

    def _binomials(self) -> tuple[int, Array]:
        """(first j, rows C(N, j) / 2^N for N = times - n, n = 0 ... terms): each is the mean of the next and its shift.

        Omitted entries at the ends are below 1e-300, and e^{x/2} is at most 1e220 here.
        """
        if self._rows is None:
            base, row = _fair(self.times - self.terms)
            rows = np.zeros((self.terms + 1, len(row) + self.terms))
            rows[self.terms, : len(row)] = row
            for n in range(self.terms - 1, -1, -1):
                rows[n, 1:] = 0.5 * (rows[n + 1, 1:] + rows[n + 1, :-1])
                rows[n, 0] = 0.5 * rows[n + 1, 0]
            self._rows = base, rows
        return self._rows

    def _sum(self, x: Array, steep: bool) -> Pair:
        """(lower, upper) of F over nu^k at x >= -k epsilon."""
        e, k = self.shift, self.times
        cells = np.clip(np.floor((x + k * e) / (2.0 * e)), 0.0, float(k)).astype(np.int64)
        low, high = np.zeros_like(x), np.zeros_like(x)
        for cell in np.unique(cells[cells < k]):
            rows = cells == cell
            low[rows], high[rows] = self._cell(int(cell), steep).read(x[rows], e, steep)
        margin = (8.0 * k + 16.0 * self.terms + 256.0) * UNIT
        return low * (1.0 - margin), high * (1.0 + margin)

    def _rest(self) -> float:
        """The probability, under P and Q, of more than `terms` non-atomic releases: the truncation error of sums."""
        if self.terms == self.times:
            return 0.0
        p, share = -0.5 * math.expm1(-self.shift), (self.terms + 1) / self.times
        if share <= p:
            return 1.0
        rest = (1.0 - share) * math.log((1.0 - share) / (1.0 - p)) if share < 1.0 else 0.0
        return math.exp(-self.times * (share * math.log(share / p) + rest))


@final
@dataclass(frozen=True, slots=True, eq=False)
class Cell:
    """near cosh(w/2) + slope sinh(w/2) or near e^{-w/2}, w = right - x, and splines; `lost` is the error of those."""

    left: float
    near: float
    slope: float
    inner: Array
    lost: float

    def read(self, x: Array, shift: float, steep: bool) -> Pair:
        """(lower, upper) at x in this cell."""
        v = np.clip(x - self.left, 0.0, 2.0 * shift)
        half = 0.5 * (2.0 * shift - v)
        outer = self.near * np.cosh(half) + self.slope * np.sinh(half) if steep else self.near * np.exp(-half)
        inner = np.polynomial.legendre.legvander(v / shift - 1.0, POINTS - 1) @ self.inner
        return outer + np.maximum(inner - self.lost, 0.0), outer + np.maximum(inner, 0.0) + self.lost


def _fair(times: int) -> tuple[int, Array]:
    """(first j, C(times, j) / 2^times) without entries that underflow."""
    if times == 0:
        return 0, np.ones(1)
    at, weight, _ = binomial(0.0, times, unit=True)
    return round(0.5 * (float(at[0]) + times)), weight
