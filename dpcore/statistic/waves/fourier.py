r"""The Fourier coordinates of the rows' places on a circle, weighted: the factor that releases a function of a column.

A row in cell c of m, with centre u = (c + 1/2) / m boxes from the lower bound, contributes (up to 2^24 and rounding)

    w_0,  w_j cos(2 pi j u / p),  w_j sin(2 pi j u / p)   for j = 1 .. J,      sum of all w_j^2 = 1,

on a circle of p boxes. Gaussian noise of one size on these coordinates is noise of variance proportional to 1/w_j^2 on
the j-th frequency: a Gaussian process whose spectrum is w_j^2 (Hall, Rinaldo & Wasserman 2013, with a periodic kernel).
Every kernel estimate of the column's density is a public linear function of these coordinates, at every point.

* scale-free: w_j^2 proportional to 1 / (j + 2), p = 2. Estimates at every bandwidth can be read from one release, each
  with a logarithmic factor more noise than if its bandwidth had been fixed beforehand.
* at a bandwidth h (in boxes): w_j^2 proportional to the spectrum of the Gaussian kernel exp(-d^2 / 2 h^2), so that the
  kernel of the noise is that of the estimate, which gives the least integrated error. p >= max(2, 1 + 12 h): on a
  shorter circle the kernel would reach around the circle.

**Integers.** C_k = cos(2 pi k / q) 2^36 for q = 2 m p even parts of the circle, rounded toward zero once, in ball
arithmetic; w_j likewise, in units of 2^-24; an entry t is w_j C_k / 2^36, rounded toward zero. So no entry is larger in
size than the real entry, the error e = (real entry) - t has the sign of the entry and |e| < 1 + 2^-12, and

* |t_a|^2 <= sum w_j^2 <= 2^48. The largest |t_a|^2 of all cells is computed from the integers.
* |i t_a - j t_b| <= |i r_a - j r_b| + (1 + 2^-12) max(i, j) sqrt(coordinates) for the real entries r: where r_a and r_b
  have one sign, rounding changes the difference of an entry by less than (1 + 2^-12) max(i, j); where they have
  different signs, rounding makes |i t_a - j t_b| = i |t_a| + j |t_b| smaller. And |i r_a - j r_b|^2 is
  (i^2 + j^2) k(0) - 2 i j k(d), k(d) = sum w_j^2 cos(2 pi j d / p), where d is a whole number of cells: the least k(d)
  over all m - 1 distances d is computed, rounded down to 2^-30 k(0) for errors of doubles. If it is negative, the reach
  under replace exceeds sqrt(2) times that under add_remove.
* With values (`dpcore.statistic.waves.projection`), the same holds for each entry of
  (C (i t_a - j t_b), i v t_a - j w t_b), so that rounding adds at most (1 + 2^-12) max(i, j)
  sqrt(coordinates (C^2 + V^2)) to the norm of the real entries, whose square is at most (C^2 + V^2) (i^2 + j^2)
  k(0) - 2 i j (C^2 + V^2) k(d) for values of one sign, and (C^2 + V^2) (i^2 + j^2) k(0) + 2 i j (V^2 - C^2) k(d) for
  opposite ones, largest at the least or the largest k.

Rounding lowers an estimate by up to 4e-7 of its peak. Intervals do not include this error; it matters above 10^7 rows.
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
from dpcore.statistic.waves.projection import MOST_CELLS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Integers = NDArray[Any]
    Doubles = NDArray[np.float64]

RESOLUTION = 24
"""The weights' norm is 2^24."""
MOST_FREQUENCIES = 1024
FINEST, WIDEST = Fraction(1, 380), 10
"""The finest and the widest bandwidth, in boxes. Below the finest, further weights would be about 1 unit or less."""

_AT_ONCE = 32  # cells
_ROUNDED = 1.0 + 2.0**-12  # more than the rounding of an entry
_FEW = 10**7  # entries of all pairs of columns that are compared one by one


@final
@dataclass(frozen=True, slots=True)
class Fourier(Factor):
    """The weighted coordinates for `size` cells, 1 to MOST_CELLS; see the module docstring.

    bandwidth: that of the noise's Gaussian kernel, in boxes, above 0 and at most WIDEST; None for scale-free noise.
    """

    in_doubles: ClassVar[bool] = True

    size: int
    bandwidth: Fraction | None = None

    def __post_init__(self) -> None:
        whole(self.size, "`size` of `Fourier`", low=1, high=MOST_CELLS)

    @property
    def cells(self) -> int:
        """The number of cells."""
        return self.size

    @property
    def circle(self) -> int:
        """2 p, a multiple of 4: the length of the circle in half boxes."""
        return 4 if self.bandwidth is None else 4 * max(1, math.ceil((1 + circle.REACH * self.bandwidth) / 2))

    @property
    def parts(self) -> int:
        """q, a multiple of 4."""
        return self.size * self.circle

    @property
    def frequencies(self) -> int:
        """J."""
        return len(self.weights) - 1

    @property
    def coordinates(self) -> int:
        """1 + 2 J: the constant, the cosines, the sines."""
        return 2 * len(self.weights) - 1

    @property
    def weights(self) -> tuple[int, ...]:
        """w_0 .. w_J in units of 2^-24: at least 1 each."""
        return _weights(self)

    @property
    def largest(self) -> int:
        """The largest weight."""
        return max(self.weights)

    @property
    def squared_norm(self) -> int:
        """The largest squared norm of a column of integers."""
        return _norms(self)[0]

    @property
    def l1_norm(self) -> int:
        """The largest L1 norm of a column of integers."""
        return _norms(self)[1]

    @property
    def overlap(self) -> int:
        """A lower bound of the inner product of two columns, by Cauchy and Schwarz."""
        return -self.squared_norm if self.size > 1 else 0

    @property
    def digest(self) -> str:
        """SHA-256 of the size, the circle, the weights and the cosines: the same on every machine."""
        return _digest(self)

    def squared_distance(self, rows: int, others: int, count: int = 1, value: int = 0) -> int:
        """An upper bound over different cells, from the kernel; see the module docstring and `Factor`.

        >>> factor = Fourier(64)
        >>> round(factor.squared_distance(1, 1) / factor.squared_norm, 2)
        1.84
        """
        peak, rounded = sum(weight**2 for weight in self.weights), _ROUNDED * math.sqrt(self.coordinates)
        kernel = circle.Bounds(peak, _least(self), rounded, self.squared_norm)
        return circle.distance(rows, others, count, value, kernel)

    def l1_distance(self, rows: int, others: int, count: int = 1, value: int = 0) -> int:
        """An upper bound of the L1 distance over different cells; from all pairs in a small table.

        In a large one, |cos a - cos b| + |sin a - sin b| <= 2 sqrt(2) |sin((a - b) / 2)| at each frequency.
        """
        if self.size**2 * self.coordinates <= _FEW:
            return farthest_l1(_table(self).astype(np.int64), rows, others, count, value)
        fewest, most = sorted((rows, others))
        apart = min(fewest * _farthest(self) + (most - fewest) * self.l1_norm, (rows + others) * self.l1_norm)
        return count * apart + value * (rows + others) * self.l1_norm

    def apply(self, counts: Integers) -> Integers:
        """T h for each row h; a few cells at a time, which takes a sixth of the time of all at once."""
        table, product = _table(self), np.zeros((*counts.shape[:-1], self.coordinates), dtype=counts.dtype)
        for cell in range(0, self.cells, _AT_ONCE):
            product += counts[..., cell : cell + _AT_ONCE] @ table[cell : cell + _AT_ONCE].astype(counts.dtype)
        return product


@lru_cache(maxsize=64)
def _weights(factor: Fourier) -> tuple[int, ...]:
    """The weights, rounded toward zero, so that their squares add up to at most 2^48."""
    most = min(MOST_FREQUENCIES, factor.size)
    if factor.bandwidth is None:
        total = sum(-(-(2**64) // (j + 2)) for j in range(most + 1))
        return tuple(math.isqrt(2 ** (64 + 2 * RESOLUTION) // ((j + 2) * total)) for j in range(most + 1))
    with ball.precision(circle.PRECISION):
        from flint import arb

        width = ball.rational(2 * factor.bandwidth / factor.circle) * arb.pi()
        squares = [(-2 * (width * j) ** 2).exp() * (2 if j else 1) for j in range(MOST_FREQUENCIES + 1)]
        scale: Any = (arb(2 ** (2 * RESOLUTION)) / sum(squares)).sqrt()
        weights = [int((scale * square.sqrt()).lower().floor().unique_fmpz()) for square in squares]
    return tuple(weight for weight in weights if weight)


@lru_cache(maxsize=3)
def _table(factor: Fourier) -> Integers:
    """T transposed, shape (cells, coordinates), int32."""
    table = np.empty((factor.cells, factor.coordinates), dtype=np.int32)
    table[:, 0] = factor.weights[0]
    weights, most, values = np.array(factor.weights[1:], dtype=np.int64), factor.frequencies, _cosines(factor)
    for cell, places in circle.blocks(factor.size, most):
        rows = table[cell : cell + len(places)]
        for start, angles in ((1, places), (1 + most, places - factor.parts // 4)):
            quarter, negative = circle.folded(angles, factor.parts)
            entries = weights * values[quarter] >> circle.BITS
            rows[:, start : start + most] = np.where(negative, -entries, entries)
    table.setflags(write=False)
    return table


@lru_cache(maxsize=16)
def _cosines(factor: Fourier) -> Integers:
    """The cosines of all entries."""
    return circle.cosines(factor.size, factor.parts, factor.frequencies)


@lru_cache(maxsize=64)
def _norms(factor: Fourier) -> tuple[int, int]:
    """The largest squared norm and the largest L1 norm of a column."""
    squared = l1 = 0
    for start in range(0, factor.cells, 512):
        columns = np.abs(_table(factor)[start : start + 512].astype(np.int64))
        squared = max(squared, int(np.square(columns).sum(axis=1).max()))
        l1 = max(l1, int(columns.sum(axis=1).max()))
    return squared, l1


@lru_cache(maxsize=64)
def _least(factor: Fourier) -> int:
    """A lower bound of k(d) over all distances of two different cells, in units of 2^-48."""
    squares = np.square(np.array(factor.weights, dtype=np.float64))
    angles = 2 * math.pi * 2 / factor.parts * np.arange(1, max(2, factor.cells))
    kernel = np.full(len(angles), squares[0])
    for j in range(1, len(squares)):
        kernel += squares[j] * np.cos(j * angles)
    return circle.below(float(kernel.min()), float(squares.sum()))


@lru_cache(maxsize=64)
def _farthest(factor: Fourier) -> int:
    """An upper bound of |t_a - t_b|_1 over two cells."""
    halves = 2 * math.pi / factor.parts * np.arange(factor.cells)
    total = sum(weight * np.abs(np.sin(j * halves)) for j, weight in enumerate(factor.weights) if j)
    return math.ceil(2 * math.sqrt(2) * float(np.max(total)) * (1 + 2.0**-36) + _ROUNDED * factor.coordinates)


@lru_cache(maxsize=64)
def _digest(factor: Fourier) -> str:
    """SHA-256 of all integers that define T."""
    lines = (f"{factor.cells} {factor.circle}", " ".join(map(str, factor.weights)))
    digest = hashlib.sha256("\n".join(lines).encode())
    digest.update(np.ascontiguousarray(_cosines(factor), dtype="<i8").tobytes())
    return digest.hexdigest()
