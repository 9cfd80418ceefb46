"""A square of coloured cells drawn by Plotly: answers as text, cells that are not usable hatched, a colour scale."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from dpcore.present.chart import tiles as common
from dpcore.present.chart.picture import Picture, Tiles
from dpcore.present.language.translation import Say
from dpcore.text import Text

if TYPE_CHECKING:
    import plotly.graph_objects as go

_SMALL = 6  # with more columns, the numbers in the cells are smaller
_BELOW = {"orientation": "h", "y": 0, "yanchor": "top", "ypad": 14}
"""The colour scale of a crowded square, which a phone would squeeze to nothing beside it."""
_ROW, _ABOVE = 18, 60  # the height of a row of a crowded square, and of what is above and below all rows


def tiles(figure: go.Figure, picture: Picture, across: Tiles, plain: Callable[[str], str], say: Say) -> None:
    """The cells, their hatching, and the names of rows and columns."""
    size, names = len(across.names), [plain(name) for name in across.names]
    shades = np.full((size, size), np.nan)
    texts, hovers = np.full((size, size), "", dtype=object), np.full((size, size), "", dtype=object)
    for row, column, place in common.mirrored(across):
        shades[row, column] = across.shades[place]
        texts[row, column] = common.supported(picture, place)
        hovers[row, column] = f"{names[row]} · {names[column]}: {_hover(picture, place, say)}"
    far, ends, crowded = common.end(across), list(range(size)), size > common.CROWDED
    figure.add_heatmap(
        x=ends,
        y=ends,
        z=shades,
        text=texts,
        texttemplate="" if crowded else "%{text}",
        textfont={"color": common.INK, "size": 13 if size <= _SMALL else 10},
        customdata=hovers,
        hovertemplate="%{customdata}<extra></extra>",
        hoverongaps=False,
        zmin=-far,
        zmax=far,
        colorscale=[[0, common.LEAST], [0.5, common.MIDDLE], [1, common.MOST]],
        colorbar={"title": {"text": plain(across.scale), "side": "right"}, "thickness": 12}
        | (_BELOW if crowded else {}),
        xgap=1 if crowded else 2,
        ygap=1 if crowded else 2,
    )
    _hatched(figure, picture, across)
    ticks: dict[str, Any] = {"tickvals": ends, "ticktext": names, "showgrid": False, "zeroline": False}
    figure.update_xaxes(title=plain(across.title), range=[-0.5, size - 0.5], **ticks)
    figure.update_yaxes(title=plain(across.title), range=[size - 0.5, -0.5], fixedrange=True, **ticks)
    if crowded:
        figure.update_xaxes(showticklabels=False, ticks="", title="")
        figure.update_yaxes(title="")
        figure.update_layout(height=_ABOVE + _ROW * size)


def _hatched(figure: go.Figure, picture: Picture, across: Tiles) -> None:
    """Diagonal lines over the cells that are not usable."""
    xs: list[float | None] = []
    ys: list[float | None] = []
    for row, column, place in common.mirrored(across):
        if not picture.good[place]:
            for x1, y1, x2, y2 in common.strokes(len(across.names)):
                xs += [column - 0.5 + x1, column - 0.5 + x2, None]
                ys += [row - 0.5 + y1, row - 0.5 + y2, None]
    if xs:
        line = {"color": common.HATCH, "width": 1}
        figure.add_scatter(x=xs, y=ys, mode="lines", line=line, hoverinfo="skip", showlegend=False)


def _hover(picture: Picture, place: int, say: Say) -> str:
    """An answer with its interval."""
    value, low, high = (f"{ends[place]:,.4g}" for ends in (picture.first.value, picture.first.low, picture.first.high))
    note = "" if picture.good[place] else f", {say(picture.verdict)}"
    return f"{value} ({say(Text('{low} to {high}', low=low, high=high))}){note}"
