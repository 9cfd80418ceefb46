"""The columns of a table as a grid: a line for each, as in a data dictionary. The same fields stand below, for one.

What is typed is kept as text until it can be read, so that nothing is lost; a status says what is wrong with a line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, final

import pandas as pd
import streamlit as st

from dpcore.errors import DpError, SchemaError
from dpcore.table.column import Column
from dpcore.table.dictionary import declaration
from dpcore.table.dictionary.dictionary_kind import KINDS, kind_of
from dpcore.table.dictionary.dictionary_line import Line
from dpcore.text import Text, joined
from pages.data.column import TYPES
from pages.ui.errors import act
from pages.ui.language import say
from pages.ui.markdown import plain, visible
from pages.ui.session import session

ROW, MOST = 35, 630
"""Pixels: of a row; of the grid, which then scrolls."""
CELL = 300
"""The longest list that a cell shows; longer ones are shown from their beginning, and typed in the form below."""
WORDS: dict[str, Text] = {
    kind: kind
    for kind in (
        *(Text("number"), Text("whole number"), Text("category"), Text("yes or no"), Text("date")),
        *(Text("identifier"), Text("identifier as written"), Text("text"), Text("not used")),
    )
}
FIELDS = {
    "kind": Text("Kind"),
    "low": Text("from"),
    "high": Text("to"),
    "values": Text("Values"),
    "missing": Text("Missing"),
}
HELP = {
    "kind": Text("{kinds}.", kinds=joined(WORDS.values(), ", ")),
    "low": Text("The lowest number, or the first day as 2024-01-31."),
    "high": Text("The highest number, or the last day."),
    "values": Text("The listed values of a category, with | between them."),
    "missing": Text("Empty: rows without it are left out. A number counts instead; “other” counts unlisted values."),
}
GOOD = Text("described")


@final
@dataclass(frozen=True, slots=True)
class Described:
    """What the grid says. columns: as declared, those used. wrong: what is wrong with a line, by column."""

    columns: Mapping[str, Column]
    wrong: Mapping[str, Text]


def lines(key: str, base: Mapping[str, Line]) -> dict[str, Line]:
    """The lines as typed so far; `base` where nothing was typed."""
    typed: Mapping[str, Line] = session.get(f"{key}-lines", {})
    return {name: typed.get(name, line) for name, line in base.items()}


def described(key: str, base: Mapping[str, Line]) -> Described:
    """What the lines say."""
    read = {name: _read(line) for name, line in lines(key, base).items()}
    used = {name: each for name, each in read.items() if each is not None and not isinstance(each, Text)}
    return Described(used, {name: each for name, each in read.items() if isinstance(each, Text)})


def draw(key: str, types: Mapping[str, str], base: Mapping[str, Line]) -> None:
    """Draws the grid and the form. types: the stored type of each column. base: the lines before anything is typed.

    key: the beginning of the keys of all fields; `widget.clear` of it forgets what was typed.
    """
    now, known = lines(key, base), described(key, base)
    _grid(key, types, base, now, known)
    _form(key, base, now, known.wrong)


def _read(line: Line) -> Column | Text | None:
    """The declaration of a line, or what is wrong with it."""
    try:
        return declaration.declared(line)
    except DpError as error:
        return joined([error.message, error.hint])


def _grid(
    key: str,
    types: Mapping[str, str],
    base: Mapping[str, Line],
    now: Mapping[str, Line],
    known: Described,
) -> None:
    names = tuple(now)
    frame = pd.DataFrame(
        {
            "column": [visible(name) for name in names],
            "type": [say(TYPES[types[name]]) if name in types else "" for name in names],
            **{field: [_cell(now[name], field) for name in names] for field in FIELDS},
            "status": [_status(base[name], now[name], known, name) for name in names],
        }
    )
    column = st.column_config
    config: dict[str, Any] = {
        "column": column.TextColumn(say("Column"), disabled=True, pinned=True, width=150),
        "type": column.TextColumn(say("Type in the file"), disabled=True, width=112),
        "status": column.TextColumn(say("Status"), disabled=True, width=260),
    }
    widths = {"kind": 130, "low": 96, "high": 96, "values": 230, "missing": 84}
    for field, title in FIELDS.items():
        config[field] = column.TextColumn(say(title), width=widths[field], help=say(HELP[field]))
    place = _key(key, names)
    st.data_editor(
        frame,
        key=place,
        hide_index=True,
        height=min(ROW * (len(names) + 1) + 3, MOST),
        row_height=ROW,
        placeholder="",
        column_config=config,
        on_change=_typed,
        args=(key, place, dict(base)),
        alt=say(
            Text.counted(
                "The description of {n} column. The same fields stand below.",
                "The description of {n:,} columns. The same fields stand below, for one column.",
                n=len(names),
            )
        ),
    )


def _key(key: str, names: tuple[str, ...]) -> str:
    """The key of the editor, which keeps what is typed by position.

    A new one if its columns are others, or if the last was not drawn for a while, since it has lost what was typed.
    """
    number, drawn = session.get(f"{key}-number", (0, names))
    if drawn != names or session.get(f"{key}-grid-{number}") is None:
        number += 1
    session[f"{key}-number"] = number, names
    return f"{key}-grid-{number}"


def _renew(key: str) -> None:
    """From a callback: the editor is drawn anew, since a line was changed elsewhere."""
    number, names = session.get(f"{key}-number", (0, ()))
    session[f"{key}-number"] = number + 1, names


def _cell(line: Line, field: str) -> str:
    text = str(getattr(line, field))
    if field == "kind":
        return say(WORDS[text]) if text in WORDS else text
    if len(text) <= CELL:
        return text
    return say("{beginning}… ({length:,} characters)", beginning=text[:CELL], length=len(text))


def _status(before: Line, now: Line, known: Described, name: str) -> str:
    if name in known.wrong:
        return say(known.wrong[name])
    if replace(before, number=0) != replace(now, number=0):
        return say("changed")
    return say(GOOD) if name in known.columns else ""


@act
def _typed(key: str, place: str, base: dict[str, Line]) -> None:
    """Take over what was typed or pasted."""
    names, now, cut = list(base), lines(key, base), False
    changed = dict(session.get(f"{key}-lines", {}))
    for spot, cells in session[place]["edited_rows"].items():
        if int(spot) >= len(names):
            continue
        name = names[int(spot)]
        line = changed.get(name, now[name])
        for field, value in cells.items():
            text = "" if value is None else str(value)
            if field in FIELDS and text != _cell(line, field):
                cut |= _is_cut(line, field, text)
                line = line if _is_cut(line, field, text) else replace(line, **{field: _raw(field, text)})
        changed[name] = line
    session[f"{key}-lines"] = changed
    if cut:
        _renew(key)
        raise SchemaError(
            "This list is longer than its cell shows, so it was not changed.",
            "Choose its column below the grid, and change the whole list there.",
        )


def _is_cut(line: Line, field: str, text: str) -> bool:
    """Whether a cell was typed from what is only the beginning of a longer list."""
    whole = str(getattr(line, field))
    return len(whole) > CELL and _cell(line, field)[CELL:] in text


def _raw(field: str, text: str) -> str:
    """What was typed, with kinds in the words of a data dictionary."""
    if field != "kind":
        return text
    translated = {say(word).casefold(): kind for kind, word in WORDS.items()}
    return translated.get(text.strip().casefold()) or kind_of(text) or text


def _form(key: str, base: Mapping[str, Line], now: Mapping[str, Line], wrong: Mapping[str, Text]) -> None:
    """Draws the fields of one column, as ordinary controls."""
    titles = [visible(name) for name in now]
    often = Counter(titles)
    labels = {
        name: title if often[title] == 1 else f"{title} ({place})"
        for place, (name, title) in enumerate(zip(now, titles, strict=True), start=1)
    }
    chosen = st.selectbox(
        say("Column"),
        list(now),
        index=None,
        format_func=lambda name: labels.get(name, str(name)),
        key=f"{key}-column",
        placeholder=say("Change one column with ordinary fields"),
    )
    if chosen is None or chosen not in now:
        return
    line, spot = now[chosen], list(now).index(chosen)
    with st.container(border=True):
        for name in FIELDS:
            field = f"{key}-form-{spot}-{name}"
            session[field] = getattr(line, name)
            if name == "kind":
                known = [*KINDS] if line.kind in KINDS else [*KINDS, line.kind]
                st.selectbox(
                    say(FIELDS[name]),
                    known,
                    format_func=lambda kind: say(WORDS[kind]) if kind in WORDS else visible(kind),
                    key=field,
                    on_change=_entered,
                    args=(key, dict(base), chosen, name, field),
                )
            elif _applies(line.kind, name):
                kind_of_field = st.text_area if name == "values" else st.text_input
                kind_of_field(
                    say(FIELDS[name]),
                    key=field,
                    help=say(HELP[name]),
                    on_change=_entered,
                    args=(key, dict(base), chosen, name, field),
                )
        if chosen in wrong:
            st.caption(f":orange[{plain(wrong[chosen], 600)}]")


def _applies(kind: str, field: str) -> bool:
    """Whether a field says anything of a kind of column."""
    ranged, listed = ("number", "whole number", "date"), ("category",)
    return (
        kind
        in {"low": ranged, "high": ranged, "values": listed, "missing": ("number", "whole number", "category")}[field]
    )


@act
def _entered(key: str, base: dict[str, Line], name: str, field: str, place: str) -> None:
    entered: dict[str, Any] = {field: session[place] or ""}
    before = lines(key, base)[name]
    line = replace(before, **entered)
    if field == "kind":  # what does not apply would be refused; it is there again with a kind to which it applies
        aside: dict[tuple[str, str], str] = session.setdefault(f"{key}-aside", {})
        for each in FIELDS:
            if each != "kind":
                aside[name, each] = getattr(before, each) or aside.get((name, each), "")
                kept: dict[str, Any] = {each: aside[name, each] if _applies(line.kind, each) else ""}
                line = replace(line, **kept)
    session[f"{key}-lines"] = {**session.get(f"{key}-lines", {}), name: line}
    _renew(key)
