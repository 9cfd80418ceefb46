r"""The mu of many pure answers together, quickly and from above: their losses moved to a common lattice.

A loss between two lattice points is split among them so that its probability under both tables is kept. That spreads
the likelihood ratio, so the lattice pair dominates the true one (Blackwell; "connect the dots", Doroshenko et al. 2022)
and so do products of such pairs. On a lattice a composition is a convolution of positive numbers, its trade-off curve
is a polygon, and G_mu (convex) lies below a polygon as soon as it lies below every corner.

pure            loss +-e, probability 1/(1+e^e) of +e under Q
laplace         loss +-e with probability 1/2 of -e and e^-e/2 of +e under Q, and density e^{-(e+l)/2}/4 between
bounded range   density e^{-(e+l)/2} / (2 (1 - e^-e)) between -e and +e

Every sum is of positive terms, so its relative error is at most the number of operations times 2^-53; `_MARGIN` is far
above it. The lattice costs some thousandths of mu; `tradeoff.compose` is exact, and slower.
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

_FINE = 24  # lattice steps to the root mean square epsilon: the lattice adds at most (1/24)^2 / 4 to mu^2, relatively
_MARGIN = 1e-10
# Weights lose digits below 1e-300. With at most e^60 between the two tables that changes no corner above 1e-260 by as
# much as the margin; a corner below it asks for less than `_floor`, or for nothing where failures are allowed.
_FAINT = 1e-260
_WIDEST = 60.0
MOST = 256
"""How many answers one lattice composes; more of them are composed in turns, and their mu^2 added."""


def composes(loss: Loss) -> bool:
    """Whether many of this kind have less mu together than their mu^2 add up to, and a lattice says how much less."""
    return isinstance(loss, Pure | Laplace | BoundedRange)


def mu(answers: Sequence[tuple[Loss, int]], delta: float = 0.0) -> float:
    """A mu such that these answers (loss, times) are above G_mu with failures of delta.

    At most some thousandths above the smallest one where their epsilons are alike; math.inf where numbers are too far
    apart for the lattice. At most `MOST` answers together.
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
        weights = _both(weights, _power(_one(loss, epsilon, size, step), times))
        half += size * times
    losses = np.asarray((np.arange(len(weights)) - half) * step, dtype=np.float64)
    return _largest(weights, losses, delta) if half * step <= _WIDEST else math.inf


def _one(loss: Loss, epsilon: float, size: int, step: float) -> Floats:
    """The weights under Q of one answer on the points -size ... size, times `step`."""
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
    """A density of `height` e^{-(e+l)/2} between the ends, stretch by stretch to the two points around it."""
    inner = (np.arange(2 * size) - size) * step
    first, last = np.maximum(inner, -epsilon), np.minimum(inner + step, epsilon)
    wide = np.maximum(last - first, 0.0)
    mass = -2.0 * height * np.exp(-0.5 * (epsilon + first)) * np.expm1(-0.5 * wide)
    # Of a stretch of this density the mean likelihood ratio is that of its middle.
    share = np.clip(np.expm1(0.5 * (first + last) - inner) / math.expm1(step), 0.0, 1.0)
    weights[:-1] += mass * (1.0 - share)
    weights[1:] += mass * share


def _split(weights: Floats, losses: Floats, masses: Floats, size: int, step: float) -> None:
    """Atoms to the two points around them."""
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
    both = _both(half, half)
    return _both(both, weights) if times % 2 else both


def _both(one: Floats, other: Floats) -> Floats:
    return np.asarray(np.convolve(one, other), dtype=np.float64)


def _largest(weights: Floats, losses: Floats, delta: float) -> float:
    """The largest mu that any corner of the polygon asks for: Phi^-1(1 - alpha) - Phi^-1(f(alpha))."""
    used = weights > 0.0
    under_q, under_p = weights[used], weights[used] * np.exp(losses[used])
    if len(under_q) < 2:
        return 0.0
    # False alarms of "accuse from this loss on" and members missed by it, and what is left of each to 1: every one of
    # them summed from its own small end.
    alpha, passed = np.cumsum(under_q[::-1])[::-1][1:], np.cumsum(under_q)[:-1]
    missed, found = np.cumsum(under_p)[:-1], np.cumsum(under_p[::-1])[::-1][1:]
    clear = (alpha >= _FAINT) & (missed >= _FAINT)
    asked = _score(alpha[clear], passed[clear], delta) + _score(missed[clear], found[clear], delta)
    most = max(float(np.max(asked, initial=-math.inf)), _floor(losses[-1]) if delta < 1e-200 else 0.0)
    if not clear.any():
        return math.inf
    return most * (1.0 + 1e-12) + 1e-15 if most > 0.0 else 0.0


def _floor(reach: float) -> float:
    """What a corner at alpha <= `_FAINT` may ask for: its power is at most e^reach alpha; smaller ones ask for less.

    It never decides: the answers themselves ask for about reach / 16 or more, and this is about reach / 34.
    """
    return float(ndtri(_FAINT * math.exp(reach)) - ndtri(_FAINT))


def _score(error: Floats, rest: Floats, delta: float) -> Floats:
    """Phi^-1(1 - error/(1-delta)) from whichever of the error and its rest is small, rounded up; -inf beyond 1."""
    kept = 1.0 - delta
    small = -ndtri(np.minimum(error * (1.0 - _MARGIN) / kept, 1.0))
    large = ndtri(np.clip((rest * (1.0 + _MARGIN) - delta) / kept, 0.0, 1.0))
    return np.asarray(np.where(error < 0.5, small, large))
