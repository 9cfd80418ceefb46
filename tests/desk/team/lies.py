"""Lies: what nobody could have done, written by hand into a chain whose hashes are right. A lie is in the last line."""

from __future__ import annotations

from collections.abc import Callable

from dpcore.budget.budget import Budget
from tests.desk.team.people import ATTO, Forge, ask

TENTH = ATTO // 10
LATER, EARLIER = "2026-05-02T12:00:00+00:00", "2026-04-30T12:00:00+00:00"

Lie = Callable[[Forge], None]
LIES: list[Lie] = []


def lie(one: Lie) -> Lie:
    """One of the lies; its last line is the one that must not verify."""
    LIES.append(one)
    return one


def proposed(forge: Forge, user: str, *attos: int) -> tuple[str, list[dict[str, object]]]:
    lines = [ask(one).line() for one in attos]
    charge = {"epsilon": None, "mu_squared": sum(attos), "delta": 0}
    forge.write(user, "propose", proposal="p", asks=lines, plan={"asks": []}, note="", charge=charge)
    return "p", lines


@lie
def overspent(forge: Forge) -> None:
    forge.charge("ben", TENTH + 1, slice=forge.slice("ben", TENTH))


@lie
def overspent_bit_by_bit(forge: Forge) -> None:
    mine = forge.slice("ben", TENTH)
    forge.charge("ben", TENTH, slice=mine)
    forge.charge("ben", 1, slice=mine)


@lie
def unpaid(forge: Forge) -> None:
    forge.slice("ben", TENTH)
    forge.charge("ben", 1)


@lie
def from_another_s(forge: Forge) -> None:
    forge.charge("ben", 1, slice=forge.slice("bob", TENTH))


@lie
def from_a_reserve(forge: Forge) -> None:
    forge.charge("ben", 1, slice=forge.slice("", TENTH))


@lie
def expired(forge: Forge) -> None:
    forge.charge("ben", 1, slice=forge.slice("ben", TENTH, until=LATER), at=LATER)


@lie
def back_in_time(forge: Forge) -> None:
    mine = forge.slice("ben", TENTH, until=LATER)
    forge.charge("ada", 1, at=LATER)
    forge.charge("ben", 1, slice=mine)


@lie
def taken_back(forge: Forge) -> None:
    mine = forge.slice("ben", TENTH)
    forge.write("ada", "take_back", slice=mine)
    forge.charge("ben", 1, slice=mine)


@lie
def after_removal(forge: Forge) -> None:
    mine = forge.slice("ben", TENTH)
    forge.write("ada", "ungrant", member="ben")
    forge.charge("ben", 1, slice=mine)


@lie
def after_a_change_of_role(forge: Forge) -> None:
    mine = forge.slice("ben", TENTH)
    forge.write("ada", "grant", member="ben", role="viewer")
    forge.charge("ben", 1, slice=mine)


@lie
def an_owner_s_on_what_is_aside(forge: Forge) -> None:
    forge.slice("ben", TENTH)
    forge.charge("ada", 9 * TENTH + 1)


@lie
def set_aside_twice(forge: Forge) -> None:
    forge.slice("ben", 6 * TENTH)
    forge.slice("bob", 4 * TENTH + 1)


@lie
def larger_than_the_budget(forge: Forge) -> None:
    forge.slice("ben", ATTO + 1)


@lie
def negative(forge: Forge) -> None:
    forge.slice("ben", -1)


@lie
def not_whole(forge: Forge) -> None:
    forge.slice("ben", 1, delta=0.5)


@lie
def in_no_time(forge: Forge) -> None:
    forge.slice("ben", 1, until="~never")


@lie
def for_a_viewer(forge: Forge) -> None:
    forge.slice("cy", 1)


@lie
def granted_by_an_analyst(forge: Forge) -> None:
    forge.slice("ben", 1, by="bob")


@lie
def to_himself(forge: Forge) -> None:
    forge.write("ben", "grant", member="ben", role="owner")


@lie
def by_a_stranger(forge: Forge) -> None:
    forge.write("eve", "grant", member="eve", role="owner")


@lie
def against_the_opener(forge: Forge) -> None:
    forge.write("oda", "ungrant", member="ada")


@lie
def against_another(forge: Forge) -> None:
    forge.write("ben", "ungrant", member="bob")


@lie
def out_of_what_he_is_not_in(forge: Forge) -> None:
    forge.write("eve", "ungrant", member="eve")


@lie
def the_opener_leaves(forge: Forge) -> None:
    forge.write("ada", "ungrant", member="ada")


@lie
def as_king(forge: Forge) -> None:
    forge.write("ada", "grant", member="eve", role="king")


@lie
def invisible_name(forge: Forge) -> None:
    forge.write("ada", "grant", member="be\u202en", role="owner")


@lie
def a_stranger_s_charge(forge: Forge) -> None:
    forge.charge("eve", 1)


@lie
def a_viewer_s_charge(forge: Forge) -> None:
    forge.charge("cy", 1)


@lie
def a_free_charge_of_a_viewer(forge: Forge) -> None:
    forge.charge("cy", 0)


@lie
def a_viewer_s_rename(forge: Forge) -> None:
    forge.write("cy", "rename", name="mine")


@lie
def another_owner_s_rename(forge: Forge) -> None:
    forge.write("oda", "rename", name="mine")


@lie
def priced_asks_for_nothing(forge: Forge) -> None:
    forge.charge("ben", 0, [ask(TENTH).line()])


@lie
def priced_asks_for_less(forge: Forge) -> None:
    forge.charge("ada", 2 * TENTH - 3, [ask(TENTH).line(), ask(TENTH).line()])


@lie
def pure_asks_for_less(forge: Forge) -> None:
    line = {**ask(1).line(), "charge": {"epsilon": TENTH, "mu_squared": 1, "delta": 0}}
    forge.charge("ada", 0, [line])


@lie
def an_analyst_s_deletion(forge: Forge) -> None:
    forge.write("ben", "delete_rows")


@lie
def an_analyst_s_version(forge: Forge) -> None:
    forge.write("ben", "version", version=2, rows="0" * 64)


@lie
def an_analyst_s_raise(forge: Forge) -> None:
    more = Budget(mu=2.0)
    forge.write("ben", "raise", budget=more.to_dict(), filters=[one.to_dict() for one in more.filters()])


@lie
def approved_by_himself(forge: Forge) -> None:
    identifier, _ = proposed(forge, "ben", TENTH)
    forge.write("ben", "approve", proposal=identifier)


@lie
def approved_by_a_viewer(forge: Forge) -> None:
    identifier, _ = proposed(forge, "ben", TENTH)
    forge.write("cy", "approve", proposal=identifier)


@lie
def never_approved(forge: Forge) -> None:
    identifier, lines = proposed(forge, "ben", TENTH)
    forge.charge("ben", TENTH, lines, proposal=identifier)


@lie
def approved_for_another(forge: Forge) -> None:
    identifier, lines = proposed(forge, "ben", TENTH)
    forge.write("ada", "approve", proposal=identifier)
    forge.charge("bob", TENTH, lines, proposal=identifier)


@lie
def another_question(forge: Forge) -> None:
    identifier, _ = proposed(forge, "ben", TENTH)
    forge.write("ada", "approve", proposal=identifier)
    forge.charge("ben", TENTH, proposal=identifier)


@lie
def another_question_under_the_key(forge: Forge) -> None:
    identifier, lines = proposed(forge, "ben", TENTH)
    forge.write("ada", "approve", proposal=identifier)
    changed = {**lines[0], "ask": {"lane": "gaussian", "price": "9", "words": ""}}
    forge.charge("ben", TENTH, [changed], proposal=identifier)


@lie
def at_a_higher_price(forge: Forge) -> None:
    identifier, lines = proposed(forge, "ben", TENTH)
    forge.write("ada", "approve", proposal=identifier)
    forge.charge("ben", TENTH + 1, lines, proposal=identifier)


@lie
def used_twice(forge: Forge) -> None:
    identifier, lines = proposed(forge, "ben", TENTH, TENTH)
    forge.write("ada", "approve", proposal=identifier)
    forge.charge("ben", TENTH, lines[:1], proposal=identifier)
    forge.charge("ben", TENTH, lines[1:], proposal=identifier)


@lie
def declined(forge: Forge) -> None:
    identifier, _ = proposed(forge, "ben", TENTH)
    forge.write("ada", "decline", proposal=identifier, reason="")
    forge.write("ada", "approve", proposal=identifier)


@lie
def proposed_and_removed(forge: Forge) -> None:
    identifier, lines = proposed(forge, "ben", TENTH)
    forge.write("ada", "approve", proposal=identifier)
    forge.write("ada", "ungrant", member="ben")
    forge.write("ada", "grant", member="ben", role="analyst")
    forge.charge("ben", TENTH, lines, proposal=identifier)


@lie
def approved_beyond_what_is_aside(forge: Forge) -> None:
    identifier, lines = proposed(forge, "ben", 9 * TENTH)
    forge.write("ada", "approve", proposal=identifier)
    forge.slice("bob", 2 * TENTH)
    forge.charge("ben", 9 * TENTH, lines, proposal=identifier)


@lie
def a_withdrawal_of_another_s(forge: Forge) -> None:
    identifier, _ = proposed(forge, "ben", TENTH)
    forge.write("bob", "withdraw", proposal=identifier)


@lie
def backwards(forge: Forge) -> None:
    forge.write("ada", "grant", member="eve", role="viewer", at=EARLIER)


@lie
def endless_note(forge: Forge) -> None:
    lines = [ask(1).line()]
    charge = {"epsilon": None, "mu_squared": 1, "delta": 0}
    forge.write("ben", "propose", proposal="p", asks=lines, plan={}, note="x" * 10_000, charge=charge)
