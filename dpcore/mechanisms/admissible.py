r"""How much noise a beta-smooth bound S of the local sensitivity needs: alpha, for the release f + (S / alpha) Z.

Let h be the density of Z, symmetric, and g = -(log h)'. For neighbours |f - f'| <= min(S, S') and |log S/S'| <= beta.

**Path certificate.** f + (S / alpha) Z is epsilon-DP if alpha |g(z)| + beta |z g(z) - 1| <= epsilon for all z >= 0.
Proof: move from (f, S) to (f', S') by f_u = (1 - u) f + u f', S_u = S^{1-u} S'^u; the derivative by u of the log
density at y is at most alpha |g(z)| + beta |z g(z) - 1| at z = alpha (y - f_u) / S_u, as |f - f'| <= min(S, S') <= S_u.

power core   alpha = 1: the distribution is the one for which the certificate is epsilon at all z (`noise.PowerCore`)
student      degrees of freedom d: with z = sqrt(d) tan(phi/2), the certificate is the largest value over phi of
             a sin phi + beta (d - 1)/2 - beta (d + 1)/2 cos phi,  a = alpha (d + 1) / (2 sqrt d), which is
             beta (d - 1)/2 + sqrt(a^2 + beta^2 (d + 1)^2 / 4). Equal to epsilon for
             alpha^2 = 4 d / (d + 1)^2 (epsilon - d beta) (epsilon + beta),   beta < epsilon / d
cauchy4      density ~ 1/(1 + z^4): 4 alpha z^3 + beta (3 z^4 - 1) <= epsilon (1 + z^4) for all z if and only if it
             holds at z = 3 alpha / (epsilon - 3 beta); likewise with 1 - 3 z^4, a weaker condition. So
             alpha^4 = (epsilon + beta) (epsilon - 3 beta)^3 / 27,   beta < epsilon / 3

**With a failure probability** (Nissim, Raskhodnikova & Smith 2007, Def. 2.1, Lemma 2.5-2.7). If
P(Z in U) <= e^{epsilon/2} P(e^l Z in U) + delta_1 for |l| <= beta, and P(Z in U) <= e^{epsilon/2} P(Z + s in U) +
delta_2 for |s| <= alpha, then the release is (epsilon, delta_1 + e^{epsilon/2} delta_2)-DP: first the scale, then the
centre is changed. For beta <= epsilon/2 the largest delta_1 is that of a wide against a narrow law, l = -beta.

laplace      alpha = epsilon/2, beta <= epsilon / (2 ln(2/delta)); delta_1 = e^{-t} (1 - e^{-beta}) with
             t = (epsilon/2 + beta) / (e^beta - 1), and delta_2 = 0
gaussian     alpha = epsilon / (5 sqrt(2 ln(2/delta))), beta <= epsilon / (4 (1 + ln(2/delta)));
             delta_1 = 2 (Phi(-t) - e^{epsilon/2} Phi(-e^beta t)) with t^2 = (epsilon + 2 beta) / (e^{2 beta} - 1), and
             delta_2 = Phi(alpha/2 - epsilon/(2 alpha)) - e^{epsilon/2} Phi(-alpha/2 - epsilon/(2 alpha))

These constants are the published ones. The sums of failure probabilities are computed in ball arithmetic and checked.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, final

from dpcore.errors import DpError
from dpcore.noise import ball
from dpcore.number import shown

if TYPE_CHECKING:
    from flint import arb

DF = 3
"""Degrees of freedom of Student's t noise."""
_FINE = 80  # bits after the point of alpha
_BITS = 256
_USUAL = Fraction(1, 10)
_USUAL_CORE = Fraction(1, 4)  # where values are evenly spaced, noise grows as e^{2 beta} deviation(beta) / beta


@final
@dataclass(frozen=True, slots=True)
class Constants:
    """The noise for a beta-smooth bound S has scale S / alpha. alpha is rounded down, beta is exactly a double."""

    alpha: Fraction
    beta: Fraction


def power_core(epsilon: Fraction, delta: Fraction, beta: Fraction | None) -> Constants:
    """Power-core noise is epsilon-DP; beta is a quarter of epsilon unless given. Raises DpError for a bad beta."""
    usual = _USUAL_CORE * epsilon if beta is None else beta
    return _pure(epsilon, usual, Fraction(1), lambda share: Fraction(1))


def student(epsilon: Fraction, delta: Fraction, beta: Fraction | None) -> Constants:
    """Student's t noise with 3 degrees of freedom is epsilon-DP; beta is a tenth of epsilon unless given."""
    return _pure(
        epsilon,
        beta,
        Fraction(1, DF),
        lambda share: _root(Fraction(4 * DF, (DF + 1) ** 2) * (epsilon - DF * share) * (epsilon + share), 2),
    )


def cauchy4(epsilon: Fraction, delta: Fraction, beta: Fraction | None) -> Constants:
    """Noise of density ~ 1/(1 + z^4) is epsilon-DP; beta is a tenth of epsilon unless given."""
    return _pure(
        epsilon, beta, Fraction(1, 3), lambda share: _root((epsilon + share) * (epsilon - 3 * share) ** 3 / 27, 4)
    )


def laplace(epsilon: Fraction, delta: Fraction, beta: Fraction | None) -> Constants:
    """Laplace noise is (epsilon, delta)-DP; beta is the largest published value unless given. Raises DpError."""
    most = float(epsilon) / (2.0 * (math.log(2.0) - math.log(delta)))
    return _checked(epsilon, delta, beta, Constants(epsilon / 2, Fraction(most)), laplace_failure)


def gaussian(epsilon: Fraction, delta: Fraction, beta: Fraction | None) -> Constants:
    """Gaussian noise is (epsilon, delta)-DP; beta is the largest published value unless given. Raises DpError."""
    log = math.log(2.0) - math.log(delta)
    constants = Constants(
        Fraction(float(epsilon) / (5.0 * math.sqrt(2.0 * log))), Fraction(float(epsilon) / (4.0 * (1.0 + log)))
    )
    return _checked(epsilon, delta, beta, constants, gaussian_failure)


def laplace_failure(epsilon: Fraction, constants: Constants) -> arb:
    """The failure probability of Laplace noise, as a ball; for beta <= epsilon/2 and alpha = epsilon/2."""
    half, beta = ball.rational(epsilon / 2), ball.rational(constants.beta)
    t = (half + beta) / beta.expm1()
    return -(-t).exp() * (-beta).expm1()


def gaussian_failure(epsilon: Fraction, constants: Constants) -> arb:
    """The failure probability of Gaussian noise, as a ball; for beta <= epsilon/2."""
    half, beta, alpha = (ball.rational(each) for each in (epsilon / 2, constants.beta, constants.alpha))
    t = ((2 * half + 2 * beta) / (2 * beta).expm1()).sqrt()
    scaled = 2 * (_below(-t) - half.exp() * _below(-beta.exp() * t))
    moved = _below(alpha / 2 - half / alpha) - half.exp() * _below(-alpha / 2 - half / alpha)
    return scaled + half.exp() * moved


def _below(z: arb) -> arb:
    """Phi(z)."""
    return (-z / ball.rational(2).sqrt()).erfc() / 2


def _pure(epsilon: Fraction, beta: Fraction | None, most: Fraction, alpha: Callable[[Fraction], Fraction]) -> Constants:
    share = Fraction(float(_USUAL * epsilon if beta is None else beta))
    if not 0 < share < most * epsilon or not alpha(share):
        raise _beta(beta, most * epsilon)
    return Constants(alpha(share), share)


def _checked(
    epsilon: Fraction,
    delta: Fraction,
    beta: Fraction | None,
    published: Constants,
    failure: Callable[[Fraction, Constants], arb],
) -> Constants:
    share = published.beta if beta is None else Fraction(float(beta))
    if not 0 < share <= published.beta:
        raise _beta(beta, published.beta)
    constants = Constants(published.alpha, share)
    with ball.precision(_BITS):
        if share > epsilon / 2 or not failure(epsilon, constants) <= ball.rational(delta):
            raise DpError(
                "The published constants do not hold at epsilon = {epsilon:g} and delta = {delta:g}.",
                "Use power-core noise, which has no failure probability.",
                epsilon=float(epsilon),
                delta=float(delta),
            )
    return constants


def _beta(beta: Fraction | None, most: Fraction) -> DpError:
    return DpError(
        "beta of this noise must be above 0 and below {most:g}. Got {beta}.",
        "A tenth of epsilon is usual; Laplace and Gaussian noise need less, as their delta falls.",
        most=float(most),
        beta=shown(beta),
    )


def _root(value: Fraction, degree: int) -> Fraction:
    """The square root or the fourth root, rounded down."""
    whole = (value.numerator << degree * _FINE) // value.denominator
    root = math.isqrt(whole) if degree == 2 else math.isqrt(math.isqrt(whole))
    return Fraction(root, 2**_FINE)
