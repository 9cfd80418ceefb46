"""The public cells by which an aggregate groups rows: values, bins, periods, blocks, pairs of names, or leaves."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import final

from dpcore.table.leaf import Leaf


@final
@dataclass(frozen=True, slots=True)
class Categories:
    """One cell for each public value of a Category; a last cell for unlisted values if it declares `other`."""

    column: str
    values: tuple[str, ...]
    other: bool = False

    @property
    def size(self) -> int:
        """The number of cells."""
        return len(self.values) + self.other


@final
@dataclass(frozen=True, slots=True)
class Flags:
    """Two cells: False, True."""

    column: str

    @property
    def size(self) -> int:
        """The number of cells."""
        return 2


@final
@dataclass(frozen=True, slots=True)
class Integers:
    """One cell for each whole number low..high of an integer column, after clamping."""

    column: str
    low: int
    high: int

    @property
    def size(self) -> int:
        """The number of cells."""
        return self.high - self.low + 1


@final
@dataclass(frozen=True, slots=True)
class Edges:
    """Bins of a number column by increasing public edges: half-open, the last closed. A value outside is in no bin.

    even: edges[i] is exactly the double low + i * width, where width is the double (high - low) / bins; for a
    whole-number column, bin i holds the integers v with floor((v - low) * bins / (high - low + 1)) == i.
    """

    column: str
    edges: tuple[float, ...]
    even: bool = False

    @property
    def size(self) -> int:
        """The number of cells."""
        return len(self.edges) - 1


@final
@dataclass(frozen=True, slots=True)
class Periods:
    """Calendar periods of a Date column by their first days, increasing; the last ends on `last`, included."""

    column: str
    starts: tuple[dt.date, ...]
    last: dt.date

    @property
    def size(self) -> int:
        """The number of cells."""
        return len(self.starts)


@final
@dataclass(frozen=True, slots=True)
class Blocks:
    """One cell for each block of units. The block of a unit is a keyed hash of its identifier, modulo `count`.

    column: the identifier of the units. None if each row is a unit: its block is a keyed hash of its own values in all
    declared columns except texts. So equal rows are in the same block, and neither the position of a row nor any other
    row has an influence on its block: a unit that comes or goes changes one block and no other.
    """

    count: int
    column: str | None = None

    @property
    def size(self) -> int:
        """The number of cells."""
        return self.count


@final
@dataclass(frozen=True, slots=True)
class Pairs:
    """One cell for each pair of public names, found in two columns, in either order; any other row is in no cell.

    names: without surrounding blanks, increasing; a name that is not a public value of a column is not found there.
    pairs: the places of two different names, the smaller first; increasing.
    """

    first: str
    second: str
    names: tuple[str, ...]
    pairs: tuple[tuple[int, int], ...]

    @property
    def size(self) -> int:
        """The number of cells."""
        return len(self.pairs)


Split = Categories | Flags | Integers | Edges | Periods
"""The keys of one column, by which a tree can split."""
Key = Split | Blocks | Pairs | Leaf


def columns_of(key: Key) -> tuple[str, ...]:
    """The columns that decide the cell of a row; none for blocks, which are of units."""
    match key:
        case Pairs():
            return key.first, key.second
        case Blocks():
            return ()
        case Leaf():
            return key.columns
        case _:
            return (key.column,)
