"""What browsers send of a plan: cells by position, fields that are gone, two changes in one message."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from streamlit.proto.WidgetStates_pb2 import WidgetState

import dpcore as dp
from dpcore.desk.draft import Drafts
from pages.ask import row_act
from pages.ui.plan import draft
from pages.ui.plan.draft import Draft, Row
from tests.pages.conftest import ASK, Screen

EXPLORE = "pages/explore/explore.py"


@pytest.fixture
def asked(sampled: Screen) -> Screen:
    """A histogram, a count, a count by ward."""
    sampled.press("Histogram of age").fill("Question", "count").press("Add to the plan")
    return sampled.fill("Group by", ["ward"]).press("Add to the plan")


def plan(screen: Screen) -> Draft:
    found: Draft = screen.at.session_state[draft._DRAFTS][screen.desk.datasets()[0].id]
    return found


def send(screen: Screen, *states: WidgetState) -> Screen:
    """One message with these states beside those of all widgets that are drawn."""
    message = screen.at._tree.get_widget_states()
    message.widgets.extend(states)
    screen.at._run(message)
    return screen


def table(screen: Screen) -> Any:
    return next(each for each in screen.at.dataframe if "set_by" in each.value)


def cells(screen: Screen, edits: dict[int, dict[str, str | None]]) -> WidgetState:
    """The whole state of the table, as the browser sends it: all that was typed since it was drawn anew."""
    state = WidgetState()
    state.id = table(screen).proto.id
    rows = {str(row): changed for row, changed in edits.items()}
    state.string_value = json.dumps({"edited_rows": rows, "added_rows": [], "deleted_rows": []})
    return state


def type_(screen: Screen, edits: dict[int, dict[str, str | None]]) -> Screen:
    return send(screen, cells(screen, edits))


def test_a_typed_cell_changes_its_row_once(asked: Screen) -> None:
    before = table(asked).proto.id
    type_(asked, {1: {"price": "0.2"}})
    assert [row["set_by"] for row in asked.plan] == ["weight", "price", "weight"] and asked.plan[1]["price"] == "0.2"
    assert table(asked).proto.id == before, "the table stays, with the cell in which somebody types"
    type_(asked, {1: {"price": "0.2"}, 2: {"margin": "100"}})
    assert [row["set_by"] for row in asked.plan] == ["weight", "price", "margin"]
    assert table(asked).proto.id == before
    type_(asked, {1: {"price": "0.2", "weight": "3"}, 2: {"margin": "100"}})
    assert plan(asked).rows[1].held is None and plan(asked).rows[1].weight == 3.0
    assert table(asked).proto.id != before, "the typed price no longer holds"


def test_a_cell_typed_again_after_the_table_was_away_counts(asked: Screen) -> None:
    type_(asked, {0: {"price": "0.2"}}).go(EXPLORE).go(ASK).press("Undo")
    assert plan(asked).rows[0].held is None
    type_(asked, {0: {"price": "0.2"}})
    assert asked.plan[0]["price"] == "0.2" and asked.plan[0]["set_by"] == "price"


def test_a_row_that_moved_keeps_what_was_typed_in_it(asked: Screen) -> None:
    type_(asked, {0: {"price": "0.2"}})
    asked.row(1).press("Move down")
    assert [row["set_by"] for row in asked.plan] == ["weight", "price", "weight"]
    assert [row["price"] == "0.2" for row in asked.plan] == [False, True, False]


def test_a_name_shows_its_question_behind_it(asked: Screen) -> None:
    type_(asked, {1: {"question": "Mine"}})
    assert asked.plan[1]["question"] == "Mine · Count"
    type_(asked, {1: {"question": "Patient Count"}})
    assert asked.plan[1]["question"] == "Patient Count · Count"
    type_(asked, {1: {"question": None}})
    assert asked.plan[1]["question"] == "Count"
    type_(asked, {1: {"question": "x" * 500}})
    assert "at most 120 characters" in asked.errors[0]


@pytest.mark.parametrize("first", ["cell", "button"])
def test_check_never_has_a_plan_without_what_was_typed_in_the_same_message(asked: Screen, first: str) -> None:
    """A browser sends in one message what was done while the page was busy."""
    next(button for button in asked.at.button if button.label.startswith("Check")).click()
    pressed, typed = asked.at._tree.get_widget_states(), cells(asked, {0: {"price": "0.1"}})
    pressed.widgets.insert(0, typed) if first == "cell" else pressed.widgets.append(typed)
    asked.at._run(pressed)
    assert plan(asked).rows[0].held is not None
    checking = plan(asked).checking
    assert (checking is None) == (first == "button"), "a plan that changes afterwards is checked again"
    assert checking is None or [ask.mu is not None for ask in checking[1].asks] == [True, False, False]


def test_a_change_closes_the_check_of_the_plan_before(asked: Screen) -> None:
    asked.press("Check and release")
    assert plan(asked).checking is not None
    type_(asked, {0: {"price": "0.1"}})
    assert plan(asked).checking is None


@pytest.mark.parametrize("away", ["row", "page"])
def test_fields_that_are_gone_change_nothing(asked: Screen, away: str) -> None:
    """A browser that slept sends the fields of a form that was closed, with what they said."""
    asked.row(1)
    ends = ("weight", "price", "error", "name", "note", "place")
    old = [
        field._widget_state
        for field in [*asked.at.number_input, *asked.at.text_input, *asked.at.button_group]
        if str(field.key).startswith("row-") and str(field.key).endswith((*ends, "held"))
    ]
    assert len(old) >= len(ends)
    before = plan(asked)
    _ = asked.row(2) if away == "row" else asked.go(EXPLORE)
    send(asked, *old)
    assert plan(asked) == before and not asked.errors


def test_a_field_that_was_edited_and_closed_in_one_message_counts(asked: Screen) -> None:
    asked.row(1).type("Weight", 5.0)
    next(field for field in asked.at.selectbox if field.label == "Row").select_index(2)
    asked.run()
    assert plan(asked).rows[0].weight == 5.0


@pytest.mark.parametrize("away", ["row", "page"])
def test_a_form_that_was_left_is_filled_again(asked: Screen, away: str) -> None:
    asked.row(3).press("Edit the question")
    if away == "row":
        asked.row(1).row(3)
        assert "Use this question" not in {button.label for button in asked.at.button}
        asked.press("Edit the question")
    else:
        asked.go(EXPLORE).go(ASK)
    asked.press("Use this question")
    assert asked.plan[2]["question"] == "Count by ward"


def opened(screen: Screen, fresh: Callable[[], Screen], query: dp.queries.Query, **row: Any) -> Screen:
    """A new session with this question as its plan."""
    dataset = screen.desk.datasets()[0]
    rows = (Row(1, query.bind(dataset.table.schema), **row),)
    Drafts(screen.desk.home, screen.desk.user).save(dataset.id, Draft("mu", 0.1, rows, 2).to_text())
    return fresh().go(ASK)


def test_an_edit_that_changes_nothing_keeps_an_answer(sampled: Screen, fresh: Callable[[], Screen]) -> None:
    """A script may word a filter in a way that the form does not."""
    ward = sampled.desk.datasets()[0].table.schema["ward"].keys[0]
    screen = opened(sampled, fresh, dp.Count(where=[dp.Condition("ward", "==", ward)])).release()
    before = plan(screen).rows[0].query
    screen.press("Edit the question").press("Use this question")
    assert plan(screen).rows[0].query == before and screen.plan[0]["state"].startswith("answered")


def test_what_no_field_can_hold_is_said(sampled: Screen, fresh: Callable[[], Screen]) -> None:
    screen = opened(sampled, fresh, dp.Count(where=[dp.Condition("age", ">", 500)]))
    screen.press("Edit the question")
    assert "has no field for all that this question says" in screen.text
    screen.press("Use this question")
    assert "A choice is missing" in screen.errors[0]


def test_a_margin_stays_only_for_the_same_quantity(sampled: Screen, fresh: Callable[[], Screen]) -> None:
    screen = opened(sampled, fresh, dp.Sum("cost"), held=("error", 4_000.0)).press("Edit the question")
    key = row_act.editing_key(screen.desk.datasets()[0], 1)
    screen.at.selectbox(key=f"{key}-sum-column").set_value("age").run()
    screen.press("Use this question")
    assert plan(screen).rows[0].held is None and str(plan(screen).rows[0].query) == "Sum of age"


def test_a_lock_that_cannot_be_set_is_refused_and_nothing_is_unlocked(asked: Screen) -> None:
    type_(asked, {0: {"margin": "0.000001"}})
    assert asked.plan[0]["price"] == "", "no price for the plan"
    asked.row(1)
    group = next(each for each in asked.at.button_group if str(each.key).endswith("-held"))
    group.set_value("price").run()
    assert plan(asked).rows[0].held == ("error", 0.000001)
    assert "no price or margin now that could be kept" in "".join(asked.errors)


@pytest.mark.parametrize("weight", ["1e10", "1e-12"])
def test_a_weight_that_no_plan_can_have_is_refused(asked: Screen, weight: str) -> None:
    type_(asked, {0: {"weight": weight}})
    assert "A weight is a number from" in asked.errors[0] and all(row["price"] for row in asked.plan)
    asked.row(2).fill("Weight", float(weight))
    assert "A weight is a number from" in asked.errors[0] and all(row["price"] for row in asked.plan)


def test_a_row_that_is_off_takes_no_price(asked: Screen) -> None:
    asked.row(1).fill("Asked", False)
    type_(asked, {0: {"price": "0.2"}})
    assert "is turned off" in asked.errors[0] and plan(asked).rows[0].held is None


def test_numbers_of_rows_are_not_used_again_by_explore(asked: Screen) -> None:
    asked.row(1).press("Remove")
    before = [row.id for row in plan(asked).rows]
    asked.row(1).go(EXPLORE).press("Use in Ask")
    assert [row.id for row in plan(asked).rows] == before
    assert plan(asked).next_id == 4, "which no row ever had"


def test_clearing_the_position_moves_nothing(asked: Screen) -> None:
    before = plan(asked)
    asked.row(3)
    next(field for field in asked.at.number_input if field.label == "Position").set_value(None).run()
    assert plan(asked) == before
