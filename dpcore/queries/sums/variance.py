"""The variance and the standard deviation of a column (population version: divided by n)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from dpcore.queries.question import topic
from dpcore.queries.question.base import Estimates
from dpcore.queries.question.grid import grid, number
from dpcore.queries.question.moment import VARIANCE_BITS, Moment, spreads, variance_of
from dpcore.queries.question.parameter import Parameter
from dpcore.queries.question.quantity import Quantity
from dpcore.queries.question.sentence import Words
from dpcore.queries.question.topic import Topic
from dpcore.table.aggregate import Aggregate, Grid, Rows, Squares, Total
from dpcore.table.column import Number
from dpcore.table.condition import Condition
from dpcore.table.partition import Partition
from dpcore.table.table import Table
from dpcore.text import Text

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dpcore.queries.question.base import Floats

# The smallest standard deviation of a typical column, in half-ranges: a tenth of the range between the bounds.
_TYPICAL = 0.2


class Second(Moment):
    """The common part of both questions: rows, sum and sum of squares, released jointly."""

    order = 2
    parameters: ClassVar[tuple[Parameter, ...]] = (Parameter("column", "column", Text("The numbers."), (Number,)),)

    column: str

    def lattice(self, table: Table) -> Grid:
        """At most 2**13 steps, so that noise on squares can be drawn fast; the rounding error is negligible."""
        return grid(self.column, number(table.schema, self.column), VARIANCE_BITS)

    def optional(self, table: Table) -> bool:
        """A row with a missing value is left out, unless the column declares a replacement."""
        return self._missing(table, (self.column,))

    def aggregate(self, table: Table) -> Aggregate:
        """Rows, sum and sum of squares of grid integers."""
        lattice = self.lattice(table)
        measures = (Rows(), Total(lattice), Squares(lattice))
        return Aggregate(measures, self._keys(table), tuple(self.where), (self.column,), self._groups(table))

    def quantity(self, table: Table) -> Quantity:
        """The variance is largest if half of the values are at each bound."""
        return Quantity(0.0, self._half(table) ** 2, clipped=self.column)

    def shapes(self) -> tuple[Floats, NDArray[np.bool_]]:
        """All possible columns, all typical."""
        return spreads(0.0)

    def _half(self, table: Table) -> float:
        lattice = self.lattice(table)
        return lattice.steps / 2 * lattice.step


@final
@dataclass(frozen=True)
class Variance(Second):
    """The mean squared distance from the mean of a clamped column."""

    name: ClassVar[str] = "variance"
    title: ClassVar[Text] = Text("Variance")
    help: ClassVar[Text] = Text("How far the values of a number column spread, squared.")
    topics: ClassVar[tuple[Topic, ...]] = (topic.SPREAD,)
    synonyms: ClassVar[Text] = Text("var, dispersion, variability, vary, variation, spread, squared deviation")
    formula: ClassVar[str] = "Σ (xᵢ − x̄)² / n"

    column: str
    by: Sequence[Partition] = ()
    where: Sequence[Condition] = ()

    @property
    def words(self) -> Words:
        """The question in words."""
        return Words(Text("Variance of {column}", column=self.column))

    def answer(self, table: Table, moments: Floats, covariance: Floats, factor: float) -> Estimates:
        """In the column's unit, squared."""
        unit, scale = variance_of(moments, covariance, factor), self._half(table) ** 2
        return Estimates(unit.estimate * scale, unit.std_error * scale, unit.low * scale, unit.high * scale)


@final
@dataclass(frozen=True)
class StandardDeviation(Second):
    """The square root of the variance."""

    name: ClassVar[str] = "standard_deviation"
    title: ClassVar[Text] = Text("Standard deviation")
    typical: ClassVar[Text] = Text("a standard deviation of at least a tenth of the declared range")
    help: ClassVar[Text] = Text("How far the values of a number column typically lie from their mean.")
    topics: ClassVar[tuple[Topic, ...]] = (topic.SPREAD,)
    synonyms: ClassVar[Text] = Text(
        "std, sd, stdev, std dev, spread, spread out, dispersion, variability, vary, variation, volatility, "
        "consistent, steady, all over the place, unequal, inequality, differ, differ from one another"
    )
    formula: ClassVar[str] = "√(Σ (xᵢ − x̄)² / n)"

    column: str
    by: Sequence[Partition] = ()
    where: Sequence[Condition] = ()

    @property
    def words(self) -> Words:
        """The question in words."""
        return Words(Text("Standard deviation of {column}", column=self.column))

    def answer(self, table: Table, moments: Floats, covariance: Floats, factor: float) -> Estimates:
        """In the column's unit; the interval is the square root of the variance's."""
        unit, half = variance_of(moments, covariance, factor), self._half(table)
        value = np.sqrt(unit.estimate)
        error = np.minimum(unit.std_error / np.maximum(2 * value, np.sqrt(unit.std_error) + 1e-300), 1.0)
        return Estimates(value * half, error * half, np.sqrt(unit.low) * half, np.sqrt(unit.high) * half)

    def quantity(self, table: Table) -> Quantity:
        """The standard deviation is largest if half of the values are at each bound."""
        return Quantity(0.0, self._half(table), clipped=self.column)

    def shapes(self) -> tuple[Floats, NDArray[np.bool_]]:
        """All possible columns. Nearly constant ones are not typical: the error of a square root near zero is large."""
        return spreads(_TYPICAL)
