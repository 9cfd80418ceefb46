"""A heat map of two keys drawn by Plotly: answers as text where they fit, intervals on hover, and a colour scale."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from dpcore.present.chart import heat_map as common
from dpcore.present.chart.picture import HeatMap, Picture
from dpcore.present.chart.tiles import CROWDED, HATCH, strokes
from dpcore.present.language.translation import Say
from dpcore.text import Text

if TYPE_CHECKING:
    import plotly.graph_objects as go

_NUMBERED = 8  # with more columns, numbers do not fit in cells on a phone
_LABELS = 24  # the most labels below columns, by the width of a phone; hover names every column


def plotted(figure: go.Figure, picture: Picture, across: HeatMap, plain: Callable[[str], str], say: Say) -> None:
    """The cells, those that are not usable in grey, their names, and the scale below them."""
    shape = len(across.names), len(across.columns)
    rows, columns = zip(*across.places, strict=True)
    shades, grey = np.full(shape, np.nan), np.full(shape, np.nan)
    hovers = np.full(shape, "", dtype=object)
    shares = np.array(common.shares(picture, across))
    shades[rows, columns] = shares
    grey[rows, columns] = np.where(np.isnan(shares), 1.0, np.nan)
    names, titles = [plain(name) for name in across.names], [plain(name) for name in across.columns]
    for place, (row, column) in enumerate(across.places):
        hovers[row, column] = f"{names[row]} · {titles[column]}: {_hover(picture, place, plain, say)}"
    gap = 2 if len(across.places) <= common.HATCHED_CELLS else 0
    shared: dict[str, Any] = {"hovertemplate": "%{customdata}<extra></extra>", "hoverongaps": False}
    shared |= {"x": list(range(shape[1])), "y": list(range(shape[0])), "xgap": gap, "ygap": gap}
    if common.far(picture):
        figure.add_heatmap(
            z=shades, customdata=np.where(np.isnan(shades), "", hovers), **_coloured(picture, across, plain), **shared
        )
    if np.isnan(shares).any():
        pale = "rgba(138,148,160,0.35)"
        hidden = np.where(np.isnan(grey), "", hovers)
        figure.add_heatmap(z=grey, customdata=hidden, colorscale=[[0, pale], [1, pale]], showscale=False, **shared)
        _hatched(figure, across, shares)
    _numbers(figure, picture, across)
    _axes(figure, across, plain)


def _coloured(picture: Picture, across: HeatMap, plain: Callable[[str], str]) -> dict[str, Any]:
    """The colours and their scale, below the cells, where a phone does not squeeze it."""
    least = -1.0 if across.signed else 0.0
    shown = []
    for at in (-1.0, -1e-6, 0.0, 1.0) if across.signed else (0.0, 1.0):
        red, green, blue = (int(common.hue(at)[start : start + 2], 16) for start in (1, 3, 5))
        shown.append([(at - least) / (1 - least), f"rgba({red},{green},{blue},{common.shade(at):.3f})"])
    ticks, labels = zip(*common.ticks(picture, across), strict=True)
    bar = {"orientation": "h", "x": 0, "xanchor": "left", "len": 0.9, "thickness": 12, "y": 0, "yref": "container"}
    bar |= {"yanchor": "bottom", "title": {"text": plain(picture.title)}, "tickvals": ticks, "ticktext": labels}
    return {"zmin": least, "zmax": 1.0, "colorscale": shown, "colorbar": bar}


def _hatched(figure: go.Figure, across: HeatMap, shares: np.ndarray[Any, Any]) -> None:
    """Diagonal lines over the cells that are not usable, unless they are too small for any."""
    xs: list[float | None] = []
    ys: list[float | None] = []
    for (row, column), share in zip(across.places, shares, strict=True):
        for x1, y1, x2, y2 in strokes(CROWDED + 1) if math.isnan(share) else ():
            xs += [column - 0.5 + x1, column - 0.5 + x2, None]
            ys += [row - 0.5 + y1, row - 0.5 + y2, None]
    if len(across.places) <= common.HATCHED_CELLS:
        figure.add_scatter(
            x=xs, y=ys, mode="lines", line={"color": HATCH, "width": 1}, hoverinfo="skip", showlegend=False
        )


def _numbers(figure: go.Figure, picture: Picture, across: HeatMap) -> None:
    """The answers in their cells: as points, whose text has the page's colour, which is legible on every cell."""
    if len(across.columns) > _NUMBERED:
        return
    rows, columns = zip(*across.places, strict=True)
    texts = [common.inside(picture, place) for place in range(len(across.places))]
    size = 12 if len(across.columns) <= _NUMBERED // 2 else 10
    figure.add_scatter(
        x=columns, y=rows, text=texts, mode="text", textfont={"size": size}, hoverinfo="skip", showlegend=False
    )


def _axes(figure: go.Figure, across: HeatMap, plain: Callable[[str], str]) -> None:
    """The names of rows and columns: all of them, or as many as have room."""
    rows, columns = len(across.names), len(across.columns)
    high = 24 if rows <= 40 else 12 if rows <= 100 else 5
    common_: dict[str, Any] = {"showgrid": False, "zeroline": False, "ticks": "", "fixedrange": True}
    for update, names, step, title in (
        (figure.update_xaxes, across.columns, math.ceil(columns / _LABELS), across.title),
        (figure.update_yaxes, across.names, math.ceil(11 / high), across.upward),
    ):
        places = list(range(0, len(names), step))
        labels = [plain(name) for name in common.short(names)]
        update(tickvals=places, ticktext=[labels[place] for place in places], title=plain(title), **common_)
    longest = max(map(len, common.short(across.columns)))
    turned = longest * columns > 30
    figure.update_xaxes(range=[-0.5, columns - 0.5], tickangle=-90 if turned else 0)
    figure.update_yaxes(range=[rows - 0.5, -0.5])
    if columns > _LABELS // 2:
        figure.update_xaxes(tickfont={"size": 9})
    if high < 18:
        figure.update_yaxes(tickfont={"size": 9})
    bottom = 90 + 20 + (7 * longest if turned else 14)
    figure.update_layout(height=max(rows, 4) * high + bottom + 16, margin={"b": 90})


def _hover(picture: Picture, place: int, plain: Callable[[str], str], say: Say) -> str:
    """An answer with its interval."""
    factor, sign = (100, " %") if picture.percent else (1, f" {plain(picture.unit)}" if picture.unit else "")
    series = picture.first
    if not math.isfinite(series.value[place]):
        return say(picture.verdict)
    value, low, high = (f"{factor * ends[place]:,.4g}" for ends in (series.value, series.low, series.high))
    interval = f" ({say(Text('{low} to {high}', low=low, high=high))})" if picture.intervals else ""
    note = "" if picture.good[place] else f", {say(picture.verdict)}"
    return f"{value}{sign}{interval}{note}"
