r"""How far grid integers are from a wanted rank: the score of a selection.

In a range of grid integers with n rows the score of v, for the rank q in [0, 1], counts rows:

    score(v) = max( #{x < v} - q n,  q n - #{x <= v},  0 )

It is 0 at the order statistics that are a q-quantile and between them. What a unit of at most m rows can do to it:

* A row more at x moves #{x < v} - q n by 1 - q or -q, and q n - #{x <= v} by q or q - 1, at every v; a maximum moves no
  further than its parts. So the score moves by at most M = max(q, 1 - q) up or down at each v, and its changes over all
  v lie in a band of width 2 M. A row less is the same backwards.
* A row moved from x to y > x leaves n, and changes #{. < v} by -1 for x < v <= y and #{. <= v} by -1 for x <= v < y;
  a step of one, so the band is at most 2. (For y < x backwards.)
* add_remove: m rows come or go, in ranges of any cells: bands add up to at most 2 M m, with the largest M of all.
* replace: at most m rows go and at most m come. Pair them, at most m pairs; a row may be left that goes or comes alone.
  A pair costs 2 within one range, and 2 (M + M') across two, at most 2 (M1 + M2) with the two largest of all ranges; a
  row alone costs 2 M. As M is at least 1/2, none costs more than 2 (M1 + M2), nor than 2 where there is one range in
  all. So 2 m for one range, else 2 (M1 + M2) m: 4 max(q, 1 - q) m over groups with one q.

The bands of several ranges are added because their draws are independent: log likelihood ratios add up. The score cut
at a public K, min(score, K), moves no more than the score, in the same direction: the bands hold for it as they are.

Source: the exponential mechanism of McSherry & Talwar 2007 on the score of Smith 2011 with the share of n made exact;
bands by the argument above, and by brute force over all small neighbouring tables in the tests.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any, final

import numpy as np

from dpcore.errors import QueryError
from dpcore.number import shown
from dpcore.statistic.base import Statistic
from dpcore.statistic.ranges import Range

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dpcore.sensitivity.relation import Neighbors

    Integers = NDArray[Any]

_FITS = 2**62
_MOST_BITS = 512


def band(ranges: Sequence[Sequence[Range]], neighbors: Neighbors, max_rows: int) -> Fraction:
    """The width of the band in which one unit of at most `max_rows` rows moves the scores of all ranges, in rows."""
    parts = sorted((max(inside.rank, 1 - inside.rank) for cell in ranges for inside in cell), reverse=True)
    if neighbors == "add_remove":
        return 2 * parts[0] * max_rows
    return Fraction(2) * max_rows if len(parts) == 1 else 2 * (parts[0] + parts[1]) * max_rows


def denominator(ranges: Sequence[Sequence[Range]]) -> int:
    """How many of its own units the score counts for one row: the least that makes every score whole."""
    return lcm(*{inside.rank.denominator for cell in ranges for inside in cell})


@final
@dataclass(frozen=True, slots=True)
class Rank(Statistic):
    """The scores of all grid integers of each range, cut at `window` rows, as runs of equal score.

    ranges, window: as an `Order` asks, its reach the window. Raises QueryError.
    """

    ranges: tuple[tuple[Range, ...], ...]
    window: int

    def __post_init__(self) -> None:
        if not self.ranges or not self.ranges[0] or self.window < 1:
            raise QueryError(
                "A `Rank` has ranges and a window of at least one row. Got {window}.", window=shown(self.window)
            )
        if (self.window * self.denominator).bit_length() > _MOST_BITS:  # a score is to be a double: said before a row
            raise QueryError("These ranks have too many different denominators.", "Ask for fewer, or rounder ones.")

    @property
    def denominator(self) -> int:
        """How many units of score are one row."""
        return denominator(self.ranges)

    @property
    def public(self) -> bool:
        """Never: a row moves every score."""
        return False

    def band(self, neighbors: Neighbors, max_rows: int) -> Fraction:
        """See `band`."""
        return band(self.ranges, neighbors, max_rows)

    def exact(self, aggregate: Integers) -> Integers:
        """Runs of equal score, from what `Order` describes, an array of shape (2 + 2 size, *cells, ranges).

        Shape (3, 2 size + 1, *cells, ranges): for each run its score in units of 1/denominator of a row, its first grid
        integer, and how many grid integers it has. Runs increase; one of no grid integers stands for nothing, and
        in an empty range all are such, with `high` as their first. int64, or Python ints where scores need them.
        """
        integers = aggregate
        size = (integers.shape[0] - 2) // 2
        flat = integers.reshape(integers.shape[0], -1).astype(np.int64)
        counts = np.maximum(flat[2 + size :], 0)
        low, high = (self._public(name) for name in ("low", "high"))
        values = np.where(counts > 0, flat[2 : 2 + size], high + 1)
        upto = np.concatenate((flat[1:2], flat[1:2] + np.cumsum(counts, axis=0)))
        shape = (2 * size + 1, flat.shape[1])
        first, points, score = np.empty(shape, np.int64), np.empty(shape, np.int64), np.empty(shape, self._dtype)
        first[0::2], first[1::2] = np.concatenate((low[None], values + 1)), values
        points[0::2] = np.maximum(np.concatenate((values, high[None] + 1)) - first[0::2], 0)
        points[1::2] = counts > 0
        score[0::2] = self._score(flat[0], upto, upto)
        score[1::2] = self._score(flat[0], upto[:-1], upto[1:])
        runs = (score, np.minimum(first, high), points)
        answer: Integers = np.stack([part.astype(self._dtype) for part in runs])
        return answer.reshape((3, shape[0], *integers.shape[1:]))

    def _score(self, rows: Integers, below: Integers, upto: Integers) -> Integers:
        """min(score, window) of grid integers with `below` rows below them and `upto` up to them.

        With n rank = r + f/denominator, r whole, all is relative to r; beyond the window only the sign matters.
        """
        whole, rest = self._shares(rows)
        wide, parts = self.window + 2, self.denominator
        over = np.clip(below - whole, -wide, wide).astype(self._dtype) * parts - rest
        under = rest - np.clip(upto - whole, -wide, wide).astype(self._dtype) * parts
        cut: Integers = np.minimum(np.maximum(np.maximum(over, under), 0), self.window * parts)
        return cut

    def _shares(self, rows: Integers) -> tuple[Integers, Integers]:
        """Of rank * n for each range, the whole part and the rest in units of 1/denominator, exactly."""
        ranks = [inside.rank for cell in self.ranges for inside in cell]
        shares = [rank * int(n) for rank, n in zip(ranks, rows, strict=True)]
        whole = np.array([share.numerator // share.denominator for share in shares], dtype=np.int64)
        rest = [(share % 1) * self.denominator for share in shares]
        return whole, np.array([int(part) for part in rest], dtype=self._dtype)

    def _public(self, name: str) -> Integers:
        return np.array([getattr(inside, name) for cell in self.ranges for inside in cell], dtype=np.int64)

    @property
    def _dtype(self) -> type:
        return np.int64 if (self.window + 3) * self.denominator < _FITS else object
