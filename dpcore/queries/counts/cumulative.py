"""The cumulative distribution of a column: the number of rows up to each point, as a function.

Source: the matrix mechanism (Li, Miklau, Hay, McGregor & Rastogi 2015), with the normalised square root of the prefix
sums for Gaussian noise and with trees for Laplace noise (`dpcore.statistic.waves.projection` proves the sensitivity).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import inf
from typing import TYPE_CHECKING, ClassVar, Self, final

import numpy as np

from dpcore.errors import QueryError
from dpcore.mechanisms import Mu, Price, Spread
from dpcore.number import whole
from dpcore.queries.question import refusal, topic
from dpcore.queries.question.base import Estimates
from dpcore.queries.question.grid import number
from dpcore.queries.question.key import Axis, axis_of, bins_of, equal_bins
from dpcore.queries.question.limits import FEWER_CELLS, Limits
from dpcore.queries.question.parameter import Parameter
from dpcore.queries.question.prediction import Guess, Prediction, linear
from dpcore.queries.question.quantity import Quantity
from dpcore.queries.question.sentence import Words
from dpcore.queries.question.single import Single
from dpcore.queries.question.topic import Topic
from dpcore.result import Figures, Function, Keys, Result
from dpcore.result.view import MONOTONE
from dpcore.statistic import Projection
from dpcore.statistic.order.cumulative import gaussian_factor, laplace_factor
from dpcore.statistic.waves.projection import MOST_CELLS
from dpcore.table.aggregate import Aggregate, Rows
from dpcore.table.column import Number
from dpcore.table.condition import Condition
from dpcore.table.partition import Partition, column_of
from dpcore.table.schema import Schema
from dpcore.table.table import Table
from dpcore.text import Text

if TYPE_CHECKING:
    from dpcore.queries.question.base import Floats

POINTS = 256
"""The default number of points: finer than a screen can show, and not much noisier than ten points."""
_HALVES = 2**52
"""From this magnitude on, doubles cannot represent the midpoint of two whole numbers."""


@final
@dataclass(frozen=True)
class Cumulative(Single):
    """The number of rows below each of `bins` evenly spaced points of a number column, by groups.

    For a whole-number column, the number of rows up to and including each point. The points are whole numbers: all of
    them if there are at most `bins`, else about `bins` of them.
    """

    name: ClassVar[str] = "cumulative"
    title: ClassVar[Text] = Text("Cumulative distribution")
    help: ClassVar[Text] = Text(
        "The number of rows below each value of a number column, as a curve that can be read at any point."
    )
    topics: ClassVar[tuple[Topic, ...]] = (topic.MANY, topic.SHAPE)
    synonyms: ClassVar[Text] = Text(
        "cdf, ecdf, cumulative, running total, running percentage, running count, at most, at least, "
        "below each value, less than, earn less than, share below, within so many, percentile rank, "
        "every threshold"
    )
    formula: ClassVar[str] = "#{i : xᵢ ≤ t}"
    cites: ClassVar[str] = "the matrix mechanism (Li, Miklau, Hay, McGregor and Rastogi 2015)"
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("column", "column", Text("The numbers."), (Number,)),
        Parameter(
            "bins",
            "whole",
            Text("The number of points at which counts are released. More points hardly increase the error."),
            low=1,
            high=MOST_CELLS,
            default=POINTS,
            label=Text("Points"),
        ),
    )
    limits: ClassVar[Limits] = Limits(cells=FEWER_CELLS)

    column: str
    bins: int = POINTS
    by: Sequence[Partition] = ()
    where: Sequence[Condition] = ()

    def __post_init__(self) -> None:
        points = whole(self.bins, "`bins`", low=1, high=MOST_CELLS, error=QueryError)
        object.__setattr__(self, "bins", points)
        super().__post_init__()

    def bind(self, schema: Schema) -> Self:
        """This question checked against a schema, with the actual number of points. Raises QueryError."""
        if self.column in map(column_of, self.by):
            raise refusal.grouped_by_itself(self.column)
        column = number(schema, self.column)
        if column.integer and max(abs(column.low), abs(column.high)) >= _HALVES:
            raise QueryError(
                "The whole numbers of {column} are too large for a cumulative distribution.",
                "Declare narrower bounds, or declare the column as a number that need not be whole.",
                column=self.column,
            )
        return replace(super().bind(schema), bins=self._points(schema).size)

    @property
    def words(self) -> Words:
        """The question in words."""
        return Words(Text("Cumulative distribution of {column}, {bins} points", column=self.column, bins=self.bins))

    @property
    def shape(self) -> type[Result]:
        """Always `Function`."""
        return Function

    def shaped(self, table: Table, keys: Keys, figures: Figures) -> Result:
        """The function, by group."""
        integer = number(table.schema, self.column).integer
        return Function(keys, figures, self.column, self.edges(table.schema), integer)

    def quantity(self, table: Table) -> Quantity:
        """Rows, and the free choice that no count is below the one before."""
        rows = Quantity(0.0, inf, unit=Text("rows"), whole=True)
        return replace(rows, own_views=(MONOTONE, *rows.views))

    def axes(self, schema: Schema) -> tuple[Axis, ...]:
        """The groups, then the points: the upper end of each cell."""
        column = number(schema, self.column)
        return (*(axis_of(schema, part) for part in self.by), _ends(self.column, column, self.bins))

    def aggregate(self, table: Table) -> Aggregate:
        """One count for each cell."""
        return Aggregate((Rows(),), self._keys(table), tuple(self.where), (), self._groups(table))

    def statistic(self, table: Table, price: Price) -> Projection:
        """The factor matrix for the noise of this price, applied to the counts of every group."""
        *groups, cells = (axis.size for axis in self.axes(table.schema))
        factor = gaussian_factor(cells) if isinstance(price, Mu) else laplace_factor(cells)
        return Projection(factor, tuple(groups), table.neighbors, table.unit.max_rows, self._missing(table))

    def estimate(self, table: Table, price: Price, noisy: Floats, spread: Spread) -> Estimates:
        """Unbiased cumulative counts with symmetric intervals; the error of each is a weighted sum of all noise."""
        projection = self.statistic(table, price)
        counts = projection.decoded.prefixes(noisy.reshape(-1, projection.factor.coordinates)).ravel()
        groups = len(counts) // projection.factor.cells
        std = np.tile(projection.std_errors(spread.std[0]), groups)
        half = np.tile(half_widths(projection, price, spread), groups)
        return Estimates(counts, std, counts - half, counts + half)

    def expect(self, table: Table, price: Price, spread: Spread, rows: Guess | None) -> Prediction:
        """The error of the noisiest point, known exactly in advance."""
        projection = self.statistic(table, price)
        std = float(projection.std_errors(spread.std[0]).max())
        return linear(std, float(half_widths(projection, price, spread).max()))

    def _points(self, schema: Schema) -> Axis:
        return _cells(self.column, number(schema, self.column), self.bins)

    def edges(self, schema: Schema) -> tuple[float, ...]:
        """The ends of the cells between points, increasing."""
        labels = self._points(schema).labels
        return (labels[0][0], *(high for _, high in labels))

    def _missing(self, table: Table, columns: Iterable[str] = ()) -> bool:
        """Whether a row can be left out: by a filter, a group or a missing cell."""
        return bool(self.where or self.by) or number(table.schema, self.column).missing == "drop"


def _cells(name: str, column: Number, bins: int) -> Axis:
    """The cells between points."""
    if not column.integer:
        return bins_of(name, column, bins)
    values = int(column.high - column.low) + 1
    axis = equal_bins(name, column, min(bins, values))
    return axis if axis.size <= MOST_CELLS else equal_bins(name, column, -(-values // 2))


@lru_cache(maxsize=256)
def _ends(name: str, column: Number, bins: int) -> Axis:
    """The points: the upper end of each cell."""
    cells = _cells(name, column, bins)
    return Axis(cells.key, ("x",), tuple((math.floor(high) if column.integer else high,) for _, high in cells.labels))


def half_widths(projection: Projection, price: Price, spread: Spread) -> Floats:
    """The half width of the interval of each cumulative count, at the level of `spread`.

    Laplace noise on counts is in whole rows: rounding adds up to 1/12 to its variance, and half widths are rounded up,
    as a fraction of a row adds no coverage. Gaussian noise here is on a much finer grid, so rounding is negligible.
    """
    if isinstance(price, Mu) or not spread.std[0]:
        return spread.factor * projection.std_errors(spread.std[0])
    rounded = math.sqrt(spread.std[0] ** 2 + 1.0 / 12.0)
    return np.ceil(spread.factor * projection.std_errors(rounded))
