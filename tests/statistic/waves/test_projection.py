"""The stated reach against every pair of neighbouring aggregates: never exceeded, and attained or nearly so.

All units but one are the same on both sides and cancel, for coordinates are sums over rows.
"""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from dpcore.sensitivity.relation import Neighbors
from dpcore.statistic.learners.tree import Tree
from dpcore.statistic.waves.factor_matrix import Factor
from dpcore.statistic.waves.projection import Projection
from dpcore.statistic.waves.square_root import SquareRoot
from tests.statistic.dense import coordinates, some_tree

RNG = np.random.default_rng(77)
FACTORS: list[Factor] = [*map(SquareRoot, (1, 2, 3, 7)), Tree(1), Tree(2), Tree(5), Tree(5, (2, 1)), Tree(7, (4, 2, 1))]
FACTORS += [SquareRoot(int(RNG.integers(4, 12))), some_tree(RNG, int(RNG.integers(4, 12)))]
UNITS = [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (3, 1)]  # groups and rows
CASES = [(factor, *unit) for factor in FACTORS for unit in UNITS if (unit[0] * factor.cells) ** unit[1] <= 500]


def aggregates(cells: int, groups: int, fewest: int, most: int, optional: bool) -> np.ndarray:
    """What a unit of `fewest` to `most` rows can add, shape (units, groups, cells)."""
    places = [*range(groups * cells), *([None] if optional else [])]
    found = set()
    for rows in range(fewest, most + 1):
        for chosen in itertools.combinations_with_replacement(places, rows):
            found.add(tuple(chosen.count(place) for place in range(groups * cells)))
    return np.array(sorted(found)).reshape(-1, groups, cells)


def worst(projection: Projection) -> tuple[int, int]:
    """The largest squared L2 distance and the largest L1 distance between neighbours, from `exact` itself."""
    replaced = projection.neighbors == "replace"
    units = aggregates(
        projection.factor.cells, projection.groups[0], int(replaced), projection.max_rows, projection.optional
    )
    points = np.array([coordinates(projection, unit).ravel() for unit in units])
    others = points if replaced else np.zeros_like(points[:1])
    gaps = [np.abs(points - other) for other in others]
    return max(int((g * g).sum(axis=1).max()) for g in gaps), max(int(g.sum(axis=1).max()) for g in gaps)


@pytest.mark.sample(100)
@pytest.mark.parametrize(("factor", "groups", "max_rows"), CASES, ids=str)
@pytest.mark.parametrize("optional", [True, False])
@pytest.mark.parametrize("neighbors", ["add_remove", "replace"])
def test_reach(factor: Factor, groups: int, max_rows: int, optional: bool, neighbors: Neighbors) -> None:
    projection = Projection(factor, (groups,), neighbors, max_rows, optional)
    squared, total = worst(projection)
    bound = projection.squared_l2_sensitivity()
    assert squared <= bound <= squared * 1.001
    assert projection.public == (bound == 0)
    l1 = projection.l1_sensitivity()
    assert total <= l1
    if isinstance(factor, Tree) or neighbors == "add_remove":
        assert total == l1


@pytest.mark.parametrize("cells", [2, 64, 1024, 8192])
def test_a_million_rows_stay_exact(cells: int) -> None:
    rows = 10**6
    assert Projection(SquareRoot(cells), max_rows=rows).squared_l2_sensitivity() == rows**2 * 2**48
    inside = Projection(SquareRoot(cells), (), "replace", rows).squared_l2_sensitivity()
    assert isinstance(inside, int)
    assert inside < Projection(SquareRoot(cells), (2, 3), "replace", rows).squared_l2_sensitivity() == rows**2 * 2**49


def test_shapes_of_groups_are_kept() -> None:
    for factor in (SquareRoot(6), Tree(6, (2, 1))):
        counts = np.random.default_rng(0).integers(0, 50, (2, 3, 6))
        projection = Projection(factor, (2, 3))
        released = coordinates(projection, counts)
        assert released.shape == projection.shape == (2, 3, factor.coordinates)
        for index in np.ndindex(2, 3):
            assert (coordinates(Projection(factor), counts[index]) == released[index]).all()
        np.testing.assert_allclose(projection.prefixes(released), np.cumsum(counts, axis=-1), atol=1e-9)


@pytest.mark.parametrize("dtype", [np.int8, np.uint64, np.int64, object, bool])
def test_any_integer_type_is_read_exactly(dtype: type) -> None:
    counts = np.array([1, 0, 1], dtype=dtype)
    assert (
        coordinates(Projection(SquareRoot(3)), counts) == coordinates(Projection(SquareRoot(3)), np.array([1, 0, 1]))
    ).all()
    if dtype in (np.uint64, np.int64):
        edge = np.array([np.iinfo(dtype).min, np.iinfo(dtype).max, 0], dtype=dtype)
        exact = coordinates(Projection(Tree(3)), edge)
        assert exact.tolist() == edge.tolist()
        mixed = np.array([np.int64(-(2**63)), 2**70, 0], dtype=object)
        assert coordinates(Projection(Tree(3)), mixed).tolist() == [-(2**63), 2**70, 0]
