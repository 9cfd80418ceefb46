r"""delta of k equal Laplace releases near a root, for many k: the exact sum of `equal_laplace` on one cell.

On the cell [x_c, x_c + 2 epsilon] that sum is e^{(x_c + v - k epsilon)/2} (p(v) + a cosh(v/2) - b sinh(v/2)), with p of
degree 19 from the splines with knots on both sides of the cell, and a >= b > 0 from the splines beyond the cell. The
binomial rows of k releases follow from those of k - 1.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import final

import numpy as np
from numpy.typing import NDArray

from dpcore.special import ndtri
from dpcore.tradeoff.argument import UNIT
from dpcore.tradeoff.curve import Array, Pair
from dpcore.tradeoff.exact import equal_laplace, spline_table
from dpcore.tradeoff.family.laplace import Laplace

Counts = NDArray[np.int64]

# Relative truncation error of a sum.
_LEFT_OUT = 1e-13
# Rounding of the last product and exponential, down and up; signs of Legendre's polynomials at -1.
_LESS, _MORE = 1.0 - 64.0 * UNIT, 1.0 + 64.0 * UNIT
_SIGNS = (-1.0) ** np.arange(20)


@final
@dataclass(frozen=True, slots=True, eq=False)
class GrowthCells:
    """For each k: the cell of its root, on which the sum over all atoms and splines is a single formula."""

    shift: float
    times: Array
    left: Array
    inner: Array
    rise: Array
    fall: Array
    lost: Array
    rest: float

    def delta(self, x: Array) -> Pair:
        """Bounds of delta_k(x_k) for each k; for x_k outside its cell, the value at the nearer end bounds one side."""
        slack = 64.0 * UNIT * self.times * self.shift
        low, high = self._value(x + slack)[0], self._value(x - slack)[1]
        beyond, before = x + slack > self.left + 2.0 * self.shift, x - slack < self.left
        low = np.where(beyond, 0.0, low)
        high = np.where(before, 1.0, high)
        return np.clip(low, 0.0, 1.0), np.where(x >= self.times * self.shift * (1.0 + 4.0 * UNIT), 0.0, high)

    def _value(self, x: Array) -> Pair:
        v = np.clip(x - self.left, 0.0, 2.0 * self.shift)
        at, half = v / self.shift - 1.0, 0.5 * v
        powers = np.polynomial.legendre.legvander(at, self.inner.shape[1] - 1)
        first, second = self.rise * np.cosh(half), self.fall * np.sinh(half)
        value = np.einsum("ij,ij->i", self.inner, powers) + first - second
        error = self.lost * np.cosh(half)
        scale = np.exp(np.minimum(0.5 * (self.left + v - self.times * self.shift), 0.0))
        return (value - error) * scale * _LESS, (value + error) * scale * _MORE + self.rest

    def middle(self, x: Array) -> Array:
        """The midpoint of both bounds."""
        low, high = self._value(x)
        return 0.5 * (low + high)


def few_enough(shift: float, asked: Counts, delta: float) -> NDArray[np.bool_]:
    """Whether the tables cover these k."""
    return (_terms(shift, asked, delta) <= equal_laplace.MOST_TERMS) & (asked * shift <= equal_laplace.STEEPEST)


def _terms(shift: float, asked: Counts, delta: float) -> Counts:
    """The number of non-atomic releases in the sum: Chernoff's bound of a binomial law, p = (1-e^-shift)/2."""
    p, terms, n = -0.5 * math.expm1(-shift), [], 0
    wanted = math.log(_LEFT_OUT * delta)
    for k in asked.tolist():
        while n < k and _chernoff(n + 1, k, p) > wanted:
            n += 1
        terms.append(min(n, k))
    return np.array(terms)


def _chernoff(n: int, k: int, p: float) -> float:
    """The log of Chernoff's bound of P(Binomial(k, p) >= n)."""
    share = n / k
    if share <= p:
        return 0.0
    rest = (1.0 - share) * math.log((1.0 - share) / (1.0 - p)) if share < 1.0 else 0.0
    return -k * (share * math.log(share / p) + rest)


def _rows(last: int, pad: int) -> Iterator[tuple[int, Array]]:
    """(k, rows): row (N mod pad) is C(N, j) / 2^N at column pad + j, for the last `pad` numbers N."""
    rows = np.zeros((pad, last + 2 * pad + 2))
    rows[0, pad] = 1.0
    for k in range(1, last + 1):
        before, after = rows[(k - 1) % pad], rows[k % pad]
        np.add(before[1:], before[:-1], out=after[1:])
        after *= 0.5
        yield k, rows


@lru_cache(maxsize=4)
def _layout(shift: float, most: int) -> tuple[Array, Array, Counts, Counts]:
    """All tables, stacked: coefficients, the sum of their sizes, and n and cell of each row."""
    tables = spline_table.table_of(shift, most, True)
    number = np.repeat(np.arange(1, most + 1), [len(table) for table in tables])
    place = np.concatenate([np.arange(len(table)) for table in tables])
    table = np.concatenate(tables)
    return table, np.abs(table).sum(axis=1), number, place


def cells_of(curve: Laplace, asked: Counts, delta: float) -> GrowthCells:
    """For each k the cell where delta_k passes `delta`, starting from that of the previous k."""
    terms = _terms(curve.shift, asked, delta)
    most, step = max(int(terms.max()), 1), np.arange(1.0, asked[-1] + 1.0) * curve.shift
    waves = np.sinh(step), np.cosh(step)
    count = dict(zip(asked.tolist(), terms.tolist(), strict=True))
    passing: list[_Sum] = []
    for k, rows in _rows(int(asked[-1]), most + 1):
        if k not in count:
            continue
        before = passing[-1] if passing else None
        near = before.cell if before and before.times == k - 1 else _about(curve, k, delta)
        passing.append(_passing(_Frame(curve.shift, k, count[k], most, rows, waves), near, delta))
    return GrowthCells(
        curve.shift,
        asked.astype(np.float64),
        np.array([cell.left for cell in passing]),
        np.array([cell.inner for cell in passing]),
        np.array([cell.rise for cell in passing]),
        np.array([cell.fall for cell in passing]),
        np.array([cell.lost for cell in passing]),
        3.0 * _LEFT_OUT * delta,
    )


def _about(curve: Laplace, k: int, delta: float) -> int:
    """The cell of the root of the normal approximation."""
    moments = curve.moments()
    x = k * moments.kl - float(ndtri(delta)) * math.sqrt(k * (moments.kappa2 - moments.kl**2))
    return max(0, min(k - 1, math.floor(0.5 * (min(x / curve.shift, k) + k))))


@dataclass(frozen=True, slots=True, eq=False)
class _Sum:
    """delta_k on one cell, without its factor; `ends` are its values at both ends of it."""

    times: int
    cell: int
    left: float
    inner: Array
    rise: float
    fall: float
    lost: float
    ends: tuple[float, float]


@dataclass(frozen=True, slots=True, eq=False)
class _Frame:
    """The quantities that all cells of one k share."""

    shift: float
    times: int
    terms: int
    most: int
    rows: Array
    waves: Pair

    def sum(self, cell: int) -> _Sum:
        """The sum on a cell: atoms and splines beyond the cell by two hyperbolic sums, splines in it by the tables."""
        e, k, pad = self.shift, self.times, self.most + 1
        n = np.arange(self.terms + 1)
        share = np.concatenate(([1.0], np.cumprod((k - n[:-1]) / (n[:-1] + 1.0) * (0.5 * e))))
        mean = share * (math.sinh(0.5 * e) / (0.5 * e)) ** n
        beyond = self.rows[(k - n) % pad, pad + cell + 1 : pad + k + 1]
        sinh, cosh = (wave[: beyond.shape[1]] for wave in self.waves)
        odd, even = beyond @ sinh, beyond @ cosh
        back, forth = np.sinh(0.5 * n * e), np.cosh(0.5 * n * e)
        rise, fall = 2.0 * float(mean @ (odd * forth + even * back)), 2.0 * float(mean @ (even * forth + odd * back))
        length = self.terms * (self.terms + 1) // 2
        table, size, number, place = (part[:length] for part in _layout(e, self.most))
        weight = share[number] * self.rows[(k - number) % pad, pad + cell - place]
        inner = weight @ table
        left = (2.0 * cell - k) * e
        scale = math.exp(0.5 * (left - k * e))
        last = float(inner.sum()) + rise * math.cosh(e) - fall * math.sinh(e)
        ends = scale * (float(inner @ _SIGNS) + rise), scale * math.exp(e) * last
        lost = (16.0 * k * (1.0 + e) + 128.0 * self.terms + 512.0) * UNIT * (float(weight @ size) + rise + fall)
        return _Sum(k, cell, left, inner, rise, fall, lost, ends)


def _passing(frame: _Frame, cell: int, delta: float) -> _Sum:
    """The cell where delta_k crosses `delta`, searched from the given one; at least the cell of epsilon 0."""
    total, turned = frame.sum(cell), 0
    while True:
        if total.ends[1] > delta and cell < frame.times - 1:
            move = 1
        elif total.ends[0] < delta and total.left > 0.0:
            move = -1
        else:
            return total
        if move == -turned:
            return total
        cell, turned = cell + move, move
        total = frame.sum(cell)
