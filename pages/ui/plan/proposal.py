"""Plans under review: proposed by an analyst, decided by an owner, released by the analyst."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

import dpcore as dp
from dpcore.present.text import amount, remaining, size, unit
from dpcore.present.text.price import refused
from dpcore.release.dataset import Dataset
from dpcore.text import Text, joined
from pages.ui import job, role, unit_menu
from pages.ui.desk import desk
from pages.ui.errors import act, sentence, show
from pages.ui.language import say
from pages.ui.markdown import WHOLE, Color, plain
from pages.ui.markdown import sentence as sentence_case
from pages.ui.plan import measured
from pages.ui.session import session

if TYPE_CHECKING:
    from dpcore.desk.team import ProposalView

STATES: dict[str, tuple[Text, str, Color]] = {
    "waiting": (Text("waiting"), ":material/hourglass_top:", "orange"),
    "approved": (Text("approved"), ":material/check_circle:", "green"),
    "declined": (Text("declined"), ":material/block:", "red"),
    "withdrawn": (Text("withdrawn"), ":material/undo:", "gray"),
    "released": (Text("released"), ":material/task_alt:", "blue"),
}
NOTE = 2000


def waiting(dataset: Dataset) -> list[ProposalView]:
    """Plans that an owner has to decide."""
    return [proposal for proposal in desk().team(dataset.id).proposals if proposal.state == "waiting"]


def badge(dataset: Dataset) -> None:
    """Draws the number of plans waiting for this owner; nothing if there are none."""
    count = len(waiting(dataset)) if role.at_least(dataset, "owner") else 0
    if count:
        st.badge(say("{count} to review", count=count), icon=":material/rate_review:", color="orange")


def own(dataset: Dataset) -> list[ProposalView]:
    """Plans proposed by this user, newest first."""
    return [proposal for proposal in reversed(desk().team(dataset.id).proposals) if proposal.user == desk().user]


def decide(dataset: Dataset, proposal: ProposalView) -> None:
    """Draws a waiting plan: questions, predicted errors, price, remaining budget; two buttons."""
    with st.container(border=True, key=f"proposal-{proposal.id}"):
        st.markdown(
            say(
                "**{user}** asks for {many}: costs **{price}**",
                user=plain(proposal.user, 200),
                many=_many(proposal),
                price=_price(dataset, proposal),
            )
        )
        st.caption(plain(Text("proposed on {time}", time=_when(proposal.time)), 100))
        _note(proposal.note)
        _questions(dataset, proposal)
        with st.container(horizontal=True, vertical_alignment="bottom"):
            st.button(
                say("Approve"),
                type="primary",
                icon=":material/check:",
                key=f"approve-{proposal.id}",
                on_click=_approve,
                args=(dataset, proposal.id),
            )
            with st.popover(say("Decline"), icon=":material/block:", key=f"decline-{proposal.id}"):
                key = f"reason-{proposal.id}"
                st.text_area(say("Reason, for the person who proposed the plan"), key=key, max_chars=NOTE, height=100)
                st.button(say("Decline the plan"), key=f"{key}-go", on_click=_decline, args=(dataset, proposal.id, key))


def follow(dataset: Dataset, proposal: ProposalView) -> None:
    """Draws a plan of this user: its state and the possible actions."""
    with st.container(border=True, key=f"own-{proposal.id}"):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(
                say(
                    "**{many}**, costs {price}",
                    many=sentence_case(_many(proposal)),
                    price=_price(dataset, proposal),
                ),
                width="stretch",
            )
            name, icon, color = STATES[proposal.state]
            st.badge(say(name), icon=icon, color=color)
        st.caption(plain("; ".join(proposal.questions), 300))
        proposed = Text("proposed on {time}", time=_when(proposal.time))
        if proposal.by and proposal.by != proposal.user:
            proposed = Text(
                "{proposed} · {decided} by {user}",
                proposed=proposed,
                decided=STATES["approved" if proposal.state == "released" else proposal.state][0],
                user=proposal.by,
            )
        st.caption(plain(proposed, 300))
        _note(proposal.reason)
        if proposal.state in ("waiting", "approved"):
            with st.container(horizontal=True):
                if proposal.state == "approved":
                    _release_button(dataset, proposal)
                st.button(
                    say("Withdraw"),
                    icon=":material/undo:",
                    key=f"withdraw-{proposal.id}",
                    on_click=_withdraw,
                    args=(dataset, proposal.id),
                )


def approved(dataset: Dataset) -> None:
    """Draws, on Ask, approved plans that are not released yet."""
    for proposal in own(dataset):
        if proposal.state != "approved":
            continue
        with st.container(border=True, key=f"approved-{proposal.id}"):
            st.markdown(
                say(
                    ":material/check_circle: **Approved by {by}**: {many}, ready to release.",
                    by=plain(proposal.by, 200),
                    many=_many(proposal),
                )
            )
            st.caption(plain("; ".join(proposal.questions), 300))
            _release_button(dataset, proposal)


def sent(dataset: Dataset) -> None:
    """Draws which plans of this user are waiting for an owner."""
    asked = [question for proposal in own(dataset) if proposal.state == "waiting" for question in proposal.questions]
    if asked:
        notice = Text(
            "Sent for review: {questions}. The plan is under Team; once an owner has approved it, it also "
            "appears here.",
            questions=joined(asked, "; "),
        )
        st.info(plain(notice, 300), icon=":material/hourglass_top:")


def review(dataset: Dataset, plan: dp.Plan, fits: bool) -> None:
    """Draws the form that sends a plan to the owners; emphasised if the plan does not fit the slice."""
    ticket = session.setdefault(f"review-{dataset.id}", job.ticket())
    with st.popover(
        say("Ask for review…"), icon=":material/rate_review:", type="secondary" if fits else "primary", key="review"
    ):
        key = f"note-{ticket}"
        st.text_area(
            say("A note for the owners"), key=key, max_chars=NOTE, height=100, placeholder=say("Purpose of the plan")
        )
        # vital
        st.caption(
            say("Nothing is spent until an owner approves the plan and you release it. It is not paid from your slice.")
        )
        st.button(
            say("Send for review"), type="primary", key=f"{key}-go", on_click=_propose, args=(dataset, plan, ticket)
        )


def _questions(dataset: Dataset, proposal: ProposalView) -> None:
    try:
        quote = desk().quote(dataset.id, proposal.plan, keep=True)
    except dp.DpError as error:
        show(sentence(error))
        return
    for ask, stored, now, better in zip(quote.asks, quote.stored, quote.now, quote.improved, strict=True):
        wrong = measured.change(ask.query, now, better, dataset.table) or unit.predicted(
            ask.query, dataset.table, ask.error
        )
        half, needed = (ask.half_width, ask.error.needed) if better is None else (better.typical, ())
        useless = unit.warning(ask.query, dataset.table, half, needed)
        if useless:
            wrong = Text("{error}; {warning}", error=wrong, warning=useless)
        if stored:
            wrong = Text("paid for already")
            if now:
                # vital
                wrong = Text("answered: {error}, costs nothing", error=size.brief(ask.query, now, dataset.table))
        st.markdown(f"- **{plain(ask.query.sentence, WHOLE)}**: {plain(wrong, 400)}")
    after = refused(quote.standing, quote.charge)
    if quote.after is not None:
        after = Text("leaves {left}", left=remaining.meter(quote.after, dataset.table, unit_menu.unit()))
    st.markdown(f":material/arrow_forward: {plain(after, 120)}")


def _release_button(dataset: Dataset, proposal: ProposalView) -> None:
    ticket = session.setdefault(f"ticket-{proposal.id}", job.ticket())
    busy = job.busy(dataset.id)
    # vital
    st.button(
        say("Release now"),
        type="primary",
        icon=":material/play_arrow:",
        key=f"release-{proposal.id}",
        disabled=busy,
        on_click=_release,
        args=(dataset, proposal.id, ticket),
        help=say("A release cannot be taken back."),
    )


def _note(text: str) -> None:
    for line in text.splitlines():
        st.markdown(f"> {plain(line, NOTE)}")


def _many(proposal: ProposalView) -> Text:
    return Text.counted("one question", "{n} questions", n=len(proposal.questions))


def _price(dataset: Dataset, proposal: ProposalView) -> Text:
    """What a plan books, as it was priced when it was proposed."""
    shown = unit_menu.gauge(desk().standing(dataset.id))
    return amount.together(shown, shown.meter.booked(proposal.charge))


def _when(time: str) -> Text:
    return Text("{time} UTC", time=time[:16].replace("T", " "))


@act
def _propose(dataset: Dataset, plan: dp.Plan, ticket: str) -> None:
    name = f"review-{dataset.id}"
    if session.get(name) != ticket:  # a second click
        return
    del session[name]
    try:
        desk().team(dataset.id).propose(plan, session.get(f"note-{ticket}", ""))
    except BaseException:
        session[name] = ticket
        raise


@act
def _approve(dataset: Dataset, identifier: str) -> None:
    if any(proposal.id == identifier for proposal in waiting(dataset)):  # a second click finds it decided
        desk().team(dataset.id).approve(identifier)


@act
def _decline(dataset: Dataset, identifier: str, key: str) -> None:
    desk().team(dataset.id).decline(identifier, session.get(key, ""))


@act
def _withdraw(dataset: Dataset, identifier: str) -> None:
    desk().team(dataset.id).withdraw(identifier)


@act
def _release(dataset: Dataset, identifier: str, ticket: str) -> None:
    session.pop(f"ticket-{identifier}", None)
    own_desk = desk()
    job.begin(
        ticket,
        dataset.id,
        lambda progress, cancel: own_desk.release_approved(dataset.id, identifier, progress=progress, cancel=cancel),
    )
