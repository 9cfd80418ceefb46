"""The cost of a minimum spanning tree and the number of its scale: exact, smooth under every change of one weight."""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Iterator
from fractions import Fraction

import numpy as np
import pytest

from dpcore.errors import QueryError
from dpcore.release import child_process
from dpcore.sensitivity import spanning_tree
from dpcore.sensitivity.smooth import Ladder
from dpcore.sensitivity.smooth.ladder import MOST_SCALES, least_floor
from dpcore.sensitivity.smooth.tree_cost import Cuts
from dpcore.statistic import SpanningTreeCost
from dpcore.stop import Stopped

Graph = tuple[tuple[int, int], ...]
TOP = 7
GRAPHS: dict[str, Graph] = {
    "one edge": ((0, 1),),
    "bridges": ((0, 1), (1, 2), (2, 3)),
    "triangle": ((0, 1), (1, 2), (0, 2)),
    "parallel edges": ((0, 1), (1, 0), (1, 2), (1, 2), (0, 2)),
    "triangle with a bridge": ((0, 1), (1, 2), (0, 2), (2, 3)),
    "square with a diagonal": ((0, 1), (1, 2), (2, 3), (3, 0), (0, 2)),
    "complete": ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)),
}
WEIGHTS = (0, 2, 3, TOP)


def made(graph: Graph, beta: Fraction, top: int = TOP, floor: int = 1) -> SpanningTreeCost:
    return SpanningTreeCost(graph, Ladder(floor, top, beta))


def exact(statistic: SpanningTreeCost, weights: object) -> tuple[int, int]:
    found = statistic.exact(np.array([weights], dtype=object))
    assert found.shape == (2, 1) and found.dtype == np.int64
    return int(found[0, 0]), int(found[1, 0])


def prim(graph: Graph, weights: list[int]) -> int:
    """The cost of a minimum spanning tree, grown from vertex 0 (the statistic sorts all edges)."""
    inside, cost = {0}, 0
    for _ in range(max(map(max, graph))):
        leaving = [(w, edge) for edge, w in zip(graph, weights, strict=True) if len(inside & set(edge)) == 1]
        weight, edge = min(leaving)
        inside |= set(edge)
        cost += weight
    return cost


def drawn(random: np.random.Generator) -> Graph:
    """A connected graph, with bridges and parallel edges by chance."""
    vertices = int(random.integers(2, 12))
    tree = [(place, int(random.integers(0, place))) for place in range(1, vertices)]
    more = random.integers(0, vertices, (int(random.integers(0, 3 * vertices)), 2)).tolist()
    edges = [*tree, *((a, b) for a, b in more if a != b)]
    return tuple(edges[place] for place in random.permutation(len(edges)).tolist())


@pytest.mark.sample(3)
@pytest.mark.parametrize("seed", range(40))
def test_the_cost_and_the_scale_of_random_graphs(seed: int) -> None:
    """The cost is that of Prim's algorithm; the scale is the larger one of floor and S*, up to the next scale."""
    random = np.random.default_rng(seed)
    for _ in range(4):
        graph, top = drawn(random), int(10 ** random.uniform(0, 6))
        floor, beta = int(random.integers(1, 4)), Fraction(float(10 ** random.uniform(-2, 0.5)))
        statistic = made(graph, beta, top, floor)
        weights = random.integers(0, top + 1, len(graph)).tolist()
        cost, step = exact(statistic, weights)
        assert cost == prim(graph, weights)
        smooth = max(float(floor), spanning_tree(graph, weights, top, float(beta)).smooth)
        scale = float(statistic.ladder.scale(step))
        assert scale >= min(smooth, top) * (1 - 1e-9)
        assert step == 0 or float(statistic.ladder.scale(step - 1)) < smooth * (1 + 1e-5)


def changes(graph: Graph) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """All weights of a graph from a few, and all changes of one of them."""
    some = WEIGHTS if len(graph) < 5 else WEIGHTS[::3] if len(graph) == 6 else WEIGHTS[1:]
    for weights in itertools.product(some, repeat=len(graph)):
        for place, weight in itertools.product(range(len(graph)), some):
            if weight > weights[place]:
                yield weights, (*weights[:place], weight, *weights[place + 1 :])


def holds(statistic: SpanningTreeCost) -> bool:
    """Whether a change of one weight moves the cost by at most either scale, and the scale by one step."""
    seen: dict[tuple[int, ...], tuple[int, int]] = {}
    for pair in changes(statistic.edges):
        (one, first), (other, second) = (seen.setdefault(table, exact(statistic, table)) for table in pair)
        if abs(one - other) > statistic.ladder.scale(min(first, second)) or abs(first - second) > 1:
            return False
    return True


@pytest.mark.sample(2)
@pytest.mark.parametrize("beta", [Fraction(1, 5), Fraction(1, 2)], ids=str)
@pytest.mark.parametrize("graph", GRAPHS.values(), ids=GRAPHS)
def test_every_change_of_one_weight_is_within_a_scale_and_a_step(graph: Graph, beta: Fraction) -> None:
    assert holds(made(graph, beta))


def late(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every cut has one edge more than it has, so that the largest sensitivity comes one change too late."""
    honest = Cuts.crossing
    monkeypatch.setattr(Cuts, "crossing", lambda self, edge, at: honest(self, edge, at) + 1)


def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """The profile ends one change before the edge connectivity."""
    honest = Cuts.levels
    monkeypatch.setattr(Cuts, "levels", lambda self: iter([*honest(self)][:-1] or [0]))


def unlimited(monkeypatch: pytest.MonkeyPatch) -> None:
    """j is the scale of the local sensitivity alone."""
    honest = Ladder.step
    monkeypatch.setattr(Ladder, "step", lambda self, level: honest(self, lambda k: level(0)))


@pytest.mark.parametrize("defect", [late, short, unlimited])
def test_a_profile_with_a_defect_is_seen(defect: object, monkeypatch: pytest.MonkeyPatch) -> None:
    assert callable(defect)
    defect(monkeypatch)
    assert not all(holds(made(GRAPHS[name], Fraction(1, 5))) for name in ("triangle", "square with a diagonal"))


@pytest.mark.parametrize("graph", GRAPHS.values(), ids=GRAPHS)
def test_any_integers_have_an_answer_of_the_same_shape(graph: Graph) -> None:
    statistic = made(graph, Fraction(1, 3))
    hostile = [-1, TOP + 1, 2**80, -(2**80), 2**63, 0]
    weights = [hostile[place % len(hostile)] for place in range(len(graph))]
    assert exact(statistic, weights) == exact(statistic, [min(max(weight, 0), TOP) for weight in weights])
    assert made(graph, Fraction(1), top=1).exact(np.zeros((1, len(graph)), dtype=object)).tolist() == [[0], [0]]


def large() -> SpanningTreeCost:
    """300 vertices and 2,000 edges; each vertex has at least 12, so that many k matter."""
    ring = [(i, (i + gap) % 300) for i in range(300) for gap in range(1, 7)]
    more = [(i, (i + 100) % 300) for i in range(200)]
    return made(tuple((*ring, *more)), Fraction(1, 100), 2**20)


@pytest.mark.sample(1)
@pytest.mark.parametrize("kind", ["random", "decreasing"])
def test_two_thousand_edges_take_less_than_a_minute_and_than_is_declared(kind: str) -> None:
    statistic = large()
    assert len(statistic.edges) == 2000 and statistic.vertices == 300
    random = np.random.default_rng(1)
    weights = {
        "random": random.integers(0, 2**20, 2000),
        "decreasing": np.arange(2000)[::-1] * 500,
    }[kind]
    start = time.process_time()
    statistic.exact(weights[None])
    took = time.process_time() - start
    assert took < min(60, statistic.seconds)
    assert statistic.seconds > child_process.QUICK


def test_a_large_graph_can_be_stopped() -> None:
    cancel = threading.Event()
    threading.Timer(0.5, cancel.set).start()
    with pytest.raises(Stopped):
        child_process.exact(large(), np.arange(2000)[None] * 500, cancel)


def test_a_small_graph_runs_in_the_calling_process() -> None:
    assert made(GRAPHS["complete"], Fraction(1, 10), 2**20).seconds < child_process.QUICK


@pytest.mark.parametrize("top", [1, 100, 2**20, 2**40])
@pytest.mark.parametrize("beta", [Fraction(1, 10**6), Fraction(1, 10**4), Fraction(1, 10)], ids=str)
def test_the_least_floor_has_few_enough_scales(top: int, beta: Fraction) -> None:
    floor = least_floor(top, beta)
    assert Ladder(floor, top, beta).reach < MOST_SCALES
    assert floor == 1 or np.log(2 * top / floor) > float(beta) * (MOST_SCALES - 2)


@pytest.mark.parametrize(
    "edges", [((0, 0), (0, 1)), ((0, 1), (2, 3)), ((1, 2),), (), ((0, 1), (1, 5))], ids=lambda edges: str(edges)
)
def test_a_graph_that_is_not_connected_is_refused(edges: Graph) -> None:
    with pytest.raises(QueryError, match="must connect"):
        made(edges, Fraction(1))


def test_a_graph_that_is_too_large_is_refused() -> None:
    with pytest.raises(QueryError, match="too large"):
        made(tuple((i, i + 1) for i in range(300)), Fraction(1))
    with pytest.raises(QueryError, match="too large"):
        made(((0, 1),) * 2001, Fraction(1))
