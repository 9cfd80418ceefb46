"""Which curves combine, what they combine to, and what is refused until it can be certified."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpcore import tradeoff
from dpcore.errors import DpError

GRID = np.linspace(0.0, 1.0, 101)


@settings(deadline=None)
@given(st.lists(st.floats(1e-6, 50.0), min_size=1, max_size=12))
def test_gaussians_add_in_mu_squared_rounded_up(mus: list[float]) -> None:
    total = sum((Fraction(mu) ** 2 for mu in mus), Fraction(0))
    mu = tradeoff.compose([tradeoff.gaussian(m) for m in mus]).mu()
    assert Fraction(mu) ** 2 >= total
    assert Fraction(math.nextafter(mu, 0.0)) ** 2 < total
    assert tradeoff.compose([tradeoff.gaussian(m) for m in reversed(mus)]).mu() == mu


@settings(deadline=None)
@given(st.floats(1e-9, 100.0))
def test_one_curve_alone_comes_back_as_it_was(mu: float) -> None:
    for curve in (tradeoff.gaussian(mu), tradeoff.pure(mu), tradeoff.laplace(mu), tradeoff.approximate(mu, 0.25)):
        assert tradeoff.compose([curve]) == curve == curve.repeat(1) == curve.group(1)
        assert tradeoff.compose([tradeoff.identity(), curve]) == curve


def test_nothing_composes_to_the_identity() -> None:
    assert tradeoff.compose([]) == tradeoff.identity() == tradeoff.identity().repeat(1000).group(5)
    assert tradeoff.gaussian(0) == tradeoff.pure(0) == tradeoff.laplace(0) == tradeoff.identity()
    assert tradeoff.approximate(0, 0) == tradeoff.identity()
    assert tradeoff.approximate(1, 0) == tradeoff.pure(1)


def test_repeat_is_composition() -> None:
    assert tradeoff.gaussian(0.3).repeat(7) == tradeoff.compose([tradeoff.gaussian(0.3)] * 7)
    failing = tradeoff.approximate(0, 0.1)
    assert failing.repeat(5).delta(0.0) == pytest.approx(1 - 0.9**5, abs=1e-15)
    assert failing.repeat(5).delta(0.0) >= 1 - 0.9**5


@settings(deadline=None)
@given(st.floats(0.01, 5.0), st.floats(1e-9, 0.5), st.floats(1e-9, 0.5))
def test_failures_split_off_and_multiply(size: float, first: float, second: float) -> None:
    both = tradeoff.compose([tradeoff.approximate(0, first), tradeoff.approximate(size, second)])
    whole = tradeoff.approximate(size, 1 - (1 - first) * (1 - second))
    assert np.allclose(both(GRID), whole(GRID), rtol=0, atol=1e-14)
    assert tradeoff.approximate(size, first) == tradeoff.compose([tradeoff.pure(size), tradeoff.approximate(0, first)])


@settings(deadline=None)
@given(
    st.lists(st.tuples(st.floats(1e-300, 0.3) | st.floats(1e-9, 0.3), st.integers(1, 4)), min_size=1, max_size=6),
    st.floats(0.01, 1.0),
)
def test_failures_together_are_rounded_both_ways(charges: list[tuple[float, int]], size: float) -> None:
    """A chance of failing that is no double lies between the lower and the upper bound of delta, far out and at 0."""
    truth = 1 - math.prod((1 - Fraction(delta)) ** times for delta, times in charges)
    failing = tradeoff.compose([tradeoff.approximate(0.0, delta).repeat(times) for delta, times in charges])
    for curve in (failing, tradeoff.compose([failing, tradeoff.pure(size)])):
        low, high = curve.delta_bounds(2.0 * size)
        assert Fraction(low) <= truth <= Fraction(high) and high - low <= 1e-14 * high
        assert curve.bounds(0.0)[0] <= 1 - truth <= curve.bounds(0.0)[1]
        assert curve.epsilon_bounds(low)[0] < math.inf
        assert tradeoff.from_dict(curve.to_dict()) == curve == curve.inverse()


def test_group_of_failures_adds_them() -> None:
    assert tradeoff.approximate(0, 0.1).group(3).delta(0.0) == pytest.approx(0.3, abs=1e-15)
    # (epsilon, delta) becomes at most (k epsilon, delta (e^{k epsilon} - 1)/(e^epsilon - 1))
    curve = tradeoff.approximate(0.5, 1e-6).group(3)
    textbook = 1e-6 * math.expm1(1.5) / math.expm1(0.5)
    assert curve.delta(1.5) == pytest.approx(textbook, rel=1e-9)
    assert curve.epsilon(textbook * (1 + 1e-6)) <= 1.5 + 1e-9
    assert np.all(curve(GRID) >= tradeoff.approximate(1.5, textbook)(GRID) - 1e-12)


def test_composing_the_curve_itself_would_be_nonsense() -> None:
    curve = tradeoff.pure(1.0)
    assert curve.group(2)(0.2) == pytest.approx(0.16787944117144232, abs=1e-13)
    assert abs(curve(curve(0.2)) - curve.group(2)(0.2)) > 0.01
    assert curve.group(2)(0.2) > tradeoff.pure(2.0)(0.2)


def test_groups_of_extreme_size() -> None:
    for curve in (tradeoff.pure(1e-6).group(10**6), tradeoff.pure(300.0).group(1000), tradeoff.pure(1.0).group(10**6)):
        lower, upper = curve.bounds([0.0, 1e-300, 0.3, 1.0])
        assert np.all((lower >= 0) & (lower <= upper))
        assert curve.epsilon(0.0) >= curve.size * curve.loss  # type: ignore[attr-defined]
        assert 0.0 < curve.mu() < math.inf
    limit = tradeoff.laplace(1.0)
    assert tradeoff.pure(1e-6).group(10**6)(0.3) == pytest.approx(limit(0.3), abs=1e-9)
    assert tradeoff.pure(1e-6).group(10**6).mu() == pytest.approx(limit.mu(), abs=1e-6)


def test_groups_without_closed_form_go_round() -> None:
    failing = tradeoff.compose([tradeoff.gaussian(1.0), tradeoff.approximate(0, 0.1)])
    assert failing.group(1) == failing
    assert failing.group(2)(0.1) == pytest.approx(1 - (1 - failing(1 - failing(0.1))), abs=1e-12)
    with pytest.raises(DpError, match="at most 200 units"):
        failing.group(201)
    with pytest.raises(DpError, match="at most 300"):
        tradeoff.pure(301.0).group(2)
    with pytest.raises(DpError, match="nothing is promised"):
        tradeoff.approximate(0, 0.5).group(2)
