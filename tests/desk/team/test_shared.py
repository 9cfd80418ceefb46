"""Datasets of several people: what they are called, what is recognised, what is free."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import dpcore as dp
from dpcore.errors import AccessError, KnownRowsError, SchemaError
from tests.desk.team.house import AGES, COUNT, MEAN, House, add
from tests.release.conftest import visits


def names(desk: dp.Desk) -> list[str]:
    return [one.name for one in desk.datasets()]


@pytest.fixture
def empty(tmp_path: Path) -> House:
    return House(tmp_path)


def test_a_shared_dataset_has_its_name(house: House) -> None:
    with house.desk("cy") as cy:
        assert names(cy) == ["visits"]
        one = cy.dataset("visits")
        assert (one.owner, one.role) == ("ada", "viewer")
        assert cy.dataset("ada/visits").id == one.id


def test_a_name_of_several_owners_is_written_with_the_owner(empty: House) -> None:
    with empty.desk("ada") as ada, empty.desk("bob") as bob, empty.desk("cy") as cy:
        for desk, rows in ((ada, 600), (bob, 300)):
            add(desk, "visits", rows)
            desk.team("visits").add("cy", "analyst")
        assert names(cy) == ["ada/visits", "bob/visits"]
        assert [cy.dataset(name).owner for name in names(cy)] == ["ada", "bob"]
        with pytest.raises(AccessError):
            cy.dataset("visits")  # neither is taken for the other
        add(cy, "visits", 90)
        assert names(cy) == ["ada/visits", "bob/visits", "visits"]
        assert cy.dataset("visits").owner == "cy"
        assert names(ada) == ["visits"]


def test_nobody_can_pose_as_another_s_dataset(empty: House) -> None:
    with empty.desk("ada") as ada, empty.desk("mal") as mal, empty.desk("cy") as cy:
        add(ada, "visits")
        add(mal, "ada/visits", 90)
        for desk, name in ((ada, "visits"), (mal, "ada/visits")):
            desk.team(name).add("cy", "analyst")
        assert {name: cy.dataset(name).owner for name in names(cy)} == {"visits": "ada", "mal/ada/visits": "mal"}
        add(cy, "ada/visits", 120)
        assert cy.dataset("ada/visits").owner == "cy"
        assert len(set(names(cy))) == 3


def test_own_names_are_free_whatever_others_share(house: House) -> None:
    with house.desk("cy") as cy:
        add(cy, "visits", 90)
        with pytest.raises(SchemaError, match="already"):
            add(cy, "Visits", 60)
        assert sorted(names(cy)) == ["ada/visits", "visits"]


def test_another_user_learns_nothing_by_loading_a_guess(house: House) -> None:
    """The very rows of ada's dataset: for a stranger, a member and another owner they are rows like any."""
    for user in ("eve", "cy", "ben", "oda"):
        with house.desk(user) as desk:
            add(desk, "guess")
            assert desk.dataset("guess").owner == user
    with house.desk("oda") as oda, house.desk("ada") as ada:
        add(ada, "salaries", 3_000)
        ada.team("salaries").add("oda", "owner")
        assert oda.update("visits", dp.read(visits(3_000))).version == 2  # nor that these are the rows of "salaries"
        with pytest.raises(KnownRowsError, match="salaries"):
            add(ada, "again", 3_000)


def test_another_owner_s_own_reload_is_caught(house: House) -> None:
    with house.desk("oda") as oda, house.desk("ada") as ada:
        add(ada, "salaries", 3_000)
        ada.team("salaries").add("oda", "owner")
        oda.update("salaries", dp.read(visits(3_003)))
        with pytest.raises(KnownRowsError, match="salaries"):
            oda.update("visits", dp.read(visits(3_003)))


def test_another_owner_s_version_is_answered_for_all(house: House) -> None:
    with house.desk("oda") as oda, house.desk("ben") as ben:
        assert oda.update("visits", dp.read(visits(601))).version == 2
        touched(house)
        (answer,) = ben.release("visits", MEAN)
        assert (answer.dataset_version, answer.user) == (2, "ben")


def touched(house: House) -> None:
    """Rows whose file has another time than was noted are read again, by their opener's key."""
    with house.desk("ada") as ada:
        known = ada.dataset("visits")
        os.utime(ada._ledger.rows(known.id, known.version)["path"])


def test_rows_are_recognised_whoever_asks(house: House) -> None:
    with house.desk("ben") as ben, house.desk("oda") as oda:
        touched(house)
        ben.release("visits", MEAN)
        oda.release("visits", AGES)


def test_a_stored_answer_is_free_for_all_who_may_ask(house: House) -> None:
    with house.desk("ada") as ada, house.desk("bob") as bob, house.desk("cy") as cy:
        quote = bob.quote("visits", COUNT)
        assert (quote.fits, quote.price, quote.hints) == (True, 0.0, ())
        assert bob.release("visits", COUNT) == ada.releases("visits") == cy.releases("visits")
        assert len([entry for entry in ada.ledger("visits") if entry.kind == "charge"]) == 1


def test_an_answer_has_the_dataset_s_own_name_whoever_asked(house: House) -> None:
    with house.desk("ben") as ben, house.desk("ada") as ada:
        add(ben, "visits", 90)
        (answer,) = ben.release("ada/visits", MEAN)
        assert answer.dataset == "visits"
        again = ben.remeasure(answer, mu=0.03)
        assert (again.combined or ())[0] == answer.key
        assert len(ada.releases("visits")) == 3
        assert ben.releases("visits") == []  # ben's own were not asked
        ada.rename("visits", "trips")
        assert ada.remeasure(answer, mu=0.03).noisy == again.noisy


def test_a_quote_says_what_is_left_of_the_slice(house: House) -> None:
    large = dp.Plan([dp.Ask(dp.Sum("cost"), mu=0.15)])
    with house.desk("ben") as ben, house.desk("bob") as bob, house.desk("ada") as ada:
        quote = ben.quote("visits", large)
        assert (quote.fits, quote.after) == (False, None)
        assert any("costs mu 0.15, and mu 0.1 is left of your slice" in hint for hint in quote.hints)
        assert ben.quote("visits", MEAN).fits
        with pytest.raises(dp.BudgetError, match="of your slice"):
            ben.release("visits", large)
        assert any("no open slice" in hint for hint in bob.quote("visits", large).hints)
        assert ada.quote("visits", large).fits
        ada.team("visits").reserve(mu=0.16)
        quote = ada.quote("visits", large)
        assert not quote.fits
        assert any("because mu 0.1887 is set aside" in hint for hint in quote.hints)


def test_standing_says_what_is_set_aside(house: House) -> None:
    with house.desk("cy") as cy, house.desk("ben") as ben, house.desk("ada") as ada:
        for desk in (cy, ben, ada):
            aside = desk.standing("visits").set_aside
            assert aside is not None
            assert aside.mu == pytest.approx(0.1)
        allowance = ben.team("visits").allowance
        assert allowance is not None
        assert (allowance.user, allowance.left, allowance.state) == ("ben", 0.1, "open")
        assert ada.team("visits").allowance is None
        room = ben.standing("visits").room("gaussian")
        assert room is not None
        assert room.mu == pytest.approx(0.1)


def test_a_plan_is_made_of_what_one_may_spend(house: House) -> None:
    with house.desk("ben") as ben, house.desk("ada") as ada:
        own, whole = ben.plan("visits", [dp.Count("ward")], 1.0), ada.plan("visits", [dp.Count("ward")], 1.0)
        assert ben.quote("visits", own).fits
        assert ada.quote("visits", whole).fits
        assert not ben.quote("visits", whole).fits
        ben.release("visits", own)
        ada.release("visits", whole)


def test_what_a_crash_left_is_answered_by_who_paid_or_an_owner(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    from dpcore import failpoint

    def crash(name: str) -> None:
        if name == "after_anchor":
            raise KeyboardInterrupt

    with house.desk("ben") as ben, house.desk("bob") as bob, house.desk("oda") as oda:
        monkeypatch.setattr(failpoint, "_hook", crash)
        with pytest.raises(KeyboardInterrupt):
            ben.release("visits", MEAN)
        monkeypatch.setattr(failpoint, "_hook", None)
        assert [len(desk.unanswered("visits")) for desk in (ben, bob, oda)] == [1, 0, 1]
        assert bob.resume("visits") == []
        (answer,) = ben.resume("visits")
        assert oda.unanswered("visits") == []
        assert answer.user == "ben"
