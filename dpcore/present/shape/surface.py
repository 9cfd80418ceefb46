"""The chart of a smooth function of two columns: a map of colours for each of the first groups."""

from __future__ import annotations

from dataclasses import replace
from math import inf

from dpcore.present.chart.picture import Field, Picture
from dpcore.present.shape.common import drawn, series
from dpcore.present.shape.function import name
from dpcore.release.record import Release
from dpcore.result import Surface
from dpcore.text import Text

MOST_MAPS = 2
"""The largest number of groups in one chart: the first of the table."""


def picture(release: Release, result: Surface) -> Picture:
    """One map for each group, over its public points."""
    across, up = (tuple(map(float, side)) for side in result.at)
    title, groups = Text("{column}", column=result.along[0]), len(result.groups)
    if groups > MOST_MAPS:
        title = Text(
            "{column} (the first {shown} of {groups:,} groups)", column=result.along[0], shown=MOST_MAPS, groups=groups
        )
    maps = [
        series(result.figures, name(group), slice(place * result.points, (place + 1) * result.points))
        for place, group in enumerate(result.groups[:MOST_MAPS])
    ]
    field = Field(across, up, title, Text("{column}", column=result.along[1]))
    return replace(drawn(release, field, maps), zero=release.query.quantity(release.facts_table).bounds == (0.0, inf))
