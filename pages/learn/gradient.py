"""Noisy gradient descent: what a gradient gives away, and what clipping and noise are for."""

from __future__ import annotations

import streamlit as st

from dpcore.learn import gradient
from dpcore.text import Text
from pages.learn import section
from pages.learn.picture import show
from pages.ui.errors import act
from pages.ui.language import say, translated
from pages.ui.session import session
from pages.ui.widget import kept

_STATE = "lesson-gradient-noise"


@st.fragment
def draw() -> None:
    """Draws the pictures, then the attacker's errors."""
    left, right = section.beside(
        Text("What a gradient gives away"),
        Text(
            "A model is trained on private records, and somebody sees the gradients: a server, or whoever compares two "
            "versions of the model. For a logistic model the gradient of one record is a multiple of the record."
        ),
    )
    if _STATE not in session:
        session[_STATE] = gradient.draw_noise()
    with left:
        clip = kept(
            st.select_slider,
            say("Clip the gradient to norm"),
            gradient.CLIPS,
            key="lesson-clip",
            default=1.0,
            format_func=lambda clip: f"{clip:g}",
        )
        sigma = kept(
            st.select_slider,
            say("Noise, in multiples of that norm"),
            gradient.NOISES,
            key="lesson-sigma",
            default=1.0,
            format_func=lambda sigma: f"{sigma:g}",
        )
        st.button(say("Draw other noise"), on_click=_again, key="lesson-gradient-again")
        st.markdown(
            say(
                "Clipping is no protection by itself. It makes sure that no record adds more than this norm, so that "
                "noise of one size covers everybody."
            )
        )
    with right:
        show(gradient.pictures(session[_STATE], clip, sigma, translated), "lesson-gradient")
    _attack(sigma)


def _attack(sigma: float) -> None:
    left, right = section.beside(
        Text("The price of a step"),
        Text(
            "Was the record used at all? The noise of a step has sigma times the most that a record can add, so a step "
            "has mu 1/sigma, whatever the model is. Steps add up in squares."
        ),
    )
    with left:
        steps = kept(
            st.select_slider,
            say("Steps"),
            gradient.STEPS,
            key="lesson-steps",
            default=10,
            format_func=lambda steps: f"{steps:,}",
        )
        st.markdown(
            say(
                "Real training uses a small random part of the records in each step. A record is then in few steps, "
                "and much less noise is enough."
            )
        )
    with right:
        show(gradient.attack(sigma, steps, translated), "lesson-attack")


@act
def _again() -> None:
    session[_STATE] = gradient.draw_noise()
