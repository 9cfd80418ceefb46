"""How much the values of a column fall short of its upper bound, in all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import ClassVar, final

from dpcore.mechanisms import Price
from dpcore.queries.question.grid import grid, number
from dpcore.queries.question.parameter import Parameter
from dpcore.queries.question.quantity import Quantity
from dpcore.queries.question.sentence import Words
from dpcore.queries.question.sums import Sums
from dpcore.sensitivity import Contribution
from dpcore.statistic import Linear
from dpcore.table.aggregate import Aggregate, Grid, Rows, Total
from dpcore.table.column import Number
from dpcore.table.condition import Condition
from dpcore.table.partition import Partition
from dpcore.table.table import Table
from dpcore.text import Text


@final
@dataclass(frozen=True)
class Shortfall(Sums):
    """The sum of the upper bound minus the value; a row with a missing value adds nothing."""

    name: ClassVar[str] = "shortfall"
    title: ClassVar[Text] = Text("Shortfall")
    help: ClassVar[Text] = Text("How much all values fall short of the upper bound.")
    parameters: ClassVar[tuple[Parameter, ...]] = (Parameter("column", "column", Text("The numbers."), (Number,)),)

    column: str
    by: Sequence[Partition] = ()
    where: Sequence[Condition] = ()

    @property
    def words(self) -> Words:
        """The question in words."""
        return Words(Text("Shortfall of {column}", column=self.column))

    def quantity(self, table: Table) -> Quantity:
        """Never below zero, in the column's unit."""
        return Quantity(0.0, inf, self.lattice(table).step, self.column)

    def lattice(self, table: Table) -> Grid:
        """The grid of the column, from its lower bound on."""
        return grid(self.column, number(table.schema, self.column), 20)

    def aggregate(self, table: Table) -> Aggregate:
        """Rows and the sum of grid integers."""
        measures = (Rows(), Total(self.lattice(table)))
        return Aggregate(measures, self._keys(table), tuple(self.where), (self.column,), self._groups(table))

    def statistic(self, table: Table, price: Price) -> Linear:
        """A row adds from 0 to the number of steps."""
        steps = self.lattice(table).steps
        optional = self._missing(table, (self.column,))
        points, rows = ((0,), (steps,)), table.unit.max_rows
        contribution = Contribution(points, table.neighbors, rows, self._cells(table), optional=optional)
        return Linear(contribution, ((steps, -1),), (1.0,))
