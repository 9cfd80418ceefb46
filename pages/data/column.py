"""The description of one column: its kind, its public facts, how missing cells are treated."""

from __future__ import annotations

import datetime as dt
import re
from typing import Any, Literal, assert_never

import streamlit as st

import dpcore as dp
from dpcore.engine.rows import limits_of
from dpcore.engine.sql.physical import Physical
from dpcore.table.column import Column
from dpcore.table.dictionary import joined, line_of
from dpcore.table.dictionary_line import Line
from dpcore.table.value_list import quoted
from dpcore.text import Text
from pages.data.preset import OWN, PRESETS
from pages.ui.errors import act
from pages.ui.language import say
from pages.ui.markdown import plain
from pages.ui.session import session
from pages.ui.widget import kept, put, value

UNUSED = "not used"
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
_DROP, _STAND_IN = Text("is left out"), Text("counts as")
_MISSING, _OTHER = Text("is missing"), Text('counts as "other"')


def key_of(place: int, field: str) -> str:
    """The key of a column's field; by place, so that no column name is part of a key."""
    return f"describe-{place}-{field}"


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
        args=(place,),
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
        (_DROP, _STAND_IN),
        key=key_of(place, "missing"),
        default=_DROP,
        format_func=say,
    )
    if value(key_of(place, "missing")) != _DROP:
        kept(st.number_input, say("the number"), value=None, key=key_of(place, "stand-in"), format="%g")
    if top is not None:
        # vital
        st.caption(say("Values outside the bounds are set to the nearest bound."))


@act
def _preset(place: int) -> None:
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
        (_MISSING, _OTHER),
        format_func=say,
        key=key_of(place, "other"),
        default=_MISSING,
    )


def _date(place: int) -> None:
    low, high = st.columns(2)
    limits = {"min_value": dt.date(1, 1, 1), "max_value": dt.date(9999, 12, 31), "format": "YYYY-MM-DD", "value": None}
    with low:
        kept(st.date_input, say("first day"), key=key_of(place, "first"), **limits)
    with high:
        kept(st.date_input, say("last day"), key=key_of(place, "last"), **limits)
    st.caption(say("Dates outside this range count as missing."))


def kind_of(place: int) -> str:
    """The kind chosen for the column at this place."""
    return str(value(key_of(place, "kind"), UNUSED))


def declared(place: int, name: str) -> Column | None:
    """The column as declared; None where it is not used. Raises SchemaError naming the column."""
    try:
        return _declared(place, lambda field: value(key_of(place, field)))
    except dp.SchemaError as error:
        raise dp.SchemaError(
            Text("Column {name!r}: {message_}", name=name, message_=error.message), error.hint
        ) from None


def _declared(place: int, field: Any) -> Column | None:
    match kind_of(place):
        case "number":
            if field("low") is None or field("high") is None:
                raise dp.SchemaError(
                    "The lowest and the highest value are missing.", "Enter publicly known bounds, or choose a range."
                )
            stand_in: float | Literal["drop"] = "drop" if field("missing") in (None, _DROP) else field("stand-in")
            return dp.Number(field("low"), field("high"), integer=bool(field("whole")), missing=stand_in)
        case "category":
            text, exact = field("values") or "", field("exact") or ()
            values = exact if text == "\n".join(exact) else listed(text)
            return dp.Category(values, other=field("other") not in (None, _MISSING))
        case "yes or no":
            return dp.Flag()
        case "date":
            if field("first") is None or field("last") is None:
                raise dp.SchemaError("The first and the last day are missing.", "Enter what is publicly known.")
            return dp.Date(field("first"), field("last"))
        case "identifier":
            return dp.Identifier(as_written=bool(field("written")))
        case "text":
            return dp.Text()
    return None


def fill(place: int, column: Column | None) -> None:
    """From a callback: fill the fields of the column at this place."""
    fields: dict[str, Any] = {"preset": OWN}
    match column:
        case None:
            fields["kind"] = UNUSED
        case dp.Number(low, high, integer, missing):
            fields |= {"kind": "number", "low": float(low), "high": float(high), "whole": integer, "missing": _DROP}
            if missing != "drop":
                fields |= {"missing": _STAND_IN, "stand-in": float(missing)}
        case dp.Category(values, other):
            text = "\n".join(values)
            fields |= {"kind": "category", "values": text, "exact": values, "other": _OTHER if other else _MISSING}
        case dp.Date(low, high):
            fields |= {"kind": "date", "first": low, "last": high}
        case dp.Flag():
            fields["kind"] = "yes or no"
        case dp.Identifier(as_written):
            fields |= {"kind": "identifier", "written": as_written}
        case dp.Text():
            fields["kind"] = "text"
        case _:
            assert_never(column)
    for field, chosen in fields.items():
        put(key_of(place, field), chosen)


def line(place: int, name: str) -> Line:
    """The column for a data dictionary: as declared, or as far as it is filled in."""
    try:
        return line_of(name, declared(place, name))
    except dp.SchemaError:
        fields = {field: value(key_of(place, field)) for field in ("low", "high", "first", "last", "values")}
        low, high = (
            fields[number] if fields[number] is not None else fields[day]
            for number, day in (("low", "first"), ("high", "last"))
        )
        low, high = (
            "" if bound is None else f"{bound:.17g}" if isinstance(bound, float) else str(bound)
            for bound in (low, high)
        )
        kind = kind_of(place)
        ranged = kind in ("number", "date")
        values = joined(listed(fields["values"] or "")) if kind == "category" else ""
        return Line(name, kind, low if ranged else "", high if ranged else "", values)


def listed(text: str) -> tuple[str, ...]:
    """The values of a pasted list: one per line, or on a single line separated by commas, semicolons or tabs.

    On a single line, a value in quotation marks may contain commas.
    """
    if "\n" not in text.strip() and (values := quoted(text)) is not None:
        return values
    parts = text.splitlines() if "\n" in text.strip() else re.split(r"[,;\t]", text)
    return tuple(part.strip() for part in parts if part.strip())
