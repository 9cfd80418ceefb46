r"""One step on a Poisson sample, rounded to a lattice: connect the dots, from the densities.

With base N(0,1), w = 1 - q + q e^{mu z - mu^2/2} and points z_j with log w(z_j) = log(1-q) + j h, mass between z_j
and z_{j+1} goes to the upper point with the share (w - w_j) / (w_{j+1} - w_j), preserving the mass of both laws; the
same points serve both directions (Doroshenko, Ghazi, Kamath, Kumar & Manurangsi 2022). Masses are integrals of
positive terms by Gauss's rule on narrow panels, so nothing cancels, however small h is.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import final

import numpy as np
from numpy.typing import NDArray

from dpcore import special
from dpcore.tradeoff.argument import UNIT
from dpcore.tradeoff.curve import Array
from dpcore.tradeoff.normal import PEAK

# On a panel of width d at z the relative error of the rule is below 6e-10 (d z)^8.
_WIDTH = 0.2
_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(4)
_SHARES, _WEIGHTS = 0.5 * (1.0 + _NODES), 0.5 * _WEIGHTS


@final
@dataclass(frozen=True, slots=True, eq=False)
class LatticeStep:
    """Masses under N(0,1) at log w = log(1-q) + j h, j = 0, 1, ..., of -cut < z < end."""

    mass: Array
    # bounds of the error of a point's place, and of the relative error of a mass
    moved: float
    lost: float
    # left out at most, under either law, where it is rare
    rare: float
    # left out beyond `most`, under the mixture and under N(0,1)
    leap: tuple[float, float]


def step(mu: float, rate: float, h: float, cut: float, most: float) -> LatticeStep:
    """The step at z < cut + mu and log w <= log(1-q) + most."""
    least, log_rate = math.log1p(-rate), math.log(rate)
    highest = float(np.logaddexp(least, log_rate + mu * (cut + mu) - 0.5 * mu * mu)) - least
    grown = h * np.arange(1.0, max(1, math.ceil(min(highest, most) / h)) + 1.0)
    # (1-q)(e^{jh} - 1) / q = e^{mu z - mu^2/2}
    odds = np.where(grown > 30.0, grown, np.log(np.expm1(np.minimum(grown, 30.0)))) + (least - log_rate)
    z = (odds + 0.5 * mu * mu) / mu
    rounded = 16.0 + 8.0 * (np.abs(odds) - least - log_rate + mu * mu) + 4.0 * grown
    moved = UNIT * float(np.max(-np.expm1(-grown) * rounded + 4.0 * grown))
    mass = np.zeros(len(z) + 1)
    mass[0] = special.ndtr(-cut)
    panel = _WIDTH / (cut + mu)
    width = np.diff(z)
    narrow = np.flatnonzero((width <= panel) & (z[:-1] >= -cut))
    _add(mass, mu, narrow + 1, z[narrow], width[narrow], np.zeros(len(narrow)), width[narrow])
    # the first cell is open to the left, where w is at least 1 - q
    wide = np.flatnonzero((width > panel) | ((z[:-1] < -cut) & (z[1:] > -cut))) + 1
    cell = np.concatenate(([0], wide)) if z[0] > -cut else wide
    first, last = np.append(-np.inf, z)[cell], z[cell]
    start = np.maximum(first, -cut)
    count = np.maximum(np.ceil((last - start) / panel), 0.0).astype(np.int64)
    cell, first, last, start = (np.repeat(each, count) for each in (cell, first, last, start))
    size = (last - start) / np.repeat(count, count)
    at = start + size * (np.arange(len(cell)) - np.repeat(np.cumsum(count) - count, count))
    _add(mass, mu, cell, at, size, at - first, last - at)
    end = float(z[-1])
    leap = (1.0 - rate) * float(special.ndtr(-end)) + rate * float(special.ndtr(mu - end)), float(special.ndtr(-end))
    rare = 1.01 * (float(special.ndtr(-cut)) + (leap[0] if highest <= most else 0.0))
    lost = UNIT * (96.0 + 2.0 * (cut + mu) ** 2 + 8.0 * mu * (cut + mu))
    return LatticeStep(mass, moved, lost, rare, (0.0, 0.0) if highest <= most else leap)


def _add(mass: Array, mu: float, cell: NDArray[np.int64], z: Array, width: Array, past: Array, ahead: Array) -> None:
    """Panels [z, z + width] to both ends of their cells, which begin `past` before z and end `ahead` of it."""
    whole = -np.expm1(-mu * (past + ahead))
    for share, weight in zip(_SHARES, _WEIGHTS, strict=True):
        move = share * width
        panel = weight * PEAK * width * np.exp(-0.5 * (z + move) ** 2)
        upper = panel * np.exp(-mu * (ahead - move)) * -np.expm1(-mu * (past + move)) / whole
        np.add.at(mass, cell, panel - upper)
        np.add.at(mass, cell + 1, upper)


def power(base: NDArray[np.complex128], times: int) -> NDArray[np.complex128]:
    """base^times, by squaring."""
    product, square = np.ones_like(base), base
    while times:
        product = product * square if times & 1 else product
        square, times = square * square if times > 1 else square, times >> 1
    return product
