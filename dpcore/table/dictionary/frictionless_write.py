"""A sheet as a Frictionless Table Schema; what has no place in it is under keys that begin with murmur:."""

from __future__ import annotations

from typing import Any, Final

from dpcore.errors import DpError
from dpcore.table.dictionary.date_pattern import day_in, from_strptime
from dpcore.table.dictionary.declaration import declared, line_of
from dpcore.table.dictionary.dictionary_kind import kind_of, left_out
from dpcore.table.dictionary.dictionary_line import Line
from dpcore.table.dictionary.file_words import NUMBERS
from dpcore.table.dictionary.json_tree import TABLE_KEYS, number_of, raw_cells, write_json
from dpcore.table.dictionary.sheet import Sheet
from dpcore.table.dictionary.stated_format import to_frictionless
from dpcore.table.value_list import split

PROFILE: Final = "https://datapackage.org/profiles/2.0/tableschema.json"


def write_frictionless(sheet: Sheet) -> bytes:
    """The sheet as a table schema; `open_sheet` reads it back."""
    schema: dict[str, Any] = {"$schema": PROFILE, "fields": [_field(line) for line in sheet.lines]}
    proposals = sheet.proposals
    return write_json({**schema, **{key: proposals[name] for key, name in TABLE_KEYS.items() if name in proposals}})


def _field(line: Line) -> dict[str, Any]:
    """A field; bounds of a date are days in its format, as the standard has it."""
    field: dict[str, Any] = {"name": line.column, "type": "any"}
    if line.note:
        field["description"] = line.note
    plain = plain_line(line)
    if plain is None:
        return {**field, **raw_cells(line)}
    stated = to_frictionless(line, plain.kind)
    match plain.kind:
        case "number" | "whole number":
            field["type"] = "integer" if plain.kind == "whole number" else "number"
            field |= _limits(minimum=plain.low and number_of(plain.low), maximum=plain.high and number_of(plain.high))
        case "category":
            field["type"] = "string"
            field |= _limits(enum=list(split(plain.values)))
        case "date":
            field["type"] = "date"
            form = "" if "murmur:format" in stated else from_strptime(stated.get("format", ""))
            field |= _limits(minimum=day_in(plain.low, form), maximum=day_in(plain.high, form))
        case "yes or no":
            field["type"] = "boolean"
        case "text":
            field["type"] = "string"
        case _:
            field["murmur:kind"] = plain.kind
    if plain.missing:
        field["murmur:missing"] = plain.missing
    return field | stated


def _limits(**limits: object) -> dict[str, Any]:
    filled = {name: value for name, value in limits.items() if value != ""}
    return {"constraints": filled} if filled else {}


def plain_line(line: Line) -> Line | None:
    """The line as this program writes its declaration; None if it declares nothing valid.

    A range of which no bound is known yet has its kind all the same.
    """
    kind = kind_of(line.kind)
    if kind in (*NUMBERS, "date") and not (line.low + line.high).strip():
        others = bool(line.values.strip()) or not left_out(line.missing)
        return None if others else Line(line.column, kind)
    try:
        return line_of(line.column, declared(line))
    except DpError:
        return None
