"""The lessons of the Learn screen, one at a time; the address names the open one, so that it can be shared."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from dpcore.text import Text
from pages.learn import adaptive, clusters, curve, factor, function, game, gradient, mistake, path
from pages.ui.language import say

LESSONS: dict[Text, Callable[[], None]] = {
    Text("Guess the table"): game.draw,
    Text("The curve"): curve.draw,
    Text("What epsilon allows"): factor.draw,
    Text("Many looks"): path.draw,
    Text("Functions"): function.draw,
    Text("Adaptive noise"): adaptive.draw,
    Text("Gradients"): gradient.draw,
    Text("Clusters"): clusters.draw,
    Text("Famous mistakes"): mistake.draw,
}

_NAMES = {str(name): name for name in LESSONS}


def draw() -> None:
    """Draws the menu and the open lesson; the first one at the start."""
    titles = [str(name) for name in LESSONS]
    title = st.segmented_control(
        say("Lesson"),
        titles,
        format_func=lambda name: say(_NAMES[name]),
        default=titles[0],
        required=True,
        key="lesson",
        bind="query-params",
        label_visibility="collapsed",
    )
    LESSONS[_NAMES.get(title, _NAMES[titles[0]])]()
