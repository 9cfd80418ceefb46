"""A charge pays for one reading: a stop is obeyed before it, and reported after the answers are stored."""

from __future__ import annotations

import datetime as dt
import json
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import dpcore as dp
from dpcore import clock, failpoint
from dpcore.engine.duckdb import DuckDB
from dpcore.release.run import Cancelled
from tests.audit.moving import Moving
from tests.release.conftest import SCHEMA, visits

PLAN = dp.Plan([dp.Ask(dp.Count(by=["ward"]), mu=0.05), dp.Ask(dp.Mean("cost"), mu=0.1)])
STEPS = ("charging", "reading", "drawing noise")
BEFORE = ("before_charge", "in_charge", "after_charge", "after_anchor")
AFTER = ("after_read", "after_draw", "in_store", "after_store")


@pytest.fixture
def readings(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """How many questions each reading of the rows had."""
    honest, noted = DuckDB.aggregate, list[int]()

    def counting(self: DuckDB, asks: Any) -> Any:
        noted.append(len(asks))
        return honest(self, asks)

    monkeypatch.setattr(DuckDB, "aggregate", counting)
    yield noted
    failpoint._hook = None


def at_point(stop: threading.Event, point: str) -> None:
    failpoint._hook = lambda name: stop.set() if name == point else None


def stopped(desk: dp.Desk, act: Callable[..., list[dp.Release]], point: str) -> str:
    """What an act says that is stopped at a point, or at a step."""
    stop = threading.Event()
    at_point(stop, point)
    with pytest.raises(Cancelled) as refused:
        act(progress=lambda step: stop.set() if step == point else None, cancel=stop)
    failpoint._hook = None
    assert refused.value.hint
    return refused.value.message


@pytest.mark.parametrize("point", [*BEFORE, "reading"])
def test_a_stop_before_the_rows_are_read_reads_none(wards: dp.Desk, readings: list[int], point: str) -> None:
    said = stopped(wards, lambda **how: wards.release("visits", PLAN, **how), point)
    assert "after the charge and before any row was read" in said
    assert readings == [] and wards.releases("visits") == []
    assert len(wards.unanswered("visits")) == 2
    assert len(wards.release("visits", PLAN)) == 2 and readings == [2]


@pytest.mark.sample(2)
@pytest.mark.parametrize("point", ["drawing noise", *AFTER[:3]])
@pytest.mark.parametrize("way", ["release", "resume"])
def test_a_stop_after_the_rows_were_read_keeps_the_draw(
    wards: dp.Desk, readings: list[int], point: str, way: str
) -> None:
    """However often it is stopped, a charge pays for one reading, and what was drawn first is the answer."""
    if way == "resume":
        stopped(wards, lambda **how: wards.release("visits", PLAN, **how), "after_anchor")
        said = stopped(wards, lambda **how: wards.resume("visits", **how), point)
    else:
        said = stopped(wards, lambda **how: wards.release("visits", PLAN, **how), point)
    assert "so its questions were answered" in said
    assert readings == [2] and wards.unanswered("visits") == []
    kept = wards.releases("visits")
    for again in STEPS[1:] + AFTER:
        stop = threading.Event()
        at_point(stop, again)
        assert wards.release("visits", PLAN, cancel=stop) == kept
    assert wards.resume("visits") == [] and readings == [2]
    assert len([entry for entry in wards.ledger("visits") if entry.kind == "charge"]) == 1


def test_a_stop_while_the_engine_reads_lets_it_end(
    wards: dp.Desk, readings: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    honest, stop = DuckDB.aggregate, threading.Event()

    def pressed(self: DuckDB, asks: Any) -> Any:
        stop.set()
        return honest(self, asks)

    monkeypatch.setattr(DuckDB, "aggregate", pressed)
    with pytest.raises(Cancelled, match="so its questions were answered"):
        wards.release("visits", PLAN, cancel=stop)
    assert len(wards.release("visits", PLAN)) == 2 and readings == [2]


@pytest.mark.parametrize("trouble", [RuntimeError, KeyboardInterrupt, BrokenPipeError])
def test_a_listener_that_fails_loses_no_draw(wards: dp.Desk, readings: list[int], trouble: type[BaseException]) -> None:
    def failing(step: str) -> None:
        if step == "drawing noise":
            raise trouble

    with pytest.raises(trouble):
        wards.release("visits", PLAN, progress=failing)
    assert len(wards.release("visits", PLAN)) == 2 and readings == [2]


# Times


def written(desk: dp.Desk) -> dict[str, set[str]]:
    """Every time that is stored for each ask, and the time of its charge."""
    ledger = desk._ledger
    entries = {entry.seq: entry for entry in ledger.entries()}
    with ledger._journal.reading() as connection:
        rows = dict(map(tuple, connection.exec_driver_sql("SELECT key, time FROM answers")))
    times: dict[str, set[str]] = {}
    for entry in entries.values():
        for ask in entry.payload.get("asks", ()) if entry.kind == "charge" else ():
            times[ask["key"]] = {entry.time}
        if entry.kind == "answer":
            assert entry.time == entries[entry.seq - 1].time
            for key, time in entry.payload["times"].items():
                times[key] |= {time, rows[key], json.loads(ledger.answer(key) or "")["time"]}
    return times


@pytest.fixture
def moving(monkeypatch: pytest.MonkeyPatch) -> Moving:
    return Moving(monkeypatch)


@pytest.mark.sample(1)
@pytest.mark.parametrize("lane", ["mu", "epsilon"])
def test_what_is_stored_for_an_ask_has_the_time_of_its_charge(
    url: str, tmp_path: Path, moving: Moving, lane: str
) -> None:
    """Whatever way it was paid and answered: at once, after a stop, several charges together, again, by approval."""
    budget = dp.Budget(epsilon=3.0, delta=1e-6, slots=[dp.Slot("monthly", mu=0.05, times=2)])
    with dp.Desk(url, home=tmp_path / "home") as desk, dp.Desk(user="ana", beside=desk) as analyst:
        desk.add_dataset("visits", dp.read(visits(60)), schema=SCHEMA, budget=budget)
        desk.team("visits").add("ana", "analyst")
        for number in range(3):
            moving.act()
            stopped(desk, lambda n=number, **how: desk.release("visits", plan(n, lane), **how), "after_charge")
        moving.act()
        assert len(desk.resume("visits")) == 3
        moving.act()
        first = desk.release("visits", plan(9, lane))[0]
        moving.act()
        again = desk.remeasure(first, **{lane: 0.02})
        assert again.time > first.time and again.combined == (first.key, desk.releases("visits")[-1].key)
        moving.act()
        desk.release("visits", dp.Plan([dp.Ask(dp.Count(), mu=0.05)], slot="monthly"))
        proposal = analyst.team("owner/visits").propose(plan(7, lane), "please")
        moving.act()
        desk.team("visits").approve(proposal.id)
        moving.act()
        analyst.release_approved("owner/visits", proposal.id)
        times = written(desk)
        assert len(times) == 7 and all(len(some) == 1 for some in times.values())
        assert len({min(some) for some in times.values()}) == 7
        desk.verify()


def plan(number: int, lane: str) -> dp.Plan:
    return dp.Plan([dp.Ask(dp.Count(where=[dp.Condition("age", ">=", number)]), **{lane: 0.01 + number / 1000})])


def test_loading_writes_the_time_at_which_it_began(url: str, tmp_path: Path, moving: Moving) -> None:
    with dp.Desk(url, home=tmp_path / "home") as desk:
        opening = partial(desk.add_dataset, schema=SCHEMA, budget=dp.Budget(mu=1))
        for act in (opening, desk.update):
            moving.act()
            began = clock.now()
            act("v", dp.read(visits(30)))
            assert moment(desk.ledger("v")[-1].time) - moment(began) < dt.timedelta(seconds=3)


def moment(text: str) -> dt.datetime:
    return dt.datetime.fromisoformat(text)
