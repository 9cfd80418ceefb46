"""A statistic by blocks on its form: what only some statistics use is asked for these alone."""

from __future__ import annotations

import pytest

from tests.pages.conftest import Screen


@pytest.fixture
def asking(sampled: Screen) -> Screen:
    """The sample table, and the form of a statistic by blocks."""
    return sampled.fill("Question", "sample_and_aggregate")


def labels(asking: Screen) -> set[str]:
    app = asking.at
    return {field.label for field in (*app.selectbox, *app.number_input)}


def test_a_form_shows_the_parameters_of_the_chosen_statistic(asking: Screen) -> None:
    own = {"Explanatory column", "Share at each end", "Largest answer"}
    assert not own & labels(asking) and {"Blocks", "Combined by"} <= labels(asking)
    asking.fill("Statistic", "trimmed_mean")
    assert own & labels(asking) == {"Share at each end"}
    asking.fill("Statistic", "slope").fill("Combined by", "clipped_mean")
    assert own & labels(asking) == {"Explanatory column", "Largest answer"}
    (column,) = (field for field in asking.at.selectbox if field.label == "Column")
    (other,) = (field for field in asking.at.selectbox if field.label == "Explanatory column")
    assert column.value not in other.options
    (others,) = (field for field in asking.at.multiselect if field.label == "Adjusted for (optional)")
    assert not {column.value, other.value} & set(others.options) and others.options
    asking.press("Add to the plan")
    assert (
        asking.errors == [] and f"Slope of {column.value} on {other.value} by 100 blocks, clipped mean" in asking.text
    )
    assert "Combined by the clipped mean" in asking.text
    (others,) = (field for field in asking.at.multiselect if field.label == "Adjusted for (optional)")
    asking.at = others.select(others.options[0]).run()
    asking.press("Add to the plan")
    said = f"Slope of {column.value} on {other.value}, adjusted for {others.options[0]}, by 100 blocks, clipped mean"
    assert asking.errors == [] and said == asking.plan[1]["question"]
