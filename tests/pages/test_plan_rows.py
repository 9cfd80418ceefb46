"""Everything that is done with a row of the plan, in ordinary fields and buttons; undo; what is kept."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import dpcore as dp
from pages.ask import row_act
from pages.ui.plan import draft
from pages.ui.plan.draft import Draft
from tests.pages.conftest import ASK, RESULTS, Screen


@pytest.fixture
def asked(sampled: Screen) -> Screen:
    """Three questions: a histogram, a count, a count by ward."""
    sampled.press("Histogram of age").fill("Question", "count").press("Add to the plan")
    return sampled.fill("Group by", ["ward"]).press("Add to the plan")


def questions(screen: Screen) -> list[str]:
    return [row["question"] for row in screen.plan]


def plan(screen: Screen) -> Draft:
    found: Draft = screen.at.session_state[draft._DRAFTS][screen.desk.datasets()[0].id]
    return found


def labels(screen: Screen) -> set[str]:
    return {button.label for button in screen.at.button}


def test_one_question_has_its_form_and_a_weight_that_has_no_effect(sampled: Screen) -> None:
    sampled.press("Histogram of age")
    (weight,) = [one for one in sampled.at.number_input if one.label == "Weight"]
    assert "its weight has no effect" in weight.help
    assert "Row" not in [one.label for one in sampled.at.selectbox]
    sampled.fill("Question", "count").press("Add to the plan")
    assert "Weight" not in [one.label for one in sampled.at.number_input], "of several none is open"
    sampled.row(1)
    (weight,) = [one for one in sampled.at.number_input if one.label == "Weight"]
    assert "no effect" not in weight.help


def test_rows_are_moved_copied_and_removed(asked: Screen) -> None:
    before = questions(asked)
    first, second, third = before
    assert questions(asked.row(1).press("Move down")) == [second, first, third]
    assert questions(asked.press("Move up")) == before
    assert questions(asked.fill("Position", 3)) == [second, third, first]
    assert questions(asked.press("Duplicate")) == [second, third, first, first]
    assert questions(asked.press("Remove")) == [second, third, first]
    assert not {"Move down", "Move up"} <= labels(asked.row(1)), "there is nothing above the first"
    for _ in range(5):
        asked.press("Undo")
    assert questions(asked) == before
    for _ in range(5):
        asked.press("Redo")
    assert questions(asked) == [second, third, first]


def test_a_row_that_is_off_keeps_its_place_and_costs_nothing(asked: Screen, fresh: Callable[[], Screen]) -> None:
    share = asked.plan[1]["price"]
    asked.row(1).fill("Asked", False)
    assert [row["state"] for row in asked.plan] == ["off", "new", "new"]
    assert asked.plan[0]["price"] == "" and float(asked.plan[1]["price"]) > float(share)
    assert sum(row["share"] for row in asked.plan[1:]) == 100
    again = fresh().go(ASK)
    assert [row["state"] for row in again.plan] == ["off", "new", "new"], "kept over a reload"
    asked.press("Check and release")
    assert "Histogram" not in asked.text.split("This plan takes")[-1]
    asked.press("Release").until(lambda: "Dismiss" in labels(asked))
    assert len(asked.desk.releases("sample")) == 2
    assert asked.plan[0]["state"] == "off" and asked.plan[1]["state"].startswith("answered ")
    asked.row(1).fill("Asked", True)
    assert asked.plan[0]["state"] == "new"


def test_a_plan_that_is_all_off_says_so(sampled: Screen) -> None:
    sampled.press("Histogram of age").fill("Asked", False)
    assert "Every question is turned off" in sampled.text and not sampled.errors
    assert not any(label.startswith("Check") for label in labels(sampled))
    assert not sampled.go("pages/explore/explore.py").errors
    assert "All questions of the plan in Ask are turned off" in sampled.text and "is empty" not in sampled.text
    assert not sampled.go(ASK).fill("Asked", True).errors


def test_own_words_of_a_row_are_in_no_answer(asked: Screen) -> None:
    asked.row(2).fill("Name of your own", "All *visits*").fill("Note", "for Ada")
    assert questions(asked)[1] == "All *visits* · Count" and asked.plan[1]["note"] == "for Ada"
    assert "**All \\*visits\\***" in asked.text
    asked.press("Check and release")
    assert "- **All \\*visits\\* · Count**" in asked.text, "and where it is agreed to"
    asked.release().go(RESULTS)
    assert "for Ada" not in asked.text and "All" not in "".join(map(str, asked.desk.releases("sample")))


def test_the_question_of_a_row_is_edited_in_place(asked: Screen) -> None:
    asked.row(3).fill("Weight", 4.0).press("Edit the question")
    number = plan(asked).rows[2].id
    key = row_act.editing_key(asked.desk.datasets()[0], number)
    assert asked.at.multiselect(key=f"{key}-count-by").value == ["ward"]
    asked.at.selectbox(key=f"{key}-kind").set_value("mean").run()
    asked.press("Use this question")
    assert questions(asked)[2].startswith("Mean of")
    row = plan(asked).rows[2]
    assert (row.id, row.weight) == (number, 4.0) and "Use this question" not in labels(asked)
    asked.press("Undo")
    assert questions(asked)[2] == "Count by ward"
    asked.press("Edit the question").press("Cancel")
    assert questions(asked)[2] == "Count by ward"


def test_a_locked_margin_does_not_become_one_of_another_kind(asked: Screen) -> None:
    asked.row(2).fill("Error ± (95 %)", 100.0).press("Edit the question")
    key = row_act.editing_key(asked.desk.datasets()[0], plan(asked).rows[1].id)
    asked.at.multiselect(key=f"{key}-count-by").set_value(["ward"]).run()
    asked.press("Use this question")
    assert plan(asked).rows[1].held == ("error", 100.0), "still a count"
    asked.press("Edit the question")
    asked.at.selectbox(key=f"{key}-kind").set_value("mean").run()
    asked.press("Use this question")
    assert plan(asked).rows[1].held is None, "100 rows are no margin of a mean"


def test_undo_after_a_release_touches_no_answer(asked: Screen) -> None:
    asked.row(1).press("Remove").press("Undo").release()
    spent = asked.desk.standing("sample").meter.spent
    for _ in range(3):
        asked.press("Undo")
    assert not asked.plan and asked.desk.standing("sample").meter.spent == spent
    for _ in range(3):
        asked.press("Redo")
    assert all(row["state"].startswith("answered ") for row in asked.plan)
    assert "this plan costs nothing" in asked.text
    asked.press("Dismiss").release()
    assert asked.desk.standing("sample").meter.spent == spent
    assert len(asked.desk.releases("sample")) == 3


def test_a_number_is_never_used_for_two_rows(asked: Screen) -> None:
    """What was drawn for a row that undo took away must not act on the row that came in its place."""
    number = plan(asked).rows[2].id
    asked.press("Undo").fill("Group by", []).press("Add to the plan")
    assert number not in {row.id for row in plan(asked).rows}
    dataset = asked.desk.datasets()[0]
    before = plan(asked)
    assert before.row(number) is None and before.edit(number, weight=9.0) == before
    assert before.drop(number) == before and before.move(number, 0) == before
    assert dataset.name == "sample"


def test_a_plan_that_cannot_be_stored_says_so(asked: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("dpcore.desk.draft.LARGEST", 10)
        asked.row(1).press("Duplicate")
        (said,) = [one.value for one in asked.at.warning]
        assert "could not be stored" in said and len(asked.plan) == 4
    asked.press("Duplicate")
    assert not asked.at.warning


def test_what_is_not_usable_is_marked(asked: Screen) -> None:
    asked.fill("Question", "mean").press("Add to the plan")
    assert [row["worth"].split(" above")[0] for row in asked.plan] == ["usable"] * 4
    asked.fill("This plan may spend (epsilon)", 0.0001)
    assert [row["worth"] == "not usable" for row in asked.plan] == [False, False, False, True], (
        "a mean is between bounds"
    )
    assert "1 of 4 questions will say nothing at this price" in asked.text
    asked.press("Check and release")
    assert "1 of 4 questions will say nothing" in asked.at.warning[0].value


def test_a_margin_that_is_lost_in_small_groups_is_not_called_usable(asked: Screen) -> None:
    """The margin of a mean is that of the typical group, and the smallest group may have none."""
    asked.fill("Question", "mean").fill("Group by", ["ward"]).press("Add to the plan")
    assert asked.plan[3]["worth"] == "not usable for few rows"
    assert "in the smallest group" in asked.row(4).text or "between" in asked.text


def test_a_plan_that_costs_nothing_has_a_quiet_button(asked: Screen) -> None:
    def button(label: str) -> str:
        return str(next(one for one in asked.at.button if one.label.startswith(label)).proto.type)

    def prices() -> bool:
        return "Spend of what is left" in asked.text or "plan costs what they cost" in asked.text

    assert button("Check and release") == "primary" and prices()
    asked.release()
    assert not prices(), "what is answered has no price to be set"
    assert button("Check and release") == "secondary"
    asked.press("Check and release")
    assert button("Release") == "secondary"


def test_old_drafts_are_read(sampled: Screen) -> None:
    """As written before rows had names, notes and a switch."""
    dataset = sampled.desk.datasets()[0]
    text = (
        '{"version":1,"currency":"mu","total":0.1,"slot":null,"rows":[{"query":'
        + str(dp.Count().to_dict()).replace("'", '"').replace("None", "null")
        + ',"weight":2.0,"held":["price",0.05],"level":0.95}]}'
    )
    found = draft.from_text(text, dataset)
    assert found is not None
    (row,) = found.rows
    assert (row.weight, row.held, row.name, row.note, row.on) == (2.0, ("price", 0.05), "", "", True)
    assert draft.from_text(found.to_text(), dataset) == found
