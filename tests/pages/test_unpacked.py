"""Archives and workbooks on the loading page: the sheet is asked for, and nothing of them stays or is shown."""

from __future__ import annotations

import gc
import gzip

import pytest

from pages.ui.rows import loaded
from tests.engine.packed import NAMES, PACKED, TABLE, as_xlsx
from tests.pages.conftest import ASK, DESCRIBE, LOAD

READ = "Read the table this way"
CANARY = "canary-4711"
SHEETS = {"Read me": [["Notes"], [CANARY]], "visits": TABLE, "<i> $x$": [["a"], [CANARY]]}


@pytest.fixture
def loading(screen):
    return screen.go(LOAD)


def columns(loading):
    return list(loading.at.dataframe[0].value["column"])


def said(loading):
    """The only error, without the signs that keep Markdown from reading it."""
    (error,) = loading.errors
    return error.replace("\\", "")


def stored(own_home):
    gc.collect()
    return [
        path.relative_to(own_home / "spool").parts[1:] for path in (own_home / "spool").rglob("*") if path.is_file()
    ]


@pytest.mark.parametrize("name", ["visits.csv.gz", "visits.tsv.gz", "visits.gz", "parquet.zip", "visits.xlsx"])
def test_an_upload_is_unpacked_and_only_the_upload_stays(loading, own_home, name):
    loading.upload(PACKED[name], name)
    assert columns(loading) == list(NAMES) and not loading.errors
    assert len(stored(own_home)) == 1, "the upload, until its table is described"
    assert not any(str(cell) in loading.text for cell in ("p07", "2024-01-08"))
    loading.press("Choose another table")
    assert stored(own_home) == []


def test_the_sheet_is_asked_for(loading, own_home):
    loading.upload(as_xlsx(SHEETS), "visits.xlsx")
    assert "visits.xlsx" in said(loading) and "has several sheets" in loading.errors[0]
    assert "upload" not in loading.errors[0] and CANARY not in loading.text and not loading.at.dataframe
    (select,) = [field for field in loading.at.selectbox if field.label == "Sheet"]
    assert select.options[:2] == ["Read me", "visits"] and not loading.at.number_input
    select.set_value("visits")
    loading.press(READ)
    assert columns(loading) == list(NAMES) and not loading.errors and CANARY not in loading.text
    assert next(field for field in loading.at.selectbox if field.label == "Sheet").value == "visits"
    loading.type("Sheet", "Read me").press(READ)
    assert columns(loading) == ["Notes"]
    loading.type("Sheet", "visits").press(READ)
    loading.go(DESCRIBE).cells({1: {"kind": "whole number", "low": "0", "high": "120"}})
    loading.type("Name of the dataset", "visits").press("Open the dataset").go(ASK)
    assert [dataset.name for dataset in loading.desk.datasets()] == ["visits"] and stored(own_home) == []


def test_what_was_said_of_one_sheet_is_not_said_of_another(loading):
    first = [["Visits"], ["2024"], ["n", "age", "w"], ["a", 1, 2]]
    second = [["Visits"], ["p", "q", "r"], [CANARY, "c", 2], ["d", "e", 3]]
    loading.upload(as_xlsx({"A": first, "B": second}), "visits.xlsx")
    for name, skip, expected in (("A", 2, ["n", "age", "w"]), ("B", 1, ["p", "q", "r"])):
        loading.type("Sheet", name).press(READ)
        assert [field.value for field in loading.at.number_input] == [skip]
        loading.press(READ)
        assert columns(loading) == expected
    loading.type("Sheet", "A").press(READ)
    assert [field.value for field in loading.at.number_input] == [2]
    loading.type("Sheet", "B").press(READ)
    assert [field.value for field in loading.at.number_input] == [1]


def test_titles_of_a_workbook_are_skipped_on_a_click(loading):
    loading.upload(as_xlsx([["Visits of 2024"], [], *TABLE]), "visits.xlsx")
    assert "The first line of" in loading.errors[0] and "visits.xlsx" in said(loading)
    (code,) = loading.at.code
    assert code.value.startswith('"patient","age"')
    loading.press(READ)
    assert columns(loading) == list(NAMES) and not loading.errors


@pytest.mark.parametrize("name", ["a.xlsx", "a.zip", "a.csv.gz", "a.dta"])
def test_a_file_that_cannot_be_unpacked_gets_one_sentence(loading, own_home, name):
    loading.upload(CANARY.encode(), name)
    assert len(loading.errors) == 1 and "This file cannot be unpacked" in loading.errors[0]
    assert CANARY not in loading.text and stored(own_home) == []


def test_a_message_names_the_upload_and_not_its_copy(loading):
    loading.upload(gzip.compress(b"age,ward\n"), "mine.csv.gz")
    assert "mine.csv.gz" in said(loading) and "upload" not in said(loading)


def test_an_upload_that_unpacks_to_more_than_the_limit_of_a_user_is_refused(loading, own_home, monkeypatch):
    monkeypatch.setattr("pages.ui.rows.unfinished.quota", lambda: 100)
    loading.upload(PACKED["visits.xlsx"], "visits.xlsx")
    assert "This file cannot be unpacked" in loading.errors[0] and stored(own_home) == []


def test_a_workbook_on_the_server_is_unpacked_in_the_home_folder(loading, tmp_path, own_home, monkeypatch):
    path = tmp_path / "visits.xlsx"
    path.write_bytes(as_xlsx(SHEETS))
    seen = []
    monkeypatch.setattr("dpcore.scratch.claim", _watched(seen))
    loading.fill("A file or folder on this computer", str(path)).press("Open")
    loading.type("Sheet", "visits").press(READ)
    assert columns(loading) == list(NAMES)
    assert {folder.parent for folder in seen} == {own_home / "spool"}
    loading.press("Choose another table")
    assert stored(own_home) == [] and path.exists()


def test_a_workbook_in_a_folder_of_the_server_shows_no_line(loading, tmp_path, monkeypatch):
    for folder in ("open", "closed"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "t.xlsx").write_bytes(as_xlsx([["Visits of 2024"], [], *TABLE]))
    monkeypatch.setenv("MURMUR_SOURCE_FOLDERS", str(tmp_path / "open"))
    loading.run().fill("A file or folder on the server", str(tmp_path / "closed" / "t.xlsx")).press("Open")
    assert "does not lie in a folder" in loading.errors[0]
    loading.fill("A file or folder on the server", str(tmp_path / "open" / "t.xlsx")).press("Open")
    assert "The first line of" in loading.errors[0] and not loading.at.code and "Visits of" not in loading.text


def test_what_is_unpacked_beside_an_upload_counts_as_its_users(loading):
    home = loading.desk.home
    path = home.spool(PACKED["visits.xlsx"], ".xlsx", "ada")
    source = loaded.Loaded(str(path), "visits.xlsx", {}, spooled=True).source()
    assert home.spooled("ada") > len(PACKED["visits.xlsx"]) and source.columns
    del source
    gc.collect()
    assert home.spooled("ada") == len(PACKED["visits.xlsx"])
    home.unspool(path)


def test_a_line_of_a_large_workbook_is_not_read_for_the_screen(loading, monkeypatch):
    monkeypatch.setattr("pages.ui.rows.unfinished._QUICK", 100)
    loading.upload(as_xlsx([["Visits of 2024"], [], *TABLE]), "visits.xlsx")
    assert not loading.at.code and "The first line of" in loading.errors[0]


def test_the_uploader_takes_every_kind(loading):
    kinds = set(loading.at.file_uploader[0].proto.type)
    assert {".csv", ".parquet", ".gz", ".zip", ".xlsx", ".xls", ".xlsm"} <= kinds and ".ods" not in kinds
    assert set(loaded.KINDS) == {kind[1:] for kind in kinds}


def _watched(seen):
    from dpcore import scratch

    claim = scratch.claim

    def watched(parent, suffix=""):
        folder = claim(parent, suffix)
        seen.append(folder)
        return folder

    return watched
