"""Cells of binary files as texts of delimited text: by the value and the type of the cell alone.

Used in the process that unpacks a file, and so without `dpcore`.
"""

from __future__ import annotations

import datetime as dt
import math
from typing import Any

_LARGE = 2.0**53


def to_cell(cell: Any) -> str:
    """A cell of delimited text. Whatever is a text in the file is quoted."""
    return quote(cell) if isinstance(cell, str) and cell else to_text(cell)


def to_text(cell: Any) -> str:
    """The text of a cell; empty if it is missing or of an unknown type.

    A number is the shortest decimal that is the same double, a whole one without a point; a day, a time or both are in
    ISO form; a span of time is its seconds.
    """
    match cell:
        case str():
            return cell
        case bool():
            return "true" if cell else "false"
        case int():
            return str(cell)
        case float():
            return number(cell)
        case dt.datetime():
            return cell.replace(tzinfo=None).isoformat(" ")
        case dt.date() | dt.time():
            return cell.isoformat()
        case dt.timedelta():
            return number(cell.total_seconds())
    return ""


def number(value: float) -> str:
    """The shortest decimal that is the same double; empty if it is not finite.

    From 2^53 on, where a double stands for several whole numbers, it has a sign and an exponent, by which such a cell
    is recognised where it would identify somebody (`dpcore.engine.source.delimited_scan.LARGE`).
    """
    if not math.isfinite(value):
        return ""
    if abs(value) >= _LARGE:
        digits = repr(value) if "e" in repr(value) else f"{int(value)}e0"
        return digits if value < 0 else f"+{digits}"
    return str(int(value)) if value == int(value) else repr(value)


def quote(text: str) -> str:
    """A text in double quotes."""
    return '"' + text.replace('"', '""') + '"'
