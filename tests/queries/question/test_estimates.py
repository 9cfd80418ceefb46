"""From exact integers without noise every question gives its textbook answer; with noise, intervals hold."""

from __future__ import annotations

import random
from fractions import Fraction as Exact
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from dpcore import noise
from dpcore.mechanisms import Additive, Epsilon, Mu, Price, Spread, additive
from dpcore.queries import Count, DistinctUnits, Fraction, Histogram, Mean, Query, StandardDeviation, Sum, Variance
from dpcore.queries.question.prediction import even
from dpcore.release.record.figure import keys_of
from dpcore.table.category import Category
from dpcore.table.column import Flag, Identifier, Number
from dpcore.table.condition import Condition
from dpcore.table.schema import Schema
from dpcore.table.table import Table, Unit
from tests.chance import least
from tests.oracle import evaluate

SCHEMA = Schema(
    age=Number(0, 120, integer=True),
    cost=Number(-10.5, 1000),
    far=Number(1e6, 1e6 + 64),
    ward=Category(["A", "B"]),
    smoker=Flag(),
    unit=Identifier(),
)
GENERATOR_ROWS = [
    {
        "age": (i * 37) % 121 if i % 11 else None,
        "cost": ((i * 911) % 10000) / 10 - 10 if i % 7 else None,
        "far": 1e6 + (i * 29) % 64,
        "ward": "AB"[i % 2] if i % 5 else None,
        "smoker": bool(i % 3),
        "unit": i // 2,
    }
    for i in range(400)
]
SENIOR = Condition("age", ">=", 65)
SHARES = Schema(x=Number(0, 10))


def values(column: str, keep=lambda row: True) -> np.ndarray:
    return np.array([row[column] for row in GENERATOR_ROWS if row[column] is not None and keep(row)], dtype=float)


TRUTHS: list[tuple[Query, float]] = [
    (Count(), 400),
    (Count(where=[SENIOR]), (values("age") >= 65).sum()),
    (DistinctUnits(), 200),
    (Sum("cost"), values("cost").sum()),
    (Sum("far"), values("far").sum()),
    (Mean("age"), values("age").mean()),
    (Mean("cost", where=[SENIOR]), values("cost", lambda row: (row["age"] or 0) >= 65).mean()),
    (Mean("far"), values("far").mean()),
    (Variance("age"), values("age").var()),
    (Variance("cost"), values("cost").var()),
    (StandardDeviation("cost"), values("cost").std()),
    (Fraction(Condition("smoker", "==", True)), np.mean([row["smoker"] for row in GENERATOR_ROWS])),
    (Fraction(SENIOR), (values("age") >= 65).sum() / 400),
]


@pytest.mark.parametrize("price", [Mu(Exact(1, 4)), Epsilon(Exact(1, 4))], ids=repr)
@pytest.mark.parametrize("neighbors", ["add_remove", "replace"])
@pytest.mark.parametrize(("query", "truth"), TRUTHS, ids=lambda value: str(value))
def test_without_noise(query: Query, truth: float, price: Price, neighbors: str) -> None:
    table = Table(SCHEMA, Unit("unit", 2), neighbors)
    bound = query.bind(SCHEMA)
    exact = bound.statistic(table, price).exact(evaluate(bound.aggregate(table), GENERATOR_ROWS))
    coordinates = exact.shape[0]
    silent = Spread((0.0,) * coordinates, (0.0,) * coordinates, 2.0)
    answer = bound.estimate(table, price, exact.astype(float), silent)
    tolerance = 2e-3 if isinstance(query, Variance | StandardDeviation) else 1e-6
    assert answer.estimate[0] == pytest.approx(truth, rel=tolerance)
    assert answer.std_error[0] == pytest.approx(0, abs=1e-9)


def test_groups_follow_the_declared_keys() -> None:
    table = Table(SCHEMA)
    query = Count(by=["ward", "smoker"]).bind(SCHEMA)
    exact = evaluate(query.aggregate(table), GENERATOR_ROWS).reshape(-1)
    wanted = [
        sum(row["ward"] == ward and row["smoker"] is smoker for row in GENERATOR_ROWS)
        for ward in ("A", "B")
        for smoker in (False, True)
    ]
    assert list(exact) == wanted


@pytest.mark.parametrize("price", [Mu(Exact(1, 4)), Epsilon(Exact(1, 4))], ids=repr)
@pytest.mark.parametrize("query", [Mean("age"), Mean("cost"), Fraction(SENIOR), Count(), Sum("cost"), Variance("age")])
def test_intervals_cover(query: Query, price: Price) -> None:
    """Over 10,000 releases the 95 % interval covers what it says, and is not absurdly wide."""
    table = Table(SCHEMA)
    bound = query.bind(SCHEMA)
    statistic = bound.statistic(table, price)
    exact = statistic.exact(evaluate(bound.aggregate(table), GENERATOR_ROWS))
    mechanism = additive(statistic, price)
    spread = mechanism.error(0.95)
    truth = bound.estimate(table, price, exact.astype(float), Spread((0.0,) * len(exact), (0.0,) * len(exact), 2.0))
    noisy = mechanism.draw(np.repeat(exact, 10_000, axis=1)).astype(float)
    answer = bound.estimate(table, price, noisy, spread)
    covered = ((answer.low <= truth.estimate[0]) & (truth.estimate[0] <= answer.high)).mean()
    assert least(10_000, 0.95) <= covered <= 0.995
    spread_seen = answer.estimate.std()
    assert spread_seen == pytest.approx(np.median(answer.std_error), rel=0.1)


def test_pure_errors_meet_their_figures() -> None:
    """At pure epsilon 1: count sd at most 1.36; n sd(mean) / U at most 1.45 for every mean."""
    table = Table(Schema(x=Number(0, 1)))
    price = Epsilon(Exact(1))
    count = additive(Count().statistic(table, price), price)
    assert count.error(0.95).std[0] <= 1.36
    mean = Mean("x").bind(table.schema)
    mechanism = additive(mean.statistic(table, price), price)
    error = mean.expect(table, price, mechanism.error(0.95), even(1000, 1, False))
    assert 1000 * error.std_error <= 1.45


def test_half_width_of_weighted_laplace_sums() -> None:
    """`Spread.factor` bounds the quantile of every weighted sum of independent Laplace variables, in their sd."""
    for level in (0.5, 0.8, 0.9, 0.95, 0.99, 0.999):
        factor = max(noise.Gaussian().quantile(level), noise.Laplace().quantile(level) / noise.Laplace().std(1.0))
        for small in (1e-6, 0.1, 0.3, 0.5, 0.7, 0.9, 0.999):
            t = factor * np.sqrt(2 * (1 + small**2))
            beyond = (np.exp(-t) - small**2 * np.exp(-t / small)) / (1 - small**2)
            assert beyond <= (1 - level) * (1 + 1e-9), (level, small)


def test_histogram_cells() -> None:
    table = Table(SCHEMA)
    query = Histogram("age", bins=24).bind(SCHEMA)
    exact = evaluate(query.aggregate(table), GENERATOR_ROWS).reshape(-1)
    edges = [label[0] for label in query.axes(SCHEMA)[0].labels] + [120.5]
    assert sum(exact) == len(values("age"))
    assert list(exact) == list(np.histogram(values("age"), bins=edges)[0])


def test_a_key_called_like_a_figure_keeps_its_column() -> None:
    table = Table(Schema(estimate=Category(["A", "B"]), low=Flag()))
    keys = keys_of(Count(by=["estimate", "low"]), table, ())
    assert list(keys) == ["estimate_", "low_"]
    assert keys["estimate_"] == ["A", "A", "B", "B"] and keys["low_"] == [False, True, False, True]


SKEWED = {
    "constant": lambda random, n: np.zeros(n),
    "rare": lambda random, n: np.where(random.random(n) < 0.01, 1000.0, 0.0),
    "lognormal": lambda random, n: np.clip(random.lognormal(3.0, 1.2, n), 0.0, 1000.0),
    "near a bound": lambda random, n: np.clip(random.normal(980.0, 30.0, n), 0.0, 1000.0),
    "two values": lambda random, n: np.where(random.random(n) < 0.5, 0.0, 1000.0),
    "uniform": lambda random, n: random.uniform(0.0, 1000.0, n),
}


@pytest.mark.parametrize("level", [0.8, 0.95, 0.99])
@pytest.mark.parametrize("column", SKEWED)
def test_intervals_of_spreads_cover_where_noise_moves_the_number_of_rows(column: str, level: float) -> None:
    """Skewed columns, from a few rows to many: the interval misses no more often than it says (binomial: 4 sd)."""
    random = np.random.default_rng(11)
    table = Table(Schema(x=Number(0, 1000)))
    query, releases = Variance("x").bind(table.schema), 6_000
    price = Mu(Exact(1, 400))
    mechanism = additive(query.statistic(table, price), price)
    spread, matrix = mechanism.error(level), query.moments(table, price)
    for rows in (130, 180, 250, 400, 2_000, 20_000):
        scaled = SKEWED[column](random, rows) / 500 - 1
        exact = np.linalg.solve(matrix, [rows, scaled.sum(), np.square(scaled).sum()])
        noisy = exact[:, None] + random.normal(size=(len(exact), releases)) * np.array(spread.std)[:, None]
        answer, truth = query.estimate(table, price, noisy, spread), 500.0**2 * scaled.var()
        missed = ((answer.low - 1e-6 > truth) | (answer.high + 1e-6 < truth)).mean()
        assert missed <= 1 - level + 4 * np.sqrt(level * (1 - level) / releases), rows


def test_intervals_of_shares_cover_where_noise_is_of_the_size_of_a_row() -> None:
    """Exact coverage, by enumeration of the noise."""
    chance = random.Random("shares")
    for _ in range(60):
        table = Table(SHARES, neighbors=chance.choice(["add_remove", "replace"]))
        left_out = (Condition("x", ">", 1),) if chance.random() < 0.5 else ()
        query = Fraction(Condition("x", ">", 5), where=left_out).bind(SHARES)
        amount, level = Exact(round(10 ** chance.uniform(-0.7, 1), 2)), chance.choice([0.8, 0.9, 0.95, 0.99])
        price = Epsilon(amount) if chance.random() < 0.5 else Mu(amount**2 / 4)
        statistic = query.statistic(table, price)
        mechanism = additive(statistic, price)
        rows = chance.randint(200, 3000)
        met = chance.choice([0, rows, rows // 2, chance.randint(0, rows)])
        noise, weights = _enumerated(mechanism)
        noisy = (np.array(statistic.matrix) @ np.array([rows, met]))[:, None] + noise
        answer = query.estimate(table, price, noisy.astype(float), mechanism.error(level))
        covered = (answer.low <= met / rows + 1e-12) & (met / rows - 1e-12 <= answer.high)
        assert weights[covered].sum() >= level - 0.01, (query, table.neighbors, price, level, rows, met)


def _enumerated(mechanism: Additive) -> tuple[NDArray[Any], NDArray[Any]]:
    """All likely noise, shape (coordinates, outcomes), and its probabilities."""
    axes, weights = [], np.ones(1)
    for scale in map(float, mechanism.scales):
        if not scale:
            axes.append(np.zeros(1, dtype=int))
            continue
        axis = np.arange(-int(25 * scale) - 2, int(25 * scale) + 3)
        edges = np.append(axis, axis[-1] + 1) - 0.5
        law = {"laplace": stats.laplace, "gaussian": stats.norm}.get(mechanism.name)
        each = np.diff(law.cdf(edges / scale)) if law else np.exp(-np.abs(axis) / scale)
        axes.append(axis)
        weights = np.multiply.outer(weights, each / each.sum())
    return np.stack([part.ravel() for part in np.meshgrid(*axes, indexing="ij")]), weights.ravel()
