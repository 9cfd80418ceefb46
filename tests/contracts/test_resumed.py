"""An answer whose rounds read rows in place at different moments says so; of frozen rows there is nothing to say."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import dpcore as dp
from dpcore import noise
from dpcore.desk.versions import Versions
from dpcore.present import page, record
from dpcore.present.text.caveat import RESUMED
from dpcore.present.text.margin import caveats
from dpcore.release import run as module
from dpcore.release.dataset import KeptRows
from dpcore.release.record import Release
from tests.contracts.guest import Middle, moved_in
from tests.release.test_kill import prepare

PLAN = dp.Plan([dp.Ask(Middle("age"), mu=0.1)])


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[dp.Desk]:
    url = f"sqlite:///{tmp_path / 'murmur.db'}"
    prepare(url, tmp_path / "home")
    with moved_in(), dp.Desk(url, home=tmp_path / "home") as opened:
        yield opened


def interrupt(desk: dp.Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = module._store_rounds

    def interrupted(*given: object) -> None:
        honest(*given)  # type: ignore[arg-type]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), monkeypatch.context() as patch:
        patch.setattr(module, "_store_rounds", interrupted)
        desk.release("visits", PLAN)


def says(desk: dp.Desk, answer: Release) -> set[bool]:
    """Whether each place says it: card, share page, methods note."""
    dossier = desk.dossier("visits", [answer])
    note = "finished by a later one"
    return {RESUMED in caveats(answer), note in page.html(dossier), note in record.methods(dossier)}


@pytest.mark.parametrize("in_place", [True, False])
def test_rounds_of_two_calls_are_said_where_rows_may_have_changed(
    desk: dp.Desk, monkeypatch: pytest.MonkeyPatch, in_place: bool
) -> None:
    monkeypatch.setattr(Versions, "kept", lambda *_: KeptRows(in_place=in_place))
    interrupt(desk, monkeypatch)
    (answer,) = desk.resume("visits")
    data = json.loads(json.dumps(answer.to_dict()))
    assert answer.resumed is in_place and ("resumed" in data) is in_place
    assert Release.from_dict(data) == answer and says(desk, answer) == {in_place}


def test_rounds_of_one_call_say_nothing(desk: dp.Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Versions, "kept", lambda *_: KeptRows(in_place=True))
    (answer,) = desk.release("visits", PLAN)
    assert not answer.resumed and "resumed" not in answer.to_dict() and says(desk, answer) == {False}


def test_a_round_that_another_call_stored_first_is_of_another_moment(
    desk: dp.Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Versions, "kept", lambda *_: KeptRows(in_place=True))
    numbers = itertools.count(1)  # two calls must not draw the same by chance
    monkeypatch.setattr(noise, "draw", lambda law, scale, size: np.full(size, next(numbers), dtype=np.int64))
    honest, left = module._store_rounds, [1]

    def kept(*given: object) -> object:
        if left:
            left.clear()
            with pytest.raises(KeyboardInterrupt), pytest.MonkeyPatch.context() as patch:
                patch.setattr(module, "_store_rounds", lambda *some: honest(*some) and _interrupt())
                with dp.Desk(f"sqlite:///{tmp_path / 'murmur.db'}", home=tmp_path / "home") as other:
                    other.release("visits", PLAN)
        return honest(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(module, "_store_rounds", kept)
    (answer,) = desk.release("visits", PLAN)
    first = next(entry for entry in desk.ledger("visits") if entry.kind == "round").payload["rounds"][0]["noisy"]
    assert [list(map(list, drawn.noisy)) for drawn in answer.rounds[0]] == first
    assert answer.resumed


def _interrupt() -> None:
    raise KeyboardInterrupt
