"""Rows that a reader types for a model to predict: values separated by commas, rows by semicolons."""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from typing import Any

from dpcore.errors import QueryError
from dpcore.number import shown
from dpcore.table.column import Category, Flag, Number
from dpcore.table.schema import Schema
from dpcore.text import Text, joined

MOST_ROWS = 20
_LISTED = 4  # values of a category in a help text
_NAMED = re.compile(r"(.*\S)\s*[:=]\s*([^:=]*)")
_TRUE, _FALSE = ("yes", "true", "t", "y", "1"), ("no", "false", "f", "n", "0")


def rows(text: str, names: Sequence[str], schema: Schema, longest: int) -> dict[str, list[Any]]:
    """The columns of the rows in a text. Raises QueryError."""
    lines = _lines(text, longest)
    found: dict[str, list[Any]] = {name: [] for name in names}
    for cells in csv.reader(lines, skipinitialspace=True):
        if len(cells) != len(names):
            raise QueryError(
                "A row needs {count} values, separated by commas: {names}.", count=len(names), names=", ".join(names)
            )
        for name, cell in zip(names, cells, strict=True):
            found[name].append(_read(cell.strip(), name, schema))
    return found


def named(text: str, schema: Schema, longest: int) -> dict[str, list[Any]]:
    """The columns of rows in which each value follows its name, as in "A: 5, B: 3"; None where there is none.

    Raises QueryError.
    """
    lines = _lines(text, longest)
    found: dict[str, list[Any]] = {}
    for place, cells in enumerate(csv.reader(lines, skipinitialspace=True)):
        for cell in cells:
            parts = _NAMED.fullmatch(cell.strip())
            name, value = parts.groups() if parts else ("", "")
            if name not in schema.columns:
                raise QueryError(
                    "{cell} is not a name and a number.", "For example {example}.",
                    cell=shown(cell), example=some(schema),
                )  # fmt: skip
            found.setdefault(name, [None] * len(lines))[place] = _read(value, name, schema)
    return found


def some(schema: Schema) -> str:
    """A row of values with names as it can be typed."""
    columns = {name: column for name, column in schema.columns.items() if isinstance(column, Number)}
    middles = [(name, (float(column.low) + float(column.high)) / 2) for name, column in columns.items()]
    return ", ".join(f"{name}: {middle:.6g}" for name, middle in middles[:2])


def each_named(schema: Schema) -> Text:
    """What can be typed for values with names."""
    column = next(iter(schema.columns.values()))
    assert isinstance(column, Number)
    return Text(
        "Up to {most} rows, separated by semicolons. Each has some names, each with a number from {low} to {high}: "
        "{example}.",
        most=MOST_ROWS,
        low=f"{column.low:,.12g}",
        high=f"{column.high:,.12g}",
        example=some(schema),
    )


def _lines(text: str, longest: int) -> list[str]:
    """The rows of a text. Raises QueryError."""
    lines = [line for line in text.replace("\n", ";").split(";") if line.strip()]
    if not 1 <= len(lines) <= MOST_ROWS or len(text) > longest:
        raise QueryError("Type 1 to {most} rows, separated by semicolons.", most=MOST_ROWS)
    return lines


def _read(cell: str, name: str, schema: Schema) -> Any:
    """A value as the column has it. Raises QueryError."""
    match schema.columns[name]:
        case Number():
            try:
                return float(cell.replace("−", "-"))
            except ValueError:
                raise QueryError(
                    "{word} is not a number.", "Type numbers with a decimal point: 0.5, 12.", word=shown(cell)
                ) from None
        case Flag():
            if cell.lower() not in (*_TRUE, *_FALSE):
                raise QueryError("{name} is yes or no. Got {value}.", name=shown(name), value=shown(cell))
            return cell.lower() in _TRUE
    return cell


def example(names: Sequence[str], schema: Schema) -> str:
    """A row as it can be typed."""
    found = []
    for name in names:
        match schema.columns[name]:
            case Number(low, high, integer):
                middle = (float(low) + float(high)) / 2
                found.append(f"{round(middle) if integer else middle:.6g}")
            case Flag():
                found.append("yes")
            case Category(values):
                found.append(f'"{values[0]}"' if set(values[0]) & set(',;"') else values[0])
    return ", ".join(found)


def accepted(names: Sequence[str], schema: Schema) -> Text:
    """What can be typed for each column."""
    found = []
    for name in names:
        match schema.columns[name]:
            case Number(low, high):
                ends = {"low": f"{low:,.12g}", "high": f"{high:,.12g}"}
                found.append(Text("{column} from {low} to {high}", column=name, **ends))
            case Flag():
                found.append(Text("{column} yes or no", column=name))
            case Category(values):
                some = ", ".join(values[:_LISTED]) + (", …" if len(values) > _LISTED else "")
                found.append(Text("{column} one of {values}", column=name, values=some))
    return Text(
        "Up to {most} rows, separated by semicolons. Each has {columns}, separated by commas.",
        most=MOST_ROWS,
        columns=joined(found, ", "),
    )
