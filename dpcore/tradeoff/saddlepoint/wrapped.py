r"""A few steps on Poisson samples, whose M decays too slowly for a contour: a lattice, wrapped around a circle.

U, the sum of steps moved to a lattice of step h (see `step`), has delta_U >= delta. With D = U - X, theta = 1 / sqrt V
and V = times h^2 / 4 Hoeffding's lemma and Jensen's inequality give, as in `pld.composer`,
    delta_U(x) - delta(x) <= e^{1/2 + sqrt V} / (theta - 1) E e^{-theta |U - x|}.
The law of U is tilted by e^{cU} and wrapped around a circle of length W, on which a composition is a power of the
discrete Fourier transform. This is the sum of `inversion` at the nodes 2 pi k / W, without truncation. The terms m != 0
are bounded in the same way: by Chernoff's bound to the right and by e^{-cW} to the left.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np

from dpcore.tradeoff.argument import UNIT
from dpcore.tradeoff.curve import Array, Pair
from dpcore.tradeoff.pld.composer import from_right
from dpcore.tradeoff.pld.tilted_lattice import ROW, norm
from dpcore.tradeoff.saddlepoint.sample_step import power
from dpcore.tradeoff.saddlepoint.step_lattice import StepLattice, lattice

# The target relative error e^-26; the gap beyond so many lengths sqrt V is e^-45.
_DIGITS, _REACH = 26.0, 45.0
# Points of a circle; and how much finer than the rough lattice of 4,096 points a step may be.
_LEAST, _MOST, _FINEST = 2**13, 2**21, 2400
# Exponents beyond this overflow.
_WILDEST = 690.0


@dataclass(slots=True, eq=False)
class Circle:
    """Tilted masses of U at start + i h, and the errors of their sums from the right."""

    c: float
    start: float
    h: float
    # log M(c); its relative error and that of the masses; errors of the masses, as a length
    top: float
    lost: float
    noise: float
    # the error of the points; the omitted mass; V; (c', log M(c')) to the right
    moved: float
    apart: float
    spread: float
    right: list[tuple[float, float]]
    # the mass of Q and P where a single step leads beyond the circle
    leaps: tuple[float, float]
    far: float
    mass: Array
    points: int = field(init=False)
    above: Array = field(init=False)
    knots: Array = field(init=False)

    def __post_init__(self) -> None:
        """Q(U >= point) and delta there, in units of e^{top - c start}; entries beyond all arguments are dropped."""
        self.points = len(self.mass)
        past = self.h * np.arange(float(len(self.mass)))
        self.above = from_right(self.mass * np.exp(-np.minimum(self.c * past, _WILDEST)))
        # no evaluation where e^x overflows
        near = np.minimum(past, _WILDEST)
        after = np.append(self.above[1:], 0.0) * np.exp(-near)
        self.knots = from_right(after) * -math.expm1(-self.h) * np.exp(near)
        read = min(max((self.far - self.start) / self.h, 0.0), float(self.points)) + self._reach() + 4.0
        self.mass, self.above, self.knots = (a[: int(read)].copy() for a in (self.mass, self.above, self.knots))

    def delta(self, x: Array) -> Pair:
        """(lower, upper) of delta of X itself, for x on the circle and not too near its start."""
        low, high, level = np.zeros_like(x), np.ones_like(x), self.top - self.c * self.start
        inside = (x > self.start + self._reach() * self.h) & (x <= self.far) & (abs(level) < _WILDEST)
        inside &= (self.c + 1.0) * (x - self.start) < 0.5 * _WILDEST
        if inside.any():
            low[inside], high[inside] = self._delta(x[inside], math.exp(level))
        return np.maximum(low, 0.0), np.minimum(high, 1.0)

    def _delta(self, x: Array, scale: float) -> Pair:
        """`scale` is the unit of the sums, e^{top - c start}."""
        period = self.h * self.points
        unit = np.exp(np.clip(self.top - self.c * x, -740.0, 700.0))
        near = math.exp(-min(self.c * period, 700.0)) * 1.01
        over = np.full_like(x, np.inf)
        for at, level in self.right:
            fall = min((at - self.c) * period, 700.0)
            rise = level - at * x - fall - math.log(-math.expm1(-fall))
            over = np.minimum(over, np.exp(np.clip(rise, -740.0, 700.0)))
        last = self.top - self.c * (self.start + period)
        error = unit * self.noise * norm(self.c * self.h, self.h, self.points)
        error += 2.0 * self.apart + near + over + math.exp(min(max(last, -740.0), 0.0))
        margin = self.lost + UNIT * (8.0 * ROW + 8.0 * np.abs(self.c * x))
        moved = self.moved + 8.0 * UNIT * (np.abs(x) + abs(self.start) + period)
        with np.errstate(over="ignore", invalid="ignore"):
            other = np.nan_to_num(np.exp(np.minimum(x, 709.0)) * self.leaps[1], nan=0.0)
        leap = self.leaps[0] - other
        error += UNIT * 64.0 * (self.leaps[0] + other)
        high = scale * self._at(x - moved) * (1.0 + margin) + leap + error
        low = scale * self._at(x + moved) * (1.0 - margin) + leap - error - self._gap(x, unit)
        return low, high

    def _at(self, x: Array) -> Array:
        index = np.clip(np.ceil((x - self.start) / self.h), 0, len(self.mass) - 1).astype(np.int64)
        gap = np.minimum(x - (self.start + index * self.h), 0.0)
        return np.asarray(-np.expm1(gap) * self.above[index] + np.exp(gap) * self.knots[index])

    def _reach(self) -> int:
        return math.ceil(_REACH * math.sqrt(self.spread) / self.h) + 2

    def _gap(self, x: Array, unit: Array) -> Array:
        """Upper bound of delta_U - delta: the sum of Q(U = point) e^{-theta |point - x|} about x, and e^-45."""
        root = math.sqrt(self.spread)
        factor = math.exp(0.5 + root) / (1.0 / root - 1.0) if root < 0.5 else math.inf
        index = np.rint((x - self.start) / self.h).astype(np.int64)
        total = np.zeros_like(x)
        for rows in np.array_split(np.arange(len(x)), 1 + len(x) * self._reach() // 2**19):
            near = index[rows, None] + np.arange(-self._reach(), self._reach() + 1)
            away = self.start + near * self.h - x[rows, None]
            fall = np.exp(np.clip(-np.abs(away) / root - self.c * away, -350.0, 350.0))
            masses = np.abs(self.mass[np.clip(near, 0, len(self.mass) - 1)])
            total[rows] = (masses * fall).sum(axis=1) + self.noise * np.sqrt((fall * fall).sum(axis=1))
        with np.errstate(over="ignore"):
            total = unit * total * math.exp(min(2.0 * self.moved / root, 1.0)) + math.exp(-_REACH) + 2.0 * self.apart
        return np.asarray(factor * 1.001 * total)


def _period(rough: StepLattice, c: float, span: tuple[float, float]) -> tuple[float, list[tuple[float, float]]]:
    """(W for which the other terms are negligible, Chernoff's bounds to the right of c)."""
    value, _, bend = rough.level(c)
    moves = c * np.array([0.3, 1.0, 3.0, 9.0]), np.array([2.0, 5.0, 8.0]) / math.sqrt(bend)
    # The rough lattice is less private than a finer one, so that these hold there too.
    bounds = [(c + float(move), rough.level(c + float(move))[0]) for move in np.concatenate(moves)]
    far = min((v - value - (a - c) * span[0] + _DIGITS) / (a - c) for a, v in bounds)
    near = (_DIGITS - value + c * span[1]) / c
    return 1.02 * max(far, near, _DIGITS / c) + 1.1 * (span[1] - span[0]), bounds


def _shortest(
    rough: StepLattice, best: float, x: float
) -> tuple[float, list[tuple[float, float]], float, tuple[float, float]]:
    """(W, Chernoff's bounds, c, the range of x) of the shortest circle that rounding allows."""
    least, tries = rough.level(best)[0] - best * x, []
    for c in best * 0.75 ** np.arange(8.0):
        if rough.level(c)[0] - c * x - least > 8.0:
            break
        span = x - 0.5 / best, min(x + 3.0 / c, rough.far)
        tries.append((*_period(rough, float(c), span), float(c), span))
    return min(tries, key=lambda tried: tried[0])


def circle(rough: StepLattice, best: float, x: float, fine: float) -> Circle | None:
    """The law of U near x; tilt `best` minimises rounding, a smaller one may shorten the circle. None if too long."""
    samples = rough.samples
    count = sum(sample.times for sample in samples)
    period, bounds, c, span = _shortest(rough, best, x)
    points = 2 ** math.ceil(math.log2(min(max(period * math.sqrt(0.25 * count) / fine, _LEAST), _MOST)))
    # the step of the rough lattice divided by a whole number
    h = rough.h / min(max(1, math.ceil(rough.h * points / period)), _FINEST)
    if period / h > 2 * _MOST:
        return None
    points = 2 ** math.ceil(math.log2(max(period / h, _LEAST)))
    period, spread = h * points, 0.25 * count * h * h
    origin = math.fsum(s.times * (-s.least() if s.adding else s.least()) for s in samples)
    first = math.floor((span[0] - origin) / h - _REACH * math.sqrt(0.25 * count)) - 4
    start = origin + first * h
    own = lattice(samples, h, rough.rare, rough.far)
    spectrum, top, lost = np.ones(points // 2 + 1, dtype=np.complex128), 0.0, 0.0
    moved = apart = noise = 0.0
    for sample, single in zip(samples, own.steps, strict=True):
        weight, total, level = own.tilt(sample, single, c)
        turned = np.fft.rfft(np.bincount(np.arange(len(weight)) % points, weight / total, points))
        # an error of the transform is multiplied by the other steps
        others = power(turned, sample.times - 1)
        noise += sample.times * math.sqrt(2.0 * float(np.vdot(others, others).real) / points)
        spectrum *= np.conj(turned * others) if sample.adding else turned * others
        top += sample.times * (level + math.log(total))
        matter = (np.flatnonzero(weight > 1e-30)[-1]) * h - sample.least()
        lost += sample.times * (single.lost + UNIT * (64.0 + 4.0 * (c + 1.0) * matter))
        moved += sample.times * (single.moved - 4.0 * UNIT * sample.least())
        apart += sample.times * single.rare
    leaps = _leaps(own)
    masses = np.roll(np.fft.irfft(spectrum, points), -(first % points))
    size = math.sqrt(float(masses @ masses))
    noise = UNIT * (4.0 * math.log2(points) + 16.0) * (noise + (1.0 + count) * size) + count * 1e-22
    return Circle(
        c,
        start,
        h,
        top,
        lost + UNIT * 64.0 * abs(top),
        noise,
        moved,
        apart,
        spread,
        bounds,
        leaps,
        rough.far,
        masses,
    )


def _leaps(own: StepLattice) -> tuple[float, float]:
    """The mass of Q and P where a step is beyond `far`: there X > x, so delta gains Q's mass less e^x times P's."""
    steps = [(s.times, single.leap) for s, single in zip(own.samples, own.steps, strict=True) if not s.adding]
    first, second = (-math.expm1(math.fsum(n * math.log1p(-leap[i]) for n, leap in steps)) for i in (0, 1))
    return first, second
