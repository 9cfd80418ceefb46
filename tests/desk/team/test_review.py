"""Plan, review, approve, release: the whole way, with rows."""

from __future__ import annotations

import datetime as dt

import pytest

import dpcore as dp
from dpcore import failpoint
from dpcore.desk import team
from dpcore.errors import AccessError, BudgetError, DpError
from tests.desk.team.house import AGES, COUNT, MEAN, WARDS, House, add
from tests.release.conftest import visits

LARGE = dp.Plan([dp.Ask(dp.Sum("cost"), mu=0.15, level=0.8), dp.Ask(dp.Count("ward"), mu=0.1)])


def test_refused_beyond_the_slice_then_approved_then_released(house: House) -> None:
    with house.desk("ben") as ben, house.desk("oda") as oda:
        with pytest.raises(BudgetError):
            ben.release("visits", LARGE)
        asked = ben.team("visits").propose(LARGE, "for the report")
        assert (asked.state, asked.user, asked.note, asked.plan) == ("waiting", "ben", "for the report", LARGE)
        assert (asked.currency, asked.price) == ("mu", pytest.approx(0.0325**0.5))
        assert asked.questions == tuple(str(one.ask.query) for one in ben.quote("visits", LARGE).asks)
        with pytest.raises(BudgetError, match="is waiting, not approved"):
            ben.release_approved("visits", asked.id)
        oda.team("visits").approve(asked.id)
        answers = ben.release_approved("visits", asked.id)
        assert [answer.level for answer in answers] == [0.8, 0.95]
        assert [answer.query for answer in answers] == [one.ask.query for one in ben.quote("visits", LARGE).asks]
        assert ben.release_approved("visits", asked.id) == answers
        charge = oda.ledger("visits")[-2].payload
        assert (charge["proposal"], "slice" in charge) == (asked.id, False)
        (mine,) = oda.team("visits").slices
        assert mine.left == 0.1
        after = {one.id: one for one in oda.team("visits").proposals}[asked.id]
        assert (after.state, after.by) == ("released", "oda")
        oda.verify()


def test_an_approval_is_used_as_it_was_even_if_the_slice_would_pay(house: House) -> None:
    with house.desk("ben") as ben:
        (answer,) = ben.release_approved("visits", house.approved)
        assert answer.query == ben.quote("visits", WARDS).asks[0].query
        mine = ben.team("visits").allowance
        assert mine is not None
        assert mine.left == 0.1


def test_what_was_answered_since_it_was_proposed_is_not_sold_again(house: House) -> None:
    """Also at another price than the one that was approved; what is not answered is paid, and nothing else."""
    with house.desk("ben") as ben, house.desk("oda") as oda:
        asked = ben.team("visits").propose(LARGE)
        oda.team("visits").approve(asked.id)
        (total,) = oda.release("visits", dp.Plan([dp.Ask(dp.Sum("cost"), mu=0.12)]))
        before = oda.standing("visits").spent.mu
        answers = ben.release_approved("visits", asked.id)
        assert answers[0].key == total.key and answers[0].level == 0.8
        assert answers[0].noisy == total.noisy
        assert oda.standing("visits").spent.mu ** 2 - before**2 == pytest.approx(0.1**2)
        assert ben.release_approved("visits", asked.id) == answers


def test_what_is_answered_while_an_approved_plan_is_released_is_not_sold_again(house: House) -> None:
    """By another person at the same moment, at another price: nothing is charged until it is looked at again."""
    with house.desk("ben") as ben, house.desk("oda") as oda:
        asked = ben.team("visits").propose(LARGE)
        oda.team("visits").approve(asked.id)

        def step(name: str) -> None:
            if name == "charging":
                oda.release("visits", dp.Plan([dp.Ask(dp.Sum("cost"), mu=0.12)]), keep=True)

        with pytest.raises(dp.QueryError, match="answered in the meantime, so nothing was charged"):
            ben.release_approved("visits", asked.id, progress=step)
        paid = [entry.user for entry in oda.ledger("visits") if entry.kind == "charge"]
        assert paid[-1] == "oda"
        (total,) = oda.release("visits", dp.Plan([dp.Ask(dp.Sum("cost"), mu=0.12)]))
        assert ben.release_approved("visits", asked.id)[0].key == total.key
        assert [entry.user for entry in oda.ledger("visits") if entry.kind == "charge"] == [*paid, "ben"]


def test_a_plan_whose_questions_are_all_answered_waits_for_nothing(house: House) -> None:
    with house.desk("ben") as ben, house.desk("oda") as oda:
        asked = ben.team("visits").propose(LARGE)
        oda.team("visits").approve(asked.id)
        oda.release("visits", dp.Plan([dp.Ask(dp.Sum("cost"), mu=0.12), dp.Ask(dp.Count("ward"), mu=0.05)]))
        before = oda.standing("visits").spent.mu
        (shown,) = [one for one in ben.team("visits").proposals if one.id == asked.id]
        assert shown.state == "released"
        assert len(ben.release_approved("visits", asked.id)) == 2
        assert oda.standing("visits").spent.mu == before


def test_nobody_else_releases_it(house: House) -> None:
    for user, words in (("bob", "another user"), ("ada", "another user"), ("cy", "requires the role analyst")):
        with house.desk(user) as desk, pytest.raises(AccessError, match=words):
            desk.release_approved("visits", house.approved)
    with house.desk("ben") as ben, pytest.raises(AccessError, match="no such proposal"):
        ben.release_approved("visits", "another")


def test_after_a_new_version_it_is_proposed_again(house: House) -> None:
    with house.desk("ada") as ada, house.desk("ben") as ben:
        ada.update("visits", dp.read(visits(601)))
        with pytest.raises(BudgetError, match=r"have changed.*Propose it again"):
            ben.release_approved("visits", house.approved)
        again = ben.team("visits").propose(WARDS)
        ada.team("visits").approve(again.id)
        assert ben.release_approved("visits", again.id)[0].dataset_version == 2


def test_what_was_released_stays_readable_after_a_new_version(house: House) -> None:
    with house.desk("ada") as ada, house.desk("ben") as ben:
        answers = ben.release_approved("visits", house.approved)
        ada.update("visits", dp.read(visits(601)))
        assert ben.release_approved("visits", house.approved) == answers


def test_a_crash_on_the_way_is_finished_for_nothing(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(name: str) -> None:
        if name == "after_read":
            raise KeyboardInterrupt

    with house.desk("ben") as ben:
        monkeypatch.setattr(failpoint, "_hook", crash)
        with pytest.raises(KeyboardInterrupt):
            ben.release_approved("visits", house.approved)
        monkeypatch.setattr(failpoint, "_hook", None)
        assert len(ben.unanswered("visits")) == 1
        assert len(ben.release_approved("visits", house.approved)) == 1
        assert len([one for one in ben.ledger("visits") if one.kind == "charge"]) == 2


def test_asking_twice_for_the_same_is_asking_once(house: House) -> None:
    with house.desk("ben") as ben:
        assert ben.team("visits").propose(AGES, "please").id == house.waiting
        assert ben.team("visits").propose(AGES, "now").id != house.waiting


def test_what_needs_no_approval_or_cannot_be_paid_is_not_proposed(house: House) -> None:
    with house.desk("ben") as ben, house.desk("ada") as ada:
        with pytest.raises(BudgetError, match="All questions of this plan are already paid"):
            ben.team("visits").propose(COUNT)
        with pytest.raises(BudgetError, match="is left"):
            ben.team("visits").propose(dp.Plan([dp.Ask(dp.Count("ward"), mu=5)]))
        ada.delete_rows("visits")
        with pytest.raises(BudgetError, match="deleted"):
            ben.team("visits").propose(MEAN)


def test_an_analyst_s_plan_ends_no_filter(house: House) -> None:
    pure = dp.Plan([dp.Ask(dp.Count("ward"), epsilon=0.9)])
    with house.desk("ben") as ben, house.desk("ada") as ada:
        add(ada, "fresh", 90)
        ada.team("fresh").add("ben", "analyst")
        with pytest.raises(BudgetError, match="which only an owner may do"):
            ben.team("fresh").propose(pure)
        ada.team("fresh").grant("ben", mu=0.2)
        with pytest.raises(BudgetError, match="of your slice"):
            ben.release("fresh", pure, confirm=True)


def test_paid_by_others_meanwhile_it_waits_for_nothing(house: House) -> None:
    with house.desk("ben") as ben, house.desk("ada") as ada:
        ada.release("visits", WARDS)
        states = {one.id: one.state for one in ben.team("visits").proposals}
        assert states[house.approved] == "released"
        assert ben.release_approved("visits", house.approved) == ada.release("visits", WARDS)


def test_a_slot_is_paid_through_an_approval(house: House) -> None:
    slots = (dp.Slot("monthly", mu=0.05, times=2),)
    plan = dp.Plan([dp.Ask(dp.Count(), mu=0.04)], slot="monthly")
    with house.desk("ada") as ada, house.desk("ben") as ben:
        budget = dp.Budget(epsilon=1.0, delta=1e-6, slots=slots)
        ada.add_dataset("months", dp.read(visits(90)), schema=ada.dataset("visits").table.schema, budget=budget)
        ada.team("months").add("ben", "analyst")
        quote = ben.quote("months", plan)
        assert not quote.fits
        assert quote.hints == (
            "Only owners can use slots (reserved releases) directly. Propose this plan to an owner.",
        )
        with pytest.raises(AccessError, match="Only owners can use slots"):
            ben.release("months", plan)
        asked = ben.team("months").propose(plan)
        ada.team("months").approve(asked.id)
        ada.team("months").reserve(mu=0.1)
        ben.release_approved("months", asked.id)
        assert ada.standing("months").account.used == (1,)


@pytest.mark.parametrize(
    "name", ["", " ", "ben ", "x" * 201, "be\u202en", "a\0b", "two\nlines", "\ud800", None, 7], ids=repr
)
def test_a_hostile_name_is_no_member(house: House, name: object) -> None:
    with house.desk("ada") as ada:
        with pytest.raises(AccessError, match="printable"):
            ada.team("visits").add(name, "viewer")  # type: ignore[arg-type]
        ada.verify()


@pytest.mark.parametrize("role", ["king", "", "Owner", None, 3])
def test_there_are_three_roles(house: House, role: object) -> None:
    with house.desk("ada") as ada, pytest.raises(AccessError, match="Roles are owner, analyst and viewer"):
        ada.team("visits").add("dan", role)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["<script>alert(1)</script>", "'; DROP TABLE entries; --", "![](http://x)", "=1+1"])
def test_hostile_text_is_kept_as_it_is(house: House, text: str) -> None:
    with house.desk("ada") as ada, house.desk("ben") as ben:
        ada.team("visits").add(text, "viewer")
        assert ada.team("visits").members[-1].user == text
        asked = ben.team("visits").propose(MEAN, text)
        ada.team("visits").decline(asked.id, text)
        found = {one.id: one for one in ben.team("visits").proposals}[asked.id]
        assert (found.note, found.reason) == (text, text)
        ada.verify()


@pytest.mark.parametrize("note", ["x" * 10_000, "\u202egnirts", "\x1b[2J", 7, None], ids=lambda one: repr(one)[:20])
def test_a_hostile_note_is_refused(house: House, note: object) -> None:
    with house.desk("ben") as ben, pytest.raises(DpError, match="A note has at most"):
        ben.team("visits").propose(MEAN, note)  # type: ignore[arg-type]


BAD = [
    ({}, "either in mu or in epsilon"),
    ({"mu": 0.1, "epsilon": 0.1}, "either in mu or in epsilon"),
    ({"epsilon": 0.1}, "cannot be given in epsilon"),
    *(({"mu": value}, "must be in") for value in (0, -1, float("nan"), float("inf"), 1e9, "1", True)),
    ({"mu": 1e-12}, "resolution"),
    ({"mu": 5}, "cannot be set aside"),
    ({"mu": 0.01, "until": "yesterday"}, "must be a date or a time"),
    ({"mu": 0.01, "until": "2001-01-01"}, "in the future"),
    ({"mu": 0.01, "until": dt.datetime(2001, 1, 1)}, "in the future"),
]


@pytest.mark.parametrize(("given", "words"), BAD, ids=lambda one: str(one)[:40])
def test_a_slice_that_cannot_be_is_refused_in_a_sentence(house: House, given: dict[str, object], words: str) -> None:
    with house.desk("ada") as ada:
        with pytest.raises(BudgetError, match=words):
            ada.team("visits").grant("bob", **given)  # type: ignore[arg-type]
        assert len(ada.team("visits").slices) == 1


def test_a_slice_until_a_day_lasts_to_its_end(house: House) -> None:
    with house.desk("ada") as ada:
        for until in ("2999-12-31", dt.date(2999, 12, 31), dt.datetime(2999, 12, 31, 23, 59, 59)):
            mine = ada.team("visits").grant("bob", mu=0.01, until=until)
            assert (mine.until, mine.state) == ("2999-12-31T23:59:59+00:00", "open")
            ada.team("visits").take_back(mine.id)
        kept = ada.team("visits").reserve(mu=0.02)
        assert (kept.user, kept.state, kept.until) == ("", "open", None)
        assert [one.state for one in ada.team("visits").slices] == ["open", *["taken back"] * 3, "open"]
        for nobody in ("", "cy", "eve"):
            with pytest.raises(AccessError):
                ada.team("visits").grant(nobody, mu=0.01)


def test_a_plan_of_endless_lists_is_no_entry_of_the_ledger(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Entries stay for ever, and in the memory of every server."""
    with house.desk("ben") as ben:
        before = ben.ledger("visits")
        with monkeypatch.context() as patch, pytest.raises(BudgetError, match="at most 1 MB"):
            patch.setattr(team, "MOST_PLAN", 300)
            ben.team("visits").propose(LARGE)
        assert ben.ledger("visits") == before
        assert ben.team("visits").propose(LARGE).state == "waiting"
