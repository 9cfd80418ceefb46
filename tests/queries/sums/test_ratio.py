"""The ratio of two sums: both sums exactly, bounds by both columns, intervals that hold, and what is refused."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from fractions import Fraction as Exact
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import dpcore as dp
from dpcore.errors import QueryError
from dpcore.mechanisms import Epsilon, Mu, Price, Spread, additive
from dpcore.queries import query_from_dict
from dpcore.queries.question.prediction import even
from dpcore.sensitivity.relation import Neighbors
from dpcore.table.table import Table, Unit
from tests.chance import least
from tests.oracle import Row, evaluate

SCHEMA = dp.Schema(
    cost=dp.Number(0, 5_000),
    visits=dp.Number(1, 40, integer=True),
    change=dp.Number(-60, 300),
    miles=dp.Number(0, 2_500),
    ward=dp.Category(["u", "v"]),
)
PRICES: list[Price] = [Mu(Exact(1)), Epsilon(Exact(1))]
PAIRS = [("cost", "visits", 5_000.0), ("change", "miles", 50.0), ("cost", "miles", 8.0), ("miles", "visits", 900.0)]


def drawn(size: int, seed: int) -> list[Row]:
    chance = np.random.default_rng(seed)
    visits = chance.integers(1, 41, size)
    cost = np.clip(visits * chance.gamma(2, 20, size), 0, 5_000)
    miles = np.clip(chance.lognormal(6, 0.8, size), 0, 2_500)
    change = np.clip(0.02 * miles + chance.normal(0, 20, size), -60, 300)
    gone = chance.random(size) < 0.1
    return [
        {
            "cost": None if g else float(c),
            "visits": int(v),
            "change": float(d),
            "miles": float(m),
            "ward": "uv"[int(v) % 2],
        }
        for c, v, d, m, g in zip(cost, visits, change, miles, gone, strict=True)
    ]


def truths(rows: list[Row], column: str, to: str, by: bool) -> list[float]:
    kept = [row for row in rows if row[column] is not None]
    groups = [[row for row in kept if not by or row["ward"] == ward] for ward in ("uv" if by else "u")]
    return [sum(row[column] for row in group) / sum(row[to] for row in group) for group in groups]


def exact(query: dp.Ratio, table: Table, rows: list[Row], price: Price) -> np.ndarray:
    sums = query.statistic(table, price).exact(evaluate(query.aggregate(table), rows))
    return sums.reshape(2, -1)


@pytest.mark.parametrize("price", PRICES, ids=repr)
@pytest.mark.parametrize(("column", "to", "limit"), PAIRS)
def test_without_noise_it_is_the_quotient_of_the_sums(column: str, to: str, limit: float, price: Price) -> None:
    rows = drawn(400, 5)
    for by in ([], ["ward"]):
        query, table = dp.Ratio(column, to, by=by, limit=limit).bind(SCHEMA), Table(SCHEMA)
        silent = Spread((1e-9, 1e-9), (1e-9, 1e-9), 2.0)
        answer = query.estimate(table, price, exact(query, table, rows, price).astype(float), silent)
        assert answer.estimate == pytest.approx(truths(rows, column, to, bool(by)), rel=1e-6)
        assert answer.low == pytest.approx(answer.estimate) and answer.high == pytest.approx(answer.estimate)


@pytest.mark.parametrize("seed", range(20))
def test_the_sensitivity_is_that_of_the_corners(seed: int) -> None:
    """By brute force over all rows of small whole-number columns, in integers for a price in epsilon."""
    chance = random.Random(seed)
    low, below = chance.randint(-4, 3), chance.randint(0, 2)
    schema = dp.Schema(
        a=dp.Number(low, low + chance.randint(1, 5), integer=True, missing=low),
        b=dp.Number(below, below + chance.randint(1, 5), integer=True, missing=below),
        unit=dp.Identifier(),
    )
    neighbors: Neighbors = chance.choice(["add_remove", "replace"])
    most = chance.choice([1, 1, 3])
    table = Table(schema, Unit("unit", most) if most > 1 else Unit(), neighbors)
    query = dp.Ratio("a", "b", limit=1_000.0).bind(schema)
    ends = [(int(schema[name].low), int(schema[name].high)) for name in "ab"]  # type: ignore[union-attr]
    rows = [{"a": a, "b": b, "unit": 1} for a, b in itertools.product(*(range(lo, hi + 1) for lo, hi in ends))]
    for price in PRICES:
        statistic, ask = query.statistic(table, price), query.aggregate(table)
        scales = np.array([float(scale) for scale in additive(statistic, price).scales])
        points = np.array([statistic.exact(evaluate(ask, [row]))[:, 0] for row in rows], dtype=float) / scales
        units = [most * points, points] if neighbors == "replace" and most > 1 else [most * points]
        moves = units[0]
        if neighbors == "replace":
            moves = np.concatenate(
                [(one[:, None] - other[None]).reshape(-1, 2) for one, other in itertools.product(units, units)]
            )
        order = 2 if isinstance(price, Mu) else 1
        found = float(np.linalg.norm(moves, order, axis=1).max())
        assert found == pytest.approx(1, rel=1e-6), (price, neighbors, most)


@pytest.mark.parametrize("price", PRICES, ids=repr)
@pytest.mark.parametrize(("column", "to", "limit"), PAIRS)
@pytest.mark.parametrize("size", [60, 2_000])
def test_intervals_hold_as_often_as_they_say(column: str, to: str, limit: float, price: Price, size: int) -> None:
    """And less often with half of the noise that was drawn, where there are enough rows for an interval."""
    table, rows = Table(SCHEMA), drawn(size, 9)
    query = dp.Ratio(column, to, limit=limit).bind(SCHEMA)
    (truth,) = truths(rows, column, to, False)
    mechanism = additive(query.statistic(table, price), price)
    noisy = mechanism.draw(np.repeat(exact(query, table, rows, price), 2_000, axis=1)).astype(float)
    spread = mechanism.error(0.9)
    answer = query.estimate(table, price, noisy, spread)
    assert np.mean((answer.low <= truth) & (truth <= answer.high)) >= least(2_000, 0.9)
    first, last = query.quantity(table).bounds
    assert answer.low.min() >= first and answer.high.max() <= last
    if size == 2_000:
        half = Spread(tuple(std / 2 for std in spread.std), spread.half, spread.factor, spread.whole)
        narrow = query.estimate(table, price, noisy, half)
        assert np.mean((narrow.low <= truth) & (truth <= narrow.high)) < least(2_000, 0.9)


@pytest.mark.parametrize("paid", ["mu", "epsilon"])
def test_a_release_is_near_the_truth_and_its_margin_was_predicted(tmp_path: Path, paid: str) -> None:
    rows = drawn(20_000, 11)
    with dp.Desk(home=tmp_path) as desk:
        budget = dp.Budget(mu=30, delta=1e-6) if paid == "mu" else dp.Budget(epsilon=50)
        desk.add_dataset("visits", dp.read(pd.DataFrame(rows)), schema=SCHEMA, budget=budget, expected_rows=20_000)
        asks = [dp.Ask(dp.Ratio(column, to, limit=limit), **{paid: 2.0}) for column, to, limit in PAIRS]  # type: ignore[arg-type]
        for release, (column, to, _) in zip(desk.release("visits", dp.Plan(asks), confirm=True), PAIRS, strict=True):
            (truth,) = truths(rows, column, to, False)
            line = release.table.iloc[0]
            assert line["estimate"] == pytest.approx(truth, rel=0.1) and line["low"] <= line["estimate"] <= line["high"]
            query = dp.Ratio(column, to, limit=dict((pair[:2], pair[2]) for pair in PAIRS)[column, to]).bind(SCHEMA)
            price = Mu(Exact(2)) if paid == "mu" else Epsilon(Exact(2))
            said = query.predict(Table(SCHEMA), price, 0.95, even(20_000, 1, False))
            assert 0 < said.low <= (line["high"] - line["low"]) / 2 <= said.high * 1.2


@pytest.mark.parametrize("price", PRICES, ids=repr)
def test_a_target_error_is_the_predicted_one(price: Price) -> None:
    query, table, rows = dp.Ratio("cost", "visits", limit=5_000).bind(SCHEMA), Table(SCHEMA), even(10_000, 1, False)
    for width in (0.5, 4.0, 30.0):
        sold = query.price_of(table, type(price), width, 0.95, rows)
        assert query.predict(table, sold, 0.95, rows).half_width == pytest.approx(width, rel=1e-3)


def test_bounds_are_the_limit_and_the_sign_of_both_columns() -> None:
    def found(column: str, to: str, limit: float) -> tuple[float, float]:
        return dp.Ratio(column, to, limit=limit).bind(SCHEMA).quantity(Table(SCHEMA)).bounds

    assert found("cost", "visits", 70) == (0, 70) and found("change", "miles", 9) == (-9, 9)
    assert found("cost", "change", 3) == (-3, 3), "a sum of changes may be negative"


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (lambda: dp.Ratio("cost", "cost"), "to itself is always 1"),
        (lambda: dp.Ratio("cost", "ward").bind(SCHEMA), "not a number"),
        (lambda: dp.Ratio("cost", "visits", limit=None), "`limit` of `Ratio`"),  # type: ignore[arg-type]
        (lambda: dp.Ratio("a", "b").bind(dp.Schema(a=dp.Number(0, 5), b=dp.Number(-9, -1))), "never above 0"),
        (lambda: dp.Ratio("cost", "visits", limit=0), "`limit` of `Ratio`"),
        (lambda: dp.Ratio("cost", "visits", limit=float("nan")), "`limit` of `Ratio`"),
    ],
)
def test_what_cannot_be_asked_is_refused_with_a_way_out(made: Callable[[], object], words: str) -> None:
    with pytest.raises(QueryError, match=words):
        made()


def test_no_row_answers_within_the_bounds_and_the_interval_is_the_whole_range() -> None:
    query, table = dp.Ratio("change", "miles", limit=9).bind(SCHEMA), Table(SCHEMA)
    for price in PRICES:
        mechanism = additive(query.statistic(table, price), price)
        noisy = mechanism.draw(np.zeros((2, 500), dtype=object)).astype(float)
        answer = query.estimate(table, price, noisy, mechanism.error(0.95))
        assert np.isfinite(answer.estimate).all() and np.abs(answer.estimate).max() <= 9
        assert np.mean((answer.low == -9) & (answer.high == 9)) > 0.9


def test_it_is_stored_and_read_back() -> None:
    for query in (dp.Ratio("cost", "visits"), dp.Ratio("cost", "miles", by=["ward"], limit=3)):
        assert query_from_dict(query.to_dict()) == query
