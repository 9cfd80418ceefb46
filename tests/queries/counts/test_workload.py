"""Weighted sums of group counts: textbook answers, errors known in advance, what is refused, and what is written."""

from __future__ import annotations

import json
import random
from fractions import Fraction as Exact

import numpy as np
import pytest

import dpcore as dp
from dpcore.errors import QueryError
from dpcore.mechanisms import Epsilon, Mu, Price, additive
from dpcore.queries import Parameter, Query, query_from_dict
from dpcore.queries.counts.workload import MOST_GROUPS, MOST_QUERIES, STRATEGIES
from dpcore.table.partition import Partition
from dpcore.table.table import Table, Unit
from tests.chance import least
from tests.oracle import Row, evaluate

SCHEMA = dp.Schema(
    ward=dp.Category(["a", "b", "c", "d"]),
    smoker=dp.Flag(),
    age=dp.Number(0, 99, integer=True, missing=0),
    cost=dp.Number(0, 1000),
    day=dp.Date("2024-01-01", "2024-12-31"),
)
PRICES: list[Price] = [Mu(Exact(1)), Epsilon(Exact(1))]
PREFIX = [[1] * (place + 1) + [0] * (3 - place) for place in range(4)]
OVERS: list[tuple[Partition, int]] = [
    ("ward", 4),
    ("smoker", 2),
    ("age", 100),
    (dp.Bins("cost", [0, 10, 100, 1000]), 3),
    (dp.Bins("cost", [5, 10, 100]), 2),
    (dp.Period("day", "month"), 12),
]


def drawn(size: int) -> list[Row]:
    chance = random.Random(size)
    days = [dp.Date("2024-01-01", "2024-12-31").low.replace(month=month, day=9) for month in range(1, 13)]
    return [
        {
            "ward": chance.choice("abcd") if chance.random() < 0.9 else None,
            "smoker": chance.choice([True, False, None]),
            "age": chance.randint(0, 99),
            "cost": chance.uniform(0, 1000),
            "day": chance.choice(days),
        }
        for _ in range(size)
    ]


def weights(cells: int, seed: int) -> list[list[float]]:
    generator = np.random.default_rng(seed)
    return [*generator.integers(-2, 3, (3, cells)).tolist(), [1.0] * cells, generator.normal(size=cells).tolist()]


@pytest.mark.parametrize("price", PRICES, ids=repr)
@pytest.mark.parametrize("by", [(), ("smoker",)], ids=str)
@pytest.mark.parametrize(("over", "cells"), OVERS, ids=str)
def test_without_noise_the_answers_are_weighted_sums(
    over: Partition, cells: int, by: tuple[str, ...], price: Price
) -> None:
    if over in by:
        return
    matrix = [row for row in weights(cells, cells) if any(row)]
    table, found = Table(SCHEMA), drawn(300)
    query = dp.Workload(over, matrix, by=by).bind(SCHEMA)
    counts = evaluate(dp.Count(by=[*by, over]).bind(SCHEMA).aggregate(table), found)[0]
    exact = query.statistic(table, price).exact(evaluate(query.aggregate(table), found)).astype(float)
    spread = query.mechanism(table, price).error(0.95)
    answer = query.estimate(table, price, exact, spread)
    truth = np.asarray(counts, dtype=float).reshape(-1, cells) @ np.array(matrix).T
    assert answer.estimate == pytest.approx(truth.ravel(), abs=1e-5)
    assert answer.high - answer.estimate == pytest.approx(answer.estimate - answer.low)


@pytest.mark.parametrize("paid", [Mu(Exact(1, 25)), Epsilon(Exact(1, 2))], ids=repr)
@pytest.mark.parametrize("matrix", [PREFIX, np.eye(4).tolist(), [[1, -1, 0.5, 0], [1, 1, 1, 1]]], ids=len)
def test_intervals_hold_and_errors_are_those_predicted(matrix: list[list[float]], paid: Price) -> None:
    query, table, draws = dp.Workload("ward", matrix).bind(SCHEMA), Table(SCHEMA), 16_000
    statistic, mechanism = query.statistic(table, paid), query.mechanism(table, paid)
    exact = statistic.exact(evaluate(query.aggregate(table), drawn(200)))
    spread = mechanism.error(0.95)
    truth = query.estimate(table, paid, exact.astype(float), spread).estimate
    noisy = mechanism.draw(np.tile(exact, draws)).astype(float)
    answer = query.estimate(table, paid, noisy, spread)
    errors = (answer.estimate.reshape(draws, -1) - truth) / answer.std_error.reshape(draws, -1)
    assert np.abs(errors.mean(axis=0)).max() < 7 / np.sqrt(draws), "unbiased"
    assert np.square(errors).mean(axis=0) == pytest.approx(
        np.ones(len(matrix)), abs=0.15
    )  # 8 standard deviations of Laplace noise
    inside = (answer.low.reshape(draws, -1) <= truth) & (truth <= answer.high.reshape(draws, -1))
    assert (inside.mean(axis=0) >= least(draws, 0.95)).all()
    error = query.predict(table, paid, 0.95, None)
    half = (answer.high - answer.estimate)[: len(matrix)]
    assert (error.low, error.half_width, error.high) == pytest.approx((half.min(), np.median(half), half.max()))
    assert any(str(words) in str(error.assumption) for words in STRATEGIES.values()), "the card names the strategy"


@pytest.mark.sample(1)
@pytest.mark.parametrize("kind", [Mu, Epsilon])
def test_it_is_at_most_as_wide_as_counting_each_group(kind: type[Price]) -> None:
    """The count of each group is one of the strategies; a total of many groups gains a factor of their root."""
    schema = dp.Schema(g=dp.Category([f"g{place}" for place in range(30)]))
    table, price = Table(schema), kind(Exact(1, 4))
    total = dp.Workload("g", [[1] * 30]).bind(schema).predict(table, price, 0.95, None)
    single = dp.Count().bind(schema).predict(table, price, 0.95, None)
    assert total.std_error == pytest.approx(single.std_error, rel=0.03)
    each = dp.Workload("g", np.eye(30).tolist()).bind(schema).predict(table, price, 0.95, None)
    counted = dp.Count(by=["g"]).bind(schema).predict(table, price, 0.95, None)
    assert each.std_error == pytest.approx(counted.std_error, rel=0.03)


def test_a_target_error_has_a_price() -> None:
    query, table = dp.Workload("ward", PREFIX).bind(SCHEMA), Table(SCHEMA)
    for kind in (Mu, Epsilon):
        price = query.price_of(table, kind, 25.0, 0.95, None)
        assert query.predict(table, price, 0.95, None).half_width == pytest.approx(25.0, rel=1e-6)


def test_a_public_total_is_free_and_a_filtered_one_is_not() -> None:
    """Under replace with a value declared for missing cells, the number of rows is public."""
    table = Table(SCHEMA, Unit(), "replace")
    total = dp.Workload("age", [[1] * 100]).bind(SCHEMA)
    filtered = dp.Workload("age", [[1] * 100], where=[dp.Condition("cost", ">", 3)]).bind(SCHEMA)
    for kind in (Mu, Epsilon):
        assert total.free(table, kind) and not filtered.free(table, kind) and not total.free(Table(SCHEMA), kind)
        assert total.promise(table, kind(Exact(1))) == ()


def test_both_relations_cost_what_their_columns_say() -> None:
    """The L2 norm of a column of the identity, and of a difference of two."""
    query = dp.Workload("ward", np.eye(4).tolist()).bind(SCHEMA)
    scales = [
        additive(query.statistic(Table(SCHEMA, Unit(), neighbors), Mu(Exact(1))), Mu(Exact(1))).scales[0] / 2**20
        for neighbors in ("add_remove", "replace")
    ]
    assert [float(scale) for scale in scales] == pytest.approx([1, np.sqrt(2)], rel=1e-6)


@pytest.mark.parametrize(("over", "cells"), OVERS, ids=str)
def test_it_is_read_back_as_it_was(over: Partition, cells: int) -> None:
    query = dp.Workload(over, np.eye(cells) * 0.1, where=[dp.Condition("age", ">", 1)]).bind(SCHEMA)
    back = query_from_dict(json.loads(json.dumps(query.to_dict())))
    assert back == query and back.columns() == query.columns() and set(query.columns()) >= {"age"}
    assert dp.Workload("ward", [[-0.0, 1, 0, 0]]).to_dict() == dp.Workload("ward", ((0, 1.0, 0, 0),)).to_dict()


def test_the_parameters_say_where_weights_belong() -> None:
    """A form and an example take the partition first: it tells how many weights a row has."""
    kinds = [parameter.kind for parameter in dp.Workload.parameters if isinstance(parameter, Parameter)]
    assert kinds.index("partition") < kinds.index("matrix")
    assert issubclass(dp.Workload, Query) and all(str(parameter.called) for parameter in dp.Workload.parameters)


BAD = [
    ("ward", [[0, 0, 0, 0]], "other than 0"),
    ("ward", [[1, 0, 0, 0], [0, 0, 0, 0]], "other than 0"),
    ("ward", [[1, 0, 0]], "4 groups"),
    ("ward", [[1, 0, 0, 0], [1, 0, 0]], "equal length"),
    ("ward", [], "list of rows"),
    ("ward", [[]], "list of rows"),
    ("ward", [[1, 0, 0, 0], []], "list of rows"),
    ("ward", "1,0", "list of rows"),
    ("ward", 3, "list of rows"),
    ("ward", [1, 0, 0, 0], "list of rows"),
    ("ward", {"a": [1]}, "list of rows"),
    ("ward", [[1, "x", 0, 0]], "A weight"),
    ("ward", [[1, float("nan"), 0, 0]], "A weight"),
    ("ward", [[1, True, 0, 0]], "A weight"),
    ("ward", [[1, 1e9, 0, 0]], "A weight"),
    ("ward", [[1, 0, 0, 0]] * (MOST_QUERIES + 1), "equal length"),
    ("cost", [[1, 0]], "too many values"),
    ("day", [[1, 0]], "single days"),
    ("nowhere", [[1, 0]], "nowhere"),
    (3, [[1, 0]], "`over`"),
    (None, [[1, 0]], "`over`"),
    (dp.Period("day", "day"), [[1] * 366], f"at most {MOST_GROUPS}"),
]


@pytest.mark.parametrize(("over", "matrix", "words"), BAD, ids=lambda value: str(value)[:20])
def test_other_workloads_are_refused_in_one_sentence(over: object, matrix: object, words: str) -> None:
    with pytest.raises(QueryError, match=words):
        dp.Workload(over, matrix).bind(SCHEMA)  # type: ignore[arg-type]


def test_groups_of_its_own_column_are_refused() -> None:
    with pytest.raises(QueryError, match="itself"):
        dp.Workload("ward", [[1, 0, 0, 0]], by=["ward"]).bind(SCHEMA)
