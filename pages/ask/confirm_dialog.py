# vital
"""The dialog before a release: budget before and after, each question in words, what cannot be undone, one button."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import streamlit as st

import dpcore as dp
from dpcore.plan.quote import Quote
from dpcore.present.chart.bar import bar
from dpcore.present.text import amount, remaining, size, term, words
from dpcore.present.text import unit as errors
from dpcore.present.text.amount import Gauge
from dpcore.present.text.price import refused
from dpcore.release.dataset import Dataset
from dpcore.release.hint import EARLIER
from dpcore.text import Text
from pages.ui import device, job
from pages.ui.desk import desk
from pages.ui.errors import act, show
from pages.ui.language import say
from pages.ui.markdown import SENTENCES, WHOLE, plain, sentence
from pages.ui.plan import allowance, draft, measured, priced, total
from pages.ui.unit_menu import gauge, unit

FINAL = Text("A release cannot be taken back. What it costs is spent for good, whatever the answers are.")
MANY, LIST, LIST_ON_PHONE = 6, 200, 152
"""Above so many questions their list scrolls, in so many pixels."""
ENDS = {
    "renyi": Text("After this release, the Rényi part of the budget is used up."),
    "gaussian": Text(
        "After this release, only questions with Laplace noise (epsilon) are possible, no Gaussian noise (mu)."
    ),
    "pure": Text(
        "After this release, only questions with Gaussian noise (mu) are possible, no Laplace noise (epsilon)."
    ),
}


@act
def open_sheet(dataset: Dataset) -> None:
    """From a callback: fix the plan to release, under a new ticket: as it is now, with what was typed a moment ago."""
    now = draft.load(dataset)
    plan = draft.plan_of(dataset.id, measured.new(now, measured.of(dataset, now.rows)))
    draft.save(dataset, lambda plan_draft: replace(plan_draft, checking=(job.ticket(), plan)))


def sheet(dataset: Dataset) -> None:
    """Draws the dialog while a plan is being checked."""
    if draft.load(dataset).checking is not None:
        st.dialog(say("Check and release"), width="medium", on_dismiss=act(partial(_close, dataset)))(_body)(dataset)


def _close(dataset: Dataset) -> None:
    draft.save(dataset, lambda plan_draft: replace(plan_draft, checking=None))


def _body(dataset: Dataset) -> None:
    checking = draft.load(dataset).checking
    if checking is None:
        st.rerun()
    ticket, plan = checking
    try:
        quote = desk().quote(dataset.id, plan, keep=True)
    except dp.DpError as error:
        show((error.message, error.hint))
        return
    _budget(dataset, quote)
    if warned := total.useless(dataset, quote):
        st.warning(say(warned), icon=":material/warning:")
    # with many questions the list scrolls, so that the button below is always in sight
    many, tall = len(quote.asks) > MANY, LIST_ON_PHONE if device.phone() else LIST
    with st.container(height=tall if many else "content", border=many):
        names = _names(dataset, quote)
        lines = (_line(dataset, quote, place, name) for place, name in enumerate(names))
        # the help is also what a keyboard comes to inside of a list that scrolls
        st.markdown("\n".join(lines), help=say(term.MARGIN) if many else None)
        _left_out(dataset, quote)
    st.caption(plain(words.relation(dataset.table), 200))
    for limit in quote.limits:
        st.caption(plain(limit, 500))
    for hint in (hint for hint in quote.hints if quote.slot or hint.key == EARLIER):
        st.info(plain(hint, 300), icon=":material/event_repeat:")
    for name in quote.ends:
        if name == "gaussian":
            st.warning(say(ENDS[name]), icon=":material/warning:")
        else:
            st.caption(say(ENDS[name]))
    final = "gaussian" in quote.ends
    agreed = final and st.checkbox(say("Yes, end Gaussian-noise questions for this dataset."), key=f"confirm-{ticket}")
    if quote.price:
        st.markdown(say(FINAL))
    st.button(
        say("Release"),
        type="primary" if quote.price else "secondary",
        disabled=not quote.fits or (final and not agreed),
        on_click=_release,
        args=(dataset, ticket, plan, agreed, quote),
        key=f"release-{ticket}",
        width="stretch",
    )


def _names(dataset: Dataset, quote: Quote) -> list[str]:
    """The name that the row of each question has of its own; empty without one."""
    left = [(row.query.bind(dataset.table.schema).to_dict(), row.name) for row in draft.load(dataset).asked.rows]
    names = []
    for ask in quote.asks:
        place = next((place for place, (query, _) in enumerate(left) if query == ask.query.to_dict()), None)
        names.append("" if place is None else left.pop(place)[1])  # of two rows with one question, each has its own
    return names


def _line(dataset: Dataset, quote: Quote, place: int, own: str) -> str:
    """A question with its error and price; for an answered one the current margin and the one after an improvement.

    own: the name of its row, which stands first, as in the plan.
    """
    ask, now, after = quote.asks[place], quote.now[place], quote.improved[place]
    question = plain(ask.query.sentence, WHOLE)
    name = f"- **{plain(own, draft.LONGEST_NAME)} · {question}**" if own else f"- **{question}**"
    if quote.stored[place]:
        there = Text("paid for already, costs nothing")
        if now:
            brief = size.brief(ask.query, now, dataset.table)
            there = Text("answered: {margin}, not asked again, costs nothing", margin=brief)
        return f"{name}: {plain(there, 200)}"
    wrong = measured.change(ask.query, now, after, dataset.table) or errors.predicted(
        ask.query, dataset.table, ask.error
    )
    shown = priced.shown_in(dataset, quote)
    price = amount.alone(shown, priced.booked(shown.meter, ask))
    cost = Text("{error}, costs {price}", error=wrong, price=price)
    half, needed = (ask.half_width, ask.error.needed) if after is None else (after.typical, ())
    useless = errors.warning(ask.query, dataset.table, half, needed)
    warned = f"  \n  :material/warning: **{sentence(plain(useless, 300))}**" if useless else ""
    assumed = "" if after or not ask.error.assumption else f"  \n  {plain(ask.error.assumption, SENTENCES)}"
    return f"{name}: {plain(cost, 300)}{warned}{assumed}"


def _left_out(dataset: Dataset, quote: Quote) -> None:
    """Draws the rows that are already answered and therefore not paid."""
    rows = draft.load(dataset).asked.rows
    paid = measured.of(dataset, rows)
    asked = [ask.query.to_dict() for ask in quote.asks]
    for row in rows:
        if measured.answered(row, paid.get(row.id)) and row.query.bind(dataset.table.schema).to_dict() not in asked:
            there = measured.said(row.query, paid[row.id], row.level, dataset.table)
            st.caption(
                plain(Text("Not asked again: {question} ({there})", question=row.query.sentence, there=there), WHOLE)
            )


def _budget(dataset: Dataset, quote: Quote) -> None:
    """Draws the meter before and after the plan, both of the account that lives afterwards."""
    after = quote.after
    if after is None:
        shown = gauge(quote.standing)
        st.html(bar(shown, say(amount.charged(shown))))
        said = plain(refused(quote.standing, quote.charge), 80)
        st.markdown(say("**{together}**: {said}", together=total.plan_amount(shown, quote), said=said))
        return
    now, shown = quote.standing.meter_in(after.meter.name), Gauge(after.meter, unit())
    moves, pays = amount.moves(now, after.meter, shown.unit), bool(quote.price) and quote.slot is None
    st.html(bar(Gauge(now, shown.unit), say(moves), after.meter))
    if pays:
        together = total.plan_amount(shown, quote)
        added = None if shown.adds else say(amount.NOT_ADDED)
        st.markdown(
            say("This plan takes **{together}**; meter: **{moves}**", together=together, moves=moves), help=added
        )
    left = plain(allowance.left(dataset, after).said, 200)
    st.markdown(say(":material/arrow_forward: then left: **{left}**", left=left))
    if (used := remaining.failures(quote.standing, after)) and "→" in used:
        st.caption(plain(used, 200))


@act
def _release(dataset: Dataset, ticket: str, plan: dp.Plan, confirm: bool, quote: Quote) -> None:
    """Release exactly what was shown: with the quote, other rows that were loaded meanwhile are refused."""
    _close(dataset)
    own = desk()
    job.begin(
        ticket,
        dataset.id,
        lambda progress, cancel: own.release(
            dataset.id, plan, confirm=confirm, keep=True, quote=quote, progress=progress, cancel=cancel
        ),
        [ask.key for ask in quote.asks],
    )
