"""A dataset's page: described again by grid and by fields, what it says of its past, its uses, plans and links."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest
from streamlit.proto.WidgetStates_pb2 import WidgetState

import dpcore as dp
from dpcore.table.column import Number
from dpcore.table.description import Change
from dpcore.table.sample import sample
from pages.data import grid, loading
from pages.ui import job
from tests.pages.conftest import ASK, HOME, LEDGER, RESULTS, Screen

DATASET, EXPLORE = "pages/data/dataset.py", "pages/explore/explore.py"
PUBLISH, TEAM = "pages/publish/publish.py", "pages/team/team.py"
GO, WHENCE = "Describe the rows so", "Where do the new facts come from?"
SOURCE = "Source, in your words (optional; kept in the ledger)"


@pytest.fixture
def page(answered: Screen) -> Screen:
    return unfold(answered.go(DATASET))


def unfold(screen: Screen) -> Screen:
    """Opens the form."""
    screen.at.session_state[f"again-{screen.desk.datasets()[0].id}-fold"] = True
    return screen.run()


def place(screen: Screen, name: str) -> int:
    return next(spot for spot, row in enumerate(screen.lines) if row["column"] == name)


def say_whence(screen: Screen, kind: str = "public") -> Screen:
    (radio,) = (each for each in screen.at.radio if each.label == WHENCE)
    radio.set_value(kind).run()
    return screen


def ready(screen: Screen) -> bool:
    return not next(each for each in screen.at.button if each.label == GO).disabled


def described(screen: Screen) -> dp.Dataset:
    return screen.desk.datasets()[0]


def test_other_bounds_in_the_grid(page: Screen) -> None:
    assert not ready(page) and "Nothing is changed yet." in page.text
    page.cells({place(page, "cost"): {"high": "2500"}})
    assert "cost: from 0 to 2,500 (before: from 0 to" in page.text.replace("\\", "")
    assert "1 answered question stays as it is" in page.text and not ready(page)
    say_whence(page)
    assert ready(page)
    page.press(GO)
    column = described(page).table.schema["cost"]
    assert isinstance(column, Number) and column.high == 2500 and described(page).described == 2
    assert any("described anew" in each.value for each in page.at.success)
    assert "described again, from public knowledge" in page.text and "description 2" in page.text
    page.desk.verify()


def test_a_question_about_what_changes_is_named_before(page: Screen) -> None:
    page.cells({place(page, "age"): {"high": "90"}})
    (warning,) = (each.value for each in page.at.warning if "paid again" in each.value)
    assert "Histogram of age" in warning


def test_a_second_click_describes_once(page: Screen) -> None:
    page.cells({place(page, "cost"): {"high": "2500"}})
    say_whence(page)
    dataset, (go,) = described(page), (each for each in page.at.button if each.label == GO)
    page.press(GO)
    entries = len(page.desk.ledger(dataset.id))
    clicked = WidgetState()
    clicked.id, clicked.trigger_value = go.proto.id, True
    message = page.at._tree.get_widget_states()
    message.widgets.extend([clicked])
    page.at._run(message)
    assert len(page.desk.ledger(dataset.id)) == entries and not page.at.error


def test_what_cannot_be_read_stays_and_is_said(page: Screen) -> None:
    spot = place(page, "cost")
    page.cells({spot: {"high": "many"}})
    assert page.lines[spot]["high"] == "many" and "must be a number" in page.lines[spot]["status"]
    assert any("cannot be read yet" in each.value for each in page.at.warning)
    say_whence(page)
    assert not ready(page)
    page.cells({spot: {"high": "many", "kind": "whole number"}, place(page, "age"): {"kind": "a guess"}})
    assert "is not a kind of column" in page.lines[place(page, "age")]["status"]
    page.press("Start over")
    assert "Nothing is changed yet." in page.text and not ready(page)


def test_a_block_of_other_words_for_kinds(page: Screen) -> None:
    """Synonyms of the data dictionary, and an emptied cell."""
    ward: dict[str, str | None] = {"kind": None, "values": None}
    page.cells({place(page, "age"): {"kind": "INT", "high": "110"}, place(page, "ward"): ward})
    status = {row["column"]: row["status"] for row in page.lines}
    assert status["age"] == "changed" and status["ward"] == "changed"
    say_whence(page)
    page.press(GO)
    schema = described(page).table.schema
    assert schema["age"] == dp.Number(0, 110, integer=True) and "ward" not in schema


def test_ordinary_fields_do_the_same(page: Screen) -> None:
    page.fill("Column", "cost")
    page.fill("to", "2500").fill("from", "-5")
    assert page.lines[place(page, "cost")]["low"] == "-5"
    page.fill("Column", "ward").fill("Kind", "not used")
    say_whence(page, "correction")
    page.press(GO)
    schema = described(page).table.schema
    assert schema["cost"] == dp.Number(-5, 2500) and "ward" not in schema


def test_what_is_typed_survives_another_page(page: Screen) -> None:
    page.cells({place(page, "cost"): {"high": "2500"}})
    unfold(page.go(LEDGER).go(DATASET))
    assert page.lines[place(page, "cost")]["high"] == "2500"
    assert "Description, versions and uses" in page.go(LEDGER).text


def test_facts_of_an_answer_name_it(page: Screen) -> None:
    page.cells({place(page, "cost"): {"high": "2500"}})
    say_whence(page, "answer")
    assert not ready(page)
    (key,) = (release.key for release in page.desk.releases(described(page).id))
    page.fill("Which answers?", [key]).fill("Source, in your words (optional; kept in the ledger)", "rounded up")
    page.press(GO)
    entry = page.desk.ledger(described(page).id)[-1]
    assert entry.payload["origin"] == {"kind": "answer", "releases": [key], "note": "rounded up"}


def test_another_description_in_between_is_not_overwritten(page: Screen) -> None:
    """It is refused; what was entered stays, and can be written on top of what is now seen."""
    page.cells({place(page, "cost"): {"high": "2500"}})
    say_whence(page)
    page.desk.describe(described(page).id, expected_rows=77, origin=dp.Origin("public"))
    page.press(GO)
    assert described(page).described == 2 and described(page).table.expected_rows == 77
    assert any("changed in the meantime" in each.value for each in page.at.error)
    unfold(page)
    assert page.lines[place(page, "cost")]["high"] == "2500" and ready(page)
    page.press(GO)
    column = described(page).table.schema["cost"]
    assert isinstance(column, Number) and column.high == 2500 and described(page).table.expected_rows is not None


def fields(screen: Screen) -> tuple[Any, ...]:
    values = {
        each.label: each.value for kind in ("radio", "text_input", "number_input") for each in screen.at.get(kind)
    }
    return values.get(WHENCE), values.get(SOURCE), values.get("Expected number of rows")


def test_fields_that_are_not_drawn_for_a_while_keep_what_was_entered(page: Screen) -> None:
    say_whence(page).fill(SOURCE, "a list").fill("Expected number of rows", 4321)
    entered = ("public", "a list", 4321)
    assert fields(page) == entered
    assert fields(unfold(page.go(LEDGER).go(DATASET))) == entered
    key = f"again-{described(page).id}-fold"
    page.at.session_state[key] = False
    page.run()
    assert fields(unfold(page)) == entered
    page.press("Start over")
    assert fields(page) == (None, "", described(page).table.expected_rows)


def test_what_is_typed_with_the_click_is_written(page: Screen) -> None:
    """A browser sends a field and the button in one message."""
    page.cells({place(page, "cost"): {"high": "2500"}})
    say_whence(page)
    page.type(SOURCE, "typed at once").type("Expected number of rows", 4321)
    next(each for each in page.at.button if each.label == GO).click().run()
    entry = page.desk.ledger(described(page).id)[-1]
    assert entry.payload["origin"]["note"] == "typed at once" and entry.payload["facts"]["expected_rows"] == 4321


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Describing waits until this is set."""
    go_on, honest = threading.Event(), dp.Desk.describe

    def describe(desk: dp.Desk, *args: Any, **options: Any) -> Any:
        assert go_on.wait(60)
        return honest(desk, *args, **options)

    monkeypatch.setattr(dp.Desk, "describe", describe)
    monkeypatch.setattr(loading, "SOON", 0)
    return go_on


def test_how_a_slow_description_ends_is_said(page: Screen, slow: threading.Event) -> None:
    page.cells({place(page, "cost"): {"high": "2500"}})
    say_whence(page).press(GO)
    assert "Describing the rows" in page.text
    slow.set()
    page.until(lambda: any("described anew" in each.value for each in page.at.success))
    assert described(page).described == 2 and not job.loads()._jobs


def test_a_slow_description_that_is_refused_loses_nothing(page: Screen, slow: threading.Event) -> None:
    page.cells({place(page, "cost"): {"high": "2500"}})
    say_whence(page).fill(SOURCE, "a list").press(GO)
    page.desk._catalog.describe(described(page).id, Change(expected_rows=77), dp.Origin("public"), None)
    slow.set()
    page.until(lambda: any("changed in the meantime" in each.value for each in page.at.error))
    unfold(page)
    assert page.lines[place(page, "cost")]["high"] == "2500" and fields(page)[:2] == ("public", "a list")


def test_two_tabs_describe_each_for_itself(page: Screen, slow: threading.Event, fresh: Callable[[], Screen]) -> None:
    other = unfold(fresh().go(DATASET))
    page.cells({place(page, "cost"): {"high": "2500"}})
    say_whence(page).press(GO)
    other.cells({place(other, "age"): {"high": "90"}})
    say_whence(other).press(GO)
    slow.set()
    done = [each for each in (page, other) if each.run().until(lambda each=each: each.at.success or each.at.error)]
    assert sorted(bool(each.at.success) for each in done) == [False, True]
    assert described(page).described == 2
    (refused,) = (each for each in done if each.at.error)
    unfold(refused)
    assert "changed" in {row["status"] for row in refused.lines}


def test_edits_follow_their_column_into_a_new_version(page: Screen) -> None:
    """The editor keeps what is typed by position: other columns, another editor."""
    names = [row["column"] for row in page.lines]
    page.cells({place(page, "cost"): {"high": "2500"}})
    before = page.grid.proto.id
    rows = sample().rows
    page.desk.update(described(page).id, dp.read(rows.to_pandas().assign(aaa=1)), separate_budget=True)
    unfold(page.run())
    assert [row["column"] for row in page.lines] != names and page.grid.proto.id != before
    assert {row["column"]: row["high"] for row in page.lines if row["status"] == "changed"} == {"cost": "2500"}


def test_the_beginning_of_a_long_list_is_not_taken_for_it(page: Screen) -> None:
    values = [f"value number {number}" for number in range(400)]
    schema = dp.Schema({**described(page).table.schema.columns, "ward": dp.Category(values)})
    page.desk.describe(described(page).id, schema, origin=dp.Origin("public"))
    unfold(page.run())
    spot = place(page, "ward")
    page.cells({spot: {"values": page.lines[spot]["values"] + "|new"}})
    assert any("longer than its cell shows" in each.value for each in page.at.error)
    assert page.lines[spot]["status"] == "described" and "Nothing is changed yet." in page.text
    page.fill("Column", "ward").fill("Values", "|".join([*values, "new"]))
    assert "ward: new values “new”." in page.text.replace("\\", "")


def test_a_note_that_cannot_be_written_takes_nothing_away(page: Screen) -> None:
    page.cells({place(page, "cost"): {"high": "2500"}})
    say_whence(page).fill(SOURCE, "a\tb\u00ad")
    assert any("printable characters" in each.value for each in page.at.error)
    assert "Versions and descriptions" in page.text and not ready(page)
    page.fill(SOURCE, "처리\u3000방침")
    assert ready(page)


def test_of_two_answers_to_one_question_the_chosen_one_is_named(page: Screen) -> None:
    (first,) = page.desk.releases(described(page).id)
    page.desk.remeasure(first, mu=0.05)
    page.cells({place(page, "cost"): {"high": "2500"}})
    say_whence(page, "answer")
    (menu,) = (each for each in page.at.multiselect if each.label == "Which answers?")
    assert len(set(menu.options)) == 2
    page.fill("Which answers?", [first.key]).press(GO)
    assert page.desk.ledger(described(page).id)[-1].payload["origin"]["releases"] == [first.key]


def test_a_kind_that_is_changed_back_has_its_fields_again(page: Screen) -> None:
    page.fill("Column", "cost").fill("to", "2500").fill("Kind", "identifier").fill("Kind", "number")
    assert page.lines[place(page, "cost")]["high"] == "2500" and page.lines[place(page, "cost")]["low"] == "0"


def test_long_lists_are_not_cut_by_being_shown(page: Screen) -> None:
    values = [f"value number {number}" for number in range(400)]
    schema = dp.Schema({**described(page).table.schema.columns, "ward": dp.Category(values)})
    page.desk.describe(described(page).id, schema, origin=dp.Origin("public"))
    unfold(page.run())
    spot = place(page, "ward")
    assert len(page.lines[spot]["values"]) < grid.CELL + 40
    page.cells({spot: {"missing": "other", "values": page.lines[spot]["values"]}})
    say_whence(page)
    page.press(GO)
    assert described(page).table.schema["ward"] == dp.Category(values, other=True)


def test_what_the_page_says_of_the_past(page: Screen) -> None:
    assert "dataset opened" in page.text and "version 1 of the rows, description 1" in page.text.replace("\\", "")
    assert "in 1 release between" in page.text.replace("\\", "") and "Nothing is shared yet." in page.text
    tables = [each.value for each in page.at.dataframe]
    uses = next(each for each in tables if "what is known" in each)
    assert dict(zip(uses["column"], uses["questions"], strict=True))["age"] == 1
    people = next(each for each in tables if "who" in each)
    assert list(people["who"]) == [page.desk.user] and people["questions"].sum() == 1


def test_from_home_and_back_to_the_sample(page: Screen) -> None:
    """A sample that was described again is found, not loaded again."""
    page.desk.describe(described(page).id, expected_rows=77, origin=dp.Origin("public"))
    schema = {name: column for name, column in described(page).table.schema.columns.items() if name != "cost"}
    page.desk.describe(described(page).id, dp.Schema(schema), origin=dp.Origin("public"))
    page.go(HOME).press("Try it on a sample table")
    assert len(page.desk.datasets()) == 1
    page.go(HOME).press("About")
    assert "Versions and descriptions" in page.text


def test_questions_that_no_longer_fit_leave_the_plan_of_an_open_page(answered: Screen) -> None:
    """Said once; the rest of the plan, Explore and every other page stand."""
    answered.go(ASK)
    answered.fill("What do you want to know?", "average cost by ward").press("Add to the plan")
    answered.fill("What do you want to know?", "count").press("Add to the plan")
    dataset = described(answered)
    mine = dp.Scenario("mine", ((dp.Mean("cost").bind(dataset.table.schema), 1.0),))
    answered.desk.save_scenario(dataset.id, mine)
    answered.go(EXPLORE)
    schema = {name: column for name, column in dataset.table.schema.columns.items() if name != "ward"}
    answered.desk.describe(dataset.id, dp.Schema({**schema, "age": dp.Number(0, 20)}), origin=dp.Origin("public"))
    answered.go(ASK)
    assert [row["question"] for row in answered.plan] == ["Count"]
    assert any("no longer fits" in each.value for each in answered.at.warning)
    assert "Mean of cost by ward" in answered.text, "which question it is"
    later = Screen().go(ASK)
    assert any("no longer fits" in each.value for each in later.at.warning), "a session that begins later hears of it"
    assert [row["question"] for row in later.plan] == ["Count"]
    answered.run()
    assert not any("no longer fits" in each.value for each in answered.at.warning)
    for page in (EXPLORE, RESULTS, LEDGER, HOME, DATASET, PUBLISH, TEAM):
        answered.go(page)
        assert not [*answered.at.error, *answered.at.exception], page
    answered.go(ASK)
    assert answered.at.button and [row["question"] for row in answered.plan] == ["Count"]


def test_ten_thousand_categories(page: Screen) -> None:
    values = [f"code {number}" for number in range(10_000)]
    page.fill("Column", "ward").fill("Values", "|".join(values))
    assert "and 9,990 more." in page.text.replace("\\", "")
    say_whence(page).press(GO)
    page.until(lambda: described(page).described == 2)
    assert described(page).table.schema["ward"] == dp.Category(values)
    unfold(page.run()).fill("Column", "ward").fill("Values", "|".join(values[:-1]))
    assert "no longer listed “code 9999”." in page.text.replace("\\", "")


def test_a_formula_is_no_bound(page: Screen) -> None:
    page.cells({place(page, "cost"): {"high": "=1+1"}, place(page, "ward"): {"values": "=cmd|'/c calc'!A0"}})
    assert "must be a number" in page.lines[place(page, "cost")]["status"]
    assert page.lines[place(page, "ward")]["status"] == "changed"


def test_kept_rows_cannot_lose_a_column(page: Screen) -> None:
    """The grid never says of rows that are on disk that a column of them is not."""
    page.cells({place(page, "cost"): {"kind": "not kept"}})
    assert "kept already" in page.lines[place(page, "cost")]["status"] and not ready(page)


@pytest.mark.parametrize("unit", ["epsilon", "share", "mu"])
def test_what_was_charged_reads_in_the_chosen_unit(page: Screen, unit: str) -> None:
    page.at.selectbox(key="unit-menu").select(unit).run()
    said = next(caption.value for caption in page.at.caption if caption.value.startswith("Charged over time"))
    assert page.meter.split(" charged")[0].replace("\\", "") in said.replace("\\", "")
    assert ("%" in said) == (unit == "share")
    people = next(frame.value for frame in page.at.dataframe if "who" in frame.value)
    assert {"epsilon": "epsilon on its own", "share": "% of the budget", "mu": "mu on its own"}[unit] in people
