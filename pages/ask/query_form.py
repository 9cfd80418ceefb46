"""The form of a question, derived from what the question declares: its parameters, and the table's schema."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any

import streamlit as st

import dpcore as dp
from dpcore.queries import QUERIES, Parameter, Query
from dpcore.queries.question.base import of_all_rows
from dpcore.queries.question.key import MAX_INTEGER_KEYS, PERIODS
from dpcore.table.category import Category
from dpcore.table.column import Column, Date, Flag, Number
from dpcore.table.partition import Partition
from dpcore.table.schema import Schema
from pages.ask import pair_list
from pages.ask.condition_form import askable, condition, conditions, multiselect, several
from pages.ui.language import say
from pages.ui.markdown import visible
from pages.ui.plan.starter import bins
from pages.ui.session import session

KINDS = {query.name: query for query in QUERIES}
MOST_BINS = 10_000
USUAL_PERIOD = list(PERIODS)[2]


def start(key: str, value: Any) -> str:
    """The key of a field, which has this value until it is edited; a question to be edited sets another before."""
    if key not in session:
        session[key] = value
    return key


def question(schema: Schema, key: str) -> tuple[type[Query], dict[str, Any]]:
    """Draws the form; returns the kind of question and the values so far, which are checked by `made`."""
    kind = KINDS[
        st.selectbox(say("Question"), list(KINDS), format_func=lambda name: say(KINDS[name].title), key=f"{key}-kind")
    ]
    st.caption(say(kind.help))
    key = f"{key}-{kind.name}"
    values: dict[str, Any] = {}
    for parameter in kind.parameters:
        if parameter.used(values):
            values |= _parameter(schema, parameter, key, values)
    values["where"] = []
    if of_all_rows(kind, values):  # neither groups nor filters are possible
        return kind, values
    named = {field.name for field in fields(kind)}  # type: ignore[arg-type]
    if "by" in named and (columns := askable(schema)):
        chosen = st.multiselect(
            say("Group by"), columns, format_func=visible, key=f"{key}-by", placeholder=say("no grouping")
        )
        values["by"] = [_group(schema, name, f"{key}-by-{name}") for name in chosen]
    values["where"] = conditions(schema, f"{key}-where")
    return kind, values


def made(kind: type[Query], values: dict[str, Any], schema: Schema) -> Query:
    """The entered question, checked against the schema. Raises QueryError."""
    drawn = [parameter for parameter in kind.parameters if parameter.used(values)]
    needed = [values[parameter.name] for parameter in drawn if parameter.kind in ("condition", "column")]
    needed += [values[parameter.name]() for parameter in drawn if parameter.kind == "partition"]
    if None in values["where"] or None in needed:
        raise dp.QueryError("A choice is missing.", "Choose a value for each filter, or press “Remove filter”.")
    if None in values.get("conditions", ()):
        raise dp.QueryError("A choice is missing.", "Choose a value for each condition, or remove the condition.")
    by = {"by": [part() for part in values["by"]]} if "by" in values else {}
    parts = {each.name: values[each.name]() for each in drawn if each.kind in ("partition", "pairs")}
    return kind(**(values | by | parts)).bind(schema)


def groupable(schema: Schema) -> list[str]:
    """Columns with few enough public values to group by."""
    return [name for name, column in schema.columns.items() if _short(column)]


def _short(column: Column) -> bool:
    if isinstance(column, Number):
        return column.integer and column.high - column.low < MAX_INTEGER_KEYS
    return isinstance(column, Category | Flag)


def _parameter(schema: Schema, parameter: Parameter, key: str, values: dict[str, Any]) -> dict[str, Any]:
    name, label, hint = parameter.name, say(parameter.called), say(parameter.help)
    match parameter.kind:
        case "column":
            options = [column for column in askable(schema, parameter.accepts) if column != values.get(parameter.of)]
            return {name: st.selectbox(label, options, format_func=visible, help=hint, key=f"{key}-{name}")}
        case "columns":
            options = [column for column in groupable(schema) if column in askable(schema, parameter.accepts)]
            return {name: multiselect(label, options, f"{key}-{name}", hint)}
        case "several":
            taken, most = {values.get(other) for other in parameter.of.split(",")}, int(parameter.high) or None
            options = [column for column in askable(schema, parameter.accepts) if column not in taken]
            return {name: multiselect(label, options, f"{key}-{name}", hint, most)}
        case "partition":
            options = askable(schema, parameter.accepts)
            column = st.selectbox(label, options, format_func=visible, help=hint, key=f"{key}-{name}")
            return {name: _group(schema, column, f"{key}-{name}-{column}")}
        case "matrix":
            typed = "1, 0.5\n0.5, 1" if parameter.of else "1, 1, 0\n0, 1, 1"
            text = st.text_area(label, help=hint, key=f"{key}-{name}", placeholder=typed)
            lines = text.replace(";", "\n").splitlines()
            return {name: [_numbers(line) for line in lines if line.strip()]}
        case "condition":
            return {name: condition(schema, f"{key}-{name}", label)}
        case "conditions":
            return {name: several(schema, parameter, f"{key}-{name}")}
        case "whole":
            least, most, usual = (int(end) for end in (parameter.low, parameter.high, parameter.default))
            return {name: st.number_input(label, least, most, help=hint, key=start(f"{key}-{name}", usual))}
        case "real":
            of = str(values.get(parameter.of, ""))  # other ends, another field
            ends = parameter.ends(schema.columns.get(of))
            if parameter.optional:
                return {name: st.number_input(label, *ends, None, format="%g", help=hint, key=f"{key}-{name}{of}")}
            field = start(f"{key}-{name}{of}", float(parameter.default))
            return {name: st.number_input(label, *ends, format="%g", help=hint, key=field)}
        case "choice":
            titles = {value: say(text) for value, text in parameter.choices}
            return {name: st.selectbox(label, titles, format_func=titles.__getitem__, help=hint, key=f"{key}-{name}")}
        case "flag":
            return {name: st.checkbox(label, help=hint, key=start(f"{key}-{name}", bool(parameter.default)))}
        case "numbers":
            listed = ", ".join(f"{value:g}" for value in parameter.usual)
            return {name: _numbers(st.text_input(label, help=hint, key=start(f"{key}-{name}", listed)))}
        case "pairs":
            known = {key for column in values[parameter.of] for key in getattr(schema.columns[column], "keys", ())}
            return {name: pair_list.field(label, hint, f"{key}-{name}", known)}
        case "bins":
            return _bins(schema, values.get("column"), key)


def _group(schema: Schema, name: str, key: str) -> Callable[[], Partition]:
    """Draws how a chosen column is grouped; the groups are checked when the question is made."""
    match schema.columns.get(name):
        case Number():
            text = st.text_input(
                say("Groups of {column} by edges", column=visible(name)),
                key=f"{key}-edges",
                placeholder="0, 18, 65, 120",
                help=say(
                    "Each group begins at an edge, and the last one includes its end. Empty: single whole numbers."
                ),
            )
            if text.strip():
                return lambda: dp.Bins(name, tuple(_numbers(text)))
        case Date():
            every = st.selectbox(
                say("Period of {column}", column=visible(name)),
                list(PERIODS),
                format_func=lambda period: say(PERIODS[period]),
                key=start(f"{key}-period", USUAL_PERIOD),
            )
            return lambda: dp.Period(name, every)
    return lambda: name


def _bins(schema: Schema, name: str | None, key: str) -> dict[str, Any]:
    match schema.columns.get(name or ""):
        case Number():
            edges = st.text_input(
                say("Bin edges (optional, replaces even bins)"), key=f"{key}-edges", placeholder="0, 18, 65, 120"
            )
            if edges.strip():
                return {"edges": _numbers(edges)}
            value = bins(schema, name or "")
            help_ = say(
                "Bins of whole numbers each cover the same number of values; the nearest possible number of bins "
                "is used."
            )
            field = start(f"{key}-bins-{name}", value)
            return {"bins": st.number_input(say("Bins"), 1, MOST_BINS, key=field, help=help_)}
        case Date():
            return {
                "period": st.selectbox(
                    say("Period"),
                    list(PERIODS),
                    format_func=lambda name: say(PERIODS[name]),
                    key=start(f"{key}-period", USUAL_PERIOD),
                )
            }
        case _:
            return {}


def _numbers(text: str) -> list[Any]:
    """The entered parts, as numbers if possible; the question refuses the others."""
    numbers: list[Any] = []
    for part in text.replace(";", ",").split(","):
        try:
            numbers.append(float(part))
        except ValueError:
            numbers.append(part.strip())
    return numbers
