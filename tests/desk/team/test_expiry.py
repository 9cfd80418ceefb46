"""A slice ends when it was said to end, by times that never run backwards."""

from __future__ import annotations

import itertools

import pytest

from dpcore import clock
from dpcore.errors import BudgetError
from dpcore.ledger.ledger import Ledger, Payment
from tests.desk.team.people import ATTO, DATASET, ask, give

TENTH = ATTO // 10
END = "2030-06-01T12:00:00+00:00"
BEFORE, AFTER = "2030-06-01T11:59:59+00:00", "2030-06-01T12:00:01+00:00"


@pytest.fixture
def sliced(ledger: Ledger) -> Ledger:
    """Ben has a slice until END."""
    give(ledger, "ben", TENTH, until=END)
    return ledger


def at(monkeypatch: pytest.MonkeyPatch, time: str) -> None:
    monkeypatch.setattr(clock, "now", lambda: time)


def test_it_pays_until_the_second_before(sliced: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    at(monkeypatch, BEFORE)
    sliced.charge(DATASET, Payment("ben"), [ask(1)])
    for time in (END, AFTER):
        at(monkeypatch, time)
        with pytest.raises(BudgetError, match="no open slice"):
            sliced.charge(DATASET, Payment("ben"), [ask(1)])


def test_what_it_has_left_is_free_again(sliced: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    sliced.charge(DATASET, Payment("ben"), [ask(TENTH // 2)])
    at(monkeypatch, END)
    assert sliced.standing(DATASET, "ada").set_aside is None
    sliced.charge(DATASET, Payment("ada"), [ask(ATTO - TENTH // 2)])
    assert sliced.verify() == 1 + 1 + 4 + 1 + 2


def test_a_clock_set_back_revives_nothing(sliced: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    at(monkeypatch, AFTER)
    sliced.charge(DATASET, Payment("ada"), [ask(9 * TENTH + 1)])
    for time in (BEFORE, "1970-01-01T00:00:00+00:00"):
        at(monkeypatch, time)
        with pytest.raises(BudgetError, match="no open slice"):
            sliced.charge(DATASET, Payment("ben"), [ask(1)])
        assert sliced.dataset(DATASET).membership.allowance("ben", sliced.now()) is None
        assert sliced.standing(DATASET, "ada").set_aside is None
    times = [entry.time for entry in sliced.entries(DATASET)]
    assert times == sorted(times)


def test_times_never_run_backwards(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    for year in (2036, 2016, 1970):
        at(monkeypatch, f"{year}-01-01T00:00:00+00:00")
        ledger.act("grant", "ada", DATASET, {"member": f"of {year}", "role": "viewer"})
    entries = ledger.entries(DATASET)
    assert [entry.time[:4] for entry in entries[-3:]] == ["2036"] * 3
    assert all(one.time <= two.time for one, two in itertools.pairwise(entries))


def test_a_slice_cannot_end_before_it_begins(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    at(monkeypatch, END)
    for until in (END, BEFORE):
        with pytest.raises(BudgetError, match="must be in the future"):
            give(ledger, "ben", 1, until=until)
    give(ledger, "ben", 1, until=AFTER)


def test_after_it_ended_another_can_be_given(sliced: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    at(monkeypatch, END)
    second = give(sliced, "ben", TENTH)
    sliced.charge(DATASET, Payment("ben"), [ask(TENTH)])
    first, last = sliced.dataset(DATASET).membership.slices.values()
    assert (first.state(sliced.now()), last.state(sliced.now()), last.id) == ("expired", "used up", second)
