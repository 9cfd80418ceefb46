"""The picture of a public graph: every edge is drawn, names find room, and no weight or answer changes it."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd
import pytest

import dpcore as dp
from dpcore.present import page, shape
from dpcore.present.chart import layout, network, plotly, svg
from dpcore.present.chart.network import LONGEST, WIDTH, placed
from dpcore.present.chart.picture import Network
from dpcore.present.page.answer import answer
from dpcore.present.page.text import visible
from dpcore.present.text.usable import PUBLIC
from dpcore.release.record import Release

Edges = tuple[tuple[int, int], ...]
NAMES = ("<b>A</b>", "=1+1", "Zürich, west", "D")
LISTS = {
    "four": [(NAMES[0], NAMES[1]), (NAMES[1], NAMES[2]), (NAMES[2], NAMES[3]), (NAMES[0], NAMES[2])],
    "many": [(f"v{place // 2}", f"v{place}") for place in range(1, 80)],
}


def drawn(seed: int) -> Network:
    """A connected graph by chance: trees, rings, grids and dense ones, of few to many vertices."""
    chance = random.Random(seed)
    count = chance.choice([2, 3, 7, 20, 60, 61, 120])
    edges = {(chance.randrange(max(0, place - chance.choice([1, 3, 200])), place), place) for place in range(1, count)}
    pairs = list(combinations(range(count), 2))
    edges |= set(chance.sample(pairs, min(len(pairs), chance.choice([0, 1, count, 600]))))
    names = tuple(f"v{place}" * chance.choice([1, 1, 4, 9]) for place in range(count))
    return Network(names, "", tuple(sorted(edges)))


def stress(graph: Network, at: Any) -> float:
    """The weighted stress, written out pair by pair, at the scale that fits best."""
    size = len(graph.names)
    far = np.full((size, size), np.inf)
    np.fill_diagonal(far, 0)
    for first, last in graph.edges:
        far[first, last] = far[last, first] = 1
    for middle in range(size):  # Floyd and Warshall
        far = np.minimum(far, far[:, middle, None] + far[None, middle])
    apart = np.array([np.hypot(*np.subtract(at[i], at[j])) / far[i, j] for i, j in combinations(range(size), 2)])
    return float(1 - apart.sum() ** 2 / (len(apart) * (apart**2).sum()))


@pytest.mark.parametrize("seed", range(10))
def test_vertices_are_apart_and_names_cross_nothing(seed: int) -> None:
    graph = drawn(seed)
    found = placed(graph)
    at = np.array(found.at)
    assert (at >= 0).all() and (at[:, 0] <= WIDTH).all() and (at[:, 1] <= found.height).all()
    gaps = [float(np.hypot(*(at[i] - at[j]))) for i, j in combinations(range(len(at)), 2)]
    assert min(gaps) > 1 and found.height <= WIDTH * 1.2
    boxes = []
    for vertex, (name, side) in enumerate(zip(graph.names, found.sides, strict=True)):
        if side is None:
            continue
        x, y, anchor = found.label(vertex)
        wide = 6.5 * len(visible(name, LONGEST))
        left = x - {"start": 0.0, "middle": wide / 2, "end": wide}[anchor]
        assert left >= 0 and left + wide <= WIDTH and 8 <= y <= found.height
        boxes.append((left, y - 8, left + wide, y))
    for one, other in combinations(boxes, 2):
        assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
    for left, top, right, bottom in boxes:
        assert not ((at[:, 0] > left) & (at[:, 0] < right) & (at[:, 1] > top) & (at[:, 1] < bottom)).any()
    assert len(boxes) > len(at) / 3 if len(at) <= network.MOST_NAMED else not boxes


@pytest.mark.sample(2)
@pytest.mark.parametrize("seed", range(10))
def test_straight_distances_are_close_to_those_in_the_graph(seed: int) -> None:
    graph = drawn(seed)
    places, height = layout.layout(len(graph.names), graph.edges)
    assert layout.FLATTEST <= height <= 1 + 1e-9
    layout.layout.cache_clear()
    assert layout.layout(len(graph.names), graph.edges) == (places, height), "a fixed function of the edges"
    chance = np.random.default_rng(seed)
    by_chance = min(stress(graph, chance.random((len(graph.names), 2))) for _ in range(3))
    assert stress(graph, places) < 0.9 * by_chance + 1e-9


def test_a_path_is_straight_and_a_ring_is_round() -> None:
    path, _ = layout.layout(9, tuple((place, place + 1) for place in range(8)))
    assert np.allclose(np.diff([x for x, _ in path]), 1 / 8, atol=0.01)
    ring, height = layout.layout(12, tuple((place, (place + 1) % 12) for place in range(12)))
    radii = [np.hypot(x - 0.5, y - height / 2) for x, y in ring]
    assert max(radii) < 1.05 * min(radii)


def test_the_layout_is_that_of_the_least_stress_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without majorisation the test above would still pass; this one does not."""
    graph = drawn(5)
    good = stress(graph, layout.layout(len(graph.names), graph.edges)[0])
    layout.layout.cache_clear()
    monkeypatch.setattr(layout, "_closer", lambda far, at: at)
    start = stress(graph, layout.layout(len(graph.names), graph.edges)[0])
    layout.layout.cache_clear()
    assert good < 0.9 * start


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[dp.Desk, list[Release]]]:
    folder = tmp_path_factory.mktemp("graphs")
    values = sorted({name for edges in LISTS.values() for edge in edges for name in edge})
    schema = dp.Schema(cost=dp.Number(0, 8), one=dp.Category(values), other=dp.Category(values))
    rows = pd.DataFrame({"cost": [3.25, 7.5], "one": NAMES[:2], "other": NAMES[1:3]})
    with dp.Desk(f"sqlite:///{folder / 'murmur.db'}", home=folder / "home") as desk:
        desk.add_dataset("roads", dp.read(rows), schema=schema, budget=dp.Budget(epsilon=4.0))
        asks = [dp.Ask(dp.SpanningTree("cost", ["one", "other"], edges), epsilon=1) for edges in LISTS.values()]
        yield desk, desk.release("roads", dp.Plan(asks))


def test_both_drawings_have_every_edge_and_every_name(answers: tuple[dp.Desk, list[Release]]) -> None:
    for release in answers[1]:
        picture, figure = shape.picture(release), plotly.chart(release)
        assert picture is not None and isinstance(picture.across, Network) and figure is not None
        names, edges = picture.across.names, picture.across.edges
        assert {(names[first], names[last]) for first, last in edges} == set(release.query.edges)
        text = str(svg.chart(shape.picture(release), "a graph"))
        (path,) = re.findall(r'<path class="wire" d="([^"]*)"', text)
        at = [f"{x:.1f} {y:.1f}" for x, y in placed(picture.across).at]
        assert path.split("M")[1:] == [f"{at[first]}L{at[last]}" for first, last in edges]
        assert text.count("<circle") == text.count("</title></circle>") == len(names) and "<b>" not in text
        lines, dots = figure.data
        assert len(lines.x) == 3 * len(edges) and len(dots.x) == len(names) == len(dots.customdata)
        assert "<b>" not in "".join([*dots.customdata, *dots.text])
        assert not svg.has_pale(shape.picture(release))
    assert 'class="wire fine"' not in text and len(LISTS["many"]) < network.MANY_EDGES


def test_nothing_but_public_facts_is_drawn(answers: tuple[dp.Desk, list[Release]]) -> None:
    """Another answer has the same picture."""
    for release in answers[1]:
        other = replace(release, estimates={name: (1.5,) for name in release.estimates})
        assert svg.chart(shape.picture(other), "a graph") == svg.chart(shape.picture(release), "a graph")
        one, two = plotly.chart(other), plotly.chart(release)
        assert one is not None and two is not None and one.to_json() == two.to_json()


def test_the_number_stands_beside_the_picture_on_the_page(answers: tuple[dp.Desk, list[Release]]) -> None:
    desk, releases = answers
    four, many = (answer(release, 30) for release in releases)
    for shown in (four, many):
        assert shown.number and shown.chart is not None and shown.grid is None and PUBLIC in shown.caveats
    assert "Its edges: &lt;b&gt;A&lt;/b&gt; – =1+1;" in str(four.chart) and "Its edges" not in str(many.chart)
    assert answer(releases[0], 0).chart is None and PUBLIC not in answer(releases[0], 0).caveats
    for offline in (False, True):
        text = page.html(desk.dossier("roads", releases), offline=offline)
        assert text.count('class="wire"') == 2 and text.count(f">{four.number}<") >= 1
        assert ".wire{" in text and "var(--quiet)" in text, "a colour of the theme"
