"""Squared errors of predictions: the sums of the rows themselves, and the reach by brute force over all vectors."""

from __future__ import annotations

import itertools
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest

from dpcore.statistic.fourier import Fourier
from dpcore.statistic.machine import Machine
from dpcore.statistic.squared_error import SquaredError

F = Fraction
Placed = tuple[int, int, int]
"""The group, the cell and the label of a row."""


def drawn(seed: int) -> SquaredError:
    """Over the range of its settings: true and false or up to seven levels, up to three groups, any predictions."""
    random = Random(seed)
    levels = random.choice([0, 0, 2, 3, 7])
    targets = tuple(F(2 * k + 1, levels) - 1 for k in range(levels))
    groups, cells = random.randint(1, 3), random.randint(1, 6)
    relation: Any = random.choice(["add_remove", "replace"])
    loss: Any = "huber" if levels else random.choice(["logistic", "hinge"])
    machine = Machine(Fourier(cells, F(1, 3)), loss, targets, F(5), (groups,), relation, random.choice([1, 1, 2, 3]))
    steps = max(levels - 1, 1)
    unit = steps * random.choice([1, 4, 100])
    ends = sorted(random.choices(range(unit + 1), k=2))
    predictions = tuple(random.randint(*ends) for _ in range(groups * cells))
    return SquaredError(machine, predictions, tuple(unit // steps * k for k in range(steps + 1)), unit, seed % 3 > 0)


def aggregate(statistic: SquaredError, rows: list[Placed]) -> np.ndarray:
    """What the engine counts of rows."""
    machine = statistic.machine
    (groups,), cells = machine.groups, machine.factor.cells
    if machine.targets:
        counts = np.zeros((1, groups, cells, len(machine.targets)), dtype=np.int64)
        for row in rows:
            counts[0][row] += 1
        return counts
    both = np.zeros((2, groups, cells), dtype=np.int64)
    for group, cell, label in rows:
        both[:, group, cell] += (1, label)
    return both


def vector(statistic: SquaredError, row: Placed) -> tuple[int, ...]:
    """What one row adds, in plain integers."""
    group, cell, label = row
    p, y, one = (
        statistic.predictions[group * statistic.machine.factor.cells + cell],
        statistic.values[label],
        statistic.unit,
    )
    square = (y * y,) if any(0 < value < one for value in statistic.values) else ()
    return (one * one, one * y, *square, (p - y) ** 2)


def places(statistic: SquaredError) -> list[Placed]:
    """All rows that can be told apart."""
    (groups,), cells = statistic.machine.groups, statistic.machine.factor.cells
    return list(itertools.product(range(groups), range(cells), range(len(statistic.values))))


@pytest.mark.parametrize("seed", range(60))
def test_the_sums_are_those_of_the_rows(seed: int) -> None:
    statistic, random = drawn(seed), Random(seed)
    rows = random.choices(places(statistic), k=random.choice([0, 1, 40]))
    expected = np.array([vector(statistic, row) for row in rows], dtype=object).sum(axis=0) if rows else None
    found = statistic.exact(aggregate(statistic, rows))
    size = len(vector(statistic, (0, 0, 0)))
    assert found.shape == (1, size)
    assert found[0].tolist() == (list(expected) if expected is not None else [0] * size)


def farthest(statistic: SquaredError) -> tuple[int, int]:
    """The largest L1 and squared L2 change by one unit, over all multisets of at most m rows on either side."""
    machine, every = statistic.machine, {vector(statistic, row) for row in places(statistic)}
    whole = machine.neighbors == "replace" and machine.max_rows == 1 and not statistic.optional
    least = 1 if whole else 0
    sums = {
        tuple(map(sum, zip(*some, strict=True))) if some else (0,) * len(next(iter(every)))
        for size in range(least, machine.max_rows + 1)
        for some in itertools.combinations_with_replacement(sorted(every), size)
    }
    points = np.array(sorted(sums), dtype=object)
    gaps = points if machine.neighbors == "add_remove" else (points[:, None] - points).reshape(-1, points.shape[1])
    return int(np.abs(gaps).sum(axis=1).max()), int((gaps**2).sum(axis=1).max())


@pytest.mark.parametrize("seed", range(80))
def test_the_reach_is_the_largest_change_of_any_unit(seed: int) -> None:
    statistic = drawn(seed)
    rows = min(statistic.machine.max_rows, 1 if len(places(statistic)) > 24 else 2)
    statistic = replace(statistic, machine=replace(statistic.machine, max_rows=rows))
    assert (statistic.l1_sensitivity(), statistic.squared_l2_sensitivity()) == farthest(statistic)


def test_the_reach_grows_with_the_rows_of_a_unit() -> None:
    for seed in range(20):
        statistic = replace(drawn(seed), optional=True)
        one, three = (replace(statistic, machine=replace(statistic.machine, max_rows=m)) for m in (1, 3))
        assert three.l1_sensitivity() == 3 * one.l1_sensitivity()
        assert three.squared_l2_sensitivity() == 9 * one.squared_l2_sensitivity()
