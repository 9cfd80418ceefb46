"""The law of a few steps on Poisson samples, from circles (see `wrapped`) that are made on demand."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import final

import numpy as np
from numpy.typing import NDArray

from dpcore.tradeoff.argument import UNIT
from dpcore.tradeoff.curve import Array, Pair
from dpcore.tradeoff.law import Law
from dpcore.tradeoff.recent import Recent
from dpcore.tradeoff.root import Reading
from dpcore.tradeoff.saddlepoint.sample_step import power
from dpcore.tradeoff.saddlepoint.step_lattice import SampledSteps, StepLattice, end, lattice
from dpcore.tradeoff.saddlepoint.wrapped import Circle, circle

# Up to `FEW` steps always use this law; up to `MOST_STEPS` steps use it if a contour would be long.
FEW, MOST_STEPS = 100, 5_000
# Steps rarer than e^-rare are omitted; `rare` is between these.
_COMMON, _RAREST = 40.0, 720.0
# The number of points of one step on a rough lattice.
_POINTS = 4096.0
# The smallest alpha resolved by one rough law, and the number of its thresholds.
_FAINT, _CELLS = 1e-9, 2**18
# f closer to 1 - alpha is not resolved.
_NEXT = 1e-12
# A circle is used if delta has this relative accuracy, or half of that at its own x.
_GOOD = 1e-5


def _width(sample: SampledSteps, rare: float) -> float:
    """The range of log w of one step, without events rarer than e^-rare."""
    top = sample.mu * (math.sqrt(2.0 * rare) + 0.5 * sample.mu)
    return math.log1p(sample.rate * math.expm1(min(top, 600.0))) + max(top - 600.0, 0.0) - sample.least()


@final
@dataclass(frozen=True, slots=True, eq=False)
class KnownCircle:
    """A circle, the number of arguments it was made for, its required relative accuracy, and its smallest delta."""

    size: int
    circle: Circle
    good: float
    faint: float

    def read(self, x: Array, todo: NDArray[np.bool_], low: Array, high: Array) -> NDArray[np.bool_]:
        """Fill in `low` and `high` where this circle resolves them; return which arguments remain."""
        if todo.any():
            below, above = self.circle.delta(x[todo])
            good = (above - below <= self.good * below) | (above <= self.faint)
            rows = np.flatnonzero(todo)[good]
            low[rows], high[rows] = below[good], above[good]
            todo = todo.copy()
            todo[rows] = False
        return todo


# The cached circles, at most 200 MB.
_circles: Recent[KnownCircle] = Recent(most=25_000_000, each=8)


@final
@dataclass(slots=True, eq=False)
class Few(Law):
    """The law of a few steps; mirror: the law of -X under P."""

    samples: tuple[SampledSteps, ...]
    mirror: Few | None = None
    _rough: dict[tuple[float, float], StepLattice] = field(default_factory=dict)

    def reach(self) -> tuple[float, float]:
        """(lowest, highest) value of X, which is bounded on one side."""
        most = end(self.samples) * (1.0 + 16.0 * UNIT)
        up, down = (any(sample.adding is way for sample in self.samples) for way in (False, True))
        return (-math.inf if down else -most), (math.inf if up else most)

    def middle(self) -> tuple[float, float]:
        """Mean and standard deviation of X under Q, to first order in the rates."""
        each = [s.times * min(s.rate * math.sqrt(math.expm1(min(s.mu**2, 600.0))), s.mu) ** 2 for s in self.samples]
        return 0.5 * math.fsum(each), math.sqrt(math.fsum(each))

    def rough(self, rare: float, far: float) -> StepLattice:
        """A lattice of a few thousand points, with little more spread than the law itself."""
        if (rare, far) not in self._rough:
            most = end(self.samples) + (0.0 if all(sample.adding for sample in self.samples) else far)
            step = min(max(_width(sample, rare) for sample in self.samples), most) / _POINTS
            close = 0.5 * self.middle()[1] / math.sqrt(sum(sample.times for sample in self.samples))
            self._rough[rare, far] = lattice(self.samples, max(min(step, close), step / 16.0), rare, far)
        return self._rough[rare, far]

    def place(self, x: float) -> tuple[StepLattice, float, float]:
        """(lattice, c, log of the integrand) at the minimum of the convex K(c) - c x - log c(c+1), c > 0."""
        far = 1.25 ** math.ceil(math.log(max(1.2 * x, 0.1 * self.middle()[1], 1e-12)) / math.log(1.25))
        rare, c = 48.0, 1.0
        for _ in range(8):
            law = self.rough(rare, far)
            low, high = -30.0, math.log(200.0 / law.h)
            for _ in range(60):
                _, slope, bend = law.level(c)
                off = slope - x - 1.0 / c - 1.0 / (c + 1.0)
                low, high = (math.log(c), high) if off < 0.0 else (low, math.log(c))
                better = math.log(c) - off / (c * (bend + c**-2.0 + (c + 1.0) ** -2.0))
                better = better if low < better < high else 0.5 * (low + high)
                done = abs(better - math.log(c)) < 0.02
                c = math.exp(better)
                if done:
                    break
            value = law.level(c)[0] - c * x - math.log(c * (c + 1.0))
            if law.rare == (rare := min(max(4.0 * math.ceil((34.0 - value) / 4.0), _COMMON), _RAREST)):
                break
        return law, c, value

    def delta(self, x: Array) -> Pair:
        """E_Q (1 - e^{x-X})_+: from the right at x >= 0, else 1 - e^x + e^x times the other direction's delta at -x."""
        low, high = np.zeros_like(x), np.ones_like(x)
        right = x >= 0.0
        if right.any():
            low[right], high[right] = self._right(x[right])
        if not right.all():
            at = x[~right]
            below, above = self._other().delta(-at)
            low[~right] = (-np.expm1(at) + np.exp(at) * below) * (1.0 - 16.0 * UNIT)
            high[~right] = (-np.expm1(at) + np.exp(at) * above) * (1.0 + 16.0 * UNIT)
        return np.clip(low, 0.0, 1.0), np.clip(high, 0.0, 1.0)

    def _other(self) -> Few:
        if self.mirror is None:
            self.mirror = Few(tuple(sample.mirror() for sample in self.samples), self)
        return self.mirror

    def _right(self, x: Array) -> Pair:
        low, high = np.zeros_like(x), np.ones_like(x)
        last = self.reach()[1]
        high[x >= last] = 0.0
        todo, size = x < last, 0 if len(x) <= 8 else 1
        for known in [known for known in _circles.of(self) if known.size <= size]:
            todo = known.read(x, todo, low, high)
        while todo.any():
            first = float(x[todo].min())
            rough, c, _ = self.place(first)
            # the gap is about 3 V delta', and log delta falls with c: this is the resolution in x
            sharp = min(math.sqrt((1e-9, 2e-7)[size] * (first + 1e-3 / c) / (c + 1.0)), 0.02 / c)
            ring = circle(rough, c, first, sharp)
            if ring is None:
                high[x == first] = min(1.0, rough.chernoff(c, first))
                todo = todo & (x > first)
                continue
            below, above = (float(side[0]) for side in ring.delta(np.array([first])))
            good, faint = (2.0 * (above - below) / below, 0.0) if below > 0.0 else (0.0, 2.0 * above * size)
            known = KnownCircle(size, ring, max(_GOOD, good), faint)
            _circles.keep(self, known, 3 * len(ring.mass))
            low[x == first], high[x == first] = below, min(above, rough.chernoff(c, first))
            todo = known.read(x, todo & (x > first), low, high)
        return low, high

    def threshold(self, alpha: Array) -> Array:
        """Approximate x with P(X > x) = alpha, from P on the rough lattice, and from the saddlepoint in the tail."""
        if all(sample.adding for sample in self.samples):
            # the lattice of these steps omits values far below 0
            at, above = self._other().outline(0.0)
            x = -np.interp(alpha - 1.0, -above, at)
        else:
            at, above = self.outline(-1.0)
            x = np.interp(-alpha, -above, at)
        for row in np.flatnonzero(alpha < _FAINT):
            x[row] = self._solve(math.log(max(alpha[row], 1e-290)), lambda x, c: math.log(c) - x)
        for row in np.flatnonzero(alpha > 1.0 - _FAINT):
            x[row] = -self._other()._solve(math.log1p(-min(alpha[row], 1.0 - UNIT)), lambda _, c: math.log1p(c))
        return x

    def bounds(self, alpha: Array, between: Callable[[Reading, Array, Array, float, int], Pair]) -> Pair:
        """f by `between` of (delta, alpha, thresholds, spacing, rounds), grouped by circle."""
        low, high, sigma = np.zeros_like(alpha), np.ones_like(alpha), self.middle()[1]
        guess, faint = self.threshold(alpha), np.flatnonzero(alpha < _FAINT)
        line = np.exp(np.minimum(guess[faint], 700.0)) * alpha[faint] * (1.0 + 8.0 * UNIT)
        low[faint] = np.maximum(1.0 - self.delta(guess[faint])[1] - line - 8.0 * UNIT, 0.0)
        # f is at most 1 - alpha: if f is too close to it, the maximum is lost in rounding
        inner = np.flatnonzero(1.0 - alpha - low > _NEXT)
        place = np.floor(0.5 * guess / sigma)
        for each in np.unique(place[inner]):
            rows = inner[place[inner] == each]
            low[rows], high[rows] = between(self.delta, alpha[rows], guess[rows], 2e-5 * sigma, 14)
        return low, high

    def outline(self, c: float) -> tuple[Array, Array]:
        """(rising x, approximate P(X > x) for c = -1, Q(X > x) for c = 0): the law on one circle, without far tails."""
        sigma, rare = self.middle()[1], math.log(sum(sample.times for sample in self.samples) / _FAINT)
        far = max(_width(sample, rare) for sample in self.samples) + 12.0 * sigma
        here = self.rough(_COMMON, far)
        origin, low, high = 0.0, 0.0, 0.0
        for sample, one in zip(self.samples, here.steps, strict=True):
            origin -= sample.times * (sample.least() if sample.adding else -sample.least())
            reach = sample.times * here.h * len(one.mass)
            low, high = (low - reach, high) if sample.adding else (low, high + reach)
        wide = 0.5 * sigma**2 + 12.0 * sigma + far
        low, high = max(origin + low, -wide) - here.h, min(origin + high, wide) + here.h
        points = 2 ** math.ceil(math.log2(min(max((high - low) / here.h, 2.0), _CELLS)))
        spectrum = np.ones(points // 2 + 1, dtype=np.complex128)
        for sample, one in zip(self.samples, here.steps, strict=True):
            weight, total, _ = here.tilt(sample, one, c)
            turned = power(
                np.fft.rfft(np.bincount(np.arange(len(weight)) % points, weight / total, points)), sample.times
            )
            spectrum *= np.conj(turned) if sample.adding else turned
        first = math.floor((low - origin) / here.h)
        mass = np.roll(np.fft.irfft(spectrum, points), -(first % points))
        above = np.minimum.accumulate(np.cumsum(mass[::-1])[::-1])
        return origin + here.h * (first - 0.5 + np.arange(float(points))), above

    def guess(self, delta: float) -> float:
        """The x at which the integrand at the saddle is `delta`: the start of the root search."""
        return self._solve(math.log(max(delta, 1e-290)), lambda x, c: 0.0)

    def _solve(self, target: float, more: Callable[[float, float], float]) -> float:
        """The x >= 0 where log delta, by the integrand at the saddle c, and `more`(x, c) are the target together."""
        low, high = 0.0, self.middle()[1]
        last = self.reach()[1]

        def size(x: float) -> float:
            here, c, value = self.place(x)
            wide = here.level(c)[2] + c**-2.0 + (c + 1.0) ** -2.0
            return value - 0.5 * math.log(2.0 * math.pi * wide) + more(x, c)

        while high < last and size(high) > target:
            low, high = high, 2.0 * high
        high = min(high, last)
        for _ in range(12):
            middle = 0.5 * (low + high)
            low, high = (middle, high) if size(middle) > target else (low, middle)
        return 0.5 * (low + high)
