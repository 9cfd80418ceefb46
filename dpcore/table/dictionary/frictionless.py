"""Frictionless Table Schema (datapackage.org, versions 1 and 2), alone or in a data package with one table.

Types with an `enum` become categories, unless they are numbers with both bounds. Keys and foreign keys are ignored:
the key of a table is not its privacy unit. What has no place in the format is under keys that begin with murmur:.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from dpcore.errors import DpError, SchemaError
from dpcore.table.dictionary.declaration import declared, line_of
from dpcore.table.dictionary.dictionary_kind import UNUSED, kind_of, left_out
from dpcore.table.dictionary.dictionary_line import Line
from dpcore.table.dictionary.file_words import NUMBERS, bound, missing_codes, own_words
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
_LOWS: Final = (("minimum", 0), ("exclusiveMinimum", 1))
_HIGHS: Final = (("maximum", 0), ("exclusiveMaximum", -1))
_YES: Final = ["true", "True", "TRUE", "1"]
_NO: Final = ["false", "False", "FALSE", "0"]


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
    lines: list[Line] = []
    codes, told = missing_codes(schema.get("missingValues"), "missingValues")
    problems: list[str] = [*told]
    for number, field in enumerate(fields, 1):
        line, doubts = Line("", number=number), list[Text]()
        try:
            if not isinstance(field, dict):
                raise SchemaError("A field must be an object.", "Correct it in the file.")
            line = replace(line, column=single(field.get("name"), "name"))
            line = replace(line, note=note_of(field.get("title"), field.get("description")))
            doubts += missing_codes(field.get("missingValues"), "missingValues", codes)[1]
            line = _line(line, field, doubts)
        except DpError as error:
            problems.append(about(line, "frictionless", sentences([error.message, error.hint])))
            if not line.column:  # its name is what is invalid
                continue
        problems += [about(line, "frictionless", doubt) for doubt in doubts]
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


def _line(line: Line, field: Mapping[str, Any], doubts: list[Text]) -> Line:
    """The line of a field. Raises SchemaError."""
    said = single(field.get("type"), "type").strip()
    kind, limits = _KINDS.get(said.casefold(), said), child(field, "constraints")
    if "murmur:kind" in field:
        return replace(line, **extensions(field))
    low = high = ""
    if kind in (*NUMBERS, "date"):
        lows, highs = ([(name, limits.get(name), step) for name, step in names] for names in (_LOWS, _HIGHS))
        low = bound(lows, kind, field, doubts, "minimum")
        high = bound(highs, kind, field, doubts, "maximum")
    if kind == "yes or no":
        pair = (("trueValues", _YES), ("falseValues", _NO))
        yes, no = (texts(usual if field.get(name) is None else field[name], name) for name, usual in pair)
        values = own_words(yes, no, doubts)
        line = replace(line, kind=kind) if values is None else replace(line, kind="category", values=values)
    elif limits.get("enum") is not None and not (kind in NUMBERS and low and high):
        line = replace(line, kind="category", values=joined(texts(limits["enum"], "enum")))
    else:
        line = replace(line, kind=kind, low=low, high=high)
    return replace(line, **extensions(field))


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
