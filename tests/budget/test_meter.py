"""The meter: one account a dataset, in epsilon, share and mu."""

from __future__ import annotations

import math
import random
from fractions import Fraction

import pytest
from scipy.optimize import brentq
from scipy.stats import norm

import dpcore as dp
from dpcore.budget.account import ATTO, Account, Amounts
from dpcore.budget.cap import Cap, shared
from dpcore.budget.charge import Charge
from dpcore.budget.loss import Gaussian, Laplace, Pure
from dpcore.budget.meter import Meter, kept_by, meter_of, shares
from dpcore.budget.standing import Standing

SHARES = (0.0, 0.001, 0.1)


def epsilon_by_scipy(mu: float, delta: float) -> float:
    """Balle & Wang 2018, Thm 8, solved for epsilon: independent of the curves of this package."""

    def over(epsilon: float) -> float:
        return float(norm.cdf(mu / 2 - epsilon / mu) - math.exp(epsilon + norm.logcdf(-mu / 2 - epsilon / mu)) - delta)

    return float(brentq(over, 0.0, 400.0, xtol=1e-13)) if over(0.0) > 0 else 0.0


def standing(budget: dp.Budget, *losses: Charge) -> Standing:
    account = budget.account()
    for loss in losses:
        account = account.add(loss.booked_in(account))
    return Standing(budget, account)


def gaussian(mu: float) -> Charge:
    return Charge.of(Gaussian(Fraction(mu) ** 2))


@pytest.mark.parametrize("failure", SHARES)
@pytest.mark.parametrize("epsilon, delta", [(1.0, 1e-6), (0.1, 1e-9), (11.0, 1e-6), (4.0, 1e-12)])
def test_the_epsilon_of_the_whole_account_is_that_of_the_budget(epsilon: float, delta: float, failure: float) -> None:
    budget = dp.Budget(epsilon=epsilon, delta=delta, portfolio=dp.Portfolio(failure=failure))
    meter = standing(budget).meter
    assert meter.name == "gaussian"
    assert meter.read(meter.whole, "epsilon") == epsilon
    # also by the account's delta, not only because the declared number is returned
    computed = epsilon_by_scipy(math.sqrt(meter.whole / ATTO), meter.delta)
    assert computed == pytest.approx(epsilon, rel=1e-7)
    if failure == 0.1:  # the dataset's own delta would give another number
        assert epsilon_by_scipy(math.sqrt(meter.whole / ATTO), delta) < epsilon * (1 - 1e-3)


def test_the_account_is_fixed_by_the_budget_and_never_by_what_is_left() -> None:
    budget = dp.Budget(epsilon=1.0, delta=1e-6)
    three = [Charge.of(Laplace(Fraction(1, 10)))] * 3
    pure_only = standing(budget, *three)
    then = standing(budget, *three, gaussian(0.02))
    assert pure_only.filter == "pure"  # what scripts are told, as ever
    assert pure_only.meter.name == then.meter.name == "gaussian"
    assert then.meter.spent - pure_only.meter.spent == math.ceil(Fraction(0.02) ** 2 * ATTO)
    assert standing(dp.Budget(epsilon=1.0)).meter.name == "pure"
    assert standing(dp.Budget(mu=0.5)).meter.name == "gaussian"


def test_the_end_of_the_gaussian_account_leads_to_the_pure_one() -> None:
    budget = dp.Budget(epsilon=1.0, delta=1e-6)
    before = standing(budget, Charge.of(Pure(Fraction(1, 2))))
    assert before.meter.name == "pure"  # epsilon 0.5 costs more mu than the budget has
    charge = Charge.of(Laplace(Fraction(2, 5)))
    fresh = standing(budget)
    assert fresh.meter.name == "gaussian"
    assert fresh.metered(charge) == 4 * ATTO // 10  # booked in the account that lives afterwards
    after = fresh.after(charge)
    assert after is not None
    assert after.meter.name == "pure"
    assert after.meter.spent == 4 * ATTO // 10


@pytest.mark.parametrize("seed", range(40))
def test_figures_follow_from_the_account(seed: int) -> None:
    """Amounts, units and inverses on random accounts, computed again by scipy."""
    draw = random.Random(seed)
    epsilon, delta = 10 ** draw.uniform(-2, 1.3), 10 ** draw.uniform(-12, -4)
    renyi = draw.choice([0.0, 0.3])
    budget = draw.choice(
        [
            dp.Budget(epsilon=epsilon, delta=delta, portfolio=dp.Portfolio(renyi, failure=draw.choice(SHARES))),
            dp.Budget(mu=epsilon, delta=delta),
            dp.Budget(epsilon=epsilon),
        ]
    )
    meter = standing(budget).meter
    part = Fraction(draw.randrange(1, 1000), 1000)
    amount = math.floor(part * meter.whole)
    assert meter.read(amount, "share") == pytest.approx(float(part), rel=1e-9)
    if meter.name == "gaussian":
        mu = math.sqrt(amount / ATTO)
        assert meter.read(amount, "mu") == pytest.approx(mu, rel=1e-12)
        assert meter.read(amount, "epsilon") == pytest.approx(epsilon_by_scipy(mu, meter.delta), rel=1e-6, abs=1e-9)
    else:
        assert meter.read(amount, "epsilon") == pytest.approx(float(part) * epsilon, rel=1e-9)
    for unit in meter.units:
        typed = float(f"{meter.read(amount, unit):.3g}")
        taken = meter.amount(typed, unit)
        assert meter.read(taken, unit) <= typed * (1 + 1e-12)  # rounded down
        assert meter.read(taken, unit) >= typed * (1 - 1e-6) - 1e-12


@pytest.mark.parametrize("seed", range(20))
def test_the_meter_moves_by_what_a_plan_books(seed: int) -> None:
    draw = random.Random(seed)
    budget = dp.Budget(epsilon=draw.choice([0.5, 1.0, 3.0]), delta=1e-6)
    now = standing(budget)
    for _ in range(12):
        kind = draw.choice([Gaussian, Laplace, Pure])
        size = Fraction(draw.randrange(1, 60), 1000)
        charge = Charge.of(kind(size**2 if kind is Gaussian else size))
        amount, after = now.metered(charge), now.after(charge)
        if after is None or after.meter.name != now.meter.name:
            break
        assert after.meter.spent == now.meter.spent + (amount or 0)
        assert after.meter.left == now.meter.left - (amount or 0)
        # what was left is exactly what it buys: a plan of all that is left still fits, and one step more does not
        left = now.meter.left
        assert now.affords(Charge.of(Gaussian(Fraction(left, ATTO))))
        assert "gaussian" in now.ends(Charge.of(Gaussian(Fraction(left + 1, ATTO))))
        now = after


def test_reserved_releases_are_a_part_of_the_whole() -> None:
    budget = dp.Budget(epsilon=1.0, delta=1e-6, slots=[dp.Slot("monthly", mu=0.05, times=4)])
    meter = standing(budget).meter
    assert meter.reserved == pytest.approx(4 * 0.05**2 * ATTO, rel=1e-9)
    assert meter.read(meter.whole, "epsilon") == 1.0
    assert meter.left == meter.whole - meter.reserved
    pure = standing(dp.Budget(epsilon=1.0, slots=[dp.Slot("monthly", epsilon=0.05, times=4)])).meter
    assert (pure.reserved, pure.whole) == (ATTO // 5, ATTO)
    mixed = dp.Budget(epsilon=1.0, delta=1e-6, slots=[dp.Slot("a", mu=0.05), dp.Slot("b", epsilon=0.05, times=2)])
    meter = standing(mixed).meter
    assert 0 < meter.reserved < meter.whole
    assert meter.read(meter.whole, "epsilon") == 1.0


def test_a_cap_limits_what_one_person_can_use() -> None:
    budget = dp.Budget(epsilon=1.0, delta=1e-6)
    account = budget.account().add(gaussian(0.1).booked)
    filter_ = shared(account)
    limit = filter_.limit // 2
    capped = Standing(budget, account, cap=Cap(type(filter_)("gaussian", limit, filter_.delta), "slice"))
    free = Standing(budget, account)
    assert capped.meter.usable == limit - account.spent.mu_squared  # type: ignore[operator]
    assert free.meter.usable == free.meter.left
    assert capped.meter.left == free.meter.left


def test_ticks_are_drawn_where_they_belong() -> None:
    """The places of the ticks of Budget(1, 1e-6), worked out by hand: 1.4, 7.5, 27.5, 58.6 and 100 percent."""
    meter = standing(dp.Budget(epsilon=1.0, delta=1e-6)).meter
    marks = meter.ticks("epsilon")
    assert [round(value, 9) for _, value in marks] == [0.1, 0.25, 0.5, 0.75, 1.0]
    assert [round(100 * place, 1) for place, _ in marks] == pytest.approx([1.4, 7.5, 27.5, 58.6, 100.0], abs=0.051)
    assert [place for place, _ in meter.ticks("share")] == pytest.approx([0.1, 0.25, 0.5, 0.75, 1.0])


def test_the_curve_of_an_amount_has_its_epsilon() -> None:
    for budget in (dp.Budget(epsilon=1.0, delta=1e-6), dp.Budget(epsilon=1.0), dp.Budget(mu=0.3)):
        meter: Meter = standing(budget).meter
        curve = meter.curve(meter.whole)
        assert isinstance(curve, dp.tradeoff.Curve)
        assert float(curve.epsilon(meter.delta)) == pytest.approx(meter.read(meter.whole, "epsilon"), rel=1e-7)


def test_a_meter_without_a_live_filter_is_spent() -> None:
    budget = dp.Budget(epsilon=1.0, delta=1e-6)
    ended = Account(budget.filters(), Amounts(None, None), ("pure", "gaussian"))
    meter = meter_of(budget, ended, kept_by(ended))
    assert (meter.name, meter.left, meter.usable) == ("gaussian", 0, 0)


@pytest.mark.parametrize("seed", range(30))
def test_shares_add_to_a_hundred(seed: int) -> None:
    draw = random.Random(seed)
    amounts = [draw.randrange(0, 10**18) for _ in range(draw.randrange(1, 40))]
    parts = shares(amounts)
    assert round(10 * sum(parts)) == 1000
    for part, amount in zip(parts, amounts, strict=True):
        assert part == pytest.approx(100 * amount / sum(amounts), abs=0.1)


def test_shares_of_nothing() -> None:
    assert shares([0, 0]) == [0.0, 0.0]
    assert shares([]) == []
