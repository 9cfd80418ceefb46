"""A square of coloured cells as SVG: answers as text, cells that are not usable hatched, names, and a colour scale."""

from __future__ import annotations

from collections.abc import Sequence

from dpcore.present.chart import tiles
from dpcore.present.chart.drawing import Drawing
from dpcore.present.chart.picture import Picture, Tiles
from dpcore.present.explore.axis import number
from dpcore.present.page.text import visible

MOST_NUMBERED = 6
"""With more columns, cells are too small for numbers, which the table has."""
BELOW = 84.0
"""The height of the names and the colour scale below the square, in pixels."""


def square(drawing: Drawing, picture: Picture, across: Tiles, left: float, side: float) -> None:
    """Draws the cells of width `side`, from `left` on."""
    size, far = len(across.names), tiles.end(across)
    kind = "name" if size <= tiles.CROWDED else "crowded"
    for row, column, place in tiles.mirrored(across):
        x, y, shade = left + side * column, 8 + side * row, across.shades[place] / far
        lines = tiles.strokes(size) if not picture.good[place] else []
        _tile(drawing, x + 1, y + 1, side - 2, tiles.colour(shade), lines)
        if size <= MOST_NUMBERED:
            drawing.word(x + side / 2, y + side / 2 + 4, tiles.supported(picture, place), kind="inside")
    for place, name in enumerate(across.names):
        drawing.word(left - 8, 8 + side * (place + 0.5) + 4, visible(name, 18), "end", kind)
        if size <= tiles.CROWDED:
            drawing.word(left + side * (place + 0.5), 24 + side * size, visible(name, max(3, int(side / 8))))
    bottom = 40 + side * size
    for place in range(9):
        _tile(drawing, left + 20 * place, bottom, 20, tiles.colour(place / 4 - 1))
    for at, value in ((0.5, -far), (4.5, 0.0), (8.5, far)):
        drawing.word(left + 20 * at, bottom + 34, number(value))
    drawing.word(left + 188, bottom + 14, visible(across.scale, 24), "start", "axis")


def _tile(
    drawing: Drawing, x: float, y: float, size: float, colour: str, lines: Sequence[Sequence[float]] = ()
) -> None:
    """A square in a colour; hatched by these lines if it is not usable."""
    drawing.parts.append(f'<rect fill="{colour}" x="{x:.1f}" y="{y:.1f}" width="{size:.1f}" height="{size:.1f}"/>')
    for x1, y1, x2, y2 in lines:
        drawing.line("hatch", x + size * x1, y + size * y1, x + size * x2, y + size * y2)
