"""Conjunction rules: the guarantee, coverage of margins, the values that are left out, degenerate rows, bad input."""

from __future__ import annotations

import warnings
from fractions import Fraction

import numpy as np
import pytest

import dpcore as dp
from dpcore.errors import QueryError
from dpcore.mechanisms import Epsilon, Mu, Price
from dpcore.queries.models.trees.conjunction_rule import Found, counted
from dpcore.queries.question.round import Rounds
from dpcore.table.schema import Schema
from dpcore.table.table import Table, Unit
from tests.queries.models.count_rounds import Columns, transcript

SCHEMA = Schema(
    a=dp.Category(["u", "v", "w"]),
    b=dp.Flag(),
    c=dp.Category(["1", "2", "3", "4", "5"], other=True),
    y=dp.Flag(),
    one=dp.Category(["only"]),
    n=dp.Number(0, 1),
)
SIZES = {"a": 3, "b": 2, "c": 6}
HUGE = Mu(Fraction(10**10))
PRICES = [Mu(Fraction(1, 10**8)), HUGE, Epsilon(Fraction(1, 10**4)), Epsilon(Fraction(10**4))]


def rows(chance: np.random.Generator, size: int, flipped: float) -> tuple[dict[str, np.ndarray], list[set[int]]]:
    """Rows that are true where each column has one of some values, apart from a share that is flipped."""
    columns = {name: np.minimum(chance.geometric(0.4, size) - 1, count - 1) for name, count in SIZES.items()}
    some = [set(chance.choice(count, int(chance.integers(1, count + 1)), False).tolist()) for count in SIZES.values()]
    label = np.all([np.isin(columns[name], list(own)) for name, own in zip(columns, some, strict=True)], axis=0)
    columns["y"] = np.where(chance.random(size) < flipped, ~label, label).astype(int)
    return columns, some


def asked(query: dp.Conjunction, table: Table, price: Price, columns: Columns, seed: int = 0) -> Rounds:
    features = (*query.columns_of(table.schema), query.label(table.schema))
    return transcript(query, features, table, price, columns, np.random.default_rng(seed))


def bound(tolerance: float = 0.0) -> dp.Conjunction:
    return dp.Conjunction("y", list(SIZES), tolerance).bind(SCHEMA)


def meeting(query: dp.Conjunction, table: Table, rounds: Rounds, columns: Columns) -> np.ndarray:
    """Which rows meet the rule."""
    allowed = query.rule(table, rounds, 0.95).allowed
    met: np.ndarray = np.all([np.isin(columns[name], own) for name, own in zip(SIZES, allowed, strict=True)], axis=0)
    return met


def test_at_a_huge_price_the_rule_is_the_smallest_that_all_true_rows_meet() -> None:
    chance, table = np.random.default_rng(0), Table(SCHEMA, Unit())
    for seed in range(10):
        columns, _ = rows(chance, 5_000, 0.0)
        if not columns["y"].any():
            continue
        query = bound()
        rounds = asked(query, table, HUGE, columns, seed)
        true = columns["y"] == 1
        expected = [tuple(np.unique(columns[name][true]).tolist()) for name in SIZES]
        assert list(query.rule(table, rounds, 0.95).allowed) == expected
        met, answer = meeting(query, table, rounds, columns), query.result(table, HUGE, rounds, 0.95)
        wrong = (met != true).mean()
        outside, base = true[~met].mean() if not met.all() else 0, min(true.mean(), 1 - true.mean())
        assert answer.estimate == pytest.approx([true[met].mean(), outside, 1, wrong, 5_000, base], abs=2e-3)


def test_the_guarantee_holds_with_its_probability() -> None:
    """Of rows that some conjunction describes: no false row is mislabelled, and few rows are."""
    chance, table = np.random.default_rng(1), Table(SCHEMA, Unit())
    said = kept = 0
    for seed in range(150):
        columns, _ = rows(chance, int(10 ** chance.uniform(2, 4.5)), 0.0)
        query, price = bound(float(chance.choice([0.0, 0.02]))), Mu(Fraction(float(10 ** chance.uniform(-2, 0))))
        rounds = asked(query, table, price, columns, seed)
        if "probability" not in query.found(table, rounds, 0.95):
            continue
        said += 1
        met, true = meeting(query, table, rounds, columns), columns["y"] == 1
        kept += not (met & ~true).any() and (met != true).mean() <= query.rule(table, rounds, 0.95).promised()
    assert said > 40 and kept >= 0.93 * said


@pytest.mark.parametrize("kind", [Mu, Epsilon])
@pytest.mark.parametrize("neighbors", ["add_remove", "replace"])
def test_intervals_cover_what_they_say(kind: type[Price], neighbors: str) -> None:
    chance, table = np.random.default_rng(2), Table(SCHEMA, Unit(), neighbors)  # type: ignore[arg-type]
    seen, missed = np.zeros(6), np.zeros(6)
    for seed in range(120):
        size = int(10 ** chance.uniform(1.5, 4.5))
        columns, _ = rows(chance, size, float(chance.choice([0.0, 0.15])))
        query, price = bound(float(chance.choice([0.0, 0.05]))), kind(Fraction(float(10 ** chance.uniform(-1.5, 0.5))))
        rounds = asked(query, table, price, columns, seed)
        answer = query.result(table, price, rounds, 0.95)
        met, true = meeting(query, table, rounds, columns), columns["y"] == 1
        shares = [true[part].mean() if part.any() else np.nan for part in (met, ~met)]
        recall, base = met[true].mean() if true.any() else np.nan, min(true.mean(), 1 - true.mean())
        exact = [*shares, recall, (met != true).mean(), size, base]
        for place, value in enumerate(exact):
            if not np.isnan(answer.low[place]) and not np.isnan(value):
                seen[place] += 1
                missed[place] += not answer.low[place] - 1e-9 <= value <= answer.high[place] + 1e-9
    assert (seen > 20).all() and (missed <= 1 + 0.09 * seen).all(), (seen, missed)


def test_half_the_stated_error_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Found.factor.fget  # type: ignore[attr-defined]
    monkeypatch.setattr(Found, "factor", property(lambda self: honest(self) / 2))
    with pytest.raises(AssertionError):
        test_intervals_cover_what_they_say(Mu, "add_remove")


def test_a_row_that_meets_the_rule_has_its_share() -> None:
    columns, _ = rows(np.random.default_rng(4), 20_000, 0.05)
    query, table = bound(0.1), Table(SCHEMA, Unit())
    rounds = asked(query, table, HUGE, columns)
    met = meeting(query, table, rounds, columns)
    given = np.stack([columns[name] for name in SIZES], axis=1).astype(float)[:500]
    told = query.evaluate(table, rounds, 0.95, np.vstack([given, [np.nan, 0, 0]]), {})
    inside, outside = query.result(table, HUGE, rounds, 0.95).estimate[:2]
    assert told.estimate[:-1] == pytest.approx(np.where(met[:500], inside, outside)) and np.isnan(told.estimate[-1])


def test_a_value_that_too_many_true_rows_have_is_kept() -> None:
    table = np.array([[10.0, 1000.0], [10.0, 30.0], [10.0, 0.0]])
    noise = bound().noises(Table(SCHEMA, Unit()), HUGE)[0]
    found = counted([table], bound().columns_of(SCHEMA)[:1], noise)
    assert found.allowed(0.0) == ((0, 1),) and found.allowed(0.05) == ((0,),)
    empty = counted([0 * table], bound().columns_of(SCHEMA)[:1], noise)
    assert empty.allowed(0.05) == ((0, 1, 2),) and not empty.complete


@pytest.mark.parametrize("size", [0, 1, 40])
@pytest.mark.parametrize("label", [0, 1])
@pytest.mark.parametrize("price", PRICES, ids=repr)
def test_few_rows_and_one_class_have_an_answer(size: int, label: int, price: Price) -> None:
    query, table = bound(0.01), Table(SCHEMA, Unit())
    columns = {**{name: np.zeros(size, dtype=int) for name in SIZES}, "y": np.full(size, label)}
    rounds = asked(query, table, price, columns)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        answer = query.result(table, price, rounds, 0.95)
        query.evaluate(table, rounds, 0.95, np.array([[0.0, 1.0, 2.0]]), {})
        assert query.found(table, rounds, 0.95)
    assert not np.isnan(answer.estimate).any() and not np.isinf([answer.low, answer.high]).any()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("y", []), "1 to 20 columns"),
        (("y", ["a", "a"]), "each once"),
        (("a", ["b"]), "a true-or-false column"),
        (("y", ["n"]), "a true-or-false column"),
        (("n", ["b"]), "a true-or-false column"),
        (("y", ["one"]), "too few"),
        (("y", ["a"], 0.5), "tolerance"),
    ],
)
def test_what_cannot_be_asked_is_said_on_public_facts(given: tuple, said: str) -> None:
    with pytest.raises(QueryError, match=said):
        dp.Conjunction(*given).bind(SCHEMA)
