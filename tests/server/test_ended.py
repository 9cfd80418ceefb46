"""Sign-ins that were ended: for every copy of the cookie, after a restart, whatever the disk does."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import streamlit as st

from dpcore import AccessError
from pages.server import signin_middleware
from pages.server.rate_limit import MOST, Limit
from pages.ui.person import ended_signins, signin
from tests.repo.house import ROOT

NOW = 1_800_000_000.0
GOOD = {"is_logged_in": True, "email": "ada@example.org", "email_verified": True, "iat": NOW - 5, "exp": 9e9}


@pytest.fixture(autouse=True)
def forgotten():
    yield
    ended_signins._unwritten.clear()


def test_it_is_over_for_every_copy_of_it_and_for_no_other():
    ended_signins.add(GOOD)
    with pytest.raises(AccessError, match="has ended"):
        signin.identity({**GOOD, "tokens": {}}, NOW)
    assert signin.identity({**GOOD, "nonce": "another"}, NOW)


def test_clearing_streamlits_caches_brings_nobody_back():
    ended_signins.add(GOOD)
    st.cache_data.clear()
    st.cache_resource.clear()
    assert ended_signins.has(GOOD)


def test_another_process_knows_it():
    ended_signins.add(GOOD)
    asked = [GOOD, GOOD | {"nonce": "x"}]
    code = f"from pages.ui.person import ended_signins; print(*map(ended_signins.has, {asked!r}))"
    ran = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["True", "False"]


def test_it_is_forgotten_when_it_would_have_ended_anyway(own_home):
    for claims in ({"exp": 1.0}, {"exp": 9e9}, {"exp": "later"}, {"exp": float("inf")}, {"exp": 2}):
        ended_signins.add(claims)
    assert sorted(path.read_text() for path in (own_home / "ended").iterdir()) == ["2", "9000000000.0", "inf", "later"]


@pytest.mark.parametrize("ahead", [600.0, 7_200.0, 20 * 86_400.0])
def test_a_clock_that_was_ahead_brings_nobody_back(monkeypatch, ahead):
    now = [NOW]
    monkeypatch.setattr(ended_signins.time, "time", lambda: now[0])
    soon = GOOD | {"exp": NOW + 300}
    ended_signins.add(soon)
    now[0] = NOW + ahead
    ended_signins.add(GOOD | {"nonce": "another"})
    now[0] = NOW
    with pytest.raises(AccessError, match="has ended"):
        signin.identity(soon, NOW)


def test_what_is_kept_names_nobody_and_is_private(own_home):
    ended_signins.add(GOOD)
    (path,) = (own_home / "ended").iterdir()
    assert path.stat().st_mode & 0o777 == 0o600 and path.parent.stat().st_mode & 0o777 == 0o700
    assert re.fullmatch("[0-9a-f]+", path.name) and float(path.read_text())


def a_file(folder: Path) -> None:
    folder.write_text("")


def a_loop(folder: Path) -> None:
    folder.symlink_to(folder.name)


@pytest.mark.parametrize("spoil", [a_file, a_loop])
def test_where_nothing_can_be_read_nobody_gets_in_and_where_nothing_can_be_written_it_is_said(own_home, spoil):
    own_home.mkdir()
    spoil(own_home / "ended")
    with pytest.raises(AccessError, match="has ended"):
        signin.identity(GOOD, NOW)
    with pytest.raises(AccessError, match="could not be saved"):
        ended_signins.add(GOOD)
    (own_home / "ended").unlink()
    assert ended_signins.has(GOOD)
    assert not ended_signins.has(GOOD | {"nonce": "another"})


def test_a_full_disk_is_said_and_the_sign_in_is_over_meanwhile(monkeypatch):
    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(AccessError, match="could not be saved"):
        ended_signins.add(GOOD)
    assert ended_signins.has(GOOD)


@pytest.mark.parametrize("path", ["/auth/logout", "/auth/logout/", "/base/auth/logout", "//auth/logout"])
def test_whoever_opens_the_way_out_is_out_wherever_it_lies(path, monkeypatch):
    left = []
    monkeypatch.setattr(signin, "required", lambda: True)
    monkeypatch.setattr(signin_middleware, "_end", left.append)

    async def app(*_: object) -> None:
        pass

    scope = {"type": "http", "method": "GET", "path": path, "query_string": b"", "headers": []}
    asyncio.run(signin_middleware.SigninMiddleware(app)(scope, None, None))  # type: ignore[arg-type]
    assert len(left) == 1


@pytest.mark.parametrize("path", ["/auth/login", "/auth/login/", "//oauth2callback"])
def test_what_asks_the_provider_is_asked_so_often_from_an_address(path, monkeypatch):
    passed, told = [], []
    monkeypatch.setattr(signin, "required", lambda: True)
    monkeypatch.setattr(signin_middleware, "_asked", Limit())

    async def app(scope: dict[str, object], *_: object) -> None:
        passed.append(scope["client"])

    async def send(message: dict[str, object]) -> None:
        told.append(message.get("status"))

    for client in ("203.0.113.9", "203.0.113.8"):
        for _ in range(MOST + 20):
            scope = {"type": "http", "method": "GET", "path": path, "query_string": b"", "headers": []}
            asyncio.run(signin_middleware.SigninMiddleware(app)({**scope, "client": (client, 1)}, None, send))  # type: ignore[arg-type]
        assert passed == [(client, 1)] * MOST
        passed.clear()
    assert told.count(429) == 40
