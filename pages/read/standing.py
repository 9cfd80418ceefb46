"""What a dataset's budget has come to: its figures, what an attacker could do, the slots, and what others would say."""

from __future__ import annotations

import streamlit as st

from dpcore.budget.standing import Figures, Standing
from dpcore.number import scientific
from dpcore.present.text import history, remaining, words
from dpcore.present.text.digits import upward
from dpcore.release.dataset import Dataset
from pages.ui.language import say
from pages.ui.markdown import plain, visible

WORTH = {"bound": "bound", "filter": "filter account", "not valid here": "not valid here"}


_ADDS = {
    "gaussian": "the squares of mu, which add up; epsilons do not",
    "pure": "epsilon, which adds up",
    "renyi": "the loss at one order, which adds up; epsilons do not",
}


def figures(dataset: Dataset, standing: Standing) -> None:
    """Promised, spent and left by one accounting method; spent and left are shares that add up to the whole."""
    if not standing.live:
        return
    total, spent = standing.total, standing.spent
    left = remaining.percent_left(standing.fraction_left)
    names = ("Promised", "Spent", "Left") if not dataset.budget.slots else ("Free part", "Spent of it", "Left of it")
    shown = (
        (f"epsilon {upward(total.epsilon)}", _mu(standing, total)),
        (f"epsilon {upward(spent.epsilon)}", f"{100 - left:.4g} % of the budget"),
        (f"{left:g} %", remaining.readable(standing, dataset.table)),
    )
    for column, name, (figure, beside) in zip(st.columns(3), names, shown, strict=True):
        column.metric(name, figure, beside or None, delta_color="off", delta_arrow="off")
    at = f"Epsilon at delta {scientific(total.delta)}. " if total.delta else ""
    st.caption(
        plain(
            f"{at}Accounting method: {words.FILTERS[standing.filter]} (largest remaining budget); still valid: "
            f"{words.filters(standing)}. Percentages are shares of {_ADDS[standing.filter]}. "
            f"All answers together never cost more than {history.budget(dataset.budget)}.",
            600,
        )
    )
    if standing.fraction_left < 1:
        st.caption(plain(words.counted(standing), 400))


def _mu(standing: Standing, loss: Figures) -> str:
    return "" if loss.mu is None or standing.filter == "renyi" else f"mu {loss.mu:.3g}"


def slots(standing: Standing) -> None:
    """How much is left of each declared slot."""
    left = words.slots_left(standing)
    if left:
        st.markdown(say("Slots, each paid once by a plan within its price:"))
        st.markdown("\n".join(f"- {plain(sentence, 200)}" for sentence in left))


def comparison(standing: Standing) -> None:
    """What other ways of adding up would say, each with what it is worth here."""
    found = standing.comparison()
    if len(found) < 2:
        return
    st.header(say("How much tighter than naive"), anchor=False)
    if said := words.tighter(standing):
        st.markdown(plain(said, 300))
    rows = [
        {
            "way of adding up": visible(row.name, 80),
            "epsilon": upward(row.epsilon),
            "at delta": scientific(row.delta) if row.delta else "none",
            "worth": WORTH[row.label],
            "why": visible(row.reason, 200),
        }
        for row in found
    ]
    st.dataframe(rows, hide_index=True, alt="What other ways of adding up the recorded prices would say")
