"""All margins at once: each question at the least price that brings its margin there, or it is named."""

from __future__ import annotations

import pytest

import dpcore as dp
from pages.ask import cells
from tests.pages.conftest import Screen


@pytest.fixture
def asked(sampled: Screen) -> Screen:
    """A histogram, a count, a count by ward."""
    sampled.press("Histogram of age").fill("Question", "count").press("Add to the plan")
    return sampled.fill("Group by", ["ward"]).press("Add to the plan")


def margins(screen: Screen) -> list[float | None]:
    return [cells.number(row["margin"]) for row in screen.plan]


def test_every_margin_is_there_at_the_least_price(asked: Screen) -> None:
    asked.fill("Every margin at most", 60.0).press("Set all margins")
    assert margins(asked) == [60.0, 60.0, 60.0] and not asked.errors
    assert {row["set_by"] for row in asked.plan} == {"margin"}
    query = dp.Count()
    quote = asked.desk.quote("sample", dp.Plan([dp.Ask(query, half_width=60.0)]))
    least = dp.Plan([dp.Ask(query, mu=quote.price * 0.98)])
    assert asked.desk.quote("sample", least).asks[0].half_width > 60.0, "a little less would not do"
    asked.press("Undo")
    assert {row["set_by"] for row in asked.plan} == {"weight"}, "one step"


def test_what_stands_in_the_way_is_named(asked: Screen) -> None:
    asked.fill("Question", "mean").fill("Group by", ["ward"]).press("Add to the plan")
    before = asked.plan[3]
    asked.fill("Every margin at most", 60.0).press("Set all margins")
    assert "is not reached by “" in asked.errors[0].replace("\\", "")
    assert [row["set_by"] for row in asked.plan] == ["margin", "margin", "margin", before["set_by"]]


def test_what_is_off_or_answered_stays(asked: Screen) -> None:
    asked.row(1).fill("Asked", False).release()
    asked.fill("Question", "mean").press("Add to the plan")
    answered = [row["margin"] for row in asked.plan[1:3]]
    asked.fill("Every margin at most", 10.0).press("Set all margins")
    assert asked.plan[0]["state"] == "off" and asked.plan[0]["set_by"] == "weight"
    assert [row["margin"] for row in asked.plan[1:3]] == answered


def test_nothing_typed_is_a_sentence(asked: Screen) -> None:
    assert "A margin is missing" in asked.press("Set all margins").errors[0]
