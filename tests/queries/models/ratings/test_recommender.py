"""A recommender: what follows from the rows at a high price, margins that cover, predictions, and what is refused."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import pytest

import dpcore as dp
from dpcore.errors import QueryError
from dpcore.mechanisms import Epsilon, Mu, Price
from dpcore.present import shape
from dpcore.queries.models.ratings.ratings import BOUND, PARTS, SHRINK, Ratings, middles, unclipped
from dpcore.release.record import Release
from dpcore.table.table import Table, Unit

ITEMS = [f"film {place}" for place in range(8)]
SCHEMA = dp.Schema(user=dp.Identifier(), film=dp.Category(ITEMS), stars=dp.Number(1, 5, integer=True))
QUERY = dp.Recommender("user", "film", "stars")
UNIT = Unit("user", 8)


def rated(users: int, seed: int, items: int = 8) -> np.ndarray:
    """Ratings with two tastes, shape (users, items); NaN where there is none."""
    chance = np.random.default_rng(seed)
    taste = chance.normal(size=(users, 2)) @ chance.normal(size=(2, items))
    whole = np.clip(
        np.round(3.3 + 0.4 * chance.normal(size=items) + 0.6 * taste + 0.6 * chance.normal(size=(users, items))), 1, 5
    )
    return np.where(chance.random((users, items)) < chance.uniform(0.3, 0.9, (users, 1)), whole, np.nan)


def frame(ratings: np.ndarray) -> pd.DataFrame:
    """A row for each rating."""
    users, items = np.nonzero(~np.isnan(ratings))
    columns = {"user": [f"u{user}" for user in users], "film": [ITEMS[item] for item in items]}
    return pd.DataFrame({**columns, "stars": ratings[users, items].astype(int)})


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dp.Desk]:
    with dp.Desk(home=tmp_path_factory.mktemp("ratings")) as opened:
        yield opened


def released(
    desk: dp.Desk, name: str, rows: pd.DataFrame, query: dp.Recommender = QUERY, unit: Unit = UNIT, **price: float
) -> Release:
    """The answer for these rows. Warnings are errors."""
    options: dict[str, Any] = {"neighbors": "replace"} if name.endswith("replace") else {}
    desk.add_dataset(name, dp.read(rows), schema=SCHEMA, unit=unit, budget=dp.Budget(100, 1e-6), separate_budget=True,
                     expected_rows=max(1, len(rows)), **options)  # fmt: skip
    (answer,) = desk.release(name, dp.Plan([dp.Ask(query, **price)]), confirm=True)
    return answer


def by_hand(ratings: np.ndarray, middle: np.ndarray, root: bool = True) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Means, weights and similarities from the rows, by the definitions alone."""
    known = ~np.isnan(ratings)
    z = np.where(known, (ratings - 3) / 2, 0.0)
    c = known.sum(axis=1)
    w = np.where(c > 0, 1 / np.maximum(c, 1) ** (0.5 if root else 1.0), 0.0)[:, None]
    v = np.where(c > 0, 1 / np.maximum(c, 1) if root else 2 / np.maximum(c * (c + 1), 1), 0.0)[:, None]
    means = 3 + 2 * (w * z).sum(axis=0) / (w * known).sum(axis=0)
    d = np.where(known, z - middle, 0.0)
    r = np.clip(d - d.sum(axis=1, keepdims=True) / (c + SHRINK)[:, None], -BOUND / PARTS, BOUND / PARTS) * known
    s = ((v * r).T @ r) / ((v * known).T @ known)
    return means, (w * known).sum(axis=0), s / np.sqrt(np.outer(np.diag(s), np.diag(s)))


@pytest.mark.usefixtures("seeded")
@pytest.mark.parametrize(("price", "root"), [({"mu": 6.0}, True), ({"epsilon": 90.0}, False)])
def test_at_a_high_price_the_answer_is_that_of_the_rows(desk: dp.Desk, price: dict[str, float], root: bool) -> None:
    ratings = rated(4000, 1)
    answer = released(desk, f"high {root}", frame(ratings), **price)
    table = answer.table
    means, weights, alike = by_hand(ratings, QUERY.read(answer.facts_table, answer.rounds).middles, root)
    found = [table[table["part"] == part]["estimate"].to_numpy() for part in ("mean rating", "weighted raters")]
    assert found[0] == pytest.approx(means, abs=0.01) and found[1] == pytest.approx(weights, rel=0.01)
    for place, item in enumerate(ITEMS):
        mine = table[table["part"] == f"similar to {item}"]
        others = [other for other in range(len(ITEMS)) if other != place]
        assert list(mine["variable"]) == [ITEMS[other] for other in others]
        assert mine["estimate"].to_numpy() == pytest.approx(alike[place, others], abs=0.03)
    assert "Most alike" in str(shape.presenter(answer).notes(False)[0])


@pytest.mark.usefixtures("seeded")
@pytest.mark.sample(1)
@pytest.mark.parametrize("currency", ["mu", "epsilon"])
def test_margins_cover_what_the_rows_would_say(desk: dp.Desk, currency: str) -> None:
    """At a middling price; means and weights in every table, similarities wherever they are told."""
    price: Price = Mu(Fraction(1, 2)) if currency == "mu" else Epsilon(Fraction(6))
    inside: dict[str, list[bool]] = {"mean rating": [], "weighted raters": [], "similar": []}
    for seed in range(12):
        ratings = rated(1500, seed)
        answer = released(desk, f"cover {currency} {seed}", frame(ratings), **{currency: price.amount})
        middle = QUERY.read(answer.facts_table, answer.rounds).middles
        means, weights, alike = by_hand(ratings, middle, currency == "mu")
        truth = np.concatenate([means, weights, alike[~np.eye(len(ITEMS), dtype=bool)]])
        for part, true, low, high in zip(
            answer.table["part"], truth, answer.table["low"], answer.table["high"], strict=True
        ):
            if not math.isnan(low):
                inside["similar" if part.startswith("similar") else part].append(low - 0.01 <= true <= high + 0.01)
    assert len(inside["mean rating"]) == 96 and len(inside["similar"]) > 300
    for hits in inside.values():
        assert np.mean(hits) >= 0.85, "96 or more, each with a chance of .95"
    assert 0.89 <= np.mean(inside["similar"]) <= 0.995


def held(
    answer: Release, ratings: np.ndarray, seed: int = 9
) -> tuple[np.ndarray, np.ndarray, pd.DataFrame, np.ndarray]:
    """Predictions of a third of the ratings of other users from the rest: which, true values, table, middles."""
    hidden = ~np.isnan(ratings) & (np.random.default_rng(seed).random(ratings.shape) < 0.3)
    given = pd.DataFrame(np.where(hidden, np.nan, ratings), columns=ITEMS)
    read = answer.evaluate(given)
    return hidden, ratings[hidden], read, read["estimate"].to_numpy().reshape(len(ITEMS), -1).T


@pytest.mark.usefixtures("seeded")
def test_predictions_are_better_than_means_and_their_margins_cover_ratings(desk: dp.Desk) -> None:
    everyone = rated(6400, 3)
    answer = released(desk, "predict", frame(everyone[:6000]), mu=0.5)
    hidden, true, read, value = held(answer, everyone[6000:])
    means = answer.table["estimate"].to_numpy()[: len(ITEMS)]
    error, usual = (np.sqrt(np.square(guess[hidden] - true).mean()) for guess in (value, np.tile(means, (400, 1))))
    assert error < 0.95 * usual
    low, high = (read[name].to_numpy().reshape(len(ITEMS), -1).T[hidden] for name in ("low", "high"))
    assert 0.9 <= np.mean((low <= true) & (true <= high)) <= 0.995
    known = ~np.isnan(everyone[6000:]) & ~hidden
    assert (value[known] == everyone[6000:][known]).all(), "a rating that is given is returned"
    assert (np.abs(value - 3) <= 2).all()


def test_a_row_may_leave_items_out_and_a_reader_types_names(desk: dp.Desk) -> None:
    answer = released(desk, "typed", frame(rated(3000, 5)), mu=1.0)
    read = answer.evaluate({"film 2": [5, None], "film 0": [None, None]})
    assert list(read.columns[:3]) == ["part", "film 0", "film 2"] and len(read) == 2 * len(ITEMS)
    last = read["estimate"].to_numpy().reshape(len(ITEMS), 2)[:, 1]
    middle = QUERY.read(answer.facts_table, answer.rounds).middles
    assert last == pytest.approx(3 + 2 * middle), "without any rating, those of the items"
    values = shape.presenter(answer).values("film 2: 5; film 0 = 1, film 7: 2")
    assert len(values) == 2 * len(ITEMS) and {value.x for value in values} == {"film 2: 5", "film 0: 1, film 7: 2"}
    assert shape.presenter(answer).values(str(shape.presenter(answer).field.domain))
    for text in ("film 2", "film 9: 3", "film 2: x", "", "film 2: 5, : 3"):
        with pytest.raises(QueryError):
            shape.presenter(answer).values(text)
    for rows in ({"film 2": [6]}, {"other": [3]}, {}):
        with pytest.raises(QueryError):
            answer.evaluate(rows)


EMPTY = pd.DataFrame({"user": ["u"], "film": ["none of them"], "stars": [4]})
ONE = pd.DataFrame({"user": ["u"], "film": ["film 1"], "stars": [4]})
EXTREME: dict[str, pd.DataFrame] = {
    "no rows": EMPTY,
    "one rating": ONE,
    "one user with every item": pd.DataFrame({"user": "u", "film": ITEMS, "stars": 5}),
    "nobody rates most items": pd.DataFrame({"user": [f"u{n}" for n in range(500)], "film": "film 3", "stars": 2}),
    "all the same": frame(np.full((300, 8), 5.0)),
    "outside the bounds": pd.DataFrame({"user": [f"u{n % 99}" for n in range(400)],
                                        "film": [ITEMS[n % 7] for n in range(400)],
                                        "stars": [(-1) ** n * 900 for n in range(400)]}),
    "unlisted and missing": pd.DataFrame({"user": ["u", None, "v", "w"], "film": [None, "film 1", "else", "film 2"],
                                          "stars": [1, 2, 3, None]}),
}  # fmt: skip


@pytest.mark.sample(10)
@pytest.mark.parametrize("name", EXTREME)
@pytest.mark.parametrize("price", [{"mu": 1e-3}, {"mu": 5.0}, {"epsilon": 1e-2}, {"epsilon": 60.0}], ids=str)
def test_extreme_tables_and_prices_have_a_declared_answer(desk: dp.Desk, name: str, price: dict[str, float]) -> None:
    relation = " replace" if "epsilon" in price else ""
    answer = released(desk, f"{name} {price}{relation}", EXTREME[name], **price)
    table = answer.table
    assert np.isfinite(table["estimate"]).all() and len(table) == 8 * 2 + 8 * 7
    assert (table["std_error"].isna() == table["low"].isna()).all() and (
        table["low"].isna() == table["high"].isna()
    ).all()
    known = table[table["low"].notna()]
    assert (known["low"] <= known["estimate"]).all() and (known["estimate"] <= known["high"]).all()
    assert len(str(shape.presenter(answer).notes(False)[0])) > 20
    read = answer.evaluate({item: [5, 1, None] for item in ITEMS} | {"film 0": [None, None, None]})
    assert read["estimate"].between(1, 5).all()


@pytest.mark.usefixtures("seeded")
def test_nothing_is_said_where_noise_may_be_all(desk: dp.Desk) -> None:
    answer = released(desk, "noise", frame(rated(60, 2)), mu=0.1)
    assert answer.table["low"][2 * len(ITEMS) :].isna().all()
    assert str(shape.presenter(answer).notes(False)[0]).startswith(("The similarities cannot", "No better"))
    assert answer.evaluate({"film 1": [5.0]})["low"].isna().sum() == len(ITEMS) - 1


def test_a_filter_leaves_rows_out(desk: dp.Desk) -> None:
    ratings = rated(3000, 8)
    query = dp.Recommender("user", "film", "stars", where=[dp.Condition("stars", ">=", 3)])
    answer = released(desk, "filter", frame(ratings), query, mu=5.0)
    means, *_ = by_hand(np.where(ratings >= 3, ratings, np.nan), np.zeros(8))
    assert answer.table["estimate"][: len(ITEMS)].to_numpy() == pytest.approx(means, abs=0.02)


def table(unit: Unit = UNIT, items: int = 8, rows: int | None = None) -> Table:
    names = [f"item {place}" for place in range(items)]
    schema = dp.Schema(user=dp.Identifier(), film=dp.Category(names), stars=dp.Number(1, 5), other=dp.Identifier())
    return Table(schema, unit, expected_rows=rows)


def test_what_is_refused_is_refused_on_public_facts() -> None:
    with pytest.raises(QueryError, match="not the privacy unit"):
        dp.Recommender("other", "film", "stars").admit(table())
    with pytest.raises(QueryError, match="not the privacy unit"):
        QUERY.promise(table(Unit()), Mu(Fraction(1)))
    for items in (1, 101):
        with pytest.raises(QueryError, match="2 to 100 items"):
            QUERY.bind(table(items=items).schema)
    for names in (
        ("film", "film", "stars"),
        ("user", "stars", "stars"),
        ("user", "film", "film"),
        ("user", "x", "stars"),
    ):
        with pytest.raises(QueryError):
            dp.Recommender(*names).bind(table().schema)


def test_the_middles_follow_from_noisy_integers_alone() -> None:
    scale = Fraction(10)
    assert middles([0, 0], [0, 0], scale, 1, 4) == (0, 0)
    assert middles([-50, 10**9], [10**6, 4 * 10**9], scale, 1, 4)[1] == PARTS
    assert middles([10**6, 10**6], [2 * 10**6, -(2 * 10**6)], Fraction(1), 1, 4) == (128, -128)
    near, far = middles([1, 10**6], [-4, 2 * 10**6], Fraction(100), 1, 4)
    assert near > 100 and far == 128, "an item that hardly anyone rates is near to the mean of all"


def test_a_price_for_a_margin_is_that_of_the_prediction() -> None:
    from dpcore.queries.question.prediction import even

    facts = table(rows=50_000)
    rows = even(50_000, 1, False)
    price = QUERY.price_of(facts, Mu, 0.1, 0.95, rows)
    assert QUERY.predict(facts, price, 0.95, rows).half_width == pytest.approx(0.1, rel=1e-3)
    with pytest.raises(QueryError, match="not known yet"):
        QUERY.price_of(table(Unit("user", 1)), Mu, 0.1, 0.95, rows)
    assert QUERY.predict(table(Unit("user", 1)), price, 0.95, rows).half_width == 1.0
    assert math.isnan(QUERY.predict(facts, price, 0.95, None).half_width)


def test_more_noise_covers_less_and_clipping_is_undone() -> None:
    """Half of the stated noise is seen: intervals of similarities then cover too little."""
    chance, size, hits = np.random.default_rng(4), 6, {1.0: [], 3.0: []}  # type: ignore[var-annotated]
    true = 0.1 * (0.3 + 0.7 * np.eye(size))
    for factor, found in hits.items():
        for _ in range(60):
            noise = [np.triu(chance.normal(size=(size, size))) for _ in range(2)]
            off = np.where(np.eye(size, dtype=bool), 1.0, 2**-0.5)
            c, w = (part + np.triu(part, 1).T for part in noise)
            errors = 0.8 * off, 3.0 * off
            ratings = Ratings(
                np.zeros(size),
                np.zeros(size),
                100 * true + factor * errors[0] * c,
                100 + factor * errors[1] * w,
                errors,
            )
            alike = ratings.similarities(1.96)
            told = ~np.isnan(alike.low) & ~np.eye(size, dtype=bool)
            found += list(((alike.low <= 0.3) & (alike.high >= 0.3))[told])
    assert 0.93 <= np.mean(hits[1.0]) <= 0.99 and np.mean(hits[3.0]) < 0.8
    normal = chance.normal(size=200_000)
    for bound in (0.7, 1.3, 3.0):
        clipped = np.clip(normal, -bound, bound)
        assert unclipped(clipped.var() / bound**2) == pytest.approx(min(4.0, normal.var() / clipped.var()), rel=0.02)
