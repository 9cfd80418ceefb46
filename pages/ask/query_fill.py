"""Filling the form of a question with a question that is there: the inverse of `query_form.made`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dpcore.queries import Parameter, Query
from dpcore.table.column import Date, Number
from dpcore.table.condition import Condition
from dpcore.table.partition import Bins, Partition, Period
from dpcore.table.schema import Schema
from pages.ask import condition_form
from pages.ask.query_form import MOST_BINS, groupable
from pages.ui.session import session

_STATED = ("condition", "conditions", "columns", "several")


def fill(schema: Schema, query: Query, key: str) -> None:
    """From a callback: every field of the form of this key says what the question says."""
    session[f"{key}-kind"] = query.name
    key = f"{key}-{query.name}"
    for parameter in query.parameters:
        _parameter(schema, query, parameter, f"{key}-{parameter.name}", key)
    groups: tuple[Partition, ...] = getattr(query, "by", ())
    session[f"{key}-by"] = [_column(group) for group in groups]
    for group in groups:
        _group(group, f"{key}-by-{_column(group)}")
    _conditions(schema, query.where, f"{key}-where")


def begin(schema: Schema, kind: type[Query], said: Mapping[str, Any], key: str) -> None:
    """From a callback: the form asks for this kind. said: what is known of its parameters, `by` and `where`."""
    session[f"{key}-kind"] = kind.name
    form = f"{key}-{kind.name}"
    if said:  # nothing of an earlier question stays that this one does not say
        kept = tuple(f"{form}-{parameter.name}" for parameter in kind.parameters if parameter.kind in _STATED)
        for name in [name for name in session if str(name).startswith((*kept, f"{form}-by-"))]:
            del session[name]
    for parameter in kind.parameters:
        value = said.get(parameter.name)
        match parameter.kind:
            case _ if value is None:
                pass
            case "condition":
                condition_form.fill(schema, value, f"{form}-{parameter.name}")
            case "columns":
                session[f"{form}-{parameter.name}"] = [name for name in value if name in groupable(schema)]
            case _:
                session[f"{form}-{parameter.name}"] = value
    if said:
        session[f"{form}-by"] = list(said.get("by", ()))
        _conditions(schema, said.get("where", ()), f"{form}-where")


def _parameter(schema: Schema, query: Query, parameter: Parameter, key: str, form: str) -> None:
    value: Any = getattr(query, parameter.name, None)
    match parameter.kind:
        case "columns" | "several":
            session[key] = list(value)
        case "partition":
            session[key] = _column(value)
            _group(value, f"{key}-{_column(value)}")
        case "matrix":
            session[key] = "\n".join(", ".join(_written(entry) for entry in row) for row in value)
        case "condition":
            condition_form.fill(schema, value, key)
        case "conditions":
            _conditions(schema, value, key)
        case "real":
            of = str(getattr(query, parameter.of, "")) if parameter.of else ""
            low, high = parameter.ends(schema.columns.get(of))
            if value is None or ((low is None or low <= value) and (high is None or value <= high)):
                session[f"{key}{of}"] = None if value is None else float(value)
        case "numbers":
            session[key] = ", ".join(_written(entry) for entry in value)
        case "pairs":
            session[key] = "\n".join(", ".join(map(str, pair)) for pair in value)
        case "bins":
            _bins(schema, query, form)
        case "whole" if not parameter.low <= value <= parameter.high:
            pass  # a script may ask for what the form does not offer
        case _:
            session[key] = value


def _bins(schema: Schema, query: Any, key: str) -> None:
    match schema.columns[query.column]:
        case Number():
            edges = getattr(query, "edges", None)
            session[f"{key}-edges"] = ", ".join(_written(edge) for edge in edges) if edges else ""
            if (query_bins := getattr(query, "bins", None)) and query_bins <= MOST_BINS:
                session[f"{key}-bins-{query.column}"] = query_bins
        case Date():
            session[f"{key}-period"] = query.period


def _written(number: float) -> str:
    """A number that is read back as exactly this one."""
    return repr(float(number)).removesuffix(".0")


def _column(group: Partition) -> str:
    return group if isinstance(group, str) else group.column


def _group(group: Partition, key: str) -> None:
    match group:
        case Bins():
            session[f"{key}-edges"] = ", ".join(_written(edge) for edge in group.edges)
        case Period():
            session[f"{key}-period"] = group.every
        case _:
            session[f"{key}-edges"] = ""


def _conditions(schema: Schema, conditions: Sequence[Condition], key: str) -> None:
    session[key] = len(conditions)
    for place, condition in enumerate(conditions):
        condition_form.fill(schema, condition, f"{key}-{place}")
