r"""Rows and sums of several columns as one vector, with its sensitivity in closed form.

Column j has the grid integer y in 0..U_j and z = 2y - U_j, so t = z / U_j lies in [-1, 1]. The moments are n = sum 1
and T_j = sum t_j. A row lies in a box: each value is clamped to its column's own bounds. All coordinates below are
affine in the row, so every norm is largest at corners of the box, and differences at opposite corners.

Price in mu       (n, z_1, ..., z_d), one elliptical Gaussian release with standard deviations s_n and U_j s.
                  One row: mu^2 = 1/s_n^2 + d/s^2. Rows in place of each other: mu^2 = 4d/s^2.
Price in epsilon  each column multiplied by a whole number such that |z_j| <= L, rounded down by at most 1/4096.
                  Apart: (a L n, z_1, ..., z_d). One row: (a + d) L; rows in place of each other: 2 d L.
                  Two-sided: (L + z_j)/2 and (L - z_j)/2 for each column, without n. One row: d L; in place: 2 d L.

Several rows a unit, groups and rows left out follow as `dpcore.sensitivity.additive` says. Under replace without groups
a change of i rows into j has the L1 norm |i - j| a + (i + j) d, at most 2 d max_rows for a <= d. So a = d costs nothing
there. Otherwise the noise of T_j and n has the variances 2 (a + d)^2 and 2 (a + d)^2 / a^2 against 4 d^2 and 4 d.
Weighted by `_SPLIT` for the error of a mean, a = (d/4)^(1/3) is best, and better than two-sided sums from 4 columns on.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

Vector = tuple[int, ...]

BITS = 20
"""Grids have at most 2**BITS steps, so that the columns of a release in epsilon can be given nearly equal norms."""
_BLOCK = 2**32
_FINE = 64  # a is a multiple of 1/64, the same on every machine
_APART = 4  # columns from which the rows are counted apart
_SPLIT = 0.25  # the squared mean, relative to half of the range, for which the split of noise is optimised


@final
@dataclass(frozen=True)
class Sums:
    """What is released of a row, and how the moments follow from it.

    vertices: two opposite corners of the box; their norms and that of their difference are the largest. In a ball, its
    ends along the axes (`dpcore.queries.sums.ball`), with the differences of opposite ends.
    matrix: coordinates from the measures (rows, sums of y). model: coordinates from the moments (n, T_1, ..., T_d).
    weights: how Gaussian noise is split.
    """

    vertices: tuple[Vector, ...]
    matrix: tuple[Vector, ...]
    model: Floats
    weights: tuple[float, ...]
    differences: tuple[Vector, ...] | None = None

    def moments(self, noisy: Floats, variances: Floats) -> tuple[Floats, Floats]:
        """The moments of noisy coordinates of shape (coordinates, cells), and their covariance, by least squares.

        variances: of each coordinate's noise; 0 for a public one.
        """
        if self.model.shape[0] == self.model.shape[1]:
            inverse = np.linalg.inv(self.model)
        else:
            inverse = np.linalg.pinv(self.model)  # all coordinates have the same variance
        return inverse @ noisy, inverse @ np.diag(variances) @ inverse.T


def for_mu(steps: Vector) -> Sums:
    """The vector for a price in mu."""
    size = 1 + len(steps)
    matrix = (_row(size, {0: 1}), *(_row(size, {0: -u, 1 + j: 2}) for j, u in enumerate(steps)))
    model = np.diag([1.0, *map(float, steps)])
    weights = (_SPLIT * len(steps), *(1.0 / u**2 for u in steps))
    return Sums(((1, *steps), (1, *(-u for u in steps))), matrix, model, weights)


def for_epsilon(steps: Vector, rows_public: bool, swapped: bool) -> Sums:
    """The vector for a price in epsilon. swapped: under replace, without groups."""
    count = len(steps)
    if rows_public:
        return _apart(steps, 1)
    if swapped:
        return _apart(steps, count * _BLOCK)
    if count >= _APART:
        return _apart(steps, round(_FINE * (count / 4) ** (1 / 3)) * (_BLOCK // _FINE))
    return _two_sided(steps)


def _apart(steps: Vector, rows: int) -> Sums:
    """The number of rows times `rows`, and each column."""
    times = [_BLOCK // u for u in steps]
    ends = tuple(factor * u for factor, u in zip(times, steps, strict=True))
    size = 1 + len(steps)
    matrix = [_row(size, {0: rows})]
    matrix += [
        _row(size, {0: -end, 1 + j: 2 * factor}) for j, (end, factor) in enumerate(zip(ends, times, strict=True))
    ]
    model = np.diag([float(rows), *map(float, ends)])
    return Sums(((rows, *ends), (rows, *(-end for end in ends))), tuple(matrix), model, (1.0,) * size)


def _two_sided(steps: Vector) -> Sums:
    """The sums of y and of U - y for each column."""
    size, matrix, model = 1 + len(steps), list[Vector](), list[list[float]]()
    low, high = list[int](), list[int]()
    for j, u in enumerate(steps):
        factor = _BLOCK // u
        end = factor * u
        matrix += [_row(size, {0: end, 1 + j: -factor}), _row(size, {1 + j: factor})]
        for sign in (-0.5, 0.5):
            line = [0.0] * size
            line[0], line[1 + j] = 0.5 * end, sign * end
            model.append(line)
        low += [end, 0]
        high += [0, end]
    return Sums((tuple(low), tuple(high)), tuple(matrix), np.array(model), (1.0,) * len(matrix))


def _row(size: int, entries: dict[int, int]) -> Vector:
    return tuple(entries.get(place, 0) for place in range(size))
