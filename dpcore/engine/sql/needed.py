"""Filters and columns that the asks of a statement have in common, which are then checked once for all of them."""

from __future__ import annotations

from collections.abc import Sequence

from dpcore.table.aggregate import (
    Aggregate,
    Clipped,
    Edges,
    Flags,
    Integers,
    Key,
    Least,
    Measure,
    Nearest,
    Periods,
    Product,
    Score,
    Squares,
    Total,
    columns_of,
)
from dpcore.table.condition import Condition


def common_filters(filters: Sequence[tuple[Condition, ...]]) -> tuple[Condition, ...]:
    """The filters that all asks have in common."""
    return tuple(condition for condition in dict.fromkeys(filters[0]) if all(condition in other for other in filters))


def shared_columns(present: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """The columns that every ask of a statement needs, if they are several; one filter leaves out rows without them.

    A filter on each of many sums takes about three times as long. A single column needs no filter: sums ignore NULL.
    """
    shared = tuple(name for name in present[0] if all(name in names for names in present))
    return shared if len(shared) > 1 else ()


def implied_columns(keys: Sequence[Key]) -> set[str]:
    """The columns without which a row is in no cell of these keys, so that they need no further check.

    Measured in DuckDB on 10,000,000 rows and six columns: filters of rows, which compute the values again, take a
    quarter of the time of a statement.
    """
    return {
        name
        for key in keys
        if isinstance(key, Score | Nearest | Edges | Integers | Periods | Flags)
        for name in columns_of(key)
    }


def filter_columns(asks: Sequence[Aggregate], shared: Sequence[str]) -> list[str]:
    """The shared columns that need a filter, because the keys of some ask do not leave out rows without them."""
    return [name for name in shared if not all(name in implied_columns(ask.keys) for ask in asks)]


def needed_columns(ask: Aggregate, measure: Measure, shared: Sequence[str]) -> tuple[str, ...]:
    """The columns to check for missing cells, except columns of the sum itself and of keys, which ignore such cells.

    shared: the columns that are checked for the whole statement.
    """
    own: tuple[str, ...] = ()
    match measure:
        case Total(grid) | Squares(grid) | Least(grid):
            own = (grid.column,)
        case Product(first, second):
            own = (first.column, second.column)
        case Clipped(ball):
            own = tuple(grid.column for grid in ball.grids)
    left_out = {*own, *shared, *implied_columns(ask.keys)}
    return tuple(name for name in ask.present if name not in left_out)
