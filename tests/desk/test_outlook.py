"""Explore on a desk: what is answered costs nothing, and numbers of rows are those that are known."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import dpcore as dp
from dpcore.plan import outlook
from dpcore.plan.scenario import Scenario
from dpcore.present.explore import words
from dpcore.present.text import unit

SCHEMA = dp.Schema(age=dp.Number(0, 120, integer=True), ward=dp.Category(["A", "B"]))
QUERIES = (dp.Count(), dp.Mean("age"), dp.Count(by=["ward"]))
ROWS = 4_000


def scenario(currency: str, rows: int | None = None) -> Scenario:
    asks = tuple((query.bind(SCHEMA), weight) for query, weight in zip(QUERIES, (1.0, 3.0, 2.0), strict=True))
    return Scenario("saved", asks, currency, 0.3, rows=rows)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[dp.Desk]:
    chance = np.random.default_rng(3)
    frame = pd.DataFrame({"age": chance.integers(0, 120, ROWS), "ward": chance.choice(["A", "B"], ROWS)})
    with dp.Desk(home=tmp_path) as made:
        for name, expected in (("known", ROWS), ("secret", None)):
            budget = dp.Budget(epsilon=8, delta=1e-6)
            made.add_dataset(
                name, dp.read(frame), schema=SCHEMA, budget=budget, expected_rows=expected, separate_budget=True
            )
        yield made


@pytest.mark.parametrize("currency", ["mu", "epsilon"])
def test_answered_questions_cost_nothing_and_the_others_share_the_total(desk: dp.Desk, currency: str) -> None:
    whole = scenario(currency)
    before = desk.outlook("known", whole)
    assert before.price == pytest.approx(0.3) and len(before.asks) == 3 and not before.again
    desk.release("known", dp.Plan([dp.Ask(QUERIES[1], **{currency: 0.2})]), confirm=True)
    seen = desk.outlook("known", whole)
    assert [ask.query for ask in seen.asks] == [whole.asks[0][0], whole.asks[2][0]]
    assert seen.known.answered == (whole.asks[1][0],)
    assert seen.half_widths[0] < before.half_widths[0], "the others share the total"
    rest = outlook.outlook(replace(whole, asks=(whole.asks[0], whole.asks[2])), desk.dataset("known").table)
    assert (seen.price, seen.half_widths, seen.epsilon) == (rest.price, rest.half_widths, rest.epsilon)
    again = desk.outlook("known", whole, again=True)
    assert (again.price, len(again.asks)) == (before.price, 3)
    desk.release("known", dp.Plan([dp.Ask(query, **{currency: 0.1}) for query in QUERIES[::2]]), confirm=True)
    done = desk.outlook("known", whole)
    assert done.price == 0 and done.again and len(done.asks) == 3
    assert "already answered and costs nothing" in words.cost(done)
    assert "already answered" not in words.cost(desk.outlook("known", whole, again=True))
    (other,) = [desk.outlook("secret", whole)]
    assert other.price == pytest.approx(0.3), "answers of another dataset"


def test_errors_use_the_rows_that_are_declared_or_released(desk: dp.Desk) -> None:
    mean = scenario("mu").asks[1][0]
    one = Scenario("", ((mean, 1.0), (QUERIES[2].bind(SCHEMA), 1.0)), "mu", 0.2)
    assert desk.outlook("known", one).half_widths[0] == pytest.approx(
        outlook.outlook(replace(one, rows=ROWS), desk.dataset("known").table).half_widths[0]
    )
    assert math.isnan(desk.outlook("secret", one).half_widths[0]), "nothing is known of its rows"
    (count,) = desk.release("secret", dp.Plan([dp.Ask(dp.Count(), mu=0.5)]))
    seen = desk.outlook("secret", one)
    assert seen.half_widths == tuple(ask.half_width for ask in desk.quote("secret", one.plan).asks)
    line = outlook.error_line(seen, 0, np.array([0.1, 0.2, 0.4]))
    assert line[1] == pytest.approx(seen.half_widths[0], rel=0.03)
    assert seen.known.rows == math.floor(count.estimates["estimate"][0])
    said = unit.judged(seen.asks[1].query, seen.facts, seen.errors[1].half_width)
    assert "% of an average group" in said
    assert desk.outlook("secret", replace(one, rows=40)).half_widths[0] > seen.half_widths[0], "what if there were 40"
    thin = desk.outlook("secret", replace(one, rate=0.25))
    assert thin.half_widths[0] > 3 * seen.half_widths[0], "a quarter of the rows"


def test_a_count_that_is_not_usable_says_nothing_of_the_rows(desk: dp.Desk) -> None:
    one = Scenario("", ((dp.Count(by=["ward"]).bind(SCHEMA), 1.0),), "mu", 0.2)
    desk.release("secret", dp.Plan([dp.Ask(dp.Count(), mu=1e-5)]))
    rows = desk.outlook("secret", one).known.rows
    assert rows is None or rows > 100_000
