"""Preferences: kept for one user over sessions, never in anybody's way."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from dpcore.desk.home import Home
from dpcore.desk.preference import LONGEST, Preferences


def test_a_preference_is_the_users_own_and_outlives_the_session(tmp_path: Path) -> None:
    Preferences(Home(tmp_path), "ada").save("unit", "mu")
    assert Preferences(Home(tmp_path), "ada").load("unit") == "mu"
    assert Preferences(Home(tmp_path), "ben").load("unit") == ""
    assert Preferences(Home(tmp_path), "ada").load("theme") == ""


def test_no_file_name_tells_who_prefers_what(tmp_path: Path) -> None:
    Preferences(Home(tmp_path), "ada").save("unit", "mu")
    names = " ".join(path.name for path in (tmp_path / "preferences").iterdir())
    assert "ada" not in names and "unit" not in names


def test_what_cannot_be_kept_is_silently_the_default(tmp_path: Path) -> None:
    home = Home(tmp_path)
    Preferences(home, "ada").save("unit", "x" * 10_000)
    assert len(Preferences(home, "ada").load("unit")) == LONGEST
    (path,) = (tmp_path / "preferences").iterdir()
    path.write_bytes(b"\xff" * 10)
    assert Preferences(home, "ada").load("unit") == ""
    path.write_text("y" * 10_000, encoding="utf-8")
    assert Preferences(home, "ada").load("unit") == ""


@pytest.mark.skipif(os.geteuid() == 0, reason="root writes everywhere")
def test_a_folder_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    home = Home(tmp_path)
    tmp_path.chmod(0o500)
    Preferences(home, "ada").save("unit", "mu")
    tmp_path.chmod(0o700)
