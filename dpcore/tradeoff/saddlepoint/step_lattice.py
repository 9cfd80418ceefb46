"""Steps on Poisson samples, each on a lattice; see `wrapped` for their sum."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from dpcore.tradeoff.curve import Array
from dpcore.tradeoff.saddlepoint.sample_step import LatticeStep, step


@dataclass(frozen=True, slots=True)
class SampledSteps:
    """`times` steps of noise 1/mu at that sampling rate, in one of the two directions."""

    mu: float
    rate: float
    adding: bool
    times: int

    def least(self) -> float:
        """log(1-q)."""
        return math.log1p(-self.rate)

    def mirror(self) -> SampledSteps:
        """The other direction."""
        return SampledSteps(self.mu, self.rate, not self.adding, self.times)


@dataclass(frozen=True, slots=True, eq=False)
class StepLattice:
    """One step of each sample on a lattice of step h: logarithms of masses under the base law."""

    samples: tuple[SampledSteps, ...]
    h: float
    # omitted are events rarer than e^-rare, and any single step beyond `far`
    rare: float
    far: float
    steps: list[LatticeStep]

    def level(self, c: float) -> tuple[float, float, float]:
        """log M(c) without the omitted events, and its first two derivatives."""
        totals = [0.0, 0.0, 0.0]
        for sample, single in zip(self.samples, self.steps, strict=True):
            weight, total, top = self.tilt(sample, single, c)
            past = self.h * np.arange(float(len(weight)))
            mean = float(weight @ past) / total
            bend = float(weight @ (past - mean) ** 2) / total
            sign = -1.0 if sample.adding else 1.0
            totals[0] += sample.times * (math.log(total) + top)
            totals[1] += sample.times * sign * (mean + sample.least())
            totals[2] += sample.times * bend
        return totals[0], totals[1], totals[2]

    def chernoff(self, c: float, x: float) -> float:
        """delta is at most M(c) e^{-cx}, c > 0, plus the omitted mass."""
        level = self.level(c)[0]
        rest = sum(s.times * (single.rare + single.leap[0]) for s, single in zip(self.samples, self.steps, strict=True))
        lost = 1e-9 * (1.0 + abs(level) + c * abs(x))
        return math.exp(min(max(level - c * x + lost, -700.0), 1.0)) + rest * (1.0 + 1e-9)

    def tilt(self, sample: SampledSteps, single: LatticeStep, c: float) -> tuple[Array, float, float]:
        """(scaled masses of one step times e^{cX}, their sum, the logarithm of the scale)."""
        power = -c if sample.adding else c + 1.0
        with np.errstate(divide="ignore"):
            rise = np.log(single.mass) + power * self.h * np.arange(float(len(single.mass)))
        top = float(rise.max())
        weight = np.exp(rise - top)
        return weight, float(weight.sum()), top + power * sample.least()


def lattice(samples: tuple[SampledSteps, ...], h: float, rare: float, far: float) -> StepLattice:
    """A lattice for X >= 0."""
    if all(sample.adding for sample in samples):
        # a step so negative that all other steps cannot make up for it is negligible
        most = end(samples) + 3.0 * h
    else:
        most = math.inf if any(sample.adding for sample in samples) else far + end(samples) + 3.0 * h
    cut = math.sqrt(2.0 * (rare + math.log(sum(sample.times for sample in samples))))
    return StepLattice(samples, h, rare, far, [step(sample.mu, sample.rate, h, cut, most) for sample in samples])


def end(samples: tuple[SampledSteps, ...]) -> float:
    """The bound of |X| on the side on which X is bounded."""
    return -math.fsum(sample.times * sample.least() for sample in samples)
