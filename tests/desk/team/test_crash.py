"""I1, I3: kill -9 at any point of an act, or of a charge in a slice: it is done or not done, never half or twice."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from dpcore.errors import DpError
from dpcore.ledger.ledger import Ledger
from tests.desk.team.people import ATTO, DATASET, ask, die_in, give, opened, propose, spent
from tests.ledger.world import seen, start

TENTH = ATTO // 10
SLICE = {"slice": "s1", "member": "ben", "currency": "mu", "amount": TENTH, "delta": 0, "until": None}
ACTS: dict[str, dict[str, Any]] = {
    "grant": {"member": "eve", "role": "viewer"},
    "ungrant": {"member": "cy"},
    "slice": SLICE,
    "take_back": {},
    "approve": {},
    "decline": {"reason": "no"},
}


def last(ledger: Ledger) -> str:
    return ledger.entries(DATASET)[-1].kind


@pytest.mark.sample(3)
@pytest.mark.parametrize("point", ["in_act", "after_act"])
@pytest.mark.parametrize("kind", ACTS)
def test_an_act_is_done_or_not_done(tmp_path: Path, kind: str, point: str) -> None:
    url, payload = f"sqlite:///{tmp_path / 'murmur.db'}", dict(ACTS[kind])
    ledger = opened(url, tmp_path)
    if kind == "take_back":
        payload["slice"] = give(ledger, "ben", TENTH)
    if kind in ("approve", "decline"):
        payload["proposal"] = propose(ledger, "ben", [ask(1)])
    entries = len(ledger.entries())
    ledger.close()
    assert seen(*start(die_in, url, tmp_path, point, "ada", kind, payload)) == []
    again = Ledger(url, tmp_path)
    done = point == "after_act"
    assert again.verify() == entries + done
    assert (last(again) == kind) is (done or kind == "grant")
    if done:
        with pytest.raises((DpError, ValueError)):
            again.act(kind, "ada", DATASET, payload)
    else:
        again.act(kind, "ada", DATASET, payload)
    assert again.verify() == entries + 1


@pytest.mark.sample(2)  # one for each way
@pytest.mark.parametrize("point", ["before_charge", "in_charge", "after_charge", "after_anchor"])
@pytest.mark.parametrize("way", ["slice", "proposal"])
def test_a_charge_is_paid_once_from_what_pays_it(tmp_path: Path, point: str, way: str) -> None:
    url = f"sqlite:///{tmp_path / 'murmur.db'}"
    ledger, payload = opened(url, tmp_path), {"attos": TENTH, "key": "q"}
    give(ledger, "ben", TENTH)
    if way == "proposal":
        payload["proposal"] = propose(ledger, "ben", [ask(TENTH, "q")])
        ledger.act("approve", "ada", DATASET, {"proposal": payload["proposal"]})
    ledger.close()
    for here in (point, point, "none"):
        shown = seen(*start(die_in, url, tmp_path, here, "ben", "charge", payload))
    assert shown == [("ben", "done")]
    again = Ledger(url, tmp_path)
    again.verify()
    assert (spent(again), [entry.kind for entry in again.entries(DATASET)].count("charge")) == (TENTH, 1)
    (slice_,) = again.dataset(DATASET).membership.slices.values()
    assert slice_.left == (0 if way == "slice" else TENTH)
