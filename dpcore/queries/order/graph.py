"""The public graph of a question: an undirected graph given by its edges, as pairs of names."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Self, final

from dpcore.errors import QueryError
from dpcore.number import BLANKS, shown
from dpcore.spelling import spelt
from dpcore.statistic.order.smooth_spanning_tree import MOST_EDGES, MOST_VERTICES
from dpcore.text import Text

Edges = tuple[tuple[str, str], ...]

MOST_CHARACTERS = 200_000
"""The most characters of all names of an edge list together; records keep the list."""
_EXAMPLE = Text('For example [("A", "B"), ("B", "C")].')


@final
@dataclass(frozen=True, slots=True)
class Graph:
    """A connected graph without loops. edges: each once, its names in increasing order; increasing."""

    edges: Edges

    @classmethod
    def of(cls, edges: Any) -> Self:
        """The graph of a list of pairs of names, in any order; repeated edges are merged. Raises QueryError."""
        if isinstance(edges, str) or not isinstance(edges, Iterable):
            raise QueryError("`edges` must be a list of pairs of names. Got {edges}.", _EXAMPLE, edges=shown(edges))
        listed = {_edge(pair) for pair in edges}
        if not listed:
            raise QueryError("`edges` must list at least one edge.", _EXAMPLE)
        graph = cls(tuple(sorted(listed)))
        vertices, count = len(graph.names), len(listed)
        if vertices > MOST_VERTICES or count > MOST_EDGES:
            raise QueryError(
                "A graph of {vertices:,} vertices and {count:,} edges is too large.",
                "At most {most_vertices:,} vertices and {most_edges:,} edges are allowed.",
                vertices=vertices,
                count=count,
                most_vertices=MOST_VERTICES,
                most_edges=MOST_EDGES,
            )
        if sum(len(name) for pair in listed for name in pair) > MOST_CHARACTERS:
            raise QueryError(
                "The names of the edges are too long.",
                "Use at most {most:,} characters for all names of the list.",
                most=MOST_CHARACTERS,
            )
        graph._connected()
        return graph

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the vertices, increasing."""
        return tuple(sorted({name for edge in self.edges for name in edge}))

    @property
    def places(self) -> tuple[tuple[int, int], ...]:
        """The edges, by the places of their names."""
        at = {name: place for place, name in enumerate(self.names)}
        return tuple((at[first], at[last]) for first, last in self.edges)

    def _connected(self) -> None:
        """Raises QueryError unless every vertex can be reached from the first."""
        near: dict[str, set[str]] = {name: set() for name in self.names}
        for first, last in self.edges:
            near[first].add(last)
            near[last].add(first)
        start = self.names[0]
        reached, waiting = {start}, [start]
        while waiting:
            fresh = near[waiting.pop()] - reached
            reached |= fresh
            waiting += fresh
        if missing := sorted(near.keys() - reached):
            raise QueryError(
                "The edges do not connect all vertices: no path leads from {first} to {last}.",
                "Add the missing edges, or ask for each part by itself.",
                first=shown(start),
                last=shown(missing[0]),
            )


def _edge(pair: Any) -> tuple[str, str]:
    """A pair of names in increasing order. Raises QueryError."""
    ends = list(pair) if isinstance(pair, list | tuple) else []
    names = [(spelt(end) or "").strip(BLANKS) for end in ends]
    if len(names) != 2 or not all(names):
        raise QueryError("An edge must be a pair of names. Got {pair}.", _EXAMPLE, pair=shown(pair))
    first, last = sorted(names)
    if first == last:
        raise QueryError("An edge joins {name} to itself.", "Leave out such edges.", name=shown(first))
    return first, last
