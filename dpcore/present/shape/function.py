"""The chart of a function of a column: one line per group inside its interval band, over the public points."""

from __future__ import annotations

from dataclasses import replace

from dpcore.present.chart.picture import Along, Picture, Series
from dpcore.present.shape import tidy
from dpcore.present.shape.common import drawn, series
from dpcore.release.record import Release
from dpcore.result import Expansion, Function
from dpcore.text import Text

MOST_LINES = 5
"""The largest number of groups in one chart: the first of the table."""


def picture(release: Release, result: Function) -> Picture:
    """One line per group, starting at zero at the lowest edge."""
    start = result.bounds[0] - 1 if result.whole else result.edges[0]
    at = (start, *map(float, result.keys[result.argument][: result.points]))
    chart = drawn(release, Along(at, axis(result)), [_from_zero(line) for line in lines(result)])
    return replace(chart, title=Text("{counted} {reach} it", counted=chart.title, reach=result.reach))


def lines(result: Function | Expansion) -> list[Series]:
    """A line for each of the first groups."""
    return [
        series(result.figures, name(group), slice(place * result.points, (place + 1) * result.points))
        for place, group in enumerate(result.groups[:MOST_LINES])
    ]


def axis(result: Function | Expansion) -> Text:
    """The title of the axis of arguments: the column, and how many groups are drawn if not all are."""
    groups = len(result.groups)
    if groups <= MOST_LINES:
        return Text("{column}", column=result.column)
    return Text(
        "{column} (the first {shown} of {groups:,} groups)", column=result.column, shown=MOST_LINES, groups=groups
    )


def name(group: dict[str, object]) -> str:
    """The name of a group in a legend."""
    return " · ".join(map(tidy.written, group.values()))


def _from_zero(line: Series) -> Series:
    """The line with a first point at zero: no value lies below the lowest edge, without error."""
    return Series(line.name, (0.0, *line.value), (0.0, *line.low), (0.0, *line.high))
