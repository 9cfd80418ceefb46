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
    assert tradeoff.subsampled_gaussian(5e-324, 1.0, 5).delta_bounds(0.1) == (0.0, 0.0)
    assert tradeoff.laplace(1e6).repeat(10**6).bounds(0.1)[1] < 1e-300
    assert tradeoff.discrete([1e-320, 1.0], [1.0, 1e-320]).moments().kl == pytest.approx(736.827, abs=1e-2)
    assert tradeoff.pure(300.0).group(10**6).renyi(2.0) == pytest.approx(3e8, rel=1e-12)
    low, high = tradeoff.subsampled_gaussian(0.1, 0.5, 10).bounds(1 - 1e-12)
    assert 0.0 <= low <= high <= 1e-12
