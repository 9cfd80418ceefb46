"""Which cells of an answer are usable, that is, say more than is already public; and the marks of the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dpcore.release.record import Release, reach
from dpcore.result import Function, Graph, Matrix
from dpcore.text import Text

if TYPE_CHECKING:
    from numpy.typing import NDArray

NOT_USABLE = Text("not usable")
PALE = Text("Pale bars are not usable.")
"""Stated beside a chart that draws such cells paler."""
HATCHED = Text("Hatched cells are not usable.")
"""Stated beside a square of cells."""
PUBLIC = Text("The picture shows the public list of edges. It says nothing about the weights.")
"""Stated beside the picture of a graph."""


def usable(release: Release) -> NDArray[np.bool_]:
    """Whether each cell is usable: its margin of error is below half the width of the declared bounds.

    An answer with only one finite bound, such as a count, is usable if it is farther from that bound than its margin.
    An answer without a margin counts as usable.
    """
    if isinstance(release.result, Function):
        return _usable_lines(release.result, reach(release))
    low, high = release.query.cell_bounds(release.facts_table)
    answer, far = np.array(release.estimates["estimate"]), reach(release)
    width = high - low
    room = np.where(np.isfinite(width), width / 2, np.minimum(answer - low, high - answer))
    good: NDArray[np.bool_] = np.isnan(far) | (far == 0) | (far < room)
    return good


def notes(release: Release, pale: bool) -> list[Text]:
    """What is said beside the picture. pale: whether it has cells that are not usable."""
    if isinstance(release.result, Graph):
        return [PUBLIC]
    if not pale:
        return []
    return [HATCHED if isinstance(release.result, Matrix) and not release.result.grouped else PALE]


def _usable_lines(result: Function, far: NDArray[np.float64]) -> NDArray[np.bool_]:
    """A line starts at zero, so it is judged as a whole: it is usable if it rises by more than its margin."""
    top = result.by_group("estimate")[:, -1]
    good: NDArray[np.bool_] = np.repeat(far.reshape(len(top), -1).max(axis=1) < top, result.points)
    return good


def marks(release: Release, cells: int) -> list[str]:
    """A mark for each of the first cells: "not usable" or an empty text. An empty list if all cells are usable."""
    good = usable(release)
    return [] if good.all() else ["" if usable_ else NOT_USABLE for usable_ in good[:cells]]
