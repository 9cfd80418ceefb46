"""A public graph drawn by Plotly: lines, dots, names where they find room, and each name when its dot is pointed at."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from dpcore.present.chart.network import LONGEST, MANY_EDGES, WIDTH, Placed
from dpcore.present.chart.picture import Network
from dpcore.present.page.text import visible

if TYPE_CHECKING:
    import plotly.graph_objects as go

WIRE, FINE = "rgba(128,138,150,0.8)", "rgba(128,138,150,0.45)"
"""The colours of edges on light and dark pages; the second one where there are many."""
_TEXT: Final = {"right": "middle right", "left": "middle left", "above": "top center", "below": "bottom center"}


def graph(figure: go.Figure, network: Network, placed: Placed, colour: str, plain: Callable[[str], str]) -> None:
    """The edges below the vertices, on axes of equal scale that are not drawn."""
    xs: list[float | None] = []
    ys: list[float | None] = []
    for first, last in network.edges:
        xs += [placed.at[first][0], placed.at[last][0], None]
        ys += [placed.at[first][1], placed.at[last][1], None]
    plainly: dict[str, Any] = {"mode": "lines", "hoverinfo": "skip", "showlegend": False}
    wire = {"color": WIRE, "width": 1.3} if len(network.edges) <= MANY_EDGES else {"color": FINE, "width": 0.7}
    figure.add_scatter(x=xs, y=ys, line=wire, **plainly)
    sides = zip(network.names, placed.sides, strict=True)
    figure.add_scatter(
        x=[x for x, _ in placed.at],
        y=[y for _, y in placed.at],
        mode="markers+text",
        text=[plain(visible(name, LONGEST)) if side else "" for name, side in sides],
        textposition=[_TEXT[side or "right"] for side in placed.sides],
        cliponaxis=False,
        marker={"size": 2 * placed.radius, "color": colour},
        customdata=[plain(visible(name, 60)) for name in network.names],
        hovertemplate="%{customdata}<extra></extra>",
        showlegend=False,
    )
    figure.update_xaxes(visible=False, range=[0, WIDTH])
    figure.update_yaxes(visible=False, range=[placed.height, 0], scaleanchor="x", fixedrange=True)
    figure.update_layout(height=round(min(520.0, max(260.0, 1.1 * placed.height))))
