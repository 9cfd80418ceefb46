"""I1, I3, T2: kill -9 at any point never shows an answer without its charge, and never two answers for one charge."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest

from dpcore.failpoint import NAMES
from tests.ledger.world import DATASET, attempt, connect, opened, seen, start, work

Shown = list[tuple[str, str]]

POINTS = (*NAMES, "none")


def killed(folder: Path, point: str, way: str) -> Shown:
    """What was shown by three attempts at one question that are killed at a point, and one that is not."""
    opened(folder).close()
    shown: Shown = []
    for here in (point, point, point, "none"):
        shown += seen(*start(attempt, folder, "question", here, way))
    return shown


def wrongs(folder: Path, shown: Shown) -> set[str]:
    """What is wrong with what was shown for one question, against what the ledger says."""
    ledger = connect(folder)
    ledger.verify()
    charges = [entry for entry in ledger.entries(DATASET) if entry.kind == "charge"]
    ledger.close()
    found = {
        "shown without a charge": bool(shown) and not charges,
        "two answers": len({text for _, text in shown}) > 1,
        "charged twice": len(charges) > 1,
    }
    return {name for name, wrong in found.items() if wrong}


@pytest.mark.sample(4)
@pytest.mark.parametrize("point", POINTS)
def test_killed_three_times_at_a_point_then_answered_once(folder: Path, point: str) -> None:
    shown = killed(folder, point, "release")
    assert wrongs(folder, shown) == set()
    assert shown[-1][0] == "question"
    assert len(connect(folder).answers(DATASET)) == 1


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("way", "point", "wrong"),
    [
        ("debit_after", "after_show", "two answers"),
        ("show_before_store", "after_show", "two answers"),
        ("no_idempotency", "after_show", "charged twice"),
    ],
)
def test_the_same_kills_find_a_wrong_order(folder: Path, way: str, point: str, wrong: str) -> None:
    assert wrong in wrongs(folder, killed(folder, point, way))


def test_a_kill_before_a_late_debit_is_a_free_answer(folder: Path) -> None:
    opened(folder).close()
    shown = seen(*start(attempt, folder, "question", "after_show", "debit_after"))
    assert wrongs(folder, shown) == {"shown without a charge"}


def killed_at_random(folder: Path, rounds: int, way: str, seed: int) -> Shown:
    opened(folder).close()
    chance, shown = random.Random(seed), []
    for number in range(rounds):
        process, pipe = start(work, folder, f"r{number}", way)
        if pipe.poll(20):
            time.sleep(chance.uniform(0.0, 0.06))
        process.kill()
        shown += seen(process, pipe)
    return shown


def unpaid(folder: Path, shown: Shown) -> set[str]:
    """Questions whose answer was shown and whose charge is not in the ledger."""
    ledger = connect(folder)
    ledger.verify()
    return {key for key, _ in shown} - ledger.charged_keys(key for key, _ in shown)


def test_killed_at_random(folder: Path) -> None:
    shown = killed_at_random(folder, 6, "release", seed=1)
    assert shown
    assert unpaid(folder, shown) == set()


@pytest.mark.audit
def test_killed_at_random_often(folder: Path) -> None:
    shown = killed_at_random(folder, 200, "release", seed=2)
    assert len(shown) > 200
    assert unpaid(folder, shown) == set()


@pytest.mark.audit
def test_random_kills_find_a_late_debit(folder: Path) -> None:
    assert unpaid(folder, killed_at_random(folder, 60, "debit_after", seed=3))
