r"""Rényi divergences of a curve, certified on both sides (Mironov 2017).

For f = T(P, Q), the larger of both directions of
    D_a = log E_P (dQ/dP)^a / (a - 1)        a = 1: the Kullback-Leibler divergence; a = inf: pure epsilon
D_a adds up over independent releases. Gaussian, pure, Laplace and bounded-range curves have closed forms; any other
divergence is an integral over delta in both directions (Sason & Verdu 2016, Thm 7):
    E_P (dQ/dP)^a = 1 + a (a-1) int_0^inf e^{(a-1)x} delta_f(x) + e^{-ax} delta_{f^-1}(x) dx.
As delta is convex in e^x, it lies below its chords and above the extensions of the neighbouring chords.
"""

from __future__ import annotations

import math
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal, localcontext

import numpy as np

from dpcore.number import real
from dpcore.tradeoff.argument import UNIT
from dpcore.tradeoff.composed import Composed
from dpcore.tradeoff.curve import Curve
from dpcore.tradeoff.divergence_integral import HIGHEST, Bounds, epsilon_bounds, integrate
from dpcore.tradeoff.family.bounded_range import BoundedRange
from dpcore.tradeoff.family.direction import Either
from dpcore.tradeoff.family.failure import Failure
from dpcore.tradeoff.family.gaussian import Gaussian
from dpcore.tradeoff.family.laplace import Laplace
from dpcore.tradeoff.family.mixture import Mixture
from dpcore.tradeoff.family.pure import Identity, Pure
from dpcore.tradeoff.family.subsample import Subsampled

# If its bracket is relatively wider than this, a sample is also bounded by the unsampled release.
_VAGUE = 1e-3


def renyi_bounds(curve: Curve, order: float) -> Bounds:
    """(lower, upper); see `Curve.renyi`."""
    if isinstance(order, float) and math.isinf(order) and order > 0.0:
        return _worse(curve, math.inf)
    return _worse(curve, real(order, "`order` of `renyi`", above=0.0, hint="math.inf asks for pure epsilon"))


def _worse(curve: Curve, a: float) -> Bounds:
    if isinstance(curve, Either):
        ways = [curve.first] if curve.second == curve.first.inverse() else [curve.first, curve.second]
        bounds = [_worse(way, a) for way in ways]
    else:
        other = curve.inverse()
        bounds = [_forward(way, a) for way in ([curve] if other == curve else [curve, other])]
    return float(max(low for low, _ in bounds)), float(max(high for _, high in bounds))


def _forward(curve: Curve, a: float) -> Bounds:
    """D_a(Q, P) of one direction."""
    if math.isinf(a) and not isinstance(curve, Composed):
        return epsilon_bounds(curve)
    match curve:
        case Identity():
            return 0.0, 0.0
        case Failure(inner, probability, least):
            if a >= 1.0:
                return math.inf, math.inf
            (low, high), (few, many) = (
                _forward(inner, a),
                (-math.log1p(-d) / (1.0 - a) for d in (least, probability)),
            )
            return (low + few) * (1.0 - 8.0 * UNIT), (high + many) * (1.0 + 8.0 * UNIT)
        case Composed(factors):
            each = [(_forward(factor, a), times) for factor, times in factors]
            low, high = (math.fsum(times * bounds[side] for bounds, times in each) for side in (0, 1))
            return low * (1.0 - 4.0 * UNIT), high * (1.0 + 4.0 * UNIT)
        case Gaussian(shift):
            value = 0.5 * a * shift * shift
            return min(value * (1.0 - 4.0 * UNIT), 1.7e308), value * (1.0 + 4.0 * UNIT) + 1e-322
        case Pure() | Laplace() | BoundedRange():
            low, high = _closed_form(curve, min(a, HIGHEST))
            return low, high if a <= HIGHEST else epsilon_bounds(curve)[1]
    return _general(curve, a)


def _closed_form(curve: Pure | Laplace | BoundedRange, a: float) -> Bounds:
    """With z = a - 1/2, E (dQ/dP)^a is

    pure            cosh(z e) / cosh(e/2)
    laplace         e^{-e/2} (cosh(z e) + sinh(z e) / (2z))        (Mironov 2017, Prop. 6)
    bounded range   sinh(z e) / (2z sinh(e/2))
    They are computed in `decimal`, with enough digits for the cancellation; its exp and ln are correctly rounded.
    """
    size = curve.shift if isinstance(curve, Laplace) else curve.loss
    near = [a, 1.0 / size, abs(a - 0.5), abs(a - 1.0), size]
    digits = 60 + sum(2 * abs(round(math.log10(value))) for value in near if value > 0.0)
    with localcontext(Context(prec=digits, Emax=MAX_EMAX, Emin=MIN_EMIN)):
        e, order = Decimal(size), Decimal(a)
        z = order - Decimal("0.5")
        value = _limit(curve, e) if a == 1.0 else _moment(curve, e, z).ln() / (order - 1)
        divergence = float(value)
    return divergence * (1.0 - 4.0 * UNIT), min(divergence * (1.0 + 4.0 * UNIT) + 1e-322, size)


def _moment(curve: Curve, e: Decimal, z: Decimal) -> Decimal:
    grown, half = (z * e).exp(), (e / 2).exp()
    # 2 cosh(z e), and sinh(z e) / z
    both, ratio = grown + 1 / grown, (grown - 1 / grown) / (2 * z) if z else e
    if isinstance(curve, Pure):
        return both / (half + 1 / half)
    return (both + ratio) / (2 * half) if isinstance(curve, Laplace) else ratio / (half - 1 / half)


def _limit(curve: Curve, e: Decimal) -> Decimal:
    """The divergence at a = 1, in closed form."""
    shrunk = (-e).exp()
    if isinstance(curve, Laplace):
        return e - 1 + shrunk
    return e * (1 - shrunk) / (1 + shrunk) if isinstance(curve, Pure) else e * (1 + shrunk) / (1 - shrunk) - 2


def _general(curve: Curve, a: float) -> Bounds:
    """Bounds from the curve itself and, if these are wide and the curve is that of a sample, from the unsampled curve.

    The curve of a uniform sample lies above the unsampled curve, so its divergences are not larger.
    """
    low, high = integrate(curve, a)
    if isinstance(curve, Mixture | Subsampled) and high - low > _VAGUE * high:
        adding = isinstance(curve, Mixture) and curve.adding
        whole = _forward(curve.curve.inverse() if adding else curve.curve, a)[1]
        high = min(high, _sample_bound(whole, curve.rate, a) if isinstance(curve, Mixture) else whole)
    return low, high


def _sample_bound(whole: float, rate: float, a: float) -> float:
    """Upper bound of D_a for a Poisson sample at rate p of a release with D_a = D = `whole`:
    log(1 - p + p e^{(a-1) D}) / (a-1).

    E_P (dQ/dP)^a is jointly convex in (P, Q) for a > 1 and concave for a < 1 (van Erven & Harremoes 2014, Thm 11).
    """
    if a == 1.0 or math.isinf(whole):
        return rate * whole * (1.0 + 4.0 * UNIT) if a == 1.0 else whole
    grown = (a - 1.0) * whole
    if grown > 1.0:
        value = float(np.logaddexp(math.log1p(-rate), math.log(rate) + grown))
        lost = 16.0 * (1.0 + grown - math.log(rate))
    else:
        change = rate * math.expm1(grown)
        value, lost = math.log1p(change), 16.0 * abs(change) / (1.0 - rate)
    return min(whole, value / (a - 1.0) + UNIT * lost / abs(a - 1.0) + 1e-322)
