"""A function of a column's values, by group: what was released at public points answers for every point between."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, final

import numpy as np

from dpcore.errors import QueryError
from dpcore.number import real
from dpcore.result.base import Shape
from dpcore.statistic.cumulative import monotone as nondecreasing
from dpcore.statistic.cumulative import read
from dpcore.text import Text

MOST_POINTS = 10_000
"""The largest number of points at which one call evaluates."""


@final
@dataclass(frozen=True)
class Function(Shape):
    """How many rows lie up to (or below) each point of a column: counts at public edges, read between them.

    column: the argument. edges: increasing, one more than the points of a group; nothing lies below the first one.
    whole: whether arguments are whole numbers, the edges halfway between them.
    """

    cell: ClassVar[Text] = Text("point")

    column: str
    edges: tuple[float, ...]
    whole: bool

    @property
    def points(self) -> int:
        """How many points were released for each group."""
        return len(self.edges) - 1

    @property
    def reach(self) -> Text:
        """Which rows are counted at a point: those up to it, or those below it, where values lie anywhere."""
        return Text("up to") if self.whole else Text("below")

    @property
    def bounds(self) -> tuple[float, float]:
        """The least and the largest argument."""
        low, high = self.edges[0], self.edges[-1]
        return (low + 0.5, high - 0.5) if self.whole else (low, high)

    @property
    def groups(self) -> list[dict[str, Any]]:
        """The keys of each group, in the table's order; one without keys where there are none."""
        names = [name for name in self.keys if name != "x"]
        return [{name: self.keys[name][at] for name in names} for at in range(0, self.size, self.points)]

    def by_group(self, name: str) -> np.ndarray:
        """A figure, shape (groups, points)."""
        return np.array(self.figures[name], dtype=np.float64).reshape(-1, self.points)

    def at(self, points: float | Iterable[float], *, monotone: bool = True) -> dict[str, list[Any]]:
        """The function at points: the group's keys, x, estimate, low and high; one entry a group and point.

        Between two edges the estimate lies on the straight line, which assumes that rows are spread evenly there; the
        interval does not. monotone: whether the line is made nondecreasing; the intervals stay those of the released
        numbers, so a line may leave its own. Raises QueryError.
        """
        where = self._checked(points)
        exact = np.floor(where) + 0.5 if self.whole else where
        released = self.by_group("estimate")
        half = (self.by_group("high") - released)[0]
        found = read(exact, self.edges, released, half, nondecreasing(released) if monotone else released)
        keys = {name: [group[name] for group in self.groups for _ in where] for name in self.groups[0]}
        x = [int(value) if self.whole else float(value) for value in where] * len(self.groups)
        figures = {"estimate": found.value, "low": found.low, "high": found.high}
        return {**keys, "x": x, **{name: values.ravel().tolist() for name, values in figures.items()}}

    def _checked(self, points: float | Iterable[float]) -> np.ndarray:
        """The points as doubles; of whole numbers the largest one up to each."""
        given: Sequence[Any] = list(points) if isinstance(points, Iterable) else [points]
        low, high = self.bounds
        if not 1 <= len(given) <= MOST_POINTS:
            raise QueryError(
                "Ask for 1 to {most_points:,} points at a time. Got {count:,}.",
                most_points=MOST_POINTS,
                count=len(given),
            )
        where = np.array([real(point, "A point", error=QueryError) for point in given])
        if self.whole:
            where = np.floor(where)
        if (where < low).any() or (where > high).any():
            raise QueryError(
                "{column} was asked about from {low:,.12g} to {high:,.12g}.",
                "Ask for points between these.",
                column=self.column,
                low=low,
                high=high,
            )
        return where
