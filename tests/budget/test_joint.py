"""The joint mu of pure answers: above the truth by thousandths; in closed form, by quadrature, by enumeration."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import quad
from scipy.optimize import brentq
from scipy.stats import binom, norm

from dpcore import tradeoff
from dpcore.budget import many_pure
from dpcore.budget.loss import BoundedRange, Laplace, Pure


def laplace_delta(epsilon: float, at: float) -> float:
    if abs(at) >= epsilon:
        return 0.0 if at > 0 else -math.expm1(at)
    return -math.expm1((at - epsilon) / 2)


def delta_of_two(one: float, other: float, at: float) -> float:
    """delta of two Laplace answers: that of the other, averaged over the loss of the one, by quadrature."""
    inside = [point for point in (at - other, at + other) if -one < point < one]
    middle = quad(
        lambda loss: 0.25 * math.exp(-(one - loss) / 2) * laplace_delta(other, at - loss),
        *(-one, one),
        points=inside or None,
        epsabs=1e-13,
        epsrel=1e-12,
        limit=200,
    )[0]
    return 0.5 * laplace_delta(other, at - one) + 0.5 * math.exp(-one) * laplace_delta(other, at + one) + middle


def gaussian_delta(mu: float, at: float) -> float:
    return float(norm.cdf(-at / mu + mu / 2) - math.exp(at) * norm.cdf(-at / mu - mu / 2))


@pytest.mark.sample(2)
@pytest.mark.parametrize(("one", "other"), [(1.0, 2.0), (0.3, 0.2), (0.05, 0.05)])
def test_two_laplace_answers_by_quadrature(one: float, other: float) -> None:
    ats = np.linspace(0.0, 0.95 * (one + other), 120)
    truth = max(
        brentq(lambda mu, at=at: gaussian_delta(mu, at) - delta_of_two(one, other, at), 1e-3, 10, xtol=1e-12)
        for at in ats
    )
    found = many_pure.mu([(Laplace(Fraction(one)), 1), (Laplace(Fraction(other)), 1)])
    assert truth * (1 - 1e-9) <= found <= truth * 1.001


@pytest.mark.parametrize(("epsilon", "times"), [(0.5, 1), (0.5, 10), (0.1, 40), (2.0, 3)])
def test_coins_are_a_binomial(epsilon: float, times: int) -> None:
    """Randomised response repeated: both counts of heads are binomial, and every corner is known."""
    heads = np.arange(times)
    p = 1 / (1 + math.exp(-epsilon))
    corners = norm.isf(binom.sf(heads, times, 1 - p)) - norm.ppf(binom.cdf(heads, times, p))
    truth = float(np.max(corners))
    assert truth * (1 - 1e-9) <= many_pure.mu([(Pure(Fraction(epsilon)), times)]) <= truth * 1.001


@pytest.mark.parametrize("epsilons", [(0.3, 0.2), (0.5, 0.1, 0.07), (1.0, 0.5, 0.25, 0.2)])
def test_unequal_coins_by_enumeration(epsilons: tuple[float, ...]) -> None:
    points = []
    for signs in product((1, -1), repeat=len(epsilons)):
        loss = sum(sign * e for sign, e in zip(signs, epsilons, strict=True))
        points.append((loss, math.prod(1 / (1 + math.exp(sign * e)) for sign, e in zip(signs, epsilons, strict=True))))
    points.sort(reverse=True)
    q = np.array([weight for _, weight in points])
    p = q * np.exp([loss for loss, _ in points])
    alpha, missed = np.cumsum(q)[:-1], 1 - np.cumsum(p)[:-1]
    truth = float(np.max(norm.isf(alpha) - norm.ppf(missed)))
    found = many_pure.mu([(Pure(Fraction(e)), 1) for e in epsilons])
    assert truth * (1 - 1e-9) <= found <= truth * 1.002


@pytest.mark.parametrize(("epsilon", "truth"), [(0.01, 0.0323166), (0.1, 0.316669), (0.5, 1.479093), (2.0, 4.988466)])
def test_ten_laplace_answers(epsilon: float, truth: float) -> None:
    """The figures of a threshold grid of the exact finite sum, to a thousandth; 20 % and more below the plain sum."""
    found = many_pure.mu([(Laplace(Fraction(epsilon)), 10)])
    assert truth * (1 - 3e-5) <= found <= truth * 1.001
    assert found < 0.93 * math.sqrt(10) * tradeoff.laplace(epsilon).mu()


def test_one_answer_costs_its_own_mu() -> None:
    for kind in (Laplace, Pure, BoundedRange):
        loss = kind(Fraction(7, 10))
        assert loss.curve.mu() * (1 - 1e-9) <= many_pure.mu([(loss, 1)]) <= loss.curve.mu() * 1.001


@pytest.mark.sample(2)
@pytest.mark.parametrize(("epsilon", "times"), [(0.1, 10), (1.0, 10), (3.0, 4)])
def test_selections_against_the_certified_composition(epsilon: float, times: int) -> None:
    truth = tradeoff.bounded_range(epsilon).repeat(times).mu()
    found = many_pure.mu([(BoundedRange(Fraction(epsilon)), times)])
    assert truth * (1 - 1e-6) <= found <= truth * 1.002
    assert found < 0.97 * math.sqrt(times) * tradeoff.bounded_range(epsilon).mu()


KINDS = st.sampled_from([Laplace, Pure, BoundedRange])
ANSWERS = st.lists(
    st.tuples(st.builds(lambda kind, epsilon: kind(Fraction(epsilon)), KINDS, st.floats(0.01, 2.0)), st.integers(1, 4)),
    min_size=1,
    max_size=6,
)


@settings(deadline=None, max_examples=60)
@given(ANSWERS, st.sampled_from([0.0, 1e-9, 1e-4]))
def test_it_lies_between_the_limit_of_the_advantage_and_the_sum(answers: list, delta: float) -> None:  # type: ignore[type-arg]
    """G_mu must have at least the true advantage, which is at least that of any one answer."""
    found = many_pure.mu(answers, delta)
    curves = [loss.curve for loss, _ in answers]
    least = max(curve.advantage() for curve in curves)
    assert tradeoff.gaussian(found or 1e-300).advantage() * (1 - delta) + delta >= least * (1 - 1e-9)
    assert found <= 1.002 * math.sqrt(sum(c.mu() ** 2 * n for c, (_, n) in zip(curves, answers, strict=True)))


@pytest.mark.parametrize(
    "answers", [[(Laplace(Fraction(0.5)), 10)], [(Laplace(Fraction(1.0)), 1), (Pure(Fraction(0.4)), 3)]]
)
def test_a_finer_lattice_comes_down_to_the_truth(answers: list, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[type-arg]
    found = []
    for fine in (6, 24, 96, 384):
        monkeypatch.setattr(many_pure, "_FINE", fine)
        found.append(many_pure.mu(answers))
    assert found == sorted(found, reverse=True)
    assert found[1] - found[3] < 0.001 * found[3]


def test_rounding_to_the_nearest_point_would_say_less(monkeypatch: pytest.MonkeyPatch) -> None:
    """The mutant that moves each atom whole to the point below it finds too little, and the binomial test sees it."""

    def nearest(weights: np.ndarray, losses: np.ndarray, masses: np.ndarray, size: int, step: float) -> None:
        for loss, mass in zip(losses, masses, strict=True):
            weights[max(math.floor(loss / step), -size) + size] += mass

    monkeypatch.setattr(many_pure, "_split", nearest)
    with pytest.raises(AssertionError):
        test_unequal_coins_by_enumeration((0.5, 0.1, 0.07))


def test_failures_never_cost_more_mu() -> None:
    answers = [(Laplace(Fraction(0.3)), 20)]
    found = [many_pure.mu(answers, delta) for delta in (0.0, 1e-9, 1e-4, 0.05, 0.9)]  # type: ignore[arg-type]
    assert found == sorted(found, reverse=True)
    assert found[0] > found[3] > found[4] == 0.0


@pytest.mark.parametrize(
    "answers", [[(Pure(Fraction(1.0)), 257)], [(Laplace(Fraction(40.0)), 20)], [(Pure(Fraction(301.0)), 2)]]
)
def test_what_is_too_far_apart_is_not_composed(answers: list) -> None:  # type: ignore[type-arg]
    assert many_pure.mu(answers) == math.inf
