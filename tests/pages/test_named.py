"""Named plans on the page: saved, opened as one step for undo, linked; nothing is overwritten or lost unsaid."""

from __future__ import annotations

import json
import re
import shlex
from typing import Any

import pytest

import dpcore as dp
from dpcore.cli.run import parser
from dpcore.ledger.side.named_plan import NamedPlan
from dpcore.table.sample import sample
from pages.ask import every_month, named
from tests.pages.conftest import ASK, Screen

LIVE_MARKS = re.compile(r"(?<!\\)[*_`$\[<]|(?<!\\):[a-z]+(?=\[|:)")
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
    planned.fill("Another plan", broken.id).press("Open")
    assert "cannot be opened" in planned.errors[0] and questions(planned) == ["Count by ward"]


def test_deleted_is_deleted(planned: Screen) -> None:
    saved(planned).press("Delete")
    assert stored(planned) == [] and len(questions(planned)) == 2


def test_undo_goes_back_to_what_the_draft_was(planned: Screen) -> None:
    """Neither Open nor Open the newer one lets a later save write an old draft over another plan."""
    saved(planned)
    (plan,) = stored(planned)
    planned.press("Close").row(1).press("Remove")
    planned.fill("Another plan", plan.id).press("Open").press("Undo")
    assert not any(each.label == "Save" for each in planned.at.button), "the draft is no named plan again"
    planned.press("Redo")
    planned.desk.plans("sample").save(plan.id, 1, plan.text.replace('"weight":1.0', '"weight":3.0', 1))
    planned.run().press("Open the newer one").press("Undo")
    assert "saved revision 2 since" in " ".join(each.value for each in planned.at.warning)
    assert stored(planned)[0].revision == 2


def test_undo_after_a_save_is_still_the_plan(planned: Screen) -> None:
    saved(planned)
    planned.row(1).press("Remove").press("Save").press("Undo")
    assert len(questions(planned)) == 2 and button(planned, "Save"), "its own save is no newer one"
    planned.press("Save")
    assert stored(planned)[0].revision == 3 and not planned.errors


def test_a_reload_knows_from_which_revision_the_draft_came(planned: Screen) -> None:
    """Two tabs of one person: the draft of the second is what is stored, with its own revision."""
    saved(planned)
    (plan,) = stored(planned)
    planned.desk.plans("sample").save(plan.id, 1, plan.text.replace('"weight":1.0', '"weight":3.0', 1))
    other = Screen().go(ASK)
    other.press("Open the newer one")
    planned.row(1).press("Remove")
    again = Screen().go(ASK)
    assert len(questions(again)) == 1
    assert "saved revision 2 since" in " ".join(each.value for each in again.at.warning)
    assert not any(each.label == "Save" for each in again.at.button)


def test_an_empty_plan_is_never_saved(planned: Screen) -> None:
    saved(planned)
    planned.row(1).press("Remove").press("Remove")
    assert not button(planned, "Save") and stored(planned)[0].revision == 1


@pytest.mark.parametrize("label", ["Save as a new plan", "Open", "Save"])
def test_a_double_click_is_one_act(label: str, planned: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    """The callback runs twice before the page is drawn again."""
    saved(planned)
    planned.press("Close").row(1).press("Remove")
    if label == "Open":
        planned.fill("Another plan", stored(planned)[0].id)
    elif label == "Save":
        planned.fill("Another plan", stored(planned)[0].id).press("Open").row(1).press("Remove")
    else:
        planned.type(NAME, "another")
    name = {"Open": "_chosen", "Save": "_save", SAVE_AS: "_add"}[label]
    once = getattr(named, name)

    def twice(*given: object) -> None:
        once(*given)
        once(*given)

    monkeypatch.setattr(named, name, twice)
    planned.run().press(label)
    assert not planned.errors, planned.errors
    assert [plan.revision for plan in stored(planned)] == (
        [1, 1] if label == SAVE_AS else [2 if label == "Save" else 1]
    )
    if label == "Open":
        assert len(questions(planned.press("Undo"))) == 1, "one step"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *(("total", value) for value in ("Infinity", "NaN", "1e300", "1e-300", "1" + "0" * 400)),
        *(("weight", value) for value in ("-1", "0", "Infinity", "NaN", "1" + "0" * 400)),
        *(("held", value) for value in ('["error", NaN]', '["price", -1]', '["error", Infinity]')),
        *(("level", value) for value in ("0", "1", "NaN")),
        *(("name", value) for value in ('"\\ud800"',)),
        *(("note", value) for value in ('"\\ud800"',)),
        ("measurement", "Infinity"),
        ("slot", '"\\ud800"'),
    ],
)
def test_a_stored_plan_of_odd_numbers_is_refused_in_words(field: str, value: str, planned: Screen) -> None:
    """A colleague shared it with a script; the page stays usable."""
    saved(planned)
    (plan,) = stored(planned)
    data = json.loads(plan.text)
    (data if field in data else data["rows"][0])[field] = "HERE"
    odd = planned.desk.plans("sample").add("odd", json.dumps(data).replace('"HERE"', value))
    planned.run().fill("Another plan", odd.id).press("Open")
    assert "cannot be opened" in planned.errors[0] and len(questions(planned)) == 2


def test_a_name_is_never_markdown(planned: Screen, sent: list[Any]) -> None:
    for name in ("![](//e.co/x.png)", "**b** _i_ `c`", ":red[x] :smile:", "<script>a</script>$x^2$", "[a](//e.co)"):
        saved(planned, name)
        planned.press("Close")
    for plan in stored(planned):
        planned.fill("Another plan", plan.id).press("Open")
        sent.clear()
        planned.at.query_params["plan"] = plan.id
        planned.run()
        popover = [each.delta.add_block.popover.label for each in sent if each.delta.add_block.HasField("popover")]
        assert not any(LIVE_MARKS.search(label) for label in popover), popover


@pytest.mark.parametrize("name", ["March report", 'it\'s 50 % of "all"; rm -rf $HOME `x`'])
def test_the_line_for_cron_names_the_dataset_safely(name: str) -> None:
    line = every_month.line(name)
    assert line.count("%") == line.count(r"\%")
    words = shlex.split(line.replace(r"\%", "%"))
    assert words[5:10] == ["python", "-m", "dpcore", "release", name]
    options = parser().parse_args(words[8:])
    assert (options.dataset, options.plan, options.yes) == (name, every_month.FILE, True)


def test_an_open_plan_says_how_it_runs_every_month_and_what_is_reserved(screen: Screen) -> None:
    made = sample()
    slots = [dp.Slot("monthly", mu=0.05, times=12)]
    budget = dp.Budget(mu=1.0, delta=1e-6, slots=slots)
    screen.desk.add_dataset("visits", dp.read(made.rows), schema=made.schema, unit=made.unit, budget=budget)
    saved(screen.go(ASK).press("Histogram of age"))
    assert "Reserved releases: monthly (" in screen.text.replace("\\", "") and "12 left" in screen.text
    assert every_month.line("visits") in [code.value for code in screen.at.code]
