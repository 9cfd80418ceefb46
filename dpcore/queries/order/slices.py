"""Several quantiles by slices: released cuts between the quantiles, noisy counts of the slices, a selection in each.

A cut is a released number of the grid, so whether a row lies in a slice depends on this row alone. A cut belongs to the
slice below it. If a number is released for several cuts, many rows may have this value, and it is a slice of its own.

The counts say in which slice a quantile lies, and which quantile of this slice it is. One quantile of a slice is
selected there. Further quantiles of the same slice, which are rare if the slices have more rows than the error of a
cut, are interpolated between the selected number and the ends of the slice.

This module uses public facts and released numbers only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, final

import numpy as np

from dpcore.queries.order.halving import Ranges
from dpcore.statistic.order.cumulative import monotone
from dpcore.statistic.sums.ranges import MOST_PARTS, Range

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[Any]

_HALF = Fraction(1, 2)


@final
@dataclass(frozen=True, slots=True)
class Slice:
    """Grid integers low..high and the quantiles there: for each its index in the answer and its share of the rows."""

    low: int
    high: int
    wanted: tuple[tuple[int, Fraction], ...]

    @property
    def range(self) -> Range:
        """The range with the rank to select: that of the middle quantile."""
        return Range(self.low, self.high, self.wanted[len(self.wanted) // 2][1])

    def filled(self, selected: int) -> list[tuple[int, int]]:
        """The index and the answer of each quantile, if this number was selected for the middle one."""
        chosen = min(max(selected, self.low), self.high)
        middle = self.range.rank
        found = []
        for place, share in self.wanted:
            low, high, start, end = (
                (self.low, chosen, Fraction(0), middle) if share < middle else (chosen, self.high, middle, Fraction(1))
            )
            weight = (share - start) / (end - start) if end > start else Fraction(0)
            found.append((place, chosen if share == middle else low + int((high - low) * weight)))
        return found


@final
class Slices:
    """The slices of every group. Call in turn: `parts`, `counted`, `asked` or `ranges`, `selected`.

    steps: the last grid integer. shares: the quantiles, increasing. cuts: the released cuts of each group,
    nondecreasing, shape (groups, cuts).
    """

    def __init__(self, steps: int, shares: Sequence[Fraction], cuts: Numbers) -> None:
        self._steps, self._shares = steps, shares
        self.answers = np.zeros((len(cuts), len(shares)), dtype=np.int64)
        self._parts = [_parts(steps, group) for group in cuts.tolist()]
        self._slices: list[list[Slice]] = [[] for _ in cuts]
        self._least = cuts.shape[1] + 1

    def parts(self) -> Ranges:
        """The ranges to count: every slice. In each group as many, padded with empty ranges above the grid."""
        parts = [[Range(low, high, Fraction(0)) for low, high in group] for group in self._parts]
        return self._padded(parts, self._least)

    def counted(self, upto: Numbers) -> None:
        """Process the noisy numbers of rows up to the end of each range of `parts`, shape (groups, ranges)."""
        for group, parts in enumerate(self._parts):
            rows = np.rint(monotone(upto[group, : len(parts)])).astype(np.int64).tolist()
            wanted: list[list[tuple[int, Fraction]]] = [[] for _ in parts]
            for place, share in enumerate(self._shares):
                target = share * rows[-1]
                slice_ = next(number for number, count in enumerate(rows) if count >= target)
                below = rows[slice_ - 1] if slice_ else 0
                inside = rows[slice_] - below
                wanted[slice_].append((place, _rounded((target - below) / inside) if inside else _HALF))
            for (low, high), quantiles in zip(parts, wanted, strict=True):
                if low == high:
                    self.answers[group, [place for place, _ in quantiles]] = low
                elif quantiles:
                    self._slices[group].append(Slice(low, high, tuple(quantiles)))

    @property
    def asked(self) -> list[Range]:
        """The ranges of all groups from which quantiles are selected."""
        return [range_ for ranges in self._asked for range_ in ranges]

    def ranges(self) -> Ranges:
        """The ranges of `asked` by group, padded."""
        return self._padded(self._asked)

    @property
    def _asked(self) -> list[list[Range]]:
        """If no quantile is left, a number of the whole grid is selected and not used: rounds are as promised."""
        whole = [] if any(self._slices) else [Range(0, self._steps, _HALF)]
        return [[slice_.range for slice_ in slices] or whole for slices in self._slices]

    def selected(self, drawn: Numbers) -> None:
        """Process the drawn numbers, shape (ranges, groups)."""
        for group, slices in enumerate(self._slices):
            for number, slice_ in enumerate(slices):
                for place, value in slice_.filled(int(drawn[number, group])):
                    self.answers[group, place] = value

    def _padded(self, ranges: list[list[Range]], least: int = 1) -> Ranges:
        most = max(least, *(len(group) for group in ranges))
        none = Range(self._steps + 1, self._steps, Fraction(0))
        return tuple((*group, *[none] * (most - len(group))) for group in ranges)


def _parts(steps: int, cuts: Sequence[int]) -> list[tuple[int, int]]:
    """The slices between cuts, without empty ones, from the least grid integer to the last."""
    parts, low = [], 0
    for cut, times in sorted(Counter(cuts).items()):
        if times > 1:
            parts += [(low, cut - 1)] if low < cut else []
            parts.append((cut, cut))
        elif low <= cut:
            parts.append((low, cut))
        low = cut + 1
    return [*parts, (low, steps)] if low <= steps else parts


def _rounded(share: Fraction) -> Fraction:
    """A share in [0, 1], rounded to multiples of 1/MOST_PARTS: a common denominator that every engine supports."""
    return Fraction(min(max(round(share * MOST_PARTS), 0), MOST_PARTS), MOST_PARTS)
