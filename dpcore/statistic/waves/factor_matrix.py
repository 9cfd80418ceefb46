"""The interface of a factor matrix, and that of prefix sums."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Integers = NDArray[Any]
    Doubles = NDArray[np.float64]


class Factor(ABC):
    """A public integer matrix T, shape (coordinates, cells), determined by a few integers.

    Subclasses are final frozen dataclasses.
    """

    __slots__ = ()

    in_doubles: ClassVar[bool] = False
    """Whether `apply` also takes doubles, exact as long as all sums are below 2^53."""
    rounds: ClassVar[bool] = False
    """Whether `apply` rounds its sums down to whole numbers, which the stated norms ignore; not for sums of values."""
    by_limbs: ClassVar[bool] = False
    """Whether `apply` itself keeps sums of int64 counts exact."""

    @property
    @abstractmethod
    def cells(self) -> int:
        """The number of cells: the columns of T."""

    @property
    @abstractmethod
    def coordinates(self) -> int:
        """The number of coordinates: the rows of T."""

    @property
    @abstractmethod
    def largest(self) -> int:
        """The largest absolute value of an entry of T."""

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
        """SHA-256 of all integers that define T: the same on every machine."""

    def squared_distance(self, rows: int, others: int, count: int = 1, value: int = 0) -> int:
        """An upper bound, over cells a and b != a and |v|, |w| <= value, which a subclass may sharpen, of

        count^2 |rows t_a - others t_b|^2 + |rows v t_a - others w t_b|^2, for `rows` in cell a and `others` in cell b.
        """
        own, both = count**2 + value**2, 2 * rows * others
        apart = max(inner * (value**2 - count**2) for inner in (self.overlap, self.squared_norm))
        return own * (rows**2 + others**2) * self.squared_norm + both * max(apart, -own * self.overlap)

    def l1_distance(self, rows: int, others: int, count: int = 1, value: int = 0) -> int:
        """As `squared_distance`, of count |rows t_a - others t_b|_1 + |rows v t_a - others w t_b|_1."""
        return (count + value) * (rows + others) * self.l1_norm

    @abstractmethod
    def apply(self, counts: Integers) -> Integers:
        """T h for each row h of `counts`, shape (groups, cells). `counts` is int64 only if no result can exceed it."""


def farthest_l1(columns: Integers, rows: int, others: int, count: int, value: int) -> int:
    """The distance that `Factor.l1_distance` bounds: the largest over all pairs of columns, shape (cells, …)."""
    largest = 0
    for column in columns:
        apart, both = (np.abs(rows * column + sign * others * columns).sum(axis=1) for sign in (-1, 1))
        gaps = count * apart.astype(object) + value * np.maximum(apart, both).astype(object)
        largest = max(largest, int(max(gaps)))
    return largest


class PrefixFactor(Factor):
    """A factor from whose noisy coordinates cumulative counts are decoded."""

    __slots__ = ()

    @abstractmethod
    def prefixes(self, noisy: Doubles) -> Doubles:
        """A T^+ y for each row y, shape (groups, coordinates): cumulative counts, shape (groups, cells)."""

    @abstractmethod
    def variances(self) -> Doubles:
        """The variance of each cumulative count, shape (cells,), for independent noise of variance 1."""
