r"""Any curve on a lattice, from its delta alone: connect the dots.

Between neighbouring thresholds x_{i-1} < x_i the polygon through delta, in e^x, has slope -P(X >= x_i); the changes
of slope are the masses. At x > 0 they are computed from the right, at x < 0 from the inverse curve, so that none is a
small difference of large numbers. Slopes are made monotone against rounding, so delta of the lattice is never too
small; its excess is found by comparison.
(Doroshenko, Ghazi, Kamath, Kumar & Manurangsi 2022.)
"""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from dpcore.errors import DpError
from dpcore.tradeoff.argument import UNIT
from dpcore.tradeoff.curve import Array, Curve, Pair
from dpcore.tradeoff.family.bounded_range import BoundedRange
from dpcore.tradeoff.family.failure import Failure
from dpcore.tradeoff.family.gaussian import Gaussian
from dpcore.tradeoff.family.group import Group
from dpcore.tradeoff.family.laplace import Laplace
from dpcore.tradeoff.family.mixture import Mixture
from dpcore.tradeoff.family.poisson import Poisson
from dpcore.tradeoff.family.pure import Pure
from dpcore.tradeoff.family.subsample import Subsampled
from dpcore.tradeoff.pld.mass import Mass
from dpcore.tradeoff.saddlepoint.mgf import Points

# Losses above `_FARTHEST` overflow, and delta below `_LEFT` is not resolved: the remaining delta is added.
# `_BLURRED` is the accuracy of a delta that is computed from f.
_FARTHEST, _LEFT, _BLURRED = 690.0, 1e-32, 1e-12
_MOST, _SLOW, _KNOTS = 2**18, 2**12, 161
# For a smaller delta the comparison is too inaccurate; this delta is added too.
_FAINT = 1e-27


@lru_cache(maxsize=4)
def dots(curve: Curve, times: int, step: float) -> Mass:
    """The curve on a lattice of multiples of the step."""
    other = curve.inverse()
    far, near = farthest(curve), farthest(other)
    most = _MOST if _has_closed_form(curve) else _SLOW
    coarse = max(1, math.ceil(max(far, near) / (most * step)))
    apart = coarse * step
    right, left = (_side(each, apart, math.ceil(end / apart)) for each, end in ((curve, far), (other, near)))
    count, below = len(right.rises), len(left.rises)
    at = apart * np.arange(1.0, count + 1.0)
    under_p, under_q = right.rises, np.exp(at) * right.rises
    mirrored = np.exp(apart * np.arange(1.0, below + 1.0)) * left.rises
    # the point x = 0 has the remaining mass of P and Q
    rest_q = 1.0 - right.rest - math.fsum(under_q) - math.fsum(left.rises)
    rest_p = 1.0 - left.rest - math.fsum(under_p) - math.fsum(mirrored)
    middle = max(rest_q, rest_p, 0.0)
    weight = np.concatenate((left.rises[::-1], [middle], under_q))
    indices = (coarse * np.arange(-below - count, 1)).astype(np.int64)
    grown = max(right.grown, left.grown) + 4.0 * abs(rest_q - rest_p) + 2.0 * max(-rest_q, -rest_p, 0.0)
    beyond = max(right.rest - curve._missing()[0], 0.0) + _FAINT
    return Mass(
        top=count * apart,
        indices=indices,
        weight=weight,
        times=times,
        first=0,
        run=0.0,
        spread=True,
        lost=32.0 * UNIT,
        fixed=0.0,
        step=apart,
        grown=grown,
        beyond=beyond,
    )


def _has_closed_form(curve: Curve) -> bool:
    """Whether delta at many thresholds is cheap."""
    if isinstance(curve, Subsampled | Mixture | Failure):
        return _has_closed_form(curve.curve)
    return isinstance(curve, Gaussian | Laplace | Pure | Poisson | Group | BoundedRange)


class _Side:
    """Masses of P at x = h, 2h, ...; the mass of Q beyond; the log of the excess of delta."""

    def __init__(self, rises: Array, rest: float, grown: float) -> None:
        self.rises, self.rest, self.grown = rises, rest, grown


def _side(curve: Curve, apart: float, count: int) -> _Side:
    x = apart * np.arange(count + 1.0)
    low, high = curve._delta_bounds(x) if _has_closed_form(curve) else _between_knots(curve, x)
    width = np.exp(x[:-1]) * math.expm1(apart)
    slope = (high[:-1] - high[1:]) / width
    slope = np.maximum.accumulate(np.maximum(slope, 0.0)[::-1])[::-1] * (1.0 + 8.0 * UNIT)
    rebuilt = np.append(np.cumsum((slope * width)[::-1])[::-1], 0.0) * (1.0 + 2.0 * count * UNIT)
    clear = rebuilt > _FAINT
    with np.errstate(divide="ignore"):
        ratio = rebuilt[clear] / np.maximum(low[clear] - low[-1], 1e-300)
    grown = float(np.max(np.log(ratio), initial=0.0)) + 8.0 * count * UNIT
    return _Side(slope - np.append(slope[1:], 0.0), float(high[-1]), min(max(grown, 0.0), 700.0))


@lru_cache(maxsize=16)
def _knots(curve: Curve) -> tuple[Array, Array, Array]:
    """(x, lower, upper), cached, for curves with expensive delta."""
    x = np.linspace(0.0, farthest(curve), _KNOTS)
    return x, *curve._delta_bounds(x)


def _between_knots(curve: Curve, x: Array) -> Pair:
    """Bounds of delta between knots: convex in e^x, it lies below its chords and above the neighbours' extensions."""
    at, low, high = _knots(curve)
    i = np.clip(np.searchsorted(at, x, side="right") - 1, 1, len(at) - 3)
    i = np.where(x < at[1], 0, np.where(x >= at[-2], len(at) - 2, i))
    width, apart = at[1] - at[0], np.clip(x - at[i], 0.0, at[1] - at[0])
    share = np.clip(np.expm1(apart) / math.expm1(width), 0.0, 1.0)
    upper = (high[i] * (1.0 - share) + high[i + 1] * share) * (1.0 + 16.0 * UNIT)
    # in units of the interval before, or after
    before, after = share * math.exp(width), (1.0 - share) * math.exp(-width)
    left = low[i] * (1.0 + before) - high[np.maximum(i - 1, 0)] * before
    right = low[i + 1] * (1.0 + after) - high[np.minimum(i + 2, len(at) - 1)] * after
    lower = np.maximum(np.where(i > 0, left, 0.0), np.where(i < len(at) - 2, right, 0.0))
    lower = np.maximum(lower * (1.0 - 64.0 * UNIT) - 64.0 * UNIT * high[i], low[i + 1])
    return np.where(x > at[-1], low[-1], np.minimum(lower, upper)), np.where(x > at[-1], high[-1], upper)


@lru_cache(maxsize=64)
def farthest(curve: Curve) -> float:
    """The x from which delta is at its limit, Q(X = inf)."""
    at = np.append(1.25 ** np.arange(48.0) / 64.0, _FARTHEST)
    left = curve._delta_bounds(at)[1]
    least = _LEFT if _has_closed_form(curve) else _BLURRED
    return float(min(at[np.argmax(left <= left[-1] * (1.0 + 1e-12) + least)], _FARTHEST))


def outline(curve: Curve, times: int) -> Points:
    """A few points with about the same cumulants, only for the choice of a tilt: no bound depends on them."""
    width = farthest(curve) + farthest(curve.inverse())
    mass = dots(curve, 1, width / 600.0)
    positive = mass.weight > 0.0
    if not positive.any():
        raise DpError("These releases together promise nothing, to double precision.")
    weight = mass.weight[positive] / float(mass.weight[positive].sum())
    at = np.asarray(mass.top + width / 600.0 * mass.indices[positive], dtype=np.float64)
    return Points(at, weight, times)
