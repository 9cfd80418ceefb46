"""The price of a margin of error, and the budget left after it."""

from __future__ import annotations

import streamlit as st

import dpcore as dp
from dpcore.plan import outlook
from dpcore.plan.exchange import amount_of
from dpcore.plan.plan import LEVEL
from dpcore.plan.request import charge_of
from dpcore.present.explore import words
from dpcore.present.text import amount, price, ranks, term, unit
from dpcore.present.text import scale as errors
from dpcore.release.dataset import Dataset
from pages.explore import state
from pages.ui.desk import desk
from pages.ui.errors import show
from pages.ui.language import say
from pages.ui.markdown import plain, visible
from pages.ui.unit_menu import gauge


@st.fragment
def target(dataset: Dataset) -> None:
    """Draws a question, a margin of error and its price."""
    now = state.load(dataset).now
    left, right = st.columns([3, 2], vertical_alignment="bottom")
    place = left.selectbox(
        say("Question"),
        range(len(now.asks)),
        format_func=lambda place: visible(now.asks[place][0].sentence, 120),
        key=f"explore-target-{dataset.id}-{len(now.asks)}",
    )
    query = now.asks[place][0]
    half = right.number_input(
        say("Margin of error {size}", size=errors.field(query, LEVEL)),
        0.0,
        None,
        None,
        key=f"explore-half-{dataset.id}",
        format="%.6g",
        step=None,
        placeholder=say("for example 1") if errors.in_points(query) else say("for example 100"),
        help=say(ranks.TYPED if query.error.unit == "ranks" else term.MARGIN),
    )
    if not half:
        # vital
        st.caption(say("Enter the margin of error that you can accept. Nothing is read or spent."))
        return
    try:
        seen = state.seen(dataset, now, again=True)
        priced = outlook.price_of(query, seen.table, seen.kind, errors.read(query, half))
        alone = state.seen(dataset, outlook.alone(now, place, priced.amount), again=True)
        standing = desk().standing(dataset.id)
        shown = gauge(standing)
        leaves = price.leaves(standing, dataset.table, charge_of([priced]), shown.unit)
        predicted = unit.predicted(priced.query, seen.table, priced.error)
        st.markdown(
            say(
                "{said} costs **{amount}**: :material/arrow_forward: **{leaves}**",
                said=plain(predicted),
                amount=amount.alone(shown, amount_of(charge_of([priced]), shown.meter)),
                leaves=plain(leaves, 120),
            )
        )
        st.caption(plain(words.headline(alone), 600))
    except dp.DpError as error:
        show((error.message, error.hint))
