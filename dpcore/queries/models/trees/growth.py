r"""The growth of a decision tree from rounds of noisy counts, and the counts of its leaves: post-processing.

Each round counts the rows of every leaf so far by (cell of a column x class), once for each column. After it each leaf
may split once, by the column and the cells of the largest gain (`dpcore.queries.models.trees.gain`), if that is clear
of the noise; a leaf that did not split is counted again in the next round, and its counts are averaged by precision.

Every table is also a measurement of the number of rows of each class in the node: its sum; and the table by which a
node was split is one of each child. All of these are sums over leaves with independent errors, so weighted least
squares gives the rows of each class in every leaf, with their covariance: the estimates of all nodes agree (consistency
as in Hay, Rastogi, Miklau & Suciu 2010). The constants decide how stored numbers are read: they never change.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, final

import numpy as np

from dpcore.queries.models.trees.feature import Cells, Feature
from dpcore.queries.models.trees.gain import CLEAR, Gain, best
from dpcore.table.leaf import Branch

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


@final
@dataclass(eq=False)
class Node:
    """A node. reach: the cells of each column that its rows can be in. sums: of tables over their variances, by column.

    precision: of one count of these tables. split: how it was split. doubtful: whether another column may be as good.
    """

    reach: tuple[Cells, ...]
    sums: list[Floats]
    precision: float = 0.0
    split: Gain | None = None
    doubtful: bool = False
    children: list[Node] = field(default_factory=list)

    @property
    def leaves(self) -> Iterator[Node]:
        """The leaves below it, itself if it is one, in order."""
        if not self.children:
            yield self
        for child in self.children:
            yield from child.leaves

    def table(self, place: int) -> Floats:
        """The counts by the cells of a column, shape (cells, classes)."""
        return self.sums[place] / self.precision


@final
@dataclass(frozen=True)
class Fit:
    """The rows of each class in every leaf. rows: shape (leaves, classes). covariance: the same for each class."""

    rows: Floats
    covariance: Floats

    def of(self, weights: Floats) -> tuple[Floats, float]:
        """The rows of each class, summed over leaves with these weights, and the variance of each."""
        return weights @ self.rows, float(weights @ self.covariance @ weights)


class Growth:
    """A tree that grows. features: its columns. classes: their number. most: the largest number of leaves."""

    def __init__(self, features: Sequence[Feature], classes: int, most: int) -> None:
        self.features, self.classes, self.most = tuple(features), classes, most
        self.root = self._node(tuple(feature.cells for feature in features))

    def _node(self, reach: tuple[Cells, ...]) -> Node:
        return Node(reach, [np.zeros((feature.key.size, self.classes)) for feature in self.features])

    @property
    def leaves(self) -> list[Node]:
        """The leaves, in order."""
        return list(self.root.leaves)

    @property
    def tree(self) -> Branch:
        """The tree so far as a key, its leaves numbered in order; a branch with one child while all rows are one."""
        numbers = {id(leaf): number for number, leaf in enumerate(self.leaves)}

        def branch(node: Node) -> Branch | int:
            if node.split is None:
                return numbers[id(node)]
            places = self.features[node.split.place].sides(node.split.groups)
            return Branch(self.features[node.split.place].key, places, tuple(map(branch, node.children)))

        tree = branch(self.root)
        key = self.features[0].key
        return tree if isinstance(tree, Branch) else Branch(key, (0,) * key.size, (0,))

    def counted(self, tables: Sequence[Floats], variance: float) -> None:
        """A round: for each column the counts, shape (leaves, cells, classes), and the variance of each."""
        for number, leaf in enumerate(self.leaves):
            for place, table in enumerate(tables):
                leaf.sums[place] = leaf.sums[place] + table[number] / variance
            leaf.precision += 1.0 / variance
        fit = fitted(self.root, self.classes)
        found = [self._chosen(leaf, fit.rows[number]) for number, leaf in enumerate(self.leaves)]
        pairs = [(gain, leaf) for gain, leaf in zip(found, self.leaves, strict=True) if gain is not None]
        size = len(self.leaves)
        for gain, leaf in sorted(pairs, key=lambda pair: -pair[0].nats):
            if size + len(gain.groups) - 1 <= self.most:
                size += len(gain.groups) - 1
                leaf.split, leaf.children = gain, self._children(leaf, gain)

    def _chosen(self, leaf: Node, rows: Floats) -> Gain | None:
        """The split of a leaf; None where none is clear of the noise. rows: those of each class."""
        gains = []
        for place, feature in enumerate(self.features):
            cells, table = leaf.reach[place], leaf.table(place).copy()
            kept = list(cells)
            table[kept] += (rows - table[kept].sum(axis=0)) / len(kept)  # as many rows as are known from all tables
            gain = best(place, feature, cells, table, 1.0 / leaf.precision)
            gains += [gain] if gain else []
        gains.sort(key=lambda gain: -gain.nats)
        if not gains or not gains[0].clear:
            return None
        if len(gains) > 1:
            apart = np.hypot(gains[0].error, gains[1].error)
            leaf.doubtful = bool(gains[0].nats - gains[1].nats <= CLEAR * apart)
        return gains[0]

    def _children(self, leaf: Node, gain: Gain) -> list[Node]:
        """The children, whose rows are in the cells of their side."""
        return [
            self._node(tuple(cells if place == gain.place else reach for place, reach in enumerate(leaf.reach)))
            for cells in gain.groups
        ]


def fitted(root: Node, classes: int) -> Fit:
    """Weighted least squares over all that was measured."""
    return _Sums(root, classes).fit


class _Sums:
    """The measurements as sums over leaves: rows of a matrix, values of shape (sums, classes), and variances."""

    def __init__(self, root: Node, classes: int) -> None:
        self._leaves = list(root.leaves)
        self._numbers = {id(leaf): number for number, leaf in enumerate(self._leaves)}
        self._rows: list[Floats] = []
        self._values: list[Floats] = []
        self._variances: list[float] = []
        self._classes = classes
        self._walk(root)

    def _walk(self, node: Node) -> None:
        if node.precision:
            for place, cells in enumerate(node.reach):
                if node.split is None or place != node.split.place:
                    self._add(node, node.table(place), cells, node.precision)
                else:
                    for child, group in zip(node.children, node.split.groups, strict=True):
                        self._add(child, node.table(place), group, node.precision)
        for child in node.children:
            self._walk(child)

    def _add(self, node: Node, table: Floats, cells: Cells, precision: float) -> None:
        row = np.zeros(len(self._leaves))
        row[[self._numbers[id(leaf)] for leaf in node.leaves]] = 1.0
        self._rows.append(row)
        self._values.append(table[list(cells)].sum(axis=0))
        self._variances.append(len(cells) / precision)

    @cached_property
    def fit(self) -> Fit:
        """The solution."""
        rows, weights = np.array(self._rows), 1.0 / np.array(self._variances)
        covariance = np.linalg.inv((rows.T * weights) @ rows)
        return Fit(covariance @ ((rows.T * weights) @ np.array(self._values)), (covariance + covariance.T) / 2)
