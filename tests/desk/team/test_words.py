"""The ledger's screen has words for every kind of entry, and says whom an act is about."""

from __future__ import annotations

from dpcore.ledger import replay
from dpcore.present.text import history
from tests.desk.team.house import MEAN, House


def test_every_kind_of_entry_has_words() -> None:
    unseen = {"genesis", "reanchor"}  # of no dataset
    said = {"grant", "ungrant", *history._KINDS}
    assert replay.FOLDS.keys() - unseen == said


def test_acts_are_told_with_whom_and_how_much(house: House) -> None:
    with house.desk("ada") as ada, house.desk("ben") as ben:
        team = ada.team("visits")
        ben.release("visits", MEAN)
        ben.release_approved("visits", house.approved)
        team.decline(house.waiting, "too fine")
        kept = team.reserve(mu=0.02)
        team.take_back(kept.id)
        team.grant("bob", mu=0.03, until="2999-12-31")
        team.remove("cy")
        told = [history.line(entry).what for entry in ada.ledger("visits")]
    assert told[1:6] == [
        *("member as owner: oda", "member as analyst: ben", "member as analyst: bob", "member as viewer: cy"),
        "set aside for ben: mu 0.1",
    ]
    assert [one for one in told[6:] if one != "answers stored"] == [
        *("released", "plan proposed: please", "plan proposed: please", "plan approved"),
        *("released from a slice", "released by approval", "plan declined: too fine"),
        *("set aside for later users: mu 0.02", "slice taken back"),
        *("set aside for bob: mu 0.03 until 2999-12-31 23:59:59", "no longer a member: cy"),
    ]
