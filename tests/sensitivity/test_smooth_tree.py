"""The cost of a minimum spanning tree: its profile against every change of the weights of small graphs."""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Sequence

import numpy as np
import pytest

from dpcore.errors import DpError
from dpcore.sensitivity import spanning_tree
from dpcore.sensitivity.smooth import tree_cost

Graph = tuple[tuple[int, int], ...]
WEIGHTS = (0.0, 1.0, 2.5, 4.0)
UPPER = WEIGHTS[-1]
GRAPHS: dict[str, Graph] = {
    "one edge": ((0, 1),),
    "path": ((0, 1), (1, 2), (2, 3)),
    "triangle": ((0, 1), (1, 2), (0, 2)),
    "parallel edges": ((0, 1), (0, 1), (1, 2), (1, 2), (0, 2)),
    "three of the same": ((5, 9), (9, 5), (5, 9)),
    "square with a diagonal": ((0, 1), (1, 2), (2, 3), (3, 0), (0, 2)),
    "complete": ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)),
    "bowtie": ((0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (2, 4)),
    "triangle with a tail": ((0, 1), (1, 2), (0, 2), (2, 3), (3, 4), (3, 4)),
}


def spanning(graph: Graph) -> np.ndarray:
    """All spanning trees as rows of zeros and ones."""
    names = sorted({end for edge in graph for end in edge})
    found = []
    for chosen in itertools.combinations(range(len(graph)), len(names) - 1):
        group = {name: name for name in names}
        for edge in chosen:
            first, last = (group[end] for end in graph[edge])
            group = {name: first if root == last else root for name, root in group.items()}
        if len(set(group.values())) == 1:
            found.append([place in chosen for place in range(len(graph))])
    return np.array(found, dtype=float)


def every_profile(graph: Graph) -> np.ndarray:
    """A^(k) of all tables of weights by its definition, shape (weights, …, k): one axis for each edge."""
    sizes = (len(WEIGHTS),) * len(graph)
    every = np.array(list(itertools.product(WEIGHTS, repeat=len(graph))))
    cost = (every @ spanning(graph).T).min(axis=1).reshape(sizes)
    axes = range(len(graph))
    local = [np.maximum(cost.max(a, keepdims=True) - cost, cost - cost.min(a, keepdims=True)) for a in axes]
    levels = [np.max(local, axis=0)]
    for _ in axes:
        levels.append(np.max([np.broadcast_to(levels[-1].max(a, keepdims=True), sizes) for a in axes], axis=0))
    return np.stack(levels, axis=-1)


def tried(graph: Graph, count: int) -> list[tuple[int, ...]]:
    random = np.random.default_rng(len(graph))
    every = list(itertools.product(range(len(WEIGHTS)), repeat=len(graph)))
    return every if len(every) <= count else [every[i] for i in random.choice(len(every), count, replace=False)]


@pytest.mark.sample(4)
@pytest.mark.parametrize("graph", GRAPHS.values(), ids=GRAPHS)
def test_the_profile_is_the_largest_local_sensitivity_nearby(graph: Graph) -> None:
    expected = every_profile(graph)
    for places in tried(graph, 60):
        found = spanning_tree(graph, [WEIGHTS[place] for place in places], UPPER, 0.5)
        assert found.profile.tolist() == expected[places].tolist(), places
        assert found.smooth == pytest.approx(max(a * math.exp(-0.5 * k) for k, a in enumerate(expected[places])))


def by_cuts(vertices: int, edges: np.ndarray, weights: np.ndarray, upper: float) -> list[float]:
    """max over all cuts of max(w_(k+1), w_(k+2) - w_(1)), for k = 0 .. the number of edges."""
    levels = np.zeros(len(edges) + 1)
    for sides in itertools.product((0, 1), repeat=vertices - 1):
        side = np.array((0, *sides))
        crossing = np.sort(weights[side[edges[:, 0]] != side[edges[:, 1]]])
        if len(crossing):
            padded = np.concatenate((crossing, np.full(len(edges) + 2, upper)))
            k = np.arange(len(edges) + 1)
            levels = np.maximum(levels, np.maximum(padded[k], padded[k + 1] - padded[0]))
    return levels.tolist()


@pytest.mark.sample(4)
@pytest.mark.parametrize("seed", range(30))
def test_random_graphs_against_all_their_cuts(seed: int) -> None:
    random = np.random.default_rng(seed)
    vertices = int(random.integers(2, 9))
    path = [(i, i + 1) for i in range(vertices - 1)]
    more = random.integers(0, vertices, (int(random.integers(0, 3 * vertices)), 2))
    edges = np.array([*path, *(edge for edge in more.tolist() if edge[0] != edge[1])])
    weights = random.random(len(edges)) if seed % 2 else random.integers(0, 4, len(edges)) / 3
    found = spanning_tree(edges, weights, 1, 0.2).profile
    assert found == pytest.approx(by_cuts(vertices, edges, weights, 1.0), abs=1e-12)


def test_a_cut_counted_one_edge_short_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = tree_cost.Cuts.crossing
    monkeypatch.setattr(tree_cost.Cuts, "crossing", lambda self, edge, at: honest(self, edge, at) + 1)
    with pytest.raises(AssertionError):
        test_the_profile_is_the_largest_local_sensitivity_nearby(GRAPHS["complete"])


def test_enumerated_values() -> None:
    square = GRAPHS["complete"]
    found = spanning_tree(square, [0.6] * 6, 1, 0.1)
    assert found.profile == pytest.approx([0.6, 0.6, 0.6, 1, 1, 1, 1]) and found.smooth == pytest.approx(
        0.7408182206817
    )
    bowtie = spanning_tree(GRAPHS["bowtie"], [0.3, 0.2, 0.8, 0.5, 0.1, 0.4], 1, 0.5)
    assert bowtie.profile == pytest.approx([0.6, 0.9, 1, 1, 1, 1, 1]) and bowtie.smooth == pytest.approx(0.6)


def test_two_thousand_edges_take_less_than_a_minute() -> None:
    random = np.random.default_rng(2)
    path = np.array([(i, (i + 1) % 300) for i in range(300)])
    more = random.integers(0, 300, (1800, 2))
    edges = np.concatenate((path, more[more[:, 0] != more[:, 1]][:1700]))
    start = time.process_time()
    found = spanning_tree(edges, random.random(len(edges)), 1, 0.05)
    assert len(edges) == 2000 and found.profile[-1] == 1 and time.process_time() - start < 60


EDGES: Sequence[tuple[int, int]] = ((0, 1), (1, 2))


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (lambda: spanning_tree([], [], 1, 0.1), "empty"),
        (lambda: spanning_tree([(0, 0), (0, 1)], [0, 0], 1, 0.1), "itself"),
        (lambda: spanning_tree([(0, 1), (2, 3)], [0, 0], 1, 0.1), "connect"),
        (lambda: spanning_tree([(0, 1.5)], [0], 1, 0.1), "pairs of whole"),
        (lambda: spanning_tree([(0, 1, 2)], [0], 1, 0.1), "pairs of whole"),
        (lambda: spanning_tree([("a", "b")], [0], 1, 0.1), "edges of a spanning tree must be finite"),
        (lambda: spanning_tree(EDGES, [0], 1, 0.1), "needs a weight"),
        (lambda: spanning_tree(EDGES, [0, 2], 1, 0.1), "needs a weight"),
        (lambda: spanning_tree(EDGES, [0, -0.1], 1, 0.1), "needs a weight"),
        (lambda: spanning_tree(EDGES, [0, math.nan], 1, 0.1), "weights of a spanning tree must be finite"),
        (lambda: spanning_tree(EDGES, [0, 0], 0, 0.1), "`upper`"),
        (lambda: spanning_tree(EDGES, [0, 0], 1, -1), "`beta`"),
    ],
)
def test_what_is_not_valid_is_refused(wrong: object, words: str) -> None:
    assert callable(wrong)
    with pytest.raises(DpError, match=words):
        wrong()
