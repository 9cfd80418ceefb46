"""A question of several conditions, from the form to the card."""

from __future__ import annotations

import re

import pytest

from tests.pages.conftest import RESULTS, Screen


@pytest.fixture
def form(sampled: Screen) -> Screen:
    return sampled.fill("Question", "statistical_queries")


def labels(screen: Screen) -> list[str]:
    return [box.label for box in screen.at.selectbox if box.label.startswith("Condition ")]


def test_conditions_are_added_and_removed_between_the_declared_numbers(form: Screen) -> None:
    assert labels(form) == ["Condition 1"]
    assert "Remove condition" not in {button.label for button in form.at.button}
    form.press("Add condition").press("Add condition")
    assert labels(form) == ["Condition 1", "Condition 2", "Condition 3"]
    form.press("Remove condition")
    assert labels(form) == ["Condition 1", "Condition 2"]
    for _ in range(18):
        form.press("Add condition")
    assert len(labels(form)) == 20
    assert "Add condition" not in {button.label for button in form.at.button}


def test_a_condition_without_a_value_is_refused_and_a_repeated_one(form: Screen) -> None:
    form.press("Add condition").press("Add to the plan")
    assert "A choice is missing" in form.errors[0] and "each condition" in form.errors[0]
    for place in (1, 2):
        form.fill(f"Condition {place}", "urgent").fill("Value", True, place - 1)
    form.press("Add to the plan")
    assert "the same condition more than once: urgent is yes" in form.errors[0].replace("\\", "")


def test_a_tolerance_is_the_price_of_its_row(form: Screen) -> None:
    form.fill("Condition 1", "urgent").fill("Value", True).fill("Tolerance", 0.02).fill("Confidence", 0.9)
    form.press("Add to the plan")
    assert form.errors == []
    (error,) = [box for box in form.at.number_input if box.label == "Error ± (percentage points, 90 %)"]
    assert error.value == 2.0 and "with a probability of 90 %" in form.text.replace("\\", "")
    form.release()
    (release,) = form.desk.releases("sample")
    assert release.query.error.asked == (0.02, 0.9) and release.level == 0.9


def test_shares_are_priced_for_a_tolerance_and_released_together(form: Screen) -> None:
    form.press("Add condition").fill("Condition 1", "age").fill("Value", 65, 0)
    form.fill("Condition 2", "urgent").fill("Value", True, 1).press("Add to the plan")
    assert form.errors == []
    (error,) = [box for box in form.at.number_input if box.label.startswith("Error ±")]
    error.set_value(1.0).run()
    assert "percentage points per condition" in form.text
    few, many = (
        int(found.replace(",", ""))
        for found in re.search(r"at once with ([\d,]+) rows or more, within ± 1 with ([\d,]+)", form.text).groups()
    )
    assert few * 4 < many <= form.desk.dataset("sample").table.expected_rows * 1.001
    form.release()
    assert form.errors == []
    (release,) = form.desk.releases("sample")
    assert list(release.result.keys["condition"]) == ["age >= 65", "urgent == True"]
    form.go(RESULTS)
    assert "Shares of rows with: age >= 65; urgent is yes" in form.text.replace("\\", "")
