"""The number of rows."""

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
from dpcore.table.aggregate import Aggregate, Rows
from dpcore.table.condition import Condition
from dpcore.table.partition import Partition
from dpcore.table.table import Table
from dpcore.text import Text


class Counts(Sums):
    """Counts of rows in disjoint public cells: each row has sensitivity 1 in L1 and L2."""

    def quantity(self, table: Table) -> Quantity:
        """Rows: no count is below zero."""
        return Quantity(0.0, inf, 1.0, unit=Text("rows"), whole=True)

    def aggregate(self, table: Table) -> Aggregate:
        """One count for each cell."""
        return Aggregate((Rows(),), self._keys(table), tuple(self.where), (), self._groups(table))

    def statistic(self, table: Table, price: Price) -> Linear:
        """A unit adds at most `max_rows` rows, at worst all in one cell; a replaced unit may leave one for another."""
        contribution = Contribution(
            ((1,),), table.neighbors, table.unit.max_rows, self._cells(table), optional=self._missing(table)
        )
        return Linear(contribution, ((1,),), (1.0,), counts=True)


@final
@dataclass(frozen=True)
class Count(Counts):
    """The number of rows, by groups, among rows that meet the conditions."""

    name: ClassVar[str] = "count"
    title: ClassVar[Text] = Text("Count")
    help: ClassVar[Text] = Text("How many rows there are, in all or in each group.")
    topics: ClassVar[tuple[Topic, ...]] = (topic.MANY, topic.GROUP, topic.TIME)
    synonyms: ClassVar[Text] = Text(
        "how many, number of, number of rows, number of people, number of cases, count by group, "
        "count per group, group by, frequency, frequencies, countif, tally, size, headcount, records, "
        "entries, breakdown, top values, most common, most frequent, most often, mode, per month, per day, "
        "over time, top, ranking, per group, per class, composition, mix, the most, sold most, "
        "origin and destination, value counts, nrow"
    )
    formula: ClassVar[str] = "n"

    by: Sequence[Partition] = ()
    where: Sequence[Condition] = ()

    @property
    def words(self) -> Words:
        """The question in words."""
        return Words(Text("Count"))
