r"""Reading a function from its released Fourier coordinates: at any point and bandwidth, as free post-processing.

With C_j, S_j the released sums of cos(2 pi j u / p) and sin over the rows (u in boxes from the lower bound, p boxes the
length of the circle, C_0 the noisy count), the kernel estimate with bandwidth h is

    f(u) = (1/p) (C_0 + 2 sum_j a_j (C_j cos(2 pi j u / p) + S_j sin(2 pi j u / p))),   a_j = exp(-2 (pi j h / p)^2),

in rows per box. Folding adds the estimate's mirror images at both bounds, f(2k + u) + f(2k - u), which keeps all of the
rows inside the box and removes most of the bias at a bound. For p = 2 the two images of u coincide, and a fraction t(u)
of the image is added: 1 up to 4 bandwidths from a bound, then less, and 0 from 6 bandwidths on, where the image would
be noise only. So cosines are multiplied by 1 + t, and sines by 1 - t.

The noise of C_j and S_j is independent with public variance v_j, so the variance of f(u) is a public function of u.

**Bandwidth.** For the folded estimate with p = 2, with c_j = C_j / C_0, v_j / C_0^2 for v_j, n = C_0, and
e_j = (1 + c_2j) / 2, the variance of cos(pi j u) plus c_j^2 (1/2 where 2j is not released),

    R(h) = sum_j (1 - a_j)^2 Q_j + a_j^2 ((e_j - Q_j) / n + s v_j),    Q_j = (c_j^2 - e_j/n - v_j) / (1 - 1/n),

with s the mean of (1 + t^2) / 2, is an unbiased estimate of half of the integrated squared error, over the rows and the
noise, up to a constant: least-squares cross-validation (Rudemo 1982, Bowman 1984) from noisy coefficients. Of a public
list, the chosen h minimises R(h) plus the standard deviation of its noisy part, which is large for narrow kernels: with
R alone, a narrow kernel would sometimes be chosen by chance.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, final

import numpy as np

from dpcore.statistic.waves.cosine_series import series

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Doubles = NDArray[np.float64]

CHOICES = 96
"""The number of bandwidths from which one is chosen."""
NEAR = 4.0
"""In bandwidths: a whole mirror image is added up to this distance. 3e-5 of a Gaussian kernel lies beyond it."""
TAIL = 6.0
"""In bandwidths: no mirror image is added beyond this distance, where a Gaussian kernel is below 2e-8 of its peak."""
WRAPS = 1 / 12
"""The bandwidth in boxes up to which a circle of two boxes is long enough for the kernel itself."""
_PARTS = 8192  # of an integral
_CHUNK = 2**20


@final
@dataclass(frozen=True)
class SpectrumReading:
    """A function at some points, and the variance of its noise, in rows per box."""

    value: Doubles
    variance: Doubles


@final
@dataclass(frozen=True)
class Spectrum:
    """The released sums of one group.

    circle: 2 p. sums: C_0 .. C_J, then S_1 .. S_J. variances: v_0 .. v_J.
    """

    circle: int
    sums: Doubles
    variances: Doubles

    @property
    def count(self) -> float:
        """The noisy number of rows."""
        return float(self.sums[0])

    @property
    def frequencies(self) -> int:
        """J."""
        return len(self.variances) - 1

    def read(self, u: Doubles, bandwidth: float, fold: bool = True) -> SpectrumReading:
        """The estimate at points from 0 to 1, in boxes; a million of them take about a second where p = 2.

        bandwidth: in boxes. fold: whether the mirror images at both bounds are added.
        """
        constant, a = transform(self.frequencies, self.circle, bandwidth, fold)
        cosines, sines = a * self.sums[1 : len(a) + 1], a * self.sums[self.frequencies + 1 :]
        noise = a**2 * self.variances[1:]
        count, first = constant * self.sums[0], constant**2 * self.variances[0]
        if self.circle > 4:
            return self._summed(np.asarray(u), bandwidth, fold)
        t = taper(u, bandwidth) if fold else np.zeros(len(u))
        even, odd, doubled = series(u, cosines, -1j * sines, 2 * _doubled(noise))
        value = (1 + t) * (count + 2 * even) + (1 - t) * 2 * odd
        total = 2 * noise.sum()
        variance = (1 + t) ** 2 * (first + total + doubled) + (1 - t) ** 2 * (total - doubled)
        return SpectrumReading(value / 2, variance / 4)

    def _summed(self, u: Doubles, bandwidth: float, fold: bool) -> SpectrumReading:
        """On a longer circle, where few frequencies matter: all images one by one."""
        _, a = transform(self.frequencies, self.circle, bandwidth, fold)
        p, most = self.circle / 2, len(a)
        j = np.arange(1, most + 1)
        value, variance = np.empty(len(u)), np.empty(len(u))
        size = max(1, _CHUNK // max(1, most))
        for start in range(0, len(u), size):
            some = u[start : start + size]
            reached = mirrored(some, bandwidth) if fold else [(some, 1, np.ones(len(some)))]
            angles = [(2 * math.pi / p * np.outer(image, j), part[:, None]) for image, _, part in reached]
            cosines = a * sum(part * np.cos(angle) for angle, part in angles)
            sines = a * sum(part * np.sin(angle) for angle, part in angles)
            parts = np.asarray(sum(part for _, _, part in reached))
            sums = cosines @ self.sums[1 : most + 1] + sines @ self.sums[most + 1 :]
            value[start : start + size] = (parts * self.sums[0] + 2 * sums) / p
            noise = (cosines**2 + sines**2) @ self.variances[1:]
            variance[start : start + size] = (parts**2 * self.variances[0] + 4 * noise) / p**2
        return SpectrumReading(value, variance)

    def best(self, choices: Doubles) -> float:
        """The bandwidth with the least estimated risk plus doubt, for p = 2; the widest if there may be no rows."""
        if self.count <= max(2.0, 2.0 * math.sqrt(self.variances[0])):
            return float(choices.max())
        return float(choices[int(np.argmin([self.risk(float(h)) + self.doubt(float(h)) for h in choices]))])

    def risk(self, bandwidth: float) -> float:
        """R(h), for p = 2: half of the integrated squared error of the share of rows per box, up to a constant."""
        n, most = self.count, self.frequencies
        c, v = self.sums[1 : most + 1] / n, self.variances[1:] / n**2
        doubled = np.zeros(most)
        doubled[: most // 2] = c[1 : 2 * (most // 2) : 2]
        e = (1 + doubled) / 2
        square = (c**2 - e / n - v) / (1 - 1 / n)
        _, a = transform(most, self.circle, bandwidth, True)
        return float(((1 - a) ** 2 * square + a**2 * ((e - square) / n + share(bandwidth) * v)).sum())

    def doubt(self, bandwidth: float) -> float:
        """The standard deviation of the part of R(h) that comes from noise and sampling, sum a_j^2 (v_j + 1 / 2n)."""
        _, a = transform(self.frequencies, self.circle, bandwidth, True)
        spread = self.variances[1:] / self.count**2 + 0.5 / self.count
        return math.sqrt(2 * float(np.square(a**2 * spread).sum()))


def taper(u: Doubles, bandwidth: float) -> Doubles:
    """t: the fraction of the mirror image added at points from 0 to 1, for p = 2; t and its slope are continuous."""
    return fading(np.minimum(u, 1 - np.asarray(u)) / bandwidth)


def fading(far: Doubles, order: int = 0) -> Doubles:
    """1 up to 4 bandwidths, 0 from 6 on, with continuous slope; order 1 or 2: its first or second derivative."""
    turn = math.pi * np.clip((far - NEAR) / (TAIL - NEAR), 0.0, 1.0)
    if order == 0:
        return np.where(far >= TAIL, 0.0, np.square(np.cos(turn / 2)))
    change: Doubles = np.sin(turn) if order == 1 else np.where((far > NEAR) & (far < TAIL), np.cos(turn), 0.0)
    return -change / 2 * (math.pi / (TAIL - NEAR)) ** order


@lru_cache(maxsize=512)
def share(bandwidth: float) -> float:
    """s: the mean of (1 + t^2) / 2 over the points, the noise relative to that of a wholly folded estimate."""
    return float((1 + np.square(taper((np.arange(_PARTS) + 0.5) / _PARTS, bandwidth)).mean()) / 2)


def bandwidths(least: float) -> Doubles:
    """The public list of bandwidths in boxes: CHOICES from `least` to 1, evenly spaced in logarithm."""
    listed: Doubles = np.geomspace(least, 1.0, CHOICES)  # geomspace sets both ends exactly
    return listed


@lru_cache(maxsize=512)
def transform(frequencies: int, circle: int, bandwidth: float, fold: bool) -> tuple[float, Doubles]:
    """a_0, and a_1 .. a_J. On a circle of two boxes, a wide kernel that is not folded is cut off at one box.

    Where there are few frequencies the cut is not sharp: with seven, the estimate is off by up to 0.1 % of its peak.
    """
    j = np.arange(1, frequencies + 1)
    constant, a = 1.0, np.exp(-2 * np.square(math.pi * j * bandwidth / (circle / 2)))
    if circle == 4 and not fold and bandwidth > WRAPS:
        parts = 16 * frequencies
        distance = np.linspace(0.0, 1.0, parts + 1)
        kernel = np.exp(-np.square(distance / bandwidth) / 2) * 2 / (math.sqrt(2 * math.pi) * bandwidth * parts)
        kernel[[0, -1]] /= 2
        constant, a = float(kernel.sum()), np.fft.rfft(kernel, 2 * parts).real[1 : frequencies + 1].copy()
    a.setflags(write=False)
    return constant, a


def mirrored(u: Doubles, bandwidth: float) -> list[tuple[Doubles, int, Doubles]]:
    """The points and their mirror images: each image, its direction (-1 against the points), and the fraction added.

    The fraction depends on the image alone: 1 up to 4 bandwidths beyond a bound, and 0 from 6 bandwidths on.
    """
    most = math.ceil((1 + TAIL * bandwidth) / 2) + 1
    every = [(2 * k + sign * u, sign) for k in range(-most, most + 1) for sign in (1, -1)]
    parts = [(image, sign, beyond(image, bandwidth)) for image, sign in every]
    return [part for part in parts if part[2].any()]


def beyond(image: Doubles, bandwidth: float) -> Doubles:
    """The fraction of an image that is added: 1 inside the box, less than 1 from 4 bandwidths beyond a bound on."""
    far = np.maximum(np.maximum(-image, image - 1), 0.0) / bandwidth
    return fading(far)


def _doubled(coefficients: Doubles) -> Doubles:
    """The same coefficients at twice the frequencies."""
    doubled = np.zeros(2 * len(coefficients))
    doubled[1::2] = coefficients
    return doubled
