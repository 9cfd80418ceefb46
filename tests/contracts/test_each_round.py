"""A question of several rounds that is stopped after each of them ends with one charge and one transcript.

Every kind of question is asked, as long as some of it takes several rounds; none is named here.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

import dpcore as dp
from dpcore.ledger.ledger import Ledger
from dpcore.queries import QUERIES, Query
from dpcore.release import run as module
from dpcore.release.asking import Asking
from dpcore.release.record import Release
from tests.contracts import desk as world
from tests.contracts.example import counted, example

PRICES = {"mu": dp.mechanisms.Mu, "epsilon": dp.mechanisms.Epsilon}


@cache
def several(kind: type[Query], currency: str) -> Query | None:
    """A question of this kind that takes several rounds; None if none of a few does."""
    table, price = world.facts(world.dataset(kind)), PRICES[currency].of(world.PRICE)
    for seed in range(6):
        query = example(kind, random.Random(f"{kind.name} {seed}"), table, currency=currency, filters=1)
        if sum(times for _, times in query.promise(table, price)) > 1:
            return query
    return None


def asked(kind: type[Query]) -> list[tuple[str, Query]]:
    """One for each kind of price."""
    found = ((currency, several(kind, currency)) for currency in PRICES)
    return [(currency, query) for currency, query in found if query is not None]


@pytest.mark.parametrize("kind", [kind for kind in QUERIES if not counted(kind)], ids=lambda kind: kind.name)
def test_stopped_after_each_round_it_ends_with_one_transcript(
    kind: type[Query], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    questions = asked(kind)
    if not questions:
        pytest.skip("it is answered in one round")
    table, honest = world.facts(world.dataset(kind)), module._store_rounds

    def interrupted(ledger: Ledger, asking: Sequence[Asking], failures: list[BaseException]) -> list[Asking]:
        left = honest(ledger, asking, failures)
        if asking:
            raise KeyboardInterrupt
        return left

    with dp.Desk(home=tmp_path) as desk:
        desk.add_dataset("visits", dp.read(world.rows()), schema=table.schema, unit=table.unit, budget=world.BUDGET)
        monkeypatch.setattr(module, "_store_rounds", interrupted)
        for currency, query in questions:
            plan = dp.Plan([dp.Ask(query, **{currency: world.PRICE})])
            answer, stops = None, 0
            while answer is None:
                try:
                    (answer,) = desk.release("visits", plan)
                except KeyboardInterrupt:
                    stops += 1
            assert stops == len(answer.rounds) - 1 > 0
            check(desk, answer)


def check(desk: dp.Desk, answer: Release) -> None:
    """Its rounds are those of the ledger, each stored once, under one charge."""
    kept = [one for entry in desk.ledger(answer.dataset) if entry.kind == "round" for one in entry.payload["rounds"]]
    own = [one for one in kept if one["key"] == answer.key]
    assert [one["number"] for one in own] == list(range(len(answer.rounds) - 1))
    stored = [[list(map(list, drawn.noisy)) for drawn in steps] for steps in answer.rounds]
    assert [one["noisy"] for one in own] == stored[:-1]
    charges = [entry.payload["asks"] for entry in desk.ledger(answer.dataset) if entry.kind == "charge"]
    assert sum(ask["key"] == answer.key for asks in charges for ask in asks) == 1
    desk.verify()
