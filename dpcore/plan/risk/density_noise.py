r"""The integrated variance of the noise of a released density, as `dpcore.statistic` releases and reads it.

A released coordinate of weight w_j (their squares add up to 1) has noise of variance 1 / w_j^2 for a reach and a mu of
1; the estimate with bandwidth h is folded near the bounds. All lengths are in ranges, all sums over j = 0, 1, ..

**Noise for one bandwidth**, w_j^2 proportional to the kernel's own spectrum a_j (Hall, Rinaldo & Wasserman 2013). On a
circle of p ranges let S = 1 + 2 sum a_j = p / (h sqrt(2 pi)). Unfolded, the variance is (S/p)^2 = 1 / (2 pi h^2) at
every point. On a circle of two ranges, a part t(u) of the mirror image is added near the bounds, and the integral is

    v_0 X_0 + sum v_j X_j,   X_0 = mean (1 + t)^2 / 4,   X_j = a_j^2 (mean (1 + t^2) + 2 mean t cos(2 pi j u)),

with v_0 = S, v_j = S / (2 a_j).

Above h = 1/12 the circle is longer, and the variance of the images of a point is summed as the reading sums it. With
two columns and one bandwidth for both, weights, kernels and images are products, and so is the integral.

**Noise for any bandwidth**: v_j = (j + 2) T with T = sum 1 / (j + 2) to j = 1024, and sum v_j X_j again; of two columns
v_jk = (j^2 + k^2 + 9) T within the radius 100, and sum v_jk X_j X_k. The weights are the released integers, whose
rounding adds a few percent there.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

import numpy as np

from dpcore.statistic.waves.circle import REACH
from dpcore.statistic.waves.fourier import Fourier
from dpcore.statistic.waves.plane import MOST_SIDE, Plane
from dpcore.statistic.waves.projection import MOST_CELLS
from dpcore.statistic.waves.spectrum import WRAPS, Spectrum, taper

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dpcore.sensitivity.relation import Neighbors

    Doubles = NDArray[np.float64]

Kind = Literal["none", "own", "any"]
"""No noise; noise for one public bandwidth, with the kernel's own spectrum; noise for any bandwidth."""
_POINTS = 129  # an odd number of points at which the variance is integrated
_GRID = 2**14  # the number of points at which folded functions are integrated
_LEAST = 1e-14  # the least value of a kernel's transform that is used
_FAR = 257  # distances at which the least value of a kernel is sought, per pair of frequencies and range


def variance(kind: Kind, widths: Doubles, dimension: int) -> Doubles:
    """The integrated variance at each bandwidth in ranges, for a reach and a mu of 1.

    >>> variance("own", np.array([0.05]), 1).round(1).tolist()
    [101.9]
    """
    if kind == "none":
        return np.zeros(len(widths))
    if kind == "own":
        return np.array([_own(float(width)) for width in widths]) ** dimension
    weights = _any(dimension)
    squares = np.array([_parts(float(width), len(weights) - 1) for width in widths])
    inverse = np.divide(1.0, weights, out=np.zeros_like(weights), where=weights > 0)
    if dimension == 1:
        return np.asarray(squares @ inverse)
    return np.asarray(np.einsum("hj,jk,hk->h", squares, inverse, squares))


def squared_reach(kind: Kind, widths: Doubles, dimension: int, neighbors: Neighbors, max_rows: int) -> Doubles:
    """The squared distance of neighbouring tables at each bandwidth, for weights whose squares add up to 1.

    The distance is max_rows under add_remove. Under replace, all rows of a unit move to where the kernel is least.
    """
    if neighbors == "add_remove" or kind == "none":
        return np.full(len(widths), float(max_rows**2))
    least = np.exp(-dimension / (2 * np.square(widths))) if kind == "own" else np.full(len(widths), _least(dimension))
    return np.asarray(max_rows**2 * np.maximum(1.0, 2 * (1 - least)))


def _own(width: float) -> float:
    """The integral for noise of the kernel's spectrum, for one column."""
    if width <= WRAPS:
        most = math.ceil(math.sqrt(-2 * math.log(_LEAST)) / (math.pi * width))
        a = np.exp(-np.square(math.pi * np.arange(most + 1) * width) / 2)
        v = (2 * a.sum() - 1) / np.concatenate([[1.0], 2 * a[1:]])
        return float(v @ _parts(width, most))
    circle = 4 * math.ceil((1 + REACH * width) / 2)
    most = math.ceil(circle / (2 * math.pi * width) * math.sqrt(-math.log(_LEAST) / 2))
    a = np.exp(-2 * np.square(math.pi * np.arange(most + 1) * width / (circle / 2)))
    a[1:] *= 2
    spectrum = Spectrum(circle, np.zeros(2 * most + 1), a.sum() / a)
    found = spectrum.read(np.linspace(0.0, 1.0, _POINTS), width).variance
    simpson = np.tile([4.0, 2.0], _POINTS // 2)[:-1]
    return float((found[0] + found[1:-1] @ simpson + found[-1]) / (3 * (_POINTS - 1)))


@lru_cache(maxsize=512)
def _parts(width: float, most: int) -> Doubles:
    """X_0 .. X_most, on a circle of two ranges."""
    u = (np.arange(_GRID) + 0.5) / _GRID
    t, j = taper(u, width), np.arange(1, most + 1)
    waves = np.fft.rfft(t)[1 : most + 1] * np.exp(-1j * math.pi * j / _GRID) / _GRID
    rest = np.exp(-np.square(math.pi * j * width)) * (1 + np.square(t).mean() + 2 * waves.real)
    return np.concatenate([[np.square(1 + t).mean() / 4], rest])


@lru_cache(maxsize=2)
def _any(dimension: int) -> Doubles:
    """w_j^2, shape (J + 1,), or w_jk^2, shape (J + 1, J + 1), 0 where a frequency is not released."""
    weights = np.array(Fourier(MOST_CELLS).weights if dimension == 1 else Plane((MOST_SIDE, MOST_SIDE)).weights)
    squares = np.square(weights.astype(np.float64))
    return np.asarray(squares / squares.sum())


@lru_cache(maxsize=4)
def _least(dimension: int) -> float:
    """The least value of the kernel of noise for any bandwidth, in units of its peak."""
    weights = _any(dimension)
    waves = np.cos(
        math.pi * np.outer(np.linspace(0.0, 1.0, _FAR * (8 if dimension == 1 else 1)), np.arange(len(weights)))
    )
    kernel = waves @ weights if dimension == 1 else waves @ weights @ waves.T
    return float(kernel.min())
