"""What a question would cost and how precise it would be, before it is added to the plan."""

from __future__ import annotations

from typing import Any

import streamlit as st

import dpcore as dp
from dpcore.mechanisms import kind_of
from dpcore.plan import exchange
from dpcore.plan.quote import Quote
from dpcore.present.text import amount, unit
from dpcore.queries import Query
from dpcore.release.dataset import Dataset
from pages.ask import query_form
from pages.ui.desk import desk
from pages.ui.language import say
from pages.ui.markdown import SENTENCES, plain, sentence
from pages.ui.plan import draft, measured, priced
from pages.ui.plan.draft import Draft


def preview(dataset: Dataset, plan: Draft, entered: tuple[type[Query], dict[str, Any]], of_plan: Quote | None) -> None:
    """Draws price, margin and worth of the entered question in this plan, or what is missing. Reads no row.

    of_plan: the quote of the plan without it, whose account its price is told in.
    """
    try:
        query = query_form.made(*entered, dataset.table.schema)
        query.admit(dataset.table)
        _predicted(dataset, plan, query, of_plan)
    except dp.DpError as error:
        st.caption(f":material/edit: {plain(error.message, SENTENCES)}")


def _predicted(dataset: Dataset, plan: Draft, query: Query, of_plan: Quote | None) -> None:
    after = plan.add(query)
    row = after.rows[-1]
    known = measured.of(dataset, [row]).get(row.id)
    if known is not None and measured.answered(row, known):
        there = measured.said(query, known, row.level, dataset.table)
        # vital
        st.caption(say("This question is {answer}; it costs nothing.", answer=plain(there, 200)))
        return
    new = measured.new(after, measured.of(dataset, after.rows))
    quote = desk().quote(dataset.id, _alone(dataset, new), keep=True)
    (request,), shown = quote.asks, priced.shown_in(dataset, of_plan or quote)
    price = amount.alone(shown, priced.booked(shown.meter, request))
    margin = unit.predicted(query, dataset.table, request.error)
    worth = unit.judged(query, dataset.table, request.half_width, request.error.needed)
    st.markdown(
        say("In this plan: **{margin}**, price: {price}", margin=plain(margin, 200), price=plain(price, 80))
        + f"  \n{sentence(plain(worth, 200))}"
    )
    if request.error.assumption:
        st.caption(plain(request.error.assumption, SENTENCES))


def _alone(dataset: Dataset, plan: Draft) -> dp.Plan:
    """A plan of the last question at its price in this plan: the others have their prices in the table already."""
    whole = draft.plan_of(dataset.id, plan)
    ask = whole.asks[-1]
    if ask.weight is not None:
        paid: dict[str, Any] = {plan.currency: exchange.typed(kind_of(plan.currency)(whole.share(ask)))}
        ask = dp.Ask(ask.query, level=ask.level, **paid)
    return dp.Plan([ask], slot=plan.slot)
