"""The Rényi divergence of a curve without a closed form: an integral over cells of its delta, with bounds."""

from __future__ import annotations

import math

import numpy as np

from dpcore.special import ndtr
from dpcore.tradeoff.argument import UNIT
from dpcore.tradeoff.composed import Composed
from dpcore.tradeoff.curve import Array, Curve, Pair
from dpcore.tradeoff.family.direction import Both, Either, Hull
from dpcore.tradeoff.family.iterate import Iterated
from dpcore.tradeoff.family.mixture import Mixture
from dpcore.tradeoff.family.poisson import Poisson
from dpcore.tradeoff.family.subsample import Subsampled
from dpcore.tradeoff.pld.connect_dots import farthest

Bounds = tuple[float, float]
# Beyond this order the upper bound is that of infinite order, pure epsilon.
HIGHEST = 1e9
# The number of cells: usually; for curves with expensive delta; at most, for high orders.
_CELLS, _FEW_CELLS, _MOST_CELLS = 2**13, 2**8, 2**17
# The largest increase of the exponent within a cell that the quadrature resolves.
_RISE = 4.0
# Cells wider than this are not integrated: e^x overflows.
_WIDEST = 600.0
_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(10)
# Far above the rounding error of the sums.
_MARGIN = 1e-12


def epsilon_bounds(curve: Curve) -> Bounds:
    """The largest log dQ/dP."""
    low, high = curve._epsilon_bounds(np.zeros(1))
    return float(low[0]), float(high[0])


def integrate(curve: Curve, a: float) -> Bounds:
    """The best bounds from the integral, pure epsilon, mu, and the moment sum of steps on Poisson samples."""
    low, high = 0.0, min(epsilon_bounds(curve)[1], 0.5 * a * curve._mu(0.0) ** 2 * (1.0 + 8.0 * UNIT))
    if a >= 1.0 and curve._missing()[0] > 0.0:
        return math.inf, math.inf
    if isinstance(curve, Poisson) and a != 1.0 and a <= HIGHEST:
        (value,), (lost,) = curve.evidence(1).levels(np.array([a - 1.0]))
        if math.isfinite(value):
            sides = (value - lost) / (a - 1.0), (value + lost) / (a - 1.0)
            low, high = max(low, min(sides) * (1.0 - 4.0 * UNIT)), min(high, max(sides) * (1.0 + 4.0 * UNIT))
    end, tail = _reach(curve, a)
    if end <= 0.0:
        # P and Q are equal up to rounding
        return low, max(high, 0.0)
    x = _grid(curve, end, a)
    top = float(np.max(np.diff(x)))
    if top > _WIDEST:
        return low, high
    if a - 1.0 > _RISE / top:
        # D increases with the order
        return max(low, _integral(curve, 1.0 + _RISE / top, x, math.inf)[0]), high
    integral = _integral(curve, a, x, tail)
    return max(low, integral[0]), min(high, max(integral))


def _reach(curve: Curve, a: float) -> Bounds:
    """(end of the integration, log of an upper bound of int e^{(a-1)x} delta beyond it, for a >= 1)."""
    ends = max(epsilon_bounds(curve)[1], epsilon_bounds(curve.inverse())[1])
    if math.isfinite(ends):
        return ends, -math.inf
    mu = curve._mu(0.0)
    if mu == 0.0:
        return 0.0, -math.inf
    if not math.isfinite(mu):
        return max(farthest(curve), farthest(curve.inverse())), math.inf
    # f >= G_mu, so delta(mu z + mu^2/2) <= Phi(-z) <= e^{-z^2/2} / 2; the remainder is a normal tail again
    steep = max(a - 1.0, 0.0) * mu
    z = max(min(steep + 9.5, 37.0), 9.5)
    below = float(ndtr(steep - z))
    scale = 0.5 * a * max(a - 1.0, 0.0) * mu * mu + math.log(0.5 * mu * math.sqrt(2.0 * math.pi))
    return mu * z + 0.5 * mu * mu, scale + math.log(max(below, 1e-300)) + 1e-9 * (1.0 + abs(scale))


def _grid(curve: Curve, end: float, a: float) -> Array:
    """Growing cells, starting well below the point where delta has halved."""
    probes = end * 0.5 ** np.arange(60.0)
    values = np.minimum(curve._delta_bounds(probes)[1], curve.inverse()._delta_bounds(probes)[1])
    halved = np.flatnonzero(values >= 0.5 * values[-1])
    size = min(max(math.log(end / probes[halved[0]]) + 4.0, 4.0), 46.0)
    cells = (
        _FEW_CELLS if _expensive(curve) else int(min(max(_CELLS, 8.0 * max(a, 1.0) * end * size + 1.0), _MOST_CELLS))
    )
    return np.asarray(end * np.expm1(size * np.linspace(0.0, 1.0, cells + 1)) / math.expm1(size))


def _expensive(curve: Curve) -> bool:
    match curve:
        case Iterated() | Both() | Composed():
            return True
        case Mixture(inner) | Subsampled(inner) | Hull(inner) | Either(inner):
            return _expensive(inner)
    return False


def _integral(curve: Curve, a: float, x: Array, tail: float) -> Bounds:
    """D_a from the integral over the cells; all sums are in units of e^{`shift`}."""
    delta, inverse = curve._delta_bounds(x), curve.inverse()._delta_bounds(x)
    with np.errstate(divide="ignore"):
        # the maximum of the log integrand
        shift = max(float(np.max((a - 1.0) * x + np.log(delta[1]))), 0.0) if a > 1.0 else 0.0
    first, second = _cells(delta, x, a - 1.0, shift), _cells(inverse, x, -a, shift)
    # beyond the last cell delta decreases to its limit, Q(X = inf)
    gone, end = -a * float(x[-1]), float(x[-1])
    rest = float(inverse[1][-1]) * math.exp(gone - shift) / a
    least = 0.0
    if a < 1.0:
        unit = math.exp((a - 1.0) * end) / (1.0 - a)
        rest += float(delta[1][-1]) * unit
        least = curve._missing()[0] * unit
    elif tail > -math.inf:
        rest += math.exp(tail - shift) if tail - shift < 700.0 else math.inf
    low = (first[0] + second[0] + least) * (1.0 - _MARGIN)
    return _divergence(low, a, shift), _divergence((first[1] + second[1] + rest) * (1.0 + _MARGIN), a, shift)


def _cells(delta: Pair, x: Array, c: float, shift: float) -> Bounds:
    """(lower, upper) of int e^{cx - shift} delta(x) dx."""
    low, high = delta
    width = np.diff(x)
    at = 0.5 * width[:, None] * (1.0 + _NODES)
    share = np.expm1(at) / np.expm1(width)[:, None]
    with np.errstate(under="ignore"):
        weight = 0.5 * width[:, None] * _WEIGHTS * np.exp(np.minimum(c * (x[:-1, None] + at) - shift, 700.0))
        left, right = (weight * (1.0 - share)).sum(axis=1), (weight * share).sum(axis=1)
        over = float(np.sum(left * high[:-1] + right * high[1:]))
        # with a clipped weight only the lower bound remains valid
        over = math.inf if c * float(x[-1]) - shift > 700.0 else over
        # the extensions of the neighbouring chords, in units of this cell
        before = low[1:-1] - (high[:-2] - low[1:-1]) * np.expm1(width[1:]) / -np.expm1(-width[:-1])
        after = low[1:-1] + (low[1:-1] - high[2:]) * -np.expm1(-width[:-1]) / np.expm1(width[1:])
        under = low[1:] * (left + right)
        under[1:] = np.maximum(under[1:], left[1:] * low[1:-1] + right[1:] * before)
        under[:-1] = np.maximum(under[:-1], left[:-1] * after + right[:-1] * low[1:-1])
    return max(float(np.sum(under)), 0.0), over


def _divergence(total: float, a: float, shift: float) -> float:
    """log(1 + a (a-1) total e^shift) / (a-1), increasing in the total."""
    if a == 1.0 or total == 0.0 or math.isinf(total):
        return total
    if shift > 600.0:
        grown = a * (a - 1.0) * total
        return (shift + math.log(grown + math.exp(-shift))) / (a - 1.0) if grown > 0.0 else 0.0
    grown = a * (a - 1.0) * total * math.exp(shift)
    if grown <= -1.0:
        return math.inf
    return a * total * math.exp(shift) * (math.log1p(grown) / grown if grown else 1.0)
