"""The data dictionary of a REDCap project, as its designer downloads it or its API exports it.

The rows of a project contain codes, so the values of a category are its codes, and their labels are in the note. A
checkbox with codes a and b is two columns, name___a and name___b. What REDCap calls an identifier is personal data, not
the privacy unit, so it is in the note.
"""

from __future__ import annotations

import csv
import html
import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from dpcore.errors import DpError, SchemaError
from dpcore.number import shown
from dpcore.table.category import MAX_CATEGORIES
from dpcore.table.dictionary.dictionary_kind import UNUSED
from dpcore.table.dictionary.dictionary_line import LARGEST, Line
from dpcore.table.dictionary.sheet import Sheet, about, check_count, compose
from dpcore.table.value_list import Commas, joined
from dpcore.text import joined as sentences

_HEADINGS: Final[Mapping[str, tuple[str, ...]]] = {
    "name": ("variable / field name", "field_name"),
    "type": ("field type", "field_type"),
    "label": ("field label", "field_label"),
    "choices": (
        *("choices, calculations, or slider labels", "choices or calculations", "select_choices_or_calculations"),
    ),
    "note": ("field note", "field_note"),
    "validation": (
        *("text validation type or show slider number", "text validation type"),
        "text_validation_type_or_show_slider_number",
    ),
    "low": ("text validation min", "text_validation_min"),
    "high": ("text validation max", "text_validation_max"),
    "identifier": ("identifier?", "identifier"),
}
_KINDS: Final[Mapping[str, str]] = {
    "text": "text",
    "notes": "text",
    "textarea": "text",
    "sql": "text",
    "radio": "category",
    "dropdown": "category",
    "select": "category",
    "yesno": "yes or no",
    "truefalse": "yes or no",
    "checkbox": "yes or no",
    "calc": "number",
    "slider": "whole number",
    "file": UNUSED,
}
_TAG: Final = re.compile(r"</?[a-zA-Z!][^<>]*>")


def is_redcap(text: str) -> bool:
    """Whether the first line of a text is the header of a REDCap data dictionary."""
    head = text.lstrip().partition("\n")[0][:10_000].casefold()
    return all(any(word in head for word in _HEADINGS[field]) for field in ("name", "type"))


def read_redcap(text: str, commas: Commas) -> Sheet:
    """The sheet of a REDCap data dictionary. Raises SchemaError."""
    rows = _rows(text.lstrip())
    _, heads = next(rows)
    words = [" ".join(head.split()).casefold() for head in heads]
    places = {
        field: next((words.index(name) for name in names if name in words), -1) for field, names in _HEADINGS.items()
    }
    if min(places["name"], places["type"]) < 0:
        raise SchemaError("This REDCap dictionary has no field names or no types.", "Download it again from REDCap.")
    lines: list[Line] = []
    problems: list[str] = []
    for number, cells in rows:
        if not any(cell.strip() for cell in cells):
            continue
        field = {key: cells[place].strip() if 0 <= place < len(cells) else "" for key, place in places.items()}
        line = Line(field["name"], number=number, note=_note(field))
        try:
            lines += _lines(line, field)
        except DpError as error:
            problems.append(about(line, "redcap", sentences([error.message, error.hint])))
            lines += [line] if line.column else []
        check_count(max(len(lines), len(problems)))
    return compose(lines, problems, "redcap", commas, {})


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """Each row with the number of its first line. Raises SchemaError."""
    head = text.partition("\n")[0]
    csv.field_size_limit(LARGEST)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=max(",;\t", key=head.count), strict=True)
    while True:
        number = reader.line_num + 1
        try:
            cells = next(reader, None)
        except csv.Error:
            raise SchemaError(
                "Line {number}: a quotation mark is not closed or not doubled.",
                "Correct the quotation marks.",
                number=number,
            ) from None
        if cells is None:
            return
        yield number, cells


def _note(field: Mapping[str, str]) -> str:
    """The label and the note of a field without HTML, and whether REDCap calls it an identifier."""
    parts = [plain(field["label"]), plain(field["note"])]
    if field["identifier"].casefold() in ("y", "yes"):
        parts.append("Identifier? y")
    return "; ".join(part for part in parts if part)


def plain(text: str) -> str:
    """A text without HTML tags, in one line."""
    return " ".join(html.unescape(re.sub(_TAG, " ", text)).split())


def _lines(line: Line, field: Mapping[str, str]) -> list[Line]:
    """The lines of a field: none for a heading, several for a checkbox. Raises SchemaError."""
    word = field["type"].casefold()
    kind = _KINDS.get(word, field["type"])
    if word == "descriptive":
        return []
    if word == "checkbox":
        named = [(f"{line.column}___{code.casefold().replace('-', '_')}", label) for code, label in _choices(field)]
        return [
            replace(line, column=name, kind=kind, note=": ".join(part for part in (line.note, label) if part))
            for name, label in named
        ]
    if kind == "category":
        choices = _choices(field)
        labels = ", ".join(f"{code} = {label}" for code, label in choices if label)
        note = f"{line.note} ({labels})" if line.note and labels else line.note or labels
        return [replace(line, kind=kind, values=joined(code for code, _ in choices), note=note)]
    if word == "text":
        kind = _validated(field["validation"].casefold())
    ranged = kind in ("number", "whole number", "date")
    return [replace(line, kind=kind, low=field["low"], high=field["high"]) if ranged else replace(line, kind=kind)]


def _validated(validation: str) -> str:
    """The kind of a text field by what REDCap accepts in it."""
    if validation in ("integer", "int"):
        return "whole number"
    if validation.startswith(("number", "float")):
        return "number"
    return "date" if validation.startswith(("date_", "datetime_")) or validation == "date" else "text"


def _choices(field: Mapping[str, str]) -> list[tuple[str, str]]:
    """Codes and labels of `1, Male | 2, Female`. Raises SchemaError."""
    choices = []
    if field["choices"].count("|") > MAX_CATEGORIES:
        raise SchemaError(
            "A category can have at most {max_categories:,} values.",
            "Group rare values under one value.",
            max_categories=MAX_CATEGORIES,
        )
    for part in field["choices"].split("|"):
        code, comma, label = part.partition(",")
        if not part.strip():
            continue
        if not comma or not code.strip():
            raise SchemaError(
                "The choice {choice} has no code.", "Write it as in 1, Male | 2, Female.", choice=shown(part.strip())
            )
        choices.append((code.strip(), plain(label)))
    if not choices:
        raise SchemaError("The field has no choices.", "Write them as in 1, Male | 2, Female.")
    return choices
