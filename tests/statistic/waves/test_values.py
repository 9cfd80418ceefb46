"""Projections of rows with values: the reach against every pair of neighbouring units; exact sums of any size."""

from __future__ import annotations

import itertools
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest

from dpcore.statistic.waves.dense import Dense
from dpcore.statistic.waves.factor_matrix import Factor
from dpcore.statistic.waves.fourier import FINEST, Fourier
from dpcore.statistic.waves.projection import Projection
from dpcore.statistic.waves.square_root import SquareRoot
from tests.statistic.dense import coordinates


def factor(random: Random) -> Factor:
    """A small factor; with Fourier coordinates, cells that are near and far."""
    cells = random.randint(1, 6)
    match random.randrange(4):
        case 0:
            return SquareRoot(cells)
        case 1:
            rows = random.randint(1, 4)
            entries = [[random.randint(-5, 5) for _ in range(cells)] for _ in range(rows)]
            return Dense("some", tuple(map(tuple, [*entries, [1] * cells])))
        case _:
            width = Fraction(float(FINEST) * 3000 ** random.random())
            return Fourier(cells, random.choice([None, min(width, Fraction(10))]))


def units(projection: Projection) -> list[tuple[Any, ...]]:
    """What a unit can have: places of its rows with values 0, one in the middle, and `steps`; sorted, each once."""
    values = sorted({0, projection.steps // 2, projection.steps})
    places = list(itertools.product(range(projection.groups[0]), range(projection.factor.cells), values))
    rows: list[Any] = [*places, *([None] if projection.optional else [])]
    fewest = 1 if projection.neighbors == "replace" else 0
    return [
        chosen
        for size in range(fewest, projection.max_rows + 1)
        for chosen in itertools.combinations_with_replacement(rows, size)
    ]


def aggregate(projection: Projection, unit: tuple[Any, ...]) -> np.ndarray:
    """Counts and sums of a unit's rows."""
    table = np.zeros((2, *projection.groups, projection.factor.cells), dtype=np.int64)
    for group, cell, value in filter(None, unit):
        table[0, group, cell] += 1
        table[1, group, cell] += value
    return table


def drawn(seed: int) -> Projection:
    """A projection with values, over relations, groups, units of one or two rows and weights of the count."""
    random = Random(seed)
    one, steps = factor(random), random.choice([1, 2, 5])
    groups, most = random.choice([(1, 1), (1, 2), (2, 1)])
    return Projection(
        one,
        (groups,),
        random.choice(["add_remove", "replace", "replace"]),
        most,
        random.random() < 0.5,
        count=random.choice([1, 3, 10, 40]),
        steps=steps,
        part=random.randint(1, 12),
    )


@pytest.mark.sample(80)
@pytest.mark.parametrize("seed", range(300))
def test_the_reach_is_never_exceeded_and_nearly_attained(seed: int) -> None:
    projection = drawn(seed)
    points = [coordinates(projection, aggregate(projection, unit)).ravel() for unit in units(projection)]
    table = np.array([[int(value) for value in point] for point in points], dtype=object)
    others = table if projection.neighbors == "replace" else np.zeros_like(table[:1])
    gaps = [np.abs(table - other) for other in others]
    squared, total = (
        max(int((gap * gap).sum(axis=1).max()) for gap in gaps),
        max(int(gap.sum(axis=1).max()) for gap in gaps),
    )
    claimed = projection.squared_l2_sensitivity()
    assert squared <= claimed
    assert total <= projection.l1_sensitivity()
    if not isinstance(projection.factor, Dense) and (projection.factor.cells > 1 or projection.neighbors != "replace"):
        slack = 2 * projection.max_rows * (projection.count + projection.value) * projection.factor.coordinates**0.5
        assert claimed**0.5 <= squared**0.5 * 1.0001 + slack


def test_opposite_values_in_one_cell_are_farther_apart_than_two_rows() -> None:
    """Under replace the sum of a row changes by 2 V, which is more than sqrt(2) times its size."""
    for count, value in ((1, 1), (1, 5), (5, 1)):
        one = Projection(SquareRoot(3), (), "replace", optional=False, count=count, steps=1, part=value)
        least = (2 * value) ** 2 * SquareRoot(3).squared_norm
        assert one.squared_l2_sensitivity() >= least
        assert not one.public
    assert not Projection(SquareRoot(1), (), "replace", optional=False, count=1, steps=1).public


@pytest.mark.parametrize("size", [3, 10**6, 2**45])
def test_sums_of_any_size_are_exact(size: int) -> None:
    """Limbs of 64 bits give what Python integers give."""
    random = np.random.default_rng(size % 97)
    one = Fourier(50)
    projection = Projection(one, (2,), count=39_000, steps=2**16, part=1)
    counts = random.integers(0, size + 1, (2, 50)).astype(object)
    sums = counts * random.integers(0, 2**16 + 1, (2, 50)).astype(object)
    found = coordinates(projection, np.array([counts, sums]))
    table = one.apply(np.eye(50, dtype=np.int64)).astype(object)
    assert found.shape == projection.shape == (2, 2, one.coordinates)
    assert (found[0] == 39_000 * (counts @ table)).all()
    assert (found[1] == (2 * sums - 2**16 * counts) @ table).all()
