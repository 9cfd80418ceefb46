"""Functions shared by the presenters."""

from __future__ import annotations

from collections.abc import Sequence

from dpcore.present.chart.picture import Across, Picture, Series
from dpcore.present.shape.usable import usable, verdict
from dpcore.present.text import scale
from dpcore.release.record import Release
from dpcore.result.base import Figures
from dpcore.text import Text


def series(figures: Figures, name: str = "", cells: slice = slice(None)) -> Series:
    """The answers of some cells."""
    return Series(name, *(tuple(map(float, figures[figure][cells])) for figure in ("estimate", "low", "high")))


def drawn(release: Release, across: Across, lines: Sequence[Series]) -> Picture:
    """A picture of a release."""
    query = release.query
    return Picture(
        across=across,
        series=tuple(lines),
        intervals=query.error.intervals,
        good=tuple(usable(release).tolist()),
        verdict=verdict(release),
        title=measure(release),
        query=query,
        unit="" if query.error.percent else query.quantity(release.facts_table).unit,
    )


def measure(release: Release) -> str:
    """The unit of the answers."""
    if scale.is_percent(release.query):
        return Text("share of rows")
    return release.query.quantity(release.facts_table).unit or release.query.words.measured
