"""mu(delta) where losses end: below every corner, however far out, and not far from that of a small delta."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

import numpy as np
import pytest
from flint import arb
from scipy.special import ndtri_exp

from dpcore import tradeoff
from dpcore.tradeoff import Curve
from dpcore.tradeoff.family.pure import Pure

from .truth import digits

ALPHAS = np.concatenate((np.logspace(-200, -20, 7), np.logspace(-15, -1, 8), np.linspace(0.2, 0.9, 5)))


def holds(curve: Curve, mu: float, delta: float = 0.0) -> bool:
    """Whether f can be above G_mu tensor f_{0,delta}."""
    below = tradeoff.compose([tradeoff.gaussian(mu), tradeoff.approximate(0, delta)])
    return bool(np.all(below.bounds(ALPHAS)[0] <= curve.bounds(ALPHAS)[1] * (1.0 + 1e-12) + 1e-15))


def bounded(chance: random.Random) -> Curve:
    make = chance.choice([tradeoff.pure, tradeoff.laplace, tradeoff.bounded_range])
    return make(10 ** chance.uniform(-2.5, 0.5))


@pytest.mark.parametrize("seed", range(12))
def test_a_sample_of_a_bounded_curve_has_a_mu_of_its_own(seed: int) -> None:
    chance = random.Random(seed)
    curve, rate = bounded(chance), 10 ** chance.uniform(-4, -0.3)
    sample = curve.subsample(rate)
    # any epsilon-DP has this mu, and no less than its total variation needs is enough
    most = tradeoff.pure(sample.epsilon(0.0)).mu()
    least = 2.0 * float(-ndtri_exp(math.log(0.5 - 0.5 * sample.delta_bounds(0.0)[0])))
    assert least * (1.0 - 1e-9) - 1e-12 <= sample.mu() <= most * (1.0 + 1e-9)
    assert holds(sample, sample.mu())
    if isinstance(curve, Pure):
        assert sample.mu() <= sample.repeat(2).mu() * (1.0 + 1e-9)


@pytest.mark.parametrize("seed", range(8))
def test_a_sample_of_gaussian_noise_needs_less_once_it_may_fail(seed: int) -> None:
    chance = random.Random(seed)
    delta, curve = 10 ** chance.uniform(-12, -4), tradeoff.gaussian(10 ** chance.uniform(-1, 0.5))
    sample = curve.subsample(10 ** chance.uniform(-3, -1))
    assert sample.mu(delta) < 0.9 * curve.mu(delta)
    assert holds(sample, sample.mu(delta), delta)
    assert sample.mu() == curve.mu()


def corners(loss: float, times: int, up_to: int) -> float:
    """The largest mu that a corner of pure(loss)^times needs, of those with so many losses at most against it."""
    worst = 0.0
    with digits(200):
        up, down = 1 / (1 + (-arb(loss)).exp()), 1 / (1 + arb(loss).exp())
        alpha = power = arb(0)
        for against in range(up_to):
            ways = arb(math.comb(times, against))
            alpha += ways * down ** (times - against) * up**against
            power += ways * up ** (times - against) * down**against
            if bool(power > 0.4):
                break
            z, other = (float(ndtri_exp(float(p.log()))) for p in (alpha, power))
            worst = max(worst, other - z)
    return worst


@pytest.mark.parametrize(("loss", "times"), [(0.1, 2000), (0.05, 3000), (0.4, 1100), (0.01, 1300), (0.2, 1500)])
def test_far_corners_of_many_releases_are_below(loss: float, times: int) -> None:
    curve = tradeoff.pure(loss).repeat(times)
    # 2^-1000 is beyond the doubles, and what it needs must be met all the same
    assert corners(loss, times, times // 2) <= curve.mu() * (1.0 + 1e-9)
    assert curve.mu() <= 1.02 * curve.mu(1e-9)


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    "make",
    [
        lambda: tradeoff.pure(0.5).subsample(0.01).repeat(1000),
        lambda: tradeoff.pure(0.5).subsample(0.01, "poisson").repeat(1000),
        lambda: tradeoff.laplace(0.1).repeat(1000),
        lambda: tradeoff.laplace(0.02).repeat(5000),
        lambda: tradeoff.compose([tradeoff.gaussian(1.0), tradeoff.laplace(0.1).repeat(1000)]),
        lambda: tradeoff.discrete([0.5, 0.3, 0.2], [0.45, 0.32, 0.23]).repeat(900),
    ],
)
def test_no_failures_cost_little_more_than_rare_ones(make: Callable[[], Curve]) -> None:
    curve = make()
    assert curve.mu(1e-9) <= curve.mu() * (1.0 + 1e-9)
    assert curve.mu() <= 1.03 * curve.mu(1e-9)
    assert holds(curve, curve.mu())


def test_many_selections_need_less_than_their_own_mu_each() -> None:
    curve = tradeoff.bounded_range(0.1).repeat(100)
    assert 0.577 <= curve.mu() <= 0.6
