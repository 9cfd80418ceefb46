"""Which cells of an answer say more than is public, and how the others are marked."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from dpcore.release.record import Release, reach
from dpcore.result import Function
from dpcore.text import Text

if TYPE_CHECKING:
    from numpy.typing import NDArray

NOT_USABLE = Text("not usable")
PALE = Text("Pale bars are not usable.")
"""What is said beside a chart that draws such cells paler."""


def usable(release: Release) -> NDArray[np.bool_]:
    """Whether each cell says more than is public: its margin is below half of the width that declared bounds leave.

    An answer with one bound, as a count has, is as far from it as its margin, at least. An answer without a margin is
    not judged by one.
    """
    if isinstance(release.result, Function):
        return _usable_lines(release.result, reach(release))
    low, high = release.query.bounds(release.facts_table)
    answer, far = np.array(release.estimates["estimate"]), reach(release)
    width = high - low
    room = np.full(len(far), width / 2) if math.isfinite(width) else np.minimum(answer - low, high - answer)
    good: NDArray[np.bool_] = np.isnan(far) | (far == 0) | (far < room)
    return good


def _usable_lines(result: Function, far: NDArray[np.float64]) -> NDArray[np.bool_]:
    """A line starts at zero, so it is judged as a whole: whether it rises by more than its margin."""
    top = result.by_group("estimate")[:, -1]
    good: NDArray[np.bool_] = np.repeat(far.reshape(len(top), -1).max(axis=1) < top, result.points)
    return good


def marks(release: Release, cells: int) -> list[str]:
    """For each of the first cells "not usable", or nothing; an empty list where every cell is usable."""
    good = usable(release)
    return [] if good.all() else ["" if each else NOT_USABLE for each in good[:cells]]
