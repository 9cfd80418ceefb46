"""How other programs state the format of a column, as the text of a line, and the keys by which it is written for them.

Dates: the pattern of strptime (Frictionless) or of Unicode (CSV on the Web). Numbers: decimalChar, groupChar and, for
Frictionless, bareNumber. What these cannot say, which is the unit of a number and the first of the hundred years for
which years of two digits stand, is under murmur:format.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from dpcore.errors import DpError, SchemaError
from dpcore.number import shown
from dpcore.table.cell_format import Format
from dpcore.table.dictionary.csvw_term import terms
from dpcore.table.dictionary.date_pattern import from_strptime, from_unicode, pattern_of, to_strptime, to_unicode
from dpcore.table.dictionary.dictionary_line import Line
from dpcore.table.dictionary.file_words import NUMBERS, truth
from dpcore.table.dictionary.json_tree import raw_format, single
from dpcore.table.dictionary.line_format import format_of, words_of
from dpcore.text import Text

_MARKS: Final = {**dict.fromkeys("\u00a0\u2007\u2009\u202f", " "), "’": "'"}
Reader = Callable[[str, Mapping[str, Any], list[Text]], str]
"""Reads the format of a column of a kind from the keys of a file."""


def of_frictionless(kind: str, field: Mapping[str, Any], doubts: list[Text]) -> str:
    """The format that a field states. Raises SchemaError."""
    if kind == "date":
        form = single(field.get("format"), "format").strip()
        if form.casefold() == "any":
            doubts.append(Text("The file does not say in which order day, month and year are written. Enter it here."))
        return "" if form.casefold() in ("", "any", "default") else from_strptime(form)
    if kind not in NUMBERS:
        return ""
    if field.get("bareNumber") is not None and not truth(field["bareNumber"], "bareNumber"):
        doubts.append(
            Text("The file says that numbers are written with a unit, but not with which. Enter an example, as 12 %.")
        )
    return _number(field, "", doubts)


def of_csvw(kind: str, details: Mapping[str, Any], doubts: list[Text]) -> str:
    """The format that a datatype states. Raises SchemaError."""
    form = details.get("format")
    if kind == "date":
        return from_unicode(single(form, "format"))
    if kind not in NUMBERS:
        return ""
    parts = terms(form) if isinstance(form, dict) else {"pattern": form}
    signs, pattern = {**details, **parts}, single(parts.get("pattern"), "pattern")
    if "," in pattern and signs.get("groupChar") is None and signs.get("decimalChar") != ",":
        signs["groupChar"] = ","
    sign = next((each for each in "%‰" if each in pattern), "")
    if sign:
        doubts.append(
            Text("Numbers of this column are written with {sign}: 12 {sign} counts as 12. Check the bounds.", sign=sign)
        )
    return _number(signs, sign, doubts)


def _number(signs: Mapping[str, Any], sign: str, doubts: list[Text]) -> str:
    """The format of numbers with these decimal and thousands signs; empty if none are named."""
    decimal, group = (_mark(signs, key) for key in ("decimalChar", "groupChar"))
    if not decimal + group + sign:
        return ""
    try:
        return words_of(Format(decimal=decimal or ".", thousands=group, sign=sign))[0]
    except SchemaError:
        if not doubts:  # else it is said of a bound
            doubts.append(
                Text(
                    "This program does not know numbers with the decimal and thousands signs {signs}. Enter an example "
                    "of a number here.",
                    signs=shown([decimal, group]),
                )
            )
        return ""


def _mark(signs: Mapping[str, Any], key: str) -> str:
    mark = single(signs.get(key), key)
    return _MARKS.get(mark, mark)


def to_frictionless(line: Line, kind: str) -> dict[str, Any]:
    """The keys of a field that state the format of a line; `of_frictionless` reads them. kind: of the line."""

    def keys(said: Format) -> dict[str, Any]:
        stated = _signs(said) | ({"bareNumber": False} if said.sign else {})
        return stated if said.dates is None else {"format": to_strptime(pattern_of(line.format, said))}

    return _keys(line, kind, keys, of_frictionless, "missingValues")


def to_csvw(line: Line, kind: str) -> dict[str, Any]:
    """The keys of a column and, under `format`, of its datatype, that state the format of a line."""

    def keys(said: Format) -> dict[str, Any]:
        form = _signs(said) if said.dates is None else to_unicode(pattern_of(line.format, said))
        return {"format": form} if form else {}

    return _keys(line, kind, keys, of_csvw, "null")


def _signs(said: Format) -> dict[str, Any]:
    named = {"decimalChar": said.decimal, "groupChar": said.thousands}
    return {key: mark for key, mark in named.items() if mark}


def _keys(line: Line, kind: str, keys: Callable[[Format], dict[str, Any]], read: Reader, codes: str) -> dict[str, Any]:
    try:
        said = format_of(line)
    except DpError:
        return raw_format(line)
    stated = keys(said)
    if not _is_said(Line("", kind, format=read(kind, stated, [])), said):
        stated["murmur:format"] = line.format
    return stated | ({codes: ["", *said.missing]} if said.missing else {})


def _is_said(line: Line, said: Format) -> bool:
    """Whether a line has this format, apart from codes for missing cells."""
    try:
        found = format_of(line)
    except DpError:
        return False
    return words_of(found)[0] == words_of(said)[0]
