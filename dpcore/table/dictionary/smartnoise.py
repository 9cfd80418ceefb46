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
from dpcore.table.dictionary.file_words import day_of, truth
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
_MARKS: Final = ("type", "private_id", "lower", "upper", "missing_value", "cardinality", "sensitivity", "nullable")
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
        line, doubts = Line(_bare(name), number=number), list[Text]()
        try:
            is_private = _is_true(column, "private_id", doubts)
            if is_private:
                private.append(line.column)
            line = _line(line, column, is_private, doubts)
        except DpError as error:
            problems.append(about(line, "smartnoise", sentences([error.message, error.hint])))
            if not line.column:  # its name is what is invalid
                continue
        problems += [about(line, "smartnoise", doubt) for doubt in doubts]
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
    if any(map(_is_column, _inner(data).values())) or any(
        option in data and not isinstance(data[option], dict) for option in _OPTIONS
    ):
        return [data]
    return [table for inner in data.values() for table in _tables(inner, depth - 1)] if depth else []


def _inner(table: Mapping[str, Any]) -> Mapping[str, Any]:
    """The mapping that has the columns of a table."""
    nested = table.get("columns")
    return nested if isinstance(nested, dict) and not _is_column(nested) else table


def _columns(table: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """The columns of a table: all mappings in it, also those without a type."""
    return {name: column for name, column in _inner(table).items() if isinstance(column, dict)}


def _is_column(value: Any) -> bool:
    """Whether a node looks like a column: it has a type or another single fact about a column."""
    return isinstance(value, dict) and any(isinstance(value.get(mark), str) for mark in _MARKS)


def _is_true(data: Mapping[str, Any], name: str, doubts: list[Text]) -> bool:
    """Whether a mark is set; a word that is neither true nor false is reported."""
    try:
        return truth(data.get(name), name)
    except SchemaError as error:
        doubts.append(sentences([error.message, error.hint]))
        return False


def _bare(name: str) -> str:
    """A column's name without the quotation marks by which SQL keeps its capitals."""
    quoted = len(name) > 2 and _QUOTES.get(name[0]) == name[-1]
    return name[1:-1] if quoted else name


def _unit(table: Mapping[str, Any], private: list[str]) -> tuple[str | None, list[Text]]:
    """The unit that a table proposes. Of two contradictory ones none: the weaker must not be chosen unseen."""
    doubts: list[Text] = []
    is_option = not isinstance(table.get("row_privacy"), dict)  # else a column of that name
    by_row = is_option and _is_true(table, "row_privacy", doubts)
    if by_row and private:
        return None, [Text("The file has both `row_privacy` and a `private_id`. Choose the unit that is protected.")]
    if len(private) > 1:
        return None, [
            Text("The file marks several columns as `private_id`: {columns}. A table has one.", columns=shown(private))
        ]
    return "" if by_row else private[0] if private else None, doubts


def _line(line: Line, column: Mapping[str, Any], is_private: bool, doubts: list[Text]) -> Line:
    """The line of a column. Raises SchemaError."""
    said = single(column.get("type"), "type").strip()
    kind = _KINDS.get(said.casefold(), said)
    notes = [f"{name} {single(column[name], name)}" for name in ("cardinality", "sensitivity") if name in column]
    line = replace(line, note=", ".join(notes))
    if is_private:
        return replace(line, kind="identifier")
    if not said:
        doubts.append(Text("The column has no `type`. Choose its kind here."))
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
