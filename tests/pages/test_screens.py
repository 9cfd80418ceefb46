"""The screens as they are declared: their addresses stay, and a new one is a line and a script."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dpcore.text import Text
from pages.ui import navigation
from pages.ui.navigation import SCREENS

ADDRESSES = (
    "",
    "data",
    "describe",
    "ask",
    "explore",
    "results",
    "ledger",
    "publish",
    "verify",
    "shared",
    "team",
    "learn",
)
GLOSSARY = """
import streamlit as st
from pages.ui.language import say
st.title(say("Glossary"), anchor=False)
"""


def test_addresses_that_people_have_kept_stay() -> None:
    assert set(ADDRESSES) <= {screen.address for screen in SCREENS}
    assert len({screen.address for screen in SCREENS}) == len({screen.script for screen in SCREENS}) == len(SCREENS)


def test_a_new_screen_is_a_line_and_a_script(
    fresh: Callable[[], Any], sent: list[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "glossary.py"
    script.write_text(GLOSSARY)
    added = navigation.Screen(str(script), Text("Glossary"), "terms")
    monkeypatch.setattr(navigation, "SCREENS", (*SCREENS, added))
    screen = fresh().go(str(script))
    assert [title.value for title in screen.at.title] == ["Glossary"] and screen.errors == []
    menu = [page for message in sent for page in message.navigation.app_pages]
    assert ("Glossary", "terms") in {(page.page_name, page.url_pathname) for page in menu if not page.is_hidden}
