"""kill -9 after each round of every question of several rounds: one charge, one transcript, the record that it reads.

A process releases a plan and dies once a round is in the ledger, before anything else happens; another one goes on, and
dies after the next round. So a plan of many questions is killed in every round of each. No kind is named here.
"""

from __future__ import annotations

import json
import signal
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dpcore as dp
from dpcore.queries import QUERIES, Query
from dpcore.release.asking import Asking
from dpcore.release.record import Release
from tests.child import run
from tests.contracts import desk as world
from tests.contracts.each_kill import plans
from tests.contracts.example import counted
from tests.contracts.test_each_round import PRICES, check, several

VICTIM = ("-m", "tests.contracts.each_kill")
FORGETS = """
from dpcore.release import run as module
module._replay = lambda ledger, asking, failures: list(asking)
from tests.contracts.each_kill import main
main()
"""
FEW = 4
"""Rounds of the questions that `make test` asks."""
KINDS = [kind for kind in QUERIES if not counted(kind)]
Stored = list[tuple[str, int, Any]]


def written(currency: str, path: Path, most: int, kinds: Sequence[type[Query]] = KINDS) -> Path:
    """The plans of one currency, with all questions that take several rounds, and at most so many."""
    found: dict[str, list[Any]] = {}
    for kind in kinds:
        query, name = several(kind, currency), world.dataset(kind)
        if query is not None:
            promise = query.promise(world.facts(name), PRICES[currency].of(world.PRICE))
            if sum(times for _, times in promise) <= most:
                found.setdefault(name, []).append((query.to_dict(), {currency: world.PRICE}))
    path.write_text(json.dumps(found))
    return path


def opened(desk: dp.Desk, names: Sequence[str]) -> None:
    """The tables of those plans."""
    for seed, name in enumerate(names, 4):
        table = world.facts(name)
        desk.add_dataset(name, dp.read(world.rows(seed)), schema=table.schema, unit=table.unit, budget=world.BUDGET)


def rounds(desk: dp.Desk, name: str) -> Stored:
    """Those in the ledger, in order."""
    entries = [entry for entry in desk.ledger(name) if entry.kind == "round"]
    return [(one["key"], one["number"], one["noisy"]) for entry in entries for one in entry.payload["rounds"]]


def killed(url: str, home: Path, path: Path, program: tuple[str, str] = VICTIM) -> tuple[list[Release], int]:
    """The answers after a kill in every round, and the number of kills. No round that was stored is drawn again."""
    asked, known, kills = plans(path), Stored(), 0
    with dp.Desk(url, home=home) as desk:
        opened(desk, [*asked])
    while (done := run(program, url, str(home), str(path))).returncode == -signal.SIGKILL:
        kills += 1
        with dp.Desk(url, home=home) as desk:
            now = [one for name in asked for one in rounds(desk, name)]
        assert now[: len(known)] == known and len(now) > len(known), "a round was lost, or none was stored"
        assert len({one[:2] for one in now}) == len(now), "a round is there twice"
        known = now
    assert done.returncode == 0, done.stderr.decode()
    with dp.Desk(url, home=home) as desk:
        answers = [answer for name, plan in asked.items() for answer in desk.release(name, plan)]
        assert [one for name in asked for one in rounds(desk, name)] == known
        for name in asked:
            assert len([entry for entry in desk.ledger(name) if entry.kind == "charge"]) == 1
            for answer in answers:
                if answer.dataset == name:
                    check(desk, answer)
    assert kills >= max(len(answer.rounds) for answer in answers) - 1
    return answers, kills


def undisturbed(answers: Sequence[Release], folder: Path, path: Path, patch: pytest.MonkeyPatch) -> list[Release]:
    """What a release without a kill makes of the same noisy integers."""
    drawn = {str(answer.query): answer.rounds for answer in answers}

    def take(asking: Asking, honest: Sequence[np.ndarray]) -> None:
        kept = drawn[str(asking.request.query)][len(asking.rounds)]
        assert [step.array.shape for step in kept] == [noisy.shape for noisy in honest]
        asking.drawn = tuple(step.noisy for step in kept)

    asked = plans(path)
    with dp.Desk(home=folder) as desk, patch.context() as replayed:
        replayed.setattr(Asking, "take", take)
        opened(desk, [*asked])
        return [answer for name, plan in asked.items() for answer in desk.release(name, plan)]


def read(answer: Release) -> dict[str, Any]:
    """A record without what differs between any two ledgers."""
    data: dict[str, Any] = json.loads(json.dumps(answer.to_dict()))
    return {name: value for name, value in data.items() if name not in ("key", "time", "seq")}


def reads_alike(url: str, path: Path, folder: Path, patch: pytest.MonkeyPatch) -> None:
    """The whole check."""
    answers, _ = killed(url, folder / "home", path)
    calm = undisturbed(answers, folder / "calm", path, patch)
    assert [read(answer) for answer in calm] == [read(answer) for answer in answers]


def test_killed_in_every_round_a_plan_ends_with_one_transcript(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All questions of few rounds."""
    path = written("mu", tmp_path / "plans.json", FEW)
    assert sum(map(len, json.loads(path.read_text()).values())) > 3
    reads_alike(f"sqlite:///{tmp_path / 'murmur.db'}", path, tmp_path, monkeypatch)


@pytest.mark.audit
@pytest.mark.parametrize("currency", PRICES)
def test_however_many_rounds(currency: str, either: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reads_alike(either, written(currency, tmp_path / "plans.json", 1_000), tmp_path, monkeypatch)


@pytest.mark.audit
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_each_kind_by_itself(kind: type[Query], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its own rounds alone decide when it is killed."""
    for currency in PRICES:
        path = written(currency, tmp_path / f"{currency}.json", 1_000, [kind])
        if json.loads(path.read_text()):
            folder = tmp_path / currency
            folder.mkdir()
            reads_alike(f"sqlite:///{folder / 'murmur.db'}", path, folder, monkeypatch)


def test_a_release_that_forgets_its_rounds_is_seen(tmp_path: Path) -> None:
    """It draws the first round again, and never gets further."""
    path = written("mu", tmp_path / "plans.json", 3)
    with pytest.raises(AssertionError, match="none was stored"):
        killed(f"sqlite:///{tmp_path / 'murmur.db'}", tmp_path / "home", path, ("-c", FORGETS))
