r"""A factor given by all its entries: a small public integer matrix T of any signs.

Norms, overlaps and distances of columns are computed from the entries in exact integers. Replacing i rows in cell a by
j rows in cell b changes the coordinates by i t_a - j t_b, whose norm is convex in (i, j). So the reach inside one group
is the largest norm over all pairs of cells, with i and j at the ends of their ranges.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, final

import numpy as np

from dpcore.statistic.waves.factor_matrix import PrefixFactor

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Integers = NDArray[Any]
    Doubles = NDArray[np.float64]

_SAFE = 2**62  # below this, int64 holds all sums


@final
@dataclass(frozen=True, slots=True)
class Dense(PrefixFactor):
    """The matrix T by its rows, shape (coordinates, cells); a strategy's name tells how it was made."""

    name: str
    rows: tuple[tuple[int, ...], ...] = field(repr=False)

    @property
    def cells(self) -> int:
        """The number of columns."""
        return len(self.rows[0])

    @property
    def coordinates(self) -> int:
        """The number of rows."""
        return len(self.rows)

    @property
    def largest(self) -> int:
        """The largest absolute value of an entry."""
        return max(max(*row, -min(row)) if len(row) > 1 else abs(row[0]) for row in self.rows)

    @property
    def squared_norm(self) -> int:
        """The largest squared norm of a column."""
        return int(max(_gram(self).diagonal()))

    @property
    def overlap(self) -> int:
        """The least inner product of two different columns, which may be negative; 0 for a single cell."""
        gram = _gram(self)
        return int(min((gram[a, b] for a in range(self.cells) for b in range(a)), default=0))

    @property
    def l1_norm(self) -> int:
        """The largest L1 norm of a column."""
        return int(np.abs(_columns(self, 1)).sum(axis=1).max())

    @property
    def digest(self) -> str:
        """SHA-256 of all entries, in decimal."""
        lines = (self.name, *(" ".join(map(str, row)) for row in self.rows))
        return hashlib.sha256("\n".join(lines).encode()).hexdigest()

    def squared_distance(self, rows: int, others: int, count: int = 1, value: int = 0) -> int:
        """The largest squared distance over different cells, from all pairs; see `Factor.squared_distance`."""
        gram = _gram(self)
        own = gram.diagonal()
        squares = (count**2 + value**2) * (rows**2 * own[:, None] + others**2 * own[None, :])
        both = np.maximum(-(count**2 + value**2) * gram, (value**2 - count**2) * gram)
        return int(max((squares + 2 * rows * others * both)[~np.eye(self.cells, dtype=bool)], default=0))

    def l1_distance(self, rows: int, others: int, count: int = 1, value: int = 0) -> int:
        """The largest L1 distance over different cells, from all pairs; see `Factor.l1_distance`."""
        return _l1_distance(self, rows, others, count, value)

    def apply(self, counts: Integers) -> Integers:
        """T h for each row h of `counts`; in Python integers unless no sum can exceed int64."""
        coordinates: Integers = counts @ np.array(self.rows, dtype=counts.dtype).T
        return coordinates

    def prefixes(self, noisy: Doubles) -> Doubles:
        """Prefix sums of the least-squares estimates of the cells."""
        found: Doubles = np.cumsum(noisy @ self.inverse().T, axis=1)
        return found

    def variances(self) -> Doubles:
        """Squared norms of the rows of the prefix sums of T^+."""
        found: Doubles = np.square(np.cumsum(self.inverse(), axis=0)).sum(axis=1)
        return found

    def inverse(self) -> Doubles:
        """The pseudoinverse T^+, shape (cells, coordinates)."""
        return _inverse(self)


@lru_cache(maxsize=64)
def _inverse(factor: Dense) -> Doubles:
    largest = float(factor.largest)
    inverse: Doubles = np.asarray(np.linalg.pinv(np.array(factor.rows, dtype=np.float64) / largest) / largest)
    inverse.setflags(write=False)
    return inverse


def _columns(factor: Dense, times: int) -> Integers:
    """The columns of T, as int64 where the L1 norm of `times` of them fits."""
    fits = times * factor.largest * factor.coordinates < _SAFE
    columns: Integers = np.array(factor.rows, dtype=np.int64 if fits else object).T
    return columns


@lru_cache(maxsize=64)
def _gram(factor: Dense) -> Integers:
    """The inner products of all columns, as Python integers."""
    fits = factor.largest**2 * factor.coordinates < _SAFE
    columns = np.array(factor.rows, dtype=np.int64 if fits else object).T
    gram: Integers = (columns @ columns.T).astype(object)
    gram.setflags(write=False)
    return gram


@lru_cache(maxsize=256)
def _l1_distance(factor: Dense, rows: int, others: int, count: int, value: int) -> int:
    """The largest L1 distance of different columns; 0 for a single cell."""
    columns, largest = _columns(factor, (count + value) * (rows + others)), 0
    for place, column in enumerate(columns):
        every = np.delete(columns, place, axis=0)
        apart, both = (np.abs(rows * column + sign * others * every).sum(axis=1) for sign in (-1, 1))
        largest = max(largest, int(max(count * apart + value * np.maximum(apart, both), default=0)))
    return largest
