r"""Rényi differential privacy at one fixed order: the loss of a charge, and the guarantee of a sum of losses.

At a fixed order a > 1 Rényi losses add up under fully adaptive choice, and stopping at a limit is a valid filter
(Feldman & Zrnic 2021; Lécuyer 2021). The order is fixed when the account is opened: choosing the best order afterwards,
for the answers so far, would not be valid. Everything is rounded so that the guarantee holds: `decimal` rounds exp, ln
and quotients correctly, and with 80 digits errors are far below the margins here.

gaussian        a mu^2 / 2, exactly
laplace         log( (a e^{(a-1) e} + (a-1) e^{-a e}) / (2a-1) ) / (a-1)     (Mironov 2017, Prop. 6; real Laplace noise)
pure            log( cosh((a-1/2) e) / cosh(e/2) ) / (a-1)     (any e-DP mechanism; attained by randomised response)
bounded_range   t + log( (e^e - c) / (a (e^e - 1)) ) / (a-1),  c = e^{-(a-1) e},  e^t = (a-1) (e^e - c) / (a (1 - c))
                (the largest over two outcomes with losses t and t - e; at most a e^2 / 8)

(a, tau)-RDP is (epsilon, delta)-DP with epsilon = tau + log((a-1)/a) + (log(1/delta) - log a) / (a-1)
(Canonne, Kamath & Steinke 2020, Prop. 12; Balle et al. 2020, Thm 21).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal, localcontext
from fractions import Fraction
from functools import lru_cache
from typing import final

import numpy as np
from numpy.typing import NDArray

from dpcore.number import exact

Floats = NDArray[np.float64]

LEAST_ORDER, MOST_ORDER = 1.001, 1e5
_DIGITS = Context(prec=80, Emax=MAX_EMAX, Emin=MIN_EMIN)
_MARGIN = Decimal("1e-40")  # far above the rounding errors of 80 digits
# Losses are rounded up to multiples of 1/_FINE, far finer than the ledger: in effect, a plan's sum is rounded once.
_FINE = 10**30


def gaussian(mu_squared: Fraction, order: float) -> Fraction:
    """The Rényi loss of Gaussian noise, exactly."""
    return exact(order) * mu_squared / 2


@lru_cache(maxsize=4096)
def laplace(epsilon: Fraction, order: float) -> Fraction:
    """The Rényi loss of real Laplace noise, rounded up."""
    with localcontext(_DIGITS):
        a, less, size = _decimal(exact(order)), _decimal(exact(order) - 1), _decimal(epsilon)
        inside = (a * (less * size).exp() + less * (-a * size).exp()) / (2 * a - 1)
        return _rounded(inside.ln() / less) if epsilon else Fraction(0)


@lru_cache(maxsize=4096)
def pure(epsilon: Fraction, order: float) -> Fraction:
    """The largest Rényi loss of an epsilon-DP release, rounded up."""
    with localcontext(_DIGITS):
        a, less, size = _decimal(exact(order)), _decimal(exact(order) - 1), _decimal(epsilon)
        inside = _twice_cosh((a - Decimal("0.5")) * size) / _twice_cosh(size / 2)
        return _rounded(inside.ln() / less) if epsilon else Fraction(0)


@lru_cache(maxsize=4096)
def bounded_range(epsilon: Fraction, order: float) -> Fraction:
    """The largest Rényi loss of a release whose losses lie in a band of width epsilon, rounded up."""
    with localcontext(_DIGITS):
        a, less, size = _decimal(exact(order)), _decimal(exact(order) - 1), _decimal(epsilon)
        if not epsilon:
            return Fraction(0)
        whole, rest = size.exp(), (-less * size).exp()
        at = (less * (whole - rest) / (a * (1 - rest))).ln()
        return _rounded(at + ((whole - rest) / (a * (whole - 1))).ln() / less)


def laplace_in_doubles(epsilon: float, orders: Floats) -> Floats:
    """`laplace` at many orders, without cancellation; NaN where doubles overflow."""
    with np.errstate(over="ignore", invalid="ignore"):
        gain = orders * np.expm1((orders - 1.0) * epsilon) + (orders - 1.0) * np.expm1(-orders * epsilon)
        tighter = np.log1p(gain / (2.0 * orders - 1.0)) / (orders - 1.0)
    any_pure = pure_in_doubles(epsilon, orders)
    return np.where(orders * epsilon > 1e-3, np.fmin(any_pure, tighter), any_pure)


def pure_in_doubles(epsilon: float, orders: Floats) -> Floats:
    """`pure` at many orders, without cancellation; NaN where doubles overflow."""
    with np.errstate(over="ignore", invalid="ignore"):
        ratio = 2.0 * np.sinh(0.5 * orders * epsilon) * np.sinh(0.5 * (orders - 1.0) * epsilon)
        return np.asarray(np.log1p(ratio / math.cosh(0.5 * epsilon)) / (orders - 1.0))


def _rounded(value: Decimal) -> Fraction:
    return Fraction(math.ceil((value + _MARGIN) * _FINE), _FINE)


def limit(epsilon: float, delta: Fraction, order: float, unit: int) -> int:
    """The largest sum of losses at an order, in units of 1/unit, that guarantees (epsilon, delta)-DP; at least 0."""
    with localcontext(_DIGITS):
        room = _decimal(exact(epsilon)) - _slack(exact(order), delta) - _MARGIN
        return max(0, math.floor(room * unit))


def epsilon_of(total: Fraction, delta: Fraction, order: float) -> float:
    """The epsilon that a sum of losses guarantees at delta, rounded up; 0 where nothing was lost."""
    if not total:
        return 0.0
    with localcontext(_DIGITS):
        return max(0.0, math.nextafter(float(_decimal(total) + _slack(exact(order), delta) + _MARGIN), math.inf))


def best_order(epsilon: float, delta: float) -> float:
    """The order a at which the largest number of small charges fits (epsilon, delta), to four digits.

    A small pure charge of epsilon e has the loss a e^2 / 2, so this order maximises limit(a) / a. Near the best order
    the limit hardly changes, so four digits are enough.
    """
    cost = math.log(1.0 / delta)

    def room(log_order: float) -> float:
        less = math.exp(log_order)
        a = 1.0 + less
        return (epsilon - math.log1p(-1.0 / a) - (cost - math.log(a)) / less) / a

    low, high = math.log(LEAST_ORDER - 1.0), math.log(MOST_ORDER - 1.0)
    best = max((low + (high - low) * step / 400 for step in range(401)), key=room)
    near = (high - low) / 400
    best = max((best + near * step / 200 for step in range(-200, 201)), key=room)
    return float(f"{min(max(1.0 + math.exp(best), LEAST_ORDER), MOST_ORDER):.4g}")


@final
@dataclass(frozen=True, slots=True)
class Divergence:
    """The power of an attacker if the Rényi divergence at `order` is at most `total` in both directions.

    By the data-processing inequality, the divergence of two Bernoulli distributions with parameters power and alpha is
    at most `total`.
    """

    order: float
    total: float

    def power(self, alpha: float) -> float:
        """The largest power of a test of level alpha, rounded up to 1e-9."""
        low, high = alpha, 1.0
        while high - low > 1e-10:
            middle = 0.5 * (low + high)
            low, high = (middle, high) if self._allows(alpha, middle) else (low, middle)
        return min(1.0, math.ceil(high * 1e9) / 1e9)

    def advantage(self) -> float:
        """The largest difference of true and false positive rate, rounded up to 1e-9.

        The set of pairs (alpha, power) that both directions allow is convex and symmetric about alpha + power = 1, so
        the largest difference lies on this line.
        """
        low, high = 0.0, 1.0
        while high - low > 1e-10:
            middle = 0.5 * (low + high)
            low, high = (middle, high) if self._allows(0.5 - middle / 2, 0.5 + middle / 2) else (low, middle)
        return min(1.0, math.ceil(high * 1e9) / 1e9)

    def _allows(self, alpha: float, power: float) -> bool:
        room = (self.order - 1.0) * self.total * (1.0 + 1e-12) + 1e-14
        return max(_coins(self.order, power, alpha), _coins(self.order, alpha, power)) <= room


def _coins(order: float, p: float, q: float) -> float:
    """(a-1) times the Rényi divergence of Bernoulli(p) from Bernoulli(q)."""
    if p == q:
        return 0.0
    if min(q, 1.0 - q) <= 0.0:
        return math.inf
    parts = [order * math.log(x) + (1.0 - order) * math.log(y) for x, y in ((p, q), (1.0 - p, 1.0 - q)) if x > 0.0]
    most = max(parts)
    return most + math.log(math.fsum(math.exp(part - most) for part in parts))


def _slack(a: Fraction, delta: Fraction) -> Decimal:
    """The amount that the conversion to epsilon adds to tau."""
    at, less = _decimal(a), _decimal(a - 1)
    return (less / at).ln() + (-_decimal(delta).ln() - at.ln()) / less


def _twice_cosh(value: Decimal) -> Decimal:
    return value.exp() + (-value).exp()


def _decimal(value: Fraction) -> Decimal:
    return Decimal(value.numerator) / Decimal(value.denominator)
