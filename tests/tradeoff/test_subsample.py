"""The switch points of C_p are certified, however small the fixed point."""

from __future__ import annotations

import math

import numpy as np
import pytest

from dpcore import tradeoff
from dpcore.tradeoff.curve import Curve
from dpcore.tradeoff.subsample import _fixed_point


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
