# vital
"""What is said of an answer's error: the margin, valid for its worst cell, and what the margin does not cover."""

from __future__ import annotations

import math

from dpcore.present.shape import presenter
from dpcore.present.text import counts, scale
from dpcore.present.text.digits import error_text, outwards
from dpcore.release.record import Release, reach
from dpcore.result import Result
from dpcore.text import Text


def meaning(release: Release) -> Text:
    """The effect of noise on the answer: used as chart caption and in the alt text."""
    return presenter(release).meaning


def alt(release: Release, seen: Result | None = None) -> Text:
    """The text alternative of the chart, which includes its caption. seen: the answer as it is drawn."""
    return presenter(release, seen).alt


def caveats(release: Release) -> list[Text]:
    """The sources of error that the margin does not cover, one sentence each."""
    return presenter(release).caveats


def beside(release: Release) -> str:
    """The error beside a single figure: "± 34", or the ends of an interval that was paid for; empty if there is none.

    An interval beside an error in ranks is not symmetric, so its ends are given, rounded outwards.
    """
    half = scale.of_error(release.query) * float(reach(release)[0])
    if release.query.error.unit == "value":
        if not half > 0:
            return ""
        return Text("± {size}", size=scale.error(release.query, error_text(half)))
    if math.isnan(half):
        return counts.beside(release)
    low, high = (float(release.figures[name][0]) for name in ("low", "high"))
    return Text("({low} to {high})", low=outwards(low, -1), high=outwards(high, 1))
