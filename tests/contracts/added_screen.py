"""A screen from the menu to its buttons. Prints what was seen, as JSON.

Run in a process of its own, in a copy of the repository: `python -m tests.contracts.added_screen`.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from streamlit.testing.v1.local_script_runner import LocalScriptRunner

from pages.ui.navigation import SCREENS
from tests.pages.conftest import Screen


def shown(sent: list[Any]) -> dict[str, Any]:
    """Find it in the menu, open it without a dataset and with one, and press its button until it refuses.

    sent: every message of every run, as it goes to a browser.
    """
    (census,) = (screen for screen in SCREENS if screen.address == "census")
    screen = Screen().go(census.script)
    seen: dict[str, Any] = {"empty": screen.text}
    screen.go("pages/home/home.py").press("Try it")
    screen.go(census.script).press("Count them")
    seen |= {"title": [title.value for title in screen.at.title], "text": screen.text, "errors": screen.errors}
    for _ in range(3):
        screen.press("Count them")
    menu = [page for message in sent for page in message.navigation.app_pages]
    names = {(page.page_name, page.url_pathname) for page in menu if not page.is_hidden}
    return seen | {"refused": screen.errors, "kept": screen.text, "menu": sorted(names)}


if __name__ == "__main__":
    messages: list[Any] = []
    forward = LocalScriptRunner.forward_msgs
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(LocalScriptRunner, "forward_msgs", lambda runner: messages.extend(f := forward(runner)) or f)
        print(json.dumps(shown(messages)))
