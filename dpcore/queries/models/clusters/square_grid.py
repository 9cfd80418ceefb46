"""A public grid over one to four number columns, as fine as the declared number of rows supports."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from dpcore.queries.question.grid import number
from dpcore.queries.question.key import MAX_BINS, Axis, bins_of, equal_bins
from dpcore.table.table import Table

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

# These are part of stored records, whose counts are read by the same grid: they never change.
MOST_CELLS = 20_000
_ROWS = 10_000  # assumed where none are declared
_ROWS_A_CELL = {1: 22, 2: 14, 3: 5, 4: 2}  # by the number of columns: measured at mu = .24, 2,000 and 10,000 rows


def sides(table: Table, columns: Sequence[str], least: int) -> tuple[Axis, ...]:
    """The bins along each column, as many along each, and at least `least` cells; whole numbers by equal bins.

    A single column has at most MAX_BINS.
    """
    cells = min((table.expected_rows or _ROWS) / _ROWS_A_CELL[len(columns)], MOST_CELLS)
    wanted = min(max(2, round(max(cells, least) ** (1 / len(columns)))), MAX_BINS)
    found = []
    for name in columns:
        column = number(table.schema, name)
        if column.integer:
            values = int(float(column.high) - float(column.low)) + 1
            found.append(equal_bins(name, column, min(wanted, values)))
        else:
            found.append(bins_of(name, column, wanted))
    return tuple(found)


def ends(table: Table, columns: Sequence[str]) -> list[tuple[float, float]]:
    """The bounds of each column."""
    declared = (number(table.schema, name) for name in columns)
    return [(float(column.low), float(column.high)) for column in declared]


def middles(sides: Sequence[Axis], ends: Sequence[tuple[float, float]]) -> list[Floats]:
    """The middles of the cells along each column, in entries from -1 to 1."""
    found = []
    for side, (low, high) in zip(sides, ends, strict=True):
        values = np.array([(first + last) / 2 for first, last in side.labels])
        found.append((2 * values - low - high) / (high - low))
    return found
