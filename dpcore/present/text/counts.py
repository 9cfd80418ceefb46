"""What paid counts of rows say of the rank of an answer, in words: "30 is the 49.6 % to 50.5 % quantile (95 %)"."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from dpcore.present.text.digits import key_text
from dpcore.queries.question.recounted import Recounted
from dpcore.release.record import Release
from dpcore.text import Text, joined

_LISTED = 6  # the most answers that a sentence lists


def measured(release: Release, found: Recounted) -> Text:
    """Between which quantiles of the rows each answer lies; the first few by name."""
    answers, level = release.figures["estimate"], 100 * release.level
    lows, highs = found.low.ravel(), found.high.ravel()
    if len(answers) == 1:
        facts = {"shares": between(float(lows[0]), float(highs[0])), "level": level}
        if math.isnan(answers[0]):
            return Text(
                "The drawn number is the {shares} quantile ({level:g} %), measured by counting rows with noise. It may "
                "lie beyond every row, so it is not stated as an answer.",
                **facts,
            )
        return Text(
            "{answer} is the {shares} quantile ({level:g} %), measured by counting rows with noise.",
            answer=key_text(_on_grid(release, float(answers[0]))),
            **facts,
        )
    parts = [
        Text("{name}: {shares}", name=name, shares=between(float(low), float(high)))
        for name, low, high in zip(_names(release, range(min(_LISTED, len(answers)))), lows, highs, strict=False)
    ]
    if len(answers) > _LISTED:
        parts.append(Text("{more:,} more in the table", more=len(answers) - _LISTED))
    return Text(
        "Measured by counting rows with noise ({level:g} %, each), the answers are these quantiles: {parts}.",
        level=level,
        parts=joined(parts, "; "),
    )


def _on_grid(release: Release, answer: float) -> float:
    """An answer with the digits that a step of its grid has."""
    step = release.query.quantity(release.facts_table).step
    return round(answer, max(0, -math.floor(math.log10(step)))) if math.isfinite(answer) else answer


def beside(release: Release) -> Text:
    """The quantiles beside a single answer, in brief; empty without counts."""
    found = release.recounted
    if found is None or found.ranks.size != 1:
        return Text("")
    return Text("({shares} quantile)", shares=between(float(found.low.flat[0]), float(found.high.flat[0])))


def beyond(release: Release, found: Recounted) -> Text:
    """Which answers may lie beyond every row, so that they are not usable; empty if none may."""
    places = np.flatnonzero(~found.inside.ravel()).tolist()
    if not places:
        return Text("")
    if found.ranks.size == 1:
        # vital
        return Text("The counts do not exclude that the answer lies beyond every row, so it is not usable.")
    names = joined(_names(release, places[:_LISTED]), ", ")
    if len(places) > _LISTED:
        names = Text("{names} and {more:,} more", names=names, more=len(places) - _LISTED)
    # vital
    return Text(
        "The counts do not exclude that these answers lie beyond every row, so they are not usable: {names}.",
        names=names,
    )


def between(low: float, high: float) -> Text:
    """Two shares in percent; one of them where they are the same, as for a value of many rows."""
    least, most = span(low, high)
    return Text("{share} %", share=least) if least == most else Text("{low} % to {high} %", low=least, high=most)


def span(low: float, high: float) -> tuple[str, str]:
    """Two shares in percent, rounded outwards, with as many digits as their difference needs."""
    width = 100 * (high - low)
    digits = min(6, max(1, -math.floor(math.log10(width)))) if width > 0 else 4
    size = 10.0**digits
    ends = math.floor(100 * low * size + 1e-9) / size, math.ceil(100 * high * size - 1e-9) / size
    return f"{max(0.0, ends[0]):g}", f"{min(100.0, ends[1]):g}"


def _names(release: Release, places: Iterable[int]) -> list[str]:
    """The keys of answers."""
    return [" · ".join(key_text(values[place]) for values in release.keys.values()) for place in places]
