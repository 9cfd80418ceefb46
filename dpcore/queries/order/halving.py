"""Several quantiles by recursive halving: first the middle quantile, then those on each side, among the rows there.

A quantile of a range is computed relative to the rows in this range, so ranges are disjoint and a row counts in one
range (Kaplan, Schnapp & Stemmer 2022). If many rows have exactly the value at which a range was split (ties), the ideal
relative ranks would be wrong: in a table of mostly zeros, half of the rows do not lie below the median. So the rows
below, at and above each split are counted with noise. If noise can explain the count at the split, the ideal ranks are
used. Otherwise the counted shares replace them, and the split itself answers the quantiles that fall on the tie.

This module uses public facts and released numbers only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, final

import numpy as np

from dpcore.statistic.sums.ranges import MOST_PARTS, Range

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[Any]

Ranges = tuple[tuple[Range, ...], ...]
"""The same number of ranges for each group, padded with empty ranges above the grid."""


@final
@dataclass(frozen=True, slots=True)
class Node:
    """A range of grid integers and the quantiles in it.

    wanted: for each quantile, its index in the answer and its share of the range's rows. split: the released number at
    which the range is split; -1 before it is released.
    """

    low: int
    high: int
    wanted: tuple[tuple[int, Fraction], ...]
    split: int = -1

    @property
    def middle(self) -> int:
        """The index of the quantile that is selected first."""
        return len(self.wanted) // 2

    @property
    def range(self) -> Range:
        """The range with the rank to select."""
        return Range(self.low, self.high, self.wanted[self.middle][1])

    def parts(self) -> list[Range]:
        """The parts below, at and above the split, without empty parts."""
        ends = ((self.low, self.split - 1), (self.split, self.split), (self.split + 1, self.high))
        return [Range(low, high, Fraction(0)) for low, high in ends if low <= high]


@final
class Halving:
    """The state of the recursive halving in every group. Call in turn: `asked` or `ranges`, `selected`, `counted`.

    steps: the last grid integer. shares: the quantiles, increasing. tie: the largest noisy count of rows at a split
    that noise alone can explain.
    """

    def __init__(self, groups: int, steps: int, shares: Sequence[Fraction], tie: float) -> None:
        self._steps, self._tie = steps, tie
        self.answers = np.zeros((groups, len(shares)), dtype=np.int64)
        self._nodes = [[Node(0, steps, tuple(enumerate(shares)))] for _ in range(groups)]

    @property
    def done(self) -> bool:
        """Whether every quantile has an answer."""
        return not any(self._nodes)

    @property
    def asked(self) -> list[Range]:
        """The ranges of all groups from which quantiles are selected next."""
        return [node.range for nodes in self._nodes for node in nodes]

    def ranges(self) -> Ranges:
        """The ranges of `asked` by group, padded."""
        return self._padded([[node.range for node in nodes] for nodes in self._nodes])

    def selected(self, drawn: Numbers) -> None:
        """Process the drawn numbers, shape (ranges, groups)."""
        for group, nodes in enumerate(self._nodes):
            splits = [min(max(int(drawn[place, group]), node.low), node.high) for place, node in enumerate(nodes)]
            self._nodes[group] = [
                Node(node.low, node.high, node.wanted, split) for node, split in zip(nodes, splits, strict=True)
            ]
            for node in self._nodes[group]:
                self.answers[group, node.wanted[node.middle][0]] = node.split

    def parts(self) -> Ranges:
        """The ranges to count next: the parts of every split range."""
        return self._padded([[part for node in nodes for part in node.parts()] for nodes in self._nodes])

    def counted(self, noisy: Numbers) -> None:
        """Process the noisy counts of `parts`, shape (1, groups * ranges), and continue with the halves."""
        counts = np.asarray(noisy, dtype=np.float64).reshape(len(self._nodes), -1)
        for group, nodes in enumerate(self._nodes):
            figures, children = iter(counts[group]), []
            for node in nodes:
                rows = {part.low: max(0.0, float(next(figures))) for part in node.parts()}
                below = rows.get(node.low, 0.0) if node.low < node.split else 0.0
                above = rows.get(node.split + 1, 0.0)
                children += self._children(group, node, below, rows[node.split], above)
            self._nodes[group] = children

    def _children(self, group: int, node: Node, below: float, at: float, above: float) -> list[Node]:
        """The two halves of a range, without the quantiles that the split answers."""
        share = node.wanted[node.middle][1]
        lower, upper, ends = share, share, (node.split, node.split + 1)
        if at > self._tie:
            rows = below + at + above
            lower, upper = _share(below / rows), _share((below + at) / rows)
            ends = (node.split - 1, node.split + 1)
        left = [(place, _share(want / lower)) for place, want in node.wanted[: node.middle] if want < lower]
        right = [
            (place, _share((want - upper) / (1 - upper)))
            for place, want in node.wanted[node.middle + 1 :]
            if upper < want and upper < 1
        ]
        for place, _ in node.wanted:
            self.answers[group, place] = node.split
        halves = [Node(node.low, ends[0], tuple(left)), Node(ends[1], node.high, tuple(right))]
        return [half for half in halves if half.wanted and half.low <= half.high]

    def _padded(self, ranges: list[list[Range]]) -> Ranges:
        most = max(1, *(len(group) for group in ranges))
        none = Range(self._steps + 1, self._steps, Fraction(0))
        return tuple((*group, *[none] * (most - len(group))) for group in ranges)


def _share(value: float | Fraction) -> Fraction:
    """A share in [0, 1], rounded to multiples of 1/MOST_PARTS: a common denominator that every engine supports."""
    return Fraction(min(max(round(value * MOST_PARTS), 0), MOST_PARTS), MOST_PARTS)
