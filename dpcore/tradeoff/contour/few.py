"""The law of a few steps on Poisson samples, read from circles (see `wrapped`) that are laid where they are asked."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import final

import numpy as np
from numpy.typing import NDArray

from dpcore.tradeoff.contour.wrapped import Circle, Lattice, Sample, circle, end, lattice
from dpcore.tradeoff.curve import Array, Pair
from dpcore.tradeoff.domain import UNIT
from dpcore.tradeoff.readings import Law

# So many steps are always read here; up to so many where a contour would be long.
FEW, MOST_STEPS = 100, 5_000
# What is more likely than e^-40 always counts, and what vanishes in the doubles never.
_COMMON, _RAREST = 40.0, 720.0


# In units of 1/c.
_NEAR = 0.02
# Of one step on a rough lattice.
_POINTS = 4096.0


def _width(sample: Sample, rare: float) -> float:
    """How far log w of one step goes above its least, but for what is rarer than e^-rare."""
    top = sample.mu * (math.sqrt(2.0 * rare) + 0.5 * sample.mu)
    return math.log1p(sample.rate * math.expm1(min(top, 600.0))) + max(top - 600.0, 0.0) - sample.least()


@final
@dataclass(slots=True, eq=False)
class Few(Law):
    """The law of a few steps; `mirror` is that of -X under P."""

    samples: tuple[Sample, ...]
    mirror: Few | None = None
    _rough: dict[tuple[float, float], Lattice] = field(default_factory=dict)
    # how fine, where each was asked for, and the circle
    _circles: list[tuple[int, float, Circle]] = field(default_factory=list)

    def reach(self) -> tuple[float, float]:
        """Bounded on one side in each order."""
        most = end(self.samples) * (1.0 + 16.0 * UNIT)
        up, down = (any(sample.adding is way for sample in self.samples) for way in (False, True))
        return (-math.inf if down else -most), (math.inf if up else most)

    def middle(self) -> tuple[float, float]:
        """To first order in the rates."""
        each = [s.times * min(s.rate * math.sqrt(math.expm1(min(s.mu**2, 600.0))), s.mu) ** 2 for s in self.samples]
        return 0.5 * math.fsum(each), math.sqrt(math.fsum(each))

    def rough(self, rare: float, far: float) -> Lattice:
        """A lattice of a few thousand points, with little more spread than the law itself."""
        if (rare, far) not in self._rough:
            most = end(self.samples) + (0.0 if all(sample.adding for sample in self.samples) else far)
            step = min(max(_width(sample, rare) for sample in self.samples), most) / _POINTS
            close = 0.5 * self.middle()[1] / math.sqrt(sum(sample.times for sample in self.samples))
            self._rough[rare, far] = lattice(self.samples, max(min(step, close), step / 16.0), rare, far)
        return self._rough[rare, far]

    def place(self, x: float) -> tuple[Lattice, float, float]:
        """(lattice, c, log of the integrand) at the minimum of the convex K(c) - c x - log c(c+1), c > 0."""
        far = 1.25 ** math.ceil(math.log(max(1.2 * x, 0.1 * self.middle()[1], 1e-12)) / math.log(1.25))
        rare, c = 48.0, 1.0
        for _ in range(8):
            here = self.rough(rare, far)
            low, high = -30.0, math.log(200.0 / here.h)
            for _ in range(60):
                _, slope, bend = here.level(c)
                off = slope - x - 1.0 / c - 1.0 / (c + 1.0)
                low, high = (math.log(c), high) if off < 0.0 else (low, math.log(c))
                better = math.log(c) - off / (c * (bend + c**-2.0 + (c + 1.0) ** -2.0))
                better = better if low < better < high else 0.5 * (low + high)
                done = abs(better - math.log(c)) < 0.02
                c = math.exp(better)
                if done:
                    break
            value = here.level(c)[0] - c * x - math.log(c * (c + 1.0))
            if here.rare == (rare := min(max(4.0 * math.ceil((34.0 - value) / 4.0), _COMMON), _RAREST)):
                break
        return here, c, value

    def delta(self, x: Array) -> Pair:
        """From the right at x >= 0; to the left as 1 - e^x + e^x times delta of the other order at -x."""
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
            self.mirror = Few(tuple(sample.mirrored() for sample in self.samples), self)
        return self.mirror

    def _right(self, x: Array) -> Pair:
        low, high = np.zeros_like(x), np.ones_like(x)
        last = self.reach()[1]
        high[x >= last] = 0.0
        todo, size = x < last, 0 if len(x) <= 8 else 1
        for _, near, found in [each for each in self._circles if each[0] <= size]:
            todo = self._from(found, near, x, todo, low, high)
        while todo.any():
            first = float(x[todo].min())
            here, c, _ = self.place(first)
            # the gap is about 3 V delta', and log delta falls with c: this much of x is not seen
            sharp = min(math.sqrt((1e-9, 2e-7)[size] * (first + 1e-3 / c) / (c + 1.0)), 0.02 / c)
            made = circle(here, c, first, sharp)
            if made is None:
                high[x == first] = min(1.0, here.chernoff(c, first))
                todo = todo & (x > first)
                continue
            self._circles = [(size, first, made), *self._circles[:3]]
            below, above = (float(side[0]) for side in made.delta(np.array([first])))
            low[x == first], high[x == first] = below, min(above, here.chernoff(c, first))
            todo = self._from(made, first, x, todo & (x > first), low, high)
        return low, high

    def _from(
        self, made: Circle, near: float, x: Array, todo: NDArray[np.bool_], low: Array, high: Array
    ) -> NDArray[np.bool_]:
        """What is still to be read after what this circle says well enough."""
        if todo.any():
            below, above = made.delta(x[todo])
            # next to where it was asked for a new circle would say no more
            close = (np.abs(x[todo] - near) <= _NEAR / made.c) & (above < 1.0)
            good = close | (above - below <= 1e-5 * below)
            rows = np.flatnonzero(todo)[good]
            low[rows], high[rows] = below[good], above[good]
            todo = todo.copy()
            todo[rows] = False
        return todo

    def guess(self, delta: float) -> float:
        """The x whose integrand at the saddle is that large, as a first step for the root."""
        low, high = 0.0, self.middle()[1]
        last = self.reach()[1]
        target = math.log(max(delta, 1e-290))

        def size(x: float) -> float:
            here, c, value = self.place(x)
            return value - 0.5 * math.log(2.0 * math.pi * (here.level(c)[2] + c**-2.0 + (c + 1.0) ** -2.0))

        while high < last and size(high) > target:
            low, high = high, 2.0 * high
        high = min(high, last)
        for _ in range(12):
            middle = 0.5 * (low + high)
            low, high = (middle, high) if size(middle) > target else (low, middle)
        return 0.5 * (low + high)
