"""The number of rows in each bin, category or period of one column."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal, Self, final

from dpcore.errors import QueryError
from dpcore.number import shown, whole
from dpcore.queries.counts.count import Counts
from dpcore.queries.question import topic
from dpcore.queries.question.key import MAX_BINS, PERIODS, Axis, axis_of, bins_of, edges_of, equal_bins, periods_of
from dpcore.queries.question.parameter import Parameter
from dpcore.queries.question.sentence import Words
from dpcore.queries.question.topic import Topic
from dpcore.result import Bins, Cells, Figures, Keys, Result
from dpcore.table.category import Category
from dpcore.table.column import Date, Flag, Number
from dpcore.table.condition import Condition, declared
from dpcore.table.schema import Schema
from dpcore.table.table import Table
from dpcore.text import Text


@final
@dataclass(frozen=True)
class Histogram(Counts):
    """The number of rows by even `bins` or given `edges` of a number, by `period` of a date, or by category.

    whole: how `bins` divide a whole-number column. "equal": every bin has the same number of values, except that the
    upper bound may shorten the last bin; `bins` becomes the nearest possible number. "spread": exactly `bins` bins,
    whose sizes differ by at most one value. Questions stored before this field existed mean "spread". They are written
    without the field, so that their keys still match their stored answers.
    """

    name: ClassVar[str] = "histogram"
    title: ClassVar[Text] = Text("Histogram")
    help: ClassVar[Text] = Text("How many rows fall in each bin, category or period of one column.")
    topics: ClassVar[tuple[Topic, ...]] = (topic.MANY, topic.SHAPE, topic.TIME)
    synonyms: ClassVar[Text] = Text(
        "distribution, frequency distribution, frequency table, frequency of each value, bar chart, bins, "
        "bands, classes, buckets, how often, most common value, mode, skewed, skewness, bell curve, shape, "
        "top values, outliers, over time, hist"
    )
    formula: ClassVar[str] = "#{i : xᵢ in bin b}"
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("column", "column", Text("The column whose distribution is shown."), (Number, Category, Flag, Date)),
        Parameter("bins", "bins", Text("Even bins or bin edges for a number; a period for a date.")),
    )

    later: ClassVar[Mapping[str, Any]] = {"whole": None}

    column: str
    bins: int | None = None
    edges: Sequence[float] | None = None
    period: str | None = None
    where: Sequence[Condition] = ()
    whole: Literal["equal", "spread"] | None = "equal"

    def __post_init__(self) -> None:
        if self.edges is not None:
            if isinstance(self.edges, str) or not hasattr(self.edges, "__iter__"):
                raise QueryError("`edges` must be a list of numbers. Got {edges}.", edges=shown(self.edges))
            object.__setattr__(self, "edges", tuple(getattr(edge, "item", lambda e=edge: e)() for edge in self.edges))
        if self.bins is not None and not isinstance(self.bins, bool) and hasattr(self.bins, "__index__"):
            object.__setattr__(self, "bins", self.bins.__index__())
        elif self.bins is not None:
            whole(self.bins, "`bins`", low=1, high=MAX_BINS, error=QueryError)
        if self.whole not in ("equal", "spread", None):
            raise QueryError(
                '`whole` must be "equal" or "spread". Got {whole}.',
                'Leave it out for "equal".',
                whole=shown(self.whole),
            )
        if self.bins is None:
            object.__setattr__(self, "whole", None)
        super().__post_init__()

    def bind(self, schema: Schema) -> Self:
        """This question checked against a schema, with the actual number of bins. Raises QueryError."""
        bound = super().bind(schema)
        column = declared(schema, bound.column)
        if bound.bins is None or not isinstance(column, Number) or not column.integer:
            return replace(bound, whole=None)
        bins = bound.axes(schema)[0].size
        same = equal_bins(bound.column, column, bins).labels == bins_of(bound.column, column, bins).labels
        return replace(bound, bins=bins, whole=None if same else bound.whole or "spread")

    def to_dict(self) -> dict[str, Any]:
        """Canonical plain data; `whole` is written only if it is "equal"."""
        data = super().to_dict()
        return data if self.whole == "equal" else {name: value for name, value in data.items() if name != "whole"}

    @property
    def words(self) -> Words:
        """The question in words, with the number or the length of its bins."""
        bins, column = self.bins if self.edges is None else len(self.edges) - 1, self.column
        if bins is not None:
            return Words(Text("Histogram of {column}, {bins} bins", column=column, bins=bins))
        if self.period:
            period = PERIODS.get(self.period, self.period)
            return Words(Text("Histogram of {column} by {period}", column=column, period=period))
        return Words(Text("Histogram of {column}", column=column))

    @property
    def shape(self) -> type[Result]:
        """`Bins`, or `Cells` for a category or a flag."""
        return Cells if self._plain else Bins

    @property
    def _plain(self) -> bool:
        """Whether it counts values, and not intervals."""
        return self.bins is None and self.edges is None and self.period is None

    def shaped(self, table: Table, keys: Keys, figures: Figures) -> Result:
        """A number for each bin, or category."""
        if self._plain:
            return Cells(keys, figures)
        column = table.schema.columns[self.column]
        return Bins(keys, figures, self.column, isinstance(column, Number) and column.integer)

    def axes(self, schema: Schema) -> tuple[Axis, ...]:
        """One axis."""
        column = declared(schema, self.column)
        given = [name for name in ("bins", "edges", "period") if getattr(self, name) is not None]
        needed = {Number: ("bins", "edges"), Date: ("period",)}.get(type(column), ())
        if len(given) != bool(needed) or not set(given) <= set(needed):
            wanted = Text("none of bins, edges and period")
            if needed:
                wanted = Text("exactly one of {names}", names=" and ".join(needed))
            raise QueryError(
                "A histogram of {column} needs {wanted}.",
                "For example bins=24.",
                column=shown(self.column),
                wanted=wanted,
            )
        if isinstance(column, Number):
            if self.bins is not None:
                cut = equal_bins if column.integer and self.whole == "equal" else bins_of
                return (cut(self.column, column, self.bins),)
            return (edges_of(self.column, column, tuple(self.edges or ())),)
        if isinstance(column, Date):
            return (periods_of(self.column, column, self.period or ""),)
        return (axis_of(schema, self.column),)

    def _missing(self, table: Table, columns: Iterable[str] = ()) -> bool:
        filled = isinstance(column := table.schema.columns[self.column], Number) and column.missing != "drop"
        return bool(self.where) or not filled or any(axis.partial for axis in self.axes(table.schema))
