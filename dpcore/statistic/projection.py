r"""Public integer combinations of exact counts, from which noisy cumulative counts are decoded.

A factor is an integer matrix T, shape (coordinates, cells), known from the number of cells alone. T h is released with
independent noise for the counts h of each group, and A T^+ (noisy), A the prefix sums, estimates the cumulative counts
without bias: the matrix mechanism (Li, Miklau, Hay, McGregor & Rastogi 2015).

**Reach.** A row adds one column t_a of T to the coordinates of one group; a unit adds 1 to m columns (0 to m where a
row can be left out), m = max_rows over all groups together. The distance between neighbours is convex in where the
unit's rows lie and in how many there are, so the extremes have all of its i rows in one cell. Write s^2 for the largest
squared column norm and g >= 0 for a lower bound of <t_a, t_b> over cells a != b.

* add_remove: |m t_a|^2 <= m^2 s^2.
* replace, one cell: |(i - j) t_a|^2, largest at m rows against the fewest.
* replace, two cells of one group: |i t_a - j t_b|^2 <= (i^2 + j^2) s^2 - 2 i j g. This is convex in (i, j), and for a
  given i largest at an end of j, so (m, m) and (m, fewest) are the extremes.
* replace, two groups: other coordinates, hence m^2 s^2 + m^2 s^2. It is the largest of all.

The same for the L1 norm, with |i t_a - j t_b|_1 <= (i + j) times the largest L1 norm of a column.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, final

import numpy as np

from dpcore.statistic.base import Statistic

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dpcore.sensitivity.relation import Neighbors

    Integers = NDArray[Any]
    Doubles = NDArray[np.float64]

MOST_CELLS = 8192
"""Largest number of cells of a factor; the tests check every figure that is stated for all sizes up to it."""

_SAFE = 2**62  # int64 holds the coordinates below this, and noise as large on top


class Factor(ABC):
    """A public integer matrix T, shape (coordinates, cells), that is a function of a few integers.

    Subclasses are final frozen dataclasses.
    """

    __slots__ = ()

    @property
    @abstractmethod
    def cells(self) -> int:
        """How many cells it takes: the columns of T."""

    @property
    @abstractmethod
    def coordinates(self) -> int:
        """How many integers it gives: the rows of T."""

    @property
    @abstractmethod
    def largest(self) -> int:
        """The largest entry of T. No entry is negative."""

    @property
    @abstractmethod
    def squared_norm(self) -> int:
        """The largest squared Euclidean norm of a column."""

    @property
    @abstractmethod
    def overlap(self) -> int:
        """The least inner product of two different columns; 0 for a single cell."""

    @property
    @abstractmethod
    def l1_norm(self) -> int:
        """The largest L1 norm of a column."""

    @property
    @abstractmethod
    def digest(self) -> str:
        """SHA-256 of every integer that T is made of: the same on every machine."""

    @abstractmethod
    def apply(self, counts: Integers) -> Integers:
        """T h for each row h of `counts`, shape (groups, cells); int64 only where no result can exceed it."""

    @abstractmethod
    def prefixes(self, noisy: Doubles) -> Doubles:
        """A T^+ y for each row y, shape (groups, coordinates): cumulative counts, shape (groups, cells)."""

    @abstractmethod
    def variances(self) -> Doubles:
        """The variance of each cumulative count, shape (cells,), for independent noise of variance 1."""


@final
@dataclass(frozen=True, slots=True)
class Projection(Statistic):
    """The coordinates T h of every group's counts h, and how much a unit can move them.

    factor: the matrix T. groups: the shape of the groups, () for none. neighbors, max_rows: what a unit is.
    optional: whether a row may add to no cell (a filter, a missing value).
    """

    factor: Factor
    groups: tuple[int, ...] = ()
    neighbors: Neighbors = "add_remove"
    max_rows: int = 1
    optional: bool = True

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the coordinates."""
        return (*self.groups, self.factor.coordinates)

    @property
    def public(self) -> bool:
        """Where every row falls in the one cell, and their number is public."""
        return not self.l1_sensitivity()

    @property
    def tables(self) -> tuple[str, ...]:
        """That of T."""
        return (self.factor.digest,)

    @property
    def seconds(self) -> float:
        """About twice what was measured: 1.7 s for a square root of 8,192 cells in 100 groups."""
        return 4e-6 * self.factor.cells * math.prod(self.groups)

    def exact(self, aggregate: Integers) -> Integers:
        """T h of exact counts h, shape (groups…, cells), as one row of all groups. Only `release` calls it.

        int64 where the entries of T times all counts together stay below 2^62, so for up to 2^38 rows with entries of
        up to 2^24; Python integers otherwise. Never an exception; the number of operations is public.
        """
        values = [int(count) for count in np.asarray(aggregate).ravel().tolist()]
        fits = sum(map(abs, values)) * self.factor.largest < _SAFE
        flat = np.array(values, dtype=np.int64 if fits else object).reshape(-1, self.factor.cells)
        return self.factor.apply(flat).reshape(1, -1)

    def squared_l2_sensitivity(self) -> int:
        """The square of an upper bound of the L2 distance between neighbours, exact; see the module's proof.

        0 where nothing can change.
        """
        norm, overlap, max_rows = self.factor.squared_norm, self.factor.overlap, self.max_rows
        if self.neighbors == "add_remove":
            return max_rows**2 * norm
        if math.prod(self.groups) > 1:
            return 2 * max_rows**2 * norm
        fewest = 0 if self.optional else 1
        largest = (max_rows - fewest) ** 2 * norm
        if self.factor.cells == 1:
            return largest
        for rows in (fewest, max_rows):
            largest = max(largest, (max_rows**2 + rows**2) * norm - 2 * max_rows * rows * overlap)
        return largest

    def l1_sensitivity(self) -> int:
        """An upper bound of the L1 distance between neighbours, exact; attained where columns can be disjoint."""
        norm = self.factor.l1_norm
        if self.neighbors == "add_remove":
            return self.max_rows * norm
        if math.prod(self.groups) > 1 or self.factor.cells > 1:
            return 2 * self.max_rows * norm
        return (self.max_rows - (0 if self.optional else 1)) * norm

    def prefixes(self, noisy: Integers) -> Doubles:
        """Cumulative counts of noisy coordinates, shape (groups…, cells): unbiased, the last one is all rows."""
        flat = np.asarray(noisy).reshape(-1, self.factor.coordinates).astype(np.float64)
        return self.factor.prefixes(flat).reshape((*self.groups, self.factor.cells))

    def std_errors(self, std: float) -> Doubles:
        """The standard error of each cumulative count of a group, shape (cells,).

        std: the standard deviation of the noise on each coordinate, in grid units.
        """
        return std * np.sqrt(self.factor.variances())
