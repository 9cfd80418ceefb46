"""Smooth functions, by group: figures at evenly spaced points, read off released coefficients."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, final

import numpy as np

from dpcore.result.base import Shape
from dpcore.text import Text

if TYPE_CHECKING:
    from numpy.typing import NDArray

_FAR = 5  # usual widths of an interval


@dataclass(frozen=True)
class Smooth(Shape):
    """The estimate at `points` public points for each group. At other points: `release.evaluate`. Subclasses are final.

    points: the number of points of a group. dimension: the number of columns along which the function runs.
    """

    cell: ClassVar[Text] = Text("point")
    dimension: ClassVar[int]

    points: int

    @property
    @abstractmethod
    def named(self) -> dict[str, str]:
        """The column behind each key column of points."""

    @property
    def arguments(self) -> tuple[str, ...]:
        """The names of the key columns of points: x (and y), unless a group has this name."""
        return tuple([*self.keys][-self.dimension :])

    @property
    def ranges(self) -> tuple[tuple[float, float], ...]:
        """The smallest and the largest argument along each column."""
        return tuple((float(self.keys[name][0]), float(self.keys[name][self.points - 1])) for name in self.arguments)

    @property
    def groups(self) -> list[dict[str, Any]]:
        """The keys of each group, in the table's order; a single empty entry if there are no groups."""
        names = [name for name in self.keys if name not in self.arguments]
        return [{name: self.keys[name][at] for name in names} for at in range(0, self.size, self.points)]


@final
@dataclass(frozen=True)
class Expansion(Smooth):
    """A smooth function of a column's values. column: the argument; its points are evenly spaced from end to end."""

    dimension: ClassVar[int] = 1

    column: str

    @property
    def named(self) -> dict[str, str]:
        """x: the column."""
        return {self.argument: self.column}

    @property
    def argument(self) -> str:
        """The name of the key column of points."""
        return self.arguments[0]

    @property
    def at(self) -> Sequence[float]:
        """The points of a group."""
        return self.keys[self.argument][: self.points]

    @property
    def far(self) -> NDArray[np.bool_]:
        """Points whose interval is much wider than usual, as where there are no rows; none if all are unknown."""
        width = np.array(self.figures["high"], dtype=np.float64) - np.array(self.figures["low"], dtype=np.float64)
        return np.asarray(width > _FAR * np.median(width))


@final
@dataclass(frozen=True)
class Surface(Smooth):
    """A smooth function of two columns' values. along: the arguments. sides: the numbers of points along each."""

    dimension: ClassVar[int] = 2

    along: tuple[str, str]
    sides: tuple[int, int]

    @property
    def named(self) -> dict[str, str]:
        """x and y: the columns."""
        return dict(zip(self.arguments, self.along, strict=True))

    @property
    def at(self) -> tuple[Sequence[float], Sequence[float]]:
        """The points along each column; the second changes fastest in a table."""
        first, second = (self.keys[name] for name in self.arguments)
        return first[: self.points : self.sides[1]], second[: self.sides[1]]
