"""What fails in one ask costs that ask alone; what public facts can tell is told before the charge."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

import dpcore as dp
from dpcore.engine.duckdb import DuckDB
from dpcore.errors import QueryError
from dpcore.mechanisms import Price
from dpcore.queries.question.round import Round, Run
from dpcore.release import run as module
from dpcore.statistic import Linear
from dpcore.table.table import Table
from tests.contracts.guest import ROUNDS, Middle, Wide, moved_in
from tests.release.test_kill import prepare

MIDDLE, COUNT = dp.Ask(Middle("age"), mu=0.1), dp.Ask(dp.Count(), mu=0.05)
BOTH = dp.Plan([MIDDLE, COUNT])


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[dp.Desk]:
    url = f"sqlite:///{tmp_path / 'murmur.db'}"
    prepare(url, tmp_path / "home")
    with moved_in(), dp.Desk(url, home=tmp_path / "home") as opened:
        yield opened


def kinds(desk: dp.Desk) -> list[str]:
    return [entry.kind for entry in desk.ledger("visits")]


def failing_at(patch: pytest.MonkeyPatch, number: int) -> None:
    """A question whose run fails instead of its round of this number."""
    honest = Middle.run

    def run(self: Middle, table: Table, price: Price) -> Run:
        asked, noisy = honest(self, table, price), None
        for _ in range(number):
            noisy = yield (next(asked) if noisy is None else asked.send(noisy))
        raise ZeroDivisionError("the question failed")

    patch.setattr(Middle, "run", run)


# Before the charge


def two_losses(asked: Round) -> Round:
    return Round(asked.steps * 2, asked.loss)


def no_loss(asked: Round) -> Round:
    return Round(asked.steps, None)


@pytest.mark.parametrize("change", [two_losses, no_loss])
def test_a_broken_promise_in_the_first_round_is_refused_before_the_charge(
    desk: dp.Desk, monkeypatch: pytest.MonkeyPatch, change: Callable[[Round], Round]
) -> None:
    honest, before = Middle.run, kinds(desk)

    def run(self: Middle, table: Table, price: Price) -> Run:
        yield change(next(honest(self, table, price)))

    monkeypatch.setattr(Middle, "run", run)
    with pytest.raises(QueryError, match="than it had declared"):
        desk.release("visits", BOTH)
    assert kinds(desk) == before and not desk.standing("visits").spent.mu


@pytest.mark.parametrize("rounds", ["none", "failing"])
def test_a_question_without_a_first_round_is_refused_before_the_charge(
    desk: dp.Desk, monkeypatch: pytest.MonkeyPatch, rounds: str
) -> None:
    before = kinds(desk)
    if rounds == "failing":
        failing_at(monkeypatch, 0)
    else:
        monkeypatch.setattr(Middle, "run", lambda *_: iter(()))
    with pytest.raises(QueryError, match="cannot be asked"):
        desk.release("visits", BOTH)
    assert kinds(desk) == before


def test_a_paid_ask_that_no_longer_begins_costs_the_others_nothing(
    desk: dp.Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(DuckDB, "aggregate", lambda *_: 1 // 0)
        with pytest.raises(ZeroDivisionError):
            desk.release("visits", dp.Plan([MIDDLE]))
    with monkeypatch.context() as patch:
        failing_at(patch, 0)
        with pytest.raises(QueryError, match="cannot be asked"):
            desk.release("visits", BOTH)
    assert [str(one) for one in desk.releases("visits")] == ["Count"]
    assert len(desk.release("visits", BOTH)) == 2 and kinds(desk).count("charge") == 2


# After a row was read


@pytest.mark.parametrize("number", range(1, ROUNDS))
def test_a_run_that_fails_after_a_round_keeps_its_rounds_and_the_others_answers(
    desk: dp.Desk, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    with monkeypatch.context() as patch:
        failing_at(patch, number)
        with pytest.raises(ZeroDivisionError):
            desk.release("visits", BOTH)
        assert [str(one) for one in desk.releases("visits")] == ["Count"]
        with pytest.raises(ZeroDivisionError):
            desk.resume("visits")
    chained = [one for entry in desk.ledger("visits") if entry.kind == "round" for one in entry.payload["rounds"]]
    assert len(chained) == number, "what it answered is stored, and drawn once"
    answer, _ = desk.release("visits", BOTH)
    stored = [[list(map(list, drawn.noisy)) for drawn in steps] for steps in answer.rounds]
    assert [one["noisy"] for one in chained] == stored[:number]
    assert kinds(desk).count("charge") == 1


@pytest.mark.parametrize(("where", "what"), [(Linear, "exact"), (Wide, "draw")])
def test_what_fails_on_exact_integers_says_nothing_of_them_and_costs_nobody_else(
    desk: dp.Desk, monkeypatch: pytest.MonkeyPatch, where: type, what: str
) -> None:
    honest = getattr(where, what)

    def failing(self: object, integers: np.ndarray) -> np.ndarray:
        if isinstance(self, Wide) or self == statistic:
            raise ValueError(f"secret {integers.tolist()}")
        found: np.ndarray = honest(self, integers)
        return found

    (dataset,) = desk.datasets()
    (step,) = next(Middle("age").run(dataset.table, desk.quote("visits", BOTH).asks[0].price)).steps
    statistic = step.statistic
    said = set()
    with monkeypatch.context() as patch:
        patch.setattr(where, what, failing)
        for plan in (BOTH, dp.Plan([MIDDLE])):
            with pytest.raises(QueryError) as refused:
                desk.release("visits", plan)
            text = "".join(traceback.format_exception(refused.value))
            assert "secret" not in text and "ValueError" not in text
            said.add(str(refused.value))
    assert len(said) == 1
    assert [str(one) for one in desk.releases("visits")] == ["Count"]
    assert len(desk.release("visits", BOTH)) == 2 and kinds(desk).count("charge") == 1


def test_a_record_that_cannot_be_written_keeps_no_other_from_being_stored(
    desk: dp.Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = module._record

    def failing(ask: module.Asking, *given: object) -> object:
        return 1 // 0 if ask.request.query == dp.Count() else honest(ask, *given)  # type: ignore[arg-type]

    plan = dp.Plan([COUNT, dp.Ask(dp.Mean("age"), mu=0.1)])
    with monkeypatch.context() as patch:
        patch.setattr(module, "_record", failing)
        with pytest.raises(QueryError, match="could not be written"):
            desk.release("visits", plan)
    assert [str(one) for one in desk.releases("visits")] == ["Mean of age"]


def test_each_stored_answer_is_told_of_and_may_be_looked_at(desk: dp.Desk) -> None:
    told: list[tuple[str, int]] = []
    desk.release("visits", BOTH, progress=lambda step: told.append((step, len(desk.releases("visits")))))
    assert [pair for pair in told if "stored" in pair[0]] == [
        *[("1 of 2 answers stored", 1)] * (ROUNDS - 1),
        ("2 of 2 answers stored", 2),
    ]


@pytest.mark.parametrize("number", range(ROUNDS))
def test_a_listener_that_fails_at_a_stored_answer_loses_none(desk: dp.Desk, number: int) -> None:
    heard: list[str] = []

    def progress(step: str) -> None:
        heard.append(step)
        if "stored" in step and sum("stored" in one for one in heard) == number + 1:
            raise BrokenPipeError

    with pytest.raises(BrokenPipeError):
        desk.release("visits", BOTH, progress=progress)
    assert len(desk.releases("visits")) == 2 and desk.unanswered("visits") == []


# After a draw: what is not stored is nobody's


@pytest.mark.parametrize("where", ["record", "run"])
def test_what_fails_after_a_draw_tells_no_draw(desk: dp.Desk, monkeypatch: pytest.MonkeyPatch, where: str) -> None:
    """Else each retry under one charge would tell another one, or the one that another desk's took the place of."""
    drawn: list[str] = []
    if where == "record":

        def record(ask: module.Asking, *_: object) -> None:
            drawn.append(str(ask.rounds[-1][0].noisy))
            raise ValueError(drawn[-1])

        monkeypatch.setattr(module, "_record", record)
    else:
        honest = Middle.run

        def run(self: Middle, table: Table, price: Price) -> Run:
            asked, noisy = honest(self, table, price), None
            for _ in range(ROUNDS):
                noisy = yield (next(asked) if noisy is None else asked.send(noisy))
            drawn.append(str(noisy))
            raise QueryError(drawn[-1])

        monkeypatch.setattr(Middle, "run", run)
    with pytest.raises(QueryError, match=r"could not be written|failed after its last round") as caught:
        desk.release("visits", dp.Plan([MIDDLE]))
    said = "".join(traceback.format_exception(caught.value))
    assert drawn and not any(number in said for number in drawn)
    assert len(desk.releases("visits")) == (where == "run")
