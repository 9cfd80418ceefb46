"""Noise that adapts to the table: where it leaks, and what smooth sensitivity is."""

from __future__ import annotations

import streamlit as st

from dpcore.errors import DpError
from dpcore.learn import adaptive, blocks, cuts, lognormal
from dpcore.present.text import term
from dpcore.text import Text
from pages.learn import section
from pages.learn.picture import show
from pages.ui.language import say, translated
from pages.ui.markdown import plain
from pages.ui.widget import kept

_USUAL = ", ".join(f"{value:g}" for value in adaptive.USUAL)


@st.fragment
def draw() -> None:
    """Draws the five pictures."""
    left, right = section.beside(
        Text("Can noise adapt to the table?"),
        Text(
            "For most tables, one person changes a median little. So why not add little noise there? Because the size "
            "of the noise then depends on the rows, and it can be seen in the answer. Edit the table and look for its "
            "most telling neighbour."
        ),
    )
    with left:
        typed = kept(st.text_input, say("Your table: values from 0 to 1"), key="lesson-table", default=_USUAL)
        titles = {name: say(title) for name, title in adaptive.SCALINGS.items()}
        scaling = kept(
            st.selectbox,
            say("Scale of the Laplace noise"),
            list(titles),
            key="lesson-scaling",
            default="local",
            format_func=titles.__getitem__,
        )
        epsilon = kept(
            st.slider, say("epsilon"), 0.1, 3.0, step=0.1, key="lesson-adaptive", default=1.0, help=say(term.EPSILON)
        )
        beta = kept(st.slider, say("beta"), 0.1, 2.0, step=0.1, key="lesson-beta", default=1.0)
    with right:
        try:
            values = adaptive.table(typed)
        except DpError as error:
            st.warning(plain(say(error.message), 200))
            values = adaptive.USUAL
        show(adaptive.densities(adaptive.leak(values, scaling, epsilon, beta), epsilon, translated), "lesson-leak")
        st.markdown(
            say(
                "Smooth sensitivity also counts tables with k replaced values, with less weight for larger k. Between "
                "neighbours it changes by a factor of at most e to the power of beta. It still needs noise with heavy "
                "tails, or a delta."
            )
        )
        show(adaptive.around(values, beta, translated), "lesson-around")
    _lognormal()
    _blocks(beta)
    _cuts(beta)


def _lognormal() -> None:
    left, right = section.beside(
        Text("Log-normal noise"),
        Text(
            "Laplace noise times a log-normal factor (Bun and Steinke 2019) is epsilon²/2-zCDP. That is weaker than "
            "pure epsilon, and no promise in mu follows from it. It also needs more noise than power-core noise of the "
            "same epsilon, so no question offers it."
        ),
    )
    with left:
        low, high = lognormal.BETAS
        beta = kept(st.slider, say("beta"), low, high, step=0.01, key="lesson-lognormal", default=0.1)
    with right:
        show(lognormal.picture(beta, translated), "lesson-lognormal-picture")


def _blocks(beta: float) -> None:
    left, right = section.beside(
        Text("The centre of attention"),
        Text(
            "Compute any statistic on disjoint blocks of rows; one person is in one block. The middle of the shortest "
            "interval with more than half of the answers hardly moves with one of them."
        ),
    )
    with left:
        old = blocks.ANSWERS[blocks.MOVED]
        value = kept(st.slider, say("The moved block answers"), 0.0, 1.0, step=0.01, key="lesson-block", default=1.0)
        st.markdown(say("Before, it answers {old:g}.", old=old))
    with right:
        show(blocks.picture(value, beta, translated), "lesson-blocks")


def _cuts(beta: float) -> None:
    left, right = section.beside(
        Text("The cuts of a spanning tree"),
        Text(
            "The graph is public, the weights from 0 to 1 are private. Every tree crosses every cut, so a weight can "
            "raise the cost only up to the next lightest edges across a cut."
        ),
    )
    with left:
        changes = kept(st.slider, say("Weights changed (k)"), 0, cuts.MOST, key="lesson-changes", default=0)
    with right:
        show(cuts.picture(changes, beta, translated), "lesson-cuts")
