"""Every bad declaration and bad question gets one sentence with a hint, and tells nothing of a row."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest

import dpcore as dp
from dpcore.queries import query_from_dict

NAN, INF = math.nan, math.inf
SCHEMA = dp.Schema(
    age=dp.Number(0, 120, integer=True),
    cost=dp.Number(0, 50_000),
    ward=dp.Category(["A", "B"]),
    day=dp.Date("2020-01-01", "2020-12-31"),
    notes=dp.Text(),
    who=dp.Identifier(),
    smoker=dp.Flag(),
)

DECLARATIONS: list[Callable[[], object]] = [
    lambda: dp.Number(5, 1),
    lambda: dp.Number(3),
    lambda: dp.Number(0, INF),
    lambda: dp.Number(-INF, 0),
    lambda: dp.Number(0, NAN),
    lambda: dp.Number(0, 1e400),
    lambda: dp.Number(0, 2**63),
    lambda: dp.Number("0", "9"),
    lambda: dp.Number(True, 3),
    lambda: dp.Number(0, 1.5, integer=True),
    lambda: dp.Number(1e15, 1e15 + 0.25),
    lambda: dp.Number(0, 10, missing=11),
    lambda: dp.Number(0, 10, missing="mean"),
    lambda: dp.Category([]),
    lambda: dp.Category(["A", "A"]),
    lambda: dp.Category(["A", " "]),
    lambda: dp.Category(["A", "\ud800"]),
    lambda: dp.Category("AB"),
    lambda: dp.Category(["other"], other=True),
    lambda: dp.Date("2020-02-30", "2021-01-01"),
    lambda: dp.Date("2021-01-01", "2020-01-01"),
    lambda: dp.Schema(),
    lambda: dp.Schema(age="number"),
    lambda: dp.Schema({"": dp.Flag()}),
    lambda: dp.Schema({f"c{i}": dp.Flag() for i in range(5000)}),
    lambda: dp.Unit("who", max_rows=0),
    lambda: dp.Unit("who", max_rows=2.5),
    lambda: dp.Unit(max_rows=3),
    lambda: dp.Unit("who", max_rows=3, max_groups=0),
]
QUESTIONS: list[Callable[[], dp.Plan]] = [
    lambda: dp.Count(by=["nowhere"]).bind(SCHEMA),
    lambda: dp.Count(by=["notes"]).bind(SCHEMA),
    lambda: dp.Count(by=["who"]).bind(SCHEMA),
    lambda: dp.Count(by=["cost"]).bind(SCHEMA),
    lambda: dp.Count(by=["ward", "ward"]).bind(SCHEMA),
    lambda: dp.Count(by=3).bind(SCHEMA),
    lambda: dp.Count(where="age > 3").bind(SCHEMA),
    lambda: dp.Mean("ward").bind(SCHEMA),
    lambda: dp.Mean("nowhere").bind(SCHEMA),
    lambda: dp.Sum("notes").bind(SCHEMA),
    lambda: dp.Histogram("cost").bind(SCHEMA),
    lambda: dp.Histogram("cost", bins=0).bind(SCHEMA),
    lambda: dp.Histogram("cost", bins=10**9).bind(SCHEMA),
    lambda: dp.Histogram("age", bins=500).bind(SCHEMA),
    lambda: dp.Histogram("cost", bins=3, edges=[0, 1]).bind(SCHEMA),
    lambda: dp.Histogram("cost", edges=[0, 2, 1]).bind(SCHEMA),
    lambda: dp.Histogram("cost", edges=[0, NAN]).bind(SCHEMA),
    lambda: dp.Histogram("cost", edges=[0, INF]).bind(SCHEMA),
    lambda: dp.Histogram("day", period="fortnight").bind(SCHEMA),
    lambda: dp.Histogram("day", bins=4).bind(SCHEMA),
    lambda: dp.CrossTable([]).bind(SCHEMA),
    lambda: dp.Fraction("age > 3").bind(SCHEMA),
    lambda: dp.StatisticalQueries([]).bind(SCHEMA),
    lambda: dp.StatisticalQueries("age > 3").bind(SCHEMA),
    lambda: dp.StatisticalQueries(None).bind(SCHEMA),
    lambda: dp.StatisticalQueries([dp.Condition("age", ">", year) for year in range(21)]).bind(SCHEMA),
    lambda: dp.StatisticalQueries([dp.Condition("age", ">", 3), dp.Condition("age", ">", 3.0)]).bind(SCHEMA),
    lambda: dp.StatisticalQueries([dp.Condition("age", ">", 3), dp.Condition("who", "==", "p1")]).bind(SCHEMA),
    lambda: query_from_dict({"query": "statistical_queries", "conditions": [3]}),
    lambda: dp.Count(where=[dp.Condition("age", "~", 3)]).bind(SCHEMA),
    lambda: dp.Count(where=[dp.Condition("age", ">", "old")]).bind(SCHEMA),
    lambda: dp.Count(where=[dp.Condition("age", ">", NAN)]).bind(SCHEMA),
    lambda: dp.Count(where=[dp.Condition("ward", ">", "A")]).bind(SCHEMA),
    lambda: dp.Count(where=[dp.Condition("ward", "==", "Z")]).bind(SCHEMA),
    lambda: dp.Count(where=[dp.Condition("ward", "in", [])]).bind(SCHEMA),
    lambda: dp.Count(where=[dp.Condition("who", "==", "p1")]).bind(SCHEMA),
    lambda: dp.Plan([]),
    lambda: dp.Plan(None, mu=1),
    lambda: dp.Plan([dp.Count()]),
    lambda: dp.Plan([dp.Count()], mu=0),
    lambda: dp.Plan([dp.Count()], mu=-1),
    lambda: dp.Plan([dp.Count()], mu=NAN),
    lambda: dp.Plan([dp.Count()], epsilon=INF),
    lambda: dp.Plan([dp.Count()], epsilon="1e-400"),
    lambda: dp.Plan([dp.Count()], epsilon=1e-300),
    lambda: dp.Plan([dp.Count()], mu=1, epsilon=1),
    lambda: dp.Plan([dp.Ask(dp.Count(), mu=1), dp.Ask(dp.Count(), epsilon=1)]),
    lambda: dp.Ask(dp.Count(), weight=0),
    lambda: dp.Ask(dp.Count(), weight=-1),
    lambda: dp.Ask(dp.Count(), weight=NAN),
    lambda: dp.Ask(dp.Count(), half_width=0),
    lambda: dp.Ask(dp.Count(), half_width=INF),
    lambda: dp.Ask(dp.Count(), mu=1, weight=1),
    lambda: dp.Ask(dp.Count(), level=1.0),
    lambda: dp.Ask("count"),
    lambda: dp.Ask.from_dict({"query": {"query": "drop table"}}),
    lambda: dp.Ask.from_dict({"query": {"query": "count", "sql": "1"}}),
    lambda: dp.Plan.from_dict({"asks": 3}),
]


@pytest.mark.parametrize("declare", DECLARATIONS)
def test_bad_declarations(declare: Callable[[], object]) -> None:
    with pytest.raises(dp.SchemaError) as caught:
        declare()
    assert caught.value.message.endswith(".") and "\n" not in str(caught.value)


@pytest.mark.parametrize("ask", QUESTIONS)
def test_bad_questions(ask: Callable[[], object]) -> None:
    with pytest.raises(dp.QueryError) as caught:
        ask()
    assert caught.value.message.endswith(".") and "\n" not in str(caught.value)


def test_plans_survive_json() -> None:
    plan = dp.Plan(
        [
            dp.Ask(dp.Count(by=["ward"], where=[dp.Condition("age", ">=", 65)]), weight=2),
            dp.Ask(dp.Histogram("cost", edges=[0, 10, 100]), half_width=20, level=0.9),
            dp.Ask(dp.Fraction(dp.Condition("ward", "in", ["A"])), mu=0.5),
        ],
        mu=0.25,
    )
    assert dp.Plan.from_dict(plan.to_dict()) == plan


def test_conditions_in_another_order_are_the_same_question() -> None:
    one, two = dp.Condition("age", ">", 3), dp.Condition("ward", "==", "A")
    assert dp.Count(where=[one, two]).to_dict() == dp.Count(where=[two, one, two]).to_dict()


def test_shares_add_up_exactly() -> None:
    plan = dp.Plan([dp.Ask(dp.Count(), weight=w) for w in (1, 2, 0.7, 1e-3)], mu=0.1)
    assert sum(plan.share(ask) for ask in plan.asks) * 100 == 1
