"""Ask: a plan as a file and back; what is in the way is one sentence, and the plan that is there stays."""

from __future__ import annotations

from dataclasses import replace

import pytest

import dpcore as dp
from dpcore.present.file import plan_file
from dpcore.present.text.amount import Gauge
from tests.pages.conftest import ASK

ASKS = [dp.Ask(dp.Count(), weight=2), dp.Ask(dp.Count(by=["ward"]), weight=1)]


@pytest.fixture
def asking(sampled):
    """Ask on the sample table, whose plan is empty."""
    return sampled


def bring(screen, plan, **more):
    data = plan if isinstance(plan, bytes) else plan_file.to_json(plan, screen.desk.dataset("sample"), **more)
    return screen.upload(data, "plan.json")


def cards(screen):
    """The questions of the plan."""
    return screen.plan


def field(screen, row, name):
    return screen.fields(name)[row - 1]


def typed(screen, mu):
    """What a field in the reader's unit, epsilon, says of a price in mu."""
    scale = Gauge(screen.desk.standing("sample").meter)
    return scale.typed(scale.meter.amount(mu, "mu"))


def test_a_plan_comes_back_as_it_was(asking):
    bring(asking, dp.Plan(ASKS, mu=0.1))
    assert "2 questions" in asking.text
    assert f"for epsilon {typed(asking, 0.1):.3f} together" in asking.text.replace("\\", "")
    assert cards(asking) == []
    asking.press("Use this plan")
    assert len(cards(asking)) == 2
    assert [field(asking, row, "weight") for row in (1, 2)] == [2.0, 1.0]
    assert asking.at.number_input(key=f"total-{asking.desk.datasets()[0].id}").value == typed(asking, 0.1)


def test_what_was_released_under_a_plan_is_free_when_it_comes_back(asking):
    plan = dp.Plan(ASKS, mu=0.1)
    asking.desk.release("sample", plan)
    bring(asking, plan).press("Use this plan")
    assert "this plan costs nothing" in asking.text


def test_own_prices_errors_and_levels_are_kept(asking):
    asks = [dp.Ask(dp.Count(), half_width=50.0, level=0.9), dp.Ask(dp.Count(by=["ward"]), mu=0.05)]
    bring(asking, dp.Plan(asks)).press("Use this plan")
    assert field(asking, 1, "error") == 50.0
    assert field(asking, 2, "price") == typed(asking, 0.05)
    assert asking.row(1).plan[0]["state"] == "new, margin at 90 %"
    assert "Error ± (90 %)" in [one.label for one in asking.at.number_input]
    assert [row["set_by"] for row in asking.plan] == ["margin", "price"]


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "not a plan file"),
        (b"\xff\xfe", "not a plan file"),
        (b'{"murmur_plan": 99}', "newer version"),
        (b"=cmd|' /C calc'!A0", "not a plan file"),
        (plan_file.to_json(dp.Plan([dp.Count(by=["<script>"])], mu=0.1)), "does not declare"),
    ],
    ids=["nothing", "bytes", "newer", "formula", "another table"],
)
def test_what_is_no_plan_here_is_one_sentence_and_nothing_is_lost(asking, data, said):
    asking.press("Histogram of age")
    bring(asking, data)
    assert len(asking.errors) == 1
    assert said in asking.errors[0]
    assert "<script>" not in asking.errors[0]
    assert len(cards(asking)) == 1


def test_a_plan_takes_the_place_of_the_one_that_is_there_or_is_added_to_it(asking):
    asking.press("Histogram of age")
    bring(asking, dp.Plan(ASKS, mu=0.1)).press("Add to this plan")
    assert len(cards(asking)) == 3
    bring(asking, dp.Plan(ASKS, mu=0.1)).press("Replace this plan")
    assert len(cards(asking)) == 2


def test_a_plan_in_another_currency_is_not_mixed_in(asking):
    asking.press("Histogram of age")
    bring(asking, dp.Plan(ASKS, epsilon=0.1))
    labels = [button.label for button in asking.at.button]
    assert "Replace this plan" in labels
    assert "Add to this plan" not in labels


def test_another_unit_is_said(asking):
    dataset = asking.desk.dataset("sample")
    elsewhere = replace(dataset, table=replace(dataset.table, unit=dp.Unit()))
    data = plan_file.to_json(dp.Plan([dp.Count()], mu=0.1), elsewhere)
    bring(asking, data)
    assert "a different privacy unit" in asking.text


def test_the_plan_is_offered_as_file_script_and_notebook(asking):
    offered = {"Plan as a file", "Python script", "Notebook"}
    assert not offered & {one.proto.label for one in asking.at.get("download_button")}
    asking.press("Histogram of age")
    assert offered <= {one.proto.label for one in asking.at.get("download_button")}
    asking.go(ASK).fill("This plan may spend (epsilon)", 50.0)
    assert offered <= {one.proto.label for one in asking.at.get("download_button")}  # too dear is a plan as well


def test_what_is_decided_about_is_read_to_its_end(asking):
    """Twenty conditions and one that matters: an ellipsis would have somebody agree to what they have not read."""
    where = [dp.Condition("age", ">=", low) for low in range(20)] + [dp.Condition("ward", "==", "Emergency")]
    bring(asking, dp.Plan([dp.Count(where=where)], mu=0.1)).press("Use this plan").press("Check and release")
    said = [line.value for line in asking.at.markdown if line.value.startswith("- **Count")]
    assert len(said) == 1
    assert "…" not in said[0] and "Emergency" in said[0].split("19")[1]
