r"""A tree of block counts: the factor matrix for Laplace noise on cumulative counts.

On each level, cells are grouped into blocks of equal size. The size is a multiple of that on the next level, down to
single cells. The count of every node is released. A row is counted in one node per level, so the L1 norm of a column is
the number of levels. There is no root: the nodes of the first level estimate its count. A tree with one level is the
plain histogram.

Cumulative counts are least-squares estimates from all nodes (Hay, Rastogi, Miklau & Suciu 2010), computed in one pass
up and one pass down. The best tree for a number of cells has few levels of 4 to 32 children (Qardaji, Yang & Li 2013;
with Laplace noise about 19: Andersson, Pagh, Steiner & Torkamani 2025). At 1,024 cells its error is 10.9 / epsilon,
against 16.7 for a binary tree and 32 for sums of a noisy histogram.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, final

import numpy as np

from dpcore.errors import DpError
from dpcore.number import shown, whole
from dpcore.statistic.waves.factor_matrix import PrefixFactor
from dpcore.statistic.waves.projection import MOST_CELLS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Integers = NDArray[Any]
    Doubles = NDArray[np.float64]

BRANCHES = (4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 18, 20, 24, 32)
"""Possible numbers of children of a node. The number of nodes on the first level is not restricted."""


@final
@dataclass(frozen=True, slots=True)
class Tree(PrefixFactor):
    """Block counts of `size` cells. blocks: the block size of each level, from the first level down to 1."""

    size: int
    blocks: tuple[int, ...] = (1,)

    def __post_init__(self) -> None:
        whole(self.size, "`size` of `Tree`", low=1, high=MOST_CELLS)
        nested = all(high > low > 0 and high % low == 0 for high, low in pairwise(self.blocks))
        if not nested or self.blocks[-1:] != (1,) or not (self.size == 1 or self.blocks[0] < self.size):
            raise DpError(
                (
                    "`blocks` of `Tree` must be sizes below {size}, each a multiple of the next, down to 1. Got "
                    "{blocks}."
                ),
                "For example (16, 4, 1) for 64 cells; (1,) is a plain histogram.",
                size=self.size,
                blocks=shown(self.blocks),
            )

    @property
    def cells(self) -> int:
        """The number of cells."""
        return self.size

    @property
    def coordinates(self) -> int:
        """The number of nodes; the last block of a level may be smaller than the others."""
        return sum(-(-self.size // block) for block in self.blocks)

    @property
    def largest(self) -> int:
        """1."""
        return 1

    @property
    def squared_norm(self) -> int:
        """The number of levels."""
        return len(self.blocks)

    @property
    def overlap(self) -> int:
        """0: the first and the last cell have no common node."""
        return 0

    @property
    def l1_norm(self) -> int:
        """The number of levels."""
        return len(self.blocks)

    @property
    def digest(self) -> str:
        """SHA-256 of the number of cells and the sizes of blocks, in decimal."""
        return hashlib.sha256(" ".join(map(str, ("tree", self.size, *self.blocks))).encode()).hexdigest()

    def apply(self, counts: Integers) -> Integers:
        """The count of every node, shape (groups, coordinates): level by level from the first, left to right."""
        levels = [np.add.reduceat(counts, np.arange(0, self.size, block), axis=1) for block in self.blocks]
        return np.concatenate(levels, axis=1)

    def prefixes(self, noisy: Doubles) -> Doubles:
        """Prefix sums of the least-squares estimates of the cells."""
        measured = np.split(noisy, np.cumsum([-(-self.size // block) for block in self.blocks[:-1]]), axis=1)
        estimates, sums = [measured[-1]], []
        levels = _levels(self)
        for level, own in zip(levels, reversed(measured[:-1]), strict=True):
            sums.append(np.add.reduceat(estimates[-1], level.first, axis=1))
            estimates.append(sums[-1] + level.variance * (own - sums[-1]))
        final = estimates.pop()
        for level, total, estimate in zip(reversed(levels), reversed(sums), reversed(estimates), strict=True):
            final = estimate + level.share * (final - total)[:, level.parent]
        return np.cumsum(final, axis=1)

    def variances(self) -> Doubles:
        """The variance of each cumulative count, by one pass upwards from the cells, O(cells) per level.

        For each cell, consider the part of its node's block up to that cell, estimated from the levels below the node.
        The pass keeps the variance of this estimate and its covariance with the estimate of the whole block. The node's
        own count has variance 1. It corrects a part that has covariance a with the sum of the children, of variance w,
        by a / (w + 1) times the difference between the count and that sum.
        """
        below, covariance, part = np.ones(self.size), np.ones(self.size), np.ones(self.size)
        node = np.arange(self.size)
        for level in _levels(self):
            left = np.cumsum(below) - below
            left -= left[level.first][level.parent]
            covariance, part = covariance + left[node], part + left[node]
            node = level.parent[node]
            total = level.summed[node] + 1.0
            part = part - covariance**2 / total
            covariance = covariance / total
            below = level.variance
        return (np.cumsum(below) - below)[node] + part


@final
@dataclass(frozen=True, slots=True)
class _Level:
    """How the nodes of a level are estimated from their children on the level below.

    first: the first child of each node. parent: the node of each child. summed: the variance of the sum of children.
    variance: the variance of the node's estimate from its own count and all levels below it, which is also the weight
    of its own count in that estimate. share: the fraction of a correction of the node that each child takes.
    """

    first: NDArray[np.int64]
    parent: NDArray[np.int64]
    summed: Doubles
    variance: Doubles
    share: Doubles


def _levels(tree: Tree) -> list[_Level]:
    """The levels above the cells, from the lowest up."""
    levels, below = [], np.ones(tree.size)
    for low, high in pairwise(reversed(tree.blocks)):
        parent = np.arange(len(below)) // (high // low)
        first = np.arange(0, len(below), high // low)
        summed = np.add.reduceat(below, first)
        variance = summed / (summed + 1.0)
        levels.append(_Level(first, parent, summed, variance, below / summed[parent]))
        below = variance
    return levels


@lru_cache(maxsize=64)
def best_tree(cells: int) -> Tree:
    """The tree of at most three levels with the smallest mean variance of cumulative counts at a given L1 norm.

    A fourth level would gain 1 % at 4,096 cells. Variances are compared to nine digits, so rounding does not matter.
    """
    two = [(low, 1) for low in BRANCHES]
    three = [(low * high, low, 1) for low in BRANCHES for high in BRANCHES]
    trees = [Tree(cells), *(Tree(cells, blocks) for blocks in two + three if blocks[0] < cells)]
    return min(trees, key=lambda tree: (float(f"{tree.l1_norm**2 * tree.variances().mean():.9e}"), tree.blocks))
