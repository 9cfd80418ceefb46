"""Strategies for a workload of counts: the integer combinations that get noise, chosen for the least error of answers.

A workload W, shape (queries, cells), asks for W h of the counts h of the cells. T h is released with noise for a public
integer matrix T, and W T^+ (noisy) answers all queries: unbiased if W T^+ T = W, and of the least variance that T
allows (Li, Miklau, Hay, McGregor & Rastogi 2015). The candidates for T are

plain         the count of each cell
workload      the queries themselves, where whole multiples of them have at most 20 bits
tree          block counts on several levels (`dpcore.statistic.learners.tree`)
square_root   the square root of the prefix sums (`dpcore.statistic.waves.square_root`)
optimised     for Gaussian noise, a numerical optimum (`dpcore.statistic.learners.optimal`)

all times a power of two, so that the rounding of noise to whole numbers is negligible. The candidate with the smallest
mean variance over the queries is chosen, from public facts alone: W, the kind of noise and the neighbouring relation.
For noise of a given covariance there is a single strategy, in `dpcore.statistic.learners.chosen`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, final

import numpy as np

from dpcore.number import exact
from dpcore.statistic.learners.optimal import MOST_CELLS, optimal
from dpcore.statistic.learners.tree import Tree, best_tree
from dpcore.statistic.waves.dense import Dense
from dpcore.statistic.waves.factor_matrix import Factor
from dpcore.statistic.waves.projection import Projection
from dpcore.statistic.waves.square_root import SquareRoot

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dpcore.sensitivity.relation import Neighbors

    Doubles = NDArray[np.float64]

Matrix = tuple[tuple[float, ...], ...]
Whole = tuple[tuple[int, ...], ...]

PLAIN, WORKLOAD, TREE, SQUARE_ROOT, OPTIMISED = "plain", "workload", "tree", "square_root", "optimised"
_UNIT = 2**20
_TOLERANCE = 1e-9  # of W T^+ T = W, relative to what one row changes in each query
_BRANCHES = (2, 4, 8, 16, 32)


@final
@dataclass(frozen=True, slots=True)
class Setting:
    """The public facts on which the reach of a strategy depends, as for `Projection`. gaussian: the kind of noise."""

    gaussian: bool
    groups: tuple[int, ...]
    neighbors: Neighbors
    max_rows: int
    optional: bool

    def projection(self, factor: Factor) -> Projection:
        """The coordinates of a factor."""
        return Projection(factor, self.groups, self.neighbors, self.max_rows, self.optional)

    def squared(self, factor: Factor) -> int:
        """The square of the sensitivity that the noise is scaled to."""
        projection = self.projection(factor)
        return projection.squared_l2_sensitivity() if self.gaussian else projection.l1_sensitivity() ** 2


@final
@dataclass(frozen=True, slots=True)
class Strategy:
    """The statistic T h released for a workload, and the matrix W T^+ of the answers, shape (queries, coordinates)."""

    name: str
    projection: Projection
    decoder: Doubles

    def answers(self, noisy: Doubles) -> Doubles:
        """Unbiased answers from noisy coordinates, shape (groups, queries)."""
        answers: Doubles = noisy.reshape(-1, self.projection.factor.coordinates) @ self.decoder.T
        return answers

    def std_errors(self, std: float) -> Doubles:
        """The standard error of each query's answer for noise of this standard deviation on each coordinate."""
        errors: Doubles = std * np.sqrt(np.square(self.decoder).sum(axis=1))
        return errors


@lru_cache(maxsize=64)
def best(matrix: Matrix, setting: Setting) -> Strategy:
    """The strategy with the smallest mean variance, the first of equals.

    Variances are compared to nine digits, so rounding does not matter.
    """
    _, _, factor, decoder = min(costs(matrix, setting), key=lambda cost: (float(f"{cost[0]:.9e}"), cost[1]))
    decoder.setflags(write=False)
    return Strategy(factor.name, setting.projection(factor), decoder)


def costs(matrix: Matrix, setting: Setting) -> Iterator[tuple[float, int, Dense, Doubles]]:
    """The mean variance of each unbiased candidate at price 1, up to a common factor; its place, T and W T^+."""
    workload = np.array(matrix)
    sizes = _sizes(workload, setting)
    for place, factor in enumerate(candidates(matrix, setting.gaussian)):
        decoder = workload @ factor.inverse()
        rest = decoder @ np.array(factor.rows, dtype=np.float64) - workload
        # the plain counts answer every workload, up to the last bit of a double
        if factor.name == PLAIN or (np.abs(rest).max(axis=1) <= _TOLERANCE * sizes).all():
            yield setting.squared(factor) * float(np.square(decoder).sum(axis=1).mean()), place, factor, decoder


def _sizes(workload: Doubles, setting: Setting) -> Doubles:
    """The largest change of each query by one row, up to a factor of 2; where that is 0, the query's largest weight."""
    largest: Doubles = np.abs(workload).max(axis=1)
    if setting.neighbors == "add_remove" or setting.optional or setting.max_rows > 1 or math.prod(setting.groups) > 1:
        return largest
    apart: Doubles = (workload.max(axis=1) - workload.min(axis=1)) / 2
    return np.where(apart > 0, apart, largest)


def candidates(matrix: Matrix, gaussian: bool) -> Iterator[Dense]:
    """All candidates for T, each by its entries."""
    cells = len(matrix[0])
    yield Dense(PLAIN, _scaled(Tree(cells), _UNIT))
    yield Dense(WORKLOAD, _whole(matrix))
    trees = {best_tree(cells), *(Tree(cells, (branch, 1)) for branch in _BRANCHES if branch < cells)}
    halves = tuple(2**level for level in range((cells - 1).bit_length() - 1, -1, -1))
    trees |= {Tree(cells, halves)} if len(halves) > 1 else set()
    for tree in sorted(trees, key=lambda tree: tree.blocks):
        if len(tree.blocks) > 1:
            yield Dense(TREE, _scaled(tree, _UNIT))
    yield Dense(SQUARE_ROOT, _scaled(SquareRoot(cells), 1))
    if gaussian and cells <= MOST_CELLS:
        yield Dense(OPTIMISED, optimised(matrix))


@lru_cache(maxsize=64)
def optimised(matrix: Matrix) -> Whole:
    """The optimised integers of a workload."""
    return optimal(matrix)


def _scaled(factor: Factor, times: int) -> Whole:
    """All entries of a factor, times a whole number."""
    columns = factor.apply(np.eye(factor.cells, dtype=np.int64)).T * times
    return tuple(tuple(map(int, row)) for row in columns.tolist())


def _whole(matrix: Matrix) -> Whole:
    """The least whole multiple of a workload, scaled up; rounded where its entries would have too many digits.

    Rounded queries are a strategy only if every query is still a combination of them, which `costs` checks.
    """
    fractions = [[exact(entry) for entry in row] for row in matrix]
    common = math.lcm(*(entry.denominator for row in fractions for entry in row))
    rows = [[int(entry * common) for entry in row] for row in fractions]
    divisor = math.gcd(*(entry for row in rows for entry in row))
    rows = [[entry // divisor for entry in row] for row in rows]
    largest = max(abs(entry) for row in rows for entry in row)
    if largest <= _UNIT:
        return tuple(tuple(entry * (_UNIT // largest) for entry in row) for row in rows)
    top = max(abs(entry) for row in fractions for entry in row)
    return tuple(tuple(round(entry * 16 * _UNIT / top) for entry in row) for row in fractions)
