"""The means of several columns over the same rows, from one joint release of their number and all sums.

Source: as for `Mean`; the split of noise over the vector follows `dpcore.queries.sums.vector`. One release of d sums
and one count costs less than d means, each of which counts the rows again. With a radius each row's vector is clipped
to a ball (`dpcore.queries.sums.ball`): the noise then grows with the radius in place of the square root of the number
of columns.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, final

import numpy as np

from dpcore.errors import QueryError
from dpcore.mechanisms import Mu, Price, Spread
from dpcore.number import real, shown
from dpcore.queries.question import topic
from dpcore.queries.question.base import Estimates
from dpcore.queries.question.crossed import Crossed
from dpcore.queries.question.error import ErrorUnit
from dpcore.queries.question.grid import grid, number
from dpcore.queries.question.key import Axis, axis_of, group_count
from dpcore.queries.question.moment import expected, mean_of, means
from dpcore.queries.question.parameter import Parameter
from dpcore.queries.question.prediction import UNKNOWN, Guess, Prediction, assumed, sizes
from dpcore.queries.question.quantity import Quantity, of_cells
from dpcore.queries.question.readable import Readable
from dpcore.queries.question.sentence import Words
from dpcore.queries.question.single import Single
from dpcore.queries.question.topic import Topic
from dpcore.queries.sums import ball, vector
from dpcore.result import Columns, Figures, Keys, Result
from dpcore.result.columns import median_column
from dpcore.sensitivity import Contribution
from dpcore.statistic import Linear
from dpcore.table.aggregate import Aggregate, Clipped, Grid, Measure, Rows, Total
from dpcore.table.column import Number
from dpcore.table.condition import Condition
from dpcore.table.partition import Partition, names
from dpcore.table.schema import Schema
from dpcore.table.table import Table
from dpcore.text import Text, joined

if TYPE_CHECKING:
    from dpcore.queries.question.base import Floats

FEWEST, MOST = 2, 50
"""The numbers of columns of one question."""
LEAST_RADIUS, MOST_RADIUS = 0.01, 8.0
"""The radii that can be asked for, in units of half the range of a column."""


@final
@dataclass(frozen=True)
class VectorMean(Single, Readable):
    """The means of clamped columns, over the rows where none of them is missing."""

    name: ClassVar[str] = "vector_mean"
    title: ClassVar[Text] = Text("Means of several columns")
    help: ClassVar[Text] = Text("The averages of several number columns over the same rows, in one release.")
    topics: ClassVar[tuple[Topic, ...]] = (topic.MUCH,)
    synonyms: ClassVar[Text] = Text(
        "averages of many columns, means, profile, all averages, summary statistics, descriptive statistics, "
        "mean of each column"
    )
    formula: ClassVar[str] = "Σ xᵢ / n, of vectors"
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter(
            "columns", "several", Text("From {low} to {high} columns of numbers.", low=FEWEST, high=MOST), (Number,)
        ),
        Parameter(
            "radius",
            "real",
            Text(
                "Optional: the largest distance of a row from the middle of the bounds, where half the range of each "
                "column counts as 1. Rows farther away are moved toward the middle until they are at this distance. "
                "A smaller radius means less noise and more rows that are moved. Empty: no row is moved."
            ),
            low=LEAST_RADIUS,
            high=MOST_RADIUS,
            label=Text("Radius (optional)"),
            optional=True,
        ),
    )
    error = ErrorUnit(by_rows=True)
    later: ClassVar[Mapping[str, Any]] = {"radius": None}

    columns: Sequence[str] = field()  # type: ignore[assignment]  # scripts and records use this name
    by: Sequence[Partition] = ()
    where: Sequence[Condition] = ()
    radius: float | None = None

    def __post_init__(self) -> None:
        columns = Crossed(names(self.columns, "columns"))
        if not FEWEST <= len(columns) <= MOST or not all(isinstance(name, str) for name in columns):
            raise QueryError(
                "`columns` must be {low} to {high} columns of numbers. Got {columns}.",
                'For example columns=["age", "cost"].',
                low=FEWEST,
                high=MOST,
                columns=shown(list(columns)),
            )
        object.__setattr__(self, "columns", columns)
        if self.radius is not None:
            hint = Text("Half the range of each column counts as 1. Without a radius, no row is moved.")
            least, most = LEAST_RADIUS, MOST_RADIUS
            radius = real(self.radius, "`radius`", at_least=least, at_most=most, error=QueryError, hint=hint)
            object.__setattr__(self, "radius", radius)
        super().__post_init__()
        columns.by, columns.where = self.by, self.where

    @property
    def words(self) -> Words:
        """The question in words."""
        columns = joined(self.columns, ", ")
        if self.radius is None:
            return Words(Text("Means of {columns}", columns=columns))
        return Words(Text("Means of {columns} within the radius {radius:g}", columns=columns, radius=self.radius))

    @property
    def shape(self) -> type[Result]:
        """Always `Columns`."""
        return Columns

    def shaped(self, table: Table, keys: Keys, figures: Figures) -> Result:
        """A number for each group and column."""
        columns = [number(table.schema, name) for name in self.columns]
        lows, highs = (tuple(float(getattr(column, end)) for column in columns) for end in ("low", "high"))
        return Columns(keys, figures, tuple(self.columns), lows, highs)

    def axes(self, schema: Schema) -> tuple[Axis, ...]:
        """The groups, then the columns."""
        labels = tuple((name,) for name in self.columns)
        return (*(axis_of(schema, part) for part in self.by), Axis(None, ("column",), labels))

    def grids(self, table: Table) -> tuple[Grid, ...]:
        """The public grid of each column."""
        return tuple(grid(name, number(table.schema, name), vector.BITS) for name in self.columns)

    def quantity(self, table: Table) -> Quantity:
        """The bounds of each column."""
        columns = [number(table.schema, name) for name in self.columns]
        ends = (np.array([float(getattr(column, end)) for column in columns]) for end in ("low", "high"))
        low, high = (np.tile(end, group_count(table.schema, self.by)) for end in ends)
        return of_cells((low, high))

    def optional(self, table: Table) -> bool:
        """Whether a row can be left out: by a filter, a group, or a missing value in one of the columns."""
        return self.left_out(table, self.columns)

    def aggregate(self, table: Table) -> Aggregate:
        """Rows and the sum of grid integers of each column; with a radius, of each coordinate of clipped vectors."""
        grids = self.grids(table)
        measures: tuple[Measure, ...] = (Rows(), *map(Total, grids))
        if self.radius is not None:
            region = ball.ball(grids, self.radius)
            measures = (Rows(), *(Clipped(region, place) for place in range(len(grids))))
        return Aggregate(measures, self._keys(table), tuple(self.where), tuple(self.columns), self._groups(table))

    def design(self, table: Table, price: Price) -> vector.Sums:
        """The released vector for a price."""
        grids, replaced = self.grids(table), table.neighbors == "replace"
        steps = tuple(lattice.steps for lattice in grids)
        rows_public = replaced and table.unit.max_rows == 1 and not self.optional(table)
        swapped = replaced and group_count(table.schema, self.by) == 1
        if self.radius is not None:
            region = ball.ball(grids, self.radius)
            return ball.for_mu(region) if isinstance(price, Mu) else ball.for_epsilon(region, rows_public, swapped)
        return vector.for_mu(steps) if isinstance(price, Mu) else vector.for_epsilon(steps, rows_public, swapped)

    def statistic(self, table: Table, price: Price) -> Linear:
        """The vector with its sensitivity; for a price in mu with the split of the noise."""
        design = self.design(table, price)
        contribution = Contribution(
            design.vertices,
            table.neighbors,
            table.unit.max_rows,
            group_count(table.schema, self.by),
            self.optional(table),
            differences=design.differences,
        )
        return Linear(contribution, design.matrix, design.weights)

    def estimate(self, table: Table, price: Price, noisy: Floats, spread: Spread) -> Estimates:
        """The means with intervals, from public scales and the noisy vector only."""
        moments, covariance = self.design(table, price).moments(noisy, np.square(spread.std))
        answers = [
            mean_of(moments[[0, place]], covariance[np.ix_([0, place], [0, place])], spread.whole)
            for place in range(1, len(moments))
        ]
        middle, half = self._ranges(table)
        value, std, low, high = (
            np.stack([getattr(answer, name) for answer in answers], axis=1) * half
            for name in ("estimate", "std_error", "low", "high")
        )
        return Estimates((middle + value).ravel(), std.ravel(), (middle + low).ravel(), (middle + high).ravel())

    def expect(self, table: Table, price: Price, spread: Spread, rows: Guess | None) -> Prediction:
        """The error of the column of median range, for the guessed rows; all columns share the noise in their number.

        Relative to its range every column has the noise of the first, up to the rounding of grids.
        """
        if rows is None:
            return UNKNOWN
        size = len(spread.std)
        _, whole = self.design(table, price).moments(np.zeros((size, 1)), np.square(spread.std))
        covariance = whole[:2, :2]
        counts = sizes(rows, float(np.sqrt(covariance[0, 0])))
        places, typical = means() if self.radius is None else ball.means(len(self.columns), self.radius)
        std, usual, low, high, largest = expected(
            lambda moments: mean_of(moments, covariance, spread.whole), covariance, counts, places, typical
        )
        _, half = self._ranges(table)
        columns = [number(table.schema, name) for name in self.columns]
        place = median_column([float(column.high) - float(column.low) for column in columns])
        words = assumed(rows, Text(""), Text("all values within the bounds"))
        if half.min() < half.max():
            words = Text(
                "{assumption} The error is that of {column}, in its unit; relative to its declared range it is the "
                "same for every column.",
                assumption=words,
                column=self.columns[place],
            )
        certain = high if rows.certain else np.nan
        return Prediction(std, usual, low, high, largest, words, certain=certain).scaled(float(half[place]))

    def remark(self, table: Table, price: Price, spread: Spread | None) -> Text:
        """What was done to rows outside the ball."""
        if self.radius is None:
            return Text("")
        return Text(
            "Rows farther than {radius:g} from the middle of the bounds were moved to this distance (half the range of "
            "each column counts as 1); the margin of error does not cover this.",
            radius=self.radius,
        )

    def _ranges(self, table: Table) -> tuple[Floats, Floats]:
        """The middle and half of the range of each column, in its unit."""
        grids = self.grids(table)
        middle = np.array([(lattice.low + lattice.steps / 2) * lattice.step for lattice in grids])
        return middle, np.array([lattice.steps / 2 * lattice.step for lattice in grids])
