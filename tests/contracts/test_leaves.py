"""Values of a wrong type or size, in every place of what comes from outside: one sentence, in little time."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

import dpcore as dp
from dpcore import mechanisms
from dpcore.budget.loss import from_dict as loss_from_dict
from dpcore.mechanisms import kind_of, recorded
from dpcore.number import fraction
from dpcore.plan.outlook import outlook
from dpcore.plan.plan import Plan
from dpcore.plan.pricing import guesses, price
from dpcore.plan.scenario import Scenario
from dpcore.present.file import plan_file
from dpcore.queries import Query, query_from_dict
from dpcore.table.table import Table
from tests.contracts.desk import dataset, facts
from tests.contracts.example import KINDS, example
from tests.contracts.guest import moved_in
from tests.contracts.hostile import STRANGE, Place, altered, one_sentence, places

EACH = 3
"""Strange values in each place, of all in `make audit`."""


@pytest.fixture(autouse=True, scope="module")
def guests() -> Iterator[None]:
    with moved_in():
        yield


def plain(kind: type[Query], seed: int) -> tuple[dict[str, Any], Table]:
    """A valid question as JSON holds it, and the table it is asked of."""
    table = facts(dataset(kind))
    query = example(kind, random.Random(f"{kind.name} {seed}"), table, groups=1, filters=2)
    return json.loads(json.dumps(query.to_dict())), table


def hostile(data: Any, seed: str, each: int) -> Iterator[tuple[Place, Any]]:
    """Every place with a few strange values, or with all where each is 0."""
    chance = random.Random(seed)
    for place in places(data):
        for value in chance.sample(STRANGE, each) if each else STRANGE:
            yield place, value


def priced(plan: Plan, table: Table) -> None:
    """As a quote does."""
    plan_file.check(plan, table)
    price(plan, table, plan.kind(True), guesses(table))


def question(kind: type[Query], seed: int, each: int) -> int:
    """How many were refused, by a plan file and by a scenario."""
    data, table = plain(kind, seed)
    refused = 0
    for place, value in hostile(data, f"{kind.name} {seed}", each):
        asked = altered(data, place, value)
        plan = {"asks": [{"query": asked, "weight": 1, "level": 0.95}], "mu": 0.1, "epsilon": None}
        text = json.dumps({"murmur_plan": 1, "plan": plan})
        said = one_sentence(lambda text=text: priced(plan_file.from_json(text), table))
        assert said is None or isinstance(said, dp.QueryError)
        raw = one_sentence(lambda asked=asked: query_from_dict(asked).bind(table.schema))
        assert raw is None or isinstance(raw, dp.QueryError)
        refused += said is not None
        levers = {"currency": "epsilon", "total": 0.1, "delta": 1e-6, "group": 1, "rate": 1.0, "rows": None}
        scenario = json.dumps({"version": 1, "name": "", "asks": [{"query": asked, "weight": 1}], **levers})
        one_sentence(lambda text=scenario: outlook(Scenario.from_text(text).bind(table.schema), table))
    return refused


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_every_leaf_of_every_question(kind: type[Query]) -> None:
    assert question(kind, 1, EACH) > 5


@pytest.mark.audit
@pytest.mark.parametrize("seed", range(2, 5))
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_every_value_in_every_leaf_of_every_question(kind: type[Query], seed: int) -> None:
    question(kind, seed, 0)


def test_every_leaf_of_a_plan_file() -> None:
    table = facts("people")
    facts_of = {
        "columns": table.schema.to_dict(),
        "unit": table.unit.to_dict(),
        "neighbors": "add_remove",
    }
    asks = [{"query": dp.Count().to_dict(), "weight": 1, "level": 0.95}, {"query": dp.Sum("age").to_dict(), "mu": 0.1}]
    data = {"murmur_plan": 1, "name": "", "made": "", "plan": {"asks": asks, "mu": 0.1, "epsilon": None}}
    for place, value in hostile({**data, "dataset": facts_of}, "plan", 6):
        text = json.dumps(altered({**data, "dataset": facts_of}, place, value))
        refusal = one_sentence(lambda text=text: priced(plan_file.from_json(text), table))
        assert refusal is None or isinstance(refusal, dp.QueryError)


def test_every_leaf_of_a_scenario() -> None:
    table = facts("visits")
    made = Scenario("x", ((dp.Count(), 1.0), (dp.Mean("age"), 2.0)), group=2, rate=0.5, rows=100)
    for place, value in hostile(made.to_dict(), "scenario", 12):
        text = json.dumps(altered(json.loads(made.to_text()), place, value))
        one_sentence(lambda text=text: outlook(Scenario.from_text(text).bind(table.schema), table))


def test_every_leaf_of_a_table_and_a_budget() -> None:
    """As plan files, bundles and ledgers hold them."""
    for name in ("people", "counted"):
        data = json.loads(json.dumps(facts(name).to_dict()))
        for place, value in hostile(data["schema"], name, 8):
            bad = altered(data["schema"], place, value)
            one_sentence(lambda bad=bad: dp.Schema.from_dict(bad))
    data = dp.Budget(epsilon=1.0, delta=1e-6, portfolio=dp.Portfolio()).to_dict()
    for place, value in hostile(json.loads(json.dumps(data)), "budget", 0):
        bad = altered(data, place, value)
        one_sentence(lambda bad=bad: dp.Budget.from_dict(bad))


TEXTS = ["1e3000000", "-1e3000000", "1e-3000000", "9" * 5000, "1/0", "0x10", "1_0", " 1", "1 /2", "½", "١", "", "inf"]


@pytest.mark.parametrize(
    "text", [*TEXTS, None, True, [], {}, float("nan"), float("inf")], ids=lambda text: repr(text)[:12]
)
def test_an_exact_number_of_a_record_is_digits(text: Any) -> None:
    """A price, a scale and a loss in a bundle are texts, and ten characters can stand for three million digits."""
    with pytest.raises(ValueError):
        fraction(text)
    with pytest.raises(ValueError):
        recorded(mechanisms.Mu.recorded, text)
    with pytest.raises((ValueError, dp.DpError)):
        loss_from_dict({"loss": "gaussian", "mu_squared": text})


def test_what_records_hold_is_read() -> None:
    assert [fraction(text) for text in ("0", "-3/4", "0.25", 0.1, 7, "9" * 4000)] == [
        0, -0.75, 0.25, fraction(f"{0.1.as_integer_ratio()[0]}/{0.1.as_integer_ratio()[1]}"), 7, int("9" * 4000)
    ]  # fmt: skip


def test_a_long_list_of_values_is_compared_in_linear_time() -> None:
    """Twice as many values of a category take twice as many comparisons, not four times."""

    class Counted(str):
        compared = 0
        __hash__ = str.__hash__

        def __eq__(self, other: object) -> bool:
            Counted.compared += 1
            return str.__eq__(self, other)

    values = [Counted(number) for number in range(3000)]
    schema = dp.Schema(g=dp.Category([str(number) for number in range(3000)]))
    dp.Condition("g", "in", values).bind(schema)
    assert Counted.compared < 10 * len(values)


def test_more_edges_than_an_answer_can_have_are_not_read() -> None:
    class Edges(list[float]):
        read = 0

        def __iter__(self) -> Iterator[float]:
            for edge in list.__iter__(self):
                Edges.read += 1
                yield edge

    with pytest.raises(dp.QueryError, match="at most 10,001 edges"):
        dp.Bins("age", Edges(range(1_000_000)))  # type: ignore[arg-type]
    assert Edges.read < 20_000


def test_values_of_a_category_and_of_a_condition_are_single() -> None:
    for value in ([1], {"a": 1}, {1}, (1, 2)):
        with pytest.raises(dp.SchemaError):
            dp.Category(["a", value])  # type: ignore[list-item]
        with pytest.raises(dp.QueryError):
            dp.Condition("age", "in", [1, value])
        with pytest.raises(dp.QueryError):
            dp.Condition("age", "==", value)


@pytest.mark.parametrize("value", [{}, [], [[]], 3], ids=repr)
def test_a_question_in_a_script_has_texts_where_it_needs_them(value: Any) -> None:
    schema = facts("people").schema
    for ask in (
        lambda: dp.Histogram("day", period=value).bind(schema),
        lambda: dp.Recommender(value, "ward", "age").bind(schema),
        lambda: dp.Mean(value).bind(schema),
        lambda: dp.Median("age", method=value).bind(schema),
        lambda: dp.Count(by=[dp.Period("day", value)]).bind(schema),
    ):
        with pytest.raises(dp.DpError):
            ask()


def test_kinds_of_price_are_names() -> None:
    for value in ({}, [], "1e3000000", None):
        with pytest.raises(dp.DpError):
            kind_of(value)
