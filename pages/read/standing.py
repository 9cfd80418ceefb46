"""A dataset's budget: its figures, an attacker's success, reserved releases, and other accounting methods."""

from __future__ import annotations

import streamlit as st

from dpcore.budget.standing import Standing
from dpcore.number import scientific
from dpcore.present.chart.bar import bar
from dpcore.present.text import amount, history, remaining, term, words
from dpcore.present.text.digits import upward
from dpcore.release.dataset import Dataset
from dpcore.text import Text, joined
from pages.ui.language import say
from pages.ui.markdown import SENTENCES, plain, sentence
from pages.ui.unit_menu import gauge, unit

WORTH = {"bound": Text("bound"), "filter": Text("filter account"), "not valid here": Text("not valid here")}


def figures(dataset: Dataset, standing: Standing) -> None:
    """Draws the bar of the budget, what is charged and what is left, in the reader's unit."""
    if not standing.live:
        return
    shown = gauge(standing)
    charged, buys = amount.charged(shown), amount.left(shown)
    st.html(bar(shown, say(charged)))
    facts = [Text("The whole budget is {budget}.", budget=history.budget(dataset.budget)), _account(standing)]
    if not shown.adds:
        facts.append(amount.NOT_ADDED)
    facts += [remaining.second(standing, shown.unit), remaining.failures(standing)]
    for column, name, figure, beside, about in zip(
        st.columns(2),
        (Text("Charged"), Text("Left")),
        (amount.of_whole(shown), buys),
        ("", remaining.readable(standing, dataset.table) if shown.meter.usable else ""),
        (term.CHARGED, term.UNITS),
        strict=True,
    ):
        column.metric(say(name), say(sentence(figure)), say(beside) or None, "off", delta_arrow="off", help=say(about))
    st.caption(plain(joined(facts), SENTENCES))
    if shown.meter.spent:
        st.caption(plain(words.counted(standing), SENTENCES))


def _account(standing: Standing) -> Text:
    """The account in which everything is booked, and the delta at which its epsilon is stated."""
    method = words.FILTERS[standing.meter.name]
    if not standing.meter.delta or not standing.budget.delta:
        return Text("Everything is booked in one account: {method}.", method=method)
    return Text(
        "Everything is booked in one account: {method}, with epsilon at delta {delta}.",
        method=method,
        delta=scientific(standing.budget.delta),
    )


def slots(standing: Standing) -> None:
    """Draws how much is left of each slot."""
    left = words.slots_left(standing, unit())
    if left:
        st.markdown(say("Reserved releases (slots). Each pays for one plan within its price:"))
        st.markdown("\n".join(f"- {plain(sentence, 200)}" for sentence in left))


def comparison(standing: Standing) -> None:
    """Draws what other accounting methods would give, each with its status here."""
    methods = standing.comparison()
    if len(methods) < 2:
        return
    st.header(say("Comparison with other accounting methods"), anchor=False)
    if sentence := words.tighter(standing):
        st.markdown(plain(sentence, 300))
    rows = [
        {
            say("accounting method"): plain(row.name, 80),
            say("epsilon"): upward(row.epsilon),
            say("at delta"): scientific(row.delta) if row.delta else say("none"),
            say("status"): say(WORTH[row.label]),
            say("why"): plain(row.reason, SENTENCES),
        }
        for row in methods
    ]
    # not a data frame, which would cut the reasons at the window's edge: a table wraps them
    alt = say("What other accounting methods would give for the recorded prices")
    st.table(rows, border="horizontal", hide_index=True, alt=alt)
