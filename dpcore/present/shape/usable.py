"""How cells of an answer that are not usable are marked."""

from __future__ import annotations

from math import isfinite

from dpcore.release.judged import usable as usable
from dpcore.release.record import Release, step
from dpcore.result import Graph, Matrix, Model, Smooth
from dpcore.text import Text

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


def verdict(release: Release) -> Text:
    """What is said of a cell that is not usable: a count or a group of rows is too small for its noise."""
    low, high = release.query.quantity(release.facts_table).bounds
    amount = isfinite(low) and not isfinite(high)
    if release.query.error.unit == "ranks":
        return NOT_USABLE
    small = amount or (release.query.by and release.result.of_groups)
    return TOO_SMALL if small and not release.result.signed else NOT_USABLE


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
        return [found] if (found := release.query.reading.found(release.facts_table, rounds, release.level)) else []
    if not pale:
        return []
    if isinstance(release.result, Matrix) and not release.result.grouped:
        return [HATCHED]
    return [PALE_SMALL if verdict(release) == TOO_SMALL else PALE]


def marks(release: Release, cells: int) -> list[str]:
    """A mark for each of the first cells: the verdict or an empty text. An empty list if all cells are usable."""
    good, word = usable(release), verdict(release)
    return [] if good.all() else ["" if usable_ else word for usable_ in good[:cells]]
