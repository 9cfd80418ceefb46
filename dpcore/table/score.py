"""Cells of a public combination of a row's cells: the score of a linear model, cut by public edges."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import final

from dpcore.errors import QueryError
from dpcore.table.condition import Condition
from dpcore.table.grid import Grid

MOST_SCORE_PARTS, MOST_SCORE_EDGES = 100, 2**16
"""The largest numbers of parts and of edges."""
LARGEST_SCORE = 2**62
"""Scores and edges are below this in size, so that their differences fit 64 bits."""


@final
@dataclass(frozen=True, slots=True)
class Square:
    """A part of a score: (2 y - steps)^2 for the grid integer y of a column, the squared distance from the middle."""

    grid: Grid

    @property
    def column(self) -> str:
        """The column of the grid."""
        return self.grid.column


Part = Grid | Square | Condition


@final
@dataclass(frozen=True, slots=True)
class Score:
    """One cell for each interval between public edges of the score of a row, sum(weight * part) + constant.

    A part is the grid integer of a column, a square, or 1 if a condition is met and 0 if not. A row where the cell of
    any part is missing is in no cell. Everything is a whole number, so that all engines agree on every row.

    edges: increasing. Cell i holds the scores with edges[i - 1] <= score < edges[i]; the first and the last cell have
    no bound on one side, so that there is one cell more than edges. Raises QueryError, also if the score of a row could
    exceed `LARGEST_SCORE`, which depends on the weights and the grids alone.
    """

    parts: tuple[Part, ...]
    weights: tuple[int, ...]
    constant: int
    edges: tuple[int, ...]

    def __post_init__(self) -> None:
        if not 1 <= len(self.parts) == len(self.weights) <= MOST_SCORE_PARTS:
            raise QueryError(
                "A score needs a weight for each of 1 to {most} parts. Got {weights} weights for {parts} parts.",
                most=MOST_SCORE_PARTS,
                weights=len(self.weights),
                parts=len(self.parts),
            )
        rising = all(low < high for low, high in pairwise(self.edges))
        if not 1 <= len(self.edges) <= MOST_SCORE_EDGES or not rising:
            raise QueryError("The edges of a score must be increasing; 1 to {most} edges.", most=MOST_SCORE_EDGES)
        if max(self.largest, *map(abs, self.edges)) >= LARGEST_SCORE:
            raise QueryError(
                "The weights, the constant or the edges of a score are so large that 64 bits may not hold it.",
                "Use smaller weights, or grids with fewer steps.",
            )

    @property
    def largest(self) -> int:
        """A bound of the size of the score of any row."""
        sizes = map(_size, self.parts)
        # a part with weight 0 is computed too, so its size counts
        return abs(self.constant) + sum(
            max(abs(weight), 1) * size for weight, size in zip(self.weights, sizes, strict=True)
        )

    @property
    def step(self) -> int | None:
        """The distance between neighbouring edges if all distances are equal, else None."""
        steps = {high - low for low, high in pairwise(self.edges)}
        return steps.pop() if len(steps) == 1 else None

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of the parts, each once."""
        return tuple(dict.fromkeys(part.column for part in self.parts))

    @property
    def size(self) -> int:
        """The number of cells."""
        return len(self.edges) + 1


def _size(part: Part) -> int:
    """The largest value of a part."""
    match part:
        case Grid():
            return part.steps
        case Square(grid):
            return grid.steps**2
        case Condition():
            return 1
