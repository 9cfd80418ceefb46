"""What every trade-off curve is, whatever its family: convex, monotone, below 1 - alpha, dual to its delta."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpcore import tradeoff
from dpcore.tradeoff import Curve

epsilons = st.floats(1e-6, 20.0)
mus = st.floats(1e-6, 20.0)
probabilities = st.floats(1e-12, 0.9)

simple = st.one_of(
    st.just(tradeoff.identity()),
    mus.map(tradeoff.gaussian),
    epsilons.map(tradeoff.pure),
    epsilons.map(tradeoff.laplace),
    st.builds(tradeoff.approximate, epsilons, probabilities),
    st.builds(tradeoff.approximate, st.just(0.0), probabilities),
)
curves = st.one_of(
    simple,
    st.builds(
        lambda mu, delta: tradeoff.compose([tradeoff.gaussian(mu), tradeoff.approximate(0, delta)]), mus, probabilities
    ),
    st.builds(lambda e, k: tradeoff.pure(e).group(k), st.floats(1e-4, 5.0), st.integers(2, 6)),
    st.builds(
        lambda e, d, k: tradeoff.approximate(e, d).group(k),
        st.floats(1e-3, 2.0),
        st.floats(1e-9, 0.02),
        st.integers(2, 5),
    ),
)
SLACK = 1e-12
GRID = np.unique(np.concatenate((np.linspace(0.0, 1.0, 201), np.logspace(-12, -1, 60), 1 - np.logspace(-12, -1, 60))))
LOSSES = np.linspace(-25.0, 25.0, 101)


@settings(deadline=None, max_examples=60)
@given(curves)
def test_a_curve_is_a_trade_off_function(curve: Curve) -> None:
    lower, upper = curve.bounds(GRID)
    assert not np.isnan(lower).any()
    assert np.all((lower >= 0.0) & (lower <= upper) & (upper <= np.nextafter(1.0 - GRID, 2.0)))
    assert np.all(np.diff(lower) <= SLACK)
    left, middle, right = GRID[:-2], GRID[1:-1], GRID[2:]
    share = (right - middle) / (right - left)
    assert np.all(lower[1:-1] <= share * upper[:-2] + (1 - share) * upper[2:] + SLACK)
    assert np.all(upper - lower <= 1e-10)
    assert np.array_equal(curve(GRID), lower)
    assert np.array_equal(curve.power(GRID) >= 1.0 - lower, np.ones_like(GRID, dtype=bool))


@settings(deadline=None, max_examples=60)
@given(curves)
def test_inverse_undoes(curve: Curve) -> None:
    beta = curve.bounds(GRID)[1]
    assert np.all(curve.inverse()(np.minimum(beta, 1.0)) <= GRID + SLACK)
    assert curve.inverse().inverse() == curve
    assert curve.symmetrize() == curve


@settings(deadline=None, max_examples=60)
@given(curves)
def test_delta_is_the_conjugate_of_f(curve: Curve) -> None:
    lower, upper = curve.delta_bounds(LOSSES)
    assert not np.isnan(lower).any()
    assert np.all((lower >= 0.0) & (lower <= upper) & (upper <= 1.0))
    assert np.all(np.diff(upper) <= SLACK)
    # delta(e) >= 1 - f(a) - e^e a for every a, with near equality for some
    lines = 1.0 - curve.bounds(GRID)[0][None, :] - np.exp(LOSSES)[:, None] * GRID[None, :]
    assert np.all(lines <= upper[:, None] + SLACK)
    # f is the envelope of its own (epsilon, delta) lines: what delta says holds for f
    envelope = np.max(1.0 - upper[:, None] - np.exp(LOSSES)[:, None] * GRID[None, :], axis=0)
    assert np.all(curve.bounds(GRID)[1] >= envelope - SLACK)
    # for any e also delta(e) >= 1 - e^e
    assert np.all(upper >= -np.expm1(LOSSES) - SLACK)


@settings(deadline=None, max_examples=60)
@given(curves, st.floats(0.0, 10.0))
def test_delta_of_negative_epsilon_is_the_other_order(curve: Curve, epsilon: float) -> None:
    there, back = curve.delta(epsilon), curve.delta(-epsilon)
    assert back == pytest.approx(1.0 - math.exp(-epsilon) * (1.0 - there), abs=1e-11)


@settings(deadline=None, max_examples=60)
@given(curves, st.floats(0.0, 0.999999))
def test_epsilon_is_the_inverse_of_delta(curve: Curve, delta: float) -> None:
    lower, upper = curve.epsilon_bounds(delta)
    assert 0.0 <= lower <= upper
    if math.isfinite(upper):
        assert curve.delta_bounds(upper)[0] <= delta
        # upper may be a little above the smallest, never by much
        assert (delta and delta < 1e-300) or upper - lower <= 1e-7 * (1.0 + upper)
    if lower > 0.0:
        at = min(lower, 1e6)
        assert curve.delta_bounds(at)[1] >= delta


@settings(deadline=None, max_examples=60)
@given(curves, st.floats(1e-9, 0.5))
def test_mu_is_the_smallest_that_holds(curve: Curve, delta: float) -> None:
    for failing in (0.0, delta):
        mu = curve.mu(failing)
        if mu == math.inf:
            assert curve.bounds(0.0)[0] < 1.0 - failing + 1e-9
            continue
        below = tradeoff.compose([tradeoff.gaussian(mu), tradeoff.approximate(0, failing)])
        alphas = np.unique(np.concatenate((GRID, curve.bounds(GRID)[0])))
        assert np.all(below.bounds(alphas)[0] <= curve.bounds(alphas)[1] + 1e-15)
        assert np.all(below(LOSSES_TO_ALPHAS) <= curve.bounds(LOSSES_TO_ALPHAS)[1] + 1e-15)


LOSSES_TO_ALPHAS = np.logspace(-300, -0.001, 400)


@settings(deadline=None, max_examples=60)
@given(st.one_of(epsilons.map(tradeoff.pure), epsilons.map(tradeoff.laplace), mus.map(tradeoff.gaussian)))
def test_a_smaller_mu_does_not_hold(curve: Curve) -> None:
    mu = curve.mu()
    fixed = fixed_point(curve)
    assert tradeoff.gaussian(mu)(fixed) <= curve.bounds(fixed)[1]
    if mu > 1e-3:
        assert tradeoff.gaussian(0.999 * mu)(fixed) > curve.bounds(fixed)[1]


@settings(deadline=None, max_examples=60)
@given(
    st.one_of(epsilons.map(tradeoff.pure), epsilons.map(tradeoff.laplace), mus.map(tradeoff.gaussian)),
    st.floats(0.001, 0.3),
)
def test_a_smaller_mu_does_not_hold_with_failures(curve: Curve, delta: float) -> None:
    mu = curve.mu(delta)
    if mu < 1e-3:
        assert mu == 0.0 or curve.advantage() >= delta * (1 - 1e-9)
        return
    smaller = tradeoff.compose([tradeoff.gaussian(0.999 * mu), tradeoff.approximate(0, delta)])
    assert smaller(fixed_point(curve)) > curve.bounds(fixed_point(curve))[1]


@settings(deadline=None, max_examples=60)
@given(st.floats(1e-3, 4.0), st.integers(2, 7), st.floats(0.0, 0.1))
def test_a_smaller_mu_does_not_hold_for_a_group(epsilon: float, size: int, delta: float) -> None:
    curve = tradeoff.pure(epsilon).group(size)
    mu = curve.mu(delta)
    if mu > 1e-2:
        smaller = tradeoff.compose([tradeoff.gaussian(0.999 * mu), tradeoff.approximate(0, delta)])
        kinks = np.exp(-np.arange(size) * epsilon) / (1 + math.exp(epsilon))
        assert np.any(smaller(kinks) > curve.bounds(kinks)[1])


def fixed_point(curve: Curve) -> float:
    low, high = 0.0, 1.0
    for _ in range(200):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if curve(middle) > middle else (low, middle)
    return low


@settings(deadline=None, max_examples=60)
@given(st.lists(simple, max_size=4))
def test_stored_curves_come_back(several: list[Curve]) -> None:
    for curve in several:
        assert tradeoff.from_dict(curve.to_dict()) == curve
        assert curve == tradeoff.from_dict(curve.to_dict()) and hash(curve) == hash(tradeoff.from_dict(curve.to_dict()))


@settings(deadline=None, max_examples=60)
@given(epsilons)
def test_laplace_is_better_than_pure_and_worse_than_its_half_width(epsilon: float) -> None:
    assert np.all(tradeoff.laplace(epsilon).bounds(GRID)[1] >= tradeoff.pure(epsilon)(GRID))
    assert tradeoff.laplace(epsilon).epsilon(0.0) == tradeoff.pure(epsilon).epsilon(0.0) == epsilon


@settings(deadline=None, max_examples=60)
@given(st.floats(1e-3, 3.0), st.floats(0.0, 0.05), st.integers(2, 6))
def test_group_is_the_iterate(epsilon: float, delta: float, size: int) -> None:
    base = tradeoff.approximate(epsilon, delta)
    value = GRID
    for _ in range(size):
        value = 1.0 - base(value)
    # iterating multiplies the rounding of each step by the slope of those after it
    slack = 1e-13 * math.exp(size * epsilon)
    lower, upper = base.group(size).bounds(GRID)
    assert np.all(lower <= 1.0 - value + slack)
    assert np.all(upper >= 1.0 - value - slack)


def test_a_group_of_a_group_is_one_group() -> None:
    assert tradeoff.pure(0.3).group(2).group(3) == tradeoff.pure(0.3).group(6)
    assert tradeoff.gaussian(0.5).group(4).mu() == pytest.approx(2.0, abs=1e-14)
    assert tradeoff.laplace(0.5).group(4).epsilon(0.0) == pytest.approx(2.0, abs=1e-14)
