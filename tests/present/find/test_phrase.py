"""What a phrase names of a table: columns, groups, filters; and that it never says more than the description."""

from __future__ import annotations

import random
from typing import Any

import pytest

import dpcore as dp
from dpcore.present.find.phrase import fitting, likely, read, values
from dpcore.queries import QUERIES

SCHEMA = dp.Schema(
    {
        "income": dp.Number(0, 100_000),
        "age": dp.Number(0, 120, integer=True),
        "age_group": dp.Category(["young", "old"]),
        "region": dp.Category(["North", "South West", "West"]),
        "smoker": dp.Flag(),
        "day": dp.Date("2020-01-01", "2021-01-01"),
        "arr_delay": dp.Number(-60, 600),
        "지역": dp.Category(["서울", "부산"]),
        "나이": dp.Number(0, 120, integer=True),
        "who": dp.Identifier(),
    }
)
C = dp.Condition
KINDS = {kind.name: kind for kind in QUERIES}


@pytest.mark.parametrize(
    ("text", "columns", "by", "where"),
    [
        ("median income by region", ["income"], ["region"], []),
        ("Median INCOME per Region", ["income"], ["region"], []),
        ("incomes by region and smoker", ["income"], ["region", "smoker"], []),
        ("average arr delay by region where age >= 65", ["arr_delay"], ["region"], [C("age", ">=", 65)]),
        ("average arr_delay if region is South West", ["arr_delay"], [], [C("region", "in", ["South West"])]),
        (
            "income where region = west and smoker = yes",
            ["income"],
            [],
            [C("region", "in", ["West"]), C("smoker", "==", True)],
        ),
        ("income where day >= 2020-03-01", ["income"], [], [C("day", ">=", "2020-03-01")]),
        ("income where age is not 30", ["income"], [], [C("age", "!=", 30)]),
        ("count where age over 65", [], [], [C("age", ">", 65)]),
        ("age_group by region", ["age_group"], ["region"], []),
        ("count by month of day", [], ["day"], []),  # the period that the form offers first
        ("지역별 나이 평균", ["나이"], ["지역"], []),
        ("나이 65세 이상 몇 명", [], [], [C("나이", ">=", 65)]),
        ("who by whom", [], [], []),  # an identifier is no column of a question
        ("region x smoker", ["region", "smoker"], [], []),
        ("incomes where age >= 500", ["income"], [], [C("age", ">=", 500)]),  # the form leaves such a value to be typed
        ("shage outcome", [], [], []),  # parts of other words
        ("", [], [], []),
    ],
)
def test_columns_groups_and_filters(text: str, columns: list[str], by: list[str], where: list[dp.Condition]) -> None:
    said = read(text, SCHEMA)
    assert (list(said.columns), list(said.by)) == (columns, by)
    assert [each.bind(SCHEMA) for each in where] == list(said.where)


@pytest.mark.parametrize(
    "text",
    [
        "income where age is 65 or older",
        "income where age is 20 to 30",
        "income where age is 20-30",
        "income where age = 65+",
        "income where age < 18 or age > 65",
        "income excluding region = West",
        "income except age > 65",
        "income where not age > 65",
        "income where region = North, West",
        "income where region is North or West",
        "income where region is North and South West",
        "20 <= age <= 30 income",
        "income where age > 20 and < 30",
        "income where age > 10k",
        "income where age > 50%",
        "income where region = North Dakota",
        "income where region = Mars",
        "income where day = 2020",
        "나이 20세 이상 30세 미만",
        "나이 20~30 이하",
        "나이가 18세 미만이거나 65세 이상",
        "나이 65 이상 제외",
        "나이 100만 이상",
        "나이 65세 이상이 아닌 사람",
    ],
)
def test_a_filter_that_is_not_understood_in_full_is_none_and_is_said(text: str) -> None:
    said = read(text, SCHEMA)
    assert said.unread and said.where == () and not {"region", "age", "나이"} & {*said.columns, *said.by}
    for kind in QUERIES:
        filled = values(kind, said, SCHEMA)
        assert not any("region" in str(value) or "age" in str(value).split("'") for value in filled.values()), kind


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("income where age > 1,000", [C("age", ">", 1000)]),
        ("income where age > 65 years by region", [C("age", ">", 65)]),
        ("income where age > 20 and age < 30", [C("age", ">", 20), C("age", "<", 30)]),
        ("income where smoker = no", [C("smoker", "==", False)]),
        ("share of region is West", [C("region", "in", ["West"])]),  # of listed values, "is" needs no "where"
        ("share of region is not South West by age_group", [C("region", "not in", ["South West"])]),
        ("share of smoker is yes", [C("smoker", "==", True)]),
        ("what region is cheap", []),
        ("income where region is not West", [C("region", "not in", ["West"])]),
        ("나이가 65세 이상인 사람 수", [C("나이", ">=", 65)]),
        ("age가 65 이상", [C("age", ">=", 65)]),
        ("income over 2024", []),  # words compare behind “where” alone
        ("income over 30 days", []),
    ],
)
def test_filters_that_are_read(text: str, where: list[dp.Condition]) -> None:
    said = read(text, SCHEMA)
    assert list(said.where) == [each.bind(SCHEMA) for each in where] and not said.unread


@pytest.mark.parametrize(
    ("text", "columns", "by"),
    [
        ("income divided by age", ["income", "age"], []),
        ("count by region sorted by income", ["income"], ["region"]),
        ("income의 중앙값", ["income"], []),
        ("region별 income", ["income"], ["region"]),
        ("region 별 income", ["income"], ["region"]),
        ("나이지리아", [], []),
    ],
)
def test_names_end_where_words_do(text: str, columns: list[str], by: list[str]) -> None:
    said = read(text, SCHEMA)
    assert (list(said.columns), list(said.by)) == (columns, by)


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("10th percentile of income", 0.1),
        ("p99 income", 0.99),
        ("top 10 percent", 0.9),
        ("bottom 25%", 0.25),
        ("상위 10%", 0.9),
        ("95백분위수", 0.95),
        ("median", None),
        ("max income", 1.0),
        ("highest income by region", 1.0),
        ("smallest income", 0.0),
        ("lowest 10% of income", 0.1),
        ("min and max of income", None),
        ("가장 큰 income", 1.0),
        ("top 0%", None),
    ],
)
def test_a_stated_share_is_read(text: str, share: float | None) -> None:
    said = read(text, SCHEMA)
    assert said.share == share and values(KINDS["quantile"], said, SCHEMA).get("q") == share


def test_names_alone_lead_to_what_uses_them_all() -> None:
    for text, name in (
        ("income by region", "mean"),
        ("income", "mean"),
        ("where age > 60", "count"),
        ("region", "count"),
    ):
        assert likely(read(text, SCHEMA), SCHEMA)[0].name == name, text


def test_a_category_of_many_values_is_read_too() -> None:
    """A value may have the name of a column, and be the beginning of another value."""
    many = dp.Schema(place=dp.Category([f"place {number}" for number in range(10_000)]), x=dp.Number(0, 1))
    text = " and ".join(f"place = place {number}" for number in (1, 10, 100))
    said = read(f"x where {text} by place", many)
    assert [each.value for each in said.where] == [("place 1",), ("place 10",), ("place 100",)]
    assert (said.columns, said.by) == (("x",), ("place",))


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [
        ("mean", "income by region", {"column": "income", "by": ["region"], "where": []}),
        ("count", "region", {"by": ["region"], "where": []}),
        ("cross_table", "region by smoker", {"columns": ["region", "smoker"], "where": []}),
        ("fraction", "smoker by region", {"condition": C("smoker", "==", True), "by": ["region"], "where": []}),
        ("trend", "income by age", {"column": "income", "along": "age", "by": [], "where": []}),
        ("fraction", "smoker = yes by region", {"condition": C("smoker", "==", True), "by": ["region"], "where": []}),
        ("trend", "income age by smoker", {"column": "income", "along": "age", "by": ["smoker"], "where": []}),
        ("mean", "region", {"by": [], "where": []}),
    ],
)
def test_a_kind_takes_what_fits_it(kind: str, text: str, expected: dict[str, Any]) -> None:
    assert values(KINDS[kind], read(text, SCHEMA), SCHEMA) == expected


def test_any_text_is_read() -> None:
    """Words of the table, of the grammar and of neither, in any order: what is named is always of the description."""
    chance = random.Random(5)
    grammar = ["by", "where", ">=", "=", "is", "and", "65", "West", "yes", "별", "이상", ","]
    pool = [*SCHEMA.columns, *grammar, "\x01", "\x011\x02", "\x0199\x02", "2020-99-99", "outcome"]
    for _ in range(2_000):
        said = read(" ".join(chance.choices(pool, k=chance.randint(0, 12))), SCHEMA)
        assert {*said.columns, *said.by} <= {*SCHEMA.columns} - {"who"}
        for kind in QUERIES:
            values(kind, said, SCHEMA)


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("predict income", "linear_regression"),
        ("predict income from age by region", "linear_regression"),
        ("predict smoker from income", "decision_tree"),
        ("predict", "decision_tree"),
    ],
)
def test_of_kinds_that_predict_those_come_first_that_can_predict_the_named_column(text: str, first: str) -> None:
    kinds = [KINDS[name] for name in ("decision_tree", "logistic_regression", "linear_regression")]
    assert fitting(kinds, read(text, SCHEMA), SCHEMA)[0].name == first
