r"""Bounds of a product that has steps on Poisson samples with small loss, from their effect on the other factors.

W = dQ/dP of all steps in one direction, P without the unit, is 1 + V with E V = 0; as the noise is independent,
E V^2 = prod (1 + q_i^2 (e^{mu_i^2} - 1))^{n_i} - 1 = v. E (V - t)_+ <= (sqrt(v + t^2) - t) / 2 for t >= 0 (Scarf 1958):
    removing   delta(x) = E (V - t)_+, t = e^x - 1
    adding     delta(x) = e^x E (-V - t)_+, t = 1 - e^-x
and delta(x) <= sum n_i delta_i(x / n), n = sum n_i, in either direction (basic composition). With R the curve of
the other factors
    max{delta_R, delta_i}(x) <= delta(x) <= delta_R(x - e) + delta_steps(e) for each e >= 0
    max{f_R(a) - d, f_R(a + d)} <= f(a) <= min{f_R, f_i}(a), d = delta_steps(0) their total variation.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import final

import numpy as np

from dpcore.tradeoff.argument import UNIT
from dpcore.tradeoff.curve import Array, Curve, Pair
from dpcore.tradeoff.family.poisson import Poisson
from dpcore.tradeoff.family.pure import Identity
from dpcore.tradeoff.representation import Factor

# Steps with a larger total variation are not treated this way if there are other factors.
LOUDEST = 0.05
# The smallest variance used; e^x is not formed beyond `_FAR`.
_LEAST, _FAR = 1e-300, 600.0
# In standard deviations: the part of epsilon assigned to the steps.
_SHARE = 8.0
_UP = 1.0 + 64.0 * UNIT


@final
@dataclass(frozen=True, slots=True)
class Quiet:
    """rest: the curve of the other factors; steps: one or more steps on samples, each with its multiplicity.

    Needed for samples at small rates, alone or with other factors: their delta is below the rounding error of any
    contour or lattice, whose brackets are typically thousands of times as wide.
    """

    rest: Curve
    steps: tuple[tuple[Poisson, int], ...]

    def variance(self) -> float:
        """v, rounded up; infinite if it is too large, or if the steps have both directions."""
        if len({step.adding for step, _ in self.steps}) > 1 or max(step.shift for step, _ in self.steps) ** 2 > _FAR:
            return math.inf
        logs = [n * math.log1p(step.rate**2 * math.expm1(step.shift**2)) for step, n in self.steps]
        total = math.fsum(logs) * _UP
        return max(math.expm1(total) * (1.0 + 4096.0 * UNIT), _LEAST) if total < _FAR else math.inf

    def steps_delta(self, x: Array) -> Array:
        """Upper bound of delta of the steps, for x >= 0."""
        count, adding, v = float(sum(n for _, n in self.steps)), self.steps[0][0].adding, self.variance()
        high = np.zeros_like(x)
        for step, n in self.steps:
            high += n * step._delta_bounds(x / count * (1.0 - 4.0 * UNIT))[1] * _UP
        if math.isfinite(v):
            at = np.minimum(x, _FAR)
            t = (-np.expm1(-at) if adding else np.expm1(at)) * (1.0 - 8.0 * UNIT)
            bound = 0.5 * v / (np.hypot(math.sqrt(v), t) + t) * (np.exp(at) if adding else 1.0) * _UP
            high = np.where(x <= at, np.minimum(high, bound), high)
        return np.minimum(high, 1.0)

    def _loss(self, delta: Array) -> Array:
        """Upper bound of epsilon of the steps."""
        count, adding, v = sum(n for _, n in self.steps), self.steps[0][0].adding, self.variance()
        share = delta / count * (1.0 - 4.0 * UNIT)
        high = np.sum([n * step._epsilon_bounds(share)[1] * _UP for step, n in self.steps], axis=0)
        with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
            t = 0.25 * v / delta * _UP
            # adding: t (1 - t) >= v / (4 delta) suffices
            root = 2.0 * t / (1.0 + np.sqrt(np.maximum(1.0 - 4.0 * t, 0.0))) * _UP
            bound = np.where(t < 0.24, -np.log1p(-np.minimum(root, 0.5)), np.inf) if adding else np.log1p(t)
        high = np.minimum(high, np.where(delta > 0.0, bound * _UP, np.inf))
        return np.where(self.steps_delta(np.zeros(1))[0] <= delta, 0.0, high)

    def delta(self, x: Array) -> Pair:
        """Bounds of delta, at any x."""
        low, high = self.rest._delta_bounds(x)
        low = np.max([low, *(step._delta_bounds(x)[0] for step, _ in self.steps)], axis=0)
        high = high + self.steps_delta(np.zeros(1))
        if isinstance(self.rest, Identity):
            high = np.minimum(high, np.where(x >= 0.0, self.steps_delta(np.maximum(x, 0.0)), 1.0))
        elif (share := _SHARE * math.sqrt(self.variance())) < 1.0:
            less = self.rest._delta_bounds(np.nextafter(x - share, -np.inf))[1]
            high = np.minimum(high, less + self.steps_delta(np.array([share])))
        return low, np.minimum(high * (1.0 + 4.0 * UNIT), 1.0)

    def epsilon(self, delta: Array) -> Pair:
        """Bounds of epsilon."""
        low = np.max([part._epsilon_bounds(delta)[0] for part in (self.rest, *(s for s, _ in self.steps))], axis=0)
        if isinstance(self.rest, Identity):
            return low, self._loss(delta)
        half = 0.5 * delta
        high = (self.rest._epsilon_bounds(half)[1] + self._loss(half)) * (1.0 + 4.0 * UNIT)
        left = delta - self.steps_delta(np.zeros(1))
        some = left > 0.0
        if some.any():
            less = self.rest._epsilon_bounds(left[some] * (1.0 - 4.0 * UNIT))[1]
            high[some] = np.minimum(high[some], less)
        return low, high

    def bounds(self, alpha: Array) -> Pair:
        """Bounds of f."""
        low, high = self.rest._bounds(alpha)
        high = np.min([high, *(step._bounds(alpha)[1] for step, _ in self.steps)], axis=0)
        moved = self.steps_delta(np.zeros(1))
        grown = np.minimum((alpha + moved) * (1.0 + 4.0 * UNIT), 1.0)
        least = np.maximum(low - moved - 4.0 * UNIT, self.rest._bounds(grown)[0])
        return np.maximum(least, 0.0), high


def quiet(factors: tuple[Factor, ...], join: Callable[[list[Factor]], Curve]) -> Quiet | None:
    """Bounds from the steps on samples; None without steps, or if their loss is too large beside other factors."""
    steps = tuple((curve, times) for curve, times in factors if isinstance(curve, Poisson))
    rest = [(curve, times) for curve, times in factors if not isinstance(curve, Poisson)]
    if not steps:
        return None
    if not rest:
        return Quiet(Identity(), steps)
    if Quiet(Identity(), steps).steps_delta(np.zeros(1))[0] > LOUDEST:
        return None
    return Quiet(rest[0][0] if len(rest) == 1 and rest[0][1] == 1 else join(rest), steps)
