r"""The distance of grid integers from a requested rank, counted in rows: the score of a selection.

In a range of grid integers with n rows, the score of v for the rank q in [0, 1] is

    score(v) = max( #{x < v} - q n,  q n - #{x <= v},  0 )

It is 0 at the order statistics that are a q-quantile, and between them. The effect of a unit of at most m rows on it:

* Adding a row at x changes #{x < v} - q n by 1 - q or -q, and q n - #{x <= v} by q or q - 1, at every v. A maximum
  changes by at most as much as its arguments. So the score changes by at most M = max(q, 1 - q) up or down at each v,
  and the changes over all v lie in a band of width 2 M. Removing a row has the opposite effect.
* Moving a row from x to y > x keeps n. It changes #{. < v} by -1 for x < v <= y and #{. <= v} by -1 for x <= v < y,
  so the changes lie in a band of width at most 2. Likewise for y < x, with the opposite sign.
* add_remove: m rows are added or removed, in ranges of any cells. The band widths add up to at most 2 M m, with the
  largest M of all ranges.
* replace: at most m rows are removed and at most m added. Form at most m pairs of a removed and an added row; a row may
  remain without a partner. A pair has a band of width 2 within one range, and of 2 (M + M') across two ranges, which is
  at most 2 (M1 + M2) with the two largest M of all ranges. A single row has a band of width 2 M. As M >= 1/2, no pair
  or single row has more than 2 (M1 + M2), or more than 2 if there is only one range. So the total is 2 m for one range,
  and otherwise 2 (M1 + M2) m, which is 4 max(q, 1 - q) m for groups with the same q.

* The rank q n + t, for a public whole number t of rows, replaces q n by q n + t at every v, so the same bands hold.
* At one end of the range a part of the score may be omitted: #{x < v} - q n at the least number, or q n - #{x <= v} at
  the largest. A maximum of fewer arguments changes by at most as much as its arguments, and the remaining argument
  changes within the same band. So the same bands hold. The effect is as if t more rows lay at this end: some number has
  score 0 at every rank q n - t or q n + t, even where that is below 0 or above n.

The bands of several ranges add up because the draws are independent, so log likelihood ratios add up. The truncated
score min(score, K), for a public K, changes by at most as much as the score and in the same direction, so the same
bands hold for it.

Source: the exponential mechanism of McSherry & Talwar 2007 with the score of Smith 2011, where the share of n is exact.
The bands follow from the argument above. The tests check them by brute force over all small neighbouring tables.
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
from dpcore.statistic.sums.ranges import Range

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dpcore.sensitivity.relation import Neighbors

    Integers = NDArray[Any]

_FITS = 2**62
_MOST_BITS = 512


def band(ranges: Sequence[Sequence[Range]], neighbors: Neighbors, max_rows: int) -> Fraction:
    """The width, in rows, of the band that contains all score changes that a unit of `max_rows` rows can cause."""
    parts = sorted((max(range_.rank, 1 - range_.rank) for cell in ranges for range_ in cell), reverse=True)
    if neighbors == "add_remove":
        return 2 * parts[0] * max_rows
    return Fraction(2) * max_rows if len(parts) == 1 else 2 * (parts[0] + parts[1]) * max_rows


def denominator(ranges: Sequence[Sequence[Range]]) -> int:
    """The number of score units per row: the smallest that makes every score an integer."""
    return lcm(*{range_.rank.denominator for cell in ranges for range_ in cell})


@final
@dataclass(frozen=True, slots=True, repr=False)
class Rank(Statistic):
    """The scores of all grid integers of each range, truncated at `window` rows, as runs of equal score.

    ranges: the ranges of the corresponding `Order`, whose reach is at least window + |shift|. shift: rows added to the
    rank of every range, in either direction. end: -1 if the least number of a range stands for all ranks below 0, 1 if
    the largest number stands for all ranks above n, 0 for neither. Raises QueryError.
    """

    ranges: tuple[tuple[Range, ...], ...]
    window: int
    shift: int = 0
    end: int = 0

    def __post_init__(self) -> None:
        if not self.ranges or not self.ranges[0] or self.window < 1:
            raise QueryError(
                "A `Rank` needs ranges and a window of at least one row. Got {window}.", window=shown(self.window)
            )
        if (self.window * self.denominator).bit_length() > _MOST_BITS:  # scores must fit in a double; checked early
            raise QueryError(
                "These ranks have too many different denominators.",
                "Ask for fewer ranks, or for ranks with fewer digits.",
            )

    def __repr__(self) -> str:
        """Part of the digest of a round, which must not change for stored asks: a shift or end of 0 is not written."""
        shift = f", shift={self.shift!r}" if self.shift else ""
        end = f", end={self.end!r}" if self.end else ""
        return f"Rank(ranges={self.ranges!r}, window={self.window!r}{shift}{end})"

    @property
    def denominator(self) -> int:
        """The number of score units per row."""
        return denominator(self.ranges)

    @property
    def public(self) -> bool:
        """Always False: a row changes every score."""
        return False

    def band(self, neighbors: Neighbors, max_rows: int) -> Fraction:
        """The band of these ranges; see the function `band`."""
        return band(self.ranges, neighbors, max_rows)

    def exact(self, aggregate: Integers) -> Integers:
        """Runs of equal score, from the answer to an `Order` of shape (2 + 2 size, *cells, ranges).

        Shape (3, 2 size + 1, *cells, ranges): for each run its score in units of 1/denominator of a row, its first grid
        integer, and its number of grid integers. Runs are in increasing order. A run may be empty; in an empty range
        all runs are empty, with `high` as their first grid integer. int64, or Python ints if scores need them. With an
        `end` there is one more run, for the end alone.
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
        runs = [score, np.minimum(first, high), points]
        if self.end:
            runs = self._with_end(runs, flat[0], upto)
        answer: Integers = np.stack([part.astype(self._dtype) for part in runs])
        return answer.reshape((3, len(runs[0]), *integers.shape[1:]))

    def _with_end(self, runs: list[Integers], rows: Integers, upto: Integers) -> list[Integers]:
        """The runs, with a separate run for the end of each nonempty range.

        The end's score is its remaining part. Where too few rows are listed to compute it, it is that of the window.
        """
        score, first, points = runs
        edge = self._public("low" if self.end < 0 else "high")
        holds = (first <= edge) & (edge < first + points)
        ends = upto[:, None].repeat(2, axis=1).reshape(-1, upto.shape[1])
        counted = np.where(holds, ends[1:] if self.end < 0 else ends[:-1], 0).sum(axis=0)  # at the run with the end
        far = np.full_like(counted, _FITS)
        own = self._score(rows, -far, counted) if self.end < 0 else self._score(rows, counted, far)
        alone = np.where(holds.any(axis=0), 1, 0)
        first, points = first + (holds if self.end < 0 else 0), points - holds
        parts = ((score, own), (np.minimum(first, self._public("high")), edge), (points, alone))
        return [np.concatenate((end[None], part) if self.end < 0 else (part, end[None])) for part, end in parts]

    def _score(self, rows: Integers, below: Integers, upto: Integers) -> Integers:
        """min(score, window) of grid integers with `below` rows below them and `upto` rows up to and including them.

        With n rank = r + f/denominator and r an integer, counts are taken relative to r. Beyond the window only the
        sign of the difference matters.
        """
        whole, rest = self._shares(rows)
        wide, parts = self.window + 2, self.denominator
        over = np.clip(below - whole, -wide, wide).astype(self._dtype) * parts - rest
        under = rest - np.clip(upto - whole, -wide, wide).astype(self._dtype) * parts
        cut: Integers = np.minimum(np.maximum(np.maximum(over, under), 0), self.window * parts)
        return cut

    def _shares(self, rows: Integers) -> tuple[Integers, Integers]:
        """The integer part of rank * n + shift of each range, and the rest in units of 1/denominator, both exact."""
        ranks = [range_.rank for cell in self.ranges for range_ in cell]
        shares = [rank * int(n) for rank, n in zip(ranks, rows, strict=True)]
        whole = np.array([share.numerator // share.denominator + self.shift for share in shares], dtype=np.int64)
        rest = [(share % 1) * self.denominator for share in shares]
        return whole, np.array([int(part) for part in rest], dtype=self._dtype)

    def _public(self, name: str) -> Integers:
        return np.array([getattr(range_, name) for cell in self.ranges for range_ in cell], dtype=np.int64)

    @property
    def _dtype(self) -> type:
        return np.int64 if (self.window + 3) * self.denominator < _FITS else object
