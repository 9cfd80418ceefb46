"""The lines of a description while they are typed: kept as texts until they can be read, so that nothing is lost."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, final

from dpcore.errors import DpError
from dpcore.table.cell_format import Format
from dpcore.table.column import Column, Unbounded
from dpcore.table.column import Text as TextColumn
from dpcore.table.dictionary import declaration
from dpcore.table.dictionary.dictionary_kind import KINDS, NOT_KEPT, UNUSED, kind_of
from dpcore.table.dictionary.dictionary_line import Line
from dpcore.table.dictionary.guess import filled
from dpcore.table.dictionary.line_format import format_of
from dpcore.text import Text, joined
from pages.ui import errors, widget
from pages.ui.language import say
from pages.ui.session import session

WORDS: dict[str, Text] = {
    kind: kind
    for kind in (
        *(Text("number"), Text("whole number"), Text("category"), Text("yes or no"), Text("date")),
        *(Text("identifier"), Text("identifier as written"), Text("text"), Text("not used"), Text("not kept")),
    )
}
FIELDS = {
    "kind": Text("Kind"),
    "low": Text("from"),
    "high": Text("to"),
    "values": Text("Values"),
    "missing": Text("If missing"),
    "note": Text("Note"),
    "format": Text("Written as"),
    "codes": Text("Missing codes"),
}
PART = Text("A backslash before | makes it part of a value; quotation marks do not.")
HELP = {
    "kind": Text("{kinds}.", kinds=joined(WORDS.values(), ", ")),
    "low": Text("The lowest number, or the first day as 2024-01-31. Both empty: bounds that are not known yet."),
    "high": Text("The highest number, or the last day."),
    "values": joined([Text("The listed values of a category, with | between them."), PART]),
    "format": Text(
        "How cells are written, where this column differs: dates as DD.MM.YYYY, MM/DD/YYYY or YYYYMMDD, years of "
        "two digits as DD.MM.YY, 1930-2029; numbers by an example, such as 1.234,5 € or 12 %."
    ),
    "codes": Text("Cells that mean “missing”, such as -9|-99, with | between them."),
    "missing": Text("Empty: rows without it are left out. A number counts instead; “other” counts unlisted values."),
    "note": Text("For you and your dictionary. It is no fact: nothing is computed from it."),
}
_LATE = Text("These rows are kept already. Load a new version without this column.")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_RANGED = ("number", "whole number", "date")
ASKED = tuple(kind for kind in KINDS if kind not in (UNUSED, NOT_KEPT, "text"))
"""Kinds whose cells may be missing codes."""
_APPLIES = {
    "low": _RANGED,
    "high": _RANGED,
    "values": ("category",),
    "format": _RANGED,
    "codes": ASKED,
    "missing": ("number", "whole number", "category"),
    "note": KINDS,
}


@final
@dataclass(frozen=True, slots=True)
class Described:
    """What the lines say. columns: as declared, those used. wrong: what is wrong with a line, by column.

    left: columns that are not kept with the rows. formats: of cells, where the line itself says one.
    """

    columns: Mapping[str, Column]
    wrong: Mapping[str, Text]
    left: frozenset[str] = frozenset()
    formats: Mapping[str, Format] = field(default_factory=dict)

    def missing(self, names: Iterable[str]) -> list[str]:
        """The columns of which nothing is said yet."""
        return [name for name in names if not any(name in each for each in (self.columns, self.wrong, self.left))]


def lines(key: str, base: Mapping[str, Line]) -> dict[str, Line]:
    """The lines as typed so far; `base` where nothing was typed."""
    typed: Mapping[str, Line] = widget.value(f"{key}-lines", {})
    return {name: typed.get(name, line) for name, line in base.items()}


def described(key: str, base: Mapping[str, Line], kept: bool = False) -> Described:
    """What the lines say. kept: whether the rows are kept already, with all their columns."""
    now = lines(key, base)
    if kept:
        late = {name: _LATE for name, line in now.items() if kind_of(line.kind) == NOT_KEPT}
        rest = described(key, {name: line for name, line in base.items() if name not in late})
        return replace(rest, wrong={**rest.wrong, **late})
    read = {name: _read(line) for name, line in now.items()}
    wrong = {name: each for name, each in read.items() if isinstance(each, Text)}
    found = {name: each for name, each in read.items() if not isinstance(each, Text)}
    used = {name: column for name, (column, _) in found.items() if column is not None}
    formats = {name: said for name, (_, said) in found.items() if said}
    left = frozenset(name for name, line in now.items() if kind_of(line.kind) == NOT_KEPT)
    return Described(used, wrong, left, formats)


def put(key: str, changed: Mapping[str, Line]) -> None:
    """From a callback: these lines are as given; the others stay as typed."""
    before: Mapping[str, Line] = widget.value(f"{key}-lines", {})
    widget.put(f"{key}-lines", {**before, **changed})
    guessed = ticked(key, "guessed") - {name for name, line in changed.items() if _differs(before.get(name), line)}
    widget.put(f"{key}-guessed", guessed)


def _differs(old: Line | None, new: Line) -> bool:
    """Whether more than the note is another."""
    return old is None or replace(old, note="", number=0) != replace(new, note="", number=0)


def guess(key: str, base: Mapping[str, Line]) -> dict[str, Line]:
    """What the names of columns suggest, of which nothing is said yet."""
    now = lines(key, base)
    return {name: better for name, line in now.items() if (better := filled(line)) != line}


def take_guess(key: str, base: Mapping[str, Line]) -> None:
    """From a callback: enter what names suggest, marked until a person changes or confirms it."""
    found, before = guess(key, base), ticked(key, "guessed")
    put(key, found)
    widget.put(f"{key}-guessed", before | found.keys())


def ticked(key: str, what: str = "ticked") -> frozenset[str]:
    """The columns that are ticked; or guessed and not yet checked."""
    return frozenset(widget.value(f"{key}-{what}", frozenset()))


def entered(key: str, line: Line, field: str, text: str) -> Line:
    """The line with this text in a field. What does not apply to another kind is kept aside for its return."""
    changed = with_text(line, field, text)
    if field == "kind" and kind_of(changed.kind) is not None:  # else it is a slip, to be corrected soon
        aside: dict[tuple[str, str], str] = session.setdefault(f"{key}-aside", {})
        for each in _APPLIES:
            aside[line.column, each] = getattr(line, each) or aside.get((line.column, each), "")
            held: dict[str, Any] = {each: aside[line.column, each] if applies(changed.kind, each) else ""}
            changed = replace(changed, **held)
    return changed


def with_text(line: Line, field: str, text: str) -> Line:
    """The line with this text in a field; kinds in the words of a data dictionary."""
    if field == "kind":
        translated = {say(word).casefold(): kind for kind, word in WORDS.items()}
        text = translated.get(text.strip().casefold()) or kind_of(text) or text
    value: dict[str, Any] = {field: text}
    return replace(line, **value)


def implied(line: Line) -> Line:
    """The line with the kind that its entries have where none is said: values make a category, bounds a range.

    Whole numbers are never implied: whether cells may have decimals is not seen from bounds.
    """
    if kind_of(line.kind) != UNUSED or not (line.values or line.low or line.high):
        return line
    days = [_DAY.fullmatch(bound.strip()) for bound in (line.low, line.high) if bound]
    kind = "category" if line.values else "date" if all(days) else "number"
    return replace(line, kind=kind)


def applies(kind: str, field: str) -> bool:
    """Whether a field says anything of a kind of column."""
    return kind in _APPLIES[field]


def trouble(key: str, error: DpError) -> None:
    """From a callback: have what went wrong told in its place."""
    session[f"{key}-trouble"] = error.message, error.hint


def tell(key: str) -> None:
    """Draws what went wrong here, once."""
    if told := session.pop(f"{key}-trouble", None):
        errors.show(told)


def unread(many: int) -> Text:
    """How many lines cannot be read."""
    return Text.counted(
        "{n} line cannot be read yet; see its status.", "{n} lines cannot be read yet; see their status.", n=many
    )


def waits(column: Column | None) -> bool:
    """Whether a column is kept, but no question can use it yet."""
    return isinstance(column, Unbounded | TextColumn)


@lru_cache(20_000)
def _read(line: Line) -> tuple[Column | None, Format] | Text:
    """The declaration and the format of a line, or what is wrong with it."""
    try:
        return declaration.declared(line), format_of(line)
    except DpError as error:
        return joined([error.message, error.hint])


def empty(line: Line) -> bool:
    """Whether nothing is said of the column but perhaps a note."""
    return replace(line, number=0, note="") == Line(line.column, UNUSED)
