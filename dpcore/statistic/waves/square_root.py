r"""The square root of the prefix sums, with normalised columns and integer entries: the factor for Gaussian noise.

The matrix A of prefix sums equals C C, where C is the lower-triangular Toeplitz matrix with coefficients
binom(2k, k) / 4^k. C h is released, with columns of C scaled to norm 1. At 1,024 cells the error of cumulative counts
is within 3 % of the smallest error of any factor matrix (C C: Fichtenberger, Henzinger & Upadhyay 2023; Henzinger,
Upadhyay & Upadhyay 2023).

**Integers.** T = C' diag(w), both rounded once, in integer arithmetic:

    c_k = round(2^11 binom(2k, k) / 4^k)               one sequence for all sizes
    w_j = floor(2^24 / |column j of C'|)               |.|^2 = sum of c_k^2 over k < cells - j

So every entry is a product of two stored integers, T h is one product of integer polynomials, and T^-1 is one division
of power series. Decoding uses the same integers; rounding costs 0.01 % of accuracy.

**Norm.** |t_j| = w_j |column j of C'| <= 2^24 because w_j is rounded down. The last column is c_0 w = 2^11 2^13 = 2^24.

**Overlap.** For a < b, with sums over k < cells - b, and as c is nonincreasing and w is nondecreasing:

    <t_a, t_b> = w_a w_b sum c_k c_{k+b-a} >= w_0 c_{cells-1} w_b sum c_k >= w_0 c_{cells-1} 2^24.

The last step, w_b (L1 norm of column b of C') >= 2^24, is checked in the tests for every length. Columns 0 and
cells - 1 attain the bound.
"""

from __future__ import annotations

import hashlib
import math
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING, Any, final

import numpy as np

from dpcore.number import whole
from dpcore.statistic.waves.factor_matrix import PrefixFactor
from dpcore.statistic.waves.projection import MOST_CELLS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Integers = NDArray[Any]
    Doubles = NDArray[np.float64]

RESOLUTION = 24
"""The norm of the largest column is 2^24: a count of 1 is about 2^24 grid units."""

_BITS = 11  # bits of the coefficients; the weights have the other 13


@final
@dataclass(frozen=True, slots=True)
class SquareRoot(PrefixFactor):
    """The normalised square root for `size` cells, from 1 to MOST_CELLS; see the module docstring."""

    size: int

    def __post_init__(self) -> None:
        whole(self.size, "`size` of `SquareRoot`", low=1, high=MOST_CELLS)

    @property
    def cells(self) -> int:
        """The number of cells."""
        return self.size

    @property
    def coordinates(self) -> int:
        """The number of cells: T is square."""
        return self.size

    @property
    def largest(self) -> int:
        """2^24: no entry exceeds its column's norm."""
        return 1 << RESOLUTION

    @property
    def squared_norm(self) -> int:
        """2^48."""
        return 1 << 2 * RESOLUTION

    @property
    def overlap(self) -> int:
        """The inner product of the first column and the last."""
        if self.size == 1:
            return 0
        return weights(self.size)[0] * coefficients(self.size)[-1] << RESOLUTION

    @property
    def l1_norm(self) -> int:
        """The L1 norm of one of the first columns, about 2^24 times the square root of the number of cells."""
        return _l1_norm(self.size)

    @property
    def digest(self) -> str:
        """SHA-256 of the coefficients and the weights, in decimal."""
        return _digest(self.size)

    def apply(self, counts: Integers) -> Integers:
        """T h for each row h. All rows form one polynomial, with gaps so that their products with c do not overlap."""
        from flint import fmpz_poly

        spaced = np.zeros((len(counts), 2 * self.size), dtype=counts.dtype)
        spaced[:, : self.size] = counts * np.array(weights(self.size), dtype=counts.dtype)
        product = (fmpz_poly(spaced.ravel().tolist()) * _polynomial(self.size)).coeffs()
        # flint drops zero coefficients at the end of a polynomial
        values = [int(value) for value in product[: spaced.size]]
        values += [0] * (spaced.size - len(values))
        return np.array(values, dtype=counts.dtype).reshape(spaced.shape)[:, : self.size]

    def prefixes(self, noisy: Doubles) -> Doubles:
        """Prefix sums of diag(1/w) C'^-1 y, the product with C'^-1 by FFT."""
        length = 2 * self.size
        spectrum = np.fft.rfft(_inverse(self.size), length) * np.fft.rfft(noisy, length)
        solved = np.fft.irfft(spectrum, length)[:, : self.size]
        return np.cumsum(solved / np.array(weights(self.size), dtype=np.float64), axis=1)

    def variances(self) -> Doubles:
        """Squared norms of the rows of A T^-1."""
        return _variances(self.size)


@lru_cache(maxsize=16)
def coefficients(cells: int) -> tuple[int, ...]:
    """c_0 … c_{cells-1}, in units of 2^-11: exact binomials, rounded to nearest (no tie occurs)."""
    numbers, central = [], 1
    for k in range(cells):
        numbers.append(((central << _BITS + 1) + (1 << 2 * k)) >> 2 * k + 1)
        central = central * 2 * (2 * k + 1) // (k + 1)
    return tuple(numbers)


@lru_cache(maxsize=16)
def weights(cells: int) -> tuple[int, ...]:
    """w_0 … w_{cells-1}: floor(2^24 / norm) = isqrt(floor(2^48 / norm^2))."""
    squares = accumulate(number * number for number in coefficients(cells))
    return tuple(math.isqrt((1 << 2 * RESOLUTION) // square) for square in squares)[::-1]


@lru_cache(maxsize=16)
def _polynomial(cells: int) -> Any:
    """The sum of c_k x^k as a flint polynomial."""
    from flint import fmpz_poly

    return fmpz_poly(list(coefficients(cells)))


@lru_cache(maxsize=16)
def _digest(cells: int) -> str:
    """SHA-256 of both sequences, in decimal."""
    lines = ("square root", *(" ".join(map(str, row)) for row in (coefficients(cells), weights(cells))))
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


@lru_cache(maxsize=16)
def _l1_norm(cells: int) -> int:
    """The largest column sum of T: w times the sum of the first coefficients."""
    sums = accumulate(coefficients(cells))
    return max(total * weight for total, weight in zip(sums, reversed(weights(cells)), strict=True))


@lru_cache(maxsize=16)
def _inverse(cells: int) -> Doubles:
    """The power series 1 / sum c_k x^k; its absolute sum is below 2.1 / 2^11, so rounding errors do not grow."""
    sequence = np.array(coefficients(cells), dtype=np.float64)
    inverse = np.zeros(cells)
    inverse[0] = 1.0 / sequence[0]
    for k in range(1, cells):
        inverse[k] = -(sequence[k:0:-1] @ inverse[:k]) / sequence[0]
    inverse.setflags(write=False)
    return inverse


@lru_cache(maxsize=16)
def _variances(cells: int) -> Doubles:
    """Column l of A T^-1 holds the prefix sums of inverse[j - l] / w_j."""
    inverse, divisors = _inverse(cells), np.array(weights(cells), dtype=np.float64)
    total = np.zeros(cells)
    for column in range(cells):
        total[column:] += np.square(np.cumsum(inverse[: cells - column] / divisors[column:]))
    total.setflags(write=False)
    return total
