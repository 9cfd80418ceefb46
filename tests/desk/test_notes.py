"""Notes about columns: kept with the description, changed by an owner, and in nothing that is published."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pandas as pd
import pytest

import dpcore as dp

NOTES = {"age": "at admission", "spare": "canary-51c2 not described"}
PUBLIC = dp.Origin("public")


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[dp.Desk]:
    frame = pd.DataFrame({"age": range(50), "spare": "x"})
    with dp.Desk(home=tmp_path / "home") as opened:
        schema, budget = dp.Schema(age=dp.Number(0, 99)), dp.Budget(mu=2, delta=1e-6)
        opened.add_dataset("visits", dp.read(frame), schema=schema, budget=budget, notes={**NOTES, "empty": " "})
        yield opened


def test_they_stay_with_the_dataset(desk: dp.Desk) -> None:
    assert desk.dataset("visits").table.notes == NOTES
    desk.update("visits", dp.read(pd.DataFrame({"age": range(60), "spare": "y"})))
    assert desk.dataset("visits").table.notes == NOTES
    desk.verify()


def test_an_owner_changes_them_and_every_answer_stays_free(desk: dp.Desk) -> None:
    plan = dp.Plan([dp.Mean("age")], mu=0.5)
    (before,) = desk.release("visits", plan)
    again = desk.describe("visits", origin=PUBLIC, notes={"age": "in years"})
    assert (again.described, dict(again.table.notes)) == (2, {"age": "in years"})
    assert desk.quote("visits", plan).price == 0 and desk.release("visits", plan) == [before]
    assert desk.describe("visits", dp.Schema(age=dp.Number(0, 90)), origin=PUBLIC).table.notes == {"age": "in years"}
    desk.verify()


def test_no_record_has_them(desk: dp.Desk) -> None:
    (release,) = desk.release("visits", dp.Plan([dp.Mean("age")], mu=0.5))
    assert not [note for note in NOTES.values() if note in str(release.to_dict())]
    assert any("canary" in str(entry.payload) for entry in desk.ledger("visits"))  # where they are


@pytest.mark.parametrize(
    "notes", [{"age": "x" * 301}, {"age": "a\nb"}, {"age": 3}, {3: "x"}, ["age"], {"age": "\ud800"}]
)
def test_bad_notes_get_one_sentence(desk: dp.Desk, notes: object) -> None:
    with pytest.raises(dp.SchemaError, match="note"):
        desk.describe("visits", origin=PUBLIC, notes=notes)  # type: ignore[arg-type]
