"""The account for failures: a thousandth of delta by default, within delta, never taken from a used account."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from dpcore import calibrate, tradeoff
from dpcore.budget import aside, refusal
from dpcore.budget.account import ATTO, Account, Amounts
from dpcore.budget.budget import Budget, Portfolio
from dpcore.budget.charge import FAILURE_PART, Charge
from dpcore.budget.failure import account_of, usual
from dpcore.budget.loss import Laplace
from dpcore.budget.slot import Slot
from dpcore.budget.standing import Standing
from dpcore.errors import BudgetError
from dpcore.ledger.raising import entry_payload
from dpcore.number import exact

EPSILONS = st.floats(0.01, 20).map(lambda value: float(f"{value:.3g}"))
DELTAS = st.floats(-17.9, -1.1).map(lambda power: 10**power) | st.sampled_from([1e-18, 1e-9, 1e-6, 3.3e-7, 0.1])
SHARES = st.sampled_from([0.0, 0.001, 0.01, 0.1, 0.5, 0.98]) | st.floats(0, 0.99)
OLD = {"epsilon": 1.0, "delta": 1e-6, "mu": None}


def total_delta(budget: Budget) -> Fraction:
    """What the filters together are computed for."""
    shared = sum((Fraction(one.delta, ATTO) for one in budget.filters() if one.name != "pure"), Fraction(0))
    return Fraction(budget.gaussian_delta or 0) + shared


@settings(deadline=None, max_examples=60)
@given(EPSILONS, DELTAS, SHARES, st.sampled_from([0.0, 0.01]))
def test_the_filters_never_have_more_than_delta(epsilon: float, delta: float, failure: float, renyi: float) -> None:
    assume(failure + renyi < 1)
    try:
        budget = Budget(epsilon=epsilon, delta=delta, portfolio=Portfolio(renyi=renyi, failure=failure))
        filters = budget.filters()
    except BudgetError:
        return
    assert total_delta(budget) <= max(exact(delta), Fraction(delta))
    mu = math.sqrt(filters[1].limit / ATTO)
    assert float(tradeoff.gaussian(mu).delta(epsilon)) <= (budget.gaussian_delta or 0) * (1 + 1e-9)
    whole = Standing(budget, budget.account()).total
    if whole.mu is not None:
        assert whole.epsilon == epsilon and whole.delta == delta


@pytest.mark.parametrize("share", [0.0, 0.001, 0.1])
@pytest.mark.parametrize(("epsilon", "delta"), [(1.0, 1e-6), (0.3, 1e-9), (4.0, 1e-5)])
def test_the_whole_account_is_the_budgets_epsilon(epsilon: float, delta: float, share: float) -> None:
    budget = Budget(epsilon=epsilon, delta=delta, portfolio=Portfolio(failure=share))
    standing = Standing(budget, budget.account())
    assert standing.total.epsilon == epsilon
    curve = tradeoff.gaussian(standing.total.mu or 0)
    assert curve.epsilon(delta * (1 - share)) == pytest.approx(epsilon, rel=1e-9)
    assert share == 0 or curve.epsilon(delta) < epsilon * (1 - share / 50)
    filters = standing.account.filters
    nearly = Standing(budget, Account(filters, Amounts(None, filters[1].limit - 1), ("pure",)))
    assert nearly.spent.epsilon == pytest.approx(epsilon, rel=1e-9)


def test_a_new_budget_sets_a_thousandth_aside_and_a_stored_one_what_it_says() -> None:
    new, old = Budget(epsilon=1, delta=1e-6), Budget.from_dict(OLD)
    assert new == Budget(epsilon=1, delta=1e-6, portfolio=Portfolio(failure=0.001)) != old
    assert old == Budget(epsilon=1, delta=1e-6, portfolio=Portfolio(failure=0)) and old.to_dict() == OLD
    assert Budget.from_dict(new.to_dict()) == new and hash(new) != hash(old)
    assert [round(math.sqrt(one.filters()[1].limit / ATTO), 6) for one in (new, old)] == [0.236693, 0.236704]
    assert [account_of(one.account()) for one in (new, old)] == [10**9, 0]
    without = Budget.from_dict({**OLD, "portfolio": {"renyi": 0.1, "order": None}})
    assert account_of(without.account()) == 0
    assert Portfolio(renyi=0.1) == Portfolio(renyi=0.1, failure=0.001)
    assert replace(old, epsilon=2.0).portfolio == old.portfolio and replace(new, epsilon=2.0).portfolio == new.portfolio


@pytest.mark.parametrize(
    "budget",
    [
        Budget(epsilon=1.0),
        Budget(mu=0.3, delta=1e-5),
        Budget(epsilon=1, delta=1e-6, slots=(Slot("monthly", mu=0.05),)),
        Budget(epsilon=1, delta=9e-16),
    ],
    ids=str,
)
def test_other_budgets_set_nothing_aside(budget: Budget) -> None:
    """Also where a thousandth of delta is less than the ledger's smallest amount."""
    assert account_of(budget.account()) == 0 and "portfolio" not in budget.to_dict()
    assert Budget.from_dict(budget.to_dict()) == budget


def test_an_answer_takes_a_hundredth_and_never_less_than_can_be_computed() -> None:
    assert usual(10**9) == 1e-11 and usual(999_999_999) == 9.999999e-12
    assert usual(10**4) == 1e-15 and usual(0) == 1e-10


@settings(deadline=None, max_examples=80)
@given(
    st.lists(st.tuples(st.booleans(), st.integers(1, 60), st.integers(0, 10**9)), max_size=60),
    st.sampled_from([0.001, 0.3]),
)
def test_charges_never_overdraw_the_account_and_half_of_it_is_kept(
    plans: list[tuple[bool, int, int]], share: float
) -> None:
    """needing: a plan that cannot be asked without a failure; the others book one to get a smaller mu."""
    budget = Budget(epsilon=5.0, delta=1e-4, portfolio=Portfolio(failure=share))
    whole, preset = account_of(budget.account()), 0
    standing = Standing(budget, budget.account())
    for needing, size, part in plans:
        charge = Charge.total([Charge.of(Laplace(Fraction(size, 400)))] * 3)
        if needing:
            charge = Charge(None, Fraction(size, 10**4), Fraction(part * whole, 10**9 * 40 * ATTO))
        booked = standing.booked(charge)
        after = standing.after(charge)
        if after is None:
            continue
        preset += 0 if needing else booked.delta
        standing = after
        if "gaussian" in after.live:
            assert after.account.spent.delta <= whole and preset <= whole // 2
            assert needing or not booked.delta or after.account.spent.delta <= whole // 2
    if "gaussian" in standing.live:
        failures = standing.failures
        assert failures is not None and failures.account == whole and failures.left >= 0


def test_plans_that_could_do_without_stop_at_half_of_the_account() -> None:
    """Fails where they may book all of it."""
    budget = Budget(epsilon=20.0, delta=1e-2)
    start = Standing(budget, budget.account())
    sizes = (Charge.total([Charge.of(Laplace(Fraction(size, 100)))] * 4) for size in range(5, 100))
    plan = next(plan for plan in sizes if start.booked(plan).delta)
    delta, standing = start.booked(plan).delta, start
    assert delta == account_of(standing.account) // FAILURE_PART
    for _ in range(60):
        after = standing.after(plan)
        assert after is not None
        standing = after
    assert standing.account.spent.delta == 50 * delta
    need = Charge(None, Fraction(1, 10**6), Fraction(account_of(standing.account) // 2, ATTO))
    assert standing.affords(need) and not standing.affords(replace(need, delta=need.delta + Fraction(1, ATTO)))


def _promised(budget: Budget, account: Account) -> float:
    """What the filters that were never exceeded certify at the budget's epsilon, by textbook formulas.

    Their deltas add up (one filter or another has never been exceeded); a filter with no charge to it costs nothing.
    """
    epsilon, total = budget.epsilon or 0.0, 0.0
    for filter_ in account.live:
        if filter_.name == "pure":
            assert account.spent.epsilon is not None and account.spent.epsilon <= exact(epsilon) * ATTO
        else:
            mu, failing = math.sqrt((account.spent.mu_squared or 0) / ATTO), account.spent.delta / ATTO
            lost = normal(-epsilon / mu + mu / 2) - math.exp(epsilon) * normal(-epsilon / mu - mu / 2) if mu else 0.0
            total += failing + (1 - failing) * lost
    return total


def normal(value: float) -> float:
    return math.erfc(-value / math.sqrt(2)) / 2


@settings(deadline=None, max_examples=100)
@given(
    st.sampled_from([(1.0, 1e-6), (0.3, 1e-5), (4.0, 1e-3), (2.0, 0.05)]),
    st.sampled_from(["new", "old", "a tenth"]),
    st.lists(
        st.tuples(st.sampled_from(["plan", "sample", "pure", "add", "divide"]), st.floats(0.01, 1.2)), max_size=40
    ),
)
def test_in_any_order_of_questions_and_acts_delta_stays_within_what_is_promised(
    pair: tuple[float, float], kind: str, acts: list[tuple[str, float]]
) -> None:
    """Each act is tried at its place; the account is as full as it gets, and the last budget is the promise."""
    epsilon, delta = pair
    budget = Budget.from_dict({"epsilon": epsilon, "delta": delta, "mu": None})
    if kind != "old":
        budget = Budget(epsilon=epsilon, delta=delta, portfolio=Portfolio(failure=0.001 if kind == "new" else 0.1))
    account, first = budget.account(), budget
    for act, size in acts:
        standing = Standing(budget, account)
        squared = exact(size) ** 2 * (budget.filters()[1].limit / Fraction(ATTO)) / 4
        failing = Fraction(int(size * max(account_of(account), 10**6) / 8), ATTO)
        if act in ("add", "divide"):
            try:
                new = aside.added(budget, account) if act == "add" else aside.divided(budget, account)
            except BudgetError:
                continue
            assert act == "add" or account.spent == Amounts(), "nothing is divided after a charge"
            budget, account = new, replace(account, filters=new.filters(account.order))
            continue
        charge = {
            "plan": Charge.total([Charge.of(Laplace(exact(size) * exact(epsilon) / 20))] * 3),
            "sample": Charge(None, squared, failing),
            "pure": Charge(exact(size) * exact(epsilon) / 4, squared),
        }[act]
        after = standing.after(charge)
        account = account if after is None else after.account
    assert _promised(budget, account) <= (budget.delta or 0.0) * (1 + 1e-9)
    assert budget.delta in (delta, float(exact(delta) * Fraction(1001, 1000)))
    assert budget.delta == delta or kind == "old", "only what had no account has a larger delta"
    assert account.live and budget.epsilon == first.epsilon


def test_a_choice_between_two_accounts_after_answers_would_exceed_delta() -> None:
    """Why a used account is never divided: the best adaptive choice, integrated, is above either account's delta.

    The first answer takes nine tenths of mu squared. Whoever then sees a value at which what is left of mu helps the
    attacker less than a probability of failure takes the failure, and else goes on.
    """
    epsilon, delta, share = 1.0, 1e-6, 0.01
    whole = calibrate.mu(epsilon, delta)
    less = calibrate.mu(epsilon, delta * (1 - share))
    first = math.sqrt(0.9) * whole
    steps = 200_000
    total, width = 0.0, 16.0 / steps
    for step in range(steps):
        value = -8.0 + first + (step + 0.5) * width  # the answer under the first table; under the second its mean is 0
        left, density = epsilon - (first * value - first**2 / 2), math.exp(-((value - first) ** 2) / 2)
        going, dividing = (math.sqrt(max(0.0, mu**2 - first**2)) for mu in (whole, less))
        failing = delta * share
        a = _lost(going, left)
        b = failing + (1 - failing) * _lost(dividing, left)
        total += max(a, b) * density / math.sqrt(2 * math.pi) * width
    assert total > delta * (1 + share / 10)


def _lost(mu: float, epsilon: float) -> float:
    """The delta of G_mu at this epsilon, which may be negative."""
    return (
        max(0.0, 1 - math.exp(epsilon))
        if not mu
        else (normal(-epsilon / mu + mu / 2) - math.exp(epsilon) * normal(-epsilon / mu - mu / 2))
    )


# The act on older budgets


@settings(deadline=None, max_examples=60)
@given(
    EPSILONS,
    st.floats(-14, -1.1).map(lambda power: 10**power) | st.sampled_from([1e-6, 3.3e-7, 1e-9, 1e-5]),
    st.sampled_from([0.0, 0.1]),
)
def test_what_is_added_comes_on_top_of_delta(epsilon: float, delta: float, renyi: float) -> None:
    old = Budget.from_dict({"epsilon": epsilon, "delta": delta, "mu": None})
    if renyi:
        old = replace(old, portfolio=Portfolio(renyi=renyi, order=20.0, failure=0))
    try:
        account = old.account()
    except BudgetError:
        return
    account = replace(account, spent=Amounts(1, account.filters[1].limit))
    new = aside.added(old, account)
    limits = new.filters(account.order)
    assert new.delta == float(exact(delta) * Fraction(1001, 1000)) and new.epsilon == epsilon
    assert all(one.limit <= other.limit for one, other in zip(account.filters, limits, strict=True)), "nothing taken"
    assert limits[1].limit - account.filters[1].limit <= 1e-12 * limits[1].limit + 1
    assert abs(limits[1].delta - exact(delta) / 1000 * ATTO) <= 1 + 1e-9 * limits[1].delta
    assert total_delta(new) <= exact(new.delta or 0)
    assert entry_payload(old, account, new)["budget"] == new.to_dict()
    with pytest.raises(BudgetError, match="already sets a part"):
        aside.added(new, new.account())


def test_a_millionth_becomes_a_thousandth_more() -> None:
    old = Budget.from_dict(OLD)
    new = aside.added(old, old.account())
    assert str(new) == "epsilon 1 at delta 1.001·10⁻⁶"
    assert new.filters()[1].limit == old.filters()[1].limit and new.filters()[1].delta == 10**9


@pytest.mark.parametrize("spent", [Amounts(1), Amounts(0, 1), Amounts(None, 5)], ids=str)
def test_a_used_account_is_never_divided_anew(spent: Amounts) -> None:
    old = Budget.from_dict(OLD)
    fresh = aside.divided(old, old.account())
    assert fresh == Budget(epsilon=1, delta=1e-6)
    with pytest.raises(BudgetError, match="already charged"):
        aside.divided(old, replace(old.account(), spent=spent))


@pytest.mark.parametrize(
    "budget",
    [
        Budget(epsilon=1.0),
        Budget(mu=1.0),
        Budget(epsilon=1, delta=1e-6, slots=(Slot("a", mu=0.05),)),
        Budget(epsilon=1, delta=1e-16),
    ],
    ids=str,
)
def test_budgets_that_can_set_nothing_aside_say_why(budget: Budget) -> None:
    for act in (aside.added, aside.divided):
        with pytest.raises(BudgetError, match=r"epsilon and delta without slots|ledger's resolution"):
            act(budget, budget.account())


def test_a_raise_that_would_take_from_an_account_is_refused_with_the_reason() -> None:
    old = Budget.from_dict(OLD)
    with pytest.raises(BudgetError, match="divides its delta in another way"):
        entry_payload(old, old.account(), Budget(epsilon=1.00001, delta=1e-6))
    assert entry_payload(old, old.account(), Budget(epsilon=1.00001, delta=1e-6, portfolio=Portfolio(failure=0)))
    assert entry_payload(old, old.account(), Budget(epsilon=2, delta=1e-6))["filters"][1]["delta"] == 10**9


# What a refusal says


@pytest.mark.parametrize(
    ("budget", "said"),
    [
        (Budget.from_dict(OLD), r"sets no part of its delta aside for failures\. Hint: An owner can set 10⁻⁹ aside"),
        (Budget(mu=1.0), "a budget in mu allows none. Hint: Leave out the sampling rate"),
        (Budget(epsilon=1.0), "this budget has no delta. Hint: Leave out the sampling rate"),
        (Budget(epsilon=1, delta=1e-6, slots=(Slot("a", mu=0.01),)), "a budget with slots allows none"),
        (Budget(epsilon=1, delta=1e-8), r"1e-11 is left of the 1e-11 that this budget sets aside"),
    ],
    ids=str,
)
def test_a_charge_that_only_lacks_its_failure_says_so(budget: Budget, said: str) -> None:
    charge = Charge(None, Fraction(1, 10**6), Fraction(1, 10**10))
    standing = Standing(budget, budget.account())
    assert not standing.affords(charge)
    with pytest.raises(BudgetError, match=said):
        refusal.admit(standing, charge)


@settings(deadline=None, max_examples=50)
@given(EPSILONS, st.sampled_from([1e-5, 1e-6, 1e-9]), st.floats(0, 0.999))
def test_the_largest_mu_that_is_named_fits_and_the_next_does_not(epsilon: float, delta: float, used: float) -> None:
    budget = Budget(epsilon=epsilon, delta=delta)
    account = budget.account()
    account = replace(account, spent=Amounts(None, int(account.filters[1].limit * used)), ended=("pure",))
    standing = Standing(budget, account)
    error = refusal.of(standing, Charge(None, exact(calibrate.mu(epsilon, delta)) ** 2))
    named = float(str(error.hint).removeprefix("The largest mu that fits is ").split(". ")[0])
    assert standing.affords(Charge(None, exact(named) ** 2))
    above = exact(named) + Fraction(10) ** (math.floor(math.log10(named)) - 5)
    assert not standing.affords(Charge(None, above**2))
