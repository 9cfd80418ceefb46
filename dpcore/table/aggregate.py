"""The interface between questions and engines: the exact integers that a question needs.

An engine answers an `Aggregate` with one integer per measure and public cell. Keys, bins, grids and conditions are
public. The interface has no SQL text, no user code and no floating-point sums.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import final

from dpcore.errors import QueryError
from dpcore.table.ball import Ball
from dpcore.table.condition import Condition
from dpcore.table.grid import Grid as Grid
from dpcore.table.key import Blocks as Blocks
from dpcore.table.key import Categories as Categories
from dpcore.table.key import Edges as Edges
from dpcore.table.key import Flags as Flags
from dpcore.table.key import Integers as Integers
from dpcore.table.key import Key as Key
from dpcore.table.key import Nearest as Nearest
from dpcore.table.key import Pairs as Pairs
from dpcore.table.key import Periods as Periods
from dpcore.table.key import Sampled as Sampled
from dpcore.table.key import Score as Score
from dpcore.table.key import columns_of as columns_of
from dpcore.table.leaf import Leaf as Leaf
from dpcore.table.ordering import Order
from dpcore.table.per_unit import PerUnit as PerUnit
from dpcore.table.per_unit import Residual as Residual
from dpcore.table.per_unit import WithinUnit as WithinUnit
from dpcore.table.program import Contents as Contents
from dpcore.table.program import Program


@final
@dataclass(frozen=True, slots=True)
class Rows:
    """The number of rows."""


@final
@dataclass(frozen=True, slots=True)
class Units:
    """The number of distinct units with at least one row (the number of rows if the unit is one row)."""


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


@final
@dataclass(frozen=True, slots=True)
class Product:
    """The sum of y * y'; a row where either cell is missing adds nothing.

    y and y' are grid integers of columns, or 1 if the row meets a condition and 0 if not.
    """

    first: Grid | Condition
    second: Grid | Condition

    @property
    def grids(self) -> tuple[Grid, ...]:
        """The factors that are grid integers."""
        return tuple(factor for factor in (self.first, self.second) if isinstance(factor, Grid))

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """The factors that are conditions."""
        return tuple(factor for factor in (self.first, self.second) if isinstance(factor, Condition))


@final
@dataclass(frozen=True, slots=True)
class Clipped:
    """The sum over rows of one coordinate of the row's vector, clipped to a ball.

    A row where any cell of the ball's columns is missing adds nothing. place: the index of the coordinate.
    """

    ball: Ball
    place: int


@final
@dataclass(frozen=True, slots=True)
class Least:
    """The least grid integer y; `grid.steps`, the largest, in a cell without a value."""

    grid: Grid


Measure = Rows | Units | Met | Total | Squares | Product | Clipped | Least | Order | Contents | PerUnit | WithinUnit


@final
@dataclass(frozen=True, slots=True)
class Aggregate:
    """Measures over the rows that meet all conditions `where`, have values in all columns `present`, and are in a cell.

    max_groups: keep, for each unit, only rows in at most that many cells, chosen by a keyed hash of the cell. The
    answer is an integer array of shape (len(measures), *[key.size for key in keys]); cells without rows are 0, for
    `Least` the grid's steps. An `Order` must be the only measure, and defines the shape of its answer. Raises
    QueryError.
    """

    measures: tuple[Measure, ...]
    keys: tuple[Key, ...] = ()
    where: tuple[Condition, ...] = ()
    present: tuple[str, ...] = ()
    max_groups: int | None = None

    def __post_init__(self) -> None:
        order = next((measure for measure in self.measures if isinstance(measure, Order)), None)
        if order is not None and (len(self.measures) > 1 or len(order.ranges) != self.cells):
            raise QueryError("An `Order` must be the only measure and have ranges for each cell of the keys.")
        if any(isinstance(measure, Contents) for measure in self.measures) and not (
            len(self.measures) == len(self.keys) == 1 and isinstance(self.keys[0], Blocks) and self.max_groups is None
        ):
            raise QueryError("A `Contents` must be the only measure, by blocks alone.")
        kinds = {type(measure) for measure in self.measures} & {PerUnit, WithinUnit}
        if kinds and not _by_unit(self):
            raise QueryError("Sums over units must be the only measures of a table with one key, or two equal ones.")
        if order is not None and any(isinstance(key, Sampled) for key in self.keys):
            raise QueryError("An `Order` is read from all rows, not from a sample.")

    @property
    def order(self) -> Order | None:
        """The measure if it is an `Order`, else None."""
        first = self.measures[0] if self.measures else None
        return first if isinstance(first, Order) else None

    @property
    def program(self) -> Program | None:
        """The program that receives the rows, or None."""
        first = self.measures[0] if self.measures else None
        return first.program if isinstance(first, Contents) else None

    @property
    def by_unit(self) -> bool:
        """Whether the measures are sums over units: over the cells of each unit, or over pairs of its cells."""
        return bool(self.measures) and isinstance(self.measures[0], PerUnit | WithinUnit)

    @property
    def shape(self) -> tuple[int, ...]:
        """The number of cells along each key."""
        return tuple(key.size for key in self.keys)

    @property
    def cells(self) -> int:
        """The total number of cells; 1 without keys."""
        return prod(self.shape)


def _by_unit(ask: Aggregate) -> bool:
    """Whether measures of units, their values and their keys fit together.

    A statement reads at most one value per row. A measure without a value may stand beside a measure of values only if
    `present` restricts both to the same rows, those with this value.
    """
    kind = PerUnit if isinstance(ask.measures[0], PerUnit) else WithinUnit
    same = len({(type(measure), getattr(measure, "unit", None)) for measure in ask.measures}) == 1
    valued = {getattr(measure, "grid" if kind is PerUnit else "residual", None) for measure in ask.measures}
    grids = {value.grid if isinstance(value, Residual) else value for value in valued if value is not None}
    known = all(grid.column in ask.present for grid in grids)
    rows = len(valued) == 1 or (len(valued - {None}) == 1 and known)
    keys = 1 if kind is PerUnit else 2
    whole = ask.max_groups is None and not any(isinstance(key, Sampled) for key in ask.keys)
    return same and rows and whole and len(ask.keys) == keys and len(set(ask.keys)) == 1
