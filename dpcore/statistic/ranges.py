"""Ranges of grid integers with the rank that is wanted in each, and how far around it an engine can look."""

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
    """Grid integers low..high, both included, and the rank wanted among the rows there. high = low - 1: no integers.

    rank: a share of those rows in [0, 1], an exact fraction with a denominator of at most a million.
    Raises QueryError.
    """

    low: int
    high: int
    rank: Fraction

    def __post_init__(self) -> None:
        rank = self.rank
        if type(rank) is not Fraction or not 0 <= rank <= 1 or rank.denominator > MOST_PARTS:
            raise QueryError(
                "A rank must be a fraction from 0 to 1 of at most {most_parts} parts. Got {rank}.",
                "Write it with at most six decimals.",
                most_parts=MOST_PARTS,
                rank=shown(rank),
            )
        if not 0 <= self.low <= self.high + 1 or self.high < 0:
            raise QueryError(
                "A range of grid integers goes from low to high. Got {low} to {high}.", low=self.low, high=self.high
            )

    @property
    def points(self) -> int:
        """How many grid integers it holds."""
        return self.high - self.low + 1


def order_size(reach: int, points: int) -> int:
    """How many distinct grid integers the order statistics within `reach` of a rank can have, of so many points."""
    return min(2 * reach + 3, points)


def widest_reach(places: int, points: int) -> int:
    """The largest reach of an `Order` with this many ranges in all, of at most so many points each; at least 1."""
    room = (MOST_NUMBERS // places - 2) // 2
    return MOST_REACH if points <= room else max(1, (room - 3) // 2)
