r"""Import of privacy-loss distributions from other libraries, on a grid of losses.

For one direction the loss L = log dQ/dP is drawn under Q: Q(L = i step) = probabilities[i - lowest], and
`infinity` is Q(L = inf). Then P(L = x) = e^-x Q(L = x), and the rest of 1 is P(L = -inf). The
pair dominates the mechanism if every loss was rounded up and truncated mass was added to `infinity`, which is what
`pessimistic_estimate=True` does (Koskela, Jalko & Honkela 2020; Doroshenko et al. 2022).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from dpcore.errors import DpError
from dpcore.number import real, shown, whole
from dpcore.tradeoff.argument import UNIT, table
from dpcore.tradeoff.curve import Array, Curve
from dpcore.tradeoff.family.direction import Either
from dpcore.tradeoff.family.discrete import discrete

Losses = tuple[int, ArrayLike, float]

_MOST = 10**6
# `_OFF` is the largest error of the sum of a distribution; losses of at least `_FARTHEST` count as infinite.
_OFF, _FARTHEST = 1e-4, 690.0


def from_pld(step: float, remove: Losses, add: Losses | None = None) -> Curve:
    """The curve of (lowest, probabilities, infinity) in both directions, losses lowest * step, (lowest + 1) * step, ...

    remove: Q with the unit, P without it; add: the reverse, omitted if both directions have the same losses. Losses
    must be rounded up. Of dp-accounting's PLD: `p = pld._pmf_remove`, (p._lower_loss, p._probs, p._infinity_mass).
    """
    width = real(step, "`step` of `from_pld`", above=0.0, at_most=100.0)
    first = _curve(width, remove, "`remove` of `from_pld`")
    return first if add is None else Either(first, _curve(width, add, "`add` of `from_pld`"))


def _curve(step: float, losses: Losses, name: str) -> Curve:
    lowest, masses, infinity = _check(losses, name)
    positive = masses > 0.0
    loss, under_q = step * (lowest + np.flatnonzero(positive)), masses[positive]
    if np.any(far := loss > _FARTHEST):
        infinity, loss, under_q = infinity + math.fsum(under_q[far]), loss[~far], under_q[~far]
    if not len(loss) or infinity >= 1.0:
        raise DpError("{name} has no finite loss: nothing is promised.", name=name)
    under_q, infinity = _whole(under_q, infinity, name)
    with np.errstate(over="ignore"):
        under_p = under_q * np.exp(-loss)
    total = math.fsum(under_p)
    if not total <= 1.0 + _OFF:
        raise DpError(
            "{name} is no distribution of log dQ/dP under Q: E e^-loss is {total:.6g}, above 1.",
            "give the losses of the order, with their sign, and what was cut off as infinity",
            name=name,
            total=total,
        )
    # a sum above 1 is divided out, which raises every loss; mass missing by rounding alone is not P(L = -inf)
    rounding = 64.0 * UNIT * (len(loss) + float(np.max(np.abs(loss))))
    if total > 1.0 - rounding:
        under_p, total = under_p / total, 1.0
    return discrete(np.append(under_p, [0.0, 1.0 - total]), np.append(under_q, [infinity, 0.0]))


def _whole(under_q: Array, infinity: float, name: str) -> tuple[Array, float]:
    """Masses that sum to 1: missing mass beyond rounding is infinite; excess mass is removed from the lowest losses."""
    total = math.fsum(under_q) + infinity
    if total > 1.0 + _OFF:
        raise DpError("The probabilities of {name} must add to at most 1. Got {total:.9g}.", name=name, total=total)
    missing = 1.0 - total
    if missing < -64.0 * UNIT * len(under_q):
        # delta is unchanged above the loss whose mass is reduced; below it a chord to delta = 1 is an upper bound
        before = np.cumsum(under_q)
        gone = int(np.searchsorted(before, -missing))
        under_q = under_q.copy()
        under_q[gone] = before[gone] + missing
        under_q[:gone] = 0.0
        return under_q, infinity
    if missing > 64.0 * UNIT * len(under_q):
        return under_q, infinity + missing
    return under_q / (total - infinity) * (1.0 - infinity), infinity


def _check(losses: Losses, name: str) -> tuple[int, Array, float]:
    if not isinstance(losses, Sequence) or isinstance(losses, str) or len(losses) != 3:
        raise DpError(
            "{name} must be (lowest, probabilities, infinity). Got {losses}.", name=name, losses=shown(losses)
        )
    lowest = whole(losses[0], f"`lowest` in {name}", low=-(10**9), high=10**9)
    infinity = real(losses[2], f"`infinity` in {name}", at_least=0.0, at_most=1.0)
    try:
        masses = table(losses[1])
    except (TypeError, ValueError, OverflowError):
        raise DpError(
            "The probabilities of {name} must be a list of numbers. Got {losses}.", name=name, losses=shown(losses[1])
        ) from None
    if masses.ndim != 1 or not 1 <= len(masses) <= _MOST:
        raise DpError(
            "{name} must have 1 to {most} probabilities. Got shape {shape}.", name=name, most=_MOST, shape=masses.shape
        )
    if not np.all(np.isfinite(masses)) or np.any(masses < 0.0):
        raise DpError(
            "The probabilities of {name} must be at least 0. Got {masses}.",
            name=name,
            masses=shown(float(np.min(masses))),
        )
    return lowest, masses, infinity
