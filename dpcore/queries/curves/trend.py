"""The mean of one column along another, as a smooth curve that can be read anywhere: kernel regression.

The sums of kernels around all rows, and of kernels times the column's values, are released jointly as Fourier
coordinates (`dpcore.statistic.waves.projection` proves the sensitivity); their ratio is the curve (Nadaraya 1964,
Watson 1964), with Fieller's interval at each point. Errors of the ratio are about equal for values near the middle of
the bounds and at a bound if the count's share of the noise is as below.

**Bandwidth.** `dpcore.statistic.waves.trend_width` chooses it. Along whole numbers, if there are few, the curve is read
at each of them alone, and `dpcore.statistic.waves.by_value` chooses the bandwidth, down to one that leaves each value
by itself.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar, Literal, Self, final

import numpy as np

from dpcore.errors import QueryError
from dpcore.mechanisms import Mu, Price, Spread
from dpcore.queries.curves.kernel_estimate import brief, detail
from dpcore.queries.curves.mean_curve import BITS, MeanCurve
from dpcore.queries.curves.smooth_curve import bandwidth_along
from dpcore.queries.question import topic
from dpcore.queries.question.error import ErrorUnit
from dpcore.queries.question.grid import number
from dpcore.queries.question.moment import expected, mean_of, means
from dpcore.queries.question.parameter import Parameter
from dpcore.queries.question.prediction import UNKNOWN, Guess, Prediction, assumed, sizes
from dpcore.queries.question.sentence import Words
from dpcore.queries.question.topic import Topic
from dpcore.statistic import Projection
from dpcore.statistic.waves import by_value
from dpcore.statistic.waves.spectrum import Spectrum
from dpcore.statistic.waves.trend_width import criteria as criteria
from dpcore.table.aggregate import Measure, Met, Rows, Total
from dpcore.table.column import Flag, Number
from dpcore.table.condition import Condition, declared
from dpcore.table.partition import Partition
from dpcore.table.schema import Schema
from dpcore.table.table import Table
from dpcore.text import Text, joined

if TYPE_CHECKING:
    from dpcore.statistic.waves.fourier import Fourier

_SHARE = 0.6  # the count's weight relative to that of a value at a bound; under replace 1 costs nothing
_FEW = 100  # values
_TYPICAL = 1 / 20  # the bandwidth of a prediction, in boxes


@final
@dataclass(frozen=True)
class Trend(MeanCurve):
    """The mean of a number column, or the share of a true-or-false one that is true, along a number column.

    bandwidth: as of `Density`, in the unit of `along`. by_value: whether the curve has a point for each whole number,
    if there are few and any bandwidth can be read; answers of earlier versions have not.
    """

    error = ErrorUnit(by_rows=True)
    name: ClassVar[str] = "trend"
    title: ClassVar[Text] = Text("Trend")
    help: ClassVar[Text] = Text("How the mean of one column moves along another, as a smooth curve without bins.")
    topics: ClassVar[tuple[Topic, ...]] = (topic.TOGETHER, topic.TIME)
    synonyms: ClassVar[Text] = Text(
        "over time, time series, change, changes along, changed, as it increases, goes up with, depends on, "
        "relationship curve, line chart, moving average, smooth line, growth, getting worse, getting better, "
        "going up, rising, falling, development, each year, trendline, go up, go down, the closer, the more, "
        "the older, the higher, hours of the day"
    )
    formula: ClassVar[str] = "Σ K((t − xᵢ) / h) yᵢ / Σ K((t − xᵢ) / h)"
    cites: ClassVar[str] = "kernel regression (Nadaraya 1964, Watson 1964), intervals by Fieller (1954)"
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter(
            "column", "column", Text("The values to average. Of true and false: the share of true."), (Number, Flag)
        ),
        Parameter(
            "along",
            "column",
            Text("The numbers along which the curve runs."),
            (Number,),
            label=Text("Along"),
            of="column",
        ),
        bandwidth_along("along"),
    )
    moments: ClassVar[int] = 2

    column: str
    along: str
    bandwidth: float | Literal["any"] | None = None
    by: Sequence[Partition] = ()
    where: Sequence[Condition] = ()
    by_value: bool = True

    def __post_init__(self) -> None:
        if self.along == self.column:
            raise QueryError("The trend of a column along itself is the column.", "Choose another column.")
        super().__post_init__()

    def bind(self, schema: Schema) -> Self:
        """This question checked against a schema. Raises QueryError."""
        if not isinstance(declared(schema, self.column), Flag):
            number(schema, self.column)
        if self.by_value and not (self.bandwidth is None and self.cells(schema).single):
            return replace(self, by_value=False).bind(schema)
        return super().bind(schema)

    @property
    def argument(self) -> str:
        """The column along which the curve runs."""
        return self.along

    @property
    def words(self) -> Words:
        """The question in words."""
        return Words(
            Text("Mean of {column} along {along}", column=self.column, along=self.along),
            details=detail((self.bandwidth,)),
            measured=Text("mean of {column}", column=self.column),
        )

    @property
    def heading(self) -> Text:
        """The label of a field for points."""
        return Text("Mean of {column} where {along} is", column=self.column, along=self.along)

    @property
    def summed(self) -> tuple[str, ...]:
        """The column that is averaged."""
        return (self.column,)

    def measures(self, table: Table) -> tuple[Measure, ...]:
        """Rows, and the sum of grid integers or the number of true values."""
        lattice = self._lattice(table)
        return (Rows(), Total(lattice) if lattice else Met(Condition(self.column, "==", True)))

    def statistic(self, table: Table, price: Price) -> Projection:
        """The coordinates of every group's counts and sums."""
        lattice = self._lattice(table)
        steps = lattice.steps if lattice else 1
        part = max(1, 2**BITS // steps)
        share = 1.0 if table.neighbors == "replace" else _SHARE
        return self.projection(table, math.ceil(share * part * steps), steps, part)

    def expect(self, table: Table, price: Price, spread: Spread, rows: Guess | None) -> Prediction:
        """The error for means in the middle half of the bounds, and for all, with rows spread evenly.

        By value at the finest bandwidth, for each value by itself: others, which may be chosen, have less noise.
        """
        if rows is None:
            return UNKNOWN
        cells, factor = self.cells(table.schema), self.factor(table.schema)
        width = float(self.bandwidth) if self.bandwidth is not None else max(cells.finest, _TYPICAL * cells.length)
        projection = self.statistic(table, Mu(Fraction(1)))
        units = (projection.count, projection.value)
        medians = _alone(factor, units) if self.by_value else _variances(factor, units, width / cells.length)
        covariance = np.diag(np.square(spread.std[0]) * np.array(medians))
        kinds, _ = means()
        std, half, low, high, largest = expected(
            lambda moments: self._scaled(table, mean_of(moments, covariance, spread.whole)),
            covariance,
            sizes(rows, math.sqrt(covariance[0, 0])),
            kinds,
            np.abs(kinds[0]) <= 0.5,
        )
        facts = {"along": self.along, "width": brief(width)}
        typical = Text("an even spread over {along} at a bandwidth of {width}", **facts)
        if self.by_value:
            typical = Text("an even spread over {along} without smoothing", **facts)
        first, last = self.quantity(table).bounds
        words = joined([assumed(rows, typical, Text("all values within the bounds")), self._instead(table.schema)])
        return Prediction(std, half, low, high, max(largest, last - first), words)

    def remark(self, table: Table, price: Price, spread: Spread | None) -> Text:
        """What margins leave out, and the question that has an answer for each value."""
        return joined([super().remark(table, price, spread), self._instead(table.schema)])

    def _instead(self, schema: Schema) -> Text:
        """The mean by value, where the column along which the curve runs has few values."""
        along, cells = number(schema, self.along), self.cells(schema)
        if not along.integer or not cells.single or cells.size > _FEW:
            return Text("")
        facts = {"column": self.column, "along": self.along, "values": cells.size}
        if isinstance(declared(schema, self.column), Flag):
            return Text(
                "{along} has {values} values: the fraction of rows with {column}, grouped by {along}, answers each of "
                "them without smoothing.",
                **facts,
            )
        return Text(
            "{along} has {values} values: the mean of {column}, grouped by {along}, answers each of them without "
            "smoothing.",
            **facts,
        )


@lru_cache(maxsize=256)
def _alone(factor: Fourier, units: tuple[int, int]) -> tuple[float, ...]:
    """The variance of counts and of sums at a single value, in boxes, for noise of one grid step."""
    weights, size = np.array(factor.weights, dtype=np.float64), factor.cells
    nothing = np.zeros(factor.coordinates)
    noise = (Spectrum(factor.circle, nothing, np.square(1 / (unit * weights))) for unit in units)
    return tuple(float(by_value.numbers(spectrum).covariance[0]) * size**2 for spectrum in noise)


@lru_cache(maxsize=256)
def _variances(factor: Fourier, units: tuple[int, int], width: float) -> tuple[float, ...]:
    """The median variance along the curve of counts and of sums, for noise of one grid step."""
    weights = np.array(factor.weights, dtype=np.float64)
    nothing, u = np.zeros(factor.coordinates), np.linspace(0.0, 1.0, 41)
    noise = (Spectrum(factor.circle, nothing, np.square(1 / (unit * weights))) for unit in units)
    return tuple(float(np.median(spectrum.read(u, width).variance)) for spectrum in noise)
