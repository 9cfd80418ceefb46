# vital
"""Which cells of an answer are not usable, and why, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from dpcore.present.text import tidy
from dpcore.present.text.digits import key_text
from dpcore.present.text.usable import TOO_SMALL, verdict
from dpcore.release.judged import judge
from dpcore.release.record import Release
from dpcore.result import Model
from dpcore.table.column import Number
from dpcore.text import Text, joined

if TYPE_CHECKING:
    from numpy.typing import NDArray

_NAMED = 3


def unusable(release: Release, good: NDArray[np.bool_], cell: str, also: bool = False) -> Text:
    """The cells that are not usable, the first few by name."""
    places = np.flatnonzero(~good)
    if not len(places):
        return Text("")
    if len(places) == len(good):
        return Text("No {cell} is usable: {reason}.", cell=cell, reason=reason(release, good))
    names = joined(labels(release, places[:_NAMED]), ", ")
    if len(places) > _NAMED:
        names = Text("{names} and {more:,} more", names=names, more=len(places) - _NAMED)
    if also:
        return Text("Also {why}: {names}.", why=verdict(release), names=names)
    if verdict(release) == TOO_SMALL:
        return Text(
            "Too small to distinguish from zero ({reason}): {names}.", reason=reason(release, good), names=names
        )
    return Text("Not usable ({reason}): {names}.", reason=reason(release, good), names=names)


def reason(release: Release, good: NDArray[np.bool_]) -> Text:
    """Why the cells that are not usable are not."""
    wide = np.isinf(judge(release).below[~good])
    if wide.all():
        return Text("the margin is as wide as the declared bounds")
    if wide.any():
        return Text("the margin is larger than the answer, or as wide as the declared bounds")
    return Text("the margin is larger than the answer")


def labels(release: Release, places: Sequence[int] | NDArray[np.int64]) -> list[str]:
    """Labels of cells: keys, or the ends of a bin."""
    keys = release.keys
    column = release.facts_table.schema.columns.get(getattr(release.query, "column", ""))
    if "bin_low" in keys:
        lows, highs = keys["bin_low"], keys["bin_high"]
        if isinstance(column, Number) and column.integer:
            lows, highs = tidy.closed(lows, highs)
        ends = [(key_text(lows[place]), key_text(highs[place])) for place in places]
        return [low if low == high else Text("{low} to {high}", low=low, high=high) for low, high in ends]
    along = release.result.behind  # a bare number would not say of what
    return [
        " · ".join(f"{along.get(name, '')} {key_text(values[place])}".strip() for name, values in keys.items())
        for place in places
    ]


def covered(result: Model, places: Sequence[int], told: int) -> Text:
    """The compared entries of which nothing is known, the first few by name."""
    if not places:
        return Text("")
    if len(places) == told:
        return Text("Not usable: the margin covers all possible shares.")
    names = joined([key_text(result.names[place]) for place in places[:_NAMED]], ", ")
    if len(places) > _NAMED:
        names = Text("{names} and {more:,} more", names=names, more=len(places) - _NAMED)
    return Text("Not usable (the margin covers all possible shares): {names}.", names=names)
