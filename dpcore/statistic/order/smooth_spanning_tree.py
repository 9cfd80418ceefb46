r"""The cost of a minimum spanning tree of a public graph, and the scale of its smooth sensitivity: two exact integers.

The graph is connected, its weights are private integers in [0, top]. All spanning trees have the same number of edges,
so the cost in the weights' own unit follows from the cost on the grid.

j is the number of the scale s_j of a public sequence (`dpcore.sensitivity.smooth.ladder`), from A^(k) by cuts
(`dpcore.sensitivity.smooth.tree_cost`). If one weight changes, the cost changes by at most A^(0) <= s_j, and j by at
most 1: a table within k changes of one neighbour is within k + 1 changes of the other, so A^(k) <= A'^(k+1). For k at
least the edge connectivity, A^(k) is `top`, so no larger k decides j. Only k below the number of scales matter.

A row names at most one edge, and the weight of an edge is the least over its rows: adding or removing a row changes at
most one weight. Replacing a row changes at most two weights, in succession.

Source: Nissim, Raskhodnikova & Smith 2007, section 3.2, derived anew; compared with every change of the weights of
small graphs in the tests.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, final

import numpy as np

from dpcore.errors import QueryError
from dpcore.sensitivity.smooth import Ladder
from dpcore.sensitivity.smooth.tree_cost import Cuts
from dpcore.statistic.base import Statistic

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Integers = NDArray[Any]

MOST_VERTICES, MOST_EDGES = 300, 2000
_FLOW, _EDGE = 1.5e-4, 4e-7  # seconds for one flow, and for each edge of its graph, with a margin


@final
@dataclass(frozen=True, slots=True)
class SpanningTreeCost(Statistic):
    """The cost of a minimum spanning tree, and the number of its scale.

    edges: the ends of each edge of a connected graph of vertices 0, 1, …; no loops, parallel edges are allowed.
    ladder: the scales; its top is the largest weight. Raises QueryError.
    """

    edges: tuple[tuple[int, int], ...]
    ladder: Ladder

    def __post_init__(self) -> None:
        names = {end for edge in self.edges for end in edge}
        if any(first == last for first, last in self.edges) or not _connected(self.edges, len(names)):
            raise QueryError("The edges of a spanning tree must connect vertices 0, 1, …, without loops.")
        if len(names) > MOST_VERTICES or len(self.edges) > MOST_EDGES:
            raise QueryError("The graph of a spanning tree is too large.")

    @property
    def public(self) -> bool:
        """Always False: a row changes the cost of some table."""
        return False

    @property
    def vertices(self) -> int:
        """The number of vertices."""
        return 1 + max(map(max, self.edges))

    @property
    def seconds(self) -> float:
        """An upper bound of the running time of `exact`: for each edge of the tree and each k, two bisections by flows.

        The edge connectivity is at most the smallest degree.
        """
        degree = min(Counter(end for edge in self.edges for end in edge).values())
        halvings = min(len(self.edges) + 1, self.ladder.top + 1).bit_length()
        flows = 2 * (self.vertices - 1) * min(degree + 1, self.ladder.reach) * (1 + halvings)
        return flows * (_FLOW + _EDGE * len(self.edges))

    def exact(self, aggregate: Integers) -> Integers:
        """The cost and j, int64 of shape (2, 1), from the weights of the edges, which are clamped to [0, top]."""
        top = self.ladder.top
        weights = np.array([min(max(int(weight), 0), top) for weight in aggregate.ravel()], dtype=np.int64)
        cuts = Cuts(np.array(self.edges, dtype=np.int64), weights, top, self.vertices)
        cost = int(weights[cuts.tree].sum())
        levels = list(islice(cuts.levels(), self.ladder.reach))
        step = self.ladder.step(lambda k: levels[min(k, len(levels) - 1)])
        return np.array([[cost], [step]], dtype=np.int64)


def _connected(edges: tuple[tuple[int, int], ...], vertices: int) -> bool:
    """Whether the edges connect exactly the vertices 0 .. vertices - 1, at least two."""
    group = list(range(vertices))
    for first, last in edges:
        if not (0 <= first < vertices and 0 <= last < vertices):
            return False
        one, other = group[first], group[last]
        if one != other:
            group = [one if each == other else each for each in group]
    return vertices > 1 and len(set(group)) == 1
