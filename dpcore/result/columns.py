"""A number for each column, in the column's own unit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from dpcore.result.base import Shape
from dpcore.text import Text

if TYPE_CHECKING:
    from numpy.typing import NDArray


def median_column(ranges: Sequence[float]) -> int:
    """The place of the column of median range, the lower of two: one margin for all columns is in its unit."""
    return int(np.argsort(ranges, kind="stable")[(len(ranges) - 1) // 2])


@final
@dataclass(frozen=True)
class Columns(Shape):
    """An answer for each group and column, within the column's declared bounds.

    names: the columns, in the order of the answers of a group. lows, highs: their bounds.
    """

    cell: ClassVar[Text] = Text("column")
    several_units: ClassVar[bool] = True

    names: tuple[str, ...]
    lows: tuple[float, ...]
    highs: tuple[float, ...]

    def column(self, place: int) -> int:
        """The column of an entry, by its place among `names`."""
        return place % len(self.names)

    def in_one_unit(self, far: Sequence[float] | NDArray[np.float64]) -> NDArray[np.float64]:
        """Margins of all entries, as shares of the columns' ranges, in the unit of the column of median range."""
        ranges = np.subtract(self.highs, self.lows)
        found: NDArray[np.float64] = far / np.resize(ranges, len(far)) * ranges[median_column(ranges.tolist())]
        return found
