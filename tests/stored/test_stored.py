"""What was stored once is read and verified by every later version: one folder a version, written by `make`."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import dpcore as dp
from dpcore.budget import aside
from dpcore.budget.failure import account_of
from dpcore.table.listing import RULE
from tests.postgres import Cluster
from tests.stored import reading, story
from tests.stored.make import HERE

BEFORE_RULES = ("2026-11-22", "2026-11-23")
"""Versions in which all rows were read by the first rule, no budget set a share aside, and none was described again."""
VERSIONS = sorted(path.parent.name for path in HERE.glob("*/told.json"))


def told(version: str, kind: str = "sqlite") -> Any:
    """What was said then, by a desk with either kind of ledger."""
    return json.loads((HERE / version / ("told.json" if kind == "sqlite" else "told_postgres.json")).read_text())


class Kept:
    """A copy of a stored home, with its ledger restored."""

    def __init__(self, version: str, kind: str, home: Path, server: Cluster | None) -> None:
        self.home, self.said, self.version = home, told(version, kind), version
        folder = HERE / version
        if server is None:
            shutil.copytree(folder / "home", home)
            self.url: str | None = None
            with closing(sqlite3.connect(home / "murmur.db")) as connection:
                connection.executescript((folder / "murmur.sql").read_text())
            return
        shutil.copytree(folder / "postgres", home)
        self.url = server.empty()
        with server.connect("desk") as connection:
            connection.execute("SET ROLE murmur")
            connection.execute((folder / "desk.sql").read_text().encode())

    def desk(self, user: str = "owner") -> dp.Desk:
        """Today's program on it."""
        return dp.Desk(self.url, user, self.home)


@pytest.fixture(params=[(version, kind) for version in VERSIONS for kind in ("sqlite", "postgres")], ids="-".join)
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Kept]:
    version, kind = request.param
    server = request.getfixturevalue("postgres") if kind == "postgres" else None
    yield Kept(version, kind, tmp_path / "kept", server)


def test_there_is_a_version() -> None:
    assert VERSIONS


def test_it_verifies(kept: Kept) -> None:
    with kept.desk() as desk:
        desk.verify()


@pytest.mark.sample(3)
@pytest.mark.parametrize("user", reading.USERS)
def test_each_user_is_told_what_they_were_told(kept: Kept, user: str) -> None:
    with kept.desk(user) as desk:
        assert not reading.differences(kept.said["users"][user], reading.read(desk))


def test_links_show_what_they_showed(kept: Kept) -> None:
    with kept.desk("nobody@example.org") as desk:
        found = {name: reading.opened(desk, token) for name, token in kept.said["tokens"].items()}
    assert not reading.differences(kept.said["links"], found)
    assert found["revoked"] is None and found["open"] is not None


def test_the_same_asks_are_answered_for_nothing(kept: Kept) -> None:
    """Keys and prices are what they were: nothing is charged, and the stored answers come back."""
    with kept.desk() as desk:
        before = desk.standing("stays").spent, len(desk.ledger("stays"))
        plan = dp.Plan([*story.QUESTIONS, dp.Ask(dp.DistinctUnits(["ward"]))], mu=0.7)
        assert all(desk.quote("stays", plan).stored)
        again = desk.release("stays", plan)
        newest = desk.releases("stays")[-len(again) :]
        assert [one.to_dict() for one in again] == [one.at_level(one.level).to_dict() for one in newest]
        assert (desk.standing("stays").spent, len(desk.ledger("stays"))) == before
        sized = dp.Plan([dp.Ask(dp.Count(["smoker"]), half_width=60)])
        assert desk.quote("visits", sized).price == 0


def test_an_approved_plan_is_released_at_its_price(kept: Kept) -> None:
    with kept.desk("ana@example.org") as desk:
        waiting = [one for one in desk.team("team").proposals if one.state == "approved"]
        assert len(waiting) == 1
        assert [one.noisy for one in desk.release_approved("team", waiting[0].id)]


def test_it_goes_on(kept: Kept) -> None:
    """What was paid and not answered is answered; a measurement more, a new question, a version of the rows, a link."""
    with kept.desk() as desk:
        left = kept.said["users"]["owner"]["visits"]["unanswered"]
        assert [str(one.query) for one in desk.resume("visits")] == left and not desk.unanswered("visits")
        combined = desk.remeasure(desk.releases("stays")[-1], mu=0.05)
        assert len(combined.combined) == 2
        desk.release("visits", dp.Plan([dp.Ask(dp.Count(["smoker", "ward"]), mu=0.01)]))
        rule = desk.dataset("stays").table.rule
        assert {*desk.dataset("stays").rules} == {rule} and (rule == 1) == (kept.version in BEFORE_RULES)
        desk.update("stays", dp.read(story.frame(9)))
        assert desk.dataset("stays").table.rule == RULE and desk.dataset("stays").rules[-2:] == (rule, RULE)
        desk.sharing("stays").publish(desk.releases("stays"), "All")
        desk.verify()
        with pytest.raises(dp.KnownRowsError):
            desk.add_dataset("once more", dp.read(story.frame(0)), schema=story.SCHEMA, budget=dp.Budget(epsilon=1.0))


def test_budgets_set_aside_what_they_did_until_their_owner_adds_to_them(kept: Kept) -> None:
    """A budget without shares has none for ever; the act is one more entry, and takes nothing away."""
    with kept.desk() as desk:
        done = 0
        for dataset in desk.datasets():
            (first, *_) = [entry.payload for entry in desk.ledger(dataset.id) if entry.kind == "open"]
            before = desk.standing(dataset.id).account
            share = (first["budget"].get("portfolio") or {}).get("failure", 0.0)
            assert (account_of(before) > 0) == (share > 0)
            assert dp.Budget.from_dict(first["budget"]).to_dict() == first["budget"]
            if aside.may(dataset.budget, before) is not None:
                continue
            after = desk.allow_failures(dataset.id).account
            assert [one.limit for one in after.filters] == [one.limit for one in before.filters]
            assert account_of(after) > 0 and after.spent == before.spent
            done += 1
        assert done or kept.version not in BEFORE_RULES  # since then each budget with a delta has a share by itself
        desk.verify()


def _only_bounds_change(desk: dp.Desk) -> None:
    """The order in which these programs kept rows of a unit is not known: another would keep other rows."""
    columns, asked = desk.dataset("team").table.schema.columns, dp.Plan([dp.Ask(dp.Count(), mu=0.02)])
    assert desk.quote("team", asked).stored == (True,)
    for other in ({"smoker": dp.Text()}, {"ward": dp.Category(["A"])}):
        with pytest.raises(dp.SchemaError, match="earlier version of the program"):
            desk.describe("team", dp.Schema({**columns, **other}), origin=dp.Origin("public"))
    desk.describe("team", dp.Schema({**columns, "cost": dp.Number(0, 9)}), origin=dp.Origin("public"))
    assert desk.quote("team", asked).stored == (True,)
    desk.update("team", dp.read(story.frame(9)))
    desk.describe("team", dp.Schema({**columns, "ward": dp.Category(["A"])}), origin=dp.Origin("public"))
    desk.verify()


def test_descriptions_go_on(kept: Kept) -> None:
    """Each answer belongs to its description; what was paid under one is answered under it; a named plan is read."""
    with kept.desk() as desk:
        if kept.version in BEFORE_RULES:
            assert {dataset.described for dataset in desk.datasets()} == {1}
            _only_bounds_change(desk)
            return
        dataset, plan = desk.dataset("again"), dp.Plan([dp.Count(["ward"]), dp.Mean("age")], mu=0.245)
        assert dataset.described == 3 and len(dataset.earlier) == 2
        answers = [one for one in desk.releases("again") if "Count by ward" in str(one.query) and not one.measurement]
        assert [one.facts_table.unit.max_rows for one in answers] == [2, 3]
        (smokers,) = desk.resume("again")
        assert smokers.facts_table.unit.max_rows == 2 and desk.unanswered("again") == []
        assert desk.quote("again", plan).price > 0
        (last, *_) = [one for one in desk.releases("again") if one.described == 3]
        assert desk.remeasure(last, mu=0.05).combined
        assert [one.name for one in desk.plans("again").all] == ["March"]
        desk.verify()


@pytest.mark.parametrize("version", VERSIONS)
def test_files_are_read_and_bundles_verify(version: str) -> None:
    said, public = told(version), bytes.fromhex(told(version)["public"])
    for path in (HERE / version / "files").glob("*.zip"):
        found = reading.bundle(path.read_bytes(), public)
        assert found["state"] == "genuine"
        assert not reading.differences(said["bundles"][path.stem], found)
        assert reading.bundle(path.read_bytes(), b"\0" * 32)["state"] == "unknown signer"
    assert not reading.differences(said["plan"], reading.plan((HERE / version / "files" / "plan.json").read_text()))


@pytest.mark.parametrize("version", VERSIONS)
def test_a_scenario_is_read_from_its_link(version: str) -> None:
    assert dp.Scenario.from_link(told(version)["link"]).to_dict() == story.scenario("link", "mu").to_dict()


@pytest.mark.parametrize("table", ["entries", "answers"])
def test_an_edited_figure_is_found(tmp_path: Path, table: str) -> None:
    """The fixtures are sound by what they are, not because nothing looks."""
    kept = Kept(VERSIONS[0], "sqlite", tmp_path / "kept", None)
    with closing(sqlite3.connect(kept.home / "murmur.db")) as connection:
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        column = "payload" if table == "entries" else "release"
        changed = connection.execute(f"UPDATE {table} SET {column} = replace({column}, '0', '1')")
        assert changed.rowcount
        connection.commit()
    with pytest.raises(dp.LedgerError), kept.desk() as desk:
        desk.verify()
