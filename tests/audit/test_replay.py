"""I6 end to end: the exact statistics of neighbouring tables, through the real engine, are as near as declared, and
all else is the same: shapes, scales, charges, statements, errors, warnings."""

from __future__ import annotations

import contextlib
import re
import warnings
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlglot import exp

import dpcore as dp
from dpcore.engine.duckdb import DuckDB
from dpcore.engine.source.fingerprint import Fingerprint
from dpcore.engine.source.frozen import Frozen
from dpcore.engine.sql import cell, truncation
from dpcore.engine.sql.dialect import DuckDBDialect
from dpcore.mechanisms import Epsilon, Mu
from dpcore.plan.pricing import price
from dpcore.plan.request import Request
from dpcore.table.table import Table
from tests.audit.neighbours import QUESTIONS, SCHEMA, UNITS, Family, arrow, family
from tests.audit.record import Met, loss, raising_casts

KEY = bytes(range(32))
RANDOM_NAME = re.compile(r"'[^']*?([0-9a-f]{16,}|frozen)\.(parquet|part)'")
RELATIONS = ("add_remove", "replace")


@dataclass(frozen=True)
class Run:
    """What one table gave: its exact statistics, and everything that must not depend on a row."""

    met: dict[tuple[str, str, int], Met]
    public: tuple[Any, ...]


@cache
def asks(unit: dp.Unit) -> dict[tuple[str, str, int], tuple[Request, Table]]:
    """Every question paid in both ways under both relations, at price 1."""
    found = {}
    for relation in RELATIONS:
        table = Table(SCHEMA, unit, relation)
        for kind, plan in (
            (Mu, dp.Plan([dp.Ask(one, mu=1) for one in QUESTIONS])),
            (Epsilon, dp.Plan([dp.Ask(one, epsilon=1) for one in QUESTIONS])),
        ):
            priced = price(plan, table, kind, lambda query: None)
            found |= {(relation, kind.recorded, place): (one, table) for place, one in enumerate(priced)}
    return found


def run(rows: tuple[dict[str, Any], ...], unit: dp.Unit, folder: Path, engine_table: Table | None = None) -> Run:
    """Freeze, aggregate, and note everything. `engine_table`: what a mutant engine believes is declared."""
    said: list[str] = []
    honest = DuckDBDialect.sql

    def noting(self: DuckDBDialect, query: exp.Expr) -> str:
        said.append(RANDOM_NAME.sub("'file'", text := honest(self, query)))
        return text

    questions, error, answers = asks(unit), "", []
    table = engine_table or Table(SCHEMA, unit)
    source = dp.read(arrow(rows))
    with pytest.MonkeyPatch.context() as patch, warnings.catch_warnings(record=True) as caught:
        patch.setattr(DuckDBDialect, "sql", noting)
        folder.mkdir()
        path = folder / "frozen.parquet"
        source.write(path)
        frozen = Frozen(path, dict(source.columns), Fingerprint("", str(folder), ()), 0, 0)
        with contextlib.suppress(dp.DpError), DuckDB(frozen, table, KEY, folder) as engine:
            try:
                answers = engine.aggregate([one.query.aggregate(facts) for one, facts in questions.values()])
            except dp.DpError as problem:
                error = f"{type(problem).__name__}: {problem}"
    met = {
        place: Met(one.query.mechanism(facts, one.price), one.query.statistic(facts, one.price).exact(answer))
        for (place, (one, facts)), answer in zip(questions.items(), answers, strict=False)
    }
    scales = [(one.price, one.query.mechanism(facts, one.price)) for one, facts in questions.values()]
    shapes = [(answer.shape, answer.dtype) for answer in answers]
    return Run(met, (dict(source.columns), said, error, [str(one.message) for one in caught], shapes, scales))


def check(many: Family, folder: Path, engine_table: Table | None = None) -> int:
    """Every neighbouring pair of the family. Returns how many there were."""
    folder.mkdir(exist_ok=True)
    runs = [run(rows, many.unit, folder / str(i), engine_table) for i, rows in enumerate(many.tables)]
    checked = 0
    for relation in RELATIONS:
        for a, b in many.pairs(relation):
            assert runs[a].public == runs[b].public, "something but the statistics depends on a row"
            for place, met in runs[a].met.items():
                if place[0] == relation:
                    far = loss(met, runs[b].met[place])
                    assert far <= 1, f"{place}: {float(far):.4f} at price 1"
            checked += 1
    assert all(one.met and not one.public[2] for one in runs), "no table may fail"
    return checked


@pytest.mark.sample(1)
@pytest.mark.parametrize("unit", UNITS, ids=str)
def test_neighbours_are_as_near_as_declared(unit: dp.Unit, tmp_path: Path) -> None:
    pairs = sum(check(family(Random(f"{unit} {seed}"), unit, 12), tmp_path / str(seed)) for seed in range(2))
    assert pairs >= 150


@pytest.mark.audit
@pytest.mark.parametrize("seed", range(25))
@pytest.mark.parametrize("unit", UNITS, ids=str)
def test_neighbours_are_as_near_as_declared_at_length(unit: dp.Unit, seed: int, small: bool, tmp_path: Path) -> None:
    size = 6 if small else 26
    assert check(family(Random(f"long {unit} {seed}"), unit, size), tmp_path / "family") == size * (size + 1) / 2


@pytest.mark.audit
def test_a_bound_on_rows_that_is_one_too_many_is_seen(tmp_path: Path) -> None:
    unit = dp.Unit("u", 1)
    with pytest.raises(AssertionError, match="at price 1"):
        check(family(Random(1), unit, 12), tmp_path / "family", Table(SCHEMA, dp.Unit("u", 2)))


def test_a_missing_clamp_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cell, "_within", lambda y, *_: y)
    wide = dp.Schema({**SCHEMA.columns, "x": dp.Number(-(2**20), 2**20)})
    # a number beyond its bounds may not fit into the narrow integers that are meant for it
    with pytest.raises(AssertionError, match=r"at price 1|depends on a row"):
        check(family(Random(2), dp.Unit(), 12), tmp_path / "family", Table(wide))


def test_a_cell_that_raises_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    raising_casts(monkeypatch)
    with pytest.raises(AssertionError, match=r"depends on a row|no table may fail"):
        check(family(Random(3), dp.Unit(), 12), tmp_path / "family")


@pytest.mark.audit
def test_an_order_by_place_in_the_file_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Truncation that keeps the first rows of the file: moving the rows about moves the answer of every unit."""
    monkeypatch.setattr(DuckDBDialect, "order", lambda self, salt, cells: exp.Literal.number(1))
    rank = exp.Window(this=exp.RowNumber(), partition_by=[exp.column("_unit")])
    monkeypatch.setattr(truncation, "_rank", lambda order: rank.copy())
    with pytest.raises(AssertionError, match="at price 1"):
        for seed in range(5):
            check(family(Random(seed), dp.Unit("u", 1), 12), tmp_path / str(seed))
