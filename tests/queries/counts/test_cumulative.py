"""Cumulative distributions: exact counts behind the noise, honest intervals at any point, and what is refused."""

from __future__ import annotations

import json
import math
import random
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import pytest

import dpcore as dp
from dpcore import noise
from dpcore.mechanisms import Epsilon, Mu
from dpcore.release.record import Release
from dpcore.result import Function
from dpcore.table.table import Table
from tests.chance import least
from tests.present import made

WARDS = ("A", "B", "C")


def facts(**extra: Any) -> Table:
    schema = dp.Schema(
        cost=dp.Number(-2.5, 100),
        age=dp.Number(3, 120, integer=True),
        kept=dp.Number(0, 10, missing=0),
        ward=dp.Category(WARDS),
        who=dp.Identifier(),
    )
    return Table(schema, **extra)


def rows(chance: random.Random, size: int) -> pd.DataFrame:
    """Ties, bounds, values beyond them, and missing cells."""
    cost = [chance.choice([0.0, 50.0, 100.0, chance.uniform(-9, 120), None]) for _ in range(size)]
    age = [chance.choice([3, 40, 41, 120, chance.randint(-5, 140), None]) for _ in range(size)]
    ward = [chance.choice([*WARDS, "D"]) for _ in range(size)]
    return pd.DataFrame({"cost": cost, "age": age, "kept": cost, "ward": ward, "who": [str(n) for n in range(size)]})


def silent(table: pd.DataFrame, query: dp.Cumulative, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> Release:
    """The answer of a real desk without its noise."""
    from dpcore import noise

    with monkeypatch.context() as quiet, dp.Desk(home=tmp_path) as desk:
        quiet.setattr(noise, "draw", lambda law, scale, size: np.zeros(size, dtype=np.int64))
        desk.add_dataset("t", dp.read(table), schema=facts().schema, budget=dp.Budget(mu=9), separate_budget=True)
        (release,) = desk.release("t", dp.Plan([query], mu=1))
    return release


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", range(12))
def test_without_noise_it_is_the_count_of_rows_at_every_edge(
    seed: int, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(seed)
    table = rows(chance, chance.choice([1, 1, 7, 300]))
    column = ("cost", "age", "kept")[seed % 3]
    by = ["ward"] if seed % 2 else []
    where = [dp.Condition("ward", "!=", "B")] if seed % 4 == 3 else []
    query = dp.Cumulative(column, chance.choice([1, 2, 5, 64, 118]), by=by, where=where)
    release = silent(table, query, tmp_path, monkeypatch)
    low, high = (3, 120) if column == "age" else (-2.5, 100) if column == "cost" else (0, 10)
    values = table[column].fillna(0).clip(low, high) if column == "kept" else table[column].dropna().clip(low, high)
    kept = table.loc[values.index].assign(value=values)
    kept = kept[kept["ward"].isin(WARDS)] if by or where else kept
    kept = kept[kept["ward"] != "B"] if where else kept
    for line in release.table.to_dict("records"):
        some = kept[kept["ward"] == line["ward"]] if by else kept
        last = line["x"] == release.table["x"].max()
        below = some["value"] <= line["x"] if last or column == "age" else some["value"] < line["x"]
        assert line["estimate"] == pytest.approx(below.sum(), abs=1e-3), line


@pytest.mark.sample(1)
@pytest.mark.parametrize("paid", ["mu", "epsilon"])
@pytest.mark.parametrize("column", ["cost", "age"])
def test_intervals_hold_at_any_point_as_often_as_they_say(column: str, paid: str) -> None:
    """Between the edges too, wherever the rows lie between them; and they are not needlessly wide at the edges."""
    chance = random.Random(f"{column} {paid}")
    table, held, exact, tries = facts(), 0, 0, 0
    for _ in range(300):
        query = dp.Cumulative(column, chance.choice([1, 3, 17, 64])).bind(table.schema)
        low, high = (3, 120) if column == "age" else (-2.5, 100)
        values = np.array([chance.uniform(low, high) ** 1 for _ in range(chance.randint(0, 200))])
        values = np.floor(values) if column == "age" else values
        edges = np.array(query.edges(table.schema))
        counts = np.histogram(values, edges)[0]
        release = made.release(query, counts[None], table, **{paid: 10 ** chance.uniform(-2, 1)})
        release = release.at_level(0.8)
        point = chance.uniform(low, high)
        found = release.at(point).iloc[0]
        true = (values <= np.floor(point)).sum() if column == "age" else (values < point).sum()
        held += bool(found["low"] - 1e-6 <= true <= found["high"] + 1e-6)
        cell = chance.randrange(len(counts))
        line = release.table.iloc[cell]
        exact += bool(line["low"] <= counts[: cell + 1].sum() <= line["high"])
        tries += 1
    assert held / tries >= least(tries, 0.8) and exact / tries >= least(tries, 0.8)
    if paid == "mu":
        assert exact / tries <= 1 - least(tries, 0.2), "intervals of Gaussian noise are exact"


@pytest.mark.sample(1)
@pytest.mark.parametrize("kind", [Mu, Epsilon])
def test_what_is_predicted_is_what_comes_and_a_target_error_is_kept(kind: Any) -> None:
    chance = random.Random(kind.__name__)
    for _ in range(40):
        table = facts(neighbors=chance.choice(["add_remove", "replace"]), unit=dp.Unit("who", chance.randint(1, 4)))
        query = dp.Cumulative("age", chance.randint(1, 118), by=["ward"] if chance.random() < 0.5 else [])
        query = query.bind(table.schema)
        target, level = 10 ** chance.uniform(-1 if kind is Mu else 0, 4), chance.choice([0.5, 0.95, 0.99])
        kept = target if kind is Mu else math.floor(target)
        price = query.price_of(table, kind, target, level, None)
        error = query.predict(table, price, level, None)
        assert error.half_width == pytest.approx(kept, rel=1e-9)
        spread = query.mechanism(table, price).error(level)
        cells = 3 if query.by else 1
        noisy = np.zeros((1, cells * query.statistic(table, price).factor.coordinates))
        answer = query.estimate(table, price, noisy, spread)
        assert (answer.high - answer.estimate).max() == pytest.approx(kept, rel=1e-9)


@pytest.mark.parametrize("bins", [1, 5, 13, 40])
@pytest.mark.parametrize("epsilon", [1, 1.5, 3.1, 5, 8])
def test_intervals_of_whole_noise_hold_at_every_point(bins: int, epsilon: float) -> None:
    """Laplace noise on counts is whole numbers: a bound between two of them holds no more than the smaller one."""
    table = dp.Schema(x=dp.Number(0, 1))
    facts_ = Table(table)
    query, price = dp.Cumulative("x", bins).bind(table), Epsilon(Fraction(epsilon))
    mechanism, tries = query.mechanism(facts_, price), 4000
    size = query.statistic(facts_, price).factor.coordinates
    noisy = noise.draw(mechanism.law, mechanism.scales[0], (tries * size,)).astype(float)[None]
    answer = query.estimate(facts_, price, noisy, mechanism.error(0.95))
    held = ((answer.low <= 0) & (answer.high >= 0)).reshape(tries, -1).mean(axis=0)
    assert held.min() >= least(tries, 0.95)


def test_what_is_asked_is_what_is_answered() -> None:
    schema = facts().schema
    assert dp.Cumulative("age").bind(schema).bins == 118 and dp.Cumulative("cost").bind(schema).bins == 256
    wide = dp.Schema(n=dp.Number(0, 9_999, integer=True))
    assert dp.Cumulative("n", 8192).bind(wide).bins == 5_000, "no more points than there is a factor for"
    narrow = dp.Schema(n=dp.Number(7, 8, integer=True))
    assert dp.Cumulative("n", 5).bind(narrow).bins == 2
    query = dp.Cumulative("age", 20, by=["ward"], where=[dp.Condition("cost", ">", 2)]).bind(schema)
    assert type(query).from_dict(json.loads(json.dumps(query.to_dict()))).bind(schema).to_dict() == query.to_dict()
    assert query.columns() == ("age", "ward", "cost") and query.shape is Function


@pytest.mark.parametrize(
    ("query", "said"),
    [
        (lambda: dp.Cumulative("age", 0), "bins"),
        (lambda: dp.Cumulative("age", 8193), "bins"),
        (lambda: dp.Cumulative("age", 2.5), "bins"),
        (lambda: dp.Cumulative("ward"), "not a number"),
        (lambda: dp.Cumulative("nothing"), "not declared"),
        (lambda: dp.Cumulative("small", by=["small"]), "cannot be grouped by small itself"),
        (lambda: dp.Cumulative("age", 100, by=["town", "small"]), "cells"),
    ],
)
def test_refusals_are_sentences(query: Any, said: str) -> None:
    columns = {"small": dp.Number(0, 900, integer=True), "town": dp.Category([f"t{at}" for at in range(300)])}
    with pytest.raises(dp.QueryError, match=said):
        query().bind(dp.Schema(**facts().schema.columns, **columns))


@pytest.mark.parametrize("points", [[], [2.9], 121, [float("nan")], ["40"], "40", [None], [True], range(10_001)])
def test_points_outside_or_of_no_sense_are_refused(points: Any) -> None:
    answer = made.release(dp.Cumulative("age", 118), np.zeros((1, 118)), facts(), mu=1.0)
    with pytest.raises(dp.QueryError):
        answer.at(points)
    assert answer.at([3, 120, 40.9])["x"].tolist() == [3, 120, 40]
    with pytest.raises(dp.QueryError, match="does not answer with a function"):
        made.release(dp.Count(), [[3]], facts(), mu=1.0).at(4)


def test_it_is_read_back_measured_again_and_seen_otherwise() -> None:
    counts = np.zeros((1, 118), dtype=int)
    query = dp.Cumulative("age", 118)
    first, second = (made.release(query, counts, facts(), mu=0.2, measurement=n) for n in (0, 1))
    back = Release.from_dict(json.loads(json.dumps(first.to_dict())))
    assert back.at([3, 50, 119.5]).equals(first.at([3, 50, 119.5])) and back.to_dict() == first.to_dict()
    from dpcore.release.combine import combine

    both = combine([first, second])
    assert both.table["std_error"].to_numpy() == pytest.approx(first.table["std_error"].to_numpy() / 2**0.5)
    assert both.table["estimate"].to_numpy() == pytest.approx((first.table["estimate"] + second.table["estimate"]) / 2)
    straight, raw = (first.at(range(3, 121), monotone=view)["estimate"].to_numpy() for view in (True, False))
    assert (np.diff(straight) >= 0).all() and straight[0] >= 0 and not (np.diff(raw) >= 0).all()
    assert raw == pytest.approx(first.table["estimate"].to_numpy())


@pytest.mark.parametrize("kind", [Mu, Epsilon])
def test_where_no_row_can_change_it_it_is_free(kind: Any) -> None:
    """One point over all rows, of which there is a public number."""
    query = dp.Cumulative("kept", 1).bind(facts().schema)
    assert query.free(facts(neighbors="replace"), kind)
    for table in (facts(), facts(neighbors="replace", unit=dp.Unit("who", 2))):
        assert not query.free(table, kind)
    assert not dp.Cumulative("kept", 2).free(facts(neighbors="replace"), kind)
    with dp.Desk() as desk:
        table = pd.DataFrame({"kept": [1.0, None, 3.0]})
        desk.add_dataset(
            "t",
            dp.read(table),
            schema=dp.Schema(kept=dp.Number(0, 10, missing=0)),
            neighbors="replace",
            budget=dp.Budget(epsilon=1.0, delta=1e-6),
        )
        (release,) = desk.release("t", dp.Plan([dp.Cumulative("kept", 1)], **{kind.currency: Fraction(1, 10)}))
        assert release.exact and release.table["estimate"].tolist() == [3.0]
        assert desk.standing("t").spent.epsilon == 0


@pytest.mark.sample(1)
@pytest.mark.parametrize("kind", [Mu, Epsilon])
def test_the_largest_record_is_below_eight_megabytes(kind: Any) -> None:
    """At a price where noise is large, so that all numbers are long."""
    names = [f"town {at}" for at in range(10)]
    table = Table(dp.Schema(x=dp.Number(0, 1), town=dp.Category(names)))
    counts = np.full((1, 10, 7_000), 10**7)
    found = made.release(dp.Cumulative("x", 7_000, by=["town"]), counts, table, **{kind.currency: 1e-3})
    assert 4_000_000 < len(json.dumps(found.to_dict())) < 8_000_000
    with pytest.raises(dp.QueryError, match="at most 70,000"):
        dp.Cumulative("x", 7_001, by=["town"]).bind(table.schema)


@pytest.mark.parametrize(("low", "high"), [(0, 2**52), (-(2**53), 0), (-(2**53), 2**53)])
def test_whole_numbers_without_a_double_between_them_are_refused(low: int, high: int) -> None:
    schema = dp.Schema(age=dp.Number(low, high, integer=True))
    with pytest.raises(dp.QueryError, match="too large for a cumulative distribution"):
        dp.Cumulative("age").bind(schema)
    inside = dp.Schema(age=dp.Number(max(low, 1 - 2**52), min(high, 2**52 - 1), integer=True))
    edges = dp.Cumulative("age", 8).bind(inside).edges(inside)
    assert len(set(edges)) == len(edges) and all(edge % 1 == 0.5 for edge in edges)
