"""Writes docs/api.md from docstrings: every public name of `dpcore`, and of the modules that it exports.

python -m docs.make_api
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import dpcore
from dpcore.queries import Query

PAGE = Path(__file__).with_name("api.md")
_HEAD = """\
# Public names of `dpcore`

Made from docstrings by `make docs`. The map of the package, in reading order, is the docstring of `dpcore/__init__.py`.
The methods of every question (`words`, `bind`, `promise`, `predict`, …) are documented in
`dpcore/queries/question/base.py`.
"""
_ADDRESS = re.compile(r" at 0x[0-9a-f]+")
_QUOTED = re.compile(r"(: |-> )'([^']*)'")
_EVERYWHERE = ("to_dict", "from_dict")


def written() -> str:
    """The whole page."""
    names = [(name, getattr(dpcore, name)) for name in dpcore.__all__]
    modules = [(name, value) for name, value in names if isinstance(value, ModuleType)]
    parts = [_HEAD, *_section("dpcore", [pair for pair in names if pair not in modules])]
    for name, module in modules:
        inner = [(export, getattr(module, export)) for export in _exported(module)]
        parts += _section(f"dpcore.{name}", inner, inspect.getdoc(module) or "")
    return "\n\n".join(part.strip("\n") for part in parts) + "\n"


def _exported(module: ModuleType) -> list[str]:
    own = [name for name, value in vars(module).items() if getattr(value, "__module__", "") == module.__name__]
    return list(getattr(module, "__all__", [name for name in own if not name.startswith("_")]))


def _section(title: str, names: list[tuple[str, Any]], about: str = "") -> Iterator[str]:
    yield f"## {title}"
    if about:
        yield f"```text\n{about}\n```"
    for name, found in sorted(names, key=lambda pair: pair[0].lower()):
        yield from _entry(name, found)


def _entry(name: str, found: Any) -> Iterator[str]:
    yield f"### {name}"
    if not callable(found):
        yield f"`{type(found).__name__}`"
        return
    if not (inspect.isclass(found) and issubclass(found, Exception)):
        yield f"```python\n{_call(name, found)}\n```"
    first, _, rest = _doc(found).partition("\n")
    yield first
    if rest.strip():
        yield f"```text\n{rest.strip(chr(10))}\n```"
    if inspect.isclass(found) and not issubclass(found, Exception | Query):
        lines = [line for each in _methods(found) for line in each]
        if lines:
            yield "\n".join(lines)


def _methods(found: type) -> Iterator[list[str]]:
    """A line a public method or property that the package itself wrote."""
    for name, each in sorted(inspect.getmembers(found)):
        mine = getattr(each, "__module__", None) or getattr(getattr(each, "fget", None), "__module__", None)
        if name.startswith("_") or name in _EVERYWHERE or not str(mine).startswith("dpcore"):
            continue
        what = f"`{name}`" if isinstance(each, property) else f"`{_call(name, each)}`" if callable(each) else ""
        if what and not inspect.isclass(each):
            yield [f"- {what}: {_doc(each).splitlines()[0]}"]


def _call(name: str, found: Any) -> str:
    try:
        signature = inspect.signature(found)
    except ValueError:  # a type of the standard library
        return name
    kept = [each for each in signature.parameters.values() if each.name != "self"]
    return name + _QUOTED.sub(r"\1\2", _ADDRESS.sub("", str(signature.replace(parameters=kept))))


def _doc(found: Any) -> str:
    return inspect.getdoc(found) or ""


if __name__ == "__main__":
    PAGE.write_text(written(), encoding="utf-8")
