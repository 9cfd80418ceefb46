"""The public cells of one column: values, flags, whole numbers, bins or periods."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import final


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


Split = Categories | Flags | Integers | Edges | Periods
"""The keys of one column, by which a tree can split."""
