"""Rows that a reader types for a model to predict: values separated by commas, rows by semicolons or line breaks.

A value in quotation marks may have any of them in it, and a quotation mark that is doubled.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Any

from dpcore.errors import QueryError
from dpcore.number import shown
from dpcore.table.category import Category
from dpcore.table.column import Flag, Number
from dpcore.table.schema import Schema
from dpcore.text import Text, joined

MOST_ROWS = 20
_LISTED = 4  # values of a category in a help text
_NAMED = re.compile(r"(.*\S)\s*[:=]\s*([^:=]*)")
_NUMBER = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?")
# A value, and what ends it: a comma, or the end of a row. After one in quotation marks stands at most : or = and a
# number. A quotation mark within a value without them is a letter.
_VALUE = re.compile(
    r'[^\S\r\n]*"(?P<quoted>(?:[^"]|"")*)"(?P<after>[^\S\r\n]*(?:[:=][^",;\r\n]*)?)(?P<end>[,;\r\n]|\Z)'
    r"|(?P<bare>[^,;\r\n]*)(?P<stop>[,;\r\n]|\Z)"
)
_TRUE, _FALSE = ("yes", "true", "t", "y", "1"), ("no", "false", "f", "n", "0")


def rows(text: str, names: Sequence[str], schema: Schema, longest: int) -> dict[str, list[Any]]:
    """The columns of the rows in a text. Raises QueryError."""
    found: dict[str, list[Any]] = {name: [] for name in names}
    for cells in _rows(text, longest):
        if len(cells) != len(names):
            raise QueryError(
                "A row needs {count} values, separated by commas: {names}.", count=len(names), names=", ".join(names)
            )
        for name, cell in zip(names, cells, strict=True):
            found[name].append(_read(cell, name, schema))
    return found


def named(text: str, schema: Schema, longest: int) -> dict[str, list[Any]]:
    """The columns of rows in which each value follows its name, as in "A: 5, B: 3"; None where there is none.

    Raises QueryError.
    """
    rows = _rows(text, longest)
    found: dict[str, list[Any]] = {}
    for place, cells in enumerate(rows):
        for cell in cells:
            parts = _NAMED.fullmatch(cell)
            name, value = parts.groups() if parts else ("", "")
            if name not in schema.columns:
                raise QueryError(
                    "{cell} is not a name and a number.", "For example {example}.",
                    cell=shown(cell), example=some(schema),
                )  # fmt: skip
            column = found.setdefault(name, [None] * len(rows))
            if column[place] is not None:
                raise QueryError("{name} has two numbers in one row.", "Keep one of them.", name=shown(name))
            column[place] = _read(value.strip(), name, schema)
    return found


def number(word: str) -> float:
    """The finite number in a typed word. Raises QueryError."""
    plain = word.replace("−", "-")
    found = float(plain) if _NUMBER.fullmatch(plain) else math.nan
    if not math.isfinite(found):
        raise QueryError("{word} is not a number.", "Type numbers with a decimal point: 0.5, 12.", word=shown(word))
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


def _rows(text: str, longest: int) -> list[list[str]]:
    """The cells of each row that is not blank, without surrounding blanks. Raises QueryError."""
    rows: list[list[str]] = [[]]
    start, end = 0, ","
    while end and len(text) <= longest:
        read = _VALUE.match(text, start)
        assert read is not None  # its second half fits everywhere
        quoted, bare = read["quoted"], read["bare"]
        if bare is not None and bare.lstrip().startswith('"'):
            raise QueryError(
                "{cell} has a quotation mark that is not closed or not doubled.",
                "Correct its quotation marks.",
                cell=shown(bare.strip()),
            )
        cell = bare if quoted is None else quoted.replace('""', '"') + read["after"]
        rows[-1].append(cell.strip())
        start, end = read.end(), read["end"] or read["stop"] or ""
        if end not in ("", ","):
            rows.append([])
    found = [cells for cells in rows if any(cells) or len(cells) > 1]
    if not 1 <= len(found) <= MOST_ROWS or len(text) > longest:
        raise QueryError("Type 1 to {most} rows, separated by semicolons.", most=MOST_ROWS)
    return found


def _read(cell: str, name: str, schema: Schema) -> Any:
    """A value as the column has it. Raises QueryError."""
    match schema.columns[name]:
        case Number():
            return number(cell)
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
