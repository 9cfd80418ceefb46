"""Marks of answers that are not usable by Plotly: grey intervals without a bar, cut at the ends of the axis.

An arrow head shows where an interval goes on beyond the axis. An answer without an interval is marked in words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dpcore.present.chart.picture import Faint

if TYPE_CHECKING:
    import plotly.graph_objects as go

GREY = "#8a94a0"


def plotted(figure: go.Figure, marks: dict[int, Faint], places: Any, texts: list[str], level: float) -> None:
    """Draws them. places: of all marks on the axis. texts: for hover.

    level: where a cross stands for an interval that is not known.
    """
    if not marks:
        return
    x: list[Any] = []
    y: list[float | None] = []
    symbols: list[str] = []
    for place, mark in marks.items():
        x += [places[place]] * 3
        y += [mark.low, mark.high, None] if mark.stated else [level, level, None]
        ends = ["triangle-down" if mark.under else "line-ew", "triangle-up" if mark.over else "line-ew"]
        symbols += [*(ends if mark.stated else ["x-thin", "x-thin"]), "line-ew"]
    hover = [texts[place] for place in marks for _ in range(3)]
    figure.add_scatter(
        x=x,
        y=y,
        mode="lines+markers",
        line={"color": GREY, "width": 2},
        marker={"symbol": symbols, "size": 9, "color": GREY, "line": {"color": GREY, "width": 2}},
        text=hover,
        hovertemplate="%{text}<extra></extra>",
        connectgaps=False,
        cliponaxis=False,
        showlegend=False,
    )
