"""The chart of an answer per group: side by side, by name."""

from __future__ import annotations

from dpcore.present.chart.picture import Named, Picture
from dpcore.present.shape import tidy
from dpcore.present.shape.common import drawn, series
from dpcore.release.record import Release
from dpcore.result import Grouped, Matrix


def picture(release: Release, result: Grouped | Matrix) -> Picture:
    """A mark for each group."""
    names = tuple(tidy.cell_labels(release, result.columns))
    return drawn(release, Named(names, ", ".join(tidy.key_names(release, result.columns))), [series(result.figures)])
