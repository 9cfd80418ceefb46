"""The sentences of the program, for translators: `make words` writes the templates and updates every language.

Sentences are the first argument of `Text` and of `say`, both forms of `Text.counted`, and the message and the hint of
an error, including both branches of a conditional expression. Templates of pages use `say` too. Babel reads and writes
the files.

A comment `# vital` above a statement, or above a module's docstring for the whole of it (in a template of a page:
`{# vital #}` above a line), marks its sentences as promises, warnings or consents: no language is offered without them.
What only programs see is left out: it is raised where no screen leads (`PROGRAMS`), or speaks of code (`CODE`). Lessons
have a template of their own.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from dpcore.present.language.translation import FOLDER, LESSONS, TEMPLATES, VITAL, forms, stored

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

ROOT: Final = Path(__file__).parents[3]
ONE: Final = frozenset({"Text", "say"})
ERRORS: Final = frozenset({"Cancelled", "Newer", "OtherTables", "Stopped", "UnknownLoss", "_Unpromised", "error"})
CHECKS: Final = frozenset({"real", "reals", "whole", "day"})
"""Functions whose second argument names the checked value; it appears in the error message."""

TAUGHT: Final = ("dpcore/learn/", "pages/learn/")
PROGRAMS: Final = (
    "dpcore/calibrate.py",
    "dpcore/cli/",
    "dpcore/mechanisms/combined.py",
    "dpcore/mechanisms/exponential.py",
    "dpcore/noise/",
    "dpcore/sensitivity/additive.py",
    "dpcore/sensitivity/closed_form.py",
    "dpcore/sensitivity/functional.py",
    "dpcore/sensitivity/kernel.py",
    "dpcore/sensitivity/smooth/attention.py",
    "dpcore/sensitivity/smooth/bound.py",
    "dpcore/sensitivity/smooth/order_statistic.py",
    "dpcore/sensitivity/smooth/tree_cost.py",
    "dpcore/statistic/blocks/",
    "dpcore/statistic/learners/",
    "dpcore/statistic/order/smooth_quantile.py",
    "dpcore/statistic/order/smooth_spanning_tree.py",
    "dpcore/statistic/waves/",
    "dpcore/tradeoff/",
)
CODE: Final = re.compile(r"\bdp\.|`\w+\.\w+`|`[\w{}]+` of `")
_MARK: Final = re.compile(r"^[ ]*(?:#|\{#) vital\b")

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


def vital(source: str, module: ast.Module) -> set[int]:
    """The lines of the statements that are marked."""
    spans = [
        (min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", ()))]), -(node.end_lineno or 0))
        for node in ast.walk(module)
        if isinstance(node, ast.stmt)
    ]
    first, lines = min(spans, default=(0, 0))[0], set[int]()
    for mark in _marks(source):
        start, end = min(span for span in spans if span[0] > mark)
        lines |= set(range(start, len(source) if start == first else 1 - end))
    return lines


def _marks(source: str) -> list[int]:
    return [number for number, line in enumerate(source.splitlines(), 1) if _MARK.match(line)]


def sentences() -> dict[Key, tuple[list[str], bool]]:
    """Every sentence, with the files that contain it and whether it is vital."""
    found: dict[Key, tuple[list[str], bool]] = {}
    for path in sorted([*(ROOT / "dpcore").rglob("*.py"), *(ROOT / "pages").rglob("*.py"), ROOT / "app.py"]):
        source = path.read_text(encoding="utf-8")
        module = ast.parse(source)
        _add(found, path, keys(module), vital(source, module))
    for path in sorted((ROOT / "dpcore").rglob("*.html")):
        source = path.read_text(encoding="utf-8")
        _add(found, path, of_template(source), {mark + 1 for mark in _marks(source)})
    return found


def _add(
    found: dict[Key, tuple[list[str], bool]], path: Path, read: Iterable[tuple[int, Key]], marked: set[int]
) -> None:
    for line, key in read:
        files, needed = found.get(key, ([], False))
        found[key] = [*files, path.relative_to(ROOT).as_posix()], needed or line in marked


def templates() -> tuple[Catalog, Catalog]:
    """The sentences of the screens, and those of the lessons alone."""
    from babel.messages.catalog import Catalog

    screens, lessons = Catalog(project="Murmur", fuzzy=False), Catalog(project="Murmur", fuzzy=False)
    for key, (files, needed) in sentences().items():
        shown = [file for file in files if not file.startswith(PROGRAMS)]
        if shown and not any(map(CODE.search, key)):
            catalog = lessons if all(file.startswith(TAUGHT) for file in shown) else screens
            comments = [VITAL] if needed else []
            message = catalog.add(key if len(key) > 1 else key[0], auto_comments=comments)
            message.locations = [(file, 0) for file in dict.fromkeys(shown)]
    return screens, lessons


def of_template(source: str) -> Iterator[tuple[int, Key]]:
    """(line, key) of each sentence in a template of a page."""
    from jinja2 import Environment, nodes

    for call in Environment().parse(source).find_all(nodes.Call):
        if isinstance(call.node, nodes.Name) and call.node.name == "say" and isinstance(call.args[0], nodes.Const):
            yield call.lineno, (str(call.args[0].value),)


def main() -> int:
    """Write the templates and update each language; new sentences have no translation yet."""
    fresh = templates()
    for path, catalog in zip(TEMPLATES, fresh, strict=True):
        _write(path, catalog, omit_header=True)
    for path in sorted(FOLDER.glob("*.po")):
        lessons = FOLDER / LESSONS / path.name
        old = [stored(file) for file in (path, lessons) if file.exists()]
        # a sentence may have moved from one to the other
        said = {
            forms(each.id): each.string for catalog in old for each in catalog if each.id and any(forms(each.string))
        }
        for file, catalog, template in zip((path, lessons), old, fresh, strict=False):
            _update(file, catalog, template, said)
    return 0


def _update(path: Path, catalog: Catalog, template: Catalog, said: Mapping[Key, Any]) -> None:
    moment = catalog.creation_date
    catalog.update(template, no_fuzzy_matching=True)
    catalog.creation_date = moment  # else each run would change every file
    catalog.header_comment = f"# The terms are explained in glossary-{path.stem}.md"
    wanted = [message for message in catalog if message.id]
    for message in wanted:
        if not any(forms(message.string)) and forms(message.id) in said:
            message.string = said[forms(message.id)]
    _write(path, catalog, ignore_obsolete=True)
    missing = [message for message in wanted if not all(forms(message.string))]
    needed = sum(VITAL in message.auto_comments for message in missing)
    print(
        f"{path.relative_to(FOLDER)}: {len(missing)} of {len(wanted)} sentences are not translated, "
        f"{needed} of them needed before the language is offered."
    )


def _write(path: Path, catalog: Catalog, **how: bool) -> None:
    from babel.messages.pofile import write_po

    with path.open("wb") as file:
        write_po(file, catalog, width=120, sort_output=True, include_lineno=False, **how)


if __name__ == "__main__":
    sys.exit(main())
