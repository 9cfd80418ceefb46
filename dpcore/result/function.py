"""A function of a column's values, by group: counts released at public points and interpolated between them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, final

import numpy as np

from dpcore.errors import QueryError
from dpcore.number import reals, shown
from dpcore.result.base import Shape, Source
from dpcore.statistic.order.cumulative import invert, read
from dpcore.statistic.order.cumulative import monotone as nondecreasing
from dpcore.text import Text

MOST_POINTS = 10_000
"""The largest number of points in one call of `Function.at`."""


@final
@dataclass(frozen=True)
class Function(Shape):
    """The number of rows up to (or below) each point of a column: counts at public edges, interpolated between them.

    column: the argument. edges: increasing, one more than the points of a group; no row lies below the first edge.
    whole: whether arguments are whole numbers, with edges halfway between them.
    """

    cell: ClassVar[Text] = Text("point")
    choices: ClassVar[tuple[str, ...]] = ("monotone",)

    column: str
    edges: tuple[float, ...]
    whole: bool

    @property
    def argument(self) -> str:
        """The name of the key column of points: x, unless a group has this name."""
        return [*self.keys][-1]

    @property
    def points(self) -> int:
        """The number of points released for each group."""
        return len(self.edges) - 1

    @property
    def length(self) -> int:
        """The points of a group."""
        return self.points

    @property
    def reach(self) -> Text:
        """Which rows are counted at a point: up to it for whole numbers, below it otherwise."""
        return Text("up to") if self.whole else Text("below")

    @property
    def bounds(self) -> tuple[float, float]:
        """The smallest and the largest argument."""
        low, high = self.edges[0], self.edges[-1]
        return (low + 0.5, high - 0.5) if self.whole else (low, high)

    @property
    def ranges(self) -> tuple[tuple[float, float], ...]:
        """The same, as of a smooth function."""
        return (self.bounds,)

    @property
    def groups(self) -> list[dict[str, Any]]:
        """The keys of each group, in the table's order; a single empty entry if there are no groups."""
        names = [name for name in self.keys if name != self.argument]
        return [{name: self.keys[name][at] for name in names} for at in range(0, self.size, self.points)]

    def tops(self, sizes: np.ndarray) -> np.ndarray:
        """The number of all rows of each group, at its last point."""
        return sizes.reshape(-1, self.points)[:, -1]

    def evaluated(self, source: Source, points: Any, settings: Mapping[str, Any]) -> dict[str, Any]:
        """`at`, of whose columns standard errors are none. Raises QueryError."""
        source.check(settings, self.choices)
        if isinstance(points, Mapping):
            raise QueryError("A point must be a number. Got {points}.", points=shown(points))
        return self.at(points, **settings)

    def quantiles(self, source: Source, shares: float | Iterable[float]) -> dict[str, list[Any]]:
        """`quantile`. Raises QueryError."""
        return self.quantile(shares)

    def by_group(self, name: str) -> np.ndarray:
        """One of `FIGURES`, shape (groups, points)."""
        return np.array(self.figures[name], dtype=np.float64).reshape(-1, self.points)

    def at(self, points: float | Iterable[float], *, monotone: bool = True) -> dict[str, list[Any]]:
        """The function at points: the group's keys, x, estimate, low and high; one entry per group and point.

        Between two edges the estimate is interpolated linearly, which assumes rows spread evenly there. The interval
        does not need this assumption. monotone: whether the line is made nondecreasing. Intervals are always those of
        the released numbers, so the line may leave them. Raises QueryError.
        """
        where = self._checked(points)
        exact = np.floor(where) + 0.5 if self.whole else where
        released = self.by_group("estimate")
        half = (self.by_group("high") - released)[0]
        reading = read(exact, self.edges, released, half, nondecreasing(released) if monotone else released)
        keys = {name: [group[name] for group in self.groups for _ in where] for name in self.groups[0]}
        x = [int(value) if self.whole else float(value) for value in where] * len(self.groups)
        figures = {"estimate": reading.value, "low": reading.low, "high": reading.high}
        return {**keys, self.argument: x, **{name: values.ravel().tolist() for name, values in figures.items()}}

    def quantile(self, shares: float | Iterable[float]) -> dict[str, list[Any]]:
        """The values up to which shares of the rows lie: the group's keys, q, estimate, low and high.

        One entry per group and share, read off the released counts for nothing. Each interval contains its quantile
        with at least the level of the counts' intervals, whatever the rows are (`dpcore.statistic.order.cumulative`);
        it covers noise, and the width of a cell. The estimate assumes rows spread evenly inside a cell. If a group has
        no rows, its quantiles are the lower end. Raises QueryError.
        """
        given = list(shares) if isinstance(shares, Iterable) else [shares]
        if not 1 <= len(given) <= MOST_POINTS:
            raise QueryError(
                "Ask for 1 to {most_points:,} shares at a time. Got {count:,}.",
                most_points=MOST_POINTS,
                count=len(given),
            )
        q = np.array(reals(given, "A share of rows", of=shares, at_least=0, at_most=1, error=QueryError))
        released = self.by_group("estimate")
        half = (self.by_group("high") - released)[0]
        found = invert(q, self.edges, released, half)
        values, low, high = found.value, found.low, found.high
        if self.whole:  # the edges lie halfway between whole numbers
            low, high = low + 0.5, high - 0.5
            values = np.clip(np.ceil(values - 0.5), low, high)
        keys = {name: [group[name] for group in self.groups for _ in given] for name in self.groups[0]}
        kind = int if self.whole else float
        figures = {"estimate": values, "low": low, "high": high}
        listed = {name: [kind(value) for value in array.ravel().tolist()] for name, array in figures.items()}
        return {**keys, "q": q.tolist() * len(self.groups), **listed}

    def _checked(self, points: float | Iterable[float]) -> np.ndarray:
        """The points as doubles; for whole numbers, rounded down. Raises QueryError."""
        given: Sequence[Any] = list(points) if isinstance(points, Iterable) else [points]
        low, high = self.bounds
        if not 1 <= len(given) <= MOST_POINTS:
            raise QueryError(
                "Ask for 1 to {most_points:,} points at a time. Got {count:,}.",
                most_points=MOST_POINTS,
                count=len(given),
            )
        where = np.array(reals(given, "A point", of=points, error=QueryError))
        if self.whole:
            where = np.floor(where)
        if (where < low).any() or (where > high).any():
            raise QueryError(
                "The answer covers {column} from {low:,.12g} to {high:,.12g} only.",
                "Use points within this range.",
                column=self.column,
                low=low,
                high=high,
            )
        return where
