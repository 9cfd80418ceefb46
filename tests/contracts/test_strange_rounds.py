"""Rounds that no question of this version asks: of another version beside it, or of a question that breaks its word."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

import dpcore as dp
from dpcore.errors import BudgetError, LedgerError, QueryError
from dpcore.ledger.ledger import Ledger
from dpcore.ledger.round import Kept
from dpcore.mechanisms import GaussianNoise, Mu, Price
from dpcore.plan import pricing
from dpcore.queries.question import single
from dpcore.queries.question.round import Round, Run
from dpcore.release import run as module
from dpcore.table.table import Table
from tests.contracts.guest import ROUNDS, Middle, moved_in
from tests.release.test_kill import prepare

PLAN = dp.Plan([dp.Ask(Middle("age"), mu=0.1)])


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'murmur.db'}"


@pytest.fixture
def desk(url: str, tmp_path: Path) -> Iterator[dp.Desk]:
    prepare(url, tmp_path / "home")
    with moved_in(), dp.Desk(url, home=tmp_path / "home") as opened:
        yield opened


def meanwhile(patch: pytest.MonkeyPatch, act: Callable[[], object]) -> None:
    """Act once, after the first round is drawn and before it is stored."""
    honest, left = module._store_rounds, [act]

    def kept(*given: object) -> object:
        if left:
            left.pop()()
        return honest(*given)  # type: ignore[arg-type]

    patch.setattr(module, "_store_rounds", kept)


def with_rounds(patch: pytest.MonkeyPatch, change: Callable[[Round], Sequence[Round]]) -> None:
    """A question whose every round becomes those that `change` gives; the last one's answer is sent on."""
    honest = Middle.run

    def run(self: Middle, table: Table, price: Price) -> Run:
        asked = honest(self, table, price)
        now = next(asked)
        while True:
            for one in change(now):
                noisy = yield one
            try:
                now = asked.send(noisy[:1])
            except StopIteration:
                return

    patch.setattr(Middle, "run", run)


def first_alone(
    self: Middle, table: Table, price: Price, honest: Callable[[Middle, Table, Price], Run] = Middle.run
) -> Run:
    """The run of a version that asks once."""
    yield next(honest(self, table, price))


def test_an_answer_of_fewer_rounds_leaves_the_ledger_sound(desk: dp.Desk, url: str, tmp_path: Path) -> None:
    """Two versions beside each other, as when one replaces the other: the ledger takes no round after the answer."""
    with dp.Desk(url, home=tmp_path / "home") as other, pytest.MonkeyPatch.context() as patch:

        def answer() -> None:
            with pytest.MonkeyPatch.context() as version:
                version.setattr(Middle, "run", first_alone)
                other.release("visits", PLAN)

        meanwhile(patch, answer)
        with pytest.raises(QueryError, match="another version"):
            desk.release("visits", PLAN)
    desk.verify()
    (answer_,) = desk.release("visits", PLAN)
    assert len(answer_.rounds) == 1 < ROUNDS
    ledger: Ledger = desk._ledger
    assert ledger.keep({answer_.key: (1, Kept("", (((1,),),)))}) == {}
    desk.verify()


def test_a_round_that_another_version_stored_is_not_taken_for_ones_own(
    desk: dp.Desk, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with dp.Desk(url, home=tmp_path / "home") as other:

        def answer() -> None:
            with pytest.MonkeyPatch.context() as version:
                version.setattr(Round, "digest", property(lambda self: "another"))
                other.release("visits", PLAN)

        meanwhile(monkeypatch, answer)
        with pytest.raises(QueryError, match="another version"):
            desk.release("visits", PLAN)
    desk.verify()


@pytest.mark.parametrize("times", [2, 3, 50])
def test_a_loss_pays_for_one_step(desk: dp.Desk, monkeypatch: pytest.MonkeyPatch, times: int) -> None:
    with_rounds(monkeypatch, lambda asked: [Round(asked.steps * times, asked.loss)])
    monkeypatch.setattr(module, "perturb", lambda *_: pytest.fail("a row was read"))
    with pytest.raises(QueryError, match="than it had declared"):
        desk.release("visits", PLAN)


@pytest.mark.parametrize("beside", [False, True])
def test_what_rows_can_change_is_never_free(desk: dp.Desk, monkeypatch: pytest.MonkeyPatch, beside: bool) -> None:
    """Whether in a round of its own, or beside a step that is paid."""

    def change(asked: Round) -> list[Round]:
        free = replace(asked.steps[0], mechanism=GaussianNoise((Fraction(0),), None))
        return [Round((*asked.steps, free), asked.loss)] if beside else [Round((free,), None), asked]

    with_rounds(monkeypatch, change)
    monkeypatch.setattr(module, "perturb", lambda *_: pytest.fail("a row was read"))
    with pytest.raises(QueryError, match="than it had declared"):
        desk.release("visits", PLAN)


@pytest.mark.parametrize("times", [Fraction(1, 4), Fraction(10**6)])
def test_what_was_charged_is_all_that_another_version_may_lose(
    desk: dp.Desk, monkeypatch: pytest.MonkeyPatch, times: Fraction
) -> None:
    plan, cancel = dp.Plan([dp.Ask(dp.Count(), mu=0.01), dp.Ask(Middle("age"), mu=0.1)]), threading.Event()
    with pytest.raises(BudgetError, match="before any row was read"):
        desk.release("visits", plan, cancel=cancel, progress=lambda step: step == "reading" and cancel.set())
    honest = single.additive
    with monkeypatch.context() as version:
        version.setattr(single, "additive", lambda known, price: honest(known, Mu(price.total * times)))
        pricing.forget()
        with pytest.raises(QueryError, match="another version"):
            desk.resume("visits")
    pricing.forget()
    assert [str(release) for release in desk.releases("visits")] == ["Middle of age"]
    (answer,) = desk.resume("visits")
    assert answer.losses == answer.query.promise(answer.facts_table, answer.paid)[0][:1]


def test_an_answered_ask_has_no_further_round(desk: dp.Desk) -> None:
    """Said before it is written: a chain that holds such an entry does not verify."""
    from dpcore.ledger.rounds import keep

    (answer,) = desk.release("visits", PLAN)
    journal = desk._ledger._journal
    with pytest.raises(LedgerError, match="answered"), journal.writing("round") as draft:
        keep(draft, journal.chain, {answer.key: Kept("", ())})
    desk.verify()


def test_a_draw_whose_picture_fails_is_stored_and_never_drawn_again(
    desk: dp.Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the draws that fail would be drawn again under one charge, and those of every ask beside them."""
    plan, drawn, honest = dp.Plan([dp.Ask(dp.Mean("age"), mu=0.1), dp.Ask(dp.Count(), mu=0.1)]), [], module.perturb
    monkeypatch.setattr(module, "perturb", lambda mechanism, exact: drawn.append(1) or honest(mechanism, exact))
    with monkeypatch.context() as patch:
        patch.setattr(dp.Mean, "result", lambda *_: 1 // 0)
        first = desk.release("visits", plan)
    assert desk.release("visits", plan) == first and len(drawn) == 2
    assert first[0].table["estimate"].isna().all() and first[1].table["estimate"].notna().all()
    assert first[0].at_level(0.5).table["estimate"].notna().all(), "its numbers are all there"
