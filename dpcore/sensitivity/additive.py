r"""Global sensitivity of statistics that are sums over rows.

One row adds an integer vector r (its coordinates) to at most one public cell; a unit adds at most m = `max_rows` rows.
The statistic is the sum: a vector of coordinates for each cell. As norms are convex, only extreme points r matter:

* add_remove: all rows of a unit fall in one cell,              m ||r||
* replace, same cell: m rows r are replaced by m rows r',       m ||r - r'||
* replace, different cells: m rows leave one cell and m rows    m ||r||_1 + m ||r'||_1,  or
  enter another,                                                m sqrt(||r||^2 + ||r'||^2)

where r' may be 0 if a row can be left out (by a filter or a missing value). If no row can be left out, then under
replace the number of units is public, a unit has 1 to m rows, and the extremes are i r - j r' with i, j in {1, m}.
A unit that adds at most one to each of `spread` cells (distinct counts) changes up to `spread` cells at once.

Source: Dwork, McSherry, Nissim & Smith 2006 (global sensitivity). The cases of units and groups follow from the
argument above, and are checked in the tests by brute force over all small neighbouring tables.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, final

import numpy as np

from dpcore.errors import DpError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from dpcore.sensitivity.relation import Neighbors

    Vectors = NDArray[np.float64]

_FITS = 2**62


@final
@dataclass(frozen=True)
class Contribution:
    """The possible contributions of one unit.

    vertices: the extreme points of the vectors that a row can add to its cell: integer vectors, shape (points,
    coordinates), exact in a double; among points of equal norms one suffices. differences: integer vectors that include
    every extreme r - r', or a vector of the same norms for each; by default the differences of all pairs of vertices.
    optional: whether a row may add nothing. cells: the number of disjoint cells. spread: the cells that a unit adds to.
    """

    vertices: tuple[tuple[int, ...], ...]
    neighbors: Neighbors
    max_rows: int = 1
    cells: int = 1
    optional: bool = True
    spread: int = 1
    differences: tuple[tuple[int, ...], ...] | None = None

    def l1_sensitivity(self) -> int:
        """The largest L1 distance between the statistics of two neighbouring tables: an exact integer.

        Raises DpError unless all vectors are integers.
        """
        points = _integers(self.vertices, self.max_rows)
        added = self.max_rows * _longest(points)
        if self.neighbors == "add_remove":
            return added * self._cells_added
        return max(self._longest_swap(points), added * self._cells_swapped)

    def norm(self, scales: tuple[float, ...]) -> float:
        """sup ||D^-1 (difference)||_2 with D = diag(scales): the mu of Gaussian noise with these scales.

        A coordinate that no neighbour can change (it is public) may have scale 0. Relative error at most 1e-14.
        """
        inverse = np.array([1.0 / scale if scale else 0.0 for scale in scales])
        squared = float((np.square(self._added * inverse)).sum(axis=1).max())
        if self.neighbors == "add_remove":
            return math.sqrt(squared * self._cells_added)
        swapped = self._swapped
        same = float(np.square(swapped * inverse).sum(axis=1).max()) if len(swapped) else 0.0
        return math.sqrt(max(same, squared * self._cells_swapped))

    @property
    def public(self) -> tuple[bool, ...]:
        """For each coordinate, whether no neighbouring table can change it (the number of units under replace)."""
        if self.neighbors == "add_remove" or self._cells_swapped:
            return (False,) * len(self.vertices[0])
        return tuple(not column.any() for column in self._swapped.T)

    @property
    def _cells_added(self) -> int:
        return min(self.spread, self.cells)

    @property
    def _cells_swapped(self) -> int:
        """The largest number of cells that a replaced unit can leave and enter, without swaps inside one cell."""
        if self.cells == 1:
            return 1 if self.optional else 0
        return min(2 * self.spread, self.cells)

    def _longest_swap(self, points: NDArray[Any]) -> int:
        """The largest L1 norm of a difference that a replaced unit can make inside one cell."""
        if self.differences is not None:
            longest = _longest(_integers(self.differences, self.max_rows))
        else:
            longest = max((_longest(points - point) for point in points), default=0)
        if self.optional or self.cells > 1 or self.max_rows == 1:
            return self.max_rows * longest
        return max(self.max_rows * longest, *(_longest(self.max_rows * points - point) for point in points))

    @cached_property
    def _added(self) -> Vectors:
        return np.array(self.vertices, dtype=np.float64) * self.max_rows

    @cached_property
    def _swapped(self) -> Vectors:
        """Differences that a replaced unit can make inside one cell."""
        points = np.array(self.vertices, dtype=np.float64)
        if self.differences is not None:
            swaps = np.array(self.differences, dtype=np.float64)
        else:
            swaps = (points[:, None, :] - points[None, :, :]).reshape(-1, points.shape[1])
        if self.optional or self.cells > 1:
            return swaps * self.max_rows
        uneven = (points[:, None, :] * self.max_rows - points[None, :, :]).reshape(-1, points.shape[1])
        return np.concatenate([swaps * self.max_rows, uneven]) if self.max_rows > 1 else swaps


def _integers(vectors: Sequence[Sequence[int]], rows: int) -> NDArray[Any]:
    """Integer vectors, shape (points, coordinates), as Python integers where norms of `rows` of them need more bits.

    Raises DpError.
    """
    flat = [entry for vector in vectors for entry in vector]
    if not all(isinstance(entry, int | np.integer) for entry in flat):
        raise DpError("A sensitivity is computed from integers.", "Round each row to a public grid first.")
    largest = max(map(abs, map(int, flat)), default=0)
    width = len(vectors[0]) if vectors else 1
    fits = largest * width * 2 * (rows + 1) < _FITS
    return np.array([list(map(int, vector)) for vector in vectors], dtype=np.int64 if fits else object).reshape(
        -1, width
    )


def _longest(vectors: NDArray[Any]) -> int:
    """The largest L1 norm; 0 without vectors."""
    return int(np.abs(vectors).sum(axis=1).max()) if len(vectors) else 0
