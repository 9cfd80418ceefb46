"""A sheet as metadata of CSV on the Web, with the privacy terms of CSVW-EO."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from dpcore.table.dictionary.csvw_term import CSVW
from dpcore.table.dictionary.dictionary_line import Line
from dpcore.table.dictionary.frictionless_write import plain_line
from dpcore.table.dictionary.json_tree import TABLE_KEYS, number_of, raw_cells, write_json
from dpcore.table.dictionary.sheet import Sheet
from dpcore.table.dictionary.stated_format import to_csvw
from dpcore.table.value_list import split


def write_csvw(sheet: Sheet) -> bytes:
    """The sheet as metadata of CSV on the Web; `open_sheet` reads it back."""
    # the terms of CSVW-EO without a prefix, as its own programs write and read them
    table: dict[str, Any] = {"@context": CSVW, "@type": "Table"}
    proposals = sheet.proposals
    if sheet.unit:
        table["privacyUnit"] = proposals.pop("unit")
        if sheet.rows is not None:
            table["maxContributions"] = proposals.pop("rows")
    table |= {key: proposals[name] for key, name in TABLE_KEYS.items() if name in proposals}
    table["tableSchema"] = {"columns": [_column(line, line.column == sheet.unit) for line in sheet.lines]}
    return write_json(table)


def _column(line: Line, is_unit: bool) -> dict[str, Any]:
    column: dict[str, Any] = {"name": _variable(line.column), "titles": line.column}
    if line.note:
        column["dc:description"] = line.note
    if is_unit:
        column["privacyId"] = True
    plain = plain_line(line)
    if plain is None:
        return {**column, **raw_cells(line)}
    stated = to_csvw(line, plain.kind)
    form = stated.pop("format", None)
    match plain.kind:
        case "number" | "whole number":
            base = "integer" if plain.kind == "whole number" else "number"
            column["datatype"] = _datatype(base, plain, form)
        case "category":
            column |= {"datatype": "string", "keyValues": list(split(plain.values))}
            column["exhaustiveKeys"] = not plain.missing
        case "date":
            column["datatype"] = _datatype("date", plain, form)
        case "yes or no":
            column["datatype"] = "boolean"
        case "text":
            column["datatype"] = "string"
        case _:
            column["murmur:kind"] = plain.kind
    if is_unit:  # its kind is as it is declared
        column |= {"murmur:kind": plain.kind} | raw_cells(plain)
    elif plain.missing:
        column["murmur:missing"] = plain.missing
    return column | stated


def _datatype(base: str, line: Line, form: object) -> str | dict[str, Any]:
    def bound(text: str) -> object:
        return text if base == "date" else number_of(text)

    limits = {"minimum": line.low, "maximum": line.high}
    filled = {name: bound(text) for name, text in limits.items() if text}
    filled |= {} if form is None else {"format": form}
    return {"base": base, **filled} if filled else base


def _variable(name: str) -> str:
    """A column's name as a name of CSVW, in which every other character is percent-encoded."""
    encoded = quote(name, safe="", errors="replace").replace("-", "%2D").replace("~", "%7E")
    return "%5F" + encoded[1:] if encoded.startswith("_") else encoded.replace(".", "%2E")
