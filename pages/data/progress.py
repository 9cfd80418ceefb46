"""How far the description of a new table is: what is described, what is wrong, what is still to do; its limits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import streamlit as st

from dpcore.engine.rows import limits_of
from dpcore.engine.sql.physical import Physical
from dpcore.table.column import Identifier
from dpcore.table.dictionary.dictionary_line import Line
from dpcore.text import Text, joined
from pages.data.lines import described, ticked
from pages.ui.language import say
from pages.ui.markdown import plain
from pages.ui.rows.unfinished import Loaded

KEY: Final = "describe"
"""The beginning of the keys of all fields of the page."""


def base(table: Loaded) -> dict[str, Line]:
    """The lines before anything is said of the columns."""
    return {name: Line(name) for name in table.columns}


def draw(table: Loaded, lines: Mapping[str, Line]) -> None:
    """Draws one sentence about all columns."""
    known = described(KEY, lines)
    todo, guessed = len(known.missing(lines)), len(ticked(KEY, "guessed") & lines.keys())
    parts = [
        Text.counted(
            "{n:,} of {all:,} columns is described",
            "{n:,} of {all:,} columns are described",
            n=len(known.columns),
            all=len(lines),
        )
    ]
    if known.wrong:
        parts.append(Text.counted("{n:,} has something wrong", "{n:,} have something wrong", n=len(known.wrong)))
    if guessed:
        parts.append(Text.counted("{n:,} is a guess to check", "{n:,} are guesses to check", n=guessed))
    if todo:
        parts.append(Text("{n:,} still to do, or to leave", n=todo))
    st.caption(say(joined(parts, " · ")))
    if todo and not table.table:
        st.caption(say("A column of which nothing is said is kept with the rows, and can be described later."))


def limits(table: Loaded, lines: Mapping[str, Line]) -> None:
    """Draws what identifiers cannot tell apart as they are stored."""
    columns = described(KEY, lines).columns
    for name in (name for name, column in columns.items() if isinstance(column, Identifier)):
        kind = table.columns[name]
        stored: Physical = "text" if kind == "text" else "float"  # a number may be stored as floating point
        for limit in limits_of(name, stored, table.without_forms) if kind in ("text", "number") else ():
            st.caption(plain(limit, 500))
