"""The logistic gradient: its table, its exact integers, and its sensitivity by brute force over neighbouring tables."""

from __future__ import annotations

import itertools
import math
import random
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import dpcore as dp
from dpcore.mechanisms import Epsilon, Mu, Price
from dpcore.queries.models.logistic.design import Design
from dpcore.sensitivity.relation import Neighbors
from dpcore.statistic import LogisticGradient
from dpcore.statistic.learners.logistic import CELLS, ONE, WIDTH, digest, table
from dpcore.table.table import Table, Unit
from tests.oracle import evaluate

SCHEMA = dp.Schema(
    x=dp.Number(-1, 2),
    z=dp.Number(0, 3, integer=True),
    f=dp.Flag(),
    g=dp.Category(["a", "b", "c"]),
    y=dp.Flag(),
)
QUESTION = dp.LogisticRegression("y", ["x", "z", "f", "g"])
ROWS: list[dict[str, Any]] = [
    {"x": x, "z": z, "f": f, "g": g, "y": y}
    for x, z, f, g, y in itertools.product((-1, 0.5, 2), (0, 3), (False, True), "abc", (False, True))
] + [{"x": None, "z": 0, "f": True, "g": "a", "y": True}]


def test_the_table_is_the_logistic_function_and_never_changes() -> None:
    """Stored answers were made with it: its digest is in their records."""
    assert digest() == "9bf5af6a9d27abb62dbd0208c28d3aab1100bed3e2403652d40015575666e5f5"
    middles = [(cell - CELLS // 2) / WIDTH for cell in range(CELLS)]
    assert table() == tuple(math.floor(ONE / (1 + math.exp(-middle)) + 0.5) for middle in middles)
    assert table()[CELLS // 2] == ONE // 2


def design(neighbors: Neighbors = "add_remove", unit: Unit | None = None) -> Design:
    return QUESTION.bind(SCHEMA).design(Table(SCHEMA, unit or Unit(), neighbors))


def weights(chance: random.Random, size: int) -> np.ndarray:
    """From none to so many that scores reach both ends."""
    far = chance.choice([0.0, 0.05, 1.0, 5.0, 50.0])
    return np.array([far * chance.gauss(0, 1) for _ in range(size)])


@pytest.mark.parametrize("seed", range(6))
def test_it_is_the_gradient_of_the_rows(seed: int) -> None:
    """Against the logistic function of each row's own score."""
    chance, asked = random.Random(seed), design()
    public = asked.public(weights(chance, len(asked.used)))
    step = asked.gradient(price(Mu), 0, public)
    rows = [chance.choice(ROWS[:-1]) for _ in range(300)]
    assert isinstance(step.statistic, LogisticGradient)
    noisy = step.statistic.exact(evaluate(step.aggregate, rows)).astype(float)[0]
    gradient, bands = asked.read(step.statistic, noisy)
    entries = np.array([vector(row) for row in rows])
    labels = np.array([row["y"] for row in rows])
    scores = entries @ public
    expected = entries.T @ (1 / (1 + np.exp(-np.clip(scores, -7.984, 7.984))) - labels)
    assert gradient == pytest.approx(expected, abs=300 * 0.25 * 0.51 / WIDTH)
    assert bands.sum(axis=0).tolist() == [len(rows) - labels.sum(), labels.sum()]


def price(kind: type[Price]) -> Price:
    return kind(Fraction(1))


def vector(row: dict[str, Any]) -> list[float]:
    """The constant and the terms, from -1 to 1."""
    return [
        1,
        (row["x"] - 0.5) / 1.5,
        (row["z"] - 1.5) / 1.5,
        2 * row["f"] - 1,
        float(row["g"] == "b"),
        float(row["g"] == "c"),
    ]


def farthest(step: Any, table_: Table, kind: type[Price]) -> float:
    """The largest distance between neighbouring tables of one unit, in the norm of what is paid, over its bound."""
    unit, statistic = table_.unit, step.statistic
    sets = [list(rows) for size in range(unit.max_rows + 1)
            for rows in itertools.combinations_with_replacement(CORNERS[:: 2 * size - 1], size)]  # fmt: skip
    points = np.array([statistic.exact(evaluate(step.aggregate, rows))[0] for rows in sets], dtype=float)
    best = 0.0
    for other in points if table_.neighbors == "replace" else points[:1]:
        gap = np.abs(points - other)
        best = max(best, float((np.sqrt((gap**2).sum(axis=1)) if kind is Mu else gap.sum(axis=1)).max()))
    bound = math.sqrt(statistic.squared_l2_sensitivity()) if kind is Mu else statistic.l1_sensitivity()
    return best / bound


CORNERS = [row for row in ROWS[:-1] if row["x"] != 0.5]


@pytest.mark.parametrize("neighbors", ["add_remove", "replace"])
@pytest.mark.parametrize("kind", [Mu, Epsilon])
@pytest.mark.parametrize("max_rows", [1, 2])
def test_no_unit_moves_it_further_than_its_bound(neighbors: Neighbors, kind: type[Price], max_rows: int) -> None:
    unit = Unit("unit", max_rows) if max_rows > 1 else Unit()
    schema = dp.Schema({**SCHEMA.columns, "unit": dp.Identifier()})
    table_ = Table(schema, unit, neighbors)
    asked, found = QUESTION.bind(schema).design(table_), []
    for seed in range(6 if max_rows == 1 else 1):
        public = asked.public(weights(random.Random(seed), len(asked.used)))
        found.append(farthest(asked.gradient(price(kind), 0, public), table_, kind))
    assert max(found) <= 1
    zero = asked.gradient(price(kind), 0, np.zeros(len(asked.used)))
    assert 0.9 < farthest(zero, table_, kind) <= 1, "of weights 0 the bound is nearly reached"


def test_a_bound_that_forgets_the_reach_of_the_score_is_exceeded() -> None:
    """The mutant: M of weights 0 at weights that are not."""
    table_ = Table(SCHEMA)
    asked = QUESTION.bind(SCHEMA).design(table_)
    step = asked.gradient(price(Mu), 0, np.array([0.0, 3.0, 1.0, 0.0, 0.0, 0.0]))
    assert isinstance(step.statistic, LogisticGradient)
    assert farthest(step, table_, Mu) <= 1
    mutant = replace(step.statistic, cells=(CELLS // 2, CELLS // 2))
    assert farthest(replace(step, statistic=mutant), table_, Mu) > 1
