"""Noisy SGD over the settings people use: narrow brackets, more steps never cheaper, truth by convolution."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import pytest

from dpcore import tradeoff
from dpcore.tradeoff.curve import Array, Curve
from dpcore.tradeoff.saddlepoint.few import Few
from dpcore.tradeoff.saddlepoint.step_lattice import SampledSteps

RATES = (5e-4, 1e-3, 256 / 60_000, 0.01, 0.02, 0.1)


def setting(seed: int) -> tuple[float, float, int, float]:
    """(rate, noise multiplier, steps, delta)."""
    chance = random.Random(seed)
    rate, noise = chance.choice(RATES), chance.choice([0.6, 0.7, 0.8, 1.0, 1.1, 1.5, 2.0, 4.0])
    steps = chance.choice([1, 2, 3, 5, *(int(10 ** chance.uniform(0, 4.3)) for _ in range(4))])
    return rate, noise, steps, 10 ** chance.uniform(-8, -4)


def narrow(seed: int) -> None:
    rate, noise, steps, delta = setting(seed)
    curve = tradeoff.subsampled_gaussian(rate, noise, steps)
    low, high = curve.epsilon_bounds(delta)
    assert low <= high <= low + 1e-6 * high, (rate, noise, steps, delta, low, high)
    if low > 0.0:
        assert curve.delta_bounds(high)[0] <= delta <= curve.delta_bounds(low)[1]


@pytest.mark.sample(2)
@pytest.mark.parametrize("seed", range(40))
def test_epsilon_of_noisy_sgd_is_known_to_a_millionth(seed: int) -> None:
    narrow(seed)


@pytest.mark.audit
@pytest.mark.parametrize("seed", range(40, 1040))
def test_and_of_a_thousand_more(seed: int) -> None:
    narrow(seed)


@pytest.mark.sample(1)
@pytest.mark.parametrize(("rate", "noise", "delta"), [(0.01, 1.0, 1e-5), (1e-3, 0.7, 1e-6), (0.1, 2.0, 1e-8)])
def test_epsilon_never_falls_with_more_steps(rate: float, noise: float, delta: float) -> None:
    ladder = [tradeoff.subsampled_gaussian(rate, noise, k).epsilon(delta) for k in (1, 2, 3, 5, 13, 40, 150, 400)]
    assert all(a <= b for a, b in pairwise(ladder)), ladder


def ways(seed: int) -> Iterator[tuple[float, float, Curve, bool, Array]]:
    """(rate, mu, one step, its order, thresholds) in both orders."""
    chance = random.Random(seed)
    rate, mu = 10 ** chance.uniform(-3.5, -0.05), 1.0 / 10 ** chance.uniform(-0.4, 0.7)
    one = tradeoff.subsampled_gaussian(rate, 1.0 / mu, 1)
    for adding, way in enumerate((one.first, one.second)):  # type: ignore[attr-defined]
        end = -math.log1p(-rate) if adding else way.epsilon(1e-10) + 1e-3
        yield rate, way.shift, way, bool(adding), end * np.array([-0.2, 0.1, 0.6])


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", range(6))
def test_a_lattice_of_one_step_holds_the_closed_form(seed: int) -> None:
    for rate, mu, way, adding, x in ways(seed):
        for each in x:
            low, high = (float(side[0]) for side in Few((SampledSteps(mu, rate, adding, 1),)).delta(np.array([each])))
            least, most = way.delta_bounds(float(each))
            assert low <= most
            assert least <= high
            assert high - low <= 1e-5 * high + 1e-13


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", range(4))
def test_two_steps_hold_the_integral_over_the_first(seed: int) -> None:
    nodes, weights = np.polynomial.legendre.leggauss(12)
    for rate, mu, way, adding, x in ways(seed):
        edges = np.linspace(-9.5, 9.5 + mu, 1500)
        half = 0.5 * np.diff(edges)[:, None]
        z = (edges[:-1, None] + half * (1.0 + nodes)).ravel()
        base = (half * weights).ravel() * np.exp(-0.5 * z * z) / math.sqrt(2.0 * math.pi)
        loss = np.log1p(rate * np.expm1(mu * z - 0.5 * mu * mu))
        mass, moved = (base, -loss) if adding else (base * np.exp(loss), loss)
        for each in 1.5 * x:
            truth = float(mass @ way.delta_bounds(each - moved)[1])
            low, high = (float(side[0]) for side in Few((SampledSteps(mu, rate, adding, 2),)).delta(np.array([each])))
            # the kink of the inner delta limits the quadrature
            assert low <= truth * (1.0 + 1e-6) + 1e-13
            assert high >= truth * (1.0 - 1e-6) - 1e-13
            assert high - low <= 1e-5 * high + 1e-13
