"""Plans, questions and declarations as Python source that makes equal objects; names from people are literals.

`repr` escapes characters that do not print (line breaks, control characters, direction marks), so that any name of a
column or category stays inside its quotes.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from typing import Any

from dpcore.budget.budget import Portfolio
from dpcore.errors import QueryError
from dpcore.number import shown
from dpcore.plan.plan import Plan
from dpcore.table.column import Number, Unbounded
from dpcore.table.schema import Schema

WIDTH = 110


def source(value: Any, indent: str = "") -> str:
    """Python source of a value, given `import datetime` and `import dpcore as dp`; lines after the first are indented.

    Raises QueryError for a value without source.
    """
    match value:
        case None | bool() | str():
            return repr(value)
        case dt.date():
            return f"datetime.date({value.year}, {value.month}, {value.day})"
        case int():
            return repr(int(value))
        case tuple() | list():
            return _block("[", [source(item, indent + "    ") for item in value], "]", indent)
        case Mapping():
            pairs = [f"{name!r}: {source(item, indent + '    ')}" for name, item in value.items()]
            return _block("{", pairs, "}", indent)
        case Plan():
            extra = {name: getattr(value, name) for name in ("mu", "epsilon", "slot")}
            return _call("Plan", [value.asks], {name: item for name, item in extra.items() if item is not None}, indent)
        case Schema():
            return f"dp.Schema({source(value.columns, indent)})"
        case Unbounded(integer):
            return "dp.Number(integer=True)" if integer else "dp.Number()"
        case Number(low, high):
            rest = {"integer": value.integer or None, "missing": None if value.missing == "drop" else value.missing}
            return _call("Number", [low, high], {name: item for name, item in rest.items() if item is not None}, indent)
        case Portfolio():  # with its share for failures also where that is the default
            others = {} if value.renyi == 0 else {"renyi": value.renyi, "order": value.order}
            named = {name: item for name, item in others.items() if item is not None}
            return _call("Portfolio", [], {**named, "failure": value.failure}, indent)
        case _ if is_dataclass(value):
            return _object(value, indent)
        case _ if hasattr(value, "__float__"):
            return repr(float(value))
        case _:
            raise QueryError(
                "{value} cannot be written as a script.", "Use plain numbers, texts and dates.", value=shown(value)
            )


def _object(value: Any, indent: str) -> str:
    """A constructor call: required fields by position; fields that differ from their default by keyword."""
    needed = [getattr(value, field.name) for field in fields(value) if field.default is MISSING]
    named = {field.name: getattr(value, field.name) for field in fields(value) if field.default is not MISSING}
    defaults = {field.name: field.default for field in fields(value)}
    changed = {name: item for name, item in named.items() if item is not None and item != defaults[name]}
    return _call(type(value).__name__, needed, changed, indent)


def _call(name: str, needed: list[Any], named: Mapping[str, Any], indent: str) -> str:
    inner = indent + "    "
    parts = [source(item, inner) for item in needed]
    parts += [f"{key}={source(item, inner)}" for key, item in named.items()]
    return _block(f"dp.{name}(", parts, ")", indent)


def _block(opening: str, parts: list[str], closing: str, indent: str) -> str:
    """One line if it fits, else one line per part."""
    line = f"{opening}{', '.join(parts)}{closing}"
    if len(indent) + len(line) <= WIDTH and "\n" not in line:
        return line
    inner = indent + "    "
    return f"{opening}\n" + "".join(f"{inner}{part},\n" for part in parts) + f"{indent}{closing}"
