"""One quantile, its interval, and the interquartile range: shifted ranks by brute force, coverage, prices, refusals."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import dpcore as dp
from dpcore.mechanisms import Epsilon, Mu
from dpcore.queries import query_from_dict
from dpcore.queries.selected import Selected
from dpcore.statistic import Rank
from dpcore.statistic.ranges import Range
from dpcore.statistic.rank import band
from dpcore.table.aggregate import Grid, Order
from dpcore.table.table import Table
from tests.chance import least

SCHEMA = dp.Schema(
    x=dp.Number(0, 1_000, integer=True), cell=dp.Number(0, 399, integer=True), ward=dp.Category(["A", "B"])
)
HIGH = 6
CELLS, ROWS = 400, 300


def answered(values: list[int], order: Order) -> np.ndarray:
    """What an engine answers to an `Order` of one range, in plain Python."""
    (inside,) = order.ranges[0]
    ranked = sorted(values)
    middle = inside.rank * len(ranked) // 1
    near = [
        ranked[place - 1]
        for place in range(middle - order.reach - 1, middle + order.reach + 2)
        if 1 <= place <= len(ranked)
    ]
    listed = sorted(set(near))
    below = sum(value < listed[0] for value in ranked) if listed else 0
    padded = [0] * (order.size - len(listed))
    return np.array(
        [len(ranked), below, *listed, *padded, *(ranked.count(value) for value in listed), *padded]
    ).reshape(-1, 1)


def scores(values: list[int], rank: Fraction, window: int, shift: int) -> list[Fraction]:
    """The score of every grid integer, as runs of the statistic say it."""
    ranges = ((Range(0, HIGH, rank),),)
    order = Order(Grid("x", 0, HIGH, 0), ranges, window + abs(shift))
    statistic = Rank(ranges, window, shift)
    score, first, points = statistic.exact(answered(values, order))[:, :, 0]
    spread = {
        int(at) + step: Fraction(int(units), statistic.denominator)
        for units, at, count in zip(score, first, points, strict=True)
        for step in range(int(count))
    }
    return [spread[value] for value in range(HIGH + 1)]


def plainly(values: list[int], rank: Fraction, window: int, shift: int) -> list[Fraction]:
    """The score by its definition."""
    target = rank * len(values) + shift
    return [
        min(
            max(sum(x < v for x in values) - target, target - sum(x <= v for x in values), Fraction(0)),
            Fraction(window),
        )
        for v in range(HIGH + 1)
    ]


@pytest.mark.parametrize("seed", range(300))
def test_a_shifted_rank_has_the_score_of_its_definition(seed: int) -> None:
    chance = random.Random(seed)
    values = [chance.randint(0, HIGH) for _ in range(chance.choice([0, 1, 2, 3, 8, 30]))]
    rank, window, shift = Fraction(chance.randint(0, 10), 10), chance.randint(1, 9), chance.randint(-12, 12)
    assert scores(values, rank, window, shift) == plainly(values, rank, window, shift)


@pytest.mark.parametrize("shift", [-3, 0, 2])
@pytest.mark.parametrize("rank", [Fraction(0), Fraction(1, 4), Fraction(1, 2), Fraction(9, 10)])
def test_a_shift_leaves_the_band_as_it_is(rank: Fraction, shift: int) -> None:
    """Over all tables of up to three rows on four numbers, a row added or replaced."""
    grid = range(0, HIGH + 1, 2)
    for size in range(4):
        for rows in itertools.combinations_with_replacement(grid, size):
            before = np.array(plainly(list(rows), rank, 3, shift))
            for row in grid:
                change = np.array(plainly([*rows, row], rank, 3, shift)) - before
                assert max(change.max(), 0) - min(change.min(), 0) <= band(((Range(0, HIGH, rank),),), "add_remove", 1)
                if size:
                    change = np.array(plainly([*rows[1:], row], rank, 3, shift)) - before
                    assert max(change.max(), 0) - min(change.min(), 0) <= band(((Range(0, HIGH, rank),),), "replace", 1)


def released(folder: Path, query: Selected, frame: pd.DataFrame, **price: float) -> pd.DataFrame:
    budget = dp.Budget(epsilon=100) if "epsilon" in price else dp.Budget(mu=60, delta=1e-6)
    with dp.Desk(home=folder) as desk:
        desk.add_dataset("t", dp.read(frame), schema=SCHEMA, budget=budget)
        (release,) = desk.release("t", dp.Plan([dp.Ask(query, **price)]))
        (charge,) = [entry.payload["charge"] for entry in desk.ledger("t") if entry.kind == "charge"]
        assert charge
        return release.table


@pytest.mark.sample(1)
@pytest.mark.parametrize(("q", "price"), [(0.5, {"mu": 1.0}), (0.1, {"epsilon": 1.5})], ids=str)
def test_intervals_contain_the_quantile_at_least_as_often_as_they_say(
    q: float, price: dict[str, float], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    values = np.random.default_rng(7).integers(0, 1_001, (CELLS, ROWS))
    frame = pd.DataFrame({"x": values.ravel(), "cell": np.repeat(np.arange(CELLS), ROWS), "ward": "A"})
    truth = np.quantile(values, q, axis=1, method="inverted_cdf")
    table = released(tmp_path / "a", dp.Quantile("x", q, interval=True, by=["cell"]), frame, **price)
    inside = (table["low"] <= truth) & (truth <= table["high"])
    assert inside.mean() >= least(CELLS, 0.95)
    assert ((table["low"] <= table["estimate"]) & (table["estimate"] <= table["high"])).all()
    assert (table["high"] - table["low"]).median() < 1_000
    # the seeded bug: the ends are selected at the rank itself
    honest = Selected._order

    def unshifted(*arguments: object) -> tuple[Order, int, int]:
        order, reading, _ = honest(*arguments)
        return order, reading, 0

    monkeypatch.setattr(Selected, "_order", unshifted)
    table = released(tmp_path / "b", dp.Quantile("x", q, interval=True, by=["cell"]), frame, **price)
    assert ((table["low"] <= truth) & (truth <= table["high"])).mean() < least(CELLS, 0.95)


def test_whole_numbers_are_exact_at_a_high_price(tmp_path: Path) -> None:
    frame = pd.DataFrame({"x": [*range(101), *[1_000] * 20], "cell": 0, "ward": "B"})
    quantile = released(tmp_path / "q", dp.Quantile("x", 0.3), frame, epsilon=40)
    assert quantile["estimate"].tolist() == [np.quantile(frame["x"], 0.3, method="inverted_cdf")]
    assert quantile[["std_error", "low", "high"]].isna().all(axis=None)
    ends = [np.quantile(frame["x"], share, method="inverted_cdf") for share in (0.25, 0.75)]
    spread = released(tmp_path / "iqr", dp.InterquartileRange("x", by=["ward"]), frame, epsilon=80)
    assert spread["estimate"].tolist()[1] == ends[1] - ends[0]


@pytest.mark.parametrize("price", [Mu.of(0.3), Epsilon.of(0.5)], ids=repr)
@pytest.mark.parametrize(
    "query", [dp.Quantile("x", 0.25, interval=True), dp.InterquartileRange("x"), dp.Quantile("x", 1)], ids=str
)
def test_the_shares_of_a_price_add_up_to_it(query: Selected, price: Mu | Epsilon) -> None:
    assert sum(target.share for target in query.targets) == 1
    losses = query.bind(SCHEMA).promise(Table(SCHEMA), price)
    booked = sum((loss.mu_squared if isinstance(price, Mu) else loss.pure) * times for loss, times in losses)
    assert price.total * (1 - Fraction(1, 10**6)) <= booked <= price.total
    half = query.bind(SCHEMA).predict(Table(SCHEMA), price, 0.95, None).half_width
    again = query.bind(SCHEMA).price_of(Table(SCHEMA), type(price), half, 0.95, None)
    assert float(again.total) == pytest.approx(float(price.total), rel=1e-6)


@pytest.mark.parametrize(
    "query", [dp.Quantile("x", 0.25, interval=True, by=["ward"]), dp.InterquartileRange("x")], ids=str
)
def test_a_question_is_read_back(query: Selected) -> None:
    assert query_from_dict(query.to_dict()) == query


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({"q": float("nan")}, "`q` of `Quantile`"),
        ({"q": 1.5}, "`q` of `Quantile`"),
        ({"q": "half"}, "`q` of `Quantile`"),
        ({"q": 0.12345678}, "at most six decimals"),
        ({"interval": 1}, "`interval` must be True or False"),
        ({"q": 0, "interval": True}, "no interval"),
        ({"q": 1.0, "interval": True}, "no interval"),
    ],
)
def test_bad_parameters_are_refused_in_words(facts: dict[str, object], said: str) -> None:
    with pytest.raises(dp.QueryError, match=said):
        dp.Quantile("x", **facts)


def test_an_interval_beyond_95_percent_is_not_stated() -> None:
    query = dp.Quantile("x", 0.5, interval=True)
    known, unknown = (query.answer([np.array([3.0]), np.array([1.0]), np.array([4.0])], level) for level in (0.9, 0.99))
    assert (known.low[0], known.high[0]) == (1.0, 4.0)
    assert np.isnan([unknown.low[0], unknown.high[0], known.std_error[0]]).all()
