"""A plan is reviewed, approved and released once, as it was approved and at no other price."""

from __future__ import annotations

import pytest

from dpcore.errors import AccessError, BudgetError
from dpcore.ledger.ledger import Ledger, Payment
from dpcore.ledger.team.act import MOST_PENDING, MOST_TEXT
from tests.desk.team.people import ATTO, DATASET, ask, give, propose, spent

TENTH = ATTO // 10


def decide(ledger: Ledger, user: str, kind: str, identifier: str, **more: str) -> None:
    ledger.act(kind, user, DATASET, {"proposal": identifier, **more})


def state(ledger: Ledger, identifier: str) -> str:
    return ledger.dataset(DATASET).membership.proposals[identifier].state


def test_what_is_approved_is_paid_outside_the_slice_and_once(ledger: Ledger) -> None:
    mine, asks = give(ledger, "ben", TENTH), [ask(2 * TENTH), ask(TENTH)]
    plan = propose(ledger, "ben", asks)
    with pytest.raises(BudgetError, match="is waiting, not approved"):
        ledger.charge(DATASET, Payment("ben", proposal=plan), asks)
    decide(ledger, "oda", "approve", plan)
    paid = ledger.charge(DATASET, Payment("ben", proposal=plan), asks)
    assert ledger.dataset(DATASET).membership.slices[mine].left == TENTH
    assert (spent(ledger), state(ledger, plan)) == (3 * TENTH, "released")
    assert ledger.charge(DATASET, Payment("ben", proposal=plan), asks) == paid
    with pytest.raises(BudgetError, match="is released, not approved"):
        ledger.charge(DATASET, Payment("ben", proposal=plan), [ask(TENTH)])
    ledger.verify()


def test_an_approval_is_for_one_person_and_one_plan(ledger: Ledger) -> None:
    asks = [ask(TENTH)]
    plan = propose(ledger, "ben", asks)
    decide(ledger, "ada", "approve", plan)
    for user in ("bob", "ada"):
        with pytest.raises(AccessError, match="proposed by another user"):
            ledger.charge(DATASET, Payment(user, proposal=plan), asks)
    with pytest.raises(BudgetError, match="differs from the one that was approved"):
        ledger.charge(DATASET, Payment("ben", proposal=plan), [ask(TENTH)])
    with pytest.raises(BudgetError, match="differs from the one that was approved"):
        ledger.charge(DATASET, Payment("ben", proposal=plan), [*asks, ask(1)])
    with pytest.raises(AccessError, match="no such proposal"):
        ledger.charge(DATASET, Payment("ben", proposal="another"), asks)


def test_what_others_paid_meanwhile_is_not_paid_again(ledger: Ledger) -> None:
    asks = [ask(TENTH), ask(TENTH)]
    plan = propose(ledger, "ben", asks)
    decide(ledger, "ada", "approve", plan)
    ledger.charge(DATASET, Payment("ada"), asks[:1])
    ledger.charge(DATASET, Payment("ben", proposal=plan), asks)
    assert spent(ledger) == 2 * TENTH
    assert [one["key"] for one in ledger.entries(DATASET)[-1].payload["asks"]] == [asks[1].key]


def test_approval_promises_no_budget(ledger: Ledger) -> None:
    asks = [ask(5 * TENTH)]
    plan = propose(ledger, "ben", asks)
    decide(ledger, "ada", "approve", plan)
    give(ledger, "bob", 6 * TENTH)
    with pytest.raises(BudgetError, match=r"is left, because mu 0\.7746 is set aside"):
        ledger.charge(DATASET, Payment("ben", proposal=plan), asks)
    ledger.act("ungrant", "ada", DATASET, {"member": "bob"})
    ledger.charge(DATASET, Payment("ada"), [ask(5 * TENTH + 1)])
    with pytest.raises(BudgetError, match="is left"):
        ledger.charge(DATASET, Payment("ben", proposal=plan), asks)
    assert state(ledger, plan) == "approved"


def test_who_comes_second_is_told_by_whom(ledger: Ledger) -> None:
    plan = propose(ledger, "ben", [ask(1)])
    decide(ledger, "oda", "approve", plan)
    with pytest.raises(AccessError, match="was already approved by 'oda'"):
        decide(ledger, "ada", "approve", plan)
    decide(ledger, "ada", "decline", plan, reason="not this month")
    with pytest.raises(AccessError, match="was already declined by 'ada'"):
        decide(ledger, "oda", "approve", plan)
    with pytest.raises(BudgetError, match="is declined"):
        ledger.charge(DATASET, Payment("ben", proposal=plan), [ask(1)])
    kept = ledger.dataset(DATASET).membership.proposals[plan]
    assert (kept.by, kept.reason) == ("ada", "not this month")


def test_only_analysts_propose_and_only_owners_decide(ledger: Ledger) -> None:
    for user, words in (("ada", "needs no approval"), ("cy", "requires the role analyst"), ("eve", "are not a member")):
        with pytest.raises(AccessError, match=words):
            propose(ledger, user, [ask(1)])
    plan = propose(ledger, "ben", [ask(1)])
    for user in ("ben", "bob", "cy", "eve"):
        for kind in ("approve", "decline"):
            with pytest.raises(AccessError):
                decide(ledger, user, kind, plan, reason="")
    with pytest.raises(AccessError, match="another user"):
        decide(ledger, "bob", "withdraw", plan)
    decide(ledger, "ben", "withdraw", plan)
    with pytest.raises(AccessError, match="was already withdrawn by 'ben'"):
        decide(ledger, "ada", "approve", plan)


def test_who_leaves_or_rises_takes_the_plans_along(ledger: Ledger) -> None:
    first, second = propose(ledger, "ben", [ask(1)]), propose(ledger, "bob", [ask(1)])
    decide(ledger, "ada", "approve", first)
    ledger.act("ungrant", "ada", DATASET, {"member": "ben"})
    ledger.act("grant", "ada", DATASET, {"member": "bob", "role": "owner"})
    assert (state(ledger, first), state(ledger, second)) == ("withdrawn", "withdrawn")
    with pytest.raises(AccessError):
        decide(ledger, "bob", "approve", second)


def test_plans_do_not_pile_up(ledger: Ledger) -> None:
    plans = [propose(ledger, "ben", [ask(1)]) for _ in range(MOST_PENDING)]
    with pytest.raises(BudgetError, match="Withdraw some"):
        propose(ledger, "ben", [ask(1)])
    decide(ledger, "ben", "withdraw", plans[0])
    propose(ledger, "ben", [ask(1)])


@pytest.mark.parametrize("reason", ["x" * (MOST_TEXT + 1), "\u202egnirts", "\x1b[2J", "\0"])
def test_a_reason_is_plain_text(ledger: Ledger, reason: str) -> None:
    plan = propose(ledger, "ben", [ask(1)])
    with pytest.raises(AccessError, match="printable"):
        decide(ledger, "ada", "decline", plan, reason=reason)
    assert state(ledger, plan) == "waiting"
