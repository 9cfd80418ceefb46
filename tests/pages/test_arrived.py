"""Answers as they come: each is on the page once it is stored, the first ones whole and the others folded."""

from __future__ import annotations

import threading
from types import SimpleNamespace
from typing import Any

import pytest

from dpcore.release import child_process
from dpcore.release.asking import Asking
from pages.ask import arrived
from pages.ui import job
from tests.pages.conftest import Screen

COLUMNS = ("age", "nights", "cost")


@pytest.fixture
def planned(sampled: Screen) -> Screen:
    """A plan of six questions."""
    for column in COLUMNS:
        for kind in ("mean", "sum"):
            sampled.fill("Question", kind).fill("Column", column).press("Add to the plan")
    return sampled


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> threading.Semaphore:
    """Every answer is computed by itself, and the next one waits until it is let go."""
    gate = threading.Semaphore(0)
    monkeypatch.setattr(child_process, "QUICK", -1.0)
    tell = job.Job.tell

    def waiting(running: job.Job, step: str) -> None:
        tell(running, step)
        if "stored" in getattr(step, "facts", {}):
            gate.acquire(timeout=120)

    monkeypatch.setattr(job.Job, "tell", waiting)
    return gate


def shown(screen: Screen) -> tuple[int, int]:
    """How many answers are drawn whole, and how many folded."""
    whole = [each for each in screen.at.subheader if " of " in each.value]
    folded = [each for each in screen.at.expander if each.label.startswith(("Mean of", "Sum of"))]
    return len(whole), len(folded)


def test_answers_are_there_once_they_are_stored(planned: Screen, held: threading.Semaphore) -> None:
    planned.press("Check and release").press("Release")
    (running,) = job.jobs()._jobs.values()
    for there in range(1, 6):
        planned.until(lambda there=there: running.stored == (there, 6))
        planned.run()
        assert shown(planned) == (min(there, arrived.WHOLE), max(0, there - arrived.WHOLE))
        assert not any(button.label == "Dismiss" for button in planned.at.button)
        held.release()
    held.release()
    planned.until(lambda: any(button.label == "Dismiss" for button in planned.at.button))
    assert shown(planned) == (3, 3) and not planned.errors
    assert planned.press("Dismiss") and shown(planned) == (0, 0)


def test_the_answers_stand_in_the_order_of_the_plan(planned: Screen) -> None:
    planned.release()
    titles = [each.value for each in planned.at.subheader if " of " in each.value]
    titles += [each.label for each in planned.at.expander if each.label.startswith(("Mean of", "Sum of"))]
    assert titles == [f"{kind} of {column}" for column in COLUMNS for kind in ("Mean", "Sum")]


def test_of_several_people_none_sees_when_an_answer_came(
    planned: Screen, held: threading.Semaphore, monkeypatch: pytest.MonkeyPatch
) -> None:
    planned.press("Check and release").press("Release")
    (running,) = job.jobs()._jobs.values()
    planned.until(lambda: running.stored == (1, 6))
    monkeypatch.setattr(arrived, "signin", SimpleNamespace(user=lambda: "ada@example.org"))
    assert shown(planned.run()) == (0, 0)
    assert "The release is under way." in planned.text, "also far below the progress, where the foot alone is in sight"
    for _ in range(6):
        held.release()
    planned.until(lambda: any(button.label == "Dismiss" for button in planned.at.button))
    assert "The release is under way." not in planned.text


def test_what_was_stored_before_a_failure_is_there_with_the_error(
    planned: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    take = Asking.take

    def failing(asking: Any, *drawn: Any) -> None:
        if asking.request.query.to_dict()["query"] == "sum" and asking.request.query.columns() == ("cost",):
            raise ValueError("23.5 is a row")
        take(asking, *drawn)

    monkeypatch.setattr(Asking, "take", failing)
    planned.press("Check and release").press("Release")
    planned.until(lambda: bool(planned.errors))
    assert "23.5" not in planned.text and sum(shown(planned)) == 5
    monkeypatch.undo()
    planned.press("Answer the paid questions")
    planned.until(lambda: not planned.desk.unanswered("sample"))
