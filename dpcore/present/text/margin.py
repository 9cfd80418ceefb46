"""The margin of error of an answer in words, true for its worst cell: what privacy noise does, and what it does not."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from dpcore.present.shape import tidy
from dpcore.present.shape.usable import NOT_USABLE, usable
from dpcore.present.text import ranks, scale
from dpcore.present.text.digits import error_text
from dpcore.queries import Query
from dpcore.queries.prediction import Margin
from dpcore.release.measurement import in_ranks
from dpcore.release.record import Release, key_table, reach
from dpcore.table.schema import Number

if TYPE_CHECKING:
    from numpy.typing import NDArray

NOISE_ONLY = "The margin covers privacy noise only, not sampling error or clipped values."
RANKS_ONLY = "The number of rows covers privacy noise only, not sampling error or clipped values."
_NAMED = 3
# Characters of a key in a sentence; the table beside it has the whole of it.
_LONGEST = 40
RESUMED = (
    "This answer was finished by a later call than the one that began it: its rounds read the table at different "
    "moments, between which the rows may have changed."
)


def meaning(release: Release) -> str:
    """How far noise moved the answer: chart caption and alt text alike."""
    if release.exact:
        subject = release.query.words[0].lower() + release.query.words[1:]
        return f"This {subject} is public under this neighbouring relation, so no noise was needed."
    if (error := in_ranks(release)) is not None:
        return ranks.meaning(release, error)
    far, good = reach(release), usable(release)
    head = f"{100 * release.level:g} % margin of error from privacy noise:"
    middle, largest = float(np.nanmedian(far)), float(np.nanmax(far))
    if len(far) == 1:
        return f"{head} ±{size(release.query, middle)}.{'' if good[0] else f' {_why(release)}'}"
    cell = release.query.cell
    if largest <= 1.05 * middle:
        return f"{head} ±{size(release.query, largest)} per {cell}.{_unusable(release, good, cell)}"
    worst = int(np.nanargmax(far))
    named = _labels(release, [worst])[0] + ("" if good[worst] else f": {NOT_USABLE}")
    others = good.copy()
    others[worst] = True
    typical = f"typically ±{size(release.query, middle)} per {cell}; largest ±{size(release.query, largest)} ({named})."
    return f"{head} {typical}{_unusable(release, others, cell, also=not good[worst])}"


def brief(query: Query, margin: Margin) -> str:
    """A margin in a few words: "±34", or "±0.58, largest ±180"."""
    if margin.largest <= 1.05 * margin.typical:
        return f"±{size(query, margin.largest)}"
    return f"±{size(query, margin.typical)}, largest ±{size(query, margin.largest)}"


def change(query: Query, now: Margin, after: Margin) -> str:
    """What one more measurement brings: "±34 now, ±25 after", and the same of the largest where it is another."""
    if now.largest <= 1.05 * now.typical and after.largest <= 1.05 * after.typical:
        return f"±{size(query, now.largest)} now, ±{size(query, after.largest)} after"
    said = f"±{size(query, now.typical)} now, ±{size(query, after.typical)} after"
    return f"{said}; largest ±{size(query, now.largest)} now, ±{size(query, after.largest)} after"


def size(query: Query, half_width: float) -> str:
    """An error in its question's unit: that of a share in percentage points, that of a median in ranks."""
    if query.unit_of_error == "ranks":
        return ranks.counted(half_width)
    return error_text(scale.of(query) * half_width) + scale.error_unit(query) if half_width else "0"


def clipping(release: Release) -> str:
    """What clipping did to an answer that is made of values; empty for any other."""
    name = release.query.clipped
    column = release.facts_table.schema.columns.get(name or "")
    if not isinstance(column, Number):
        return ""
    moved = f"Values outside {_plain(column.low)} to {_plain(column.high)} were set to the nearest bound"
    margin = not release.exact and release.query.unit_of_error == "value"
    return f"{moved}; the margin does not include that." if margin else f"{moved}."


def caveats(release: Release) -> list[str]:
    """What the margin does not cover, one sentence each."""
    further = list(filter(None, [clipping(release), moments(release)]))
    if (error := in_ranks(release)) is not None:
        return [ranks.caveat(release, error), RANKS_ONLY, *further]
    said = [NOISE_ONLY] if not release.exact else []
    return [*said, *further]


def moments(release: Release) -> str:
    """What is to be known of an answer whose rounds read rows in place at more than one moment; else empty."""
    return RESUMED if release.resumed else ""


def _unusable(release: Release, good: NDArray[np.bool_], cell: str, also: bool = False) -> str:
    """Which cells say nothing, the first few by name."""
    places = np.flatnonzero(~good)
    if not len(places):
        return ""
    if len(places) == len(good):
        return f" No {cell} is usable: {_reason(release)}."
    names = ", ".join(_labels(release, places[:_NAMED]))
    more = f" and {len(places) - _NAMED:,} more" if len(places) > _NAMED else ""
    return f" Also {NOT_USABLE}: {names}{more}." if also else f" Not usable, {_reason(release)}: {names}{more}."


def _reason(release: Release) -> str:
    bounds = release.query.bounds(release.facts_table)
    if all(map(math.isfinite, bounds)):
        return "the margin is as wide as the declared bounds"
    return "the margin is larger than the answer"


def _why(release: Release) -> str:
    return f"Not usable: {_reason(release)}."


def _labels(release: Release, places: Sequence[int] | NDArray[np.int64]) -> list[str]:
    """Cells by their keys, bins by their ends."""
    keys = key_table(release.query, release.facts_table)
    column = release.facts_table.schema.columns.get(getattr(release.query, "column", ""))
    if "bin_low" in keys:
        lows, highs = keys["bin_low"], keys["bin_high"]
        if isinstance(column, Number) and column.integer:
            lows, highs = tidy.closed(lows, highs)
        ends = [(_plain(lows[place]), _plain(highs[place])) for place in places]
        return [low if low == high else f"{low} to {high}" for low, high in ends]
    return [" · ".join(_plain(values[place]) for values in keys.values()) for place in places]


def _plain(value: object) -> str:
    """A key or a bound as people write it, with a true minus sign."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return f"{value:,.12g}".replace("-", "−")
    text = str(value)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
