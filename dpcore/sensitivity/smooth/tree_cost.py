r"""The smooth sensitivity of the cost of a minimum spanning tree, when the weight of one edge changes.

The graph is public and connected, weights in [0, upper] are private. As a function of the weight of edge e, the cost
rises with slope 1 up to t_e, the bottleneck weight of the minimax path between the ends of e that avoids e, and is
constant beyond. Minimax paths are maximin cuts. With k changes (raise the lightest edges of a cut to `upper`, or
lower e),

    A^(k) = max over cuts C of max( w_(k+1)(C), w_(k+2)(C) - w_(1)(C) ),

where w_(j)(C) is the j-th smallest weight that crosses C, `upper` for j > |C|. Let c_a(e) be the smallest number of
edges lighter than a in a cut between the ends of e (a maximum flow). Then A^(k) is the largest of

    a         with c_a(e) <= k       for some e of a minimum spanning tree (every cut is crossed by one of them),
    a - w_e   with c_a(e) <= k + 1   for some e of a minimum spanning tree (for any other e, the cycle that e closes in
                                     the tree crosses the same cut at an edge of the tree that is no heavier),

over thresholds a among the weights and `upper`. c_a(e) increases with a: one flow shows whether e improves on the
largest value so far; only if it does is the threshold bisected. For k >= edge connectivity, A^(k) = upper.

After Nissim, Raskhodnikova & Smith 2007, section 3.2; derived anew and compared with all changes of the weights of
small graphs in the tests. Parallel edges are allowed: the argument only uses cuts and cycles.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpcore.errors import DpError
from dpcore.number import real
from dpcore.sensitivity.smooth.bound import SmoothSensitivity, listed, numbers, smoothness
from dpcore.text import Text

Edges = NDArray[np.int64]


def spanning_tree(edges: Any, weights: Any, upper: float, beta: float) -> SmoothSensitivity:
    """The smooth sensitivity of the cost of a minimum spanning tree, when the weight of one edge changes.

    edges: the public edges of a connected graph, shape (m, 2), whole numbers that name vertices; no loops, parallel
    edges are allowed. weights: the private weight of each edge, shape (m,), in [0, upper]; the privacy unit is an edge.
    The profile has k = 0 .. m. 300 vertices and 2,000 edges take a few seconds. Raises DpError.

    >>> square = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    >>> bound = spanning_tree(square, [0.6] * 6, upper=1, beta=0.1)
    >>> bound.profile.tolist(), round(bound.smooth, 6)
    ([0.6, 0.6, 0.6, 1.0, 1.0, 1.0, 1.0], 0.740818)
    """
    beta = smoothness(beta)
    most = real(upper, "`upper` of `spanning_tree`", above=0.0, hint="The largest possible weight.")
    ends, vertices = _ends(edges)
    costs = numbers(weights, Text("The weights of a spanning tree"))
    if costs.shape != (len(ends),) or not ((costs >= 0) & (costs <= most)).all():
        raise DpError(
            "Each edge of a spanning tree needs a weight in [0, {upper:g}].",
            "Clamp the weights to public bounds first.",
            upper=most,
        )
    levels = list(Cuts(ends, costs, most, vertices).levels())
    return listed(np.array(levels + [most] * (len(ends) + 1 - len(levels)), dtype=np.float64), beta)


def _ends(edges: Any) -> tuple[Edges, int]:
    """The edges between vertices 0, 1, …, and the number of vertices."""
    array = numbers(edges, Text("The edges of a spanning tree"))
    if array.ndim != 2 or array.shape[1] != 2 or (array != np.floor(array)).any() or np.abs(array).max() > 2.0**53:
        raise DpError(
            "The edges of a spanning tree must be pairs of whole numbers.",
            "For example [(0, 1), (1, 2), (0, 2)]; a vertex is a number.",
        )
    if (array[:, 0] == array[:, 1]).any():
        raise DpError("An edge of a spanning tree joins a vertex to itself.", "Leave out such edges.")
    names, flat = np.unique(array, return_inverse=True)
    return flat.reshape(array.shape).astype(np.int64), len(names)


class Cuts:
    """Smallest cuts between the ends of the edges of a minimum spanning tree, of a connected graph.

    ends: shape (m, 2), vertices from 0. weights: shape (m,), in [0, upper]; for integer weights all results are exact.
    """

    def __init__(self, ends: Edges, weights: NDArray[Any], upper: float, vertices: int) -> None:
        self.ends, self.weights, self.vertices = ends, weights, vertices
        self.thresholds = np.unique(np.append(weights, upper))
        self.tree = _tree(ends, weights, vertices)
        self.graph = lru_cache(maxsize=64)(self._graph)

    def levels(self) -> Iterator[Any]:
        """A^(k) for k = 0, 1, … up to the first k with A^(k) = `upper`, which is at most the edge connectivity."""
        most, best = self.thresholds[-1].item(), 0
        for k in range(len(self.ends) + 1):
            for edge in self.tree:
                best = max(best, self._above(edge, k, best, 0))
                best = max(best, self._above(edge, k + 1, best, self.weights[edge].item()))
                if best >= most:
                    yield most
                    return
            yield best

    def _above(self, edge: int, limit: int, best: Any, less: Any) -> Any:
        """The larger of `best` and the largest a - less with c_a(edge) <= limit."""
        low, high = int(np.searchsorted(self.thresholds - less, best, side="right")), len(self.thresholds) - 1
        if low > high or self.crossing(edge, low) > limit:
            return best
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if self.crossing(edge, middle) <= limit else (low, middle - 1)
        return self.thresholds[low].item() - less

    def crossing(self, edge: int, threshold: int) -> int:
        """c_a(edge) for a = thresholds[threshold]."""
        from scipy.sparse.csgraph import maximum_flow

        graph = self.graph(threshold)
        if not graph.nnz:
            return 0
        return int(maximum_flow(graph, *(int(end) for end in self.ends[edge])).flow_value)

    def _graph(self, threshold: int) -> Any:
        """The edges lighter than a threshold, each with capacity 1 in both directions."""
        from scipy.sparse import csr_array

        light = self.ends[self.weights < self.thresholds[threshold]]
        both = np.concatenate((light, light[:, ::-1]))
        size = (self.vertices, self.vertices)
        return csr_array((np.ones(len(both), dtype=np.int32), (both[:, 0], both[:, 1])), shape=size)


def _tree(ends: Edges, weights: NDArray[Any], vertices: int) -> list[int]:
    """The edges of a minimum spanning tree (Kruskal 1956)."""
    group, tree = np.arange(vertices), list[int]()
    for edge in np.argsort(weights, kind="stable"):
        first, last = group[ends[edge]]
        if first != last:
            group[group == last] = first
            tree.append(int(edge))
    if len(tree) < vertices - 1:
        raise DpError(
            "The edges of a spanning tree must connect all vertices.", "Add the missing edges, or ask for each part."
        )
    return tree
