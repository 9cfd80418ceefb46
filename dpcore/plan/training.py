"""A planned noisy gradient descent: certified bounds of its epsilon, and an estimate. No row is read."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import final

from dpcore import tradeoff
from dpcore.plan import work
from dpcore.remembered import remembered


@final
@dataclass(frozen=True, slots=True)
class Training:
    """Noisy gradient descent: `epochs` over `rows`, Poisson batches of about `batch`, noise `noise` x clipping norm."""

    rows: int
    batch: int
    noise: float
    epochs: float
    delta: float

    @property
    def steps(self) -> int:
        """The number of noisy gradients released."""
        return max(1, math.ceil(self.epochs * self.rows / self.batch))

    @property
    def rate(self) -> float:
        """The probability that a row is in a batch."""
        return min(1.0, self.batch / self.rows)

    def around(self, last: int) -> list[Training]:
        """The same training with four numbers of epochs, up to the first of 4, 16, 64, `last` that is large enough."""
        end = next((float(epochs) for epochs in (4, 16, 64) if self.epochs <= epochs), float(last))
        return [replace(self, epochs=end * share) for share in (0.1, 0.3, 0.6, 1.0)]

    def bounds(self) -> tuple[float, float]:
        """Certified (lower, upper) bounds of epsilon at delta, for neighbours that add or remove a row."""
        return _trained(self.rate, self.noise, self.steps, self.delta)

    def estimate(self) -> float:
        """An estimate of epsilon by the central limit theorem, which may be below the true value."""
        mu = tradeoff.sgd_mu(self.rows, min(self.batch, self.rows), self.noise, self.epochs)
        return float(tradeoff.gaussian(float(mu)).epsilon(self.delta))


def certify(trainings: Sequence[Training]) -> None:
    """Computes the bounds of all these trainings together and caches them. Raises DpError."""
    work.done(work.COMPOSED, _certified, tuple(trainings))


def _certified(trainings: tuple[Training, ...]) -> tuple[tuple[float, float], ...]:
    return tuple(training.bounds() for training in trainings)


@remembered(1024)
def _trained(rate: float, noise: float, steps: int, delta: float) -> tuple[float, float]:
    low, high = tradeoff.subsampled_gaussian(rate, noise, steps).epsilon_bounds(delta)
    return float(low), float(high)
