"""Describing the same rows again: what stays, what becomes another question, what is refused, what is recorded."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import dpcore as dp
from dpcore import failpoint
from dpcore.errors import LedgerError
from dpcore.ledger.entry import canonical
from dpcore.plan import facts
from dpcore.plan.facts import Basis
from dpcore.present.answers import all_of, listed
from dpcore.present.bundle.write import write
from dpcore.present.page.fact import declared
from dpcore.present.text.history import line
from dpcore.release import dataset as module
from dpcore.release.dataset import Dataset
from dpcore.table.schema import Schema
from dpcore.table.table import Table

SCHEMA = dp.Schema(
    who=dp.Identifier(),
    age=dp.Number(0, 90, integer=True),
    cost=dp.Number(0, 1_000),
    ward=dp.Category(["A", "B"]),
)
PUBLIC = dp.Origin("public", note="price list of 2024")
WARDS = dp.Plan([dp.Ask(dp.Count(by=["ward"]), mu=0.05)])
COSTS = dp.Plan([dp.Ask(dp.Mean("cost", by=["ward"]), mu=0.05)])
BOTH = dp.Plan([*WARDS.asks, *COSTS.asks])


def visits() -> pd.DataFrame:
    rng = np.random.default_rng(5)
    who, size = rng.integers(0, 300, 2_000), 2_000
    cost, ward, smoker = rng.gamma(1.0, 300.0, size), rng.choice(list("ABC"), size), rng.choice(["yes", "no"], size)
    return pd.DataFrame({"who": who, "age": rng.integers(0, 95, size), "cost": cost, "ward": ward, "smoker": smoker})


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[dp.Desk]:
    with dp.Desk(f"sqlite:///{tmp_path / 'murmur.db'}", home=tmp_path / "home") as opened:
        add(opened)
        yield opened


def add(desk: dp.Desk) -> Dataset:
    unit, budget = dp.Unit("who", max_rows=3), dp.Budget(epsilon=3, delta=1e-6)
    return desk.add_dataset("visits", dp.read(visits()), schema=SCHEMA, unit=unit, budget=budget, expected_rows=900)


def changed(dataset: Dataset, **columns: dp.queries.question.Column) -> Schema:
    return dp.Schema({**dataset.table.schema.columns, **columns})


def spent(desk: dp.Desk) -> float:
    return desk.standing("visits").spent.mu


def test_facts_of_other_columns_leave_stored_answers_free(desk: dp.Desk) -> None:
    counts, means = desk.release("visits", BOTH)
    before = spent(desk)
    now = desk.describe("visits", changed(desk.dataset("visits"), cost=dp.Number(0, 4_000)), origin=PUBLIC)
    assert (now.described, now.version, now.table.schema["cost"]) == (2, 1, dp.Number(0, 4_000))
    assert desk.quote("visits", WARDS).price == 0.0
    assert desk.release("visits", WARDS) == [counts]
    assert spent(desk) == before
    quote = desk.quote("visits", BOTH)
    assert quote.stored == (True, False) and quote.price > 0
    assert any("described otherwise" in hint and "Mean of cost" in hint for hint in quote.hints)
    (again,) = desk.release("visits", COSTS)
    assert again.key != means.key and spent(desk) > before
    assert again.facts_table.schema["cost"] == dp.Number(0, 4_000)
    assert means in desk.releases("visits")
    desk.verify()


def test_without_facts_in_the_key_an_answer_under_old_bounds_would_be_given(
    desk: dp.Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    (means,) = desk.release("visits", COSTS)
    desk.describe("visits", changed(desk.dataset("visits"), cost=dp.Number(0, 4_000)), origin=PUBLIC)
    monkeypatch.setattr(module.Dataset, "basis", lambda dataset, query: Basis(dataset.version))
    assert desk.release("visits", COSTS) == [means]


def test_facts_that_return_find_their_answers(desk: dp.Desk) -> None:
    first = desk.dataset("visits").table.schema
    (means,) = desk.release("visits", COSTS)
    desk.describe("visits", changed(desk.dataset("visits"), cost=dp.Number(0, 4_000)), origin=PUBLIC)
    desk.describe("visits", first, origin=dp.Origin("correction"))
    assert desk.release("visits", COSTS) == [means]


def test_measuring_again_never_combines_other_facts(desk: dp.Desk) -> None:
    counts, means = desk.release("visits", BOTH)
    desk.describe("visits", changed(desk.dataset("visits"), cost=dp.Number(0, 4_000)), origin=PUBLIC)
    assert desk.remeasure(counts, mu=0.03).combined
    with pytest.raises(dp.QueryError, match="described otherwise"):
        desk.remeasure(means, mu=0.03)
    (again,) = desk.release("visits", COSTS)
    assert len(desk.remeasure(again, mu=0.03).combined) == 2
    assert means.key not in desk.remeasure(again, mu=0.03).combined
    shown = all_of(desk.releases("visits"))
    assert [len(each.combined) for each in shown] == [2, 0, 2]
    assert [each.keys for each in listed(desk.ledger("visits"))] == [each.combined or (each.key,) for each in shown]
    assert [column.name for column in declared(shown)[0]].count("cost") == 2


@pytest.mark.parametrize("rows", [2, 5])
def test_other_rows_of_a_unit_make_every_question_another(desk: dp.Desk, rows: int) -> None:
    counts = desk.release("visits", WARDS)
    desk.describe("visits", unit=dp.Unit("who", max_rows=rows), origin=PUBLIC)
    assert desk.quote("visits", WARDS).stored == (False,)
    now = desk.release("visits", WARDS)
    assert now[0].mechanism.error(0.95).std[0] / counts[0].mechanism.error(0.95).std[0] == pytest.approx(rows / 3)


def test_a_new_column_of_the_same_rows(desk: dp.Desk) -> None:
    counts = desk.release("visits", WARDS)
    desk.describe("visits", changed(desk.dataset("visits"), smoker=dp.Flag()), origin=PUBLIC)
    assert desk.release("visits", WARDS) == counts
    (smokers,) = desk.release("visits", dp.Plan([dp.Ask(dp.Count(by=["smoker"]), mu=0.5)]))
    assert sum(smokers.table["estimate"]) == pytest.approx(890, abs=90)


def test_a_column_that_was_not_kept(desk: dp.Desk) -> None:
    entries = len(desk.ledger("visits"))
    with pytest.raises(dp.SchemaError, match=r"without the column 'zip'.*new version"):
        desk.describe("visits", changed(desk.dataset("visits"), zip=dp.Flag()), origin=PUBLIC)
    assert len(desk.ledger("visits")) == entries
    desk.update("visits", dp.read(visits().assign(zip="yes")))
    desk.describe("visits", changed(desk.dataset("visits"), zip=dp.Flag()), origin=PUBLIC)


@pytest.mark.parametrize(
    "facts",
    [
        {"unit": dp.Unit()},
        {"schema": dp.Schema({**SCHEMA.columns, "age": dp.Identifier()}), "unit": dp.Unit("age", 3)},
        {"schema": dp.Schema({**SCHEMA.columns, "who": dp.Identifier(as_written=True)})},
    ],
    ids=["row", "identifier", "spelling"],
)
def test_who_is_protected_never_changes(desk: dp.Desk, facts: dict[str, Any]) -> None:
    entries = len(desk.ledger("visits"))
    with pytest.raises(dp.SchemaError, match="Who is protected cannot be described otherwise"):
        desk.describe("visits", **facts, origin=PUBLIC)
    assert len(desk.ledger("visits")) == entries


def test_the_same_description_writes_nothing(desk: dp.Desk) -> None:
    desk.describe("visits", changed(desk.dataset("visits"), cost=dp.Number(0, 9)), origin=PUBLIC)
    entries = len(desk.ledger("visits"))
    assert desk.describe("visits", changed(desk.dataset("visits"), cost=dp.Number(0, 9)), origin=PUBLIC).described == 2
    assert len(desk.ledger("visits")) == entries


def test_two_owners_do_not_overwrite_each_other(desk: dp.Desk) -> None:
    seen = desk.dataset("visits").described
    desk.describe("visits", expected_rows=800, origin=PUBLIC, described=seen)
    with pytest.raises(dp.SchemaError, match="changed in the meantime"):
        desk.describe("visits", expected_rows=700, origin=PUBLIC, described=seen)
    assert desk.dataset("visits").table.expected_rows == 800


def test_only_an_owner_describes(desk: dp.Desk, tmp_path: Path) -> None:
    desk.team("visits").add("ann", "analyst")
    ann = dp.Desk(f"sqlite:///{tmp_path / 'murmur.db'}", "ann", tmp_path / "home")
    with ann, pytest.raises(dp.AccessError):
        ann.describe("visits", expected_rows=5, origin=PUBLIC)


def test_where_facts_come_from_is_kept(desk: dp.Desk) -> None:
    (counts,) = desk.release("visits", WARDS)
    with pytest.raises(dp.SchemaError, match="stored answers"):
        desk.describe("visits", expected_rows=950, origin=dp.Origin("answer", ["f" * 64]))
    desk.describe("visits", expected_rows=950, origin=dp.Origin("answer", [counts.key], "rounded"))
    entry = desk.ledger("visits")[-1]
    assert entry.payload["origin"] == {"kind": "answer", "releases": [counts.key], "note": "rounded"}
    assert str(line(entry).what) == f"described again, from released answers ({counts.key[:12]}): rounded"


@pytest.mark.parametrize(
    "origin", [("rumour",), ("answer",), ("public", ["a"]), ("public", [], "x" * 501)], ids=lambda origin: origin[0]
)
def test_an_origin_that_says_nothing(origin: tuple[Any, ...]) -> None:
    with pytest.raises(dp.SchemaError):
        dp.Origin(*origin)


def test_a_paid_question_is_answered_under_the_facts_it_was_paid_for(
    desk: dp.Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A crash before the answer, then another description: the charge is not lost."""
    with monkeypatch.context() as patched:
        patched.setattr(failpoint, "failpoint", lambda name: None)
        patched.setattr("dpcore.release.run.failpoint", _die_at("after_read"))
        with pytest.raises(KeyboardInterrupt):
            desk.release("visits", BOTH)
    desk.describe("visits", changed(desk.dataset("visits"), cost=dp.Number(0, 50)), origin=PUBLIC)
    desk.describe("visits", changed(desk.dataset("visits"), smoker=dp.Flag()), origin=PUBLIC)
    assert len(desk.unanswered("visits")) == 2
    before = spent(desk)
    answers = {str(each.query): each for each in desk.resume("visits")}
    assert spent(desk) == before and desk.unanswered("visits") == []
    means = next(each for words, each in answers.items() if "Mean" in words)
    assert means.facts_table.schema["cost"] == dp.Number(0, 1_000)
    assert max(means.table["estimate"]) > 100  # not clipped at 50
    desk.verify()


def _die_at(place: str) -> Any:
    def die(name: str) -> None:
        if name == place:
            raise KeyboardInterrupt

    return die


def test_a_new_version_has_the_description_in_force(desk: dp.Desk) -> None:
    desk.release("visits", COSTS)
    desk.describe("visits", changed(desk.dataset("visits"), cost=dp.Number(0, 4_000)), origin=PUBLIC)
    now = desk.update("visits", dp.read(visits().head(1_500)))
    assert (now.version, now.described, now.table.before, now.earlier) == (2, 2, (), ())
    assert desk.quote("visits", COSTS).stored == (False,)
    desk.release("visits", COSTS)
    assert [each.version for each in listed(desk.ledger("visits"))] == [1, 2]


def test_rows_that_were_loaded_while_the_description_changed(desk: dp.Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def meanwhile(digest: str) -> None:
        desk.describe("visits", expected_rows=5, origin=PUBLIC)

    with pytest.raises(dp.SchemaError, match="changed in the meantime"):
        desk.update("visits", dp.read(visits().head(100)), before=meanwhile)
    assert desk.dataset("visits").version == 1


def test_after_the_rows_are_gone(desk: dp.Desk) -> None:
    desk.delete_rows("visits")
    desk.describe("visits", changed(desk.dataset("visits"), anything=dp.Flag()), origin=PUBLIC)
    assert desk.update("visits", dp.read(visits().assign(anything=1))).has_rows


def test_a_counted_number_of_rows_is_of_the_cells_as_declared(desk: dp.Desk) -> None:
    """A released count of two wards says nothing of the cells of three."""
    desk.describe("visits", expected_rows=None, origin=PUBLIC)
    desk.release("visits", WARDS)
    assert desk.quote("visits", COSTS).asks[0].released is not None
    desk.describe("visits", changed(desk.dataset("visits"), ward=dp.Category(["A", "B", "C"])), origin=PUBLIC)
    assert desk.quote("visits", COSTS).asks[0].released is None
    desk.release("visits", dp.Plan([dp.Ask(dp.Count(by=["ward"]), mu=0.06)]))
    assert len(desk.release("visits", COSTS)[0].table) == 3


def test_an_altered_description_is_found(desk: dp.Desk, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A ledger that claims another unit, a skipped number or an answer of nobody does not verify."""
    ledger, dataset = desk._ledger, desk.dataset("visits")
    good = {"facts": dataset.table.to_dict(), "described": 2, "origin": PUBLIC.to_dict()}
    broken: list[dict[str, Any]] = [
        {"described": 3},
        {"facts": {**good["facts"], "neighbors": "replace"}},
        {"facts": {**good["facts"], "unit": {"identifier": None, "max_rows": 1, "max_groups": None}}},
        {"facts": {**good["facts"], "schema": {}}},
        {"origin": {"kind": "answer", "releases": ["f" * 64], "note": ""}},
        {"origin": {"kind": "public", "releases": []}},
    ]
    for change in broken:
        with pytest.raises(LedgerError), ledger._journal.writing("act") as draft:
            draft.append("describe", "owner", dataset.id, {**good, **change})
    with pytest.raises(LedgerError), ledger._journal.writing("act") as draft:
        draft.append("describe", "stranger", dataset.id, good)
    assert desk.dataset("visits").described == 1
    assert canonical(good)


def test_an_approved_plan_about_a_column_that_is_gone(desk: dp.Desk, tmp_path: Path) -> None:
    desk.team("visits").add("ann", "analyst")
    with dp.Desk(f"sqlite:///{tmp_path / 'murmur.db'}", "ann", tmp_path / "home") as ann:
        plans = [ann.team("visits").propose(plan) for plan in (COSTS, WARDS)]
        for plan in plans:
            desk.team("visits").approve(plan.id)
        schema = {name: column for name, column in SCHEMA.columns.items() if name != "cost"}
        desk.describe("visits", dp.Schema(schema), origin=PUBLIC)
        assert [each.state for each in ann.team("visits").proposals] == ["approved", "approved"]
        with pytest.raises(dp.BudgetError, match="changed since this plan was proposed"):
            ann.release_approved("visits", plans[0].id)
        assert len(ann.release_approved("visits", plans[1].id)) == 1


def test_a_bundle_keeps_the_description_of_its_answers(desk: dp.Desk) -> None:
    (means,) = desk.release("visits", COSTS)
    desk.describe("visits", changed(desk.dataset("visits"), cost=dp.Number(0, 4_000)), origin=PUBLIC)
    dossier = desk.dossier("visits", [means])
    assert dossier.table.schema["cost"] == dp.Number(0, 1_000)
    assert write(dossier, desk.seal)


def test_own_facts_cost_nothing_where_a_table_was_described_once(
    desk: dp.Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: object) -> str:
        raise AssertionError

    monkeypatch.setattr(module, "digest", never)
    desk.release("visits", BOTH)
    assert facts.Basis(1) == desk.dataset("visits").basis(dp.Count())


def test_tables_of_the_chain_are_made_once(desk: dp.Desk) -> None:
    assert desk.dataset("visits").table is desk.dataset("visits").table
    assert replace(desk.dataset("visits").table, before=()) == Table.from_dict(desk.dataset("visits").table.to_dict())
