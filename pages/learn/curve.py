"""Trade-off curves: a threshold and its two errors, families, checking a promise, a curve from pairs."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import streamlit as st

from dpcore import tradeoff
from dpcore.learn import curve, error
from dpcore.present.text import term
from dpcore.text import Text
from pages.learn import section
from pages.learn.picture import show
from pages.ui.language import say, translated
from pages.ui.widget import kept

if TYPE_CHECKING:
    from dpcore.tradeoff import Curve

_SMOOTH = {mechanism.name: mechanism for mechanism in error.SMOOTH}
_CHOICES = {choice.name: choice for choice in curve.CHOICES}
_KINDS: dict[curve.Kind, Text] = {
    "mu": Text("mu (Gaussian differential privacy)"),
    "epsilon": Text("epsilon (pure)"),
    "both": Text("epsilon and delta"),
}
_ENVELOPES: dict[str, tuple[Text, Callable[[], Curve]]] = {
    "gaussian": (Text("Gaussian noise, mu 1"), lambda: tradeoff.gaussian(1.0)),
    "laplace": (Text("Laplace noise, epsilon 1.5"), lambda: tradeoff.laplace(1.5)),
}
_DELTAS = (1e-6, 0.001, 0.01, 0.02, 0.05, 0.1)


def draw() -> None:
    """Draws the four figures."""
    _errors()
    _families()
    _overlay()
    _envelope()


@st.fragment
def _errors() -> None:
    st.header(say("One threshold, two errors"), anchor=False)
    st.markdown(
        say(
            "A guess can be wrong in two ways: it can see somebody who is not in the table (a false alarm), "
            "or miss somebody who is. Noise makes the two distributions overlap, and no guess can avoid "
            "errors in the overlap."
        )
    )
    which, how, where = st.columns(3, gap="large")
    with which:
        name = kept(
            st.selectbox,
            say("Noise"),
            list(_SMOOTH),
            key="lesson-error-noise",
            default="gaussian",
            format_func=lambda name: say(_SMOOTH[name].title),
        )
        mechanism = _SMOOTH[name]
    with how:
        strength = section.strength(mechanism.symbol, (0.5, 1.0, 1.5, 2.0, 3.0), "lesson-error-strength")
    with where:
        threshold = kept(st.slider, say("Threshold (people)"), 0.0, 7.0, step=0.1, key="lesson-error-at", default=3.5)
    left, right = st.columns(2, gap="large")
    with left:
        show(error.densities(mechanism, strength, threshold, translated), "lesson-densities")
    with right:
        show(error.place(mechanism, strength, threshold, translated), "lesson-place")


@st.fragment
def _families() -> None:
    left, right = section.beside(
        Text("One number for a whole curve"),
        Text(
            "With Gaussian noise, one number, mu, determines the whole curve. At mu 0 the answers say "
            "nothing about anybody; 0.5 is a common choice; from 3 on, little protection is left."
        ),
    )
    with left:
        mu = kept(st.slider, say("mu"), 0.05, 4.0, step=0.05, key="lesson-mu", default=0.5, help=say(term.MU))
    with right:
        show(curve.families(mu, translated), "lesson-families")


@st.fragment
def _overlay() -> None:
    left, right = section.beside(
        Text("Does it keep its promise?"),
        Text(
            "A mechanism keeps a promise if its curve is nowhere below the promised one: for every test, at every "
            "level. One point below is enough to break it."
        ),
    )
    with left:
        name = kept(
            st.selectbox,
            say("Mechanism"),
            list(_CHOICES),
            key="lesson-mine",
            default="laplace",
            format_func=lambda name: say(_CHOICES[name].title),
        )
        strength = kept(st.slider, say("Strength"), 0.1, 3.0, step=0.1, key="lesson-mine-at", default=1.0)
        kind = kept(
            st.selectbox,
            say("Promise"),
            list(_KINDS),
            key="lesson-kind",
            default="mu",
            format_func=lambda kind: say(_KINDS[kind]),
        )
        amount = kept(
            st.slider,
            say("mu") if kind == "mu" else say("epsilon"),
            0.1,
            3.0,
            step=0.1,
            key="lesson-amount",
            default=1.0,
        )
        delta = 0.0
        if kind == "both":
            delta = kept(
                st.select_slider,
                say("delta"),
                _DELTAS,
                key="lesson-delta",
                default=0.01,
                help=say(term.DELTA),
                format_func=lambda delta: f"{delta:g}",
            )
    with right:
        show(curve.overlay(_CHOICES[name], strength, curve.Promise(kind, amount, delta), translated), "lesson-overlay")


@st.fragment
def _envelope() -> None:
    left, right = section.beside(
        Text("Pairs of epsilon and delta, and their curve"),
        Text(
            "Each valid pair (epsilon, delta) gives two straight lines that the curve stays above. One pair "
            "is a coarse summary. All valid pairs together determine the curve."
        ),
    )
    with left:
        name = kept(
            st.selectbox,
            say("Curve"),
            list(_ENVELOPES),
            key="lesson-envelope",
            default="gaussian",
            format_func=lambda name: say(_ENVELOPES[name][0]),
        )
        lines = kept(st.slider, say("Number of pairs"), 1, curve.MOST_LINES, key="lesson-lines", default=4)
    with right:
        show(curve.envelope(_ENVELOPES[name][1](), lines, translated), "lesson-envelope-figure")
