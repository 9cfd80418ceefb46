"""One yardstick: on every page the figures of a budget are those of its account, in the reader's unit."""

from __future__ import annotations

import random
import re
from fractions import Fraction

import pytest

import dpcore as dp
from dpcore.budget.account import ATTO
from dpcore.budget.charge import Charge
from dpcore.budget.meter import Meter, Unit
from dpcore.plan.quote import Quote
from dpcore.present.text import amount
from dpcore.present.text.amount import Gauge
from dpcore.table.sample import sample
from pages.ui.plan import draft
from tests.pages.conftest import ASK, HOME, LEDGER, Screen

EXPLORE, TEAM = "pages/explore/explore.py", "pages/team/team.py"
BUDGETS = [
    dp.Budget(epsilon=1.0, delta=1e-6),
    dp.Budget(epsilon=3.0, delta=1e-9, portfolio=dp.Portfolio(renyi=0.2)),
    dp.Budget(epsilon=2.0),
    dp.Budget(mu=0.4),
    dp.Budget(epsilon=1.0, delta=1e-6, slots=[dp.Slot("monthly", mu=0.05, times=4)]),
]
# A percentage of the budget: of what is charged or left. Others, of rows or of a plan, are not.
OF_BUDGET = re.compile(r"\d %\W*(?:of the budget|left|charged|of your slice)")


def opened(screen: Screen, budget: dp.Budget, seed: int = 0, *, pure: bool = False) -> Meter:
    """The sample table under a budget, with some answers, paid in mixed noise; and a plan of two questions in Ask."""
    made, draw = sample(), random.Random(seed)
    screen.desk.add_dataset(
        "visits",
        dp.read(made.rows),
        schema=made.schema,
        unit=made.unit,
        budget=budget,
        expected_rows=made.expected_rows,
    )
    for place in range(draw.randrange(1, 5)):
        price = {"mu": 0.01} if budget.delta and not pure and draw.random() < 0.5 else {"epsilon": 0.004}
        screen.desk.release("visits", dp.Plan([dp.Count(where=[dp.Condition("age", ">", place)])], **price))
    screen.go(ASK).press("Histogram of age").fill("Question", "count").fill("Group by", ["ward"]).press(
        "Add to the plan"
    )
    return screen.desk.standing("visits").meter


def choose(screen: Screen, unit: Unit) -> Screen:
    screen.at.selectbox(key="unit-menu").set_value(unit).run()
    return screen


def said(screen: Screen) -> str:
    helps = [link.proto.help for link in screen.at.get("page_link")]
    metrics = [f"{one.label} {one.value} {one.delta}" for one in screen.at.metric]
    alts = re.findall(r'aria-label="([^"]*)"', " ".join(one.proto.body for one in screen.at.get("html")))
    return " ".join([screen.text, *helps, *metrics, *alts]).replace("\\", "")


def fields(screen: Screen, name: str) -> list[float]:
    return screen.fields(name)


@pytest.mark.sample(3)
@pytest.mark.parametrize("unit", ["epsilon", "share", "mu"])
@pytest.mark.parametrize("budget", BUDGETS, ids=str)
def test_every_figure_is_of_the_account(screen: Screen, budget: dp.Budget, unit: Unit) -> None:
    meter = opened(screen, budget, seed=BUDGETS.index(budget))
    if unit not in meter.units:
        assert "mu" not in screen.at.selectbox(key="unit-menu").options
        return
    choose(screen, unit)
    scale = Gauge(meter, unit)
    for page in (ASK, LEDGER, HOME, EXPLORE, TEAM):
        text = said(screen.go(page))
        assert not screen.errors
        assert amount.charged(scale) in text
        assert bool(OF_BUDGET.search(text)) == (unit == "share"), OF_BUDGET.search(text)
    assert amount.left(scale) in said(screen.go(LEDGER))

    booked = [amount_of(charge, meter) for charge in charges(screen)]
    assert sum(booked) == meter.spent
    prices = list(next(one.value for one in screen.at.dataframe if "price" in one.value)["price"])
    assert [price for price in prices if price] == [scale.up(each) for each in reversed(booked)]

    screen.go(ASK)
    quote = plan_of(screen)
    after = quote.after
    assert after is not None
    rows = [meter.booked(Charge.total(Charge.of(loss) for loss in ask.losses).booked) for ask in quote.asks]
    assert fields(screen, "price") == [scale.typed(row or 0) for row in rows]
    assert amount.moves(meter, after.meter, unit) in said(screen)
    assert amount.together(scale, after.meter.spent - meter.spent) in said(screen)


def charges(screen: Screen) -> list[dict[str, int | None]]:
    return [entry.payload["charge"] for entry in screen.desk.ledger("visits") if entry.kind == "charge"]


def amount_of(charge: dict[str, int | None], meter: Meter) -> int:
    found = charge["mu_squared" if meter.name == "gaussian" else "epsilon"]
    assert found is not None
    return found


def plan_of(screen: Screen) -> Quote:
    dataset = screen.desk.dataset("visits")
    plan = screen.at.session_state[draft._DRAFTS][dataset.id]
    return screen.desk.quote("visits", draft.plan_of(dataset.id, plan), keep=True)


def test_the_unit_is_remembered_for_the_user(screen: Screen, fresh: object) -> None:
    opened(screen, BUDGETS[0])
    assert screen.at.selectbox(key="unit-menu").value == "epsilon"
    choose(screen, "share")
    again = type(screen)()
    assert again.at.selectbox(key="unit-menu").value == "share"
    again.desk.add_dataset(
        "pure", dp.read(sample().rows), schema=sample().schema, budget=dp.Budget(epsilon=1.0), separate_budget=True
    )
    choose(again, "mu")
    again.at.session_state["open dataset"] = again.desk.dataset("pure").id
    again.run()
    assert again.at.selectbox(key="unit-menu").value == "epsilon", "a pure budget has no mu"


@pytest.mark.parametrize(("unit", "typed"), [("epsilon", 0.2), ("share", 7.0), ("mu", 0.06)])
@pytest.mark.parametrize("noise", ["mu", "epsilon"])
def test_a_typed_price_is_what_the_row_books(screen: Screen, unit: Unit, typed: float, noise: str) -> None:
    meter = opened(screen, BUDGETS[0])
    choose(screen, unit)
    screen.at.button_group(key=f"currency-{screen.desk.dataset('visits').id}").set_value(noise).run()
    name = {"epsilon": "epsilon", "share": "% of the budget", "mu": "mu"}[unit]
    screen.row(1).fill(f"Price ({name})", typed)
    assert fields(screen, "price")[0] == typed
    (first, _) = plan_of(screen).asks
    booked = meter.booked(Charge.total(Charge.of(loss) for loss in first.losses).booked)
    wanted = Gauge(meter, unit).amount(typed)
    assert wanted * (1 - 1e-6) <= (booked or 0) <= wanted + 1
    total = {"epsilon": 0.4, "share": 20.0, "mu": 0.12}[unit]
    screen.fill(f"This plan may spend ({name})", total)
    quote = plan_of(screen)
    assert (quote.standing.metered(quote.charge) or 0) <= Gauge(meter, unit).amount(total) * (1 + 1e-9)


def test_the_other_noise_keeps_what_each_row_books_and_every_lock(screen: Screen) -> None:
    meter = opened(screen, BUDGETS[0])
    key = f"currency-{screen.desk.dataset('visits').id}"
    screen.row(1).fill("Price (epsilon)", 0.1).row(2).fill("Error ± (95 %)", 400.0)
    screen.fill("Question", "mean").press("Add to the plan")
    before, errors = fields(screen, "price"), fields(screen, "error")
    locks = [row["set_by"] for row in screen.plan]
    assert locks == ["price", "margin", "weight"]
    screen.at.button_group(key=key).set_value("epsilon").run()
    assert not screen.errors
    assert [row["set_by"] for row in screen.plan] == locks
    after = fields(screen, "price")
    assert after[0] == before[0] == 0.1, "the locked price"
    assert after[2] == pytest.approx(before[2], rel=0.02), "a weight"
    assert fields(screen, "error")[1] == 400.0, "the locked error"
    assert fields(screen, "error")[0] != errors[0], "the margins change"
    screen.at.button_group(key=key).set_value("mu").run()
    assert fields(screen, "price")[0] == 0.1
    assert fields(screen, "price")[2] == pytest.approx(before[2], rel=0.02)
    assert meter.name == "gaussian"


def test_parts_of_a_plan_add_to_a_hundred(screen: Screen) -> None:
    opened(screen, BUDGETS[0])
    screen.fill("Question", "mean").press("Add to the plan")
    parts = [Fraction(str(row["share"])) for row in screen.plan]
    assert len(parts) == 3
    assert sum(parts) == 100


def test_a_pure_account_is_beside_the_gaussian_one(screen: Screen) -> None:
    made = sample()
    screen.desk.add_dataset("visits", dp.read(made.rows), schema=made.schema, budget=BUDGETS[0])
    screen.desk.release("visits", dp.Plan([dp.Count()], epsilon=0.01))
    assert "As pure: epsilon 0.010 of 1 charged" in " ".join(one.value for one in screen.go(LEDGER).at.caption).replace(
        "\\", ""
    )
    assert screen.desk.standing("visits").meter.spent / ATTO < 0.01


def noises(screen: Screen) -> list[object]:
    return [one for one in screen.at.button_group if str(one.key).startswith("currency-")]


def test_after_the_gaussian_account_no_gaussian_noise_is_offered(screen: Screen) -> None:
    opened(screen, BUDGETS[0], pure=True)
    assert noises(screen)
    screen.desk.release("visits", dp.Plan([dp.Count(by="ward")], epsilon=0.3), confirm=True)
    assert screen.desk.standing("visits").meter.name == "pure"
    screen.go(ASK)
    assert not noises(screen) and "currency" not in " ".join(screen.errors)
    assert amount.charged(Gauge(screen.desk.standing("visits").meter)) in said(screen.go(LEDGER))


def test_a_plan_that_ends_an_account_is_priced_in_the_one_that_lives(screen: Screen) -> None:
    opened(screen, BUDGETS[0], pure=True)
    screen.at.button_group(key=f"currency-{screen.desk.dataset('visits').id}").set_value("epsilon").run()
    screen.fill("This plan may spend (epsilon)", 1.5)
    quote = plan_of(screen)
    assert quote.after is not None
    meter = quote.after.meter
    assert meter.name == "pure"
    prices = fields(screen, "price")
    assert sum(prices) == pytest.approx(meter.read(meter.spent, "epsilon"), abs=0.1)
    screen.press("Check and release")
    costs = [float(found) for found in re.findall(r"costs epsilon ([\d.]+)", screen.text.replace("\\", ""))]
    assert costs == prices, "of one account with the total, and they add up"


def test_public_and_answered_rows_take_no_part_in_an_exchange(screen: Screen) -> None:
    made = sample()
    screen.desk.add_dataset(
        "visits", dp.read(made.rows), schema=made.schema, unit=made.unit, budget=BUDGETS[0], neighbors="replace"
    )
    screen.go(ASK).press("Histogram of age").fill("Question", "mean").press("Add to the plan")
    screen.fill("Question", "count").press("Add to the plan")  # public under this relation
    screen.desk.release("visits", dp.Plan([dp.Mean("age")], mu=0.02))
    screen.run()
    before, weights = fields(screen, "price"), fields(screen, "weight")
    key = f"currency-{screen.desk.dataset('visits').id}"
    for noise in ("epsilon", "mu"):
        screen.at.button_group(key=key).set_value(noise).run()
        assert not screen.errors
        assert fields(screen, "price") == pytest.approx(before, rel=0.02)
        assert fields(screen, "weight") == pytest.approx(weights, rel=1e-3)


def test_a_locked_error_that_no_price_reaches_leaves_the_controls(screen: Screen) -> None:
    opened(screen, BUDGETS[0])
    screen.row(1).fill("Error ± (95 %)", 1e-9)
    assert len(screen.errors) == 1
    assert noises(screen), "the other noise may reach it"
    assert "This plan may spend (epsilon)" in [one.label for one in screen.at.number_input]


@pytest.mark.parametrize("typed", [1e7, 1e300])
def test_a_huge_price_is_refused_in_a_sentence(screen: Screen, typed: float) -> None:
    opened(screen, BUDGETS[0])
    screen.row(1).fill("Price (epsilon)", typed)
    assert not [error for error in screen.errors if "Something went wrong" in error or "calibrate" in error]
    screen.fill("Price (epsilon)", 0.1)
    assert fields(screen, "price")[0] == 0.1 and not screen.errors


def test_a_budget_whose_epsilon_is_nothing_is_read_in_shares(screen: Screen) -> None:
    opened(screen, dp.Budget(mu=0.2, delta=0.1))
    assert screen.at.selectbox(key="unit-menu").value == "share"
    for page in (ASK, LEDGER, EXPLORE):
        assert not screen.go(page).errors
