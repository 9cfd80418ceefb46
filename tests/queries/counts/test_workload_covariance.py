"""A workload with a chosen covariance of its noise: what is refused, what it costs, and what the card says of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction as Exact

import numpy as np
import pandas as pd
import pytest

import dpcore as dp
from dpcore.errors import QueryError
from dpcore.mechanisms import Epsilon, Mu
from dpcore.present.record.methods import methods
from dpcore.present.text import caveat, words
from dpcore.queries import query_from_dict
from dpcore.release.record import Release
from dpcore.statistic.learners.chosen import MOST_QUERIES
from dpcore.statistic.sums import strategy as module
from dpcore.table.table import Table, Unit

SCHEMA = dp.Schema(ward=dp.Category(["a", "b", "c"]), smoker=dp.Flag())
MATRIX = [[1, 0, 0], [1, -1, 0.5]]
SHAPE = [[1, 0.6], [0.6, 4]]
PLAIN = dp.Workload("ward", [[1, 0, 0], [0, 1, 0], [0, 0, 1]])
SHAPED = dp.Workload("ward", MATRIX, covariance=SHAPE)

BAD = [
    ([[1, 2], [2, 1]], "positive definite"),
    ([[1, 1], [1, 1]], "positive definite"),
    ([[1, -1 - 1e-12], [-1 - 1e-12, 1]], "positive definite"),
    ([[1, 1 - 1e-9], [1 - 1e-9, 1]], "nearly singular"),
    ([[1, 0.5], [0.4, 1]], "symmetric"),
    ([[1]], "each of the 2 queries"),
    ([[1, 0, 0], [0, 1, 0]], "each of the 2 queries"),
    (np.eye(3), "each of the 2 queries"),
    ([[0, 0], [0, 0]], "A variance"),
    ([[1, 0], [0, -1]], "A variance"),
    ([[1, 0], [0, 1e-13]], "A variance"),
    ([[1, float("nan")], [float("nan"), 1]], "A number of `covariance`"),
    ([[1, 0], [0, float("inf")]], "A number of `covariance`"),
    ([[1, 0], [0, 1e13]], "A number of `covariance`"),
    ([[1, "x"], ["x", 1]], "A number of `covariance`"),
    ("1, 0", "list of rows"),
    (3, "list of rows"),
]


@pytest.mark.parametrize(("covariance", "said"), BAD, ids=lambda value: str(value)[:24])
def test_other_covariances_are_refused_in_one_sentence(covariance: object, said: str) -> None:
    with pytest.raises(QueryError, match=said) as refused:
        dp.Workload("ward", MATRIX, covariance=covariance)  # type: ignore[arg-type]
    assert str(refused.value).count("\n") <= 1


def test_more_queries_than_can_be_are_refused() -> None:
    with pytest.raises(QueryError, match="at most"):
        dp.Workload("ward", [[1, 0, 0]] * (MOST_QUERIES + 1), covariance=np.eye(MOST_QUERIES + 1))  # type: ignore[arg-type]
    with pytest.raises(QueryError, match="largest weight"):
        dp.Workload("ward", [[1e-7, 0, 0]], covariance=[[1]])


def test_queries_that_doubles_cannot_decode_are_refused() -> None:
    with pytest.raises(QueryError, match="much larger weights"):
        dp.Workload("ward", [[1e6, 1e6, 1e6], [1, 0, 0]], covariance=[[1e-12, 5e-7], [5e-7, 1]])
    dp.Workload("ward", [[1e6, 1e6, 0], [1, 0, 0]], covariance=[[1e12, 0], [0, 1]])


@pytest.mark.parametrize("neighbors", ["add_remove", "replace"])
def test_a_pure_plan_is_refused_and_told_the_way_out(neighbors: str, desk: dp.Desk) -> None:
    table = Table(SCHEMA, Unit(), neighbors)  # type: ignore[arg-type]
    with pytest.raises(QueryError, match="at a price in mu") as refused:
        SHAPED.bind(SCHEMA).promise(table, Epsilon(Exact(1)))
    assert "leave `covariance` out" in str(refused.value)
    with pytest.raises(QueryError, match="at a price in mu"):
        SHAPED.bind(SCHEMA).price_of(table, Epsilon, 10.0, 0.95, None)
    before = len(desk.ledger("visits"))
    for plan in (dp.Plan([SHAPED], epsilon=0.1), dp.Plan([dp.Ask(SHAPED, half_width=30)], epsilon=0.1)):
        with pytest.raises(QueryError, match="at a price in mu"):
            desk.quote("visits", plan)
        with pytest.raises(QueryError, match="at a price in mu"):
            desk.release("visits", plan)
    assert len(desk.ledger("visits")) == before


def test_none_is_no_covariance_and_records_are_those_of_before() -> None:
    for nothing in (None, (), []):
        query = dp.Workload("ward", MATRIX, covariance=nothing)  # type: ignore[arg-type]
        assert query == dp.Workload("ward", MATRIX) and "covariance" not in query.to_dict()
    back = query_from_dict(json.loads(json.dumps(SHAPED.to_dict())))
    assert back == SHAPED and back.to_dict()["covariance"] == [[1.0, 0.6], [0.6, 4.0]]


def test_the_price_of_a_target_error_is_that_error() -> None:
    table, query = Table(SCHEMA), SHAPED.bind(SCHEMA)
    price = query.price_of(table, Mu, 25.0, 0.95, None)
    assert query.predict(table, price, 0.95, None).half_width == pytest.approx(25.0, rel=1e-6)


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dp.Desk]:
    rows = pd.DataFrame({"ward": ["a", "b", "c", "a", None] * 40, "smoker": [True, False] * 100})
    with dp.Desk(home=tmp_path_factory.mktemp("desk")) as opened:
        opened.add_dataset("visits", dp.read(rows), schema=SCHEMA, budget=dp.Budget(mu=100, delta=1e-6))
        yield opened


def test_the_answer_has_the_chosen_ratio_of_errors_and_the_card_says_so(desk: dp.Desk) -> None:
    (answer,) = desk.release("visits", dp.Plan([dp.Ask(SHAPED, mu=20)]))
    first, second = answer.table["std_error"]
    assert second / first == pytest.approx(2, rel=1e-6)
    assert list(answer.table["estimate"]) == pytest.approx([80, 80 - 40 + 20], abs=8 * second)
    said = f"Noise was added to the queries themselves, with the chosen covariance, times {first**2:.4g}."
    assert said in words.caveats(answer)
    assert "with the chosen covariance, times" in methods(desk.dossier("visits", [answer]))
    back = Release.from_dict(json.loads(json.dumps(answer.to_dict())))
    assert said in words.caveats(back) and back.query == answer.query
    assert desk.release("visits", dp.Plan([dp.Ask(SHAPED, mu=20)])) == [answer], "asked again it costs nothing"
    both = desk.remeasure(answer, mu=20)
    assert both.table["std_error"].tolist() == pytest.approx([first / 2**0.5, second / 2**0.5])
    assert f"times {first**2 / 2:.4g}." in " ".join(words.caveats(both))


PREFIX = [[1] * (place + 1) + [0] * (2 - place) for place in range(3)]
SAID = [
    (PLAIN, {"mu": 1}, "the count of each group"),
    (dp.Workload("ward", [[1, 1, 1]]), {"epsilon": 1}, "the queries themselves"),
    (dp.Workload("ward", PREFIX * 2, by=["smoker"]), {"mu": 1}, "numerically optimised"),
]


@pytest.mark.parametrize(("query", "price", "said"), SAID, ids=[said for _, _, said in SAID])
def test_the_strategy_is_on_the_card_and_in_the_methods_note(
    query: dp.Workload, price: dict[str, float], said: str, desk: dp.Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    (answer,) = desk.release("visits", dp.Plan([dp.Ask(query, **price)]), confirm=True)
    assert any(said in caveat and caveat.startswith("Noise was added to") for caveat in words.caveats(answer))
    assert f"Noise was added to {said}" in methods(desk.dossier("visits", [answer]))
    monkeypatch.setattr(module.Dense, "digest", "of another version")
    assert caveat.remark(answer) == "", "another version would choose another strategy"


def test_answers_that_choose_nothing_say_nothing(desk: dp.Desk) -> None:
    (answer,) = desk.release("visits", dp.Plan([dp.Ask(dp.Count(), mu=1)]))
    assert caveat.remark(answer) == ""
