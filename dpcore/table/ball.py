"""A public ball to which the vector of a row is clipped, in integers: part of the aggregates of a question."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import final

from dpcore.errors import QueryError
from dpcore.table.grid import Grid

UNIT = 2**26
"""Coordinates and the radius are whole numbers of 1 / UNIT of half a column's range."""
FACTORS = 2**24
"""A factor that shortens a vector is a multiple of 1 / FACTORS."""
MOST_COLUMNS, MOST_STEPS = 50, 2**30
"""Largest numbers of columns, and of steps of a grid, for which 64 bits hold every vector and its squared norm."""


@final
@dataclass(frozen=True, slots=True)
class Ball:
    """The ball of a radius around the middle of the bounds of several columns, in units of half each column's range.

    A row with the grid integers y_j, of grids with U_j steps, has the vector w_j = (2 y_j - U_j) * UNIT / U_j,
    truncated toward zero. If |w|^2 > radius^2, it becomes v_j = k w_j / FACTORS, truncated toward zero, with k the
    largest whole number with k^2 |w|^2 <= radius^2 FACTORS^2. Truncation makes no coordinate larger, so that
    |v|^2 <= k^2 |w|^2 / FACTORS^2 <= radius^2 for every row, and the vector depends on this row alone.

    radius: in units of 1 / UNIT of half a range. Raises QueryError.
    """

    grids: tuple[Grid, ...]
    radius: int

    def __post_init__(self) -> None:
        steps = [grid.steps for grid in self.grids]
        if not 1 <= len(steps) <= MOST_COLUMNS or not all(1 <= size <= MOST_STEPS for size in steps):
            raise QueryError(
                "A ball is for at most {most} columns, on grids of 1 to {steps} steps.",
                "Use fewer columns or steps.",
                most=MOST_COLUMNS,
                steps=MOST_STEPS,
            )
        if not 1 <= self.radius <= math.isqrt(MOST_COLUMNS) * 2 * UNIT:
            raise QueryError("The radius of a ball must be in [1, {most}].", most=math.isqrt(MOST_COLUMNS) * 2 * UNIT)

    @property
    def squared(self) -> int:
        """The square of the radius, below 2^60."""
        return self.radius**2

    def clipped(self, steps: Sequence[int]) -> tuple[int, ...]:
        """The vector v of a row with these grid integers: the meaning of `Clipped`, which engines compute in SQL."""
        found = []
        for y, grid in zip(steps, self.grids, strict=True):
            z = 2 * y - grid.steps
            found.append(_truncated(z * UNIT, grid.steps))
        norm = sum(w * w for w in found)
        if norm <= self.squared:
            return tuple(found)
        factor = math.isqrt(self.squared * FACTORS**2 // norm)
        return tuple(_truncated(w * factor, FACTORS) for w in found)


def _truncated(number: int, by: int) -> int:
    return number // by if number >= 0 else -(-number // by)
