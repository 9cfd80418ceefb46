r"""k equal Laplace releases: an exact finite sum of B-splines, every term of it positive.

X of one release has under Q the law e^{(x-e)/2} nu, nu = (d_e + d_-e)/2 + 1[-e,e] dx/4, and the tilt factors out of
sums: e^{(x-ke)/2} nu^k, where nu^k = sum_n C(k,n) (e/2)^n 2^{n-k} sum_j C(k-n,j) d_{(2j-k+n)e} * B_n with B_n the
density of n uniform numbers on [-e,e]. So with F_n = F_0 * B_n, F_0(x) = 2 sinh(-x/2) or e^{x/2} for x < 0,
    delta(x) = e^{(x-ke)/2} (F over nu^k),   alpha(x) = e^{-(x+ke)/2} (F over nu^k).
On cells of width 2e F_n is smooth and F_n+1 is the mean of F_n over one cell's width: tables of Legendre points.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import lru_cache
from typing import final

import numpy as np

from dpcore.tradeoff.atoms import binomial
from dpcore.tradeoff.contour import Contour
from dpcore.tradeoff.curve import Array, Pair
from dpcore.tradeoff.domain import UNIT
from dpcore.tradeoff.evidence import TwoSided
from dpcore.tradeoff.law import Law, Smooth

# Beyond this product of terms and epsilon e^{x/2} leaves the doubles.
MOST_TERMS, STEEPEST = 110, 400.0
# 20 points: the interpolation error of F_n is at most 2^20 / (2^39 20!) of F's size nearby.
_POINTS = 20
_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(_POINTS)
_FAINT = 1e-32


def _coefficients() -> Array:
    """From values at the points to Legendre coefficients."""
    table = np.polynomial.legendre.legvander(_NODES, _POINTS - 1)
    return ((2.0 * np.arange(_POINTS) + 1.0) / 2.0)[:, None] * (table * _WEIGHTS[:, None]).T


def _integral() -> Array:
    """From values at the points to the integrals from the cell's left end to each point; a cell has width 1."""
    columns = []
    for k in range(_POINTS):
        unit = np.zeros(_POINTS)
        unit[k] = 1.0
        columns.append(0.5 * np.polynomial.legendre.legval(_NODES, np.polynomial.legendre.legint(unit, lbnd=-1)))
    return np.column_stack(columns) @ _coefficients()


_TO_COEFFICIENTS, _FROM_LEFT = _coefficients(), _integral()


@lru_cache(maxsize=8)
def _tables(shift: float, terms: int) -> tuple[tuple[Array, ...], tuple[Array, ...]]:
    """Legendre coefficients of F_1, F_2, ... on their cells, for both F_0."""
    mean = math.sinh(0.5 * shift) / (0.5 * shift)
    at = 0.5 * (1.0 + _NODES)
    found: list[tuple[Array, ...]] = []
    for steep in (True, False):
        values, rows = np.zeros((0, _POINTS)), []
        for n in range(terms):
            # the cell to the left of all knots of F_n
            x = -(n + 2.0) * shift + 2.0 * shift * at
            known = mean**n * (2.0 * np.sinh(-0.5 * x) if steep else np.exp(0.5 * x))
            before = np.vstack((known, values))
            after = np.vstack((values, np.zeros(_POINTS)))
            whole = 0.5 * (before @ _WEIGHTS)
            values = whole[:, None] - before @ _FROM_LEFT.T + after @ _FROM_LEFT.T
            rows.append(values @ _TO_COEFFICIENTS.T)
        found.append(tuple(rows))
    return found[0], found[1]


def _depth(shift: float, terms: int) -> int:
    """The same tables for all numbers of releases, while they stay in range."""
    return MOST_TERMS if MOST_TERMS * shift <= 400.0 else terms


def terms_of(shift: float, times: int) -> int:
    """How many of the n matter: beyond, less than 1e-32 of the mass."""
    mean = math.sinh(0.5 * shift) / (0.5 * shift) if shift < 100.0 else 0.0
    n = np.arange(times + 1.0)
    if times <= MOST_TERMS:
        return times
    if shift <= 0.1 and times * math.log1p(0.5 * shift) > 24.5:
        # So little of the mass is atoms that a contour is faster.
        return times
    ratio = (times - n) / (n + 1.0) * 0.5 * shift * mean / math.cosh(min(0.5 * shift, 300.0))
    logs = np.concatenate(([times * (math.log(math.cosh(min(0.5 * shift, 300.0))) - 0.5 * shift)], np.zeros(times)))
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
    _rows: list[Array] = field(default_factory=list)

    def reach(self) -> tuple[float, float]:
        """k epsilon either way."""
        end = self.times * self.shift * (1.0 + 64.0 * UNIT)
        return -end, end

    def middle(self) -> tuple[float, float]:
        """From the cumulants."""
        _, slope, bend = TwoSided(np.array([self.shift]), np.array([float(self.times)])).cumulants(0.0)
        return slope, math.sqrt(bend)

    def guess(self, delta: float) -> float:
        """By the saddlepoint; by bisections where there is hardly one."""
        if self.times <= 20:
            low, high = 0.0, self.times * self.shift
            for _ in range(12):
                middle = 0.5 * (low + high)
                low, high = (middle, high) if self.delta(np.array([middle]))[0][0] > delta else (low, middle)
            return 0.5 * (low + high)
        parts = (TwoSided(np.array([self.shift]), np.array([float(self.times)])),)
        return Smooth(Contour(parts), self.reach()).guess(delta)

    def delta(self, x: Array) -> Pair:
        """Moved by its rounding."""
        slack = 32.0 * UNIT * self.times * self.shift
        scale = np.exp(np.minimum(0.5 * (x - self.times * self.shift), 0.0))
        low, high = self._sum(x + slack, True)[0] * scale, self._sum(x - slack, True)[1] * scale
        return np.clip(low, 0.0, 1.0), np.clip(high, 0.0, 1.0)

    def errors(self, x: Array) -> tuple[Pair, Pair]:
        """The pair is symmetric: beta(x) = alpha(-x)."""
        return self.alpha(x), self.alpha(-x)

    def alpha(self, x: Array) -> Pair:
        """P(X > x), moved by its rounding."""
        slack = 32.0 * UNIT * self.times * self.shift
        end = self.times * self.shift
        found = []
        for at, side in ((x + slack, 0), (x - slack, 1)):
            inside = np.clip(at, -end, end)
            value = self._sum(inside, False)[side] * np.exp(-0.5 * (inside + end))
            found.append(np.where(at >= end, 0.0, np.where(at < -end, 1.0, np.clip(value, 0.0, 1.0))))
        return found[0], found[1]

    def close(self) -> float:
        """An atom sits at every second multiple of epsilon: close enough to step over it."""
        return 128.0 * UNIT * self.times * self.shift

    def _binomials(self) -> list[Array]:
        """C(N, j) / 2^N for N = times - terms ... times: each row is the mean of the one before and its shift."""
        if not self._rows:
            row = _fair(self.times - self.terms)
            self._rows.append(row)
            for _ in range(self.terms):
                row = 0.5 * (np.append(row, 0.0) + np.append(0.0, row))
                self._rows.append(row)
        return self._rows

    def _sum(self, x: Array, steep: bool) -> Pair:
        low, high = np.empty_like(x), np.empty_like(x)
        for index, at in enumerate(x):
            low[index], high[index] = self._at(float(at), steep)
        return low, high

    def _at(self, x: float, steep: bool) -> tuple[float, float]:
        """The sum over n and j at one x."""
        e, k = self.shift, self.times
        place = (x + k * e) / (2.0 * e)
        cell = math.floor(place)
        if cell >= k:
            return 0.0, 0.0
        powers = np.polynomial.legendre.legvander(np.array([2.0 * (place - cell) - 1.0]), _POINTS - 1)[0]
        tables = _tables(e, _depth(e, self.terms))[0 if steep else 1]
        rows = self._binomials()
        mean, weight, total = math.sinh(0.5 * e) / (0.5 * e), 1.0, 0.0
        for n in range(self.terms + 1):
            row = rows[self.terms - n]
            beyond = np.arange(max(cell + 1, 0), k - n + 1)
            apart = (2.0 * beyond - (k - n)) * e - x
            shape = 2.0 * np.sinh(0.5 * apart) if steep else np.exp(-0.5 * apart)
            value = mean**n * float(row[max(cell + 1, 0) :] @ shape)
            if n:
                first, last = max(0, cell - (k - n)), min(n, cell + 1)
                if last > first:
                    inner = tables[n - 1][first:last] @ powers
                    value += float(row[cell - np.arange(first, last)] @ np.maximum(inner, 0.0))
            total += weight * value
            weight *= (k - n) / (n + 1.0) * 0.5 * e
        lost = (8.0 * k + 64.0 * self.terms + 256.0) * UNIT
        rest = 0.0 if self.terms == k else _FAINT * math.exp(0.5 * (k * e + abs(x)))
        return total * (1.0 - lost), total * (1.0 + lost) + rest


def _fair(times: int) -> Array:
    """C(times, j) / 2^times."""
    if times == 0:
        return np.ones(1)
    found = np.zeros(times + 1)
    at, weight, _ = binomial(0.0, times, unit=True)
    found[np.rint(0.5 * (at + times)).astype(int)] = weight
    return found
