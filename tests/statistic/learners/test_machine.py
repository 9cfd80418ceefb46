"""Kernel machines: minimisers against independent ones, neighbours against the claim, broken ones that are caught."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import Any

import numpy as np
import pytest

from dpcore.noise import ball
from dpcore.statistic.learners import minimiser
from dpcore.statistic.learners.machine import FINE, Machine, cells_of, kept
from dpcore.statistic.learners.objective import LIPSCHITZ, Problem
from dpcore.statistic.order.machine_score import norm, scores
from dpcore.statistic.waves.fourier import Fourier
from dpcore.statistic.waves.plane import Plane

F = Fraction


def drawn(seed: int) -> Machine:
    """A machine over the whole range of its settings: few or many cells, one or two columns, L from tiny to huge."""
    random = Random(seed)
    width = F(float(10 ** random.uniform(-1.3, 0.9)))
    factor: Any = Fourier(random.choice([1, 2, 7, 40]), width)
    if random.random() < 0.3:
        factor = Plane((random.randint(1, 6), random.randint(1, 6)), (max(width, F(1, 5)), F(1, 3)))
    loss: Any = random.choice(["logistic", "hinge", "huber"])
    targets = tuple(F(2 * k + 1, 5) - 1 for k in range(5)) if loss == "huber" else ()
    strength = F(10 ** random.uniform(-2, 4)).limit_denominator(10**6)
    relation: Any = random.choice(["add_remove", "replace"])
    return Machine(factor, loss, targets, strength, (), relation, random.choice([1, 1, 3]))


def aggregate(machine: Machine, rows: list[tuple[int, int]]) -> np.ndarray:
    """Of rows by their cells and targets, from 0 on."""
    if machine.targets:
        counts = np.zeros((1, machine.factor.cells, len(machine.targets)), dtype=np.int64)
        for cell, target in rows:
            counts[0, cell, target] += 1
        return counts
    both = np.zeros((2, machine.factor.cells), dtype=np.int64)
    for cell, target in rows:
        both[:, cell] += (1, target)
    return both


def some(machine: Machine, random: Random, size: int) -> list[tuple[int, int]]:
    most = len(machine.labels) - 1
    favourite = random.randint(0, most)
    return [
        (random.randrange(machine.factor.cells), favourite if random.random() < 0.7 else random.randint(0, most))
        for _ in range(size)
    ]


def independent(machine: Machine, rows: list[tuple[int, int]]) -> np.ndarray:
    """v* by Newton's method in extended precision, from the definition of the losses."""
    cells, factor = np.eye(machine.factor.cells, dtype=np.int64), machine.factor
    power, table = (24, factor.apply(cells)) if isinstance(factor, Fourier) else (52, factor.products(cells))
    table = table[:, kept(factor)]
    t = table.astype(np.longdouble) / np.longdouble(2) ** power
    v, strength = np.zeros(t.shape[1], dtype=np.longdouble), np.longdouble(float(machine.strength))

    places = np.array(rows, dtype=np.int64).reshape(-1, 2)
    t, y = t[places[:, 0]], np.array([float(label) for label in machine.labels], dtype=np.longdouble)[places[:, 1]]

    def derivatives(v: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        f = t @ v
        if machine.loss == "huber":
            root = np.sqrt(1 + ((f - y) * 4) ** 2)
            slope, bend = (f - y) / root, 1 / root**3
        else:
            scale = 1 if machine.loss == "logistic" else np.longdouble(0.5)
            pull = -y * f if machine.loss == "logistic" else (1 - y * f) / scale
            share = 1 / (1 + np.exp(-pull))
            slope, bend = -y * share, y * y * share * (1 - share) / scale
        plain = t.astype(float)
        hessian = (plain * bend.astype(float)[:, None]).T @ plain + float(machine.strength) * np.eye(len(v))
        return slope @ t + strength * v, hessian

    for _ in range(200):
        gradient, hessian = derivatives(v)
        size = np.linalg.norm(gradient.astype(float))
        step = np.linalg.solve(hessian, gradient.astype(float))
        for halving in range(40):
            moved = v - step / 2**halving
            if np.linalg.norm(derivatives(moved)[0].astype(float)) < size:
                break
        else:
            break
        v = moved
    return v.astype(float)


@pytest.mark.sample(12)
@pytest.mark.parametrize("seed", range(60))
def test_coefficients_are_the_minimisers_within_the_tolerance(seed: int) -> None:
    machine, random = drawn(seed), Random(seed)
    rows = some(machine, random, random.choice([0, 1, 5, 40]))
    found = machine.exact(aggregate(machine, rows))
    assert found.shape == (1, machine.coordinates)
    v = np.array([float(value * machine.unit) for value in found[0]])
    far = np.linalg.norm(v - independent(machine, rows)) / float(machine.unit)
    assert far <= 1.01 + math.sqrt(machine.coordinates) / 2


def distance(machine: Machine, one: list[tuple[int, int]], other: list[tuple[int, int]]) -> tuple[float, int]:
    """The L2 and the L1 distance of the integers of two tables."""
    gap = machine.exact(aggregate(machine, one))[0] - machine.exact(aggregate(machine, other))[0]
    return math.sqrt(sum(int(value) ** 2 for value in gap)), sum(abs(int(value)) for value in gap)


@pytest.mark.sample(20)
@pytest.mark.parametrize("seed", range(80))
def test_neighbours_are_no_farther_apart_than_claimed(seed: int) -> None:
    machine, random = drawn(seed), Random(-seed)
    for size in (0, 3, 30):
        rows = some(machine, random, size)
        more = [
            (random.randrange(machine.factor.cells), random.choice([0, len(machine.labels) - 1]))
        ] * machine.max_rows
        others = some(machine, random, machine.max_rows) if machine.neighbors == "replace" else []
        squared, total = distance(machine, rows + more, rows + others)
        assert squared <= machine.l2_sensitivity()
        assert total <= machine.l1_sensitivity()


@pytest.mark.parametrize(("neighbors", "rows"), [("add_remove", 1), ("add_remove", 3), ("replace", 1)])
def test_the_claim_is_nearly_attained_by_a_hinge(neighbors: Any, rows: int) -> None:
    """Rows near the middle pull with nearly their full force, and with a large L there is no curvature but L."""
    machine = Machine(Fourier(1, F(1)), "hinge", (), F(10_000), (), neighbors, rows)
    others = [(0, 0)] * rows if neighbors == "replace" else []
    found, _ = distance(machine, [(0, 0), *[(0, 1)] * rows], [(0, 0), *others])
    assert found >= 0.85 * machine.l2_sensitivity()
    moved = rows * (2 if neighbors == "replace" else 1)
    assert machine.l2_sensitivity() == moved * 2**FINE + 4 + math.isqrt(machine.coordinates)


@pytest.mark.parametrize("groups", [1, 2, 5])
def test_groups_are_machines_of_their_own_and_add_up(groups: int) -> None:
    factor = Fourier(6, F(1, 4))
    machine = Machine(factor, "logistic", (), F(3), (groups,), "replace", 2)
    random = np.random.default_rng(groups)
    rows = random.integers(0, 9, (groups, 6))
    met = random.binomial(rows, 0.3)
    found = machine.exact(np.array([rows, met])).reshape(groups, -1)
    for group in range(groups):
        alone = Machine(factor, "logistic", (), F(3)).exact(np.array([rows[group], met[group]]))
        assert np.abs(found[group] - alone[0]).max() <= 3
    off = machine.l2_sensitivity() - 4 * 2**FINE
    assert off >= math.sqrt(groups) * (2 + math.sqrt(machine.coordinates))
    root = math.sqrt(machine.coordinates)
    assert machine.l1_sensitivity() >= root * (4 * 2**FINE + groups * (2 + root))


def test_the_tolerance_is_counted_for_both_neighbours() -> None:
    for seed in range(20):
        machine = drawn(seed)
        rows = machine.max_rows * (2 if machine.neighbors == "replace" else 1)
        assert machine.l2_sensitivity() - rows * 2**FINE >= 2 + math.sqrt(machine.coordinates)
        assert machine.unit == LIPSCHITZ[machine.loss] / machine.strength / 2**FINE


def test_a_solver_that_stops_early_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the proof the start in doubles would be released, whatever it is: here it is wrong for one of the two."""
    machine = Machine(Fourier(3, F(1, 4)), "hinge", (), F(1))
    rows = [(0, 1), (1, 0), (2, 1)] * 4
    before = distance(machine, [*rows, (0, 1)], rows)[0]
    right, honest = minimiser._prepared, minimiser.at
    monkeypatch.setattr(minimiser, "_prepared", lambda problem: right(problem) * (problem.counts.sum() % 2))
    assert distance(machine, [*rows, (0, 1)], rows)[0] == pytest.approx(before, abs=8)
    monkeypatch.setattr(minimiser, "at", lambda *given: replace(honest(*given), norm=F(0)))
    assert distance(machine, [*rows, (0, 1)], rows)[0] > machine.l2_sensitivity()


def problem(machine: Machine, rows: list[tuple[int, int]]) -> Problem:
    counts = machine._counts(aggregate(machine, rows))[0]
    return Problem(cells_of(machine.factor), machine.loss, machine.labels, machine.strength, counts)


@pytest.mark.parametrize("seed", range(12))
def test_balls_contain_the_gradient_and_doubles_agree(seed: int) -> None:
    """The bound of the norm is above the norm in extended precision, and close to it; the loss's slope is its slope."""
    machine, random = drawn(seed), Random(seed)
    posed = problem(machine, some(machine, random, 30))
    v = [int(random.uniform(-1, 1) * 2**96) for _ in range(machine.coordinates)]
    here = minimiser.at(posed, v)
    assert np.linalg.norm(here.gradient) <= float(here.norm) * (1 + 1e-12)
    assert float(here.norm) == pytest.approx(np.linalg.norm(here.gradient), rel=1e-9)
    value, gradient = minimiser._in_doubles(posed, minimiser._double(v))
    assert float(here.value) == pytest.approx(value, rel=1e-10)
    assert gradient == pytest.approx(here.gradient, rel=1e-9, abs=1e-9)
    step = [int(random.uniform(-1, 1) * 2**60) for _ in v]
    ahead, behind = (minimiser.at(posed, [a + sign * b for a, b in zip(v, step, strict=True)]) for sign in (1, -1))
    slope = sum(float(g) * b for g, b in zip(here.gradient, step, strict=True)) / 2**96
    with ball.precision(256):
        assert float(ahead.value - behind.value) / 2 == pytest.approx(slope, rel=1e-6)


@pytest.mark.parametrize("seed", range(12))
def test_directions_are_newtons(seed: int) -> None:
    """By coordinates or, where these are more than the cells, by cells: H p = g."""
    machine, random = drawn(seed), Random(seed)
    posed = problem(machine, some(machine, random, 30))
    v = np.array([random.uniform(-1, 1) for _ in range(machine.coordinates)])
    _, gradient = minimiser._in_doubles(posed, v)
    step = next(minimiser._steps(posed, v, gradient))
    off = 1e-5
    turned = minimiser._in_doubles(posed, v + off * step)[1] - minimiser._in_doubles(posed, v - off * step)[1]
    assert turned / (2 * off) == pytest.approx(gradient, abs=1e-4 * np.abs(gradient).max())


@pytest.mark.parametrize("loss", ["logistic", "hinge", "huber"])
@pytest.mark.parametrize("strength", [1, 100, 10**6])
@pytest.mark.parametrize("width", [F(1, 20), F(1)])
@pytest.mark.parametrize("rows", [1, 10**9])
def test_steps_are_few_on_tables_with_one_jump(
    loss: Any, strength: int, width: Fraction, rows: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Targets at one end in one half and at the other in the other: full steps of Newton's method go astray here."""
    machine = Machine(Fourier(60, width), loss, (F(-1), F(1)) if loss == "huber" else (), F(strength))
    counts = np.zeros((2, 60), dtype=object)
    counts[0, :30] = counts[1, 30:] = rows
    posed, honest, seen = problem(machine, []), minimiser.at, []
    posed = replace(posed, counts=counts)

    def watched(*given: Any) -> Any:
        seen.append(honest(*given))
        return seen[-1]

    monkeypatch.setattr(minimiser, "at", watched)
    minimiser.found(posed, LIPSCHITZ[machine.loss] / 2**FINE)
    assert len(seen) <= 6
    values = [one.value for one in seen]
    assert all(bool(later <= former) for former, later in pairwise(values))


@pytest.mark.parametrize("loss", ["logistic", "hinge", "huber"])
@pytest.mark.parametrize("side", [6, pytest.param(20, marks=pytest.mark.audit)])
def test_steps_are_few_on_tables_of_alternating_cells_whose_rows_double(
    loss: Any, side: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where hardly any curvature is left, halved steps of Newton's method alone take hundreds."""
    cells = side * side
    machine = Machine(Plane((side, side), (F(1, 20), F(1, 20))), loss, (F(-1), F(1)) if loss == "huber" else (), F(1))
    counts = np.zeros((2, cells), dtype=object)
    for cell in range(cells):
        counts[cell % 2, cell] = int(2 ** (33 * cell / cells))
    posed, honest, solved, seen = replace(problem(machine, []), counts=counts), minimiser.at, minimiser._solved, []
    monkeypatch.setattr(minimiser, "at", lambda *given: seen.append("proof") or honest(*given))  # type: ignore[func-returns-value]
    monkeypatch.setattr(minimiser, "_solved", lambda *given: seen.append("solved") or solved(*given))  # type: ignore[func-returns-value]
    minimiser.found(posed, LIPSCHITZ[machine.loss] / 2**FINE)
    assert seen.count("proof") <= 6
    assert seen.count("solved") <= 150


@pytest.mark.parametrize("seed", range(12))
def test_the_parabola_lies_above_the_loss(seed: int) -> None:
    machine, random = drawn(seed), Random(seed)
    posed = problem(machine, some(machine, random, 20))
    scores = np.array([random.gauss(0, 3) for _ in range(machine.factor.cells)])
    value, slope, bend, above = minimiser._derivatives(posed, scores)
    assert (above >= bend * (1 - 1e-12)).all()
    for _ in range(50):
        cell, off = random.randrange(len(scores)), random.gauss(0, 5)
        moved = scores.copy()
        moved[cell] += off
        reached = value + slope[cell] * off + above[cell] * off * off / 2
        assert minimiser._derivatives(posed, moved)[0] <= reached + 1e-9 * (1 + abs(reached))


def test_a_useless_start_and_useless_directions_only_take_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(Fourier(4, F(1, 2)), "logistic", (), F(5))
    rows = [(0, 0), (1, 1), (3, 1)]
    before = machine.exact(aggregate(machine, rows))
    monkeypatch.setattr(minimiser, "_prepared", lambda one: np.full(one.cells.doubles.shape[1], 7.0))
    for answer in (lambda *given: given[-1] * np.nan, lambda *given: -given[-1], lambda *given: given[-1] * 1e9):
        monkeypatch.setattr(minimiser, "_solved", answer)
        assert np.abs(machine.exact(aggregate(machine, rows)) - before).max() <= 3


def test_many_rows_in_one_cell_and_no_rows_end() -> None:
    for rows in (0, 1, 10**15):
        for met in (0, rows):
            machine = Machine(Fourier(5, F(1, 8)), "logistic", (), F(1, 100))
            counts = np.zeros((2, 5), dtype=np.int64)
            counts[:, 2] = rows, met
            assert machine.exact(counts).shape == (1, machine.coordinates)


@pytest.mark.parametrize(
    "factor", [Fourier(9, F(1, 10)), Fourier(30, F(2)), Plane((5, 7), (F(1, 6), F(1, 3)))], ids=str
)
def test_scores_are_products_with_the_coordinates_of_the_cells(factor: Any) -> None:
    sizes = (factor.cells,) if isinstance(factor, Fourier) else factor.sizes
    sides = np.meshgrid(*((np.arange(size) + 0.5) / size for size in sizes), indexing="ij")
    u = np.column_stack([side.ravel() for side in sides])
    table, random = cells_of(factor).doubles, np.random.default_rng(0)
    coefficients = random.normal(size=(3, table.shape[1]))
    found = scores(factor, coefficients, u)
    assert found == pytest.approx(coefficients @ table.T, abs=1e-5)
    lengths = np.linalg.norm(scores(factor, np.eye(table.shape[1]), random.random((200, len(sizes)))), axis=0)
    assert lengths == pytest.approx(norm(factor), rel=1e-9)
    assert 0.998 <= norm(factor) <= 1
    many = np.repeat(u, 1 + 40_000 // len(u), axis=0)
    assert scores(factor, coefficients, many)[:, :: 1 + 40_000 // len(u)] == pytest.approx(found, abs=1e-12)
