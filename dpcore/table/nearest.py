"""Cells of rows by the nearest of several public places: squared distances of whole numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from dpcore.errors import QueryError
from dpcore.table.grid import Grid

MOST_PLACES, MOST_PLACE_COLUMNS = 1_000, 50
"""The largest numbers of places and of columns."""
LARGEST_DISTANCE = 2**62
"""All compared numbers are below this in size, so that 64 bits hold them."""


@final
@dataclass(frozen=True, slots=True)
class Nearest:
    """One cell for each public place: a row is in the cell of the nearest place, or of the first of several nearest.

    A row with the grid integers y_j has the distance sum((scale_j y_j - c_j)^2) from a place c. A row where the cell of
    any of the columns is missing is in no cell. Everything is a whole number, so that all engines agree on every row.

    The squares of y_j are the same for all places, so a linear expression is compared: sum(c_j^2) - sum(2 c_j scale_j
    y_j) for each place. Raises QueryError, also if the size of its terms could add up to `LARGEST_DISTANCE`, which
    depends on the places, the scales and the grids alone.
    """

    grids: tuple[Grid, ...]
    scales: tuple[int, ...]
    places: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        size = len(self.grids)
        if not 1 <= size <= MOST_PLACE_COLUMNS or len(self.scales) != size or min(self.scales) < 1:
            raise QueryError("Distances are for 1 to {most} columns, each with a scale.", most=MOST_PLACE_COLUMNS)
        if not 1 <= len(self.places) <= MOST_PLACES or any(len(place) != size for place in self.places):
            raise QueryError("Rows have distances from 1 to {most} places in all the columns.", most=MOST_PLACES)
        if self.largest >= LARGEST_DISTANCE:
            raise QueryError(
                "Places are so far from each other that 64 bits may not hold the distances.",
                "Use smaller scales, or grids with fewer steps.",
            )

    @property
    def linear(self) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """The compared expression of each place: its constant and the weights of the grid integers."""
        return tuple(
            (sum(c * c for c in place), tuple(-2 * scale * c for scale, c in zip(self.scales, place, strict=True)))
            for place in self.places
        )

    @property
    def largest(self) -> int:
        """A bound of the compared expressions, and of all their terms and partial sums, for any row."""
        steps = [grid.steps for grid in self.grids]
        return max(
            constant + sum(abs(weight) * most for weight, most in zip(weights, steps, strict=True))
            for constant, weights in self.linear
        )

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns, each once."""
        return tuple(dict.fromkeys(grid.column for grid in self.grids))

    @property
    def size(self) -> int:
        """The number of cells."""
        return len(self.places)
