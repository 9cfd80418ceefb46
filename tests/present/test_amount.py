"""Amounts in the reader's unit: one precision, prices up, left down; the worked example of a budget of epsilon 1."""

from __future__ import annotations

import math
import random
import re
from fractions import Fraction

import pytest

import dpcore as dp
from dpcore.budget.account import ATTO, Amounts
from dpcore.budget.charge import Charge
from dpcore.budget.figures import Failures
from dpcore.budget.loss import Gaussian
from dpcore.budget.meter import Meter, Unit, shares
from dpcore.budget.standing import Standing
from dpcore.present.text import amount as words
from dpcore.present.text.amount import Gauge

BUDGET = dp.Budget(epsilon=1.0, delta=1e-6, portfolio=dp.Portfolio(failure=0.0))


def at(spent: int, budget: dp.Budget = BUDGET) -> Standing:
    account = budget.account()
    if spent:
        account = account.add(Charge.of(Gaussian(Fraction(spent, ATTO))).booked)
    return Standing(budget, account)


def example() -> tuple[Standing, Standing, list[int], int]:
    """S at epsilon 0.41, and a plan of weights 1, 1, 2 and 4 with a total of epsilon 0.30."""
    meter = at(0).meter
    before = at(meter.amount(0.41, "epsilon"))
    plan = meter.amount(0.30, "epsilon")
    rows = [plan * weight // 8 for weight in (1, 1, 2, 4)]
    after = before.after(Charge.of(Gaussian(Fraction(plan, ATTO))))
    assert after is not None
    return before, after, rows, plan


@pytest.mark.parametrize(
    "unit, rows, plan, moved, left",
    [
        ("epsilon", (0.099, 0.099, 0.143, 0.208), 0.300, (0.410, 0.520), (0.893, 0.828)),
        ("mu", (0.0272, 0.0272, 0.0385, 0.0544), 0.0770, (0.1031, 0.1287), (0.2131, 0.1987)),
        ("share", (1.3, 1.3, 2.7, 5.3), 10.6, (19.0, 29.5), (81.0, 70.5)),
    ],
)
def test_the_worked_example(
    unit: Unit, rows: tuple[float, ...], plan: float, moved: tuple[float, ...], left: tuple[float, ...]
) -> None:
    """Each figure is within one last digit of the example, whose digits are not all rounded up."""
    before, after, booked, whole = example()
    now, then = Gauge(before.meter, unit), Gauge(after.meter, unit)
    step = 10**-now.digits * 1.001
    assert [now.value(row, 1) for row in booked] == pytest.approx(rows, abs=step)
    assert now.value(whole, 1) == pytest.approx(plan, abs=step)
    assert (now.value(before.meter.spent, 1), then.value(after.meter.spent, 1)) == pytest.approx(moved, abs=step)
    assert (now.value(before.meter.left, -1), then.value(after.meter.left, -1)) == pytest.approx(left, abs=step)
    assert words.times(after.meter, Amounts(None, whole)) == "this plan 6 more times"


def test_the_sentences_of_the_example() -> None:
    before, after, _, plan = example()
    scale = Gauge(before.meter)
    assert words.charged(scale) == "epsilon 0.410 of 1 charged"
    assert words.moves(before.meter, after.meter, "epsilon") == "epsilon 0.410 → 0.520 of 1"
    assert words.together(scale, plan) == "epsilon 0.300 together"
    assert words.left(scale).startswith("one more plan of up to epsilon 0.89")
    assert words.charged(Gauge(before.meter, "mu")) == "mu 0.1031 of 0.2368 charged"
    assert words.charged(Gauge(before.meter, "share")).endswith(" % of the budget charged")
    assert shares(example()[2]) == [12.5, 12.5, 25.0, 50.0]


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("unit", ["epsilon", "share", "mu"])
def test_prices_are_rounded_up_and_what_is_left_down(unit: Unit, seed: int) -> None:
    draw = random.Random(seed)
    budget = draw.choice([BUDGET, dp.Budget(epsilon=draw.uniform(0.01, 20)), dp.Budget(mu=draw.uniform(0.01, 5))])
    meter = Standing(budget, budget.account()).meter
    scale = Gauge(meter, unit)
    amount = draw.randrange(1, meter.whole)
    exact = meter.read(amount, scale.unit) * (100 if scale.unit == "share" else 1)
    step = 10**-scale.digits
    assert exact - step * 1e-6 <= scale.value(amount, 1) < exact + step
    assert exact - step < scale.value(amount, -1) <= exact + step * 1e-6
    # typed again, it pays for at least what it was read from
    assert scale.amount(scale.value(amount, 1)) >= amount * (1 - 1e-6)


@pytest.mark.parametrize(
    "budget", [BUDGET, dp.Budget(epsilon=1.0), dp.Budget(mu=0.3), dp.Budget(epsilon=2, delta=1e-6)]
)
def test_percentages_of_the_budget_belong_to_one_unit(budget: dp.Budget) -> None:
    meter = Standing(budget, budget.account()).meter
    for unit in ("epsilon", "mu", "share"):
        scale = Gauge(meter, unit)
        said = [
            words.charged(scale),
            words.left(scale),
            words.together(scale, meter.whole // 3),
            words.alone(scale, meter.whole // 3),
            words.moves(meter, meter, unit),
        ]
        assert all(("%" in sentence) == (scale.unit == "share") for sentence in said), said


def test_a_pure_budget_has_no_mu_and_plain_sums() -> None:
    budget = dp.Budget(epsilon=1.0)
    meter: Meter = Standing(budget, budget.account()).meter
    assert meter.units == ("epsilon", "share")
    assert Gauge(meter, "mu").unit == "epsilon"
    assert Gauge(meter).adds
    assert words.left(Gauge(meter)) == "epsilon 1"
    assert words.alone(Gauge(meter), ATTO // 4) == "epsilon 0.250"


def test_reserved_releases_are_said() -> None:
    budget = dp.Budget(epsilon=1.0, delta=1e-6, slots=[dp.Slot("monthly", mu=0.05, times=4)])
    meter = Standing(budget, budget.account()).meter
    said = words.charged(Gauge(meter))
    assert re.fullmatch(r"epsilon 0\.000 of 1 charged; epsilon 0\.\d{3} is reserved for slots", said)


def test_nothing_left_and_no_bound() -> None:
    meter = at(at(0).meter.whole).meter
    assert words.left(Gauge(meter)) == "nothing"
    assert words.times(meter, Amounts(None, None)) == ""
    assert words.times(at(0).meter, Amounts(None, 0)) == ""
    assert words.times(meter, Amounts(None, 1)) == ""
    assert Gauge(meter).up(None) == "epsilon without bound"
    assert math.isclose(Gauge(meter, "share").value(meter.spent, 1), 100.0)
    crumbs = at(at(0).meter.whole - 10).meter
    assert words.left(Gauge(crumbs)) == "nothing"


def test_a_plan_is_paid_again_as_often_as_the_smaller_account_allows() -> None:
    meter, plan = at(0).meter, Amounts(None, at(0).meter.whole // 1000, 10)
    assert words.times(meter, plan) == "this plan 1,000 more times"
    assert words.times(meter, plan, Failures(1_000, 5, 995)) == "this plan 99 more times"


def test_an_epsilon_of_nothing_is_no_unit() -> None:
    """Where delta alone covers all of a budget in mu, its epsilon is 0, and shares are the first unit."""
    budget = dp.Budget(mu=0.2, delta=0.1)
    meter = Standing(budget, budget.account()).meter
    assert meter.units == ("share", "mu")
    assert Gauge(meter).unit == "share"
    assert words.left(Gauge(meter)) == "100.0 % of the budget"


@pytest.mark.parametrize("unit", ["epsilon", "share", "mu"])
def test_no_typed_number_is_too_large(unit: Unit) -> None:
    for budget in (BUDGET, dp.Budget(epsilon=1.0), dp.Budget(mu=0.3)):
        meter = Standing(budget, budget.account()).meter
        for value in (1e3, 1e7, 1e300, math.inf):
            assert meter.whole < Gauge(meter, unit).amount(value) <= 10**4 * ATTO


def test_the_whole_is_never_said_to_be_less_than_what_is_charged() -> None:
    for mu in (0.03, 0.1, 0.3367, 1.0, 1.99):
        budget = dp.Budget(mu=mu)
        spent = at(Standing(budget, budget.account()).meter.whole, budget)
        for unit in ("epsilon", "mu"):
            said = words.charged(Gauge(spent.meter, unit))
            charged, whole = re.findall(r"[\d.]+", said)
            assert charged == whole, said
