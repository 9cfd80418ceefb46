"""Many looks at one released curve: finitely many points, chosen now or later."""

from __future__ import annotations

import streamlit as st

from dpcore.learn import path
from pages.learn.picture import show
from pages.ui.errors import act
from pages.ui.language import say, translated
from pages.ui.session import session
from pages.ui.widget import kept

_STATE = "lesson-paths"


@st.fragment
def draw() -> None:
    """Draws a released curve, the gates on it, and the loss of looking at it."""
    st.header(say("A whole curve is released once"), anchor=False)
    st.markdown(
        say(
            "How many people are in the waiting room over a day? A smooth random curve is added to the exact "
            "one. Anybody who has the result may read it at any hours, now or later, and choose each hour "
            "after seeing the earlier ones."
        )
    )
    if _STATE not in session:
        session[_STATE] = path.draw_paths()
    left, right = st.columns([1, 2], gap="large")
    with left:
        count = kept(st.slider, say("Hours looked at"), 1, path.MOST_PLACES, key="lesson-places", default=3)
        st.button(say("Draw other curves"), on_click=_again, key="lesson-again")
        st.markdown(
            say(
                "A question about finitely many hours is a row of gates: does the curve pass them all? Such "
                "questions are called cylinder sets."
            )
        )
        st.markdown(
            say(
                "The guarantee holds for every row of gates, and therefore for every question built from them "
                "with and, or, not and limits (the sigma-field). The highest point of the day is one such "
                "question, since these curves are smooth."
            )
        )
    with right:
        show(path.picture(session[_STATE], count, say=translated), "lesson-gates")
        show(path.losses(translated), "lesson-losses")


@act
def _again() -> None:
    session[_STATE] = path.draw_paths()
