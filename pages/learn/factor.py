"""The factor that epsilon allows, and the error of the approximation 1 + epsilon."""

from __future__ import annotations

import streamlit as st

from dpcore.learn import factor
from dpcore.present.text import term
from dpcore.text import Text
from pages.learn import section
from pages.learn.picture import show
from pages.ui.language import say, translated
from pages.ui.widget import kept


@st.fragment
def draw() -> None:
    """Draws both factors, and their effect on a rare event."""
    left, right = section.beside(
        Text("How much can epsilon change a probability?"),
        Text(
            "Epsilon bounds how much taking part can change the probability of any outcome. Slides often "
            'write "at most 1 + epsilon times". That is an approximation for small epsilon; the guarantee is '
            "a factor of e to the power of epsilon."
        ),
    )
    with left:
        epsilon = kept(
            st.slider, say("epsilon"), 0.0, 3.0, step=0.1, key="lesson-epsilon", default=1.0, help=say(term.EPSILON)
        )
        st.markdown(say(factor.consequence(epsilon)))
        rows = [
            {
                say("epsilon"): f"{value.epsilon:g}",
                say("1 + epsilon"): f"{value.naive:g}",
                say("allowed"): f"{value.exact:.3g}",
                say("more by"): factor.more(value),
            }
            for value in map(factor.factor, factor.SHOWN)
        ]
        st.table(rows, border="horizontal", hide_index=True)
    with right:
        show(factor.readings(epsilon, translated), "lesson-readings")
