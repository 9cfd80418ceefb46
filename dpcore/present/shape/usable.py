"""Which cells of an answer are usable, that is, say more than is already public; and the marks of the others."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

import numpy as np

from dpcore.release.record import Release, reach, step
from dpcore.result import Function, Graph, Matrix, Model, Smooth
from dpcore.text import Text

if TYPE_CHECKING:
    from numpy.typing import NDArray

NOT_USABLE = Text("not usable")
MAY_BE_NOISE = Text("may be noise alone")
TOO_SMALL = Text("too small to distinguish from zero")
PALE = Text("Pale bars are not usable.")
"""Stated beside a chart that draws such cells paler."""
PALE_SMALL = Text("Pale bars stand for groups or counts too small to distinguish from zero.")
"""The same for groups and counts."""
HATCHED = Text("Hatched cells are not usable.")
"""Stated beside a square of cells."""
PUBLIC = Text("The picture shows the public list of edges. It says nothing about the weights.")
"""Stated beside the picture of a graph."""


def usable(release: Release) -> NDArray[np.bool_]:
    """Whether each cell is usable: its margin of error is below half the width of the declared bounds.

    An answer with only one finite bound, such as a count, is usable if it is farther from that bound than its margin.
    An answer without a margin counts as usable, but for an entry of a model, of which nothing is told then. An answer
    whose rank was counted is usable if it lies among the rows.
    """
    if isinstance(release.result, Model) and release.query.intervals:
        return np.isfinite(reach(release))
    if (found := release.recounted) is not None:
        return found.inside.ravel()
    low, high = release.query.cell_bounds(release.facts_table)
    if isinstance(release.result, Function | Smooth) and not np.isfinite(high).all():
        return _usable_lines(release.result, reach(release), not np.isfinite(low).any())
    answer, far = np.array(release.figures["estimate"]), reach(release)
    width = high - low
    room = np.where(np.isfinite(width), width / 2, np.minimum(answer - low, high - answer))
    good: NDArray[np.bool_] = np.isnan(far) | (far == 0) | (far < room)
    return good


def verdict(release: Release) -> Text:
    """What is said of a cell that is not usable: a count or a group of rows is too small for its noise."""
    low, high = release.query.bounds(release.facts_table)
    amount = isfinite(low) and not isfinite(high)
    if release.query.unit_of_error == "ranks":
        return NOT_USABLE
    small = amount or (release.query.by and not isinstance(release.result, Smooth))  # a point is not a group
    return TOO_SMALL if small and not isinstance(release.result, Matrix) else NOT_USABLE


def notes(release: Release, pale: bool) -> list[Text]:
    """What is said beside the picture. pale: whether it has cells that are not usable."""
    if isinstance(release.result, Graph):
        return [PUBLIC]
    if isinstance(release.result, Smooth | Model):
        try:
            step.check(release.query, release.facts_table, release.paid, release.rounds)
        except step.OtherTables as error:
            return [error.sentence]
        rounds = release.rounds if isinstance(release.result, Smooth) else release.standardised or release.rounds
        return [found] if (found := release.query.found(release.facts_table, rounds, release.level)) else []
    if not pale:
        return []
    if isinstance(release.result, Matrix) and not release.result.grouped:
        return [HATCHED]
    return [PALE_SMALL if verdict(release) == TOO_SMALL else PALE]


def _usable_lines(result: Function | Smooth, far: NDArray[np.float64], signed: bool) -> NDArray[np.bool_]:
    """A line is judged as a whole: it is usable if it rises from zero, or to its peak, by more than its margin.

    signed: answers are on both sides of zero, and a peak is on either.
    """
    lines = np.array(result.figures["estimate"], dtype=np.float64).reshape(-1, result.points)
    top = lines[:, -1] if isinstance(result, Function) else (np.abs(lines) if signed else lines).max(axis=1)
    good: NDArray[np.bool_] = np.repeat(far.reshape(len(top), -1).max(axis=1) < top, result.points)
    return good


def marks(release: Release, cells: int) -> list[str]:
    """A mark for each of the first cells: the verdict or an empty text. An empty list if all cells are usable."""
    good, word = usable(release), verdict(release)
    return [] if good.all() else ["" if usable_ else word for usable_ in good[:cells]]
