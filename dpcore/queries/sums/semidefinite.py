"""A free view of a matrix: the nearest one that is positive semidefinite, as every table's matrix is without noise.

Sources: the nearest matrix replaces negative eigenvalues by 0 (Higham 1988); with ones on the diagonal it is found by
alternating projections with Dykstra's correction (Higham 2002).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dpcore.result.view import Columns, View
from dpcore.text import Text

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dpcore.result import Figures

    Floats = NDArray[np.float64]

_PROJECTIONS = 60
_EQUAL = 1e-9  # a smaller change of an answer, in units of its largest value, is rounding


def semidefinite(columns: int, places: list[tuple[int, int]], scales: Floats) -> View:
    """The view of answers for pairs of columns, by the places of the columns; scales: the unit of each pair.

    Distances are measured in these units. Without entries on the diagonal, the diagonal is 1.
    """

    def seen(figures: Figures, cells: int) -> tuple[Columns, Text]:
        released = np.array(figures["estimate"], dtype=np.float64).reshape(-1, len(places)) / scales
        shown = np.array([_nearest(row, columns, places) for row in released])
        changed = int((np.abs(shown - released) > _EQUAL).sum())
        sentence = Text("The answers form a positive semidefinite matrix already.")
        if changed:
            sentence = Text(
                "{changed} of {number} answers were moved to the nearest positive semidefinite matrix.",
                changed=changed,
                number=shown.size,
            )
        return {**figures, "estimate": (shown * scales).ravel()}, sentence

    return View(
        "semidefinite",
        Text("Positive semidefinite"),
        Text(
            "Shows the nearest matrix without negative eigenvalues, as methods that continue from a matrix need it. "
            "Intervals are still those of the released numbers."
        ),
        seen,
    )


def _nearest(row: Floats, columns: int, places: list[tuple[int, int]]) -> Floats:
    """The entries of the nearest matrix; unchanged if some are not known."""
    if not np.isfinite(row).all():
        return row
    rows, across = np.array(places).T
    matrix = np.eye(columns)
    matrix[rows, across] = matrix[across, rows] = row
    ones = not (rows == across).any()
    shown = _with_ones(matrix) if ones else _clipped(matrix)
    found: Floats = shown[rows, across]
    return found


def _clipped(matrix: Floats) -> Floats:
    values, vectors = np.linalg.eigh(matrix)
    if values[0] >= 0:
        return matrix
    clipped: Floats = (vectors * np.maximum(values, 0.0)) @ vectors.T
    return clipped


def _with_ones(matrix: Floats) -> Floats:
    """The nearest with ones on the diagonal; scaled to them at the end, so that it is one after finitely many steps."""
    if np.linalg.eigvalsh(matrix)[0] >= 0:
        return matrix
    correction, shown = np.zeros_like(matrix), matrix
    for _ in range(_PROJECTIONS):
        clipped = _clipped(shown - correction)
        correction = clipped - (shown - correction)
        shown = clipped.copy()
        np.fill_diagonal(shown, 1.0)
    last = _clipped(shown)
    size = np.sqrt(np.diag(last))
    scaled: Floats = last / np.outer(size, size)
    return scaled
