"""What both drawings of a heat map of two keys share: its colours, its scale, and the numbers in its cells.

Colours let the page through, so that the page's own text is legible on each of them, on light and dark pages.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from dpcore.present.chart.levels import COLOUR
from dpcore.present.chart.picture import HeatMap, Picture
from dpcore.present.chart.tiles import LEAST, brief
from dpcore.present.page.text import visible
from dpcore.present.text import scale

PALEST, FULLEST = 0.08, 0.8
"""How opaque 0 is, so that it differs from a combination without an answer, and the end of the scale."""
GREY = "#8a94a0"
"""Of cells that are not usable."""
HATCHED_CELLS = 1_200
"""With more cells they are too small for lines; those that are not usable are grey alone."""
NAME = 22
"""The most characters of a name beside a row or below a column."""
_WHOLE = 1e6  # larger numbers are shortened
_HEADS = (1, 1.5, 2, 3, 4, 5, 6, 8, 10)


def far(picture: Picture) -> float:
    """The answer at the end of the scale: a round number, not below the largest usable one; 0 if none is usable."""
    sizes = [abs(value) for value, good in zip(picture.first.value, picture.good, strict=True) if good]
    largest = max(filter(math.isfinite, sizes), default=0.0)
    if largest <= 0:
        return 0.0
    size = 10.0 ** math.floor(math.log10(largest))
    return next(size * head for head in (*_HEADS, 20) if size * head >= largest * (1 - 1e-9))


def shade(share: float) -> float:
    """How opaque a share of the scale's end is, from -1 to 1."""
    return PALEST + (FULLEST - PALEST) * min(abs(share), 1.0)


def hue(share: float) -> str:
    """The colour of a share of the scale's end."""
    return LEAST if share < 0 else COLOUR


def shares(picture: Picture, across: HeatMap) -> list[float]:
    """The share of the scale's end that each answer is; NaN of one without a colour, because it is not usable."""
    end, least = far(picture), -1.0 if across.signed else 0.0
    usable = (
        good and end > 0 and math.isfinite(value) for value, good in zip(picture.first.value, picture.good, strict=True)
    )
    return [max(value / end, least) if ok else math.nan for value, ok in zip(picture.first.value, usable, strict=True)]


def inside(picture: Picture, place: int) -> str:
    """The answer of a cell, with no more digits than its margin supports."""
    value, low, high = (ends[place] for ends in (picture.first.value, picture.first.low, picture.first.high))
    if not math.isfinite(value):
        return ""
    half = (high - low) / 2
    if picture.percent:
        return f"{100 * value:.3g} %".replace("-", "−")
    if not math.isfinite(half) or half <= 0 or abs(value) >= _WHOLE:
        return brief(value)
    place_ = math.floor(math.log10(half)) - 1  # of the second digit of the margin
    decimals = 0 if value.is_integer() else min(max(-place_, 0), 4)
    return f"{round(value, -place_) + 0.0:,.{decimals}f}".replace("-", "−")


def ticks(picture: Picture, across: HeatMap) -> list[tuple[float, str]]:
    """Shares of the scale's end with their labels: both ends, and 0 between them."""
    end = far(picture)
    return [(at, scale.tick(picture, at * end)) for at in ((-1.0, 0.0, 1.0) if across.signed else (0.0, 0.5, 1.0))]


def short(names: Sequence[str]) -> list[str]:
    """Names as they stand beside rows and below columns."""
    return [visible(name, NAME) for name in names]
