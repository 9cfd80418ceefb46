"""The three steps of a price: match, price, reuse. They change nothing, and read the ledger once for a whole plan."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import dpcore as dp
from dpcore.engine.source.frozen import Frozen
from dpcore.engine.source.read import IN_PLACE, is_in_place
from dpcore.errors import LedgerError
from dpcore.ledger.ledger import Ledger
from dpcore.mechanisms import Mu
from dpcore.plan.pricing import price_each
from dpcore.plan.request import Request
from dpcore.release.asking import item
from dpcore.release.requests import reuse

QUESTIONS = [dp.Count(), dp.Mean("age"), dp.Sum("age"), dp.Count(by=["late"]), dp.Mean("age", by=["late"])]


@pytest.fixture
def desk(own_home: Path) -> dp.Desk:
    made = dp.Desk()
    rows = pd.DataFrame({"age": [i % 90 for i in range(300)], "late": [i % 3 == 0 for i in range(300)]})
    schema = dp.Schema(age=dp.Number(0, 99), late=dp.Flag())
    made.add_dataset("visits", dp.read(rows), schema=schema, budget=dp.Budget(epsilon=20.0, delta=1e-6))
    return made


def drawn(seed: int) -> dp.Plan:
    """A plan by chance: weights, own prices and targets, and questions that are asked twice."""
    chance = random.Random(seed)
    ways: list[dict[str, Any]] = [{"weight": 2.0}, {"mu": 0.05}, {"half_width": 400.0}, {"weight": 0.5}]
    asks = [dp.Ask(chance.choice(QUESTIONS), **chance.choice(ways)) for _ in range(chance.randint(1, 5))]
    return dp.Plan(asks, mu=chance.choice([0.02, 0.2]))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("keep", [False, True])
def test_the_steps_change_nothing_and_end_in_the_price_that_is_charged(desk: dp.Desk, seed: int, keep: bool) -> None:
    desk.release("visits", dp.Plan([dp.Count(), dp.Count(by=["late"]), dp.Mean("age")], mu=0.1))
    asked, plan = desk._answers.requests("visits"), drawn(seed)
    table, dataset = asked.dataset.table, asked.dataset
    matched = asked.history().match(plan.asks)
    assert asked.history().match(plan.asks) == matched and all(one.cost is None and not one.key for one in matched)
    try:
        priced = price_each(matched, plan, table, Mu)
    except dp.QueryError:
        with pytest.raises(dp.QueryError):
            desk.quote("visits", plan, keep=keep)
        return
    assert price_each(matched, plan, table, Mu) == priced and all(one.cost is None for one in matched)
    final = list(reuse(priced, dataset, Mu, keep))
    assert list(reuse(priced, dataset, Mu, keep)) == final == asked.of(plan, keep) and not any(
        one.key for one in priced
    )
    assert all(one.key == dataset.key(one) for one in final)
    quote, before = desk.quote("visits", plan, keep=keep), len(desk.ledger("visits"))
    assert quote.asks == tuple(final)
    desk.release("visits", plan, keep=keep, quote=quote)
    lines = [line for entry in desk.ledger("visits")[before:] for line in entry.payload.get("asks", ())]
    assert {line["key"] for line in lines} == {
        key for key, paid in zip(quote.keys, quote.stored, strict=True) if not paid
    }
    assert not desk.quote("visits", plan, keep=keep).price


def test_a_price_reads_the_entries_of_the_ledger_once(desk: dp.Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    honest, calls = Ledger.entries, list[Any]()
    monkeypatch.setattr(Ledger, "entries", lambda self, dataset=None: calls.append(dataset) or honest(self, dataset))
    desk.quote("visits", dp.Plan([dp.Ask(question) for question in QUESTIONS], mu=0.1))
    assert len(calls) == 1


def test_a_request_without_a_price_is_never_free() -> None:
    with pytest.raises(ValueError, match="no price yet"):
        item(Request(dp.Ask(dp.Count()), dp.Count()))
    with pytest.raises(dp.BudgetError, match="free of charge"):  # a price without its losses
        item(Request(dp.Ask(dp.Count()), dp.Count(), Mu(Fraction(1, 100)), key="a"))


def test_only_files_are_not_read_in_place() -> None:
    kinds = (Frozen, *(kind.rows for kind in IN_PLACE))
    assert {kind.kind: is_in_place({"kind": kind.kind}) for kind in kinds} == {
        kind.kind: kind.in_place for kind in kinds
    }
    assert not is_in_place({}) and is_in_place({"kind": "of a later version"})


def test_a_dataset_whose_rows_cannot_be_told_is_listed(desk: dp.Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: Ledger) -> None:
        raise LedgerError("The stored descriptor was altered.", "Restore the ledger from a backup.")

    monkeypatch.setattr(Ledger, "loads", broken)
    with dp.Desk() as other:
        assert [dataset.in_place for dataset in other.datasets()] == [False]
