"""Legal arguments at the ends of their ranges: an answer in order, or one sentence; the fixture looks at every one."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

from dpcore import tradeoff
from dpcore.tradeoff import Curve

MILLION = 10**6
CURVES: dict[str, Callable[[], Curve]] = {
    "a sample at a tiny rate": lambda: tradeoff.pure(650.0).subsample(1e-290),
    "a sample at the least rate": lambda: tradeoff.gaussian(1.0).subsample(1e-308),
    "a sample of steep noise": lambda: tradeoff.laplace(154.0).subsample(0.781),
    "a million million Laplace": lambda: tradeoff.laplace(1e-9).repeat(MILLION).repeat(MILLION),
    "a million million coins": lambda: tradeoff.pure(1e-9).repeat(MILLION).repeat(MILLION),
    "a million million pmfs": lambda: tradeoff.discrete([0.5, 0.5], [0.5001, 0.4999]).repeat(MILLION).repeat(MILLION),
    "pmfs with hardly a point in common": lambda: tradeoff.discrete([5e-324, 1.0], [1.0, 0.0]).repeat(3),
    "pmfs far apart": lambda: tradeoff.discrete([1e-300, 1.0], [1.0, 1e-300]).repeat(3),
    "a step of hardly any sampling": lambda: tradeoff.subsampled_gaussian(1e-300, 1e-6),
}


@pytest.mark.parametrize("name", CURVES)
def test_every_reading_is_in_order(name: str) -> None:
    curve = CURVES[name]()
    curve.bounds(np.array([0.0, 1e-320, 1e-9, 0.5, np.nextafter(1.0, 0.0), 1.0]))
    curve.delta_bounds(np.array([-1e308, -700.0, -1e-320, 0.0, 1e-320, 1.0, 800.0, 1e308]))
    curve.epsilon_bounds(np.array([0.0, 1e-320, 1e-6, 0.5, np.nextafter(0.781, 0.0), np.nextafter(1.0, 0.0)]))


def test_a_million_million_releases_are_at_most_their_gaussian_sum() -> None:
    for curve in (tradeoff.laplace(1e-9), tradeoff.pure(1e-9)):
        assert curve.repeat(MILLION).repeat(MILLION).epsilon(1e-6) <= tradeoff.gaussian(1.26e-3).epsilon(1e-6)


def test_a_tiny_sample_has_its_own_end() -> None:
    low, high = tradeoff.pure(650.0).subsample(1e-290).epsilon_bounds(0.0)
    assert 0.0 < low <= 1.9561999e-8 * 1.01 and high <= low * (1.0 + 1e-9)


@pytest.mark.parametrize("build", [lambda: tradeoff.pure(20.0).group(2), lambda: tradeoff.laplace(1.0).subsample(0.5)])
def test_the_highest_orders_are_at_most_pure_epsilon(build: Callable[[], Curve]) -> None:
    low, high = build().renyi_bounds(1e308)
    assert type(low) is type(high) is float and 0.0 <= low <= high <= build().epsilon(0.0)


@pytest.mark.parametrize("rate", [0.5, 1.0])
def test_the_least_noise_is_stored_and_read(rate: float) -> None:
    curve = tradeoff.subsampled_gaussian(rate, 1e-6)
    assert tradeoff.from_dict(curve.to_dict()) == curve


def test_no_bound_is_negative_zero() -> None:
    low, _ = tradeoff.pure(0.2).subsample(1.0 - 2.0**-53, "poisson").delta_bounds(1e6)
    assert str(low) == "0.0"


@pytest.mark.parametrize("x", [1e307, 1.01e307, 1e308, math.nextafter(math.inf, 0.0)])
@pytest.mark.parametrize(
    "inner",
    [
        tradeoff.gaussian(1.11).subsample(0.1),
        tradeoff.discrete([4e-53, 1.0], [1.0, 4e-53]),
        tradeoff.approximate(710.0, 1e-100),
    ],
)
def test_delta_of_a_poisson_sample_at_the_largest_losses(inner: Curve, x: float) -> None:
    sample = inner.subsample(0.1, "poisson")
    low, high = sample.delta_bounds(x)
    assert 0.0 <= low <= high <= 1e-90
    assert 1.0 - 1e-14 <= sample.delta_bounds(-x)[0] <= sample.delta_bounds(-x)[1] <= 1.0


def test_delta_where_nearly_everybody_is_sampled() -> None:
    rate = 1.0 - 2.0**-53
    sample = tradeoff.pure(40.0).subsample(rate, "poisson")
    for x in math.log1p(-rate) + np.linspace(-1e-3, 1e-3, 41):
        low, high = sample.delta_bounds(float(x))
        assert low <= high and high >= -math.expm1(x) * (1.0 - 1e-12)


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    "curve",
    [
        lambda: tradeoff.discrete([0.5, 0.5], [0.5, 0.5]),
        lambda: tradeoff.discrete([0.2, 0.8], [0.2, 0.8]).subsample(0.1, "poisson"),
        lambda: tradeoff.discrete([0.5, 0.5], [0.5, 0.5]).group(3),
        lambda: tradeoff.discrete([0.25] * 4, [0.25] * 4).repeat(3),
        lambda: tradeoff.from_pld(0.1, (0, [1.0], 0.0), (0, [1.0], 0.0)),
    ],
)
def test_equal_tables_have_no_divergence(curve: Callable[[], Curve]) -> None:
    for order in (0.3, 1.0, 2.0, 64.0):
        low, high = curve().renyi_bounds(order)
        # sums of weights are off by their rounding
        assert low == 0.0 and high <= 1e-14


def test_corners_of_every_size_are_read() -> None:
    # the truth lies between 0 and the least double: an upper bound of 0 would be false
    assert tradeoff.subsampled_gaussian(5e-324, 1.0, 5).delta_bounds(0.1) == (0.0, 5e-324)
    assert tradeoff.laplace(1e6).repeat(10**6).bounds(0.1)[1] < 1e-300
    assert tradeoff.discrete([1e-320, 1.0], [1.0, 1e-320]).moments().kl == pytest.approx(736.827, abs=1e-2)
    assert tradeoff.pure(300.0).group(10**6).renyi(2.0) == pytest.approx(3e8, rel=1e-12)
    low, high = tradeoff.subsampled_gaussian(0.1, 0.5, 10).bounds(1 - 1e-12)
    assert 0.0 <= low <= high <= 1e-12


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("loss", "size", "times"),
    [(100.0, 100, 1), (100.0, 100, 3), (100.0, 100, 1000), (300.0, 3, 2), (1.0, 1000, 5), (0.5, 2000, 10**6)],
)
def test_groups_whose_losses_leave_the_doubles(loss: float, size: int, times: int) -> None:
    one, end, deltas = tradeoff.pure(loss).group(size), loss * size * times, np.array([0.0, 1e-6, 0.5])
    low, high = one.repeat(times).epsilon_bounds(deltas)
    assert np.all(low <= end) and np.all(high <= end * (1.0 + 1e-12))
    assert np.all(high >= one.epsilon_bounds(deltas)[0])
    # next to all of the mass has the largest loss
    if loss >= 100.0 and times <= 3:
        assert np.all(low >= end + np.log1p(-deltas) - 1e-9 * end)
    beside = tradeoff.compose([one.repeat(times), tradeoff.gaussian(1.0)])
    assert beside.epsilon(1e-6) >= one.epsilon_bounds(1e-6)[0]
    assert beside.delta_bounds(0.0)[1] == 1.0 and beside.bounds(0.5)[0] <= 1e-100


def test_two_groups_far_out_are_a_sum_over_their_losses() -> None:
    loss, size = 20.0, 40
    # the highest losses and their weights under Q
    at = loss * (size - 2.0 * np.arange(6.0))
    kink = 1.0 / (1.0 + math.exp(loss))
    weight = np.array([1.0 - kink, *(kink * math.expm1(loss) * np.exp(-loss * np.arange(1.0, 6.0)))])
    total, chance = np.add.outer(at, at).ravel(), np.multiply.outer(weight, weight).ravel()
    for x in (0.0, 700.0, 1520.0, 1545.0, 1570.0, 1599.0):
        truth = math.fsum(chance * -np.expm1(np.minimum(x - total, 0.0)))
        low, high = tradeoff.pure(loss).group(size).repeat(2).delta_bounds(x)
        assert low <= truth * (1 + 1e-11) and high >= truth * (1 - 1e-11) and high - low <= 1e-10


def test_poisson_samples_of_a_coin_that_is_certain() -> None:
    low, high = tradeoff.pure(1000.0).subsample(0.1, "poisson").repeat(3).delta_bounds(0.0)
    assert low <= 1.0 - 0.9**3 <= high
