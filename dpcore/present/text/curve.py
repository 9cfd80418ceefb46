"""What is said of a smooth function: where it is highest, where it has no rows, and what smoothing changes."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from dpcore.present.text import scale
from dpcore.present.text.digits import error_text, key_text
from dpcore.release.record import Release, step
from dpcore.result import Expansion, Smooth
from dpcore.text import Text, joined

if TYPE_CHECKING:
    from numpy.typing import NDArray

_LISTED = 6
NO_ROWS = Text("no rows to speak of here")
"""In place of an answer at a point."""
LEFT_OUT = Text("Where margins are over five times the usual one, the curve may leave the picture. The table has it.")


def peaks(result: Smooth, good: NDArray[np.bool_]) -> Text:
    """Where each of the first functions is highest: "371 at 35", with its group before it.

    good: the points that are usable; where there are none, all of them are looked at.
    """
    lines = np.array(result.figures["estimate"]).reshape(-1, result.points)[:_LISTED]
    known = good.reshape(-1, result.points)[:_LISTED]
    tops = [
        int(np.where(some | ~some.any(), line, -math.inf).argmax()) for line, some in zip(lines, known, strict=True)
    ]
    places = [", ".join(f"{result.keys[name][top]:g}" for name in result.arguments) for top in tops]
    both = zip(lines, tops, places, strict=True)
    highest = [Text("{value:.3g} at {place}", value=line[top], place=place) for line, top, place in both]
    groups = [", ".join(f"{name} {key_text(key)}" for name, key in group.items()) for group in result.groups]
    return joined(
        [
            Text("{group}: {value}", group=group, value=peak) if group else peak
            for group, peak in zip(groups, highest, strict=False)
        ],
        "; ",
    )


def few(release: Release) -> NDArray[np.bool_]:
    """The points of the table where there are no rows to speak of, by the released count; none if it is not known."""
    nowhere = np.zeros(release.cells, dtype=np.bool_)
    if not _read(release):
        return nowhere
    found = release.query.reading.few(release.facts_table, release.rounds, release.level)
    return nowhere if found is None else found


def without_rows(result: Expansion, where: NDArray[np.bool_]) -> Text:
    """Where there are no rows to speak of, by ranges of points; empty if there are some everywhere."""
    if not where.any():
        return Text("")
    said = list[str]()
    for group, some in zip(result.groups, where.reshape(-1, result.points), strict=True):
        ranges = joined(_ranges(result, some)[:_LISTED], ", ")
        if ranges:
            name = ", ".join(f"{key} {key_text(value)}" for key, value in group.items())
            said.append(Text("{group}: {value}", group=name, value=ranges) if name else ranges)
    listed = joined(said[:_LISTED], "; ") if len(said) <= _LISTED else joined([*said[:_LISTED], "…"], "; ")
    return Text(
        "There are no rows to speak of at {column} {places}: answers there are noise, or of rows elsewhere.",
        column=result.column,
        places=listed,
    )


def smoothed(release: Release, result: Expansion, where: NDArray[np.bool_]) -> Text:
    """How far smoothing may have moved the answers, as far as noise lets one see; empty if it is not known.

    where: the points that are left out.
    """
    if where.all() or not _read(release):
        return Text("")
    finer = release.query.reading.finer(release.facts_table, release.rounds, release.level)
    if finer is None:
        return Text("")
    read, how = finer
    answer, error = (np.array(release.estimates[name]) for name in ("estimate", "std_error"))
    apart = np.where(where, 0.0, np.abs(answer - read.estimate))
    if not apart.max() > 1e-9 * np.abs(answer).max():
        return Text("")
    factor = release.mechanism.error(release.level)
    least, most = release.query.quantity(release.facts_table).bounds
    far = np.minimum(apart + (factor.whole if factor else 2.0) * np.hypot(error, read.std_error), most - least)
    worst = int(np.where(where, -1.0, far).argmax())
    keys = [f"{result.behind.get(name, '')} {key_text(values[worst])}".strip() for name, values in _keys(release)]
    size, largest = (
        scale.error(release.query, error_text(scale.of_error(release.query) * width))
        for width in (float(np.median(far[~where])), float(far[worst]))
    )
    return Text(
        "Smoothing may change answers by more: compared with {how}, typically by up to {size}, and by up to {largest} "
        "at {where}.",
        how=how,
        size=size,
        largest=largest,
        where=" · ".join(keys),
    )


def _keys(release: Release) -> list[tuple[str, list[object]]]:
    return list(release.keys.items())


def _read(release: Release) -> bool:
    """Whether this version can read the released numbers."""
    try:
        step.check(release.query, release.facts_table, release.paid, release.rounds)
    except step.OtherTables:
        return False
    return True


def _ranges(result: Expansion, where: NDArray[np.bool_]) -> list[Text | str]:
    """Neighbouring points together: "0 to 4"."""
    places = np.flatnonzero(where)
    parts = np.split(places, np.flatnonzero(np.diff(places) > 1) + 1)
    ends = [(key_text(result.at[part[0]]), key_text(result.at[part[-1]])) for part in parts if len(part)]
    return [low if low == high else Text("{low} to {high}", low=low, high=high) for low, high in ends]
