"""The rows and columns of a heat map: the two keys of an answer."""

from __future__ import annotations

from dpcore.present.chart.picture import HeatMap
from dpcore.present.text import tidy
from dpcore.release.record import Release
from dpcore.result.base import Shape


def crossed(release: Release, result: Shape) -> HeatMap | None:
    """The cells of an answer by two keys; None if it has more or fewer, or a single row or column.

    The key with more values stands beside the rows, since a page is higher than wide. Rows and columns keep the order
    of the table.
    """
    keys = tidy.key_names(release, result.columns)
    if len(keys) != 2 or not set(keys) <= set(result.keys):
        return None
    found = {key: {value: place for place, value in enumerate(dict.fromkeys(result.keys[key]))} for key in keys}
    rows, columns = sorted(keys, key=lambda key: -len(found[key]))
    places = tuple(
        (found[rows][row], found[columns][column])
        for row, column in zip(result.keys[rows], result.keys[columns], strict=True)
    )
    if len(found[columns]) < 2 or len(set(places)) < len(places):
        return None
    return HeatMap(
        names=tuple(map(tidy.written, found[rows])),
        columns=tuple(map(tidy.written, found[columns])),
        title=columns,
        upward=rows,
        places=places,
        signed=release.query.quantity(release.facts_table).bounds[0] < 0,
    )
