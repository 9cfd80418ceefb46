"""Killed, stopped or started twice: the same command again is answered once, under one charge."""

from __future__ import annotations

import pytest

import dpcore as dp
from tests.cli.shell import PLAN, Shell


def charged(shell: Shell) -> tuple[int, int]:
    """How many charges the ledger has, and how many answers."""
    with shell.desk() as desk:
        desk.verify()
        return sum(entry.kind == "charge" for entry in desk.ledger("sample")), len(desk.releases("sample"))


@pytest.mark.sample(2)
@pytest.mark.parametrize("point", ["in_charge", "after_charge", "after_read", "in_store", "after_store"])
def test_killed_in_the_middle_and_run_again(sampled: Shell, point: str):
    run = ("release", "sample", sampled.plan(PLAN), "--yes", "--json")
    killed = sampled.signalled(*run, at=point)
    assert killed.code == -9 and killed.out == ""
    assert sampled(*run).code == 0 and charged(sampled) == (1, 2)


@pytest.mark.sample(1)
@pytest.mark.parametrize(("point", "answers"), [("after_charge", 0), ("after_read", 2)])
def test_ctrl_c_keeps_the_charge_and_says_so(sampled: Shell, point: str, answers: int):
    run = ("release", "sample", sampled.plan(PLAN), "--yes", "--json")
    stopped = sampled.signalled(*run, at=point, sent="SIGINT")
    assert (stopped.code, stopped.out) == (130, "") and "Traceback" not in stopped.err
    assert "The release was stopped" in stopped.err and "at no further cost" in stopped.err
    assert charged(sampled) == (1, answers)  # what was read is answered, whoever stops it
    assert sampled(*run).code == 0 and charged(sampled) == (1, 2)


def test_ctrl_c_before_the_charge_costs_nothing(sampled: Shell):
    stopped = sampled.signalled("release", "sample", sampled.plan(PLAN), "--yes", at="before_charge", sent="SIGINT")
    assert stopped.code == 130 and stopped.out == ""
    assert charged(sampled)[1] == 0


def test_two_at_once_get_one_answer_for_one_charge(sampled: Shell):
    run = ("release", "sample", sampled.plan(PLAN), "--yes", "--json")
    both = [sampled.start(*run) for _ in range(2)]
    outs = [process.communicate(timeout=120)[0] for process in both]
    assert [process.returncode for process in both] == [0, 0]
    assert charged(sampled) == (1, 2)
    answers = [out[out.index(b'"releases"') :] for out in outs]
    assert answers[0] == answers[1]


@pytest.mark.sample(1)
@pytest.mark.parametrize("point", ["in_act", "after_act"])
def test_killed_while_an_extract_is_loaded_it_is_loaded_once(shell: Shell, point: str):
    """in_act: before the ledger has the version. after_act: it has, and the command did nothing more."""
    for name, count in (("jan.csv", 100), ("feb.csv", 300)):
        (shell.folder / name).write_text("ward\n" + "A\nB\n" * count)
    with shell.desk() as desk:
        schema, budget = dp.Schema(ward=dp.Category(["A", "B"])), dp.Budget(epsilon=1, delta=1e-6)
        desk.add_dataset("visits", dp.read(str(shell.folder / "jan.csv")), schema=schema, budget=budget)
    plan = shell.plan(dp.Plan([dp.Count(by=["ward"])], mu=0.05))
    run = ("release", "visits", plan, "--yes", "--json", "--update", "feb.csv")
    assert shell.signalled(*run, at=point).code == -9
    again = shell(*run)
    assert ("already the present version" in again.err) == (point == "after_act")
    assert [again.json["version"], shell(*run).json["version"]] == [2, 2]
