"""What a page calls when somebody presses or edits: a failure there is a sentence, never Streamlit's own error page."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.repo.house import ROOT

PAGES = sorted((ROOT / "pages").rglob("*.py"))
EVENTS = {"on_click", "on_change", "on_dismiss", "on_submit", "on_select"}
OWN = {"rerun", "ignore"}
"""What Streamlit does itself."""


def callbacks(path: Path) -> Iterator[ast.expr]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            yield from (word.value for word in node.keywords if word.arg in EVENTS)


def acts(path: Path) -> set[str]:
    """The functions of a module that are acts."""
    return {
        node.name
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and any(ast.unparse(one) == "act" for one in node.decorator_list)
    }


def made(path: Path) -> set[str]:
    """The names that hold an act that was made on the spot."""
    return {
        node.targets[0].id
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and isinstance(node.value, ast.Call)
        and safe(node.value, path)
    } - OWN


def safe(node: ast.expr, path: Path) -> bool:
    """Whether a failure of this callback is kept and said: an act of this module or of another, or made one here."""
    match node:
        case ast.Constant(value):
            return value in OWN
        case ast.Call(ast.Name("act")) | ast.BoolOp(ast.And(), [_, ast.Call(ast.Name("act"))]):
            return True
        case ast.Name(name):
            return name in acts(path) | NAMED | made(path)
        case ast.Attribute(_, name):
            return name in EVERYWHERE
    return False


EVERYWHERE = {name for path in PAGES for name in acts(path)}
NAMED = {name for name in EVERYWHERE if not name.startswith("_")}


def test_what_a_page_calls_back_is_an_act() -> None:
    bad = [
        f"{path.relative_to(ROOT)}:{node.lineno} {ast.unparse(node)}"
        for path in PAGES
        for node in callbacks(path)
        if not safe(node, path)
    ]
    assert bad == []


def test_a_callback_that_may_fail_is_seen() -> None:
    source = "import st\ndef _go(): ...\nst.button('x', on_click=_go)\nst.button('y', on_change=lambda: 1)"
    node, other = [
        word.value for one in ast.walk(ast.parse(source)) if isinstance(one, ast.Call) for word in one.keywords
    ]
    assert not safe(node, PAGES[0]) and not safe(other, PAGES[0])
