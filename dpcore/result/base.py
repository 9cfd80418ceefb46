"""The base class of result shapes: public keys and noisy figures, one entry per cell."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

import numpy as np

from dpcore.text import Text

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dpcore.errors import QueryError
    from dpcore.table.schema import Schema

    Floats = NDArray[np.float64]

FIGURES = ("estimate", "std_error", "low", "high")

Keys = Mapping[str, Sequence[Any]]
"""The key columns, one entry per cell."""
Figures = Mapping[str, Sequence[float]]
"""The columns of `FIGURES`, one entry per cell; NaN if no public fact bounds the error."""


class Source(Protocol):
    """What a shape is told of its release, to be read at other points or for other rows than those of its table."""

    @property
    def schema(self) -> Schema: ...  # noqa: D102
    def check(self, given: Iterable[str], known: Iterable[str] | None = None) -> None:
        """Raises QueryError for a setting that is not known. known: the names; by default those of the question."""

    def read(self, points: Floats, settings: Mapping[str, Any]) -> Figures:
        """The columns of `FIGURES` at points, for each group in turn, read off the released numbers."""

    def refusal(self) -> QueryError:
        """The error for an answer that cannot be read at points."""


@dataclass(frozen=True)
class Shape:
    """Keys and figures of an answer. Subclasses are final.

    cell: the noun for one entry in a sentence; empty if there is only one. pictured: whether even a single number has
    a picture beside it. own_names: the key columns whose names are words of ours. of_groups: whether an entry of a
    grouped answer stands for the rows of a group. signed: whether entries are signed, so that none is too small to be
    distinguished from zero. several_units: whether entries are in units of their own; the typical margin is then that
    of the one with bounds of median width. compares: whether only some entries are compared, in one unit, while the
    table has each in its own. scales: whether margins that are read anew are proportional to the noise. choices: the
    settings with which values at points are read, besides those of the question.
    """

    cell: ClassVar[Text]
    pictured: ClassVar[bool] = False
    own_names: ClassVar[tuple[str, ...]] = ("bin_low", "bin_high")
    of_groups: ClassVar[bool] = True
    signed: ClassVar[bool] = False
    several_units: ClassVar[bool] = False
    compares: ClassVar[bool] = False
    scales: ClassVar[bool] = False
    choices: ClassVar[tuple[str, ...]] = ()

    keys: Keys
    figures: Figures

    @property
    def size(self) -> int:
        """The number of entries."""
        return len(self.figures["estimate"])

    @property
    def columns(self) -> dict[str, Sequence[Any]]:
        """The whole table: keys, then figures."""
        return {**self.keys, **self.figures}

    @property
    def length(self) -> int:
        """How many entries a line has: the points of a group of a function; else all."""
        return self.size

    @property
    def behind(self) -> dict[str, str]:
        """The column behind each key column that has another name, such as x."""
        return {}

    @property
    def entries(self) -> Sequence[int]:
        """The entries whose numbers `in_one_unit` gives."""
        return range(self.size)

    def in_one_unit(self, far: Sequence[float] | Floats) -> Floats:
        """Margins, or other numbers, of all entries, in a unit in which they can be compared."""
        return np.asarray(far, dtype=np.float64)

    def tops(self, sizes: Floats) -> Floats | None:
        """How far each line of a function rises, which is judged as a whole; None for other shapes."""
        return None

    def evaluated(self, source: Source, points: Any, settings: Mapping[str, Any]) -> dict[str, Any]:
        """The columns of its values at points, or for rows. Raises QueryError if it has none."""
        raise source.refusal()

    def quantiles(self, source: Source, shares: float | Iterable[float]) -> dict[str, list[Any]]:
        """The values up to which shares of the rows lie. Raises QueryError if it is no distribution."""
        raise source.refusal()


@dataclass(frozen=True)
class Grouped(Shape):
    """A shape whose entries are groups of rows, named by their keys: its chart has a mark for each, side by side."""
