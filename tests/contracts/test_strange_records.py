"""Records and asks that this version did not write: what it knows of them is shown, the rest said in one sentence."""

from __future__ import annotations

import copy
import json
import random
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import dpcore as dp
from dpcore import queries
from dpcore.budget.loss import Loss
from dpcore.errors import BudgetError, QueryError
from dpcore.ledger.ledger import Ledger
from dpcore.release.record import Release
from tests.release.test_kill import prepare

QUESTIONS = [dp.Count(), dp.Mean("age"), dp.Median("age"), dp.Sum("age")]


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dp.Desk]:
    home = tmp_path_factory.mktemp("records")
    prepare(f"sqlite:///{home / 'murmur.db'}", home / "home")
    with dp.Desk(f"sqlite:///{home / 'murmur.db'}", home=home / "home") as opened:
        yield opened


@pytest.fixture(scope="module")
def records(desk: dp.Desk) -> list[dict[str, Any]]:
    answers = desk.release("visits", dp.Plan([dp.Ask(question, mu=0.05) for question in QUESTIONS]))
    combined = desk.remeasure(answers[0], mu=0.03)
    return [json.loads(json.dumps(answer.to_dict())) for answer in (*answers, combined)]


def _newer(patch: pytest.MonkeyPatch) -> None:
    """A program that draws by a mechanism of which this one knows nothing."""
    honest = Ledger.store

    def store(self: Ledger, releases: dict[str, str]) -> dict[str, str]:
        texts = {key: json.loads(text) for key, text in releases.items()}
        for data in texts.values():
            data["rounds"][0][0] |= {"mechanism": "of_tomorrow", "knobs": ["abc"]}
        return honest(self, {key: json.dumps(data) for key, data in texts.items()})

    patch.setattr(Ledger, "store", store)


def test_an_answer_by_an_unknown_mechanism_is_shown_and_hides_no_other(desk: dp.Desk) -> None:
    plan = dp.Plan([dp.Ask(dp.Count(where=[dp.Condition("age", ">", 50)]), mu=0.04)])
    before = desk.releases("visits")
    with pytest.MonkeyPatch.context() as patch:
        _newer(patch)
        (answer,) = desk.release("visits", plan)
    assert desk.releases("visits") == [*before, answer]
    assert answer.table["estimate"].notna().all() and "of_tomorrow" in answer.mechanism.size
    assert Release.from_dict(json.loads(json.dumps(answer.to_dict()))) == answer
    assert answer.to_dict()["rounds"][0][0]["knobs"] == ["abc"], "nothing of it is lost"
    with pytest.raises(QueryError, match="no known size"):
        answer.at_level(0.5)
    charges = len(desk.ledger("visits"))
    with pytest.raises(QueryError, match="cannot be combined"):
        desk.remeasure(answer, mu=0.02)
    assert len(desk.ledger("visits")) == charges, "nothing was paid for it"
    assert desk.quote("visits", plan).stored == (True,)


def test_a_field_of_a_later_version_is_left_out(records: list[dict[str, Any]]) -> None:
    for data in records:
        assert Release.from_dict({**data, "of_tomorrow": 1}) == Release.from_dict(data)


def _places(data: object, place: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    inside = data.items() if isinstance(data, dict) else enumerate(data[:2]) if isinstance(data, list) else ()
    for name, value in inside:
        yield (*place, name)
        yield from _places(value, (*place, name))


WRONG = [None, True, -1, 10**400, float("nan"), "", "x", "1/0", [], {}, [[1]], {"loss": "of_tomorrow"}]


def test_what_is_no_record_is_refused_in_one_sentence(records: list[dict[str, Any]]) -> None:
    chance, seen = random.Random(7), set[tuple[Loss, ...]]()
    refused = 0
    for data in records:
        for place in _places(data):
            altered = copy.deepcopy(data)
            inside: Any = altered
            for name in place[:-1]:
                inside = inside[name]
            inside[place[-1]] = chance.choice(WRONG)
            try:
                answer = Release.from_dict(altered)
                assert str(answer) and answer.losses
                if answer.losses not in seen:  # that of a curve of several takes a second
                    assert answer.curve.mu() > 0
                    seen.add(answer.losses)
            except dp.DpError:
                refused += 1
    assert refused > 50
    for name in ("rounds", "key", "estimates", "version"):
        with pytest.raises(QueryError):
            Release.from_dict({key: value for key, value in records[0].items() if key != name})


def test_an_ask_of_another_version_holds_up_no_other(desk: dp.Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    plan, cancel = dp.Plan([dp.Ask(dp.Median("age"), mu=0.06), dp.Ask(dp.Count(), mu=0.06)]), threading.Event()
    with pytest.raises(BudgetError, match="before any row was read"):
        desk.release("visits", plan, cancel=cancel, progress=lambda step: step == "reading" and cancel.set())
    with monkeypatch.context() as older:
        older.setattr(queries, "QUERIES", tuple(query for query in queries.QUERIES if query is not dp.Median))
        assert [str(query) for query in desk.unanswered("visits")] == ["Count"]
        assert [str(release) for release in desk.resume("visits")] == ["Count"]
    assert [str(release) for release in desk.resume("visits")] == ["Median of age"]


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data["estimates"].pop("low"),
        lambda data: data["estimates"]["low"].append(1.0),
        lambda data: [data["estimates"][name].append(1.0) for name in data["estimates"]],
        lambda data: data.update(level="x"),
        lambda data: data.update(level=1.0),
        lambda data: data.update(key=[["a"]]),
        lambda data: data.update(seq="1"),
        lambda data: data.update(combined=[3]),
    ],
    ids=["lacking", "longer", "all longer", "text", "certain", "key", "entry", "combined"],
)
def test_columns_that_are_not_those_of_one_answer_are_no_release(
    records: list[dict[str, Any]], change: Callable[[dict[str, Any]], object]
) -> None:
    for record in records:
        data = copy.deepcopy(record)
        change(data)
        with pytest.raises(QueryError, match="not a release"):
            Release.from_dict(data)
