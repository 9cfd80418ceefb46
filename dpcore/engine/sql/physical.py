"""Physical types: the few words for stored column types that decide how cells are read."""

from __future__ import annotations

from typing import Literal

Physical = Literal["integer", "float", "decimal", "text", "flag", "date", "other"]

_WORDS: dict[Physical, str] = {"integer": "number", "float": "number", "decimal": "number"}
_INTEGERS = {f"{sign}{size}INT" for sign in ("", "U") for size in ("TINY", "SMALL", "BIG", "HUGE")}
_EXACT: dict[str, Physical] = {
    **{name: "integer" for name in (*_INTEGERS, "INTEGER", "UINTEGER")},
    "FLOAT": "float",
    "DOUBLE": "float",
    "VARCHAR": "text",
    "UUID": "text",
    **{name: "text" for name in ("BLOB", "JSON", "TIME", "TIME_NS")},  # as text, the result depends only on the cell
    "BOOLEAN": "flag",
    "DATE": "date",
}


def physical(type_name: str) -> Physical:
    """The physical type for a DuckDB type name; nested and unknown types are "other" and never read.

    Numbers inside nested cells are stored with the scale of the whole column, so their text depends on other cells.
    """
    name = type_name.upper()
    if name in _EXACT:
        return _EXACT[name]
    if name.endswith("]"):
        return "other"
    if name.startswith("DECIMAL("):
        return "decimal"
    if name.startswith("TIMESTAMP"):
        return "date"
    return "text" if name.startswith("ENUM(") else "other"


def word(kind: Physical) -> str:
    """The type word shown to users: number, text, flag, date or other.

    Integers and other numbers share one word, because in many tools one missing cell turns integers into floats.
    """
    return _WORDS.get(kind, kind)
