"""Curves inside other curves: groups, samples and products know what the curve within them knows."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

import numpy as np
import pytest

from dpcore import tradeoff
from dpcore.tradeoff.curve import Curve
from dpcore.tradeoff.divergence import _sample_bound
from dpcore.tradeoff.family.laplace import Laplace

# Losses of a release with an added unit and with a removed one: (lowest, probabilities, infinity).
ADDED, REMOVED = (-1, [0.15, 0.2, 0.3, 0.35], 0.0), (-2, [0.05, 0.25, 0.2, 0.1, 0.4], 0.0)


def weights(chance: random.Random, count: int) -> list[float]:
    """A pmf, to the last digits."""
    found = [chance.uniform(0.1, 1.0) for _ in range(count)]
    return [value / math.fsum(found) for value in found]


def product_pair(p: list[float], q: list[float], rate: float, times: int) -> tuple[np.ndarray, np.ndarray]:
    """All outcomes of `times` samples at `rate`: their weights under P, without the unit, and under Q, with it."""
    one, other = np.array(p), (1.0 - rate) * np.array(p) + rate * np.array(q)
    under_p, under_q = np.ones(1), np.ones(1)
    for _ in range(times):
        under_p, under_q = np.multiply.outer(under_p, one).ravel(), np.multiply.outer(under_q, other).ravel()
    return under_p, under_q


SAMPLES: list[Callable[[Curve, float], Curve]] = [
    lambda table, rate: table.subsample(rate, "poisson").repeat(3),
    lambda table, rate: table.subsample(rate**0.5, "poisson").subsample(rate**0.5, "poisson").repeat(3),
    lambda table, rate: tradeoff.compose(
        [table.subsample(rate, "poisson").repeat(2), table.subsample(rate, "poisson")]
    ),
    lambda table, rate: table.inverse().inverse().subsample(rate, "poisson").repeat(3),
]


@pytest.mark.parametrize("seed", range(24))
def test_a_table_that_sums_to_more_than_1_is_booked_in_every_sample(seed: int) -> None:
    chance = random.Random(seed)
    p, q = weights(chance, 3), weights(chance, 3)
    rate = chance.uniform(0.1, 0.7)
    grown = [value * (1.0 + chance.uniform(0.3e-9, 0.9e-9)) for value in p]
    sample = SAMPLES[seed % len(SAMPLES)](tradeoff.discrete(grown, q), rate)
    under_p, under_q = product_pair(p, q, rate, 3)
    for epsilon in (-0.05, 0.0, chance.uniform(0.0, 0.1)):
        ways = (under_q - math.exp(epsilon) * under_p, under_p - math.exp(epsilon) * under_q)
        truth = max(math.fsum(way[way > 0.0]) for way in ways)
        low, high = sample.delta_bounds(epsilon)
        assert low <= truth + 1e-14 and truth - 1e-14 <= high <= truth + 1e-7


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", range(8))
def test_a_group_of_bounded_losses_ends_where_its_units_do(seed: int) -> None:
    chance = random.Random(seed)
    p, q, size = weights(chance, 3), weights(chance, 3), chance.randint(2, 8)
    most = size * max(math.log(b / a) for a, b in zip(p, q, strict=True))
    group = tradeoff.discrete(p, q).group(size)
    low, high = group.epsilon_bounds(0.0)
    assert low <= most * (1.0 + 1e-14) and most * (1.0 - 1e-14) <= high <= most * (1.0 + 1e-12)
    for delta in (1e-300, 1e-12, 1e-6):
        below, above = group.epsilon_bounds(delta)
        assert below <= above <= high
    assert group.delta_bounds(high) == (0.0, 0.0) == group.delta_bounds(800.0)
    assert group.delta(0.9 * most) > 0.0
    assert group.belief(0.3) == pytest.approx(0.3 / (0.3 + 0.7 * math.exp(-most)), rel=1e-12)


@pytest.mark.audit
def test_renyi_of_a_group_is_at_most_its_largest_loss() -> None:
    group = tradeoff.discrete([0.2, 0.3, 0.5], [0.3, 0.3, 0.4]).group(10)
    low, high = group.renyi_bounds(math.inf)
    assert low <= 10.0 * math.log(1.5) * (1.0 + 1e-14) and high == pytest.approx(10.0 * math.log(1.5), rel=1e-12)
    assert 0.0 < group.renyi_bounds(4.0)[0] <= group.renyi(4.0) <= high


def test_a_group_without_a_largest_loss_has_none() -> None:
    for curve in (
        tradeoff.compose([tradeoff.gaussian(0.5), tradeoff.laplace(0.3)]),
        tradeoff.discrete([1, 0], [0.9, 0.1]),
    ):
        assert curve.group(3).epsilon_bounds(0.0)[1] == math.inf


@pytest.mark.audit
def test_delta_of_a_group_of_a_group_is_never_below_its_errors() -> None:
    orders = tradeoff.from_pld(0.5, REMOVED, ADDED)
    alpha = np.linspace(0.0, 1.0, 801)
    for group in (
        orders.group(2).symmetrize().group(2),
        tradeoff.compose([orders.group(2), tradeoff.approximate(0.0, 1e-3)]).group(2),
    ):
        power = 1.0 - group.bounds(alpha)[1]
        for epsilon in (0.05, 0.1):
            low, high = group.delta_bounds(epsilon)
            assert low <= high and float(np.max(power - math.exp(epsilon) * alpha)) <= high + 1e-13


@pytest.mark.parametrize("order", [0.3, 1.0, 1.5, 4.0, 40.0])
def test_renyi_of_a_mixture_is_at_most_what_convexity_says(order: float) -> None:
    chance = random.Random(int(10 * order))
    for _ in range(200):
        p, q, rate = np.array(weights(chance, 3)), np.array(weights(chance, 3)), 10 ** chance.uniform(-6, -0.01)
        mixed = (1.0 - rate) * p + rate * q
        for one, other, whole in ((p, mixed, divergence(p, q, order)), (mixed, p, divergence(q, p, order))):
            assert divergence(one, other, order) <= _sample_bound(whole, rate, order) + 1e-14 / abs(order - 1.0 or 1.0)
            assert _sample_bound(whole, rate, order) <= whole


def divergence(p: np.ndarray, q: np.ndarray, order: float) -> float:
    """D(q, p)."""
    if order == 1.0:
        return float(q @ np.log(q / p))
    return math.log(float(p @ (q / p) ** order)) / (order - 1.0)


def test_renyi_of_a_sample_of_a_product_is_below_that_of_the_product() -> None:
    steps = tradeoff.compose([tradeoff.laplace(0.2).repeat(30), tradeoff.gaussian(1.5)])
    for order in (32.0, 64.0):
        low, high = steps.subsample(0.1, "poisson").renyi_bounds(order)
        assert low <= high < steps.renyi(order)


def test_a_uniform_sample_reads_its_release_no_more_than_it_must(monkeypatch: pytest.MonkeyPatch) -> None:
    sample, plain, sizes = tradeoff.laplace(0.5).subsample(0.1), Laplace._bounds, list[int]()

    def counted(self: Laplace, alpha: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        sizes.append(len(alpha))
        return plain(self, alpha)

    monkeypatch.setattr(Laplace, "_bounds", counted)
    alpha = np.linspace(0.01, 0.99, 50)
    first = sample.bounds(alpha)
    sizes.clear()
    again = sample.bounds(alpha)
    # one reading as it is, and one bisection
    assert len(sizes) <= 1 + 64 and np.array_equal(first, again)
    # where f_p is the curve nothing is inverted
    sizes.clear()
    low, high = sample.bounds(np.array([1e-9, 0.1]))
    assert len(sizes) == 1 and np.all(high - low <= 1e-14)
    # the inverse of f_p beyond the line
    there = np.array([1e-3, 0.05])
    low, high = sample.bounds(sample.bounds(there)[0])
    assert np.all(low <= high) and np.allclose(low, there, rtol=1e-10) and np.allclose(high, there, rtol=1e-10)
