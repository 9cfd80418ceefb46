"""I2: several processes at once, on either database: a slice is never passed, and of two decisions one is made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

from dpcore.ledger.ledger import Ledger, Payment
from tests.desk.team.people import ATTO, DATASET, ask, decide, give, opened, propose, race, spent
from tests.ledger.world import seen, start

STEP = ATTO // 1000


def together(home: Path, target: Callable[..., None], *arguments: tuple[object, ...]) -> list[tuple[str, str]]:
    """What came of processes that begin at the same moment, one for each tuple of arguments."""
    running = [start(target, *those) for those in arguments]
    for _, pipe in running:
        assert pipe.recv() == ("ready", "")
    (home / "go").touch()
    return [shown for process, pipe in running for shown in seen(process, pipe)]


def test_eight_processes_of_one_analyst_get_exactly_the_slice(either: str, tmp_path: Path) -> None:
    ledger = opened(either, tmp_path)
    give(ledger, "ben", 61 * STEP)
    outcome = Counter(what for _, what in together(tmp_path, race, *[(either, tmp_path, "ben", 12, STEP)] * 8))
    assert outcome == {"granted": 61, "refused": 35}
    assert spent(ledger) == 61 * STEP
    ledger.verify()


def test_an_analyst_and_owners_at_once_use_what_is_theirs(either: str, tmp_path: Path) -> None:
    ledger = opened(either, tmp_path)
    ledger.charge(DATASET, Payment("ada"), [ask(ATTO - 50 * STEP)])
    give(ledger, "ben", 20 * STEP)
    users = ("ben", "ada", "oda", "ben")
    together(tmp_path, race, *[(either, tmp_path, user, 20, STEP) for user in users])
    charges = [entry for entry in ledger.entries(DATASET) if entry.kind == "charge"][1:]
    paid = Counter("ben" if entry.user == "ben" else "owners" for entry in charges)
    assert paid == {"ben": 20, "owners": 30}
    assert spent(ledger) == ATTO


def test_two_slices_at_once_never_set_aside_more_than_is_left(either: str, tmp_path: Path) -> None:
    opened(either, tmp_path)
    figures = {"currency": "mu", "amount": 6 * ATTO // 10, "delta": 0, "until": None}
    both = [("ada", "slice", {"member": "ben", **figures}), ("oda", "slice", {"member": "bob", **figures})]
    said = together(tmp_path, decide, *[(either, tmp_path, *one) for one in both])
    assert sorted(what == "done" for _, what in said) == [False, True]
    assert next(what for _, what in said if what != "done").endswith("is already set aside.")


def test_of_two_approvals_at_once_the_second_is_told_by_whom(either: str, tmp_path: Path) -> None:
    ledger = opened(either, tmp_path)
    plan = {"proposal": propose(ledger, "ben", [ask(STEP)])}
    said = dict(together(tmp_path, decide, *[(either, tmp_path, user, "approve", plan) for user in ("ada", "oda")]))
    first = next(user for user, what in said.items() if what == "done")
    assert said == {first: "done", "oda" if first == "ada" else "ada": f"This plan was already approved by {first!r}."}
    assert len([entry for entry in ledger.entries(DATASET) if entry.kind == "approve"]) == 1


def test_an_approval_and_a_withdrawal_at_once_end_withdrawn(either: str, tmp_path: Path) -> None:
    ledger = opened(either, tmp_path)
    plan = {"proposal": propose(ledger, "ben", [ask(STEP)])}
    two = (("ada", "approve", plan), ("ben", "withdraw", plan))
    said = dict(together(tmp_path, decide, *[(either, tmp_path, *one) for one in two]))
    assert said["ben"] == "done"
    assert said["ada"] in ("done", "This plan was already withdrawn by 'ben'.")
    (left,) = ledger.dataset(DATASET).membership.proposals.values()
    assert (left.state, left.by) == ("withdrawn", "ben")
    assert Ledger(either, tmp_path).verify() == ledger.verify()


def test_taking_back_and_paying_at_once_adds_up(either: str, tmp_path: Path) -> None:
    ledger = opened(either, tmp_path)
    mine = {"slice": give(ledger, "ben", 30 * STEP)}
    running = [
        start(race, either, tmp_path, "ben", 40, STEP),
        start(decide, either, tmp_path, "ada", "take_back", mine),
    ]
    for _, pipe in running:
        assert pipe.recv() == ("ready", "")
    (tmp_path / "go").touch()
    outcome = Counter(what for process, pipe in running for _, what in seen(process, pipe))
    assert spent(ledger) == outcome["granted"] * STEP <= 30 * STEP
    ledger.charge(DATASET, Payment("oda"), [ask(ATTO - spent(ledger))])
