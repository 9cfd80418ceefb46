"""The share of rows that meet a condition."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Self, final

from dpcore.errors import QueryError
from dpcore.number import shown
from dpcore.queries.question import topic
from dpcore.queries.question.base import Estimates
from dpcore.queries.question.error import ErrorUnit
from dpcore.queries.question.moment import Moment, mean_of, means
from dpcore.queries.question.parameter import Parameter
from dpcore.queries.question.quantity import Quantity
from dpcore.queries.question.sentence import Words
from dpcore.queries.question.topic import Topic
from dpcore.table.aggregate import Aggregate, Grid, Met, Rows
from dpcore.table.condition import Condition
from dpcore.table.partition import Partition
from dpcore.table.schema import Schema
from dpcore.table.table import Table
from dpcore.text import Text

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from dpcore.queries.question.base import Floats


@final
@dataclass(frozen=True)
class Fraction(Moment):
    """The share of rows that meet `condition` (a missing cell does not), among rows that meet `where`."""

    name: ClassVar[str] = "fraction"
    title: ClassVar[Text] = Text("Fraction")
    help: ClassVar[Text] = Text("The share of rows that meet a condition, in all or in each group.")
    topics: ClassVar[tuple[Topic, ...]] = (topic.MANY, topic.GROUP)
    synonyms: ClassVar[Text] = Text(
        "proportion, percentage, percent, pct, rate, prevalence, incidence, what part, share of people, "
        "probability, missing values, how likely, relative risk, share, split, composition, mix, conversion, "
        "sensitivity, specificity, loss ratio"
    )
    formula: ClassVar[str] = "#{i : condition} / n"
    error = ErrorUnit(by_rows=True, percent=True)
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("condition", "condition", Text("The condition that rows must meet.")),
    )

    condition: Condition
    by: Sequence[Partition] = ()
    where: Sequence[Condition] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.condition, Condition):
            raise QueryError("`condition` must be a Condition. Got {condition}.", condition=shown(self.condition))
        super().__post_init__()

    @property
    def words(self) -> Words:
        """The question in words."""
        return Words(Text("Fraction with {condition}", condition=self.condition.words))

    def bind(self, schema: Schema) -> Self:
        """This question checked against the schema. Raises QueryError."""
        return replace(super().bind(schema), condition=self.condition.bind(schema))

    def quantity(self, table: Table) -> Quantity:
        """A share."""
        return Quantity(0.0, 1.0)

    def lattice(self, table: Table) -> Grid:
        """Each row has the value 0 or 1."""
        return Grid(self.condition.column, 0, 1, 0)

    def optional(self, table: Table) -> bool:
        """A row with a missing value is not left out: it just does not meet the condition."""
        return self._missing(table)

    def aggregate(self, table: Table) -> Aggregate:
        """Rows, and rows that meet the condition."""
        return Aggregate((Rows(), Met(self.condition)), self._keys(table), tuple(self.where), (), self._groups(table))

    def answer(self, table: Table, moments: Floats, covariance: Floats, factor: float) -> Estimates:
        """A share in [0, 1]."""
        unit = mean_of(moments, covariance, factor)
        return Estimates((1 + unit.estimate) / 2, unit.std_error / 2, (1 + unit.low) / 2, (1 + unit.high) / 2)

    def shapes(self) -> tuple[Floats, NDArray[np.bool_]]:
        """All possible shares."""
        return means()
