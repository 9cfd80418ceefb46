"""A heat map of two keys as SVG: cells with their answers where they fit, names, and a colour scale."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import final

from dpcore.present.chart import heat_map as common
from dpcore.present.chart.drawing import WIDTH, Drawing
from dpcore.present.chart.picture import HeatMap, Picture
from dpcore.present.chart.tiles import CROWDED, strokes
from dpcore.present.page.text import visible

_TOP, _BELOW = 24.0, 74.0
_STEPS = 12  # the shades of the scale, and of a map of many cells, on each side of 0
_MANY = 600  # above, cells of one shade are one path: forty thousand rectangles would be megabytes


@final
@dataclass(frozen=True, slots=True)
class _Grid:
    """Where the cells are: the left edge and the width and height of a cell, in pixels."""

    left: float
    wide: float
    high: float

    def corner(self, row: int, column: int) -> tuple[float, float]:
        """The left upper corner of a cell."""
        return self.left + self.wide * column, _TOP + self.high * row


def drawn(picture: Picture, across: HeatMap) -> Drawing:
    """The whole heat map."""
    names, columns = common.short(across.names), common.short(across.columns)
    left = 12 + max(map(_wide, names))
    rows = len(names)
    grid = _Grid(left, (WIDTH - 14 - left) / len(columns), 24.0 if rows <= 40 else 12.0 if rows <= 100 else 5.0)
    upright = max(map(_wide, columns)) <= grid.wide - 2
    foot = 18.0 if upright else 12 + max(map(_wide, columns))
    bottom = _TOP + grid.high * rows
    drawing = Drawing(bottom + foot + 20 + _BELOW)
    if len(across.places) > _MANY:
        _paths(drawing, picture, across, grid)
    else:
        _cells(drawing, picture, across, grid)
    for place in range(0, rows, math.ceil(11 / grid.high)):
        kind = "name" if grid.high >= 18 else "crowded"
        drawing.word(left - 6, _TOP + grid.high * (place + 0.5) + 4, names[place], "end", kind)
    for place in range(0, len(columns), math.ceil(11 / grid.wide)):
        x = left + grid.wide * (place + 0.5)
        if upright:
            drawing.word(x, bottom + 16, columns[place])
        else:
            drawing.turned(x + 4, bottom + 6, columns[place], "tick" if grid.wide >= 15 else "crowded")
    drawing.word(4, 14, visible(across.upward, 40), "start", "axis")
    drawing.word((left + WIDTH - 14) / 2, bottom + foot + 14, visible(across.title, 36), kind="axis")
    if common.far(picture):
        _scale(drawing, picture, across, bottom + foot + 30)
    return drawing


def _wide(text: str) -> float:
    """The approximate width of a name in pixels, rounded up; letters such as Hangul are as wide as high."""
    return sum(13.2 if ord(letter) > 0x10FF else 11.8 if letter in "MWmw%@" else 7.8 for letter in text)


def _cells(drawing: Drawing, picture: Picture, across: HeatMap, grid: _Grid) -> None:
    """A rectangle for each answer, hatched if it is not usable, and its number if all numbers fit."""
    texts = [common.inside(picture, place) for place in range(len(across.places))]
    longest = max(map(len, texts), default=0)
    kind = next((name for name, letter in (("name", 7.8), ("crowded", 6.0)) if longest * letter <= grid.wide - 4), "")
    found = zip(across.places, texts, common.shares(picture, across), strict=True)
    gap = 1.0 if grid.wide > 8 else 0.3
    for place, text, share in found:
        x, y = grid.corner(*place)
        x, y, width, height = x + gap, y + gap, grid.wide - 2 * gap, grid.high - 2 * gap
        box = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"'
        drawing.parts.append(f"<rect {_fill(share)} {box}/>")
        if math.isnan(share):
            for x1, y1, x2, y2 in strokes(CROWDED + 1):
                drawing.line("hatch", x + width * x1, y + height * y1, x + width * x2, y + height * y2)
        if kind:
            drawing.word(x + width / 2, y + height / 2 + 4, text, kind=" ".join((kind, "cell")))


def _paths(drawing: Drawing, picture: Picture, across: HeatMap, grid: _Grid) -> None:
    """Many cells: neighbours of the same shade in a row together, and all of one shade in one path."""
    shades: dict[float | None, list[str]] = {}
    found = sorted(zip(across.places, common.shares(picture, across), strict=True))
    stepped = [(row, column, None if math.isnan(share) else round(share * _STEPS)) for (row, column), share in found]
    # neighbours in a run have the same difference of column and position
    numbered = enumerate(stepped)
    for (row, shade, _), run in groupby(numbered, lambda cell: (cell[1][0], cell[1][2], cell[1][1] - cell[0])):
        cells = list(run)
        shades.setdefault(shade, []).append(f"M{cells[0][1][1]} {row}h{len(cells)}v1h-{len(cells)}z")
    place = f'transform="translate({grid.left:.1f} {_TOP:g}) scale({grid.wide:.4f} {grid.high:g})"'
    for shade, parts in sorted(shades.items(), key=str):
        fill = _fill(math.nan if shade is None else shade / _STEPS)
        drawing.parts.append(f'<path {fill} {place} d="{"".join(parts)}"/>')


def _fill(share: float) -> str:
    """The colour of a share of the scale's end; grey for a cell that is not usable."""
    if math.isnan(share):
        return f'fill="{common.GREY}" fill-opacity="0.35"'
    return f'fill="{common.hue(share)}" fill-opacity="{common.shade(share):.2f}"'


def _scale(drawing: Drawing, picture: Picture, across: HeatMap, top: float) -> None:
    """The colours from the least to the largest answer, with numbers, and their unit."""
    least = -1.0 if across.signed else 0.0
    steps: Sequence[float] = [least + (1 - least) * (place + 0.5) / _STEPS for place in range(_STEPS)]
    wide, left = 200.0 / _STEPS, 24.0
    for place, share in enumerate(steps):
        box = f'x="{left + wide * place:.1f}" y="{top:.1f}" width="{wide:.1f}" height="12"'
        drawing.parts.append(f"<rect {_fill(share)} {box}/>")
    for at, label in common.ticks(picture, across):
        drawing.word(left + 200 * (at - least) / (1 - least), top + 28, label)
    drawing.word(left + 212, top + 11, visible(picture.title, 22), "start", "axis")
