"""The columns of a table as a grid: a line for each, as in a data dictionary. The same fields stand below, for one.

The grid is a canvas, so each of its acts can be done in ordinary fields too: `bar` sets ticked columns, `panel` one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pandas as pd
import streamlit as st

from dpcore.errors import SchemaError
from dpcore.table.dictionary.dictionary_line import Line
from dpcore.text import Text
from pages.data import bar, panel
from pages.data.lines import (
    FIELDS,
    HELP,
    WORDS,
    Described,
    described,
    empty,
    implied,
    lines,
    put,
    tell,
    ticked,
    trouble,
    waits,
    with_text,
)
from pages.data.type_word import TYPES
from pages.ui import device, widget
from pages.ui.errors import act
from pages.ui.language import say
from pages.ui.markdown import visible
from pages.ui.session import session

ROW, MOST = 35, 630
"""Pixels: of a row; of the grid, which then scrolls."""
CELL = 300
"""The longest list that a cell shows; longer ones are shown from their beginning, and typed in the form below."""
PAGE = 200
"""Columns that are drawn at once; others are found by a part of their names."""
GOOD = Text("described")
WAITS = Text("kept, not asked yet")
_WIDTHS = dict(kind=104, low=78, high=78, values=104, missing=98, note=70, format=98, codes=120)


def draw(key: str, types: Mapping[str, str], base: Mapping[str, Line], kept: bool = False) -> None:
    """Draws the grid and the forms. types: the stored type of each column. base: the lines before anything is typed.

    kept: whether the rows are kept already. key: the beginning of the keys of all fields; `widget.clear` of it forgets
    what was typed.
    """
    now, known = lines(key, base), described(key, base, kept)
    names = _shown(key, list(now))
    _grid(key, types, base, {name: now[name] for name in names}, known)
    tell(key)
    bar.draw(key, base, names, renewed)
    panel.draw(key, base, now, known.wrong, renewed)


def renewed(key: str) -> None:
    """From a callback: the editor is drawn anew, since a line was changed elsewhere."""
    number, names = session.get(f"{key}-number", (0, ()))
    session[f"{key}-number"] = number + 1, names


def _shown(key: str, names: Sequence[str]) -> list[str]:
    """Draws a search and the pages of a wide table; the columns of the chosen page."""
    if len(names) <= PAGE:
        return list(names)
    part = widget.kept(
        st.text_input, say("Find columns"), key=f"{key}-find", default="", placeholder=say("a part of the name")
    )
    found = [name for name in names if (part or "").casefold() in name.casefold()]
    pages = max(1, -(-len(found) // PAGE))
    page = st.pagination(pages, key=f"{key}-page") if pages > 1 else 1
    said = Text("{found:,} of {all:,} columns have it in their name.", found=len(found), all=len(names))
    if part:
        st.caption(say(said))
    return found[(page - 1) * PAGE : page * PAGE]


def _grid(
    key: str,
    types: Mapping[str, str],
    base: Mapping[str, Line],
    now: Mapping[str, Line],
    known: Described,
) -> None:
    names, marks = tuple(now), ticked(key)
    if not names:
        return
    guessed, several = ticked(key, "guessed"), len({*types.values()}) > 1
    frame = pd.DataFrame(
        {
            "tick": [name in marks for name in names],
            "column": [visible(name) for name in names],
            **({"type": [say(TYPES[types[name]]) if name in types else "" for name in names]} if several else {}),
            **{field: [_cell(now[name], field) for name in names] for field in FIELDS},
            "status": [_status(base[name], now[name], known, guessed) for name in names],
        }
    )
    place = _key(key, names)
    st.data_editor(
        frame,
        key=place,
        hide_index=True,
        height=min(ROW * (len(names) + 1) + 3, MOST),
        row_height=ROW,
        placeholder="",
        column_config=_columns(several),
        on_change=_typed,
        args=(key, place, dict(base), names),
        alt=say(
            Text.counted(
                "The description of {n} column. The same fields stand below.",
                "The description of {n:,} columns. The same fields stand below, for one column.",
                n=len(names),
            )
        ),
    )


def _columns(several: bool) -> dict[str, Any]:
    column, phone = st.column_config, device.phone()  # where the lower bound is in sight beside its column's name
    config: dict[str, Any] = {
        "tick": column.CheckboxColumn(say("Tick"), width=62, help=say("The bar below sets all ticked columns.")),
        "column": column.TextColumn(say("Column"), disabled=True, pinned=True, width=112 if phone else 130),
        "status": column.TextColumn(say("Status"), disabled=True, width=280),
    }
    if several:
        config["type"] = column.TextColumn(say("Type in the file"), disabled=True, width=112)
    for field, title in FIELDS.items():
        config[field] = column.TextColumn(say(title), width=_WIDTHS[field], help=say(HELP[field]))
    return config


def _key(key: str, names: tuple[str, ...]) -> str:
    """The key of the editor, which keeps what is typed by position.

    A new one if its columns are others, or if the last was not drawn for a while, since it has lost what was typed.
    """
    mark = (say(FIELDS["kind"]), *names)  # in another language, kinds that were typed would be other words
    number, drawn = session.get(f"{key}-number", (0, mark))
    if drawn != mark or session.get(f"{key}-grid-{number}") is None:
        number += 1
    session[f"{key}-number"] = number, mark
    return f"{key}-grid-{number}"


def _cell(line: Line, field: str) -> str:
    text = str(getattr(line, field))
    if field == "kind":
        return say(WORDS[text]) if text in WORDS else text
    if len(text) <= CELL:
        return text
    return say("{beginning}… ({length:,} characters)", beginning=text[:CELL], length=len(text))


def _status(before: Line, now: Line, known: Described, guessed: frozenset[str]) -> str:
    name = now.column
    if name in known.wrong:
        return say(known.wrong[name]).replace("`", "")
    if name in guessed:
        return say("a guess: check it")
    if not empty(before) and replace(before, number=0, note="") != replace(now, number=0, note=""):
        return say("changed")
    if name in known.left:
        # vital
        return say("will not be kept, for good")
    if waits(known.columns.get(name)):
        return say(WAITS)
    return say(GOOD) if name in known.columns else ""


@act
def _typed(key: str, place: str, base: dict[str, Line], names: Sequence[str]) -> None:
    """Take over what was typed, pasted or ticked."""
    now, cut, marks = lines(key, base), False, set(ticked(key))
    changed = dict[str, Line]()
    for spot, cells in session[place]["edited_rows"].items():
        if int(spot) >= len(names):
            continue
        name = names[int(spot)]
        line = before = now[name]
        for field, value in cells.items():
            if field == "tick":
                marks = marks | {name} if value else marks - {name}
                continue
            text = "" if value is None else str(value)
            if field in FIELDS and text != _cell(line, field):
                cut |= _is_cut(line, field, text)
                line = line if _is_cut(line, field, text) else with_text(line, field, text)
        if "kind" not in cells:
            line = implied(line) if line != before else line
        if line != before:
            changed[name] = line
    widget.put(f"{key}-ticked", frozenset(marks))
    put(key, changed)
    if cut:
        renewed(key)
        trouble(
            key,
            SchemaError(
                "This list is longer than its cell shows, so it was not changed.",
                "Choose its column below the grid, and change the whole list there.",
            ),
        )


def _is_cut(line: Line, field: str, text: str) -> bool:
    """Whether a cell was typed from what is only the beginning of a longer list."""
    whole = str(getattr(line, field))
    return len(whole) > CELL and _cell(line, field)[CELL:] in text
