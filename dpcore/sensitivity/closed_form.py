r"""The global sensitivity of usual statistics, in closed form: by norm and by neighbouring relation, as plain floats.

`norm` is both the norm in which each row is bounded and the one in which the change of the statistic is measured: "l1"
for Laplace noise, "l2" for Gaussian noise (of a matrix: the sum of its entries' sizes, and the Frobenius norm). The two
must agree: rows in a Euclidean ball of radius c have means whose L1 sensitivity is sqrt(d) times larger than 2 c / n.

`rows` is the public number n of rows, where one row is replaced. Without it the sum over rows is meant, which is not
divided by their number: where rows are added or removed, that number is private.

                    add_remove    replace                      replace, divided by n
    sum, mean       c             2 c                          2 c / n
    second moments  c^2           sqrt(2) c^2 (L2), 2 c^2 (L1) 4 c^2 (n-1) / n^2 (L2), 6 c^2 (n-1) / n^2 (L1), centred
    histogram       1             sqrt(2) (L2), 2 (L1)
    subset sums     c             2 c

Dwork & Smith, ch. 16, gives 8 c^2 / n for covariances, which is loose for the L1 norm and false for the L2 ball, where
L1 noise is used: for three columns, n = 10 and c = 1 the L1 norm changes by up to 1.08. Its 4 c for subset sums is
twice the truth. All constants here are compared with searches over neighbouring tables in the tests.
"""

from __future__ import annotations

import math
from typing import Any, Literal

from dpcore.errors import DpError
from dpcore.number import real, shown, whole
from dpcore.sensitivity.relation import Neighbors, public_rows, relation

Norm = Literal["l1", "l2"]
"""l1: the sum of sizes, for Laplace noise. l2: Euclidean or Frobenius, for Gaussian noise."""
MOST_RADIUS = 1e100
MOST_QUERIES = 10**9


def count(neighbors: Neighbors, *, filtered: bool = True) -> float:
    """The sensitivity of a number of rows: 1. Without a filter it is public where rows are replaced: 0. Raises DpError.

    >>> count("add_remove"), count("replace"), count("replace", filtered=False)
    (1.0, 1.0, 0.0)
    """
    return 1.0 if relation(neighbors) == "add_remove" or filtered else 0.0


def sum(radius: float | tuple[float, float], neighbors: Neighbors, *, norm: Norm = "l2") -> float:
    """The sensitivity of a sum of rows, whose norm is at most `radius`; or of one number in (low, high) each.

    Raises DpError.

    >>> sum(2, "add_remove"), sum(2, "replace"), sum((0, 1), "replace"), sum((-1, 3), "add_remove")
    (2.0, 4.0, 1.0, 3.0)
    """
    _norm(norm)
    size, range_ = _sizes(radius)
    return size if relation(neighbors) == "add_remove" else range_


def mean(
    radius: float | tuple[float, float], neighbors: Neighbors, *, norm: Norm = "l2", rows: int | None = None
) -> float:
    """The sensitivity of the mean of `rows` rows, of which one is replaced; without `rows` that of their sum.

    radius: the largest norm of a row, or (low, high) for one number. Where rows are added or removed, release the sum
    and a noisy count. Raises DpError.

    >>> mean(1, "replace", rows=100), mean((0, 10), "replace", rows=100)
    (0.02, 0.1)
    """
    return sum(radius, neighbors, norm=norm) / public_rows(rows, neighbors)


def covariance(
    radius: float, neighbors: Neighbors, *, norm: Norm, rows: int | None = None, dimension: int | None = None
) -> float:
    """The sensitivity of the matrix of covariances, divided by n; without `rows` that of sums of products of columns.

    radius: the largest norm c of a row, around 0. With rows = n: 4 c^2 (n-1) / n^2 in the L2 (Frobenius) norm;
    6 c^2 (n-1) / n^2 in the L1 norm over all entries, of one column 4. Without: the sum of x x^T, not centred, since
    the mean is private too: c^2 where a row is added or removed, where it is replaced sqrt(2) c^2 (L2) or 2 c^2 (L1),
    of one column c^2. dimension: the number of columns; without it, any. Raises DpError.

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
    """The sensitivity of the variance of one number, divided by n; without `rows` that of the sum of its squares.

    radius: its largest size, or (low, high). With rows = n: (high - low)^2 (n-1) / n^2. Raises DpError.

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
    """The sensitivity of counts in disjoint cells, each row in one: 1; where it is replaced 2 (L1) or sqrt(2) (L2).

    Raises DpError.

    >>> histogram("add_remove", norm="l1"), histogram("replace", norm="l1")
    (1.0, 2.0)
    """
    absolute = _norm(norm) == "l1"
    return 1.0 if relation(neighbors) == "add_remove" else 2.0 if absolute else math.sqrt(2.0)


def subset_sums(radius: float, neighbors: Neighbors, *, norm: Norm) -> float:
    """The sensitivity of the sums of rows in disjoint public groups, together: c, where a row is replaced 2 c.

    radius: the largest norm c of a row. A row that is replaced in its group changes one sum by 2 c; one that changes
    its group changes two by c, which is no more. Raises DpError.

    >>> subset_sums(1, "add_remove", norm="l2"), subset_sums(1, "replace", norm="l2")
    (1.0, 2.0)
    """
    _norm(norm)
    size = real(radius, "`radius`", at_least=0.0, at_most=MOST_RADIUS)
    return size if relation(neighbors) == "add_remove" else 2.0 * size


def statistical_queries(queries: int, neighbors: Neighbors, *, norm: Norm, rows: int | None = None) -> float:
    """The sensitivity of `queries` sums of numbers in [0, 1], together: q (L1) or sqrt(q) (L2), in either relation.

    With `rows` that of their means, where one row is replaced. Raises DpError.

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
    """The largest change by a row that comes or goes, and by one that is replaced. Raises DpError."""
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
