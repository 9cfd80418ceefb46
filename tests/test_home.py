"""Spooled uploads end with their process, and with no other."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from dpcore.home import Home
from tests.repo.house import ROOT

SPOOL = "import sys; from dpcore.home import Home; print(Home().spool(b'x', '.csv'), flush=True); sys.stdin.read()"


def start() -> tuple[subprocess.Popen[str], str]:
    """A process that has spooled one file, and where it lies."""
    process = subprocess.Popen(
        [sys.executable, "-c", SPOOL], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout
    return process, process.stdout.readline().strip()


@pytest.mark.parametrize("ending", [signal.SIGKILL, signal.SIGTERM, None])
def test_what_an_ended_process_left_goes_and_what_others_hold_stays(ending):
    home = Home()
    mine = home.spool(b"mine", ".csv")
    (first, left), (second, held) = start(), start()
    if ending:
        first.send_signal(ending)
    first.communicate()
    home.sweep()
    assert not os.path.exists(left) and os.path.exists(held) and mine.read_bytes() == b"mine"
    Home().spool(b"another", "")
    assert os.path.exists(held) and mine.exists()
    second.communicate()
    home.sweep()
    assert not os.path.exists(held)
    home.unspool(mine)
    assert not mine.exists()


def test_an_upload_of_an_earlier_version_goes(own_home):
    home = Home()
    (own_home / "spool" / "0123").mkdir(parents=True)
    (own_home / "spool" / "0123" / "upload.csv").write_text("a")
    home.sweep()
    assert not list((own_home / "spool").iterdir())
