"""What both drawings of a square of coloured cells share: colours, the same on light and dark pages, and a scale."""

from __future__ import annotations

import math

from dpcore.present.chart.picture import Picture, Tiles

LEAST, MIDDLE, MOST = "#e0904f", "#b9c1cb", "#5b9bf0"
"""The colours of -1, 0 and 1; none glares on a dark page, and dark text is legible on each (contrast above 6)."""
INK, HATCH = "#14181d", "#5f6b78"

CROWDED = 12
"""With more columns, cells have no numbers and fewer lines, and names stand beside rows alone."""

_UNITS = ((1e9, "B"), (1e6, "M"), (1e3, "k"), (1.0, ""))


def end(tiles: Tiles) -> float:
    """The size of share at both ends of the colour scale: 1, 0.5, 0.2, 0.1 and so on, not below the largest share."""
    largest = max((abs(shade) for shade in tiles.shades if math.isfinite(shade)), default=1.0)
    if largest <= 0:
        return 1.0
    size = 10.0 ** math.floor(math.log10(largest))
    return min(1.0, float(f"{next(size * head for head in (1, 2, 5, 10) if size * head >= largest * (1 - 1e-9)):.3g}"))


def colour(share: float) -> str:
    """The colour of a share of the scale's end, from -1 to 1."""
    if math.isnan(share):
        return MIDDLE
    far, weight = (MOST if share > 0 else LEAST), min(abs(share), 1.0)
    parts = [
        round(int(MIDDLE[at : at + 2], 16) * (1 - weight) + int(far[at : at + 2], 16) * weight) for at in (1, 3, 5)
    ]
    return "#" + "".join(f"{part:02x}" for part in parts)


def mirrored(tiles: Tiles) -> list[tuple[int, int, int]]:
    """(row, column, answer) of each cell: each answer, and its mirror image."""
    found = [(row, column, place) for place, (row, column) in enumerate(tiles.places)]
    return found + [(column, row, place) for row, column, place in found if row != column]


def supported(picture: Picture, place: int) -> str:
    """The answer of a cell as `brief` shows it, with no more digits than its margin supports."""
    value, low, high = (ends[place] for ends in (picture.first.value, picture.first.low, picture.first.high))
    half = (high - low) / 2
    if not (math.isfinite(half) and half > 0):
        return brief(value)
    return brief(round(value, 1 - math.floor(math.log10(half))) + 0.0)


def brief(value: float) -> str:
    """A number for a cell: three digits, thousands and millions by the letters that axes use."""
    size = abs(value)
    if value and not 1e-3 <= size < 999.5e9:
        return f"{value:.1e}".replace("-", "−")
    unit, letter = next(unit for unit in _UNITS if size >= 0.9995 * unit[0] or unit[0] == 1)
    return f"{value / unit:.3g}{letter}".replace("-", "−")


def strokes(columns: int = 1) -> list[tuple[float, float, float, float]]:
    """Diagonal lines across a cell of size 1, from (x, y) to (x, y), for hatching in a square of so many columns."""
    near, far = 0.04, 0.96
    cuts = (0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 1.75) if columns <= CROWDED else (0.6, 1.4)
    return [(max(near, cut - far), min(far, cut - near), min(far, cut - near), max(near, cut - far)) for cut in cuts]
