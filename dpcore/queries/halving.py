"""Several quantiles by halving: the middle one first, then those on either side of it, each among its own rows.

A quantile of a range is taken relative to its rows, so ranges are disjoint and a row counts in one of them (Kaplan,
Schnapp & Stemmer 2022). Where many rows have the very number at which a range was split, ideal relative ranks would be
wrong: half of the rows do not lie below the median of a table that is mostly zeros. So the rows below, at and above
each split are counted, with noise. A count of those at it that noise may explain changes nothing; else the shares that
were counted take the place of the ideal ones, and what lies between them is answered by the split itself.

Everything here follows from public facts and released numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, final

import numpy as np

from dpcore.statistic.ranges import MOST_PARTS, Range

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[Any]

Ranges = tuple[tuple[Range, ...], ...]
"""For each group equally many ranges; what is over is empty, above the grid."""


@final
@dataclass(frozen=True, slots=True)
class Node:
    """A range of grid integers and the quantiles that lie in it: the place of each and its share of the range's rows.

    split: the released number at which it is halved, once it is known.
    """

    low: int
    high: int
    wanted: tuple[tuple[int, Fraction], ...]
    split: int = -1

    @property
    def middle(self) -> int:
        """Which of its quantiles is asked first."""
        return len(self.wanted) // 2

    @property
    def range(self) -> Range:
        """What is asked of the rows."""
        return Range(self.low, self.high, self.wanted[self.middle][1])

    def parts(self) -> list[Range]:
        """Its numbers below, at and above the split; an empty part has none of the grid's."""
        ends = ((self.low, self.split - 1), (self.split, self.split), (self.split + 1, self.high))
        return [Range(low, high, Fraction(0)) for low, high in ends if low <= high]


@final
class Halving:
    """How far the quantiles of every group are known. Its methods are called in turn: asked, selected, counted.

    steps: the last grid integer. shares: the quantiles, increasing. tie: how many rows at a split noise may explain.
    """

    def __init__(self, groups: int, steps: int, shares: Sequence[Fraction], tie: float) -> None:
        self._steps, self._tie = steps, tie
        self.answers = np.zeros((groups, len(shares)), dtype=np.int64)
        self._nodes = [[Node(0, steps, tuple(enumerate(shares)))] for _ in range(groups)]

    @property
    def done(self) -> bool:
        """Whether every quantile is known."""
        return not any(self._nodes)

    @property
    def asked(self) -> list[Range]:
        """The ranges of all groups whose quantiles are asked next."""
        return [node.range for nodes in self._nodes for node in nodes]

    def ranges(self) -> Ranges:
        """The same by group."""
        return self._padded([[node.range for node in nodes] for nodes in self._nodes])

    def selected(self, drawn: Numbers) -> None:
        """Take the drawn numbers, shape (ranges, groups)."""
        for group, nodes in enumerate(self._nodes):
            splits = [min(max(int(drawn[place, group]), node.low), node.high) for place, node in enumerate(nodes)]
            self._nodes[group] = [
                Node(node.low, node.high, node.wanted, split) for node, split in zip(nodes, splits, strict=True)
            ]
            for node in self._nodes[group]:
                self.answers[group, node.wanted[node.middle][0]] = node.split

    def parts(self) -> Ranges:
        """What is counted next: the parts of every split range."""
        return self._padded([[part for node in nodes for part in node.parts()] for nodes in self._nodes])

    def counted(self, noisy: Numbers) -> None:
        """Take the noisy counts of `parts`, shape (1, groups * ranges), and go on in what is left of each range."""
        counts = np.asarray(noisy, dtype=np.float64).reshape(len(self._nodes), -1)
        for group, nodes in enumerate(self._nodes):
            found, going = iter(counts[group]), []
            for node in nodes:
                known = {part.low: max(0.0, float(next(found))) for part in node.parts()}
                below = known.get(node.low, 0.0) if node.low < node.split else 0.0
                above = known.get(node.split + 1, 0.0)
                going += self._children(group, node, below, known[node.split], above)
            self._nodes[group] = going

    def _children(self, group: int, node: Node, below: float, at: float, above: float) -> list[Node]:
        """The two halves of a range; without those quantiles that its split answers."""
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
    """A share in [0, 1] in parts that every engine takes, so that all of them have one denominator."""
    return Fraction(min(max(round(value * MOST_PARTS), 0), MOST_PARTS), MOST_PARTS)
