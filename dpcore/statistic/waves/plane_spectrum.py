r"""Reading a function of two columns from its released Fourier coordinates: `dpcore.statistic.waves.spectrum` for two.

With the released sums over the rows of products of cosines and sines, and a_j, b_k the transforms of two kernels, the
estimate is a sum over pairs of frequencies of a_j b_k times the products at (u, v): four matrices between two vectors
of waves. Folding at the bounds adds mirror images along each axis, which the vectors of waves contain. The variance is
the same sum with squares of waves, because the noise of all products of a pair has one size.

**Bandwidths.** For folded estimates on circles of two boxes, with c_jk the released sum of cos(pi j u) cos(pi k v) over
the released count n, v_jk its variance over n^2, and e_jk the mean square of the product from c at twice the
frequencies (1/4, or 1/2 on an axis, where these are not released), the sum over all pairs but (0, 0) of

    m_jk ((1 - a)^2 Q + a^2 ((e - Q) / n + s v)),    Q = (c^2 - e / n - v) / (1 - 1/n),    a = a_j b_k,

with m_jk = 2, or 1 on an axis, and s the product of both columns' shares of folded noise, is an unbiased estimate of
half of the integrated squared error up to a constant. Of a public list of pairs, the chosen one minimises this estimate
plus five standard deviations of the part of its noise that depends on the pair, which is large for narrow kernels.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from dpcore.statistic.waves.circle import waves
from dpcore.statistic.waves.plane import UNIT, matrices
from dpcore.statistic.waves.spectrum import SpectrumReading, mirrored, share, taper, transform

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Doubles = NDArray[np.float64]
    Pair = tuple[float, float]

CHOICES = 24
"""The number of bandwidths along each column from which one is chosen."""
_CHUNK = 2**13
_DOUBT = 5.0  # standard deviations added; with fewer, too narrow kernels are sometimes chosen under Laplace noise
_NOTHING = 1e-10  # of a kernel's transform


@final
@dataclass(frozen=True)
class PlaneSpectrum:
    """The released sums of one group.

    circles: 2 p and 2 q. sums: of the products cos cos, sin cos, cos sin and sin sin. variances: of the noise of these
    sums; each shape (J + 1, K + 1), 0 where nothing is released.
    """

    circles: tuple[int, int]
    sums: tuple[Doubles, ...]
    variances: Doubles

    @property
    def count(self) -> float:
        """The noisy number of rows."""
        return float(self.sums[0][0, 0])

    def read(self, points: Doubles, widths: Pair, fold: bool = True) -> SpectrumReading:
        """The estimate at points, shape (n, 2), from 0 to 1, in rows per box; a million take a few seconds."""
        parts = [points[start : start + _CHUNK] for start in range(0, len(points), _CHUNK)] or [points]
        with ThreadPoolExecutor(os.cpu_count()) as pool:  # NumPy computes without the interpreter's lock
            read = list(pool.map(self._smoothed(widths, fold).read, parts))
        return SpectrumReading(*(np.concatenate(each) for each in zip(*read, strict=True)))

    def grid(self, u: Doubles, v: Doubles, widths: Pair, fold: bool = True) -> SpectrumReading:
        """The estimate at all pairs of u and v, the second changing fastest."""
        smoothed = self._smoothed(widths, fold)
        one, other = (smoothed.waves(at, axis) for axis, at in enumerate((u, v)))
        value = sum(first.T @ matrix @ second for first, second, matrix in _terms(one, other, smoothed.sums))
        first, second = smoothed.squares(one, other)
        return SpectrumReading(np.asarray(value).ravel(), (first.T @ smoothed.variances @ second).ravel())

    def best(self, choices: tuple[Doubles, Doubles]) -> Pair:
        """The pair of bandwidths with the least estimated risk plus doubt; the widest pair if there may be no rows."""
        n = self.count
        if n <= max(2.0, 2.0 * math.sqrt(self.variances[0, 0])):
            return float(choices[0].max()), float(choices[1].max())
        c, v = self.sums[0] / n, self.variances / n**2
        there, on_axis = self.variances > 0, np.zeros(c.shape, dtype=np.bool_)
        on_axis[0, :] = on_axis[:, 0] = True
        e = np.where(there, _squares(c), 0.0)
        m = np.where(there, np.where(on_axis, 1.0, 2.0), 0.0)
        m[0, 0] = 0.0
        q = (c**2 - e / n - v) / (1 - 1 / n)
        noise = (e - q) / n
        doubt = np.square(m * (v + np.where(on_axis, 0.5, 0.25) / n))
        sides = [
            np.array([np.concatenate([[1.0], transform(size - 1, 4, float(h), True)[1]]) for h in some])
            for size, some in zip(c.shape, choices, strict=True)
        ]
        one, other = ([share(float(h)) for h in some] for some in choices)
        shares = np.outer(one, other)
        risk = _sums(m * q, sides, 0) - 2 * _sums(m * q, sides, 1) + _sums(m * (q + noise), sides, 2)
        risk = risk + shares * _sums(m * v, sides, 2)
        # (1 - a)^2 Q is Q, the same for all, less (2 a - a^2) Q, which has the noise of Q
        doubted = 4 * _sums(doubt, sides, 2) - 4 * _sums(doubt, sides, 3) + _sums(doubt, sides, 4)
        risk = risk + _DOUBT * np.sqrt(2 * np.maximum(doubted, 0.0))
        first, second = np.unravel_index(int(np.argmin(risk)), risk.shape)
        return float(choices[0][first]), float(choices[1][second])

    def _smoothed(self, widths: Pair, fold: bool) -> _Smoothed:
        sides = []
        for frequencies, around, width in zip(self.variances.shape, self.circles, widths, strict=True):
            constant, a = transform(frequencies - 1, around, width, fold)
            sides.append(np.concatenate([[constant], 2 * a]) / (around / 2))
        (j, k), (few, fewer) = ([_last(side**power) for side in sides] for power in (1, 2))
        left = np.outer(*sides)
        sums = tuple(matrix[:j, :k] * left[:j, :k] for matrix in self.sums)
        variances = self.variances[:few, :fewer] * np.square(left[:few, :fewer])
        return _Smoothed(self.circles, widths, fold, sums, variances)


@final
@dataclass(frozen=True)
class _Smoothed:
    """The sums times the factors of two kernels, without negligible frequencies.

    The variances are multiplied by the squared factors, so more of their frequencies are negligible.
    """

    circles: tuple[int, int]
    widths: Pair
    fold: bool
    sums: tuple[Doubles, ...]
    variances: Doubles

    def read(self, points: Doubles) -> tuple[Doubles, Doubles]:
        """The estimate at points, shape (n, 2), and its variance."""
        one, other = (self.waves(points[:, axis], axis) for axis in (0, 1))
        value = np.zeros(len(points))
        for first, second, matrix in _terms(one, other, self.sums):
            value += np.einsum("kn,kn->n", matrix.T @ first, second)
        bent, variance = self._bent(points), np.full(len(points), self.variances.sum())
        first, second = self.squares(*([wave[:, bent] for wave in waves] for waves in (one, other)))
        variance[bent] = np.einsum("kn,kn->n", self.variances.T @ first, second)
        return value, variance

    def waves(self, u: Doubles, axis: int) -> Sequence[Doubles]:
        """Cosines and sines at points, times the part of mirror images that is added, each shape (frequencies, n)."""
        around, width, most = self.circles[axis], self.widths[axis], self.sums[0].shape[axis] - 1
        if around == 4:
            cosines, sines = waves(u * math.pi, most)
            t = taper(u, width) if self.fold else np.zeros(len(u))
            cosines *= 1 + t
            sines *= 1 - t
            return cosines, sines
        reached = mirrored(u, width) if self.fold else [(u, 1, np.ones(len(u)))]
        pairs = [(waves(image * (2 * math.pi / (around / 2)), most), part) for image, _, part in reached]
        return [np.asarray(sum(part * pair[place] for pair, part in pairs)) for place in (0, 1)]

    def squares(self, one: Sequence[Doubles], other: Sequence[Doubles]) -> list[Doubles]:
        """The sums of the squares of the waves along both columns, for frequencies with variances that are kept."""
        both = zip((one, other), self.variances.shape, strict=True)
        return [np.asarray(sum(np.square(wave[:count]) for wave in waves)) for waves, count in both]

    def _bent(self, points: Doubles) -> NDArray[np.bool_]:
        """Where the variance differs from point to point; elsewhere squares of a cosine and a sine add up to 1."""
        bent = np.full(len(points), self.circles != (4, 4))
        if self.fold and not bent.all():
            for axis, width in enumerate(self.widths):
                bent |= taper(points[:, axis], width) > 0
        return bent


def spectrum(
    circles: tuple[int, int],
    weights: NDArray[np.int64],
    coordinates: Doubles,
    std: float,
    inside: Doubles | float = 1.0,
) -> PlaneSpectrum:
    """The sums of one group. std: the standard deviation of the noise on a coordinate, in grid steps.

    inside: the ratio of sums over cell centres to sums over rows spread inside the cells, shape (J + 1, K + 1).
    """
    variances = np.zeros(weights.shape)
    variances[weights > 0] = np.square(std / (weights[weights > 0] * UNIT))
    sums = tuple(matrix * inside for matrix in matrices(weights, coordinates))
    return PlaneSpectrum(circles, sums, variances * np.square(inside))


def _last(scale: Doubles) -> int:
    """The number of frequencies that are not negligible."""
    return 1 + int(np.max(np.flatnonzero(np.abs(scale) > _NOTHING * scale[0])))


def _terms(
    one: Sequence[Doubles], other: Sequence[Doubles], sums: tuple[Doubles, ...]
) -> Iterator[tuple[Doubles, Doubles, Doubles]]:
    """The waves along both columns and the released sums of their products."""
    for place, matrix in enumerate(sums):
        if place % 2 < len(one) and place // 2 < len(other):
            yield one[place % 2], other[place // 2], matrix


def _squares(c: Doubles) -> Doubles:
    """The mean square of each product of cosines, from the means at twice the frequencies, 0 where not released."""
    doubled = [np.zeros_like(c) for _ in range(3)]
    j, k = ((size + 1) // 2 for size in c.shape)
    doubled[0][:j, :] = c[::2, :1]
    doubled[1][:, :k] = c[:1, ::2]
    doubled[2][:j, :k] = c[::2, ::2]
    found: Doubles = (1 + doubled[0] + doubled[1] + doubled[2]) / 4
    return found


def _sums(weights: Doubles, sides: list[Doubles], power: int) -> Doubles:
    """The sum of weights_jk (a_j b_k)^power for all pairs of bandwidths, shape (choices, choices)."""
    total: Doubles = sides[0] ** power @ weights @ (sides[1] ** power).T
    return total
