"""In whose words a page is drawn: what the person chose, else what their browser asks for, else English."""

from __future__ import annotations

from typing import Any, Final

import streamlit as st

from dpcore.present.language.translation import PARAMETER, Language, chosen
from dpcore.text import Text
from pages.ui.session import session

CHOSEN: Final = "language"


def language() -> Language:
    """Read anew at each drawing: callbacks run before the page, and fragments without it."""
    return chosen([session.get(CHOSEN, ""), st.query_params.get(PARAMETER, ""), str(st.context.locale or "")])


def say(text: str, /, **facts: Any) -> str:
    """A sentence in that language. text: its key with these facts, or a `Text` that was made elsewhere."""
    return language().say(Text(text, **facts) if not isinstance(text, Text) else text)


def translated(text: str) -> str:
    """The same for whatever is drawn: what is no `Text` is a name that somebody gave, and stays as it is."""
    return language().say(text)
