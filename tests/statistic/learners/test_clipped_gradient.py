"""Clipped gradients: no row adds a longer vector than the bound, and the sum is that of plain Python."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import dpcore as dp
from dpcore.errors import QueryError
from dpcore.mechanisms import Epsilon, Mu
from dpcore.queries.models.sgd import Course
from dpcore.statistic.learners import clipped_gradient
from dpcore.statistic.learners.clipped_gradient import (
    BITS,
    CELLS,
    ClippedGradient,
    coefficients,
    edges,
    middle,
    residuals,
)
from dpcore.table.table import Table
from tests.oracle import evaluate, step

SCHEMA = dp.Schema(
    x=dp.Number(-3, 5),
    n=dp.Number(0, 7, integer=True),
    f=dp.Flag(),
    c=dp.Category(["A", "B", "C"]),
    late=dp.Flag(),
    y=dp.Number(-2, 2),
)
FEATURES = ["x", "n", "f", "c"]


def row(chance: random.Random) -> dict[str, Any]:
    """A row, often with values at the bounds."""
    return {
        "x": chance.choice([-3.0, 5.0, chance.uniform(-3, 5)]),
        "n": chance.randint(0, 7),
        "f": chance.random() < 0.5,
        "c": chance.choice("ABC"),
        "late": chance.random() < 0.5,
        "y": chance.choice([-2.0, 2.0, chance.uniform(-2, 2)]),
    }


def course(chance: random.Random, target: str, neighbors: str = "add_remove") -> Course:
    clip = 10 ** chance.uniform(-2, 1)
    query = dp.NoisySGD(target, chance.sample(FEATURES, chance.randint(1, 4)), clip=clip, steps=7).bind(SCHEMA)
    return query.course(Table(SCHEMA, neighbors=neighbors))  # type: ignore[arg-type]


def weights_of(chance: random.Random, course: Course) -> np.ndarray:
    return np.array([chance.choice([0.0, chance.gauss(0, 1), chance.gauss(0, 30)]) for _ in course._scales])


def added(course: Course, weights: np.ndarray, rows: list[dict[str, Any]]) -> np.ndarray:
    """The exact coordinates of these rows."""
    aggregate = course.step(weights, course.mechanism(Mu(Fraction(1)))).aggregate
    return course.statistic.exact(evaluate(aggregate, rows))[:, 0]


@pytest.mark.sample(6)
@pytest.mark.parametrize("target", ["late", "y"])
@pytest.mark.parametrize("seed", range(12))
def test_no_row_is_longer_than_the_bound_and_sums_are_those_of_rows(seed: int, target: str) -> None:
    chance = random.Random(f"{seed} {target}")
    made = course(chance, target)
    weights, rows = weights_of(chance, made), [row(chance) for _ in range(12)]
    vectors = [added(made, weights, [each]) for each in rows]
    for vector in vectors:
        length = sum(Fraction(int(value), scale) ** 2 for value, scale in zip(vector, made._scales, strict=True))
        assert length <= made._bound**2
    assert added(made, weights, rows).tolist() == sum(vectors).tolist()  # type: ignore[attr-defined]


@pytest.mark.sample(4)
@pytest.mark.parametrize("target", ["late", "y"])
@pytest.mark.parametrize("seed", range(8))
def test_gradients_are_those_of_the_model(seed: int, target: str) -> None:
    """Where nothing is clipped: up to the width of a cell of the score."""
    chance = random.Random(f"gradient {seed} {target}")
    query = dp.NoisySGD(target, FEATURES, clip=10, steps=3).bind(SCHEMA)
    made = query.course(Table(SCHEMA))
    weights, each = np.array([chance.uniform(-0.3, 0.3) for _ in made._scales]), row(chance)
    vector = [1.0]
    for variable in made._variables:
        value = each[variable.column]
        if variable.key is not None:
            vector.append(float(value == variable.key))
        elif variable.column == "f":
            vector.append(2.0 * value - 1)
        else:
            vector.append((value - variable.middle) / variable.half)
    score = float(np.dot(weights, vector))
    residual = 1 / (1 + math.exp(-score)) - each["late"] if target == "late" else score - each["y"] / 2
    gradient = added(made, weights, [each]).astype(float) / np.array(made._scales) / 2**BITS
    assert np.allclose(gradient, residual * np.array(vector), atol=0.02)


def test_a_coefficient_above_the_bound_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    right = ClippedGradient("linear", ((1,),), 2**BITS, (2**36,), 2**36)
    assert max(map(max, right.coefficients)) == 2**BITS
    clipped_gradient.coefficients.cache_clear()
    monkeypatch.setattr(clipped_gradient, "isqrt", lambda square: math.isqrt(square) + 1)
    with pytest.raises(QueryError, match="exceeds its bound"):
        replace(right, matrix=((2,),))
    clipped_gradient.coefficients.cache_clear()


@pytest.mark.parametrize("model", ["linear", "logistic"])
def test_residuals_are_cut_toward_zero(model: Any) -> None:
    labels = (0,) if model == "linear" else (0, 1)
    found = iter(residuals(model))
    for place in range(CELLS):
        for label in labels:
            score = float(middle(model, place))
            true = score if model == "linear" else 1 / (1 + math.exp(-score)) - label
            cut = next(found)
            assert abs(cut) <= abs(true) * 2**BITS + 1e-6 and abs(cut - true * 2**BITS) < 1 + 1e-6
    assert len(edges(model)) == CELLS - 1
    assert set(map(abs, np.ravel(coefficients(model, 10, (2**36,), 2**36)).tolist())) <= set(range(11))


@pytest.mark.parametrize("kind", [Mu, Epsilon])
@pytest.mark.parametrize(("neighbors", "changed"), [("add_remove", 1), ("replace", 2)])
@pytest.mark.parametrize("target", ["late", "y"])
def test_noise_covers_what_neighbours_change(target: str, neighbors: str, changed: int, kind: Any) -> None:
    """Added, removed and replaced rows, at weights of any size, in the norm of the noise."""
    chance = random.Random(f"{target} {neighbors}")
    closest = 0.0
    for _ in range(30):
        made = course(chance, target, neighbors)
        weights, price = weights_of(chance, made), kind(Fraction(1, 7))
        noise = made.mechanism(price)
        one, other = added(made, weights, [row(chance)]), added(made, weights, [row(chance)])
        moved = [float(value) for value in (one - other if changed == 2 else one)]
        relative = [value / float(scale) for value, scale in zip(moved, noise.scales, strict=True)]
        size = math.hypot(*relative) if kind is Mu else sum(map(abs, relative))
        assert noise.loss is not None
        most = math.sqrt(noise.loss.mu_squared or 0) if kind is Mu else float(noise.loss.pure or 0)
        assert size <= most * (1 + 1e-12)
        closest = max(closest, size / most)
    assert closest > (0.9 if kind is Mu and changed == 1 else 0.2)  # noise for half of the rows would be noticed


def test_grid_integers_are_those_of_the_oracle() -> None:
    made = dp.NoisySGD("late", ["x"], steps=1).bind(SCHEMA).course(Table(SCHEMA))
    assert step(5.0, made._variables[0].part) == made._scales[1]  # type: ignore[arg-type]
