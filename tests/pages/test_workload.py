"""A question with groups and a matrix, from the form to the card; what is typed wrongly is one sentence."""

from __future__ import annotations

import pytest

from dpcore.table.sample import WARDS
from tests.pages.conftest import RESULTS, Screen

ROWS = len(WARDS)


@pytest.fixture
def asking(sampled: Screen) -> Screen:
    """The sample table, and the form of a workload."""
    return sampled.fill("Question", "workload").fill("Groups of", "ward")


def test_typed_rows_are_asked_and_answered(asking: Screen) -> None:
    """Rows separated by new lines or semicolons; the card names what gets noise."""
    total, difference = ", ".join(["1"] * ROWS), ", ".join(["1", "-1", *["0"] * (ROWS - 2)])
    asking.fill("Weights", f"{total}\n\n{difference}; {difference}").press("Add to the plan")
    assert asking.errors == [] and "3 weighted sums of counts by ward" in asking.text
    assert "Noise is added to" in asking.text
    asking.release()
    (answer,) = asking.desk.releases("sample")
    assert list(answer.table.columns) == ["query", "estimate", "std_error", "low", "high"] and len(answer.table) == 3
    assert answer.query.matrix[1] == answer.query.matrix[2] == (1.0, -1.0, *[0.0] * (ROWS - 2))
    asking.go(RESULTS)
    assert asking.errors == [] and "3 weighted sums of counts by ward" in asking.text


@pytest.mark.parametrize(
    ("typed", "words"),
    [("1, 2", "needs a weight"), ("", "list of rows"), ("1, x", "A weight"), ("0, 0", "other than 0")],
)
def test_what_is_typed_wrongly_is_refused(asking: Screen, typed: str, words: str) -> None:
    asking.fill("Weights", typed).press("Add to the plan")
    assert words in " ".join(asking.errors) + asking.text


def test_numbers_are_grouped_by_typed_edges(asking: Screen) -> None:
    asking.fill("Groups of", "age").fill("Groups of age by edges", "0, 18, 65, 120").fill("Weights", "1,0,0; 1,1,0")
    asking.press("Add to the plan")
    assert asking.errors == [] and "2 weighted sums of counts by age in bins" in asking.text


def test_a_covariance_is_typed_and_the_card_says_what_got_noise(asking: Screen) -> None:
    """It is optional, and what is no covariance is refused in a sentence."""
    unit = [", ".join(["1", "0", *["0"] * (ROWS - 2)]), ", ".join(["0", "1", *["0"] * (ROWS - 2)])]
    asking.fill("Weights", "; ".join(unit)).fill("Covariance of the noise (optional)", "1, 2; 2, 1")
    asking.press("Add to the plan")
    assert "positive definite" in " ".join(asking.errors) + asking.text
    asking.fill("Covariance of the noise (optional)", "1, 0.5; 0.5, 1").press("Add to the plan")
    assert asking.errors == [] and "with the chosen covariance, times" in asking.text
    asking.release()
    (answer,) = asking.desk.releases("sample")
    assert answer.query.covariance == ((1.0, 0.5), (0.5, 1.0))
    asking.go(RESULTS)
    assert "Noise was added to the queries themselves, with the chosen covariance, times" in asking.text


def test_a_radius_is_optional_and_one_that_is_typed_is_asked(sampled: Screen) -> None:
    """The form of another question with an optional parameter."""
    sampled.fill("Question", "vector_mean").fill("Columns", ["age", "cost"])
    sampled.press("Add to the plan")
    assert sampled.errors == [] and "Means of age, cost" in sampled.text and "within the radius" not in sampled.text
    sampled.fill("Radius (optional)", 0.75).press("Add to the plan")
    assert sampled.errors == [] and "Means of age, cost within the radius 0" in sampled.plan[1]["question"]
    sampled.release()
    assert sorted(answer.query.radius or 0.0 for answer in sampled.desk.releases("sample")) == [0.0, 0.75]
    sampled.go(RESULTS)
    assert sampled.errors == [] and "were moved to this distance" in sampled.text
    assert "in the unit of each column" in sampled.text
