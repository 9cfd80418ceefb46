"""Whoever releases much forgets their own jobs, and neither stops nor hides anybody else's."""

from __future__ import annotations

import threading

import pytest

import dpcore as dp
from pages.ui import job


@pytest.fixture
def jobs():
    made = job.Jobs()
    yield made
    made.close()


def test_a_job_under_way_is_never_forgotten(jobs, monkeypatch):
    monkeypatch.setattr(job, "KEPT", 5)
    gate = threading.Event()
    running = jobs.start("ada", "visits", "ada", lambda *_: gate.wait(60) and [])
    for number in range(20):
        jobs.start(f"eve {number}", "salaries", "eve", lambda *_: []).done.wait(60)
    jobs.start("eve last", "salaries", "eve", lambda *_: []).done.wait(60)
    assert jobs.get("ada", "ada") is running and jobs.busy("visits")
    assert jobs.get("eve 0", "eve") is None and jobs.get("eve last", "eve")
    gate.set()


def test_so_many_of_one_user_are_under_way(jobs):
    gate = threading.Event()
    for number in range(job.UNDER_WAY):
        jobs.start(f"eve {number}", "salaries", "eve", lambda *_: gate.wait(60) and [])
    with pytest.raises(dp.DpError, match="unfinished jobs"):
        jobs.start("eve one more", "salaries", "eve", lambda *_: [])
    assert jobs.start("eve 0", "salaries", "eve", lambda *_: []).ticket == "eve 0"
    jobs.start("ada", "visits", "ada", lambda *_: [])
    gate.set()


class Held:
    """Jobs that note that they run, and go on until they are let go."""

    def __init__(self, jobs):
        self._jobs, self._gates, self.begun = jobs, {}, []
        self._news = threading.Condition()

    def start(self, user, number=0):
        name = f"{user} {number}"
        gate = self._gates[name] = threading.Event()

        def work(*_):
            with self._news:
                self.begun.append(name)
                self._news.notify_all()
            assert gate.wait(60)
            return []

        return self._jobs.start(name, "visits", user, work)

    def until(self, *names):
        """Waits until these have begun, whatever their order."""
        with self._news:
            assert self._news.wait_for(lambda: {*names} <= {*self.begun}, 60)

    def end(self, *names):
        for name in names or self._gates:
            self._gates[name].set()


@pytest.fixture
def held(jobs):
    made = Held(jobs)
    yield made
    made.end()


def test_two_of_one_user_run_at_once_and_the_others_workers_are_free(jobs, held):
    for number in range(job.UNDER_WAY):
        held.start("eve", number)
    for user in ("ada", "ben"):
        assert jobs.start(user, "visits", user, lambda *_: []).done.wait(60)
    held.until("eve 0", "eve 1")
    assert len(held.begun) == 2
    held.end("eve 1")
    held.until("eve 2")
    assert sorted(held.begun) == ["eve 0", "eve 1", "eve 2"]


def test_a_free_worker_is_for_whoever_has_fewest(held):
    for name in ("eve 0", "eve 1", "ben 0", "ben 1", "eve 2", "ada 0"):
        held.start(*name.split())
    held.until("eve 0", "eve 1", "ben 0", "ben 1")
    held.end("eve 0")
    held.until("ada 0")
    assert "eve 2" not in held.begun
    held.end("ben 0")
    held.until("eve 2")


def test_whoever_closes_waits_for_all_that_was_begun(held, jobs):
    made = [held.start("eve", number) for number in range(5)]
    closing = threading.Thread(target=jobs.close)
    closing.start()
    held.end()
    closing.join(60)
    assert all(one.done.is_set() for one in made) and len(held.begun) == 5


def test_a_server_that_ends_waits_for_what_runs_and_begins_no_more(held, jobs):
    for number in range(3):
        held.start("eve", number)
    held.until("eve 0", "eve 1")
    assert not jobs.end(0.01)
    held.end()
    assert jobs.end(60) and sorted(held.begun) == ["eve 0", "eve 1"]


def test_a_server_that_ends_cancels_what_it_loads(monkeypatch):
    monkeypatch.setattr(job, "_jobs", {})
    began = threading.Event()
    loading = job.loads().start("ada", "visits", "ada", lambda _, cancel: began.set() or (cancel.wait(60) and []))
    assert began.wait(60)
    job.end(60)
    assert loading.cancel.is_set()
    job.close()
