"""Converts Python objects to text one by one: in a frame, one cell can change how a whole column is stored."""

from __future__ import annotations

from typing import Any

from dpcore.number import BLANKS, MOST_CHARACTERS, spelt


def text_of(cell: object) -> str:
    """The object as text; empty (missing) for nested objects, long texts and objects that cannot be converted."""
    try:
        text = cell.decode() if isinstance(cell, bytes) else _spelt(cell)
        text.encode()
    except Exception:
        return ""
    text = text.replace("\0", "").strip(BLANKS)
    return text if len(text) <= MOST_CHARACTERS else ""


def _spelt(cell: Any) -> str:
    import numpy
    import pandas

    if isinstance(cell, numpy.bool_):
        return _spelt(bool(cell))
    if isinstance(cell, numpy.datetime64):
        return _spelt(pandas.Timestamp(cell))
    if isinstance(cell, numpy.timedelta64):
        return _spelt(pandas.Timedelta(cell))
    if isinstance(cell, numpy.ndarray | list | tuple | dict | set | frozenset):
        return ""  # nested: in Arrow, types and fields inside depend on other rows
    if isinstance(cell, pandas.Interval):
        left, right = "[" if cell.closed_left else "(", "]" if cell.closed_right else ")"
        return f"{left}{_spelt(cell.left)}, {_spelt(cell.right)}{right}"
    return spelt(cell) or ""
