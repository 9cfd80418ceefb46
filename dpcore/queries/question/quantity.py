"""What the numbers of an answer are: their unit, public bounds, grid and free views."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, final

import numpy as np

from dpcore.queries.question.grid import number
from dpcore.result.view import NOT_BELOW_ZERO, WHOLE, View
from dpcore.table.schema import Schema
from dpcore.text import Text

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_NONE = Text("")


@final
@dataclass(frozen=True, slots=True, eq=False)
class Quantity:
    """The numbers of an answer to a question of one table, before noise.

    low, high: public bounds. cells: those of each cell, where they differ. step: the step of the public grid of
    answers; 0 if they are not on a grid. clipped: the number column whose clamped values the answer uses. unit: the
    plural noun for what it counts, rows or the protected units; empty if it is not a count. whole: whether it is a
    whole number. own_views: its free views (post-processing), if they do not follow from bounds and `whole`.
    """

    low: float = -inf
    high: float = inf
    step: float = 0.0
    clipped: str | None = None
    unit: Text = _NONE
    whole: bool = False
    cells: tuple[Floats, Floats] | None = None
    own_views: tuple[View, ...] | None = None

    @property
    def bounds(self) -> tuple[float, float]:
        """Public bounds of the answer in every cell."""
        return self.low, self.high

    def cell_bounds(self, cells: int) -> tuple[Floats, Floats]:
        """Public bounds in each of so many cells."""
        return self.cells or (np.full(cells, self.low), np.full(cells, self.high))

    @property
    def views(self) -> tuple[View, ...]:
        """The views of its answer."""
        if self.own_views is not None:
            return self.own_views
        positive = (NOT_BELOW_ZERO,) if self.bounds == (0.0, inf) else ()
        return (*positive, WHOLE) if self.whole else positive


def of_column(schema: Schema, name: str, step: float = 0.0) -> Quantity:
    """Numbers within the bounds of a column whose clamped values the answer uses."""
    column = number(schema, name)
    return Quantity(float(column.low), float(column.high), step, name)


def of_cells(cells: tuple[Floats, Floats], own_views: tuple[View, ...] | None = None) -> Quantity:
    """Numbers with bounds of their own in each cell."""
    low, high = cells
    return Quantity(float(low.min()), float(high.max()), cells=cells, own_views=own_views)
