"""What a phrase names of a table: columns, groups, filters; and that it never says more than the description."""

from __future__ import annotations

import random
from typing import Any

import pytest

import dpcore as dp
from dpcore.present.find.phrase import read, values
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
        ("count age over 65", [], [], [C("age", ">", 65)]),
        ("age_group by region", ["age_group"], ["region"], []),
        ("지역별 나이 평균", ["나이"], ["지역"], []),
        ("나이 65세 이상 몇 명", [], [], [C("나이", ">=", 65)]),
        ("who by whom", [], [], []),  # an identifier is no column of a question
        ("region x smoker", ["region", "smoker"], [], []),
        ("incomes where age >= 500", ["income"], [], [C("age", ">=", 500)]),  # the form leaves such a value to be typed
        ("income where region = Mars", ["income", "region"], [], []),
        ("shage outcome", [], [], []),  # parts of other words
        ("", [], [], []),
    ],
)
def test_columns_groups_and_filters(text: str, columns: list[str], by: list[str], where: list[dp.Condition]) -> None:
    said = read(text, SCHEMA)
    assert (list(said.columns), list(said.by)) == (columns, by)
    assert [each.bind(SCHEMA) for each in where] == list(said.where)


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [
        ("mean", "income by region", {"column": "income", "by": ["region"], "where": []}),
        ("count", "region", {"by": ["region"], "where": []}),
        ("cross_table", "region by smoker", {"columns": ["region", "smoker"], "where": []}),
        ("fraction", "smoker = yes by region", {"condition": C("smoker", "==", True), "by": ["region"], "where": []}),
        ("trend", "income age by smoker", {"column": "income", "along": "age", "by": ["smoker"], "where": []}),
        ("mean", "region", {"by": ["region"], "where": []}),
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
