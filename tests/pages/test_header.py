"""Which line of a file names its columns: asked on screen, with the line itself shown only to whoever has the file."""

from __future__ import annotations

import pytest

from dpcore import number
from dpcore.text import Text
from pages.ui.rows import loaded
from tests.pages.conftest import ASK, DESCRIBE, LOAD

PEOPLE = b"Ada Example,1985-03-02,F,52000\nBo Example,1990-01-30,M,61000\nCy Example,1991-02-01,F,43000\n"
CELLS = ("Ada", "1985-03-02", "52000", "Bo", "61000")
READ = "Read the table this way"


@pytest.fixture
def loading(screen):
    return screen.go(LOAD)


def columns(loading):
    return list(loading.at.dataframe[0].value["column"])


def shown(loading):
    return [code.value for code in loading.at.code]


def test_the_first_row_becomes_no_names_unasked(loading):
    loading.upload(PEOPLE, "people.csv")
    assert "may be a row" in loading.errors[0] and "column 2, column 4" in loading.errors[0]
    assert "people" in loading.errors[0] and not any(cell in loading.text for cell in CELLS)
    assert shown(loading) == ["Ada Example,1985-03-02,F,52000"] and not loading.at.dataframe
    assert "Say first which line" in loading.go(DESCRIBE).text
    loading.go(LOAD).at.radio[0].set_value(False)
    loading.run().type("Names of the columns, separated by commas", "name, born, sex, cost").press(READ)
    assert columns(loading) == ["name", "born", "sex", "cost"] and not loading.errors
    loading.go(DESCRIBE).cells({3: {"kind": "number", "low": "0", "high": "120"}}).type("Name of the dataset", "people")
    loading.press("Open the dataset").go(ASK)
    (dataset,) = loading.desk.datasets()
    rows = loading.desk._catalog._versions.rows(dataset.id, dataset.version)
    assert rows.to_dict()["file"] == {"header": False}


def test_an_error_about_an_upload_can_be_translated():
    table = loaded.Loaded("/spool/own.csv", "people.csv", {}, spooled=True)
    inner = Text("{what} is empty.", what=number.shown("own.csv"))
    message = Text.counted(
        "{what}, {n} time", "{what}, {n} times: {inner}", 2, what=number.shown("own.csv"), inner=inner
    )
    public = loaded._public(table, message)
    assert public == "'people.csv', 2 times: 'people.csv' is empty." and isinstance(public, Text)
    assert public.facts["inner"].key == "{what} is empty."


def test_without_names_the_columns_are_named_by_place(loading):
    loading.upload(PEOPLE).at.radio[0].set_value(False)
    loading.run().press(READ)
    assert columns(loading) == ["column 1", "column 2", "column 3", "column 4"]


def test_a_line_of_numbers_may_name_the_columns(loading):
    loading.upload(b"id;12.5;13.5\n1;2,5;3\n").press(READ)
    assert columns(loading) == ["id", "12.5", "13.5"] and not loading.errors


def test_titles_are_skipped_on_a_click(loading):
    loading.upload(b"Visits\nof 2024\n\nward;cost\nA;2,5\n")
    assert "The first 3 lines of" in loading.errors[0] and shown(loading) == ["ward;cost"]
    loading.press(READ)
    assert columns(loading) == ["ward", "cost"]


def test_a_file_whose_rows_do_not_fit_is_kept_and_its_line_told(loading, own_home):
    loading.upload(b"Report of,May\nward,cost,day,sex\nA,2,x,F\n")
    assert "do not fit the header" in loading.errors[0] and "Line 2 is the first" in loading.text
    assert len(list((own_home / "spool").glob("*/*"))) == 1
    loading.fill("Lines to skip at the top", 1)
    assert shown(loading) == ["ward,cost,day,sex"]
    loading.press(READ)
    assert columns(loading) == ["ward", "cost", "day", "sex"]
    loading.press("Choose another table")
    assert not list((own_home / "spool").glob("*"))


def test_names_that_are_wrong_can_be_mended_afterwards(loading):
    loading.upload(b"Ada,Berlin\nBo,Paris\n")
    assert columns(loading) == ["Ada", "Berlin"]
    loading.at.radio[0].set_value(False)
    loading.run().press(READ)
    assert columns(loading) == ["column 1", "column 2"]
    loading.type("Names of the columns, separated by commas", "a").press(READ)
    assert "1 names were given" in loading.errors[0]


def test_a_line_of_a_folder_of_the_server_is_shown_to_nobody(loading, tmp_path, monkeypatch):
    (tmp_path / "people.csv").write_bytes(PEOPLE)
    monkeypatch.setenv("MURMUR_SOURCE_FOLDERS", str(tmp_path))
    loading.run().fill("A file or folder on the server", str(tmp_path / "people.csv")).press("Open")
    assert "may be a row" in loading.errors[0] and not shown(loading)
    assert not any(cell in loading.text for cell in CELLS)
