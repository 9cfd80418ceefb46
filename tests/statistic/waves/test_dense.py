"""A factor given by its entries: its reach against every pair of neighbouring aggregates, of any signs, exactly."""

from __future__ import annotations

import random

import numpy as np
import pytest

from dpcore.statistic.waves.dense import Dense
from dpcore.statistic.waves.factor_matrix import Factor
from dpcore.statistic.waves.projection import Projection
from tests.statistic.dense import coordinates
from tests.statistic.waves.test_projection import worst


def some(seed: int) -> tuple[Dense, Projection]:
    """A random matrix, its columns of different lengths and signs, and who may be a neighbour."""
    chance = random.Random(seed)
    cells, lines, size = chance.randint(1, 4), chance.randint(1, 5), chance.choice([1, 3, 2**20, 2**24, 2**40])
    low = chance.choice([0, -size])
    rows = tuple(
        tuple(chance.randint(low, size) * chance.choice([0, 1, 1]) for _ in range(cells)) for _ in range(lines)
    )
    factor = Dense("some", rows if any(map(any, rows)) else ((size,) * cells, *rows[1:]))
    groups, most = chance.choice([(1, 1), (1, 2), (1, 3), (2, 1), (2, 2)])
    neighbors = chance.choice(["add_remove", "replace"])
    return factor, Projection(factor, (groups,), neighbors, most, chance.random() < 0.5)


@pytest.mark.sample(60)
@pytest.mark.parametrize("seed", range(400))
def test_the_reach_is_the_largest_distance_of_neighbours(seed: int) -> None:
    """Attained, not only an upper bound."""
    factor, projection = some(seed)
    if max(abs(entry) for row in factor.rows for entry in row) > 2**24:  # beyond what the brute force squares in int64
        factor = Dense("some", tuple(tuple(entry >> 20 for entry in row) for row in factor.rows))
        projection = Projection(
            factor, projection.groups, projection.neighbors, projection.max_rows, projection.optional
        )
    squared, total = worst(projection)
    assert projection.squared_l2_sensitivity() == squared
    assert projection.l1_sensitivity() == total
    assert projection.public == (squared == 0)


def test_a_bound_without_the_case_of_one_group_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Columns of opposite signs: a row that changes its cell moves further than one that changes its group."""
    projection = Projection(Dense("opposite", ((1, -1),)), (2,), "replace")
    assert projection.squared_l2_sensitivity() == worst(projection)[0] == 4
    monkeypatch.setattr(Dense, "overlap", 0)
    assert projection.squared_l2_sensitivity() == 2 < worst(projection)[0]


def test_all_pairs_are_sharper_than_norm_and_overlap() -> None:
    """Of columns with different norms, the longest is not the one with the least overlap."""
    factor = Dense("uneven", ((8, 6, 0), (0, 6, 1)))
    assert factor.squared_distance(1, 1) < Factor.squared_distance(factor, 1, 1)
    assert factor.l1_distance(1, 1) < Factor.l1_distance(factor, 1, 1)


@pytest.mark.parametrize("seed", range(40))
def test_coordinates_are_exact_for_any_counts(seed: int) -> None:
    chance = random.Random(seed)
    factor, _ = some(seed)
    counts = [[chance.choice([0, 1, 10**6, 2**70, -(2**63)]) for _ in range(factor.cells)] for _ in range(3)]
    found = coordinates(Projection(factor, (3,)), np.array(counts, dtype=object))
    exact = [[sum(t * h for t, h in zip(row, line, strict=True)) for row in factor.rows] for line in counts]
    assert found.tolist() == exact


def test_the_digest_is_that_of_every_entry() -> None:
    one, other = Dense("a", ((1, 2), (3, 4))), Dense("a", ((1, 2), (3, 5)))
    assert one.digest != other.digest != Dense("b", other.rows).digest
    assert Projection(one).tables == (one.digest,)
    assert one.prefixes(np.array([[1.0, 3.0]])).tolist() == [pytest.approx([1.0, 1.0])]
    inverse = np.cumsum(np.array([[-2.0, 1.0], [1.5, -0.5]]), axis=0)
    assert one.variances() == pytest.approx(np.square(inverse).sum(axis=1))
