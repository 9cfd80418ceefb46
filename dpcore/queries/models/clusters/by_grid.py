"""Clusters of a noisy grid of counts, for one to four columns: weighted k-means of its cells for nothing."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, final

import numpy as np

from dpcore.mechanisms import Spread
from dpcore.queries.models.clusters import lloyd, square_grid
from dpcore.queries.question.grid import number
from dpcore.queries.question.key import Axis
from dpcore.result.model import Backdrop
from dpcore.sensitivity import Contribution
from dpcore.statistic import Linear
from dpcore.table.aggregate import Aggregate, Rows
from dpcore.table.condition import Condition
from dpcore.table.table import Table

if TYPE_CHECKING:
    from dpcore.queries.question.base import Floats


@final
@dataclass(frozen=True)
class ByGrid:
    """The grid of a question about clusters."""

    columns: tuple[str, ...]
    clusters: int
    where: tuple[Condition, ...]
    optional: bool

    def sides(self, table: Table) -> tuple[Axis, ...]:
        """The bins along each column."""
        return square_grid.sides(table, self.columns, 4 * self.clusters)

    def cells(self, table: Table) -> int:
        """The number of cells."""
        return prod(side.size for side in self.sides(table))

    def aggregate(self, table: Table) -> Aggregate:
        """Rows in every cell."""
        keys = tuple(side.key for side in self.sides(table) if side.key is not None)
        return Aggregate((Rows(),), keys, self.where, ())

    def statistic(self, table: Table) -> Linear:
        """A row is in one cell."""
        unit = table.unit
        reach = Contribution(((1,),), table.neighbors, unit.max_rows, self.cells(table), self.optional)
        return Linear(reach, ((1,),), (1.0,), counts=True)

    def middles(self, table: Table) -> list[Floats]:
        """The middles of the cells along each column, in entries from -1 to 1."""
        return square_grid.middles(self.sides(table), self.ends(table))

    def widths(self, table: Table) -> Floats:
        """How far apart values of one cell can be along each column, in entries from -1 to 1; whole numbers are 1."""
        found = []
        for name, side, (low, high) in zip(self.columns, self.sides(table), self.ends(table), strict=True):
            step = 1 if number(table.schema, name).integer else 0
            found.append(2 * (max(last - first for first, last in side.labels) - step) / (high - low))
        return np.array(found)

    def ends(self, table: Table) -> list[tuple[float, float]]:
        """The bounds of each column."""
        return square_grid.ends(table, self.columns)

    def found(self, table: Table, noisy: Floats, spread: Spread) -> lloyd.Clusters:
        """The clusters of noisy counts."""
        counts, std = noisy[0], spread.std[0]
        return lloyd.clusters(self.middles(table), self.widths(table), counts, std, self.clusters, spread.whole)

    def backdrop(self, table: Table, noisy: Floats, spread: Spread) -> Backdrop | None:
        """The noisy grid of two columns, with the centres."""
        if len(self.columns) != 2:
            return None
        low, high = np.array(self.ends(table)).T
        middle, half = (low + high) / 2, (high - low) / 2
        at, up = (
            tuple((middle[place] + half[place] * side).tolist()) for place, side in enumerate(self.middles(table))
        )
        if min(len(at), len(up)) < 2:
            return None
        centres = (middle + half * self.found(table, noisy, spread).centres).tolist()
        points = tuple((x, y, str(place)) for place, (x, y) in enumerate(centres, 1))
        first, second = self.columns
        return Backdrop((first, second), at, up, np.maximum(noisy[0], 0.0), spread.half[0], points)
