r"""Growth of epsilon with the number of releases: certified epsilon of curve.repeat(k) for many k at once.

Gaussian   closed form, vectorised over k
Laplace    exact sums, one table per k, all roots at once (`exact.laplace_growth`)
others     one k at a time
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpcore.errors import DpError
from dpcore.number import real, shown, whole
from dpcore.special import ndtri
from dpcore.tradeoff.argument import LARGEST, UNIT
from dpcore.tradeoff.compose import MOST
from dpcore.tradeoff.curve import Array, Curve, Pair
from dpcore.tradeoff.family.gaussian import Gaussian, log_overlap, overlap
from dpcore.tradeoff.family.laplace import Laplace
from dpcore.tradeoff.root import settle

if TYPE_CHECKING:
    from dpcore.tradeoff.exact.laplace_growth import GrowthCells

Counts = NDArray[np.int64]

_LONGEST = 2_000


def growth(curve: Curve, times: int | ArrayLike, delta: float) -> Pair:
    """(lower, upper) of the epsilon of curve.repeat(k) at `delta` in [0, 1), arrays over k.

    `times` is the last k of 1, 2, ..., or a rising list of whole numbers k in [1, 1000000].
    """
    if not isinstance(curve, Curve):
        raise DpError("`growth` takes a trade-off curve. Got {curve}.", curve=shown(curve))
    asked = _counts(times)
    failing = real(delta, "`delta` of `growth`", at_least=0.0, below=1.0)
    match curve:
        case Gaussian(shift) if failing >= 1e-290 and shift * math.sqrt(asked[-1]) < 0.99 * LARGEST:
            return _gaussian(shift, asked, failing)
        case Laplace() if failing >= 1e-250 and asked[-1] <= _LONGEST:
            return _laplace(curve, asked, failing)
    return _each(curve, asked, failing)


def _counts(times: int | ArrayLike) -> Counts:
    try:
        listed = not isinstance(times, int) and np.ndim(times) > 0
    except ValueError:  # rows of different lengths
        raise DpError("`times` of `growth` must be a list of whole numbers. Got {times}.", times=shown(times)) from None
    if not listed:
        return np.arange(1, whole(times, "`times` of `growth`", low=1, high=MOST) + 1)
    counts = [whole(k, "each of `times` of `growth`", low=1, high=MOST) for k in np.asarray(times).ravel().tolist()]
    if not counts or any(b <= a for a, b in pairwise(counts)):
        raise DpError("`times` of `growth` must be in rising order and not empty. Got {found}.", found=shown(counts))
    return np.array(counts)


def _each(curve: Curve, asked: Counts, delta: float) -> Pair:
    pairs = [curve.repeat(int(k)).epsilon_bounds(delta) for k in asked]
    return np.array([low for low, _ in pairs]), np.array([high for _, high in pairs])


def _gaussian(shift: float, asked: Counts, delta: float) -> Pair:
    """Epsilon for mu sqrt(k): Newton's method on the concave log delta, from above; margins cover rounding of mu."""
    width = shift * np.sqrt(asked.astype(np.float64))
    at = np.full_like(width, delta)

    def reading(epsilon: Array) -> Pair:
        ratio = np.minimum(epsilon / width, 1e12)
        score, lost = ratio - 0.5 * width, 6.0 * UNIT * (ratio + 0.5 * width)
        low, high = overlap(score + lost, width * (1.0 - 4.0 * UNIT)), overlap(score - lost, width * (1.0 + 4.0 * UNIT))
        return low[0], high[1]

    start = -float(ndtri(delta))
    guess: Array = np.maximum(width * start + 0.5 * width**2, 0.0)
    for _ in range(60):
        log_value, drop = log_overlap(guess / width - 0.5 * width, width)
        better: Array = np.maximum(guess + (log_value - math.log(delta)) * drop, 0.0)
        done = np.abs(better - guess) <= 4.0 * UNIT * (guess + 1e-3 * width)
        guess = better
        if done.all():
            break
    return settle(reading, guess, at, float(width[0]))


def _laplace(curve: Laplace, asked: Counts, delta: float) -> Pair:
    """Epsilon from all cells and all roots at once; brackets that stay wide are recomputed by the curve itself."""
    from dpcore.tradeoff.exact.laplace_growth import cells_of, few_enough

    good = few_enough(curve.shift, asked, delta)
    low, high = np.zeros(len(asked)), np.full(len(asked), np.inf)
    if good.any():
        low[good], high[good] = _roots(cells_of(curve, asked[good], delta), delta)
    for index in np.flatnonzero(high - low > 1e-10 * high):
        below, above = curve.repeat(int(asked[index])).epsilon_bounds(delta)
        low[index], high[index] = max(low[index], below), min(high[index], above)
    return low, high


def _roots(cells: GrowthCells, delta: float) -> Pair:
    """Brackets of the roots: bisection inside each cell, then outward steps until the bounds certify the bracket."""
    low, high = np.maximum(cells.left, 0.0), cells.left + 2.0 * cells.shift
    for _ in range(54):
        middle = 0.5 * (low + high)
        more = cells.middle(middle) > delta
        low, high = np.where(more, middle, low), np.where(more, high, middle)
    at, wanted = 0.5 * (low + high), np.full_like(low, delta)
    lower, upper = settle(cells.delta, at, wanted, float(cells.shift))
    nothing = cells.delta(np.zeros_like(at))[1] <= delta
    most = np.nextafter(cells.times * cells.shift, np.inf)
    return np.where(nothing, 0.0, lower), np.where(nothing, 0.0, np.minimum(upper, most))
