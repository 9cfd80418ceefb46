"""k-means round by round: the centres, the noise of each round, and what has been spent."""

from __future__ import annotations

import streamlit as st

from dpcore.learn import clusters
from dpcore.present.text import term
from dpcore.text import Text
from pages.learn import section
from pages.learn.picture import show
from pages.ui.errors import act
from pages.ui.language import say, translated
from pages.ui.session import session
from pages.ui.widget import kept

_STATE = "lesson-clusters-noise"


@st.fragment
def draw() -> None:
    """Draws the paths of the centres, then the distance by what is spent."""
    left, right = section.beside(
        Text("Three centres, round by round"),
        Text(
            "k-means asks several times. In a round, every point counts for its nearest centre, and the noisy count "
            "and the noisy sums of a cluster give its next centre. Every round sees the rows again, so it is paid."
        ),
    )
    if _STATE not in session:
        session[_STATE] = clusters.draw_noise()
    with left:
        rounds = kept(st.slider, say("Rounds"), 1, clusters.MOST, key="lesson-rounds-of-clusters", default=5)
        mu = kept(
            st.select_slider,
            say("Price of all rounds"),
            clusters.PRICES,
            key="lesson-price-of-clusters",
            default=1.0,
            format_func=lambda value: say("{symbol} {value:g}", symbol=term.CURRENCIES["mu"], value=value),
            help=say(term.OF_CURRENCY["mu"]),
        )
        st.button(say("Draw other noise"), on_click=_again, key="lesson-clusters-again")
        st.markdown(
            say(
                "A round costs the same wherever the centres are. More rounds for one price mean more noise in each: "
                "after the centres have settled, a further round only adds noise."
            )
        )
    noisy = clusters.course(session[_STATE], rounds, mu)
    exact = clusters.course(session[_STATE], rounds, mu, noisy=False)
    with right:
        show(clusters.paths(noisy, exact, translated), "lesson-clusters")
        show(clusters.progress(noisy, exact, translated), "lesson-clusters-spent")


@act
def _again() -> None:
    session[_STATE] = clusters.draw_noise()
