"""Releasing a function: any number of points, noise that fits the differences, a public bandwidth, and the constant."""

from __future__ import annotations

import streamlit as st

from dpcore.learn import bandwidth, constant, points, support
from dpcore.present.explore.axis import power
from dpcore.present.text import term
from dpcore.text import Text
from pages.learn import section
from pages.learn.picture import show
from pages.ui.errors import act
from pages.ui.language import say, translated
from pages.ui.session import session
from pages.ui.widget import kept

_STATE = "lesson-noise-path"


def draw() -> None:
    """Draws the four figures."""
    _points()
    _support()
    _bandwidth()
    _constant()


@st.fragment
def _points() -> None:
    left, right = section.beside(
        Text("Ten points, then a thousand"),
        Text(
            "A released function is one random function, drawn once. Its noise is a finite list of random waves, so "
            "every point can be read from it, today or next year, without new noise and without a new price."
        ),
    )
    if _STATE not in session:
        session[_STATE] = points.draw_noise()
    with left:
        count = kept(
            st.select_slider,
            say("Points read"),
            points.COUNTS,
            key="lesson-points",
            default=points.COUNTS[0],
            format_func=lambda count: f"{count:,}",
        )
        st.button(say("Draw another curve"), on_click=_again, key="lesson-points-again")
        st.markdown(
            say(
                "Questions about finitely many points form a field of sets. The guarantee carries over to the "
                "sigma-field that they generate, whose sets depend on countably many points."
            )
        )
    with right:
        show(points.picture(session[_STATE], count, translated), "lesson-points-figure")


@st.fragment
def _support() -> None:
    left, right = section.beside(
        Text("Noise must live where the differences live"),
        Text(
            "One person adds one bump. Noise protects the bump only if it is about as rough: smoother noise has next "
            "to nothing at high frequencies, where the bump then stands alone. At every single point this noise has "
            "the same size."
        ),
    )
    with left:
        ratio = kept(
            st.select_slider,
            say("Width of the noise's kernel (in widths of the bump)"),
            support.RATIOS,
            key="lesson-support",
            default=1.5,
            format_func=lambda ratio: f"{ratio:g}",
        )
        st.markdown(
            say(
                "The functions that noise can hide form a space, its Cameron-Martin space: the RKHS of its kernel. The "
                "squared norm of a difference in this space is the squared mu. A bump is inside while the kernel is "
                "less than 1.41 times as wide."
            )
        )
    with right:
        show(support.picture(ratio, translated), "lesson-support-figure")


@st.fragment
def _bandwidth() -> None:
    left, right = section.beside(
        Text("What a bandwidth taken from rows reveals"),
        Text(
            "Cross-validation and rules of thumb take the bandwidth from the rows. If the noise has that bandwidth "
            "too, one more row changes the noise itself. Smooth curves of two bandwidths differ in every detail: "
            "enough points tell them apart for certain."
        ),
    )
    with left:
        other = kept(
            st.select_slider,
            say("Bandwidth with one more row (0.2 without)"),
            bandwidth.OTHERS,
            key="lesson-bandwidth",
            default=bandwidth.OTHERS[1],
            format_func=lambda width: f"{float(width):g}",
        )
        rows = [
            {
                say("points"): f"{count}",
                say("nats"): f"{bandwidth.divergence(bandwidth.WIDTH, other, count):.3g}",
            }
            for count in bandwidth.SHOWN
        ]
        st.table(rows, border="horizontal", hide_index=True)
        st.markdown(
            say(
                "Murmur takes a public bandwidth, or chooses one from released numbers, whose noise does not depend on "
                "it."
            )
        )
    with right:
        show(bandwidth.picture(other, translated), "lesson-bandwidth-figure")


@st.fragment
def _constant() -> None:
    left, right = section.beside(
        Text("How much noise: the constant of the theorem"),
        Text(
            "The theorem on functions takes noise of c(delta) = sqrt(2 ln(2/delta)) times the sensitivity over "
            "epsilon, whatever epsilon is. The least c that is enough depends on epsilon too."
        ),
    )
    with left:
        epsilon = kept(
            st.slider,
            say("epsilon"),
            constant.LEAST,
            constant.MOST,
            step=0.1,
            key="lesson-constant",
            default=1.0,
            help=say(term.EPSILON),
        )
        delta = kept(
            st.select_slider,
            say("delta"),
            constant.DELTAS,
            key="lesson-constant-delta",
            default=1e-5,
            format_func=power,
            help=say(term.DELTA),
        )
    with right:
        show(constant.picture(epsilon, delta, translated), "lesson-constant-figure")


@act
def _again() -> None:
    session[_STATE] = points.draw_noise()
