r"""The rounds of a decision tree: tables of counts for the leaves so far.

In each of `depth` rounds, every leaf so far is counted by (cell of a column x class), once for each of A columns. Rows
that have all columns are in exactly one cell of each table, whatever the tree: nodes are disjoint and cost once. So a
table is a count with sensitivity 1 under add/remove; a row that is replaced leaves one cell and enters another (L2
sensitivity sqrt(2), L1 sensitivity 2); a unit of m rows multiplies both by m (`dpcore.sensitivity.additive`). The price
of a table is its share of the price of its round, and all depth * A of them are composed: with equal shares, noise
sigma on each count costs mu = sqrt(depth * A) / sigma, or epsilon = depth * A / scale.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import nan, sqrt
from typing import Any

import numpy as np

from dpcore.errors import QueryError
from dpcore.mechanisms import Additive, Kind, Mechanism, Price, Spread, additive
from dpcore.number import shown
from dpcore.queries.models.trees.feature import Feature, feature
from dpcore.queries.models.trees.growth import Growth
from dpcore.queries.models.trees.reading import Reading
from dpcore.queries.question.base import Query
from dpcore.queries.question.limits import FEWER_CELLS
from dpcore.queries.question.prediction import UNKNOWN, Guess, Prediction, assumed, sizes
from dpcore.queries.question.readable import Readable
from dpcore.queries.question.round import Promise, Round, Rounds, Run, Step
from dpcore.queries.question.single import NO_ROWS, price_at
from dpcore.sensitivity import Contribution
from dpcore.statistic import Linear
from dpcore.table.aggregate import Aggregate, Leaf, Rows
from dpcore.table.schema import Schema
from dpcore.table.table import Table
from dpcore.text import Text, joined

MOST_LEAVES = 64
_LEAST = 1e-12  # a variance of noise that is never drawn


class GrownByRounds(Query, Readable):
    """A question about a tree that grows by a level in each round."""

    target: str
    features: Sequence[str]
    depth: int
    bins: int

    def label(self, schema: Schema) -> Feature:
        """The cells of the label. Raises QueryError."""
        found = feature(schema, self.target, 2)
        if found.ordered:
            raise QueryError(
                "The label of a decision tree must be a category or true or false. {name} is a number.",
                "Ask for a regression, or declare it as a Category.",
                name=shown(self.target),
            )
        return found

    def columns_of(self, schema: Schema) -> tuple[Feature, ...]:
        """The cells of the columns by which rows are split. Raises QueryError."""
        return tuple(feature(schema, name, self.bins) for name in self.features)

    def _cells_of(self, schema: Schema) -> int:
        """The cells of all tables of one leaf."""
        return sum(each.key.size for each in self.columns_of(schema)) * self.label(schema).key.size

    def leaves(self, schema: Schema) -> int:
        """The largest number of leaves, at which the record of all rounds stays small."""
        return min(MOST_LEAVES, FEWER_CELLS // (self.depth * self._cells_of(schema)))

    def shares(self) -> tuple[Fraction, ...]:
        """The shares of the rounds in the price. They decide what stored records mean, and never change."""
        return (Fraction(1, self.depth),) * self.depth

    def noise(self, table: Table, price: Price, level: int) -> Additive:
        """The noise on one table of a round: the same for all columns, which are in at least two cells each."""
        share = self.shares()[level] / len(self.features)
        return additive(self.statistic(table), type(price)(price.total * share))

    def statistic(self, table: Table) -> Linear:
        """Rows in the cells of one table."""
        reach = Contribution(((1,),), table.neighbors, table.unit.max_rows, cells=2)
        return Linear(reach, ((1,),), (1.0,), counts=True)

    def promise(self, table: Table, price: Price) -> Promise:
        """The losses of all tables of all rounds."""
        found: dict[Any, int] = {}
        for level in range(self.depth):
            loss = self.noise(table, price, level).loss
            found[loss] = found.get(loss, 0) + len(self.features)
        return tuple(found.items())

    def run(self, table: Table, price: Price) -> Run:
        """Rounds of tables for the leaves so far."""
        growth, label = self._planted(table.schema), self.label(table.schema).key
        for level in range(self.depth):
            noise, leaf = self.noise(table, price, level), Leaf(growth.tree)
            steps = []
            for each in growth.features:
                asked = Aggregate((Rows(),), (leaf, each.key, label), tuple(self.where), (*self.features, self.target))
                steps.append(Step(asked, self.statistic(table), noise))
            assert noise.loss is not None
            noisy = yield Round(tuple(steps), (noise.loss,) * len(steps))
            _grow(growth, noisy, noise)

    def _planted(self, schema: Schema) -> Growth:
        return Growth(self.columns_of(schema), self.label(schema).key.size, self.leaves(schema))

    def read(self, table: Table, rounds: Rounds, level: float) -> Reading:
        """The tree of a transcript, with intervals at a level."""
        schema = table.schema
        growth = _grown(self.columns_of(schema), self.label(schema).key.size, self.leaves(schema), rounds)
        spreads = [drawn.mechanism.error(level) for steps in rounds for drawn in steps]
        factor = max((spread.whole for spread in spreads if spread is not None), default=nan)
        return Reading(growth, factor)

    def predict(self, table: Table, price: Price, level: float, rows: Guess | None) -> Prediction:
        """The error of the share of a label in a leaf, if all leaves have as many rows."""
        if rows is None:
            return UNKNOWN
        noise = self.noise(table, price, self.depth - 1)
        return self._expected(table, noise.error(level), rows)

    def _expected(self, table: Table, spread: Spread, rows: Guess) -> Prediction:
        """The error with this noise on the counts of the last round."""
        leaves = min(2**self.depth, self.leaves(table.schema))
        cells = float(np.median([each.key.size for each in self.columns_of(table.schema)]))
        std = spread.std[0] * sqrt(max(1.0, cells / 2))  # a leaf of the last round is about half of a table
        typical, most, least, _ = (max(1.0, count / leaves) for count in sizes(rows, std))
        error = std * sqrt(0.5)  # of a share of one half of two classes
        usual, low, high = (min(1.0, spread.whole * error / count) for count in (typical, most, least))
        words = joined(
            (
                assumed(rows, Text("leaves that have equal numbers of rows"), Text("")),
                Text("The error is that of a label's share of the rows of a leaf."),
            )
        )
        return Prediction(min(1.0, error / typical), usual, min(usual, low), max(usual, high), 1.0, words)

    def price_of(self, table: Table, kind: Kind, half_width: float, level: float, rows: Guess | None) -> Price:
        """The price at which the share of a label in a typical leaf has this predicted error. Raises QueryError."""
        if rows is None:
            raise QueryError(
                Text("The price of this margin of error for “{self_}” is not known yet.", self_=self),
                NO_ROWS,
            )
        spread = self.noise(table, kind(Fraction(1)), self.depth - 1).error(level)

        def half(size: float) -> float:
            scaled = Spread((size * spread.std[0],), (size * spread.half[0],), spread.factor, spread.factor)
            return self._expected(table, scaled, rows).half_width

        return price_at(half, half_width, kind, str(self))


def _grow(growth: Growth, noisy: Sequence[Any], noise: Mechanism) -> None:
    """Sends the tables of a round to a tree."""
    leaves, spread = len(growth.leaves), noise.error(0.95)
    assert spread is not None
    tables = [
        np.asarray(answer, dtype=np.float64).reshape(leaves, each.key.size, growth.classes)
        for answer, each in zip(noisy, growth.features, strict=True)
    ]
    growth.counted(tables, max(spread.std[0] ** 2, _LEAST))


@lru_cache(maxsize=16)
def _grown(features: tuple[Feature, ...], classes: int, leaves: int, rounds: Rounds) -> Growth:
    """The tree of a transcript, which a card reads several times."""
    growth = Growth(features, classes, leaves)
    for steps in rounds:
        _grow(growth, [drawn.array for drawn in steps], steps[0].mechanism)
    return growth
