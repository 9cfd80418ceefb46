"""The chart of a number for each column: each column in its own unit, as a share of its declared bounds."""

from __future__ import annotations

import math
from dataclasses import replace

from dpcore.present.chart.picture import Picture, Series, Shares
from dpcore.present.shape import tidy
from dpcore.present.shape.common import drawn
from dpcore.present.text.digits import significant
from dpcore.release.record import Release
from dpcore.result import Columns
from dpcore.text import Text

TITLE = Text("share of the declared range")


def picture(release: Release, result: Columns) -> Picture:
    """A mark for each column of each group, between the ends of the column's bounds, labelled in its unit."""
    places, texts = [result.column(place) for place in range(result.size)], _texts(release, result)
    shares = Shares(
        names=tuple(tidy.cell_labels(release, result.columns)),
        title=", ".join(tidy.key_names(release, result.columns)),
        answers=tuple(value for value, _, _ in texts),
        labels=tuple(_label(*text) if release.query.error.intervals else text[0] for text in texts),
        lows=tuple(f"{result.lows[place]:,.6g}" for place in places),
        highs=tuple(f"{result.highs[place]:,.6g}" for place in places),
    )
    line = Series("", *(_shares(result, places, figure) for figure in ("estimate", "low", "high")))
    return replace(drawn(release, shares, [line]), title=TITLE)


def _shares(result: Columns, places: list[int], figure: str) -> tuple[float, ...]:
    """The position of figures between the bounds of their columns; the grid may end a little beyond them."""
    values = zip(result.figures[figure], places, strict=True)
    ends = ((value, result.lows[place], result.highs[place]) for value, place in values)
    shares = ((value - low) / (high - low) for value, low, high in ends)
    return tuple(share if math.isnan(share) else min(max(share, 0.0), 1.0) for share in shares)


def _label(value: str, low: str, high: str) -> Text:
    return Text("{value} ({low} to {high})", value=value, low=low, high=high)


def _texts(release: Release, result: Columns) -> list[tuple[str, str, str]]:
    """Each answer and the ends of its interval, with the digits that its own error, or else its grid, supports."""
    figures = zip(*(result.figures[name] for name in ("estimate", "low", "high")), strict=True)
    if not release.query.error.intervals:
        digits = tidy.digits_of(release, result.figures)
        return [(f"{round(value, digits) + 0.0:,.{digits}f}", "", "") for value, _, _ in figures]
    return [_written(*numbers) for numbers in figures]


def _written(value: float, low: float, high: float) -> tuple[str, str, str]:
    half = max(high - value, value - low)
    return significant(value, half), significant(low, half), significant(high, half)
