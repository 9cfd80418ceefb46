"""Scenarios: JSON and links that load for ever, whatever is written refused in one sentence, kept for one user."""

from __future__ import annotations

import base64
import contextlib
import json
import sqlite3
import zlib
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dpcore as dp
from dpcore.ledger.side.scenario import MOST
from dpcore.plan.scenario import LARGEST, LONGEST_LINK, MOST_ASKS, Scenario

SCHEMA = dp.Schema(age=dp.Number(0, 120, integer=True), ward=dp.Category(["A", "B"]), patient=dp.Identifier())
ASKS = ((dp.Count(by=["ward"]), 1.0), (dp.Mean("age", where=[dp.Condition("ward", "in", ["A"])]), 2.5))
SCENARIO = Scenario("cheap", ASKS, "mu", 0.2, 1e-7, 3, 0.25, 20_000)
STORED = (
    '{"version":1,"name":"cheap","asks":[{"query":{"query":"count","by":["ward"],"where":[]},"weight":1.0},'
    '{"query":{"query":"mean","column":"age","by":[],"where":[{"column":"ward","op":"in","value":["A"]}]},'
    '"weight":2.5}],"currency":"mu","total":0.2,"delta":1e-07,"group":3,"rate":0.25,"rows":20000}'
)


def test_what_was_stored_once_loads_for_ever():
    assert SCENARIO.to_text() == STORED
    assert Scenario.from_text(STORED) == SCENARIO


def test_a_link_brings_the_same_scenario():
    link = SCENARIO.to_link()
    assert Scenario.from_link(link) == SCENARIO
    assert link.replace("-", "").replace("_", "").isalnum()
    assert Scenario.from_link(replace(SCENARIO, group=4).to_link()) != SCENARIO


@given(
    st.floats(1e-6, 100),
    st.floats(1e-18, 0.1),
    st.integers(1, 100),
    st.floats(0.01, 1),
    st.integers(1, 10**15) | st.none(),
)
def test_every_scenario_survives_its_link(total, delta, group, rate, rows):
    scenario = replace(SCENARIO, total=total, delta=delta, group=group, rate=rate, rows=rows)
    assert Scenario.from_link(scenario.to_link()) == scenario


def test_the_plan_shares_the_total_by_weight():
    plan = SCENARIO.plan
    assert (plan.mu, plan.epsilon, [ask.weight for ask in plan.asks]) == (0.2, None, [1.0, 2.5])
    assert replace(SCENARIO, currency="epsilon").plan.epsilon == 0.2


@pytest.mark.parametrize(
    "changes",
    [
        {"name": "x" * 61},
        {"name": "a\nb"},
        {"name": 3},
        {"asks": ()},
        {"asks": ASKS * 30},
        {"asks": (("count", 1.0),)},
        {"asks": ((dp.Count(), 0.0),)},
        {"asks": ((dp.Count(), float("nan")),)},
        {"currency": "rho"},
        {"total": 0},
        {"total": float("inf")},
        {"delta": 1.0},
        {"group": 0},
        {"group": 1.5},
        {"group": True},
        {"rate": 0},
        {"rate": 1.01},
        {"rows": 0},
        {"rows": "many"},
    ],
    ids=str,
)
def test_a_scenario_outside_its_domain_is_refused(changes):
    with pytest.raises(dp.QueryError):
        replace(SCENARIO, **changes)


def packed(text: str | bytes) -> str:
    """A link that holds anything."""
    raw = text if isinstance(text, bytes) else text.encode()
    return base64.urlsafe_b64encode(zlib.compress(raw)).decode().rstrip("=")


def spoilt(**changes: object) -> str:
    return packed(json.dumps(json.loads(STORED) | changes))


HOSTILE = {
    "nothing": "",
    "words": "not a link",
    "characters": "é" * 20,
    "padding": "====",
    "no zlib": base64.urlsafe_b64encode(b"hello there").decode(),
    "cut short": SCENARIO.to_link()[:-8],
    "too long": "A" * (LONGEST_LINK + 1),
    "a bomb": packed(b"0" * 4_000_000),
    "not text": packed(b"\xff\xfe\xfd"),
    "not json": packed("{"),
    "a number": packed("7"),
    "a list": packed("[]"),
    "deep": packed("[" * 20_000),
    "infinity": packed(STORED.replace("0.2,", "Infinity,")),
    "another version": spoilt(version=2),
    "an unknown lever": spoilt(evil=1),
    "no questions": spoilt(asks=[]),
    "questions of another kind": spoilt(asks=[{"query": {"query": ["count"]}, "weight": 1}]),
    "an unknown question": spoilt(asks=[{"query": {"query": "__import__"}, "weight": 1}]),
    "a question of wrong parts": spoilt(asks=[{"query": {"query": "count", "where": [{"column": {}}]}, "weight": 1}]),
    "a weight in words": spoilt(asks=[{"query": {"query": "count"}, "weight": "1"}]),
    "too many questions": spoilt(asks=[{"query": {"query": "count"}, "weight": 1}] * (MOST_ASKS + 1)),
    "a total in words": spoilt(total="0.1"),
    "a list for rows": spoilt(rows=[1]),
    "a huge number": spoilt(rows=10**300),
    "markup": spoilt(name="<script>" * 20),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_link_is_one_sentence(name):
    with pytest.raises(dp.QueryError) as caught:
        Scenario.from_link(HOSTILE[name])
    assert 0 < len(caught.value.message) < 250


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(), lambda s: st.lists(s) | st.dictionaries(st.text(), s)
    )
)
def test_whatever_json_is_sent_it_is_refused_or_a_scenario(value):
    for text in (json.dumps(value), json.dumps(json.loads(STORED) | {"asks": [{"query": value, "weight": 1}]})):
        with contextlib.suppress(dp.QueryError):
            assert isinstance(Scenario.from_text(text), Scenario)


def test_a_link_for_other_columns_is_refused_by_the_schema():
    with pytest.raises(dp.DpError):
        SCENARIO.bind(dp.Schema(height=dp.Number(0, 2)))


@pytest.fixture
def rows(tmp_path):
    path = tmp_path / "rows.csv"
    path.write_text("age,ward,patient\n30,A,p1\n40,B,p2\n")
    return path


def opened(tmp_path, rows, user=None) -> dp.Desk:
    desk = dp.Desk(user=user, home=tmp_path / "home")
    if not desk.datasets():
        desk.add_dataset("visits", dp.read(rows), schema=SCHEMA, budget=dp.Budget(mu=1.0), separate_budget=True)
    return desk


def test_a_saved_scenario_is_there_tomorrow_and_for_nobody_else(tmp_path, rows):
    with opened(tmp_path, rows, "ann") as desk:
        desk.save_scenario("visits", SCENARIO)
        desk.save_scenario("visits", replace(SCENARIO, name="bold", total=0.9))
        assert [one.name for one in desk.scenarios("visits")] == ["bold", "cheap"]
    with opened(tmp_path, rows, "ann") as again, opened(tmp_path, rows, "bob") as other:
        assert again.scenarios("visits")[1] == SCENARIO.bind(SCHEMA)
        assert other.scenarios("visits") == []
        with pytest.raises(dp.QueryError):
            other.delete_scenario("visits", "cheap")
        other.save_scenario("visits", replace(SCENARIO, total=0.5))
        assert [one.total for one in again.scenarios("visits")] == [0.9, 0.2]


def test_saving_replaces_and_deleting_forgets(tmp_path, rows):
    with opened(tmp_path, rows) as desk:
        for total in (0.2, 0.3):
            desk.save_scenario("visits", replace(SCENARIO, total=total))
        assert [one.total for one in desk.scenarios("visits")] == [0.3]
        desk.delete_scenario("visits", "cheap")
        assert desk.scenarios("visits") == []
        with pytest.raises(dp.QueryError):
            desk.delete_scenario("visits", "cheap")


def test_what_cannot_be_kept_is_refused(tmp_path, rows):
    with opened(tmp_path, rows) as desk:
        with pytest.raises(dp.QueryError, match="needs a name"):
            desk.save_scenario("visits", replace(SCENARIO, name=" "))
        with pytest.raises(dp.DpError):
            desk.save_scenario("visits", replace(SCENARIO, asks=((dp.Mean("height"), 1.0),)))
        for number in range(MOST):
            desk.save_scenario("visits", replace(SCENARIO, name=str(number)))
        with pytest.raises(dp.QueryError, match="already"):
            desk.save_scenario("visits", SCENARIO)
        desk.save_scenario("visits", replace(SCENARIO, name="0", total=0.7))


def test_scenarios_are_beside_the_ledger_and_spend_nothing(tmp_path, rows):
    with opened(tmp_path, rows) as desk:
        before = (desk.ledger("visits"), desk.standing("visits"))
        desk.save_scenario("visits", SCENARIO)
        desk.delete_scenario("visits", "cheap")
        desk.save_scenario("visits", SCENARIO)
        assert (desk.ledger("visits"), desk.standing("visits")) == before
        desk.verify()


def test_an_older_database_gets_the_table_and_keeps_its_ledger(tmp_path, rows):
    with opened(tmp_path, rows) as desk:
        entries = desk.ledger("visits")
    connection = sqlite3.connect(tmp_path / "home/murmur.db")
    connection.execute("DROP TABLE scenarios")
    connection.commit()
    connection.close()
    with opened(tmp_path, rows) as desk:
        desk.save_scenario("visits", SCENARIO)
        assert len(desk.scenarios("visits")) == 1
        assert desk.ledger("visits") == entries
        desk.verify()


def test_an_edited_scenario_is_left_out(tmp_path, rows):
    with opened(tmp_path, rows) as desk:
        desk.save_scenario("visits", SCENARIO)
        desk.save_scenario("visits", replace(SCENARIO, name="bold"))
        connection = sqlite3.connect(tmp_path / "home/murmur.db")
        connection.execute("UPDATE scenarios SET scenario = '{}' WHERE name = 'bold'")
        connection.commit()
        connection.close()
        assert [one.name for one in desk.scenarios("visits")] == ["cheap"]


def test_a_scenario_of_the_largest_size_can_be_read_back():
    most = replace(SCENARIO, asks=tuple((dp.Mean("age", by=["ward"]), float(n + 1)) for n in range(MOST_ASKS)))
    assert len(most.to_text()) < LARGEST
    assert Scenario.from_link(most.to_link()) == most


@pytest.mark.parametrize("wrong", [
    lambda text: text.replace('"total":', '"total":0.2,"total":', 1),
    lambda text: text.replace('"weight":', '"weight":2.0,"weight":', 1),
    lambda text: text.replace('"version":1', '"version":true'),
    lambda text: text.replace('"weight":', '"mu":5,"weight":', 1),
    lambda text: text.replace('"name":', '"extra":1,"name":', 1),
])  # fmt: skip
def test_no_key_is_read_twice_and_none_is_overlooked(wrong):
    """One of two values would be lost, and who wrote an unknown key means something by it."""
    text = Scenario("s", ((dp.Count(), 1.0),)).to_text()
    assert Scenario.from_text(text).to_text() == text and wrong(text) != text
    with pytest.raises(dp.QueryError, match=r"not a scenario|another version"):
        Scenario.from_text(wrong(text))


@pytest.mark.parametrize("read", [Scenario.from_text, Scenario.from_link])
@pytest.mark.parametrize("given", [None, 5, 1.5, b"abc", ["a"], {}])
def test_what_is_no_text_is_one_sentence(read, given):
    with pytest.raises(dp.QueryError, match="scenario"):
        read(given)
