r"""A fast upper bound of the mu of some steps of Gaussian noise on Poisson samples, from losses on a lattice.

Removing a unit, Q = N(0, 1), P = (1-q) N(0, 1) + q N(m, 1) and l(z) = log(1 - q + q e^{m z - m^2/2}), which increases
with z. The interval of z between two lattice points of l is split between them so that its probabilities under P and Q
are kept, which spreads the likelihood ratio: the pair on the lattice dominates the true pair ("connect the dots",
Doroshenko et al. 2022), and so do products of such pairs. Adding a unit has the inverse curve. The product of inverse
curves is the inverse of the product, and G_mu with a failure probability is its own inverse, so mu is the same.

Far ends have probabilities of some 1e-4 of the failure probability. They are taken off the lattice and count as
outcomes that identify P or Q. All sums have positive terms, so their relative errors are far below the margin of
`corner`. `Curve.mu` is exact but takes many seconds for so few steps.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import final

import numpy as np
from numpy.typing import NDArray

from dpcore.budget.loss.corner import largest
from dpcore.remembered import remembered
from dpcore.special import ndtr, ndtri

Floats = NDArray[np.float64]

_FINE = 16.0  # lattice steps per standard deviation of the loss of a step
_SPARED = 1e-4  # the largest probability of the far ends, as a part of the failure probability
_MOST_POINTS = 2**15
_STEEPEST = 300.0


@final
@dataclass(frozen=True)
class _Losses:
    """Probabilities under Q of losses step * (first + 0, 1, ...); beyond: of all other outcomes, under P and Q."""

    first: int
    weights: Floats
    beyond: tuple[float, float]


@remembered(4096)
def mu(noise: float, rate: float, steps: int, delta: float) -> float:
    """A mu for which G_mu with failure probability delta > 0 is below the curve of these steps; math.inf if not found.

    noise: mu of a step without sampling. rate: in (0, 1).
    """
    spread = min(rate * math.sqrt(math.expm1(min(noise**2, 600.0))), noise)
    step = spread / _FINE
    single = _single(noise, rate, step, delta * _SPARED / steps)
    if single is None:
        return math.inf
    whole = _power(single, steps, step, delta * _SPARED / steps)
    if whole is None:
        return math.inf
    losses = step * (whole.first + np.arange(len(whole.weights), dtype=np.float64))
    return largest(whole.weights, losses, delta, whole.beyond)


def _single(noise: float, rate: float, step: float, spare: float) -> _Losses | None:
    """The losses of a single step. spare: the largest probability of outcomes beyond an end of the lattice."""
    high = noise - float(ndtri(spare))  # under P no more than `spare` lies beyond
    last = math.log1p(rate * math.expm1(min(noise * high - noise**2 / 2, _STEEPEST)))
    if noise * high - noise**2 / 2 > _STEEPEST or last / step > _MOST_POINTS:
        return None
    low = float(ndtri(spare))  # under Q, and under P, no more than `spare` lies below
    least = math.log1p(rate * math.expm1(noise * low - noise**2 / 2))
    first, end = math.floor(least / step) - 1, math.ceil(last / step)
    if end - first > _MOST_POINTS:
        return None
    points = step * np.arange(first, end + 1, dtype=np.float64)
    with np.errstate(invalid="ignore", divide="ignore"):
        odds = np.expm1(points) / rate + 1.0  # e^{m z - m^2/2}
        z = np.where(odds > 0.0, np.log(np.maximum(odds, 0.0)) / noise + noise / 2, -math.inf)
    q = _between(z)
    p = (1.0 - rate) * q + rate * _between(z - noise)
    with np.errstate(invalid="ignore", divide="ignore"):
        share = np.where(q > 0.0, (p / q * np.exp(-points[:-1]) - 1.0) / math.expm1(step), 0.0)
    share = np.clip(share, 0.0, 1.0)
    weights = np.zeros(len(points))
    weights[:-1] += q * (1.0 - share)
    weights[1:] += q * share
    far = float(ndtr(-z[-1]) + ndtr(z[0])), float(ndtr(noise - z[-1]) + ndtr(z[0] - noise))
    return _trimmed(first, weights, ((1.0 - rate) * far[0] + rate * far[1], far[0]), step, spare)


def _between(z: Floats) -> Floats:
    """The probabilities of N(0, 1) between neighbouring z, computed from the nearer tail."""
    below, above = ndtr(z), ndtr(-z)
    masses: Floats = np.maximum(np.where(z[1:] > 0.0, above[:-1] - above[1:], below[1:] - below[:-1]), 0.0)
    return masses


def _power(single: _Losses, steps: int, step: float, spare: float) -> _Losses | None:
    """The losses of several equal steps. spare: for each step, the probability that may be taken off at each end."""
    if steps == 1:
        return single
    half = _power(single, steps // 2, step, spare)
    both = None if half is None else _joined(half, half, step, spare * steps)
    if both is None or steps % 2 == 0:
        return both
    return _joined(both, single, step, spare * steps)


def _joined(first: _Losses, second: _Losses, step: float, spare: float) -> _Losses | None:
    """The losses of two composed mechanisms: the distribution of the sum."""
    beyond = first.beyond[0] + second.beyond[0], first.beyond[1] + second.beyond[1]
    return _trimmed(first.first + second.first, np.convolve(first.weights, second.weights), beyond, step, spare)


def _trimmed(first: int, weights: Floats, beyond: tuple[float, float], step: float, spare: float) -> _Losses | None:
    """The losses without ends of probability below spare / 32; None if too many points or too large losses remain."""
    points = step * (first + np.arange(len(weights), dtype=np.float64))
    under_p = weights * np.exp(np.minimum(points, _STEEPEST))
    part = spare / 32.0
    low = int(np.searchsorted(np.cumsum(weights), part))
    high = len(weights) - int(np.searchsorted(np.cumsum(under_p[::-1]), part))
    if not low < high or high - low > _MOST_POINTS or step * (first + high) > _STEEPEST:
        return None
    off = [float(masses[:low].sum() + masses[high:].sum()) for masses in (under_p, weights)]
    return _Losses(first + low, weights[low:high], (beyond[0] + off[0], beyond[1] + off[1]))
