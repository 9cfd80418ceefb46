r"""The global sensitivity of usual statistics, in closed form: by norm and by neighbouring relation, as plain floats.

`norm` bounds each row and also measures the change of the statistic: "l1" for Laplace noise, "l2" for Gaussian noise
(for a matrix: the sum of the absolute entries, and the Frobenius norm). Both uses must have the same norm: rows in a
Euclidean ball of radius c have means whose L1 sensitivity is sqrt(d) times larger than 2 c / n.

`rows` is the public number n of rows, where one row is replaced. Without `rows`, the functions return the sensitivity
of the sum over rows, not divided by n: where rows are added or removed, n is private.

                    add_remove    replace                      replace, divided by n
    sum, mean       c             2 c                          2 c / n
    second moments  c^2           sqrt(2) c^2 (L2), 2 c^2 (L1) 4 c^2 (n-1) / n^2 (L2), 6 c^2 (n-1) / n^2 (L1), centred
    histogram       1             sqrt(2) (L2), 2 (L1)
    subset sums     c             2 c

Dwork & Smith, ch. 16, gives 8 c^2 / n for covariances. This is loose for rows in an L1 ball, and false for L1 noise on
rows in an L2 ball: for three columns, n = 10 and c = 1 the L1 norm changes by up to 1.08. The 4 c given there for
subset sums is twice the sensitivity. The tests compare all constants with searches over neighbouring tables.
"""

from __future__ import annotations

import math
from typing import Any, Literal

from dpcore.errors import DpError
from dpcore.number import real, shown, whole
from dpcore.sensitivity.relation import Neighbors, public_rows, relation

Norm = Literal["l1", "l2"]
"""l1: the sum of absolute values, for Laplace noise. l2: Euclidean or Frobenius, for Gaussian noise."""
MOST_RADIUS = 1e100
MOST_QUERIES = 10**9


def count(neighbors: Neighbors, *, filtered: bool = True) -> float:
    """The sensitivity of a count of rows: 1, or 0 for an unfiltered count where rows are replaced. Raises DpError.

    >>> count("add_remove"), count("replace"), count("replace", filtered=False)
    (1.0, 1.0, 0.0)
    """
    return 1.0 if relation(neighbors) == "add_remove" or filtered else 0.0


def sum(radius: float | tuple[float, float], neighbors: Neighbors, *, norm: Norm = "l2") -> float:
    """The sensitivity of a sum of rows.

    radius: the largest norm of a row, or (low, high) where each row is one number. Raises DpError.

    >>> sum(2, "add_remove"), sum(2, "replace"), sum((0, 1), "replace"), sum((-1, 3), "add_remove")
    (2.0, 4.0, 1.0, 3.0)
    """
    _norm(norm)
    size, range_ = _sizes(radius)
    return size if relation(neighbors) == "add_remove" else range_


def mean(
    radius: float | tuple[float, float], neighbors: Neighbors, *, norm: Norm = "l2", rows: int | None = None
) -> float:
    """The sensitivity of the mean of `rows` rows, of which one is replaced; without `rows`, that of the sum.

    radius: the largest norm of a row, or (low, high) for one number. Where rows are added or removed, release the sum
    and a noisy count. Raises DpError.

    >>> mean(1, "replace", rows=100), mean((0, 10), "replace", rows=100)
    (0.02, 0.1)
    """
    return sum(radius, neighbors, norm=norm) / public_rows(rows, neighbors)


def covariance(
    radius: float, neighbors: Neighbors, *, norm: Norm, rows: int | None = None, dimension: int | None = None
) -> float:
    """The sensitivity of the covariance matrix (divisor n); without `rows`, that of the sum of x x^T over rows x.

    radius: the largest norm c of a row, around 0. dimension: the number of columns; None for any. Raises DpError.

    With rows = n: 4 c^2 (n-1) / n^2 in the L2 (Frobenius) norm; 6 c^2 (n-1) / n^2 in the L1 norm over all entries, for
    one column 4 c^2 (n-1) / n^2. Without `rows` the sum is not centred, because the mean is private too: c^2 under
    add_remove; under replace sqrt(2) c^2 (L2) or 2 c^2 (L1), for one column c^2.

    >>> covariance(1, "replace", norm="l2", rows=10), covariance(1, "replace", norm="l1", rows=10)
    (0.36, 0.54)
    """
    absolute = _norm(norm) == "l1"
    size = real(radius, "`radius`", at_least=0.0, at_most=MOST_RADIUS)
    single = dimension is not None and whole(dimension, "`dimension`", low=1, high=MOST_QUERIES) == 1
    count = public_rows(rows, neighbors)
    if rows is not None:
        return (6.0 if absolute and not single else 4.0) * size**2 * (count - 1) / count**2
    if neighbors == "add_remove" or single:
        return size**2
    return (2.0 if absolute else math.sqrt(2.0)) * size**2


def variance(radius: float | tuple[float, float], neighbors: Neighbors, *, rows: int | None = None) -> float:
    """The sensitivity of the variance (divisor n) of one column; without `rows`, that of the sum of its squares.

    radius: the largest absolute value, or (low, high). With rows = n: (high - low)^2 (n-1) / n^2. Raises DpError.

    >>> variance((0, 10), "replace", rows=10), variance((-1, 3), "add_remove")
    (9.0, 9.0)
    """
    size, range_ = _sizes(radius)
    count = public_rows(rows, neighbors)
    if rows is not None:
        return range_**2 * (count - 1) / count**2
    if relation(neighbors) == "add_remove":
        return size**2
    return size**2 - _least_square(radius)


def histogram(neighbors: Neighbors, *, norm: Norm) -> float:
    """The sensitivity of the counts of rows in disjoint cells: 1; where a row is replaced, 2 (L1) or sqrt(2) (L2).

    Raises DpError.

    >>> histogram("add_remove", norm="l1"), histogram("replace", norm="l1")
    (1.0, 2.0)
    """
    absolute = _norm(norm) == "l1"
    return 1.0 if relation(neighbors) == "add_remove" else 2.0 if absolute else math.sqrt(2.0)


def subset_sums(radius: float, neighbors: Neighbors, *, norm: Norm) -> float:
    """The sensitivity of the vector of sums of rows in disjoint public groups: c; where a row is replaced, 2 c.

    radius: the largest norm c of a row. A row replaced inside its group changes one sum by up to 2 c; a row that
    changes its group changes two sums by up to c each, which is no more. Raises DpError.

    >>> subset_sums(1, "add_remove", norm="l2"), subset_sums(1, "replace", norm="l2")
    (1.0, 2.0)
    """
    _norm(norm)
    size = real(radius, "`radius`", at_least=0.0, at_most=MOST_RADIUS)
    return size if relation(neighbors) == "add_remove" else 2.0 * size


def statistical_queries(queries: int, neighbors: Neighbors, *, norm: Norm, rows: int | None = None) -> float:
    """The sensitivity of a vector of q = `queries` sums of numbers in [0, 1]: q (L1) or sqrt(q) (L2), both relations.

    With `rows`, that of the vector of means, where one row is replaced. Raises DpError.

    >>> statistical_queries(4, "add_remove", norm="l2"), statistical_queries(4, "replace", norm="l1", rows=10)
    (2.0, 0.4)
    """
    absolute = _norm(norm) == "l1"
    number = whole(queries, "`queries`", low=1, high=MOST_QUERIES)
    return (float(number) if absolute else math.sqrt(number)) / public_rows(rows, neighbors)


def _norm(norm: Any) -> Norm:
    if norm == "l1" or norm == "l2":
        chosen: Norm = norm
        return chosen
    raise DpError(
        "`norm` must be l1 or l2. Got {norm}.",
        "l1 is for Laplace noise, l2 for Gaussian noise; rows must be bounded in the same norm.",
        norm=shown(norm),
    )


def _sizes(radius: Any) -> tuple[float, float]:
    """The largest change by an added or removed row, and the largest by a replaced row. Raises DpError."""
    if isinstance(radius, tuple | list):
        low, high = _ends(radius)
        return max(abs(low), abs(high)), high - low
    size = real(radius, "`radius`", at_least=0.0, at_most=MOST_RADIUS)
    return size, 2.0 * size


def _ends(bounds: tuple[Any, ...] | list[Any]) -> tuple[float, float]:
    if len(bounds) == 2:
        low, high = (real(end, "A bound", at_least=-MOST_RADIUS, at_most=MOST_RADIUS) for end in bounds)
        if low <= high:
            return low, high
    raise DpError("`radius` must be one number, or bounds (low, high). Got {bounds}.", bounds=shown(bounds))


def _least_square(radius: Any) -> float:
    """The least square of a number within its bounds."""
    low, high = _ends(radius) if isinstance(radius, tuple | list) else (-1.0, 1.0)
    return 0.0 if low <= 0.0 <= high else min(low**2, high**2)
