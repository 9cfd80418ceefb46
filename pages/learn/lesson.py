"""The lessons of the Learn screen, one at a time; the address names the open one, so that it can be shared.

It names it in English, whatever the language of the page is.
"""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from dpcore.text import Text
from pages.learn import adaptive, clusters, curve, factor, function, game, gradient, mistake, path
from pages.ui.language import say
from pages.ui.session import session
from pages.ui.widget import kept, put

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
_FIRST = next(iter(_NAMES))
_MENU = _ADDRESS = "lesson"
_WRITTEN = "lesson-written"


def _follow() -> None:
    """Opens the lesson of the address if somebody changed it."""
    title = st.query_params.get(_ADDRESS)
    if title in _NAMES and title != session.get(_WRITTEN):
        put(_MENU, title)
        session[_WRITTEN] = title


def _write(title: str) -> None:
    """Writes the open lesson into the address, since page links drop it; not the first one at the start."""
    if title != st.query_params.get(_ADDRESS, _FIRST):
        st.query_params[_ADDRESS] = session[_WRITTEN] = title


def draw() -> None:
    """Draws the menu and the open lesson; the first one at the start."""
    _follow()
    title = kept(
        st.segmented_control,
        say("Lesson"),
        list(_NAMES),
        format_func=lambda name: say(_NAMES[name]),
        default=_FIRST,
        required=True,
        key=_MENU,
        label_visibility="collapsed",
    )
    title = title if title in _NAMES else _FIRST
    _write(title)
    LESSONS[_NAMES[title]]()
