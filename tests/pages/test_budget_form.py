"""The budget of a new dataset: presets, what they buy, deployments beside them; examples and promises are checked."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from fractions import Fraction

import pytest

import dpcore as dp
from dpcore.budget.account import ATTO
from dpcore.budget.charge import Charge
from dpcore.budget.loss import Laplace
from dpcore.budget.precedent import nearest, precedents
from dpcore.budget.standing import Standing
from dpcore.plan.affordable import affordable
from dpcore.present.text import preset
from pages.data import portfolio_form
from tests.pages.conftest import ASK, DESCRIBE, HOME, LOAD, Screen

DATASET = "pages/data/dataset.py"
CSV = b"patient,age\n" + b"".join(b"p%d,%d\n" % (row % 20, row) for row in range(40))
WHOLE = dp.Budget(epsilon=1.0, delta=1e-6)
SMALL = Charge.of(Laplace(Fraction("0.02")))


@pytest.fixture
def describing(screen: Screen) -> Screen:
    screen.go(LOAD).upload(CSV, "visits.csv").go(DESCRIBE)
    return screen.cells({0: {"kind": "identifier"}, 1: {"kind": "number", "low": "0", "high": "120"}})


def unescaped(text: str) -> str:
    return text.replace("\\", "")


def captions(screen: Screen) -> list[str]:
    return [unescaped(caption) for caption in screen.at.radio(key="describe-preset").proto.captions]


def choose(screen: Screen, name: str) -> Screen:
    screen.at.radio(key="describe-preset").set_value(name).run()
    return screen


def left(screen: Screen) -> str:
    """What the help of the header's meter says is left."""
    return unescaped(screen.at.get("page_link")[0].proto.help)


def bought(said: str) -> tuple[int, int]:
    """How many counts, and at which margin."""
    found = re.search(r"about ([\d,]+) counts? at ±([\d,]+)", said)
    assert found, said
    count, width = (int(number.replace(",", "")) for number in found.groups())
    return count, width


@pytest.mark.parametrize(("name", "epsilon"), preset.PRESETS.items())
def test_each_preset_opens_its_budget(describing: Screen, name: str, epsilon: float) -> None:
    assert describing.at.radio(key="describe-preset").value == "usual"
    choose(describing, name).type("Name of the dataset", "visits").press("Open the dataset")
    assert describing.desk.dataset("visits").budget == dp.Budget(epsilon=epsilon, delta=1e-6)


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", preset.PRESETS)
@pytest.mark.parametrize("rows", [None, 7])
def test_what_a_preset_buys_is_what_is_priced_once_it_is_opened(
    describing: Screen, name: preset.Preset, rows: int | None
) -> None:
    if rows:
        describing.fill("Who is protected", "patient").fill("Maximum rows per unit", rows)
    choose(describing, name)
    said = dict(zip(preset.PRESETS, captions(describing), strict=True))[name]
    describing.type("Name of the dataset", "visits").press("Open the dataset")
    count, width = bought(said)
    assert bought(left(describing.go(ASK))) == (count, width)
    standing = describing.desk.standing("visits")

    def fits(many: int) -> bool:
        asks = [dp.Ask(dp.Count(where=[dp.Condition("age", ">", place)]), half_width=width) for place in range(many)]
        return standing.affords(describing.desk.quote("visits", dp.Plan(asks)).charge)

    assert fits(count) and not fits(count + 1)


def test_the_rows_of_a_unit_change_what_is_bought(describing: Screen) -> None:
    alone = captions(describing)
    describing.fill("Who is protected", "patient")
    assert not any("Buys" in caption for caption in captions(describing))  # the maximum number of rows is missing
    assert describing.text.count("The maximum number of rows per patient is missing") == 2, "also at the button"
    describing.fill("Maximum rows per unit", 7)
    assert "The maximum number of rows" not in describing.text
    assert all(bought(one)[1] > bought(other)[1] for one, other in zip(captions(describing), alone, strict=True))


def test_odds_and_deployments_stand_with_each_preset(describing: Screen) -> None:
    for caption, epsilon in zip(captions(describing), preset.PRESETS.values(), strict=True):
        odds = math.exp(epsilon) / (1 + math.exp(epsilon))
        (right,) = re.findall(r"right at most ([\d.]+) %", caption)
        assert odds <= float(right) / 100 < odds + 0.002
        for entry in nearest(epsilon):
            assert preset.line(entry) in caption and "unit: " in preset.line(entry)
    assert "not comparable one to one" in describing.text


def test_delta_and_the_other_ways_to_choose_stay(describing: Screen) -> None:
    describing.fill("delta", "10⁻⁸")
    assert all(unescaped(option).endswith("10⁻⁸") for option in describing.at.radio(key="describe-preset").options)
    describing.fill("Set by", "the slider")
    describing.at.select_slider(key="describe-epsilon").set_value(2.0).run()
    assert "What it buys" in describing.text
    assert not [radio for radio in describing.at.radio if radio.key == "describe-preset"]
    describing.type("Name of the dataset", "visits").press("Open the dataset")
    assert describing.desk.dataset("visits").budget == dp.Budget(epsilon=2.0, delta=1e-8)


def test_a_pure_budget_has_presets_too(describing: Screen) -> None:
    assert describing.fill("delta", "none (pure)").errors == []
    assert all(bought(caption) for caption in captions(describing))
    choose(describing, "strict").type("Name of the dataset", "visits").press("Open the dataset")
    assert describing.desk.dataset("visits").budget == dp.Budget(epsilon=0.3)


def test_every_deployment_is_shown_with_its_words_and_its_address(describing: Screen) -> None:
    describing.at.session_state["describe-deployments"] = True  # unfolded
    shown = unescaped(describing.run().text)
    for entry in precedents():
        assert f"{entry.publisher}, {entry.release}" in shown and f"]({entry.address})" in shown
        assert all(f"“{quote}”" in shown.replace("\N{WORD JOINER}", "") for quote in entry.quotes)
        assert entry.relation is not None or f"{preset.figures(entry)}; relation: not stated" in shown
    assert "cannot be compared one to one" in shown


def test_what_was_chosen_survives_a_visit_elsewhere(describing: Screen) -> None:
    choose(describing, "loose").go(ASK).go(DESCRIBE)
    assert describing.at.radio(key="describe-preset").value == "loose"


def test_a_wrong_line_of_reserved_releases_leaves_the_presets(describing: Screen) -> None:
    describing.fill("Reserved releases (one per line)", "monthly")
    assert len(describing.errors) == 1 and describing.at.radio(key="describe-preset").value == "usual"
    describing.fill("Reserved releases (one per line)", portfolio_form.RESERVED.split("“")[1].split("”")[0])
    assert not describing.errors and "What it buys" in describing.text


# The worked examples


def test_the_example_of_a_shared_delta_is_true() -> None:
    mus, times = [], []
    for shares in (None, dp.Portfolio(renyi=0.1)):
        budget = replace(WHOLE, portfolio=shares)
        mus.append(f"{math.sqrt(budget.filters()[1].limit / ATTO):.3f}")
        times.append(str(affordable(Standing(budget, budget.account()), SMALL)))
    assert [portfolio_form.SHARED.facts[name] for name in ("mu", "less", "general", "tenth")] == [*mus, *times]


def test_the_example_of_reserved_releases_is_true() -> None:
    line = portfolio_form.RESERVED.split("“")[1].split("”")[0]
    assert portfolio_form.slot(line) == dp.Slot("monthly", epsilon=0.05, times=12)
    reserved = replace(WHOLE, portfolio=None, slots=(portfolio_form.slot(line),)).filters()[0].limit
    standing = Standing(WHOLE, WHOLE.account())
    for _ in range(12):
        after = standing.after(Charge.of(Laplace(Fraction("0.05"))))
        assert after is not None
        standing = after
    said = [portfolio_form.RESERVED.facts[name] for name in ("reserved", "free")]
    assert said == [f"{math.sqrt(left / ATTO):.3f}" for left in (reserved, standing.meter.usable)]


# What can be changed later, and what cannot


def test_what_is_said_to_change_changes_and_what_is_said_to_be_fixed_is_refused(describing: Screen) -> None:
    assert all(word in describing.text for word in ("Can be changed later", "Fixed once the dataset is opened"))
    describing.fill("Who is protected", "patient").fill("Maximum rows per unit", 3)
    describing.type("Name of the dataset", "visits").press("Open the dataset")
    desk, public = describing.desk, dp.Origin("public")
    table, schema = desk.dataset("visits").table, dp.Schema(patient=dp.Identifier(), age=dp.Number(0, 99))
    new = dp.Unit("patient", max_rows=2, max_groups=1)
    desk.describe("visits", schema, unit=new, expected_rows=40, origin=public)
    assert desk.dataset("visits").table != table and not desk.standing("visits").meter.spent
    desk.raise_budget("visits", dp.Budget(epsilon=2.0, delta=1e-6))
    assert "raise" in [entry.kind for entry in desk.ledger("visits")]
    for other in (dp.Unit(), dp.Unit("age", max_rows=2)):
        with pytest.raises(dp.SchemaError):
            desk.describe("visits", unit=other, origin=public)
    slot = dp.Slot("monthly", mu=0.01, times=2)
    raised = dp.Budget(epsilon=3.0, delta=1e-6)
    for fixed in (
        WHOLE,
        replace(raised, portfolio=dp.Portfolio(renyi=0.1)),
        replace(raised, portfolio=None, slots=(slot,)),
    ):
        with pytest.raises(dp.BudgetError):
            desk.raise_budget("visits", fixed)


# The public samples


@pytest.mark.parametrize("button", ["Try it on a sample table", "Try it on film ratings"])
def test_a_sample_says_why_it_has_its_budget(screen: Screen, button: str) -> None:
    screen.press(button)
    (dataset,) = screen.desk.datasets()
    said = unescaped(screen.go(DATASET).text)
    assert f"This is a practice budget: {dataset.budget.words}" in said and "so it protects nobody" in said
    assert bought(said.partition("practice budget")[2]) == bought(left(screen))
    assert f"practice budget of {dataset.budget.words}" in unescaped(screen.go(HOME).text)


def test_real_rows_have_no_practice_budget(describing: Screen) -> None:
    describing.type("Name of the dataset", "visits").press("Open the dataset")
    assert "practice budget" not in describing.go(DATASET).text
