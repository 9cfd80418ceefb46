"""The tolerance of statistical queries: its price, and the rows it needs for the table and for the population."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import dpcore as dp
from dpcore.mechanisms import Epsilon, Mu
from dpcore.plan.plan import Ask, Plan
from dpcore.queries import query_from_dict
from dpcore.queries.counts import tolerance
from dpcore.queries.counts.statistical import StatisticalQueries
from dpcore.table.table import Table

SCHEMA = dp.Schema({f"f{place}": dp.Flag() for place in range(20)})


def asked(size: int, **more: float) -> StatisticalQueries:
    conditions = [dp.Condition(f"f{place}", "==", True) for place in range(size)]
    return StatisticalQueries(conditions, **more).bind(SCHEMA)


@pytest.mark.parametrize("seed", range(12))
def test_the_population_takes_no_more_rows_than_half_of_the_tolerance_for_each(seed: int) -> None:
    """Theory: n >= ln(4 q / beta) / (2 (tau / 2)^2), and the table within tau / 2 at 1 - beta / 2; not far below it."""
    chance = random.Random(seed)
    size, level, tau = chance.randint(1, 20), chance.choice([0.5, 0.9, 0.999]), chance.uniform(0.002, 0.3)
    query, table = asked(size), Table(SCHEMA, neighbors=chance.choice(["add_remove", "replace"]))
    amount = Fraction(10 ** chance.uniform(-2, 2)).limit_denominator(10**6)
    price = chance.choice([Mu(amount**2), Epsilon(amount)])
    beta = 1 - level
    drawn = math.log(4 * size / beta) / (2 * (tau / 2) ** 2)
    halves = max(drawn, query.rows_needed(table, price, tau / 2, 1 - beta / 2))
    least = query.rows_needed(table, price, tau, level, population=True)
    apart = max(math.log(4 * size / beta) / (2 * tau**2), query.rows_needed(table, price, tau, 1 - beta / 2))
    assert apart - 1 <= least <= math.ceil(halves) + 1
    assert query.rows_needed(table, price, tau, level) <= least


def covered(rows: int, query: StatisticalQueries, tau: float, draws: int = 4_000) -> float:
    """How often all noisy shares of independently drawn rows are within tau of the population's."""
    table, price = Table(SCHEMA, neighbors="replace"), Mu(Fraction(1, 25))
    chance, size = np.random.default_rng(1), len(query.conditions)
    mechanism = query.mechanism(table, price)
    counts = chance.binomial(rows, 0.5, (draws, size))
    (scale,) = {float(scale) for scale in mechanism.scales[1:]}
    unit = query._centred(table, price).unit
    shares = counts / rows + chance.normal(0, scale / unit / rows, (draws, size))
    return float((np.abs(shares - 0.5) <= tau).all(axis=1).mean())


def test_the_shares_of_a_population_are_covered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows that are enough for the table alone are too few."""
    query, tau = asked(5), 0.02
    table, price = Table(SCHEMA, neighbors="replace"), Mu(Fraction(1, 25))
    for_table = query.rows_needed(table, price, tau, 0.9)
    assert covered(query.rows_needed(table, price, tau, 0.9, population=True), query, tau) >= 0.9
    assert covered(for_table, query, tau) < 0.85
    monkeypatch.setattr("dpcore.queries.counts.statistical.sampling_error", lambda rows, queries, beta: 0.0)
    assert covered(query.rows_needed(table, price, tau, 0.9, population=True), query, tau) < 0.9


def test_the_least_number_is_found_whatever_it_is() -> None:
    for wanted in (1, 2, 3, 1000, 2**40 + 1):
        assert tolerance.least(lambda count, wanted=wanted: count >= wanted) == wanted
    assert tolerance.least(lambda count: False) > tolerance.MOST_ROWS


def test_an_ask_that_names_no_price_pays_for_the_tolerance(tmp_path: Path) -> None:
    query = asked(3, tolerance=0.05, confidence=0.9)
    ask = Ask(query)
    assert (ask.half_width, ask.level, ask.weight) == (0.05, 0.9, None) and Ask.from_dict(ask.to_dict()) == ask
    assert Ask(query, mu=0.1).half_width is None and Ask(asked(3)).weight == 1.0
    rows = pd.DataFrame({name: [True, False, None] * 400 for name in SCHEMA})
    with dp.Desk(f"sqlite:///{tmp_path / 'murmur.db'}", home=tmp_path / "home") as desk:
        budget = dp.Budget(epsilon=2.0, delta=1e-6)
        desk.add_dataset("x", dp.read(rows), schema=SCHEMA, budget=budget, expected_rows=1_200)
        (priced,) = desk.quote("x", Plan([query])).asks
        assert 0.04 < priced.half_width <= 0.05, "with room for noise in the number of rows"
        said = str(priced.error.assumption)
        least, population = (query.rows_needed(Table(SCHEMA), priced.price, 0.05, 0.9, population=at) for at in (0, 1))
        assert 0.8 * 1_200 < least <= 1_201 and f"{least:,} rows" in said and f"{population:,} rows" in said
        (release,) = desk.release("x", Plan([query]))
        assert release.level == 0.9 and release.query.error.asked == (0.05, 0.9)
        assert desk.quote("x", Plan([query])).price == 0, "the same tolerance is answered already"


def test_the_rows_of_a_unit_are_no_sample() -> None:
    schema = dp.Schema({**SCHEMA.columns, "who": dp.Identifier()})
    price = Mu(Fraction(1))
    for rows, words in ((1, "population"), (3, "")):
        said = str(asked(2, tolerance=0.1).predict(Table(schema, dp.Unit("who", rows)), price, 0.95, None).assumption)
        assert ("population" in said) is bool(words) and "rows or more" in said


def test_a_question_without_a_tolerance_is_written_as_before() -> None:
    data = asked(2).to_dict()
    assert set(data) == {"query", "conditions", "by", "where"} and query_from_dict(data).bind(SCHEMA) == asked(2)
    again = asked(2, tolerance=0.1, confidence=0.5)
    assert query_from_dict(again.to_dict()).bind(SCHEMA) == again and again.to_dict() != data


@pytest.mark.parametrize("more", [{"tolerance": -0.1}, {"tolerance": 0.5}, {"tolerance": "x"}, {"confidence": 1.0}])
def test_what_is_no_tolerance_is_refused(more: dict) -> None:
    with pytest.raises(dp.QueryError, match="must be in"):
        asked(2, **more)
