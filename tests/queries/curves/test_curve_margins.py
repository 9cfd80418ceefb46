"""The quoted margin of a function whose bandwidth follows from released numbers: no answer has a larger one."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import dpcore as dp
from dpcore.mechanisms import Epsilon, Mu
from dpcore.plan.plan import Plan
from dpcore.plan.pricing import price
from dpcore.present.text.unit import predicted
from dpcore.release.record import reach
from dpcore.table.table import Table
from tests.present import made


def rows_of(random: np.random.Generator, size: int) -> np.ndarray:
    """The share of the rows in each of so many cells: even, in one heap, in two, skewed, or in few of them."""
    at = (np.arange(size) + 0.5) / size
    shapes = [
        np.ones(size),
        np.exp(-(((at - random.random()) / 10 ** random.uniform(-3, -0.5)) ** 2)),
        np.exp(-(((at - 0.2) / 0.02) ** 2)) + np.exp(-(((at - 0.8) / 0.01) ** 2)),
        np.exp(-at / 10 ** random.uniform(-3, 0)),
        (random.random(size) < 0.02) + 1e-9,
    ]
    shape = shapes[random.integers(len(shapes))] + 1e-12
    return np.asarray(shape / shape.sum())


def column_of(random: np.random.Generator) -> dp.Number:
    """A column of numbers of any size, with bounds that may be far too wide."""
    low = round(float(random.uniform(-100, 100)))
    if random.random() < 0.5:
        return dp.Number(low, low + int(10 ** random.uniform(0.3, 5)), integer=True)
    return dp.Number(low, low + round(float(10 ** random.uniform(-2, 5)), 3))


def asked(query: Any, table: Table, amount: Any) -> Any:
    paid = {"mu": amount.amount} if isinstance(amount, Mu) else {"epsilon": amount.amount}
    plan = Plan([dp.Ask(query)], **paid)
    return price(plan, table, plan.kind(True), lambda _: None)[0]


@pytest.mark.parametrize("seed", range(12))
def test_no_released_density_has_a_larger_margin_than_its_quote(seed: int) -> None:
    random = np.random.default_rng(seed)
    table = Table(dp.Schema(x=column_of(random), z=dp.Number(0, 9)))
    two = seed % 3 == 2
    query = (dp.Density(["x", "z"]) if two else dp.Density("x")).bind(table.schema)
    size = query.statistic(table, Mu(Fraction(1))).factor.cells
    counts = random.poisson(10 ** random.uniform(1, 5.5) * rows_of(random, size))
    amount = Mu(Fraction(1, int(10 ** random.uniform(0, 4)))) if seed % 2 else Epsilon(Fraction(1, 3))
    paid = {"mu": amount.amount} if seed % 2 else {"epsilon": amount.amount}
    found = made.release(query, counts[None], table, **paid)
    quoted = asked(query, table, amount)
    largest = float(reach(found).max())
    assert quoted.error.low * 0.999 <= largest <= quoted.half_width * 1.001
    assert quoted.half_width == quoted.error.high == quoted.error.largest
    said = str(predicted(query, table, quoted.error))
    assert " to " in said.split(" per ")[0] and "between" not in said, "the headline is the range"


@pytest.mark.parametrize("kind", [Mu, Epsilon])
@pytest.mark.parametrize("query", [dp.Density("x"), dp.Density(["x", "z"]), dp.Density("x", "rule")], ids=str)
def test_a_margin_that_is_bought_holds_at_every_bandwidth_that_may_be_chosen(query: Any, kind: Any) -> None:
    table = Table(dp.Schema(x=dp.Number(0, 1000), z=dp.Number(0, 9)))
    bound = query.bind(table.schema)
    cost = bound.price_of(table, kind, 3.0, 0.95, None)
    found = bound.predict(table, cost, 0.95, None)
    assert found.high <= 3.0 * (1 + 1e-6)
    assert found.half_width == pytest.approx(3.0, rel=1e-6) and found.low < 3.0


def test_a_given_bandwidth_has_one_margin() -> None:
    table = Table(dp.Schema(x=dp.Number(0, 1000)))
    quoted = asked(dp.Density("x", 20.0), table, Mu(Fraction(1, 4)))
    found = made.release(dp.Density("x", 20.0), np.ones((1, 4096), dtype=int), table, mu=0.5)
    assert np.median(reach(found)) == pytest.approx(quoted.half_width, rel=1e-6)
    assert not quoted.error.assumption


def test_noisy_quartiles_decide_a_margin_within_the_quoted_range() -> None:
    for seed in range(6):
        random = np.random.default_rng(seed)
        table = Table(dp.Schema(x=column_of(random)))
        quoted = asked(dp.Density("x", "rule"), table, Mu(Fraction(1, 100)))
        bound = quoted.query
        for (low, high), width in zip(bound.ends(table.schema), bound._usual(table, None), strict=True):
            some = float(np.exp(random.uniform(np.log(low), np.log(high))))
            for one in (width, some):
                found = bound.density([one]).predict(table, bound._split(Mu(Fraction(1, 100)))[1], 0.95, None)
                assert quoted.error.low * 0.999 <= found.high <= quoted.half_width * 1.001
