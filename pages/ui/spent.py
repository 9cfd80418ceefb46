"""What a dataset's budget has come to: its figures, what an attacker could do, the slots, and what others would say."""

from __future__ import annotations

import streamlit as st

from dpcore.budget.standing import Standing
from dpcore.desk import Dataset
from dpcore.number import scientific
from dpcore.present import history, words
from pages.ui.text import plain, visible

WORTH = {"bound": "bound", "estimate": "estimate, no bound", "not valid here": "not valid here"}


def figures(dataset: Dataset, standing: Standing) -> None:
    """Promised, spent and left, as the filter that has most left sees them."""
    if not standing.live:
        return
    at = f" at delta {scientific(standing.total.delta)}" if standing.total.delta else ""
    total, spent, left = standing.total, standing.spent, standing.remaining
    names = ("Promised", "Spent", "Left") if not dataset.budget.slots else ("Free part", "Spent of it", "Left of it")
    for column, name, loss in zip(st.columns(3), names, (total, spent, left), strict=True):
        mu = "" if loss.mu is None or standing.filter == "renyi" else f"mu {loss.mu:.3g}"
        column.metric(name, f"epsilon {loss.epsilon:.3g}", mu or None, delta_color="off", delta_arrow="off")
    st.caption(
        plain(
            f"Epsilon{at}. Told by the {words.FILTERS[standing.filter]} filter, which has most left; alive: "
            f"{words.filters(standing)}. All answers together never cost more than {history.budget(dataset.budget)}. "
            f"{words.uneven(standing)}",
            600,
        )
    )
    if standing.fraction_left < 1:
        st.caption(plain(words.counted(standing), 400))


def slots(standing: Standing) -> None:
    """How much is left of each declared slot."""
    left = words.slots_left(standing)
    if left:
        st.markdown("Slots, each paid once by a plan within its price:")
        st.markdown("\n".join(f"- {plain(one, 200)}" for one in left))


def comparison(standing: Standing) -> None:
    """What other ways of adding up would say, each with what it is worth here."""
    found = standing.comparison()
    if len(found) < 2:
        return
    st.header("How much tighter than naive", anchor=False)
    if said := words.tighter(standing):
        st.markdown(plain(said, 300))
    rows = [
        {
            "way of adding up": visible(row.name, 80),
            "epsilon": f"{row.epsilon:.3g}",
            "at delta": scientific(row.delta) if row.delta else "none",
            "worth": WORTH[row.label],
            "why": visible(row.reason, 200),
        }
        for row in found
    ]
    st.dataframe(rows, hide_index=True, alt="What other ways of adding up the recorded prices would say")
