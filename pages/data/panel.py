"""The fields of one column, as ordinary controls; long lists of values stand here with one value a line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import streamlit as st

from dpcore.errors import SchemaError
from dpcore.table.dictionary.declaration import joined, split
from dpcore.table.dictionary.dictionary_kind import KINDS
from dpcore.table.dictionary.dictionary_line import Line
from dpcore.table.dictionary.guess import RANGES
from dpcore.table.value_list import listed
from dpcore.text import Text
from dpcore.text import joined as sentences
from pages.data.lines import FIELDS, HELP, PART, WORDS, applies, entered, lines, put
from pages.ui.errors import act
from pages.ui.language import say
from pages.ui.markdown import distinct, plain, visible
from pages.ui.session import resent, session

OWN = Text("my own")
_TALL = 220


def draw(
    key: str,
    base: Mapping[str, Line],
    now: Mapping[str, Line],
    wrong: Mapping[str, Text],
    renew: Callable[[str], None],
) -> None:
    """Draws a choice of column, and its fields. renew: has the grid drawn anew after a change."""
    labels = distinct(now)
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
            more: dict[str, Any] = {
                "key": field,
                "on_change": _entered,
                "args": (key, dict(base), chosen, name, field, renew),
            }
            if name == "kind":
                session[field] = line.kind
                known = [*KINDS] if line.kind in KINDS else [*KINDS, line.kind]
                st.selectbox(say(FIELDS[name]), known, format_func=_word, **more)
                if line.kind in ("number", "whole number"):
                    _ranges(key, base, line, spot, renew)
            elif name == "values" and applies(line.kind, name):
                session[field] = _upright(line.values)
                about = Text("Paste a list of publicly known values, one per line or separated by commas.")
                st.text_area(say(FIELDS[name]), height=_TALL, help=say(sentences([about, PART])), **more)
            elif applies(line.kind, name):
                session[field] = getattr(line, name)
                st.text_input(say(FIELDS[name]), help=say(HELP[name]), **more)
        if chosen in wrong:
            said = say(wrong[chosen]).replace("`", "")
            st.caption(f":orange[{plain(said, 600)}]")


def _word(kind: str) -> str:
    return say(WORDS[kind]) if kind in WORDS else visible(kind)


def _ranges(key: str, base: Mapping[str, Line], line: Line, spot: int, renew: Callable[[str], None]) -> None:
    """Commonly known ranges to choose from."""
    field = f"{key}-form-{spot}-range"
    fitting = (name for name, (low, high, _) in RANGES.items() if (f"{low:g}", f"{high:g}") == (line.low, line.high))
    drawn = session[field] = next(fitting, OWN)
    st.selectbox(
        say("Publicly known"),
        (OWN, *RANGES),
        format_func=say,
        key=field,
        on_change=_ranged,
        args=(key, dict(base), line.column, field, drawn, renew),
    )


@act
def _ranged(key: str, base: dict[str, Line], name: str, field: str, drawn: str, renew: Callable[[str], None]) -> None:
    if resent(field, drawn) or session[field] not in RANGES:
        return
    low, high, whole = RANGES[session[field]]
    line = entered(key, lines(key, base)[name], "kind", "whole number" if whole else "number")
    put(key, {name: entered(key, entered(key, line, "low", f"{low:g}"), "high", f"{high:g}")})
    renew(key)


def _upright(values: str) -> str:
    """A list of values with one a line, where that says the same."""
    try:
        found = split(values)
    except SchemaError:
        return values
    return "\n".join(found) if len(found) > 1 and _flat(found) == joined(found) else values


def _flat(values: tuple[str, ...]) -> str:
    return joined(listed("\n".join(values)))


@act
def _entered(key: str, base: dict[str, Line], name: str, field: str, place: str, renew: Callable[[str], None]) -> None:
    before, text = lines(key, base)[name], str(session[place] or "")
    if field == "values":
        written = "|" in text and "\n" not in text.strip()  # as in a dictionary
        text = text if written or text == _upright(before.values) else joined(listed(text))
    put(key, {name: entered(key, before, field, text)})
    renew(key)
