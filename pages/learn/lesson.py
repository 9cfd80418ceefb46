"""The lessons of the Learn screen, one at a time; the address names the open one, so that it can be sent."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from pages.learn import curve, factor, game, mistake, path
from pages.ui.language import say

LESSONS: dict[str, Callable[[], None]] = {
    "Guess the table": game.draw,
    "The curve": curve.draw,
    "What epsilon allows": factor.draw,
    "Many looks": path.draw,
    "Famous mistakes": mistake.draw,
}


def draw() -> None:
    """Draws the menu and the open lesson; the first one at the start."""
    titles = list(LESSONS)
    title = st.segmented_control(
        say("Lesson"),
        titles,
        default=titles[0],
        required=True,
        key="lesson",
        bind="query-params",
        label_visibility="collapsed",
    )
    LESSONS.get(title, LESSONS[titles[0]])()
