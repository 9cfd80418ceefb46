"""Bringing a table: what is shown of it, what is refused and how, and that nothing typed is lost."""

from __future__ import annotations

import io

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from dpcore.table.value_list import listed
from pages.data import portfolio_form
from pages.ui.rows import loaded
from tests.engine.packed import as_xlsx
from tests.pages.conftest import ASK, DESCRIBE, LOAD

CSV = b"patient,age,ward,smoker,day\n" + b"".join(
    b"p%d,%d,%s,%s,2024-0%d-11\n" % (i % 20, 20 + i, (b"A", b"B")[i % 2], (b"yes", b"no")[i % 3 > 0], 1 + i % 9)
    for i in range(40)
)
KNOWN = {
    0: {"kind": "identifier"},
    1: {"kind": "whole number", "low": "0", "high": "120"},
    2: {"kind": "category", "values": "A|B|C"},
    3: {"kind": "yes or no"},
    4: {"kind": "date", "low": "2024-01-01", "high": "2024-12-31"},
}
SECRET = ("p19", "59", "2024-09-11")


@pytest.fixture
def loading(screen):
    return screen.go(LOAD)


def describe(screen, name="visits"):
    """Everything that is publicly known about CSV."""
    screen.go(DESCRIBE)
    screen.cells(KNOWN)
    screen.type("Name of the dataset", name).fill("Who is protected", "patient")
    return screen.fill("Maximum rows per unit", 3)


def test_names_and_types_and_nothing_else(loading):
    loading.upload(CSV)
    assert list(loading.at.dataframe[0].value["column"]) == ["patient", "age", "ward", "smoker", "day"]
    assert set(loading.at.dataframe[0].value["type"]) == {"text"}
    assert not [value for value in (*SECRET, "40 rows", str(len(CSV))) if value in loading.text]


def test_upload_is_spooled_privately_and_let_go(loading, own_home):
    loading.upload(CSV)
    (spooled,) = (own_home / "spool").glob("*/*")
    assert (spooled.stat().st_mode & 0o777, spooled.read_bytes()) == (0o600, CSV)
    assert not any(CSV in str(value).encode() for value in loading.at.session_state._state.filtered_state.values())
    loading.press("Choose another table")
    assert not list((own_home / "spool").glob("*"))


def test_a_file_that_the_server_has_on_disk_is_opened_from_there(loading, own_home, monkeypatch):
    path = loading.desk.home.spool(CSV, ".csv", "ada")
    monkeypatch.setattr(loaded, "streaming", lambda: True)
    monkeypatch.setattr(loaded.arrivals, "take", lambda number: path if number else None)
    loading.upload(b"", "visits.csv")
    assert "5 columns." in loading.text and loading.desk.home.spooled("ada") == len(CSV)
    loading.press("Choose another table")
    assert not list((own_home / "spool").glob("*"))


def test_a_file_that_is_gone_from_disk_is_said(loading, monkeypatch):
    monkeypatch.setattr(loaded, "streaming", lambda: True)
    loading.upload(b"", "visits.csv")
    assert len(loading.errors) == 1 and "upload the file again" in loading.errors[0]
    assert "MB" not in loading.text


def test_the_uploader_has_the_servers_limit_and_is_alone_on_its_page(loading, monkeypatch):
    """Files of the page that draws it go to disk."""
    assert loading.at.file_uploader[0].proto.max_upload_size_mb == 200
    monkeypatch.setattr(loaded, "streaming", lambda: True)
    monkeypatch.setenv("MURMUR_UPLOAD_GB", "2.5")
    (only,) = loading.run().at.file_uploader
    assert only.proto.max_upload_size_mb == 2560 and f"-{loaded.UPLOADER}-" in only.proto.id


def test_progress_is_shown_while_a_large_upload_is_under_way(loading, monkeypatch):
    monkeypatch.setattr(loaded.arrivals, "under_way", lambda session: (2**20, 3 * 2**20))
    (bar,) = loading.run().at.get("progress")
    assert (bar.proto.value, bar.proto.text) == (33, "1 of 3 MB received")
    monkeypatch.setattr(loaded.arrivals, "under_way", lambda session: None)
    assert not loading.run().at.get("progress")


def test_a_refused_upload_is_explained_once(loading):
    loaded.arrivals.tell("test session id", ("It does not fit.", "Upload less."))
    assert "It does not fit" in loading.run().errors[0]
    assert not loading.run().errors


def test_the_budget_stays_while_something_is_not_said_yet(loading):
    screen = loading.upload(CSV).go(DESCRIBE)
    screen.cells({0: {"kind": "identifier"}}).fill("Who is protected", "patient")
    said = [caption.value for caption in screen.at.caption if "maximum number of rows per patient" in caption.value]
    assert not screen.errors, "nobody has got anything wrong yet"
    assert len(said) == 2 and said[0] == said[1], "at its field, and beside the button that waits for it"
    assert {radio.key for radio in screen.at.radio} == {"describe-relation", "describe-preset"}
    assert next(button for button in screen.at.button if button.label == "Open the dataset").disabled
    assert "one patient is in the table" in screen.at.radio(key="describe-preset").label, "its limit is not said yet"
    screen.fill("Maximum rows per unit", 3)
    assert not screen.errors and not next(b for b in screen.at.button if b.label == "Open the dataset").disabled
    assert "one patient is in the table" in screen.at.radio(key="describe-preset").label


def test_from_a_file_to_an_answer(loading, own_home):
    describe(loading.upload(CSV, "visits.csv")).press("Open the dataset")
    assert loading.at.title[0].value == "Ask"
    assert not list((own_home / "spool").glob("*"))
    table = loading.desk.dataset("visits").table
    assert (table.unit.identifier, table.unit.max_rows, table.neighbors) == ("patient", 3, "add_remove")
    assert table.schema["ward"].values == ("A", "B", "C")
    loading.go(ASK).press("Count by ward").release()  # AppTest does not follow st.switch_page past the run
    assert len(loading.desk.releases("visits")) == 1


def test_a_path_on_the_server_is_opened(loading, tmp_path):
    path = tmp_path / "visits.parquet"
    pq.write_table(pa.table({"age": [1, 2], "ward": ["A", "B"]}), path)
    loading.fill("A file or folder on this computer", str(path)).press("Open")
    assert list(loading.at.dataframe[0].value["column"]) == ["age", "ward"]


def _broken_parquet() -> bytes:
    whole = io.BytesIO()
    pq.write_table(pa.table({"age": [1, 2]}), whole)
    return whole.getvalue()[:-9]


@pytest.mark.sample(5)
@pytest.mark.parametrize(
    ("data", "name"),
    [
        (b"", "a.csv"),
        (b"age,ward\n", "a.csv"),
        (b"age,w\0ard\n1,A\n", "a.csv"),
        (",".join(f"c{i}" for i in range(5000)).encode() + b"\n" + b",".join([b"1"] * 5000) + b"\n", "a.csv"),
        (_broken_parquet(), "a.parquet"),
        (b"no parquet", "a.parquet"),
    ],
    ids=["empty", "header", "nul", "wide", "truncated", "corrupt"],
)
def test_bad_files_get_one_sentence_with_a_way_out(loading, own_home, data, name):
    loading.upload(data, name)
    assert len(loading.errors) == 1
    assert "  \n" in loading.errors[0]
    assert "Something went wrong" not in loading.errors[0]
    assert not list((own_home / "spool").glob("*"))
    loading.upload(CSV)
    assert not loading.errors


def test_a_row_that_does_not_fit_may_be_wrong_rather_than_the_header(loading):
    loading.upload(b"a,b\n1,2\n1,2,3\n1,2\n", "a.csv")
    assert "Otherwise correct that row in the file" in loading.errors[0]
    assert "Line 3 is the first that does not fit" in loading.text


def test_a_workbook_called_csv_is_called_a_workbook(loading):
    loading.upload(as_xlsx([["age"], [30]]), "visits.csv")
    assert "visits" in loading.errors[0] and "is a workbook or a zip archive" in loading.errors[0]
    assert "xlsx" in loading.errors[0] and not loading.at.number_input, "there is no header to be found in it"


@pytest.mark.parametrize("path", ["", "/nowhere.csv", "visits.xlsx", "a\0b", "postgresql://x/y"])
def test_bad_paths_are_refused_and_kept(loading, path):
    loading.fill("A file or folder on this computer", path).press("Open")
    assert len(loading.errors) == 1
    assert loading.at.text_input[0].value == path


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("spot", "cells", "said"),
    [
        (1, {"low": "130"}, "from must not be above to"),
        (1, {"low": "-1e300"}, "must be a number between"),
        (1, {"high": None}, "needs to"),
        (1, {"kind": "nombre"}, "is not a kind of column"),
        (2, {"values": "A|A"}, "more than once"),
        (2, {"values": " "}, "needs values"),
        (4, {"high": "2023-01-01"}, "from must not be above to"),
        (4, {"high": "1.1.2024"}, "must be a date"),
    ],
)
def test_a_bad_line_is_told_beside_it_and_what_was_typed_stays(loading, spot, cells, said):
    describe(loading.upload(CSV)).cells({spot: cells})
    assert said in loading.lines[spot]["status"] and not loading.errors
    assert "1 has something wrong" in loading.text
    loading.press("Open the dataset")
    assert len(loading.errors) == 1 and "1 line cannot be read yet" in loading.errors[0]
    assert loading.at.title[0].value == "Describe" and loading.desk.datasets() == []
    ((field, typed),) = cells.items()
    assert loading.lines[spot][field] == (typed or "")
    assert loading.lines[0]["kind"] == "identifier"


def test_a_bad_name_is_refused_and_what_was_typed_stays(loading):
    describe(loading.upload(CSV), "  ").press("Open the dataset")
    assert len(loading.errors) == 1 and "is not a valid name for a dataset" in loading.errors[0]
    assert loading.at.title[0].value == "Describe" and loading.lines[2]["values"] == "A|B|C"


def test_nothing_described_is_refused(loading):
    loading.upload(CSV).go(DESCRIBE).press("Open the dataset")
    assert "No column is described yet" in loading.errors[0]


def test_nothing_is_prefilled_from_rows(loading):
    loading.upload(CSV).go(DESCRIBE)
    assert {(line["kind"], line["low"], line["values"]) for line in loading.lines} == {("not used", "", "")}
    describe(loading)
    other = screen_values(loading)
    assert not [value for value in other if value in (20, 59, "p0")]


def screen_values(screen):
    return [widget.value for kind in ("text_input", "number_input", "text_area") for widget in getattr(screen.at, kind)]


def test_what_was_typed_survives_a_visit_elsewhere(loading):
    describe(loading.upload(CSV)).go(ASK).go(DESCRIBE)
    assert (loading.lines[2]["values"], loading.lines[1]["high"]) == ("A|B|C", "120")
    loading.press("Open the dataset")
    assert loading.at.title[0].value == "Ask"


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("form", "field", "value", "said"),
    [
        ("my own epsilon and delta", "epsilon", 0.0, "must be in"),
        ("my own epsilon and delta", "epsilon", -1.0, "must be in"),
        ("my own epsilon and delta", "epsilon", float("nan"), "Enter a value for epsilon"),
        ("my own epsilon and delta", "epsilon", 1e-300, "must be"),
        ("mu", "mu", 1e300, "must be in"),
    ],
)
def test_bad_budgets_are_refused(loading, form, field, value, said):
    loading.upload(CSV).go(DESCRIBE).fill("Set by", form).fill(field, value)
    assert said in loading.errors[0]
    assert next(button for button in loading.at.button if button.label == "Open the dataset").disabled


def test_two_datasets_cannot_have_one_name(loading):
    describe(loading.upload(CSV)).press("Open the dataset")
    describe(loading.go(LOAD).upload(CSV.replace(b"p0", b"q0"))).apart().press("Open the dataset")
    assert "already exists" in loading.errors[0]


@pytest.mark.parametrize("press", ["Load as a new version of visits", "Open with a separate budget"])
def test_known_rows_need_the_owners_word(loading, press):
    describe(loading.upload(CSV)).press("Open the dataset")
    header, *rows = CSV.splitlines(keepends=True)
    describe(loading.go(LOAD).upload(header + b"".join(reversed(rows))), "again").apart().press("Open the dataset")
    assert "The privacy budget of that dataset applies" in loading.at.warning[0].value
    loading.press(press)
    versions = {dataset.name: dataset.version for dataset in loading.desk.datasets()}
    assert versions == ({"visits": 2} if press.startswith("Load as") else {"visits": 1, "again": 1})


OTHERS = CSV.replace(b"p1", b"q1").replace(b"p0", b"r0")


def opens(screen):
    return next(button for button in screen.at.button if button.label.startswith(("Open the dataset", "Load as")))


def test_the_same_population_is_always_asked_about_and_the_answer_is_in_the_ledger(loading):
    describe(loading.upload(CSV)).press("Open the dataset")
    describe(loading.go(LOAD).upload(OTHERS), "other clinic")
    assert opens(loading).disabled and "privacy losses of separate budgets add up" in loading.text
    loading.apart("another hospital").press("Open the dataset")
    first, second = loading.desk.datasets()
    opened = next(entry for entry in loading.desk.ledger(second.id) if entry.kind == "open")
    assert opened.payload["apart"] == {"datasets": [first.id], "because": "another hospital"}
    text = loading.go("pages/data/dataset.py").text.replace("\\", "")
    assert "another population than 1 dataset with such columns: another hospital" in text
    loading.desk.verify()


def test_the_same_population_becomes_a_new_version(loading):
    describe(loading.upload(CSV)).press("Open the dataset")
    describe(loading.go(LOAD).upload(OTHERS), "march")
    (asked,) = (radio for radio in loading.at.radio if radio.key == "describe-population")
    asked.set_value(loading.desk.datasets()[0].id).run()
    loading.press("Load as a new version of visits")
    assert [(one.name, one.version) for one in loading.desk.datasets()] == [("visits", 2)]


@pytest.mark.parametrize("columns", ["another unit", "other columns"])
def test_other_tables_are_not_asked_about(loading, columns):
    describe(loading.upload(CSV)).press("Open the dataset")
    loading.go(LOAD).upload(OTHERS if columns == "another unit" else OTHERS.replace(b"age,", b"years,")).go(DESCRIBE)
    loading.cells(KNOWN)
    loading.fill("Who is protected", "patient").fill("Maximum rows per unit", 3)
    if columns == "another unit":
        loading.fill("Who is protected", "each row")
    assert not [radio for radio in loading.at.radio if radio.key == "describe-population"]
    assert not opens(loading).disabled


@pytest.mark.parametrize(
    ("text", "values"),
    [("A, B;C\tD", ("A", "B", "C", "D")), ("A, x\n B \n\n", ("A, x", "B")), ("", ()), ("A", ("A",))],
)
def test_pasted_lists(text, values):
    assert listed(text) == values


def test_a_long_line_of_reserved_releases_is_read_in_linear_time():
    # hours, if it tried every split of the digits
    assert portfolio_form.SLOT.fullmatch("a, mu " + "1" * 300_000 + "x") is None
    for line in ("monthly, mu 0.1, 12", "weekly, epsilon .5, 3 times", "daily, mu 1e-3, 365"):
        assert portfolio_form.SLOT.fullmatch(line)


def test_a_table_that_is_no_dataset_yet_stands_under_no_budget_of_another(answered):
    assert "charged" in answered.go(ASK).meter
    for address in (LOAD, DESCRIBE):
        answered.go(address)
        assert not any("charged" in link.proto.label for link in answered.at.get("page_link"))
        assert "unit-menu" not in {box.key for box in answered.at.selectbox}
