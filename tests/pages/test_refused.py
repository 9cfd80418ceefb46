"""A question that a table does not allow is refused in words when it is added, and wherever a plan brings it."""

from __future__ import annotations

import pytest

import dpcore as dp
from dpcore.queries import QUERIES, Query
from pages.ui.plan import draft
from tests.pages.conftest import ASK, Screen

KINDS = [kind for kind in QUERIES if kind.limits.public_rows]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_the_form_says_why_a_question_is_not_for_this_table(sampled: Screen, kind: type[Query]) -> None:
    """The sample table protects membership, so that its number of rows is private."""
    sampled.go(ASK).fill("Question", kind.name)
    assert not any(box.label == "Group by" for box in sampled.at.multiselect)
    assert not any(button.label == "Add filter" for button in sampled.at.button)
    sampled.press("Add to the plan")
    assert any("no row is left out" in error or "number of rows is public" in error for error in sampled.errors)
    (dataset,) = sampled.desk.datasets()
    assert not sampled.at.session_state[draft._DRAFTS][dataset.id].rows


def test_the_form_says_so_of_a_loss_that_needs_a_public_number_of_rows(sampled: Screen) -> None:
    (dataset,) = sampled.desk.datasets()
    sampled.go(ASK).fill("Question", "kernel_machine").fill("From", ["nights"])
    assert any(box.label == "Group by" for box in sampled.at.multiselect)
    sampled.fill("Loss", "squares")
    assert not any(box.label == "Group by" for box in sampled.at.multiselect)
    assert not any(button.label == "Add filter" for button in sampled.at.button)
    before = sampled.desk.ledger(dataset.id)
    sampled.press("Add to the plan")
    assert any(
        "ridge regression” is only answered where the number of rows is public" in error for error in sampled.errors
    )
    assert any("Choose the usual loss instead" in error for error in sampled.errors)
    assert not sampled.at.session_state[draft._DRAFTS][dataset.id].rows
    sampled.fill("Loss", "usual").press("Add to the plan")
    assert len(sampled.at.session_state[draft._DRAFTS][dataset.id].rows) == 1
    assert sampled.desk.ledger(dataset.id) == before


def test_a_plan_that_brings_one_says_so(sampled: Screen) -> None:
    sampled.press("Histogram of age")
    (dataset,) = sampled.desk.datasets()
    plan = sampled.at.session_state[draft._DRAFTS][dataset.id]
    sampled.at.session_state[draft._DRAFTS] = {dataset.id: plan.add(dp.TrimmedMean("age"))}
    sampled.run()
    assert any("is left out" in error or "number of rows is public" in error for error in sampled.errors)
