"""A chain whose hashes are right and whose acts nobody could have done does not verify."""

from __future__ import annotations

import contextlib
import inspect

import pytest

from dpcore.errors import LedgerError
from tests.desk.team.lies import EARLIER, LATER, LIES, TENTH, Lie, proposed
from tests.desk.team.people import ATTO, Forge


@pytest.mark.parametrize("told", LIES, ids=lambda one: one.__name__)
def test_a_lie_does_not_verify(told: Lie) -> None:
    forge = Forge()
    with pytest.raises(LedgerError, match=r"Entry \d+ of the ledger was altered after it was written") as caught:
        told(forge)
    lines, start = inspect.getsourcelines(told)
    here = next(one for one in caught.traceback if one.name == told.__name__)
    assert here.lineno + 1 == start + len(lines) - 1, "what led to the lie did not verify"


def test_the_same_hand_writes_what_is_true() -> None:
    """Each lie above is one step away from this."""
    forge = Forge()
    mine = forge.slice("ben", TENTH, until=LATER)
    forge.charge("ben", TENTH, slice=mine)
    forge.charge("ben", 0)
    identifier, lines = proposed(forge, "ben", TENTH, TENTH)
    forge.write("oda", "approve", proposal=identifier)
    forge.charge("ben", TENTH, lines[:1], proposal=identifier)
    forge.slice("bob", 5 * TENTH, by="oda")
    forge.charge("ada", 3 * TENTH)
    forge.write("oda", "ungrant", member="bob")
    forge.write("cy", "ungrant", member="cy")
    forge.charge("oda", 5 * TENTH, at=LATER)
    assert forge.account.spent.mu_squared == ATTO


def test_where_nothing_is_set_aside_times_may_run_backwards_as_they_once_did() -> None:
    forge = Forge()
    forge.charge("ada", 1, at=EARLIER)
    assert forge.account.spent.mu_squared == 1


def test_a_lie_counts_for_nothing() -> None:
    """What was taken in before it stands."""
    forge = Forge()
    last = forge.chain.last
    with contextlib.suppress(LedgerError):
        forge.charge("eve", 1)
    assert forge.chain.last == last
    assert not forge.account.spent.mu_squared
