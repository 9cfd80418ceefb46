"""The chart of a function of a column: one line per group inside its interval band, over the public points."""

from __future__ import annotations

from dataclasses import replace

from dpcore.present.chart.picture import Along, Picture, Series
from dpcore.present.shape import tidy
from dpcore.present.shape.common import drawn, series
from dpcore.release.record import Release
from dpcore.result import Function
from dpcore.text import Text

MOST_LINES = 5
"""The largest number of groups in one chart: the first of the table."""


def picture(release: Release, result: Function) -> Picture:
    """One line per group, starting at zero at the lowest edge."""
    start = result.bounds[0] - 1 if result.whole else result.edges[0]
    at = (start, *map(float, result.keys["x"][: result.points]))
    lines = [
        _from_zero(series(result.figures, _name(group), slice(place * result.points, (place + 1) * result.points)))
        for place, group in enumerate(result.groups[:MOST_LINES])
    ]
    groups = len(result.groups)
    title = Text("{column}", column=result.column)
    if groups > MOST_LINES:
        title = Text(
            "{column} (the first {shown} of {groups:,} groups)", column=result.column, shown=MOST_LINES, groups=groups
        )
    chart = drawn(release, Along(at, title), lines)
    return replace(chart, title=Text("{counted} {reach} it", counted=chart.title, reach=result.reach))


def _name(group: dict[str, object]) -> str:
    return " · ".join(map(tidy.written, group.values()))


def _from_zero(line: Series) -> Series:
    """The line with a first point at zero: no value lies below the lowest edge, without error."""
    return Series(line.name, (0.0, *line.value), (0.0, *line.low), (0.0, *line.high))
