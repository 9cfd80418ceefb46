"""The choice of a language, also kept in the address, and how much of the lessons is translated."""

from __future__ import annotations

from typing import Final

import streamlit as st

from dpcore.present.language.translation import PARAMETER, languages, offered
from pages.ui.errors import act
from pages.ui.language import CHOSEN, choose, language, say, settle
from pages.ui.session import session

_KEY: Final = "language-menu"


def follow() -> None:
    """From the frame: keep the language of the address, and write the chosen one into it, since page links drop it."""
    code = session.setdefault(CHOSEN, st.query_params.get(PARAMETER, ""))
    if code and st.query_params.get(PARAMETER) != code:
        st.query_params[PARAMETER] = code
    settle()


def menu() -> None:
    """Draws the offered languages, each by its own name and how complete it is; nothing if there is only one."""
    names = offered()
    if len(names) < 2:
        return
    session[_KEY] = language().code
    st.selectbox(
        say("Language"),
        list(dict.fromkeys([*names, session[_KEY]])),
        format_func=lambda code: languages()[code].label,
        key=_KEY,
        on_change=_choose,
        label_visibility="collapsed",
        width=105 if all(map(str.isalpha, names.values())) else 160,
    )


def lessons() -> None:
    """Says how much of the lessons is translated, if that is not all."""
    if (percent := language().lessons) < 100:
        st.caption(say("{percent} % of the lessons are translated. The rest is in English.", percent=percent))


@act
def _choose() -> None:
    choose(session[_KEY])
