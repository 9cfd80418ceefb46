"""The narrow waist between questions and engines: which exact integers a question needs, and nothing else.

An engine answers an `Aggregate` with one integer per measure and public cell. Keys, bins, grids and conditions are
public; no SQL text, no user code, no floating-point sum ever crosses this line.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from math import prod
from typing import final

from dpcore.data.condition import Condition


@final
@dataclass(frozen=True, slots=True)
class Grid:
    """The public grid of a number column: cell value ~ (low + y) * 2**exponent, y an integer in 0..steps.

    y = floor((clamp(x) - low * 2**exponent) / 2**exponent + 1/2), clamped to 0..steps: a function of the cell alone.
    """

    column: str
    low: int
    steps: int
    exponent: int

    @property
    def step(self) -> float:
        """The width of one grid step, in the column's unit; exact, a power of two."""
        return 2.0**self.exponent


@final
@dataclass(frozen=True, slots=True)
class Categories:
    """One cell for each public value of a Category (unlisted cells in the last one if it declares `other`)."""

    column: str
    values: tuple[str, ...]
    other: bool = False

    @property
    def size(self) -> int:
        """The number of cells."""
        return len(self.values) + self.other


@final
@dataclass(frozen=True, slots=True)
class Flags:
    """Two cells: False, True."""

    column: str

    @property
    def size(self) -> int:
        """The number of cells."""
        return 2


@final
@dataclass(frozen=True, slots=True)
class Integers:
    """One cell for each whole number low..high of an integer column, after clamping."""

    column: str
    low: int
    high: int

    @property
    def size(self) -> int:
        """The number of cells."""
        return self.high - self.low + 1


@final
@dataclass(frozen=True, slots=True)
class Edges:
    """Bins of a number column by increasing public edges: half-open, the last closed; a cell outside is in no bin.

    `even=True` says that edges[i] is exactly the double low + i * width (width the double (high - low) / bins), or,
    for a whole-number column, that bin i holds the integers v with floor((v - low) * bins / (high - low + 1)) == i.
    """

    column: str
    edges: tuple[float, ...]
    even: bool = False

    @property
    def size(self) -> int:
        """The number of cells."""
        return len(self.edges) - 1


@final
@dataclass(frozen=True, slots=True)
class Periods:
    """Calendar periods of a Date column by their first days, increasing; the last ends on `last`, included."""

    column: str
    starts: tuple[dt.date, ...]
    last: dt.date

    @property
    def size(self) -> int:
        """The number of cells."""
        return len(self.starts)


Key = Categories | Flags | Integers | Edges | Periods


@final
@dataclass(frozen=True, slots=True)
class Rows:
    """The number of rows."""


@final
@dataclass(frozen=True, slots=True)
class Units:
    """The number of distinct units with at least one row (the number of rows when a unit is a row)."""


@final
@dataclass(frozen=True, slots=True)
class Met:
    """The number of rows that also meet a condition."""

    condition: Condition


@final
@dataclass(frozen=True, slots=True)
class Total:
    """The sum of grid integers y; a row whose cell is missing adds nothing."""

    grid: Grid


@final
@dataclass(frozen=True, slots=True)
class Squares:
    """The sum of y * y; a row whose cell is missing adds nothing."""

    grid: Grid


Measure = Rows | Units | Met | Total | Squares


@final
@dataclass(frozen=True, slots=True)
class Aggregate:
    """Measures over the rows that meet every condition of `where`, have every column of `present`, and fall in a cell.

    `max_groups` keeps, for each unit, only rows in at most that many cells (chosen by a keyed hash of the cell). The
    answer is an integer array of shape (len(measures), *[key.size for key in keys]); cells without rows are 0.
    """

    measures: tuple[Measure, ...]
    keys: tuple[Key, ...] = ()
    where: tuple[Condition, ...] = ()
    present: tuple[str, ...] = ()
    max_groups: int | None = None

    @property
    def shape(self) -> tuple[int, ...]:
        """The number of cells along each key."""
        return tuple(key.size for key in self.keys)

    @property
    def cells(self) -> int:
        """The number of cells in all; 1 without keys."""
        return prod(self.shape)
