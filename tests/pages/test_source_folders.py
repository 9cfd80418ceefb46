"""Paths that may be opened: any on one's own desk; else those in listed folders, and nothing is told of others."""

from __future__ import annotations

import os

import pytest

import dpcore as dp
from pages.server import startup
from pages.ui import desk as desks
from pages.ui.person import signin
from pages.ui.rows import source_folders
from pages.ui.rows.unfinished import Loaded
from tests.pages.conftest import LOAD

ROWS = "age\n1\n"


@pytest.fixture
def world(tmp_path, own_home, monkeypatch):
    """A folder that may be read, with links out of it, beside one that may not; the desk's home is in the first."""
    desks.close()
    open_, shut = tmp_path / "open", tmp_path / "shut"
    for folder in (open_ / "sub", shut / "there"):
        folder.mkdir(parents=True)
        (folder / "a.csv").write_text(ROWS)
    (open_ / "b.csv").write_text(ROWS)
    (open_ / "[c].csv").write_text(ROWS)
    (open_ / "within.csv").symlink_to(open_ / "b.csv")
    (shut / "back").symlink_to(open_)
    monkeypatch.setenv("MURMUR_SOURCE_FOLDERS", f"{open_}{os.pathsep}{tmp_path / 'later'}")
    yield tmp_path
    desks.close()


def refused(path: object) -> str:
    """The sentence for a path that may not be read."""
    with pytest.raises(dp.AccessError) as error:
        Loaded(str(path), "", {}, spooled=False).source()
    return str(error.value)


@pytest.mark.parametrize("path", ["open/b.csv", "open/sub", "open/sub/*.csv", "open/*/a.csv", "open/**/b.csv"])
@pytest.mark.parametrize("linked", [False, True])
def test_what_lies_inside_is_read(world, path, linked, monkeypatch):
    if linked:
        (world / "link").symlink_to(world / "open")
        monkeypatch.setenv("MURMUR_SOURCE_FOLDERS", str(world / "link"))
        path = path.replace("open", "link", 1)
    for name in (path, "open/[c].csv", "open/within.csv"):
        assert dict(Loaded(str(world / name), "", {}, spooled=False).source().columns) == {"age": "text"}


OUTSIDE = [
    *("shut/there/a.csv", "shut/there", "shut/there/*.csv", "shut/*/a.csv", "sh*/there/a.csv", "**/a.csv", "", "."),
    *("open/../shut/there/a.csv", "open/sub/../../shut/there/*.csv", "open/*/../../shut/there/a.csv"),
    *("shut/back/b.csv", "shut/there/../../open/b.csv", "opened/a.csv", "open-", "/etc/passwd", "~", "~root/a.csv"),
    *("~nobody-of-this-name/a.csv", "a\0b", "open/\0", "x" * 5000),
]


@pytest.mark.parametrize("path", OUTSIDE)
def test_what_lies_outside_is_refused_in_one_sentence_whether_it_is_there_or_not(world, path):
    where = path if path[:1] in ("/", "~", "") else world / path
    said = refused(where)
    assert said.startswith("This path does not lie in a folder that may be read here.") and "shut" not in said
    for name in ("there", "back"):
        (world / "shut" / name).rename(world / "shut" / f"{name} no more")
    assert refused(where) == said


@pytest.mark.parametrize("target", ["shut/there", "shut/none"])
@pytest.mark.parametrize(
    "path", ["link", "link/a.csv", "link/*.csv", "l*/a.csv", "l*/*.csv", "*/a.csv", "**/a.csv", "[l]ink/a.csv"]
)
def test_a_link_that_leads_out_is_refused_wherever_it_leads(world, path, target):
    (world / "open" / "link").symlink_to(world / target)
    assert refused(world / "open" / path).startswith("This path does not lie")


def test_a_file_of_a_folder_that_leads_out_is_refused(world):
    for target in ("shut/there/a.csv", "shut/none.csv"):
        (world / "open" / "sub" / "z.csv").symlink_to(world / target)
        for path in ("sub", "sub/*.csv", "sub/z.csv", "*/z.csv"):
            assert refused(world / "open" / path).startswith("This path does not lie")
        (world / "open" / "sub" / "z.csv").unlink()


def test_the_desks_own_folder_is_never_read(world, own_home, monkeypatch):
    """It has the rows of every user."""
    monkeypatch.setenv("MURMUR_SOURCE_FOLDERS", "/")
    rows = desks.house().home.path / "data" / "x" / "a.csv"
    rows.parent.mkdir(parents=True)
    rows.write_text(ROWS)
    (world / "shut" / "home").symlink_to(rows.parent)
    for path in (rows, rows.parent, rows.parent / "*.csv", world / "shut" / "home" / "a.csv"):
        assert refused(path).startswith("This path does not lie")
    assert Loaded(str(world / "shut/there"), "", {}, spooled=False).source()


def test_a_missing_file_inside_and_links_in_circles_are_said(world):
    (world / "open" / "circle.csv").symlink_to(world / "open" / "circle.csv")
    for path in ("circle.csv", "c*.csv"):
        with pytest.raises(dp.SourceError, match="cannot be opened"):
            Loaded(str(world / "open" / path), "", {}, spooled=False).source()
    with pytest.raises(dp.SourceError, match="cannot be opened"):
        dp.read("~nobody-of-this-name/a.csv")
    with pytest.raises(dp.SourceError, match="cannot be opened"):
        Loaded(str(world / "open" / "none.csv"), "", {}, spooled=False).source()


@pytest.mark.parametrize(
    ("listed", "signed", "open_to_all", "found"),
    [
        (None, False, "", None),
        (None, True, "", ()),
        (None, False, "yes", ()),
        ("", False, "", ()),
        ("/a:/b", False, "", ("/a", "/b")),
        ("/a: ~ ", True, "yes", ("/a", os.path.expanduser("~"))),
    ],
)
def test_who_may_read_what(monkeypatch, listed, signed, open_to_all, found):
    if listed is not None:
        monkeypatch.setenv("MURMUR_SOURCE_FOLDERS", listed)
    monkeypatch.setenv("MURMUR_OPEN_TO_ALL", open_to_all)
    monkeypatch.setattr(signin, "required", lambda: signed)
    assert source_folders.folders() == found


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("MURMUR_SOURCE_FOLDERS", "/a:data", "names data"),
        ("MURMUR_SOURCE_FOLDERS", "/a: ~/b ::", ""),
        *[("MURMUR_UPLOAD_GB", value, "is not a size") for value in ("x", "0", "-1", "nan", "inf", "19", "4 GB")],
        *[("MURMUR_UPLOAD_GB", value, "") for value in ("", "18.5", "0.5", " 8 ")],
        *[("MURMUR_UPLOAD_QUOTA_GB", value, "is not a size") for value in ("x", "0", "inf")],
        ("MURMUR_UPLOAD_QUOTA_GB", "1000", ""),
    ],
)
def test_a_server_does_not_begin_with_settings_that_cannot_be_meant(monkeypatch, name, value, said):
    monkeypatch.setenv(name, value)
    refusal = startup.refusal()
    assert bool(refusal) == bool(said) and said in refusal and (not said or "Hint: " in refusal)


def test_on_the_screen(world, screen):
    screen.go(LOAD)
    assert "Every user may load the tables in" in screen.text
    screen.fill("A file or folder on the server", str(world / "shut/there/a.csv")).press("Open")
    assert len(screen.errors) == 1 and "This path does not lie in a folder" in screen.errors[0]
    screen.fill("A file or folder on the server", str(world / "open/sub")).press("Open")
    assert list(screen.at.dataframe[0].value["column"]) == ["age"]


def test_without_a_folder_there_is_no_field(screen, monkeypatch):
    monkeypatch.setenv("MURMUR_OPEN_TO_ALL", "yes")
    assert not [field for field in screen.go(LOAD).at.text_input if field.label.startswith("A file or folder")]
    monkeypatch.setenv("MURMUR_OPEN_TO_ALL", "")
    assert [field for field in screen.go(LOAD).at.text_input if field.label.startswith("A file or folder")]
