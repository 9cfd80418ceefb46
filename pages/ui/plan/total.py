"""The total of a plan, and the budget left after it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import streamlit as st

from dpcore.budget.refusal import lacks_failures
from dpcore.budget.standing import Standing
from dpcore.plan import crossover
from dpcore.plan.quote import Quote
from dpcore.plan.request import new_asks
from dpcore.present.text import remaining, term
from dpcore.present.text.price import refused
from dpcore.release.dataset import Dataset
from dpcore.text import Text, joined
from pages.ui import role
from pages.ui.desk import desk
from pages.ui.errors import act
from pages.ui.language import say
from pages.ui.markdown import plain, sentence, visible
from pages.ui.plan import allowance, draft, payer
from pages.ui.plan.draft import Currency, Draft
from pages.ui.session import session

PARTS = (0.05, 0.1, 0.25, 0.5)
CURRENCIES = {"mu": Text("mu (Gaussian noise)"), "epsilon": Text("epsilon (Laplace noise)")}


def line(dataset: Dataset, plan: Draft, quote: Quote | None) -> None:
    """Draws the plan's total, its currency, and the budget left after it."""
    with st.container(border=True):
        left, right = st.columns([2, 3], vertical_alignment="center")
        with left:
            payer.choice(dataset, plan)
            _currency(dataset, plan)
            _total(dataset, plan)
            _advice(dataset, plan, quote)
        with right:
            _outcome(dataset, plan, quote)
            if plan.slot is None:  # the buttons are shares of the free part, not of a slot
                _parts(dataset)


def _parts(dataset: Dataset) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(say("Share of the remaining budget:"), width="content")
        for part in PARTS:
            st.button(f"{100 * part:g} %", key=f"part-{part}", on_click=_part, args=(dataset, part))


def _outcome(dataset: Dataset, plan: Draft, quote: Quote | None) -> None:
    if quote is None:
        return
    if quote.charge.booked == type(quote.charge.booked)():
        # vital
        st.markdown(say("Everything here is answered already or public: **this plan costs nothing**."))
        return
    if quote.after is not None:
        left = allowance.left(dataset, quote.after).short
        outcome = Text("leaves the free part as it is") if quote.slot is not None else Text("leaves {left}", left=left)
    elif not dataset.has_rows:
        outcome = Text("cannot be released: the rows are deleted")
    elif quote.slot:
        outcome = Text("more than the slot allows")
    elif role.of(dataset) == "owner" or lacks_failures(quote.standing, quote.charge):
        outcome = refused(quote.standing, quote.charge)
    else:
        outcome = Text("more than your slice allows")
    # vital
    st.markdown(
        say(
            "This plan costs {currency} **{price}**  \n:material/arrow_forward: **{said}**",
            currency=term.CURRENCIES[quote.currency],
            price=_as_typed(quote.price, plan),
            said=plain(outcome, 120),
        )
    )
    if quote.after is not None and quote.slot is None:
        _shares(dataset, quote, quote.after)


def _as_typed(price: float, plan: Draft) -> str:
    """A price with the digits of the field if it is all that the plan may spend, else with three."""
    typed = f"{price:.6g}"
    return typed if plan.total and typed == f"{plan.total:.6g}" else f"{price:.3g}"


def _shares(dataset: Dataset, quote: Quote, after: Standing) -> None:
    """Draws the plan's share of the budget, and each new question's part of it; they add up."""
    before, left = (allowance.left(dataset, standing).fraction for standing in (quote.standing, after))
    asks = new_asks(quote.asks, quote.stored)
    parts = remaining.shares(before, left, [float(ask.price.total) for ask in asks])
    whole = sum(round(10 * part) for part in parts) / 10
    outcome = Text(
        "It takes {part} of {budget} ({before:g} % → {after:g} % left)",
        part=Text("{percent:g} %", percent=whole) if whole else Text("under 0.1 %"),
        budget=Text("your slice") if role.of(dataset) == "analyst" else Text("the budget"),
        before=remaining.percent_left(before),
        after=remaining.percent_left(left),
    )
    if len(parts) > 1 and whole:
        parts_by_question = (
            Text("{question} {percent:g} %", question=visible(ask.query.sentence, 80), percent=part)
            for ask, part in zip(asks, parts, strict=True)
        )
        outcome = Text("{whole}: {questions}", whole=outcome, questions=joined(parts_by_question, " · "))
    st.caption(plain(outcome, 2_000))


def paid_in(key: str, switch: Callable[..., None], *args: object) -> None:
    """Draws the choice between the two kinds of noise, stored in the session under `key`."""
    st.segmented_control(
        say("Paid in"),
        list(CURRENCIES),
        format_func=lambda name: say(CURRENCIES[name]),
        key=key,
        required=True,
        wrap=True,
        on_change=act(switch),
        args=args,
    )


def _currency(dataset: Dataset, plan: Draft) -> None:
    if not (dataset.budget.delta and dataset.budget.epsilon) or plan.slot is not None:
        return
    key = f"currency-{dataset.id}"
    session[key] = plan.currency
    paid_in(key, _switch, dataset, key)


def _advice(dataset: Dataset, plan: Draft, quote: Quote | None) -> None:
    """Draws a note if the other kind of noise would have smaller errors at the same share of the remaining budget."""
    if quote is None or quote.slot or quote.after is None or not (dataset.budget.delta and dataset.budget.epsilon):
        return
    if crossover.advised(quote.hints):  # said there, with figures
        return
    share = 1 - quote.after.fraction_left / quote.standing.fraction_left
    if not 0 < share <= 1:
        return
    best = desk().plan(dataset.id, [row.query for row in plan.rows], share, may_end=True)
    better = "mu" if best.mu is not None else "epsilon"
    if better != plan.currency:
        st.caption(
            say("{sentence} gives smaller predicted errors for this plan.", sentence=sentence(CURRENCIES[better]))
        )


@act
def _switch(dataset: Dataset, key: str) -> None:
    currency: Currency = session[key]
    total = draft.part_of_left(dataset, currency, draft.START)
    draft.save(
        dataset,
        lambda plan: replace(
            plan, currency=currency, total=total, rows=tuple(replace(row, held=None) for row in plan.rows)
        ),
    )


def _total(dataset: Dataset, plan: Draft) -> None:
    if all(row.held for row in plan.rows):
        st.caption(say("Every question is locked, so the plan costs what they cost together."))
        return
    key = f"total-{dataset.id}"
    session[key] = plan.total
    st.number_input(
        say("This plan may spend ({currency})", currency=term.CURRENCIES[plan.currency]),
        0.0,
        100.0,
        key=key,
        help=say(term.OF_CURRENCY[plan.currency]),
        format="%.6g",
        step=None,
        on_change=_spend,
        args=(dataset, key),
    )


@act
def _spend(dataset: Dataset, key: str) -> None:
    if value := session[key]:
        draft.save(dataset, lambda plan: replace(plan, total=value))


@act
def _part(dataset: Dataset, part: float) -> None:
    draft.save(dataset, lambda plan: replace(plan, total=draft.part_of_left(dataset, plan.currency, part)))
