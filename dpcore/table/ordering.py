"""Order statistics in the aggregate language: the grid integers around public ranks."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import final

from dpcore.errors import QueryError
from dpcore.number import shown
from dpcore.statistic.sums.ranges import MOST_NUMBERS, MOST_REACH, Range, order_size
from dpcore.table.grid import Grid as Grid
from dpcore.table.key import Blocks as Blocks
from dpcore.table.key import Categories as Categories
from dpcore.table.key import Edges as Edges
from dpcore.table.key import Flags as Flags
from dpcore.table.key import Integers as Integers
from dpcore.table.key import Key as Key
from dpcore.table.key import Nearest as Nearest
from dpcore.table.key import Pairs as Pairs
from dpcore.table.key import Periods as Periods
from dpcore.table.key import Sampled as Sampled
from dpcore.table.key import Score as Score
from dpcore.table.key import columns_of as columns_of
from dpcore.table.leaf import Leaf as Leaf
from dpcore.table.per_unit import PerUnit as PerUnit
from dpcore.table.per_unit import Residual as Residual
from dpcore.table.per_unit import WithinUnit as WithinUnit
from dpcore.table.program import Contents as Contents


@final
@dataclass(frozen=True, slots=True)
class Order:
    """The order statistics around a rank in each of several ranges of grid integers; the sole measure of an aggregate.

    ranges: for each cell of the aggregate's keys (row-major) the same number of disjoint, increasing ranges.
    In a range with n rows (rows with a missing value are in no range) let r = floor(rank * n). The answer holds the
    distinct grid integers of the order statistics with ranks r - reach - 1 .. r + reach + 1, as far as these exist.

    The answer is an int64 array of shape (numbers, *[key.size for key in keys], ranges), whose first axis is
        n, the number of rows in the range
        below, the number of rows in the range below the first listed grid integer
        `size` grid integers, increasing, padded with 0
        `size` counts, the number of rows with each of these integers, padded with 0
    Raises QueryError, on public facts only, also if the answer would be longer than MOST_NUMBERS integers.
    """

    grid: Grid
    ranges: tuple[tuple[Range, ...], ...]
    reach: int

    def __post_init__(self) -> None:
        if not 0 <= self.reach <= MOST_REACH:
            raise QueryError(
                "`reach` of `Order` must be in [0, {most_reach}]. Got {reach}.",
                most_reach=MOST_REACH,
                reach=shown(self.reach),
            )
        if not self.ranges or not self.ranges[0] or len({len(cell) for cell in self.ranges}) > 1:
            raise QueryError("An `Order` needs the same number of ranges in each cell, and at least one.")
        for cell in self.ranges:
            if any(left.high >= right.low for left, right in pairwise(cell)) or cell[-1].high > self.grid.steps:
                raise QueryError("The ranges of a cell must be disjoint, increasing and inside the grid.")
        if len(self.ranges) * (self.grid.steps + 1) > 2**62:
            raise QueryError(
                "A grid of {steps} steps is too fine for so many groups.", "Use fewer steps.", steps=self.grid.steps
            )
        places = len(self.ranges) * len(self.ranges[0])
        if places * self.numbers > MOST_NUMBERS:
            raise QueryError(
                "This question would read {numbers} numbers for each of {places} quantiles, which is too many.",
                "Ask for fewer groups or quantiles, or use a higher price.",
                numbers=self.numbers,
                places=places,
            )

    @property
    def size(self) -> int:
        """The number of grid integers in the answer for each range."""
        return order_size(self.reach, max(range_.points for cell in self.ranges for range_ in cell))

    @property
    def numbers(self) -> int:
        """The length of the answer's first axis."""
        return 2 + 2 * self.size
