"""Asks which sheet and which line name the columns, and shows the line to the person who has the file alone."""

from __future__ import annotations

from typing import Final, Literal

import streamlit as st

from dpcore.engine.source.header import MOST_SKIPPED
from dpcore.engine.source.unpack import NAMED
from dpcore.errors import SourceError
from dpcore.text import Text
from pages.ui import errors
from pages.ui.errors import act
from pages.ui.language import say
from pages.ui.markdown import visible
from pages.ui.rows import loaded
from pages.ui.rows.unfinished import Loaded
from pages.ui.session import session

_SHEET, _SKIP, _NAMED, _NAMES = "header-sheet", "header-skip", "header-named", "header-names"
_NEXT, _NEXT_SHEET = Text("Say below which line names the columns."), Text("Choose the sheet that holds the table.")
_NO_LINES: Final = (".parquet", ".parquet.gz", *NAMED)


def offer(table: Loaded) -> None:
    """Draws the form: open if the columns cannot be named, else folded in."""
    if table.question is not None:
        errors.show((table.question.message, _NEXT_SHEET if table.question.sheet else _NEXT))
        if table.question.line is not None and loaded.alone(table):
            st.caption(say("Line {line:,} is the first that does not fit.", line=table.question.line))
        _form(table)
    elif table.table is None and not table.path.lower().endswith(_NO_LINES):
        other = Text("Another sheet, or other names of the columns")
        with st.expander(say(other if table.sheets else Text("These are not the names of the columns"))):
            _form(table)


def _form(table: Loaded) -> None:
    guess = None if table.question is None else table.question.skip  # fields of another sheet or question begin anew
    key = f"{table.ticket}-{guess}-{table.sheets.index(table.sheet) if table.sheet in table.sheets else ''}"
    if table.sheets:
        place = table.sheets.index(table.sheet) if table.sheet in table.sheets else 0
        st.selectbox(say("Sheet"), table.sheets, index=place, format_func=visible, key=f"{_SHEET}-{key}")
    if table.question is None or not table.question.sheet:
        _lines(table, key)
    style: Literal["primary", "secondary"] = "secondary" if table.question is None else "primary"
    st.button(say("Read the table this way"), type=style, on_click=_read, args=(key, table.sheet))


def _lines(table: Loaded, key: str) -> None:
    """The fields about the line that names the columns."""
    guess = table.skip or 0 if table.question is None else table.question.skip
    skip = st.number_input(say("Lines to skip at the top"), 0, MOST_SKIPPED, value=guess, key=f"{_SKIP}-{key}")
    _show(table, int(skip))
    options = {True: Text("It names the columns"), False: Text("It is a row: the file has no names")}
    named = st.radio(
        say("The first line after them"),
        list(options),
        format_func=lambda option: say(options[option]),
        key=f"{_NAMED}-{key}",
    )
    if not named:
        st.text_input(
            say("Names of the columns, separated by commas"),
            key=f"{_NAMES}-{key}",
            help=say("If it is empty, the columns are called column 1, column 2 and so on."),
        )


@act
def _read(key: str, before: str | None) -> None:
    """From a callback: read the table as the form says, whose fields may have changed since it was drawn.

    Another sheet than before is read as if nothing had been said of its lines.
    """
    sheet = session.get(f"{_SHEET}-{key}")
    if f"{_SKIP}-{key}" not in session or sheet != before:
        loaded.read_lines(None, None, sheet)
        return
    names = str(session.get(f"{_NAMES}-{key}") or "").strip()
    given = tuple(name.strip() for name in names.split(",")) if names else False
    loaded.read_lines(session[f"{_NAMED}-{key}"] or given, int(session[f"{_SKIP}-{key}"]), sheet)


def _show(table: Loaded, skip: int) -> None:
    """The line, unless other people may load the file as well."""
    if not loaded.alone(table):
        return
    try:
        line = table.first_line(skip)
    except (OSError, SourceError):
        return
    if line is None:
        return
    st.caption(say("This is how this line begins. It is shown to you alone, and stored nowhere."))
    st.code(line, language=None, wrap_lines=True)
