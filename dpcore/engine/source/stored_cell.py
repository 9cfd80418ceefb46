"""Cells of binary files as texts of delimited text: by the value and the type of the cell alone.

Used in the process that unpacks a file, and so without `dpcore`.
"""

from __future__ import annotations

import datetime as dt
import math
from typing import Any

MARK = "\x01"
"""Before a number of 2^53 or more, where a double stands for several whole numbers, and before a text that begins with
it: so no text is taken for such a number, which identifies nobody (`dpcore.engine.source.delimited_scan`)."""
_LARGE = 2**53


def to_cell(cell: Any) -> str:
    """A cell of delimited text. Whatever is a text in the file is quoted."""
    if isinstance(cell, str) and cell:
        return quote(MARK + cell if cell.startswith(MARK) else cell)
    large = isinstance(cell, int | float) and math.isfinite(cell) and abs(cell) >= _LARGE
    return (MARK if large else "") + to_text(cell)


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
    """The shortest decimal that is the same double, a whole one without a point; empty if it is not finite."""
    if not math.isfinite(value):
        return ""
    return repr(value).removesuffix(".0") if value else "0"


def quote(text: str) -> str:
    """A text in double quotes."""
    return '"' + text.replace('"', '""') + '"'
