"""Smooth functions, by group: figures at evenly spaced points, read off released coefficients."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, final

import numpy as np

from dpcore.errors import QueryError
from dpcore.number import shown
from dpcore.result.base import Shape, Source
from dpcore.text import Text

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_POINTS = 10**6
"""The largest number of points in one call."""
_FAR = 5  # usual widths of an interval


@dataclass(frozen=True)
class Smooth(Shape):
    """The estimate at `points` public points for each group. At other points: `release.evaluate`. Subclasses are final.

    points: the number of points of a group. dimension: the number of columns along which the function runs.
    """

    cell: ClassVar[Text] = Text("point")
    of_groups: ClassVar[bool] = False
    scales: ClassVar[bool] = True
    dimension: ClassVar[int]

    points: int

    @property
    def length(self) -> int:
        """The points of a group."""
        return self.points

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

    def tops(self, sizes: NDArray[np.float64]) -> NDArray[np.float64]:
        """Its peak in each group."""
        peaks: NDArray[np.float64] = sizes.reshape(-1, self.points).max(axis=1)
        return peaks

    def evaluated(self, source: Source, points: Any, settings: Mapping[str, Any]) -> dict[str, Any]:
        """The group's keys, x (and y), and the figures; one entry per group and point. Raises QueryError."""
        source.check(settings)
        listed = _listed(points, self.dimension)
        read = source.read(listed[:, 0] if self.dimension == 1 else listed, settings)
        keys = {name: [group[name] for group in self.groups for _ in listed] for name in self.groups[0]}
        at = {name: np.tile(one, len(self.groups)) for name, one in zip(self.arguments, listed.T, strict=True)}
        return {**keys, **at, **read}


def _listed(points: Any, dimension: int) -> NDArray[np.float64]:
    """Points as doubles, shape (points, dimension); one alone, or a list of them. Raises QueryError."""
    points = points.to_numpy() if hasattr(points, "to_numpy") else points
    given = list(points) if isinstance(points, Iterable) and not isinstance(points, np.ndarray) else points
    try:
        listed = np.asarray(given)
        if isinstance(points, str | bytes | Mapping) or listed.dtype.kind not in "iufbO":
            raise TypeError
        listed = listed.astype(np.float64)
    except (TypeError, ValueError, OverflowError):
        raise QueryError("A point must be a number. Got {points}.", points=shown(points)) from None
    if dimension == 1 and listed.ndim < 2:
        listed = listed.reshape(-1, 1)
    elif listed.shape == (dimension,):
        listed = listed[None]
    if dimension > 1 and listed.size and (listed.ndim != 2 or listed.shape[1] != dimension):
        raise QueryError("A point must be a pair of numbers, one for each column.", "For example [[18, 2.5], [65, 1]].")
    if listed.ndim != 2 or listed.shape[1] != dimension or not 1 <= len(listed) <= MOST_POINTS:
        raise QueryError(
            "Ask for 1 to {most_points:,} points at a time. Got {count:,}.", most_points=MOST_POINTS, count=listed.size
        )
    return listed


@final
@dataclass(frozen=True)
class Expansion(Smooth):
    """A smooth function of a column's values. column: the argument; its points are evenly spaced from end to end."""

    dimension: ClassVar[int] = 1

    column: str

    @property
    def behind(self) -> dict[str, str]:
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
    def behind(self) -> dict[str, str]:
        """x and y: the columns."""
        return dict(zip(self.arguments, self.along, strict=True))

    @property
    def at(self) -> tuple[Sequence[float], Sequence[float]]:
        """The points along each column; the second changes fastest in a table."""
        first, second = (self.keys[name] for name in self.arguments)
        return first[: self.points : self.sides[1]], second[: self.sides[1]]
