r"""Simultaneous bands: how much wider a band around a whole curve or surface is than the intervals of single points.

The noise of a curve, divided by its standard deviation, is a Gaussian process Z(u) = psi(u) . xi with independent
normal xi and |psi(u)| = 1, and k is the length of the path of psi. Z exceeds c somewhere only if it does at the start
or crosses c upward later, so by Rice's formula (Davies 1977)

    P(sup |Z(u)| > c)  <=  2 (1 - Phi(c)) + (k / pi) exp(-c^2 / 2).

For the ratio m = s / n of two curves with independent noise on the same path, the noise of s - m n is, whatever m is,
at most its standard deviation times R(u), the length of the vector of two such processes, and

    P(sup R(u) > c)  <=  exp(-c^2 / 2) (1 + k c / sqrt(2 pi)).

**Surfaces.** psi(u, v) is a patch of area A; k is half of the length of its edges. Z exceeds c somewhere only if it
does on the edge v = 0 or there is a first v at which the largest Z over u reaches c: at an end of u, where Z crosses c
upward along v, or between the ends, where Z = c, Z_u = 0, Z_uu <= 0 and Z_v >= 0 (Mercadier 2006). The mean of the
bounds from v = 0 upward and from v = 1 downward is a bound. By Rice's formula the expected number of places between the
ends is at most

    integral of  E[|Z_v| (Z_uu)^-  given  Z = c, Z_u = 0]  f(c, 0) / 2,

f the density of (Z, Z_u). Given these, -Z_uu has mean c l and variance t^2, with l = |psi_u|^2, and Z_v has mean 0 and
variance s^2. E[|Z_v| (-Z_uu)] = c l s sqrt(2 / pi), because the part of Z_uu correlated with Z_v is odd; its integral
gives the term with c A. The excess of (Z_uu)^- over -Z_uu adds at most s t sqrt(q) in expectation, with
q = E[min(N, 0)^2] <= min(1, 4 phi(m) / m^3) / 2 for N normal around m = c l / t. With the ends of u, where half of the
crossings have a slope that points outward,

    P(sup |Z(u, v)| > c)  <=  2 (1 - Phi(c)) + exp(-c^2 / 2) (k / pi + 2 c A / (2 pi)^(3/2) + D(c)),

D(c) the integral of s t sqrt(q / l) / (2 pi). A folded surface is even in u around u = 0, so smooth in u^2 there, and
this argument can use u^2 in place of u. On a line of u with a bend the slopes of both sides count: the length of this
line is added to that of the edges.

All three bounds hold jointly for all points of the curve or surface, and are close to the exact probability at usual
levels. They hold for Gaussian noise only.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, final

import numpy as np

from dpcore.statistic.waves.column_waves import ColumnWaves, column_waves, scale_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dpcore.statistic.waves.plane_spectrum import PlaneSpectrum
    from dpcore.statistic.waves.spectrum import Spectrum

    Doubles = NDArray[np.float64]
    Pair = tuple[float, float]
    Sides = tuple[int, int]

_ROUNDING = 1e-14  # of squares of lengths: a direction in which psi does not move


@final
@dataclass(frozen=True)
class Patch:
    """The patch of psi of a surface. length: k. area: A. loose, steep: s t / sqrt(l) and l / t at all points."""

    length: float
    area: float
    loose: Doubles
    steep: Doubles

    def rest(self, c: float) -> float:
        """D(c)."""
        m = np.maximum(c * self.steep, 1e-3)
        q = np.minimum(1.0, 4 * np.exp(-(m**2) / 2) / math.sqrt(2 * math.pi) / m**3) / 2
        return float(self.loose @ np.sqrt(q)) / (2 * math.pi)


def path(spectrum: Spectrum, width: float, fold: bool) -> float:
    """The length of the path of psi from one end to the other, for noise read at a bandwidth in boxes."""
    scale = scale_of(spectrum.frequencies, spectrum.circle, width, fold)
    waves = column_waves(spectrum.circle, len(scale), width, fold)
    return length_of(waves, spectrum.variances[: len(scale)] * scale**2)


def length_of(waves: ColumnWaves, variances: Doubles) -> float:
    """The length of a path. variances: the variance of the noise of each frequency."""
    own, mixed, change = (variances @ waves.products[pair] for pair in ((0, 0), (0, 1), (1, 1)))
    return float(waves.weights @ (np.sqrt(np.maximum(change * own - mixed**2, 0.0)) / own))


def patch(circles: Sides, variances: Doubles, widths: Pair, fold: bool) -> Patch:
    """The patch of psi over the box, for noise read at bandwidths in boxes. circles, variances: as `PlaneSpectrum`."""
    sides = list(zip(circles, variances.shape, widths, strict=True))
    one, other = (scale_of(size - 1, around, width, fold) for around, size, width in sides)
    first, second = (
        column_waves(around, len(scale), width, fold)
        for scale, (around, _, width) in zip((one, other), sides, strict=True)
    )
    return patch_of(first, second, np.outer(one**2, other**2) * variances[: len(one), : len(other)])


def patch_of(first: ColumnWaves, second: ColumnWaves, variances: Doubles) -> Patch:
    """The patch of a surface. variances: the variance of the noise of each pair of frequencies."""
    along = {pair: products.T @ variances for pair, products in first.products.items()}
    across = {pair: variances @ products for pair, products in second.products.items()}

    def inner(u: Sides, v: Sides = (0, 0)) -> Doubles:
        """The inner products of two derivatives of the waves at all points, by the orders of both along u and v."""
        return along[u] @ second.products[v] / own

    own = along[0, 0] @ second.products[0, 0]
    slope, curve = inner((0, 1)), inner((0, 2))
    steep = np.maximum(inner((1, 1)) - slope**2, _ROUNDING)
    bend = inner((2, 2)) - curve**2 - (inner((1, 2)) - slope * curve) ** 2 / steep
    up = inner((0, 0), (0, 1))
    rise = inner((0, 0), (1, 1)) - up**2 - (inner((0, 1), (0, 1)) - slope * up) ** 2 / steep
    s, t = (np.sqrt(np.maximum(square, _ROUNDING)) for square in (rise, bend))
    share = np.outer(first.weights, second.weights)
    edges = [length_of(second, first.products[0, 0][:, 0] @ variances), length_of(first, across[0, 0][:, 0])]
    bent = [length_of(second, first.products[0, 0][:, -1] @ variances) / 2] if first.bent else []
    loose = share * s * t / np.sqrt(steep)
    return Patch(sum(edges + bent), float((share * s * np.sqrt(steep)).sum()), loose.ravel(), (steep / t).ravel())


def of_curve(length: float, level: float) -> float:
    """c such that a curve's noise is everywhere within c standard deviations, with probability at least `level`."""
    return _least(lambda c: math.erfc(c / math.sqrt(2)) + length / math.pi * math.exp(-(c**2) / 2), level)


def of_ratio(length: float, level: float) -> float:
    """c as in `of_curve` for the ratio of two curves, by Fieller's intervals with c in place of a quantile."""
    return _least(lambda c: math.exp(-(c**2) / 2) * (1 + length * c / math.sqrt(2 * math.pi)), level)


def of_surface(spectrum: PlaneSpectrum, widths: Pair, fold: bool, level: float) -> float:
    """c such that a surface's noise is everywhere within c standard deviations, with probability at least `level`.

    c is cached: it depends on the noise and the bandwidths (in boxes) only, which are public.
    """
    shape = spectrum.circles, spectrum.variances.shape
    return _of_surface(*shape, spectrum.variances.tobytes(), widths, fold, level)


@lru_cache(maxsize=64)
def _of_surface(circles: Sides, shape: Sides, variances: bytes, widths: Pair, fold: bool, level: float) -> float:
    noise: Doubles = np.frombuffer(variances, np.float64).reshape(shape)
    return of_patch(patch(circles, noise, widths, fold), level)


def of_patch(patch: Patch, level: float) -> float:
    """c as in `of_surface`, for a surface with this patch."""

    def beyond(c: float) -> float:
        inside = patch.length / math.pi + 2 * c * patch.area / math.pow(2 * math.pi, 1.5) + patch.rest(c)
        return math.erfc(c / math.sqrt(2)) + math.exp(-(c**2) / 2) * inside

    return _least(beyond, level)


def _least(beyond: Callable[[float], float], level: float) -> float:
    """The least c, rounded up, with beyond(c) <= 1 - level."""
    low, high = 1.0, 60.0
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (low, middle) if beyond(middle) <= 1 - level else (middle, high)
    return high
