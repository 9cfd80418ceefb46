"""A number for each interval of a column."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, final

from dpcore.result.base import Shape
from dpcore.text import Text


@final
@dataclass(frozen=True)
class Bins(Shape):
    """An answer for each interval from `bin_low` to `bin_high`, numbers or days, in increasing order.

    column: the column that is divided into intervals. whole: whether its values are whole numbers.
    """

    cell: ClassVar[Text] = Text("bin")

    column: str
    whole: bool
