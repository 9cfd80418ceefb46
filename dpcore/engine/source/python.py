"""Converts Python objects to text one by one: in a frame, one cell can change how a whole column is stored."""

from __future__ import annotations

from typing import Any

from dpcore.number import BLANKS
from dpcore.spelling import MOST_CHARACTERS, spelt


def text_of(cell: object) -> str:
    """The object as text; empty (missing) for nested objects, long texts and objects that cannot be converted."""
    try:
        text = cell.decode() if isinstance(cell, bytes) else _spell(cell)
        text.encode()
    except Exception:
        return ""
    text = text.replace("\0", "").strip(BLANKS)
    return text if len(text) <= MOST_CHARACTERS else ""


def _spell(cell: Any) -> str:
    import numpy
    import pandas

    if isinstance(cell, numpy.bool_):
        return _spell(bool(cell))
    if isinstance(cell, numpy.datetime64):
        return _spell(pandas.Timestamp(cell))
    if isinstance(cell, numpy.timedelta64):
        return _spell(pandas.Timedelta(cell))
    if isinstance(cell, numpy.ndarray | list | tuple | dict | set | frozenset):
        return ""  # nested: in Arrow, inner types and fields depend on other rows
    if isinstance(cell, pandas.Interval):
        left, right = "[" if cell.closed_left else "(", "]" if cell.closed_right else ")"
        return f"{left}{_spell(cell.left)}, {_spell(cell.right)}{right}"
    return spelt(cell) or ""
