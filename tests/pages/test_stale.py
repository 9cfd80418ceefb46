"""A browser sends widgets of a page that was left: their callbacks run once more, and must raise and change nothing."""

from __future__ import annotations

import ast
import logging
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from pages.ui import errors
from tests.repo.house import ROOT


def page() -> None:
    import streamlit as st

    from pages.ui.errors import act, draw
    from pages.ui.session import session

    @act
    def changed() -> None:
        value = session["field"]
        st.session_state["seen"] = value

    draw()
    if st.session_state.get("there", True):
        st.text_input("Field", key="field", on_change=changed)
    if st.session_state.get("stale"):
        changed()
        draw()


def test_a_callback_of_a_widget_that_is_gone_is_nothing(caplog: pytest.LogCaptureFixture) -> None:
    at = AppTest.from_function(page).run()
    at.text_input[0].set_value("a").run()
    assert at.session_state["seen"] == "a"
    at.session_state["there"] = False
    at.run()
    at.session_state["stale"] = True
    del at.session_state["seen"]
    with caplog.at_level(logging.ERROR, logger="murmur"):
        at.run()
    assert not at.error and not at.exception and not [each for each in caplog.records if each.name == "murmur"]
    assert "seen" not in at.session_state


def test_another_missing_key_is_still_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: dict[str, object] = {}
    monkeypatch.setattr(errors, "session", kept)

    @errors.act
    def broken() -> None:
        raise KeyError("x")

    broken()
    assert kept["error"] == errors.UNKNOWN


def handlers() -> list[tuple[Path, ast.FunctionDef]]:
    """Every function of a page that is called when a widget changes, but where its name is passed on."""
    found = []
    for path in sorted((ROOT / "pages").rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        functions = {node.name: node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
        for call in ast.walk(tree):
            for keyword in getattr(call, "keywords", []):
                if keyword.arg == "on_change" and isinstance(keyword.value, ast.Name) and keyword.value.id in functions:
                    found.append((path, functions[keyword.value.id]))
    return found


def reads(node: ast.AST) -> bool:
    """Whether something is read from the session, by which a widget that is gone is noticed."""
    return any(isinstance(each, ast.Name) and each.id == "session" for each in ast.walk(node)) or any(
        isinstance(each, ast.Attribute) and each.attr == "value" for each in ast.walk(node)
    )


def test_every_callback_of_a_field_reads_that_field() -> None:
    """One that does not would act on a value that nobody gave, after its page was left."""
    every = handlers()
    assert len(every) > 15
    silent = {f"{path.name}: {function.name}" for path, function in every if not reads(function)}
    assert silent == {"game.py: _fresh"}, "which begins a round of a game anew, and no more"
