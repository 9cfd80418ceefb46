"""A question under equal facts of its own is the same question, whatever else is declared; under others it is not.

The facts of a question are found in two ways that know nothing of each other: what it declares (`plan.facts`), and
what its promise and its first round are, formed for tables that differ in everything else.
"""

from __future__ import annotations

import contextlib
import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

import dpcore as dp
from dpcore.mechanisms import Mu
from dpcore.plan.facts import digest, own_facts
from dpcore.queries import Query
from dpcore.queries.question.limits import Limits
from dpcore.table.schema import Schema
from dpcore.table.table import Table, Unit
from tests.contracts.example import KINDS, askable, example, suited

SCHEMA = Schema(
    age=dp.Number(0, 90, integer=True),
    cost=dp.Number(0, 5_000),
    weight=dp.Number(1, 200, missing=70),
    ward=dp.Category(["A", "B", "C"]),
    to=dp.Category(["A", "B", "D"], other=True),
    smoker=dp.Flag(),
    day=dp.Date("2024-01-01", "2024-12-31"),
    who=dp.Identifier(),
)
ROWS = (None, 300, 40_000, 10**6)
PRICE = Mu(Fraction(1, 4))


def formed(query: Query, table: Table) -> Any:
    """What a question measures and promises; a refusal counts as an outcome of its own."""
    try:
        return query.promise(table, PRICE), next(query.run(table, PRICE)).digest
    except dp.DpError as refusal:
        return type(refusal), str(refusal)


def otherwise(query: Query, table: Table, chance: random.Random) -> Table:
    """The table with everything declared otherwise that is no fact of the question."""
    own = set(query.columns()) | {table.unit.identifier}
    columns: dict[str, Any] = {"another": dp.Number(-7, 7)}
    for name, column in table.schema.columns.items():
        match column:
            case _ if name in own:
                columns[name] = column
            case dp.Number(low, high):
                columns[name] = chance.choice([dp.Number(low - 3, 2 * high + 1), dp.Flag(), dp.Text()])
            case dp.Category(values):
                columns[name] = dp.Category([*reversed(values), "Z"])
            case _ if chance.random() < 0.5:
                columns[name] = dp.Text()
    names = list(columns)
    chance.shuffle(names)
    rows = chance.choice([each for each in ROWS if each != table.expected_rows])
    return replace(
        table,
        schema=Schema({name: columns[name] for name in names}),
        expected_rows=table.expected_rows if query.limits.by_expected else rows,
    )


def asked(kind: type[Query], chance: random.Random) -> tuple[Query, Table]:
    unit = chance.choice([Unit(), Unit("who", 4, chance.choice([None, 2]))])
    table = Table(SCHEMA, unit, chance.choice(["add_remove", "replace"]), chance.choice(ROWS))
    table = suited(kind, table, chance.choice(ROWS[1:]))
    return example(kind, chance, table, currency="mu"), table


def drawn(kind: type[Query], seeds: int) -> Iterator[tuple[Query, Table, random.Random]]:
    """Questions of a kind with tables of which they can be asked, and what draws on."""
    for seed in range(seeds):
        chance = random.Random(f"{kind.name} {seed}")
        with contextlib.suppress(dp.QueryError):
            yield *asked(kind, chance), chance


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_no_other_fact_decides_what_is_measured(kind: type[Query]) -> None:
    found = 0
    for query, table, chance in drawn(kind, 12):
        other = otherwise(query, table, chance)
        if query.limits.by_whole_row and table.unit.identifier is None:
            assert digest(query, other) != digest(query, table)
            continue
        assert own_facts(query, other) == own_facts(query, table)
        assert formed(query, other) == formed(query, table), query
        found += 1
    assert found > 2 or not askable(kind, SCHEMA) or kind.limits.by_whole_row


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind.limits.by_expected], ids=lambda kind: kind.name)
def test_the_expected_rows_decide_where_they_are_said_to(kind: type[Query]) -> None:
    """So that the flag is no excuse: for some question of the kind they change what is measured or promised."""
    changed = False
    for query, table, _ in drawn(kind, 60):
        outcomes = {repr(formed(query, replace(table, expected_rows=rows))) for rows in ROWS[1:]}
        changed |= len(outcomes) > 1
    assert changed


def test_a_hidden_fact_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the flag of a kind, the first test fails on it."""
    caught = set()
    for kind in KINDS:
        if kind.limits.by_expected:
            monkeypatch.setattr(kind, "limits", Limits(cells=kind.limits.cells))
            for query, table, chance in drawn(kind, 40):
                if formed(query, otherwise(query, table, chance)) != formed(query, table):
                    caught.add(kind.name)
                    break
    assert caught == {"quantiles", "k_means", "kernel_machine"}


def test_a_changed_fact_is_another_question() -> None:
    table = Table(SCHEMA, Unit("who", 3))
    query = dp.Mean("cost", by=["ward"], where=[dp.Condition("age", ">=", 65)]).bind(SCHEMA)
    before = digest(query, table)
    for name, column in {
        "cost": dp.Number(0, 6_000),
        "ward": dp.Category(["A", "B"]),
        "age": dp.Number(0, 99, integer=True),
    }.items():
        assert digest(query, replace(table, schema=Schema({**SCHEMA.columns, name: column}))) != before
    for unit in (Unit("who", 4), Unit("who", 3, 1)):
        assert digest(query, replace(table, unit=unit)) != before
    assert digest(query, replace(table, expected_rows=9)) == before
    assert digest(query, replace(table, schema=Schema({**SCHEMA.columns, "weight": dp.Number(0, 1)}))) == before
