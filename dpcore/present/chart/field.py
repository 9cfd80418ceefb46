"""A function of two columns drawn by Plotly: a map of colours with contours at round numbers, one for each group."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from dpcore.present.chart.levels import LINE, colours, levels
from dpcore.present.chart.picture import Field, Picture
from dpcore.present.language.translation import Say
from dpcore.present.text import scale
from dpcore.text import Text

if TYPE_CHECKING:
    import plotly.graph_objects as go

HEIGHT = 420


def maps(base: go.Figure, picture: Picture, across: Field, plain: Callable[[str], str], say: Say) -> go.Figure:
    """The maps side by side, with one scale."""
    from plotly.subplots import make_subplots

    at, names = levels(picture), [plain(series.name) for series in picture.series]
    columns, form = len(picture.series), scale.axis_format(picture, max(abs(at[0]), abs(at[-1])))
    figure = make_subplots(1, columns, shared_yaxes=True, horizontal_spacing=0.04, subplot_titles=names)
    # without the template, which is the same in every figure and takes half a second to merge
    figure.update_layout({name: part for name, part in base.layout.to_plotly_json().items() if name != "template"})
    ends = say(Text("{low} to {high}", low="%{customdata[0]:.4~g}", high="%{customdata[1]:.4~g}"))
    for place, series in enumerate(picture.series):
        value, low, high = (
            np.array(ends_).reshape(len(across.at), len(across.up)).T
            for ends_ in (series.value, series.low, series.high)
        )
        figure.add_contour(
            x=across.at,
            y=across.up,
            z=value,
            customdata=np.dstack([low, high]),
            hovertemplate=f"%{{x:.4~g}}, %{{y:.4~g}}: %{{z:.4~g}} ({ends})<extra>{plain(series.name)}</extra>",
            colorscale=colours(),
            zmin=at[0],
            zmax=at[-1],
            # not filled bands, which lie one above the other: colours that let the page through would add up
            contours={"start": at[1], "end": at[-1], "size": at[1] - at[0], "coloring": "heatmap"},
            line={"width": 0.6, "smoothing": 0.8, "color": LINE},
            showscale=place == columns - 1,
            colorbar={"title": {"text": plain(picture.title), "side": "right"}, "thickness": 12, "tickformat": form},
            row=1,
            col=place + 1,
        )
    if picture.points:
        x, y, labels = zip(*picture.points, strict=True)
        figure.add_scatter(
            x=x,
            y=y,
            text=[plain(label) for label in labels],
            mode="markers+text",
            textfont={"color": "#111111"},
            marker={"size": 20, "color": "#ffffff", "line": {"color": "#111111", "width": 1.5}},
            hovertemplate="%{text}: %{x:.4~g}, %{y:.4~g}<extra></extra>",
            row=1,
            col=1,
        )
    figure.update_xaxes(title=plain(across.title), fixedrange=True, automargin=True, showgrid=False, zeroline=False)
    figure.update_yaxes(fixedrange=True, automargin=True, showgrid=False, zeroline=False)
    figure.update_yaxes(title=plain(across.upward), col=1)
    figure.update_layout(height=HEIGHT, margin={"t": 32 if any(names) else 16})
    return figure
