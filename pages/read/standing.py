"""A dataset's budget: its figures, an attacker's success, reserved releases, and other accounting methods."""

from __future__ import annotations

import streamlit as st

from dpcore.budget.figures import Figures
from dpcore.budget.standing import Standing
from dpcore.number import scientific
from dpcore.present.text import history, remaining, words
from dpcore.present.text.digits import upward
from dpcore.release.dataset import Dataset
from dpcore.text import Text, joined
from pages.ui.language import say
from pages.ui.markdown import SENTENCES, plain

WORTH = {"bound": Text("bound"), "filter": Text("filter account"), "not valid here": Text("not valid here")}


_ADDS = {
    "gaussian": Text("the squares of mu, which add up; epsilons do not"),
    "pure": Text("epsilon, which adds up"),
    "renyi": Text("the loss at one order, which adds up; epsilons do not"),
}


def figures(dataset: Dataset, standing: Standing) -> None:
    """Draws promised, spent and left by one accounting method; spent and left add up to the whole."""
    if not standing.live:
        return
    total, spent = standing.total, standing.spent
    left = remaining.percent_left(standing.fraction_left)
    names = (Text("Promised"), Text("Spent"), Text("Left"))
    if dataset.budget.slots:
        names = (Text("Free part"), Text("Spent of it"), Text("Left of it"))
    shown = (
        (_epsilon(total), _mu(standing, total)),
        (_epsilon(spent), Text("{percent:.4g} % of the budget", percent=100 - left)),
        (Text("{percent:g} %", percent=left), remaining.readable(standing, dataset.table)),
    )
    for column, name, (figure, beside) in zip(st.columns(3), names, shown, strict=True):
        column.metric(say(name), say(figure), say(beside) or None, delta_color="off", delta_arrow="off")
    method = Text("Accounting method: {method}.", method=words.FILTERS[standing.filter])
    if len(standing.live) > 1:
        method = Text(
            "Accounting method: {method} (largest remaining budget); still valid: {valid}.",
            method=words.FILTERS[standing.filter],
            valid=words.filters(standing),
        )
    shares = Text(
        "Percentages are shares of {adds}. All answers together never cost more than {budget}.",
        adds=_ADDS[standing.filter],
        budget=history.budget(dataset.budget),
    )
    at = Text("Epsilon at delta {delta}.", delta=scientific(total.delta)) if total.delta else ""
    st.caption(plain(joined([at, method, shares, remaining.failures(standing)]), 800))
    if standing.fraction_left < 1:
        st.caption(plain(words.counted(standing), SENTENCES))


def _epsilon(loss: Figures) -> Text:
    return Text("epsilon {epsilon}", epsilon=upward(loss.epsilon))


def _mu(standing: Standing, loss: Figures) -> Text:
    return Text("") if loss.mu is None or standing.filter == "renyi" else Text("mu {mu:.3g}", mu=loss.mu)


def slots(standing: Standing) -> None:
    """Draws how much is left of each slot."""
    left = words.slots_left(standing)
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
