"""The file of results: a whole run replaces it, a run of some parts replaces their tables and leaves the others."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from benchmarks.table import Table

_MARK = "\n### "


def save(path: Path, described: str, tables: Sequence[Table], some: bool) -> None:
    """Write the tables of a run. some: of some parts only."""
    old = path.read_text(encoding="utf-8") if some and path.exists() else ""
    path.write_text(replaced(old, described, tables) if old else whole(described, tables), encoding="utf-8")


def whole(described: str, tables: Sequence[Table]) -> str:
    """The text of a run of all parts."""
    return "\n".join([heading(described), *(table.markdown() for table in tables)])


def heading(described: str) -> str:
    """The title and the facts of the run."""
    return (
        f"## Benchmarks\n\n{described}. Medians; warm file cache; all ratios of a table from one run; "
        "made by `make bench`.\n"
    )


def replaced(old: str, described: str, tables: Sequence[Table]) -> str:
    """The old text with the tables of a later run, each in the place of the one with its title, or at the end.

    described: the facts of that run, which are added to its tables.
    """
    first, *sections = old.split(_MARK)
    by_title = {section.split("\n", 1)[0]: section for section in sections}
    for table in tables:
        text = table.markdown().removeprefix(_MARK.strip() + " ")
        by_title[table.title] = f"{text}\nRun apart: {described}.\n"
    return _MARK.join([first, *by_title.values()])
