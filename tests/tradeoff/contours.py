"""Truth by a plain inversion of M(s) in ball arithmetic: two contours, two steps, and no answer where they differ.

Nothing here is shared with the package: M(s) = E_Q e^{sX} comes from its formula, the contour from a coarse search,
the sum runs until Gaussian and Poisson factors have fallen by 36 digits.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice

import numpy as np
from flint import acb, arb

AGREE, FAINT, DIGITS, MOST = arb(10) ** -21, arb(10) ** -60, 92.0, 20_000


class Unknown(ArithmeticError):
    """The oracle has no answer here."""


@dataclass(frozen=True)
class Factor:
    """`times` releases: log M at real c (roughly), M along c + i h k, and an envelope of |M| / M(c)."""

    times: int
    log_mgf: Callable[[float], float]
    line: Callable[[float, float, float], Iterator[acb]]
    envelope: Callable[[float, float], float] | None = None


def normal(mu: float, times: int) -> Factor:
    square = arb(mu) ** 2
    return Factor(
        times,
        lambda c: 0.5 * mu * mu * c * (c + 1.0),
        lambda c, h, _: ((square * s * (s + 1) / 2).exp() for s in nodes(c, h)),
        lambda c, t: math.exp(-min(0.5 * mu * mu * t * t, 1e4)),
    )


def two_point(loss: float, times: int) -> Factor:
    scale = 1 / (arb(loss) / 2).cosh()
    return Factor(
        times,
        lambda c: log_cosh((c + 0.5) * loss) - log_cosh(0.5 * loss),
        lambda c, h, _: (((s + 0.5) * arb(loss)).cosh() * scale for s in nodes(c, h)),
        lambda c, t: 1.0,
    )


def two_sided(shift: float, times: int) -> Factor:
    def line(c: float, h: float, _: float) -> Iterator[acb]:
        scale = (-arb(shift) / 2).exp()
        for s in nodes(c, h):
            at = (s + 0.5) * arb(shift)
            yield scale * (at.cosh() + at.sinh() / (2 * s + 1))

    def envelope(c: float, t: float) -> float:
        x = abs(c + 0.5)
        return min(1.0, (1.0 + 0.5 / math.hypot(x, t)) / (1.0 + math.tanh(x * shift) / (2.0 * x)))

    def log_mgf(c: float) -> float:
        x = max(abs(c + 0.5), 1e-9)
        return log_cosh(x * shift) + math.log1p(math.tanh(x * shift) / (2.0 * x)) - 0.5 * shift

    return Factor(times, log_mgf, line, envelope)


def points(p: list[float], q: list[float], times: int) -> Factor:
    both = [(a, b) for a, b in zip(p, q, strict=True) if a > 0.0 and b > 0.0]

    def line(c: float, h: float, _: float) -> Iterator[acb]:
        logs = [(arb(b) / arb(a)).log() for a, b in both]
        terms = [acb(arb(b) * (x * arb(c)).exp()) for (_, b), x in zip(both, logs, strict=True)]
        turns = [(acb(0, 1) * arb(h) * x).exp() for x in logs]
        return powers(terms, turns)

    rise = np.array([math.log(b / a) for a, b in both])
    weight = np.array([b for _, b in both])
    return Factor(times, lambda c: float(np.logaddexp.reduce(c * rise + np.log(weight))), line, lambda c, t: 1.0)


def poisson(shift: arb, rate: float, adding: bool, times: int) -> Factor:
    sign, mu = -1.0 if adding else 1.0, float(shift)

    def tilted(c: float, step: float) -> tuple[np.ndarray, np.ndarray]:
        """(indices of the z that matter, log of the integrand there)."""
        power = -c if adding else c + 1.0
        index = np.arange(round(-25.0 / step), round((25.0 + max(0.0, power) * mu) / step))
        z = index * step
        loss = np.logaddexp(math.log1p(-rate), math.log(rate) + mu * z - 0.5 * mu * mu)
        rise = -0.5 * z * z + power * loss
        kept = rise > rise.max() - 95.0
        return index[kept], rise[kept]

    def log_mgf(c: float) -> float:
        return float(np.logaddexp.reduce(tilted(c, 0.1)[1]) + math.log(0.1 / math.sqrt(2.0 * math.pi)))

    def line(c: float, h: float, fine: float) -> Iterator[acb]:
        step = fine / max(1.0, mu)
        width, terms, turns = arb(step), [], []
        scale = width / (2 * arb.pi()).sqrt()
        for index in tilted(c, step)[0].tolist():
            z = index * width
            loss = (1 - arb(rate) + arb(rate) * (shift * z - shift**2 / 2).exp()).log()
            power = -arb(c) if adding else arb(c) + 1
            terms.append(acb(scale * (-z * z / 2 + power * loss).exp()))
            turns.append((acb(0, sign) * arb(h) * loss).exp())
        return powers(terms, turns)

    return Factor(times, log_mgf, line)


def nodes(c: float, h: float) -> Iterator[acb]:
    k = 0
    while True:
        yield acb(arb(c), arb(h) * k)
        k += 1


def powers(terms: list[acb], turns: list[acb]) -> Iterator[acb]:
    """sum terms turns^k, for k = 0, 1, ...: by midpoints, as a ball that is turned over and over grows without need."""
    while True:
        yield sum(terms, acb(0))
        terms = [(a * b).mid() for a, b in zip(terms, turns, strict=True)]


def log_cosh(x: float) -> float:
    return abs(x) + math.log1p(math.exp(-2.0 * abs(x))) - math.log(2.0)


@dataclass
class Inverted:
    """delta, alpha = P(X > x) and beta = Q(X <= x) of a product; `kept` is what Q and P have at finite X."""

    factors: list[Factor]
    kept: tuple[arb, arb]
    most: int = MOST
    _lines: dict[tuple[float, float, float], list[acb]] = field(default_factory=dict)

    def log_mgf(self, c: float) -> float:
        return math.fsum(f.times * f.log_mgf(c) for f in self.factors)

    def spread(self, c: float) -> tuple[float, float]:
        """K' and K'' from three values."""
        size, bend = 1.0, 1.0
        for _ in range(3):
            low, middle, high = (self.log_mgf(c + move * size) for move in (-1.0, 0.0, 1.0))
            slope, bend = (high - low) / (2.0 * size), max((low + high - 2.0 * middle) / size**2, 1e-12)
            size = 0.05 / math.sqrt(bend)
        return slope, bend

    def saddle(self, x: float) -> float:
        """c with K'(c) = x by bisection, no farther out than 40 standard deviations need."""
        sigma = math.sqrt(self.spread(-0.5)[1])
        low, high, size = -1.0 - 40.0 / sigma, 40.0 / sigma, 0.02 / sigma
        for _ in range(16):
            middle = 0.5 * (low + high)
            slope = (self.log_mgf(middle + size) - self.log_mgf(middle - size)) / (2.0 * size)
            low, high = (middle, high) if slope < x else (low, middle)
        return low

    def delta(self, x: arb | float) -> arb:
        at, kernel = arb(x), lambda s: 1 / (s * (s + 1))
        return 1 - self.kept[0] + self._agreed(at, 0.0, 1.0, kernel)

    def alpha(self, x: arb | float) -> arb:
        """From the side of the pole -1 where the saddle is."""
        at = arb(x)
        side = 1.0 if self.saddle(float(at)) >= -1.0 else -1.0
        value = self._agreed(at, -1.0, side, lambda s: 1 / (s + 1)) * (-at).exp()
        return value if side > 0.0 else self.kept[1] - value

    def beta(self, x: arb | float) -> arb:
        at = arb(x)
        side = 1.0 if self.saddle(float(at)) > 0.0 else -1.0
        value = self._agreed(at, 0.0, side, lambda s: 1 / s)
        return value if side < 0.0 else self.kept[0] - value

    def density(self, x: arb | float) -> arb:
        """Of X under P."""
        at = arb(x)
        side = 1.0 if self.saddle(float(at)) >= -1.0 else -1.0
        return side * self._agreed(at, -1.0, side, lambda s: acb(1)) * (-at).exp()

    def _agreed(self, x: arb, pole: float, side: float, kernel: Callable[[acb], acb]) -> arb:
        sigma = math.sqrt(self.spread(-0.5)[1])
        saddle = round(self.saddle(float(x)) * sigma * 2.0) / (2.0 * sigma)
        c = pole + side * max(side * (saddle - pole), 1.0 / sigma)
        rare = max(0.0, (c - pole) * float(x) - self.log_mgf(c))
        wide = max((DIGITS + rare) / abs(c - pole), 30.0 * sigma)
        wide = 1.3 ** math.ceil(math.log(wide) / math.log(1.3))
        for _ in range(4):
            one = self._sum(x, c, wide, 0.085, kernel)
            other = self._sum(x, c + side * 0.25 / sigma, 1.17 * wide, 0.07, kernel)
            if bool(abs(one - other) < AGREE * abs(one)):
                return side * one
            if bool(abs(one - other) < FAINT):
                return side * one + arb(0, 1e-60)
            wide *= 2.0
        raise Unknown(f"contours differ at {float(x)}: {one}, {other}")

    def _sum(self, x: arb, c: float, wide: float, fine: float, kernel: Callable[[acb], acb]) -> arb:
        h = 2.0 * math.pi / wide
        values = self._line(c, h, fine)
        phases = powers([acb((-arb(c) * x).exp())], [(acb(0, -1) * arb(h) * x).exp()])
        total = acb(0)
        for k, (value, phase) in enumerate(zip(values, phases, strict=False)):
            term = value * phase * kernel(acb(arb(c), arb(h) * k))
            total += term / 2 if k == 0 else term
        return total.real * arb(h) / arb.pi()

    def _line(self, c: float, h: float, fine: float) -> list[acb]:
        if (c, h, fine) in self._lines:
            return self._lines[c, h, fine]
        lines = [f.line(c, h, fine) for f in self.factors]
        found: list[acb] = []
        quiet, first = 0, [0.0] * len(self.factors)
        for k, each in enumerate(islice(zip(*lines, strict=True), self.most + 1)):
            value, fall = acb(1), 0.0
            for i, (f, one) in enumerate(zip(self.factors, each, strict=True)):
                value *= one**f.times
                size = max(float(abs(one)), 1e-300)
                first[i] = size if k == 0 else first[i]
                fall += f.times * math.log(max(f.envelope(c, k * h) if f.envelope else size / first[i], 1e-300))
            found.append(value)
            quiet = quiet + 1 if fall < -DIGITS + 6.0 else 0
            if quiet > 3:
                self._lines[c, h, fine] = found
                return found
        raise Unknown(f"M does not fall within {self.most} nodes")
