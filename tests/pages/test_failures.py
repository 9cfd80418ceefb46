"""Random samples on the screens: asked on a default budget, the reason where they are not, and the owner's act."""

from __future__ import annotations

import pytest

import dpcore as dp
from dpcore.budget.failure import account_of
from dpcore.present.file import plan_file
from tests.pages.conftest import ASK, LEDGER
from tests.release.conftest import SCHEMA, visits

PLAN = dp.Plan([dp.Ask(dp.NoisySGD("smoker", ["age"], steps=4, rate=0.2), mu=0.02)])
OLD = dp.Budget.from_dict({"epsilon": 1.0, "delta": 1e-6, "mu": None})
MORE = "a larger probability of failure than the budget sets aside"


@pytest.fixture
def asking(screen):
    """Ask with a plan on random samples, under a given budget."""

    def under(budget):
        screen.desk.add_dataset("visits", dp.read(visits()), schema=SCHEMA, budget=budget)
        screen.go(ASK).upload(plan_file.to_json(PLAN, screen.desk.dataset("visits")), "plan.json")
        return screen.press("Use this plan")

    return under


def test_samples_are_asked_and_released_on_a_default_budget(asking):
    screen = asking(dp.Budget(epsilon=1.0, delta=1e-6))
    assert MORE not in screen.text
    screen.press("Check and release")
    assert "10⁻⁹ of delta, 0 % → 1 % used" in screen.text.replace("\\", "")
    screen.press("Release").until(lambda: any(button.label == "Dismiss" for button in screen.at.button))
    assert screen.errors == []
    (release,) = screen.desk.releases("visits")
    assert release.query_data["failing"] == 1e-11
    assert "Set aside for rare failures: 10⁻⁹ of delta, 1 % used." in screen.go(LEDGER).text.replace("\\", "")
    assert "Allow failures" not in [button.label for button in screen.at.button], "there is nothing to allow"


@pytest.mark.parametrize(
    ("budget", "said"),
    [
        (OLD, "An owner can set 10⁻⁹ aside with “Allow failures” on the page Ledger"),
        (dp.Budget(mu=0.5, delta=1e-6), "a budget in mu allows none"),
        (dp.Budget(epsilon=3.0, delta=1e-6, slots=(dp.Slot("monthly", mu=0.1),)), "a budget with slots allows none"),
    ],
    ids=str,
)
def test_elsewhere_the_reason_and_what_mends_it_are_said(asking, budget, said):
    """It is not "more than the budget allows", of which everything is left."""
    screen = asking(budget)
    text = "\n".join([screen.text, *(box.value for box in screen.at.info)]).replace("\\", "")
    assert said in text and MORE in text
    assert "more than the budget allows" not in text


def test_an_owner_allows_failures_by_click_and_is_told_what_is_promised_then(asking):
    screen = asking(OLD)
    screen.desk.release("visits", dp.Plan([dp.Count()], mu=0.02))
    text = screen.go(LEDGER).text.replace("\\", "")
    assert "10⁻⁹ is added on top of delta" in text
    assert "protected by epsilon 1 at delta 1.001·10⁻⁶ instead of epsilon 1 at delta 10⁻⁶" in text
    assert "Take it from delta instead: nothing was charged so far." not in [box.label for box in screen.at.checkbox]
    before = screen.desk.standing("visits")
    go = next(button for button in screen.at.button if button.label == "Allow failures")
    assert go.disabled
    screen.fill("Yes, set it aside.", True).press("Allow failures")
    assert screen.errors == []
    said = "\n".join(box.value for box in screen.at.success).replace("\\", "")
    assert "The budget is now epsilon 1 at delta 1.001·10⁻⁶" in said
    assert "delta 1.001·10⁻⁶" in screen.text.replace("\\", "")
    after = screen.desk.standing("visits")
    assert account_of(after.account) == 10**9 and after.remaining.mu == before.remaining.mu
    assert MORE not in screen.go(ASK).text
    screen.release()
    assert screen.errors == [] and len(screen.desk.releases("visits")) == 2
    screen.desk.verify()


def test_while_nothing_was_charged_delta_can_be_divided(asking):
    screen = asking(OLD).go(LEDGER)
    screen.fill("Take it from delta instead: nothing was charged so far.", True).fill("Yes, set it aside.", True)
    screen.press("Allow failures")
    assert screen.desk.dataset("visits").budget == dp.Budget(epsilon=1.0, delta=1e-6)
    assert screen.desk.ledger("visits")[-1].kind == "divide"
    screen.desk.verify()
