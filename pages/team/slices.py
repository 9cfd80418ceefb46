"""The slices of a budget: their users, what is left, setting one aside and taking it back."""

from __future__ import annotations

import datetime as dt
from fractions import Fraction
from typing import TYPE_CHECKING

import streamlit as st

from dpcore.present.file.export import cell
from dpcore.present.text import amount, term
from dpcore.present.text import team as words
from dpcore.present.text.amount import Gauge
from dpcore.present.text.remaining import yardstick
from dpcore.release.dataset import Dataset
from dpcore.text import Text
from pages.ui import job, role
from pages.ui.desk import desk
from pages.ui.errors import act
from pages.ui.language import say
from pages.ui.markdown import plain, visible
from pages.ui.session import session
from pages.ui.unit_menu import unit

if TYPE_CHECKING:
    from dpcore.desk.team import SliceView, Team

PARTS = tuple(Fraction(part, 20) for part in range(1, 21))
LATER = Text("later users")
DAYS = {Text("for 30 days"): 30, Text("for 90 days"): 90, Text("for a year"): 365}
DATE, NEVER = Text("until a date"), Text("no end date")

STATES = {
    "open": Text("open"),
    "used up": Text("used up"),
    "expired": Text("expired"),
    "taken back": Text("taken back"),
}


def section(dataset: Dataset) -> None:
    """Draws open slices with what is left, closed ones in an expander; for an owner, the form for a new one."""
    team, owns = desk().team(dataset.id), role.at_least(dataset, "owner")
    shown = [slice_ for slice_ in team.slices if owns or slice_.user == desk().user]
    closed = [slice_ for slice_ in shown if slice_.state != "open"]
    for slice_ in shown:
        if slice_.state == "open":
            _card(dataset, slice_, owns)
    if len(closed) == len(shown):
        st.caption(say("No slice of the budget is set aside.") if owns else say("You have no slice of the budget."))
    if owns:
        with st.expander(say("Set aside a slice"), icon=":material/pie_chart:", expanded=not shown):
            _form(dataset, team)
    if closed:
        with st.expander(say("Earlier slices"), icon=":material/history:"):
            rows = [
                {
                    say("for"): cell(visible(slice_.user or LATER, 200)),
                    say("amount"): say(said(dataset, slice_)),
                    say("state"): say(STATES[slice_.state]),
                    say("by"): cell(visible(slice_.by, 200)),
                }
                for slice_ in reversed(closed)
            ]
            st.dataframe(rows, hide_index=True, alt=say("Slices of the budget that are over, newest first"))


def said(dataset: Dataset, slice_: SliceView) -> Text:
    """The size of a slice: a share of the dataset's budget, or what it is on its own."""
    return amount.alone(_gauge(dataset), words.booked(slice_.amount, slice_.currency))


def _gauge(dataset: Dataset) -> Gauge:
    return words.gauge(desk().standing(dataset.id), unit())


def _card(dataset: Dataset, slice_: SliceView, owns: bool) -> None:
    with (
        st.container(border=True, key=f"slice-{slice_.id}"),
        st.container(horizontal=True, vertical_alignment="center"),
    ):
        with st.container():
            width = yardstick(desk().standing(dataset.id), dataset.table)
            who = say("you") if slice_.user == desk().user else plain(slice_.user or LATER, 200)
            st.markdown(
                say(
                    "For **{who}**: {meter}",
                    who=who,
                    meter=plain(words.meter(slice_.left, slice_, dataset.table, _gauge(dataset), width), 200),
                )
            )
            st.progress(words.share(slice_.left, slice_))
            until = Text("until {day}", day=slice_.until[:10]) if slice_.until else NEVER
            made = Text(
                "{size}, {until} · set aside by {user}", size=said(dataset, slice_), until=until, user=slice_.by
            )
            st.caption(plain(made, 300))
        if owns:
            with st.popover(say("Take back"), icon=":material/undo:", key=f"take-{slice_.id}"):
                # vital
                st.markdown(say("The unspent part returns to the budget. What was spent stays spent."))
                st.button(say("Take it back"), key=f"take-{slice_.id}-go", on_click=_take, args=(dataset, slice_.id))


def _form(dataset: Dataset, team: Team) -> None:
    standing, slices = desk().standing(dataset.id), team.slices
    kind, whole = words.currency(standing), words.room(standing)
    if not whole:
        st.markdown(say("Nothing is left that could be set aside."))
        return
    having = {slice_.user for slice_ in slices if slice_.state == "open"}
    people = [person.user for person in team.members if person.role == "analyst" and person.user not in having]
    key = f"grant-{dataset.id}"
    left, right = st.columns(2)
    with left:
        # one key per list, so that a newly added member is selected rather than the previous choice
        who = f"{key}-user-{' '.join(people)}"
        user = st.selectbox(
            say("For"), [*people, ""], format_func=lambda person: visible(person or LATER, 200), key=who
        )
    with right:
        until = _until(key) if user else None
    label, about = say("Part of what is left and free"), say(term.UNITS)
    part = st.select_slider(label, PARTS, PARTS[4], format_func=str, key=f"{key}-share", help=about)
    size = words.part(whole, float(part), kind)
    rest = words.part(whole, float(1 - part), kind)
    width = yardstick(standing, dataset.table)
    others = words.counts(rest, kind, dataset.table, width) if rest else Text("nothing")
    st.markdown(
        say(
            "**{counts}** ({amount})  \n:material/arrow_forward: leaves {others} for everybody else",
            counts=plain(words.counts(size, kind, dataset.table, width)),
            amount=plain(amount.alone(_gauge(dataset), words.booked(size, kind))),
            others=plain(others),
        )
    )
    if not user:
        # vital
        st.caption(say("Nobody can spend it until you take it back and give it to somebody."))
    elif not people:
        st.caption(say("Add an analyst first."))
    ticket = session.setdefault(f"{key}-ticket", job.ticket())
    st.button(
        say("Set it aside"),
        type="primary",
        key=f"{key}-go-{ticket}",  # so that a late click on the previous button does nothing
        on_click=_grant,
        args=(dataset, user, kind, size, until, ticket),
    )


def _until(key: str) -> dt.date | None:
    """The last day (UTC) of a slice."""
    today = dt.datetime.now(dt.UTC).date()
    choice = st.selectbox(say("Valid"), [*DAYS, DATE, NEVER], 1, format_func=say, key=f"{key}-until")
    if choice in DAYS:
        return today + dt.timedelta(days=DAYS[choice])
    if choice == NEVER:
        return None
    first = min(today, session.get(f"{key}-date") or today)  # the page may stand open over midnight
    return st.date_input(
        say("Last day (UTC)"), today + dt.timedelta(days=30), first, format="YYYY-MM-DD", key=f"{key}-date"
    )


@act
def _grant(dataset: Dataset, user: str, kind: str, amount: float, until: dt.date | None, ticket: str) -> None:
    """Set aside the slice of this ticket once; a second click does nothing."""
    if session.get(f"grant-{dataset.id}-ticket") != ticket:
        return
    session[f"grant-{dataset.id}-ticket"] = job.ticket()
    team, price = desk().team(dataset.id), {kind: amount}
    if user:
        team.grant(user, until=until, **price)
    else:
        team.reserve(**price)


@act
def _take(dataset: Dataset, identifier: str) -> None:
    desk().team(dataset.id).take_back(identifier)
