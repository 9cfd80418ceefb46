"""A question whose error is counted in ranks, from the form to the card: ranks wherever an error stands, and no bar."""

from __future__ import annotations

import json
import re
from base64 import b64decode

import pytest

import dpcore as dp
from dpcore.present.file import plan_file
from dpcore.present.text.ranks import TYPED, UNBOUNDED
from tests.pages.conftest import ASK, RESULTS, Screen

EXPLORE = "pages/explore/explore.py"


@pytest.fixture
def asked(sampled: Screen) -> Screen:
    """The sample table, and a median in its plan."""
    return sampled.fill("Question", "median").press("Add to the plan")


def fields(screen: Screen, label: str) -> list:
    return [field for field in screen.at.number_input if field.label.startswith(label)]


def test_ask_and_check_say_ranks(asked: Screen) -> None:
    (error,) = fields(asked, "Error ± (ranks, 95 %)")
    assert error.help == TYPED
    assert "± " in asked.text and " ranks" in asked.text
    error.set_value(250.0).run()
    assert "no table has a margin above ± 250 ranks" in asked.text
    asked.press("Check and release")
    assert re.search(r"± \d+ ranks, costs epsilon", asked.text)
    assert "no table has a margin above ± 250 ranks" in asked.text
    assert "not known" in asked.text


@pytest.mark.parametrize("check", [True, False])
def test_a_question_without_an_error_in_ranks_has_an_empty_field(sampled: Screen, check: bool) -> None:
    query = dp.Quantiles("cost", [0.5, 0.9], method="cumulative", check=check)
    plan = plan_file.to_json(dp.Plan([dp.Ask(query, mu=0.1)]), sampled.desk.dataset("sample"))
    sampled.upload(plan, "plan.json").press("Use this plan")
    (error,) = fields(sampled, "Error ± (ranks, 95 %)")
    assert error.value is None and not sampled.errors
    assert "no error in ranks can be stated" in sampled.text and "The answer has an interval instead" in sampled.text
    error.set_value(250.0).run()
    assert "has no error in ranks that a price could bound" in "".join([sampled.text, *sampled.errors])
    sampled.go(EXPLORE)
    assert not sampled.errors and "no error in ranks can be stated" in sampled.text


def test_the_card_has_no_margin_and_is_not_measured_again(asked: Screen) -> None:
    asked.release()
    asked.go(RESULTS)
    assert UNBOUNDED.rstrip(".") in asked.text
    assert "nan" not in asked.text.lower().split()
    (metric,) = asked.at.metric
    assert "±" not in metric.value
    assert not any("easure again" in button.label for button in asked.at.button)
    asked.go(ASK)
    assert re.search(r"answered\\?: ±[\d,]+ ranks", asked.text)
    assert not any(button.label == "Improve" for button in asked.at.button)


def test_two_prices_are_two_cards_that_are_not_compared(asked: Screen) -> None:
    query = dp.Median("cost", by=["ward"])
    for price in (0.1, 0.2):
        asked.desk.release("sample", dp.Plan([dp.Ask(query, mu=price)]))
    asked.go(RESULTS)
    assert "2 answers, newest first" in asked.text
    asked.at.session_state[f"results-{asked.desk.releases('sample')[0].id}-compare"] = True
    asked.run()
    assert "cannot be distinguished from noise" in "\n".join([asked.text, *(note.value for note in asked.at.warning)])
    shown = [b64decode(picture.url.partition(",")[2]).decode() for picture in asked.pictures]
    assert len(shown) == 2
    assert all('class="interval"' not in picture for picture in shown)
    asked.at.toggle(key=f"results-{asked.desk.releases('sample')[0].id}-touched").set_value(True).run()
    (chart,) = asked.at.get("plotly_chart")
    assert len(asked.pictures) == 1 and all("error_y" not in line for line in json.loads(chart.proto.spec)["data"])


def test_explore_asks_for_a_target_in_ranks(asked: Screen) -> None:
    asked.go(EXPLORE)
    labels = [field.label for field in asked.at.number_input]
    assert any(label == "Margin of error ± (ranks, 95 %)" for label in labels), labels
    half = next(field for field in asked.at.number_input if field.label.startswith("Margin of error ± (ranks"))
    half.set_value(300.0).run()
    assert re.search(r"± \d+ ranks costs", asked.text), "the usual margin at a price that holds on every table"
