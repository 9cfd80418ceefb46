"""The chart of a smooth function of a column: one line per group inside its interval band."""

from __future__ import annotations

from dataclasses import replace
from math import isfinite

from dpcore.present.chart.picture import Along, Picture
from dpcore.present.shape.common import drawn
from dpcore.present.shape.function import axis, lines
from dpcore.release.record import Release
from dpcore.result import Expansion


def picture(release: Release, result: Expansion) -> Picture:
    """One line per group, over its public points."""
    low, high = release.query.bounds(release.facts_table)
    picture = drawn(release, Along(tuple(map(float, result.at)), axis(result)), lines(result))
    return replace(picture, zero=not (isfinite(low) and isfinite(high)))
