"""The values of a category as one text: in a cell of a data dictionary, or typed on one line.

Values are separated by |, or if there is no | by line breaks or semicolons. A backslash makes the next character
literal. Commas separate values if quotation marks or backslashes mark the commas that are part of a value. Otherwise a
comma may stand between values or within one (Washington, DC), so the author of the list is asked.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable
from typing import Final, Literal

from dpcore.errors import SchemaError
from dpcore.table.category import MAX_CATEGORIES

SEPARATORS: Final = "|\n;"
Commas = Literal["ask", "separate", "belong"]
"""How commas without quotation marks or backslashes are read: as separators, or as part of a value; "ask" refuses."""


def joined(values: Iterable[str]) -> str:
    """A list of values as one text, which `split` reads back."""
    listed = list(values)
    escaped = [re.sub(r"[\\|;\n\r]|^\s|\s$", lambda match: "\\" + match[0], value) for value in listed]
    return "|".join(escaped) if len(listed) != 1 else escaped[0].replace(",", "\\,")


def undecided(text: str) -> bool:
    """Whether the text does not decide whether its commas separate values."""
    whole = _bare(text)
    return _separator(whole) == "," and not _has_escaped_comma(whole) and quoted(text) is None


def split(text: str, commas: Commas = "ask") -> tuple[str, ...]:
    """The values in one text, written by `joined` or by a person.

    Raises SchemaError for more values than a category can have, and where `commas` is "ask" and the text is undecided.
    """
    mark = next((mark for mark in SEPARATORS + "," if mark in text.strip()), "|")
    if text.count(mark) > 2 * MAX_CATEGORIES:  # checked before the slow split
        raise SchemaError(
            "A category can have at most {max_categories:,} values.",
            "Group rare values under one value.",
            max_categories=MAX_CATEGORIES,
        )
    whole = _bare(text)
    separator = _separator(whole)
    if separator == ",":
        fields = quoted(text)
        if fields is not None:
            return fields
        told = _has_escaped_comma(whole)
        if commas == "ask" and not told:
            raise SchemaError(
                "The commas in `values` may stand between values or be part of one.",
                "Write | between values. A single value with a comma gets a | after it.",
            )
        separator = "," if commas == "separate" or told else None
    if separator is None or "\\" not in whole:
        parts = whole.split(separator) if separator else [whole]
    else:
        parts = re.findall(rf"(?:\\.|[^\\{separator}]|\\$)+", whole, re.DOTALL)
    return tuple(value for part in parts if (value := _value(part)))


def quoted(text: str) -> tuple[str, ...] | None:
    """The values of a text in which commas separate values, some of them in quotation marks; None for other texts.

    "Washington, DC", Boston are two values, as in a line of CSV.
    """
    if '"' not in text or not re.search(r'(?:^|,)[ \t]*"', text):
        return None
    try:
        (fields,) = csv.reader([text.strip()], skipinitialspace=True, strict=True)
    except (csv.Error, ValueError):
        return None
    return tuple(value for field in fields if (value := field.strip()))


def listed(text: str) -> tuple[str, ...]:
    """The values of a pasted list: one per line, or on a single line separated by commas, semicolons or tabs.

    On a single line, a value in quotation marks may contain commas.
    """
    if "\n" not in text.strip() and (values := quoted(text)) is not None:
        return values
    parts = text.splitlines() if "\n" in text.strip() else re.split(r"[,;\t]", text)
    return tuple(part.strip() for part in parts if part.strip())


def _separator(text: str) -> str | None:
    """The separator of a text without surrounding blanks: the first of these marks that no backslash makes literal."""
    plain = re.sub(r"\\.", "", text.replace("\\\\", ""), flags=re.DOTALL) if "\\" in text else text
    return next((mark for mark in SEPARATORS + "," if mark in plain), None)


def _has_escaped_comma(text: str) -> bool:
    return "\\," in text.replace("\\\\", "")


def _value(text: str) -> str:
    """One value without surrounding blanks and escaping backslashes."""
    *parts, last = _bare(text).split("\\\\")  # two backslashes are one, and a last one has nothing to make literal
    end = "\\" if last.endswith("\\") else ""
    return "\\".join(part.replace("\\", "") for part in [*parts, last]) + end


def _bare(text: str) -> str:
    """The text without surrounding blanks, except a blank escaped by a backslash."""
    text = text.lstrip()
    bare = text.rstrip()
    marks = len(bare) - len(bare.rstrip("\\"))
    return text[: len(bare) + 1] if marks % 2 else bare
