"""The total of a plan, and the budget left after it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import streamlit as st

import dpcore as dp
from dpcore.budget.refusal import lacks_failures
from dpcore.budget.standing import Standing
from dpcore.plan import crossover
from dpcore.plan.quote import Quote
from dpcore.plan.request import new_asks
from dpcore.present.text import amount, remaining, term
from dpcore.present.text.amount import Gauge
from dpcore.present.text.price import refused
from dpcore.queries.question.judgement import foreseen
from dpcore.release.dataset import Dataset
from dpcore.text import Text, joined
from pages.ui import role
from pages.ui.desk import desk
from pages.ui.errors import act
from pages.ui.language import say
from pages.ui.markdown import plain
from pages.ui.plan import allowance, draft, payer, priced
from pages.ui.plan.draft import Currency, Draft
from pages.ui.session import resent, session
from pages.ui.unit_menu import gauge, unit

FEW = 6
"""Laplace noise can only be better for few questions; for more, the comparison costs time at every edit."""
PARTS = tuple(Fraction(1, part) for part in (20, 10, 4, 2))
NOISES = {"mu": Text("Gaussian"), "epsilon": Text("Laplace")}


def settings(dataset: Dataset, plan: Draft, quote: Quote | None) -> None:
    """Draws who pays, what the plan may spend, and its noise."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        payer.choice(dataset, plan)
        _total(dataset, plan, priced.shown_in(dataset, quote))
        if both(dataset) and plan.slot is None:
            key = f"currency-{dataset.id}"
            session[key] = plan.currency
            noise(key, _switch, dataset, key, plan.currency)
        if plan.slot is None:  # the buttons are parts of the free part, not of a slot
            _parts(dataset)
    _advice(dataset, plan, quote)


def _parts(dataset: Dataset) -> None:
    with st.container(horizontal=True, vertical_alignment="center", width="content"):
        st.caption(say("Spend of what is left:"), width="content")
        for part in PARTS:
            st.button(str(part), key=f"part-{part}", on_click=_part, args=(dataset, part))


def both(dataset: Dataset) -> bool:
    """Whether the account of the budget can pay for either noise: the pure account bounds no Gaussian noise."""
    return (
        bool(dataset.budget.delta and dataset.budget.epsilon) and desk().standing(dataset.id).meter.name == "gaussian"
    )


def outcome(dataset: Dataset, quote: Quote) -> None:
    """Draws what a plan takes, the move of the meter, and what is left then."""
    if quote.charge.booked == type(quote.charge.booked)():
        # vital
        st.markdown(say("Everything here is paid for already or public: **this plan costs nothing**."))
        return
    if quote.after is not None:
        _moves(dataset, quote, quote.after)
        return
    if not dataset.has_rows:
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
            "**{together}**  \n:material/arrow_forward: **{said}**",
            together=plan_amount(gauge(quote.standing), quote),
            said=plain(outcome, 120),
        )
    )


def useless(dataset: Dataset, quote: Quote) -> Text:
    """How many of the questions to be paid will have no usable answer; empty if none."""
    places = [place for place, stored in enumerate(quote.stored) if not stored]
    lost = sum(_lost(dataset, quote, place) for place in places)
    if not lost:
        return Text("")
    if len(places) == 1:
        # vital
        return Text("The answer will say nothing at this price.")
    # vital
    return Text("{lost} of {all} questions will say nothing at this price.", lost=lost, all=len(places))


def _lost(dataset: Dataset, quote: Quote, place: int) -> bool:
    """Whether no answer with the margin that a question will have is usable."""
    ask, after = quote.asks[place], quote.improved[place]
    if after is None or not ask.measurement:
        return ask.judged.useless
    return foreseen(ask.query, dataset.table, after.typical).useless


def plan_amount(shown: Gauge, quote: Quote) -> Text:
    """What a plan books in the account of the gauge: of a plan of one question, on its own."""
    asks, booked = new_asks(quote.asks, quote.stored), quote.standing.metered(quote.charge, quote.slot)
    return amount.together(shown, booked) if len(asks) > 1 else amount.alone(shown, booked)


def _moves(dataset: Dataset, quote: Quote, after: Standing) -> None:
    """Draws what the plan books together, the move of the meter, and what is left then."""
    now, shown = quote.standing.meter_in(after.meter.name), Gauge(after.meter, unit())
    if quote.slot is not None:
        # vital
        st.markdown(
            say("Paid by the slot **{name}**, which leaves the free part as it is.", name=plain(quote.slot, 80))
        )
    else:
        # vital
        st.markdown(
            say(
                "This plan takes **{together}** · meter: **{moves}**",
                together=plan_amount(shown, quote),
                moves=amount.moves(now, after.meter, shown.unit),
            ),
            help=None if shown.adds else say(joined([term.TOGETHER, amount.NOT_ADDED])),
        )
    then = [Text("then left: {left}", left=allowance.left(dataset, after).said)]
    if quote.slot is None:
        then.append(amount.times(after.meter, quote.standing.booked(quote.charge), after.failures))
    used = remaining.failures(quote.standing, after)
    if warned := useless(dataset, quote):
        st.markdown(f":orange-badge[:material/warning: {plain(warned, 200)}]")
    st.caption("  \n".join(plain(line, 400) for line in (joined(then, " · "), used if "→" in used else "") if line))


def noise(key: str, switch: Callable[..., None], *args: object) -> None:
    """Draws the choice between the two kinds of noise, stored in the session under `key`."""
    st.segmented_control(
        say("Noise"),
        list(NOISES),
        format_func=lambda name: say(NOISES[name]),
        key=key,
        required=True,
        wrap=True,
        on_change=act(switch),
        args=args,
        help=say(term.NOISE),
    )


def _advice(dataset: Dataset, plan: Draft, quote: Quote | None) -> None:
    """Draws a note if the other kind of noise would have smaller errors at the same share of the remaining budget."""
    if quote is None or quote.slot or quote.after is None or not both(dataset) or len(plan.rows) > FEW:
        return
    if crossover.advised(quote.hints):  # said there, with figures
        return
    meter = quote.standing.meter_in(quote.after.meter.name)
    share = (quote.standing.metered(quote.charge) or 0) / meter.usable if meter.usable else 0.0
    if not 0 < share <= 1:
        return
    best = desk().plan(dataset.id, [row.query for row in plan.asked.rows], share, may_end=True)
    better = "mu" if best.mu is not None else "epsilon"
    if better != plan.currency:
        st.caption(say("{noise} noise gives smaller predicted errors for this plan.", noise=NOISES[better]))


@act
def _switch(dataset: Dataset, key: str, drawn: Currency) -> None:
    currency: Currency = session[key]
    if resent(key, drawn):
        return
    draft.save(dataset, lambda plan: plan if plan.currency == currency else priced.switched(dataset, plan, currency))


def _total(dataset: Dataset, plan: Draft, shown: Gauge) -> None:
    if all(row.held for row in plan.asked.rows):
        st.caption(say("Every question is locked, so the plan costs what they cost together."))
        return
    key = f"total-{dataset.id}"
    try:
        booked = priced.spends(dataset, plan, shown.meter)
    except dp.DpError:  # said above: a locked question has no price
        booked = None
    session[key] = None if booked is None else shown.typed(booked)
    st.number_input(
        say("This plan may spend ({unit})", unit=amount.FIELDS[shown.unit]),
        0.0,
        None,
        key=key,
        help=say(joined([term.TOGETHER, term.UNITS])),
        format="%.6g",
        step=None,
        width=250,
        on_change=_spend,
        args=(dataset, key, shown, session[key]),
    )


@act
def _spend(dataset: Dataset, key: str, shown: Gauge, drawn: float | None) -> None:
    if (value := session[key]) and not resent(key, drawn):
        draft.save(dataset, lambda plan: replace(plan, total=priced.total(dataset, plan, value, shown)))


@act
def _part(dataset: Dataset, part: Fraction) -> None:
    draft.save(dataset, lambda plan: replace(plan, total=priced.part_of_left(dataset, plan, part)))
