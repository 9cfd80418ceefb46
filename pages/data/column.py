"""The description of one column: its kind, its public facts, how missing cells are treated."""

from __future__ import annotations

import datetime as dt

import streamlit as st

from dpcore.engine.rows import limits_of
from dpcore.engine.sql.physical import Physical
from dpcore.text import Text
from pages.data.column_value import DROP, MISSING, OTHER, STAND_IN, UNUSED, key_of
from pages.data.preset import OWN, PRESETS
from pages.ui.errors import act
from pages.ui.language import say
from pages.ui.markdown import plain
from pages.ui.session import resent, session
from pages.ui.widget import kept, put, value

TYPES: dict[str, Text] = {
    text: text for text in (Text("text"), Text("number"), Text("date"), Text("flag"), Text("other"))
}
"""The words of `dpcore.engine.sql.physical`."""
KINDS = {
    UNUSED: Text("not used"),
    "number": Text("number"),
    "category": Text("category"),
    "yes or no": Text("yes or no"),
    "date": Text("date"),
    "identifier": Text("identifier"),
    "text": Text("text"),
}


def card(place: int, name: str, kind_in_file: str, database: str = "") -> None:
    """Draws one column's description. database: the one that reads it, if it cannot compare forms of Unicode."""
    with st.container(border=True):
        left, right = st.columns([1, 2])
        with left:
            st.markdown(f"**{plain(name)}**")
            st.caption(say("Type in the file: {type}", type=TYPES[kind_in_file]))
            kind = kept(
                st.selectbox,
                say("Kind"),
                list(KINDS),
                format_func=lambda kind: say(KINDS[kind]),
                key=key_of(place, "kind"),
                default=UNUSED,
                label_visibility="collapsed",
            )
        with right:
            match kind:
                case "number":
                    _number(place)
                case "category":
                    _category(place)
                case "date":
                    _date(place)
                case "yes or no":
                    st.caption(
                        say(
                            "Read as yes or no: true, t, yes, y, 1 and false, f, no, n, 0. "
                            "Anything else counts as missing."
                        )
                    )
                case "identifier":
                    # vital
                    st.caption(say("Identifies whose data are protected. It cannot be asked about or shown."))
                    _identifier(place)
                    # a number may be stored as floating point
                    kind_stored: Physical = "text" if kind_in_file == "text" else "float"
                    for limit in limits_of(name, kind_stored, database) if kind_in_file in ("text", "number") else ():
                        st.caption(plain(limit, 500))
                case "text":
                    st.caption(say("Free text cannot be asked about."))


def _identifier(place: int) -> None:
    about = say("Otherwise numbers are compared by value: 7, 007 and 7.0 are one person.")
    kept(st.checkbox, say("as written"), key=key_of(place, "written"), default=False, help=about)


def _number(place: int) -> None:
    kept(
        st.selectbox,
        say("Publicly known"),
        (OWN, *PRESETS),
        format_func=say,
        key=key_of(place, "preset"),
        default=OWN,
        on_change=_preset,
        args=(place, value(key_of(place, "preset"), OWN)),
    )
    low, high = st.columns(2)
    with low:
        kept(st.number_input, say("from"), value=None, key=key_of(place, "low"), format="%g")
    with high:
        top = kept(st.number_input, say("to"), value=None, key=key_of(place, "high"), format="%g")
    kept(st.checkbox, say("whole numbers"), key=key_of(place, "whole"), default=False)
    kept(
        st.selectbox,
        say("Missing values"),
        (DROP, STAND_IN),
        key=key_of(place, "missing"),
        default=DROP,
        format_func=say,
    )
    if value(key_of(place, "missing")) != DROP:
        kept(st.number_input, say("the number"), value=None, key=key_of(place, "stand-in"), format="%g")
    if top is not None:
        # vital
        st.caption(say("Values outside the bounds are set to the nearest bound."))


@act
def _preset(place: int, drawn: str) -> None:
    if resent(key_of(place, "preset"), drawn):
        return
    low, high, whole = PRESETS.get(session[key_of(place, "preset")], (None, None, False))
    if low is not None:
        put(key_of(place, "low"), float(low))
        put(key_of(place, "high"), float(high or 0))
        put(key_of(place, "whole"), whole)


def _category(place: int) -> None:
    kept(
        st.text_area,
        say("Public values: paste a list, one per line or separated by commas"),
        key=key_of(place, "values"),
        default="",
        height=110,
    )
    kept(
        st.selectbox,
        say("A value not listed"),
        (MISSING, OTHER),
        format_func=say,
        key=key_of(place, "other"),
        default=MISSING,
    )


def _date(place: int) -> None:
    low, high = st.columns(2)
    limits = {"min_value": dt.date(1, 1, 1), "max_value": dt.date(9999, 12, 31), "format": "YYYY-MM-DD", "value": None}
    with low:
        kept(st.date_input, say("first day"), key=key_of(place, "first"), **limits)
    with high:
        kept(st.date_input, say("last day"), key=key_of(place, "last"), **limits)
    st.caption(say("Dates outside this range count as missing."))
