"""The fields of conditions on rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

import dpcore as dp
from dpcore.present.text.tidy import written
from dpcore.queries import Parameter
from dpcore.table.category import Category
from dpcore.table.column import Column, Date, Flag, Number
from dpcore.table.condition import Operator
from dpcore.table.schema import Schema
from pages.ui.errors import act
from pages.ui.language import say
from pages.ui.markdown import visible
from pages.ui.session import session

_OPERATORS: dict[type[Column], tuple[Operator, ...]] = {
    Number: (">=", "<=", ">", "<", "==", "!="),
    Date: (">=", "<=", ">", "<", "==", "!="),
    Category: ("in", "not in"),
    Flag: ("==",),
}
_EXACT = 2**53 - 1
"""The largest integer that a browser represents exactly."""


def askable(schema: Schema, accepts: tuple[type[Column], ...] = ()) -> list[str]:
    """Columns of these kinds."""
    kinds = accepts or (Number, Category, Flag, Date)
    return [name for name, column in schema.columns.items() if isinstance(column, kinds)]


def multiselect(
    label: str, options: Sequence[str], key: str, hint: str | None = None, most: int | None = None
) -> list[str]:
    return st.multiselect(
        label,
        options,
        format_func=visible,
        help=hint,
        key=key,
        max_selections=most,
        placeholder=say("Choose one or more"),
    )


def conditions(schema: Schema, key: str) -> list[dp.Condition | None]:
    """Draws any number of filters, combined by and; None for an unfinished one."""
    rows = [condition(schema, f"{key}-{place}", say("Filter")) for place in range(session.get(key, 0))]
    with st.container(horizontal=True):
        st.button(say("Add filter"), icon=":material/filter_alt:", key=f"{key}-more", on_click=_count, args=(key, 1))
        if rows:
            st.button(say("Remove filter"), key=f"{key}-less", on_click=_count, args=(key, -1))
    return rows


def several(schema: Schema, parameter: Parameter, key: str) -> list[dp.Condition | None]:
    """Draws the conditions of a question; None for an unfinished one."""
    least, most = int(parameter.low), int(parameter.high)
    st.caption(say(parameter.help))
    count = max(least, session.get(key, least))
    rows = [condition(schema, f"{key}-{place}", say("Condition {number}", number=place + 1)) for place in range(count)]
    with st.container(horizontal=True):
        if count < most:
            st.button(say("Add condition"), key=f"{key}-more", on_click=_count, args=(key, 1, least))
        if count > least:
            st.button(say("Remove condition"), key=f"{key}-less", on_click=_count, args=(key, -1, least))
    return rows


@act
def _count(key: str, step: int, least: int = 0) -> None:
    session[key] = max(least, session.get(key, least) + step)


def condition(schema: Schema, key: str, label: str) -> dp.Condition | None:
    """A column, a comparison, a public value."""
    left, middle, right = st.columns([3, 2, 4], vertical_alignment="bottom")
    name = left.selectbox(label, askable(schema), format_func=visible, key=f"{key}-column")
    column = schema.columns.get(name or "")
    if column is None:
        return None
    operators = _OPERATORS[type(column)]
    operator = middle.selectbox(
        say("is"), operators, format_func=_compared, key=f"{key}-operator-{type(column).__name__}"
    )
    with right:
        value = _value(column, f"{key}-value-{name}")
    return None if value is None or value == [] else dp.Condition(name, operator, value)


_SAME: dict[str, Operator] = {"==": "in", "!=": "not in"}


def fill(schema: Schema, asked: dp.Condition, key: str) -> None:
    """From a callback: the fields of this key say what a condition says; what no field can say is left to choose."""
    column = schema.columns[asked.column]
    value: Any = asked.value
    operator = asked.op
    match column:
        case Number(low, high, integer):
            fits = low <= value <= high and not (integer and value % 1)
            value = (int(value) if integer else float(value)) if fits else None
        case Date(low, high):
            value = value if low <= value <= high else None
        case Category():
            operator = _SAME.get(operator, operator)
            value = [each for each in (value if isinstance(value, tuple) else (value,)) if each in column.keys]
        case Flag():
            value = value if operator == "==" else not value
            operator = "=="
    session[f"{key}-column"] = asked.column
    session[f"{key}-operator-{type(column).__name__}"] = operator
    session[f"{key}-value-{asked.column}"] = value


def _compared(operator: Operator) -> str:
    return {"in": say("in"), "not in": say("not in")}.get(operator, operator)


def _value(column: Column, key: str) -> Any:
    match column:
        case Number(low, high, integer):
            kind = int if integer else float
            least, most = (kind(min(max(end, -_EXACT), _EXACT)) for end in (low, high))
            return st.number_input(say("Value"), least, most, None, key=key)
        case Date(low, high):
            return st.date_input(say("Value"), None, low, high, format="YYYY-MM-DD", key=key)
        case Category():
            return multiselect(say("Values"), column.keys, key)
        case Flag():
            return st.selectbox(say("Value"), (True, False), format_func=lambda value: say(written(value)), key=key)
    return None
