"""Describe as a grid: ticks and one bar for them, guesses from names, dictionaries with proposals, wide tables."""

from __future__ import annotations

import json
from typing import Any

import pandas as pd
import pytest

import dpcore as dp
from dpcore.table.column import Unbounded
from dpcore.table.dictionary.declaration import declared
from dpcore.table.dictionary.guess import guess_of
from tests.pages.conftest import ASK, DESCRIBE, LOAD, Screen

NAMES = ("patient_id", "age", "visit_date", "zip", "isSmoker", "x1", "x2", "income", "secret")
CSV = (",".join(NAMES) + "\n" + "p1,30,2024-01-02,10115,yes,1,2,1000,canary\n").encode()


@pytest.fixture
def page(screen: Screen) -> Screen:
    return screen.go(LOAD).upload(CSV, "visits.csv").go(DESCRIBE)


def line(page: Screen, name: str) -> dict[str, Any]:
    return next(each for each in page.lines if each["column"] == name)


def click(page: Screen, key: str) -> Screen:
    page.at.button(key=key).click().run()
    return page


def test_all_ticked_columns_are_set_at_once(page: Screen) -> None:
    page.cells({5: {"tick": True}, 6: {"tick": True}})
    page.type("Kind (all ticked)", "whole number").type("from (all ticked)", "0").fill("to (all ticked)", "9")
    click(page, "describe-set")
    for name in ("x1", "x2"):
        assert (line(page, name)["kind"], line(page, name)["high"]) == ("whole number", "9")
        assert line(page, name)["status"] == "described" and line(page, name)["tick"]
    assert line(page, "age")["kind"] == "not used" and "2 of 9 columns are described" in page.text
    page.fill("Ticked columns", ["x2"])
    page.fill("Kind (all ticked)", "text")
    click(page, "describe-set")
    assert (line(page, "x1")["kind"], line(page, "x2")["kind"], line(page, "x2")["high"]) == (
        "whole number",
        "text",
        "",
    )
    click(page, "describe-set")
    assert "Nothing is entered that could be set" in page.errors[0]


def test_tick_all_and_none(page: Screen) -> None:
    click(page, "describe-all")
    assert all(each["tick"] for each in page.lines)
    click(page, "describe-none")
    assert not any(each["tick"] for each in page.lines) and page.at.button(key="describe-set").disabled


def test_guesses_come_from_names_and_are_said_to_be_guesses(page: Screen) -> None:
    click(page, "describe-guess")
    kinds = {each["column"]: each["kind"] for each in page.lines}
    assert kinds["age"] == "whole number" and kinds["patient_id"] == "identifier" and kinds["visit_date"] == "date"
    assert kinds["zip"] == "category" and kinds["isSmoker"] == "yes or no" and kinds["x1"] == "not used"
    assert line(page, "age")["status"] == "a guess: check it"
    assert "5 are guesses to check" in page.text
    page.cells({1: {"high": "110"}})
    assert line(page, "age")["status"] == "described"
    page.cells({0: {"tick": True}})
    click(page, "describe-right")
    assert line(page, "patient_id")["status"] == "described"
    assert not [button for button in page.at.button if button.key == "describe-guess"]


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        *(
            ("Age", "whole number"),
            ("age_years", "whole number"),
            ("ageGroup", None),
            ("page", None),
            ("AGE", "whole number"),
        ),
        *(("dep_hour", None), ("hour", "whole number"), ("Latitude", "number"), ("created_at", "date"), ("cat", None)),
        *(("userId", "identifier"), ("valid", None), ("has_insurance", "yes or no"), ("hash", None), ("나이", None)),
        *(("postal code", "category"), ("e-mail", "text"), ("x" * 500, None), ("", None), ("_", None)),
    ],
)
def test_what_names_suggest(name: str, kind: str | None) -> None:
    guess = guess_of(name)
    assert (None if guess is None else guess.kind) == kind
    if guess is not None and guess.low:
        assert isinstance(declared(guess), dp.Number)


def test_what_waits_is_kept_and_what_is_not_kept_is_gone(page: Screen) -> None:
    page.cells({1: {"kind": "integer"}, 5: {"kind": "number", "low": "0", "high": "9"}, 8: {"kind": "NOT KEPT"}})
    assert line(page, "age")["status"] == "kept, not asked yet"
    assert line(page, "secret")["status"] == "will not be kept, for good"
    page.cells({1: {"note": "at admission"}})
    page.fill("Name of the dataset", "visits").press("Open the dataset")
    dataset = page.desk.dataset("visits")
    assert dataset.table.schema["age"] == Unbounded(integer=True) and dataset.kept.left_out == ("secret",)
    assert "secret" not in dataset.kept.columns and "income" in dataset.kept.columns
    assert dataset.table.notes == {"age": "at admission"}
    assert "Not kept with the rows, for good: secret" in page.go("pages/data/dataset.py").text.replace("\\", "")


def test_a_constant_is_described_and_explained(page: Screen) -> None:
    page.cells({5: {"kind": "number", "low": "2013", "high": "2013"}})
    assert line(page, "x1")["status"] == "described"
    page.fill("Name of the dataset", "visits").press("Open the dataset")
    assert page.desk.dataset("visits").table.schema["x1"] == dp.Number(2013, 2013)
    shown = page.go("pages/data/dataset.py").at.dataframe[0].value
    assert "always 2,013" in str(shown)


def test_no_question_about_a_constant_is_suggested(page: Screen) -> None:
    page.cells({5: {"kind": "number", "low": "7.5", "high": "7.5"}, 6: {"kind": "number", "low": "0", "high": "9"}})
    page.fill("Name of the dataset", "visits").press("Open the dataset").go(ASK)
    chips = [button.label for button in page.at.button]
    assert "Mean of x2" in chips and not [label for label in chips if "x1" in label]


FACTS = """# unit,patient_id
# noun,patient
# rows per unit,4
# groups per unit,2
# neighbours,replace
# expected rows,2000
# epsilon,0.7
# delta,1e-7
column,kind,from,to,values,missing,note
patient_id,identifier,,,,,
age,integer,0,110,,,at admission
x1,nombre,,,,,
"""


def brought(page: Screen, text: str) -> Screen:
    page.at.session_state["dictionary"] = True
    page.run()
    return page.fill("Or paste it", text).press("Use the pasted text")


def test_one_column_is_described_in_the_singular(page: Screen) -> None:
    brought(page, "column,kind,from,to\nage,whole number,0,120\n")
    assert "1 of 9 columns is described by the dictionary" in page.at.info[0].value


def test_proposals_of_a_dictionary_are_each_confirmed(page: Screen) -> None:
    brought(page, FACTS)
    assert "2 of 9 columns are described by the dictionary" in page.at.warning[0].value
    assert "is not a kind of column" in line(page, "x1")["status"] and line(page, "x1")["kind"] == "nombre"
    assert line(page, "age")["note"] == "at admission"
    assert page.at.selectbox(key="describe-unit").value == "each row"
    proposed = [button.key for button in page.at.button if str(button.key).startswith("proposal-")]
    assert proposed == [
        f"proposal-{name}" for name in ("unit", "noun", "rows", "groups", "neighbors", "expected_rows", "epsilon")
    ]
    for key in proposed:
        click(page, key)
    assert not page.errors and not [each for each in page.at.button if str(each.key).startswith("proposal")]
    page.cells({5: {"kind": "not used"}}).fill("Name of the dataset", "visits").press("Open the dataset")
    table = page.desk.dataset("visits").table
    assert table.unit == dp.Unit("patient_id", 4, 2) and table.unit.called == "patient"
    assert (table.neighbors, table.expected_rows) == ("replace", 2000)
    assert (page.desk.dataset("visits").budget.epsilon, page.desk.dataset("visits").budget.delta) == (0.7, 1e-7)


def test_proposals_can_be_declined(page: Screen) -> None:
    brought(page, FACTS)
    click(page, "proposals-none")
    assert not [each for each in page.at.button if str(each.key).startswith("proposal")]
    assert page.at.selectbox(key="describe-unit").value == "each row"


SCHEMA = {
    "fields": [
        {"name": "age", "type": "integer", "description": "in years", "constraints": {"minimum": 0, "maximum": 120}},
        {"name": "zip", "type": "string", "constraints": {"enum": ["10115", "20095"]}},
        {"name": "isSmoker", "type": "boolean"},
        {"name": "income", "type": "number"},
    ]
}
SMARTNOISE = """clinic:
  public:
    visits:
      rows: 1000
      max_ids: 3
      patient_id: {type: string, private_id: true}
      age: {type: int, lower: 0, upper: 120}
"""


@pytest.mark.parametrize("text", [json.dumps(SCHEMA), SMARTNOISE], ids=["table schema", "smartnoise"])
def test_dictionaries_of_other_programs(page: Screen, text: str) -> None:
    brought(page, text)
    assert not page.errors
    assert (line(page, "age")["kind"], line(page, "age")["high"]) == ("whole number", "120")
    if text == SMARTNOISE:
        assert line(page, "patient_id")["kind"] == "identifier"
        assert {"proposal-unit", "proposal-rows"} <= {button.key for button in page.at.button}
    else:
        assert line(page, "zip")["values"] == "10115|20095" and line(page, "age")["note"] == "in years"
        assert line(page, "income")["status"] == "kept, not asked yet"


def test_a_wide_table_is_searched_and_drawn_in_pages(screen: Screen) -> None:
    names = [f"item {number}" for number in range(650)]
    screen.go(LOAD).upload((",".join(names) + "\n" + ",".join(["1"] * 650) + "\n").encode(), "wide.csv").go(DESCRIBE)
    assert len(screen.lines) == 200 and "650 still to do" in screen.text
    screen.fill("Find columns", "ITEM 64")
    assert [each["column"] for each in screen.lines] == ["item 64", *(f"item 64{digit}" for digit in range(10))]
    click(screen, "describe-all")
    screen.fill("Kind (all ticked)", "yes or no")
    click(screen, "describe-set")
    screen.fill("Find columns", "")
    assert "11 of 650 columns are described" in screen.text
    assert len(screen.lines) == 200


def test_what_is_typed_with_the_click_counts(page: Screen) -> None:
    """The last field sends what it says together with the click on the button."""
    page.cells({5: {"kind": "number", "low": "0", "high": "9"}})
    page.at.text_input(key="describe-name").set_value("typed last")
    page.at.number_input(key="describe-expected").set_value(77)
    page.at.button(key="describe-go").click()
    page.run()
    (dataset,) = page.desk.datasets()
    assert (dataset.name, dataset.table.expected_rows) == ("typed last", 77)


def test_nothing_of_a_row_is_in_the_grid(page: Screen) -> None:
    click(page, "describe-guess")
    assert "canary" not in str(page.grid.value) and "10115" not in str(page.grid.value)


def test_a_column_that_is_not_kept_stays_out_of_a_new_version(page: Screen) -> None:
    page.cells({5: {"kind": "number", "low": "0", "high": "9"}})
    page.fill("Name of the dataset", "visits").press("Open the dataset")
    page.go(LOAD).upload(CSV.replace(b"p1,30", b"p2,31"), "more.csv").go(DESCRIBE)
    page.cells({5: {"kind": "number", "low": "0", "high": "9"}, 8: {"kind": "not kept"}})
    page.at.radio(key="describe-population").set_value(page.desk.datasets()[0].id).run()
    page.press("Load as a new version of visits")
    (dataset,) = page.desk.datasets()
    assert (dataset.version, dataset.kept.left_out) == (2, ("secret",)) and "secret" not in dataset.kept.columns


def test_an_answer_about_a_population_is_about_the_datasets_that_were_shown(page: Screen) -> None:
    number = {5: {"kind": "number", "low": "0", "high": "9"}}
    page.cells(number).fill("Name of the dataset", "first").press("Open the dataset")
    page.go(LOAD).upload(CSV.replace(b"p1,30", b"p2,31"), "more.csv").go(DESCRIBE)
    page.cells(number).fill("Name of the dataset", "second").apart("another hospital")
    rows = dp.read(pd.DataFrame({name: ["7"] for name in NAMES}))
    page.desk.add_dataset("meanwhile", rows, schema=dp.Schema(x1=dp.Number(0, 9)), budget=dp.Budget(mu=1, delta=1e-6))
    page.at.button(key="describe-go").click()
    page.run()
    assert [one.name for one in page.desk.datasets()] == ["first", "meanwhile"]
    assert page.at.radio(key="describe-population").value is None and page.at.button(key="describe-go").disabled


def test_a_slip_in_the_kind_of_the_unit_does_not_protect_less(page: Screen) -> None:
    page.cells({0: {"kind": "identifier"}, 5: {"kind": "number", "low": "0", "high": "9"}})
    page.fill("Who is protected", "patient_id").fill("Maximum rows per unit", 3)
    page.cells({0: {"kind": "identifer"}})
    assert page.at.selectbox(key="describe-unit").value == "patient_id" and page.at.button(key="describe-go").disabled
    assert any("patient_id is not described as an identifier" in error.replace("\\", "") for error in page.errors)
    page.cells({0: {"kind": "identifier"}}).fill("Name of the dataset", "visits").press("Open the dataset")
    assert page.desk.dataset("visits").table.unit == dp.Unit("patient_id", 3)


def test_a_proposed_unit_waits_for_its_column(page: Screen) -> None:
    facts = "# unit,patient_id\n# rows per unit,2\n# epsilon,1\n# delta,1e-12\n"
    brought(page, facts + "column,kind\npatient_id,not used\nx1,text\n")
    click(page, "proposal-unit")
    click(page, "proposal-rows")
    assert page.at.button(key="describe-go").disabled
    click(page, "proposal-epsilon")
    assert any("smaller than those of the form" in error for error in page.errors)
    assert "proposal-epsilon" in [button.key for button in page.at.button]
    page.cells({0: {"kind": "identifier"}}).fill("Name of the dataset", "visits").press("Open the dataset")
    assert page.desk.dataset("visits").table.unit == dp.Unit("patient_id", 2)


def test_names_that_look_alike_are_told_apart(screen: Screen) -> None:
    long = "the same beginning of a very long name of a column, and only then "
    names = [f"{long}A", f"{long}B", "z"]
    screen.go(LOAD).upload((",".join(f'"{name}"' for name in names) + "\n1,2,3\n").encode(), "t.csv").go(DESCRIBE)
    screen.cells({0: {"tick": True}})
    ticks = next(field for field in screen.at.multiselect if field.label == "Ticked columns")
    assert len(set(ticks.options)) == 3
    ticks.set_value([names[0], "z"]).run()
    assert [line["tick"] for line in screen.lines] == [True, False, True]
    screen.cells({0: {"kind": "identifier"}, 1: {"kind": "identifier"}})
    assert len(set(screen.at.selectbox(key="describe-unit").options)) == 3


def test_a_search_that_finds_nothing_leaves_the_page(screen: Screen) -> None:
    names = [f"item {number}" for number in range(250)]
    screen.go(LOAD).upload((",".join(names) + "\n" + ",".join(["1"] * 250) + "\n").encode(), "wide.csv").go(DESCRIBE)
    screen.fill("Find columns", "zzz")
    assert not screen.errors and "0 of 250 columns" in screen.text
    assert screen.at.button(key="describe-go") is not None
    screen.fill("Find columns", "item 24")
    assert len(screen.lines) == 11


def test_a_note_alone_does_not_check_a_guess(page: Screen) -> None:
    click(page, "describe-guess")
    assert "needs values" in line(page, "zip")["status"]  # what is wrong is told before that it is a guess
    page.cells({1: {"note": "at admission"}})
    assert line(page, "age")["status"] == "a guess: check it"


def test_entries_say_the_kind_where_none_is_said(page: Screen) -> None:
    page.cells({3: {"values": "10115|10117"}, 5: {"low": "0", "high": "9"}, 6: {"kind": "not used", "high": "9"}})
    page.cells({2: {"low": "2024-01-01", "high": "2024-12-31"}})
    kinds = {name: line(page, name)["kind"] for name in ("visit_date", "zip", "x1", "x2")}
    assert kinds == {"visit_date": "date", "zip": "category", "x1": "number", "x2": "not used"}
    assert "do not apply to the kind not used" in line(page, "x2")["status"], "a kind that is typed stands"
    page.cells({7: {"tick": True}})
    page.type("from (all ticked)", "0").fill("to (all ticked)", "9000")
    click(page, "describe-set")
    assert line(page, "income")["kind"] == "number" and line(page, "income")["status"] == "described"
