"""The public keys of an answer: the cells of each axis and their labels in a table. Never derived from rows."""

from __future__ import annotations

import datetime as dt
import itertools
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, assert_never, final

import numpy as np

from dpcore.errors import QueryError
from dpcore.number import real, shown, whole, zeroed
from dpcore.queries.question import refusal
from dpcore.result import FIGURES
from dpcore.table.aggregate import Categories, Edges, Flags, Integers, Key, Periods, columns_of
from dpcore.table.category import Category
from dpcore.table.column import Date, Flag, Number
from dpcore.table.condition import declared
from dpcore.table.partition import Bins, Partition, Period, column_of
from dpcore.table.schema import Schema
from dpcore.text import Text

PERIODS: dict[str, Text] = {
    "day": Text("day"),
    "week": Text("week"),
    "month": Text("month"),
    "quarter": Text("quarter"),
    "year": Text("year"),
}
MAX_BINS = 10_000
MAX_INTEGER_KEYS = 1_000


@final
@dataclass(frozen=True, slots=True)
class Axis:
    """One axis of an answer: the engine's key, the columns in the answer's table, and a row of labels for each cell.

    Along an axis without a key, the same rows give several answers (such as several quantiles).
    """

    key: Key | None
    columns: tuple[str, ...]
    labels: tuple[tuple[Any, ...], ...]
    partial: bool = False
    """Whether a row without missing value can still be outside (if the edges are narrower than the bounds)."""

    @property
    def size(self) -> int:
        """The number of cells."""
        return len(self.labels)


def axis_of(schema: Schema, part: Partition) -> Axis:
    """The cells of a column grouped by its values, by bins, or by calendar periods. Raises QueryError."""
    name = column_of(part)
    refusal.check_varies(schema, name)
    column = declared(schema, name)
    match part, column:
        case Bins(edges=edges), Number():
            return _labelled(edges_of(name, column, edges))
        case Period(every=every), Date():
            return _labelled(periods_of(name, column, every), every)
        case Bins(), _:
            raise QueryError(
                "Column {name} has no bins, because it is not a number.",
                "Group by the column itself, or by a Period of a date.",
                name=shown(name),
            )
        case Period(), _:
            raise QueryError(
                "Column {name} has no periods, because it is not a date.",
                "Group by the column itself, or by Bins of a number.",
                name=shown(name),
            )
    match column:
        case Category(values, other):
            return Axis(Categories(name, tuple(values), other), (name,), tuple((key,) for key in column.keys))
        case Flag():
            return Axis(Flags(name), (name,), ((False,), (True,)))
        case Number(low, high, True) if high - low < MAX_INTEGER_KEYS:
            key = Integers(name, int(low), int(high))
            return Axis(key, (name,), tuple((value,) for value in range(key.low, key.high + 1)))
        case Number():
            raise QueryError(
                "Column {name} has too many values to group by.",
                "Group by a category, a flag, or at most {max_integer_keys} whole numbers; or by dp.Bins.",
                name=shown(name),
                max_integer_keys=MAX_INTEGER_KEYS,
            )
        case Date():
            raise QueryError(
                "Answers cannot be grouped by single days of {name}.",
                'Group by a period, as in dp.Period("{column}", "month").',
                column=name,
                name=shown(name),
            )
        case _:
            assert_never(column)


def _labelled(axis: Axis, every: str = "") -> Axis:
    """The same cells with one label each: [0, 18), the last [65, 120]; 2024-02-29, 2024-W09, 2024-02, 2024-Q1, 2024."""
    (key,) = (axis.key,)
    assert isinstance(key, Integers | Edges | Periods)
    if every:
        labels = [_period(start, every) for start, _ in axis.labels]
    else:
        labels = [f"[{low:.12g}, {high:.12g})" for low, high in axis.labels]
        labels[-1] = f"{labels[-1][:-1]}]"
    return Axis(key, columns_of(key), tuple((label,) for label in labels), axis.partial)


def _period(start: dt.date, every: str) -> str:
    """A calendar period that contains this day."""
    match every:
        case "week":
            year, week, _ = start.isocalendar()
            return f"{year:04}-W{week:02}"
        case "month":
            return start.isoformat()[:7]
        case "quarter":
            return f"{start.year:04}-Q{(start.month + 2) // 3}"
        case "year":
            return f"{start.year:04}"
    return start.isoformat()


@lru_cache(maxsize=256)
def bins_of(name: str, column: Number, bins: int) -> Axis:
    """Even bins between the declared bounds; for a whole-number column, with edges between whole numbers."""
    low, high = float(column.low), float(column.high)
    if column.integer:
        values = _values(name, column, bins)
        edges = tuple(low + -(-index * values // bins) - 0.5 for index in range(bins + 1))
    else:
        whole(bins, "`bins`", low=1, high=MAX_BINS, error=QueryError)
        width = (high - low) / bins
        edges = (*(low + index * width for index in range(bins)), high)
    return Axis(Edges(name, edges, even=True), ("bin_low", "bin_high"), tuple(itertools.pairwise(edges)))


@lru_cache(maxsize=256)
def equal_bins(name: str, column: Number, bins: int) -> Axis:
    """Bins of a whole-number column with the same number of values each; the upper bound may shorten the last bin.

    The number of bins is the possible one nearest to `bins`; the smaller one if two are equally near.
    """
    values = _values(name, column, bins)
    fewer = -(-values // bins)  # the smallest bin size that gives at most `bins` bins
    sizes = [size for size in (fewer, fewer - 1) if size and -(-values // size) <= MAX_BINS]
    size = min(sizes, key=lambda size: abs(-(-values // size) - bins))
    low, last = float(column.low) - 0.5, float(column.high) + 0.5
    edges = (*(low + place * size for place in range(-(-values // size))), last)
    return Axis(Edges(name, edges), ("bin_low", "bin_high"), tuple(itertools.pairwise(edges)))


def _values(name: str, column: Number, bins: int) -> int:
    """The number of values that a whole-number column can have. Raises QueryError if it is below `bins`."""
    whole(bins, "`bins`", low=1, high=MAX_BINS, error=QueryError)
    values = int(float(column.high) - float(column.low)) + 1
    if bins > values:
        raise QueryError(
            "{bins} bins are too many: {name} can have only {values} values.",
            "Use at most {values}.",
            bins=bins,
            values=values,
            name=shown(name),
        )
    return values


def edges_of(name: str, column: Number, edges: tuple[float, ...]) -> Axis:
    """Bins by given increasing edges: half-open, the last closed. Raises QueryError."""
    few = edges if len(edges) <= MAX_BINS + 1 else ()
    cuts = tuple(zeroed(real(edge, "An edge", error=QueryError)) for edge in few)
    if len(cuts) < 2 or any(b <= a for a, b in itertools.pairwise(cuts)):
        raise QueryError(
            "`edges` must be 2 to {max_bins} increasing numbers.",
            "For example edges=[0, 18, 65, 120].",
            max_bins=MAX_BINS + 1,
        )
    partial = Fraction(cuts[0]) > Fraction(column.low) or Fraction(cuts[-1]) < Fraction(column.high)
    labels = tuple(itertools.pairwise(cuts))
    return Axis(Edges(name, cuts), ("bin_low", "bin_high"), labels, partial)


def periods_of(name: str, column: Date, period: str) -> Axis:
    """Calendar periods between the declared days, which may shorten the first and the last. Raises QueryError."""
    if not isinstance(period, str) or period not in PERIODS:
        raise QueryError(
            "`period` must be one of {periods}. Got {period}.",
            periods=", ".join(PERIODS),
            period=shown(period),
        )
    starts = [column.low]
    while (start := _next(starts[-1], period)) is not None and start <= column.high:
        starts.append(start)
        if len(starts) > MAX_BINS:
            raise QueryError(
                "There are more than {max_bins} periods between the declared days.",
                "Use a longer period.",
                max_bins=MAX_BINS,
            )
    ends = [*(start - dt.timedelta(days=1) for start in starts[1:]), column.high]
    labels = tuple(zip(starts, ends, strict=True))
    return Axis(Periods(name, tuple(starts), column.high), ("bin_low", "bin_high"), labels)


def _next(day: dt.date, period: str) -> dt.date | None:
    """The first day of the next period after `day`; None if it is beyond the last supported date."""
    if period in ("day", "week"):
        days = 1 if period == "day" else 7 - day.weekday()
        return day + dt.timedelta(days=days) if (dt.date.max - day).days >= days else None
    months = {"month": 1, "quarter": 3, "year": 12}[period]
    index = day.year * 12 + (day.month - 1) // months * months + months
    return dt.date(index // 12, index % 12 + 1, 1) if index // 12 <= dt.MAXYEAR else None


def key_columns(axes: Sequence[Axis]) -> dict[str, list[Any]]:
    """The key columns of an answer, one entry per cell: all public keys, whether or not any row has them.

    An underscore is appended to a key column with the name of a figure (estimate, low, …) or of another key column.
    """
    sizes = [axis.size for axis in axes]
    columns: dict[str, list[Any]] = {}
    for position, axis in enumerate(axes):
        index = np.repeat(np.tile(np.arange(axis.size), math.prod(sizes[:position])), math.prod(sizes[position + 1 :]))
        for column, name in enumerate(axis.columns):
            while name in columns or name in FIGURES:
                name += "_"
            columns[name] = [axis.labels[cell][column] for cell in index]
    return columns


def grouped_keys(axes: Iterable[Axis]) -> tuple[Key, ...]:
    """The keys of those axes by which the engine groups rows."""
    return tuple(axis.key for axis in axes if axis.key is not None)


def group_count(schema: Schema, by: Sequence[Partition]) -> int:
    """The number of groups."""
    return math.prod(axis_of(schema, part).size for part in by)
