"""Global sensitivities in closed form: against searches over neighbouring tables, never exceeded and attained."""

from __future__ import annotations

import inspect
import itertools
import math
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import dpcore as dp
from dpcore import sensitivity
from dpcore.errors import DpError
from dpcore.sensitivity import Contribution, closed_form
from dpcore.sensitivity.closed_form import Norm
from dpcore.sensitivity.relation import Neighbors

ORDERS: dict[Norm, int] = {"l1": 1, "l2": 2}
Statistic = Callable[[np.ndarray], np.ndarray]


def size(change: np.ndarray, norm: Norm) -> float:
    return float(np.linalg.norm(change.ravel(), ORDERS[norm]))


def ball(norm: Norm, columns: int, radius: float, random: np.random.Generator) -> Iterator[np.ndarray]:
    """Rows within a ball: its middle, its ends along the axes, and rows by chance on its sphere."""
    yield np.zeros(columns)
    for axis, sign in itertools.product(range(columns), (-1.0, 1.0)):
        yield sign * radius * np.eye(columns)[axis]
    for _ in range(8):
        row = random.normal(size=columns)
        yield radius * row / size(row, norm)


def worst(statistic: Statistic, rows: int, columns: int, norm: Norm, neighbors: Neighbors, seed: int = 0) -> float:
    """The largest change between neighbouring tables of rows in the unit ball, over tables of few distinct rows."""
    random = np.random.default_rng(seed)
    every = list(ball(norm, columns, 1.0, random))
    best = 0.0
    backgrounds = [[row] * (rows - 1) for row in every]
    backgrounds += [[every[place] for place in random.integers(0, len(every), rows - 1)] for _ in range(10)]
    for background in backgrounds:
        tables = [statistic(np.array([*background, row])) for row in every]
        if neighbors == "add_remove":
            tables = [statistic(np.array([*background, np.zeros(columns)])), *tables]
        for one, other in itertools.combinations(tables, 2):
            if neighbors == "replace" or one is tables[0]:
                best = max(best, size(one - other, norm))
    return best


def covariances(table: np.ndarray) -> np.ndarray:
    return np.cov(table.T, bias=True)


@pytest.mark.parametrize("rows", [2, 3, 5, 10, 37])
@pytest.mark.parametrize("columns", [1, 2, 3, 6])
@pytest.mark.parametrize("norm", ORDERS)
def test_covariances_of_a_public_number_of_rows(norm: Norm, columns: int, rows: int) -> None:
    claimed = dp.sensitivity.covariance(1.0, "replace", norm=norm, rows=rows, dimension=columns)
    found = worst(covariances, rows, columns, norm, "replace", columns)
    assert found == pytest.approx(claimed, rel=1e-9), "attained and not exceeded"
    assert dp.sensitivity.covariance(3.0, "replace", norm=norm, rows=rows) >= 9 * found * (1 - 1e-12)
    if columns == 1:
        assert dp.sensitivity.variance(1.0, "replace", rows=rows) == pytest.approx(found, rel=1e-9)
        assert dp.sensitivity.variance((4.0, 6.0), "replace", rows=rows) == pytest.approx(found, rel=1e-9)


@pytest.mark.parametrize("seed", range(20))
def test_no_search_exceeds_a_covariance(seed: int) -> None:
    """Pairs of tables moved uphill from any start; the book's constant for the Euclidean ball is passed on the way."""
    random = np.random.default_rng(seed)
    norm: Norm = "l1" if seed % 2 else "l2"
    rows, columns = int(random.integers(1, 8)), int(random.integers(2, 5))
    claimed = sensitivity.covariance(1.0, "replace", norm=norm, rows=rows)

    def change(pair: np.ndarray) -> float:
        pair = pair / np.maximum(1.0, np.linalg.norm(pair, ORDERS[norm], axis=1, keepdims=True))
        return size(covariances(pair[:-1]) - covariances(np.vstack([pair[:-2], pair[-1:]])), norm)

    pair, best = random.normal(size=(rows + 1, columns)), 0.0
    for step in range(600):
        moved = pair + random.normal(size=pair.shape) * 0.5 / (1 + step / 50)
        if (found := change(moved)) >= best:
            pair, best = moved, found
        assert found <= claimed * (1 + 1e-12)


def test_the_published_constants() -> None:
    """Theorems of the book that are loose or false: 8 c^2 / n, and 4 c."""
    assert sensitivity.covariance(1, "replace", norm="l1", rows=10) == pytest.approx(6 * 9 / 100)
    assert sensitivity.covariance(1, "replace", norm="l2", rows=10) == pytest.approx(4 * 9 / 100)
    assert sensitivity.covariance(2, "replace", norm="l1", rows=10, dimension=1) == pytest.approx(16 * 9 / 100)
    assert sensitivity.subset_sums(5, "replace", norm="l1") == 10
    assert sensitivity.covariance(1, "replace", norm="l2", rows=1) == 0


@pytest.mark.parametrize("neighbors", ["add_remove", "replace"])
@pytest.mark.parametrize("norm", ORDERS)
@pytest.mark.parametrize("columns", [1, 2, 4])
def test_sums_and_second_moments(columns: int, norm: Norm, neighbors: Neighbors) -> None:
    found = worst(lambda table: table.sum(axis=0), 3, columns, norm, neighbors)
    assert sensitivity.sum(1.0, neighbors, norm=norm) == pytest.approx(found)
    assert sensitivity.mean(1.0, neighbors, norm=norm) == pytest.approx(found)
    moments = worst(lambda table: table.T @ table, 3, columns, norm, neighbors)
    assert sensitivity.covariance(1.0, neighbors, norm=norm, dimension=columns) == pytest.approx(moments)
    if columns > 1:
        assert sensitivity.covariance(2.0, neighbors, norm=norm) == pytest.approx(4 * moments)
    if neighbors == "replace":
        means = worst(lambda table: table.mean(axis=0), 7, columns, norm, neighbors)
        assert sensitivity.mean(1.0, neighbors, norm=norm, rows=7) == pytest.approx(means)


@pytest.mark.parametrize("bounds", [(0.0, 1.0), (-3.0, 1.0), (2.0, 5.0), (-4.0, -1.0), (-1.0, 1.0)])
@pytest.mark.parametrize("neighbors", ["add_remove", "replace"])
def test_one_number_within_bounds(bounds: tuple[float, float], neighbors: Neighbors) -> None:
    values = [*np.linspace(*bounds, 41).tolist(), *([0.0] if bounds[0] <= 0 <= bounds[1] else [])]
    pairs = [(0.0, v) for v in values] if neighbors == "add_remove" else list(itertools.product(values, repeat=2))
    assert sensitivity.sum(bounds, neighbors) == pytest.approx(max(abs(a - b) for a, b in pairs))
    assert sensitivity.variance(bounds, neighbors) == pytest.approx(max(abs(a * a - b * b) for a, b in pairs))
    if neighbors == "replace":
        wide = bounds[1] - bounds[0]
        assert sensitivity.mean(bounds, neighbors, rows=8) == pytest.approx(wide / 8)
        assert sensitivity.variance(bounds, neighbors, rows=8) == pytest.approx(wide**2 * 7 / 64)


@pytest.mark.parametrize("neighbors", ["add_remove", "replace"])
@pytest.mark.parametrize("norm", ORDERS)
def test_counts_and_groups(norm: Norm, neighbors: Neighbors) -> None:
    """All rows are in one of three groups, with a vector or a number of queries each."""
    groups = list(np.eye(3))
    nothing = [np.zeros(3)] if neighbors == "add_remove" else groups
    gaps = [size(a - b, norm) for a, b in itertools.product(nothing, groups)]
    assert sensitivity.histogram(neighbors, norm=norm) == pytest.approx(max(gaps))
    rows = [np.outer(group, sign * np.eye(2)[axis]) for group in groups for axis in (0, 1) for sign in (-1, 1)]
    nothing = [np.zeros((3, 2))] if neighbors == "add_remove" else rows
    gaps = [size(a - b, norm) for a, b in itertools.product(nothing, rows)]
    assert sensitivity.subset_sums(1, neighbors, norm=norm) == pytest.approx(max(gaps))
    for number in (1, 2, 5):
        answers = [np.array(each) for each in itertools.product((0.0, 1.0), repeat=number)]
        nothing = [np.zeros(number)] if neighbors == "add_remove" else answers
        gaps = [size(a - b, norm) for a, b in itertools.product(nothing, answers)]
        assert sensitivity.statistical_queries(number, neighbors, norm=norm) == pytest.approx(max(gaps))


def test_counts() -> None:
    assert sensitivity.count("add_remove") == sensitivity.count("replace") == 1
    assert sensitivity.count("replace", filtered=False) == 0 and sensitivity.count("add_remove", filtered=False) == 1


CALLS: list[Callable[[], Any]] = [
    lambda: sensitivity.covariance(1, "add_remove", norm="l2", rows=10),
    lambda: sensitivity.mean(1, "add_remove", rows=10),
    lambda: sensitivity.variance((0, 1), "add_remove", rows=10),
    lambda: sensitivity.statistical_queries(2, "add_remove", norm="l1", rows=3),
    lambda: sensitivity.covariance(1, "replace", norm="l3"),  # type: ignore[arg-type]
    lambda: sensitivity.covariance(math.inf, "replace", norm="l1", rows=2),
    lambda: sensitivity.covariance(-1, "replace", norm="l1", rows=2),
    lambda: sensitivity.covariance(math.nan, "replace", norm="l1", rows=2),
    lambda: sensitivity.covariance(1, "replace", norm="l1", rows=0),
    lambda: sensitivity.covariance(1, "both", norm="l1"),  # type: ignore[arg-type]
    lambda: sensitivity.sum((1, 0), "replace"),
    lambda: sensitivity.sum((0, math.inf), "replace"),
    lambda: sensitivity.sum((0, 1, 2), "replace"),  # type: ignore[arg-type]
    lambda: sensitivity.mean("1", "replace"),  # type: ignore[arg-type]
    lambda: sensitivity.histogram("replace", norm="L0"),  # type: ignore[arg-type]
    lambda: sensitivity.statistical_queries(0, "replace", norm="l1"),
]


@pytest.mark.parametrize("call", CALLS)
def test_what_has_no_finite_value_is_refused(call: Callable[[], Any]) -> None:
    with pytest.raises(DpError):
        call()


def test_every_function_says_norm_or_relation() -> None:
    for name, function in inspect.getmembers(closed_form, inspect.isfunction):
        if function.__module__ == closed_form.__name__ and not name.startswith("_"):
            assert "neighbors" in inspect.signature(function).parameters and name in sensitivity.__all__


def plain(reach: Contribution) -> int:
    """The L1 sensitivity in Python's integers, from its definition."""

    def longest(vectors: Iterator[Any]) -> int:
        return max((sum(map(abs, vector)) for vector in vectors), default=0)

    m, points = reach.max_rows, reach.vertices
    added = longest(tuple(m * x for x in point) for point in points)
    if reach.neighbors == "add_remove":
        return added * min(reach.spread, reach.cells)
    cells = (1 if reach.optional else 0) if reach.cells == 1 else min(2 * reach.spread, reach.cells)
    ends = ((m, m), (m, 1), (1, m)) if not reach.optional and reach.cells == 1 else ((m, m),)
    pairs = itertools.product(points, points, ends)
    swapped = longest(tuple(i * x - j * y for x, y in zip(r, s, strict=True)) for r, s, (i, j) in pairs)
    return max(swapped, added * cells)


@pytest.mark.parametrize("seed", range(60))
def test_an_l1_sensitivity_is_exact_whatever_its_size(seed: int) -> None:
    """Squares on fine grids and units of many rows: beyond 2^53, and beyond 64 bits."""
    random = np.random.default_rng(seed)
    bits, width = int(random.integers(1, 90)), int(random.integers(1, 4))
    draw = lambda: int(random.integers(0, 2**62)) * 2 ** max(0, bits - 62) // 2 ** max(0, 62 - bits)  # noqa: E731
    vertices = tuple(tuple(draw() * int(random.choice([-1, 1])) for _ in range(width)) for _ in range(4))
    neighbors: Neighbors = "add_remove" if seed % 3 == 0 else "replace"
    rows, cells = int(random.choice([1, 2, 1000, 10**6 + 1])), int(random.choice([1, 2, 5]))
    reach = Contribution(vertices, neighbors, rows, cells, bool(seed % 2), spread=int(random.integers(1, 3)))
    found = reach.l1_sensitivity()
    assert type(found) is int and found == plain(reach)


def test_what_is_not_integers_has_no_exact_sensitivity() -> None:
    with pytest.raises(DpError, match="integers"):
        Contribution(((0.5,),), "add_remove").l1_sensitivity()  # type: ignore[arg-type]
