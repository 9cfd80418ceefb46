"""What an answer is counted in, and how an error reads beside it."""

from __future__ import annotations

import math

from dpcore.data.table import Table
from dpcore.present.words import error_text, verdict
from dpcore.queries import DistinctUnits, Fraction, Query
from dpcore.queries.count import Counts


def unit_of(query: Query, table: Table) -> str:
    """The unit of an answer: rows, the protected units, percentage points, or the column's own (an empty string)."""
    match query:
        case Counts():
            return "rows"
        case DistinctUnits():
            return f"distinct {table.unit.identifier}s" if table.unit.identifier else "rows"
        case Fraction():
            return "percentage points"
        case _:
            return ""


def cells_of(query: Query, table: Table) -> int:
    """How many public cells the answer has."""
    return math.prod(axis.size for axis in query.axes(table.schema))


def predicted(query: Query, table: Table, half_width: float) -> str:
    """A predicted error in the question's own unit: "± 32 rows a cell"."""
    if math.isnan(half_width):
        return "error not known yet"
    if half_width <= 0:
        return "no error"
    scale = 100 if isinstance(query, Fraction) else 1
    unit = unit_of(query, table)
    cell = "" if query.shape == "number" else " a bin" if query.shape == "bins" else " a group"
    return f"± {error_text(scale * half_width)}{' ' if unit else ''}{unit}{cell}"


def judged(query: Query, table: Table, half_width: float) -> str:
    """For whom an error of this size is good enough; beside a public guess of the rows also in percent."""
    if isinstance(query, Fraction) and half_width > 0:
        return (
            f"fine for shares of {min(1000 * half_width, 100):.0f} % or more"
            if half_width < 0.1
            else "hopeless for a share"
        )
    if not isinstance(query, Counts | DistinctUnits) and half_width > 0:
        return verdict(half_width, query.shape, "answers")
    said = verdict(half_width, query.shape)
    if table.expected_rows and isinstance(query, Counts) and not query.where and half_width > 0:
        cells = cells_of(query, table)
        percent = 100 * half_width * cells / table.expected_rows
        said += (
            f"; about {percent:.2g} % of an average group"
            if cells > 1
            else f"; about {percent:.2g} % of the rows expected"
        )
    return said
