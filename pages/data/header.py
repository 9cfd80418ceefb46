"""Asks how a file is read: its sheet, encoding and delimiter, and the line that names the columns.

The line is shown to the person who has the file alone.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, Literal

import streamlit as st

from dpcore.engine.source.encoding import ENCODINGS
from dpcore.engine.source.reading import MOST_SKIPPED, USUAL, Reading
from dpcore.errors import SourceError
from dpcore.text import Text, joined
from pages.ui import errors
from pages.ui.errors import act
from pages.ui.language import say
from pages.ui.markdown import SENTENCES, plain, visible
from pages.ui.rows import loaded
from pages.ui.rows.unfinished import Loaded
from pages.ui.session import session

_SHEET, _SKIP, _NAMED, _NAMES = "header-sheet", "header-skip", "header-named", "header-names"
_ENCODING, _DELIMITER = "header-encoding", "header-delimiter"
_NEXT, _NEXT_SHEET = Text("Say below which line names the columns."), Text("Choose the sheet that holds the table.")
_NEXT_ROW = Text(
    "If the header is on another line, say so below. Otherwise correct that row in the file, and load it again."
)
_UNSAID: Final = ""
_AUTOMATIC: Final = Text("automatic")
_MARKS: Final = {
    ",": Text("comma"),
    ";": Text("semicolon"),
    "\t": Text("tab"),
    "|": Text("vertical bar"),
    " ": Text("space"),
    ":": Text("colon"),
}
"""Delimiters that have a word; others are shown as they are."""
_MORE: Final = ("^", "~", "#", "/")


def offer(table: Loaded) -> None:
    """Draws the form: open if the columns cannot be named, else folded in; and how an earlier file was read."""
    if table.past is not None:
        _past(table)
    if table.question is not None:
        row = table.question.line is not None
        errors.show((table.question.message, _NEXT_SHEET if table.question.sheet else _NEXT_ROW if row else _NEXT))
        if row and loaded.alone(table):
            st.caption(say("Line {line:,} is the first that does not fit.", line=table.question.line))
        _form(table)
    elif table.lines:
        with st.expander(say("How to read this file")):
            _form(table)


def _past(table: Loaded) -> None:
    """Draws how the rows of an earlier dataset were read, and whether this file is read so."""
    assert table.past is not None
    name, how = table.past.dataset, joined(_words(table.past.reading), ", ")
    if table.reading == table.past.reading:
        st.info(plain(Text("Read as the rows of {name} were: {how}.", name=name, how=how), SENTENCES))
        return
    with st.container(border=True, key="header-past"):
        st.markdown(plain(Text("The rows of {name} were read so: {how}.", name=name, how=how), SENTENCES))
        st.button(say("Read this file so too"), on_click=_again, args=(table.past.reading,))


def _words(reading: Reading) -> list[Text]:
    """What was said about a file."""
    words = [] if reading.sheet is None else [Text("sheet {name}", name=visible(reading.sheet))]
    if reading.skip:
        words.append(Text.counted("{n} line skipped", "{n} lines skipped", reading.skip))
    if reading.header is not None:
        names, row = Text("the first line names the columns"), Text("no line names the columns")
        words.append(names if reading.header is True else row)
    if reading.encoding is not None:
        words.append(Text("encoding {name}", name=ENCODINGS[reading.encoding].title))
    if reading.delimiter is not None:
        words.append(Text("delimiter {mark}", mark=_mark(reading.delimiter)))
    return words


def _mark(delimiter: str) -> Text | str:
    return _MARKS.get(delimiter, delimiter)


def _form(table: Loaded) -> None:
    reading = table.reading
    guess = None if table.question is None else table.question.skip  # fields of another sheet or question begin anew
    place = table.sheets.index(reading.sheet) if reading.sheet in table.sheets else None
    key = f"{table.ticket}-{guess}-{'' if place is None else place}"
    if table.sheets:
        st.selectbox(say("Sheet"), table.sheets, index=place or 0, format_func=visible, key=f"{_SHEET}-{key}")
    if table.question is None or not table.question.sheet:
        if table.text:
            _coding(reading, key)
        _lines(table, key)
    style: Literal["primary", "secondary"] = "secondary" if table.question is None else "primary"
    st.button(say("Read the table this way"), type=style, on_click=_read, args=(key, reading.sheet))


def _coding(reading: Reading, key: str) -> None:
    """The fields about characters."""
    left, right = st.columns(2)
    encodings, marks = [_UNSAID, *ENCODINGS], [_UNSAID, *_MARKS, *_MORE]
    marks += [mark for mark in [reading.delimiter] if mark and mark not in marks]
    with left:
        st.selectbox(
            say("Encoding"),
            encodings,
            index=encodings.index(reading.encoding or _UNSAID),
            format_func=lambda name: say(ENCODINGS[name].label if name else _AUTOMATIC),
            key=f"{_ENCODING}-{key}",
            help=say("Automatic: each cell is UTF-8 or else Windows-1252, unless a byte order mark says otherwise."),
        )
    with right:
        st.selectbox(
            say("Delimiter"),
            marks,
            index=marks.index(reading.delimiter or _UNSAID),
            format_func=lambda mark: visible(_mark(mark)) if mark else say(_AUTOMATIC),
            key=f"{_DELIMITER}-{key}",
            help=say("Automatic: as the header shows. After a semicolon, 1,5 and 1.5 are the same number."),
        )


def _lines(table: Loaded, key: str) -> None:
    """The fields about the line that names the columns."""
    header = table.reading.header
    guess = table.reading.skip if table.question is None else table.question.skip
    skip = st.number_input(say("Lines to skip at the top"), 0, MOST_SKIPPED, value=guess, key=f"{_SKIP}-{key}")
    _show(table, replace(table.reading, skip=int(skip), encoding=session.get(f"{_ENCODING}-{key}") or None))
    options = {True: Text("It names the columns"), False: Text("It is a row: the file has no names")}
    named = st.radio(
        say("The first line after them"),
        list(options),
        index=0 if header is None or header is True else 1,
        format_func=lambda option: say(options[option]),
        key=f"{_NAMED}-{key}",
    )
    if not named:
        given = header if isinstance(header, tuple) and not any("," in name for name in header) else ()
        st.text_input(
            say("Names of the columns, separated by commas"),
            value=", ".join(given),
            key=f"{_NAMES}-{key}",
            help=say("If it is empty, the columns are called column 1, column 2 and so on."),
        )


@act
def _again(reading: Reading) -> None:
    """From a callback: read the table as earlier rows were."""
    loaded.read_again(reading)


@act
def _read(key: str, before: str | None) -> None:
    """From a callback: read the table as the form says, whose fields may have changed since it was drawn.

    Another sheet than before is read as if nothing had been said of its lines.
    """
    sheet = session.get(f"{_SHEET}-{key}")
    if f"{_SKIP}-{key}" not in session or sheet != before:
        loaded.read_again(replace(USUAL, sheet=sheet))
        return
    names = str(session.get(f"{_NAMES}-{key}") or "").strip()
    given = tuple(name.strip() for name in names.split(",")) if names else False
    header, skip = session[f"{_NAMED}-{key}"] or given, int(session[f"{_SKIP}-{key}"])
    encoding, delimiter = (session.get(f"{field}-{key}") or None for field in (_ENCODING, _DELIMITER))
    loaded.read_again(Reading(header, skip, sheet, encoding, delimiter))


def _show(table: Loaded, reading: Reading) -> None:
    """The line, unless other people may load the file as well."""
    if not loaded.alone(table):
        return
    try:
        line = table.first_line(reading)
    except (OSError, SourceError):
        return
    if line is None:
        return
    st.caption(say("This is how this line begins. It is shown to you alone, and stored nowhere."))
    st.code(line, language=None, wrap_lines=True)
