"""The bar below the grid: it ticks columns, and sets a field of all ticked ones; all of it in ordinary controls."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

import streamlit as st

from dpcore.errors import SchemaError
from dpcore.table.dictionary.dictionary_kind import KINDS
from dpcore.table.dictionary.dictionary_line import Line
from dpcore.text import Text
from pages.data.lines import FIELDS, HELP, WORDS, entered, guess, implied, lines, put, take_guess, tell, ticked, trouble
from pages.ui import widget
from pages.ui.errors import act
from pages.ui.language import say
from pages.ui.markdown import distinct, visible
from pages.ui.session import session

Renew = Callable[[str], None]
_SET: Final = ("kind", "low", "high", "values", "format", "codes", "missing")


def draw(key: str, base: Mapping[str, Line], names: Sequence[str], renew: Renew) -> None:
    """Draws what can be done to several columns. names: those that the grid shows. renew: has the grid drawn anew."""
    marks = [name for name in lines(key, base) if name in ticked(key)]
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            say("Tick all"), key=f"{key}-all", type="tertiary", on_click=_tick, args=(key, tuple(names), True, renew)
        )
        st.button(say("Untick all"), key=f"{key}-none", type="tertiary", on_click=_tick, args=(key, (), False, renew))
        if found := guess(key, base):
            st.button(
                say(Text.counted("Suggest from {n} name", "Suggest from {n:,} names", n=len(found))),
                key=f"{key}-guess",
                icon=":material/lightbulb:",
                help=say("Guesses from public names alone (age, month, zip), to be checked by you. No row is read."),
                on_click=_guess,
                args=(key, dict(base), renew),
            )
        if mine := [name for name in marks if name in ticked(key, "guessed")]:
            label = say("The ticked guesses are right")
            st.button(label, key=f"{key}-right", on_click=_right, args=(key, frozenset(mine), renew))
    fold = st.expander(say("Set all ticked columns"), key=f"{key}-bar-{bool(marks)}", expanded=bool(marks))
    with fold:
        _ticks(key, names, renew)
        fields = [
            *st.columns([2, 1, 1, 2], vertical_alignment="bottom"),
            *st.columns([2, 2, 2], vertical_alignment="bottom"),
        ]
        for spot, (column, name) in enumerate(zip(fields, _SET, strict=True)):
            with column:
                field, label = f"{key}-set-{name}", say("{field} (all ticked)", field=FIELDS[name])
                if spot == 0:
                    st.selectbox(
                        label,
                        KINDS,
                        index=None,
                        format_func=lambda kind: say(WORDS[kind]) if kind in WORDS else str(kind),
                        key=field,
                        placeholder=say("unchanged"),
                    )
                else:
                    st.text_input(label, key=field, placeholder=say("unchanged"), help=say(HELP[name]))
        said = Text.counted("Set {n} ticked column", "Set {n:,} ticked columns", n=len(marks))
        st.button(say(said), key=f"{key}-set", disabled=not marks, on_click=_set, args=(key, dict(base), renew))
        tell(f"{key}-set")


def _ticks(key: str, names: Sequence[str], renew: Renew) -> None:
    """The ticks of the shown columns as an ordinary field."""
    field, marks = f"{key}-ticks-{hash(tuple(names))}", ticked(key)
    session[field] = [name for name in names if name in marks]
    labels = distinct(names)
    st.multiselect(
        say("Ticked columns"),
        list(names),
        format_func=lambda name: labels.get(name, visible(name)),
        key=field,
        on_change=_chosen,
        args=(key, field, tuple(names), renew),
    )


@act
def _chosen(key: str, field: str, names: Sequence[str], renew: Renew) -> None:
    widget.put(f"{key}-ticked", (ticked(key) - {*names}) | {*session[field]})
    renew(key)


@act
def _tick(key: str, names: Sequence[str], on: bool, renew: Renew) -> None:
    widget.put(f"{key}-ticked", ticked(key) | {*names} if on else frozenset())
    renew(key)


@act
def _guess(key: str, base: dict[str, Line], renew: Renew) -> None:
    take_guess(key, base)
    renew(key)


@act
def _right(key: str, names: frozenset[str], renew: Renew) -> None:
    widget.put(f"{key}-guessed", ticked(key, "guessed") - names)
    renew(key)


@act
def _set(key: str, base: dict[str, Line], renew: Renew) -> None:
    """All ticked columns get what is entered; empty fields change nothing."""
    values = {name: str(session.get(f"{key}-set-{name}") or "") for name in _SET}
    if not any(values.values()):
        nothing = SchemaError("Nothing is entered that could be set.", "Choose a kind, or enter bounds or values.")
        trouble(f"{key}-set", nothing)
        return
    now, changed = lines(key, base), {}
    for name in now.keys() & ticked(key):
        line = now[name]
        for field, text in values.items():
            line = entered(key, line, field, text) if text else line
        changed[name] = line if values["kind"] else implied(line)
    put(key, changed)
    for name in _SET:
        session[f"{key}-set-{name}"] = None if name == "kind" else ""
    renew(key)
