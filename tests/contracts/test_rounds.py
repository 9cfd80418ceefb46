"""Questions of several rounds: one charge, every round stored before the next, one transcript whatever happens."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import dpcore as dp
from dpcore.budget import comparison
from dpcore.errors import BudgetError, QueryError
from dpcore.failpoint import NAMES
from dpcore.queries import query_from_dict
from dpcore.queries.question.round import Round
from dpcore.release import run as module
from dpcore.release.record import Release
from tests.contracts.guest import ROUNDS, Middle, moved_in
from tests.contracts.victim import PLAN
from tests.postgres import Cluster
from tests.release.test_kill import prepare, shown

VICTIM = ("-m", "tests.contracts.victim")
REDRAWS = """
from dpcore.release import run as module
module._replay = lambda ledger, asking, failures: list(asking)
honest = module._store_rounds
def forgets(ledger, asking, failures):
    honest(ledger, [], failures)
    for ask in asking:
        print(ask.round_to_store.noisy, flush=True)
        ask.send(ask.round_to_store.noisy)
    return list(asking)
module._store_rounds = forgets
from tests.contracts.victim import main
main()
"""


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'murmur.db'}"


@pytest.fixture
def desk(url: str, tmp_path: Path) -> Iterator[dp.Desk]:
    prepare(url, tmp_path / "home")
    with moved_in(), dp.Desk(url, home=tmp_path / "home") as opened:
        yield opened


def chained(desk: dp.Desk) -> list[tuple[int, str]]:
    """The rounds in the ledger: number and digest of what was asked."""
    entries = [entry for entry in desk.ledger("visits") if entry.kind == "round"]
    return [(one["number"], one["step"]) for entry in entries for one in entry.payload["rounds"]]


@pytest.mark.parametrize("price", [{"mu": 0.1}, {"epsilon": 0.05}])
def test_the_rounds_of_a_question_are_one_charge(desk: dp.Desk, price: dict[str, float]) -> None:
    plan = dp.Plan([dp.Ask(Middle("age"), **price)])
    quote = desk.quote("visits", plan)
    assert quote.price == pytest.approx(next(iter(price.values())))
    (answer,) = desk.release("visits", plan)
    assert len(answer.rounds) == ROUNDS == len(answer.losses)
    assert [number for number, _ in chained(desk)] == list(range(ROUNDS - 1)), "the last one is in the record"
    assert len([entry for entry in desk.ledger("visits") if entry.kind == "charge"]) == 1
    charge = next(entry for entry in desk.ledger("visits") if entry.kind == "charge").payload["charge"]
    name, paid = next(iter(price.items()))
    booked = charge["mu_squared"] if name == "mu" else charge["epsilon"]
    assert booked == pytest.approx(paid ** (2 if name == "mu" else 1) * 10**18, rel=1e-12)
    (line,) = next(entry for entry in desk.ledger("visits") if entry.kind == "charge").payload["asks"]
    ((loss, times),) = line["losses"]
    assert times == ROUNDS and loss["loss"] == ("gaussian" if name == "mu" else "pure")
    assert comparison.losses(desk.ledger("visits")) == list(answer.losses)
    assert desk.release("visits", plan) == [answer]
    desk.verify()


def test_a_round_depends_on_what_the_rounds_before_it_answered(desk: dp.Desk) -> None:
    (answer,) = desk.release("visits", dp.Plan([dp.Ask(Middle("age"), mu=0.1)]))
    low, high = 0.0, 120.0
    cuts = []
    for steps in answer.rounds:
        cuts.append(f"{(low + high) / 2:g}")
        low, high = ((low + high) / 2, high) if steps[0].noisy[0][0] % 2 else (low, (low + high) / 2)
    assert Middle.asked[-ROUNDS:] == cuts


def test_a_record_of_rounds_is_read_back(desk: dp.Desk) -> None:
    (answer,) = desk.release("visits", dp.Plan([dp.Ask(Middle("age"), mu=0.1)]))
    data = json.loads(json.dumps(answer.to_dict()))
    assert Release.from_dict(data) == answer
    assert query_from_dict(data["query_data"]) == answer.query
    assert answer.at_level(0.5).estimates["estimate"] == answer.estimates["estimate"]


def test_a_round_beyond_the_promise_is_never_asked(desk: dp.Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Middle, "greedy", 1)
    seen: list[int] = []
    honest = module.perturb
    monkeypatch.setattr(module, "perturb", lambda mechanism, exact: seen.append(1) or honest(mechanism, exact))
    plan = dp.Plan([dp.Ask(Middle("age"), mu=0.1)])
    with pytest.raises(QueryError, match="than it had declared"):
        desk.release("visits", plan)
    assert len(seen) == ROUNDS, "what was promised was drawn, and stored with its record"
    (answer,) = desk.release("visits", plan)
    assert len(answer.rounds) == ROUNDS and len(seen) == ROUNDS


def test_a_round_that_costs_more_than_promised_is_refused_before_a_row_is_read(
    desk: dp.Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = Middle._mechanism
    dearer = {"on": False}

    def mechanism(self: Middle, table: object, price: object) -> object:
        paid = type(price)(price.total * 2) if dearer["on"] else price  # type: ignore[attr-defined, call-arg]
        return honest(self, table, paid)  # type: ignore[arg-type]

    monkeypatch.setattr(Middle, "_mechanism", mechanism)
    plan = dp.Plan([dp.Ask(Middle("age"), mu=0.1)])
    promise = Middle.promise

    def promised(self: Middle, table: object, price: object) -> object:
        dearer["on"] = False
        found = promise(self, table, price)  # type: ignore[arg-type]
        dearer["on"] = True
        return found

    monkeypatch.setattr(Middle, "promise", promised)
    monkeypatch.setattr(module, "perturb", lambda mechanism, exact: pytest.fail("a row was read"))
    with pytest.raises(QueryError, match="than it had declared"):
        desk.release("visits", plan)


def test_what_is_resumed_must_ask_what_was_asked(desk: dp.Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """The stored numbers stay in the ledger; nothing is drawn for them again, and other asks go on."""
    honest = module._store_rounds
    with pytest.raises(KeyboardInterrupt), monkeypatch.context() as patch:
        patch.setattr(module, "_store_rounds", lambda *given: honest(*given) and _interrupt())
        desk.release("visits", dp.Plan([dp.Ask(Middle("age"), mu=0.1)]))
    known = chained(desk)
    monkeypatch.setattr(Round, "digest", property(lambda self: "another"))
    with pytest.raises(QueryError, match="another version"):
        desk.resume("visits")
    assert chained(desk) == known and desk.releases("visits") == []


def _interrupt() -> None:
    raise KeyboardInterrupt


def check(url: str, home: Path, point: str, occurrence: int, program: tuple[str, str] = VICTIM) -> None:
    """Killed at one passing of a point, then undisturbed, twice: one charge, one transcript."""
    prepare(url, home)
    seen = [shown(url, home, point, occurrence, program)]
    with moved_in(), dp.Desk(url, home=home) as desk:
        before = [one for entry in desk.ledger("visits") if entry.kind == "round" for one in _of(entry)]
    seen += [shown(url, home, "none", 1, program), shown(url, home, "none", 1, program)]
    with moved_in(), dp.Desk(url, home=home) as desk:
        answers = desk.release("visits", PLAN)
        rounds = [one for entry in desk.ledger("visits") if entry.kind == "round" for one in _of(entry)]
        assert len([entry for entry in desk.ledger("visits") if entry.kind == "charge"]) == 1
        desk.verify()
    finished = [line for line in seen if line]
    assert all(line == finished[-1] for line in finished), f"two transcripts after {point}"
    for answer in answers:
        stored = [[list(map(list, drawn.noisy)) for drawn in steps] for steps in answer.rounds]
        known = [one["noisy"] for one in rounds if one["key"] == answer.key]
        assert known == stored[:-1], f"an answer that is not its rounds after {point}"
    assert all(one in rounds for one in before), f"a round was drawn again after {point}"


def _of(entry: dp.Entry) -> list[dict[str, object]]:
    return list(entry.payload["rounds"])


POINTS = [(name, 1) for name in NAMES] + [
    (name, number) for name in ("after_read", "after_draw", "in_round", "after_round") for number in (2, 3)
]


@pytest.mark.sample(3)
@pytest.mark.parametrize(("point", "occurrence"), POINTS)
def test_killed_in_any_round(point: str, occurrence: int, url: str, tmp_path: Path) -> None:
    check(url, tmp_path / "home", point, occurrence)


@pytest.mark.parametrize("point", ["in_round", "after_round"])
def test_killed_in_a_round_on_a_server(point: str, postgres: Cluster, tmp_path: Path) -> None:
    check(postgres.empty(), tmp_path / "home", point, 1)


def test_the_check_finds_a_round_that_is_drawn_again(url: str, tmp_path: Path) -> None:
    with pytest.raises(AssertionError):
        check(url, tmp_path / "home", "after_draw", 2, ("-c", REDRAWS))


def test_two_desks_on_one_ask_end_with_one_transcript(url: str, tmp_path: Path) -> None:
    prepare(url, tmp_path / "home")
    start = threading.Barrier(4)

    def ask(_: int) -> list[Release]:
        with dp.Desk(url, home=tmp_path / "home") as desk:
            start.wait()
            return desk.release("visits", PLAN)

    with moved_in(), ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(ask, range(4)))
    assert all(answer == answers[0] for answer in answers)
    with moved_in(), dp.Desk(url, home=tmp_path / "home") as desk:
        assert len(chained(desk)) == sum(len(answer.rounds) - 1 for answer in answers[0])
        desk.verify()


def test_a_stop_between_rounds_keeps_them(desk: dp.Desk) -> None:
    cancel = threading.Event()
    seen: list[str] = []

    def progress(step: str) -> None:
        seen.append(step)
        if step == "drawing noise":
            cancel.set()

    with pytest.raises(BudgetError, match="between two rounds"):
        desk.release("visits", dp.Plan([dp.Ask(Middle("age"), mu=0.1)]), progress=progress, cancel=cancel)
    known = chained(desk)
    assert len(known) == 1
    (answer,) = desk.resume("visits")
    assert chained(desk)[:1] == known and len(answer.rounds) == ROUNDS
