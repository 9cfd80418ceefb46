"""The language of a page: the user's choice, else the browser's language, else English."""

from __future__ import annotations

from typing import Any, Final

import streamlit as st

from dpcore.present.language.translation import PARAMETER, Language, chosen
from dpcore.text import Text
from pages.ui.session import session

CHOSEN: Final = "language"


def language() -> Language:
    """The language, determined at each call: callbacks run before the page, and fragments without it."""
    return chosen([session.get(CHOSEN, ""), st.query_params.get(PARAMETER, "")], [str(st.context.locale or "")])


def say(text: str, /, **facts: Any) -> str:
    """A sentence in the reader's language. text: a key with these facts, or a `Text`."""
    return language().say(Text(text, **facts) if not isinstance(text, Text) else text)


def translated(text: str) -> str:
    """Translate a `Text`; any other string is a name given by somebody and stays unchanged."""
    return language().say(text)
