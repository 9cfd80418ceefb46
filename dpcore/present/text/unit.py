"""What an answer is counted in, and how an error reads beside it."""

from __future__ import annotations

import math

from dpcore.present.text import ranks, scale
from dpcore.present.text.words import error_text, verdict
from dpcore.queries import Query
from dpcore.queries.count import Counts
from dpcore.queries.prediction import Prediction
from dpcore.table.table import Table


def unit_of(query: Query, table: Table) -> str:
    """The unit of an answer: rows, the protected units, percentage points, or the column's own (an empty string)."""
    return scale.POINTS if query.percent else query.unit(table)


def _width(query: Query, width: float) -> str:
    """A range as it is shown."""
    return f"{scale.of(query) * width:,.6g}{scale.error_unit(query)}"


def _range(query: Query, table: Table) -> float:
    """How wide declared bounds leave a mean, a share or a deviation; 0 where the bounds say nothing."""
    low, high = query.bounds(table)
    return high - low if math.isfinite(high - low) else 0.0


def _share(share: float) -> str:
    """How much of a whole an error is: in percent as far as that can be read."""
    if share >= 99.5:
        return "100 times the size or more"
    if share >= 1.995:
        return f"about {share:.2g} times the size"
    return f"about {100 * share:.{3 if share >= 0.995 else 2}g} %" if share >= 1e-4 else "under 0.01 %"


def cells_of(query: Query, table: Table) -> int:
    """How many public cells the answer has."""
    return math.prod(axis.size for axis in query.axes(table.schema))


def predicted(query: Query, table: Table, error: Prediction) -> str:
    """A predicted error in the question's own unit: "± 32 rows per group"; where it depends on rows, with its range."""
    half_width = error.half_width
    if math.isnan(half_width):
        return "error not known yet"
    if half_width <= 0:
        return "no error"
    unit = unit_of(query, table)
    cell = f" per {query.cell}" if query.cell else ""
    if error.unit == "ranks":
        return f"± {ranks.counted(half_width)}{cell}"
    factor = scale.of(query)
    said = f"± {error_text(factor * half_width)}{' ' if unit else ''}{unit}{cell}"
    low, high, largest = (error_text(factor * value) for value in (error.low, error.high, error.largest))
    if low != high:
        said += f", between {low} and {high}"
    return said if largest == high else f"{said}; up to {largest} in the smallest group"


def judged(query: Query, table: Table, half_width: float) -> str:
    """For which answers an error of this size is small enough; beside a public guess of the rows also in percent."""
    if query.unit_of_error == "ranks" and half_width > 0:
        return ranks.judged(query, table, half_width)
    if half_width > 0 and (width := _range(query, table)) and 2 * half_width >= width:
        return f"not usable: the margin is as wide as the declared range of {_width(query, width)}"
    if query.percent and half_width > 0:
        if half_width >= 0.09:
            return f"relative error over 10 % for every share; not usable below {error_text(100 * half_width)} %"
        return verdict(half_width, "shares", 100, " %")
    if not query.is_whole and half_width > 0:
        return verdict(half_width, "answers")
    said = verdict(half_width)
    if table.expected_rows and isinstance(query, Counts) and not query.where and half_width > 0:
        cells = cells_of(query, table)
        cell = query.cell
        whole = f"an average {cell}" if cells > 1 else "the rows expected"
        said += f"; {_share(half_width * cells / table.expected_rows)} of {whole}"
    return said
