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
from dpcore.desk.answer import Answers
from dpcore.desk.catalog import Catalog
from dpcore.desk.team import Team
from dpcore.errors import LedgerError
from dpcore.ledger.payment import Payment
from dpcore.plan import facts
from dpcore.plan.facts import Basis
from dpcore.present.answers import all_of, listed
from dpcore.present.bundle.write import write
from dpcore.present.file import again
from dpcore.present.over_time.compare import compare
from dpcore.present.over_time.series import series
from dpcore.present.page.fact import declared
from dpcore.present.record.fact import unit
from dpcore.present.text.history import line
from dpcore.release import dataset as module
from dpcore.release.combine import combine
from dpcore.release.dataset import Dataset
from dpcore.scratch import publish
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


def costs(desk: dp.Desk, high: float, **others: Any) -> Dataset:
    """Describes other bounds of the costs."""
    schema = changed(desk.dataset("visits"), cost=dp.Number(0, high))
    return desk.describe("visits", schema, origin=PUBLIC, **others)


def test_an_approved_plan_is_answered_by_the_facts_of_its_key(
    desk: dp.Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Described back and forth between the look-up of the dataset and the check of the plan."""
    desk.team("visits").add("ann", "analyst")
    first = desk.dataset("visits").table.schema
    costs(desk, 50)
    with dp.Desk(f"sqlite:///{tmp_path / 'murmur.db'}", "ann", tmp_path / "home") as ann:
        plan = ann.team("visits").propose(COSTS)
        desk.team("visits").approve(plan.id)
        desk.describe("visits", first, origin=PUBLIC)
        honest = Team.approved

        def meanwhile(team: Team, proposal: str) -> Any:
            costs(desk, 50)
            return honest(team, proposal)

        monkeypatch.setattr(Team, "approved", meanwhile)
        with pytest.raises(dp.BudgetError, match="have changed"):
            ann.release_approved("visits", plan.id)
    assert desk.releases("visits") == []


def test_no_answer_is_stored_under_the_key_of_other_facts(desk: dp.Desk) -> None:
    """Whatever forms a request: a key that does not name the facts of the table is refused before the charge."""
    requests = desk._answers.requests("visits").of(COSTS)
    costs(desk, 50)
    with pytest.raises(dp.QueryError, match="how they are described"):
        desk._answers.answer(desk.dataset("visits"), requests, Payment("owner"))
    assert spent(desk) == 0


def test_answers_under_other_facts_are_never_averaged(desk: dp.Desk) -> None:
    (old,) = desk.release("visits", COSTS)
    costs(desk, 50)
    (new,) = desk.release("visits", COSTS)
    with pytest.raises(dp.QueryError, match="different descriptions"):
        combine([old, new])
    assert "any difference is noise" not in str(compare(old, new).words)
    assert any("declared differently" in note for note in compare(old, new).notes)
    labels = series([old, new]).labels
    assert len({*map(str, labels)}) == 2 and "description 2" in str(labels[1])


def test_a_plan_of_answers_has_what_was_paid_under_the_newest_facts(desk: dp.Desk) -> None:
    first = desk.dataset("visits").table.schema

    def paid(mu: float) -> dp.Release:
        return desk.release("visits", dp.Plan([dp.Ask(dp.Mean("cost"), mu=mu)]))[0]

    answers = [paid(0.05)]
    costs(desk, 50)
    answers.append(paid(0.02))
    desk.describe("visits", first, origin=PUBLIC)
    desk.remeasure(answers[0], mu=0.01)
    made = again.plan(desk.releases("visits"))
    assert desk.quote("visits", made).asks[0].amount == pytest.approx((0.05**2 + 0.01**2) ** 0.5)


def test_new_rows_need_only_the_columns_of_the_present_description(desk: dp.Desk) -> None:
    schema = {name: column for name, column in SCHEMA.columns.items() if name != "cost"}
    desk.describe("visits", dp.Schema(schema), origin=PUBLIC)
    now = desk.update("visits", dp.read(visits().drop(columns=["cost", "smoker"])))
    assert now.version == 2 and len(desk.release("visits", WARDS)) == 1


def test_a_mistyped_column_of_rows_that_are_gone_is_mended(desk: dp.Desk) -> None:
    desk.delete_rows("visits")
    desk.describe("visits", changed(desk.dataset("visits"), wadr=dp.Flag()), origin=PUBLIC)
    desk.describe("visits", SCHEMA, origin=dp.Origin("correction"))
    assert desk.update("visits", dp.read(visits())).version == 2


def test_rows_that_changed_while_they_were_prepared(desk: dp.Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Catalog._prepare

    def slow(catalog: Catalog, dataset: Dataset, table: Table) -> None:
        honest(catalog, dataset, table)
        desk.update("visits", dp.read(visits().drop(columns=["smoker"]).head(500)))

    monkeypatch.setattr(Catalog, "_prepare", slow)
    with pytest.raises(dp.SchemaError, match="new version of the rows was loaded in the meantime"):
        desk.describe("visits", changed(desk.dataset("visits"), smoker=dp.Flag()), origin=PUBLIC)
    assert desk.dataset("visits").described == 1
    assert len(desk.release("visits", WARDS)) == 1


def test_rows_that_were_deleted_while_they_were_prepared(desk: dp.Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(*_: object) -> None:
        raise FileNotFoundError("/secret/path")

    monkeypatch.setattr("dpcore.engine.source.frozen.Frozen.prepare", gone)
    with pytest.raises(dp.SourceError) as refusal:
        costs(desk, 50)
    assert "/secret" not in str(refusal.value) and refusal.value.__cause__ is None


def test_equal_bounds_in_another_spelling_are_the_same_facts(desk: dp.Desk) -> None:
    (means,) = desk.release("visits", COSTS)
    schema = changed(desk.dataset("visits"), cost=dp.Number(0.0, 1_000.0), age=dp.Number(0, 99, integer=True))
    desk.describe("visits", schema, origin=PUBLIC)
    assert desk.release("visits", COSTS) == [means]
    assert desk.remeasure(means, mu=0.02).combined


def test_one_description_whose_questions_fail_does_not_hold_up_the_others(
    desk: dp.Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    for plan, high in ((COSTS, 50), (WARDS, 60)):
        with monkeypatch.context() as patched:
            patched.setattr("dpcore.release.run.failpoint", _die_at("after_read"))
            with pytest.raises(KeyboardInterrupt):
                desk.release("visits", plan)
        costs(desk, high)
    honest = Answers.answer

    def failing(answers: Answers, dataset: Dataset, requests: Any, *others: Any) -> Any:
        if any("Mean" in str(request.query) for request in requests):
            raise dp.QueryError("This one cannot be drawn.")
        return honest(answers, dataset, requests, *others)

    with monkeypatch.context() as patched:
        patched.setattr(Answers, "answer", failing)
        with pytest.raises(dp.QueryError, match="cannot be drawn"):
            desk.resume("visits")
    assert [str(query) for query in desk.unanswered("visits")] == ["Mean of cost by ward"]
    assert len(desk.resume("visits")) == 1


@pytest.mark.parametrize(
    "facts",
    [
        {"origin": None},
        {"origin": "public"},
        {"origin": PUBLIC, "described": "x"},
        {"origin": PUBLIC, "described": 1.0},
        {"origin": PUBLIC, "schema": {}},
        {"origin": PUBLIC, "unit": False},
    ],
    ids=repr,
)
def test_what_is_no_description(desk: dp.Desk, facts: dict[str, Any]) -> None:
    with pytest.raises(dp.SchemaError):
        desk.describe("visits", expected_rows=5, **facts)
    assert desk.dataset("visits").described == 1


@pytest.mark.parametrize("note", ["\0", "a\nb", "\u202eabc", "\ud800"])
def test_a_note_that_cannot_be_shown(note: str) -> None:
    with pytest.raises(dp.SchemaError, match="printable"):
        dp.Origin("public", note=note)
    with pytest.raises(dp.SchemaError):
        dp.Origin("public", releases=5)  # type: ignore[arg-type]


def test_numbers_of_numpy_are_written(desk: dp.Desk) -> None:
    desk.describe("visits", unit=dp.Unit("who", int(np.int64(2))), expected_rows=np.int64(7), origin=PUBLIC)  # type: ignore[arg-type]
    desk.verify()


def test_a_publication_says_what_was_used_for_its_own_answers(desk: dp.Desk) -> None:
    old = desk.release("visits", WARDS)
    _, token = desk.sharing("visits").publish(old, "Wards")
    before = desk.open_share(token)
    desk.describe("visits", unit=dp.Unit("who", 9, 2), expected_rows=5, origin=PUBLIC)
    after = desk.open_share(token)
    assert after.edition == before.edition and after.dossier.table == before.dossier.table
    new = desk.release("visits", WARDS)
    both = unit(desk.dossier("visits", [*old, *new]))
    assert both.endswith("at most 3 are used or 9 are used, in at most 2 groups of an answer, by answer")
    assert unit(desk.dossier("visits", new)).endswith("at most 9 are used, in at most 2 groups of an answer")


def test_a_copy_that_is_being_read_is_never_replaced(tmp_path: Path) -> None:
    """Two processes prepare the same description: the second leaves the first one's file as it is."""
    first, second, copy = (tmp_path / name for name in ("a", "b", "copy"))
    for file in (first, second):
        file.write_text(file.name)
        publish(file, copy)
    assert copy.read_text() == "a" and not first.exists() and not second.exists()
