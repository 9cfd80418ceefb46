"""How many rows fall in each bin, category or period of one column."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal, final

from dpcore.data.condition import Condition, declared
from dpcore.data.schema import Category, Date, Flag, Number, Schema
from dpcore.data.table import Table
from dpcore.errors import QueryError
from dpcore.number import shown
from dpcore.queries.base import Parameter
from dpcore.queries.count import Counts
from dpcore.queries.key import Axis, axis_of, bins_of, edges_of, periods_of


@final
@dataclass(frozen=True)
class Histogram(Counts):
    """Rows by even `bins` or given `edges` of a number, by `period` of a date, or by category."""

    name: ClassVar[str] = "histogram"
    title: ClassVar[str] = "Histogram"
    help: ClassVar[str] = "How many rows fall in each bin, category or period of one column."
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("column", "column", "The column to spread out.", (Number, Category, Flag, Date)),
        Parameter("bins", "bins", "Even bins or edges of a number; a period of a date."),
    )

    column: str
    bins: int | None = None
    edges: Sequence[float] | None = None
    period: str | None = None
    where: Sequence[Condition] = ()

    def __post_init__(self) -> None:
        if self.edges is not None:
            if isinstance(self.edges, str) or not hasattr(self.edges, "__iter__"):
                raise QueryError(f"`edges` must be a list of numbers. Got {shown(self.edges)}.")
            object.__setattr__(self, "edges", tuple(getattr(edge, "item", lambda e=edge: e)() for edge in self.edges))
        if self.bins is not None and not isinstance(self.bins, bool) and hasattr(self.bins, "__index__"):
            object.__setattr__(self, "bins", self.bins.__index__())
        super().__post_init__()

    @property
    def words(self) -> str:
        """The question in words."""
        if self.bins is not None:
            return f"Histogram of {self.column}, {self.bins} bins"
        if self.edges is not None:
            return f"Histogram of {self.column}, {len(self.edges) - 1} bins"
        return f"Histogram of {self.column}" + (f" by {self.period}" if self.period else "")

    @property
    def shape(self) -> Literal["number", "table", "bins"]:
        """Bins, unless the column is categorical."""
        return "table" if self.bins is None and self.edges is None and self.period is None else "bins"

    def axes(self, schema: Schema) -> tuple[Axis, ...]:
        """One axis."""
        column = declared(schema, self.column)
        given = [name for name in ("bins", "edges", "period") if getattr(self, name) is not None]
        needed = {Number: ("bins", "edges"), Date: ("period",)}.get(type(column), ())
        if len(given) != bool(needed) or not set(given) <= set(needed):
            wanted = f"exactly one of {' and '.join(needed)}" if needed else "neither bins, edges nor period"
            raise QueryError(f"A histogram of {shown(self.column)} takes {wanted}.", "For example bins=24.")
        if isinstance(column, Number):
            if self.bins is not None:
                return (bins_of(self.column, column, self.bins),)
            return (edges_of(self.column, column, tuple(self.edges or ())),)
        if isinstance(column, Date):
            return (periods_of(self.column, column, self.period or ""),)
        return (axis_of(schema, self.column),)

    def _missing(self, table: Table, columns: Iterable[str] = ()) -> bool:
        kept = isinstance(column := table.schema.columns[self.column], Number) and column.missing != "drop"
        return bool(self.where) or not kept or any(axis.partial for axis in self.axes(table.schema))
