"""A number for each column, in the column's own unit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, final

from dpcore.result.base import Shape
from dpcore.text import Text


@final
@dataclass(frozen=True)
class Columns(Shape):
    """An answer for each group and column, within the column's declared bounds.

    names: the columns, in the order of the answers of a group. lows, highs: their bounds.
    """

    cell: ClassVar[Text] = Text("column")

    names: tuple[str, ...]
    lows: tuple[float, ...]
    highs: tuple[float, ...]

    def column(self, place: int) -> int:
        """The column of an entry, by its place among `names`."""
        return place % len(self.names)
