r"""A curve with a probability of total failure: f tensor f_{0,delta} = (1-delta) f(alpha/(1-delta)), 0 beyond 1-delta.

approximate(epsilon, delta) = f_{epsilon,delta} = pure(epsilon) tensor f_{0,delta}
= max{0, 1 - delta - e^epsilon alpha, e^-epsilon (1 - delta - alpha)} (Dong, Roth & Su 2022, Prop. 2.5 and sec. 3.1).
The curve is never Gaussian-DP without a delta: f(0) = 1 - delta < 1.

Several failures together have probability 1 - prod (1 - delta), which is rarely a double: `probability` is rounded up
and `least` down, so that both bounds of delta are valid.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal, localcontext
from typing import Any, final

import numpy as np

from dpcore.tradeoff.argument import UNIT
from dpcore.tradeoff.curve import UNBOUNDED, Array, Curve, Moments, Pair
from dpcore.tradeoff.family.pure import inside


@final
@dataclass(frozen=True, slots=True)
class Failure(Curve):
    """curve tensor f_{0,d}, d in [least, probability]; 0 < least <= probability < 1, equal if d is a double."""

    curve: Curve
    probability: float
    least: float

    def _bounds(self, alpha: Array) -> Pair:
        (low, at), (high, before) = ((1.0 - d, alpha / (1.0 - d)) for d in (self.probability, self.least))
        lower = self.curve._bounds(np.minimum(at * (1.0 + 3.0 * UNIT), 1.0))[0] * low * (1.0 - 4.0 * UNIT)
        upper = self.curve._bounds(np.minimum(before * (1.0 - 3.0 * UNIT), 1.0))[1] * high * (1.0 + 4.0 * UNIT)
        return inside(lower, upper, alpha)

    def _delta_bounds(self, epsilon: Array) -> Pair:
        lower, upper = self.curve._delta_bounds(epsilon)
        return _with(self.least, lower, 1.0 - 4.0 * UNIT), _with(self.probability, upper, 1.0 + 4.0 * UNIT)

    def _epsilon_bounds(self, delta: Array) -> Pair:
        at, before = (np.maximum(delta - d, 0.0) / (1.0 - d) for d in (self.probability, self.least))
        most = np.nextafter(1.0, 0.0)
        lower = self.curve._epsilon_bounds(np.minimum(before * (1.0 + 4.0 * UNIT), most))[0]
        upper = self.curve._epsilon_bounds(np.minimum(at * (1.0 - 4.0 * UNIT), most))[1]
        return np.where(delta < self.least, np.inf, lower), np.where(delta < self.probability, np.inf, upper)

    def _missing(self) -> tuple[float, float]:
        first, second = (part * (1.0 - self.probability) for part in self.curve._missing())
        return self.probability + first, self.probability + second

    def _mu(self, delta: float) -> float:
        if delta < self.probability:
            return math.inf
        return self.curve._mu((delta - self.probability) / (1.0 - self.probability) * (1.0 - 4.0 * UNIT))

    def inverse(self) -> Curve:
        """f^-1 with the same failures."""
        return Failure(self.curve.inverse(), self.probability, self.least)

    def symmetrize(self) -> Curve:
        """The symmetrised curve with the same failures."""
        return Failure(self.curve.symmetrize(), self.probability, self.least)

    def moments(self) -> Moments:
        """All moments are infinite, because f is 0 on an interval."""
        return UNBOUNDED

    def to_dict(self) -> dict[str, Any]:
        """`{"family": "failure", "delta": ..., "curve": {...}}`, with `least` if delta was rounded up."""
        rounded = {} if self.least == self.probability else {"least": self.least}
        return {"family": "failure", "delta": self.probability, **rounded, "curve": self.curve.to_dict()}


def _with(failed: float, delta: Array, margin: float) -> Array:
    """failed + (1-failed) delta, and exactly `failed` for delta = 0."""
    both = np.minimum((failed + (1.0 - failed) * delta) * margin, 1.0)
    return np.where(delta == 0.0, failed, np.maximum(both, failed))


def together(charges: list[tuple[tuple[float, float], int]]) -> tuple[float, float]:
    """(lower, upper) of 1 - prod (1 - d)^times from (lower, upper) of each d in (0, 1), rounded to doubles outwards."""
    if len(charges) == 1 and charges[0][1] == 1:
        return charges[0][0]
    # as many digits as 1 - d needs
    digits = 60 - round(math.log10(min(high for (_, high), _ in charges)))
    with localcontext(Context(prec=digits, Emax=MAX_EMAX, Emin=MIN_EMIN, traps=[])):
        intact = [math.prod((1 - Decimal(d[side])) ** times for d, times in charges) for side in (0, 1)]
        low, high = (1 - Decimal(part) for part in intact)
        slack = Decimal("1e-50")
        return _next(low * (1 - slack), 0.0), _next(high * (1 + slack), 1.0)


def _next(value: Decimal, end: float) -> float:
    """The nearest double on the side of `end`, 0 or 1."""
    nearest = float(value)
    beyond = Decimal(nearest) > value if end == 0.0 else Decimal(nearest) < value
    return math.nextafter(nearest, end) if beyond else nearest
