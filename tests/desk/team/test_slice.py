"""A slice is exact to 1e-18, set aside from everybody else, and gives back what it has left."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from dpcore.budget.budget import Budget, Portfolio
from dpcore.budget.slot import Slot
from dpcore.errors import AccessError, BudgetError
from dpcore.ledger.ledger import Item, Ledger, Payment
from tests.budget import kinds
from tests.desk.team.people import ATTO, DATASET, ask, give, opened, spent

TENTH = ATTO // 10


def left(ledger: Ledger, identifier: str) -> int:
    return ledger.dataset(DATASET).membership.slices[identifier].left


def test_a_slice_pays_to_the_last_atto_and_not_one_more(ledger: Ledger) -> None:
    mine = give(ledger, "ben", TENTH)
    with pytest.raises(BudgetError, match=r"costs mu 0\.3162, and mu 0\.3162 is left of your slice"):
        ledger.charge(DATASET, Payment("ben"), [ask(TENTH + 1)])
    ledger.charge(DATASET, Payment("ben"), [ask(TENTH - 1)])
    assert left(ledger, mine) == 1
    with pytest.raises(BudgetError):
        ledger.charge(DATASET, Payment("ben"), [ask(2)])
    ledger.charge(DATASET, Payment("ben"), [ask(1)])
    assert (left(ledger, mine), spent(ledger)) == (0, TENTH)
    with pytest.raises(BudgetError, match="you have no open slice"):
        ledger.charge(DATASET, Payment("ben"), [ask(1)])
    assert ledger.verify() == 1 + 1 + 4 + 1 + 2


def test_the_entry_says_which_slice_paid(ledger: Ledger) -> None:
    mine = give(ledger, "ben", TENTH)
    ledger.charge(DATASET, Payment("ben"), [ask(1)])
    assert ledger.entries(DATASET)[-1].payload["slice"] == mine
    ledger.charge(DATASET, Payment("ada"), [ask(1)])
    assert "slice" not in ledger.entries(DATASET)[-1].payload


def test_what_is_set_aside_is_nobody_else_s_not_even_an_owner_s(ledger: Ledger) -> None:
    give(ledger, "ben", 6 * TENTH)
    give(ledger, "", TENTH)
    for user in ("ada", "oda"):
        with pytest.raises(BudgetError, match=r"Only mu 0\.5477 is left, because mu 0\.8367 is set aside"):
            ledger.charge(DATASET, Payment(user), [ask(3 * TENTH + 1)])
    with pytest.raises(BudgetError, match="no open slice"):
        ledger.charge(DATASET, Payment("bob"), [ask(1)])
    ledger.charge(DATASET, Payment("ada"), [ask(3 * TENTH)])
    with pytest.raises(BudgetError):
        ledger.charge(DATASET, Payment("oda"), [ask(1)])
    ledger.charge(DATASET, Payment("ben"), [ask(6 * TENTH)])
    assert spent(ledger) == 9 * TENTH


def test_slices_never_set_aside_more_than_is_left(ledger: Ledger) -> None:
    ledger.charge(DATASET, Payment("ada"), [ask(2 * TENTH)])
    give(ledger, "ben", 5 * TENTH)
    with pytest.raises(BudgetError, match=r"mu 0\.5477 is available, and mu 0\.7071 is already set aside"):
        give(ledger, "bob", 3 * TENTH + 1)
    give(ledger, "bob", 3 * TENTH)
    with pytest.raises(BudgetError, match="cannot be set aside"):
        give(ledger, "", 1)


def test_what_is_taken_back_is_free_and_what_was_spent_is_not(ledger: Ledger) -> None:
    mine = give(ledger, "ben", 8 * TENTH)
    ledger.charge(DATASET, Payment("ben"), [ask(3 * TENTH)])
    ledger.act("take_back", "oda", DATASET, {"slice": mine})
    with pytest.raises(BudgetError, match="no open slice"):
        ledger.charge(DATASET, Payment("ben"), [ask(1)])
    with pytest.raises(BudgetError, match="is taken back, so no budget is set aside for it"):
        ledger.act("take_back", "ada", DATASET, {"slice": mine})
    ledger.charge(DATASET, Payment("ada"), [ask(7 * TENTH)])
    assert spent(ledger) == ATTO


@pytest.mark.parametrize("role", ["owner", "viewer", ""])
def test_another_role_or_none_gives_the_slice_back(ledger: Ledger, role: str) -> None:
    give(ledger, "ben", 8 * TENTH)
    kind, payload = ("grant", {"member": "ben", "role": role}) if role else ("ungrant", {"member": "ben"})
    ledger.act(kind, "ada", DATASET, payload)
    ledger.charge(DATASET, Payment("ada"), [ask(ATTO)])


def test_a_removed_analyst_who_comes_back_has_nothing(ledger: Ledger) -> None:
    give(ledger, "ben", TENTH)
    ledger.act("ungrant", "ada", DATASET, {"member": "ben"})
    with pytest.raises(AccessError, match="are not a member"):
        ledger.charge(DATASET, Payment("ben"), [ask(1)])
    ledger.act("grant", "ada", DATASET, {"member": "ben", "role": "analyst"})
    with pytest.raises(BudgetError, match="no open slice"):
        ledger.charge(DATASET, Payment("ben"), [ask(1)])


def test_one_open_slice_a_person_and_slices_are_for_analysts(ledger: Ledger) -> None:
    give(ledger, "ben", TENTH)
    with pytest.raises(BudgetError, match="already has an open slice"):
        give(ledger, "ben", TENTH)
    for nobody in ("cy", "oda", "ada", "eve"):
        with pytest.raises(AccessError, match="is not an analyst"):
            give(ledger, nobody, TENTH)
    ledger.charge(DATASET, Payment("ben"), [ask(TENTH)])
    give(ledger, "ben", TENTH)


def test_a_paid_ask_is_free_for_all_who_may_ask_without_a_slice(ledger: Ledger) -> None:
    give(ledger, "ben", TENTH)
    paid = ledger.charge(DATASET, Payment("ben"), [ask(TENTH, "same")])
    for user in ("ada", "oda", "bob", "ben"):
        assert ledger.charge(DATASET, Payment(user), [ask(TENTH, "same")]) == paid
    for user in ("cy", "eve"):
        with pytest.raises(AccessError):
            ledger.charge(DATASET, Payment(user), [ask(TENTH, "same")])
    assert spent(ledger) == TENTH


def test_what_no_row_can_change_needs_no_slice(ledger: Ledger) -> None:
    ledger.charge(DATASET, Payment("ben"), [ask(0)])
    assert ledger.verify() == 7


def test_the_whole_budget_can_be_a_slice(ledger: Ledger) -> None:
    give(ledger, "ben", ATTO)
    ledger.charge(DATASET, Payment("ben"), [ask(ATTO)])
    with pytest.raises(BudgetError):
        give(ledger, "bob", 1)


def pure(epsilon: Fraction, key: str) -> Item:
    return Item(key, {"lane": "pure"}, kinds.pure(epsilon, 2.0 * float(epsilon)))


def test_a_budget_without_delta_has_slices_in_epsilon(tmp_path: Path) -> None:
    ledger = opened(f"sqlite:///{tmp_path / 'murmur.db'}", tmp_path, Budget(epsilon=1.0))
    with pytest.raises(BudgetError, match="cannot be given in mu"):
        give(ledger, "ben", 1)
    figures = {"currency": "epsilon", "amount": TENTH, "delta": 0, "until": None}
    ledger.act("slice", "ada", DATASET, {"slice": "s", "member": "ben", **figures})
    with pytest.raises(BudgetError, match=r"costs epsilon 0\.1, and epsilon 0\.1 is left of your slice"):
        ledger.charge(DATASET, Payment("ben"), [pure(Fraction(TENTH + 1, ATTO), "a")])
    ledger.charge(DATASET, Payment("ben"), [pure(Fraction(1, 10), "a")])
    with pytest.raises(BudgetError, match="without bound, and you have no open slice"):
        ledger.charge(DATASET, Payment("ben"), [ask(1)])
    ledger.charge(DATASET, Payment("ada"), [pure(Fraction(9, 10), "b")])


def test_a_pure_plan_counts_in_the_slice_what_it_books_in_mu(tmp_path: Path) -> None:
    ledger = opened(f"sqlite:///{tmp_path / 'murmur.db'}", tmp_path, Budget(epsilon=1.0, delta=1e-6))
    mine = give(ledger, "ben", 10**16)
    ledger.charge(DATASET, Payment("ben"), [Item("a", {}, kinds.pure(Fraction(1, 20), 0.08))])
    assert left(ledger, mine) == 10**16 - ledger.dataset(DATASET).account.spent.mu_squared
    assert 0 < left(ledger, mine) < 10**16
    with pytest.raises(BudgetError, match="of your slice"):
        ledger.charge(DATASET, Payment("ben"), [Item("b", {}, kinds.pure(Fraction(1, 20), 0.08))])


def test_set_aside_keeps_an_owner_from_ending_the_filter(tmp_path: Path) -> None:
    """A pure plan that the pure filter admits would end the Gaussian one, and with it the slices."""
    ledger = opened(f"sqlite:///{tmp_path / 'murmur.db'}", tmp_path, Budget(epsilon=1.0, delta=1e-6))
    mine = give(ledger, "ben", 1)
    big = [Item("a", {}, kinds.pure(Fraction(1, 2), 1.0))]
    with pytest.raises(BudgetError, match="set aside"):
        ledger.charge(DATASET, Payment("ada", confirm=True), big)
    ledger.act("take_back", "ada", DATASET, {"slice": mine})
    ledger.charge(DATASET, Payment("ada", confirm=True), big)
    with pytest.raises(BudgetError, match="has ended"):
        give(ledger, "ben", 1)


def test_a_slice_has_its_part_of_the_failures(tmp_path: Path) -> None:
    budget = Budget(epsilon=1.0, delta=1e-6, portfolio=Portfolio(failure=0.1))
    ledger = opened(f"sqlite:///{tmp_path / 'murmur.db'}", tmp_path, budget)
    gaussian = ledger.dataset(DATASET).account.filters[1]
    with pytest.raises(BudgetError, match="cannot be set aside"):
        give(ledger, "ben", 1, delta=gaussian.delta + 1)
    give(ledger, "ben", gaussian.limit // 2, delta=0)
    several = [Item(str(n), {}, kinds.pure(Fraction(1, 100), 0.0126)) for n in range(12)]
    ledger.charge(DATASET, Payment("ben"), several)
    charged = ledger.entries(DATASET)[-1].payload["charge"]
    assert charged["delta"] == 0, "no failures were given to this slice, so none are booked"


def test_slots_are_owners(tmp_path: Path) -> None:
    budget = Budget(epsilon=1.0, delta=1e-6, slots=(Slot("monthly", mu=0.05, times=2),))
    ledger = opened(f"sqlite:///{tmp_path / 'murmur.db'}", tmp_path, budget)
    give(ledger, "ben", TENTH // 100)
    with pytest.raises(AccessError, match="Only owners can use slots"):
        ledger.charge(DATASET, Payment("ben", slot="monthly"), [ask(1)])
    ledger.charge(DATASET, Payment("oda", slot="monthly"), [ask(1)])
