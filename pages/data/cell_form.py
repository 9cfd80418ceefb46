"""How the cells of a file are written, for all columns that do not say it themselves; and a line to try it on.

Nothing is guessed from cells: the choices start from the delimiter and the reader's language, and a line that is tried
is typed by a person.
"""

from __future__ import annotations

import csv
import datetime as dt
import io
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

import streamlit as st

from dpcore.engine.trial import MOST_TRIED, Tried, read_line
from dpcore.errors import SchemaError
from dpcore.present.file import export
from dpcore.table.category import Category
from dpcore.table.cell_format import Format
from dpcore.table.column import Column, Date, Flag, Number, Unbounded
from dpcore.table.dictionary.dictionary_line import Line
from dpcore.table.dictionary.line_format import format_of
from dpcore.text import Text
from pages.data.lines import Described, described
from pages.data.progress import KEY
from pages.ui import errors, widget
from pages.ui.language import language, say
from pages.ui.markdown import visible
from pages.ui.rows.unfinished import Loaded
from pages.ui.session import session

_DATES: Final = {
    "": Text("2024-12-31"),
    "YYYY-MM-DD": Text("20241231, 2024. 12. 31. or 31 Dec 2024"),
    "DD.MM.YYYY": Text("31.12.2024 or 31/12/2024"),
    "MM/DD/YYYY": Text("12/31/2024"),
}
_NUMBERS: Final = ("", "1,234.5", "1.234,5", "1 234,5", "1'234.5")
_READ: Final = "describe-tried-read"
_LONGEST: Final = 100_000
"""The most characters of a line that is tried."""
_YEAR_FIRST: Final = ("ko", "ja", "zh")
"""Languages whose usual dates, such as 2024. 12. 31., begin with the year."""


def draw(table: Loaded, base: Mapping[str, Line]) -> None:
    """Draws the choices for all columns, and the line to try."""
    with st.container(border=True, key="cells-written"):
        st.markdown(say("**How cells are written**, where a column’s own line does not say it"))
        first, second, third = st.columns(3)
        if "text" in table.columns.values():
            with first:
                options = [*_DATES]
                widget.kept(
                    st.selectbox,
                    say("Dates are written"),
                    options,
                    key=f"{KEY}-dates",
                    default=_first(table),
                    format_func=lambda each: say(_DATES[each]) if each in _DATES else str(each),
                    help=say("Dates such as 2024-12-31 are read in any case."),
                )
            with second:
                usual = Text("1234,5 or 1234.5") if table.decimal == "," else Text("1234.5")
                widget.kept(
                    st.selectbox,
                    say("Numbers are written"),
                    _NUMBERS,
                    key=f"{KEY}-numbers",
                    default="",
                    format_func=lambda each: str(each) or say(usual),
                    help=say("A unit such as € or % is said in the column's own line, by an example."),
                )
        with third:
            widget.kept(
                st.text_input,
                say("Codes for missing cells"),
                key=f"{KEY}-missing-codes",
                default="",
                placeholder="-9|-99|NA",
                help=say("In all columns but identifiers, unless a line has codes of its own."),
            )
        known = described(KEY, base)
        with errors.told():
            formats(table, known)
        # vital
        st.caption(
            say("A date or a number that is written otherwise counts as missing. A wrong format can be mended later.")
        )
        _try(table, known)


def formats(table: Loaded, known: Described) -> dict[str, Format]:
    """The formats of described columns: a line's own, else those of all. Raises SchemaError."""

    def said(field: str) -> str:
        return str(widget.current(f"{KEY}-{field}") or "")

    usual = {
        "date": format_of(Line("", "date", format=said("dates"))),
        "number": format_of(Line("", "number", format=said("numbers"))),
    }
    codes = format_of(Line("", "number", codes=said("missing-codes"))).missing
    found = dict[str, Format]()
    for name, column in known.columns.items():
        own = known.formats.get(name, Format())
        marks = own if own.dates or own.decimal else _marks(table.columns.get(name), column, usual)
        missing = own.missing or (codes if isinstance(column, Number | Unbounded | Date | Category | Flag) else ())
        if whole := replace(marks, missing=missing):
            found[name] = whole
    return found


def _marks(stored: str | None, column: Column, usual: Mapping[str, Format]) -> Format:
    if stored != "text":
        return Format()
    if isinstance(column, Date):
        return usual["date"]
    return usual["number"] if isinstance(column, Number | Unbounded) else Format()


def _first(table: Loaded) -> str:
    """The order of dates to begin with, which also reads 2024-12-31."""
    if language().code in _YEAR_FIRST:
        return "YYYY-MM-DD"
    return "DD.MM.YYYY" if table.decimal == "," else ""


def _try(table: Loaded, known: Described) -> None:
    """Draws a field for a line, and how each of its cells is read."""
    fold = st.expander(say("Try a line"), icon=":material/science:", key=f"{KEY}-try", on_change="rerun")
    if not fold.open:
        session.pop(_READ, None)
        return
    with fold:
        typed = st.text_input(
            say("One line as it would be in your file, typed by you"),
            key="tried",
            max_chars=_LONGEST,
            help=say("With the same delimiter, and as many cells as the file has columns. It is stored nowhere."),
        )
        if not typed:
            session.pop(_READ, None)
            return
        with errors.told():
            cells = _cells(table, str(typed))
            shown = {name: cells[name] for name in [*known.columns][:MOST_TRIED]}
            found = _read(shown, {name: known.columns[name] for name in shown}, formats(table, known), table.decimal)
            names = list(found)
            frame = {
                say("column"): [export.cell(visible(name)) for name in names],
                say("typed"): [export.cell(visible(cells[name])) for name in names],
                say("read as"): [_words(known.columns[name], found[name]) for name in names],
            }
            st.dataframe(frame, hide_index=True, alt=say("How each cell of the line is read"))
            if len(known.columns) > len(names):
                said = Text(
                    "Only the first {n:,} of {all:,} described columns are shown.", n=len(names), all=len(known.columns)
                )
                st.caption(say(said))
            if not names:
                st.caption(say("Describe the columns first: a cell is read by the kind of its column."))


def _read(
    cells: dict[str, str], columns: dict[str, Column], written: dict[str, Format], decimal: str
) -> dict[str, Tried]:
    """How the cells are read; read once while nothing of it changes, since other fields draw the page again."""
    asked = cells, columns, written, decimal
    if (before := session.get(_READ)) is None or before[0] != asked:
        session[_READ] = before = asked, read_line(*asked)
    found: dict[str, Tried] = before[1]
    return found


def _cells(table: Loaded, typed: str) -> dict[str, str]:
    """The cells of the typed line by column. Raises SchemaError."""
    try:
        reader = csv.reader(io.StringIO(typed), delimiter=table.separator, skipinitialspace=True, strict=True)
        cells = next(reader, [])
    except csv.Error:
        raise SchemaError("A quotation mark in this line is not closed or not doubled.", "Correct the line.") from None
    if len(cells) != len(table.columns):
        raise SchemaError(
            "This line has {found:,} cells, but the table has {count:,} columns.",
            "Put {separator} between cells, and a cell that contains it in double quotes.",
            found=len(cells),
            count=len(table.columns),
            separator={"\t": Text("a tab"), " ": Text("a blank")}.get(table.separator, table.separator),
        )
    return dict(zip(table.columns, cells, strict=True))


def _words(column: Column, tried: Tried) -> str:
    """How a cell is read, in words."""
    says, counted = _value(tried.says), _value(tried.counted)
    if tried.counted is None:
        if tried.says is None:
            return say("missing")
        if isinstance(column, Category):
            return say("missing: {value} is not listed", value=says)
        return say("missing: {value} is outside the range", value=says)
    if tried.says is None:
        return say("missing, counts as {value}", value=counted)
    if says == counted or (isinstance(column, Category) and counted != "other"):
        return counted
    return say("{value}, counts as {counted}", value=says, counted=counted)


def _value(value: str | float | bool | dt.date | None) -> str:
    if isinstance(value, bool):
        return say("yes") if value else say("no")
    if isinstance(value, dt.date):
        return value.isoformat()
    if isinstance(value, float | int):
        return f"{value:.15g}"
    return visible(str(value), 200)
