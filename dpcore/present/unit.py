"""What an answer is counted in, and how an error reads beside it."""

from __future__ import annotations

import math

from dpcore.data.schema import Number
from dpcore.data.table import Table
from dpcore.present import scale
from dpcore.present.words import error_text, verdict
from dpcore.queries import DistinctUnits, Fraction, Mean, Query, StandardDeviation, Variance
from dpcore.queries.count import Counts
from dpcore.queries.prediction import Prediction


def unit_of(query: Query, table: Table) -> str:
    """The unit of an answer: rows, the protected units, percentage points, or the column's own (an empty string)."""
    match query:
        case Counts():
            return "rows"
        case DistinctUnits():
            return f"distinct {table.unit.identifier}s" if table.unit.identifier else "rows"
        case Fraction():
            return scale.POINTS
        case _:
            return ""


def _range(query: Query, table: Table) -> float:
    """How wide the declared bounds of a mean or a standard deviation leave it; 0 where the bounds say nothing."""
    column = table.schema.columns.get(getattr(query, "column", ""))
    if not isinstance(column, Number):
        return 0.0
    match query:
        case Mean():
            return column.high - column.low
        case StandardDeviation():
            return 0.5 * (column.high - column.low)
        case Variance():
            return 0.25 * (column.high - column.low) ** 2
    return 0.0


def _share(share: float) -> str:
    """How much of a whole an error is: in percent as far as that can be read."""
    if share >= 99.5:
        return "some 100 times the size, or more,"
    if share >= 1.995:
        return f"about {share:.2g} times the size"
    return f"about {100 * share:.{3 if share >= 0.995 else 2}g} %" if share >= 1e-4 else "under 0.01 %"


def cells_of(query: Query, table: Table) -> int:
    """How many public cells the answer has."""
    return math.prod(axis.size for axis in query.axes(table.schema))


def predicted(query: Query, table: Table, error: Prediction) -> str:
    """A predicted error in the question's own unit: "± 32 rows a cell"; where it depends on rows, with its range."""
    half_width = error.half_width
    if math.isnan(half_width):
        return "error not known yet"
    if half_width <= 0:
        return "no error"
    unit = unit_of(query, table)
    cell = "" if query.shape == "number" else " a bin" if query.shape == "bins" else " a group"
    factor = scale.of(query)
    said = f"± {error_text(factor * half_width)}{' ' if unit else ''}{unit}{cell}"
    low, high, largest = (error_text(factor * value) for value in (error.low, error.high, error.largest))
    if low != high:
        said += f", between {low} and {high}"
    return said if largest == high else f"{said}; up to {largest} in the smallest group"


def judged(query: Query, table: Table, half_width: float) -> str:
    """For whom an error of this size is good enough; beside a public guess of the rows also in percent."""
    if isinstance(query, Fraction) and half_width > 0:
        return (
            f"fine for shares of {min(1000 * half_width, 100):.0f} % or more"
            if half_width < 0.1
            else "hopeless for a share"
        )
    if half_width > 0 and (width := _range(query, table)) and 2 * half_width >= width:
        return f"hopeless: no better than knowing that it lies in its declared range of {width:,.6g}"
    if not isinstance(query, Counts | DistinctUnits) and half_width > 0:
        return verdict(half_width, query.shape, "answers")
    said = verdict(half_width, query.shape)
    if table.expected_rows and isinstance(query, Counts) and not query.where and half_width > 0:
        cells = cells_of(query, table)
        whole = "an average group" if cells > 1 else "the rows expected"
        said += f"; {_share(half_width * cells / table.expected_rows)} of {whole}"
    return said
