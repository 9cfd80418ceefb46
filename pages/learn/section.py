"""The layout of a lesson's section: title, text, controls on the left and a picture on the right."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dpcore.present.text import term
from dpcore.text import Text
from pages.ui.errors import act
from pages.ui.language import say
from pages.ui.widget import kept


def beside(title: Text, text: Text) -> tuple[DeltaGenerator, DeltaGenerator]:
    """Draws title and text; returns the columns for controls and for the picture."""
    st.header(say(title), anchor=False)
    st.markdown(say(text))
    left, right = st.columns([1, 2], gap="large")
    return left, right


def strength(symbol: str, choices: tuple[float, ...], key: str, on_change: Callable[[], None] | None = None) -> Any:
    """Draws the strength of the promise, in the parameter of a mechanism."""
    return kept(
        st.select_slider,
        say("How easy may it be to tell?"),
        choices,
        key=key,
        default=1.0,
        format_func=lambda value: say("{symbol} {value:g}", symbol=term.CURRENCIES[symbol], value=value),
        on_change=on_change and act(on_change),
        help=say(term.OF_CURRENCY[symbol]),
    )
