"""A public graph as SVG: lines, dots, names where they find room, and each name when its dot is pointed at."""

from __future__ import annotations

from html import escape

from dpcore.present.chart.drawing import Drawing
from dpcore.present.chart.network import LONGEST, MANY_EDGES, Placed
from dpcore.present.chart.picture import Network
from dpcore.present.page.text import visible


def vertices(drawing: Drawing, network: Network, placed: Placed) -> None:
    """Draws the graph; all edges are one path, which keeps the page small."""
    ends = ((placed.at[first], placed.at[last]) for first, last in network.edges)
    path = "".join(f"M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}" for (x1, y1), (x2, y2) in ends)
    kind = "wire" if len(network.edges) <= MANY_EDGES else "wire fine"
    drawing.parts.append(f'<path class="{kind}" d="{path}"/>')
    for name, (x, y) in zip(network.names, placed.at, strict=True):
        drawing.parts.append(
            f'<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="{placed.radius:g}">'
            f"<title>{escape(visible(name, 60))}</title></circle>"
        )
    for vertex, (name, side) in enumerate(zip(network.names, placed.sides, strict=True)):
        if side is not None:
            x, y, anchor = placed.label(vertex)
            drawing.word(x, y, visible(name, LONGEST), anchor, "place")
