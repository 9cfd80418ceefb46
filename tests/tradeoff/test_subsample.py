"""The switch points of C_p are certified, however small the fixed point."""

from __future__ import annotations

import json
import math
from fractions import Fraction

import numpy as np
import pytest

from dpcore import tradeoff
from dpcore.tradeoff.curve import Curve
from dpcore.tradeoff.family.subsample import Subsampled, _fixed_point


@pytest.mark.parametrize("epsilon", [1e-3, 1.0, 30.0, 200.0])
def test_the_fixed_point_is_between_its_bounds(epsilon: float) -> None:
    low, high = _fixed_point(tradeoff.pure(epsilon))
    exact = 1.0 / (1.0 + math.exp(epsilon))
    assert low <= exact * (1 + 1e-12) and high >= exact * (1 - 1e-12)
    # as near as rounding of 1 - e^epsilon alpha allows
    assert high - low <= 1e-12 * high + 1e-12 * exact


@pytest.mark.parametrize(
    "curve", [tradeoff.gaussian(1.0), tradeoff.laplace(0.5), tradeoff.pure(60.0), tradeoff.approximate(1.0, 0.01)]
)
def test_a_sample_is_the_hull_of_both_orders(curve: Curve) -> None:
    alphas = np.linspace(0.0, 1.0, 401)
    low, high = curve.subsample(0.2).bounds(alphas)
    assert np.all(low <= high) and np.all(high - low <= 1e-13)
    mixed = 0.2 * curve.bounds(alphas)[1] + 0.8 * (1.0 - alphas)
    assert np.all(low <= mixed + 1e-15)
    assert np.all(np.diff(high, 2) >= -1e-12)
    # delta by the theorem: p delta_f(log(1 + (e^epsilon - 1) / p))
    epsilon = 0.3
    inner = math.log1p(math.expm1(epsilon) / 0.2)
    assert curve.subsample(0.2).delta(epsilon) == pytest.approx(0.2 * curve.delta(inner), rel=1e-12)
    assert curve.subsample(0.2).delta(epsilon) >= np.max(1.0 - high - math.exp(epsilon) * alphas)


@pytest.mark.parametrize("seed", range(12))
def test_a_sample_of_a_sample_is_one_of_fewer(seed: int) -> None:
    chance = np.random.default_rng(seed)
    curve = [tradeoff.gaussian, tradeoff.laplace, tradeoff.pure][seed % 3](float(10.0 ** chance.uniform(-1.0, 0.5)))
    first, second = (float(10.0 ** chance.uniform(-2.0, -0.05)) for _ in range(2))
    merged, nested = curve.subsample(first).subsample(second), Subsampled(curve.subsample(first), second)  # type: ignore[arg-type]
    epsilons = np.array([-1.0, 0.0, 1e-6, 0.01, 0.3, 2.0])
    found, other = merged.delta_bounds(epsilons), nested.delta_bounds(epsilons)
    assert np.all(found[0] <= other[1]) and np.all(other[0] <= found[1])
    assert np.all(found[1] - found[0] <= (other[1] - other[0]) * (1.0 + 1e-9) + 1e-15)
    assert Fraction(merged.rate) >= Fraction(first) * Fraction(second) > Fraction(math.nextafter(merged.rate, 0.0))  # type: ignore[attr-defined]
    assert tradeoff.from_dict(nested.to_dict()) == merged


def test_samples_of_samples_are_read_and_stored_however_many_they_are() -> None:
    curve, stored = tradeoff.laplace(1.0), tradeoff.laplace(1.0).to_dict()
    for _ in range(300):
        curve = curve.subsample(0.99)
    for _ in range(100):
        stored = {"family": "subsample", "rate": 0.99, "curve": stored}
    assert tradeoff.from_dict(json.loads(json.dumps(curve.to_dict()))) == curve
    rate = 0.99**300
    low, high = curve.delta_bounds(0.1)
    inner = tradeoff.laplace(1.0).delta_bounds(math.log1p(math.expm1(0.1) / rate))
    assert low <= rate * inner[1] * (1 + 1e-12) and high >= rate * inner[0] * (1 - 1e-12) and high - low <= 1e-12 * high
    assert tradeoff.from_dict(stored).delta(0.1) > high


def test_rates_whose_product_leaves_the_doubles_are_rounded_up() -> None:
    for rates in ((1e-300, 1e-300), (5e-324, 1.0), (1e-200, 1e-150)):
        curve = tradeoff.laplace(1.0).subsample(rates[0]).subsample(rates[1])
        assert 0.0 <= curve.renyi(2.0) <= 1e-12 and 0.0 <= curve.delta(0.0) <= 1e-299
        assert tradeoff.from_dict(curve.to_dict()) == curve
