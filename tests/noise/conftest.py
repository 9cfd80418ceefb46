"""The laws under test, each with its tail written down a second time, and a scripted source of random bits."""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import pytest
from flint import arb, ctx, fmpq
from scipy import integrate, special, stats

from dpcore.noise import Cauchy4, DiscreteLaplace, Gaussian, Laplace, Law, PowerCore, StudentT, entropy


@dataclass(frozen=True)
class Case:
    """`tail(z)` is P(|Z| > z) in doubles; `exact(z)` the same as a ball, by another formula than the law's inverse."""

    law: Law
    tail: Callable[[float], float]
    exact: Callable[[arb], arb]

    def beyond(self, k: int, scale: float) -> float:
        """P(|X| > k)."""
        if isinstance(self.law, DiscreteLaplace):
            return 2 * math.exp(-(k + 1) / scale) / (1 + math.exp(-1 / scale))
        return self.tail((k + 0.5) / scale)

    def threshold(self, k: int, scale: Fraction) -> arb:
        """P(|X| >= k) as a ball, k >= 1."""
        if isinstance(self.law, DiscreteLaplace):
            return 2 * (-ball(k / scale)).exp() / (1 + (-ball(1 / scale)).exp())
        return self.exact(ball((k - Fraction(1, 2)) / scale))


def ball(value: Fraction | float) -> arb:
    return arb(fmpq(*value.as_integer_ratio()))


def student(df: float) -> Case:
    def exact(z: arb) -> arb:
        return (ball(df) / (ball(df) + z * z)).beta_lower(ball(df) / 2, ball(0.5), True)

    return Case(StudentT(df), lambda z: 2 * stats.t.sf(z, df), exact)


def cauchy() -> Case:
    def exact(z: arb) -> arb:
        quarter = arb(fmpq(1, 4))
        core = z * arb.hypgeom_2f1(-(z**4), quarter, arb(1), quarter + 1)
        return 1 - 2 * arb(2).sqrt() / arb.pi() * core

    density = lambda z: math.sqrt(2) / math.pi / (1 + z**4)  # noqa: E731
    return Case(Cauchy4(), lambda z: 2 * integrate.quad(density, z, math.inf, epsabs=0, epsrel=1e-11)[0], exact)


def power_core(epsilon: float, beta: float) -> Case:
    q = beta / epsilon
    outside = (1 - q) ** (1 / q - 1) * (1 + q) ** (1 / q + 1)

    def density(z: float) -> float:
        return (1 - beta * z) ** (1 / q - 1) if z <= 1 / epsilon else outside * (1 + beta * z) ** (-1 / q - 1)

    def mass(low: float) -> float:
        core = integrate.quad(density, low, 1 / epsilon)[0] if low < 1 / epsilon else 0.0
        far = max(low, 1 / epsilon)
        return core + far * integrate.quad(lambda y: density(far * y), 1, math.inf, epsabs=0, epsrel=1e-11)[0]

    total = mass(0.0)

    def exact(z: arb) -> arb:
        e, b = ball(epsilon), ball(beta)
        p = e / b
        rest = (1 - 1 / p) ** (p - 1) * (1 + 1 / p) ** (p + 1)
        core, tail = 1 - (1 - 1 / p) ** p, rest * (1 + 1 / p) ** -p
        beyond = rest * (1 + b * z) ** -p if z > 1 / e else core + tail - (1 - (1 - b * z) ** p)
        return beyond / (core + tail)

    return Case(PowerCore(epsilon, beta), lambda z: mass(z) / total, exact)


CASES = {
    "gaussian": Case(Gaussian(), lambda z: special.erfc(z / math.sqrt(2)), lambda z: (z / arb(2).sqrt()).erfc()),
    "laplace": Case(Laplace(), lambda z: math.exp(-z), lambda z: (-z).exp()),
    "discrete": Case(DiscreteLaplace(), lambda z: math.exp(-z), lambda z: (-z).exp()),
    "student1": student(1.0),
    "student3": student(3.0),
    "student7.3": student(7.3),
    "cauchy4": cauchy(),
    "power.1": power_core(1.0, 0.1),
    "power.4": power_core(0.5, 0.2),
}


@pytest.fixture(params=CASES.values(), ids=CASES.keys())
def case(request: pytest.FixtureRequest) -> Case:
    return request.param


@pytest.fixture
def precise():
    """300 bits for the test's own balls."""
    before, ctx.prec = ctx.prec, 300
    yield
    ctx.prec = before


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch):
    """`script(words)`: the source yields these words, then real randomness."""

    def install(words) -> None:
        waiting = bytearray(np.asarray(words, dtype=np.uint64).tobytes())

        def source(count: int) -> bytes:
            given = bytes(waiting[:count])
            del waiting[:count]
            return given + os.urandom(count - len(given))

        monkeypatch.setattr(entropy, "_source", source)

    return install
