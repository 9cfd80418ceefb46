"""Rows for which a model predicts: their columns, checked against the schema and coded as numbers."""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Iterable, Mapping, Set
from decimal import Decimal
from numbers import Real
from typing import TYPE_CHECKING, Any, assert_never

import numpy as np

from dpcore.errors import QueryError
from dpcore.number import BLANKS, shown
from dpcore.spelling import MOST_CHARACTERS, spelt
from dpcore.table.category import Category, writable
from dpcore.table.column import Date, Flag, Number
from dpcore.table.condition import declared
from dpcore.text import Text

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dpcore.table.schema import Schema

MOST_ROWS = 10**6
"""The largest number of rows in one call."""
_TEXTS = str | dt.date | dt.time | dt.timedelta
_HINT = Text('Give a DataFrame, or columns by name: {"age": [40, 50]}.')


def listed_rows(rows: Any, names: tuple[str, ...], some: bool = False) -> dict[str, list[Any]]:
    """These columns of a DataFrame, of columns by name, or of rows as mappings. Raises QueryError.

    some: whether columns may be absent, but not all.
    """
    if hasattr(rows, "to_dict") and hasattr(rows, "columns"):
        given = list(map(str, rows.columns))
        if twice := [name for name in names if given.count(name) > 1]:
            raise QueryError("The rows have more than one column {name}.", _HINT, name=shown(twice[0]))
        rows = {str(name): list(rows[name]) for name in rows.columns if str(name) in names}
    if not isinstance(rows, Mapping):
        if isinstance(rows, str | bytes) or not isinstance(rows, Iterable):
            raise QueryError("A model predicts for rows with the columns {names}.", _HINT, names=", ".join(names))
        each = list(rows)
        if not each or not all(isinstance(row, Mapping) for row in each):
            raise QueryError("A model predicts for rows with the columns {names}.", _HINT, names=", ".join(names))
        rows = {name: [row.get(name) for row in each] for name in names if any(name in row for row in each)}
    if (absent := [name for name in names if name not in rows]) and not (some and len(absent) < len(names)):
        raise QueryError("The rows have no column {name}.", _HINT, name=shown(absent[0]))
    columns = {name: _column(name, rows[name]) for name in names if name in rows}
    sizes = {len(cells) for cells in columns.values()}
    if len(sizes) != 1 or not 1 <= max(sizes) <= MOST_ROWS:
        raise QueryError("Ask for 1 to {most:,} rows at a time, with as many values in each column.", most=MOST_ROWS)
    return columns


def _column(name: str, cells: Any) -> list[Any]:
    if isinstance(cells, Mapping | Set):
        raise QueryError("The values of {name} must be a list.", _HINT, name=shown(name))
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
            return _looked_up(name, codes, list(codes), [(cell, _plain(cell)) for cell in cells])
        case Category():
            bare = (key.strip(BLANKS) for key in column.keys)  # of keys with the same text, a table has the first
            codes = {key: float(place) for place, key in reversed(list(enumerate(bare)))}
            texts = [(cell, _text(column, codes, cell)) for cell in cells]
            return _looked_up(name, codes, list(column.keys), texts)
        case Date():
            raise QueryError("A model has no dates.")
        case _:
            assert_never(column)


def _numbers(name: str, column: Number, cells: list[Any]) -> NDArray[np.float64]:
    try:
        if not all(_missing(cell) or _is_number(cell) for cell in cells):
            raise TypeError
        numbers = np.array([math.nan if _missing(cell) else float(cell) for cell in cells])
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


def _text(column: Category, codes: Mapping[Any, float], cell: Any) -> Any:
    """A category's value, as a table reads the cell: without blanks around it; None or NaN if it is missing."""
    cell = bool(cell) if isinstance(cell, np.bool_) else cell
    if _missing(cell) or not (_is_number(cell) or isinstance(cell, bool | _TEXTS)):
        return _plain(cell)
    text = (spelt(cell) or "").strip(BLANKS)
    if not text:
        return None
    if not column.other or text in codes or not writable(text):
        return text
    return "other" if len(text) <= MOST_CHARACTERS else None


def _looked_up(
    name: str, codes: Mapping[Any, float], keys: list[Any], cells: list[tuple[Any, Any]]
) -> NDArray[np.float64]:
    """The codes of cells, given with what is looked up for each; None and NaN are missing."""
    found = []
    for cell, plain in cells:
        if not _missing(plain) and plain not in codes:
            raise QueryError(
                "{value} is not a value of {name}.",
                "Its values: {values}.",
                value=shown(cell),
                name=shown(name),
                values=", ".join(map(str, keys[:10])),
            )
        found.append(math.nan if _missing(plain) else codes[plain])
    return np.array(found)


def _plain(cell: Any) -> Any:
    """The cell, or the type of a cell that cannot be looked up, such as a list."""
    return cell if _missing(cell) or _is_number(cell) or isinstance(cell, str | bool | np.bool_) else type(cell)


def _is_number(cell: Any) -> bool:
    return isinstance(cell, Real | Decimal) and not isinstance(cell, bool | np.bool_ | np.timedelta64)


def _missing(cell: Any) -> bool:
    if cell is None or type(cell).__name__ in ("NAType", "NaTType"):
        return True
    return isinstance(cell, float | np.floating | Decimal) and math.isnan(cell)
