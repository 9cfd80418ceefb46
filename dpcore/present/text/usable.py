# vital
"""How cells of an answer that are not usable are marked."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

from dpcore.release.judged import usable as usable
from dpcore.release.record import Release
from dpcore.text import Text

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

NOT_USABLE = Text("not usable")
MAY_BE_NOISE = Text("may be noise alone")
TOO_SMALL = Text("too small to distinguish from zero")
PALE = Text("Answers in grey are not usable.")
"""Stated beside a chart that draws such cells in grey."""
PALE_SMALL = Text("Answers in grey belong to groups or counts too small to distinguish from zero.")
"""The same for groups and counts."""
HATCHED = Text("Hatched cells are not usable.")
"""Stated beside a square of cells."""
GREY = Text("Grey cells are not usable.")
"""Stated beside a heat map of two keys."""
GREY_SMALL = Text("Grey cells stand for groups or counts too small to distinguish from zero.")
"""The same for groups and counts."""
COLOURS = Text("The colours do not show the margin of error. The table has the answer and the interval of every cell.")
"""The same, always: such a picture has no whiskers, and no numbers where they do not fit."""
PUBLIC = Text("The picture shows the public list of edges. It says nothing about the weights.")
"""Stated beside the picture of a graph."""


def verdict(release: Release) -> Text:
    """What is said of a cell that is not usable: a count or a group of rows is too small for its noise."""
    low, high = release.query.quantity(release.facts_table).bounds
    amount = isfinite(low) and not isfinite(high)
    if release.query.error.unit == "ranks":
        return NOT_USABLE
    small = amount or (release.query.by and release.result.of_groups)
    return TOO_SMALL if small and not release.result.signed else NOT_USABLE


def marks(release: Release, good: NDArray[np.bool_]) -> list[str]:
    """A mark for each cell, usable or not: an empty text or the verdict. An empty list if all are usable."""
    return [] if good.all() else ["" if usable_ else verdict(release) for usable_ in good]
