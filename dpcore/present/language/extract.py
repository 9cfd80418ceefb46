"""The sentences of the program, for translators: `make words` writes the template and updates every language.

Sentences are the first argument of `Text` and of `say`, both forms of `Text.counted`, and the message and the hint of
an error, including both branches of a conditional expression. Templates of pages use `say` too. Babel reads and writes
the files.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING, Final

from dpcore.present.language.translation import forms

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

ROOT: Final = Path(__file__).parents[3]
HERE: Final = Path(__file__).parent
TEMPLATE: Final = HERE / "murmur.pot"
ONE: Final = frozenset({"Text", "say"})
ERRORS: Final = frozenset({"Cancelled", "Newer", "OtherTables", "Stopped", "UnknownLoss", "_Unpromised", "error"})
CHECKS: Final = frozenset({"real", "reals", "whole", "day"})
"""Functions whose second argument names the checked value; it appears in the error message."""

Key = tuple[str, ...]
"""A sentence, or its singular and plural forms."""


def keys(tree: ast.AST) -> Iterator[tuple[int, Key]]:
    """(line, key) of each sentence of a module."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = _name(node.func)
        yield from _literals([keyword.value for keyword in node.keywords if keyword.arg == "hint"])
        if name == "counted":
            both = [key for _, (key,) in _literals(node.args[:2])]
            if len(both) == 2:
                yield node.lineno, tuple(both)
        elif name in ONE:
            yield from _literals(node.args[:1])
        elif name.endswith("Error") or name in ERRORS:
            yield from _literals(node.args[:2])
        elif name in CHECKS:
            yield from _literals(node.args[1:2])


def _name(function: ast.expr) -> str:
    return (
        function.attr if isinstance(function, ast.Attribute) else function.id if isinstance(function, ast.Name) else ""
    )


def _literals(arguments: list[ast.expr]) -> Iterator[tuple[int, tuple[str]]]:
    for argument in arguments:
        if isinstance(argument, ast.IfExp):
            yield from _literals([argument.body, argument.orelse])
        elif isinstance(argument, ast.Constant) and isinstance(argument.value, str) and argument.value:
            yield argument.lineno, (argument.value,)


def fields(key: str) -> set[str]:
    """The names of the facts in a key."""
    return {name.partition(".")[0] for _, name, _, _ in Formatter().parse(key) if name}


def template() -> Catalog:
    """All sentences, with the files that contain them."""
    from babel.messages.catalog import Catalog

    catalog = Catalog(project="Murmur", fuzzy=False)
    for path in sorted([*(ROOT / "dpcore").rglob("*.py"), *(ROOT / "pages").rglob("*.py"), ROOT / "app.py"]):
        for _, key in keys(ast.parse(path.read_text(encoding="utf-8"))):
            catalog.add(key if len(key) > 1 else key[0], locations=[(str(path.relative_to(ROOT)), 0)])
    for path in sorted((ROOT / "dpcore").rglob("*.html")):
        for text in of_template(path.read_text(encoding="utf-8")):
            catalog.add(text, locations=[(str(path.relative_to(ROOT)), 0)])
    return catalog


def of_template(source: str) -> Iterator[str]:
    """The sentences in a template."""
    from jinja2 import Environment, nodes

    for call in Environment().parse(source).find_all(nodes.Call):
        if isinstance(call.node, nodes.Name) and call.node.name == "say" and isinstance(call.args[0], nodes.Const):
            yield str(call.args[0].value)


def main() -> int:
    """Write the template and update each language; new sentences have no translation yet."""
    from babel.messages.pofile import read_po, write_po

    fresh = template()
    with TEMPLATE.open("wb") as file:
        write_po(file, fresh, width=120, omit_header=True, sort_output=True, include_lineno=False)
    for path in sorted(HERE.glob("*.po")):
        with path.open("rb") as file:
            catalog = read_po(file, locale=path.stem)
        moment = catalog.creation_date
        catalog.update(fresh, no_fuzzy_matching=True)
        catalog.creation_date = moment  # else each run would change every file
        catalog.header_comment = f"# The terms are explained in glossary-{path.stem}.md"
        with path.open("wb") as file:
            write_po(file, catalog, width=120, sort_output=True, include_lineno=False, ignore_obsolete=True)
        missing = [message for message in catalog if message.id and not any(forms(message.string))]
        print(f"{path.name}: {len(missing)} of {len(catalog)} sentences are not translated.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
