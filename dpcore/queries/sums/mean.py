"""The mean of a column."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

from dpcore.queries.question import topic
from dpcore.queries.question.base import Estimates
from dpcore.queries.question.grid import grid, number
from dpcore.queries.question.moment import MEAN_BITS, Moment, mean_of, means
from dpcore.queries.question.parameter import Parameter
from dpcore.queries.question.quantity import Quantity, of_column
from dpcore.queries.question.sentence import Words
from dpcore.queries.question.topic import Topic
from dpcore.table.aggregate import Aggregate, Grid, Rows, Total
from dpcore.table.column import Number
from dpcore.table.condition import Condition
from dpcore.table.partition import Partition
from dpcore.table.table import Table
from dpcore.text import Text

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from dpcore.queries.question.base import Floats


@final
@dataclass(frozen=True)
class Mean(Moment):
    """The mean of a clamped column over the rows where it is not missing."""

    name: ClassVar[str] = "mean"
    title: ClassVar[Text] = Text("Mean")
    help: ClassVar[Text] = Text("The average of a number column, in all or in each group.")
    topics: ClassVar[tuple[Topic, ...]] = (topic.MUCH, topic.GROUP, topic.TIME)
    synonyms: ClassVar[Text] = Text(
        "average, avg, mean value, typical, expected value, arithmetic mean, on average, central value, "
        "average rating, confidence interval for the mean, averageif, gap, pay gap, "
        "difference between groups, compare groups, t-test, per group, satisfaction score, scores"
    )
    formula: ClassVar[str] = "Σ xᵢ / n"
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("column", "column", Text("The numbers to average."), (Number,)),
    )

    column: str
    by: Sequence[Partition] = ()
    where: Sequence[Condition] = ()

    @property
    def words(self) -> Words:
        """The question in words."""
        return Words(Text("Mean of {column}", column=self.column))

    def quantity(self, table: Table) -> Quantity:
        """Within the bounds of the column."""
        return of_column(table.schema, self.column)

    def lattice(self, table: Table) -> Grid:
        """At most 2**28 steps between the bounds."""
        return grid(self.column, number(table.schema, self.column), MEAN_BITS)

    def optional(self, table: Table) -> bool:
        """A row with a missing value is left out, unless the column declares a replacement."""
        return self._missing(table, (self.column,))

    def aggregate(self, table: Table) -> Aggregate:
        """Rows and sum of grid integers."""
        measures = (Rows(), Total(self.lattice(table)))
        return Aggregate(measures, self._keys(table), tuple(self.where), (self.column,), self._groups(table))

    def answer(self, table: Table, moments: Floats, covariance: Floats, factor: float) -> Estimates:
        """The mean in the column's unit."""
        unit = mean_of(moments, covariance, factor)
        middle, half = _range(self.lattice(table))
        low, high = middle + half * unit.low, middle + half * unit.high
        return Estimates(middle + half * unit.estimate, half * unit.std_error, low, high)

    def shapes(self) -> tuple[Floats, NDArray[np.bool_]]:
        """All possible means."""
        return means()


def _range(lattice: Grid) -> tuple[float, float]:
    return (lattice.low + lattice.steps / 2) * lattice.step, lattice.steps / 2 * lattice.step
