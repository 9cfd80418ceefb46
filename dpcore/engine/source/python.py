"""Python objects as text, each by itself: in a frame one cell decides how a whole column is stored."""

from __future__ import annotations

from typing import Any

from dpcore.number import BLANKS, MOST_CHARACTERS, spelt


def text_of(cell: object) -> str:
    """A readable, storable spelling of any object; one that has none, a nested or a long one, is blank: missing."""
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
        return ""  # nested: in Arrow other rows decide on the types, the fields and their order inside
    if isinstance(cell, pandas.Interval):
        left, right = "[" if cell.closed_left else "(", "]" if cell.closed_right else ")"
        return f"{left}{_spelt(cell.left)}, {_spelt(cell.right)}{right}"
    return spelt(cell) or ""
