"""Quantiles read off a released distribution, for nothing: whole and real columns, groups, both kinds of price."""

from __future__ import annotations

import math
import random
from typing import Any

import numpy as np
import pytest

import dpcore as dp
from dpcore.present import shape
from dpcore.release.record import Release
from tests.chance import least
from tests.present import made
from tests.queries.counts.test_cumulative import WARDS, facts

LEVEL = 0.8
SHARES = [0.0, 0.05, 0.25, 0.5, 0.9, 1.0]


def exact(values: np.ndarray, share: float, low: float) -> float:
    """The value of rank ceil(q n); the lower end for no rows and for q = 0."""
    ordered = np.sort(values)
    rank = math.ceil(round(share * len(values), 9))
    return float(ordered[rank - 1]) if rank else low


def drawn(chance: random.Random, low: float, high: float, whole: bool) -> np.ndarray:
    """Few or many rows: spread, at the ends, all equal."""
    size = chance.choice([0, 1, 2, 30, 400])
    middle = chance.uniform(low, high)
    some = [lambda: chance.uniform(low, high), lambda: chance.choice([low, high]), lambda: middle]
    one = chance.choice(some)
    values = np.array([one() for _ in range(size)])
    return np.floor(values) if whole else values


@pytest.mark.sample(1)
@pytest.mark.parametrize("paid", ["mu", "epsilon"])
@pytest.mark.parametrize("column", ["cost", "age"])
def test_intervals_hold_as_often_as_they_say(column: str, paid: str) -> None:
    """Of every share and every group, by fresh noise on tables by chance."""
    chance = random.Random(f"{column} {paid}")
    whole = column == "age"
    low, high = (3, 120) if whole else (-2.5, 100.0)
    held, tries = np.zeros(len(SHARES)), 0
    for _ in range(150):
        query = dp.Cumulative(column, chance.choice([1, 3, 17, 64, 118]), by=["ward"]).bind(facts().schema)
        edges = np.array(query.edges(facts().schema))
        groups = [drawn(chance, low, high, whole) for _ in WARDS]
        counts = np.array([np.histogram(values, edges)[0] for values in groups])
        release = made.release(query, counts[None], facts(), **{paid: 10 ** chance.uniform(-1.5, 1)}).at_level(LEVEL)
        table = release.quantile(SHARES)
        assert table["ward"].tolist() == [ward for ward in WARDS for _ in SHARES]
        assert table["q"].tolist() == SHARES * len(WARDS)
        assert ((table["low"] <= table["estimate"]) & (table["estimate"] <= table["high"])).all()
        assert table["low"].min() >= low and table["high"].max() <= high
        true = np.array([exact(values, share, low) for values in groups for share in SHARES])
        fits = (table["low"] - 1e-9 <= true) & (true <= table["high"] + 1e-9)
        held += fits.to_numpy().reshape(len(WARDS), -1).sum(axis=0)
        tries += len(WARDS)
    assert (held / tries >= least(tries, LEVEL)).all(), held / tries


def noiseless(query: dp.Cumulative, values: np.ndarray) -> Release:
    edges = query.bind(facts().schema).edges(facts().schema)
    counts = np.histogram(values, np.array(edges))[0][None]
    rows = query.bind(facts().schema).statistic(facts(), dp.mechanisms.Mu(1)).exact(counts.astype(object))
    return made.release(query, counts, facts(), drawn=np.zeros(rows.shape, dtype=np.int64), mu=1)


@pytest.mark.parametrize("seed", range(5))
def test_without_noise_a_whole_number_column_gives_the_quantile_itself(seed: int) -> None:
    random_ = np.random.default_rng(seed)
    values = np.clip(random_.normal(50, 15, 2_000).round(), 3, 120)
    release = noiseless(dp.Cumulative("age", 118), values)
    found = release.quantile([0.1234, 0.50001, 0.77])
    assert found["estimate"].tolist() == [exact(values, share, 3) for share in (0.1234, 0.50001, 0.77)]
    assert all(type(value) is int for value in found["estimate"].tolist())


def test_a_coarse_whole_number_column_stays_on_whole_numbers() -> None:
    values = np.repeat(np.arange(3, 121), 10)
    found = noiseless(dp.Cumulative("age", 7), values).quantile(np.linspace(0, 1, 50))
    assert (found["estimate"] % 1 == 0).all() and found["estimate"].between(3, 120).all()
    assert (found["estimate"].diff().dropna() >= 0).all()
    even = [exact(values, share, 3) for share in np.linspace(0, 1, 50)]
    assert found["estimate"].tolist() == pytest.approx(even, abs=1)


@pytest.mark.parametrize("bad", [-0.1, 1.1, math.nan, "half", [], [0.5] * 10_001, True])
def test_bad_shares_are_refused(bad: Any) -> None:
    release = noiseless(dp.Cumulative("age", 7), np.array([5.0]))
    with pytest.raises(dp.QueryError):
        release.quantile(bad)


def test_only_a_function_has_quantiles_to_read() -> None:
    release = made.release(dp.Count(), [[5]], mu=1)
    with pytest.raises(dp.QueryError, match="function of a column"):
        release.quantile(0.5)
    with pytest.raises(dp.QueryError, match="function of a column"):
        shape.presenter(release).quantiles("0.5")


def test_the_card_shows_them_with_the_digits_of_a_cell() -> None:
    values = np.clip(np.random.default_rng(1).normal(40, 10, 500), -2.5, 100)
    (value,) = shape.presenter(noiseless(dp.Cumulative("cost", 64), values)).quantiles("0.5")
    assert value.x == "0.5" and value.answer == f"{float(value.answer):.1f}" and float(value.low) < float(value.high)
    (whole,) = shape.presenter(noiseless(dp.Cumulative("age", 64), values)).quantiles("0.5")
    assert whole.answer.isdigit() and whole.low.isdigit()
    with pytest.raises(dp.QueryError, match="share of rows"):
        shape.presenter(noiseless(dp.Cumulative("age", 64), values)).quantiles("50")
