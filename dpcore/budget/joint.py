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
`_MARGIN`. The lattice increases mu by some thousandths. `tradeoff.compose` is exact but slower.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from dpcore.budget.loss import BoundedRange, Laplace, Loss, Pure
from dpcore.budget.slot import up
from dpcore.special import ndtri

Floats = NDArray[np.float64]

_FINE = 24  # lattice steps per root mean square epsilon; the lattice increases mu^2 by at most a share of (1/24)^2 / 4
_MARGIN = 1e-10
# Weights lose digits below 1e-300. Likelihood ratios are at most e^60, so no corner above 1e-260 changes by as much as
# the margin. A corner below it needs a mu of at most `_floor`, or none if failures are allowed.
_FAINT = 1e-260
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
        weights = _convolved(weights, _power(_single(loss, epsilon, size, step), times))
        half += size * times
    losses = np.asarray((np.arange(len(weights)) - half) * step, dtype=np.float64)
    return _largest(weights, losses, delta) if half * step <= _WIDEST else math.inf


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
    square = _convolved(half, half)
    return _convolved(square, weights) if times % 2 else square


def _convolved(first: Floats, second: Floats) -> Floats:
    return np.asarray(np.convolve(first, second), dtype=np.float64)


def _largest(weights: Floats, losses: Floats, delta: float) -> float:
    """The largest mu that a corner of the polygon needs: Phi^-1(1 - alpha) - Phi^-1(f(alpha))."""
    used = weights > 0.0
    under_q, under_p = weights[used], weights[used] * np.exp(losses[used])
    if len(under_q) < 2:
        return 0.0
    # Errors of the tests that reject from a given loss upwards: the type I error alpha, the type II error beta, and
    # their complements. Each is summed from its own small end.
    alpha, accepted = np.cumsum(under_q[::-1])[::-1][1:], np.cumsum(under_q)[:-1]
    beta, detected = np.cumsum(under_p)[:-1], np.cumsum(under_p[::-1])[::-1][1:]
    clear = (alpha >= _FAINT) & (beta >= _FAINT)
    needed = _score(alpha[clear], accepted[clear], delta) + _score(beta[clear], detected[clear], delta)
    most = max(float(np.max(needed, initial=-math.inf)), _floor(losses[-1]) if delta < 1e-200 else 0.0)
    if not clear.any():
        return math.inf
    return most * (1.0 + 1e-12) + 1e-15 if most > 0.0 else 0.0


def _floor(reach: float) -> float:
    """An upper bound of the mu that a corner at alpha <= `_FAINT` needs: its power is at most e^reach alpha.

    It never determines the result: the answers themselves need about reach / 16 or more, and this is about reach / 34.
    """
    return float(ndtri(_FAINT * math.exp(reach)) - ndtri(_FAINT))


def _score(error: Floats, rest: Floats, delta: float) -> Floats:
    """Phi^-1(1 - error/(1-delta)), rounded up, from the smaller of the error and its complement; -inf beyond 1."""
    success = 1.0 - delta
    small = -ndtri(np.minimum(error * (1.0 - _MARGIN) / success, 1.0))
    large = ndtri(np.clip((rest * (1.0 + _MARGIN) - delta) / success, 0.0, 1.0))
    return np.asarray(np.where(error < 0.5, small, large))
