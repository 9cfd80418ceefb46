"""Points in pairs of columns as SVG and by Plotly: numbered dots with intervals along both axes, one plane a pair."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from dpcore.present.chart.drawing import WIDTH, Drawing, Scale, between
from dpcore.present.chart.picture import Picture, Plane, Planes, Series
from dpcore.present.explore.axis import number
from dpcore.present.language.translation import Say
from dpcore.present.page.text import visible
from dpcore.text import Text

if TYPE_CHECKING:
    import plotly.graph_objects as go

_LEFT, _TOP, _TALL, _BELOW, _EDGE = 62.0, 28.0, 250.0, 52.0, 16.0
_LINE: Final = 18.0
_ROW = 340
_SHARE = 0.03  # of an axis, beyond both of its ends: a mark at a bound is not cut


def height(across: Planes) -> float:
    """The height of the picture, in pixels."""
    return (_TOP + _TALL + _BELOW) * len(across.planes) + _LINE * len(across.names) + 4


def ends(pair: tuple[float, float]) -> tuple[float, float]:
    """The ends of an axis, a little beyond those of its column."""
    far = _SHARE * (pair[1] - pair[0])
    return pair[0] - far, pair[1] + far


def drawn(drawing: Drawing, picture: Picture, across: Planes) -> None:
    """The planes as SVG, and the shares of the points below them."""
    for place, plane in enumerate(across.planes):
        _plane(drawing, plane, across.names if place else across.brief, place * (_TOP + _TALL + _BELOW) + _TOP)
    top = (_TOP + _TALL + _BELOW) * len(across.planes)
    for place, (name, label) in enumerate(zip(across.names, across.labels, strict=True)):
        y = top + _LINE * place + 12
        drawing.word(_LEFT + 14, y + 4, visible(name, 4), "end", "name")
        drawing.word(_LEFT + 26, y + 4, visible(label, 30), "start")
    drawing.word(WIDTH - _EDGE, top + 16, visible(picture.title, 30), "end", "axis")


def _plane(drawing: Drawing, plane: Plane, names: tuple[str, ...], top: float) -> None:
    """One plane: grid, names of the columns, and the points."""
    bottom, right = top + _TALL, WIDTH - _EDGE
    along, up = (
        Scale(*ends(pair), *far, ())
        for pair, far in zip(plane.ends, ((_LEFT, right), (bottom, top)), strict=True)
    )  # fmt: skip
    for tick in between(*plane.ends[1]):
        drawing.line("grid", _LEFT, up.at(tick), right, up.at(tick))
        drawing.word(_LEFT - 6, up.at(tick) + 4, number(tick), "end")
    for tick in between(*plane.ends[0]):
        drawing.line("grid", along.at(tick), top, along.at(tick), bottom)
        drawing.word(along.at(tick), bottom + 18, number(tick))
    drawing.word(4, top - 14, visible(plane.upward, 50), "start", "axis")
    drawing.word((_LEFT + right) / 2, bottom + 38, visible(plane.title, 50), kind="axis")
    for (x, left, far), (y, low, high), name in zip(_cells(plane.at), _cells(plane.up), names, strict=True):
        if not math.isnan(left + far):
            _interval(drawing, along.at(left), up.at(y), along.at(far), up.at(y))
        if not math.isnan(low + high):
            _interval(drawing, along.at(x), up.at(low), along.at(x), up.at(high))
        drawing.dot(along.at(x), up.at(y))
        side, anchor = (-5, "end") if along.at(x) > right - 70 else (5, "start")
        drawing.word(along.at(x) + side, up.at(y) - 6, visible(name, 16), anchor, "place")


def _interval(drawing: Drawing, x1: float, y1: float, x2: float, y2: float) -> None:
    """A whisker with caps at its ends."""
    drawing.line("interval", x1, y1, x2, y2)
    across, down = (0, 4) if y1 == y2 else (4, 0)
    for x, y in ((x1, y1), (x2, y2)):
        drawing.line("interval", x - across, y - down, x + across, y + down)


def _cells(series: Series) -> list[tuple[float, float, float]]:
    return list(zip(series.value, series.low, series.high, strict=True))


def plotted(
    base: go.Figure, picture: Picture, across: Planes, colour: str, plain: Callable[[str], str], say: Say
) -> go.Figure:
    """The planes by Plotly. colour: of intervals."""
    from plotly.subplots import make_subplots

    rows = len(across.planes)
    tall = _ROW * rows
    figure = make_subplots(rows, 1, vertical_spacing=min(0.25, 80 / tall))
    # without the template, which is the same in every figure and takes half a second to merge
    figure.update_layout({name: part for name, part in base.layout.to_plotly_json().items() if name != "template"})
    words: list[dict[str, Any]] = []
    ticks = {"fixedrange": True, "automargin": True, "zeroline": False}
    for row, plane in enumerate(across.planes, 1):
        hover = say(Text("{low} to {high}", low="%{customdata[{at}]}", high="%{customdata[{to}]}"))
        wide, tall_ = (hover.replace("{at}", low).replace("{to}", high) for low, high in (("1", "2"), ("3", "4")))
        written = [
            [plain(label), *(f"{value:.4g}" for value in (*first[1:], *last[1:])), name]
            for name, label, first, last in zip(
                across.names, across.labels, _cells(plane.at), _cells(plane.up), strict=True
            )
        ]
        figure.add_scatter(
            x=plane.at.value,
            y=plane.up.value,
            mode="markers",
            cliponaxis=False,
            marker={"size": 8, "color": colour},
            error_x=_whiskers(plane.at, colour),
            error_y=_whiskers(plane.up, colour),
            customdata=written,
            hovertemplate=f"%{{customdata[5]}} · %{{customdata[0]}}<br>{plain(plane.title)} %{{x:.4~g}} ({wide})"
            f"<br>{plain(plane.upward)} %{{y:.4~g}} ({tall_})<extra></extra>",
            showlegend=False,
            row=row,
            col=1,
        )
        # beside the dots, where whiskers leave room; not as text of the dots, whose colour no page can choose
        for x, y, word in zip(plane.at.value, plane.up.value, across.brief if row == 1 else across.names, strict=True):
            far = x > plane.ends[0][0] + 0.8 * (plane.ends[0][1] - plane.ends[0][0])
            side = {"xanchor": "right", "xshift": -3} if far else {"xanchor": "left", "xshift": 3}
            words.append(
                {"x": x, "y": y, "xref": f"x{row}", "yref": f"y{row}", "text": plain(word), "yanchor": "bottom",
                 "yshift": 1, "showarrow": False, **side}
            )  # fmt: skip
        figure.update_xaxes(title=plain(plane.title), range=ends(plane.ends[0]), **ticks, row=row, col=1)
        figure.update_yaxes(title=plain(plane.upward), range=ends(plane.ends[1]), **ticks, row=row, col=1)
    figure.update_layout(height=tall, annotations=words)
    return figure


def _whiskers(series: Series, colour: str) -> dict[str, Any]:
    """The intervals of a series."""
    return {
        "type": "data",
        "symmetric": False,
        "array": np.subtract(series.high, series.value),
        "arrayminus": np.subtract(series.value, series.low),
        "color": colour,
        "thickness": 2,
        "width": 4,
    }
