"""Conjugates of max{f, f^-1}, and products against their own factors."""

from __future__ import annotations

import random

import numpy as np
import pytest

from dpcore import tradeoff
from dpcore.tradeoff import Curve

ALPHAS = np.array([1e-12, 4.7e-9, 1e-3, 0.1, 0.5, 0.9])
EPSILONS = np.array([-5.0, -0.1, 0.0, 0.1, 1.0, 5.0])


def table(chance: random.Random, size: int) -> list[float]:
    weights = [chance.random() * chance.choice([1.0, 1.0, 1e-3]) for _ in range(size)]
    return [weight / sum(weights) for weight in weights]


@pytest.mark.sample(2)
@pytest.mark.parametrize("seed", range(20))
def test_delta_of_the_larger_order_is_that_of_its_own_f(seed: int) -> None:
    chance = random.Random(seed)
    size = chance.randint(2, 5)
    curve = tradeoff.discrete(table(chance, size), table(chance, size))
    curve = curve if seed % 2 else curve.repeat(2)
    both, epsilon = curve.symmetrize(), np.array([0.0, chance.random(), chance.uniform(0.0, 3.0)])
    low, high = both.delta_bounds(epsilon)
    assert np.all(high - low <= 1e-6 * high + 1e-12)
    # its highest point on a fine grid is below, and hardly so
    alpha = np.linspace(0.0, 1.0, 20001)
    grid = 1.0 - both.bounds(alpha)[1] - np.exp(epsilon)[:, None] * alpha
    assert np.all(grid.max(axis=1) <= high + 1e-12) and np.all(grid.max(axis=1) >= low - 1e-3)
    for delta in (1e-3, 0.1):
        below, above = both.epsilon_bounds(delta)
        assert both.delta_bounds(above)[1] <= delta and above - below <= 1e-5 * above + 1e-9


def harder(seed: int) -> tuple[list[Curve], Curve]:
    """Factors that engines find hard together, and their product."""
    chance = random.Random(seed)
    steep = [tradeoff.pure(chance.uniform(700.0, 2000.0)), tradeoff.pure(chance.uniform(300.0, 900.0))]
    pairs = [
        [*steep, tradeoff.bounded_range(chance.uniform(0.05, 2.0)), tradeoff.pure(chance.uniform(0.1, 3.0))],
        [*steep[:1], tradeoff.laplace(chance.uniform(0.1, 3.0)).subsample(chance.uniform(0.01, 0.5))],
    ]
    factors = pairs[seed % 2]
    return factors, tradeoff.compose(factors)


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", range(4))
def test_a_product_is_no_better_than_its_factors(seed: int) -> None:
    factors, product = harder(seed)
    low, high = product.bounds(ALPHAS[:2])
    deltas, epsilon = product.delta_bounds(EPSILONS), product.epsilon_bounds(1e-3)
    for factor in factors:
        assert np.all(high <= factor.bounds(ALPHAS[:2])[1] + 1.1e-5)
        assert np.all(deltas[0] >= factor.delta_bounds(EPSILONS)[0] - 1.1e-5 * deltas[1])
        assert epsilon[0] >= factor.epsilon_bounds(1e-3)[0] * (1.0 - 1.1e-5)
    assert np.all(low <= high)


def test_two_symmetrized_releases_are_no_better_than_one() -> None:
    curve = tradeoff.discrete([0.48, 0.0, 0.52], [0.34, 0.33, 0.33]).symmetrize()
    low, high = curve.repeat(2).delta_bounds(0.1)
    assert curve.delta_bounds(0.1)[0] * (1.0 - 1e-9) <= low <= high <= 2.0 * curve.delta_bounds(0.05)[1]
