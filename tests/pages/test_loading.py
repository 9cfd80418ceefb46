"""Several tabs of one user, and a table that takes long to load: nobody's upload or description is lost."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest

import dpcore as dp
from dpcore.engine.duckdb import DuckDB
from pages.data import loading
from pages.ui import job
from pages.ui.rows import loaded
from pages.ui.rows.unfinished import Loaded, Unfinished, uploads
from tests.pages.conftest import DESCRIBE, LOAD
from tests.pages.test_load import CSV, describe

OTHER = CSV.replace(b"p1", b"q1").replace(b"p0", b"r0")
ENDLESS = "SELECT count(*) FROM range(1000000000000000) AS t(i) WHERE hash(i) = 1"


@pytest.mark.sample(1)
@pytest.mark.parametrize("at_once", [True, False])
def test_the_older_tab_leaves_the_newer_one_its_upload_and_description(fresh, own_home, at_once):
    older = describe(fresh().go(LOAD).upload(CSV, "old.csv"), "old")
    newer = describe(fresh().go(LOAD).press("Choose another table").upload(OTHER, "new.csv"), "new")
    older.press("Open the dataset") if at_once else older.run()
    assert loaded.REPLACED in older.text and not older.errors
    assert str(own_home) not in older.text
    assert older.go(LOAD).at.info[0].value == loaded.REPLACED and not older.at.dataframe
    assert loaded.REPLACED in older.go(DESCRIBE).text
    assert newer.run().lines[2]["values"] == "A|B|C"
    assert fresh().go(DESCRIBE).lines[2]["values"] == "A|B|C"
    newer.press("Open the dataset")
    assert [one.name for one in newer.desk.datasets()] == ["new"]
    assert not list((own_home / "spool").iterdir())


def test_the_older_tab_may_load_another_table(fresh, own_home):
    older = fresh().go(LOAD).upload(CSV, "old.csv")
    fresh().go(LOAD).press("Choose another table").upload(OTHER, "new.csv")
    older.run().upload(CSV, "newest.csv")
    assert older.at.header[0].value.replace("\\", "") == "newest.csv" and not older.at.info
    assert len(list((own_home / "spool").iterdir())) == 1


def test_a_tab_that_is_uploading_keeps_its_uploader(fresh, monkeypatch):
    """Drawn again, to show the progress, it would change to the table of the other tab."""
    newer = fresh().go(LOAD)
    fresh().go(LOAD).upload(CSV, "old.csv")
    with monkeypatch.context() as uploading:
        uploading.setattr(loaded.arrivals, "sessions", lambda: {"test session id"})
        assert newer.run().at.file_uploader and not newer.at.dataframe
    assert newer.run().at.dataframe and not newer.at.file_uploader


def test_another_table_of_the_same_path_is_another_table():
    first = Loaded("/data/a.csv", "a.csv", {}, spooled=False)
    second, gone, key = replace(first, ticket="second"), [], ("home", "ada")
    kept = Unfinished()
    kept.keep(key, first, lambda: gone.append("first"))
    kept.keep(key, second, lambda: gone.append("second"))
    kept.note(key, second, {"a": 1})
    kept.note(key, first, {"a": 2})
    kept.drop(key, first)
    assert gone == ["first"] and kept.find(key).values == {"a": 1}
    kept.drop(key, second)
    assert gone == ["first", "second"] and kept.find(key) is None


def test_what_is_wrong_with_an_upload_never_names_its_copy(tmp_path):
    table = Loaded(str(tmp_path / "upload.csv"), "visits.csv", {}, spooled=True)
    with pytest.raises(dp.SourceError, match="is no longer there") as said, loaded.named(table):
        dp.read(table.path)
    assert str(tmp_path) not in str(said.value)
    (tmp_path / "upload.csv").write_bytes(b"")
    with pytest.raises(dp.SourceError, match=r"'visits\.csv' is empty"), loaded.named(table):
        dp.read(table.path)


@pytest.fixture
def endless(monkeypatch):
    """A table takes for ever to load, as long as this holds."""
    monkeypatch.setattr(loading, "SOON", 0.0)
    monkeypatch.setattr(DuckDB, "prepare", lambda self: self._run(lambda connection: connection.execute(ENDLESS)))
    return monkeypatch


def click(screen, label):
    """Without waiting for what it begins."""
    next(button for button in screen.at.button if button.label == label).click().run()
    return screen


@pytest.mark.sample(2)
@pytest.mark.parametrize("reloaded", [False, True])
@pytest.mark.parametrize("page", [LOAD, DESCRIBE])
def test_a_loading_can_be_stopped_and_what_was_typed_stays(fresh, own_home, endless, page, reloaded):
    screen = click(describe(fresh().go(LOAD).upload(CSV, "visits.csv")), "Open the dataset")
    assert "**Loading the rows**" in screen.text
    screen = (fresh() if reloaded else screen).go(page)
    click(screen, "Cancel").until(lambda: "**Loading the rows**" not in screen.text)
    assert "Loading was stopped" in screen.errors[0] and len(screen.errors) == 1
    (spooled,) = (own_home / "spool").rglob("*.*")
    assert spooled.read_bytes() == CSV and not list((own_home / "data").iterdir())
    assert screen.desk.datasets() == []
    endless.undo()
    screen.go(DESCRIBE)
    assert screen.lines[2]["values"] == "A|B|C"
    screen.press("Open the dataset")
    assert [one.name for one in screen.desk.datasets()] == ["visits"]
    assert not list((own_home / "spool").iterdir())


@pytest.mark.parametrize("reloaded", [False, True])
def test_the_copy_goes_as_soon_as_the_rows_are_loaded_though_nobody_looks(fresh, own_home, monkeypatch, reloaded):
    monkeypatch.setattr(loading, "SOON", 0.0)
    begun, free = threading.Event(), threading.Event()
    prepare = DuckDB.prepare
    monkeypatch.setattr(DuckDB, "prepare", lambda self: (begun.set(), free.wait(60), prepare(self))[2])
    screen = click(describe(fresh().go(LOAD).upload(CSV, "visits.csv")), "Open the dataset")
    running = job.loads().get(screen.at.session_state["loaded"].ticket, screen.desk.user)
    assert begun.wait(60) and running and len(list((own_home / "spool").rglob("upload.csv"))) == 1
    free.set()
    assert running.done.wait(60) and running.keys and not list((own_home / "spool").iterdir())
    screen = fresh().go(DESCRIBE) if reloaded else screen.run()
    assert not screen.errors and screen.at.title[0].value == "Ask"
    assert uploads.find((str(screen.desk.home.path), screen.desk.user)) is None


def test_a_table_that_another_takes_the_place_of_is_no_longer_loaded(fresh, own_home, endless):
    click(describe(fresh().go(LOAD).upload(CSV, "old.csv")), "Open the dataset")
    screen = fresh().go(LOAD)
    assert "Choose another table" not in [button.label for button in screen.at.button]
    table = screen.at.session_state["loaded"]
    running = job.loads().get(table.ticket, screen.desk.user)
    job.loads().cancel(table.ticket, "somebody else")
    assert running and not running.cancel.is_set() and not running.done.is_set()
    uploads.keep((str(screen.desk.home.path), screen.desk.user), replace(table, ticket="other"), lambda: None)
    assert running.done.wait(120) and "Loading was stopped" in running.trouble[0]
    assert not list((own_home / "spool").iterdir()) and not list((own_home / "data").iterdir())
