"""Charges of whole plans: composed in the Gaussian account, added in the others, the same whatever the rows."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dpcore as dp
from dpcore import tradeoff
from dpcore.budget import renyi
from dpcore.budget.account import ATTO, Account, Amounts
from dpcore.budget.budget import Budget, Portfolio
from dpcore.budget.charge import FAILURE_PART, Charge
from dpcore.budget.loss import BoundedRange, Laplace, Loss, Pure
from dpcore.budget.standing import Standing
from dpcore.errors import BudgetError
from tests.budget import kinds

HALF = Charge.of(Laplace(Fraction(1, 2)))


def mu_of(charge: Charge) -> float:
    booked = charge.booked.mu_squared
    assert booked is not None
    return math.sqrt(booked / ATTO)


def test_ten_laplace_asks_in_one_plan_cost_less_than_ten_plans() -> None:
    plan = Charge.total([HALF] * 10)
    assert mu_of(plan) == pytest.approx(1.479, abs=5e-4)
    apart = sum((HALF.booked for _ in range(10)), Amounts())
    assert apart.mu_squared is not None
    assert math.sqrt(apart.mu_squared / ATTO) == pytest.approx(1.776, abs=5e-4)
    assert plan.booked.epsilon == apart.epsilon == 5 * ATTO


def test_what_is_booked_is_above_the_certified_lower_end_of_the_composition() -> None:
    """No G_mu with the booked mu may promise more than the composition does, anywhere."""
    for counts in ((10, 0), (3, 4)):
        parts = [Laplace(Fraction(3, 10))] * counts[0] + [Pure(Fraction(1, 5))] * counts[1]
        charge = Charge.total(Charge.of(part) for part in parts)
        curve, booked = tradeoff.compose(part.curve for part in parts), tradeoff.gaussian(mu_of(charge))
        for epsilon in (0.0, 0.1, 0.3, 0.5, 1.0):
            assert booked.delta(epsilon) >= curve.delta_bounds(epsilon)[0]


def test_gaussian_parts_add_exactly_and_are_not_composed() -> None:
    plan = Charge.total([kinds.gaussian(Fraction(1, 3))] * 3)
    assert plan.booked == Amounts(None, ATTO, 0)


def test_a_single_answer_is_its_own_curve() -> None:
    assert HALF.booked.mu_squared == math.ceil(Fraction(tradeoff.laplace(0.5).mu()) ** 2 * ATTO)


PARTS = st.lists(
    st.tuples(st.sampled_from([Laplace, Pure, BoundedRange]), st.integers(1, 200)).map(
        lambda pair: pair[0](Fraction(pair[1], 100))
    ),
    min_size=1,
    max_size=8,
)


@settings(deadline=None, max_examples=60)
@given(PARTS)
def test_a_plan_never_costs_more_than_its_parts_and_order_does_not_matter(parts: list[Loss]) -> None:
    charges = [Charge.of(part) for part in parts]
    plan, backwards = Charge.total(charges), Charge.total(reversed(charges))
    assert plan.booked == backwards.booked == sum(charges[1:], charges[0]).booked
    assert plan.mu_squared is not None and plan.composed() is not None
    assert plan.composed() <= plan.mu_squared
    assert plan.booked.mu_squared <= math.ceil(plan.mu_squared * ATTO)
    assert plan.epsilon == sum(part.pure for part in parts)


def test_more_answers_than_a_lattice_holds_are_composed_in_turns() -> None:
    tenth = Laplace(Fraction(1, 10))
    one, two = (Charge.total(itertools.repeat(Charge.of(tenth), n)) for n in (256, 512))
    assert two.composed() == 2 * one.composed()
    assert mu_of(Charge.total(itertools.repeat(Charge.of(tenth), 1000))) < 0.9 * math.sqrt(1000) * tenth.curve.mu()


def test_an_unknown_part_is_not_composed_and_is_infinite_in_renyi() -> None:
    odd = Charge(Fraction(1), Fraction(1))
    plan = odd + HALF
    assert (plan.parts, plan.renyi(5.0)) == (None, None)
    assert plan.booked.mu_squared == math.ceil((1 + Fraction(tradeoff.laplace(0.5).mu()) ** 2) * ATTO)


def test_nothing_costs_nothing_in_every_account() -> None:
    account = Budget(epsilon=1.0, delta=1e-6, portfolio=Portfolio(renyi=0.1, failure=0.1)).account()
    assert Charge.nothing().booked_in(account) == Amounts()
    assert account.add(Amounts()).live == account.live


# Portfolio


SHARED = Budget(epsilon=1.0, delta=1e-6, portfolio=Portfolio(renyi=0.1, order=20.0, failure=0.1))


def test_a_portfolio_shares_delta_and_its_default_sets_a_thousandth_aside() -> None:
    pure, gaussian, order = SHARED.filters()
    assert (pure.delta, gaussian.delta, order.delta) == (0, 10**11, 10**11)
    assert dp.tradeoff.gaussian(math.sqrt(gaussian.limit / ATTO)).delta(1.0) <= 0.8e-6 * (1 + 1e-9)
    assert renyi.epsilon_of(Fraction(order.limit, ATTO), Fraction(1, 10**7), 20.0) <= 1.0 + 1e-15
    plain = Budget(epsilon=1.0, delta=1e-6)
    assert Budget(epsilon=1.0, delta=1e-6, portfolio=Portfolio()).filters() == plain.filters()
    assert plain.portfolio == Portfolio() == Portfolio(failure=0.001)
    shares = {"renyi": 0.0, "order": None, "failure": 0.001}
    assert plain.to_dict() == {"epsilon": 1.0, "delta": 1e-6, "mu": None, "portfolio": shares}
    assert plain.filters()[0].to_dict() == {"name": "pure", "limit": ATTO, "delta": 0}


def test_a_portfolio_says_its_shares() -> None:
    shares = Portfolio(renyi=0.1, order=20.0, failure=0.05).shares
    assert list(map(str, shares)) == ["10 % of delta for a Rényi filter at order 20", "5 % for failures"]
    assert list(map(str, Portfolio(renyi=0.5, failure=0).shares)) == ["50 % of delta for a Rényi filter"]
    assert list(map(str, Portfolio().shares)) == ["0.1 % for failures"]
    assert Portfolio(failure=0).shares == []


def test_a_portfolio_is_read_back() -> None:
    assert Budget.from_dict(SHARED.to_dict()) == SHARED
    assert hash(SHARED)


def test_the_order_left_out_is_the_best_one() -> None:
    found = Budget(epsilon=1.0, delta=1e-6, portfolio=Portfolio(renyi=0.1)).filters()[2]
    assert found.order == renyi.best_order(1.0, 1e-7) == pytest.approx(26.2, abs=0.1)
    assert Budget(epsilon=1.0, delta=1e-6, portfolio=Portfolio(renyi=0.1)).filters(order=40.0)[2].order == 40.0


@pytest.mark.parametrize(
    "given",
    [
        *({"renyi": 1.0}, {"renyi": -0.1}, {"renyi": 0.5, "failure": 0.5}, {"renyi": math.nan}, {"failure": "0.1"}),
        *({"order": 5.0}, *({"renyi": 0.1, "order": order} for order in (1.0, math.inf, 1e9))),
    ],
    ids=str,
)
def test_a_senseless_portfolio_is_refused(given: dict[str, float]) -> None:
    with pytest.raises(BudgetError, match="Hint: "):
        Portfolio(**given)


def test_a_portfolio_needs_a_delta_to_share() -> None:
    for rest in ({"epsilon": 1.0}, {"mu": 1.0}):
        with pytest.raises(BudgetError, match="needs a budget in epsilon and delta"):
            Budget(**rest, portfolio=Portfolio(renyi=0.1))  # type: ignore[arg-type]
    with pytest.raises(BudgetError, match="must be a Portfolio"):
        Budget(epsilon=1, delta=1e-6, portfolio=0.1)  # type: ignore[arg-type]
    with pytest.raises(BudgetError, match="too small for any charge"):
        Budget(epsilon=0.01, delta=1e-6, portfolio=Portfolio(renyi=0.1, order=2.0)).filters()


def many(budget: Budget, charge: Charge) -> int:
    """How many plans of this charge a budget admits, asked one after the other."""
    standing, count = Standing(budget, budget.account()), 0
    while (after := standing.after(charge)) is not None:
        standing, count = after, count + 1
    return count


def test_small_laplace_answers_go_farthest_in_the_renyi_filter() -> None:
    """At (2.553, 1e-6) a tenth of delta pays for a hundred answers of 0.05; without it there is room for fewer."""
    charge = Charge.of(Laplace(Fraction(1, 20)))
    with_renyi = Budget(epsilon=2.5531, delta=1e-6, portfolio=Portfolio(renyi=0.1, order=12.44))
    assert many(with_renyi, charge) == 100
    gaussian = Budget(epsilon=2.5531, delta=1e-6)
    assert many(gaussian, charge) < 85
    assert many(Budget(epsilon=2.5531), charge) == 51


def test_every_account_gets_its_own_sum() -> None:
    account = SHARED.account()
    plan = Charge.total([HALF, Charge.of(Pure(Fraction(1, 10)))])
    booked = plan.booked_in(account)
    assert booked.epsilon == 6 * ATTO // 10
    each = [renyi.laplace(Fraction(1, 2), 20.0), renyi.pure(Fraction(1, 10), 20.0)]
    assert booked.renyi == math.ceil(sum(each) * ATTO)
    normal = kinds.gaussian(Fraction(1, 100)).booked_in(account)
    assert normal.renyi == ATTO // 10


def test_gaussian_noise_goes_on_in_the_renyi_filter_alone() -> None:
    standing = Standing(SHARED, SHARED.account())
    after = standing.after(Charge.of(Pure(Fraction(7, 20))))
    assert after is not None and after.live == ("pure", "renyi")
    after = after.after(kinds.gaussian(Fraction(1, 10**4)))
    assert after is not None and after.live == ("renyi",) and after.filter == "renyi"
    left = after.remaining
    assert left.mu is not None
    fits, beyond = (kinds.gaussian(Fraction(left.mu * factor) ** 2) for factor in (0.999, 1.001))
    assert after.affords(fits) and not after.affords(beyond)
    assert 0 < left.epsilon < 1 and left.delta == 1e-7
    assert 0.05 < left.power < 1 and 0.5 < left.posterior < 1


def test_failures_are_booked_only_where_the_budget_has_a_share_and_it_lasts() -> None:
    plan = Charge.total([HALF, HALF])
    assert plan.booked_in(Budget(epsilon=5.0, delta=1e-3, portfolio=Portfolio(failure=0)).account()).delta == 0
    budget = Budget(epsilon=5.0, delta=1e-3, portfolio=Portfolio(failure=0.2))
    booked = plan.booked_in(budget.account())
    limit = budget.filters()[1].delta
    assert booked.delta == limit // FAILURE_PART
    assert booked.mu_squared is not None and plan.booked.mu_squared is not None
    assert booked.mu_squared < plan.booked.mu_squared
    full = Account(budget.filters(), Amounts(0, 0, limit))
    assert plan.booked_in(full) == plan.booked
    assert HALF.booked_in(budget.account()).delta == 0, "one answer is its own curve"
