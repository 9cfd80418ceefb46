"""Groups and samples of curves without a closed form, and products of them: by going round and by connecting dots."""

from __future__ import annotations

import math

import numpy as np
import pytest

from dpcore import tradeoff
from dpcore.tradeoff.curve import Curve
from dpcore.tradeoff.family.iterate import Iterated

ALPHAS = np.array([1e-6, 0.01, 0.2, 0.5, 0.9])


def test_going_round_agrees_with_the_closed_form() -> None:
    for curve, whole in (
        (tradeoff.gaussian(0.5), tradeoff.gaussian(1.5)),
        (tradeoff.laplace(0.4), tradeoff.laplace(1.2)),
        (tradeoff.approximate(0.4, 1e-3), tradeoff.approximate(0.4, 1e-3).group(3)),
    ):
        found = Iterated(curve, 3)
        low, high = found.bounds(ALPHAS)
        assert np.all(low <= whole.bounds(ALPHAS)[1]) and np.all(high >= whole(ALPHAS))
        assert np.all(high - low <= 1e-12)
        for epsilon in (0.0, 0.7, 2.0):
            below, above = found.delta_bounds(epsilon)
            exact = whole.delta_bounds(epsilon)
            assert below <= exact[1] and above >= exact[0] and above - below <= 1e-5
        assert found.mu(1e-3) >= whole.mu(1e-3)
        below, above = found.epsilon_bounds(0.05)
        assert below <= whole.epsilon_bounds(0.05)[1] and above >= whole.epsilon_bounds(0.05)[0]
        assert above - below <= 1e-4


def test_a_group_of_a_product() -> None:
    curve = tradeoff.compose([tradeoff.gaussian(0.5), tradeoff.laplace(0.3)])
    both = curve.group(2)
    assert both.group(3) == curve.group(6)
    assert tradeoff.from_dict(both.to_dict()) == both
    low, high = both.bounds(ALPHAS)
    inner = 1.0 - curve.bounds(1.0 - curve.bounds(ALPHAS)[0])[0]
    assert np.all(low <= 1.0 - inner + 1e-12) and np.all(high - low <= 1e-8)
    assert both.delta(1.0) > tradeoff.gaussian(1.0).delta_bounds(1.0)[0]


def reference(curves: list[Curve], epsilon: float, points: int = 20_000) -> float:
    """delta of two curves by sums over many cells of equal probability under P, to about four digits."""
    first, second = curves
    edges = np.linspace(0.0, 1.0, points + 1)
    masses = -np.diff(first.bounds(edges)[1])
    ratio = np.log(np.maximum(masses * points, 1e-300))
    return float(masses @ second.delta(epsilon - ratio))


def test_products_of_samples_agree_with_sums() -> None:
    sample = tradeoff.gaussian(1.0).subsample(0.1)
    twice = sample.repeat(2)
    for epsilon in (0.0, 0.3, 1.0):
        low, high = twice.delta_bounds(epsilon)
        assert high - low <= (2e-4 if epsilon == 0.0 else 1e-5) * high
        assert reference([sample, sample], epsilon) == pytest.approx(high, rel=2e-3)
    assert tradeoff.from_dict(twice.to_dict()) == twice
    # one release more never helps, and a sample is better than all
    assert sample.epsilon(1e-6) < twice.epsilon(1e-6) < tradeoff.gaussian(1.0).repeat(2).epsilon(1e-6)


def test_products_of_curves_known_by_their_delta_alone() -> None:
    parts = [tradeoff.approximate(1.0, 1e-6).group(2), tradeoff.gaussian(1.0)]
    curve = tradeoff.compose(parts)
    low, high = curve.epsilon_bounds(1e-4)
    assert high - low <= 1e-6 * high
    # between the product with its pure part and the same with all of its failures apart
    pure = tradeoff.compose([tradeoff.pure(1.0).group(2), tradeoff.gaussian(1.0)])
    assert pure.epsilon(1e-4) <= high
    assert curve.epsilon(1e-7) == math.inf


def test_a_lattice_of_dots_is_that_of_the_closed_form() -> None:
    from dpcore.tradeoff.pld.connect_dots import dots

    for curve, epsilon in ((tradeoff.laplace(1.0), 0.4), (tradeoff.gaussian(0.7), 1.1), (tradeoff.pure(0.5), 0.2)):
        mass = dots(curve, 1, 1e-3)
        at = mass.top + 1e-3 * mass.indices
        delta = float(mass.weight[at > epsilon] @ -np.expm1(epsilon - at[at > epsilon]))
        low, high = curve.delta_bounds(epsilon)
        assert low <= delta <= high * (1 + 1e-5)
        assert float(mass.weight.sum()) == pytest.approx(1.0, abs=1e-9)
        assert float(mass.weight @ np.exp(-at)) == pytest.approx(1.0, abs=1e-9)


def test_far_readings_of_a_group_are_in_order() -> None:
    found = tradeoff.gaussian(1.0).subsample(0.1).group(3)
    low, high = found.delta_bounds(np.array([0.0, 3.0, 6.0, 9.0, 10.0, 15.0, 690.0]))
    assert np.all(low <= high) and np.all(np.diff(high) <= 0.0)


def test_a_sample_of_randomised_response_has_three_points() -> None:
    twice = tradeoff.pure(0.5).subsample(0.5).repeat(2)
    end = 2.0 * math.log1p(0.5 * math.expm1(0.5))
    low, high = twice.epsilon_bounds(1e-12)
    assert 0.999 * end <= low <= high <= end * (1 + 1e-12)
