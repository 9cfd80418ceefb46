"""A Rényi filter and failures in the ledger: chained, counted at the order that was fixed, and kept by a raise."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from dpcore.budget import renyi
from dpcore.budget.account import ATTO, Amounts
from dpcore.budget.budget import Budget, Portfolio
from dpcore.budget.charge import Charge
from dpcore.budget.loss import BoundedRange, Gaussian, Laplace, Loss
from dpcore.errors import BudgetError, LedgerError
from dpcore.ledger.ledger import Item, Ledger, Payment
from tests.ledger.world import DATASET, connect, item, opened

BUDGET = Budget(epsilon=1.0, delta=1e-6, portfolio=Portfolio(renyi=0.1, failure=0.1))


def laplace(key: str, epsilon: Fraction) -> Item:
    return Item(key, {"question": key}, Charge.of(Laplace(epsilon)))


@pytest.fixture
def ledger(folder: Path) -> Ledger:
    return opened(folder, BUDGET)


def test_the_order_is_fixed_at_opening_and_every_charge_counts_at_it(ledger: Ledger, folder: Path) -> None:
    order = ledger.dataset(DATASET).account.order
    assert order == renyi.best_order(1.0, 1e-7)
    ledger.charge(DATASET, Payment("owner"), [laplace("a", Fraction(1, 20)), laplace("b", Fraction(1, 10))])
    ledger.charge(DATASET, Payment("owner"), [item("c", Fraction(1, 10**6))])
    plan, normal = (entry.payload for entry in ledger.entries(DATASET) if entry.kind == "charge")
    losses = [renyi.laplace(size, order) for size in (Fraction(1, 20), Fraction(1, 10))]
    assert Fraction(plan["charge"]["renyi"] - 1, ATTO) < sum(losses) <= Fraction(plan["charge"]["renyi"], ATTO)
    assert Fraction(normal["charge"]["renyi"], ATTO) >= renyi.gaussian(Fraction(1, 10**6), order)
    assert plan["charge"]["delta"] == 10**9, "a hundredth of what may be booked as failures"
    assert [ask["loss"] for ask in plan["asks"]] == [
        {"loss": "laplace", "size": "1/20"},
        {"loss": "laplace", "size": "1/10"},
    ]
    again = connect(folder)
    assert again.dataset(DATASET).account == ledger.dataset(DATASET).account
    assert again.verify() == 4


def forged(ledger: Ledger, change: dict[str, Any]) -> None:
    """Appends the entry that the ledger would write for one more ask, with something changed and all else right."""
    ledger.charge(DATASET, Payment("owner"), [laplace("a", Fraction(1, 20))])
    account = ledger.dataset(DATASET).account
    booked = laplace("b", Fraction(1, 20)).charge.booked_in(account).to_dict() | change
    booked = {name: value for name, value in booked.items() if value != "left out"}
    state = account.add(Amounts(**booked)).state()
    asks = [{"key": "b", "ask": {}, "charge": booked}]
    with ledger._journal.writing("act") as draft:
        draft.append("charge", "owner", DATASET, {"charge": booked, "asks": asks, "state": state})
        draft.row = None


def test_the_forger_s_entry_is_sound_without_a_change(ledger: Ledger, folder: Path) -> None:
    forged(ledger, {})
    assert connect(folder).verify() == 4


def test_a_charge_without_its_renyi_figure_is_found(ledger: Ledger, folder: Path) -> None:
    forged(ledger, {"renyi": "left out"})
    with pytest.raises(LedgerError, match="Entry 4 "):
        connect(folder)


def test_a_raise_keeps_the_order(ledger: Ledger) -> None:
    order = ledger.dataset(DATASET).account.order
    wider = Portfolio(renyi=0.1, failure=0.1)
    ledger.raise_budget(DATASET, "owner", Budget(epsilon=2.0, delta=1e-6, portfolio=wider))
    account = ledger.dataset(DATASET).account
    assert account.order == order != renyi.best_order(2.0, 1e-7)
    for other in (
        Budget(epsilon=3.0, delta=1e-6, portfolio=Portfolio(renyi=0.1, failure=0.1, order=50.0)),
        Budget(epsilon=3.0, delta=1e-6, portfolio=Portfolio(renyi=0.2)),
        Budget(epsilon=3.0, delta=1e-6),
        Budget(epsilon=2.0, delta=1e-6, portfolio=Portfolio(renyi=0.2, failure=0.1)),
    ):
        with pytest.raises(BudgetError, match=r"does not exceed the present budget .* in the same form"):
            ledger.raise_budget(DATASET, "owner", other)
    assert ledger.verify() == 3


def test_many_small_answers_go_on_when_the_gaussian_filter_is_out(folder: Path) -> None:
    """The portfolio's law at the ledger: the plan that ends one filter is paid by those that live."""
    ledger = opened(folder, Budget(epsilon=1.0, delta=1e-6, portfolio=Portfolio(renyi=0.5)))
    for number in range(200):
        try:
            ledger.charge(DATASET, Payment("owner", confirm=True), [laplace(str(number), Fraction(1, 50))])
        except BudgetError:
            break
    standing = ledger.standing(DATASET)
    assert set(standing.account.ended) == {"pure", "gaussian"} or not standing.live
    alone = Budget(epsilon=1.0, delta=1e-6).filters()[1].limit
    gaussian = alone // (Charge.of(Laplace(Fraction(1, 50))).booked.mu_squared or 1)
    assert number > max(gaussian, 50)
    assert ledger.verify()


def rounds(key: str, *losses: Loss) -> Item:
    """An ask of several rounds."""
    return Item(key, {"question": key}, Charge.total(Charge.of(loss) for loss in losses))


def test_rounds_that_compose_across_the_asks_of_a_plan_are_charged_together(folder: Path) -> None:
    """Two asks of selections and noisy counts: together their selections need less than the sum of both."""
    ledger = opened(folder, Budget(epsilon=1.0, delta=1e-6))
    few = (BoundedRange(Fraction(1, 10)),) * 3 + (Gaussian(Fraction(1, 1000)),) * 2
    several = (BoundedRange(Fraction(1, 9)),) * 3 + (Gaussian(Fraction(1, 900)),) * 2
    ledger.charge(DATASET, Payment("owner"), [rounds("a", *few), rounds("b", *several)])
    booked = ledger.entries(DATASET)[-1].payload["charge"]["mu_squared"]
    apart = sum(Charge.total(map(Charge.of, losses)).booked.mu_squared or 0 for losses in (few, several))
    assert 0.9 * apart < booked < apart, "the plan is composed as a whole"
    assert connect(folder).verify() == 3


def forged_rounds(ledger: Ledger, mu_squared: Fraction, newer: bool = False) -> None:
    """Appends a charge of this size for an ask whose Gaussian rounds have a mu squared of 1/500."""
    forgery = rounds("a", *(BoundedRange(Fraction(1, 10)),) * 3, *(Gaussian(Fraction(1, 1000)),) * 2)
    account, line = ledger.dataset(DATASET).account, forgery.line()
    booked = forgery.charge.booked_in(account).to_dict() | {"mu_squared": int(mu_squared * ATTO)}
    if newer:
        line["losses"] = [[{"loss": "of a newer version", "size": "1"}, 2]]
    payload = {"charge": booked, "asks": [line], "state": account.add(Amounts(**booked)).state()}
    with ledger._journal.writing("act") as draft:
        draft.append("charge", "owner", DATASET, payload)
        draft.row = None


def test_noise_that_does_not_compose_must_be_charged_in_full(ledger: Ledger, folder: Path) -> None:
    forged_rounds(ledger, Fraction(99, 100) * Fraction(1, 500))
    with pytest.raises(LedgerError, match="Entry 3 "):
        connect(folder)


def test_selections_that_compose_are_charged_like_the_largest_at_least(ledger: Ledger, folder: Path) -> None:
    forged_rounds(ledger, Fraction(1, 500))
    with pytest.raises(LedgerError, match="Entry 3 "):
        connect(folder)


ALONE = BoundedRange(Fraction(1, 10)).mu_squared or Fraction(0)


@pytest.mark.parametrize(("mu_squared", "newer"), [(Fraction(1, 500) + ALONE, False), (Fraction(1, 1000), True)])
def test_selections_and_losses_of_newer_versions_may_compose(
    ledger: Ledger, folder: Path, mu_squared: Fraction, newer: bool
) -> None:
    forged_rounds(ledger, mu_squared, newer)
    assert connect(folder).verify() == 3
