r"""The sensitivity of functions (kernel density estimates, kernel machines) in the norm of the noise kernel's space.

Let the noise G be a Gaussian process with kernel K, and H the reproducing kernel Hilbert space of K. For a function f_D
of the data, f_D + sigma G is exactly mu-GDP, jointly at all points where it is ever evaluated, with mu = Delta / sigma
and Delta = sup ||f_D - f_D'||_H (Hall, Rinaldo & Wasserman 2013, Prop. 7; the exact curve: Dong, Roth & Su 2022, and
Cameron-Martin). Where f_D - f_D' is not in H for some neighbours, no noise level gives privacy, and the sensitivity is
infinite. All norms are those of functions on the whole line, upper bounds for functions on a box.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpcore.errors import DpError
from dpcore.noise import ball
from dpcore.number import real, reals, whole
from dpcore.sensitivity.kernel import MOST
from dpcore.sensitivity.relation import MOST_ROWS, Neighbors, public_rows

MOST_POINTS = 200
"""The largest number of points in one call of `projection`."""

Doubles = NDArray[np.float64]


def erm(
    lipschitz: float,
    kappa: float,
    regularisation: float,
    neighbors: Neighbors,
    rows: int | None = None,
    gap: float = 0,
) -> float:
    """The sensitivity of the minimiser f of a regularised sum of convex losses, in the norm of the kernel's space.

    With `rows` = n: f minimises (1/n) sum l(f(x_i), y_i) + regularisation ||f||^2, one row is replaced, and n is
    public. Without `rows`: f minimises sum l + (regularisation / 2) ||f||^2, in either relation. lipschitz:
    |l(u, y) - l(v, y)| <= lipschitz |u - v| (1 for the hinge and logistic losses, c for the Huber loss). kappa: the
    largest sqrt(K(x, x)). gap: for an approximate minimiser, a proven bound of objective minus minimum, fixed before
    the rows are read.

    Hall, Rinaldo & Wasserman 2013, section 4.2; Bousquet & Elisseeff 2002. Raises DpError.

    >>> erm(1, 1, 1, "replace", rows=1), erm(1, 1, 2, "add_remove")
    (1.0, 0.5)
    """
    slope = real(lipschitz, "`lipschitz`", at_least=0, at_most=MOST)
    kappa = real(kappa, "`kappa`", at_least=0, at_most=MOST)
    weight = real(regularisation, "`regularisation`", at_least=1 / MOST, at_most=MOST)
    gap = real(gap, "`gap`", at_least=0, at_most=MOST)
    count = public_rows(rows, neighbors)
    if rows is not None:
        return slope * kappa / (weight * count) + 2.0 * math.sqrt(gap / weight)
    changed = 1 if neighbors == "add_remove" else 2
    return changed * slope * kappa / weight + 2.0 * math.sqrt(2.0 * gap / weight)


def ridge(bound: float, kappa: float, regularisation: float, rows: int) -> float:
    """The sensitivity of kernel ridge regression, when one of n rows is replaced and n is public.

    f minimises (1/n) sum (f(x_i) - y_i)^2 + regularisation ||f||^2. bound: the largest |y|. kappa: the largest
    sqrt(K(x, x)). rows: n. The squared loss has no Lipschitz constant, but ||f|| <= bound / sqrt(regularisation), and
    one row more changes f by (y - f(x)) (S + n regularisation)^-1 K_x / (1 + q) with q >= 0. The result is the smaller
    of the two bounds that follow. Where rows are added or removed, use the Huber loss with `erm`. Raises DpError.

    >>> round(ridge(1, 1, 0.1, 100), 6)
    0.469298
    """
    bound = real(bound, "`bound`", at_least=0, at_most=MOST)
    kappa = real(kappa, "`kappa`", at_least=0, at_most=MOST)
    weight = real(regularisation, "`regularisation`", at_least=1 / MOST, at_most=MOST)
    rows = whole(rows, "`rows`", low=1, high=MOST_ROWS)
    root, total = math.sqrt(weight), rows * weight
    step = kappa / (total + kappa**2) if kappa**2 <= total else 0.5 / math.sqrt(total)
    return min(2.0 * bound * (1.0 + kappa / (2.0 * root)) * step, 2.0 * bound * kappa * (1.0 + kappa / root) / total)


def projection(kernel: Callable[[Any, Any], float] | Any, points: Sequence[Any], values: Sequence[float]) -> float:
    """The norm of the smoothest function through `values` at `points`: sqrt(v^T K^-1 v).

    kernel: a function of two points, or the matrix of its values at all pairs of points. If `values` are a difference
    of two neighbours' functions, the norm is a lower bound of the sensitivity: the sensitivity when the noisy function
    is evaluated at these points only. It approaches the sensitivity as points are added. It is exact for the given
    matrix of doubles. Raises DpError, also if points are so close that the matrix is not positive definite.
    Aronszajn 1950.

    >>> round(projection(lambda x, y: math.exp(-((x - y) ** 2) / 2), [0, 1], [1, 0]), 6)
    1.257767
    """
    if not isinstance(points, Iterable) or not isinstance(values, Iterable):
        raise DpError("`projection` takes a list of points and a list of values.")
    points, values = list(points), reals(values, "A value", of=values)
    if not 1 <= len(points) <= MOST_POINTS or len(points) != len(values):
        raise DpError(
            "`projection` takes 1 to {most} points and as many values. Got {points} points and {values} values.",
            most=MOST_POINTS,
            points=len(points),
            values=len(values),
        )
    matrix = _matrix(kernel, points)
    solved = _solved(matrix, values) if any(values) else 0.0
    if solved is None:
        raise DpError(
            "The kernel is not positive definite at these points.",
            "Points may not repeat, or be much closer to each other than the kernel is wide: use fewer of them.",
        )
    return math.sqrt(solved)


def _matrix(kernel: Any, points: list[Any]) -> Doubles:
    """The symmetric matrix of the kernel, exact. Raises DpError."""
    size = len(points)
    given = (
        [[kernel(first, second) for second in points] for first in points] if callable(kernel) else np.asarray(kernel)
    )
    try:
        matrix = np.array(given, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        matrix = np.empty(0)
    if matrix.shape != (size, size) or not np.isfinite(matrix).all() or (matrix != matrix.T).any():
        raise DpError(
            "`kernel` must be a symmetric function of two points, or the symmetric matrix of its finite values.",
            "For example lambda x, y: math.exp(-((x - y) ** 2) / 2).",
        )
    return matrix


def _solved(matrix: Doubles, values: list[float]) -> float | None:
    """v^T K^-1 v by elimination in ball arithmetic; None if K is not proven positive definite."""
    from flint import arb

    for bits in (128, 512, 2048, 8192):
        with ball.precision(bits):
            rest = np.array([[arb(entry) for entry in row] for row in matrix.tolist()], dtype=object)
            vector, total = np.array([arb(value) for value in values], dtype=object), arb(0)
            while len(rest) and rest[0, 0] > 0:
                column, pivot = rest[1:, 0] / rest[0, 0], rest[0, 0]
                total += vector[0] ** 2 / pivot
                vector = vector[1:] - column * vector[0]
                rest = rest[1:, 1:] - np.outer(column, rest[0, 1:])
            if not len(rest) and total.rad() <= abs(total.mid()) * 2.0**-60:
                return float(total.mid())
            if len(rest) and rest[0, 0] <= 0:
                break
    return None
