"""A smooth curve at further points, for its picture: the points of a table may be too few for narrow peaks.

Reading a released curve at more points costs nothing. The record and the table keep their points.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from dpcore.release.record import Release, step
from dpcore.release.record.figure import as_columns, evaluate
from dpcore.result import Expansion, Figures

MOST = 5
"""The most points for each one of the table: those of the finest bandwidth that is offered."""


def finer(release: Release, shown: Expansion) -> tuple[Expansion, int]:
    """The curve as shown, at so many times its points; the same and 1 where that shows no more, or cannot be read."""
    try:
        step.check(release.query, release.facts_table, release.paid, release.rounds)
    except step.OtherTables:
        return shown, 1
    at = np.array(shown.at, dtype=np.float64)
    widest = release.query.reading.resolution(release.facts_table, release.rounds, release.level)
    gap = (at[-1] - at[0]) / max(len(at) - 1, 1)
    times = 1 if math.isinf(widest) else min(MOST, math.ceil(gap / widest - 1e-9))
    return (shown, 1) if times < 2 else _read(release, shown, at, times)


def _read(release: Release, shown: Expansion, at: np.ndarray, times: int) -> tuple[Expansion, int]:
    points = np.interp(np.arange(times * (len(at) - 1) + 1) / times, np.arange(len(at)), at)
    points[::times] = at
    figures = as_columns(evaluate(release, points, {}))
    if not _same(release.figures, figures, len(at), times):
        return shown, 1  # it is shown with another bandwidth
    names = [name for name in shown.keys if name != shown.argument]
    keys = {name: tuple(group[name] for group in shown.groups for _ in points) for name in names}
    keys |= {shown.argument: tuple(points.tolist()) * len(shown.groups)}
    fine = replace(shown, keys=keys, figures=figures, points=len(points))
    if _same(shown.figures, figures, len(at), times):
        return fine, times
    seen = _lowered(release.figures, shown.figures, figures, len(shown.groups))
    return (replace(fine, figures=seen), times) if _same(shown.figures, seen, len(at), times) else (shown, 1)


def _lowered(released: Figures, shown: Figures, figures: Figures, groups: int) -> Figures:
    """The curve less the constant of each group that was subtracted from it, and at least 0: as the view `above_zero`.

    With the constant of the table, the line goes through the numbers of the table.
    """
    coarse, view = (np.array(each["estimate"]).reshape(groups, -1) for each in (released, shown))
    most = np.nanargmax(view, axis=1)[:, None]
    less = np.take_along_axis(coarse - view, most, axis=1)
    lines = np.array(figures["estimate"]).reshape(groups, -1) - less
    ends = {name: tuple(np.maximum(np.array(figures[name]), 0.0).tolist()) for name in ("low", "high")}
    return {**figures, **ends, "estimate": tuple(np.maximum(lines, 0.0).ravel().tolist())}


def _same(coarse: Figures, fine: Figures, points: int, times: int) -> bool:
    """Whether a curve at further points has the figures of another at the points of that one."""
    pairs = ((np.array(coarse[name]), np.array(fine[name])) for name in ("estimate", "low", "high"))
    read = ((one, other.reshape(-1, times * (points - 1) + 1)[:, ::times].ravel()) for one, other in pairs)
    size = float(np.nanmax(np.abs(np.array(coarse["estimate"]))))
    return all(np.allclose(one, other, rtol=1e-6, atol=1e-9 * size, equal_nan=True) for one, other in read)
