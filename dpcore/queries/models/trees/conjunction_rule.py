"""The conjunction of two rounds of noisy counts: the values that it allows, and how often it is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot, nan, sqrt
from typing import TYPE_CHECKING, final

import numpy as np

from dpcore.mechanisms import Additive, Spread
from dpcore.queries.models.trees.feature import Cells, Feature
from dpcore.queries.question.compared import Outcome, Probabilities, outcome, probabilities
from dpcore.table.leaf import Branch, Leaf

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

SURE = 0.95
"""The probability with which all violations are within the margin by which literals are chosen: part of records."""
Line = tuple[float, float, float, float]
"""Estimate, standard error, low and high."""


@final
@dataclass(frozen=True)
class Counted:
    """The first round. tables: for each column the rows by (value, label). std: of the noise on a count.

    margin: of the count of a value among true rows, for all values at once.
    """

    tables: tuple[Floats, ...]
    std: float
    margin: float

    @property
    def labels(self) -> tuple[Floats, float]:
        """The rows of each label, by all tables together, weighted by precision; and the standard error of each."""
        weights = np.array([1.0 / len(table) for table in self.tables])
        sums = np.stack([table.sum(axis=0) for table in self.tables])
        return weights @ sums / weights.sum(), self.std / sqrt(weights.sum())

    @property
    def complete(self) -> bool:
        """Whether every column has a value that true rows clearly have."""
        return all((table[:, 1] > self.margin).any() for table in self.tables)

    def allowed(self, tolerance: float) -> tuple[Cells, ...]:
        """The values of each column that too many true rows have to be left out; all of them where none is clear."""
        (_, true), _ = self.labels
        most = tolerance * max(float(true), 0.0) + self.margin
        found = [tuple(np.flatnonzero(table[:, 1] > most).tolist()) for table in self.tables]
        return tuple(cells or tuple(range(len(table))) for cells, table in zip(found, self.tables, strict=True))


def counted(noisy: Sequence[Floats], features: Sequence[Feature], mechanism: Additive) -> Counted:
    """The first round as it was drawn."""
    tables = tuple(
        np.asarray(answer, dtype=np.float64).reshape(each.key.size, 2)
        for answer, each in zip(noisy, features, strict=True)
    )
    literals = sum(len(table) for table in tables)
    spread = mechanism.error(1 - (1 - SURE) / literals)
    return Counted(tables, spread.std[0], spread.half[0])


def tree(features: Sequence[Feature], allowed: Sequence[Cells]) -> Leaf | None:
    """The conjunction as a tree whose leaf 0 has the rows that meet it; None if it allows everything."""
    used = [(each, cells) for each, cells in zip(features, allowed, strict=True) if len(cells) < each.key.size]
    below: Branch | int = 0
    for number, (each, cells) in enumerate(reversed(used), 1):
        places = tuple(0 if cell in cells else 1 for cell in each.cells)
        below = Branch(each.key, places, (below, number))
    return Leaf(below) if isinstance(below, Branch) else None


@final
@dataclass(frozen=True)
class Found:
    """The conjunction with its figures. met: the noisy rows that meet it, by label. second: the noise on each."""

    counted: Counted
    allowed: tuple[Cells, ...]
    met: Floats
    spread: Spread
    second: Spread

    @property
    def factor(self) -> float:
        """The width of intervals, in standard errors."""
        return max(self.spread.whole, self.second.whole)

    def _ratio(self, part: float, rest: float, error: float) -> Line:
        """part / (part + rest), which have independent errors of this size."""
        rows = part + rest
        share = min(max(part / max(rows, 1.0), 0.0), 1.0)
        if not rows > 2 * self.factor * sqrt(2) * error:
            return share, nan, nan, nan
        std = hypot(1 - share, share) * error / rows
        far = self.factor * std
        return share, std, max(share - far, 0.0), min(share + far, 1.0)

    @property
    def rows(self) -> tuple[float, float]:
        """All rows, with the standard error."""
        labels, error = self.counted.labels
        return float(labels.sum()), sqrt(2) * error

    def of_labels(self) -> Line:
        """The share of true rows."""
        (false, true), error = self.counted.labels
        return self._ratio(float(true), float(false), error)

    def inside(self) -> Line:
        """The share of true among the rows that meet it."""
        false, true = self.met.tolist()
        return self._ratio(true, false, self.second.std[0])

    def outside(self) -> Line:
        """The share of true among the other rows; no margins if there are none."""
        (false, true), error = self.counted.labels
        each = hypot(error, self.second.std[0])
        return self._ratio(float(true - self.met[1]), float(false - self.met[0]), each)

    def recall(self) -> Line:
        """The share of true rows that meet it."""
        (_, true), error = self.counted.labels
        value, own = float(self.met[1]), self.second.std[0]
        share = min(max(value / max(true, 1.0), 0.0), 1.0)
        if not true > 2 * self.factor * error:
            return share, nan, nan, nan
        std = hypot(own, share * error) / true
        return share, std, max(share - self.factor * std, 0.0), min(share + self.factor * std, 1.0)

    def wrong(self) -> Line:
        """The share of rows that it mislabels: true ones that do not meet it, and false ones that do."""
        (_, true), error = self.counted.labels
        rows, doubt = self.rows
        value = float(true - self.met[1] + self.met[0])
        share = min(max(value / max(rows, 1.0), 0.0), 1.0)
        if not rows > 2 * self.factor * doubt:
            return share, nan, nan, nan
        # of (1 - share) true - share false, and twice the second round's noise
        own = sqrt((1 - share) ** 2 + share**2) * error
        std = hypot(own, sqrt(2) * self.second.std[0]) / rows
        return share, std, max(share - self.factor * std, 0.0), min(share + self.factor * std, 1.0)

    def labelled(self) -> Outcome:
        """Whether it labels more rows rightly than the most frequent label does."""
        (false, true), error = self.counted.labels
        wrong = float(true - self.met[1] + self.met[0])
        # the other label is wrong for true - false more or fewer rows: two counts decide in either case
        gain = min(float(true), float(false)) - wrong
        return outcome(gain, self.factor * hypot(sqrt(2) * error, sqrt(2) * self.second.std[0]))

    def shares(self) -> Probabilities:
        """How good the shares of true inside and outside are."""
        labels, error = self.counted.labels
        counts = np.stack([self.met, labels - self.met])
        own, all_ = self.second.std[0] ** 2, error**2
        covariance = np.asarray(np.kron([[own, -own], [-own, own + all_]], np.eye(2)), dtype=np.float64)
        true = np.array([self.inside()[0], self.outside()[0]])
        given = np.stack([1 - true, true], axis=1)
        return probabilities(counts, covariance, given, np.full(2, True), self.factor)

    def promised(self) -> float:
        """The largest share of rows mislabelled if some conjunction is exact, by the counts of the first round."""
        labels, _ = self.counted.labels
        left = sum(
            table[cell, 1] + self.counted.margin
            for table, cells in zip(self.counted.tables, self.allowed, strict=True)
            for cell in range(len(table))
            if cell not in cells
        )
        rows = float(labels.sum()) - 2 * self.counted.margin  # of two labels, each at least its count less the margin
        return float(min(1.0, max(0.0, left) / max(rows, 1.0)))
