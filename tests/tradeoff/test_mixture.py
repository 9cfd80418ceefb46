"""Poisson samples and bounded range, held against plain integrals over the pair of laws itself."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

from dpcore import tradeoff
from dpcore.errors import DpError
from dpcore.tradeoff import Curve
from dpcore.tradeoff.family.poisson import Poisson

NODES, WEIGHTS = np.polynomial.legendre.leggauss(120)
# (losses log q/p, weights under Q, weights under P)
Pair = tuple[np.ndarray, np.ndarray, np.ndarray]


def laplace(shift: float) -> Pair:
    """Atoms at both ends, density e^{(x - shift)/2}/4 between."""
    at = shift * NODES
    q = np.concatenate(([0.5 * math.exp(-shift)], 0.25 * shift * WEIGHTS * np.exp(0.5 * (at - shift)), [0.5]))
    x = np.concatenate(([-shift], at, [shift]))
    return x, q, q * np.exp(-x)


def pure(loss: float) -> Pair:
    x = np.array([-loss, loss])
    q = 1.0 / (1.0 + np.exp(-x))
    return x, q, q[::-1]


def band(width: float) -> Pair:
    """Two logistic laws at a distance of `width`: density e^{(x - width)/2} / (2 (1 - e^-width)) under Q."""
    x = width * NODES
    q = 0.5 * width * WEIGHTS * np.exp(0.5 * (x - width)) / -math.expm1(-width)
    return x, q, q * np.exp(-x)


def pmfs(p: list[float], q: list[float]) -> Pair:
    return np.log(np.array(q) / np.array(p)), np.array(q), np.array(p)


def mixed(pair: Pair, rate: float, adding: bool) -> Pair:
    x, q, p = pair
    moved, sample = np.log1p(rate * np.expm1(x)), (1.0 - rate) * p + rate * q
    return (-moved, p, sample) if adding else (moved, sample, p)


def delta(pair: Pair, epsilon: float) -> float:
    x, q, _ = pair
    return float(np.sum(q * np.maximum(-np.expm1(epsilon - x), 0.0)))


def twice(pair: Pair, epsilon: float) -> float:
    x, q, _ = pair
    return float(np.sum(np.multiply.outer(q, q) * np.maximum(-np.expm1(epsilon - np.add.outer(x, x)), 0.0)))


def some(chance: random.Random, low: float, high: float) -> float:
    return float(f"{10 ** chance.uniform(low, high):.4g}")


def case(seed: int) -> tuple[Curve, Pair, float]:
    """A base, its pair of laws, and how far the plain integral may be off where delta bends inside a cell."""
    chance = random.Random(seed)
    loss = some(chance, -2, 0.6)
    if seed % 4 == 0:
        return tradeoff.laplace(loss), laplace(loss), 3e-4
    if seed % 4 == 1:
        return tradeoff.pure(loss), pure(loss), 1e-11
    if seed % 4 == 2:
        return tradeoff.bounded_range(loss), band(loss), 3e-4
    p = [chance.randint(1, 50) / 256 for _ in range(4)]
    q = [chance.randint(1, 50) / 256 for _ in range(4)]
    p, q = [*p, 1.0 - sum(p)], [*q, 1.0 - sum(q)]
    return tradeoff.discrete(p, q), pmfs(p, q), 1e-11


@pytest.mark.parametrize("seed", range(24))
def test_a_poisson_sample_is_the_pair_that_it_stands_for(seed: int) -> None:
    (curve, pair, off), chance = case(seed), random.Random(seed)
    rate = some(chance, -3, -0.1)
    sample = curve.subsample(rate, "poisson")
    ways = [mixed(pair, rate, adding) for adding in (False, True)]
    most = max(float(way[0].max()) for way in ways)
    for epsilon in [chance.uniform(-1.2, 1.2) * most for _ in range(8)] + [0.0]:
        low, high = sample.delta_bounds(epsilon)
        truth = max(delta(way, epsilon) for way in ways)
        assert high - low <= 1e-9 * high + 1e-15
        assert low - off * rate - 1e-14 <= truth <= high + off * rate + 1e-14
    assert sample.epsilon(0.0) == pytest.approx(most, rel=1e-6 if off < 1e-6 else 1e-3)
    assert sample.epsilon_bounds(0.0)[0] <= sample.epsilon_bounds(0.0)[1]
    assert tradeoff.from_dict(sample.to_dict()) == sample


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", range(16))
def test_two_poisson_samples_are_certified(seed: int) -> None:
    (curve, pair, off), chance = case(seed), random.Random(seed)
    rate = some(chance, -2, -0.1)
    both = curve.subsample(rate, "poisson").repeat(2)
    ways = [mixed(pair, rate, adding) for adding in (False, True)]
    most = 2.0 * max(float(way[0].max()) for way in ways)
    for epsilon in (0.0, chance.uniform(0.05, 0.95) * most):
        low, high = both.delta_bounds(epsilon)
        truth = max(twice(way, epsilon) for way in ways)
        assert low - off * rate - 1e-12 <= truth <= high + off * rate + 1e-12
        assert high - low <= 1e-6 * high + 1e-12
    assert tradeoff.from_dict(both.to_dict()) == both


@pytest.mark.parametrize("seed", range(10))
def test_of_gaussian_noise_it_is_what_subsampled_gaussian_is(seed: int) -> None:
    chance = random.Random(seed)
    rate, noise, steps = some(chance, -4, -0.05), some(chance, -0.3, 1), chance.randint(1, 50)
    curve = tradeoff.subsampled_gaussian(rate, noise).first
    assert isinstance(curve, Poisson)
    sample = tradeoff.gaussian(curve.shift).subsample(rate, "poisson").repeat(steps)
    assert sample == tradeoff.subsampled_gaussian(rate, noise, steps)


def test_failures_are_sampled_too() -> None:
    failing = tradeoff.approximate(0.8, 1e-3).subsample(0.1, "poisson")
    low, high = failing.delta_bounds(0.0)
    truth = 0.1 * (1e-3 + (1 - 1e-3) * math.tanh(0.4))
    assert low <= truth * (1 + 1e-12) and high >= truth * (1 - 1e-12) and high - low < 1e-12
    assert failing.delta_bounds(700.0) == pytest.approx((1e-4, 1e-4), rel=1e-9)
    low, high = failing.repeat(20).delta_bounds(50.0)
    assert low <= -math.expm1(20 * math.log1p(-1e-4)) <= high <= low * (1 + 1e-6)


def test_a_sample_of_a_sample_is_a_smaller_one() -> None:
    once = tradeoff.laplace(1.0).subsample(0.5, "poisson").subsample(0.25, "poisson")
    other = tradeoff.laplace(1.0).subsample(0.125, "poisson")
    assert once.delta(0.01) == pytest.approx(other.delta(0.01), rel=1e-12)
    assert tradeoff.laplace(1.0).subsample(1.0, "poisson") == tradeoff.laplace(1.0)
    assert tradeoff.laplace(1.0).subsample(0.0, "poisson") == tradeoff.identity()
    with pytest.raises(DpError, match=r'`sampling` of `subsample` must be "uniform" or "poisson"'):
        tradeoff.laplace(1.0).subsample(0.5, "some")  # type: ignore[arg-type]


@pytest.mark.sample(3)
@pytest.mark.parametrize("seed", range(12))
def test_mu_lies_under_the_curve_and_is_the_smallest(seed: int) -> None:
    (curve, _, _), chance = case(seed), random.Random(seed)
    sample = curve.subsample(some(chance, -2, -0.1), "poisson")
    alphas = np.concatenate((np.logspace(-14, -1, 60), np.linspace(0.1, 1.0, 60)))
    for failing in (0.0, 1e-4):
        mu = sample.mu(failing)
        assert mu <= curve.mu(failing) * (1 + 1e-12)
        under, less = (
            tradeoff.compose([tradeoff.gaussian(mu * factor), tradeoff.approximate(0.0, failing)])
            for factor in (1.0, 0.98)
        )
        assert np.all(sample.bounds(alphas)[1] >= under.bounds(alphas)[0] - 1e-14)
        # the corners of a polygon lie between these points
        if seed % 4 in (0, 2) and mu > 1e-3:
            assert np.any(sample.bounds(alphas)[0] < less.bounds(alphas)[1])


BANDS = [1e-300, 1e-9, 1e-3, 0.05, 0.378, 1.0, 8.0, 40.0, 690.0, 800.0, 1e6]


@pytest.mark.parametrize("width", BANDS)
def test_bounded_range_is_its_formula(width: float) -> None:
    curve = tradeoff.bounded_range(width)
    for alpha in (0.0, 1e-300, 1e-9, 0.05, 0.3, 0.5, 0.9, 1 - 1e-9, 1.0):
        low, high = curve.bounds(alpha)
        if width <= 690.0:
            value = (1.0 - alpha) / (1.0 + math.expm1(width) * alpha)
            assert low <= value * (1 + 1e-14) and high >= value * (1 - 1e-14) and high - low <= 1e-13
        assert 0.0 <= low <= high <= np.nextafter(1.0 - alpha, 2.0)
    for share in (0.0, 0.1, 0.5, 0.99, 1.0, 1.5):
        low, high = curve.delta_bounds(share * width)
        value = math.expm1(-0.5 * max(width - share * width, 0.0)) ** 2 / -math.expm1(-width) if width > 1e-9 else low
        assert low <= value * (1 + 1e-12) and high >= value * (1 - 1e-12)
    assert curve.epsilon(0.0) == width and curve.inverse() == curve
    # a selection costs half of what a pure charge with the same epsilon costs
    assert curve.mu() == pytest.approx(tradeoff.pure(width / 2).mu(), rel=1e-12)
    assert tradeoff.from_dict(curve.to_dict()) == curve
    assert curve.group(3) == tradeoff.bounded_range(np.nextafter(3 * width, math.inf)) if width < 1e5 else True


@pytest.mark.parametrize("width", [0.05, 0.378, 1.0, 3.0, 8.0])
def test_no_pair_of_two_outcomes_in_the_band_is_worse(width: float) -> None:
    """The curve is below the corner of every two-point pair with losses t and t - width, and touches each."""
    curve = tradeoff.bounded_range(width)
    for share in np.linspace(0.02, 0.98, 25):
        high, low = share * width, (share - 1.0) * width
        # q/p is e^high at one outcome and e^low at the other, and both laws add to 1
        p = -math.expm1(low) / (math.exp(high) - math.exp(low))
        alpha, beta = p, 1.0 - p * math.exp(high)
        assert curve.bounds(alpha)[1] >= beta * (1 - 1e-9) and curve(alpha) <= beta * (1 + 1e-9)
    alphas = np.linspace(0.0, 1.0, 101)
    assert np.all(curve.bounds(alphas)[1] >= tradeoff.pure(width).bounds(alphas)[0])
    under = tradeoff.gaussian(curve.mu())
    assert np.all(curve.bounds(alphas)[1] >= under.bounds(alphas)[0] - 1e-14)
    assert not np.all(curve(alphas) >= tradeoff.gaussian(0.999 * curve.mu()).bounds(alphas)[1])


def test_many_selections_are_certified() -> None:
    for width, times in ((0.5, 2), (0.1, 30), (1.0, 8)):
        total = tradeoff.bounded_range(width).repeat(times)
        low, high = total.epsilon_bounds(1e-6)
        assert 0.0 < low <= high <= low * (1 + 1e-6)
        assert high <= tradeoff.pure(width).repeat(times).epsilon(1e-6)
        assert high <= tradeoff.gaussian(total.mu(1e-9)).epsilon(1e-6 - 1e-9) * (1 + 1e-9)
        assert total.mu(1e-9) <= tradeoff.bounded_range(width).mu() * math.sqrt(times) * (1 + 1e-12)
    x, q, _ = band(0.5)
    low, high = tradeoff.bounded_range(0.5).repeat(2).delta_bounds(0.3)
    truth = float(np.sum(np.multiply.outer(q, q) * np.maximum(-np.expm1(0.3 - np.add.outer(x, x)), 0.0)))
    assert low - 1e-4 <= truth <= high + 1e-4


@pytest.mark.parametrize("bad", [-1.0, math.nan, math.inf, "1", 2e6])
def test_a_band_is_a_number(bad: object) -> None:
    with pytest.raises(DpError, match="`epsilon` of `bounded_range` must be"):
        tradeoff.bounded_range(bad)  # type: ignore[arg-type]
