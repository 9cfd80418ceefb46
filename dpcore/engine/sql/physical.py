"""How a stored column is typed by its file, in the few words that decide how its cells are read."""

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
    **{name: "text" for name in ("BLOB", "JSON", "TIME", "TIME_NS")},  # as text they depend on nothing but the cell
    "BOOLEAN": "flag",
    "DATE": "date",
}


def physical(type_name: str) -> Physical:
    """The word for a DuckDB type name; what is nested or unknown is "other" and never read.

    The numbers inside a nested cell are stored by the whole column's scale, and so not by their values.
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
    """The word a person sees: number, text, flag, date or other.

    Whole and other numbers are not told apart, because in many tools one missing cell turns one into the other.
    """
    return _WORDS.get(kind, kind)
