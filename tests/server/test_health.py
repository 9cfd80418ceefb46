"""Health and readiness: one word each, behind the middleware of every page, and the right word for each failure."""

from __future__ import annotations

import asyncio
import os
import shutil
import threading
import time

import pytest

import dpcore as dp
from dpcore.errors import AccessError, LedgerError
from pages.server import event_log, health
from pages.server.security import HEADERS
from tests.browser.server import ROOT, Server, free_port
from tests.child import start


class Asked:
    """A desk that fails as it is told, and counts how often it is asked."""

    def __init__(self, error: Exception | None = None) -> None:
        self.error, self.times, self.go = error, 0, threading.Event()
        self.go.set()

    def check(self) -> None:
        self.times += 1
        assert self.go.wait(60)
        if self.error:
            raise self.error


def words(asked: Asked, times: int, clock: list[float]) -> list[str]:
    readiness = health.Readiness(lambda: asked, lambda: clock[0])  # type: ignore[arg-type, return-value]

    async def ask() -> list[str]:
        return await asyncio.gather(*(readiness.word() for _ in range(times)))

    return asyncio.run(ask())


@pytest.mark.parametrize(
    ("error", "word"),
    [
        (None, "ready"),
        (LedgerError("The database of ward C is gone."), "ledger"),
        (AccessError("/home/ada is full."), "home"),
        (ValueError("cell 55"), "home"),
    ],
)
def test_each_failure_has_one_word(error, word):
    assert words(Asked(error), 1, [0.0]) == [word]


def test_many_requests_of_a_moment_ask_once_and_later_ones_again():
    asked, clock = Asked(), [0.0]
    readiness = health.Readiness(lambda: asked, lambda: clock[0])

    async def ask() -> None:
        for now, times in ((0.0, 1), (health.FRESH_SECONDS - 0.1, 1), (health.FRESH_SECONDS, 2)):
            clock[0] = now
            assert await asyncio.gather(*(readiness.word() for _ in range(20))) == ["ready"] * 20
            assert asked.times == times

    asyncio.run(ask())


def test_a_ledger_that_does_not_answer_is_slow_and_others_wait_no_longer(monkeypatch):
    monkeypatch.setattr(health, "PATIENCE_SECONDS", 0.01)
    asked = Asked()
    asked.go.clear()
    try:
        assert words(asked, 30, [0.0]) == ["slow"] * 30
    finally:
        asked.go.set()
    assert asked.times == 1


def test_a_desk_checks_that_its_ledger_and_its_folder_can_be_written(tmp_path):
    with dp.Desk(home=tmp_path / "home") as desk:
        desk.check()
        assert not list((tmp_path / "home" / "spool").iterdir())
        before = desk._ledger._journal.chain.last
        desk.check()
        assert desk._ledger._journal.chain.last == before, "nothing is written into the ledger"
        shutil.rmtree(tmp_path / "home" / "spool")
        (tmp_path / "home" / "spool").write_text("in the way")
        with pytest.raises(AccessError):
            desk.check()
        shutil.rmtree(tmp_path / "home" / "anchor")
        with pytest.raises(LedgerError):
            desk.check()


def test_the_server_answers_for_itself_and_says_what_it_lacks(tmp_path):
    with Server(tmp_path / "home") as server:
        for path, word in (("/healthz", b"alive"), ("/readyz", b"ready")):
            answer = server.get(path)
            assert (answer.status, answer.body, answer.headers["cache-control"]) == (200, word, "no-store")
            assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS
            assert "set-cookie" not in answer.headers
            assert server.get(path, {"Host": "evil.example"}).status == 403
            assert server.get(path, method="POST").status == 405
        shutil.rmtree(tmp_path / "home" / "anchor")
        answer = until(server, 503)
        assert answer.body == b"ledger" and server.get("/healthz").status == 200


def until(server: Server, status: int):
    """The first answer with this status; an earlier one is repeated for a moment."""
    while (answer := server.get("/readyz")).status != status:
        pass
    return answer


RELEASING = """
import sys, time
from pathlib import Path
from streamlit.web.cli import main
from pages.server import event_log
from pages.ui import job
folder, started = Path(sys.argv[1]), event_log.started
def work(*_):
    print("begun", flush=True)
    while not (folder / "go").exists():
        time.sleep(0.01)
    print("finished", flush=True)
    return []
def release():
    started()
    job.jobs().start("ticket", "dataset", "user", work)
event_log.started = release
sys.argv = ["streamlit", "run", "asgi.py", "--server.headless=true", "--server.port=" + sys.argv[2]]
main()
"""


def test_a_server_that_is_told_to_stop_finishes_what_it_releases(tmp_path, monkeypatch):
    monkeypatch.setenv(event_log.WORD, event_log.JSON)
    log = tmp_path / "log"
    log.touch()
    environment = os.environ | {"MURMUR_HOME": str(tmp_path / "home")}
    program = ("-c", RELEASING)
    process = start(program, str(tmp_path), str(free_port()), env=environment, cwd=ROOT, log=log)
    for said in ("begun", '"event": "stop"'):
        while said not in log.read_text():
            assert process.is_alive(), log.read_text()
            time.sleep(0.02)
        if said == "begun":
            process.terminate()
    assert process.is_alive() and "finished" not in log.read_text()
    (tmp_path / "go").touch()
    process.join(60)
    assert process.exitcode is not None and "finished" in log.read_text()
