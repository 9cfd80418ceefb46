"""The sum of a column."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import ClassVar, final

from dpcore.mechanisms import Price
from dpcore.queries.question import topic
from dpcore.queries.question.grid import grid, number
from dpcore.queries.question.parameter import Parameter
from dpcore.queries.question.quantity import Quantity
from dpcore.queries.question.sentence import Words
from dpcore.queries.question.sums import Sums
from dpcore.queries.question.topic import Topic
from dpcore.sensitivity import Contribution
from dpcore.statistic import Linear
from dpcore.table.aggregate import Aggregate, Rows, Total
from dpcore.table.column import Number
from dpcore.table.condition import Condition
from dpcore.table.partition import Partition
from dpcore.table.table import Table
from dpcore.text import Text

BITS = 28


@final
@dataclass(frozen=True)
class Sum(Sums):
    """The sum of a clamped column; a row with a missing value adds nothing."""

    name: ClassVar[str] = "sum"
    title: ClassVar[Text] = Text("Sum")
    help: ClassVar[Text] = Text("The total of a number column, in all or in each group.")
    topics: ClassVar[tuple[Topic, ...]] = (topic.MUCH, topic.GROUP, topic.TIME)
    synonyms: ClassVar[Text] = Text(
        "total, altogether, overall, grand total, amount, revenue, sales, spending, spent, sumif, add up, "
        "how much, per month, over time, per group, money, money raised, paid out, earned, donations, volume"
    )
    formula: ClassVar[str] = "Σ xᵢ"
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("column", "column", Text("The numbers to add up."), (Number,)),
    )

    column: str
    by: Sequence[Partition] = ()
    where: Sequence[Condition] = ()

    @property
    def words(self) -> Words:
        """The question in words."""
        return Words(Text("Sum of {column}", column=self.column))

    def quantity(self, table: Table) -> Quantity:
        """If all values have the same sign, so has the sum."""
        column = number(table.schema, self.column)
        step = grid(self.column, column, BITS, from_zero=True).step
        return Quantity(0.0 if column.low >= 0 else -inf, 0.0 if column.high <= 0 else inf, step, self.column)

    def aggregate(self, table: Table) -> Aggregate:
        """The number of rows and the sum of grid integers: sum of x = low * rows + sum of y, exactly."""
        lattice = grid(self.column, number(table.schema, self.column), BITS, from_zero=True)
        return Aggregate(
            (Rows(), Total(lattice)), self._keys(table), tuple(self.where), (self.column,), self._groups(table)
        )

    def statistic(self, table: Table, price: Price) -> Linear:
        """One coordinate; a row adds a whole number between the two ends of the grid."""
        lattice = grid(self.column, number(table.schema, self.column), BITS, from_zero=True)
        contribution = Contribution(
            ((lattice.low,), (lattice.low + lattice.steps,)),
            table.neighbors,
            table.unit.max_rows,
            self._cells(table),
            optional=self._missing(table, (self.column,)),
        )
        return Linear(contribution, ((lattice.low, 1),), (1.0,))
