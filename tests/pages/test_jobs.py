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
    with pytest.raises(dp.DpError, match="are under way"):
        jobs.start("eve one more", "salaries", "eve", lambda *_: [])
    assert jobs.start("eve 0", "salaries", "eve", lambda *_: []).ticket == "eve 0"
    jobs.start("ada", "visits", "ada", lambda *_: [])
    gate.set()
