r"""How much wider a band around a whole curve is than the intervals of single points.

The noise of a curve, divided by its standard deviation, is a Gaussian process whose values are sums psi(u) . xi of
independent normal xi with |psi(u)| = 1, and k is the length of the path of psi. It exceeds c somewhere only if it does
at the start or crosses c upward later, so that by Rice's formula (Davies 1977)

    P(sup |Z(u)| > c)  <=  2 (1 - Phi(c)) + (k / pi) exp(-c^2 / 2).

For the ratio of two curves with independent noise on the same path, whatever the ratio is, the noise of s - m n at any
m is within its standard deviation times R(u), the length of a pair of such processes, and

    P(sup R(u) > c)  <=  exp(-c^2 / 2) (1 + k c / sqrt(2 pi)).

Both are bounds, and close to the truth at usual levels. They hold for Gaussian noise alone.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from dpcore.statistic.spectrum import Spectrum, beyond, mirrored, taper, transform

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Doubles = NDArray[np.float64]

_STEPS = 12  # of integration, for each bandwidth
_FEWEST = 64
_CHUNK = 512
_NOTHING = 1e-9  # of a kernel's transform


def path(spectrum: Spectrum, width: float, fold: bool) -> float:
    """The length of the path of psi from one end to the other, for noise read at a bandwidth in boxes."""
    steps = max(_FEWEST, math.ceil(_STEPS / width))
    speeds = []
    for start in range(0, steps + 1, _CHUNK):
        u = np.arange(start, min(start + _CHUNK, steps + 1)) / steps
        wave, slope = _waves(spectrum, u, width, fold)
        own, mixed, change = ((one * other).sum(axis=1) for one, other in ((wave, wave), (wave, slope), (slope, slope)))
        speeds.append(np.sqrt(np.maximum(change * own - mixed**2, 0.0)) / own)
    return float(np.trapezoid(np.concatenate(speeds), dx=1 / steps))


def of_curve(length: float, level: float) -> float:
    """c such that a curve is everywhere within c standard deviations, with at least this probability."""
    return _least(lambda c: math.erfc(c / math.sqrt(2)) + length / math.pi * math.exp(-(c**2) / 2), level)


def of_ratio(length: float, level: float) -> float:
    """The same for the ratio of two curves, by Fieller's intervals with c in place of a quantile."""
    return _least(lambda c: math.exp(-(c**2) / 2) * (1 + length * c / math.sqrt(2 * math.pi)), level)


def _least(beyond: Callable[[float], float], level: float) -> float:
    """The least c, rounded up, from which on the probability to be beyond is at most 1 - level."""
    low, high = 1.0, 60.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (low, middle) if beyond(middle) <= 1 - level else (middle, high)
    return high


def _waves(spectrum: Spectrum, u: Doubles, width: float, fold: bool) -> tuple[Doubles, Doubles]:
    """psi(u) times the standard deviation, and its derivative; shape (n, frequencies)."""
    constant, a = transform(spectrum.frequencies, spectrum.circle, width, fold)
    a = a[: max(1, int(np.max(np.flatnonzero(np.abs(a) > _NOTHING), initial=0)) + 1)]
    p, j = spectrum.circle / 2, np.arange(1, len(a) + 1)
    size = 2 * a * np.sqrt(spectrum.variances[1 : len(a) + 1])
    if spectrum.circle == 4:
        return _tapered(spectrum, u, constant, size, width if fold else math.inf)
    reached = mirrored(u, width) if fold else [(u, 1, np.ones(len(u)))]
    step, turn = 1e-6 * width, 2 * math.pi / p * j
    first, change = np.zeros((len(u), 1)), np.zeros((len(u), 1))
    waves, slopes = np.zeros((2, len(u), len(j))), np.zeros((2, len(u), len(j)))
    for image, sign, part in reached:
        slope = np.zeros(len(u)) if not fold else sign * (beyond(image + step, width) - beyond(image - step, width))
        added, moved = part[:, None], (slope / (2 * step))[:, None]
        pair = [wave(np.outer(image, turn)) for wave in (np.cos, np.sin)]
        first, change = first + added, change + moved
        waves += [added * wave for wave in pair]
        slopes += [moved * pair[0] - sign * added * turn * pair[1], moved * pair[1] + sign * added * turn * pair[0]]
    root = constant * math.sqrt(spectrum.variances[0])
    return np.hstack([root * first, *(size * waves)]), np.hstack([root * change, *(size * slopes)])


def _tapered(spectrum: Spectrum, u: Doubles, constant: float, size: Doubles, width: float) -> tuple[Doubles, Doubles]:
    """The same on a circle of two boxes, with the part of the mirror image that is added; none at infinite width."""
    step = 1e-6 * min(1.0, width)
    t, slope = np.zeros(len(u)), np.zeros(len(u))
    if width < math.inf:
        t, slope = taper(u, width), (taper(u + step, width) - taper(u - step, width)) / (2 * step)
    turn = math.pi * np.arange(1, len(size) + 1)
    angles = np.outer(u, turn)
    more, less, change = (1 + t)[:, None], (1 - t)[:, None], slope[:, None]
    cosines, sines = size * np.cos(angles), size * np.sin(angles)
    first = constant * math.sqrt(spectrum.variances[0])
    waves = np.hstack([first * more, more * cosines, less * sines])
    slopes = [first * change, change * cosines - more * turn * sines, less * turn * cosines - change * sines]
    return waves, np.hstack(slopes)
