"""What a dictionary file says about a table, as texts that a person confirms before anything is declared."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, final

from dpcore.errors import DpError, SchemaError
from dpcore.number import shown
from dpcore.sensitivity.relation import Neighbors
from dpcore.table.dictionary.declaration import MOST_PROBLEMS
from dpcore.table.dictionary.dictionary_kind import kind_of
from dpcore.table.dictionary.dictionary_line import Line, check_name, own_file
from dpcore.table.dictionary.dictionary_line import write as write
from dpcore.table.dictionary.table_proposal import OWN_NAMES, accept, of_marked, to_marked
from dpcore.table.schema import MAX_COLUMNS
from dpcore.table.table import MAX_NOTE
from dpcore.table.value_list import Commas, joined, split, undecided
from dpcore.text import Text
from dpcore.text import joined as sentences

Source = Literal["own", "frictionless", "csvw", "redcap", "smartnoise"]
_LINED: Final = ("own", "redcap")
"""Formats in which a column is found by its line; in others, by its place."""


@final
@dataclass(frozen=True, slots=True)
class Sheet:
    """The content of a dictionary file. Nothing of it is a declaration until a person confirms it.

    lines: one per column, as raw texts, so that what is not understood stays visible. problems: messages about what
    could not be read. undecided: whether a list of values has commas that may separate values or belong to them.
    The others are proposals about the whole table, None if the file has none: unit (a column, or "" for each row),
    noun (of one unit), rows and groups (at most, per unit), neighbors, expected_rows, epsilon, delta.
    """

    lines: tuple[Line, ...]
    problems: tuple[str, ...] = ()
    undecided: bool = False
    source: Source = "own"
    unit: str | None = None
    noun: str | None = None
    rows: int | None = None
    groups: int | None = None
    neighbors: Neighbors | None = None
    expected_rows: int | None = None
    epsilon: float | None = None
    delta: float | None = None

    @property
    def proposals(self) -> dict[str, Any]:
        """The proposals that the file has, by their names."""
        return {name: value for name in OWN_NAMES if (value := getattr(self, name)) is not None}


def compose(
    lines: Iterable[Line], problems: Iterable[str], source: Source, commas: Commas, proposals: Mapping[str, object]
) -> Sheet:
    """The sheet of what a format's reader found: names, commas and proposals are checked here, for all formats.

    Raises SchemaError for more columns than a table can have.
    """
    found, said = list(lines), list(problems)
    check_count(len(found))
    named: dict[str, Line] = {}  # by name without surrounding blanks
    for line in found:
        key = line.column.strip()
        try:
            check_name(line.column, (line.column,) if key in named else ())
        except DpError as error:
            said.append(about(line, source, sentences([error.message, error.hint])))
        else:
            named[key] = replace(_decide(line, commas), note=one_line(line.note))
    accepted, refused = accept(proposals)
    said += refused
    if unit := accepted.get("unit"):
        if unit.strip() in named:
            accepted["unit"] = named[unit.strip()].column
        else:
            del accepted["unit"]
            said.append(
                Text("The file names {unit} as the unit, but describes no column of that name.", unit=shown(unit))
            )
    if len(said) > MOST_PROBLEMS:
        said = [*said[:MOST_PROBLEMS], Text("{more:,} more problems.", more=len(said) - MOST_PROBLEMS)]
    asked = commas == "ask" and any(map(_is_undecided, named.values()))
    return Sheet(tuple(named.values()), tuple(said), asked, source, **accepted)


def one_line(note: str) -> str:
    """A note as it can be stored: in one line, shortened if it is long."""
    note = note.replace("\0", "")
    if "\n" in note or "\r" in note:
        note = " ".join(part for line in note.replace("\r", "\n").split("\n") if (part := line.strip()))
    return note if len(note) <= MAX_NOTE else note[: MAX_NOTE - 1].rstrip() + "…"


def check_count(columns: int) -> None:
    """Raises SchemaError for more columns than a table can have."""
    if columns > MAX_COLUMNS:
        raise SchemaError(
            "A data dictionary can describe at most {max_columns:,} columns.",
            "Leave out columns that questions will not use.",
            max_columns=MAX_COLUMNS,
        )


def about(line: Line, source: Source, problem: str) -> Text:
    """A message about one column of a file."""
    if source in _LINED:
        return Text(
            "Line {number} ({column}): {problem}", number=line.number, column=shown(line.column), problem=problem
        )
    return Text("Column {number} ({column}): {problem}", number=line.number, column=shown(line.column), problem=problem)


def _is_undecided(line: Line) -> bool:
    return kind_of(line.kind) == "category" and undecided(line.values)


def _decide(line: Line, commas: Commas) -> Line:
    """The line with separated values, if a person has said what their commas mean."""
    if commas == "ask" or not _is_undecided(line):
        return line
    try:
        return replace(line, values=joined(split(line.values, commas)))
    except DpError:
        return line  # too many values: the declaration says so


def read_own(text: str, commas: Commas) -> Sheet:
    """The sheet of a file in our own format. Raises SchemaError if it has no header."""
    file = own_file(text)
    proposals, problems = of_marked(file.marked, {line.column for line in file.lines})
    return compose(file.lines, [*file.problems, *problems], "own", commas, proposals)


def write_own(sheet: Sheet) -> bytes:
    """The sheet in our own format, for spreadsheets; `open_sheet` reads it back."""
    return write(sheet.lines, to_marked(sheet.proposals, {line.column for line in sheet.lines}))
