"""The loss of several steps of Gaussian noise, each on a random sample."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import ClassVar, final

import numpy as np

from dpcore import tradeoff
from dpcore.budget.loss import sampled
from dpcore.budget.loss.base import Floats, Loss, down, root, squared
from dpcore.budget.slot import up

_LAST_ORDER = 256
_LEAST = 1e-10
"""The least mu that is booked: a charge is above 0 even if the failure probability alone would cover the steps."""


@final
@dataclass(frozen=True, slots=True)
class Subsampled(Loss):
    """`steps` of Gaussian noise with mu**2 = size, each on a Poisson sample with sampling probability `rate`.

    For add/remove neighbours: adding and removing are composed separately (Mironov, Talwar & Zhang 2019). failing: the
    delta at which mu is computed. All samples may happen to include the unit, so mu at delta 0 is the mu of the steps
    without sampling.
    """

    name: ClassVar[str] = "subsampled"

    size: Fraction
    rate: Fraction
    steps: int
    failing: Fraction = Fraction(0)

    @property
    def curve(self) -> tradeoff.Curve:
        """The composed curve of all steps, with sampling rate and mu rounded up."""
        return tradeoff.subsampled_gaussian(up(self.rate), math.nextafter(1.0 / root(self.size), 0.0), self.steps)

    @property
    def mu_squared(self) -> Fraction | None:
        """The squared mu of the composed curve at `failing`, at most a thousandth more."""
        if not self.failing:
            return self.size * self.steps
        return squared(max(self._fast if self.quick else _mu(self.curve, down(self.failing)), _LEAST))

    @property
    def quick(self) -> bool:
        """Whether mu is found in milliseconds; otherwise it may take many seconds."""
        return not self.failing or not math.isinf(self._fast)

    @property
    def _fast(self) -> float:
        """The mu computed on a lattice; infinite if no mu was found."""
        if self.rate == 1:
            return root(self.size * self.steps)
        return sampled.mu(root(self.size), up(self.rate), self.steps, down(self.failing))

    @property
    def failure(self) -> Fraction:
        """The delta at which mu is computed."""
        return self.failing

    @property
    def parts(self) -> tuple[Loss, ...]:
        """One step for each round."""
        return (replace(self, steps=1),) * self.steps

    def divergences(self, orders: Floats) -> Floats:
        """Bounded by the losses at the next whole order (Mironov, Talwar & Zhang 2019, 3.3) and without sampling."""
        table = np.array([_sampled(root(self.size), up(self.rate), order) for order in range(2, _LAST_ORDER + 1)])
        above = np.clip(np.ceil(orders).astype(int), 2, _LAST_ORDER)
        losses = np.where(orders > _LAST_ORDER, math.inf, table[above - 2])
        return np.asarray(self.steps * np.fmin(losses, orders * up(self.size) / 2.0) * (1.0 + 1e-9))


@lru_cache(maxsize=4096)
def _mu(curve: tradeoff.Curve, delta: float) -> float:
    return curve.mu(delta)


@lru_cache(maxsize=4096)
def _sampled(mu: float, rate: float, order: int) -> float:
    """The Rényi loss of one step at a whole order: log of a sum over the number of sampled copies among `order`."""
    taken = np.arange(order + 1, dtype=np.float64)
    ways = np.array([math.log(math.comb(order, copies)) for copies in range(order + 1)])
    rest = (order - taken) * math.log1p(-rate) if rate < 1.0 else np.where(taken < order, -math.inf, 0.0)
    terms = ways + rest + taken * math.log(rate) + taken * (taken - 1.0) * mu**2 / 2.0
    most = float(np.max(terms))
    return (most + math.log(math.fsum(np.exp(terms - most)))) / (order - 1.0) + 1e-12
