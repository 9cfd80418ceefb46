"""Kernel ridge regression: minimisers against exact ones, neighbours against the claim, broken ones that are caught."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest
from flint import fmpq, fmpq_mat

from dpcore.statistic.learners import machine as module
from dpcore.statistic.learners import minimiser
from dpcore.statistic.learners.machine import FINE, Machine, cells_of
from dpcore.statistic.waves.fourier import Fourier
from dpcore.statistic.waves.plane import Plane

F = Fraction
Rows = list[tuple[int, int]]
"""The cell and the target of each row, from 0 on; target 2 of true and false is missing."""
FAR = Machine(Fourier(7, F(1, 2)), "squares", (), F(1), (), "replace", 1, 1)
"""Wide kernels, so that a function fitted in some cells goes far up or down in others."""


def drawn(random: Random, n: int) -> Machine:
    """Few or many cells, one or two columns, L from 1 to 10^4, N below n, equal to it or above."""
    width, several = F(float(10 ** random.uniform(-1.3, 0.9))), random.random() < 0.5
    factor: Any = Fourier(random.choice([1, 2, 7, 40]), width)
    if random.random() < 0.3:
        factor = Plane((random.randint(1, 6), random.randint(1, 6)), (max(width, F(1, 5)), F(1, 3)))
    targets = tuple(F(2 * k + 1, 5) - 1 for k in range(5)) if several else ()
    strength = F(10 ** random.choice([random.uniform(0, 4), random.uniform(0, 1)])).limit_denominator(1000)
    expected = max(1, random.choice([n // 10, n, 2 * n, 100 * n]))
    return Machine(factor, "squares", targets, strength, (), "replace", 1, expected)


def patterned(machine: Machine, random: Random, n: int) -> Rows:
    """Clusters of targets at both ends: by halves, alternating, in one cell, in two, or by chance, some missing."""
    size, last = machine.factor.cells, len(machine.labels) - 1
    one, other = random.randrange(size), random.randrange(size)
    cells = [random.randrange(size) for _ in range(n)]
    match random.randrange(5):
        case 0:
            return [(cell, last * (2 * cell < size)) for cell in cells]
        case 1:
            return [(cell, last * (cell % 2)) for cell in cells]
        case 2:
            return [(one, last)] * n
        case 3:
            return [random.choice([(one, 0), (other, last)]) for _ in range(n)]
        case _:
            return [(cell, random.randint(0, last + (not machine.targets))) for cell in cells]


def aggregate(machine: Machine, rows: Rows, times: int = 1) -> np.ndarray:
    """Counts, each row so many times; rows that miss a label count as rows alone."""
    if machine.targets:
        counts = np.zeros((1, machine.factor.cells, len(machine.targets)), dtype=np.int64)
        for cell, target in rows:
            counts[0, cell, target] += times
        return counts
    every = np.zeros((3, machine.factor.cells), dtype=np.int64)
    for cell, target in rows:
        every[:, cell] += np.array([1, target == 1, target == 0]) * times
    return every


def true(machine: Machine, rows: Rows) -> list[Fraction]:
    """v* without any rounding: T' (T T' + L')^-1 y."""
    kept = [(cell, machine.labels[target]) for cell, target in rows if target < len(machine.labels)]
    strength = machine.strength * max(F(1), F(len(rows), machine.expected or 1))
    cells = cells_of(machine.factor)
    table, unit = cells.exact, fmpq(1, 2**cells.power)
    if not kept:
        return [F(0)] * table.ncols()
    t = fmpq_mat(len(kept), table.ncols(), [table[cell, k] * unit for cell, _ in kept for k in range(table.ncols())])
    gram = t * t.transpose()
    for place in range(len(kept)):
        gram[place, place] += fmpq(strength.numerator, strength.denominator)
    y = fmpq_mat(len(kept), 1, [fmpq(label.numerator, label.denominator) for _, label in kept])
    return [F(int(one.p), int(one.q)) for one in (t.transpose() * gram.solve(y)).entries()]


def length(gap: Any) -> float:
    return math.sqrt(float(sum(one * one for one in gap)))


def apart(machine: Machine, one: Rows, other: Rows, times: int = 1) -> tuple[float, int]:
    """The L2 and the L1 distance of the integers of two tables, all but the last of whose rows are there so often."""
    tables = (aggregate(machine, rows[:-1], times) + aggregate(machine, rows[-1:]) for rows in (one, other))
    first, second = (machine.exact(table)[0] for table in tables)
    gap = [int(a - b) for a, b in zip(first, second, strict=True)]
    return length(gap), sum(map(abs, gap))


@pytest.mark.sample(12)
@pytest.mark.parametrize("seed", range(60))
def test_neighbours_are_no_farther_apart_than_claimed(seed: int) -> None:
    """The true minimisers by D, and the integers by what is made of it; these are the true ones but for rounding."""
    random = Random(seed)
    n = random.choice([1, 2, 5, 12, 40])
    machine = drawn(random, n)
    rows = patterned(machine, random, n - 1)
    here = rows[0][0] if rows else 0
    ends = [(cell, end) for cell in (here, random.randrange(machine.factor.cells)) for end in (0, -1)]
    ends = [(cell, end % len(machine.labels)) for cell, end in ends]
    ends += [] if machine.targets else [(here, 2)]
    minimisers = [true(machine, [*rows, end]) for end in ends]
    integers = [machine.exact(aggregate(machine, [*rows, end]))[0] for end in ends]
    for v, found in zip(minimisers, integers, strict=True):
        off = length(int(value) - one / machine.unit for value, one in zip(found, v, strict=True))
        assert off <= 1.01 + math.sqrt(machine.coordinates) / 2
    for a, b in itertools.combinations(range(len(ends)), 2):
        moved = length(x - y for x, y in zip(minimisers[a], minimisers[b], strict=True))
        assert moved <= 2 * machine.reach
        gap = [int(x - y) for x, y in zip(integers[a], integers[b], strict=True)]
        assert length(gap) <= machine.l2_sensitivity()
        assert sum(map(abs, gap)) <= machine.l1_sensitivity()


@pytest.mark.parametrize("strength", [1, 7, 500, 10**6])
@pytest.mark.parametrize("expected", [1, 50, 10**9])
def test_the_reach_is_the_proven_one_rounded_up(strength: int, expected: int) -> None:
    machine = Machine(Fourier(3, F(1)), "squares", (), F(strength), (), "replace", 1, expected)
    proven = 1 / (strength + 1) + math.sqrt(27 * expected / (64 * strength)) / (2 * strength + 1)
    assert proven * (1 - 1e-15) <= float(machine.reach) <= proven * (1 + 1e-14)
    root = (machine.reach - F(1, strength + 1)) * (2 * strength + 1)
    assert root**2 >= F(27 * expected, 64 * strength)
    assert machine.unit == machine.reach / 2**FINE
    assert machine.l2_sensitivity() >= 2 * 2**FINE + 2 + math.sqrt(machine.coordinates)


def test_the_first_part_of_the_reach_is_nearly_attained() -> None:
    machine = Machine(Fourier(1, F(1)), "squares", (), F(10_000), (), "replace", 1, 1)
    assert apart(machine, [(0, 0)], [(0, 1)])[0] >= 0.98 * machine.l2_sensitivity()


def test_the_second_part_of_the_reach_is_nearly_attained_by_a_row_more() -> None:
    """By vectors chosen for it: most rows have little of one direction, and the further row is along it."""
    strength, n = 50.0, 10**6
    machine = Machine(Fourier(1, F(1)), "squares", (), F(50), (), "replace", 1, n)
    moved = []
    for p in np.linspace(0.5, 0.99, 50):
        s = strength * (1 / p - 1)
        f = -math.sqrt(n * s) / (s + strength)
        moved.append((1 - f) / (s + strength) / (1 + 1 / (s + strength)))
    assert 0.98 * machine.reach <= max(moved) <= machine.reach


def exceeded(machine: Machine, times: int) -> bool:
    """Rows in the first cells alternate, so that the function is far away in the last one."""
    rows = [(cell, cell % 2) for cell in range(4)]
    found, _ = apart(machine, [*rows, (6, 0)], [*rows, (1, 1)], times)
    return found > machine.l2_sensitivity()


@pytest.mark.parametrize("times", [10**4, 10**6, 10**9])
def test_a_table_with_more_rows_than_declared_is_regularised_more(times: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With L alone, the same rows are farther apart than what is claimed for the declared number."""
    assert not exceeded(FAR, times)
    monkeypatch.setattr(Machine, "_strength", lambda self, aggregate: self.strength)
    assert exceeded(FAR, times)


def test_half_of_the_reach_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Machine.reach.fget  # type: ignore[attr-defined]
    monkeypatch.setattr(Machine, "reach", property(lambda self: honest(self) / 2))
    machine = Machine(Fourier(1, F(1)), "squares", (), F(10_000), (), "replace", 1, 1)
    assert apart(machine, [(0, 0)], [(0, 1)])[0] > machine.l2_sensitivity()


@pytest.mark.parametrize("targets", [(), (F(-1), F(1))])
def test_rows_of_a_full_cell_and_without_a_label_are_regularised_too(
    targets: tuple[Fraction, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a row that counts in no cell would change L'. Full cells have as many rows as are counted."""
    machine = Machine(Fourier(3, F(1, 4)), "squares", targets, F(2), (), "replace", 1, 4)
    full, missing = [(0, 1)] * 30, [] if targets else [(1, 2)] * 5
    rows = [*full, (2, 0), *missing]
    monkeypatch.setattr(module, "_MOST", 10)
    found = machine.exact(aggregate(machine, rows))[0]
    alone = Machine(machine.factor, "squares", targets, machine.strength * len(rows) / 4, (), "replace", 1, 10**6)
    expected = true(alone, [*full[:10], (2, 0)])
    off = length(int(value) - one / machine.unit for value, one in zip(found, expected, strict=True))
    assert off <= 1.01 + math.sqrt(machine.coordinates) / 2
    counted = Machine._strength
    monkeypatch.setattr(Machine, "_strength", lambda self, counts: counted(self, np.minimum(counts, 10)))
    found = machine.exact(aggregate(machine, rows))[0]
    off = length(int(value) - one / machine.unit for value, one in zip(found, expected, strict=True))
    assert off > 1000 * math.sqrt(machine.coordinates)


def hostile(name: str, cells: int) -> np.ndarray:
    """Counts of targets -1 and 1 by cell."""
    counts = np.zeros((1, cells, 2), dtype=np.int64)
    match name:
        case "one row":
            counts[0, cells // 2, 1] = 1
        case "one cell":
            counts[0, cells // 2, 1] = 2**40
        case "two cells":
            counts[0, [0, 1], [0, 1]] = 2**40
        case "all full":
            counts[:] = 2**40
        case "alternating":
            counts[0, ::2, 0] = counts[0, 1::2, 1] = 2**40
        case "doubling":
            for cell in range(cells):
                counts[0, cell, cell % 2] = int(2 ** (33 * cell / cells))
    return counts


@pytest.mark.parametrize("name", ["no rows", "one row", "one cell", "two cells", "all full", "alternating", "doubling"])
@pytest.mark.parametrize("strength", [1, 10**6])
@pytest.mark.parametrize("expected", [1, 10**15])
@pytest.mark.parametrize(
    "factor", [Fourier(60, F(1, 20)), Fourier(60, F(10)), Plane((6, 6), (F(1, 20), F(1, 5)))], ids=str
)
def test_the_proof_is_reached_in_a_few_steps(
    name: str, strength: int, expected: int, factor: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = Machine(factor, "squares", (F(-1), F(1)), F(strength), (), "replace", 1, expected)
    honest, seen = minimiser.at, []
    monkeypatch.setattr(minimiser, "at", lambda *given: seen.append(given) or honest(*given))  # type: ignore[func-returns-value]
    assert machine.exact(hostile(name, factor.cells)).shape == (1, machine.coordinates)
    assert len(seen) <= 4


def test_it_has_no_reach_without_a_declared_number_or_where_rows_are_added() -> None:
    for neighbors, expected in (("add_remove", 5), ("replace", None)):
        wrong: Any = Machine(Fourier(3, F(1)), "squares", (), F(2), (), neighbors, 1, expected)  # type: ignore[arg-type]
        with pytest.raises(AssertionError):
            assert wrong.reach
