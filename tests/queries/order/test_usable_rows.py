"""The rows from which on a quote calls a quantile usable: nine of ten answers of so many are, and of half are not."""

from __future__ import annotations

import math
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import dpcore as dp
from dpcore.mechanisms import Epsilon, Mu
from dpcore.queries.order.recounting import Recounting
from dpcore.release.judged import usable
from dpcore.table.table import Table
from tests.chance import least

GROUPS = 400
SCHEMA = dp.Schema(x=dp.Number(0, 1_000), cell=dp.Number(0, GROUPS - 1, integer=True))
BY = ["cell"]


def tables(rows: int) -> dict[str, np.ndarray]:
    """The values of every group, shape (groups, rows): even, all the same, and half of them each of two values."""
    chance = np.random.default_rng(rows)
    return {
        "even": chance.uniform(0, 1_000, (GROUPS, rows)),
        "one": np.full((GROUPS, rows), 437.0),
        "two": np.where(np.arange(rows) % 2, 200.0, 700.0) * np.ones((GROUPS, 1)),
    }


def shares(home: Path, query: Recounting, rows: int, neighbors: Any, price: dict[str, Any]) -> list[float]:
    """Of each kind of table, the smallest share of usable answers of a quantile."""
    found = []
    for kind, values in tables(rows).items():
        frame = pd.DataFrame({"x": values.ravel(), "cell": np.repeat(np.arange(GROUPS), rows)})
        budget = dp.Budget(mu=50) if "mu" in price else dp.Budget(epsilon=100)
        with dp.Desk(home=home / f"{kind}{rows}") as desk:
            desk.add_dataset("t", dp.read(frame), schema=SCHEMA, budget=budget, neighbors=neighbors)
            (release,) = desk.release("t", dp.Plan([dp.Ask(query, **price)]))
            found.append(float(usable(release).reshape(GROUPS, -1).mean(axis=0).min()))
    return found


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("query", "price", "neighbors"),
    [
        (dp.Median("x", by=BY), {"mu": 1.0}, "add_remove"),
        (dp.Median("x", by=BY), {"epsilon": 2.0}, "replace"),
        (dp.Quantile("x", 0.9, interval=True, by=BY), {"mu": 3.0}, "replace"),
        (dp.Quantile("x", 0.1, by=BY), {"epsilon": 3.0}, "add_remove"),
        (dp.Quantiles("x", [0.2, 0.5], method="halving", by=BY), {"mu": 2.0}, "add_remove"),
    ],
    ids=str,
)
def test_nine_of_ten_answers_of_so_many_rows_are_usable_and_of_half_are_not(
    query: Recounting, price: dict[str, Any], neighbors: Any, tmp_path: Path
) -> None:
    table = Table(SCHEMA, neighbors=neighbors)
    bound, paid = query.bind(SCHEMA), Mu.of(price["mu"]) if "mu" in price else Epsilon.of(price["epsilon"])
    rows = int(max(bound.predict(table, paid, 0.95, None).needed))
    assert min(shares(tmp_path, query, rows, neighbors, price)) >= least(GROUPS, 0.9)
    assert min(shares(tmp_path, query, rows // 2, neighbors, price)) < 0.9


@pytest.mark.parametrize("price", [Mu.of(0.3), Mu.of(4), Epsilon.of(0.5), Epsilon.of(20)], ids=repr)
def test_an_answer_is_usable_exactly_where_more_rows_are_counted_than_must_be_excluded(price: Mu | Epsilon) -> None:
    query = dp.Quantiles("x", [0.05, 0.4, 0.9]).bind(SCHEMA)
    recount, chance = query.recount(Table(SCHEMA), price), np.random.default_rng(5)
    places, ends = np.array([[1_000, 50_000, 90_000]]), recount.excluded(0.95)
    most = 3 * max(half for end in ends for half, _ in end)
    seen = set()
    for _ in range(300):
        counts = np.rint(chance.uniform(0, most / 4, recount.most))
        found = recount.read(places, counts, 0.95)
        for share, ((upto, _), (onwards, _)) in enumerate(ends):
            at = 2 * share + 1
            inside = counts[: at + 1].sum() > upto and counts[at:].sum() > onwards
            assert bool(found.inside[0, share]) is bool(inside)
            seen.add(bool(inside))
    assert seen == {True, False}


def test_a_quote_with_declared_rows_says_the_same_as_one_without(tmp_path: Path) -> None:
    schema = dp.Schema(x=dp.Number(0, 1_000))
    for number, query in enumerate([dp.Median("x"), dp.Quantile("x", 0.05), dp.Quantiles("x", [0.1, 0.5])]):
        with dp.Desk(home=tmp_path / str(number)) as desk:
            budget = dp.Budget(mu=9)
            desk.add_dataset("none", dp.read(pd.DataFrame({"x": [0.5]})), schema=schema, budget=budget)
            plan = dp.Plan([dp.Ask(query, mu=0.5)])
            judged = desk.quote("none", plan).asks[0].judged
            assert judged.state == "not_usable_below" and math.isfinite(judged.least)
            for rows, state in ((int(judged.least), "usable"), (int(judged.least) // 20, "not_usable")):
                data = dp.read(pd.DataFrame({"x": [float(rows)]}))
                desk.add_dataset(f"t{rows}", data, schema=schema, budget=budget, expected_rows=rows)
                assert desk.quote(f"t{rows}", plan).asks[0].judged.state == state


def test_more_is_needed_at_a_lower_price_and_never_less_than_the_stated_error() -> None:
    table = Table(SCHEMA)
    for share in (0.01, 0.3, 0.5, 0.95):
        query, before = dp.Quantile("x", share).bind(SCHEMA), 0.0
        for mu in (8, 2, Fraction(1, 2), Fraction(1, 10)):
            error = query.predict(table, Mu.of(float(mu)), 0.95, None)
            (needed,) = error.needed
            assert needed >= before and needed > error.half_width / min(share, 1 - share)
            before = needed
