"""The trimmed mean from rows to answer: close to scipy's, on a public grid, and refused where n is private."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy import stats

import dpcore as dp
from dpcore.mechanisms import Epsilon, Mu, Price
from dpcore.present.text.margin import meaning
from dpcore.present.text.unit import predicted
from dpcore.queries.question.round import Drawn
from dpcore.table.table import Table
from tests.contracts.neighbour import cases
from tests.contracts.test_reach import caught
from tests.oracle import evaluate

SCHEMA = dp.Schema(
    x=dp.Number(0, 100, missing=0),
    y=dp.Number(-50, 50, integer=True, missing=0),
    z=dp.Number(-1_000, 999_999, integer=True, missing=-1_000),
    dropped=dp.Number(0, 1),
    g=dp.Category(["a", "b"]),
    who=dp.Identifier(),
)
ONE = Table(SCHEMA, neighbors="replace")
OVER = [dp.Condition("g", "==", "a")]


def answered(query: dp.TrimmedMean, rows: list[dict[str, object]], price: Price | None = None) -> float:
    """The answer at a price, or without noise, from rows in plain Python."""
    price_ = price or Epsilon(Fraction(1))
    (step,) = next(query.run(ONE, price_)).steps
    exact = step.statistic.exact(evaluate(step.aggregate, rows))
    noisy = step.mechanism.draw(exact) if price else exact[:1]
    drawn = Drawn(step.mechanism, tuple(tuple(int(v) for v in row) for row in noisy))
    return float(query.result(ONE, price_, ((drawn,),), 0.95).estimate[0])


@pytest.mark.sample(2)
@pytest.mark.parametrize("column", ["x", "y", "z"])
@pytest.mark.parametrize("drop", [0.0, 0.05, 0.1, 0.333333, 0.49])
def test_without_noise_it_is_the_trimmed_mean(column: str, drop: float) -> None:
    """Up to half a cell of the values, and half a step of the finer grid."""
    declared = SCHEMA[column]
    width = (declared.high - declared.low + declared.integer) / 4096
    coarse = 0 if column == "y" else width
    chance = random.Random(f"{column} {drop}")
    for count in (1, 2, 3, 10, 101, 400):
        values = [chance.uniform(declared.low, declared.high) for _ in range(count)]
        values = [round(value) for value in values] if declared.integer else values
        query = dp.TrimmedMean(column, drop).bind(SCHEMA)
        found = answered(query, [{column: value} for value in values])
        cut = math.floor(Fraction(repr(drop)) * count)
        exact = float(np.mean(sorted(values)[cut : count - cut]))
        assert abs(found - exact) <= coarse / 2 + query.quantity(ONE).step / 2 + 1e-9 * width


def test_rows_to_answer_on_an_engine(tmp_path: Path) -> None:
    """Every row of the real table is in one cell: values outside the bounds and missing ones too."""
    noise = np.random.default_rng(5)
    frame = pd.DataFrame(
        {
            "x": np.append(noise.normal(60, 30, 2_999), np.nan),
            "y": np.append(noise.normal(0, 30, 2_999).round(), np.nan),
            "z": np.append(np.exp(noise.normal(11, 2, 2_999)).round(), np.nan),
        }
    )
    schema = dp.Schema({name: SCHEMA[name] for name in frame})
    with dp.Desk(home=tmp_path) as desk:
        desk.add_dataset("t", dp.read(frame), schema=schema, budget=dp.Budget(epsilon=100), neighbors="replace")
        plan = dp.Plan([dp.Ask(dp.TrimmedMean(name, 0.2), epsilon=30) for name in frame])
        answers = desk.release("t", plan, confirm=True)
        for name, answer in zip(frame, answers, strict=True):
            low, high = SCHEMA[name].low, SCHEMA[name].high
            clean = np.clip(frame[name].fillna(SCHEMA[name].missing), low, high)
            assert answer.table["estimate"][0] == pytest.approx(stats.trim_mean(clean, 0.2), abs=(high - low) / 2000)
            assert answer.table[["std_error", "low", "high"]].isna().all(axis=None)
            assert meaning(answer) == answer.query.error.unstated[1] and "is private" in str(meaning(answer))


def test_no_row_at_all_answers_the_lower_end() -> None:
    query = dp.TrimmedMean("y").bind(SCHEMA)
    assert answered(query, []) == -50
    assert max(answered(query, [], Epsilon(Fraction(10))) for _ in range(5)) < -50 + 1_000 * query.quantity(ONE).step


@pytest.mark.sample(1)
@pytest.mark.parametrize("price", [Epsilon(Fraction(1)), Mu(Fraction(1))])
def test_its_noise_is_far_below_that_of_the_range(price: Price) -> None:
    """Of a concentrated column: the scale follows the rows, and is not that of the worst table."""
    chance = np.random.default_rng(3)
    rows = [{"x": float(value)} for value in np.clip(chance.normal(50, 5, 1_000), 0, 100)]
    query = dp.TrimmedMean("x").bind(SCHEMA)
    errors = [abs(answered(query, rows, price) - 50) for _ in range(9)]
    assert np.median(errors) < 0.5 < 100 / 1_000 / 0.1 * 2


@pytest.mark.parametrize(
    "refused",
    [
        lambda: dp.TrimmedMean("x", by=["g"]).bind(SCHEMA),
        lambda: dp.TrimmedMean("x", where=OVER).bind(SCHEMA),
        lambda: dp.TrimmedMean("dropped").bind(SCHEMA),
        lambda: dp.TrimmedMean("x").promise(Table(SCHEMA), Epsilon(Fraction(1))),
        lambda: dp.TrimmedMean("x").promise(Table(SCHEMA, dp.Unit("who", 2), "replace"), Epsilon(Fraction(1))),
        lambda: dp.TrimmedMean("x").admit(Table(SCHEMA, dp.Unit("who", 1))),
        lambda: dp.TrimmedMean("x").price_of(ONE, Epsilon, 1.0, 0.95, None),
    ],
)
def test_where_n_is_private_it_is_refused_with_what_to_ask_instead(refused: Callable[[], object]) -> None:
    with pytest.raises(dp.QueryError, match="Trimmed mean of") as caught:
        refused()
    assert caught.value.message.endswith(".") and "median" in caught.value.hint and "mean" in caught.value.hint


@pytest.mark.parametrize("drop", [-0.1, 0.5, math.nan, math.inf, "a", True, 0.1234567])
def test_a_bad_share_is_refused(drop: object) -> None:
    with pytest.raises(dp.QueryError, match="drop"):
        dp.TrimmedMean("x", drop)  # type: ignore[arg-type]


def test_a_plan_that_is_refused_charges_nothing(tmp_path: Path) -> None:
    frame = pd.DataFrame({"x": [1.0, 2.0, 3.0]})
    with dp.Desk(home=tmp_path) as desk:
        schema = dp.Schema(x=SCHEMA["x"])
        desk.add_dataset("t", dp.read(frame), schema=schema, budget=dp.Budget(epsilon=1))
        before = desk.ledger("t")
        with pytest.raises(dp.QueryError, match="number of rows is public"):
            desk.release("t", dp.Plan([dp.TrimmedMean("x")], epsilon=0.5), confirm=True)
        assert desk.ledger("t") == before


def test_no_error_is_predicted() -> None:
    query = dp.TrimmedMean("x").bind(SCHEMA)
    error = query.predict(ONE, Epsilon(Fraction(1)), 0.95, None)
    assert error.unit == "none" and str(predicted(query, ONE, error)) == "no error can be stated"


def test_numbers_of_any_size_are_in_one_cell_each() -> None:
    """Where halves between whole numbers cannot be told apart by doubles."""
    big = 2**53
    for low, high in (
        (-big, big),
        (big // 2 - 2**30, big // 2),
        (2**40 - 6_000, 2**40),
        (-(2**40), -(2**40) + 4_096),
        (0, 4_096),
        (0, 4_095),
        (0, 1),
    ):
        schema = dp.Schema(x=dp.Number(low, high, integer=True, missing=low))
        table = Table(schema, neighbors="replace")
        query = dp.TrimmedMean("x", 0).bind(schema)
        (step,) = next(query.run(table, Epsilon(Fraction(1)))).steps
        rows = [{"x": value} for value in (low, low + 1, (low + high) // 2, high - 1, high)]
        counts = evaluate(step.aggregate, rows)
        assert counts.shape[1] <= 4097 and counts.sum() == len(rows)


def test_nine_tenths_of_its_noise_lose_more_than_is_booked() -> None:
    assert any(caught(case, Fraction(9, 10)) for case in cases(dp.TrimmedMean, range(40)))
