"""Ranges of grid integers with a requested rank in each, and limits of the rows an engine reads around a rank."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import final

from dpcore.errors import QueryError
from dpcore.number import shown

MOST_NUMBERS = 2**22
"""The largest number of integers in the answer to an `Order`: 32 MB."""
MOST_PARTS = 10**6
"""The largest denominator of a rank. A rank times a number of rows then fits in 64 bits in every engine."""
MOST_REACH = 2**31


@final
@dataclass(frozen=True, slots=True)
class Range:
    """Grid integers low..high, both included, and the requested rank among the rows there. Empty if high = low - 1.

    rank: a share of these rows in [0, 1], an exact fraction with a denominator of at most a million.
    Raises QueryError.
    """

    low: int
    high: int
    rank: Fraction

    def __post_init__(self) -> None:
        rank = self.rank
        if type(rank) is not Fraction or not 0 <= rank <= 1 or rank.denominator > MOST_PARTS:
            raise QueryError(
                "A rank must be a fraction from 0 to 1 with a denominator of at most {most_parts}. Got {rank}.",
                "Write it with at most six decimals.",
                most_parts=MOST_PARTS,
                rank=shown(rank),
            )
        if not 0 <= self.low <= self.high + 1 or self.high < 0:
            raise QueryError(
                "A range of grid integers must go from low to high. Got {low} to {high}.", low=self.low, high=self.high
            )

    @property
    def points(self) -> int:
        """The number of grid integers in the range."""
        return self.high - self.low + 1


def order_size(reach: int, points: int) -> int:
    """The largest number of distinct order statistics within `reach` of a rank, among `points` grid integers."""
    return min(2 * reach + 3, points)


def widest_reach(places: int, points: int) -> int:
    """The largest reach of an `Order` with `places` ranges in total, of at most `points` integers each; at least 1."""
    room = (MOST_NUMBERS // places - 2) // 2
    return MOST_REACH if points <= room else max(1, (room - 3) // 2)
