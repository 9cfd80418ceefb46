"""The colours of a map, and round numbers at which it has contours: the same in every renderer."""

from __future__ import annotations

import math

from dpcore.present.chart.drawing import between
from dpcore.present.chart.picture import Picture

_ABOUT = 8
_COLOURS = ("#eceff3", "#9cc3f5", "#3f83ea", "#1c4fa0", "#0d2654")


def colours() -> list[tuple[float, str]]:
    """The colour scale from 0 to the largest level, as shares of it: the same on light and dark pages."""
    return [(place / (len(_COLOURS) - 1), colour) for place, colour in enumerate(_COLOURS)]


def shade(share: float) -> str:
    """The colour of a share of the largest level."""
    place = min(max(share, 0.0), 1.0) * (len(_COLOURS) - 1)
    first = min(int(place), len(_COLOURS) - 2)
    one, other, weight = _COLOURS[first], _COLOURS[first + 1], place - first
    parts = [round(int(one[at : at + 2], 16) * (1 - weight) + int(other[at : at + 2], 16) * weight) for at in (1, 3, 5)]
    return "#" + "".join(f"{part:02x}" for part in parts)


def levels(picture: Picture) -> list[float]:
    """From 0, or the least answer, to at least the largest answer of all maps; at least two."""
    answers = [value for series in picture.series for value in series.value if math.isfinite(value)]
    least, most = 0.0 if picture.zero else min(answers, default=0.0), max(answers, default=0.0)
    if not most - least > 1e-9 * max(abs(least), abs(most)):
        return [least, least + 1.0]
    inner = between(least, most, _ABOUT)
    step = inner[1] - inner[0] if len(inner) > 1 else most - least
    inner = inner if inner[0] <= least + 1e-9 * step else [inner[0] - step, *inner]
    return inner if inner[-1] >= most - 1e-9 * step else [*inner, inner[-1] + step]
