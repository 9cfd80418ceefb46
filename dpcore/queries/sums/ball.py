r"""Rows and vectors of several columns, clipped to a ball, with their sensitivity in closed form.

A row with cells in d columns has the integer vector v of `dpcore.table.ball.Ball`: |v| <= R for every row, in integers.
T_j is the sum of v_j / UNIT, in units of half the range of column j, and n the number of rows. All norms below are for
one row (1, v), and for i rows of a unit in place of j, which change (n, v) by (i - j, x) with |x| <= (i + j) R.

Price in mu       (n, v_1, ..., v_d) with noise of standard deviations s_n and s. One row: mu^2 = 1/s_n^2 + R^2/s^2.
                  Rows in place of each other: mu^2 = 4 R^2/s^2. i for j: (i - j)^2/s_n^2 + (i + j)^2 R^2/s^2.
Price in epsilon  (c n, v_1, ..., v_d). As |x|_1 <= sqrt(d) |x|, one row has c + B with B = sqrt(d) R, rounded up. Rows
                  in place of each other: 2 B. i for j: |i - j| c + (i + j) B.

These are the norms of the rows (1, R e_j) and (1, -R e_j), the ends of the ball along its axes, with B in place of R
for a price in epsilon. So `dpcore.sensitivity.additive`, which takes the largest norm over such points and units, has
them exactly: both of its extremes, all rows of a unit at one end and replaced by rows at the opposite end, are here.

The split of the noise is the best for the sum of the squared errors of the means at a reference answer whose vector is
half as long as the radius: the error of a mean is s^2 + t_j^2 s_n^2, and the sum of t_j^2 is radius^2 / 4. In epsilon
the variances are proportional to (c + B)^2 and (c + B)^2 / c^2; with r = R / UNIT the best c is
UNIT r / (4 sqrt(d))^1/3. Where the number of rows does not matter (under replace, without groups, a change of i into j
rows costs at most 2 max_rows B for c <= B), c = B is free.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from dpcore.queries.sums.vector import Sums, Vector
from dpcore.table.aggregate import Grid
from dpcore.table.ball import UNIT, Ball

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_REFERENCE = 0.25  # the squared length of the reference answer, relative to the squared radius
_FINE = 4096  # c is a multiple of UNIT / 4096, the same on every machine


def ball(grids: tuple[Grid, ...], radius: float) -> Ball:
    """The ball of a radius in units of half a range, no larger than one that contains all rows."""
    most = math.isqrt(len(grids) * UNIT**2 - 1) + 1
    return Ball(grids, min(max(1, math.floor(radius * UNIT)), most))


def for_mu(region: Ball) -> Sums:
    """The vector for a price in mu."""
    columns = len(region.grids)
    relative = region.radius / UNIT
    weights = (_REFERENCE * relative**2, *[columns / UNIT**2] * columns)
    return _sums(region, 1, region.radius, weights)


def for_epsilon(region: Ball, rows_public: bool, swapped: bool) -> Sums:
    """The vector for a price in epsilon. swapped: under replace, without groups."""
    columns = len(region.grids)
    bound = math.isqrt(columns * region.squared - 1) + 1
    if rows_public:
        times = 1
    elif swapped:
        times = bound
    else:
        best = region.radius / UNIT / (4 * math.sqrt(columns)) ** (1 / 3)
        times = max(1, round(_FINE * best)) * (UNIT // _FINE)
    return _sums(region, times, bound, (1.0,) * (1 + columns))


def means(columns: int, radius: float) -> tuple[Floats, NDArray[np.bool_]]:
    """A grid of means of vectors in a ball, shape (1, means), and which of them are typical.

    The squared means of all columns add up to at most radius^2, so at least half of the columns have a mean of at most
    radius sqrt(2 / columns). The error is convex in the mean, so it is largest at an end.
    """
    most = min(1.0, radius)
    usual = min(most, radius * math.sqrt(2 / columns))
    grid = np.concatenate([np.linspace(-most, most, 33), [-usual, usual]])
    return grid[None, :], np.abs(grid) <= usual


def _sums(region: Ball, times: int, end: int, weights: tuple[float, ...]) -> Sums:
    """The number of rows, `times` it, and the sums of v; the ends of the ball are at `end`."""
    size = 1 + len(region.grids)
    places = range(1, size)
    vertices = tuple(_row(size, {0: times, place: side * end}) for place in places for side in (1, -1))
    differences = tuple(_row(size, {place: 2 * end}) for place in places)
    matrix = (_row(size, {0: times}), *(_row(size, {place: 1}) for place in places))
    model = np.diag([float(times), *[float(UNIT)] * (size - 1)])
    return Sums(vertices, matrix, model, weights, differences)


def _row(size: int, entries: dict[int, int]) -> Vector:
    return tuple(entries.get(place, 0) for place in range(size))
