"""Python objects as text, each by itself: in a frame one cell decides how a whole column is stored."""

from __future__ import annotations

from typing import Any

from dpcore.number import BLANKS, MOST_CHARACTERS, spelt


def text_of(cell: object) -> str:
    """A readable, storable spelling of any object; one that has none, or a long one, is blank, which is missing."""
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
    if isinstance(cell, numpy.ndarray):
        return _spelt(cell.tolist())
    if isinstance(cell, pandas.Interval):
        left, right = "[" if cell.closed_left else "(", "]" if cell.closed_right else ")"
        return f"{left}{_inner(cell.left)}, {_inner(cell.right)}{right}"
    if isinstance(cell, list | tuple):
        return f"[{', '.join(map(_inner, cell))}]"
    if isinstance(cell, dict):  # in Arrow other rows decide on the fields and their order; what only they have is None
        fields = sorted((repr(name), _inner(value)) for name, value in cell.items() if value is not None)
        return f"{{{', '.join(f'{name}: {value}' for name, value in fields)}}}"
    return spelt(cell) or ""


def _inner(cell: object) -> str:
    """A cell inside another."""
    return repr(cell) if cell is None or isinstance(cell, str | bytes) else _spelt(cell)
