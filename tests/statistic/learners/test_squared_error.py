"""Squared errors of predictions: the sums of the rows themselves, and the reach by brute force over all vectors."""

from __future__ import annotations

import itertools
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from dpcore.statistic.learners.squared_error import SquaredError

Placed = tuple[int, int]
"""The cell of a row, and the value of its label."""


def drawn(seed: int) -> SquaredError:
    """Over the range of its settings: true and false or few numbers, and any predictions."""
    random = Random(seed)
    unit, flag, cells = random.choice([1, 2, 3, 6, 7]), random.random() < 0.5, random.randint(1, 6)
    ends = sorted(random.choices(range(unit + 1), k=2))
    relation: Any = random.choice(["add_remove", "replace"])
    predictions = tuple(random.randint(*ends) for _ in range(cells))
    scale = 1 if flag else random.choice([scale for scale in (1, 2, 3, 7) if unit % scale == 0])
    return SquaredError(predictions, unit, flag, relation, random.choice([1, 1, 2, 3]), seed % 3 > 0, scale)


def aggregate(statistic: SquaredError, rows: list[Placed]) -> np.ndarray:
    """What the engine sums over rows."""
    size, found = len(statistic.predictions), np.zeros((2 if statistic.flag else 3, len(statistic.predictions)))
    for cell, y in rows:
        step = y // statistic.scale
        found[:, cell] += (1, y == statistic.unit) if statistic.flag else (1, step, step * step)
    return found.astype(np.int64).reshape(-1, 1, size)


def vector(statistic: SquaredError, row: Placed) -> tuple[int, ...]:
    """What one row adds, in plain integers."""
    (cell, y), one = row, statistic.unit
    return (one * one, one * y, *(() if statistic.flag else (y * y,)), (statistic.predictions[cell] - y) ** 2)


def places(statistic: SquaredError) -> list[Placed]:
    """All rows that can be told apart."""
    values = (0, statistic.unit) if statistic.flag else range(0, statistic.unit + 1, statistic.scale)
    return list(itertools.product(range(len(statistic.predictions)), values))


@pytest.mark.parametrize("seed", range(60))
def test_the_sums_are_those_of_the_rows(seed: int) -> None:
    statistic, random = drawn(seed), Random(seed)
    rows = random.choices(places(statistic), k=random.choice([0, 1, 40]))
    expected = np.array([vector(statistic, row) for row in rows], dtype=object).sum(axis=0) if rows else None
    found, size = statistic.exact(aggregate(statistic, rows)), 3 if statistic.flag else 4
    assert found.shape == (1, size)
    assert found[0].tolist() == (list(expected) if expected is not None else [0] * size)


def farthest(statistic: SquaredError) -> tuple[int, int]:
    """The largest L1 and squared L2 change by one unit, over all multisets of at most m rows on either side."""
    every = {vector(statistic, row) for row in places(statistic)}
    whole = statistic.neighbors == "replace" and statistic.max_rows == 1 and not statistic.optional
    sums = {
        tuple(map(sum, zip(*some, strict=True))) if some else (0,) * len(next(iter(every)))
        for size in range(int(whole), statistic.max_rows + 1)
        for some in itertools.combinations_with_replacement(sorted(every), size)
    }
    points = np.array(sorted(sums), dtype=object)
    gaps = points if statistic.neighbors == "add_remove" else (points[:, None] - points).reshape(-1, points.shape[1])
    return int(np.abs(gaps).sum(axis=1).max()), int((gaps**2).sum(axis=1).max())


@pytest.mark.parametrize("seed", range(80))
def test_no_unit_changes_the_sums_by_more_than_the_reach_and_one_does(seed: int) -> None:
    statistic = drawn(seed)
    if statistic.max_rows > 1:
        few = replace(statistic, max_rows=2) if len(places(statistic)) < 24 else replace(statistic, max_rows=1)
        statistic = few
    bound = statistic.l1_sensitivity(), statistic.squared_l2_sensitivity()
    assert np.less_equal(farthest(statistic), bound).all()
    sharp = replace(statistic, predictions=(0, statistic.unit))
    assert farthest(sharp) == bound, "reached where predictions are certain"
