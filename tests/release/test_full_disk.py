"""A disk without room: one sentence with a way out wherever something is written, and nothing is left half."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import dpcore as dp
from dpcore.cli import place
from dpcore.desk.draft import Drafts
from dpcore.desk.home import Home
from dpcore.desk.incoming import Incoming
from dpcore.desk.signature import Seal

ROOM = r"The desk's folder cannot be written: the disk is full\. Hint: Free some disk space"
OPEN = os.open


@pytest.fixture(params=[errno.ENOSPC, errno.EDQUOT])
def full(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing more reaches the disk."""

    def fail(handle: int) -> None:
        raise OSError(request.param, "no room")

    monkeypatch.setattr(os, "fsync", fail)


def files(home: Home) -> list[Path]:
    return [path for path in home.path.rglob("*") if path.is_file()]


ACTS: dict[str, Callable[[Home], object]] = {
    "the signing key": lambda home: Seal(home).public,
    "the desk's secret": lambda home: home.key("fingerprint"),
    "a trusted key": lambda home: home.write(home.path / "keys" / "trusted", b"name"),
}


@pytest.mark.usefixtures("full")
@pytest.mark.parametrize("act", ACTS)
def test_a_key_is_written_whole_or_not_at_all(tmp_path: Path, act: str, monkeypatch: pytest.MonkeyPatch) -> None:
    home = Home(tmp_path / "home")
    with pytest.raises(dp.AccessError, match=ROOM):
        ACTS[act](home)
    assert files(home) == []
    monkeypatch.undo()
    ACTS[act](home)
    assert len(files(home)) == 1


@pytest.mark.usefixtures("full")
def test_a_draft_without_room_is_lost_and_nothing_else(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    drafts = Drafts(home, "ada")
    drafts.save("visits", "a plan")
    assert drafts.load("visits") is None and files(home) == []


def test_an_upload_without_room_is_said_and_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Written to a device that is always full."""
    home = Home(tmp_path / "home")

    def open_full(path: Any, flags: int, *arguments: Any, **options: Any) -> int:
        handle = OPEN(path, flags, *arguments, **options)
        if not flags & os.O_CREAT:
            return handle
        os.close(handle)
        return OPEN("/dev/full", os.O_WRONLY)

    monkeypatch.setattr(os, "open", open_full)
    with pytest.raises(dp.AccessError, match=ROOM):
        home.spool(b"x" * 10**6, ".csv")
    monkeypatch.undo()
    assert files(home) == [] and list((home.path / "spool").iterdir()) == []
    assert home.spool(b"rows", ".csv").read_bytes() == b"rows"


def test_an_upload_that_fills_the_disk_is_said_and_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = Home(tmp_path / "home")
    incoming = Incoming(home, "ada", 2 * 10**6, 10**7)
    incoming.write(b"x" * 10**6)
    with monkeypatch.context() as full:
        full.setattr(os, "open", lambda path, flags, *_: OPEN("/dev/full", os.O_WRONLY))
        with pytest.raises(dp.AccessError, match=ROOM):
            incoming.write(b"x" * 10**6)
    incoming.drop()
    assert list((home.path / "spool").iterdir()) == [] and home.spooled("ada") == 0


def test_a_result_that_cannot_be_written_is_said() -> None:
    with pytest.raises(dp.SourceError, match=r"cannot be written: the disk is full\. Hint: Free some disk space"):
        place.write(Path("/dev/full"), b"answers")
