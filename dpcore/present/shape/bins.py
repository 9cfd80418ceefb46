"""The chart of an answer per interval of a column: each mark at its true position."""

from __future__ import annotations

import datetime as dt

from dpcore.present.chart.picture import Picture, Spans
from dpcore.present.shape import tidy
from dpcore.present.shape.common import drawn, series
from dpcore.release.record import Release
from dpcore.result import Bins
from dpcore.text import Text


def picture(release: Release, result: Bins) -> Picture:
    """A mark over each interval. Days are ordinals; a period includes its last day."""
    lows, highs = result.keys["bin_low"], result.keys["bin_high"]
    dates = isinstance(lows[0], dt.date)
    cut = tidy.cut_short(release, lows, highs)
    across = Spans(
        starts=tuple(_place(low) for low in lows),
        ends=tuple(_place(high) + dates for high in highs),
        names=tuple(tidy.cell_labels(release, result.columns)),
        title=Text("{column} ({note})", column=result.column, note=cut) if cut else result.column,
        dates=dates,
    )
    return drawn(release, across, [series(result.figures)])


def _place(value: float | dt.date) -> float:
    return float(value.toordinal()) if isinstance(value, dt.date) else float(value)
