"""Beyond what a lattice takes in: unbounded noise has no pure epsilon, and a product promises no more than a factor."""

from __future__ import annotations

import math

import numpy as np
import pytest

from dpcore import tradeoff
from dpcore.tradeoff import Curve
from tests.chance import seeds


def sampled(rng: np.random.Generator) -> Curve:
    """Something known by its delta alone, without any end."""
    if rng.integers(2):
        return tradeoff.gaussian(float(10 ** rng.uniform(-1.0, 0.7))).subsample(float(10 ** rng.uniform(-3.0, -0.1)))
    noise, rate = float(rng.choice([0.8, 1.0, 2.0])), float(rng.choice([0.01, 0.1, 0.5]))
    return tradeoff.subsampled_gaussian(rate, noise).symmetrize()


def beside(rng: np.random.Generator) -> Curve:
    return [tradeoff.pure(1e-6), tradeoff.laplace(0.3), tradeoff.pure(2.0), tradeoff.gaussian(0.1)][
        int(rng.integers(4))
    ]


@pytest.mark.audit
@pytest.mark.parametrize("seed", seeds(8, 2, 4, 5, 7))
def test_a_product_promises_no_more_than_its_factor(seed: int) -> None:
    rng = np.random.default_rng(seed)
    alone = sampled(rng)
    both = tradeoff.compose([alone, beside(rng)]) if seed % 2 else alone.repeat(int(rng.integers(2, 5)))
    assert math.isinf(both.epsilon(0.0))
    assert both.mu() >= alone.mu() * (1.0 - 1e-9)
    for delta in (1e-2, 1e-6, 1e-14, 1e-40):
        epsilon = both.epsilon(delta)
        if math.isfinite(epsilon):
            assert alone.delta_bounds(epsilon)[0] <= delta * (1.0 + 1e-6)
    at = np.array([0.0, 1.0, 10.0, 60.0, 300.0, 1e4])
    assert np.all(both.delta(at) > 0.0)
    assert np.all(both.delta_bounds(at)[1] >= alone.delta_bounds(at)[0])


@pytest.mark.audit
@pytest.mark.parametrize("rate", [1e-3, 0.1, 0.7])
@pytest.mark.parametrize("times", [1, 3, 40])
def test_bounded_samples_end_where_their_losses_add_up(rate: float, times: int) -> None:
    laplace, pure = tradeoff.laplace(1.5).subsample(rate), tradeoff.pure(0.5)
    curve = tradeoff.compose([laplace] * times + [pure])
    end = times * math.log1p(rate * math.expm1(1.5)) + 0.5
    low, high = curve.epsilon_bounds(0.0)
    assert low <= end <= high <= end * (1.0 + 1e-9) and low >= end * (1.0 - 1e-9)
    assert curve.delta(end * 1.001) == 0.0 < curve.delta(end * 0.999)
    assert curve.mu() < math.inf


def test_the_end_of_all_epsilons_is_what_never_goes() -> None:
    curve = tradeoff.compose([tradeoff.gaussian(0.5), tradeoff.laplace(0.3), tradeoff.pure(0.2)])
    assert curve.delta(1e4) > 0.0 == curve.delta(1e308)
    failing = tradeoff.compose([curve, tradeoff.discrete([0.0, 1.0], [0.25, 0.75])])
    assert failing.delta_bounds(1e308)[0] <= 0.25 <= failing.delta(1e308) <= 0.25 + 1e-15
