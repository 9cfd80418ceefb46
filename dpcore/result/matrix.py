"""A number for each pair of several columns: one half of a symmetric matrix."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, final

from dpcore.result.base import Shape
from dpcore.text import Text


@final
@dataclass(frozen=True)
class Matrix(Shape):
    """An answer for each group and pair of columns, row by row from the diagonal on.

    names: the columns. places: row and column of each pair of a group, in the order of the answers. largest: the
    largest possible size of each pair's answer. scale: what a share of it means, the title of a colour scale.
    """

    cell: ClassVar[Text] = Text("pair")
    signed: ClassVar[bool] = True
    several_units: ClassVar[bool] = True

    names: tuple[str, ...]
    places: tuple[tuple[int, int], ...]
    largest: tuple[float, ...]
    scale: Text

    @property
    def grouped(self) -> bool:
        """Whether there are several matrices, one for each group."""
        return self.size > len(self.places)
