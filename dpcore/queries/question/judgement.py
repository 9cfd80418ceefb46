"""Whether figures are usable: one rule for a predicted error and for a released answer, of every kind of question.

An answer is usable if, with its margin of error, it says more than is public already. Two things speak against it: a
margin as wide as the range of all possible answers; and, for an amount, a margin larger than the answer itself. A
share, or a signed number within public bounds such as a correlation, is not an amount: near zero it says as much as
elsewhere.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, final

import numpy as np

from dpcore.queries.question.base import Query
from dpcore.queries.question.key import group_count
from dpcore.table.table import Table

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]

State = Literal["usable", "not_usable", "not_usable_below", "not_stated"]
_ROUNDING = 1e-12  # ends of intervals are doubles


@final
@dataclass(frozen=True, eq=False, slots=True)
class Judgement:
    """The answers that are not usable, by their size: one entry for each cell, or one for a predicted error.

    below: answers below this size are not usable; 0 if every answer is usable, infinite if none is, NaN if no error is
    stated. rows: for an error in ranks of an unknown number of rows, the number below which answers are not usable.
    good: whether each cell of a released answer is usable; None for a predicted error.
    """

    below: Floats
    rows: float = 0.0
    good: NDArray[np.bool_] | None = None

    @property
    def state(self) -> State:
        """The judgement in brief; of a released answer, "not_usable" if no cell is."""
        if np.isnan(self.below).all():
            return "not_stated"
        if self.good is not None:
            return "usable" if self.good.any() else "not_usable"
        if math.isinf(self.least):
            return "not_usable"
        return "not_usable_below" if self.least > 0 else "usable"

    @property
    def useless(self) -> bool:
        """Whether no answer with this error is usable, or no cell of the answer."""
        return self.state == "not_usable"

    @property
    def least(self) -> float:
        """The size, or for an error in ranks the number of rows, below which an answer is not usable."""
        return self.rows or float(np.min(self.below))


def foreseen(query: Query, table: Table, half_width: float, needed: Sequence[float] = ()) -> Judgement:
    """The judgement of an error before there is an answer. half_width: of the typical cell, in the question's unit.

    needed: as in a `Prediction`.
    """
    if query.error.unit == "none" or math.isnan(half_width):
        return NOT_STATED
    if half_width <= 0:
        return Judgement(np.zeros(1))
    if query.error.unit == "ranks":
        return in_ranks(query, table, half_width, needed)
    low, high = typical_bounds(query, table)
    if query.shape.compares:
        return Judgement(of_model(np.array([half_width]), query.error.compares_shares))
    return Judgement(thresholds(low, high, half_width, query.error.percent))


def thresholds(low: ArrayLike, high: ArrayLike, far: ArrayLike, shares: bool = False) -> Floats:
    """The sizes below which answers within public bounds are not usable, for these margins of error.

    shares: whether the answers are shares, and not amounts.
    """
    low, high, far = (np.atleast_1d(np.asarray(value, dtype=np.float64)) for value in (low, high, far))
    with np.errstate(invalid="ignore"):
        width = high - low
    amount = ~np.isfinite(width) | ((low >= 0) | (high <= 0)) & (not shares)
    below = np.where(amount, far, 0.0)
    below = np.where(np.isfinite(width) & (2 * far >= width * (1 - _ROUNDING)), np.inf, below)
    return np.where(far <= 0, 0.0, np.where(np.isnan(far), np.nan, below))


def sizes(low: ArrayLike, high: ArrayLike, answer: ArrayLike) -> Floats:
    """The sizes of answers, which are compared with thresholds: an amount with the wrong sign has none."""
    low, high, answer = (np.asarray(value, dtype=np.float64) for value in (low, high, answer))
    return np.where(low >= 0, answer, np.where(high <= 0, -answer, np.abs(answer)))


def good(below: Floats, size: Floats) -> NDArray[np.bool_]:
    """Whether answers of these sizes are usable; also if no error is stated."""
    usable: NDArray[np.bool_] = np.isnan(below) | (below <= 0) | (size >= below)
    return usable


def of_model(far: Floats, shares: bool) -> Floats:
    """The same for compared entries of a model: a small share or coefficient says as much as a large one."""
    covers = shares & (2 * far >= 1 - _ROUNDING)
    return np.where(np.isnan(far), np.nan, np.where(covers, np.inf, 0.0))


def in_ranks(query: Query, table: Table, ranks: float, needed: Sequence[float] = ()) -> Judgement:
    """The judgement of an error in ranks: of block values, whose number is public, or of rows; an entry a quantile.

    needed: the rows that each quantile needs, if these do not follow from the error.
    """
    if query.error.block_values is not None:
        covers = 2 * ranks >= query.error.block_values * (1 - _ROUNDING)
        return Judgement(np.array([np.inf if covers else 0.0]))
    if math.isinf(ranks):
        return NOT_STATED
    rows, needed = declared(query, table), list(needed or few(query, ranks))
    lost = [math.isinf(least) if rows is None else rows < least for least in needed]
    if query.error.parts:  # one answer of all of them
        lost = [any(lost)]
    least = max(filter(math.isfinite, needed), default=0.0) if rows is None else 0.0
    return Judgement(np.where(lost, np.inf, 0.0), 0.0 if all(lost) else least)


def few(query: Query, ranks: float) -> list[float]:
    """The rows that each quantile needs for an error in ranks."""
    return [rows_needed(share, ranks) for share in query.error.quantiles]


def fewest(query: Query, ranks: float) -> float:
    """The number of rows from which on an error in ranks leaves every answer among the rows; infinite if there is none.

    With fewer rows, any number from the answer up to a bound of the column may be the true one: that is so where the
    error reaches the nearer end of the rows, which is q or 1 - q of them away.
    """
    return max(few(query, ranks))


def rows_needed(share: float, ranks: float) -> float:
    """The same for the quantile of one share."""
    nearest = min(share, 1 - share)
    return math.floor(min(1e15, ranks / nearest)) + 1 if nearest > 0 and math.isfinite(ranks) else math.inf


def declared(query: Query, table: Table) -> float | None:
    """The rows of an average cell, if their number is declared and the question has no filter."""
    if not table.expected_rows or query.where:
        return None
    return table.expected_rows / group_count(table.schema, query.by)


def typical_bounds(query: Query, table: Table) -> tuple[float, float]:
    """The bounds of the answer in whose unit the typical error is: where units differ, those of median width."""
    quantity = query.quantity(table)
    if not query.shape.several_units:
        return quantity.bounds
    low, high = quantity.cell_bounds(1)
    middle = int(np.argsort(high - low, kind="stable")[(len(low) - 1) // 2])
    return float(low[middle]), float(high[middle])


NOT_STATED = Judgement(np.array([np.nan]))
