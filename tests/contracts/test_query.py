"""What every question keeps: its promise, its determinism, its record. No member is named here."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import dpcore as dp
from dpcore import mechanisms, queries
from dpcore.budget.charge import Charge
from dpcore.mechanisms import Price, mechanism_from_dict
from dpcore.noise import entropy
from dpcore.queries import IN_SCRIPTS, QUERIES, Query, query_from_dict
from dpcore.queries.question.round import Rounds
from dpcore.table.table import Table
from tests.contracts.example import KINDS
from tests.contracts.guest import moved_in
from tests.contracts.story import answered, questions, record

Asked = tuple[Query, Table, Price]


@pytest.fixture(autouse=True)
def guests() -> Iterator[None]:
    with moved_in():
        yield


@cache
def of(kind: type[Query]) -> list[Asked]:
    """Made by the first test that asks for them: every worker collects this file, and one of them runs it."""
    return [(query, table, price) for table, query, price in questions([kind])]


@cache
def transcript(kind: type[Query], place: int) -> Rounds:
    """With the same noise in every run: rare noise of no row at all splits a tree, or ends a question early."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(entropy, "_source", np.random.default_rng(place).bytes)
        return answered(*of(kind)[place])[0]


def once(query: Query) -> Rounds:
    """A transcript of one of the cases, drawn by the first test that asks for it."""
    kind = type(query)
    return transcript(kind, next(place for place, case in enumerate(of(kind)) if case[0] is query))


@pytest.mark.audit
def test_two_processes_ask_the_same_and_make_the_same_of_it(tmp_path: Path) -> None:
    """Whatever the order of their sets: digests decide whether a resumed question goes on."""
    path = tmp_path / "transcripts.json"
    record(path)
    found = []
    for seed in ("0", "12345"):
        done = subprocess.run(
            [sys.executable, "-m", "tests.contracts.story", str(path)],
            capture_output=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        )
        found.append(json.loads(done.stdout))
    assert found[0] == found[1] and len(found[0]) == len([*questions()])


def test_every_question_is_a_name_of_the_package() -> None:
    """Scripts that are exported say `dp.Count()`."""
    named = [kind.__name__ for kind in (*QUERIES, *IN_SCRIPTS)]
    assert sorted(queries.__all__) == sorted(named)
    assert [getattr(dp, name) for name in named] == [*QUERIES, *IN_SCRIPTS] and set(named) <= set(dp.__all__)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_most_tables_of_this_file_are_answered(kind: type[Query]) -> None:
    assert len(of(kind)) >= 6


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_the_rounds_have_the_promised_losses(kind: type[Query]) -> None:
    for query, table, price in of(kind):
        promised = Counter({loss: times for loss, times in query.promise(table, price)})
        run = query.run(table, price)
        asking = next(run)
        seen: Counter = Counter()
        for steps in once(query):
            losses = [drawn.mechanism.loss for drawn in steps]
            assert losses
            seen.update(loss for loss in losses if loss is not None)
        assert seen == promised, query
        assert set(asking.losses) <= set(promised)
        assert asking.losses or query.free(table, type(price))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_a_promise_costs_its_price_and_no_more(kind: type[Query]) -> None:
    for query, table, price in of(kind):
        losses = [loss for loss, times in query.promise(table, price) for _ in range(times)]
        booked = Charge.total(Charge.of(loss) for loss in losses)
        spent = booked.mu_squared if price.currency == "mu" else booked.epsilon
        assert spent is not None
        assert spent <= price.total, query
        assert not losses or spent >= price.total * (1 - 1e-9), f"{query} leaves some of its price unused"


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_a_result_has_a_figure_for_every_cell(kind: type[Query]) -> None:
    for query, table, price in of(kind):
        rounds, cells = once(query), 1
        for axis in query.axes(table.schema):
            cells *= axis.size
        for level in (0.5, 0.95):
            result = query.result(table, price, rounds, level)
            assert all(len(getattr(result, name)) == cells for name in ("estimate", "std_error", "low", "high"))
            low, high = query.quantity(table).bounds
            assert (result.estimate >= low - 1e-9).all() or low == 0.0, "noise may take a count below zero"
            assert (result.estimate <= high + 1e-9).all()


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_a_question_that_is_read_back_asks_what_it_asked(kind: type[Query]) -> None:
    """Its conditions are sorted in a record; what is resumed from one must be recognised."""
    for query, table, price in of(kind):
        back = query_from_dict(json.loads(json.dumps(query.to_dict()))).bind(table.schema)
        assert back.to_dict() == query.to_dict()
        kept = [[drawn.noisy for drawn in steps] for steps in once(query)]
        assert answered(back, table, price, kept)[1] == answered(query, table, price, kept)[1]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_the_mechanisms_of_a_record_are_read_back(kind: type[Query]) -> None:
    for query, _, _ in of(kind):
        for steps in once(query):
            for drawn in steps:
                assert type(drawn.mechanism) in mechanisms.MECHANISMS
                data = json.loads(json.dumps(drawn.mechanism.to_dict()))
                assert mechanism_from_dict(data, drawn.mechanism.loss) == drawn.mechanism
