"""The public cells by which an aggregate groups rows: values, bins, blocks, pairs, scores, places, leaves, a sample."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import final

from dpcore.errors import QueryError
from dpcore.table.leaf import Leaf
from dpcore.table.nearest import Nearest as Nearest
from dpcore.table.score import Score as Score
from dpcore.table.split import Categories as Categories
from dpcore.table.split import Edges as Edges
from dpcore.table.split import Flags as Flags
from dpcore.table.split import Integers as Integers
from dpcore.table.split import Periods as Periods
from dpcore.table.split import Split as Split


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

    names: without surrounding blanks, increasing; a column matches only names that are among its public values.
    pairs: the places in `names` of two different names, the smaller first; increasing.
    """

    first: str
    second: str
    names: tuple[str, ...]
    pairs: tuple[tuple[int, int], ...]

    @property
    def size(self) -> int:
        """The number of cells."""
        return len(self.pairs)


@final
@dataclass(frozen=True, slots=True)
class Sampled:
    """One cell that holds each unit with all of its rows with a probability, independently of all other units.

    Each run of an aggregate draws a new sample with a secret key that is not stored. Raises QueryError.

    rate: in (0, 1]. column: the identifier of the units; None if each row is a unit.
    """

    rate: Fraction
    column: str | None = None

    def __post_init__(self) -> None:
        if not 0 < self.rate <= 1:
            raise QueryError(
                "The sampling rate must be above 0 and at most 1. Got {rate}.",
                "For example 0.05.",
                rate=float(self.rate),
            )

    @property
    def size(self) -> int:
        """The number of cells."""
        return 1


Key = Split | Blocks | Pairs | Leaf | Score | Nearest | Sampled


def columns_of(key: Key) -> tuple[str, ...]:
    """The columns that determine the cell of a row; none for blocks and samples, because these consist of units."""
    match key:
        case Pairs():
            return key.first, key.second
        case Score() | Nearest():
            return key.columns
        case Blocks() | Sampled():
            return ()
        case Leaf():
            return key.columns
        case _:
            return (key.column,)
