"""A smooth function of a column's values, by group: figures at evenly spaced points, read off released coefficients."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, final

from dpcore.result.base import Shape
from dpcore.text import Text


@final
@dataclass(frozen=True)
class Expansion(Shape):
    """The estimate at `points` public points of a column, for each group. At other points: `release.evaluate`.

    column: the argument. points: the number of points of a group, evenly spaced between the ends of its range.
    """

    cell: ClassVar[Text] = Text("point")

    column: str
    points: int

    @property
    def bounds(self) -> tuple[float, float]:
        """The smallest and the largest argument."""
        return float(self.at[0]), float(self.at[-1])

    @property
    def argument(self) -> str:
        """The name of the key column of points: x, unless a group has this name."""
        return [*self.keys][-1]

    @property
    def at(self) -> Sequence[float]:
        """The points of a group."""
        return self.keys[self.argument][: self.points]

    @property
    def groups(self) -> list[dict[str, Any]]:
        """The keys of each group, in the table's order; a single empty entry if there are no groups."""
        names = [name for name in self.keys if name != self.argument]
        return [{name: self.keys[name][at] for name in names} for at in range(0, self.size, self.points)]
