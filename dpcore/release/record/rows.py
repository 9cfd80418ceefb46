"""Rows for which a model predicts: their columns, checked against the schema and coded as numbers."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, assert_never

import numpy as np

from dpcore.errors import QueryError
from dpcore.number import shown, spelt
from dpcore.table.column import Category, Date, Flag, Number
from dpcore.table.condition import declared
from dpcore.text import Text

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dpcore.table.schema import Schema

MOST_ROWS = 10**6
"""The largest number of rows in one call."""
_HINT = Text('Give a DataFrame, or columns by name: {"age": [40, 50]}.')


def listed_rows(rows: Any, names: tuple[str, ...]) -> dict[str, list[Any]]:
    """These columns of a DataFrame, of columns by name, or of rows as mappings. Raises QueryError."""
    if hasattr(rows, "to_dict") and hasattr(rows, "columns"):
        rows = {str(name): list(rows[name]) for name in rows.columns if str(name) in names}
    if not isinstance(rows, Mapping):
        if isinstance(rows, str | bytes) or not isinstance(rows, Iterable):
            raise QueryError("A model predicts for rows with the columns {names}.", _HINT, names=", ".join(names))
        each = list(rows)
        if not each or not all(isinstance(row, Mapping) for row in each):
            raise QueryError("A model predicts for rows with the columns {names}.", _HINT, names=", ".join(names))
        rows = {name: [row.get(name) for row in each] for name in names if any(name in row for row in each)}
    if absent := [name for name in names if name not in rows]:
        raise QueryError("The rows have no column {name}.", _HINT, name=shown(absent[0]))
    columns = {name: _column(rows[name]) for name in names}
    sizes = {len(cells) for cells in columns.values()}
    if len(sizes) != 1 or not 1 <= max(sizes) <= MOST_ROWS:
        raise QueryError("Ask for 1 to {most:,} rows at a time, with as many values in each column.", most=MOST_ROWS)
    return columns


def _column(cells: Any) -> list[Any]:
    single = isinstance(cells, str | bytes) or not isinstance(cells, Iterable)
    return [cells] if single else list(cells)


def coded(schema: Schema, name: str, cells: list[Any]) -> NDArray[np.float64]:
    """A column as numbers: 0 and 1 of a true-or-false column, places of a category's values; NaN at missing cells.

    Raises QueryError for a value that the column cannot have.
    """
    column = declared(schema, name)
    match column:
        case Number():
            return _numbers(name, column, cells)
        case Flag():
            codes: dict[Any, float] = {False: 0.0, True: 1.0}
            return _looked_up(
                name, codes, [bool(cell) if isinstance(cell, bool | np.bool_) else cell for cell in cells]
            )
        case Category():
            codes = {key: float(place) for place, key in enumerate(column.keys)}
            texts = [None if _missing(cell) else spelt(cell) for cell in cells]
            if column.other:
                texts = [text if text is None or text in codes else "other" for text in texts]
            return _looked_up(name, codes, texts)
        case Date():
            raise QueryError("A model has no dates.")
        case _:
            assert_never(column)


def _numbers(name: str, column: Number, cells: list[Any]) -> NDArray[np.float64]:
    try:
        if any(isinstance(cell, str | bytes | bool) for cell in cells):
            raise TypeError
        numbers = np.array([math.nan if _missing(cell) else cell for cell in cells], dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        raise QueryError("The values of {name} must be numbers.", _HINT, name=shown(name)) from None
    if (numbers < float(column.low)).any() or (numbers > float(column.high)).any():
        raise QueryError(
            "The answer covers {column} from {low:,.12g} to {high:,.12g} only.",
            "Use values within this range.",
            column=name,
            low=float(column.low),
            high=float(column.high),
        )
    return numbers


def _looked_up(name: str, codes: Mapping[Any, float], cells: list[Any]) -> NDArray[np.float64]:
    found = []
    for cell in cells:
        if not _missing(cell) and cell not in codes:
            raise QueryError(
                "{value} is not a value of {name}.",
                "Its values: {values}.",
                value=shown(cell),
                name=shown(name),
                values=", ".join(map(str, list(codes)[:10])),
            )
        found.append(math.nan if _missing(cell) else codes[cell])
    return np.array(found)


def _missing(cell: Any) -> bool:
    return cell is None or (isinstance(cell, float) and math.isnan(cell)) or str(cell) in ("<NA>", "NaT")
