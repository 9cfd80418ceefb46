"""A data dictionary: the description of a table as CSV, one line per column, for people and spreadsheets.

    column,kind,from,to,values,missing
    age,whole number,0,120,,
    ward,category,,,A|B|C,other
    cost,number,0,50000,,0

`values` are separated by |, or if there is no | by line breaks or semicolons; the user decides about commas
(`value_list`). `missing` is empty (the row is left out), the number that replaces a missing cell, or "other" for a
category whose unlisted values form one category. Optional columns say how cells are written (`line_format`). Text that
a spreadsheet would run as a formula is written with an apostrophe, which is removed on reading. This module reads no
rows.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, assert_never, final

from dpcore import text
from dpcore.errors import DpError, SchemaError
from dpcore.number import shown
from dpcore.table.category import Category
from dpcore.table.cell_format import Format
from dpcore.table.column import MAX_MAGNITUDE, Column, Date, Flag, Identifier, Number, Text, Unbounded, day
from dpcore.table.dictionary.dictionary_kind import KINDS, kind_of, left_out
from dpcore.table.dictionary.dictionary_line import UNUSED as UNUSED
from dpcore.table.dictionary.dictionary_line import Line, check_name, lines_of
from dpcore.table.dictionary.dictionary_line import decoded as decoded
from dpcore.table.dictionary.dictionary_line import write as write
from dpcore.table.dictionary.line_format import format_of
from dpcore.table.value_list import Commas, undecided
from dpcore.table.value_list import joined as joined
from dpcore.table.value_list import split as split

MOST_PROBLEMS: Final = 50


@final
@dataclass(frozen=True, slots=True)
class Dictionary:
    """The result of reading: a declaration for each column (None: not used), and a message for each invalid line.

    undecided: whether a line lists values with commas, which may separate values or belong to them. formats: of the
    columns whose lines say how cells are written.
    """

    columns: Mapping[str, Column | None]
    problems: tuple[str, ...] = ()
    undecided: bool = False
    formats: Mapping[str, Format] = field(default_factory=dict)


def line_of(name: str, column: Column | None) -> Line:
    """A declaration as a line."""
    match column:
        case None:
            return Line(name)
        case Number(low, high, integer, missing):
            kind, rule = "whole number" if integer else "number", "" if missing == "drop" else _plain(missing)
            return Line(name, kind, _plain(low), _plain(high), missing=rule)
        case Unbounded(integer):
            return Line(name, "whole number" if integer else "number")
        case Category(values, other):
            return Line(name, "category", values=joined(values), missing="other" if other else "")
        case Flag():
            return Line(name, "yes or no")
        case Date(low, high):
            return Line(name, "date", low.isoformat(), high.isoformat())
        case Identifier(as_written):
            return Line(name, "identifier as written" if as_written else "identifier")
        case Text():
            return Line(name, "text")
        case _:
            assert_never(column)


def read(data: bytes | str, commas: Commas = "ask") -> Dictionary:
    """The declarations in a file or pasted text, separated by commas, semicolons or tabs.

    commas: how commas are read in a list of values that does not decide it. Invalid lines are reported and skipped.
    Raises SchemaError if the text is not a data dictionary.
    """
    lines, problems = lines_of(decoded(data))
    columns: dict[str, Column | None] = {}
    formats: dict[str, Format] = {}
    for line in lines:
        try:
            check_name(line.column, columns)
            column, said = declared(line, commas), format_of(line)
            columns[line.column] = column
            if said:
                formats[line.column] = said
        except DpError as error:
            problems.append(
                text.Text(
                    "Line {number} ({column}): {problem}",
                    number=line.number,
                    column=shown(line.column),
                    problem=text.joined([error.message, error.hint]),
                )
            )
    if len(problems) > MOST_PROBLEMS:
        more = len(problems) - MOST_PROBLEMS
        problems = [*problems[:MOST_PROBLEMS], text.Text("{more:,} more lines could not be read.", more=more)]
    asked = commas == "ask" and any(kind_of(line.kind) == "category" and undecided(line.values) for line in lines)
    return Dictionary(columns, tuple(problems), asked, formats)


def declared(line: Line, commas: Commas = "ask") -> Column | None:
    """The declaration of a line. Raises SchemaError."""
    kind = kind_of(line.kind)
    if kind is None:
        raise SchemaError(
            "{kind} is not a kind of column.", "Kinds: {kinds}.", kind=shown(line.kind), kinds=", ".join(KINDS)
        )
    _only(line, kind)
    match kind:
        case "number" | "whole number":
            dropped = left_out(line.missing)
            if dropped and not line.low.strip() and not line.high.strip():
                return Unbounded(kind == "whole number")
            low, high = _number(line.low, "from"), _number(line.high, "to")
            _in_order(low, high)
            missing: float | Literal["drop"] = "drop" if dropped else _number(line.missing, "missing")
            if missing != "drop" and not low <= missing <= high:
                raise SchemaError(
                    "`missing` must be a number between `from` and `to`.", "Leave it empty to leave these rows out."
                )
            return Number(low, high, kind == "whole number", missing)
        case "category":
            other = line.missing.strip().casefold() == "other"
            if not other and not left_out(line.missing):
                raise SchemaError(
                    '`missing` of a category must be empty or "other". Got {missing}.',
                    "Leave it empty, or write other.",
                    missing=shown(line.missing),
                )
            return _category(split(line.values, commas), other)
        case "date":
            if not line.low.strip() or not line.high.strip():
                raise SchemaError("A date needs a first and a last day.", "Write them as 2013-01-31.")
            first, last = (
                day(end, f"`{name}`", SchemaError)
                for end, name in ((line.low.strip(), "from"), (line.high.strip(), "to"))
            )
            _in_order(first, last)
            return Date(first, last)
    if kind == "identifier as written":
        return Identifier(as_written=True)
    return {"yes or no": Flag(), "identifier": Identifier(), "text": Text()}.get(kind)  # type: ignore[return-value]


def _in_order(low: Any, high: Any) -> None:
    if low > high:
        raise SchemaError("`from` must not be above `to`.", "Swap them, or enter other bounds.")


def _category(values: tuple[str, ...], other: bool) -> Category:
    """The category. Raises SchemaError in the words of a dictionary where people often go wrong."""
    if not values:
        raise SchemaError("A category needs `values`.", "List the publicly known values, with | between them.")
    often = Counter(values).most_common(1)
    if often[0][1] > 1:
        raise SchemaError("`values` lists {value} more than once.", "List each value once.", value=shown(often[0][0]))
    return Category(values, other)


def _only(line: Line, kind: str) -> None:
    """Raises SchemaError if a cell is filled that does not apply to the kind: its content would be lost."""
    ranged, listed = kind in ("number", "whole number", "date"), kind == "category"
    if not ranged and (line.low.strip() or line.high.strip()):
        raise SchemaError(
            "`from` and `to` do not apply to the kind {kind}.", "Leave them empty, or change the kind.", kind=kind
        )
    if not listed and line.values.strip():
        raise SchemaError(
            "`values` do not apply to the kind {kind}.", "Leave them empty, or make it a category.", kind=kind
        )
    if kind not in ("number", "whole number", "category") and not left_out(line.missing):
        raise SchemaError("`missing` does not apply to the kind {kind}.", "Leave it empty.", kind=kind)


def _number(text: str, name: str) -> float:
    """The number in a text: 1000, -2.5, 1e6, or 0,5 with a decimal comma. Raises SchemaError."""
    plain = text.strip().replace("−", "-")
    if not plain:
        raise SchemaError("A number needs `{name}`.", "Enter the publicly known bound.", name=name)
    if re.fullmatch(r"[+-]?\d+", plain):
        return _of_size(int(plain) if len(plain) < 40 else float(plain), name)
    if re.fullmatch(r"[+-]?\d*,\d+", plain) and not re.fullmatch(r"[+-]?[1-9]\d{0,2},\d{3}", plain):
        plain = plain.replace(",", ".")
    try:
        if not re.fullmatch(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?", plain):
            raise ValueError
        return _of_size(float(plain), name)
    except ValueError:
        raise SchemaError(
            "`{name}` must be a number. Got {text}.", "Write it as 1000 or 2.5.", name=name, text=shown(text)
        ) from None


def _of_size(number: float, name: str) -> float:
    if abs(number) > MAX_MAGNITUDE:
        raise SchemaError(
            "`{name}` must be a number between −{most:,.0f} and {most:,.0f}.",
            "Enter the publicly known bound.",
            name=name,
            most=MAX_MAGNITUDE,
        )
    return number


def _plain(number: float) -> str:
    return repr(int(number)) if float(number).is_integer() and abs(number) < 1e16 else repr(float(number))
