"""Which answers there are, read from the ledger's entries, is what combining the answers themselves gives."""

from __future__ import annotations

import random

import pytest

import dpcore as dp
from dpcore.ledger.ledger import Payment
from dpcore.present.answers import Listed, all_of, listed
from dpcore.release.asking import item
from tests.release.conftest import SCHEMA, visits

QUESTIONS = (dp.Count(), dp.Count(by=["ward"]), dp.Sum("cost"), dp.Histogram("age", bins=4))


@pytest.fixture
def desk(tmp_path):
    with dp.Desk(home=tmp_path / "home") as opened:
        opened.add_dataset("visits", dp.read(visits(60)), schema=SCHEMA, budget=dp.Budget(epsilon=90.0, delta=1e-6))
        yield opened


def read(desk: dp.Desk) -> list[Listed]:
    """The same from the answers."""
    found = []
    for one in all_of(desk.releases("visits")):
        keys = one.combined or (one.key,)
        question = next(line.question for line in listed(desk.ledger("visits")) if keys[0] in line.keys)
        found.append(Listed(question, one.lane, one.dataset_version, keys, one.seq))
    return found


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", range(5))
def test_what_is_listed_is_what_there_is(desk, seed):
    chance, rows = random.Random(seed), 60
    assert listed(desk.ledger("visits")) == []
    for _ in range(12):
        if chance.random() < 0.2:
            rows += 1
            desk.update("visits", dp.read(visits(rows)))
        asked = chance.sample(QUESTIONS, chance.randint(1, 3))
        how = {chance.choice(["mu", "epsilon"]): round(chance.uniform(0.01, 0.2), 6)}
        number = chance.randint(0, 2)
        desk.release("visits", dp.Plan([dp.Ask(one, measurement=number, **how) for one in asked]))
        assert listed(desk.ledger("visits")) == read(desk)
    assert len({one.question for one in read(desk)}) > 1
    one = chance.choice(read(desk))
    assert {release.key for release in desk.releases("visits", one.keys)} == set(one.keys)
    assert desk.releases("visits", []) == desk.releases("visits", ["unknown"]) == []


def test_what_is_paid_and_not_answered_is_not_listed(desk):
    """Also of old rows, paid while new ones were loaded: it is not among the answers about the new ones."""
    plan = dp.Plan([dp.Ask(dp.Count(), mu=0.1)])
    old = desk._answers.requests("visits")
    desk.update("visits", dp.read(visits(61)))
    requests = old.of(plan)
    desk._ledger.charge(old.dataset.id, Payment(desk.user), [item(one) for one in requests])
    assert listed(desk.ledger("visits")) == []
    desk._answers.answer(old.dataset, requests, Payment(desk.user))
    desk.release("visits", plan)
    assert [one.version for one in listed(desk.ledger("visits"))] == [1, 2]
    assert listed(desk.ledger("visits")) == read(desk)
