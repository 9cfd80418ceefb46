r"""The Fourier coordinates of the rows' places in a plane: the factor that releases a function of two columns.

A row in the cell with centre (u, v), in boxes, contributes for each pair of frequencies (j, k) with weight w_jk

    w_jk times the products of  cos(2 pi j u / p), sin(2 pi j u / p)  and  cos(2 pi k v / q), sin(2 pi k v / q),

one product where j = k = 0, two where one of them is 0, else four. Their squares add up to w_jk^2, so that all squares
add up to the sum of w_jk^2 wherever the row lies. Noise of one size on all coordinates is a Gaussian process on a torus
(Hall, Rinaldo & Wasserman 2013); `dpcore.statistic.waves.fourier` is the same along one column, with the same circles.

* scale-free: w_jk^2 proportional to 1 / (j^2 + k^2 + 9), j^2 + k^2 at most radius^2.
* at bandwidths h, g (in boxes): w_jk^2 proportional to the spectrum of the product of two Gaussian kernels.

**Integers.** Cosines and sines are in units of 2^-20, rounded toward zero; w_jk is an integer. A coordinate is w_jk
times a product of two such integers: a sum of rows is the integer matrix A' H B of the counts H, times w_jk. So an
entry has the sign of the real entry that it approximates and is not larger in size, and

* |t|^2 <= 2^80 sum w_jk^2, for c^2 + s^2 <= 2^40 in each cell, which is checked in integers;
* an entry is off by less than w_jk (2^20 + 2^20), so that a column is off by less than 2^22 sqrt(sum w_jk^2), and the
  distance of two columns is at most that of the real columns plus this rounding, as for one column of the table.

Finally sums are divided by 2^16 and rounded down, so that noise on them can be drawn fast. All norms are stated in
these units, without the rounding; `Projection` adds less than 1 in each coordinate for it.
"""

from __future__ import annotations

import hashlib
import math
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, final

import numpy as np

from dpcore.noise import ball
from dpcore.number import whole
from dpcore.statistic.waves import circle
from dpcore.statistic.waves.factor_matrix import Factor, farthest_l1

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Integers = NDArray[Any]

RADIUS = 100
"""The largest frequency of scale-free noise, unless there are many groups."""
FINEST, WIDEST = Fraction(1, 80), 10
"""The finest and the widest bandwidth, in boxes: the finest one has about 40,000 coordinates."""
NORM = 12
"""The weights' norm is 2^NORM."""
MOST_SIDE = 256
"""The largest number of cells along a column."""

_BITS = 20  # of a cosine
_SHIFT = 16
_LIMB = 31
_FEW = 10**6  # entries of all pairs of columns that are compared one by one


@final
@dataclass(frozen=True, slots=True)
class Plane(Factor):
    """The weighted coordinates for sizes[0] times sizes[1] cells, the second changing fastest (see the module).

    bandwidths: those of the noise's Gaussian kernel along each column, in boxes; None for scale-free noise.
    radius: the largest frequency of scale-free noise.
    """

    by_limbs: ClassVar[bool] = True
    rounds: ClassVar[bool] = True

    sizes: tuple[int, int]
    bandwidths: tuple[Fraction, Fraction] | None = None
    radius: int = RADIUS

    def __post_init__(self) -> None:
        for size in self.sizes:
            whole(size, "`sizes` of `Plane`", low=1, high=MOST_SIDE)
        whole(self.radius, "`radius` of `Plane`", low=1, high=RADIUS)

    @property
    def cells(self) -> int:
        """The number of cells."""
        return self.sizes[0] * self.sizes[1]

    @property
    def circles(self) -> tuple[int, int]:
        """2 p and 2 q, multiples of 4: the lengths of the circles in half boxes."""
        if self.bandwidths is None:
            return 4, 4
        one, other = (4 * max(1, math.ceil((1 + circle.REACH * width) / 2)) for width in self.bandwidths)
        return one, other

    @property
    def weights(self) -> Integers:
        """w_jk, shape (J + 1, K + 1), int64; 0 where a frequency is not released."""
        return _weights(self)

    @property
    def coordinates(self) -> int:
        """The number of products."""
        return sum(int(np.count_nonzero(mask)) for mask in masks(self.weights))

    @property
    def largest(self) -> int:
        """An upper bound of the size of an entry."""
        return int(self.weights.max()) << 2 * _BITS - _SHIFT

    @property
    def squared_norm(self) -> int:
        """An upper bound of the squared norm of a column of integers."""
        return int(np.square(self.weights).sum()) << 4 * _BITS - 2 * _SHIFT

    @property
    def l1_norm(self) -> int:
        """An upper bound of the L1 norm of a column of integers."""
        return _l1_norm(self)

    @property
    def overlap(self) -> int:
        """A lower bound of the inner product of two columns, by Cauchy and Schwarz."""
        return -self.squared_norm if self.cells > 1 else 0

    @property
    def digest(self) -> str:
        """SHA-256 of the sizes, the circles, the weights and the cosines: the same on every machine."""
        return _digest(self)

    def squared_distance(self, rows: int, others: int, count: int = 1, value: int = 0) -> int:
        """An upper bound over different cells, from the kernel; see `Factor.squared_distance`.

        >>> factor = Plane((8, 8))
        >>> round(factor.squared_distance(1, 1) / factor.squared_norm, 2)
        1.98
        """
        squares = int(np.square(self.weights).sum())
        rounded = math.sqrt(squares) * 2.0 ** (_BITS + 2 - _SHIFT)
        kernel = circle.Bounds(self.squared_norm, _least(self), rounded, self.squared_norm)
        return circle.distance(rows, others, count, value, kernel)

    def l1_distance(self, rows: int, others: int, count: int = 1, value: int = 0) -> int:
        """An upper bound of the L1 distance over different cells; from all pairs in a small table."""
        if self.cells**2 * self.coordinates > _FEW:
            return (count + value) * (rows + others) * self.l1_norm
        columns = self.products(np.eye(self.cells, dtype=np.int64))
        return (farthest_l1(columns, rows, others, count, value) >> _SHIFT) + 1

    def apply(self, counts: Integers) -> Integers:
        """T h for each row h, divided by 2^16 and rounded down, as Python integers."""
        return np.asarray(self.products(counts) >> _SHIFT)

    def products(self, counts: Integers) -> Integers:
        """T h for each row h. Two limbs keep every sum within 64 bits, for up to 2^42 rows."""
        one, other = (np.ascontiguousarray(_waves(self, axis).T) for axis in (0, 1))
        found = []
        for row in counts.astype(np.int64):
            half = _along(one, np.ascontiguousarray(row.reshape(self.sizes).T))
            low, high = _along(half & (1 << _LIMB) - 1, other), _along(half >> _LIMB, other)
            found.append(_flat(self, low.astype(object) + (high.astype(object) << _LIMB)))
        return np.array(found, dtype=object)


def _along(left: Integers, right: Integers) -> Integers:
    """left @ right.T; products of integers take half as long along the rows of both."""
    product: Integers = np.einsum("ab,cb->ac", left, right)
    return product


def masks(weights: Integers) -> list[NDArray[np.bool_]]:
    """Where the products cos cos, sin cos, cos sin and sin sin are released, in this order; shape (J + 1, K + 1)."""
    there = weights > 0
    first, second = np.ones_like(there), np.ones_like(there)
    first[0, :] = second[:, 0] = False
    return [there, there & first, there & second, there & first & second]


def matrices(weights: Integers, coordinates: NDArray[np.float64]) -> list[NDArray[np.float64]]:
    """The coordinates of one group as matrices of the four products, divided by their weights and UNIT; 0 elsewhere."""
    found, start = [], 0
    for mask in masks(weights):
        matrix, size = np.zeros(weights.shape), int(np.count_nonzero(mask))
        matrix[mask] = coordinates[start : start + size] / (weights[mask] * UNIT)
        found.append(matrix)
        start += size
    return found


RESOLUTION = 2 * _BITS + NORM
"""The norm of a column of `Plane.products` is at most 2^RESOLUTION."""
UNIT = 2.0 ** (2 * _BITS - _SHIFT)
"""A product of 1 and 1 with weight 1, in coordinates."""


def _flat(factor: Plane, products: Integers) -> Integers:
    """The coordinates of one group from the products of all waves, shape (1 + 2 J, 1 + 2 K)."""
    j, k = (size - 1 for size in factor.weights.shape)
    none = np.zeros(1, dtype=np.int64)
    rows = [np.arange(j + 1), np.concatenate([none, j + np.arange(1, j + 1)])]
    columns = [np.arange(k + 1), np.concatenate([none, k + np.arange(1, k + 1)])]
    weights, flat = factor.weights.astype(object), []
    for place, mask in enumerate(masks(factor.weights)):
        chosen = products[np.ix_(rows[place % 2], columns[place // 2])]
        flat.append((weights * chosen)[mask])
    return np.concatenate(flat)


@lru_cache(maxsize=32)
def _weights(factor: Plane) -> Integers:
    """The weights, rounded toward zero, so that their squares add up to at most 2^24."""
    if factor.bandwidths is None:
        j, k = (np.arange(min(factor.radius, size) + 1).astype(object) for size in factor.sizes)
        squares = j[:, None] ** 2 + k[None, :] ** 2
        there = squares <= factor.radius**2
        total = sum(-(-(2**64) // (int(square) + 9)) for square in squares[there])
        weights = np.zeros(squares.shape, dtype=np.int64)
        weights[there] = [math.isqrt(2 ** (64 + 2 * NORM) // ((int(square) + 9) * total)) for square in squares[there]]
    else:
        axes = [_spectrum(width, around) for width, around in zip(factor.bandwidths, factor.circles, strict=True)]
        with ball.precision(circle.PRECISION):
            scaled = [[(first * other * 2**NORM).lower().floor() for other in axes[1]] for first in axes[0]]
            weights = np.array([[max(0, int(entry.unique_fmpz())) for entry in row] for row in scaled], dtype=np.int64)
    weights = weights[weights.any(axis=1)][:, weights.any(axis=0)]
    weights.setflags(write=False)
    return weights


def _spectrum(width: Fraction, around: int) -> list[Any]:
    """The roots of the spectrum of a Gaussian kernel of norm 1, as balls, without the negligible ones."""
    from flint import arb

    with ball.precision(circle.PRECISION):
        angle = ball.rational(2 * width / around) * arb.pi()
        most = math.ceil(6 / float(2 * math.pi * width / around)) + 1
        squares = [(-2 * (angle * j) ** 2).exp() * (2 if j else 1) for j in range(most + 1)]
        scale: Any = 1 / sum(squares, arb(0)).sqrt()
        return [scale * square.sqrt() for square in squares]


@lru_cache(maxsize=32)
def _axis(cells: int, around: int, frequencies: int) -> Integers:
    """1, cosines and sines of each cell in units of 2^-20, shape (cells, 1 + 2 J), int64."""
    parts = cells * around
    values = circle.cosines(cells, parts, frequencies) >> circle.BITS - _BITS
    table = np.empty((cells, 1 + 2 * frequencies), dtype=np.int64)
    table[:, 0] = 1 << _BITS
    angles = circle.places(cells, frequencies)
    for start, turned in ((1, angles), (1 + frequencies, angles - parts // 4)):
        quarter, negative = circle.folded(turned, parts)
        table[:, start : start + frequencies] = np.where(negative, -values[quarter], values[quarter])
    squares = np.square(table[:, 1 : 1 + frequencies]) + np.square(table[:, 1 + frequencies :])
    if squares.size and int(squares.max()) > 1 << 2 * _BITS:
        raise ArithmeticError("A cosine and its sine are longer than 1.")
    table.setflags(write=False)
    return table


def _waves(factor: Plane, axis: int) -> Integers:
    """1, cosines and sines along one column, shape (cells, 1 + 2 J)."""
    return _axis(factor.sizes[axis], factor.circles[axis], factor.weights.shape[axis] - 1)


@lru_cache(maxsize=32)
def _l1_norm(factor: Plane) -> int:
    """The largest sum of w_jk (|c_j| + |s_j|) (|c_k| + |s_k|), with a margin for errors of doubles."""
    sides = []
    for axis in (0, 1):
        waves, most = np.abs(_waves(factor, axis)).astype(np.float64), factor.weights.shape[axis] - 1
        sides.append(np.concatenate([waves[:, :1], waves[:, 1 : 1 + most] + waves[:, 1 + most :]], axis=1))
    largest = float((sides[0] @ factor.weights @ sides[1].T).max())
    return math.ceil(largest * (1 + 2.0**-36) / 2.0**_SHIFT)


@lru_cache(maxsize=32)
def _least(factor: Plane) -> int:
    """A lower bound of k over all distances of two different cells."""
    squares = np.square(factor.weights.astype(np.float64))
    sides = []
    for axis in (0, 1):
        far, most = np.arange(factor.sizes[axis]), factor.weights.shape[axis]
        angles = 2 * math.pi * 2 / (factor.sizes[axis] * factor.circles[axis])
        sides.append(np.cos(angles * np.outer(far, np.arange(most))))
    kernel = sides[0] @ squares @ sides[1].T
    kernel[0, 0] = np.inf
    least = float(kernel.min()) if kernel.size > 1 else 0.0
    return circle.below(least * 2.0**32, float(squares.sum()) * 2.0**32) << 4 * _BITS - 2 * _SHIFT - 32


@lru_cache(maxsize=32)
def _digest(factor: Plane) -> str:
    """SHA-256 of all integers that define T."""
    digest = hashlib.sha256(f"{factor.sizes} {factor.circles} {factor.weights.shape}".encode())
    for table in (factor.weights, _waves(factor, 0), _waves(factor, 1)):
        digest.update(np.ascontiguousarray(table, dtype="<i8").tobytes())
    return digest.hexdigest()
