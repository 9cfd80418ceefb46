r"""Rows, sums and second moments of several columns as one vector, with its sensitivity in closed form.

Column j has the grid integer y in 0..U_j and z = 2y - U_j, so t = z / U_j lies in [-1, 1]. A row lies in a box whose
corners have |t_j| = 1 in each of the d columns. The moments are n, T_j = sum t_j, Q_j = sum t_j^2, O_jk = sum t_j t_k.

Price in mu: (n, z_j, 2 z_j^2 - U_j^2, z_j z_k), with noise of standard deviation s_n, U_j s, 2 U_j^2 g and
U_j U_k g / sqrt(2). So the noise of O_jk is 1/sqrt(2) of the own noise of Q_j, as in a symmetric random matrix.

* One row: no coordinate is larger than at a corner, so mu^2 = 1/s_n^2 + d/s^2 + (d^2 - 3d/4)/g^2.
* Rows x and y in place of each other: mu^2 = |x - y|^2 / s^2 + |x x' - y y'|^2 / g^2 (Frobenius norm). With x = a + b
  and y = a - b, x x' - y y' = 2 (a b' + b a'), so mu^2 is convex in b for fixed a and in a for fixed b. Hence each
  |a_j| + |b_j| = 1 at the maximum. The signs of all a_j b_j agree there, so that x can be taken as the corner 1.
  Then |1 - y|^2 / s^2 + (|y|^4 - 2 (1'y)^2 + d^2) / g^2 grows with |y|^2 for a fixed sum of y, so that at most one y_j
  is not at an end. In this y_j, if any other is at an end, the second derivative is at least
  48 (1 - 2q)^2 / g^2 >= 0, q = (1 - y_j) / 2. So for d >= 2 the maximum is at two corners that differ in h columns:
  4h/s^2 + 8h(d - h)/g^2, largest over h.

Price in epsilon: for each column the three Bernstein sums (U-y)^2, 2y(U-y), y^2, and z_j z_k for each pair, multiplied
by whole numbers such that each of these d + d(d-1)/2 blocks has an L1 norm of at most the same L.

* One row: the norm of a Bernstein block is constant, that of z_j z_k largest at a corner: d(d+1)/2 L.
* Rows in place of each other, with a and b as above: a Bernstein block differs by 2 L |b_j| (1 + |a_j|), a product by
  2 L |a_j b_k + b_j a_k|, which are convex in a and in b. With b_j = q_j = 1 - a_j this is 2 L S (d + 1 - S) with
  S = sum q_j, at most L (d+1)^2 / 2.

Several rows a unit, groups and rows left out follow as `dpcore.sensitivity.additive` says.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, final

import numpy as np

from dpcore.table.aggregate import Grid, Measure, Product, Rows, Squares, Total

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

Vector = tuple[int, ...]

GRAM_BITS = 12
"""Grids have at most 2**GRAM_BITS steps, so that noise on products can be drawn fast."""
_BLOCK = 2**32  # the L1 norm of a block; factors of products are rounded down, by at most 1/256


@final
@dataclass(frozen=True)
class Design:
    """What is released of a row, and how the moments follow from it.

    vertex, differences: what `Contribution` needs, up to signs and orders of columns, which change no norm.
    matrix: coordinates from the measures of `measures`. model: coordinates from the moments (n, T_j, Q_j, O_jk).
    """

    vertex: Vector
    differences: tuple[Vector, ...]
    matrix: tuple[Vector, ...]
    model: Floats

    def moments(self, noisy: Floats, variances: Floats) -> tuple[Floats, Floats]:
        """The moments of noisy coordinates of shape (coordinates, cells), and their covariance: least squares.

        variances: of each coordinate's noise; 0 for a public one.
        """
        if self.model.shape[0] == self.model.shape[1]:
            inverse = np.linalg.inv(self.model)
            return inverse @ noisy, inverse @ np.diag(variances) @ inverse.T
        size = self.model.shape[1]
        known = 0 if variances[0] else 1  # the number of rows comes first where it is public
        scale = 1.0 / np.sqrt(variances[known:])
        model = self.model[known:, known:] * scale[:, None]
        rest = noisy[known:] - self.model[known:, :known] @ noisy[:known]
        covariance = np.zeros((size, size))
        covariance[known:, known:] = np.linalg.inv(model.T @ model)
        found = covariance[known:, known:] @ (model.T @ (rest * scale[:, None]))
        return np.concatenate([noisy[:known], found]), covariance


def pairs(columns: int) -> list[tuple[int, int]]:
    """The pairs of different columns, in the order of their products."""
    return list(combinations(range(columns), 2))


def measures(grids: tuple[Grid, ...]) -> tuple[Measure, ...]:
    """Rows, sums, sums of squares and sums of products, all from one scan."""
    products = (Product(grids[j], grids[k]) for j, k in pairs(len(grids)))
    return (Rows(), *map(Total, grids), *map(Squares, grids), *products)


def for_mu(steps: tuple[int, ...]) -> Design:
    """The vector for a price in mu."""
    columns, couples = range(len(steps)), pairs(len(steps))
    size = 1 + 2 * len(steps) + len(couples)
    matrix = [_row(size, {0: 1})]
    matrix += [_row(size, {0: -steps[j], 1 + j: 2}) for j in columns]
    matrix += [_row(size, {0: u * u, 1 + j: -8 * u, 1 + len(steps) + j: 8}) for j, u in enumerate(steps)]
    matrix += [_product(steps, size, place, 1) for place in range(len(couples))]
    corner = _coordinates(steps, steps)
    others = [tuple(-u if j < flipped else u for j, u in enumerate(steps)) for flipped in range(1, len(steps) + 1)]
    others.append(tuple(u % 2 for u in steps))  # changes the squares, which corners do not
    differences = tuple(_minus(corner, _coordinates(other, steps)) for other in others)
    model = np.zeros((size, size))
    model[0, 0] = 1.0
    for place in range(1, size):
        model[place, place] = corner[place]
    for j in columns:
        square = 1 + len(steps) + j
        model[square, square], model[square, 0] = 2.0 * steps[j] ** 2, -1.0 * steps[j] ** 2
    return Design(corner, differences, tuple(matrix), model)


def for_epsilon(steps: tuple[int, ...], rows_public: bool) -> Design:
    """The vector for a price in epsilon. rows_public: the number of rows comes first, without noise."""
    couples, count = pairs(len(steps)), len(steps)
    size = 1 + 2 * count + len(couples)
    matrix, model, corner = [], [], list[int]()
    if rows_public:
        matrix, model, corner = [_row(size, {0: 1})], [_reals(size, {0: 1.0})], [1]
    for j, u in enumerate(steps):
        times, total, square = _BLOCK // u**2, 1 + j, 1 + count + j
        matrix.append(_row(size, {0: times * u * u, total: -2 * times * u, square: times}))
        matrix.append(_row(size, {total: 2 * times * u, square: -2 * times}))
        matrix.append(_row(size, {square: times}))
        norm = float(times * u * u)
        model.append(_reals(size, {0: norm / 4, total: -norm / 2, square: norm / 4}))
        model.append(_reals(size, {0: norm / 2, square: -norm / 2}))
        model.append(_reals(size, {0: norm / 4, total: norm / 2, square: norm / 4}))
        corner += [0, 0, times * u * u]
    for place, (j, k) in enumerate(couples):
        norm = _BLOCK // (steps[j] * steps[k]) * steps[j] * steps[k]
        matrix.append(_product(steps, size, place, _BLOCK // (steps[j] * steps[k])))
        model.append(_reals(size, {1 + 2 * count + place: float(norm)}))
        corner.append(norm)
    return Design(tuple(corner), (_spread(count, len(corner), rows_public),), tuple(matrix), np.array(model))


def relative(columns: int, weights: tuple[float, float, float]) -> tuple[float, float, float]:
    """The variances s_n^2, s^2 and g^2, up to a factor, that minimise the weighted sum for one row more or less."""
    shares = (1.0, float(columns), columns**2 - 0.75 * columns)
    rows, sums, squares = (math.sqrt(share / weight) for share, weight in zip(shares, weights, strict=True))
    return rows, sums, squares


def _coordinates(z: Vector, steps: Vector) -> Vector:
    """The coordinates of a row for a price in mu."""
    squares = (2 * v * v - u * u for v, u in zip(z, steps, strict=True))
    return (1, *z, *squares, *(z[j] * z[k] for j, k in pairs(len(z))))


def _spread(columns: int, size: int, rows_public: bool) -> Vector:
    """A vector with the L1 norm of the largest difference; 0 in the number of rows, which does not change."""
    total, count = _BLOCK * (columns + 1) ** 2 // 2, size - rows_public
    share = total // count
    return (*(0,) * rows_public, total - share * (count - 1), *(share,) * (count - 1))


def _product(steps: tuple[int, ...], size: int, place: int, times: int) -> Vector:
    """times * z_j z_k from the measures."""
    (j, k), count = pairs(len(steps))[place], len(steps)
    u, v = times * steps[j], steps[k]
    entries = {0: u * v, 1 + j: -2 * times * v, 1 + k: -2 * u, 1 + 2 * count + place: 4 * times}
    return _row(size, entries)


def _minus(one: Vector, other: Vector) -> Vector:
    return tuple(a - b for a, b in zip(one, other, strict=True))


def _row(size: int, entries: dict[int, int]) -> Vector:
    return tuple(entries.get(place, 0) for place in range(size))


def _reals(size: int, entries: dict[int, float]) -> list[float]:
    return [entries.get(place, 0.0) for place in range(size)]
