"""The number of distinct units (patients, customers, aircraft)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import ClassVar, final

from dpcore.mechanisms import Price
from dpcore.queries.question import topic
from dpcore.queries.question.quantity import Quantity
from dpcore.queries.question.sentence import Words
from dpcore.queries.question.sums import Sums
from dpcore.queries.question.topic import Topic
from dpcore.sensitivity import Contribution
from dpcore.statistic import Linear
from dpcore.table.aggregate import Aggregate, Units
from dpcore.table.condition import Condition
from dpcore.table.partition import Partition
from dpcore.table.table import Table
from dpcore.text import Text


@final
@dataclass(frozen=True)
class DistinctUnits(Sums):
    """The number of distinct units with at least one row that meets the conditions."""

    name: ClassVar[str] = "distinct_units"
    title: ClassVar[Text] = Text("Distinct units")
    help: ClassVar[Text] = Text("The number of different people, or of other units that the identifier names.")
    topics: ClassVar[tuple[Topic, ...]] = (topic.MANY,)
    synonyms: ClassVar[Text] = Text(
        "unique, distinct, count distinct, different people, unique people, unique visitors, unique users, "
        "unique customers, deduplicated, without duplicates, only once, individuals, headcount, "
        "how many people, active users, dau, mau, reach, persons not rows, separate people, more than once, "
        "actually, countd, n distinct, nunique, uv"
    )
    formula: ClassVar[str] = "#{units with a row}"

    by: Sequence[Partition] = ()
    where: Sequence[Condition] = ()

    @property
    def words(self) -> Words:
        """The question in words."""
        return Words(Text("Distinct units"))

    def quantity(self, table: Table) -> Quantity:
        """Protected units: no count is below zero."""
        unit = table.unit
        noun = Text("distinct {unit}s", unit=unit.identifier) if unit.identifier else Text("rows")
        if unit.noun:  # whose plural only people know
            noun = Text("distinct units ({unit})", unit=unit.noun)
        return Quantity(0.0, inf, 1.0, unit=noun, whole=True)

    def aggregate(self, table: Table) -> Aggregate:
        """One count of units for each cell."""
        return Aggregate((Units(),), self._keys(table), tuple(self.where), (), self._groups(table))

    def statistic(self, table: Table, price: Price) -> Linear:
        """A unit adds at most one to each of the groups it can be in."""
        contribution = Contribution(
            ((1,),),
            table.neighbors,
            cells=self._cells(table),
            optional=self._missing(table),
            spread=table.unit.groups,
        )
        return Linear(contribution, ((1,),), (1.0,), counts=True)
