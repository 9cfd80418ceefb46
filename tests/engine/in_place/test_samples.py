"""Random samples of rows that stay in a database are refused: whoever reads its log may know who was in a sample."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import dpcore as dp
from dpcore.budget.loss import Subsampled
from dpcore.errors import QueryError, SourceError
from dpcore.release import history
from tests.engine.in_place.world import address
from tests.postgres import Cluster

SCHEMA = dp.Schema(x=dp.Number(0, 10), late=dp.Flag())
BUDGET = dp.Budget(epsilon=100, delta=1e-5, portfolio=dp.Portfolio(failure=0.5))
PLAN = dp.Plan([dp.Ask(dp.NoisySGD("late", ["x"], steps=3, rate=0.2), mu=0.5)])


@pytest.fixture
def desk(server: Any, postgres: Cluster) -> Iterator[dp.Desk]:
    server.execute("CREATE TABLE rows (x double precision, late boolean)")
    server.execute("INSERT INTO rows SELECT i % 10, i % 3 = 0 FROM generate_series(1, 60) i")
    with dp.Desk() as opened:
        opened.add_dataset("t", dp.read(address(postgres), table="rows"), schema=SCHEMA, budget=BUDGET)
        yield opened


def charges(desk: dp.Desk) -> list[Any]:
    return [ask for entry in desk.ledger("t") if entry.kind == "charge" for ask in entry.payload["asks"]]


def check(desk: dp.Desk) -> None:
    """It is refused on public facts, before anything is charged."""
    with pytest.raises(QueryError, match="stay in a database"):
        desk.release("t", PLAN, confirm=True)
    assert charges(desk) == []


def test_samples_are_refused_in_place(desk: dp.Desk) -> None:
    check(desk)
    whole = dp.Plan([dp.Ask(dp.NoisySGD("late", ["x"], steps=3), mu=0.5)])
    assert desk.release("t", whole)[0].table["estimate"].notna().all()


def test_samples_in_place_that_are_charged_as_amplified_are_seen(
    desk: dp.Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The mutant charges less than the noise of its steps is worth to whoever knows the samples. None is drawn even so.

    The engine refuses, too.
    """
    monkeypatch.setattr(history, "check_samples", lambda asks, dataset: None)
    with pytest.raises(SourceError, match="Random samples are not drawn in a database"):
        check(desk)
    (charged,) = charges(desk)
    assert any(loss["loss"] == Subsampled.name for loss, _ in charged["losses"])
    assert desk.releases("t") == []
