"""A function of blocks through the desk: who may ask, what is stored, what a unit changes, and what survives a kill."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import dpcore as dp
from dpcore.release import block, exact
from dpcore.release.block import slot
from tests.child import run
from tests.release.block.quick import LONG, Quick
from tests.release.conftest import SCHEMA, visits

SOURCE = """
def spread(rows):
    return rows.cost.quantile(0.9) - rows.cost.quantile(0.1)
def both(rows):
    return rows.cost.mean(), (rows.ward == "A").mean()
def order(rows):
    return sum(place * value for place, value in enumerate(rows.age))
"""
VICTIM = "tests.release.block.victim"


def spread(**changes: Any) -> dp.BlockFunction:
    fields = {"source": SOURCE, "blocks": 3, "seconds": LONG} | changes
    return dp.BlockFunction("spread", ["cost"], 0, 50_000, **fields)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> Quick:
    clock = Quick()
    monkeypatch.setattr(slot, "clock", clock)
    return clock


@pytest.fixture
def desk(url: str, tmp_path: Path) -> Iterator[dp.Desk]:
    with dp.Desk(url, home=tmp_path / "home") as desk:
        add(desk, "visits", visits())
        yield desk


def add(desk: dp.Desk, name: str, rows: pd.DataFrame, **facts: Any) -> None:
    budget = dp.Budget(epsilon=100.0, delta=1e-6)
    desk.add_dataset(name, dp.read(rows), schema=SCHEMA, budget=budget, separate_budget=True, **facts)


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch) -> list[np.ndarray]:
    """The numbers of the blocks of every release."""
    values, kept = block.values, list[np.ndarray]()

    def noted(*arguments: Any) -> np.ndarray:
        kept.append(values(*arguments))
        return kept[-1]

    monkeypatch.setattr(exact.block, "values", noted)
    return kept


def test_an_answer_is_near_the_truth_and_is_stored(desk: dp.Desk, given: list[np.ndarray]) -> None:
    """Asked again with the same text it costs nothing and runs nothing; another text is another question."""
    plan = dp.Plan([dp.Ask(spread(), epsilon=40)])
    (release,) = desk.release("visits", plan, confirm=True)
    truth = float(np.subtract(*visits().cost.quantile([0.9, 0.1])))
    assert given[0].shape == (1, 3) and float(release.table.estimate[0]) == pytest.approx(truth, rel=0.1)
    spent = desk.standing("visits").spent
    assert desk.release("visits", plan, confirm=True) == [release] and len(given) == 1
    stored = dp.Release.from_dict(json.loads(json.dumps(release.to_dict())))
    assert stored.query == spread() and not stored.query.source and SOURCE not in str(release.to_dict())
    assert desk.release("visits", dp.Plan([dp.Ask(stored.query, epsilon=40)])) == [release]
    assert desk.standing("visits").spent == spent
    other = spread(source=SOURCE + "\n")
    assert other.digest != spread().digest and not desk.quote("visits", dp.Plan([dp.Ask(other, epsilon=1)])).stored[0]


def test_several_numbers(desk: dp.Desk, given: list[np.ndarray], monkeypatch: pytest.MonkeyPatch) -> None:
    """By each way to combine them, under one charge; what the blocks give is computed once."""
    for combine in ("exponential_median", "clipped_mean", "smooth_median", "center_of_attention"):
        question = dp.BlockFunction(
            "both",
            ["cost", "ward"],
            [0, 0],
            [50_000, 1],
            SOURCE,
            outputs=["cost", "share"],
            blocks=3,
            seconds=LONG,
            combine=combine,
        )
        (release,) = desk.release("visits", dp.Plan([dp.Ask(question, epsilon=20)]), confirm=True)
        assert given[-1].shape == (2, 3) and release.table.iloc[:, 0].tolist() == ["cost", "share"]
        assert release.table.estimate.between([0, 0], [50_000, 1]).all()
        assert np.abs(given[-1].mean(axis=1) - [visits().cost.mean(), 1 / 3]).max() < 2_000
        monkeypatch.setattr(exact.block, "values", lambda *_: given[0].copy())


def changed(given: list[np.ndarray]) -> int:
    """The number of blocks with another number."""
    return int((given[-1] != given[-2]).any(axis=0).sum())


def released(desk: dp.Desk, name: str, rows: pd.DataFrame, function: str = "order", **facts: Any) -> None:
    """Asks a function that depends on the order of rows."""
    add(desk, name, rows, **facts)
    question = dp.BlockFunction(function, ["age", "cost", "ward"], 0, 10**6, SOURCE, blocks=3, seconds=LONG)
    desk.release(name, dp.Plan([dp.Ask(question, epsilon=1)]), confirm=True)


@pytest.mark.parametrize("unit", [dp.Unit(), dp.Unit("patient", 2)], ids=str)
def test_a_unit_changes_one_block_and_the_order_of_rows_none(
    unit: dp.Unit, desk: dp.Desk, given: list[np.ndarray]
) -> None:
    """Blocks are drawn by the desk's key, so all tables are of one desk."""
    rows = visits(40)
    if unit.identifier:
        without, replaced = rows[rows.patient != "p5"], rows.assign(patient=rows.patient.replace("p5", "new"))
    else:
        without, replaced = rows.drop(7), rows.assign(age=rows.age.where(rows.index != 7, 99))
    for name, table in (
        ("all", rows),
        ("turned", rows[::-1].reset_index(drop=True)),
        ("without", without),
        ("replaced", replaced),
    ):
        released(desk, name, table, unit=unit)
    everything, turned, fewer, other = given
    assert (everything == turned).all() and not np.isnan(everything).any()
    assert changed([everything, fewer]) == 1 and changed([everything, other]) <= 2


def test_only_the_owner_of_a_desk_of_one_person_may_ask(desk: dp.Desk, given: list[np.ndarray]) -> None:
    """No user of a server, not even an owner of the dataset; nor by a proposal, nor by a plan from a file."""
    plan, shared = dp.Plan([dp.Ask(spread(), mu=0.1)]), desk.team("visits")
    for user, role in (("ann", "analyst"), ("olga", "owner")):
        shared.add(user, role)
        with dp.Desk(user=user, beside=desk) as other:
            with pytest.raises(dp.AccessError, match="Only the owner of a desk of one person"):
                other.release("visits", plan)
            with pytest.raises(dp.AccessError, match="Only the owner of a desk of one person"):
                other.team("visits").propose(plan)
    stored = dp.Plan.from_dict(json.loads(json.dumps(plan.to_dict())))
    with pytest.raises(dp.QueryError, match="needs the source text"):
        desk.release("visits", stored)
    assert not [entry for entry in desk.ledger("visits") if entry.kind == "charge"]


def test_a_protection_that_is_lost_after_the_charge_ends_the_release(
    desk: dp.Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In one sentence. The charge is kept, and the same plan goes on."""
    monkeypatch.setattr(block, "granted_protections", lambda hidden: 1 << 7)
    plan = dp.Plan([dp.Ask(spread(), mu=0.1)])
    with pytest.raises(dp.QueryError, match="no longer grants a protection"):
        desk.release("visits", plan)
    monkeypatch.undo()
    monkeypatch.setattr(slot, "clock", Quick())
    assert len(desk.unanswered("visits")) == 1 == len(desk.release("visits", plan))
    assert len([entry for entry in desk.ledger("visits") if entry.kind == "charge"]) == 1


def test_an_owner_is_told_what_is_missing(desk: dp.Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a sentence for each protection that the system does not grant, before anything is charged."""
    steps: list[str] = []
    monkeypatch.setattr(block, "granted_protections", lambda hidden: 0)
    stop = RuntimeError("seen enough")

    def progress(step: str) -> None:
        steps.append(str(step))
        if step == "charging":
            raise stop

    with pytest.raises(RuntimeError, match="seen enough"):
        desk.release("visits", dp.Plan([dp.Ask(spread(), mu=0.1)]), progress=progress)
    assert len(steps) == 6 and "network" in steps[0] and steps[-1] == "charging"
    monkeypatch.setattr(block, "granted_protections", lambda hidden: 31)
    steps.clear()
    with pytest.raises(RuntimeError, match="seen enough"):
        desk.release("visits", dp.Plan([dp.Ask(spread(), mu=0.1)]), progress=progress)
    assert steps == ["charging"] and not [entry for entry in desk.ledger("visits") if entry.kind == "charge"]


@pytest.mark.sample(2)
@pytest.mark.parametrize("point", ["after_read", "after_charge", "after_draw", "after_store"])
def test_a_kill_resumes_under_the_same_charge(point: str, url: str, tmp_path: Path, desk: dp.Desk) -> None:
    """With the text of the function: without it, the paid question says what it needs."""
    done = run(("-m", VICTIM), url, str(tmp_path / "home"), point)
    assert done.returncode == -9, done.stderr.decode()
    answered = point == "after_store"
    assert len(desk.unanswered("visits")) == (0 if answered else 1)
    if not answered:
        with pytest.raises(dp.QueryError, match="needs the source text"):
            desk.resume("visits")
    from tests.release.block.victim import plan

    (release,) = desk.release("visits", plan())
    charges = [entry for entry in desk.ledger("visits") if entry.kind == "charge"]
    assert len(charges) == 1 and desk.releases("visits") == [release]
    desk.verify()


def test_a_paid_function_without_its_text_does_not_keep_others_from_being_resumed(
    desk: dp.Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of its desk, and of the users of its server."""
    integers, stop = exact.integers, RuntimeError()

    def failing(*_: Any) -> np.ndarray:
        raise stop

    monkeypatch.setattr(exact, "integers", failing)
    with pytest.raises(dp.QueryError, match="could not be answered"):
        desk.release("visits", dp.Plan([dp.Ask(spread(), mu=0.1), dp.Ask(dp.Count(), mu=0.1)]))
    monkeypatch.setattr(exact, "integers", integers)
    assert len(desk.unanswered("visits")) == 2
    with dp.Desk(user=desk.user, beside=desk) as served:
        (release,) = served.resume("visits")
    assert isinstance(release.query, dp.Count) and isinstance(desk.unanswered("visits")[0], dp.BlockFunction)


def test_a_stop_ends_the_processes_and_the_same_plan_goes_on(desk: dp.Desk, given: list[np.ndarray]) -> None:
    """Stopped while a function hangs that would have had a minute."""
    source = "def f(rows):\n    while True: pass"
    question = dp.BlockFunction("f", ["age"], 0, 1, source, blocks=2, seconds=600.0)
    plan, stop = dp.Plan([dp.Ask(question, mu=0.1)]), threading.Event()

    def progress(step: str) -> None:
        if step == "drawing noise":
            threading.Timer(0.2, stop.set).start()

    with pytest.raises(dp.BudgetError, match="stopped while a long computation"):
        desk.release("visits", plan, progress=progress, cancel=stop)
    assert not given and len(desk.unanswered("visits")) == 1
    quick = dp.Plan([dp.Ask(spread(), mu=0.1)])
    assert len(desk.release("visits", quick)) == 1 and len(given) == 1


def test_a_trial_shows_the_exact_numbers_of_made_up_rows() -> None:
    """And nothing where a release would take the default."""
    source = "def f(rows):\n    return (len(rows), 1) if rows.age.min() >= 0 else None\ndef g(rows):\n    return 1 / 0"
    question = dp.BlockFunction("f", ["age"], [0, 0], [99, 1], source, outputs=["n", "one"], blocks=2, seconds=LONG)
    found = dp.try_function(question, SCHEMA, visits(60))
    assert found.n.sum() == 60 and found.one.tolist() == [1.0, 1.0]
    failing = dp.BlockFunction("g", ["age"], 0, 1, source, blocks=2, seconds=LONG)
    assert dp.try_function(failing, SCHEMA, visits(60), dp.Unit("patient", 3)).g.isna().all()
