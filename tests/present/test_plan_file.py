"""Plan files: what is written is read back, by other programs too; what is odd is refused in one sentence."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest

import dpcore as dp
from dpcore.number import shown
from dpcore.present.file import plan_file
from dpcore.release.dataset import Dataset
from dpcore.table.sample import sample
from dpcore.table.table import Table

PUBLIC = sample()
FACTS = Table(PUBLIC.schema, PUBLIC.unit)
VISITS = Dataset("id", "visits", "owner", FACTS, dp.Budget(mu=0.3), 1, True, "2024-01-01T00:00:00+00:00")

ODD = "a\"b'c\n{}\\ü<b>=1+1"
PLANS = (
    dp.Plan([dp.Ask(dp.Count())], mu=0.1),
    dp.Plan([dp.Ask(dp.Count(by=["ward"]), weight=2.5), dp.Ask(dp.Mean("cost"), half_width=40.0, level=0.9)], mu=0.1),
    dp.Plan([dp.Ask(dp.Histogram("age", edges=[0, 18, 65, 120]), epsilon=0.1)]),
    dp.Plan([dp.Fraction(dp.Condition("urgent", "==", True)), dp.CrossTable(["ward", "urgent"])], epsilon=0.5),
    dp.Plan([dp.Histogram("admitted", period="month")], mu=0.1, slot="monthly"),
    dp.Plan([dp.Count(by=[ODD], where=[dp.Condition(ODD, "in", [ODD, "x"])])], mu=0.1),
)

SCHEMA = {
    "type": "object",
    "required": ["murmur_plan", "plan"],
    "additionalProperties": False,
    "properties": {
        "murmur_plan": {"const": 1},
        "name": {"type": "string"},
        "made": {"type": "string", "format": "date-time"},
        "plan": {
            "type": "object",
            "required": ["asks"],
            "properties": {
                "asks": {"type": "array", "minItems": 1, "items": {"type": "object", "required": ["query", "level"]}},
                "mu": {"type": ["number", "null"]},
                "epsilon": {"type": ["number", "null"]},
            },
        },
        "dataset": {
            "type": "object",
            "required": ["columns", "unit", "neighbors"],
            "additionalProperties": False,
            "properties": {
                "columns": {"additionalProperties": {"type": "object", "required": ["kind"]}},
                "unit": {"type": "object", "required": ["identifier", "max_rows", "max_groups"]},
                "neighbors": {"enum": ["add_remove", "replace"]},
            },
        },
    },
}


@pytest.mark.parametrize("plan", PLANS, ids=range(len(PLANS)))
def test_a_plan_is_read_back_and_is_what_a_schema_says(plan: dp.Plan):
    for dataset in (None, VISITS):
        written = plan_file.to_json(plan, dataset)
        assert plan_file.from_json(written) == plan == plan_file.from_json(written.decode())
        jsonschema.validate(json.loads(written), SCHEMA, format_checker=jsonschema.FormatChecker())
    assert plan_file.from_json(b"\xef\xbb\xbf" + written) == plan  # as some editors save it


def test_a_bound_plan_asks_the_same():
    query = dp.Count(where=[dp.Condition("admitted", ">=", "2024-02-01")]).bind(PUBLIC.schema)
    back = plan_file.from_json(plan_file.to_json(dp.Plan([dp.Ask(query)], mu=0.1), VISITS)).asks[0].query
    assert back.bind(PUBLIC.schema) == query


def test_the_file_holds_the_public_facts_of_the_columns_asked_and_nothing_else_of_the_dataset():
    plan = dp.Plan([dp.Count(by=["ward"], where=[dp.Condition("age", ">", 65)])], mu=0.1)
    data = json.loads(plan_file.to_json(plan, VISITS, "May"))
    assert sorted(data["dataset"]) == ["columns", "neighbors", "unit"]
    assert sorted(data["dataset"]["columns"]) == ["age", "ward"] == sorted(plan_file.columns(plan))
    assert "visits" not in json.dumps(data) and "owner" not in json.dumps(data)
    found = plan_file.read(plan_file.to_json(plan, VISITS, "May"))
    assert (found.name, found.unit, found.neighbors) == ("May", PUBLIC.unit, "add_remove")
    assert found.differences(FACTS) == ()
    other = Table(dp.Schema(ward=dp.Category(["A"]), age=PUBLIC.schema["age"]), neighbors="replace")
    assert [line.split()[0] for line in found.differences(other)] == ["The", "The", "Column"]


def test_the_columns_that_a_table_lacks_are_named():
    plan = dp.Plan([dp.Sum("price", by=["shop"]), dp.CrossTable(["ward", "urgent"])], mu=0.1)
    with pytest.raises(dp.QueryError, match=r"2 columns that this dataset does not declare: 'price', 'shop'\."):
        plan_file.check(plan, FACTS)
    with pytest.raises(dp.QueryError, match="is not a number"):
        plan_file.check(dp.Plan([dp.Mean("ward")], mu=0.1), FACTS)
    for one in PLANS[:-1]:
        plan_file.check(one, FACTS)


def test_every_question_names_its_columns():
    condition = dp.Condition("urgent", "==", True)
    for query in (
        dp.Mean("cost", where=[condition]),
        dp.Variance("cost", where=[condition]),
        dp.Histogram("cost", bins=3, where=[condition]),
        dp.Fraction(condition, where=[dp.Condition("cost", ">", 1)]),
        dp.DistinctUnits(by=["urgent"], where=[dp.Condition("cost", ">", 1)]),
        dp.CrossTable(["urgent", "cost"]),
    ):
        assert sorted(plan_file.columns(dp.Plan([query], mu=0.1))) == ["cost", "urgent"]


GOOD: dict[str, Any] = json.loads(plan_file.to_json(PLANS[1], VISITS))


def changed(*path: Any, value: Any) -> bytes:
    """The good file with one place changed."""
    data = json.loads(json.dumps(GOOD))
    place = data
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    return json.dumps(data).encode()


def deep(depth: int) -> Any:
    value: Any = "x"
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"", "not JSON"),
        (b"\xff", "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b'"' + b"x" * 5_000_000 + b'"', "at most 4 MB"),
        (b"[1]", "not a plan file"),
        (b"null", "not a plan file"),
        (b'{"a": 1, "a": 2}', "'a' twice"),
        (b'{"murmur_plan": 1, "plan": {"asks": [], "mu": NaN}}', "must be finite"),
        (b'{"murmur_plan": 1, "plan": {"asks": [], "mu": 1e999}}', "not JSON"),
        (b'{"murmur_plan": 1, "name": "\\ud800"}', "not JSON"),
        (b'{"murmur_plan": 1, "plan": {"asks": [{"query": {"query": "count"}}], "mu": 1' + b"0" * 4000 + b"}}", "mu"),
        (b'{"murmur_plan": 1, "plan": {"asks": [{"query": {"query": "count"}}], "mu": 1' + b"0" * 5000 + b"}}", "JSON"),
        (changed("murmur_plan", value=2), "newer version"),
        (changed("murmur_plan", value=True), "not a plan file"),
        (changed("murmur_plan", value="1"), "not a plan file"),
        (changed("epsilonn", value=1), "cannot contain 'epsilonn'"),
        (changed("plan", "weights", value=1), "cannot contain 'weights'"),
        (changed("plan", "asks", 0, "price", value=1), "not an ask"),
        (changed("plan", "asks", value={}), "asks"),
        (changed("plan", "asks", value=[5]), "not an ask"),
        (changed("plan", "asks", value=GOOD["plan"]["asks"] * 600), "1 to 1000 asks"),
        (changed("plan", "mu", value="0.1"), "`mu`"),
        (changed("plan", "mu", value=-1), "`mu`"),
        (changed("plan", "mu", value=True), "`mu`"),
        (changed("plan", "epsilon", value=1), "not in both"),
        (changed("plan", "slot", value=5), "slot"),
        (changed("plan", "asks", 0, "level", value=2), "`level`"),
        (changed("plan", "asks", 0, "query", "query", value="drop"), "'drop' is not a supported question"),
        (changed("plan", "asks", 0, "query", "query", value=["count"]), "not a supported question"),
        (changed("plan", "asks", 0, "query", "by", value=[1]), "`by` cannot be"),
        (changed("plan", "asks", 0, "query", "where", value=5), "`where` cannot be"),
        (
            changed("plan", "asks", 0, "query", "where", value=[{"column": [1], "op": "==", "value": 1}]),
            "single values",
        ),
        (changed("plan", "asks", 1, "query", "column", value=5), "`column` cannot be"),
        (changed("plan", "asks", 1, "query", "column", value={}), "`column` cannot be"),
        (changed("plan", "asks", 0, "query", "by", value=deep(40)), "nested too deeply"),
        (changed("name", value="x" * 101), "100 printable"),
        (changed("name", value="\x1b[2J"), "100 printable"),
        (changed("made", value=5), "100 printable"),
        (changed("dataset", value=[]), "not a plan file"),
        (changed("dataset", "unit", value={"max_rows": 10**9}), "max_rows"),
        (changed("dataset", "unit", value=5), "not a plan file"),
        (changed("dataset", "neighbors", value={}), "not a neighbouring relation"),
        (changed("dataset", "columns", value={"x": {"kind": "eval"}}), "not a kind of column"),
        (changed("dataset", "columns", value={"x": 5}), "not a kind of column"),
        (changed("dataset", "path", value="/etc/passwd"), "cannot contain 'path'"),
    ],
    ids=range(45),
)
def test_an_odd_file_is_refused_in_one_sentence(text: bytes, said: str):
    with pytest.raises(dp.QueryError) as refused:
        plan_file.read(text)
    assert said in refused.value.message and len(refused.value.message) < 200 and "\n" not in refused.value.message


def test_a_plan_that_no_file_can_hold_is_refused():
    with pytest.raises(dp.QueryError, match="cannot be written to a file"):
        plan_file.to_json(dp.Plan([dp.Count(by=["\ud800"])], mu=0.1))
    wide = [dp.Count(where=[dp.Condition("x", "in", ["y" * 200] * 100)])] * 300
    with pytest.raises(dp.QueryError, match="too large"):
        plan_file.to_json(dp.Plan(wide, mu=0.1))


class Counted(str):
    """A key that counts with how many others it is compared."""

    compared = 0
    __hash__ = str.__hash__

    def __eq__(self, other: object) -> bool:
        Counted.compared += 1
        return str.__eq__(self, other)


@pytest.mark.parametrize("first", [0, 1, 25_000, 49_998])
def test_a_repeated_key_is_found_in_linear_time(first: int) -> None:
    """By the number of comparisons, on which no other process has an influence."""
    many = 50_000
    keys = [Counted(number) for number in range(many - 1)] + [Counted(first)]
    Counted.compared = 0
    with pytest.raises(dp.QueryError, match=f"contains '{first}' twice"):
        plan_file._once([(name, 0) for name in keys])
    assert Counted.compared < 10 * many


def test_a_repeated_value_of_a_category_is_found_in_linear_time() -> None:
    values = [Counted(number) for number in range(50_000)] + [Counted(49_999)]
    Counted.compared = 0
    with pytest.raises(dp.SchemaError, match="lists '49999' more than once"):
        dp.Category(values)
    assert Counted.compared < 10 * len(values)


def objects(data: Any) -> list[dict[str, Any]]:
    """Every object inside plain data, itself included."""
    parts = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    return [data] * isinstance(data, dict) + [one for part in parts for one in objects(part)]


def repeated(data: Any, where: dict[str, Any], key: str) -> str:
    """Its JSON, in which one object has one key a second time, at its end."""
    if isinstance(data, dict):
        pairs = [f"{json.dumps(name)}: {repeated(value, where, key)}" for name, value in data.items()]
        return "{" + ", ".join([*pairs, *([f"{json.dumps(key)}: null"] if data is where else [])]) + "}"
    if isinstance(data, list):
        return "[" + ", ".join(repeated(value, where, key) for value in data) + "]"
    return json.dumps(data)


@pytest.mark.parametrize("number", range(len(PLANS)))
def test_a_key_repeated_at_any_depth_is_named(number: int) -> None:
    data = json.loads(plan_file.to_json(PLANS[number], VISITS, name="plan"))
    for where in objects(data):
        for key in where:
            with pytest.raises(dp.QueryError, match="This plan file contains ") as refused:
                plan_file.read(repeated(data, where, key))
            assert refused.value.message == f"This plan file contains {shown(key)} twice."
