"""The lines of a data dictionary as texts, in CSV that spreadsheets can open without running formulas.

    # unit,tailnum
    # rows per unit,5
    column,kind,from,to,values,missing,note
    age,whole number,0,120,,,in years

Lines before the header whose first cell begins with # are proposals about the whole table (`table_proposal`), or
comments. The columns `note`, `format` and `missing codes` (`line_format`) are optional.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Final, final

from dpcore.errors import SchemaError
from dpcore.number import shown
from dpcore.spelling import MOST_CHARACTERS
from dpcore.table.category import writable
from dpcore.table.dictionary.dictionary_kind import UNUSED as UNUSED
from dpcore.table.dictionary.dictionary_ragged import remedy
from dpcore.table.formula import quoted, unquoted
from dpcore.table.schema import MAX_COLUMNS
from dpcore.text import Text

LARGEST: Final = 8_000_000
"""The largest size of a file, in bytes."""
HEADER: Final = ("column", "kind", "from", "to", "values", "missing")
_HEADINGS: Final[Mapping[str, tuple[str, ...]]] = {
    "column": ("column", "name", "variable", "field"),
    "kind": ("kind", "type"),
    "from": ("from", "low", "min", "minimum", "first"),
    "to": ("to", "high", "max", "maximum", "last"),
    "values": ("values", "categories", "levels"),
    "missing": ("missing",),
    "format": ("format", "formats", "date format", "number format", "written as"),
    "missing codes": (
        *("missing codes", "missing code", "missing values", "missingvalues", "na", "na values", "na codes"),
        *("null values", "null codes"),
    ),
    "note": ("note", "notes", "description", "label", "comment", "comments", "remark", "remarks"),
}
_OPTIONAL: Final[Mapping[str, str]] = {"note": "note", "format": "format", "missing codes": "codes"}
"""Headings of columns that are written only up to the last where a line says something, and their fields of `Line`.

So the cells of every file are in the order of the grid, into which they may be pasted.
"""
_MOST_BLANK: Final = 100_000
_NUMBER: Final = re.compile(r"[+-]?[0-9]+([.,][0-9]+)*([eE][+-]?[0-9]+)?")
_FORM: Final = Text("Its first line must be {header}.", header=",".join(HEADER))


@final
@dataclass(frozen=True, slots=True)
class Line:
    """One line of a dictionary as texts, without formula guards.

    number: the first line in the file, from 1. note: a person's words about the column, never read as a fact.
    format, codes: how cells are written, and which are missing (`line_format`).
    """

    column: str
    kind: str = UNUSED
    low: str = ""
    high: str = ""
    values: str = ""
    missing: str = ""
    number: int = 0
    note: str = ""
    format: str = ""
    codes: str = ""


@final
@dataclass(frozen=True, slots=True)
class OwnFile:
    """What a file in our own format says: its lines, a message for each malformed line, the cells of each # line."""

    lines: list[Line]
    problems: list[str]
    marked: list[tuple[int, list[str]]]


def write(lines: Iterable[Line], facts: Iterable[tuple[str, str]] = ()) -> bytes:
    """The file in UTF-8 with a byte order mark, which spreadsheets need. facts: names and values of # lines."""
    lines = list(lines)
    names = [*_OPTIONAL]
    while names and not any(getattr(line, _OPTIONAL[names[-1]]) for line in lines):
        names.pop()
    optional = {name: _OPTIONAL[name] for name in names}
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerows([f"# {name}", quoted(value)] for name, value in facts)
    writer.writerow([*HEADER, *optional])
    for line in lines:
        texts = (line.kind, line.low, line.high, line.values, line.missing)
        others = (quoted(line.note) if name == "note" else _cell(getattr(line, optional[name])) for name in optional)
        writer.writerow([quoted(line.column), *map(_cell, texts), *others])
    return text.getvalue().encode("utf-8-sig", "replace")


def _cell(text: str) -> str:
    """A cell: a number as it is, which no spreadsheet runs as a formula; any other text guarded."""
    return text if re.fullmatch(_NUMBER, text) else quoted(text)


def check_name(name: str, taken: Collection[str]) -> None:
    """Raises SchemaError if this cannot be a column's name, or is one of `taken`."""
    if not name.strip():
        raise SchemaError("The line names no column.", "Enter the column's name.")
    if len(name) > MOST_CHARACTERS:
        raise SchemaError(
            "A column's name can have at most {most_characters:,} characters.",
            "Shorten the name.",
            most_characters=MOST_CHARACTERS,
        )
    if not writable(name):
        raise SchemaError("A column's name contains a character that no table can contain.", "Correct the name.")
    if name in taken:
        raise SchemaError("Column {column} is described more than once.", "Keep one line for it.", column=shown(name))


def decoded(data: bytes | str) -> str:
    """The text of a file in UTF-8, or in UTF-16 with a byte order mark. Raises SchemaError."""
    if not isinstance(data, bytes | str):
        raise SchemaError("This is not a data dictionary.", _FORM)
    if len(data) > LARGEST:
        raise SchemaError(Text("A data dictionary can have at most {largest} MB.", largest=LARGEST // 10**6), _FORM)
    if isinstance(data, str):
        return data.removeprefix("\ufeff")
    try:
        return data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
    except UnicodeDecodeError:
        raise SchemaError("This data dictionary is not UTF-8.", "Save it as “CSV UTF-8”.") from None


def lines_of(text: str) -> tuple[list[Line], list[str]]:
    """The lines below the header, and a message for each malformed line. Raises SchemaError if there is no header."""
    file = own_file(text)
    return file.lines, file.problems


def own_file(text: str) -> OwnFile:
    """What the file says. Raises SchemaError if there is no header."""
    skipped = 0
    if re.match(r"sep=.\r?\n", text):  # the separator line of spreadsheets
        text, skipped = text.partition("\n")[2], 1
    csv.field_size_limit(LARGEST)
    separator = _separator(text)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    file = OwnFile([], [], [])
    places: dict[str, int] | None = None
    blank = 0
    while True:
        number = reader.line_num + skipped + 1
        try:
            cells = next(reader, None)
            if cells is None:
                break
            if not any(cell.strip() for cell in cells):
                blank += 1
            elif places is None and is_marked(cells):
                file.marked.append((number, cells))
            elif places is None:
                places = _places(cells)
            elif separator == "," and _may_continue(cells, places):
                raise _Unclear
            else:
                file.lines.append(_line(cells, places, number))
        except (csv.Error, _Ragged, _Unclear) as error:
            file.problems.append(_problem(error, number, reader.line_num + skipped, separator))
        if len(file.lines) + len(file.problems) > MAX_COLUMNS or blank + len(file.marked) > _MOST_BLANK:
            raise SchemaError(
                Text("A data dictionary can describe at most {max_columns:,} columns.", max_columns=MAX_COLUMNS), _FORM
            )
    if places is None:
        raise SchemaError("This is not a data dictionary.", _FORM)
    return file


def is_header(cells: Iterable[str]) -> bool:
    """Whether these cells name the columns of a data dictionary."""
    words = {cell.strip().casefold() for cell in cells}
    return all(words.intersection(_HEADINGS[field]) for field in ("column", "kind"))


def is_marked(cells: list[str]) -> bool:
    """Whether the first cell begins with #, in a line that is no header: # may name a column of line numbers."""
    return bool(cells) and cells[0].lstrip().startswith("#") and not is_header(cells)


def _separator(text: str) -> str:
    """The separator, as the header has it: # lines before it may contain any sign."""
    lines = (line for line in io.StringIO(text) if not line.lstrip(' "\t').startswith("#"))
    frequent = max(",;\t", key=next(lines, "").count)
    if not text.lstrip(' "\t').startswith("#"):
        return max(",;\t", key=text.partition("\n")[0].count)
    for separator in dict.fromkeys(frequent + ",;\t"):
        try:
            rows = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
            head = next(
                (cells for cells in islice(rows, _MOST_BLANK) if any(map(str.strip, cells)) and not is_marked(cells)),
                [],
            )
        except csv.Error:
            continue
        if is_header(head):
            return separator
    return frequent


def _problem(error: Exception, number: int, last: int, separator: str) -> Text:
    """The message for a malformed line of the dictionary. number, last: its first and last line in the file."""
    if isinstance(error, _Ragged):
        return Text(
            "Line {number} has {cells} cells, but the first line has {width}. {remedy}",
            number=number,
            cells=len(error.cells),
            width=error.width,
            remedy=remedy(error.cells, error.places, error.width, separator, ",".join(HEADER)),
        )
    if isinstance(error, _Unclear):
        return Text(
            "Line {number}: the comma and the blank after `values` may be part of a value. Put values with a comma in "
            "quotes, or remove the blank.",
            number=number,
        )
    where = Text("Line {number}", number=number)
    if last > number:
        where = Text("Lines {number} to {last}", number=number, last=last)
    return Text("{where}: a quotation mark is not closed or not doubled. Correct the quotation marks.", where=where)


class _Ragged(Exception):
    """A line with more cells than the header."""

    def __init__(self, cells: list[str], places: Mapping[str, int]) -> None:
        super().__init__()
        self.cells, self.places, self.width = cells, places, places["cells"]


class _Unclear(Exception):
    """A line such as `city,category,Washington, DC`, whose last cell belongs to no field."""


def _places(cells: list[str]) -> dict[str, int]:
    """The position of each field in the header; other headings are ignored. Raises SchemaError."""
    words = [cell.strip().casefold() for cell in cells]
    known = [field for field in HEADER for word in words if word == field]
    if len(known) > len(set(known)):
        raise SchemaError("The first line of this data dictionary has a name twice.", _FORM)
    places = {
        field: words.index(word) for field, names in _HEADINGS.items() for word in reversed(names) if word in words
    }
    if not {"column", "kind"} <= set(places):
        raise SchemaError("This is not a data dictionary: its first line must name the columns.", _FORM)
    places["cells"] = len(cells)
    return places


def _may_continue(cells: list[str], places: Mapping[str, int]) -> bool:
    """Whether the cell after `values` belongs to no field and begins with a blank, so it may continue a value."""
    after = places.get("values", len(cells)) + 1
    if (
        after >= places["cells"]
        or after >= len(cells)
        or after in [places[field] for field in HEADER if field in places]
    ):
        return False
    before, cell = cells[after - 1], cells[after]
    return bool(before.strip() and cell.strip()) and cell[0].isspace() and not before[0].isspace()


def _line(cells: list[str], places: Mapping[str, int], number: int) -> Line:
    width = places["cells"]
    if any(cell.strip() for cell in cells[width:]):
        raise _Ragged(cells, places)

    def cell(field: str) -> str:
        place = places.get(field, len(cells))
        return cells[place] if place < len(cells) else ""

    column, kind, low, high, values, missing = (unquoted(cell(field)) for field in HEADER)
    note, format_, codes = (unquoted(cell(field)) for field in _OPTIONAL)
    return Line(column, kind, low, high, values, missing, number, note, format_, codes)
