"""One presenter per shape of answer. `picture` selects it; mypy checks that no shape is missing."""

from __future__ import annotations

from typing import assert_never

from dpcore.present.chart.picture import Picture
from dpcore.present.shape import bins, cells, columns, expansion, function, graph, matrix, model, surface
from dpcore.release.record import Release
from dpcore.result import Bins, Columns, Expansion, Function, Graph, Grouped, Matrix, Model, Number, Result, Surface


def further(release: Release) -> Picture | None:
    """The second chart of a model that states probabilities: how well they agree with the rows; None for others."""
    return model.agreement(release) if isinstance(release.result, Model) else None


def picture(release: Release, seen: Result | None = None) -> Picture | None:
    """The chart of an answer; None for a single number, which words show better.

    seen: the same answer with free views applied.
    """
    result = release.result if seen is None else seen
    if result.size < 2 and not result.pictured:
        return None
    match result:
        case Number():
            return None
        case Grouped():
            return cells.picture(release, result)
        case Bins():
            return bins.picture(release, result)
        case Columns():
            return columns.picture(release, result)
        case Function():
            return function.picture(release, result)
        case Expansion():
            return expansion.picture(release, result)
        case Surface():
            return surface.picture(release, result)
        case Matrix():
            return matrix.picture(release, result)
        case Graph():
            return graph.picture(release, result)
        case Model():
            return model.picture(release, result)
        case _:
            assert_never(result)
