"""The bandwidth of a trend along a column, chosen from its released Fourier coordinates.

With the released count and sum n(u), s(u) along the column, and n_h, s_h, m = s_h / n_h at bandwidth h, the criterion
is the squared error of m on the rows up to a constant, cross-validated for the rows and for the noise:

    integral of m^2 n - 2 m s  +  2 (k_s + m^2 k_n) / n_h  +  2 r K_h(u, u)

where k_s and k_n are the covariances of the noise of s and s_h, of n and n_h, and r is the variance of values around
the curve. m contains the same noise and the same row as the data that it is compared with, which lowers the first term
on average by the last two. r follows from the highest frequencies of s, which contain only sampling error and noise.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from dpcore.statistic.waves.spectrum import Spectrum, share, taper, transform

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_GRID = 2048  # points at which the criterion is integrated
_DOUBT = 2.0  # standard deviations of the criterion that are added to it; they are large for narrow kernels


def criteria(count: Spectrum, total: Spectrum, widths: Floats) -> list[float]:
    """The criterion at each bandwidth, in boxes."""
    raw = _on_grid(count.sums)[0], _on_grid(total.sums)[0]
    return [_criterion(count, total, raw, float(width)) for width in widths]


def _criterion(count: Spectrum, total: Spectrum, raw: tuple[Floats, Floats], width: float) -> float:
    """The criterion of the module docstring, in rows. raw: the sums of cosines at the centres, not smoothed."""
    n, most = count.count, count.frequencies
    _, a = transform(most, count.circle, width, True)
    smooth = np.concatenate([[1.0], a])
    t = taper((np.arange(_GRID) + 0.5) / _GRID, width)
    rows, values = (_read(spectrum, smooth, t) for spectrum in (count, total))
    part = float((1 + t).mean()) / 2
    noise = [
        part * float(smooth @ np.concatenate([spectrum.variances[:1], 2 * spectrum.variances[1:]]))
        for spectrum in (count, total)
    ]
    least = max(math.sqrt(share(width) * float(np.square(smooth) @ count.variances)), 1e-3 * n)
    safe = np.maximum(rows, least)
    m = np.clip(values / safe, -1.0, 1.0)
    spread = max(_square(count, total) - float((m**2 * rows).mean()) / n, 0.005)
    own = float((np.maximum(rows, 0.0) / safe).mean()) * (1.0 + float(a.sum()))
    error = float((m**2 * raw[0] - 2 * m * raw[1]).mean())
    error += 2 * float(((noise[1] + m**2 * noise[0]) / safe).mean()) + 2 * spread * own
    square = total.variances[1:] + float((m**2).mean()) * count.variances[1:] + n * spread / 2
    doubt = math.sqrt(2 * float(np.square((4 * a - 2 * a**2) * square).sum())) / n
    return error + _DOUBT * doubt


def _square(count: Spectrum, total: Spectrum) -> float:
    """The mean square of values from -1 to 1, from the upper half of the frequencies and a wide prior around 1/4."""
    n, high = count.count, slice(1 + total.frequencies // 2, 1 + total.frequencies)
    noise = total.variances[high]
    squares = 2 * (total.sums[high] ** 2 - noise) / n
    weights = 1 / (8 * np.square(noise / n + 1 / 6))
    return float(np.clip((squares @ weights + 4.0) / (weights.sum() + 16.0), 0.0, 1.0))


def _read(spectrum: Spectrum, smooth: Floats, t: Floats) -> Floats:
    """The estimate at the centres, as `Spectrum.read` gives it."""
    cosines, sines = _on_grid(spectrum.sums * np.concatenate([smooth, smooth[1:]]))
    return ((1 + t) * cosines + (1 - t) * sines) / 2


def _on_grid(sums: Floats) -> tuple[Floats, Floats]:
    """C_0 + 2 sum C_j cos(pi j u) at the centres of _GRID equal parts of [0, 1], and 2 sum S_j sin(pi j u).

    One transform gives the sum of both at u and at 2 - u, where the sines have the other sign.
    """
    most = len(sums) // 2
    turned = np.zeros(2 * _GRID, dtype=np.complex128)
    turned[: most + 1] = (sums[: most + 1] - 1j * np.concatenate([[0.0], sums[most + 1 :]])) * _turns(most)
    both = np.fft.ifft(turned).real * (2 * _GRID)
    ahead, mirrored = both[:_GRID], both[: _GRID - 1 : -1]
    return (ahead + mirrored) / 2, (ahead - mirrored) / 2


@lru_cache(maxsize=16)
def _turns(most: int) -> NDArray[np.complex128]:
    """The phase of half a grid step at each frequency, times 2 except at frequency 0."""
    j = np.arange(most + 1)
    return np.asarray(np.exp(0.5j * math.pi * j / _GRID) * np.where(j, 2.0, 1.0))
