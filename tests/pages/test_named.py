"""Named plans on the page: saved, opened as one step for undo, linked; nothing is overwritten or lost unsaid."""

from __future__ import annotations

import json

import pytest

from dpcore.ledger.side.named_plan import NamedPlan
from tests.pages.conftest import ASK, Screen

NAME, SAVE_AS = "Name of a new plan", "Save as a new plan"


@pytest.fixture
def planned(sampled: Screen) -> Screen:
    sampled.press("Histogram of age")
    return sampled.fill("What do you want to know?", "count by ward").press("Add to the plan")


def stored(screen: Screen) -> list[NamedPlan]:
    return screen.desk.plans("sample").all


def saved(screen: Screen, name: str = "March report") -> Screen:
    return screen.type(NAME, name).press(SAVE_AS)


def button(screen: Screen, label: str) -> bool:
    """Whether a button can be pressed."""
    return not next(each for each in screen.at.button if each.label == label).disabled


def questions(screen: Screen) -> list[str]:
    return [row["question"] for row in screen.plan]


def test_a_plan_is_saved_changed_and_saved_again(planned: Screen) -> None:
    saved(planned)
    (plan,) = stored(planned)
    assert (plan.name, plan.revision) == ("March report", 1) and not button(planned, "Save")
    planned.fill("What do you want to know?", "average cost").press("Add to the plan")
    planned.press("Save")
    (plan,) = stored(planned)
    assert plan.revision == 2 and len(json.loads(plan.text)["rows"]) == 3 and not button(planned, "Save")
    assert "revision 2" in planned.text


def test_another_plan_is_opened_and_undo_brings_the_draft_back(planned: Screen) -> None:
    saved(planned)
    before = questions(planned)
    planned.fill("What do you want to know?", "median age").press("Add to the plan")
    saved(planned, "with a median")
    first = next(plan for plan in stored(planned) if plan.name == "March report")
    planned.fill("Another plan", first.id).press("Open")
    assert questions(planned) == before
    planned.press("Undo")
    assert len(questions(planned)) == 3
    planned.press("Redo")
    assert questions(planned) == before and not planned.errors


def test_an_answered_question_of_an_opened_plan_costs_nothing(planned: Screen) -> None:
    saved(planned)
    planned.release()
    planned.press("Dismiss")
    planned.press("Close").row(1).press("Remove")
    planned.fill("Another plan", stored(planned)[0].id).press("Open")
    assert all("answered" in row["state"] for row in planned.plan)


def test_a_newer_revision_is_said_and_never_overwritten(planned: Screen) -> None:
    saved(planned)
    (plan,) = stored(planned)
    planned.desk.plans("sample").save(plan.id, 1, plan.text.replace('"weight":1.0', '"weight":3.0', 1))
    planned.row(1).press("Remove")
    assert "saved revision 2 since you opened this plan" in " ".join(each.value for each in planned.at.warning)
    assert not any(each.label == "Save" for each in planned.at.button)
    saved(planned, "mine")
    assert {one.name: one.revision for one in stored(planned)} == {"March report": 2, "mine": 1}


def test_two_saves_at_once_are_told_apart(planned: Screen) -> None:
    """The revision of another came between what is drawn and the click."""
    saved(planned)
    (plan,) = stored(planned)
    planned.row(1).press("Remove")
    planned.desk.plans("sample").save(plan.id, 1, plan.text)
    planned.press("Save")
    assert "meanwhile" in planned.errors[0] and stored(planned)[0].revision == 2 and len(questions(planned)) == 1


def test_a_link_offers_the_plan_and_changes_nothing_by_itself(planned: Screen) -> None:
    saved(planned)
    (plan,) = stored(planned)
    planned.press("Close").row(1).press("Remove")
    left = questions(planned)
    planned.at.query_params["plan"] = plan.id
    planned.run()
    assert "March report" in planned.text and questions(planned) == left
    planned.press("Open")
    assert len(questions(planned)) == 2 and "plan" not in planned.at.query_params
    planned.at.query_params["plan"] = "f" * 16
    assert "was deleted, or it is not shared with you" in planned.run().text
    planned.press("Dismiss")
    assert "plan" not in planned.at.query_params


def test_it_is_still_open_after_a_reload(planned: Screen) -> None:
    saved(planned)
    again = Screen().go(ASK)
    assert any(each.label == "Save" for each in again.at.button) and len(questions(again)) == 2


def test_questions_that_no_longer_fit_are_left_out_and_said(planned: Screen) -> None:
    saved(planned)
    (plan,) = stored(planned)
    data = json.loads(plan.text)
    data["rows"][0]["query"]["column"] = "gone"
    other = planned.desk.plans("sample").add("of another description", json.dumps(data))
    broken = planned.desk.plans("sample").add("of another program", '{"version": 99}')
    planned.run().fill("Another plan", other.id).press("Open")
    assert questions(planned) == ["Count by ward"]
    assert "no longer fits the description" in " ".join(each.value for each in planned.at.warning)
    planned.press("Dismiss").fill("Another plan", broken.id).press("Open")
    assert "cannot be opened" in planned.errors[0] and questions(planned) == ["Count by ward"]


def test_deleted_is_deleted(planned: Screen) -> None:
    saved(planned).press("Delete")
    assert stored(planned) == [] and len(questions(planned)) == 2
