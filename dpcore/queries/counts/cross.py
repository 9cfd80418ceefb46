"""The number of rows for each combination of values of several columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar, final

from dpcore.errors import QueryError
from dpcore.queries.counts.count import Counts
from dpcore.queries.question import topic
from dpcore.queries.question.crossed import Crossed
from dpcore.queries.question.key import Axis, axis_of
from dpcore.queries.question.parameter import Parameter
from dpcore.queries.question.sentence import Words
from dpcore.queries.question.topic import Topic
from dpcore.result import Cells, Figures, Keys, Result
from dpcore.table.category import Category
from dpcore.table.column import Flag, Number
from dpcore.table.condition import Condition
from dpcore.table.partition import names
from dpcore.table.schema import Schema
from dpcore.table.table import Table
from dpcore.text import Text


@final
@dataclass(frozen=True)
class CrossTable(Counts):
    """Rows by every combination of the public values of `columns`."""

    name: ClassVar[str] = "cross_table"
    title: ClassVar[Text] = Text("Cross table")
    help: ClassVar[Text] = Text("How many rows fall in each combination of several columns.")
    topics: ClassVar[tuple[Topic, ...]] = (topic.MANY, topic.GROUP, topic.TOGETHER)
    synonyms: ClassVar[Text] = Text(
        "crosstab, cross tabulation, contingency table, two-way table, pivot table, pivot, combinations, "
        "each combination, breakdown by two columns, chi-squared test, independence, heat map, "
        "percent of row, versus, 2x2 table, relative risk, origin-destination matrix, matrix of counts, "
        "two way table, breakdown by two, chi square, chi squared test, chisq, pd.crosstab, "
        "countifs of two columns"
    )
    formula: ClassVar[str] = "#{i : xᵢ = a, yᵢ = b}"
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("columns", "columns", Text("The columns to combine."), (Category, Flag, Number)),
    )

    columns: Sequence[str] = field()  # type: ignore[assignment]  # scripts and records use this name
    where: Sequence[Condition] = ()

    def __post_init__(self) -> None:
        crossed = Crossed(names(self.columns, "columns"))
        object.__setattr__(self, "columns", crossed)
        if not self.columns:
            raise QueryError("A cross table needs at least one column.", 'For example CrossTable(["ward", "smoker"]).')
        super().__post_init__()
        crossed.where = self.where

    @property
    def words(self) -> Words:
        """The question in words."""
        first, *further = self.columns
        columns = Text("{column}", column=first)
        for column in further:
            columns = Text("{columns} and {column}", columns=columns, column=column)
        return Words(Text("Count by {columns}", columns=columns))

    @property
    def shape(self) -> type[Result]:
        """Always `Cells`."""
        return Cells

    def shaped(self, table: Table, keys: Keys, figures: Figures) -> Result:
        """A number for each combination."""
        return Cells(keys, figures)

    def axes(self, schema: Schema) -> tuple[Axis, ...]:
        """One axis for each column."""
        return tuple(axis_of(schema, name) for name in self.columns)
