# vital
"""A margin of error in a few words, with its unit."""

from __future__ import annotations

import math

from dpcore.present.text import ranks, scale
from dpcore.present.text.digits import error_text
from dpcore.queries import Query
from dpcore.queries.question.prediction import Margin
from dpcore.table.table import Table
from dpcore.text import Text

UNSTATED = Text("no margin of error can be stated")


def brief(query: Query, margin: Margin, table: Table | None = None) -> Text:
    """A margin in a few words: "±34 rows", or "±0.58, largest ±180"; what it counts is said for a known table."""
    if not math.isfinite(margin.typical):
        return UNSTATED
    unit = query.quantity(table).unit if table else ""
    largest = size(query, margin.largest, unit)
    if margin.largest <= 1.05 * margin.typical:
        return Text("±{size}", size=largest)
    return Text("±{size}, largest ±{largest}", size=size(query, margin.typical, unit), largest=largest)


def change(query: Query, now: Margin, after: Margin, table: Table | None = None) -> Text:
    """The effect of one more measurement: "±34 rows now, ±25 rows after"; for the largest margin too if it differs."""
    unit = query.quantity(table).unit if table else ""
    worst = {"most": size(query, now.largest, unit), "most_after": size(query, after.largest, unit)}
    if now.largest <= 1.05 * now.typical and after.largest <= 1.05 * after.typical:
        return Text("±{most} now, ±{most_after} after", **worst)
    return Text(
        "±{now} now, ±{after} after; largest ±{most} now, ±{most_after} after",
        now=size(query, now.typical, unit),
        after=size(query, after.typical, unit),
        **worst,
    )


def size(query: Query, half_width: float, unit: str = "") -> str:
    """An error with its unit: percentage points for a share, ranks for a median. unit: of any other, if it is said."""
    if query.error.unit == "ranks":
        return ranks.counted(half_width)
    if not half_width:
        return "0"
    shown = scale.error(query, error_text(scale.of_error(query) * half_width))
    return Text("{number} {unit}", number=shown, unit=unit) if unit and not scale.in_points(query) else shown
