"""What is read off a grown tree: its nodes in order with their rows and class shares, and predictions for rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import log, log2, nan, sqrt
from typing import TYPE_CHECKING, final

import numpy as np

from dpcore.queries.models.trees.feature import Feature
from dpcore.queries.models.trees.growth import Fit, Growth, Node, fitted
from dpcore.queries.question.compared import Outcome, Probabilities, outcome, probabilities
from dpcore.queries.question.estimates import Estimates
from dpcore.text import Text, joined

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

ALL = Text("all rows")
Line = tuple[float, float, float, float]
"""Estimate, standard error, low and high."""


@final
@dataclass(frozen=True)
class Place:
    """A node in the order of the table. path: conditions from the root. parent: its place; -1 of the root."""

    node: Node
    path: tuple[Text, ...]
    parent: int

    @property
    def name(self) -> Text:
        """Its path in words."""
        return joined(self.path, " · ") if self.path else ALL


@final
class Reading:
    """A tree with its estimates. factor: the width of intervals, in standard errors."""

    def __init__(self, growth: Growth, factor: float) -> None:
        self.growth, self.factor = growth, factor
        self.places = tuple(_placed(growth.root, growth.features))

    @cached_property
    def fit(self) -> Fit:
        """The rows of each class in every leaf."""
        return fitted(self.growth.root, self.growth.classes)

    def counts(self, node: Node) -> tuple[Floats, float]:
        """The rows of each class in a node, and the variance of each."""
        own = {id(leaf) for leaf in node.leaves}
        return self.fit.of(np.array([float(id(leaf) in own) for leaf in self.growth.leaves]))

    def rows(self, node: Node) -> Line:
        """The number of rows in a node."""
        counts, variance = self.counts(node)
        rows, error = float(counts.sum()), sqrt(self.growth.classes * variance)
        return max(rows, 0.0), error, max(rows - self.factor * error, 0.0), max(rows + self.factor * error, 0.0)

    def _told(self, node: Node) -> list[Line]:
        """The share of each class in a node, with intervals by Fieller's theorem; empty where nothing is told."""
        counts, variance = self.counts(node)
        rows, size = float(counts.sum()), self.growth.classes
        reach = self.factor**2 * variance
        if rows <= 0 or rows**2 <= reach * size:
            return []
        found = []
        for count in counts.tolist():
            # |count - p rows| <= factor * its standard error, a quadratic inequality in the share p
            square, middle, rest = rows**2 - reach * size, rows * count - reach, count**2 - reach
            root = sqrt(max(middle**2 - square * rest, 0.0))
            share = min(max(count / rows, 0.0), 1.0)
            error = sqrt(variance * ((1 - share) ** 2 + (size - 1) * share**2)) / rows
            low, high = (min(max((middle + sign * root) / square, 0.0), 1.0) for sign in (-1, 1))
            found.append((share, error, min(low, share), max(high, share)))
        return found

    def gain(self, node: Node) -> Line:
        """The information gain of a split, in bits a row."""
        rows = float(self.counts(node)[0].sum())
        assert node.split is not None
        if rows <= self.factor * sqrt(self.growth.classes * self.counts(node)[1]):
            return 0.0, nan, nan, nan
        bits, error = node.split.raw / rows / log(2), node.split.error / rows / log(2)
        far, most = self.factor * error, log2(self.growth.classes)  # that of a split which tells every label
        value, low, high = (min(max(each, 0.0), most) for each in (bits, bits - far, bits + far))
        return value, error, low, high

    @cached_property
    def label(self) -> int:
        """The most frequent class of all rows: the baseline."""
        return int(np.argmax(self.counts(self.growth.root)[0]))

    @cached_property
    def known(self) -> dict[int, list[Line]]:
        """The class shares of each node; where nothing is told, those of the node above it, without margins."""
        found: list[list[Line]] = []
        size = self.growth.classes
        for place in self.places:
            above = found[place.parent] if place.parent >= 0 else [(1 / size, nan, nan, nan)] * size
            found.append(self._told(place.node) or [(share, nan, nan, nan) for share, *_ in above])
        return {id(place.node): own for place, own in zip(self.places, found, strict=True)}

    @cached_property
    def correct(self) -> tuple[Line, Line]:
        """The shares of rows with the label that their leaf predicts, and with the most frequent label."""
        leaves, fit = self.growth.leaves, self.fit
        chosen = [int(np.argmax([share for share, *_ in self.known[id(leaf)]])) for leaf in leaves]
        return self._share(fit, chosen), self._share(fit, [self.label] * len(leaves))

    def _share(self, fit: Fit, chosen: Sequence[int]) -> Line:
        """The share of the rows of one class in each leaf."""
        weights = np.zeros_like(fit.rows)
        weights[np.arange(len(chosen)), chosen] = 1.0
        count, rows = float((weights * fit.rows).sum()), float(fit.rows.sum())
        share = min(max(count / max(rows, 1.0), 0.0), 1.0)
        if rows <= self.factor * self._error(fit, np.ones_like(weights)):
            return share, nan, nan, nan
        error = self._error(fit, weights - share) / rows
        far = self.factor * error
        return share, error, max(share - far, 0.0), min(share + far, 1.0)

    def labelled(self) -> Outcome:
        """Whether the tree labels more rows rightly than the baseline."""
        fit, leaves = self.fit, self.growth.leaves
        chosen = [int(np.argmax([share for share, *_ in self.known[id(leaf)]])) for leaf in leaves]
        weights = np.zeros_like(fit.rows)
        weights[np.arange(len(chosen)), chosen] += 1.0
        weights[:, self.label] -= 1.0
        return outcome(float((weights * fit.rows).sum()), self.factor * self._error(fit, weights))

    def shares(self) -> Probabilities:
        """How good the shares of the leaves are as probabilities."""
        fit, leaves = self.fit, self.growth.leaves
        shares = np.array([[share for share, *_ in self.known[id(leaf)]] for leaf in leaves])
        own = np.array([not np.isnan(self.known[id(leaf)][0][1]) for leaf in leaves])
        covariance = np.asarray(np.kron(fit.covariance, np.eye(self.growth.classes)), dtype=np.float64)
        return probabilities(fit.rows, covariance, shares, own, self.factor)

    @staticmethod
    def _error(fit: Fit, weights: Floats) -> float:
        """The standard error of a weighted sum over leaves and classes."""
        return sqrt(max(float(np.einsum("ic,ij,jc->", weights, fit.covariance, weights)), 0.0))

    def predictions(self, values: Floats) -> list[Estimates]:
        """The shares of each class in the leaves of rows, shape (rows, columns); NaN for rows with NaN."""
        known = ~np.isnan(values).any(axis=1)
        cells = np.stack(
            [feature.places(values[known, place]) for place, feature in enumerate(self.growth.features)], axis=1
        )
        lines = np.full((len(values), self.growth.classes, 4), nan)
        kinds, numbers = np.unique(cells, axis=0, return_inverse=True)
        own = np.array([self.known[id(leaf)] for leaf in map(self._leaf, kinds)]).reshape(-1, self.growth.classes, 4)
        lines[known] = own[numbers.ravel()]
        return [Estimates(*lines[:, label].T) for label in range(self.growth.classes)]

    def _leaf(self, cells: NDArray[np.int64]) -> Node:
        node = self.growth.root
        while node.split is not None:
            cell = int(cells[node.split.place])
            node = node.children[next(place for place, group in enumerate(node.split.groups) if cell in group)]
        return node


def _placed(root: Node, features: Sequence[Feature]) -> Iterator[Place]:
    """The nodes from the root down, each before its children."""
    waiting: list[tuple[Node, tuple[Text, ...], int]] = [(root, (), -1)]
    number = 0
    while waiting:
        node, path, parent = waiting.pop()
        yield Place(node, path, parent)
        if node.split is not None:
            split, among = features[node.split.place], node.reach[node.split.place]
            below = [
                (child, (*path, split.said(cells, among)), number)
                for child, cells in zip(node.children, node.split.groups, strict=True)
            ]
            waiting += reversed(below)
        number += 1
