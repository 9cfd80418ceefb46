"""A question's columns: those it names, whatever words they share with it; nothing of another column is recorded."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import dpcore as dp
from dpcore.desk.dossier import Publication, collect
from dpcore.engine import batch
from dpcore.mechanisms import Mu
from dpcore.plan.pricing import price
from dpcore.present.file import plan_file
from dpcore.queries import QUERIES, Query, query_from_dict
from dpcore.queries.question.prediction import even
from dpcore.queries.question.round import Step
from dpcore.release.record import facts_of
from dpcore.table.table import Table
from tests.contracts.example import example, suited
from tests.contracts.neighbour import sold

# words of every question's plain data and sentence, of declarations, of values that are asked for, of Python and JSON
WORDS = (
    *("count", "low", "high", "by", "where", "epsilon", "mu", "column", "columns", "query", "sum", "mean", "op"),
    *("value", "condition", "bins", "edges", "period", "fraction", "histogram", "cross_table", "variance", "month"),
    *("distinct_units", "standard_deviation", "estimate", "==", ">=", "in", "not in", "None", "True", "4", "A", "B"),
    *("'", '"', "', '", "[", "{}", ":", "a'b", "a", "kind", "number", "is one of", " and ", "count'", "é", "\\"),
)
KINDS = (
    dp.Number(0, 9, integer=True),
    dp.Number(0.0, 4.5),
    dp.Category(["A", "B", *WORDS[:4]]),
    dp.Flag(),
    dp.Date("2024-01-01", "2024-12-31"),
)

SEEDS = pytest.mark.parametrize(
    "seeds", [range(20), pytest.param(range(20, 60), marks=pytest.mark.audit)], ids=["some", "others"]
)
"""Every arrangement of the kinds of column, with a row and with an identifier as the unit; the audit has more."""


@cache
def tabled(seed: int) -> Table:
    """Hostile names, each of a kind that chance chooses; the unit is a row, or named by a hostile identifier."""
    chance = random.Random(seed)
    kinds: dict[str, Any] = {name: KINDS[(place + seed) % len(KINDS)] for place, name in enumerate(WORDS)}
    kinds |= {"identifier": dp.Identifier(), "text": dp.Text()}
    names = chance.sample(sorted(kinds), len(kinds))
    unit = dp.Unit("identifier", 3) if seed % 2 else dp.Unit()
    return Table(dp.Schema({name: kinds[name] for name in names}), unit)


@cache
def asked(kind: type[Query], seed: int) -> tuple[Query, Table]:
    """A question of this kind that its table allows at a price of 1."""
    table, chance = suited(kind, tabled(seed)), random.Random(seed)
    table = table if kind.limits.several_rows else replace(table, unit=dp.Unit())
    queries = (example(kind, chance, table) for _ in range(50))
    return next(query for query in queries if sold(query, table, Mu(Fraction(1)))), table


def looked_at(query: Query, table: Table, most: int) -> set[str]:
    """The columns of the first rounds, on a table without rows, until there are `most`."""
    run = query.run(table, Mu(Fraction(1)))
    steps = next(run).steps
    seen = set().union(*(batch.columns(step.aggregate) for step in steps))
    while len(seen) < most:
        steps = run.send(tuple(map(empty, steps))).steps
        seen = seen.union(*(batch.columns(step.aggregate) for step in steps))
    return seen


def empty(step: Step) -> np.ndarray:
    """What a step draws on a table without rows."""
    nothing = np.zeros((len(step.aggregate.measures), *step.aggregate.shape), dtype=object)
    return step.mechanism.draw(step.statistic.exact(nothing))


@SEEDS
@pytest.mark.parametrize("kind", QUERIES, ids=lambda kind: kind.name)
def test_a_question_names_what_its_aggregate_looks_at_and_nothing_else(kind: type[Query], seeds: range) -> None:
    for seed in seeds:
        query, table = asked(kind, seed)
        columns = query.columns()
        assert len(set(columns)) == len(columns)
        seen = looked_at(query, table, len(columns))
        assert set(columns) == seen, str(query)
        assert (
            query_from_dict(query.to_dict()).columns() == query_from_dict(query.to_dict()).bind(table.schema).columns()
        )


@SEEDS
@pytest.mark.parametrize("kind", QUERIES, ids=lambda kind: kind.name)
def test_a_record_keeps_the_declarations_of_those_columns_alone(kind: type[Query], seeds: range) -> None:
    for seed in seeds:
        query, table = asked(kind, seed)
        (priced,) = price(dp.Plan([dp.Ask(query, mu=0.1)]), table, Mu, lambda query: even(1_000, 4, filtered=False))
        schema = facts_of(priced, table)["schema"]
        known = {name for name, column in schema.items() if column["kind"] != "text"}
        assert known == {*query.columns()} | ({"identifier"} if table.unit.identifier else set())
        named = plan_file.read(plan_file.to_json(dp.Plan([dp.Ask(query, mu=0.1)]))).plan
        assert set(plan_file.columns(named)) == set(query.columns())


def test_the_columns_of_a_cross_table_are_a_tuple_and_a_question_s() -> None:
    for crossed in itertools.permutations(WORDS[:5], 2):
        query = dp.CrossTable(list(crossed), where=[dp.Condition("kind", "==", "A"), dp.Condition("by", "==", "A")])
        assert query.columns == crossed and query.to_dict()["columns"] == list(crossed)
        assert query.columns() == tuple(dict.fromkeys([*crossed, "kind", "by"]))
        assert replace(query, where=()).columns() == crossed
        assert query == dp.CrossTable(crossed, where=query.where) and hash(query.columns) == hash(crossed)
    with pytest.raises(TypeError, match="columns"):
        dp.CrossTable()
    with pytest.raises(dp.QueryError, match="compares a column"):
        dp.CrossTable(["by"], where=[dp.Condition(["by"], "==", "A")])  # type: ignore[arg-type]


BOUND = 1_234_567_890
"""So long that the hashes beside it do not hold it by chance."""


@pytest.fixture
def counted(tmp_path: Path) -> Any:
    """A desk with a plain count of a table whose columns are called like a question's words."""
    with dp.Desk(home=tmp_path) as desk:
        rows = pd.DataFrame({name: [1, 2, 3] for name in WORDS[:8]})
        schema = dp.Schema({name: dp.Number(0, BOUND + place) for place, name in enumerate(WORDS[:8])})
        desk.add_dataset("words", dp.read(rows), schema=schema, budget=dp.Budget(mu=1))
        desk.release("words", dp.Plan([dp.Count()], mu=0.1))
        yield desk


def test_a_plain_count_passes_on_no_bounds(counted: dp.Desk) -> None:
    text = json.dumps(counted.dossier("words", counted.releases("words")).to_dict())
    assert str(BOUND)[:-1] not in text


def test_what_an_earlier_version_recorded_too_much_is_not_passed_on(counted: dp.Desk) -> None:
    (release,) = counted.releases("words")
    wide = {**release.facts, "schema": counted.dataset("words").table.schema.to_dict()}
    ledger, known = counted._ledger, counted._ledger.datasets()[0]

    class Earlier:
        identity = ledger.identity
        entries = staticmethod(ledger.entries)

        @staticmethod
        def stored_answers(keys: Sequence[str]) -> dict[str, str]:
            return {release.key: json.dumps({**release.to_dict(), "facts": wide})}

    dossier = collect(Earlier(), known, [release.key], Publication("owner", release.time))  # type: ignore[arg-type]
    assert str(BOUND)[:-1] not in json.dumps(dossier.to_dict())
    assert dossier.releases[0].table.equals(release.table)
