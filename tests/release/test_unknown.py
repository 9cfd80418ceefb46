"""Answers of another version of the program: kept, listed, never priced again, and in nobody's way."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

import dpcore as dp
from dpcore.present import answers
from dpcore.release.record import Release
from tests.contracts.guest import Middle, moved_in

KNOWN, GUEST = dp.Plan([dp.Ask(dp.Count(), mu=0.05)]), dp.Plan([dp.Ask(Middle("age"), mu=0.1)])


@pytest.fixture
def mixed(wards: dp.Desk) -> dp.Desk:
    """A count, and an answer of a question and a mechanism that live in a guest's version alone."""
    with moved_in():
        wards.release("visits", KNOWN)
        wards.release("visits", GUEST)
    return wards


def test_what_is_known_stays_readable(mixed: dp.Desk) -> None:
    assert [str(one.query) for one in mixed.releases("visits")] == ["Count"]
    assert mixed.quote("visits", KNOWN).stored == (True,)
    assert len(mixed.measured("visits", [dp.Count()])) == 1
    mixed.verify()


def test_what_is_not_known_is_listed_by_its_words(mixed: dp.Desk) -> None:
    listed = answers.listed(mixed.ledger("visits"))
    assert sorted(one.words for one in listed) == ["Count", "Middle of age"]
    (other,) = [one for one in listed if one.words == "Middle of age"]
    assert mixed.releases("visits", other.keys) == []
    with moved_in():
        assert len(mixed.releases("visits", other.keys)) == 1, "nothing of it is lost"


def test_it_is_counted_in_what_was_spent(mixed: dp.Desk) -> None:
    assert mixed.standing("visits").spent.mu == pytest.approx((0.05**2 + 0.1**2) ** 0.5)


def test_what_it_left_unanswered_is_left_to_it(wards: dp.Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    with moved_in(), monkeypatch.context() as patch:

        def crash(*_: object) -> None:
            raise RuntimeError

        patch.setattr("dpcore.release.run.perturb", crash)
        with pytest.raises(dp.DpError, match="could not be answered"):
            wards.release("visits", GUEST)
    assert wards.unanswered("visits") == [] and wards.resume("visits") == []
    with moved_in():
        (answer,) = wards.resume("visits")
        assert wards.releases("visits") == [answer]


def records(desk: dp.Desk) -> Mapping[str, Any]:
    (answer,) = desk.release("visits", KNOWN)
    return answer.to_dict()


@pytest.mark.parametrize(
    "change",
    [
        {"version": 3},
        {"rounds": [[{"mechanism": "gaussian", "scales": ["1"], "loss": {"loss": "other"}, "noisy": [[1]]}]]},
    ],
    ids=["newer", "loss"],
)
def test_an_unknown_record_is_refused_in_one_sentence(wards: dp.Desk, change: dict[str, Any]) -> None:
    data = json.loads(json.dumps({**records(wards), **change}))
    with pytest.raises(dp.DpError, match="version") as refused:
        Release.from_dict(data)
    assert "Update" in str(refused.value)
