"""Frictionless Table Schema (datapackage.org, versions 1 and 2), alone or in a data package with one table.

Types with an `enum` become categories, unless they are numbers with both bounds. Keys and foreign keys are ignored:
the key of a table is not its privacy unit. What has no place in the format is under keys that begin with murmur:.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from dpcore.errors import DpError, SchemaError
from dpcore.number import shown
from dpcore.table.dictionary.declaration import declared, line_of
from dpcore.table.dictionary.dictionary_kind import UNUSED, kind_of, left_out
from dpcore.table.dictionary.dictionary_line import Line
from dpcore.table.dictionary.json_tree import (
    TABLE_KEYS,
    child,
    extensions,
    note_of,
    number_of,
    own_proposals,
    raw_cells,
    single,
    texts,
    write_json,
)
from dpcore.table.dictionary.sheet import Sheet, about, check_count, compose
from dpcore.table.value_list import Commas, joined, split
from dpcore.text import Text
from dpcore.text import joined as sentences

PROFILE: Final = "https://datapackage.org/profiles/2.0/tableschema.json"
_KINDS: Final[Mapping[str, str]] = {
    "integer": "whole number",
    "year": "whole number",
    "number": "number",
    "boolean": "yes or no",
    "string": "text",
    "date": "date",
    "datetime": "date",
    "any": UNUSED,
    "": UNUSED,
}
NUMBERS: Final = ("number", "whole number")


def is_frictionless(data: Mapping[str, Any]) -> bool:
    """Whether an object looks like a table schema, a resource or a data package."""
    return any(isinstance(data.get(key), list) for key in ("fields", "resources")) or "schema" in data


def read_frictionless(data: Mapping[str, Any], commas: Commas) -> Sheet:
    """The sheet of a table schema or of the only table of a data package. Raises SchemaError."""
    schema = _schema(data)
    fields = schema.get("fields")
    if not isinstance(fields, list):
        raise SchemaError("This table schema has no list of fields.", "A table schema names its columns in `fields`.")
    check_count(len(fields))
    lines, problems = [], _codes(schema.get("missingValues"))
    for number, field in enumerate(fields, 1):
        line = Line("", number=number)
        try:
            if not isinstance(field, dict):
                raise SchemaError("A field must be an object.", "Correct it in the file.")
            line = replace(line, column=single(field.get("name"), "name"))
            line = replace(line, note=note_of(field.get("title"), field.get("description")))
            line = _line(line, field)
        except DpError as error:
            problems.append(about(line, "frictionless", sentences([error.message, error.hint])))
            if not line.column:  # its name is what is invalid
                continue
        lines.append(line)
    proposals = own_proposals({**data, **schema})
    return compose(lines, problems, "frictionless", commas, proposals)


def _schema(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """The table schema in a file. Raises SchemaError."""
    resources = data.get("resources")
    if "fields" in data or ("schema" not in data and not isinstance(resources, list)):
        return data
    parts = resources if isinstance(resources, list) else [data]
    tables = [part for part in parts if isinstance(part, dict) and part.get("schema") is not None]
    if len(tables) != 1:
        raise SchemaError(
            "This data package describes {count} tables.", "Give a data package with one table.", count=len(tables)
        )
    if isinstance(tables[0]["schema"], str):
        raise SchemaError(
            "This data package keeps its schema in another file, {name}.",
            "Open that file instead.",
            name=tables[0]["schema"][:200],
        )
    return child(tables[0], "schema")


def _codes(values: object) -> list[Text]:
    """A message if the file has numbers that stand for a missing cell, which would be read as values."""
    parts = values if isinstance(values, list) else []
    texts = [single(part.get("value") if isinstance(part, dict) else part, "missingValues") for part in parts]
    codes = [text for text in texts if isinstance(number_of(text), int | float)]
    if not codes:
        return []
    return [
        Text(
            "The file says that {codes} stand for a missing cell. Empty these cells before loading the table, because "
            "they would be read as values.",
            codes=shown(codes),
        )
    ]


def _line(line: Line, field: Mapping[str, Any]) -> Line:
    """The line of a field. Raises SchemaError."""
    said = single(field.get("type"), "type").strip()
    kind, limits = _KINDS.get(said.casefold(), said), child(field, "constraints")
    if "murmur:kind" in field:
        return replace(line, **extensions(field))
    low, high = (single(limits.get(name), name) for name in ("minimum", "maximum"))
    if limits.get("enum") is not None and kind != "yes or no" and not (kind in NUMBERS and low and high):
        line = replace(line, kind="category", values=joined(texts(limits["enum"], "enum")))
    elif kind in NUMBERS:
        line = replace(line, kind=kind, low=low, high=high)
    elif kind == "date":
        line = replace(line, kind=kind, low=day_of(low), high=day_of(high))
    else:
        line = replace(line, kind=kind)
    return replace(line, **extensions(field))


def day_of(text: str) -> str:
    """The day of a time in ISO 8601; other texts unchanged."""
    return text[:10] if len(text) > 10 and text[10] in "T " and text[4:8:3] == "--" else text


def write_frictionless(sheet: Sheet) -> bytes:
    """The sheet as a table schema; `open_sheet` reads it back."""
    schema: dict[str, Any] = {"$schema": PROFILE, "fields": [_field(line) for line in sheet.lines]}
    proposals = sheet.proposals
    return write_json({**schema, **{key: proposals[name] for key, name in TABLE_KEYS.items() if name in proposals}})


def _field(line: Line) -> dict[str, Any]:
    field: dict[str, Any] = {"name": line.column, "type": "any"}
    if line.note:
        field["description"] = line.note
    plain = plain_line(line)
    if plain is None:
        return {**field, **raw_cells(line)}
    match plain.kind:
        case "number" | "whole number":
            field["type"] = "integer" if plain.kind == "whole number" else "number"
            field |= _limits(minimum=plain.low and number_of(plain.low), maximum=plain.high and number_of(plain.high))
        case "category":
            field["type"] = "string"
            field |= _limits(enum=list(split(plain.values)))
        case "date":
            field["type"] = "date"
            field |= _limits(minimum=plain.low, maximum=plain.high)
        case "yes or no":
            field["type"] = "boolean"
        case "text":
            field["type"] = "string"
        case _:
            field["murmur:kind"] = plain.kind
    if plain.missing:
        field["murmur:missing"] = plain.missing
    return field


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
