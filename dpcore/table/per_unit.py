"""Sums over units, each weighted by how many cells it has: what a unit adds is bounded by a public table of weights.

The weights are whole numbers, cut toward zero where they stand for roots or quotients. So norms that are checked for
each number of cells in whole numbers are never exceeded.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import final

from dpcore.table.grid import Grid


@final
@dataclass(frozen=True, slots=True)
class Residual:
    """What a unit's cell differs from a public middle and from the unit's own level, in whole numbers.

    A cell with the grid integer y of `grid`, U = grid.steps, has z = (2 y - U) * parts / U, cut toward zero: from
    -parts to parts. Less the middle of its cell this is d. The level of a unit with c cells is the sum of its d over
    c + shrink, cut toward zero. The residual is d less the level, clamped to [-bound, bound]. middles: one for each
    cell, from -parts to parts.
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
    """The whole part of number / by, for by > 0."""
    return number // by if number >= 0 else -(-number // by)


@final
@dataclass(frozen=True, slots=True)
class PerUnit:
    """The sum over units of what each has in a cell, weighted by the number of cells in which it has rows.

    A unit that has rows in c cells adds weights[c - 1] to each of them; if `grid` is given, times its value there: the
    mean of the grid integers of its rows in the cell, rounded down. So several rows of a unit in one cell count once.
    It adds nothing if c exceeds the length of `weights`. unit: the identifier of units.
    """

    unit: str
    grid: Grid | None
    weights: tuple[int, ...]


@final
@dataclass(frozen=True, slots=True)
class WithinUnit:
    """The sum over units of products for each pair of cells in which it has rows, weighted as in `PerUnit`.

    The two equal keys of the aggregate are the cells of a pair. A unit adds weights[c - 1] to each pair of its cells,
    a cell with itself among them; if `residual` is given, times the residuals in both. The answer is symmetric.
    """

    unit: str
    residual: Residual | None
    weights: tuple[int, ...]
