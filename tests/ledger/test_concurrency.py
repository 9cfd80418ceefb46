"""I2, T1: the sum of charges stays within the budget under any interleaving."""

from __future__ import annotations

import threading
from collections import Counter
from fractions import Fraction
from pathlib import Path
from types import ModuleType

import pytest

from dpcore.budget.budget import Budget
from dpcore.errors import BudgetError
from dpcore.ledger import answer, replay
from dpcore.ledger.ledger import Payment
from tests.ledger.world import DATASET, compete, connect, item, opened, seen, start


def contest(folder: Path, processes: int, attempts: int, room: int, mutant: str = "sound") -> Counter[str]:
    """What came of all attempts on a budget for exactly `room`; Counter(granted=room, refused=the rest) is right."""
    opened(folder, Budget(mu=(room / 1000) ** 0.5)).close()
    running = [start(compete, folder, f"p{number}", attempts, mutant) for number in range(processes)]
    for _, pipe in running:
        assert pipe.recv()[0] == "ready"
    (folder / "go").touch()
    return Counter(what for process, pipe in running for _, what in seen(process, pipe))


def test_eight_processes_get_exactly_what_the_budget_holds(folder: Path) -> None:
    outcome = contest(folder, processes=8, attempts=50, room=250)
    assert outcome == {"granted": 250, "refused": 150}
    ledger = connect(folder)
    charges = [entry for entry in ledger.entries(DATASET) if entry.kind == "charge"]
    assert len(charges) == 250
    assert ledger.standing(DATASET).remaining.mu == 0.0
    assert ledger.verify() == 252


@pytest.mark.sample(1)
@pytest.mark.parametrize("mutant", ["deferred_begin", "check_then_insert"])
def test_the_same_contest_finds_a_race(folder: Path, mutant: str) -> None:
    assert contest(folder, 4, 40, room=90, mutant=mutant) != {"granted": 90, "refused": 70}


def test_threads_share_one_ledger(folder: Path) -> None:
    ledger, outcome = opened(folder, Budget(mu=0.3)), Counter[str]()

    def charge(number: int) -> None:
        for step in range(10):
            try:
                ledger.charge(DATASET, Payment("owner"), [item(f"{number}/{step}")])
                outcome["granted"] += 1
            except BudgetError:
                outcome["refused"] += 1
        ledger.store({f"{number}/0": f"answer {number}"} if ledger.charged_keys([f"{number}/0"]) else {})
        ledger.standing(DATASET)

    threads = [threading.Thread(target=charge, args=(number,)) for number in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert outcome == {"granted": 90, "refused": 30}
    assert ledger.verify() == 92 + len(ledger.answers(DATASET))


def test_one_key_from_many_threads_is_paid_once_and_answered_once(folder: Path) -> None:
    ledger, shown = opened(folder), []

    def ask(number: int) -> None:
        ledger.charge(DATASET, Payment("owner"), [item("same", Fraction(1, 2))])
        shown.append(ledger.store({"same": f"draw {number}"})["same"])

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(shown) == 8
    assert len(set(shown)) == 1
    assert [entry.kind for entry in ledger.entries(DATASET)] == ["open", "charge", "answer"]


def test_others_charge_while_the_chain_is_verified(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It hashes every entry and every answer: who comes meanwhile does not wait, and is not in its snapshot."""
    ledger, here, begun, done = opened(folder), threading.current_thread(), list[str](), list[str]()
    ledger.charge(DATASET, Payment("owner"), [item("a")])
    ledger.store({"a": "the answer"})

    def charge(key: str) -> None:
        ledger.charge(DATASET, Payment("owner"), [item(key)])
        done.append(key)

    def interrupt(module: ModuleType, name: str) -> None:
        sound = getattr(module, name)

        def hashing(value: object) -> object:
            if threading.current_thread() is here and name not in begun:
                begun.append(name)
                other = threading.Thread(target=charge, args=(name,), daemon=True)
                other.start()
                other.join(20)
            return sound(value)

        monkeypatch.setattr(module, name, hashing)

    interrupt(replay, "digest")
    interrupt(answer, "sha256")
    assert ledger.verify() == 4
    assert done == ["digest", "sha256"]
    assert ledger.verify() == 6
