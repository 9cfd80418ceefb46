"""The columns of a decision tree: their cells, how a node splits by them, and what its children are called."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING, final

import numpy as np

from dpcore.errors import QueryError
from dpcore.number import shown
from dpcore.queries.question.key import axis_of, bins_of
from dpcore.table.category import Category
from dpcore.table.column import Flag, Number
from dpcore.table.condition import declared
from dpcore.table.key import Edges, Split
from dpcore.table.schema import Schema
from dpcore.text import Text

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

Cells = tuple[int, ...]
"""Cells of a column, increasing."""


@final
@dataclass(frozen=True, slots=True)
class Feature:
    """A column with public cells. labels: of its cells. ordered: whether it is a number, split at a threshold."""

    key: Split
    labels: tuple[str, ...]
    ordered: bool = False
    whole: bool = False

    @property
    def name(self) -> str:
        """The column."""
        return self.key.column

    @property
    def cells(self) -> Cells:
        """All of its cells."""
        return tuple(range(self.key.size))

    def places(self, values: Floats) -> NDArray[np.int64]:
        """The cells of values: of a number by its bins, clamped to the bounds, else the value is its cell."""
        if not isinstance(self.key, Edges):
            return np.clip(values, 0, self.key.size - 1).astype(np.int64)
        inner = np.array(self.key.edges[1:-1])
        return np.searchsorted(inner, values, side="right").astype(np.int64)

    def sides(self, groups: Sequence[Cells]) -> tuple[int, ...]:
        """The group of each cell; of a cell that is in none, because no row can be in it, any."""
        if self.ordered:
            return tuple(int(cell >= groups[1][0]) for cell in self.cells)
        own = {cell: place for place, cells in enumerate(groups) for cell in cells}
        return tuple(own.get(cell, 0) for cell in self.cells)

    def said(self, cells: Cells, among: Cells) -> Text:
        """The values in these cells, of those in `among`, as a condition."""
        if self.ordered:
            return self._span(cells, among)
        if len(cells) == 1:
            return Text("{column}: {value}", column=self.name, value=self.labels[cells[0]])
        return Text("{column}: any other value", column=self.name)

    def _span(self, cells: Cells, among: Cells) -> Text:
        """Numbers on one side of a threshold."""
        assert isinstance(self.key, Edges)
        if cells[0] == among[0]:
            return Text("{column} below {edge}", column=self.name, edge=self._edge(cells[-1] + 1))
        return Text("{column} from {edge}", column=self.name, edge=self._edge(cells[0]))

    def _edge(self, place: int) -> str:
        assert isinstance(self.key, Edges)
        edge = self.key.edges[place]
        return f"{ceil(edge):,}" if self.whole else f"{edge:,.6g}"


def feature(schema: Schema, name: str, bins: int) -> Feature:
    """The cells of a column: even bins of a number, at most one for each whole number. Raises QueryError."""
    column = declared(schema, name)
    match column:
        case Number(low, high, integer):
            most = min(bins, int(high - low) + 1) if integer else bins
            key = bins_of(name, column, most).key
            assert isinstance(key, Edges)
            return Feature(key, ("",) * key.size, ordered=True, whole=integer)
        case Flag():
            return Feature(_key(schema, name), (Text("no"), Text("yes")))
        case Category():
            return Feature(_key(schema, name), tuple(column.keys))
        case _:
            raise QueryError(
                "Column {name} is not a number, a category or true or false.",
                "Declare it as one of these, or leave it out.",
                name=shown(name),
            )


def _key(schema: Schema, name: str) -> Split:
    """The cells of a category or a flag."""
    key: Split = axis_of(schema, name).key  # type: ignore[assignment]
    return key
