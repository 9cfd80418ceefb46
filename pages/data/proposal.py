# vital
"""What a dictionary says of the whole table: unit, limits, relation, budget. Each is confirmed by a click."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import streamlit as st

from dpcore.errors import SchemaError
from dpcore.number import scientific
from dpcore.table.dictionary.sheet import Sheet
from dpcore.text import Text
from pages.data.budget_form import DELTAS, OWN
from pages.data.lines import tell, trouble
from pages.data.progress import KEY
from pages.data.protection import RELATIONS, ROW
from pages.ui import widget
from pages.ui.errors import act
from pages.ui.language import say
from pages.ui.markdown import plain, visible

_KEPT: Final = f"{KEY}-proposals"


def put(sheet: Sheet) -> None:
    """From a callback: offer what the dictionary says of the whole table."""
    widget.put(_KEPT, sheet.proposals)


def offer() -> None:
    """Draws what is proposed and not yet used."""
    proposed: Mapping[str, Any] = widget.value(_KEPT) or {}
    shown = {name: words for name in proposed if (words := _words(name, proposed)) is not None}
    if not shown:
        return
    with st.container(border=True, key="proposals"):
        st.markdown(
            say("The dictionary also says this of the whole table. Use what is right; nothing is used by itself.")
        )
        for name, words in shown.items():
            with st.container(horizontal=True, vertical_alignment="center"):
                st.button(say("Use"), key=f"proposal-{name}", help=plain(words, 200), on_click=_use, args=(name,))
                st.markdown(plain(words, 300), width="content")
        tell(_KEPT)
        st.button(
            say("Use none of these"), key="proposals-none", type="tertiary", on_click=act(widget.put), args=(_KEPT, {})
        )


def _words(name: str, proposed: Mapping[str, Any]) -> Text | None:
    """A proposal in words; None for one that is told with another."""
    value = proposed[name]
    match name:
        case "unit":
            if not value:
                return Text("Protected is each row.")
            return Text("Protected are all rows of one {unit} together.", unit=visible(value, 60))
        case "noun":
            return Text("One of them is called {noun}.", noun=visible(value, 60))
        case "rows":
            return Text("Rows of a unit: at most {n:,}.", n=value)
        case "groups":
            return Text("Groups of a unit: at most {n:,}.", n=value)
        case "neighbors":
            return Text("What is protected: {relation}.", relation=RELATIONS[value])
        case "expected_rows":
            return Text("Expected number of rows: {rows:,}.", rows=value)
        case "epsilon":
            delta = proposed.get("delta")
            if delta is None:
                return Text("A budget of epsilon {epsilon:g}.", epsilon=value)
            return Text("A budget of epsilon {epsilon:g} at delta {delta}.", epsilon=value, delta=scientific(delta))
        case "delta" if "epsilon" not in proposed:
            return Text("A delta of {delta}.", delta=scientific(value))
    return None


@act
def _use(name: str) -> None:
    proposed = dict(widget.value(_KEPT) or {})
    value = proposed.pop(name, None)
    if value is None:  # used already, in a second click
        return
    fields: dict[str, Callable[[], None]] = {
        "unit": lambda: widget.put("describe-unit", value or ROW),
        "noun": lambda: widget.put("describe-noun", value),
        "rows": lambda: widget.put("describe-rows", value),
        "groups": lambda: widget.put("describe-groups", value),
        "neighbors": lambda: widget.put("describe-relation", value),
        "expected_rows": lambda: widget.put("describe-expected", value),
        "epsilon": lambda: _budget(value, proposed.pop("delta", None)),
        "delta": lambda: _delta(value),
    }
    try:
        fields[name]()
    except SchemaError as error:
        trouble(_KEPT, error)
        return
    widget.put(_KEPT, proposed)


def _budget(epsilon: float, delta: float | None) -> None:
    if delta is not None:
        _delta(delta)
    widget.put("describe-form", OWN)
    widget.put("describe-own-epsilon", float(epsilon))


def _delta(delta: float) -> None:
    """The largest delta of the form that is not above the proposed one. Raises SchemaError if there is none."""
    smaller = [(value, name) for name, value in DELTAS.items() if value is not None and value <= delta]
    if not smaller:
        raise SchemaError("This delta is smaller than those of the form.", "Choose a delta, or none, in the form.")
    widget.put("describe-delta", max(smaller)[1])
