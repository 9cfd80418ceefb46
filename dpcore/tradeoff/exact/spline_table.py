"""Tables of the B-splines of equal Laplace releases: Legendre coefficients on cells, and their errors."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from dpcore.tradeoff.argument import UNIT
from dpcore.tradeoff.curve import Array

# 20 points: the interpolation error of F_n is at most 2^20 / (2^39 20!) of F's size nearby.
POINTS = 20
_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(POINTS)
Counts = NDArray[np.int64]


def _coefficients() -> Array:
    """The matrix from values at the points to Legendre coefficients."""
    table = np.polynomial.legendre.legvander(_NODES, POINTS - 1)
    return ((2.0 * np.arange(POINTS) + 1.0) / 2.0)[:, None] * (table * _WEIGHTS[:, None]).T


def _integral() -> Array:
    """The matrix from values at the points to integrals from a cell's left end to each point; a cell has width 1."""
    columns = []
    for k in range(POINTS):
        unit = np.zeros(POINTS)
        unit[k] = 1.0
        columns.append(0.5 * np.polynomial.legendre.legval(_NODES, np.polynomial.legendre.legint(unit, lbnd=-1)))
    return np.column_stack(columns) @ _coefficients()


_TO_COEFFICIENTS, _FROM_LEFT = _coefficients(), _integral()
# The nodes are symmetric: the integrals from each point to the cell's right end.
_TO_RIGHT = _FROM_LEFT[::-1, ::-1]
# Lebesgue constant of twenty Legendre points: the growth of errors by interpolation.
_LEBESGUE = 8.0
_AT_NODES = np.polynomial.legendre.legvander(_NODES, POINTS - 1).T


@lru_cache(maxsize=16)
def table_of(shift: float, terms: int, steep: bool) -> tuple[Array, ...]:
    """Legendre coefficients of F_1, F_2, ... on their cells; steep: for F_0(x) = 2 sinh(-x/2)."""
    mean = math.sinh(0.5 * shift) / (0.5 * shift)
    at = 0.5 * (1.0 + _NODES)
    values, rows = np.zeros((0, POINTS)), []
    for n in range(terms):
        # the cell to the left of all knots of F_n
        x = -(n + 2.0) * shift + 2.0 * shift * at
        first = mean**n * (2.0 * np.sinh(-0.5 * x) if steep else np.exp(0.5 * x))
        before = np.vstack((first, values))
        after = np.vstack((values, np.zeros(POINTS)))
        values = before @ _TO_RIGHT.T + after @ _FROM_LEFT.T
        rows.append(values @ _TO_COEFFICIENTS.T)
    return tuple(rows)


@lru_cache(maxsize=8)
def layout(shift: float, most: int, steep: bool) -> tuple[Array, Array, Counts, Counts]:
    """All tables, stacked: coefficients, error of the interpolated value, and n and cell of each row.

    On a cell the 20th derivative of F_n is at most e^-20 F_{n-20}, or (2/e)^{n-20} e^-20 2 F_0 for n < 20, up to 20 e
    away, and F_n <= mean^n e^{-+x/2}: the interpolation error of 20 Legendre points is 3.2e-24 of that. The step from
    F_n to F_{n+1} averages the errors of F_n, by the absolute values of its matrices, and adds its own rounding.
    """
    tables = table_of(shift, most, steep)
    number = np.repeat(np.arange(1, most + 1), [len(table) for table in tables])
    place = np.concatenate([np.arange(len(table)) for table in tables])
    mean, at, errors = math.sinh(0.5 * shift) / (0.5 * shift), 0.5 * (1.0 + _NODES), []
    right, left = np.abs(_TO_RIGHT).T, np.abs(_FROM_LEFT).T
    error, values = np.zeros((0, POINTS)), np.zeros((0, POINTS))
    for n, table in enumerate(tables, start=1):
        # F_{n-1}: on the cell before its first knot, then on its own cells
        x = (2.0 * np.arange(-1.0, n - 1.0) - (n - 1.0)) * shift
        first = mean ** (n - 1) * np.exp((-0.5 if steep else 0.5) * (x[0] + 2.0 * shift * at))
        size, spare = np.vstack((first, np.abs(values))), min(n - 1, 20) * shift
        top = -0.5 * (x - spare) if steep else 0.5 * (x + spare + 2.0 * shift)
        bent = 6.4e-24 * mean ** max(n - 21, 0) * (0.5 * shift) ** max(21 - n, 0) * np.exp(top)
        before = np.vstack((8.0 * UNIT * first, error)) + bent[:, None]
        after, last = np.vstack((before[1:], np.zeros(POINTS))), np.vstack((size[1:], np.zeros(POINTS)))
        error = (before + 24.0 * UNIT * size) @ right + (after + 24.0 * UNIT * last) @ left
        # the rounding error of the matrices
        error += 4.0 * UNIT * (size.sum(axis=1) + last.sum(axis=1))[:, None]
        values = table @ _AT_NODES
        errors.append(_LEBESGUE * error.max(axis=1) + 64.0 * UNIT * np.abs(table).sum(axis=1))
    return np.concatenate(tables), np.concatenate(errors), number, place
