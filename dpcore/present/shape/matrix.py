"""The chart of a matrix: a square of coloured cells; by group, a bar for each pair."""

from __future__ import annotations

from dpcore.present.chart.picture import Picture, Tiles
from dpcore.present.shape import cells
from dpcore.present.shape.common import drawn, series
from dpcore.release.record import Release
from dpcore.result import Matrix
from dpcore.text import Text


def picture(release: Release, result: Matrix) -> Picture:
    """A cell for each pair, coloured by the share that its answer is of the largest possible one."""
    if result.grouped:
        return cells.picture(release, result)
    shares = zip(result.figures["estimate"], result.largest, strict=True)
    tiles = Tiles(
        names=result.names,
        title=Text("Columns"),
        places=result.places,
        shades=tuple(answer / largest for answer, largest in shares),
        scale=result.scale,
    )
    return drawn(release, tiles, [series(result.figures)])
