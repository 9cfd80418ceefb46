r"""Privacy audit: lower bounds of mu and epsilon from the error counts of an attack on a mechanism.

The attack guesses whether a unit was in the data. With confidence c both of its true error rates are at most their
Clopper-Pearson limits a and b, each at (1 + c) / 2 (Clopper & Pearson 1934; jointly by the union bound). Every
trade-off curve of the mechanism satisfies f(alpha) <= beta and decreases, so f(a) <= b: a curve above that point is
rejected.
    mu        Phi^-1(1 - a/(1-delta)) - Phi^-1(b/(1-delta))
    epsilon   the larger of log((1-delta-b) / a) and log((1-delta-a) / b)        (Kairouz, Oh & Viswanath 2015)
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import final

from dpcore import special
from dpcore.errors import DpError
from dpcore.number import real, shown, whole
from dpcore.tradeoff.curve import Curve

_MOST = 10**12
# far above the relative error of scipy's inverse beta distribution
_MARGIN = 1e-9


@final
@dataclass(frozen=True, slots=True)
class Audit:
    """Upper confidence limits of both error rates of an attack, valid jointly with `confidence`.

    alpha: false positive rate (accused, but not in the data); beta: false negative rate (in the data, but not accused).
    """

    alpha: float
    beta: float
    confidence: float

    def mu(self, delta: float = 0.0) -> float:
        """The mechanism is not G_mu tensor f_{0,delta} for any smaller mu; rounded down, 0 if nothing is proved."""
        rest = 1.0 - real(delta, "`delta` of an audit", at_least=0.0, below=1.0)
        if max(self.alpha, self.beta) >= rest:
            return 0.0
        first, second = (float(special.ndtri(error / rest)) for error in (self.alpha, self.beta))
        return max(0.0, -first - second - 1e-12 * (1.0 + abs(first) + abs(second)))

    def epsilon(self, delta: float) -> float:
        """The mechanism is not (epsilon, delta)-DP for any smaller epsilon; rounded down, 0 if nothing is proved."""
        rest = 1.0 - real(delta, "`delta` of an audit", at_least=0.0, below=1.0)
        pairs = ((self.alpha, self.beta), (self.beta, self.alpha))
        ratio = max((rest - second) / first for first, second in pairs)
        return max(0.0, math.log(ratio) - 1e-12) if ratio > 1.0 else 0.0

    def rejects(self, curve: Curve) -> bool:
        """Whether this curve is rejected as a guarantee of the mechanism, at that confidence."""
        if not isinstance(curve, Curve):
            raise DpError(
                "`rejects` takes a trade-off curve. Got {curve}.",
                "for example tradeoff.gaussian(mu)",
                curve=shown(curve),
            )
        return bool(curve.bounds(self.alpha)[0] > self.beta)


def audit(false_positives: int, trials0: int, false_negatives: int, trials1: int, confidence: float = 0.95) -> Audit:
    """Limits from counts: of `trials0` runs without the unit and `trials1` with it, all independent.

    The attack and its threshold must be fixed before these runs. trials in [1, 1e12]; confidence in (0, 1).
    """
    without = whole(trials0, "`trials0` of `audit`", low=1, high=_MOST)
    within = whole(trials1, "`trials1` of `audit`", low=1, high=_MOST)
    accused = whole(false_positives, "`false_positives` of `audit`", low=0, high=without)
    missed = whole(false_negatives, "`false_negatives` of `audit`", low=0, high=within)
    sure = real(confidence, "`confidence` of `audit`", above=0.0, below=1.0)
    half = 0.5 * (1.0 - sure)
    return Audit(_limit(accused, without, half), _limit(missed, within, half), sure)


def _limit(count: int, trials: int, chance: float) -> float:
    """The p with P(Binomial(trials, p) <= count) = chance, rounded up."""
    if count == trials:
        return 1.0
    return min(1.0, float(special.betainccinv(count + 1.0, float(trials - count), chance)) * (1.0 + _MARGIN))
