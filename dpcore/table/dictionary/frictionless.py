"""Frictionless Table Schema (datapackage.org, versions 1 and 2), alone or in a data package with one table.

Types with an `enum` become categories, unless they are numbers with both bounds. Keys and foreign keys are ignored:
the key of a table is not its privacy unit. What has no place in the format is under keys that begin with murmur:.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from dpcore.errors import DpError, SchemaError
from dpcore.table.dictionary.date_pattern import iso_of
from dpcore.table.dictionary.dictionary_kind import UNUSED, kind_of
from dpcore.table.dictionary.dictionary_line import Line
from dpcore.table.dictionary.file_words import NUMBERS, bound, missing_codes, own_words
from dpcore.table.dictionary.frictionless_write import write_frictionless as write_frictionless
from dpcore.table.dictionary.json_tree import child, extensions, note_of, own_proposals, single, texts
from dpcore.table.dictionary.sheet import Sheet, about, check_count, compose
from dpcore.table.dictionary.stated_format import of_frictionless
from dpcore.table.value_list import Commas, joined
from dpcore.text import Text
from dpcore.text import joined as sentences

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
    told: list[Text] = []
    codes = missing_codes(schema.get("missingValues"), "missingValues", told)
    problems: list[str] = [*told]
    for number, field in enumerate(fields, 1):
        line, doubts = Line("", number=number), list[Text]()
        try:
            if not isinstance(field, dict):
                raise SchemaError("A field must be an object.", "Correct it in the file.")
            line = replace(line, column=single(field.get("name"), "name"))
            line = replace(line, note=note_of(field.get("title"), field.get("description")))
            own = field.get("missingValues")
            line = replace(line, codes=codes if own is None else missing_codes(own, "missingValues", doubts))
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
        return _written(replace(line, **extensions(field)), field, doubts)
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
    return replace(_written(line, field, doubts), **extensions(field))


def _written(line: Line, field: Mapping[str, Any], doubts: list[Text]) -> Line:
    """The line with the format that the field states, and with days that are written in it. Raises SchemaError."""
    if "murmur:format" in field:
        return line
    kind = kind_of(line.kind) or ""
    form = of_frictionless(kind, field, doubts)
    if kind == "date":
        line = replace(line, low=iso_of(line.low, form), high=iso_of(line.high, form))
    return replace(line, format=form)
