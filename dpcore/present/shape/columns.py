"""The chart of a number for each column: each column in its own unit, as a share of its declared bounds."""

from __future__ import annotations

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
    places, texts = [result.column(place) for place in range(result.size)], _texts(result)
    shares = Shares(
        names=tuple(tidy.cell_labels(release, result.columns)),
        title=", ".join(tidy.key_names(release, result.columns)),
        answers=tuple(value for value, _, _ in texts),
        labels=tuple(Text("{value} ({low} to {high})", value=value, low=low, high=high) for value, low, high in texts),
        lows=tuple(f"{result.lows[place]:,.6g}" for place in places),
        highs=tuple(f"{result.highs[place]:,.6g}" for place in places),
    )
    line = Series("", *(_shares(result, places, figure) for figure in ("estimate", "low", "high")))
    return replace(drawn(release, shares, [line]), title=TITLE)


def _shares(result: Columns, places: list[int], figure: str) -> tuple[float, ...]:
    """The position of figures between the bounds of their columns; the grid may end a little beyond them."""
    values = zip(result.figures[figure], places, strict=True)
    ends = ((value, result.lows[place], result.highs[place]) for value, place in values)
    return tuple(min(max((value - low) / (high - low), 0.0), 1.0) for value, low, high in ends)


def _texts(result: Columns) -> list[tuple[str, str, str]]:
    """Each answer and the ends of its interval, with the digits that its own error supports."""
    figures = zip(*(result.figures[name] for name in ("estimate", "low", "high")), strict=True)
    return [_written(*numbers) for numbers in figures]


def _written(value: float, low: float, high: float) -> tuple[str, str, str]:
    half = max(high - value, value - low)
    return significant(value, half), significant(low, half), significant(high, half)
