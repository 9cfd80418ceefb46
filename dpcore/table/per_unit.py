"""Sums over units, each weighted by its number of cells, so that a public table of weights bounds what a unit adds.

The weights are whole numbers; roots and quotients are truncated toward zero. Norms are checked in whole numbers for
each number of cells, so they are never exceeded.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import final

from dpcore.table.grid import Grid


@final
@dataclass(frozen=True, slots=True)
class Residual:
    """A unit's value in a cell minus a public middle of the cell and minus the unit's own level, in whole numbers.

    For a grid integer y of `grid`, with U = grid.steps, let z = (2 y - U) * parts / U, truncated toward zero: from
    -parts to parts. d is z minus the middle of the cell. The level of a unit with c cells is the sum of its d divided
    by c + shrink, truncated toward zero. The residual is d minus the level, clamped to [-bound, bound]. middles: for
    each cell, from -parts to parts.
    """

    grid: Grid
    parts: int
    middles: tuple[int, ...]
    shrink: int
    bound: int

    def of(self, steps: Mapping[int, int]) -> dict[int, int]:
        """The residuals of a unit with these grid integers by cell."""
        apart = {cell: self.centred(y) - self.middles[cell] for cell, y in steps.items()}
        level = toward_zero(sum(apart.values()), len(apart) + self.shrink)
        return {cell: min(max(d - level, -self.bound), self.bound) for cell, d in apart.items()}

    def centred(self, y: int) -> int:
        """z of a grid integer."""
        return toward_zero((2 * y - self.grid.steps) * self.parts, self.grid.steps)


def toward_zero(number: int, by: int) -> int:
    """number / by, truncated toward zero, for by > 0."""
    return number // by if number >= 0 else -(-number // by)


@final
@dataclass(frozen=True, slots=True)
class PerUnit:
    """The sum over units of a weight in each of the unit's cells, which depends on its number of cells.

    A unit with rows in c cells adds weights[c - 1] to each of them; if `grid` is given, times the unit's value there,
    the mean of the grid integers of its rows in the cell, rounded down. So several rows of a unit in one cell count
    once. A unit adds nothing if c exceeds the length of `weights`. unit: the identifier column of units.
    """

    unit: str
    grid: Grid | None
    weights: tuple[int, ...]


@final
@dataclass(frozen=True, slots=True)
class WithinUnit:
    """The sum over units of a weight for each pair of cells in which the unit has rows; see `PerUnit`.

    The two keys of the aggregate are equal and give the two cells of a pair. A unit adds weights[c - 1] to each pair of
    its cells, including a cell with itself; if `residual` is given, times both residuals. The answer is symmetric.
    """

    unit: str
    residual: Residual | None
    weights: tuple[int, ...]
