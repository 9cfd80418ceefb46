"""A question that is there fills the form, and the form makes the same question again, of every kind."""

from __future__ import annotations

import random

import pytest
from streamlit.testing.v1 import AppTest

import dpcore as dp
from dpcore.queries import Query
from dpcore.table.table import Table
from tests.contracts.example import examples

SCHEMA = dp.Schema(
    a=dp.Number(0, 100, integer=True),
    b=dp.Number(-1.5, 2.5),
    c=dp.Category(["x", "y", "z"]),
    e=dp.Category(["one", "two"], other=True),
    f=dp.Flag(),
    d=dp.Date("2024-01-01", "2025-12-31"),
)
TABLE = Table(SCHEMA, expected_rows=1_000)


def drawn(seed: int) -> list[Query]:
    chance = random.Random(seed)
    found = [query.bind(SCHEMA) for query in examples(chance, TABLE, groups=2, filters=2)]
    return [*found, *(query.bind(SCHEMA) for query in OWN)]


OWN: list[Query] = [
    dp.Count(by=[dp.Bins("a", [0, 18, 65, 100]), dp.Period("d", "quarter"), "c"]),
    dp.Count(where=[dp.Condition("a", ">", 17), dp.Condition("d", "<=", "2024-07-01"), dp.Condition("c", "in", ["z"])]),
    dp.Mean("b", where=[dp.Condition("f", "==", False), dp.Condition("b", "!=", 0.25)]),
    dp.Histogram("b", edges=[-1.5, 0.0, 0.5, 2.5]),
    dp.Histogram("a", bins=20),
    dp.Histogram("d", period="month"),
]


def page() -> None:
    import streamlit as st

    from pages.ask import query_fill, query_form
    from tests.pages import test_query_fill

    query = test_query_fill.drawn(st.session_state["seed"])[st.session_state["place"]]
    if "filled" not in st.session_state:
        st.session_state["filled"] = True
        query_fill.fill(test_query_fill.SCHEMA, query, "form")
    typed = query_form.question(test_query_fill.SCHEMA, "form")
    st.session_state["made"] = query_form.made(*typed, test_query_fill.SCHEMA)


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", range(4))
def test_the_form_makes_the_question_that_filled_it(seed: int) -> None:
    kinds = set()
    for place, query in enumerate(drawn(seed)):
        at = AppTest.from_function(page, default_timeout=60)
        at.session_state["seed"], at.session_state["place"] = seed, place
        at.run()
        assert not at.exception, (query, at.exception)
        assert not at.warning, (query, [each.value for each in at.warning])
        kinds.add(query.name)
        assert at.session_state["made"].to_dict() == query.to_dict(), str(query)
        assert at.run().session_state["made"].to_dict() == query.to_dict(), "and stays so"
    assert len(kinds) > 25


@pytest.mark.parametrize(
    ("asked", "made"),
    [
        (dp.Condition("c", "==", "z"), dp.Condition("c", "in", ["z"])),
        (dp.Condition("c", "!=", "z"), dp.Condition("c", "not in", ["z"])),
        (dp.Condition("f", "!=", True), dp.Condition("f", "==", False)),
    ],
)
def test_what_a_script_writes_in_another_way_means_the_same(asked: dp.Condition, made: dp.Condition) -> None:
    at = AppTest.from_function(page, default_timeout=60)
    OWN.append(dp.Count(where=[asked]))
    at.session_state["seed"], at.session_state["place"] = 0, len(drawn(0)) - 1
    at.run()
    OWN.pop()
    assert not at.exception
    assert at.session_state["made"] == dp.Count(where=[made]).bind(SCHEMA)
