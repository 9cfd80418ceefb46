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
from dpcore.table.column import Number
from dpcore.text import Text, joined

if TYPE_CHECKING:
    from numpy.typing import NDArray

NOISE_ONLY = Text("The margin covers privacy noise only, not sampling error or clipped values.")
RANKS_ONLY = Text("The number of rows covers privacy noise only, not sampling error or clipped values.")
_NAMED = 3
# Characters of a key in a sentence; the table beside it has the whole of it.
_LONGEST = 40
RESUMED = Text(
    "This answer was finished by a later call than the one that began it: its rounds read the table at different "
    "moments, between which the rows may have changed."
)


def meaning(release: Release) -> Text:
    """How far noise moved the answer: chart caption and alt text alike."""
    if release.exact:
        return Text(
            "{question}: public under this neighbouring relation, so no noise was needed.",
            question=release.query.words,
        )
    if (error := in_ranks(release)) is not None:
        return ranks.meaning(release, error)
    far, good = reach(release), usable(release)
    level, middle, largest = 100 * release.level, float(np.nanmedian(far)), float(np.nanmax(far))
    if len(far) == 1:
        margin = Text(
            "{level:g} % margin of error from privacy noise: ±{size}.", level=level, size=size(release.query, middle)
        )
        return joined([margin, "" if good[0] else _why(release)])
    cell = release.query.cell
    if largest <= 1.05 * middle:
        most = size(release.query, largest)
        margin = Text(
            "{level:g} % margin of error from privacy noise: ±{size} per {cell}.", level=level, size=most, cell=cell
        )
        return joined([margin, _unusable(release, good, cell)])
    worst = int(np.nanargmax(far))
    named: str = _labels(release, [worst])[0]
    named = named if good[worst] else Text("{name}: {why}", name=named, why=NOT_USABLE)
    others = good.copy()
    others[worst] = True
    margin = Text(
        "{level:g} % margin of error from privacy noise: typically ±{size} per {cell}; largest ±{largest} ({where}).",
        level=level,
        size=size(release.query, middle),
        cell=cell,
        largest=size(release.query, largest),
        where=named,
    )
    return joined([margin, _unusable(release, others, cell, also=not good[worst])])


def brief(query: Query, margin: Margin) -> Text:
    """A margin in a few words: "±34", or "±0.58, largest ±180"."""
    largest = size(query, margin.largest)
    if margin.largest <= 1.05 * margin.typical:
        return Text("±{size}", size=largest)
    return Text("±{size}, largest ±{largest}", size=size(query, margin.typical), largest=largest)


def change(query: Query, now: Margin, after: Margin) -> Text:
    """What one more measurement brings: "±34 now, ±25 after", and the same of the largest where it is another."""
    worst = {"most": size(query, now.largest), "most_after": size(query, after.largest)}
    if now.largest <= 1.05 * now.typical and after.largest <= 1.05 * after.typical:
        return Text("±{most} now, ±{most_after} after", **worst)
    return Text(
        "±{now} now, ±{after} after; largest ±{most} now, ±{most_after} after",
        now=size(query, now.typical),
        after=size(query, after.typical),
        **worst,
    )


def size(query: Query, half_width: float) -> str:
    """An error in its question's unit: that of a share in percentage points, that of a median in ranks."""
    if query.unit_of_error == "ranks":
        return ranks.counted(half_width)
    return scale.error(query, error_text(scale.of(query) * half_width)) if half_width else "0"


def clipping(release: Release) -> Text:
    """What clipping did to an answer that is made of values; empty for any other."""
    name = release.query.clipped
    column = release.facts_table.schema.columns.get(name or "")
    if not isinstance(column, Number):
        return Text("")
    low, high = _plain(column.low), _plain(column.high)
    if not release.exact and release.query.unit_of_error == "value":
        return Text(
            "Values outside {low} to {high} were set to the nearest bound; the margin does not include that.",
            low=low,
            high=high,
        )
    return Text("Values outside {low} to {high} were set to the nearest bound.", low=low, high=high)


def alt(release: Release) -> Text:
    """The text alternative of its chart: the sentence under it."""
    return Text("Chart of {question}. {meaning}", question=release.sentence, meaning=meaning(release))


def caveats(release: Release) -> list[Text]:
    """What the margin does not cover, one sentence each."""
    further = list(filter(None, [clipping(release), moments(release)]))
    if (error := in_ranks(release)) is not None:
        return [ranks.caveat(release, error), RANKS_ONLY, *further]
    said = [NOISE_ONLY] if not release.exact else []
    return [*said, *further]


def moments(release: Release) -> Text:
    """What is to be known of an answer whose rounds read rows in place at more than one moment; else empty."""
    return RESUMED if release.resumed else Text("")


def _unusable(release: Release, good: NDArray[np.bool_], cell: str, also: bool = False) -> Text:
    """Which cells say nothing, the first few by name."""
    places = np.flatnonzero(~good)
    if not len(places):
        return Text("")
    if len(places) == len(good):
        return Text("No {cell} is usable: {reason}.", cell=cell, reason=_reason(release))
    names = joined(_labels(release, places[:_NAMED]), ", ")
    if len(places) > _NAMED:
        names = Text("{names} and {more:,} more", names=names, more=len(places) - _NAMED)
    if also:
        return Text("Also {why}: {names}.", why=NOT_USABLE, names=names)
    return Text("Not usable, {reason}: {names}.", reason=_reason(release), names=names)


def _reason(release: Release) -> Text:
    bounds = release.query.bounds(release.facts_table)
    if all(map(math.isfinite, bounds)):
        return Text("the margin is as wide as the declared bounds")
    return Text("the margin is larger than the answer")


def _why(release: Release) -> Text:
    return Text("Not usable: {reason}.", reason=_reason(release))


def _labels(release: Release, places: Sequence[int] | NDArray[np.int64]) -> list[str]:
    """Cells by their keys, bins by their ends."""
    keys = key_table(release.query, release.facts_table)
    column = release.facts_table.schema.columns.get(getattr(release.query, "column", ""))
    if "bin_low" in keys:
        lows, highs = keys["bin_low"], keys["bin_high"]
        if isinstance(column, Number) and column.integer:
            lows, highs = tidy.closed(lows, highs)
        ends = [(_plain(lows[place]), _plain(highs[place])) for place in places]
        return [low if low == high else Text("{low} to {high}", low=low, high=high) for low, high in ends]
    return [" · ".join(_plain(values[place]) for values in keys.values()) for place in places]


def _plain(value: object) -> str:
    """A key or a bound as people write it, with a true minus sign."""
    if isinstance(value, bool):
        return Text("yes") if value else Text("no")
    if isinstance(value, int | float):
        return f"{value:,.12g}".replace("-", "−")
    text = str(value)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
