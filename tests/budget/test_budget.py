"""Budgets, charges and the portfolio of filters: exact, rounded to the private side, valid under adaptive choice."""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpcore import tradeoff
from dpcore.budget import refusal
from dpcore.budget.account import ATTO, Account, Amounts, Filter
from dpcore.budget.budget import Budget, Portfolio
from dpcore.budget.charge import Charge
from dpcore.budget.loss import BoundedRange, Gaussian, Laplace, Pure
from dpcore.budget.standing import Standing
from dpcore.errors import BudgetError
from tests.budget import kinds

MU_AT_1 = 0.23670  # mu of (1, 1e-6)


def standing(budget: Budget, *charges: Charge) -> Standing:
    account = Account(budget.filters())
    for charge in charges:
        assert account.admits(charge.booked)
        account = account.add(charge.booked)
    return Standing(budget, account)


# Budget


@pytest.mark.parametrize("budget", [Budget(epsilon=1.0), Budget(epsilon=1, delta=1e-6), Budget(mu=0.3, delta=1e-5)])
def test_three_forms_are_read_back(budget: Budget) -> None:
    assert Budget.from_dict(budget.to_dict()) == budget
    assert hash(budget)
    with pytest.raises(AttributeError):
        budget.epsilon = 2.0  # type: ignore[misc]


def test_delta_of_a_gaussian_budget_is_for_display() -> None:
    assert Budget(mu=1).delta == 1e-6
    assert Budget(mu=1, delta=1e-3).filters() == Budget(mu=1).filters()


BAD = [
    0,
    0.0,
    -1,
    -0.0,
    math.nan,
    math.inf,
    -math.inf,
    "1",
    "1e-400",
    1e-400,
    Decimal("1e-400"),
    True,
    101,
    10**400,
    [1],
]


@pytest.mark.parametrize("value", BAD, ids=repr)
@pytest.mark.parametrize("name", ["epsilon", "mu"])
def test_a_senseless_amount_is_refused(name: str, value: Any) -> None:
    with pytest.raises(BudgetError, match=rf"`{name}` of `Budget` must be in \(0, 100\]\. Got .+ Hint: "):
        Budget(**{name: value})


@pytest.mark.parametrize("value", [0, -1e-6, 0.11, 1, math.nan, math.inf, "1e-6", True, 1e-19], ids=repr)
def test_a_senseless_delta_is_refused(value: Any) -> None:
    for rest in ({"epsilon": 1.0}, {"mu": 1.0}):
        with pytest.raises(BudgetError, match=r"`delta` of `Budget` must be in .+ Hint: "):
            Budget(**rest, delta=value)


@pytest.mark.parametrize(
    "given", [{}, {"delta": 1e-6}, {"epsilon": 1.0, "mu": 1.0}, {"epsilon": 1, "mu": 1, "delta": 1e-6}]
)
def test_a_wrong_combination_is_refused_with_the_forms(given: dict[str, float]) -> None:
    with pytest.raises(BudgetError, match=r"Hint: Budget\(epsilon=1\.0\), "):
        Budget(**given)


def test_a_crumb_is_refused() -> None:
    with pytest.raises(BudgetError, match="at least 1e-09"):
        Budget(epsilon=1e-10)
    with pytest.raises(BudgetError, match="too small for any charge"):
        Budget(epsilon=1e-9, delta=1e-18).filters()


def test_plain_data_that_is_no_budget_is_refused() -> None:
    with pytest.raises(BudgetError, match="is not a budget"):
        Budget.from_dict({"rho": 1.0})


def test_filters_are_rounded_down() -> None:
    assert Budget(epsilon=0.1).filters() == (Filter("pure", ATTO // 10),)
    assert Budget(mu=0.1).filters() == (Filter("gaussian", ATTO // 100),)
    pure, gaussian = Budget(epsilon=1.0, delta=1e-6).filters()
    assert pure == Filter("pure", ATTO)
    mu = math.sqrt(gaussian.limit / ATTO)
    assert mu == pytest.approx(MU_AT_1, abs=1e-5)
    assert float(tradeoff.gaussian(mu).delta_bounds(1.0)[0]) <= 1e-6


@pytest.mark.parametrize(
    ("epsilon", "delta"), [(0.01, 1e-9), (0.1, 1e-6), (1.0, 1e-6), (3.0, 1e-5), (10.0, 1e-2), (100.0, 1e-12)]
)
def test_the_gaussian_account_of_a_budget_holds_it_and_is_not_small(epsilon: float, delta: float) -> None:
    for share in (0.0, 0.001, 0.1):
        budget = Budget(epsilon=epsilon, delta=delta, portfolio=Portfolio(failure=share))
        mu = math.sqrt(budget.filters()[1].limit / ATTO)
        assert float(tradeoff.gaussian(mu * (1 - 1e-9)).delta(epsilon)) <= delta * (1 - share) * (1 + 1e-15)
        assert float(tradeoff.gaussian(mu * (1 + 1e-6)).delta(epsilon)) > delta * (1 - share)


# Charge

SENSELESS = [
    0,
    -1,
    Fraction(0),
    0.5,
    Fraction(10**7),
    Fraction(-1, 3),
    math.nan,
    math.inf,
    "1",
    True,
    Fraction(1, 10**18 + 1),
    1e-17 / 100,
    2**63,
    None,
]


@pytest.mark.parametrize("value", SENSELESS, ids=repr)
def test_a_senseless_charge_is_refused(value: Any) -> None:
    for kind in (Gaussian, Pure, Laplace, BoundedRange):
        with pytest.raises(BudgetError):
            Charge.of(kind(value))


def test_amounts_are_fractions() -> None:
    for parts in ((0.5, None), (Fraction(-1), None), (None, Fraction(1), Fraction(-1))):
        with pytest.raises(BudgetError, match="exact fractions"):
            Charge(*parts)  # type: ignore[arg-type]


def test_a_pure_charge_books_the_square_of_its_mu_rounded_up() -> None:
    mu = float(tradeoff.pure(1.0).mu())
    booked = kinds.pure(Fraction(1), mu).booked
    assert booked.epsilon == ATTO
    assert booked.mu_squared is not None
    assert Fraction(booked.mu_squared, ATTO) >= Fraction(mu) ** 2 > Fraction(booked.mu_squared - 1, ATTO)
    assert mu == pytest.approx(1.23204, abs=1e-5)


def test_a_curve_below_every_gaussian_is_infinite_in_mu() -> None:
    assert kinds.pure(Fraction(1), math.inf).booked == Amounts(ATTO, None, 0)


def test_kinds_of_charges_add_up() -> None:
    total = Charge.total([kinds.gaussian(Fraction(1, 4)), kinds.pure(Fraction(1), 0.5), Charge.nothing()])
    assert total.booked == Amounts(None, ATTO // 2, 0)


prices = st.fractions(min_value=Fraction(1, 10**18), max_value=Fraction(10**4))


@settings(deadline=None)
@given(st.lists(prices, min_size=1, max_size=30))
def test_a_sum_is_never_below_the_exact_one_and_rounded_once(parts: list[Fraction]) -> None:
    booked = Charge.total(kinds.gaussian(part) for part in parts).booked.mu_squared
    assert booked is not None
    assert 0 <= booked - sum(parts) * ATTO < 1
    one_by_one = sum((kinds.gaussian(part).booked for part in parts), Amounts())
    assert one_by_one.mu_squared is not None
    assert booked <= one_by_one.mu_squared < booked + len(parts)


@settings(deadline=None)
@given(st.lists(prices, min_size=1, max_size=30), st.fractions(min_value=Fraction(1, 1000), max_value=100))
def test_what_is_admitted_never_exceeds_the_budget(parts: list[Fraction], limit: Fraction) -> None:
    account, exact = Account((Filter("gaussian", math.floor(limit * ATTO)),)), Fraction(0)
    for part in parts:
        booked = kinds.gaussian(part).booked
        if account.admits(booked):
            account, exact = account.add(booked), exact + part
    assert exact <= limit


# Mutants of the arithmetic: the free debit that integers rule out


def spends_for_nothing(add: Callable[[Any, Any], Any], crumb: Any, full: Any) -> bool:
    """Whether a charge leaves the account of a full budget as it was."""
    return bool(add(full, crumb) <= full)


def test_floats_would_give_crumbs_away_and_integers_do_not() -> None:
    assert spends_for_nothing(lambda account, charge: account + charge, 1e-17, 1.0)
    crumb = kinds.gaussian(Fraction(1, 10**18)).booked
    full = Account((Filter("gaussian", ATTO),), Amounts(None, ATTO))
    assert not full.admits(crumb)


def test_a_hundred_hundredths_would_not_fit_as_floats() -> None:
    for squared in (0.01, 0.1**2):  # one after another, as an account adds: newer `sum`s compensate
        assert functools.reduce(operator.add, [squared] * 100) > 1.0
    hundredths = [kinds.gaussian(Fraction(1, 100))] * 100
    assert standing(Budget(mu=1), *hundredths).remaining.mu == 0.0
    assert not standing(Budget(mu=1), *hundredths).affords(kinds.gaussian(Fraction(1, 10**18)))


def test_the_nearest_double_of_a_hundredth_would_not_fit() -> None:
    charge = kinds.pure(Fraction(0.01), 0.0126)
    assert Charge.total([charge] * 100).booked.epsilon == ATTO + 21
    assert Charge.total([kinds.pure(Fraction(1, 100), 0.0126)] * 100).booked.epsilon == ATTO


# Portfolio

BOTH = Budget(epsilon=1.0, delta=1e-6)
LAPLACE_1 = kinds.pure(Fraction(1), 1.2321)
SMALL = kinds.pure(Fraction(1, 100), 0.0126)
NORMAL = kinds.gaussian(Fraction(1, 1000))


def test_one_laplace_answer_at_epsilon_1_fits_a_budget_of_1() -> None:
    fresh = standing(BOTH)
    assert fresh.affords(LAPLACE_1)
    assert fresh.ends(LAPLACE_1) == ("gaussian",)
    after = fresh.after(LAPLACE_1)
    assert after is not None
    assert (after.live, after.filter, after.fraction_left) == (("pure",), "pure", 0.0)
    assert after.after(SMALL) is None
    assert after.after(NORMAL) is None


def test_an_ended_filter_never_comes_back() -> None:
    account = Account(BOTH.filters()).add(LAPLACE_1.booked)
    raised = Account(Budget(epsilon=9.0, delta=1e-2).filters(), account.spent, account.ended)
    assert [one.name for one in raised.live] == ["pure"]
    assert not raised.admits(NORMAL.booked)


def test_every_allowed_charge_enters_every_account() -> None:
    after = standing(BOTH, SMALL, SMALL)
    assert after.live == ("pure", "gaussian")
    assert after.account.spent == Amounts(2 * ATTO // 100, 2 * math.ceil(Fraction(0.0126) ** 2 * ATTO), 0)
    mixed = standing(BOTH, SMALL, NORMAL)
    assert mixed.live == ("gaussian",)
    assert mixed.account.spent.mu_squared == NORMAL.booked.mu_squared + SMALL.booked.mu_squared  # type: ignore[operator]


def test_a_delta_beside_mu_needs_room_in_the_filter() -> None:
    charge = Charge(None, Fraction(1, 1000), Fraction(1, 10**9))
    assert standing(BOTH).affords(charge) and not standing(BOTH, charge).affords(charge)
    assert not standing(Budget(epsilon=1.0, delta=1e-6, portfolio=Portfolio(failure=0))).affords(charge)
    roomy = Account((Filter("gaussian", ATTO, delta=10**9),))
    assert roomy.admits(charge.booked)
    assert not roomy.add(charge.booked).admits(Charge(None, Fraction(1, 1000), Fraction(1, 10**18)).booked)


def test_a_refusal_says_what_is_left() -> None:
    error = refusal.of(standing(BOTH, SMALL), kinds.pure(Fraction(2), 2.5))
    assert error.message.startswith("This plan costs epsilon 2, and epsilon 0.99 or mu 0.236")
    assert refusal.of(standing(Budget(epsilon=1.0)), NORMAL).hint.startswith("Only pure charges fit here")


CHARGES = st.one_of(
    st.fractions(min_value=Fraction(1, 10**6), max_value=Fraction(1, 20)).map(kinds.gaussian),
    st.floats(0.001, 0.6).map(lambda epsilon: kinds.pure(Fraction(epsilon), float(tradeoff.pure(epsilon).mu()))),
)


@settings(deadline=None)
@given(st.lists(CHARGES, max_size=40))
def test_the_portfolio_keeps_its_law_whatever_is_asked(charges: list[Charge]) -> None:
    """Allowed iff some filter was never exceeded by the allowed charges so far, the new one included."""
    filters = BOTH.filters()
    account, allowed = Account(filters), list[Charge]()
    for charge in charges:
        fits = []
        for one in filters:
            sums = [Charge.total(allowed[:end]).booked for end in range(1, len(allowed) + 1)]
            whole = sum((part.booked for part in [*allowed, charge]), Amounts())
            fits.append(all(one.survives(part) for part in [*sums, whole]))
        assert account.admits(charge.booked) == any(fits)
        if account.admits(charge.booked):
            account = account.add(charge.booked)
            allowed.append(charge)
    assert account.live


# Standing


def test_standing_of_a_gaussian_budget() -> None:
    after = standing(Budget(mu=0.5, delta=1e-5), kinds.gaussian(Fraction(9, 100)))
    assert (after.filter, after.total.mu, after.spent.mu, after.remaining.mu) == ("gaussian", 0.5, 0.3, 0.4)
    assert after.fraction_left == 0.64
    for loss in (after.total, after.spent, after.remaining):
        assert loss.mu is not None
        assert loss.delta == 1e-5
        assert loss.epsilon == pytest.approx(float(tradeoff.gaussian(loss.mu).epsilon(1e-5)))


def test_standing_of_an_approximate_budget_shows_what_was_declared() -> None:
    fresh = standing(BOTH)
    assert (fresh.filter, fresh.fraction_left) == ("gaussian", 1.0)
    assert (fresh.total.epsilon, fresh.remaining.epsilon, fresh.spent.epsilon) == (1.0, 1.0, 0.0)
    after = fresh.after(NORMAL)
    assert after is not None
    total, spent, left = after.total.mu, after.spent.mu, after.remaining.mu
    assert total and spent and left
    assert left**2 == pytest.approx(total**2 - spent**2, rel=1e-12)
    assert 0 < after.spent.epsilon < 1 and 0 < after.remaining.epsilon < 1


def test_standing_of_a_pure_budget() -> None:
    after = standing(Budget(epsilon=1.0), kinds.pure(Fraction(1, 4), 0.4))
    assert (after.total.epsilon, after.spent.epsilon, after.remaining.epsilon) == (1.0, 0.25, 0.75)
    assert (after.remaining.delta, after.remaining.mu, after.filter) == (0.0, None, "pure")
    assert after.left("gaussian") is None


def test_the_filter_with_the_largest_fraction_left_speaks() -> None:
    assert standing(BOTH, kinds.pure(Fraction(1, 10), 0.12531)).filter == "pure"
    assert standing(BOTH, *[kinds.pure(Fraction(1, 100), 0.0126)] * 20).filter == "gaussian"


def test_numbers_of_numpy_are_numbers() -> None:
    assert Budget(epsilon=np.float64(0.1)) == Budget(epsilon=0.1)
    assert Budget(epsilon=Decimal("0.1")).filters() == Budget(epsilon=0.1).filters()
