"""Laplace releases of a large epsilon, alone and beside pure ones: around exact sums, and narrow."""

from __future__ import annotations

import random
from collections.abc import Iterable

import numpy as np
import pytest
from flint import arb

from dpcore import tradeoff
from dpcore.tradeoff import Curve

from . import sums
from .truth import digits

Counted = list[tuple[float, int]]


def product(laplaces: Counted, pures: Iterable[tuple[float, int]] = ()) -> Curve:
    parts = [tradeoff.laplace(e).repeat(n) for e, n in laplaces] + [tradeoff.pure(e).repeat(n) for e, n in pures]
    return tradeoff.compose(parts)


def contains(laplaces: Counted, pures: Counted, shares: list[float], width: float) -> None:
    curve, end = product(laplaces, pures), sum(e * n for e, n in [*laplaces, *pures])
    x = end * np.array(shares)
    lower, upper = curve.delta_bounds(x)
    with digits(700 + int(6.0 * end)):
        law = sums.Splines(laplaces, pures)
        for at, low, high in zip(x, lower, upper, strict=True):
            truth = law.delta(float(at)) if at >= 0.0 else 1 - (arb(at)).exp() * (1 - law.delta(float(-at)))
            assert not bool(truth < arb(low)) and not bool(truth > arb(high)), (laplaces, pures, at, low, high, truth)
            assert high - low <= width * high + 1e-300, (laplaces, pures, at, low, high)


@pytest.mark.sample(5)
@pytest.mark.parametrize("seed", range(30))
def test_equal_releases_of_a_large_epsilon(seed: int) -> None:
    chance = random.Random(seed)
    times, epsilon = chance.choice([2, 3, 5, 10, 20, 30]), 10 ** chance.uniform(0.2, 1.7)
    contains([(epsilon, times)], [], [-0.3, -0.01, 0.0, chance.random(), 0.7, chance.uniform(0.9, 0.999)], 1e-8)


@pytest.mark.parametrize("seed", range(20))
def test_different_releases_beside_pure_ones(seed: int) -> None:
    chance = random.Random(seed)
    laplaces = [(10 ** chance.uniform(-1.5, 1.3), chance.randint(1, 4)) for _ in range(chance.randint(1, 2))]
    pures = [(10 ** chance.uniform(-1.5, 1.0), chance.randint(1, 6)) for _ in range(chance.randint(0, 1))]
    if sum(n for _, n in [*laplaces, *pures]) > 1:
        contains(laplaces, pures, [-0.2, 0.0, chance.random(), 0.6, 0.95], 1e-6)


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("epsilon", "times"),
    [(20.0, 2), (20.0, 5), (10.0, 2), (10.0, 20), (8.0, 10), (5.0, 30), (3.188, 60), (6.0, 40), (60.0, 40), (300.0, 9)],
)
def test_every_reading_is_narrow(epsilon: float, times: int) -> None:
    curve = tradeoff.laplace(epsilon).repeat(times)
    lower, upper = curve.epsilon_bounds(np.array([1e-2, 1e-6, 1e-9, 7.5e-13]))
    assert np.all(upper - lower <= 1e-8 * upper)
    low, high = curve.bounds(np.array([1e-6, 1e-3, 0.1, 0.9]))
    assert np.all(high - low <= 1e-9 + 1e-6 * high)
    # f is no better than that of one release
    assert np.all(low <= tradeoff.laplace(epsilon).bounds(np.array([1e-6, 1e-3, 0.1, 0.9]))[1])


@pytest.mark.sample(2)
@pytest.mark.parametrize("seed", range(8))
def test_f_contains_the_truth(seed: int) -> None:
    chance = random.Random(seed)
    epsilon, times = chance.uniform(1.6, 8.0), chance.randint(2, 6)
    curve, law = tradeoff.laplace(epsilon).repeat(times), sums.Splines([(epsilon, times)], [])
    for alpha in (10 ** chance.uniform(-8, -3), chance.uniform(0.01, 0.6)):
        low, high = curve.bounds(alpha)
        with digits(900):
            law = sums.Splines([(epsilon, times)], [])
            truth = sums.curve(law, alpha, 0.0, epsilon * times * (1 - 1e-9), 90)
            slack = abs(truth) * arb(1e-9) + arb(1e-15)
            assert not bool(truth + slack < arb(low)) and not bool(truth - slack > arb(high)), (epsilon, times, alpha)


def test_extremes_raise_no_warning() -> None:
    for curve in (
        product([(1e6, 200)]),
        product([(1e-9, 1)], [(1e6, 3)]),
        product([(1e5, 2), (1e-300, 2)]),
        product([(700.0, 3)], [(1e-300, 2)]),
    ):
        for x in (-1e308, -800.0, -1.0, 0.0, 1.0, 700.0, 2e6, 1e308):
            curve.delta_bounds(x)
        curve.bounds(np.array([0.0, 1e-300, 1e-3, 0.5, 1.0]))
        curve.epsilon_bounds(np.array([0.0, 1e-300, 1e-6, 0.5]))


@pytest.mark.sample(2)
@pytest.mark.parametrize(("epsilon", "times"), [(100.0, 100_000), (110.0, 1000), (150.0, 300), (276.669, 647_347)])
def test_many_releases_of_a_large_epsilon_are_not_read_as_nothing(epsilon: float, times: int) -> None:
    curve = tradeoff.laplace(epsilon).repeat(times)
    low, high = curve.epsilon_bounds(1e-3)
    # the mean of the loss is epsilon - 1, its variance below 4 for each release
    assert times * (epsilon - 1.0) <= low <= high <= times * (epsilon - 1.0) + 2.0 * 32.0 * times**0.5
    assert curve.bounds(1e-3)[1] <= 1e-12
