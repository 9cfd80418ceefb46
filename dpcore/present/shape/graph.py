"""The picture of a number about a public graph: the graph, of which the picture says no more than its public edges."""

from __future__ import annotations

from dpcore.present.chart.picture import Network, Picture
from dpcore.present.shape.common import drawn, series
from dpcore.release.record import Release
from dpcore.result import Graph
from dpcore.text import Text


def picture(release: Release, result: Graph) -> Picture:
    """The vertices and edges."""
    return drawn(release, Network(result.names, Text("Public graph"), result.edges), [series(result.figures)])
