r"""Calibrating noise to a privacy guarantee. Every result is rounded so that the guarantee holds.

mu, sigma     the analytic Gaussian mechanism (Balle & Wang 2018, Alg. 1; Dong, Roth & Su 2022, Cor. 2.13)
scale         any mechanism whose curve improves with its scale, for example laplace(1 / scale).repeat(100)
mu_of_pure    the tight mu of epsilon-DP: -2 Phi^-1(1/(1+e^epsilon))
classic_sigma the textbook formula sqrt(2 ln(2/delta)) / epsilon, within the range where it is proven

mu_of_zcdp, mu_of_renyi, and mu_of_approximate with a delta always raise DpError: these conversions are in common use
but false.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import NoReturn

import numpy as np

from dpcore import tradeoff
from dpcore.errors import DpError
from dpcore.number import real, shown
from dpcore.special import erfinv, ndtri
from dpcore.tradeoff.argument import LARGEST
from dpcore.tradeoff.family.gaussian import log_overlap
from dpcore.tradeoff.named import gaussian, pure
from dpcore.tradeoff.normal import PEAK, ROOT2

# sigma = c Delta/epsilon is (epsilon, delta)-DP if P(N > c - epsilon/(2c)) <= delta; with P(N > t) <= e^{-t^2/2}/2 and
# c = sqrt(2 ln(2/delta)) that is e^{epsilon/2}/4 <= 1, for every delta. For much larger epsilon it is false: at
# epsilon 12, delta 1e-5 the true delta is 3.6 times the nominal one.
CLASSIC_EPSILON = 2.0 * math.log(4.0)
_FAINTEST = 1e-300


def mu(epsilon: float, delta: float) -> float:
    """The largest mu for which mu-GDP implies (epsilon, delta)-DP, rounded down; delta in [1e-300, 1).

    >>> round(mu(1.0, 1e-6), 6)
    0.236704
    """
    epsilon = real(epsilon, "`epsilon` of `calibrate.mu`", at_least=0.0, at_most=LARGEST)
    delta = real(
        delta,
        "`delta` of `calibrate.mu`",
        at_least=_FAINTEST,
        below=1.0,
        hint="Gaussian noise never satisfies pure differential privacy: use Laplace noise where delta is 0.",
    )
    value = _root(epsilon, delta)
    step = 2.0**-53 * value
    while gaussian(value).delta(epsilon) > delta:
        value, step = value - step, 2.0 * step
    # One step further down, so that the guarantee also holds after printing as a decimal and an account's rounding up.
    return math.nextafter(value, 0.0)


def sigma(l2_sensitivity: float, epsilon: float, delta: float) -> float:
    """The smallest Gaussian sigma that is (epsilon, delta)-DP, rounded up so that l2_sensitivity / sigma <= mu exactly.

    >>> round(sigma(1.0, 1.0, 1e-6), 4)
    4.2247
    """
    size = real(l2_sensitivity, "`l2_sensitivity` of `calibrate.sigma`", above=0.0)
    most = mu(epsilon, delta)
    return _quotient(size, most, "`calibrate.sigma`")


def mu_of_pure(epsilon: float) -> float:
    """The smallest mu such that every epsilon-DP mechanism is mu-GDP: -2 Phi^-1(1/(1+e^epsilon)), rounded up.

    >>> round(mu_of_pure(1.0), 6)
    1.232035
    """
    return pure(real(epsilon, "`epsilon` of `calibrate.mu_of_pure`", at_least=0.0, at_most=LARGEST)).mu()


def classic_sigma(l2_sensitivity: float, epsilon: float, delta: float) -> float:
    """The textbook sqrt(2 ln(2/delta)) l2_sensitivity / epsilon, rounded up. Raises DpError above epsilon = 2 ln 4.

    Up to there it is (epsilon, delta)-DP for every delta, but not tight: at (1, 1e-6) it is 5.39 where 4.22 suffices.
    """
    size = real(l2_sensitivity, "`l2_sensitivity` of `classic_sigma`", above=0.0)
    epsilon = real(epsilon, "`epsilon` of `classic_sigma`", above=0.0)
    delta = real(delta, "`delta` of `classic_sigma`", above=0.0, below=1.0)
    if epsilon > CLASSIC_EPSILON:
        raise DpError(
            (
                "`classic_sigma` is proven only for epsilon up to 2 ln 4 = {classic_epsilon:.4f}; above it the noise "
                "may be too small. Got {epsilon:g}."
            ),
            "Use dp.calibrate.sigma, which is exact for every epsilon.",
            classic_epsilon=CLASSIC_EPSILON,
            epsilon=epsilon,
        )
    constant = math.sqrt(2.0 * (math.log(2.0) - math.log(delta))) * (1.0 + 2.0**-50)
    return _quotient(size * constant * (1.0 + 2.0**-52), epsilon, "`classic_sigma`")


def scale(build: Callable[[float], tradeoff.Curve], epsilon: float, delta: float, start: float = 1.0) -> float:
    """The smallest noise scale whose curve `build(scale)` is (epsilon, delta)-DP, accurate to 1e-12 and rounded up.

    The guarantee of `build` must improve as the scale grows, like scale -> laplace(1 / scale).repeat(100). The search
    converts each delta to the mu of Gaussian noise with the same delta. This mu is nearly proportional to 1 / scale for
    any noise, so its logarithm is nearly linear in log scale, and a secant search needs three to eight curves.
    """
    epsilon = real(epsilon, "`epsilon` of `calibrate.scale`", at_least=0.0, at_most=LARGEST)
    delta = real(delta, "`delta` of `calibrate.scale`", above=0.0, below=1.0)
    at = real(start, "`start` of `calibrate.scale`", above=0.0)
    target, low, high, previous = _root(epsilon, max(delta, _FAINTEST)), 0.0, math.inf, (0.0, 0.0)
    for step in range(200):
        loss = _delta(build, at, epsilon)
        low, high = (low, at) if loss <= delta else (at, high)
        gap = math.log(_root(epsilon, min(max(loss, _FAINTEST), 1.0 - 1e-12)) / target)
        far = step == 0 or abs(math.log(at) - previous[0]) > 0.5
        slope = -1.0 if far else (gap - previous[1]) / (math.log(at) - previous[0])
        previous = (math.log(at), gap)
        move = max(-7.0, min(7.0, -gap / (slope if -8.0 < slope < -0.125 else -1.0)))
        if high < math.inf and (abs(move) <= 2e-13 or high - low <= 1e-12 * high):
            break
        aimed = at * math.exp(move) if abs(move) > 2e-13 else at * (1.0 + 4e-13 * (step + 1))
        width = 2.0 * at if high == math.inf else math.sqrt(max(low, 1e-3 * high) * high)
        at = aimed if low < aimed < min(high, 1e4 * max(low, at)) else width
    enough = at * (1.0 + 4e-13)
    return high if high <= enough else _settled(build, epsilon, delta, enough)


def _delta(build: Callable[[float], tradeoff.Curve], at: float, epsilon: float) -> float:
    curve = build(at) if callable(build) else build
    if not isinstance(curve, tradeoff.Curve):
        raise DpError(
            "`build` of `calibrate.scale` must return a trade-off curve for a scale. Got {curve}.",
            "For example lambda scale: dp.tradeoff.laplace(1 / scale).",
            curve=shown(curve),
        )
    return float(curve.delta(epsilon))


def _settled(build: Callable[[float], tradeoff.Curve], epsilon: float, delta: float, at: float) -> float:
    """The first scale from `at` upwards that satisfies the guarantee, in steps that double."""
    step = 4e-13 * at
    for _ in range(80):
        if 0.0 < at < math.inf and _delta(build, at, epsilon) <= delta:
            return at
        at, step = at + step, 2.0 * step
    raise DpError(
        "`calibrate.scale` found no scale that satisfies the guarantee.",
        "Check that the curve of `build` improves as the scale grows.",
    )


def mu_of_zcdp(rho: float) -> NoReturn:
    """Always raises DpError: rho-zCDP does not imply sqrt(2 rho)-GDP (the converse holds: mu-GDP is mu^2/2-zCDP).

    The discrete Gaussian of sigma 1 on integers is 1/2-zCDP, but its delta at epsilon 3 is 0.00185, and that of G_1 is
    0.00154.
    """
    real(rho, "`rho` of `mu_of_zcdp`", at_least=0.0)
    raise DpError(
        "zCDP cannot be converted to Gaussian DP: it bounds moments of the privacy loss, and a curve with these "
        "moments may lie below G_mu for mu = sqrt(2 rho).",
        "Use the curve of the noise itself: dp.tradeoff.gaussian(l2_sensitivity / sigma), or discrete(p, q).",
    )


def mu_of_renyi(order: float, epsilon: float) -> NoReturn:
    """Always raises DpError: (order, epsilon)-Rényi DP does not imply mu-GDP for any mu.

    With one bounded moment P(L > t) may fall as slowly as e^{-(order - 1) t}; the loss of G_mu has a normal tail.
    """
    real(order, "`order` of `mu_of_renyi`", above=1.0)
    real(epsilon, "`epsilon` of `mu_of_renyi`", at_least=0.0)
    raise DpError(
        "Rényi DP cannot be converted to Gaussian DP: bounding one moment of the privacy loss allows heavier tails "
        "than any G_mu has.",
        "Use the curve of the noise itself, or give the budget a Rényi filter: dp.Budget(..., "
        "portfolio=dp.Portfolio(renyi=0.1)).",
    )


def mu_of_approximate(epsilon: float, delta: float) -> float:
    """The mu of (epsilon, 0)-DP, as `mu_of_pure`. Raises DpError for delta above 0, as f(0) = 1 - delta < G_mu(0).

    >>> round(mu_of_approximate(1.0, 0.0), 6)
    1.232035
    """
    real(epsilon, "`epsilon` of `mu_of_approximate`", at_least=0.0, at_most=LARGEST)
    if real(delta, "`delta` of `mu_of_approximate`", at_least=0.0, below=1.0) > 0.0:
        raise DpError(
            (
                "(epsilon, delta)-DP cannot be converted to Gaussian DP without a delta: with probability {delta:g} "
                "there is no guarantee, so f(0) = 1 - delta, and every G_mu starts at 1."
            ),
            "Keep the delta separate: dp.tradeoff.approximate(epsilon, delta).mu(delta) is the mu beside this delta.",
            delta=delta,
        )
    return mu_of_pure(epsilon)


def _root(epsilon: float, delta: float) -> float:
    """The mu with this delta at epsilon, by Newton's method on log delta: concave in mu, so it converges from below."""
    score = -float(ndtri(delta))
    spread = math.hypot(score, math.sqrt(2.0 * epsilon))
    # Both starting values are below the root, as Phi(-t) and delta(0) are above delta(epsilon).
    tail = 2.0 * epsilon / (spread + score) if score > 0.0 else spread - score
    value = max(tail, 2.0 * ROOT2 * float(erfinv(delta)))
    target = math.log(delta)
    for _ in range(80):
        at = epsilon / value - 0.5 * value
        log_value = float(log_overlap(np.array([at]), np.array([value]))[0][0])
        # d delta / d mu = phi(t)
        log_slope = math.log(PEAK) - 0.5 * at * at - log_value
        better = value + (target - log_value) * math.exp(-max(log_slope, -700.0))
        if abs(better - value) <= 2.0**-51 * value:
            return max(value, better)
        value = better
    return value


def _quotient(above: float, below: float, name: str) -> float:
    """above / below rounded up."""
    value = above / below
    if not 0.0 < value < math.inf:
        raise DpError(
            "The result of {name} is outside the range of floating-point numbers.", "Use another unit.", name=name
        )
    while Fraction(value) * Fraction(below) < Fraction(above):
        value = math.nextafter(value, math.inf)
    return value
