"""A function of two columns as SVG: bands of colours between round numbers, one map below another, and their scale."""

from __future__ import annotations

import math
from bisect import bisect_right
from itertools import groupby

import numpy as np

from dpcore.present.chart.drawing import WIDTH, Drawing, between
from dpcore.present.chart.levels import COLOUR, levels, shade
from dpcore.present.chart.picture import Field, Picture, Series
from dpcore.present.chart.tiles import brief
from dpcore.present.explore.axis import number
from dpcore.present.page.text import visible

_FINER = 2  # rectangles for each step between two points, along each column
_LEFT, _TALL, _BELOW, _TOP, _SCALE = 62.0, 250.0, 48.0, 24.0, 48.0


def height(picture: Picture) -> float:
    """The height of the whole picture, in pixels."""
    return (_TOP + _TALL + _BELOW) * len(picture.series) + _SCALE


def maps(drawing: Drawing, picture: Picture, across: Field) -> None:
    """Draws the map of each group, and the colour scale."""
    at = levels(picture)
    for place, series in enumerate(picture.series):
        _map(drawing, series, across, at, place * (_TOP + _TALL + _BELOW) + _TOP)
    for x, y, name in picture.points:
        right = _LEFT + (WIDTH - _LEFT - 14) * _share(x, across.at)
        down = _TOP + _TALL * (1 - _share(y, across.up))
        drawing.parts.append(f'<circle class="centre" cx="{right:.1f}" cy="{down:.1f}" r="9"/>')
        drawing.word(right, down + 4, visible(name, 16), kind="centre")
    bottom = height(picture) - _SCALE
    width = min(32.0, (WIDTH - _LEFT - 14) / (len(at) - 1))
    for place in range(len(at) - 1):
        _box(drawing, _LEFT + width * place, bottom, width, 12, _shade(place, at))
    for place, value in enumerate(at):
        if place % max(1, math.ceil(len(at) / 6)) == 0:
            drawing.word(_LEFT + width * place, bottom + 26, brief(value))
    drawing.word(_LEFT, bottom + 42, visible(picture.title, 60), "start", "axis")


def _map(drawing: Drawing, series: Series, across: Field, at: list[float], top: float) -> None:
    """One map: rectangles of one colour, axes and names."""
    wide, (columns, rows) = WIDTH - _LEFT - 14, (_FINER * (len(side) - 1) + 1 for side in (across.at, across.up))
    side, tall = wide / columns, _TALL / rows
    values = _finer(series, across)
    drawing.parts.append('<g shape-rendering="crispEdges">')
    for row in range(rows):
        y, start = top + _TALL - tall * (row + 1), 0
        bands = [min(max(bisect_right(at, value), 1), len(at) - 1) - 1 for value in values[row]]
        for band, run in groupby(bands):
            length = len(list(run))
            if band:  # the lowest band is the page itself
                _box(drawing, _LEFT + side * start, y, side * length, tall, _shade(band, at))
            start += length
    drawing.parts.append("</g>")
    for tick, name in _ticks(across.at):
        x = _LEFT + wide * (tick - across.at[0]) / (across.at[-1] - across.at[0])
        drawing.word(x, top + _TALL + 16, name)
    for tick, name in _ticks(across.up):
        y = top + _TALL * (1 - (tick - across.up[0]) / (across.up[-1] - across.up[0]))
        drawing.word(_LEFT - 6, y + 4, name, "end")
    drawing.word(_LEFT + wide / 2, top + _TALL + 36, visible(across.title, 50), kind="axis")
    drawing.word(4, top - 12, visible(across.upward, 40), "start", "axis")
    if series.name:
        drawing.word(WIDTH - 14, top - 12, visible(series.name, 24), "end", "name")


def _share(value: float, at: tuple[float, ...]) -> float:
    """Where a value lies between the ends of an axis."""
    return min(max((value - at[0]) / (at[-1] - at[0]), 0.0), 1.0)


def _ticks(at: tuple[float, ...]) -> list[tuple[float, str]]:
    """Round numbers with their labels, which have more digits where short ones are the same."""
    ticks = between(at[0], at[-1])
    short = [number(tick) for tick in ticks]
    return list(zip(ticks, short if len(set(short)) == len(short) else [f"{tick:.12g}" for tick in ticks], strict=True))


def _finer(series: Series, across: Field) -> list[list[float]]:
    """The answers by rows from the lowest, with points between them at their means."""
    grid = np.array(series.value).reshape(len(across.at), len(across.up)).T
    for axis in (0, 1):
        size = grid.shape[axis]
        places = np.linspace(0, size - 1, _FINER * (size - 1) + 1)
        low = np.minimum(places.astype(int), size - 2)
        share = np.expand_dims(places - low, 1 - axis)
        grid = np.take(grid, low, axis) * (1 - share) + np.take(grid, low + 1, axis) * share
    return [[float(value) for value in row] for row in grid]


def _shade(band: int, at: list[float]) -> float:
    """How opaque the band above a level is."""
    return shade(band / max(1, len(at) - 2))


def _box(drawing: Drawing, x: float, y: float, width: float, height: float, opacity: float) -> None:
    """A rectangle; its edges are rounded, so that neighbours share theirs: a gap or an overlap would be seen."""
    left, top, right, bottom = (round(edge, 1) for edge in (x, y, x + width, y + height))
    drawing.parts.append(
        f'<rect fill="{COLOUR}" fill-opacity="{opacity:g}" x="{left:.1f}" y="{top:.1f}" '
        f'width="{right - left:.1f}" height="{bottom - top:.1f}"/>'
    )
