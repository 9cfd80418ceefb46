"""The language of a page: the user's choice, else the browser's language, else English."""

from __future__ import annotations

import threading
from typing import Any, Final

import streamlit as st

from dpcore.present.language.translation import PARAMETER, Language, chosen
from dpcore.text import Text
from pages.ui.session import session

CHOSEN: Final = "language"


class _Here(threading.local):
    """The language of the page that this thread draws; None in callbacks and fragments, which run without the page."""

    found: Language | None = None


_here = _Here()


def language() -> Language:
    """The language: of the page that is being drawn, else determined at each call."""
    return _here.found or _determined()


def settle() -> None:
    """From the frame of a page: determine the language once, as every sentence asks for it."""
    _here.found = _determined()


def choose(code: str) -> None:
    """From a callback: the page that follows is in this language."""
    session[CHOSEN], _here.found = code, None


def _determined() -> Language:
    return chosen([session.get(CHOSEN, ""), st.query_params.get(PARAMETER, "")], [str(st.context.locale or "")])


def say(text: str, /, **facts: Any) -> str:
    """A sentence in the reader's language. text: a key with these facts, or a `Text`."""
    return language().say(Text(text, **facts) if not isinstance(text, Text) else text)


def translated(text: str) -> str:
    """Translate a `Text`; any other string is a name given by somebody and stays unchanged."""
    return language().say(text)
