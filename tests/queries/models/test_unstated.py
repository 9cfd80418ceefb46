"""What a quote of a model says of margins that may not be stated is what comes, on either side of its figure."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import dpcore as dp
from dpcore.plan.pricing import guesses, price
from dpcore.queries.models import unstated
from dpcore.release.record import Release
from dpcore.table.table import Table
from tests.oracle import evaluate
from tests.present.made import release

ROWS = 1_500
TABLE = Table(
    dp.Schema(
        x=dp.Number(-50, 150), z=dp.Number(0, 10), y=dp.Number(0, 1000), g=dp.Category(("a", "b", "c")), f=dp.Flag()
    ),
    expected_rows=ROWS,
)


def said(query: Any, **paid: float) -> str:
    """The assumption of the predicted error."""
    plan = dp.Plan([dp.Ask(query)], **paid)
    return str(price(plan, TABLE, plan.kind(True), guesses(TABLE))[0].error.assumption)


def answered(query: Any, rows: list[dict[str, Any]], **paid: float) -> Release:
    asked = query.bind(TABLE.schema)
    return release(asked, evaluate(asked.aggregate(TABLE), rows), TABLE, **paid)


def rows_of(random: np.random.Generator, spread: float) -> list[dict[str, Any]]:
    """Rows whose x has this standard deviation, at any place of its range."""
    middle = random.uniform(-50 + spread, 150 - spread)
    x = np.clip(middle + spread * random.choice([-1.0, 1.0], ROWS), -50, 150)
    y, z = random.uniform(200, 800, ROWS), random.uniform(0, 10, ROWS)
    return [{"x": float(a), "z": float(b), "y": float(c), "g": "a"} for a, b, c in zip(x, z, y, strict=True)]


@pytest.mark.usefixtures("seeded")
@pytest.mark.parametrize("seed", range(6))
def test_a_narrow_feature_has_no_margins_and_a_wide_one_has(seed: int) -> None:
    random = np.random.default_rng(seed)
    paid = {"mu": random.uniform(0.2, 3)} if seed % 2 else {"epsilon": random.uniform(1.0, 8)}
    query = dp.LinearRegression("y", ["x", "z"])
    found = re.search(r"below about ([\d.]+) % of its range", said(query, **paid))
    assert found is not None
    share = float(found.group(1)) / 100
    for factor, stated in ((0.3, False), (1.3, True)):
        if (spread := factor * share * 200) < 90:
            answer = answered(query, rows_of(random, spread), **paid)
            assert ~np.isnan(answer.estimates["low"][1]) == stated, (paid, factor, share)


@pytest.mark.usefixtures("seeded")
@pytest.mark.parametrize("seed", range(6))
def test_the_same_of_a_logistic_regression(seed: int, tmp_path: Path) -> None:
    random = np.random.default_rng(seed)
    paid = {"mu": random.uniform(0.5, 3)} if seed % 2 else {"epsilon": random.uniform(3.0, 12)}
    query = dp.LogisticRegression("f", ["x", "z"])
    found = re.search(r"below about ([\d.]+) % of its range", said(query, **paid))
    assert found is not None
    share = float(found.group(1)) / 100
    with dp.Desk(home=tmp_path) as desk:
        for factor, stated in ((0.3, False), (1.6, True)):
            if (spread := factor * share * 200) < 90:
                rows = [row | {"f": bool(random.random() < 0.5)} for row in rows_of(random, spread)]
                frame, budget = pd.DataFrame(rows), dp.Budget(mu=50, delta=1e-6)
                desk.add_dataset(str(stated), dp.read(frame), schema=TABLE.schema, budget=budget, expected_rows=ROWS)
                (answer,) = desk.release(str(stated), dp.Plan([dp.Ask(query)], **paid))
                assert ~np.isnan(answer.estimates["low"][1]) == stated, (paid, factor, share)


def test_a_logistic_regression_whose_margins_cannot_be_stated_says_so_before_the_charge() -> None:
    assert "no margins can be stated" in said(dp.LogisticRegression("f", ["x", "z"]), mu=0.004)
    assert "fewer than about" in said(dp.LogisticRegression("f", ["g"]), mu=1)
    assert "given the others" not in said(dp.LogisticRegression("f", ["g"]), mu=1)


@pytest.mark.usefixtures("seeded")
def test_a_price_at_which_no_margin_comes_says_so() -> None:
    random = np.random.default_rng(3)
    for query in (dp.LinearRegression("y", ["x", "z"]), dp.PrincipalComponents(["x", "z", "y"])):
        assert "no margins can be stated" in said(query, mu=0.004)
        answer = answered(query, rows_of(random, 90), mu=0.004)
        assert np.isnan(answer.estimates["low"][:2]).all()
    assert "there may be no margins" in said(dp.KMeans(["x", "z"], 3), mu=0.004)
    assert "fewer than about" in said(dp.LinearRegression("y", ["g"]), mu=1)
    assert "given the others" not in said(dp.LinearRegression("y", ["g"]), mu=1)


def test_more_is_stated_for_a_higher_price() -> None:
    shares = [unstated.of_regression(needed, 1_000, [dp.Number(0, 1)]).facts["share"] for needed in (100.0, 10.0, 1.0)]
    assert shares == sorted(shares, reverse=True)
    few = [unstated.of_clusters(noise, 3, 300, 10_000).facts["rows"] for noise in (30.0, 3.0)]
    assert few == [600, 60]
