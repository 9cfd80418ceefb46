r"""A numerically optimised factor for Gaussian noise on the answers of a workload, the same on every machine.

With T of column norms at most 1 and X = T'T, the total variance of W T^+ is tr(G X^-1), G = W'W. It is convex in X, and
at its minimum over diag(X) = 1 the multipliers v of the diagonal satisfy, for V = diag(v),

    X = V^-1/2 (V^1/2 G V^1/2)^1/2 V^-1/2        v = diag((V^1/2 G V^1/2)^1/2),

which is iterated (Denisov, McMahan, Rush, Smith & Thakurta 2022). A small multiple of the identity is added to G, so
that X is positive definite. T is the Cholesky factor of X with columns scaled to norm 1, times 2^24, rounded once.

**The same integers everywhere.** All steps are additions, multiplications, divisions and square roots of doubles in a
fixed order, which IEEE 754 determines to the last bit: products are sums of outer products, not calls of a linear
algebra library. Neither privacy nor unbiasedness depends on how well this works: the norms are those of the integers.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Doubles = NDArray[np.float64]

MOST_CELLS = 48
"""The largest number of cells; the optimisation of more cells would take over about a second."""
SCALE = 2.0**24
_ROUNDS = 40  # the cost is then within 1 % of the smallest one
_STEPS = 28  # enough for the square root of a matrix of condition 10^6
_RIDGE = 1e-4


def optimal(matrix: tuple[tuple[float, ...], ...]) -> tuple[tuple[int, ...], ...]:
    """The integer rows of T for a workload of shape (queries, cells)."""
    workload = np.array(matrix)
    workload = workload / float(np.abs(workload).max())
    gram = _product(workload.T, workload)
    size = len(gram)
    gram = gram + np.eye(size) * (_RIDGE * _trace(gram) / size)
    multipliers = np.ones(size)
    for _ in range(_ROUNDS):
        multipliers = np.diag(_middle(gram, multipliers)).copy()
    root = np.sqrt(multipliers)
    inside = _middle(gram, multipliers) / root[:, None] / root[None, :]
    norms = np.sqrt(np.diag(inside))
    lower = _cholesky(inside / norms[:, None] / norms[None, :])
    return tuple(tuple(int(entry) for entry in row) for row in np.rint(lower.T * SCALE))


def _middle(gram: Doubles, multipliers: Doubles) -> Doubles:
    """(V^1/2 G V^1/2)^1/2."""
    root = np.sqrt(multipliers)
    return _square_root(gram * root[:, None] * root[None, :])


def _square_root(matrix: Doubles) -> Doubles:
    """The square root of a positive definite matrix: the coupled Newton-Schulz iteration."""
    bound = _trace(matrix)
    identity = np.eye(len(matrix))
    root, inverse = matrix / bound, identity
    for _ in range(_STEPS):
        step = 1.5 * identity - 0.5 * _product(inverse, root)
        root, inverse = _product(root, step), _product(step, inverse)
    return (root + root.T) * (0.5 * math.sqrt(bound))


def _cholesky(matrix: Doubles) -> Doubles:
    """The lower triangular L with L L' = matrix, column by column."""
    rest, lower = matrix.copy(), np.zeros_like(matrix)
    for place in range(len(matrix)):
        lower[place:, place] = rest[place:, place] / math.sqrt(rest[place, place])
        column = lower[:, place]
        rest = rest - column[:, None] * column[None, :]
    return lower


def _product(left: Doubles, right: Doubles) -> Doubles:
    """left right as a sum of outer products in order."""
    total = np.zeros((len(left), right.shape[1]))
    for place in range(len(right)):
        total = total + left[:, place, None] * right[place, None, :]
    return total


def _trace(matrix: Doubles) -> float:
    return math.fsum(np.diag(matrix).tolist())
