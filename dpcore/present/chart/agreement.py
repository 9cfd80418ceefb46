"""Observed shares over predicted ones, as SVG and by Plotly: dots with intervals, and the diagonal of agreement."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import numpy as np

from dpcore.present.chart.drawing import WIDTH, Drawing, Scale, between
from dpcore.present.chart.picture import Agreement, Picture
from dpcore.present.language.translation import Say
from dpcore.present.page.text import visible
from dpcore.present.text import scale
from dpcore.text import Text

if TYPE_CHECKING:
    import plotly.graph_objects as go

HEIGHT: Final = 340.0
_LEFT, _TOP, _BELOW, _EDGE = 58.0, 28.0, 48.0, 16.0
_RULE = "rgba(128,138,150,0.9)"


def end(picture: Picture, across: Agreement) -> float:
    """The end of both axes, which begin at 0: not below any dot or interval."""
    return min(1.0, 1.04 * max(*across.at, *(value for value in picture.first.ends if not np.isnan(value))))


def drawn(drawing: Drawing, picture: Picture, across: Agreement) -> None:
    """The dots as SVG."""
    far, bottom, right = end(picture, across), HEIGHT - _BELOW, WIDTH - _EDGE
    along, up = Scale(0, far, _LEFT, right, ()), Scale(0, far, bottom, _TOP, ())
    for tick in between(0, far):
        drawing.line("grid", _LEFT, up.at(tick), right, up.at(tick))
        drawing.word(_LEFT - 6, up.at(tick) + 4, scale.tick(picture, tick), "end")
        drawing.word(along.at(tick), bottom + 18, scale.tick(picture, tick))
    drawing.line("zero", _LEFT, bottom, right, bottom)
    drawing.line("rule", _LEFT, bottom, right, _TOP)
    line = picture.first
    for at, value, low, high in zip(across.at, line.value, line.low, line.high, strict=True):
        x = along.at(at)
        drawing.line("interval", x, up.at(low), x, up.at(high))
        for cap in (low, high):
            drawing.line("interval", x - 4, up.at(cap), x + 4, up.at(cap))
        drawing.dot(x, up.at(value))
    drawing.word(4, 14, visible(picture.title, 56), "start", "axis")
    drawing.word((_LEFT + right) / 2, HEIGHT - 8, visible(across.title, 50), kind="axis")


def plotted(
    figure: go.Figure,
    picture: Picture,
    across: Agreement,
    colours: tuple[str, str],
    plain: Callable[[str], str],
    say: Say,
) -> None:
    """The dots by Plotly. colours: of dots, and of intervals."""
    far, line = end(picture, across), picture.first
    ends = say(Text("{low} to {high}", low="%{customdata[1]:.1%}", high="%{customdata[2]:.1%}"))
    figure.add_scatter(
        x=[0, far],
        y=[0, far],
        mode="lines",
        line={"color": _RULE, "width": 1.3, "dash": "dash"},
        hoverinfo="skip",
        showlegend=False,
    )
    figure.add_scatter(
        x=across.at,
        y=line.value,
        mode="markers",
        marker={"size": 8, "color": colours[0]},
        error_y={
            "type": "data",
            "symmetric": False,
            "array": np.subtract(line.high, line.value),
            "arrayminus": np.subtract(line.value, line.low),
            "color": colours[1],
            "thickness": 2,
            "width": 4,
        },
        customdata=list(zip(map(plain, across.names), line.low, line.high, strict=True)),
        hovertemplate=f"%{{customdata[0]}}: %{{y:.1%}} ({ends})<extra></extra>",
        showlegend=False,
    )
    form = scale.axis_format(picture, far)
    figure.update_xaxes(title=plain(across.title), range=[0, far], tickformat=form)
    figure.update_yaxes(title=plain(picture.title), range=[0, far], tickformat=form, fixedrange=True)
