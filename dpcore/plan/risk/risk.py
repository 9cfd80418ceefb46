r"""The exact mean integrated squared error of a released density, for a named shape: bias, sampling variance and noise.

The estimate in rows per unit over the number of rows n, folded at the bounds, is 1 + 2 sum a_j C_j cos(pi j u) with the
mean C_j of n cosines and noise; a_j = exp(-(pi j h)^2 / 2) for the bandwidth h in ranges. By Parseval's identity, with
c_j of `shape`, e_j = E cos^2 = (1 + c_2j) / 2 and m_0 = 1, m_j = 2, its expected integrated squared error is

    sum m_j (1 - a_j)^2 c_j^2   +   sum m_j a_j^2 (e_j - c_j^2) / n   +   reach^2 N(h) / (mu^2 n^2),

N(h) of `noise`. With two independent columns of one shape the sums run over pairs, m, a, c and e are products, and each
sum is made of sums along one column. It is exact for independent rows, up to the width of the fine cells in which rows
are counted. On the whole line, without bounds, bias and sampling variance have the closed form of Marron & Wand 1992.

**Rates.** With D the integral of the squared Laplacian, bias and sampling variance tend to h^4 D / 4 and
(4 pi)^(-d/2) / (n h^d): the best bandwidth is of order n^(-1/(4+d)) and the risk of order n^(-4/(4+d)). Noise for one
bandwidth adds terms of order 1 / (n h^d)^2, n^(-8/(4+d)) at this bandwidth, so that privacy costs nothing in the limit.

**Rules of thumb.** The bandwidth that is best in the limit for a normal density is (4 / ((d + 2) n))^(1/(d+4)) standard
deviations; Hall, Rinaldo & Wasserman 2013 write d + 1. Both take the interquartile range over 1.34 for the deviation.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, final

import numpy as np

from dpcore.number import real, whole
from dpcore.plan.risk.density_noise import Kind, squared_reach, variance
from dpcore.plan.risk.shape import FREQUENCIES, Shape
from dpcore.queries.curves.rule_density import thumb
from dpcore.sensitivity.relation import Neighbors

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Doubles = NDArray[np.float64]

FINEST = {1: 1 / 380, 2: 1 / 60}
"""The finest bandwidth by the number of columns, in ranges, for all kinds of noise."""
MOST_ROWS = 10**12
_CHOICES = 401


@final
@dataclass(frozen=True)
class Setting:
    """A density and its release. rows: their number. mu: the price. dimension: of columns. max_rows: of a unit."""

    shape: Shape
    rows: int
    mu: float
    dimension: int = 1
    neighbors: Neighbors = "add_remove"
    max_rows: int = 1

    def __post_init__(self) -> None:
        whole(self.rows, "`rows` of `Setting`", low=1, high=MOST_ROWS)
        real(self.mu, "`mu` of `Setting`", above=0.0)
        whole(self.dimension, "`dimension` of `Setting`", low=1, high=2)
        whole(self.max_rows, "`max_rows` of `Setting`", low=1, high=MOST_ROWS)


@final
@dataclass(frozen=True)
class Risk:
    """The three parts of the risk, as shares of the integral of the squared density; one number each, or arrays."""

    bias: Doubles
    sampling: Doubles
    noise: Doubles

    @property
    def total(self) -> Doubles:
        """The mean integrated squared error: the sum of the three parts, in the same unit."""
        return np.asarray(self.bias + self.sampling + self.noise)


@final
@dataclass(frozen=True)
class Best:
    """The best bandwidth of `widths`, in ranges, and the risk there. finest: whether it is the finest of the list."""

    width: float
    risk: Risk
    finest: bool


def risk(setting: Setting, kind: Kind, widths: Doubles) -> Risk:
    """The risk at bandwidths in ranges."""
    bias, sampling, noise = _parts(setting, kind, tuple(widths.tolist()))
    return Risk(bias, sampling / setting.rows, noise / setting.rows**2)


def widths(dimension: int) -> Doubles:
    """The list of bandwidths in ranges, evenly spaced in logarithm, to the whole range."""
    return np.array(_widths(dimension))


def best(setting: Setting, kind: Kind) -> Best:
    """The best bandwidth of the list."""
    listed = widths(setting.dimension)
    found = risk(setting, kind, listed)
    place = int(np.argmin(found.total))
    at = Risk(*(part[place] for part in (found.bias, found.sampling, found.noise)))
    return Best(float(listed[place]), at, place == 0)


def least(setting: Setting, kind: Kind, rows: Doubles) -> Doubles:
    """The risk at the best bandwidth of the list, for each number of rows in place of the setting's."""
    bias, sampling, noise = _parts(setting, kind, _widths(setting.dimension))
    each = np.asarray(rows, dtype=np.float64)[:, None]
    return np.asarray((bias + sampling / each + noise / each**2).min(axis=1))


def cost(setting: Setting, kind: Kind, rows: Doubles) -> Doubles:
    """The cost of privacy at each number of rows: the least risk with noise / the least risk without noise - 1."""
    return np.asarray(least(setting, kind, rows) / least(setting, "none", rows) - 1)


def enough(setting: Setting, kind: Kind, share: float = 0.1) -> int | None:
    """The least number of rows from which privacy costs at most `share`; None above MOST_ROWS.

    The last change is found among powers of 10^(1/6), and refined by bisection in logarithm; the list of
    bandwidths limits it to about two digits.
    """
    grid = np.geomspace(1, MOST_ROWS, 73)
    (over,) = np.nonzero(cost(setting, kind, grid) > share)
    if not over.size or over[-1] == len(grid) - 1:
        return None if over.size else 1
    low, high = (float(rows) for rows in grid[over[-1] : over[-1] + 2])
    while high > 1.001 * low and high - low > 0.5:
        middle = math.sqrt(low * high)
        low, high = (middle, high) if cost(setting, kind, np.array([middle]))[0] > share else (low, middle)
    return math.ceil(high)


def rule(setting: Setting, add: int = 2) -> float:
    """The bandwidth of the rule of thumb in ranges, with d + `add` in its constant: 2, or 1 as in the source.

    At least the finest bandwidth of the list.
    """
    d = setting.dimension
    return max(FINEST[d], setting.shape.scale * thumb(setting.rows, d, add))


def limit(shape: Shape, dimension: int, rows: float) -> tuple[float, float]:
    """The best bandwidth and the risk of an estimate without noise, in the limit of many rows; units as in `best`."""
    d, kernel, curvature = dimension, (4 * math.pi) ** (-dimension / 2), shape.curvature(dimension)
    width = (d * kernel / (rows * curvature)) ** (1 / (d + 4))
    return width, width**4 * curvature * (1 / 4 + 1 / d) / shape.square(dimension)


@lru_cache(maxsize=2)
def _widths(dimension: int) -> tuple[float, ...]:
    return tuple(np.geomspace(FINEST[dimension], 1.0, _CHOICES).tolist())


def _parts(setting: Setting, kind: Kind, listed: tuple[float, ...]) -> tuple[Doubles, Doubles, Doubles]:
    """Bias, sampling variance for one row and noise for one row, as shares of the integral of the squared density."""
    bias, sampling = _clean(setting.shape, setting.dimension, listed)
    noise = _noise(kind, setting.dimension, setting.neighbors, listed)
    square = setting.shape.square(setting.dimension)
    return bias / square, sampling / square, (setting.max_rows / setting.mu) ** 2 * noise / square


@lru_cache(maxsize=64)
def _clean(shape: Shape, dimension: int, listed: tuple[float, ...]) -> tuple[Doubles, Doubles]:
    """The integrated squared bias, and the integrated variance of one row, at each bandwidth."""
    c = shape.cosines()
    squares, e = np.square(c[: FREQUENCIES + 1]), (1 + c[::2]) / 2
    m = np.full(len(squares), 2.0)
    m[0] = 1.0
    j = np.arange(len(squares))
    a = np.exp(-np.square(math.pi * np.outer(listed, j)) / 2)
    lost = (1 - a) ** 2 @ (m * squares)
    variances = a**2 @ (m * e)
    kept = a**2 @ (m * squares)
    if dimension == 1:
        return lost, variances - kept
    # sum m (1 - a b)^2 c^2 over pairs, from p = sum m a c^2 and differences that lose no digits
    once, twice = ((1 - a) @ (m * squares), (a * (1 - a)) @ (m * squares))
    bias = 2 * (a @ (m * squares)) * lost + once**2 + twice**2
    return bias, variances**2 - kept**2


@lru_cache(maxsize=64)
def _noise(kind: Kind, dimension: int, neighbors: Neighbors, listed: tuple[float, ...]) -> Doubles:
    """The integrated variance of noise at each bandwidth for a mu, a number of rows and max_rows of 1."""
    at = np.array(listed)
    return variance(kind, at, dimension) * squared_reach(kind, at, dimension, neighbors, 1)
