"""A record keeps the digest of every public table it was drawn with, and is never decoded with another."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar, final

import numpy as np
import pytest

import dpcore as dp
from dpcore.errors import QueryError
from dpcore.mechanisms import Price
from dpcore.present.answers import all_of
from dpcore.queries.question.round import Round, Run
from dpcore.release import run as module
from dpcore.release.combine import combine
from dpcore.release.record import Release
from dpcore.statistic import Statistic
from dpcore.statistic.learners.tree import best_tree
from dpcore.statistic.waves.projection import Projection
from dpcore.statistic.waves.square_root import SquareRoot
from dpcore.table.table import Table
from tests.contracts.guest import ROUNDS, Middle, moved_in
from tests.release.test_kill import prepare

PLAN = dp.Plan([dp.Ask(Middle("age"), mu=0.1)])


@final
@dataclass(frozen=True)
class Tabled(Statistic):
    """A guest's statistic with a public table."""

    inner: Statistic
    digest: ClassVar[str] = "ab" * 32

    @property
    def public(self) -> bool:
        """Never."""
        return False

    @property
    def tables(self) -> tuple[str, ...]:
        """Its digest."""
        return (self.digest,)

    def exact(self, aggregate: np.ndarray) -> np.ndarray:
        """As that inside."""
        return self.inner.exact(aggregate)


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[dp.Desk]:
    url = f"sqlite:///{tmp_path / 'murmur.db'}"
    prepare(url, tmp_path / "home")
    honest = Middle.run

    def run(self: Middle, table: Table, price: Price) -> Run:
        asked = honest(self, table, price)
        now = next(asked)
        while True:
            (step,) = now.steps
            noisy = yield Round((replace(step, statistic=Tabled(step.statistic)),), now.loss)
            try:
                now = asked.send(noisy)
            except StopIteration:
                return

    monkeypatch.setattr(Middle, "run", run)
    with moved_in(), dp.Desk(url, home=tmp_path / "home") as opened:
        yield opened


def test_a_record_keeps_the_digests_and_is_read_back(desk: dp.Desk) -> None:
    (answer,) = desk.release("visits", PLAN)
    data = json.loads(json.dumps(answer.to_dict()))
    assert [steps[0]["tables"] for steps in data["rounds"]] == [[Tabled.digest]] * ROUNDS
    assert Release.from_dict(data) == answer
    assert answer.at_level(0.5).level == 0.5


def test_a_record_without_a_table_has_no_such_field(desk: dp.Desk) -> None:
    (answer,) = desk.release("visits", dp.Plan([dp.Ask(dp.Count(), mu=0.1)]))
    assert "tables" not in answer.to_dict()["rounds"][0][0]


def test_it_is_never_decoded_with_another_table(desk: dp.Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    (answer,) = desk.release("visits", PLAN)
    monkeypatch.setattr(Tabled, "digest", "cd" * 32)
    monkeypatch.setattr(Middle, "result", lambda *_: pytest.fail("it was decoded"))
    for found in (answer, Release.from_dict(json.loads(json.dumps(answer.to_dict())))):
        assert found.table["estimate"].tolist() == answer.table["estimate"].tolist(), "what is stored is shown"
        with pytest.raises(QueryError, match="public table that differs"):
            found.at_level(0.5)


def test_what_is_stored_comes_back_and_is_shown_where_the_tables_differ(
    desk: dp.Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    (answer,) = desk.release("visits", PLAN)
    monkeypatch.setattr(Tabled, "digest", "cd" * 32)
    wider = dp.Plan([dp.Ask(Middle("age"), mu=0.1, level=0.5)])
    (again,) = desk.release("visits", wider)
    assert again == answer and again.level == answer.level, "the intervals are those of the stored level"
    assert all_of(desk.releases("visits")) == [answer]
    (measured,) = desk.measured("visits", [Middle("age")])
    assert measured is not None and measured.release == answer and measured.margin(0.5) == measured.margin(answer.level)


def test_measurements_with_different_tables_are_not_averaged(desk: dp.Desk) -> None:
    plans = [dp.Plan([dp.Ask(dp.Cumulative("age", bins=5), mu=0.1, measurement=number)]) for number in range(2)]
    first, second = (answer for plan in plans for answer in desk.release("visits", plan))
    assert all_of([first, second]) == [combine([first, second])]
    drawn = replace(second.rounds[-1][-1], tables=("cd" * 32,))
    other = replace(second, rounds=((drawn,),))
    with pytest.raises(QueryError, match="different public tables"):
        combine([first, other])
    assert all_of([first, other]) == [other] and all_of([other, first]) == [first]


def test_a_measurement_that_could_not_be_averaged_is_refused_before_it_is_paid(
    desk: dp.Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    (answer,) = desk.release("visits", dp.Plan([dp.Ask(dp.Cumulative("age", bins=16), mu=0.1)]))
    before = desk.ledger("visits")
    monkeypatch.setattr(SquareRoot, "digest", property(lambda self: "0" * 64))
    with pytest.raises(QueryError, match="public table that differs"):
        desk.remeasure(answer, mu=0.2)
    assert desk.ledger("visits") == before


def test_nor_by_a_version_that_asks_something_else(desk: dp.Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    (answer,) = desk.release("visits", PLAN)
    monkeypatch.setattr(Middle, "run", lambda *_: iter(()))
    with pytest.raises(QueryError, match="public table that differs"):
        answer.at_level(0.5)


def test_what_is_resumed_must_ask_with_the_same_table(desk: dp.Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = module._store_rounds

    def interrupted(*given: object) -> None:
        honest(*given)  # type: ignore[arg-type]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), monkeypatch.context() as patch:
        patch.setattr(module, "_store_rounds", interrupted)
        desk.release("visits", PLAN)
    with monkeypatch.context() as patch:
        patch.setattr(Tabled, "digest", "cd" * 32)
        with pytest.raises(QueryError, match="another version"):
            desk.resume("visits")
    assert len(desk.resume("visits")) == 1


def test_a_projection_names_its_factor() -> None:
    for factor in (SquareRoot(7), best_tree(30)):
        assert Projection(factor, (3,)).tables == (factor.digest,)
