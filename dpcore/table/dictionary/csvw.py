"""CSV on the Web (W3C) metadata of one table, with the privacy terms of the vocabulary CSVW-EO.

Of CSVW-EO (https://w3id.org/csvw-eo#, formerly csvw-safe) these terms are read, with or without a prefix: of a table
privacyUnit, maxContributions, maxGroupsPerUnit, publicLength; of a column privacyId, keyValues (publicKeys),
exhaustiveKeys, partitions with a partitionValue, minimum, maximum. Bounds of a single partition are not, because
Murmur has one bound for all groups. A column inherits `null` and `datatype` of its schema, or of its table. What has
no place in either is under keys that begin with murmur:.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from dpcore.errors import DpError, SchemaError
from dpcore.table.dictionary.csvw_term import CSVW, contradictions, terms
from dpcore.table.dictionary.csvw_unit import is_called, is_private, unit_and_sizes
from dpcore.table.dictionary.csvw_write import write_csvw as write_csvw
from dpcore.table.dictionary.date_pattern import iso_of
from dpcore.table.dictionary.dictionary_kind import kind_of
from dpcore.table.dictionary.dictionary_line import Line
from dpcore.table.dictionary.file_words import NUMBERS, bound, missing_codes, own_words
from dpcore.table.dictionary.json_tree import child, extensions, note_of, own_proposals, single, text_of, texts
from dpcore.table.dictionary.sheet import Sheet, about, check_count, compose
from dpcore.table.dictionary.stated_format import of_csvw
from dpcore.table.value_list import Commas, joined
from dpcore.text import Text
from dpcore.text import joined as sentences

_NOTES: Final = ("dc:description", "dcterms:description", "schema:description", "rdfs:comment", "description")
_WHOLE: Final = (
    *("integer", "int", "long", "short", "byte", "gyear", "nonnegativeinteger", "positiveinteger", "negativeinteger"),
    *("nonpositiveinteger", "unsignedlong", "unsignedint", "unsignedshort", "unsignedbyte"),
)
_KINDS: Final[Mapping[str, str]] = {
    **dict.fromkeys(_WHOLE, "whole number"),
    **dict.fromkeys(("number", "decimal", "double", "float"), "number"),
    **dict.fromkeys(("date", "datetime", "datetimestamp"), "date"),
    **dict.fromkeys(("", "string", "normalizedstring", "token", "language", "name", "nmtoken", "anyuri"), "text"),
    **dict.fromkeys(("xml", "html", "json", "any", "anyatomictype"), "text"),
    "boolean": "yes or no",
}
_LONGEST: Final = 10_000
_LOWS: Final = (("minimum", 0), ("minInclusive", 0), ("minExclusive", 1))
_HIGHS: Final = (("maximum", 0), ("maxInclusive", 0), ("maxExclusive", -1))


def is_csvw(data: Mapping[str, Any]) -> bool:
    """Whether an object looks like metadata of CSV on the Web."""
    context = data.get("@context")
    named = context if isinstance(context, list) else [context]
    keys = terms(data)
    return any(isinstance(part, str) and part.startswith(CSVW) for part in named) or not keys.keys().isdisjoint(
        ("tableSchema", "tables")
    )


def read_csvw(data: Mapping[str, Any], commas: Commas) -> Sheet:
    """The sheet of the metadata of one table. Raises SchemaError."""
    table = _table(data)
    found = terms(table)
    if isinstance(found.get("tableSchema"), str):
        raise SchemaError(
            "This metadata keeps its columns in another file, {name}.",
            "Write the columns into `tableSchema`.",
            name=found["tableSchema"][:200],
        )
    schema = terms(child(found, "tableSchema"))
    columns = schema.get("columns")
    if not isinstance(columns, list):
        raise SchemaError("This CSVW metadata names no columns.", "List them in `columns` of `tableSchema`.")
    check_count(len(columns))
    lines: list[Line] = []
    told = [*contradictions(table), *contradictions(child(found, "tableSchema"))]
    datatype = _inherited(schema.get("datatype", found.get("datatype")))
    codes = missing_codes(schema.get("null", found.get("null")), "null", told)
    problems: list[str] = [*told]
    private: list[str] = []
    named: list[str] = []
    for number, column in enumerate(columns, 1):
        line, doubts = Line("", number=number), list[Text]()
        try:
            if not isinstance(column, dict):
                raise SchemaError("A column must be an object.", "Correct it in the file.")
            parts = terms(column)
            if parts.get("virtual") is True:
                continue  # not in the file
            line = replace(line, column=_name(parts), note=_note(column))
            if is_called(parts, found.get("privacyUnit")):
                named.append(line.column)
            doubts += contradictions(column)
            line = replace(line, codes=missing_codes(parts["null"], "null", doubts) if "null" in parts else codes)
            if is_private(parts, doubts):
                private.append(line.column)
            line = _line(line, column, datatype, line.column in private + named, doubts)
        except DpError as error:
            problems.append(about(line, "csvw", sentences([error.message, error.hint])))
            if not line.column:  # its name is what is invalid
                continue
        problems += [about(line, "csvw", doubt) for doubt in doubts]
        lines.append(line)
    proposals, problem = unit_and_sizes(found, private, named)
    return compose(lines, [*problems, *problem], "csvw", commas, {**proposals, **own_proposals({**data, **table})})


def _table(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """The metadata of the only table. Raises SchemaError."""
    tables = terms(data).get("tables")
    if tables is None:
        return data
    if not isinstance(tables, list) or len(tables) != 1 or not isinstance(tables[0], dict):
        raise SchemaError(
            "This metadata describes {count} tables.",
            "Give metadata of one table.",
            count=len(tables) if isinstance(tables, list) else 0,
        )
    return {**{key: value for key, value in data.items() if key != "tables"}, **tables[0]}


def _inherited(datatype: object) -> object:
    """A datatype for columns that state none; no huge one, which every column would have to read."""
    return datatype if len(repr(datatype)) < _LONGEST else None


def _name(parts: Mapping[str, Any]) -> str:
    """The column's name in the header of the file: its first title, or its name if it has none. Raises SchemaError."""
    titles = parts.get("titles")
    if isinstance(titles, dict):  # by language
        titles = next(iter(titles.values()), None)
    if isinstance(titles, list):
        titles = titles[0] if titles else None
    return single(titles, "titles") or single(parts.get("name"), "name")


def _note(column: Mapping[str, Any]) -> str:
    """What the file says about a column in words."""
    values = [column.get(key) for key in _NOTES]
    values = [value[0] if isinstance(value, list) and value else value for value in values]
    return note_of(*(value.get("@value") if isinstance(value, dict) else value for value in values))


def _line(line: Line, column: Mapping[str, Any], inherited: object, is_unit: bool, doubts: list[Text]) -> Line:
    """The line of a column. inherited: the datatype of a column that has none. Raises SchemaError."""
    parts = terms(column)
    datatype = parts.get("datatype", inherited)
    details: dict[str, Any] = terms(datatype) if isinstance(datatype, dict) else {"base": datatype}
    stated = {} if "murmur:format" in column else details
    if "murmur:kind" in column:
        return _written(replace(line, **extensions(column)), stated, doubts)
    if is_unit:
        return replace(line, kind="identifier", **extensions(column))
    word = single(details.get("base"), "datatype").strip()
    word = re.split("[:#]", word)[-1]  # xsd:integer
    kind = _KINDS.get(word.casefold(), word)
    doubts += contradictions(datatype) if isinstance(datatype, dict) else []
    low, high = _bounds(parts, details, kind, doubts)
    values = _keys(parts)
    if values and kind != "yes or no" and not (kind in NUMBERS and low and high):
        other = parts.get("exhaustiveKeys", parts.get("exhaustivePartitions")) is False and "other" not in values
        line = replace(line, kind="category", values=joined(values), missing="other" if other else "")
    elif kind == "yes or no" and (own := _own_words(details.get("format"), doubts)) is not None:
        line = replace(line, kind="category", values=own)
    else:
        line = replace(line, kind=kind, low=low, high=high)
    return replace(_written(line, stated, doubts), **extensions(column))


def _written(line: Line, details: Mapping[str, Any], doubts: list[Text]) -> Line:
    """The line with the format that its datatype states, and with days that are written in it. Raises SchemaError."""
    kind = kind_of(line.kind) or ""
    form = of_csvw(kind, details, doubts)
    if kind == "date":
        line = replace(line, low=iso_of(line.low, form), high=iso_of(line.high, form))
    return replace(line, format=form or line.format)


def _bounds(parts: Mapping[str, Any], details: Mapping[str, Any], kind: str, doubts: list[Text]) -> tuple[str, str]:
    """The bounds of a column and of its datatype, which must not contradict each other. Raises SchemaError."""
    if kind not in (*NUMBERS, "date"):
        return "", ""
    form = details.get("format")
    signs = {**details, **(terms(form) if isinstance(form, dict) else {})}
    low, high = (
        bound(
            [(names[0][0], parts.get(names[0][0]), 0), *((name, details.get(name), step) for name, step in names)],
            *(kind, signs, doubts, names[0][0]),
        )
        for names in (_LOWS, _HIGHS)
    )
    return low, high


def _own_words(form: object, doubts: list[Text]) -> str | None:
    """The words of the format of a boolean, such as J|N, if they are other words. Raises SchemaError."""
    words = single(form, "format").split("|") if form is not None else []
    if len(words) > 2 or (words and not all(map(str.strip, words))):
        words = [word for word in words if word.strip()]
    return own_words(words[:1], words[1:], doubts)


def _keys(parts: Mapping[str, Any]) -> list[str]:
    """The public values of a column: its keys, or those of its partitions. Raises SchemaError."""
    for name in ("keyValues", "publicKeys", "publicKeysValues", "keys"):
        if parts.get(name) is not None:
            return texts(parts[name], name)
    partitions = parts.get("partitions", parts.get("publicPartitions"))
    values = []
    for partition in partitions if isinstance(partitions, list) else []:
        predicate = terms(partition).get("predicate") if isinstance(partition, dict) else None
        value = text_of(terms(predicate).get("partitionValue")) if isinstance(predicate, dict) else None
        if value is not None and value.strip():
            values.append(value)
    return values
