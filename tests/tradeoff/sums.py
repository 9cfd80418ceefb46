"""Truth by finite sums in ball arithmetic: points alone, one closed form beside points, Laplace noise beside pure.

Each answers delta(x), alpha(x) = P(X > x), beta(x) = Q(X <= x) and, through `curve`, f itself.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from typing import Protocol

from flint import arb, ctx, fmpz_poly

from .truth import cdf

Point = tuple[arb, arb]


class Law(Protocol):
    """What P and Q say of X."""

    def delta(self, x: arb | float) -> arb: ...
    def alpha(self, x: arb | float) -> arb: ...
    def beta(self, x: arb | float) -> arb: ...


def curve(law: Law, alpha: float, around: float, width: float, steps: int = 64) -> arb:
    """f(alpha): by bisection in x, then the chord, which an atom makes exact and a density nearly."""
    low, high = arb(around - width), arb(around + width)
    asked = arb(alpha)
    while bool(law.alpha(low) < asked):
        low -= width
        if bool(low < -1e6):
            return arb(0)
    while bool(law.alpha(high) > asked):
        high += width
    for _ in range(steps):
        middle = ((low + high) / 2).mid()
        low, high = (middle, high) if bool(law.alpha(middle) > asked) else (low, middle)
    left, right = law.alpha(low), law.alpha(high)
    share = (asked - right) / (left - right) if bool(left > right) else arb(0)
    return law.beta(high) + share * (law.beta(low) - law.beta(high))


@dataclass(frozen=True)
class Points:
    """(x, q) of finitely many points; what is possible under one of P and Q only is missing."""

    points: list[Point]
    missing: arb

    def delta(self, x: arb | float) -> arb:
        return self.missing + sum((q * (1 - (arb(x) - at).exp()) for at, q in self.points if bool(at > arb(x))), arb(0))

    def alpha(self, x: arb | float) -> arb:
        return sum((q * (-at).exp() for at, q in self.points if bool(at > arb(x))), arb(0))

    def beta(self, x: arb | float) -> arb:
        return sum((q for at, q in self.points if not bool(at > arb(x))), arb(0))

    def polygon(self, alpha: float) -> arb:
        """Neyman and Pearson: points in falling order until alpha is spent."""
        left, rest = arb(alpha), sum((q for _, q in self.points), arb(0))
        for at, q in self.falling:
            p = q * (-at).exp()
            if not bool(p < left):
                return rest - q * left / p
            left, rest = left - p, rest - q
        return arb(0)

    @cached_property
    def falling(self) -> list[Point]:
        return sorted(self.points, key=lambda point: integer(point[0]), reverse=True)


def integer(x: arb) -> int:
    mantissa, exponent = x.mid().man_exp()
    shift = int(exponent) + 180
    return int(mantissa) << shift if shift >= 0 else int(mantissa) >> -shift


def two_point(loss: float, times: int) -> list[Point]:
    up = 1 / (1 + (-arb(loss)).exp())
    return [
        (arb(loss) * (2 * j - times), math.comb(times, j) * up**j * (1 - up) ** (times - j)) for j in range(times + 1)
    ]


def pmfs(p: list[float], q: list[float], times: int) -> list[Point]:
    one = [((arb(b) / arb(a)).log(), arb(b)) for a, b in zip(p, q, strict=True) if a > 0.0 and b > 0.0]
    found = one
    for _ in range(times - 1):
        found = joined([found, one])
    return found


def joined(parts: list[list[Point]]) -> list[Point]:
    found: list[Point] = [(arb(0), arb(1))]
    for part in parts:
        found = [(a + b, v * w) for (a, v), (b, w) in product(found, part)]
    return found


@dataclass(frozen=True)
class Gaussian:
    """G_mu."""

    mu: arb

    def delta(self, x: arb) -> arb:
        left = -x / self.mu + self.mu / 2
        return cdf(left) - x.exp() * cdf(left - self.mu)

    def alpha(self, x: arb) -> arb:
        return cdf(-x / self.mu - self.mu / 2)

    def beta(self, x: arb) -> arb:
        return cdf(x / self.mu - self.mu / 2)


@dataclass(frozen=True)
class Poisson:
    """One step on a Poisson sample: log w > x where z is beyond a point, w = 1 - q + q e^{mu z - mu^2/2}."""

    mu: arb
    rate: arb
    adding: bool

    def _at(self, x: arb) -> arb | None:
        grown = 1 + (x.exp() - 1) / self.rate
        return grown.log() / self.mu + self.mu / 2 if bool(grown > 0) else None

    def delta(self, x: arb) -> arb:
        return 1 - self.beta(x) - x.exp() * self.alpha(x)

    def alpha(self, x: arb) -> arb:
        z = self._at(-x if self.adding else x)
        if self.adding:
            return arb(0) if z is None else (1 - self.rate) * cdf(z) + self.rate * cdf(z - self.mu)
        return arb(1) if z is None else cdf(-z)

    def beta(self, x: arb) -> arb:
        z = self._at(-x if self.adding else x)
        if self.adding:
            return arb(1) if z is None else cdf(-z)
        return arb(0) if z is None else (1 - self.rate) * cdf(z) + self.rate * cdf(z - self.mu)


@dataclass(frozen=True)
class Beside:
    """One law with a density, and points: the mean over the points."""

    law: Gaussian | Poisson
    points: Points

    def delta(self, x: arb | float) -> arb:
        return self.points.missing + sum((q * self.law.delta(arb(x) - at) for at, q in self.points.points), arb(0))

    def alpha(self, x: arb | float) -> arb:
        return sum((q * (-at).exp() * self.law.alpha(arb(x) - at) for at, q in self.points.points), arb(0))

    def beta(self, x: arb | float) -> arb:
        return sum((q * self.law.beta(arb(x) - at) for at, q in self.points.points), arb(0))


@dataclass
class Splines:
    """Laplace and pure releases: M is a sum of e^{zy} v^n, v = 1/(2z), z = s + 1/2, so every residue is a series."""

    laplaces: list[tuple[float, int]]
    pures: list[tuple[float, int]]
    terms: list[tuple[arb, list[int]]] = field(default_factory=list)
    scale: arb = field(default_factory=lambda: arb(1))

    def __post_init__(self) -> None:
        plus, minus = fmpz_poly([1, 1]), fmpz_poly([1, -1])
        found = [(arb(0), fmpz_poly([1]))]
        for shift, times in self.laplaces:
            each = [
                (arb(shift) * (2 * j - times), math.comb(times, j) * plus**j * minus ** (times - j))
                for j in range(times + 1)
            ]
            found = [(a + b, v * w) for (a, v), (b, w) in product(found, each)]
            self.scale *= (-arb(shift) / 2).exp() ** times / arb(2) ** times
        for loss, times in self.pures:
            each = [(arb(loss) * (2 * j - times), fmpz_poly([math.comb(times, j)])) for j in range(times + 1)]
            found = [(a + b, v * w) for (a, v), (b, w) in product(found, each)]
            self.scale /= (2 * (arb(loss) / 2).cosh()) ** times
        self.terms = [(at, [int(c) for c in poly.coeffs()]) for at, poly in found]

    def delta(self, x: arb | float) -> arb:
        """1/(s(s+1)) = 1/s - 1/(s+1)."""
        return (arb(x) / 2).exp() * (self._sum(arb(x), 1) - self._sum(arb(x), -1))

    def alpha(self, x: arb | float) -> arb:
        return (-arb(x) / 2).exp() * self._sum(arb(x), -1)

    def beta(self, x: arb | float) -> arb:
        return 1 - (arb(x) / 2).exp() * self._sum(arb(x), 1)

    def _sum(self, x: arb, sign: int) -> arb:
        return self.scale * sum(
            (residues(at - x, coefficients, sign) for at, coefficients in self.terms if bool(at > x)), arb(0)
        )


def residues(u: arb, coefficients: list[int], sign: int) -> arb:
    """sum_n c_n 2^-n g_n(u), with g_n the original of z^-n / (z - sign/2): g_n-1 = u^{n-1}/(n-1)! + sign g_n / 2."""
    top = len(coefficients) - 1
    power = u**top / math.factorial(top)
    value, term, j = power, power, 0
    while bool(abs(term) > abs(value) * arb(2) ** -ctx.prec):
        j += 1
        term = term * u * sign / (2 * (top + j))
        value += term
    total = coefficients[top] * value / 2**top
    for n in range(top, 0, -1):
        power = power * n / u
        value = power + sign * value / 2
        total += coefficients[n - 1] * value / 2 ** (n - 1)
    return total
