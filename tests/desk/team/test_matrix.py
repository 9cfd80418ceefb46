"""Who may do what: every public method of desk and team, by everybody. A new method has to be put in here."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import dpcore as dp
from dpcore.desk.team import Team
from dpcore.errors import AccessError
from dpcore.ledger.ledger import Ledger, Payment
from tests.desk.team.house import EVERYBODY, MEAN, House
from tests.desk.team.people import DATASET, TABLE, ask, give
from tests.release.conftest import visits

Act = Callable[[dp.Desk, str, House], Any]
TeamAct = Callable[[Team, House], Any]

OPENER, OWNERS, ANALYST = {"ada"}, {"ada", "oda"}, {"ben"}
ASKERS = {"ada", "oda", "ben", "bob"}
MEMBERS = ASKERS | {"cy"}
PAYERS = ASKERS - {"bob"}  # bob has no slice

SCENARIO = dp.Scenario("cheap", ((dp.Count(), 1.0),))


def remeasured(desk: dp.Desk, name: str, house: House) -> dp.Release:
    with house.desk("ada") as ada:
        known = ada.releases("visits")[0]
    return desk.remeasure(known, mu=0.015)


def scenarios(desk: dp.Desk, name: str, house: House) -> None:
    desk.save_scenario(name, SCENARIO)
    assert [one.name for one in desk.scenarios(name)] == ["cheap"]


def forgotten(desk: dp.Desk, name: str, house: House) -> None:
    desk.save_scenario(name, SCENARIO)
    desk.delete_scenario(name, "cheap")


def travelling(desk: dp.Desk, name: str, house: House) -> Any:
    return desk.dossier(name, desk.releases(name))


def failures(desk: dp.Desk, name: str, house: House) -> None:
    """Whoever may is told that this budget sets a part aside already, as each does by itself."""
    with contextlib.suppress(dp.BudgetError):
        desk.allow_failures(name)


DESK: dict[str, tuple[set[str], Act]] = {
    "dataset": (MEMBERS, lambda desk, name, house: desk.dataset(name)),
    "role": (MEMBERS, lambda desk, name, house: desk.role(name)),
    "in_place": (MEMBERS, lambda desk, name, house: desk.in_place(name)),
    "team": (MEMBERS, lambda desk, name, house: desk.team(name).members),
    "releases": (MEMBERS, lambda desk, name, house: desk.releases(name)),
    "unread": (MEMBERS, lambda desk, name, house: desk.unread(name)),
    "standing": (MEMBERS, lambda desk, name, house: desk.standing(name)),
    "ledger": (MEMBERS, lambda desk, name, house: desk.ledger(name)),
    "dossier": (MEMBERS, travelling),
    "sharing": (MEMBERS, lambda desk, name, house: desk.sharing(name).all),
    "quote": (ASKERS, lambda desk, name, house: desk.quote(name, MEAN)),
    "outlook": (ASKERS, lambda desk, name, house: desk.outlook(name, SCENARIO)),
    "measured": (ASKERS, lambda desk, name, house: desk.measured(name, [dp.Count()])),
    "plan": (PAYERS, lambda desk, name, house: desk.plan(name, [dp.Count()], 0.01)),
    "release": (PAYERS, lambda desk, name, house: desk.release(name, MEAN)),
    "release_approved": (ANALYST, lambda desk, name, house: desk.release_approved(name, house.approved)),
    "unanswered": (ASKERS, lambda desk, name, house: desk.unanswered(name)),
    "resume": (ASKERS, lambda desk, name, house: desk.resume(name)),
    "remeasure": (PAYERS, remeasured),
    "plans": (ASKERS, lambda desk, name, house: desk.plans(name).all),
    "save_scenario": (ASKERS, scenarios),
    "scenarios": (ASKERS, lambda desk, name, house: desk.scenarios(name)),
    "delete_scenario": (ASKERS, forgotten),
    "update": (OWNERS, lambda desk, name, house: desk.update(name, dp.read(visits(601)))),
    "describe": (OWNERS, lambda desk, name, house: desk.describe(name, expected_rows=7, origin=dp.Origin("public"))),
    "raise_budget": (OWNERS, lambda desk, name, house: desk.raise_budget(name, dp.Budget(epsilon=2.0, delta=1e-6))),
    "allow_failures": (OWNERS, failures),
    "delete_rows": (OWNERS, lambda desk, name, house: desk.delete_rows(name)),
    "rename": (OPENER, lambda desk, name, house: desk.rename(name, "trips")),
}
# Of no dataset, of one's own, or of whoever holds a link.
FREE = {"add_dataset", "datasets", "verify", "check", "close", "trusted", "trust", "distrust"} | {
    *("open_share", "comments_on", "comment_on", "uncomment")
}

TEAM: dict[str, tuple[set[str], TeamAct]] = {
    "members": (MEMBERS, lambda team, house: team.members),
    "slices": (MEMBERS, lambda team, house: team.slices),
    "allowance": (MEMBERS, lambda team, house: team.allowance),
    "proposals": (MEMBERS, lambda team, house: team.proposals),
    "add": (OWNERS, lambda team, house: team.add("dan", "viewer")),
    "remove": (OWNERS | {"cy"}, lambda team, house: team.remove("cy")),  # whoever it is, and owners
    "grant": (OWNERS, lambda team, house: team.grant("bob", mu=0.01)),
    "reserve": (OWNERS, lambda team, house: team.reserve(mu=0.01)),
    "take_back": (OWNERS, lambda team, house: team.take_back(house.slice)),
    "approve": (OWNERS, lambda team, house: team.approve(house.waiting)),
    "decline": (OWNERS, lambda team, house: team.decline(house.waiting, "no")),
    "propose": ({"ben", "bob"}, lambda team, house: team.propose(MEAN)),
    "withdraw": (ANALYST, lambda team, house: team.withdraw(house.waiting)),
    "approved": (ANALYST, lambda team, house: team.approved(house.approved)),
}


def aside(ledger: Ledger, user: str) -> None:
    """Whoever may is told that a budget in mu has nothing to set aside."""
    with contextlib.suppress(dp.BudgetError):
        ledger.set_aside(DATASET, user, False)


LEDGER: dict[str, tuple[set[str], Callable[[Ledger, str], Any]]] = {
    "rename": (OPENER, lambda ledger, user: ledger.rename(DATASET, user, "trips")),
    "add_version": (OWNERS, lambda ledger, user: ledger.add_version(DATASET, user, {})),
    "describe": (
        OWNERS,
        lambda ledger, user: ledger.describe(
            DATASET, user, replace(TABLE, expected_rows=9), dp.Origin("public"), (1, 1)
        ),
    ),
    "delete_rows": (OWNERS, lambda ledger, user: ledger.delete_rows(DATASET, user)),
    "raise_budget": (OWNERS, lambda ledger, user: ledger.raise_budget(DATASET, user, dp.Budget(mu=2.0))),
    "set_aside": (OWNERS, aside),
    "act": (OWNERS, lambda ledger, user: give(ledger, "bob", 1, by=user)),
    "charge": (ASKERS, lambda ledger, user: ledger.charge(DATASET, Payment(user), [ask(0)])),
}


def public(one: type) -> set[str]:
    return {name for name in vars(one) if not name.startswith("_")}


def test_the_matrix_has_every_method() -> None:
    assert public(dp.Desk) == DESK.keys() | FREE
    assert public(Team) == TEAM.keys()


def test_the_matrix_has_whatever_the_ledger_takes_a_user_for() -> None:
    annotated = {name: getattr(getattr(Ledger, name), "__annotations__", {}) for name in public(Ledger)}
    given = {name for name, kinds in annotated.items() if {"user", "payment"} & kinds.keys()}
    assert given - {"fingerprints", "standing"} == LEDGER.keys()


@pytest.mark.sample(3)
@pytest.mark.parametrize("name", DESK)
def test_the_desk_lets_those_who_may(plot: House, tmp_path: Any, name: str) -> None:
    allowed, act = DESK[name]
    for user in EVERYBODY:
        house = plot.copy(tmp_path / user)
        with house.desk(user) as desk:
            if user in allowed:
                act(desk, "visits", house)
            else:
                entries = len(plot_entries(house))
                with pytest.raises(AccessError if user not in ASKERS or name not in PAID else dp.BudgetError):
                    act(desk, "visits", house)
                assert len(plot_entries(house)) == entries
            desk.verify()
        shutil.rmtree(house.folder)


PAID = {"plan", "release", "remeasure"}


def plot_entries(house: House) -> list[Any]:
    with house.desk("ada") as ada:
        return ada.ledger("visits")


@pytest.mark.parametrize("name", sorted(DESK.keys() - {"remeasure"}))
def test_to_a_stranger_a_dataset_that_is_there_is_one_that_is_not(house: House, name: str) -> None:
    _, act = DESK[name]
    with house.desk("eve") as eve:
        said = []
        for called in ("visits", "trips", "ada/visits", "ada/trips"):
            with pytest.raises(AccessError) as caught:
                act(eve, called, house)
            said.append(str(caught.value).replace(repr(called), "…"))
        assert eve.datasets() == []
    assert len(set(said)) == 1


@pytest.mark.sample(3)
@pytest.mark.parametrize("name", TEAM)
def test_the_team_lets_those_who_may(plot: House, tmp_path: Any, name: str) -> None:
    """The page is passed by: whoever gets hold of a team's object meets the ledger's own rules."""
    allowed, act = TEAM[name]
    for user in EVERYBODY:
        house = plot.copy(tmp_path / user)
        with house.desk("ada") as ada, house.desk(user) as desk:
            team = Team(desk._ledger, ada.dataset("visits"), user)
            if user in allowed:
                act(team, house)
            else:
                with pytest.raises(AccessError):
                    act(team, house)
            desk.verify()
        shutil.rmtree(house.folder)


@pytest.mark.parametrize("name", LEDGER)
def test_the_ledger_lets_those_who_may(ledger: Ledger, name: str) -> None:
    allowed, act = LEDGER[name]
    for user in sorted(set(EVERYBODY) - allowed):
        with pytest.raises(AccessError):
            act(ledger, user)
    for user in sorted(allowed)[:1]:
        act(ledger, user)
    ledger.verify()


def test_a_desk_that_is_open_learns_of_a_removal_at_once(house: House) -> None:
    with house.desk("ada") as ada, house.desk("ben") as ben:
        team = ben.team("visits")
        assert ben.quote("visits", MEAN).fits
        ada.team("visits").remove("ben")
        with pytest.raises(AccessError, match="You have no dataset 'visits'"):
            ben.release("visits", MEAN)
        with pytest.raises(AccessError, match="are not a member"):
            print(team.members)
        assert ben.datasets() == []


def test_who_opened_it_stays(house: House) -> None:
    with house.desk("oda") as oda:
        for act in (lambda team: team.remove("ada"), lambda team: team.add("ada", "viewer")):
            with pytest.raises(AccessError, match="remains its owner"):
                act(oda.team("visits"))
        oda.team("visits").remove("oda")
        assert oda.datasets() == []
    with house.desk("ada") as ada:
        with pytest.raises(AccessError, match="remains its owner"):
            ada.team("visits").remove("ada")
        assert [one.user for one in ada.team("visits").members] == ["ada", "ben", "bob", "cy"]


@pytest.mark.parametrize("user", ["oda", "ben", "cy"])
def test_a_member_leaves_by_himself_and_nothing_of_his_stays_open(house: House, user: str) -> None:
    with house.desk(user) as desk, house.desk("ada") as ada:
        desk.team("visits").remove(user)
        assert desk.datasets() == [] and user not in [one.user for one in ada.team("visits").members]
        last = ada.ledger("visits")[-1]
        assert (last.kind, last.user, last.payload) == ("ungrant", user, {"member": user})
        open_ = [one.user for one in ada.team("visits").slices if one.state == "open"]
        plans = [one.user for one in ada.team("visits").proposals if one.state in ("waiting", "approved")]
        assert user not in open_ + plans
        with pytest.raises(AccessError):
            desk.team("visits")
        ada.verify()


def test_roles_are_listed_with_who_and_when(house: House) -> None:
    with house.desk("cy") as cy:
        first, *others = cy.team("visits").members
        assert (first.user, first.role, first.by) == ("ada", "owner", "ada")
        assert {one.user: (one.role, one.by) for one in others}["ben"] == ("analyst", "ada")
        kinds = [(entry.kind, entry.user) for entry in cy.ledger("visits")]
        assert ("propose", "ben") in kinds and ("approve", "ada") in kinds
        assert cy.datasets()[0].role == "viewer"
