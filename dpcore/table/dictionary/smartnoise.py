"""The metadata of SmartNoise SQL: a YAML file with database, schema, table and columns.

    "":
      clinic:
        visits:
          max_ids: 5
          patient: {private_id: True, type: string}
          age: {type: int, lower: 0, upper: 120}

The columns may be under the key `columns`. Options that decide how SmartNoise answers (censor_dims, clamp_counts,
sample_max_ids) describe no table and are ignored.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from dpcore.errors import DpError, SchemaError
from dpcore.number import shown
from dpcore.table.dictionary.dictionary_kind import UNUSED
from dpcore.table.dictionary.dictionary_line import Line
from dpcore.table.dictionary.frictionless import day_of
from dpcore.table.dictionary.json_tree import single, texts
from dpcore.table.dictionary.sheet import Sheet, about, check_count, compose
from dpcore.table.value_list import Commas, joined
from dpcore.text import Text
from dpcore.text import joined as sentences

_OPTIONS: Final = ("max_ids", "row_privacy", "rows", "sample_max_ids", "censor_dims", "clamp_counts", "clamp_columns")
_DEEPEST_TABLE: Final = 3
_KINDS: Final[Mapping[str, str]] = {
    "int": "whole number",
    "float": "number",
    "string": "text",
    "boolean": "yes or no",
    "datetime": "date",
    "unknown": UNUSED,
    "": UNUSED,
}
_TRUE: Final = ("true", "yes", "on", "y")
_QUOTES: Final = {'"': '"', "`": "`", "[": "]"}


def read_smartnoise(data: Any, commas: Commas) -> Sheet:
    """The sheet of the only table in such metadata. Raises SchemaError."""
    tables = _tables(data, _DEEPEST_TABLE)
    if not tables:
        raise SchemaError(
            "This YAML file describes no table in the form of SmartNoise SQL.",
            "It has a database, in it a schema, in it a table, and in that the columns, each with a type.",
        )
    if len(tables) > 1:
        raise SchemaError("This metadata describes {count} tables.", "Keep one of them in the file.", count=len(tables))
    (table,) = tables
    columns = _columns(table)
    check_count(len(columns))
    lines: list[Line] = []
    problems: list[str] = []
    private = []
    for number, (name, column) in enumerate(columns.items(), 1):
        line = Line(_bare(name), number=number)
        try:
            if _is_true(column.get("private_id")):
                private.append(line.column)
            line = _line(line, column)
        except DpError as error:
            problems.append(about(line, "smartnoise", sentences([error.message, error.hint])))
            if not line.column:  # its name is what is invalid
                continue
        lines.append(line)
    unit, problem = _unit(table, private)
    # a mapping is a column of that name
    options = {name: value for name, value in table.items() if not isinstance(value, dict)}
    proposals = {"unit": unit, "rows": options.get("max_ids"), "expected_rows": options.get("rows")}
    return compose(lines, [*problems, *problem], "smartnoise", commas, proposals)


def _tables(data: Any, depth: int) -> list[Mapping[str, Any]]:
    """The tables at or below a node: mappings that have columns or options of a table."""
    if not isinstance(data, dict):
        return []
    if _columns(data) or any(option in data and not isinstance(data[option], dict) for option in _OPTIONS):
        return [data]
    return [table for inner in data.values() for table in _tables(inner, depth - 1)] if depth else []


def _columns(table: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """The columns of a table: mappings with a single type."""
    nested = table.get("columns")
    inner = nested if isinstance(nested, dict) and not _is_column(nested) else table
    return {name: column for name, column in inner.items() if _is_column(column)}


def _is_column(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("type"), str)


def _is_true(value: Any) -> bool:
    return isinstance(value, str) and value.casefold() in _TRUE


def _bare(name: str) -> str:
    """A column's name without the quotation marks by which SQL keeps its capitals."""
    quoted = len(name) > 2 and _QUOTES.get(name[0]) == name[-1]
    return name[1:-1] if quoted else name


def _unit(table: Mapping[str, Any], private: list[str]) -> tuple[str | None, list[Text]]:
    """The unit that a table proposes. Of two contradictory ones none: the weaker must not be chosen unseen."""
    by_row = _is_true(table.get("row_privacy"))
    if by_row and private:
        return None, [Text("The file has both `row_privacy` and a `private_id`. Choose the unit that is protected.")]
    if len(private) > 1:
        return None, [
            Text("The file marks several columns as `private_id`: {columns}. A table has one.", columns=shown(private))
        ]
    return "" if by_row else private[0] if private else None, []


def _line(line: Line, column: Mapping[str, Any]) -> Line:
    """The line of a column. Raises SchemaError."""
    said = column["type"].strip()
    kind = _KINDS.get(said.casefold(), said)
    notes = [f"{name} {single(column[name], name)}" for name in ("cardinality", "sensitivity") if name in column]
    line = replace(line, note=", ".join(notes))
    if _is_true(column.get("private_id")):
        return replace(line, kind="identifier")
    low, high = (single(column.get(name), name) for name in ("lower", "upper"))
    missing = single(column.get("missing_value"), "missing_value")
    listed = column.get("categories", column.get("values"))
    if listed is not None and kind != "yes or no":
        return replace(line, kind="category", values=joined(texts(listed, "categories")), missing=missing)
    if kind == "date":
        low, high = day_of(low), day_of(high)
    if kind in ("text", UNUSED):
        low = high = missing = ""
    return replace(line, kind=kind, low=low, high=high, missing=missing)
