"""Losses: what each account books is above the truth, for every kind and over the whole range of its numbers."""

from __future__ import annotations

import math
from dataclasses import fields
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import quad
from scipy.stats import norm

from dpcore.budget import loss as losses
from dpcore.budget.account import ATTO
from dpcore.budget.charge import Charge
from dpcore.budget.loss import LOSSES, Approximate, BoundedRange, Gaussian, Laplace, Loss, Pure, Subsampled
from dpcore.errors import BudgetError, DpError
from dpcore.number import exact

SIZES = st.floats(1e-6, 20.0).map(exact)
DELTAS = st.sampled_from(["1e-12", "1e-6", "0.01"]).map(Fraction)
ANY = st.one_of(
    st.builds(lambda kind, size: kind(size), st.sampled_from([Gaussian, Pure, Laplace, BoundedRange]), SIZES),
    st.builds(Approximate, SIZES, DELTAS),
)
SAMPLED = st.builds(
    Subsampled,
    st.floats(0.04, 2.0).map(exact),
    st.floats(1e-4, 0.05).map(exact),
    st.sampled_from([300, 5000]),
    DELTAS,
)


@settings(max_examples=150)
@given(ANY)
def test_g_of_what_is_booked_lies_under_the_curve(loss: Loss) -> None:
    lies_above(loss)


@pytest.mark.audit
@settings(max_examples=3)
@given(SAMPLED)
def test_g_of_what_is_booked_lies_under_the_curve_of_samples(loss: Loss) -> None:
    lies_above(loss)


def lies_above(loss: Loss) -> None:
    """delta of G_mu with failures is at least that of the curve, wherever epsilon is."""
    if not loss.mu_squared:
        assert loss.mu_squared is None or loss.curve.delta_bounds(0.0)[0] <= loss.failure
        return
    mu, failing = math.sqrt(loss.mu_squared), float(loss.failure)
    for epsilon in (0.0, 0.1 * mu, mu, 3 * mu):
        booked = failing + (1 - failing) * (
            norm.cdf(mu / 2 - epsilon / mu) - math.exp(epsilon) * norm.cdf(-mu / 2 - epsilon / mu)
        )
        assert loss.curve.delta_bounds(epsilon)[0] <= booked * (1 + 1e-9) + 1e-12


@settings(max_examples=100)
@given(ANY)
def test_a_pure_loss_has_no_delta_at_its_epsilon_and_others_have_none(loss: Loss) -> None:
    if loss.pure is not None:
        assert loss.curve.delta_bounds(float(loss.pure) * (1 + 1e-12))[0] == 0
    elif not isinstance(loss, Approximate):
        assert loss.curve.delta(10.0) > 0 or loss.curve.epsilon(0.0) == math.inf


@settings(max_examples=100)
@given(ANY | SAMPLED)
def test_it_is_read_back_exactly(loss: Loss) -> None:
    stored = loss.to_dict()
    assert losses.from_dict(stored) == loss
    assert all(isinstance(value, str | int) for value in stored.values())


def test_every_kind_is_drawn_here() -> None:
    drawn = {Gaussian, Pure, Laplace, BoundedRange, Approximate, Subsampled}
    assert drawn == set(LOSSES) and len({kind.name for kind in LOSSES}) == len(LOSSES)


@pytest.mark.parametrize(
    "stored", [{}, {"loss": "other", "size": "1"}, {"loss": "pure"}, {"loss": "pure", "size": "1", "more": 1}], ids=str
)
def test_an_unknown_loss_is_said_to_be_one(stored: dict[str, object]) -> None:
    with pytest.raises(DpError, match="does not support the loss"):
        losses.from_dict(stored)


@pytest.mark.parametrize("kind", LOSSES)
@pytest.mark.parametrize("value", [0.5, -Fraction(1), True, "1", None], ids=repr)
def test_amounts_are_exact_fractions(kind: type[Loss], value: object) -> None:
    good: dict[str, object] = {one.name: 1 if one.name == "steps" else Fraction(1, 2) for one in fields(kind)}  # type: ignore[arg-type]
    for name in good:
        with pytest.raises(BudgetError, match="exact fractions"):
            kind(**{**good, name: value})


# Rényi


def bands(epsilon: float, order: float) -> float:
    """The largest divergence of two outcomes whose losses are t and t - epsilon, over a fine grid of t."""
    t = np.linspace(0.0, epsilon, 20001)
    p = (math.exp(epsilon) - np.exp(t)) / math.expm1(epsilon)
    return float(np.max(np.log(p * np.exp((order - 1) * t) + (1 - p) * np.exp((order - 1) * (t - epsilon))))) / (
        order - 1
    )


@settings(max_examples=60)
@given(st.floats(1e-3, 8.0), st.floats(1.05, 40.0))
def test_a_selection_loses_what_the_worst_two_outcomes_lose(epsilon: float, order: float) -> None:
    found = float(BoundedRange(exact(epsilon)).renyi(order))
    brute = bands(epsilon, order)
    assert brute * (1 - 1e-9) <= found + 1e-15 / min(1.0, order - 1)  # brute force divides its rounding by that
    assert found == pytest.approx(brute, rel=1e-5)
    assert found <= order * epsilon**2 / 8 * (1 + 1e-12)
    assert found <= float(Pure(exact(epsilon)).renyi(order)) * (1 + 1e-12)


def test_a_selection_loses_less_than_its_curve_says() -> None:
    """The curve is below that of every pair of outcomes, and none of them has all of its losses."""
    loss = BoundedRange(Fraction(1))
    assert float(loss.renyi(8.0)) < loss.curve.renyi_bounds(8.0)[0]


@pytest.mark.sample(2)
@pytest.mark.parametrize(("mu", "rate", "order"), [(1.0, 0.01, 8), (0.5, 0.3, 3), (2.0, 0.001, 4), (1.0, 1.0, 5)])
def test_samples_lose_what_quadrature_says(mu: float, rate: float, order: int) -> None:
    """One step, a unit present or absent, at a whole order: the integral of (mixture/noise)**order under noise."""
    size = exact(mu) ** 2

    def mixed(x: float) -> float:
        return norm.pdf(x) * (1 - rate + rate * math.exp(mu * x - mu**2 / 2)) ** order

    points = [0.0, mu, mu * order]
    truth = math.log(quad(mixed, -15, 15 + mu * order, points=points, limit=400, epsabs=0, epsrel=1e-12)[0]) / (
        order - 1
    )
    for steps in (1, 50):
        loss = Subsampled(size, exact(rate), steps)
        assert float(loss.divergences(np.array([float(order)]))[0]) == pytest.approx(steps * truth, rel=1e-6)
        assert float(loss.renyi(float(order)) or 0) == pytest.approx(steps * truth, rel=1e-6)
    between = Subsampled(size, exact(rate), 1)
    assert between.divergences(np.array([order - 0.5]))[0] >= float(between.renyi(order - 0.5) or 0)


def test_what_may_fail_has_no_divergence() -> None:
    loss = Approximate(Fraction(1), Fraction(1, 10**6))
    assert loss.renyi(2.0) is None and np.isinf(loss.divergences(np.array([2.0, 3.0]))).all()
    assert Charge.of(loss).renyi(2.0) is None


# Charges


def test_an_approximate_answer_books_the_mu_of_its_epsilon_and_its_delta() -> None:
    charge = Charge.of(Approximate(Fraction(1), Fraction(1, 10**6)))
    assert charge.booked == Charge(None, Pure(Fraction(1)).mu_squared, Fraction(1, 10**6)).booked
    assert charge.booked.delta == ATTO // 10**6


@pytest.mark.audit
def test_sampled_steps_book_less_than_steps_without_sampling() -> None:
    size, rate = Fraction(1), Fraction(1, 100)
    loss = Subsampled(size, rate, 10, Fraction(1, 10**7))
    booked = Charge.of(loss).booked
    assert booked.epsilon is None and booked.delta == ATTO // 10**7
    assert booked.mu_squared is not None and booked.mu_squared < ATTO


def test_ten_selections_of_one_plan_cost_less_than_ten_plans() -> None:
    one = Charge.of(BoundedRange(Fraction(1, 2)))
    together = Charge.total([one] * 10)
    assert together.booked.epsilon == 5 * ATTO
    assert together.composed() < Fraction(93, 100) * 10 * (one.mu_squared or 0)


def test_a_failing_part_leaves_the_others_composed() -> None:
    parts = [Laplace(Fraction(1, 2))] * 4 + [Approximate(Fraction(1, 10), Fraction(1, 10**9))]
    plan = Charge.total(Charge.of(part) for part in parts)
    four = Charge.total(Charge.of(part) for part in parts[:4])
    assert plan.composed() == (four.composed() or 0) + (Pure(Fraction(1, 10)).mu_squared or 0)
    assert plan.delta == Fraction(1, 10**9)
