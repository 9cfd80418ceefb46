"""Groups under a relation of two orders: some units added, others removed, in every order of them."""

from __future__ import annotations

import math
from itertools import product

import numpy as np
import pytest

from dpcore import tradeoff
from dpcore.errors import DpError
from dpcore.tradeoff import Curve
from dpcore.tradeoff.family.direction import Either

ALPHA = np.concatenate((np.logspace(-9, -2, 30), np.linspace(0.01, 0.999, 400)))


def lopsided(seed: int) -> tuple[Curve, Curve]:
    """Both orders of one release whose curve is far from its inverse."""
    rng = np.random.default_rng(seed)
    if seed % 2:
        p, q = (rng.dirichlet(np.ones(4)) for _ in range(2))
        curve = tradeoff.discrete(0.9 * p + 0.1 * q, q)
        return curve, curve.inverse()
    found = tradeoff.subsampled_gaussian(float(rng.choice([0.05, 0.3])), float(rng.choice([0.5, 1.0])))
    assert isinstance(found, Either)
    return found.first, found.second


@pytest.mark.sample(1)
@pytest.mark.parametrize("size", [2, 3])
@pytest.mark.parametrize("seed", range(6))
def test_every_order_of_added_and_removed_units_is_covered(seed: int, size: int) -> None:
    both = lopsided(seed)
    group = Either(*both).group(size)
    low, high = group.bounds(ALPHA)
    at = np.array([0.0, 0.3, 1.0, 2.5])
    delta_low, delta_high = group.delta_bounds(at)
    worst, delta = np.ones_like(ALPHA), np.zeros_like(at)
    for order in product(both, repeat=size):
        power = ALPHA
        for curve in order:
            power = 1.0 - curve.bounds(np.minimum(power, 1.0))[0]
        worst = np.minimum(worst, 1.0 - power)
        delta = np.maximum(delta, (power - np.multiply.outer(np.exp(at), ALPHA)).max(axis=1))
    assert np.all(low <= worst + 1e-12) and np.all(high >= worst - 1e-12)
    assert np.all(high - low <= 1e-7)
    assert np.all(delta_high >= delta - 1e-12)
    # the upper bound is that of the convex hull of both orders, unit by unit
    assert np.all(delta_high >= delta_low) and np.all(delta_high - delta_low <= (0.1 if seed % 2 else 0.05))
    # no order alone is worse than all of them
    for curve in both:
        assert np.all(group.delta(at) >= curve.group(size).delta_bounds(at)[0])


@pytest.mark.audit
@pytest.mark.parametrize(("rate", "noise", "size"), [(0.01, 1.0, 2), (0.1, 2.0, 3)])
def test_a_group_under_a_step_of_noisy_training_has_a_narrow_epsilon(rate: float, noise: float, size: int) -> None:
    step = tradeoff.subsampled_gaussian(rate, noise)
    group = step.group(size)
    for delta in (1e-3, 1e-6):
        low, high = group.epsilon_bounds(delta)
        assert step.epsilon_bounds(delta)[0] <= high and high - low <= 0.01 * high
    assert group.group(2) == step.group(2 * size)
    assert tradeoff.from_dict(group.to_dict()) == group


@pytest.mark.parametrize("size", [2, 7, 40])
@pytest.mark.parametrize("mu", [0.05, 0.5])
def test_chains_of_thresholds_agree_with_the_closed_form(mu: float, size: int) -> None:
    from dpcore.tradeoff.family.group_delta import above

    at = np.array([0.0, 0.5, 2.0])
    low, high = tradeoff.gaussian(mu * size).delta_bounds(at)
    found = above(tradeoff.gaussian(mu), size, at)
    assert np.all(found >= low) and np.all(found <= high * (1.04 if size < 8 else 1.1) + 1e-12)


def test_samples_need_a_curve_of_one_order() -> None:
    with pytest.raises(DpError, match="its own inverse"):
        tradeoff.subsampled_gaussian(0.1, 1.0).group(2).subsample(0.5)
    assert math.isinf(tradeoff.subsampled_gaussian(0.1, 1.0).group(2).epsilon(0.0))
