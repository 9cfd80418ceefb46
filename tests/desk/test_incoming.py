"""An upload while it is received: what it occupies counts from its beginning, for its user and for the disk."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections import namedtuple

import pytest

from dpcore.desk.home import Home
from dpcore.desk.incoming import Incoming
from dpcore.errors import AccessError
from tests.repo.house import ROOT

ADA, BEN = "ada@example.org", "ben@example.org"
HELD = """
import sys
from dpcore.desk.home import Home
from dpcore.desk.incoming import Incoming
Incoming(Home(), "ada@example.org", 60, 100)
print("there", flush=True)
sys.stdin.read()
"""


def test_a_file_is_private_and_has_what_was_written():
    home = Home()
    incoming = Incoming(home, ADA, 100, 100)
    assert (incoming.path.stat().st_mode & 0o777, incoming.path.parent.stat().st_mode & 0o777) == (0o600, 0o700)
    for part in (b"age\n", memoryview(b"1\n2\n")):
        incoming.write(part)
    assert home.spooled(ADA) == 100
    path = incoming.finish(".CSV")
    assert (path.name, path.read_bytes(), home.spooled(ADA)) == ("upload.csv", b"age\n1\n2\n", 8)
    incoming.drop()
    assert not path.parent.exists() and home.spooled(ADA) == 0


def test_a_user_has_a_limit_and_no_other_users_files_count():
    home = Home()
    first = Incoming(home, ADA, 60, 100)
    with pytest.raises(AccessError, match="a user"):
        Incoming(home, ADA, 41, 100)
    Incoming(home, BEN, 100, 100)
    Incoming(Home(), ADA, 40, 100)
    first.drop()
    Incoming(home, ADA, 60, 100)
    assert home.spooled(ADA) == home.spooled(BEN) == 100
    names = [path.name for path in (home.path / "spool").iterdir()]
    assert names and all(re.fullmatch("[0-9a-f]+-[0-9a-f]+", name) for name in names)  # none is written out


def test_uploads_to_other_processes_count_until_these_end():
    other = subprocess.Popen(
        [sys.executable, "-c", HELD], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert other.stdout and other.stdout.readline() == "there\n"
    with pytest.raises(AccessError, match="a user"):
        Incoming(Home(), ADA, 41, 100)
    other.kill()
    other.communicate()
    Incoming(Home(), ADA, 100, 100)


def test_an_upload_that_the_disk_has_no_room_for_is_refused_beforehand(monkeypatch):
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage(10**12, 0, 10**9))
    home, most = Home(), 10**12
    first = Incoming(home, ADA, 500_000_000, most)  # takes no room yet
    assert first.path.stat().st_blocks * 512 < 10**6
    with pytest.raises(AccessError, match="has no room"):
        Incoming(home, BEN, 450_000_000, most)
    Incoming(home, BEN, 350_000_000, most)
    assert len(list((home.path / "spool").iterdir())) == 2


def test_an_upload_that_was_dropped_takes_no_more():
    incoming = Incoming(Home(), ADA, 10, 10)
    incoming.drop()
    with pytest.raises(AccessError):
        incoming.write(b"1")
    assert not incoming.path.parent.exists()
