"""The fine cells of a number column in which rows are counted for a smooth function, and the range of the function."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, final

import numpy as np

from dpcore.errors import QueryError
from dpcore.queries.question.grid import number
from dpcore.queries.question.key import Axis, bins_of, equal_bins
from dpcore.statistic.waves.by_value import MOST_VALUES
from dpcore.statistic.waves.fourier import FINEST
from dpcore.table.column import Number
from dpcore.table.schema import Schema

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

CELLS = 4096
"""The number of cells between the bounds in which rows are counted."""

_WHOLE = 2**52  # from this magnitude on, doubles cannot represent the midpoint of two whole numbers


@final
@dataclass(frozen=True, slots=True)
class FineCells:
    """At most `most` cells of a column: one for each whole number where these are few enough, else of equal width."""

    name: str
    column: Number
    most: int = CELLS

    @property
    def axis(self) -> Axis:
        """The cells."""
        return _cells(self)

    @property
    def size(self) -> int:
        """The number of cells."""
        return self.axis.size

    @property
    def low(self) -> float:
        """The lower end of the range: the bound, for whole numbers that of the first cell."""
        return float(self.axis.labels[0][0] if self.column.integer else self.column.low)

    @property
    def length(self) -> float:
        """The length of the range."""
        if not self.column.integer:
            return float(self.column.high) - float(self.column.low)
        (low, high), *_ = self.axis.labels
        return float(high - low) * self.size

    @property
    def high(self) -> float:
        """The upper end of the range."""
        return self.low + self.length if self.column.integer else float(self.column.high)

    @property
    def single(self) -> bool:
        """Whether each whole number has a cell of its own, and they are few enough to be read one by one."""
        (low, high), *_ = self.axis.labels
        return self.column.integer and high - low == 1 and self.size <= MOST_VALUES

    @property
    def finest(self) -> float:
        """The finest bandwidth that is chosen from released numbers: two cells or more.

        There are no more frequencies than cells, so that a narrower kernel would be cut off, and ring.
        """
        return self.length * min(1.0, max(float(FINEST), 2.0 / self.size))

    def spread(self, around: int, frequencies: int) -> Floats:
        """How much smaller sums of waves over rows are than over the middles of their cells, for j = 0, 1, …

        For rows that are spread evenly inside each cell: sin(k x) / (k sin x) for k whole numbers in a cell, and its
        limit sin(x) / x otherwise (Sheppard's correction). around: the length of the circle in half boxes.
        """
        angle = 2 * math.pi * np.arange(1, frequencies + 1) / around / self.size  # half a cell
        if not self.column.integer:
            return np.concatenate([[1.0], np.sin(angle) / angle])
        low, high = self.axis.labels[0]
        values = round(high - low)
        return np.concatenate([[1.0], np.sin(angle) / (values * np.sin(angle / values))])

    def points(self, number: int) -> tuple[tuple[float], ...]:
        """Evenly spaced points from end to end, as labels of an axis."""
        inner = ((self.low + self.length * place / (number - 1),) for place in range(number - 1))
        return (*inner, (self.high,))


def fine_cells(schema: Schema, name: str, most: int = CELLS) -> FineCells:
    """The cells of a column. Raises QueryError if it is not a number, or its whole numbers are too large."""
    column = number(schema, name)
    if column.integer and max(abs(column.low), abs(column.high)) >= _WHOLE:
        raise QueryError(
            "The whole numbers of {column} are too large for this question.",
            "Declare narrower bounds, or declare the column as a number that need not be whole.",
            column=name,
        )
    return FineCells(name, column, most)


@lru_cache(maxsize=256)
def _cells(cells: FineCells) -> Axis:
    if not cells.column.integer:
        return bins_of(cells.name, cells.column, cells.most)
    values = int(cells.column.high - cells.column.low) + 1
    size = -(-values // cells.most)
    return equal_bins(cells.name, cells.column, -(-values // size))
