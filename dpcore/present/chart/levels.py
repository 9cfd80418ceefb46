"""The colours of a map, and round numbers at which it has contours: the same in every renderer."""

from __future__ import annotations

import math

from dpcore.present.chart.drawing import between
from dpcore.present.chart.picture import Picture

_ABOUT = 8
COLOUR = "#3478e0"
"""Of the largest level. Lower ones let the page through, so none glares on a dark one: contrast above 4 on both."""
LINE = "#8494a8"


def colours() -> list[tuple[float, str]]:
    """The colour scale from 0, which is the page itself, to the largest level, as shares of it."""
    red, green, blue = (int(COLOUR[at : at + 2], 16) for at in (1, 3, 5))
    return [(share, f"rgba({red},{green},{blue},{shade(share):g})") for share in (0.0, 0.25, 0.5, 0.75, 1.0)]


def shade(share: float) -> float:
    """How opaque a share of the largest level is."""
    return round(min(max(share, 0.0), 1.0), 3)


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
