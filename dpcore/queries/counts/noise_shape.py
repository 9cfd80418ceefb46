"""A covariance that is chosen for the noise of several answers: its check, on public facts."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from dpcore.errors import QueryError
from dpcore.number import real
from dpcore.statistic.learners.chosen import (
    MOST_CANCELLATION,
    MOST_INFLATION,
    MOST_QUERIES,
    Matrix,
    cancellation,
    inflation,
)
from dpcore.text import Text

LEAST, MOST = 1e-12, 1e12
"""The variances that can be chosen; only their ratios matter."""
LEAST_WEIGHT = 1e-6
"""The least size of a query's largest weight where a covariance is chosen."""
_HINT = Text("For example covariance=[[1, 0.5], [0.5, 1]] for two queries: variances and covariances of their noise.")


def checked(rows: Sequence[Sequence[object]], matrix: Matrix) -> Matrix:
    """The covariance as numbers: symmetric, positive definite, a row for each query of `matrix`. Raises QueryError."""
    size = len(matrix)
    if size > MOST_QUERIES:
        raise QueryError(
            "`covariance` is for at most {most} queries. Got {queries}.",
            "Leave `covariance` out, or ask fewer queries.",
            most=MOST_QUERIES,
            queries=size,
        )
    if len(rows) != size or any(len(row) != size for row in rows):
        raise QueryError(
            "`covariance` must have a row and a column for each of the {queries} queries.", _HINT, queries=size
        )
    numbers = tuple(tuple(_entry(entry) for entry in row) for row in rows)
    if any(numbers[row][column] != numbers[column][row] for row in range(size) for column in range(row)):
        raise QueryError(
            "`covariance` must be symmetric.", "If rounding made it uneven, use the average of it and its transpose."
        )
    for place in range(size):
        real(numbers[place][place], "A variance", at_least=LEAST, at_most=MOST, error=QueryError, hint=_HINT)
    _check_definite(numbers)
    if any(max(map(abs, row)) < LEAST_WEIGHT for row in matrix):
        raise QueryError(
            "With `covariance`, the largest weight of each query must be at least {least:g}.",
            "Multiply the weights and the covariance by larger numbers.",
            least=LEAST_WEIGHT,
        )
    if cancellation(matrix, numbers) > MOST_CANCELLATION:
        raise QueryError(
            "With `covariance`, the noise of a query with small weights may not depend on that of one with much larger "
            "weights.",
            "Use weights and variances of similar sizes, or ask the queries separately.",
        )
    return numbers


def _check_definite(numbers: Matrix) -> None:
    """Raises QueryError unless the matrix is positive definite, and not nearly singular."""
    inflated = inflation(numbers)
    if inflated <= MOST_INFLATION:
        return
    if inflated == inf:
        raise QueryError(
            "`covariance` must be positive definite: no combination of the queries may be without noise.",
            "Make the covariances smaller, or add to the variances.",
        )
    raise QueryError(
        "`covariance` is nearly singular: the noise of some queries determines that of another.",
        "Make the covariances smaller, or add to the variances.",
    )


def _entry(value: object) -> float:
    """A number of the matrix; 0.0 for -0.0."""
    return 0.0 + real(value, "A number of `covariance`", at_least=-MOST, at_most=MOST, error=QueryError, hint=_HINT)
