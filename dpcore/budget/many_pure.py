r"""A fast upper bound of the mu of many pure answers together, by moving their losses to a common lattice.

A loss between two lattice points is split between them so that its probability under both tables is kept. This spreads
the likelihood ratio, so the pair of distributions on the lattice dominates the true pair (Blackwell; "connect the
dots", Doroshenko et al. 2022), and so do products of such pairs. On a lattice, composition is a convolution of positive
numbers and the trade-off curve is a polygon. G_mu is convex, so it lies below the polygon if it is below every corner.

Losses l under Q for an epsilon e:
pure            +-e, with probability 1/(1+e^e) of +e
laplace         -e with probability 1/2, +e with probability e^-e/2, and density e^{-(e+l)/2}/4 between
bounded range   density e^{-(e+l)/2} / (2 (1 - e^-e)) between -e and +e

All sums have positive terms, so their relative error is at most the number of operations times 2^-53, far below
the margin of `corner`. The lattice increases mu by some thousandths. `tradeoff.compose` is exact but slower.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from dpcore.budget.loss import BoundedRange, Laplace, Loss, Pure
from dpcore.budget.loss.corner import largest
from dpcore.budget.slot import up

Floats = NDArray[np.float64]

_FINE = 24  # lattice steps per root mean square epsilon; the lattice increases mu^2 by at most a share of (1/24)^2 / 4
_WIDEST = 60.0
MOST = 256
"""The largest number of answers composed on one lattice; more are composed in groups, whose mu^2 are added."""


def composes(loss: Loss) -> bool:
    """Whether losses of this kind compose to less than the sum of their mu^2, computed on a lattice."""
    return isinstance(loss, Pure | Laplace | BoundedRange)


def mu(answers: Sequence[tuple[Loss, int]], delta: float = 0.0) -> float:
    """A mu for which the composed curve of these answers (loss, times) lies above G_mu with failure probability delta.

    At most some thousandths above the smallest such mu if the epsilons are similar; math.inf if they are too different
    for the lattice. At most `MOST` answers in total.
    """
    sizes = [(up(loss.pure or Fraction(0)), times) for loss, times in answers]
    count = sum(times for _, times in sizes)
    reach = math.fsum(epsilon * times for epsilon, times in sizes)
    if not 1 <= count <= MOST or reach > _WIDEST:
        return math.inf
    step = math.sqrt(math.fsum(epsilon**2 * times for epsilon, times in sizes) / count) / _FINE
    weights: Floats = np.ones(1)
    half = 0
    for (loss, times), (epsilon, _) in zip(answers, sizes, strict=True):
        size = math.ceil(epsilon / step)
        weights = np.convolve(weights, _power(_single(loss, epsilon, size, step), times))
        half += size * times
    losses = np.asarray((np.arange(len(weights)) - half) * step, dtype=np.float64)
    return largest(weights, losses, delta) if half * step <= _WIDEST else math.inf


def _single(loss: Loss, epsilon: float, size: int, step: float) -> Floats:
    """The weights under Q of one answer on the lattice points -size * step ... size * step."""
    weights = np.zeros(2 * size + 1)
    ends = np.array([-epsilon, epsilon])
    match loss:
        case Laplace():
            _split(weights, ends, np.array([0.5, 0.5 * math.exp(-epsilon)]), size, step)
            _spread(weights, epsilon, size, step, 0.25)
        case BoundedRange():
            _spread(weights, epsilon, size, step, -0.5 / math.expm1(-epsilon))
        case _:
            _split(weights, ends, np.array([1.0, math.exp(-epsilon)]) / (1.0 + math.exp(-epsilon)), size, step)
    return weights


def _spread(weights: Floats, epsilon: float, size: int, step: float, height: float) -> None:
    """Add a density of `height` e^{-(e+l)/2} between -e and e: each interval's mass goes to its two end points."""
    inner = (np.arange(2 * size) - size) * step
    first, last = np.maximum(inner, -epsilon), np.minimum(inner + step, epsilon)
    wide = np.maximum(last - first, 0.0)
    mass = -2.0 * height * np.exp(-0.5 * (epsilon + first)) * np.expm1(-0.5 * wide)
    # The mean likelihood ratio of an interval with this density is the likelihood ratio at its midpoint.
    share = np.clip(np.expm1(0.5 * (first + last) - inner) / math.expm1(step), 0.0, 1.0)
    weights[:-1] += mass * (1.0 - share)
    weights[1:] += mass * share


def _split(weights: Floats, losses: Floats, masses: Floats, size: int, step: float) -> None:
    """Add atoms: the mass of each goes to the two lattice points around it."""
    for loss, mass in zip(losses, masses, strict=True):
        below = min(max(math.floor(loss / step), -size), size - 1)
        share = min(max(math.expm1(loss - below * step) / math.expm1(step), 0.0), 1.0)
        weights[below + size] += mass * (1.0 - share)
        weights[below + size + 1] += mass * share


def _power(weights: Floats, times: int) -> Floats:
    """The weights of `times` equal answers."""
    if times == 1:
        return weights
    half = _power(weights, times // 2)
    square = np.convolve(half, half)
    return np.convolve(square, weights) if times % 2 else square
