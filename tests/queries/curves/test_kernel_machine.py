"""Kernel machines as questions: what is read is the minimiser's function, with the stated noise, at any points."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import dpcore as dp
from dpcore.mechanisms import Epsilon, Mu
from dpcore.queries.curves.kernel_machine import CELLS
from dpcore.queries.curves.smooth_curve import POINTS
from dpcore.queries.curves.smooth_surface import SIDE
from dpcore.result import Expansion, Surface
from dpcore.table.table import Table

SCHEMA = dp.Schema(
    hour=dp.Number(0, 24),
    far=dp.Number(0, 3000, integer=True),
    delay=dp.Number(-30, 60),
    stops=dp.Number(0, 1, integer=True),
    late=dp.Flag(),
    sex=dp.Category(["f", "m"]),
)
ROWS = 3_000


def columns(seed: int) -> dict[str, Any]:
    """Late after 14 o'clock; some labels are missing."""
    random = np.random.default_rng(seed)
    hour = random.uniform(0, 24, ROWS)
    late = np.where(random.random(ROWS) < 0.1, None, random.random(ROWS) < 0.15 + 0.5 * (hour > 14))
    delay = np.clip(10 + 20 * np.sin(hour / 24 * 2 * math.pi) + random.normal(0, 4, ROWS), -30, 60)
    return {
        "hour": hour.tolist(),
        "far": random.integers(0, 3001, ROWS).tolist(),
        "delay": delay.tolist(),
        "late": late.tolist(),
        "sex": random.choice(["f", "m"], ROWS).tolist(),
    }


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Any:
    import pandas as pd

    schema = dp.Schema({name: SCHEMA[name] for name in ("hour", "far", "delay", "late", "sex")})
    with dp.Desk(home=tmp_path_factory.mktemp("machine")) as desk:
        for relation in ("add_remove", "replace"):
            desk.add_dataset(
                relation,
                dp.read(pd.DataFrame(columns(1))),
                schema=schema,
                budget=dp.Budget(mu=100, delta=1e-6),
                neighbors=relation,
                separate_budget=True,
            )
        yield desk


def released(desk: dp.Desk, query: dp.Query, mu: float = 20.0, relation: str = "add_remove") -> dp.Release:
    (release,) = desk.release(relation, dp.Plan([dp.Ask(query)], mu=mu))
    return release


def gauss(one: np.ndarray, other: np.ndarray, h: float) -> np.ndarray:
    """The kernel on a circle of two boxes, between points in boxes."""
    gap = one[:, None] - other
    images = [np.exp(-((gap + 2 * k) ** 2) / (2 * h * h)) for k in (-2, -1, 0, 1, 2)]
    top = sum(math.exp(-((2 * k) ** 2) / (2 * h * h)) for k in (-2, -1, 0, 1, 2))
    return np.sum(images, axis=0) / top


def fitted(x: np.ndarray, y: np.ndarray, at: np.ndarray, h: float, strength: float) -> np.ndarray:
    """The scores of logistic regression in the kernel's space, by its dual coefficients: an independent computation."""
    kernel, alpha = gauss(x, x, h), np.zeros(len(x))
    for _ in range(30):
        share = 1 / (1 + np.exp(y * (kernel @ alpha)))
        bend = share * (1 - share)
        residual = alpha - y * share / strength
        alpha = alpha - np.linalg.solve(np.eye(len(x)) + bend[:, None] * kernel / strength, residual)
    return gauss(at, x, h) @ alpha


@pytest.mark.parametrize("relation", ["add_remove", "replace"])
def test_a_probability_at_a_high_price_is_that_of_the_dual_problem(desk: dp.Desk, relation: str) -> None:
    near = dp.Condition("far", "<", 500)
    release = released(desk, dp.KernelMachine("late", ["hour"], strength=5, where=[near]), relation=relation)
    rows, at = columns(1), np.array([0.0, 5, 13, 14, 16, 24])
    kept = np.array([value is not None for value in rows["late"]]) & (np.array(rows["far"]) < 500)
    cells = (np.floor(np.array(rows["hour"])[kept] / 24 * CELLS) + 0.5) / CELLS
    y = np.where(np.array(rows["late"], dtype=object)[kept].astype(bool), 1.0, -1.0)
    scores = fitted(cells, y, at / 24, 0.08, 5)
    read = release.evaluate(at)
    expected = 1 / (1 + np.exp(-scores))
    assert (np.abs(read.estimate - expected) <= 7 * read.std_error + 1e-3).all()
    assert isinstance(release.result, Expansion)
    assert (read.low < read.estimate).all()
    assert (read.high > read.estimate).all()


def test_a_number_a_score_groups_and_two_columns(desk: dp.Desk) -> None:
    number = released(desk, dp.KernelMachine("delay", ["hour"], strength=2)).evaluate([6, 18])
    assert number.estimate.tolist() == pytest.approx([29, -9], abs=3)
    score = released(desk, dp.KernelMachine("late", "hour", loss="hinge", strength=2)).evaluate([5, 20])
    assert score.estimate[0] < -0.5 < 0 < score.estimate[1]
    by = released(desk, dp.KernelMachine("late", ["hour"], by=["sex"], strength=2)).evaluate([5, 20])
    assert by.sex.tolist() == ["f", "f", "m", "m"]
    assert (by.estimate < 0.5).tolist() == [True, False, True, False]
    two = released(desk, dp.KernelMachine("late", ["hour", "far"], strength=2))
    assert isinstance(two.result, Surface)
    assert len(two.table) == SIDE**2
    assert two.evaluate([[5, 1000], [20, 1000]]).estimate.tolist() == pytest.approx([0.15, 0.65], abs=0.12)


def test_a_number_has_one_loss_and_one_name() -> None:
    hinge = dp.KernelMachine("delay", ["hour"], loss="hinge").bind(SCHEMA)
    assert hinge == dp.KernelMachine("delay", ["hour"]).bind(SCHEMA)
    assert "hinge" not in str(hinge)
    assert "hinge" in str(dp.KernelMachine("late", ["hour"], loss="hinge").bind(SCHEMA))
    other = dp.KernelMachine("late", ["hour", "far"], strength=20, bandwidth=0.1).bind(SCHEMA)
    assert str(other) == "Kernel machine of late from hour and far, regularisation 20, bandwidth 0.1"


@pytest.mark.usefixtures("seeded")
@pytest.mark.parametrize(
    "query", [dp.KernelMachine("late", ["hour"]), dp.KernelMachine("delay", ["hour"], bandwidth=2)]
)
def test_intervals_cover_the_noise_as_often_as_they_say(query: dp.KernelMachine) -> None:
    table, price = Table(SCHEMA), Mu(Fraction(1, 4))
    bound = query.bind(SCHEMA)
    mechanism, machine = bound.mechanism(table, price), bound.statistic(table, price)
    random = np.random.default_rng(4)
    exact = np.array([[int(value) for value in random.normal(0, 2**22, machine.coordinates)]], dtype=object)
    sure = bound.estimate(table, price, exact, mechanism.error(0.9)).estimate
    inside = []
    for _ in range(400):
        read = bound.estimate(table, price, mechanism.draw(exact), mechanism.error(0.9))
        inside.append((read.low[::40] <= sure[::40] + 1e-12) & (sure[::40] <= read.high[::40] + 1e-12))
    assert np.mean(inside) == pytest.approx(0.9, abs=0.035)


def test_points_are_checked_and_evaluation_costs_nothing(desk: dp.Desk) -> None:
    release = released(desk, dp.KernelMachine("late", ["hour"]), mu=1)
    before = desk.standing("add_remove").spent
    read = release.evaluate(release.result.keys["x"])
    assert len(release.table) == POINTS
    assert np.abs(read.estimate - release.table.estimate).max() < 1e-9
    assert release.evaluate([1, math.nan]).isna().any(axis=1).tolist() == [False, True]
    assert desk.standing("add_remove").spent == before
    with pytest.raises(dp.QueryError, match="from 0 to 24 only"):
        release.evaluate([25])
    with pytest.raises(dp.QueryError, match="no setting 'bandwidth'"):
        release.evaluate([1], bandwidth=0.2)


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (lambda: dp.KernelMachine("late", []), "one or two"),
        (lambda: dp.KernelMachine("late", ["hour", "far", "delay"]), "one or two"),
        (lambda: dp.KernelMachine("delay", ["delay"]), "one or two"),
        (lambda: dp.KernelMachine("late", [["hour"]]), "one or two"),
        (lambda: dp.KernelMachine(["late"], ["hour"]), "one or two"),
        (lambda: dp.KernelMachine("late", None), "one or two"),
        (lambda: dp.KernelMachine("late", 5), "one or two"),
        (lambda: dp.KernelMachine("delay", ["hour"], by=[dp.Bins("far", range(0, 3001))]), "cells"),
        (lambda: dp.KernelMachine("late", ["hour", "hour"]), "one or two"),
        (lambda: dp.KernelMachine("sex", ["hour"]), "not a number"),
        (lambda: dp.KernelMachine("late", ["sex"]), "not a number"),
        (lambda: dp.KernelMachine("gone", ["hour"]), "not declared"),
        (lambda: dp.KernelMachine("late", ["hour"], loss="square"), "loss"),
        (lambda: dp.KernelMachine("late", ["hour"], strength=0), "strength"),
        (lambda: dp.KernelMachine("late", ["hour"], strength=-5), "strength"),
        (lambda: dp.KernelMachine("late", ["hour"], strength=1e9), "strength"),
        (lambda: dp.KernelMachine("late", ["hour"], bandwidth=0), "bandwidth"),
        (lambda: dp.KernelMachine("late", ["hour"], bandwidth=11), "bandwidth"),
        (lambda: dp.KernelMachine("late", ["hour"], by=[dp.Bins("hour", [0, 5])]), "grouped by hour"),
    ],
)
def test_refusals(made: Any, words: str) -> None:
    with pytest.raises(dp.QueryError, match=words):
        made().bind(SCHEMA)


@pytest.mark.parametrize("kind", [Mu, Epsilon])
@pytest.mark.parametrize("label", ["late", "delay", "stops"])
def test_a_prediction_is_the_error_in_the_middle(kind: Any, label: str) -> None:
    table, price = Table(SCHEMA), kind(Fraction(1))
    bound = dp.KernelMachine(label, ["hour"], strength=1000).bind(SCHEMA)
    found = bound.predict(table, price, 0.95, None)
    assert 0 <= found.low < found.half_width <= found.high
    zeros = np.zeros((1, bound.statistic(table, price).coordinates), dtype=object)
    read = bound.estimate(table, price, zeros, bound.mechanism(table, price).error(0.95))
    assert (read.high - read.estimate).max() == pytest.approx(found.half_width, rel=1e-3)
    assert bound.price_of(table, kind, found.half_width, 0.95, None).total == pytest.approx(1, rel=1e-6)


@pytest.mark.parametrize("strength", [1.0, 3.0, 30.0])
@pytest.mark.parametrize("query", [dp.KernelMachine("late", ["hour"]), dp.KernelMachine("delay", ["hour"])])
def test_no_margin_is_above_the_largest_one_predicted(query: dp.KernelMachine, strength: float) -> None:
    """Whatever the coefficients are; with much noise the margin is larger on the side of the middle."""
    table, price = Table(SCHEMA), Mu(Fraction(1, 10))
    bound = replace(query, strength=strength).bind(SCHEMA)
    found, mechanism = bound.predict(table, price, 0.95, None), bound.mechanism(table, price)
    machine, random, reached = bound.statistic(table, price), np.random.default_rng(1), 0.0
    for size in np.geomspace(0.01, 30, 40):
        v = random.normal(0, size / float(machine.unit), (1, machine.coordinates))
        read = bound.estimate(table, price, v, mechanism.error(0.95))
        margin = np.maximum(read.high - read.estimate, read.estimate - read.low).max()
        assert margin <= found.largest * (1 + 1e-9)
        reached = max(reached, float(margin))
    assert reached >= 0.9 * found.largest
