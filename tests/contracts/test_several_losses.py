"""A round of several steps has a loss for each, all promised before the charge: one too many is never drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import dpcore as dp
from dpcore.errors import QueryError
from dpcore.mechanisms import Mu, additive
from dpcore.queries import DecisionTree
from dpcore.queries.question.round import Round, Run
from dpcore.release import run as module

QUESTION = dp.DecisionTree("y", ["a", "b"], 2)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[dp.Desk]:
    chance = np.random.default_rng(1)
    rows = pd.DataFrame({name: chance.random(300) < 0.5 for name in ("a", "b")})
    with dp.Desk(home=tmp_path) as opened:
        schema = dp.Schema(a=dp.Flag(), b=dp.Flag(), y=dp.Flag())
        opened.add_dataset("t", dp.read(rows.assign(y=rows["a"])), schema=schema, budget=dp.Budget(1.0, 1e-6))
        yield opened


def changed(monkeypatch: pytest.MonkeyPatch, change: Callable[[Round], Round]) -> None:
    """Every round of the question is another one."""
    honest = DecisionTree.run

    def run(self: DecisionTree, table: object, price: object) -> Run:
        rounds = honest(self, table, price)  # type: ignore[arg-type]
        asked = next(rounds)
        while True:
            noisy = yield change(asked)
            try:
                asked = rounds.send(noisy[: len(asked.steps)])
            except StopIteration:
                return

    monkeypatch.setattr(DecisionTree, "run", run)


def test_all_losses_are_promised_and_one_charge(desk: dp.Desk) -> None:
    (answer,) = desk.release("t", dp.Plan([dp.Ask(QUESTION, mu=0.1)]))
    promised = Counter(dict(answer.query.promise(answer.facts_table, answer.paid)))
    assert Counter(answer.losses) == promised and sum(promised.values()) == 4
    assert [len(steps) for steps in answer.rounds] == [2, 2]
    assert answer.curve.mu() == pytest.approx(0.1, rel=1e-6)
    desk.verify()


@pytest.mark.parametrize(
    "change",
    [
        lambda asked: Round((*asked.steps, asked.steps[0]), (*asked.losses, asked.losses[0])),
        lambda asked: Round((*asked.steps, asked.steps[0]), asked.loss),
        lambda asked: Round(asked.steps, asked.losses[0]),
        lambda asked: Round(asked.steps, None),
        lambda asked: Round(asked.steps, (asked.losses[0],) * 3),
    ],
)
def test_a_step_beyond_its_loss_is_never_drawn(
    desk: dp.Desk, monkeypatch: pytest.MonkeyPatch, change: Callable[[Round], Round]
) -> None:
    """The last round at the latest has a loss too many."""
    changed(monkeypatch, change)
    drawn: list[int] = []
    honest = module.perturb
    monkeypatch.setattr(module, "perturb", lambda *given: drawn.append(1) or honest(*given))
    with pytest.raises(QueryError, match="than it had declared"):
        desk.release("t", dp.Plan([dp.Ask(QUESTION, mu=0.1)]))
    assert len(drawn) <= 4


def test_a_step_that_costs_more_than_its_loss_is_never_drawn(desk: dp.Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def dearer(asked: Round) -> Round:
        step = asked.steps[1]
        noise = additive(step.statistic, Mu(Fraction(1)))  # type: ignore[arg-type]
        return Round((asked.steps[0], replace(step, mechanism=noise)), asked.loss)

    changed(monkeypatch, dearer)
    monkeypatch.setattr(module, "perturb", lambda *_: pytest.fail("a row was read"))
    with pytest.raises(QueryError, match="than it had declared"):
        desk.release("t", dp.Plan([dp.Ask(QUESTION, mu=0.1)]))
