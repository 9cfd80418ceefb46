"""All small tables as multisets of grid values: what neighbours of neighbours can do to a statistic."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

GRID = (0, 1, 3, 7)
"""Uneven, with both bounds."""
Statistic = Callable[[Sequence[Any]], Any]


def tables(most: int, least: int = 0, grid: Sequence[int] = GRID) -> list[tuple[int, ...]]:
    return [t for n in range(least, most + 1) for t in itertools.combinations_with_replacement(grid, n)]


def counts(every: Sequence[Sequence[int]], grid: Sequence[int] = GRID) -> np.ndarray:
    return np.array([[table.count(value) for value in grid] for table in every])


def distances(every: Sequence[Sequence[int]]) -> np.ndarray:
    """By single insertions and deletions; between tables of one size that is twice the number of replacements."""
    array = counts(every)
    return np.abs(array[:, None, :] - array[None, :, :]).sum(axis=2)


def profiles(values: np.ndarray, steps: np.ndarray, last: int) -> np.ndarray:
    """A^(0) .. A^(last) of each table by its definition, shape (tables, last + 1); steps: numbers of changes."""
    gaps = np.abs(values[:, None] - values[None, :])
    local = np.where(steps <= 1, gaps, 0).max(axis=1)
    return np.array([np.where(steps <= k, local[None, :], 0).max(axis=1) for k in range(last + 1)]).T


def quantile(q: Fraction) -> Statistic:
    """inf{v in the grid's range: #{x <= v} >= q n}."""

    def value(table: Sequence[int]) -> int:
        return next(v for v in GRID if sum(x <= v for x in table) >= q * len(table))

    return value


def rank(r: int) -> Statistic:
    return lambda table: sorted(table)[r - 1]


def trimmed(drop: int) -> Statistic:
    return lambda table: float(np.mean(sorted(table)[drop : len(table) - drop]))
