r"""Reading a function of a whole-number column at each of its values, from its released Fourier coordinates.

Where each of the m whole numbers has its own cell, with middle u_c = (c + 1/2) / m, and frequencies go up to m on a
circle of two boxes, the released sums hold the number of rows at each value:

    N_c = (C_0 + 2 sum_j (C_j cos(pi j u_c) + S_j sin(pi j u_c)) + S_m sin(pi m u_c)) / 2m,     j = 1 .. m - 1,

because 1 + 2 sum_j cos(pi j d / m) + cos(pi d) is 2m at d = 0 and 0 at all other whole d between -2m and 2m. The noise
of N_c and N_c' has the covariance, public and a function of d = c - c',

    r(d) = (v_0 + 4 sum_j v_j cos(pi j d / m) + v_m cos(pi d)) / 4m^2.

So every kernel can be used, down to one that covers a single value: no kernel is cut off at the highest frequency, so
none oscillates. Sums of a column's values are read in the same way. A kernel is 1 at its own value; its mirror images
at both bounds are added in full.

**Bandwidth.** With numbers n_c and sums s_c, n_h, s_h at bandwidth h and m = s_h / n_h, the squared error of m against
the means of the values, s_c / n_c, over all rows, is up to a constant

    sum of m^2 n - 2 m s  +  2 (k_s + m^2 k_n) / n_h,

where k_n is the covariance of the noise of n_c and n_h, and k_s that of s_c and s_h: m contains part of the noise of
the means that it is compared with. The spread of rows at one value is no error here, because the mean at each value is
asked for. The bandwidth of least error over all rows may still smooth away a difference that few rows have, and no
margin covers that: values are not smoothed wherever the noise of their single means is small (`seen`).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, final

import numpy as np

from dpcore.statistic.waves.few_rows import CLEAR
from dpcore.statistic.waves.spectrum import SpectrumReading

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dpcore.statistic.waves.spectrum import Spectrum

    Doubles = NDArray[np.float64]

FINEST = 0.2
"""The finest bandwidth, in values: the next value has 4e-6 of the weight."""
MOST_VALUES = 400
"""The largest number of values read one by one; matrices of their kernels take a millisecond or two."""
_TAIL = 6.0  # in bandwidths: a kernel is below 2e-8 of its peak
_SMALL, _TINY = 1 / 4, 4e-4  # noise over the variance of means, and over the square of half of the bounds
_EACH = 3  # every third bandwidth of a list is compared


@final
@dataclass(frozen=True)
class Numbers:
    """The released number at each value. numbers: N_c, shape (m,). covariance: r(0) .. r(m - 1)."""

    numbers: Doubles
    covariance: Doubles

    def read(self, width: float, fold: bool) -> SpectrumReading:
        """Sums of kernels, 1 at their own value, and the variance of their noise, at each value. width: in values."""
        size = len(self.numbers)
        variance = _noise(size, self.covariance.tobytes(), width, fold)[0]
        return SpectrumReading(kernel(size, width, fold) @ self.numbers, variance)

    def shared(self, width: float) -> Doubles:
        """The covariance of the noise of each number and of the folded kernels around its value."""
        return _noise(len(self.numbers), self.covariance.tobytes(), width, True)[1]


def numbers(spectrum: Spectrum) -> Numbers:
    """The numbers at each value, where there are as many frequencies as values, on a circle of two boxes."""
    size = spectrum.frequencies
    both = np.zeros(2 * size, dtype=np.complex128)
    cosines, sines = spectrum.sums[1 : size + 1].copy(), spectrum.sums[size + 1 :].copy()
    cosines[-1], sines[-1] = 0.0, sines[-1] / 2
    turns = np.exp(0.5j * math.pi * np.arange(1, size + 1) / size)  # half a cell
    both[0] = spectrum.sums[0] / 2
    both[1 : size + 1] = (cosines - 1j * sines) * turns
    counts = np.fft.ifft(both).real[:size] * 2  # a sum of 2 m terms, divided by m
    parts = np.concatenate([spectrum.variances[:1], 4 * spectrum.variances[1:size], spectrum.variances[size:]])
    waves = np.zeros(2 * size, dtype=np.complex128)
    waves[: size + 1] = parts
    return Numbers(counts, np.fft.fft(waves).real[:size] / (4 * size**2))


@lru_cache(maxsize=256)
def kernel(size: int, width: float, fold: bool) -> Doubles:
    """The weight of each value (columns) in the sum at each value (rows)."""
    places = np.arange(size)
    straight, turned = np.subtract.outer(places, places), np.add.outer(places, places) + 1
    reach = math.ceil((1 + _TAIL * width / size) / 2) if fold else 0
    weights = np.zeros((size, size))
    for turn in range(-reach, reach + 1):
        weights += np.exp(-np.square((straight + 2 * size * turn) / width) / 2)
        if fold:
            weights += np.exp(-np.square((turned + 2 * size * turn) / width) / 2)
    weights.setflags(write=False)
    return weights


@lru_cache(maxsize=256)
def _noise(size: int, covariance: bytes, width: float, fold: bool) -> tuple[Doubles, Doubles]:
    """The variance of the noise of sums of kernels, and its covariance with that of single values."""
    apart = np.abs(np.subtract.outer(np.arange(size), np.arange(size)))
    weights = kernel(size, width, fold)
    spread = weights @ np.frombuffer(covariance)[apart]
    return np.maximum((spread * weights).sum(axis=1), 0.0), np.diag(spread).copy()


def path(released: Numbers, width: float, fold: bool) -> float:
    """The length of a path through the noise of all sums of kernels, each divided by its standard deviation.

    The path goes from one value to the next along a great circle; the process of `dpcore.statistic.waves.band` can be
    defined on all of it.
    """
    size = len(released.numbers)
    apart = np.abs(np.subtract.outer(np.arange(size), np.arange(size)))
    weights = kernel(size, width, fold)
    spread = weights @ released.covariance[apart] @ weights.T
    deviation = np.sqrt(np.maximum(np.diag(spread), 1e-300))
    along = np.diag(spread, 1) / (deviation[:-1] * deviation[1:])
    return float(np.arccos(np.clip(along, -1.0, 1.0)).sum())


def best(count: Numbers, total: Numbers, widths: Doubles) -> float:
    """The bandwidth, in values: the finest if the noise of single means is small (`seen`), else that of least error."""
    if seen(count, total):
        return float(widths.min())
    some = widths[::_EACH]
    return float(some[int(np.argmin([criterion(count, total, float(width)) for width in some]))])


def seen(count: Numbers, total: Numbers) -> bool:
    """Whether the noise of the means at single values is small relative to their differences, or to the bounds.

    Both are averages over the rows, at values whose count exceeds its noise. total: the sum of values from -1 to 1.
    """
    clear = count.numbers > CLEAR * math.sqrt(count.covariance[0])
    if not clear.any():
        return False
    rows = count.numbers[clear] / count.numbers[clear].sum()
    means = np.clip(total.numbers[clear] / count.numbers[clear], -1.0, 1.0)
    noise = float(rows @ ((total.covariance[0] + means**2 * count.covariance[0]) / count.numbers[clear] ** 2))
    differences = float(rows @ np.square(means - rows @ means)) - noise
    return noise <= max(_SMALL * differences, _TINY)


def criterion(count: Numbers, total: Numbers, width: float) -> float:
    """The criterion of the module docstring, in rows. total: the sum of values from -1 to 1."""
    rows, values = count.read(width, True), total.read(width, True)
    safe = np.maximum(rows.value, np.sqrt(np.maximum(rows.variance, 1e-300)))
    m = np.clip(values.value / safe, -1.0, 1.0)
    error = m**2 * count.numbers - 2 * m * total.numbers
    return float((error + 2 * (total.shared(width) + m**2 * count.shared(width)) / safe).sum())
