"""Declared slots: how much room they leave, what each pays, and that they pay once."""

from __future__ import annotations

import math
import threading
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import dpcore as dp
from dpcore import tradeoff
from dpcore.budget.account import ATTO, Account
from dpcore.budget.budget import Budget, Portfolio
from dpcore.budget.charge import Charge
from dpcore.budget.loss import Laplace, Pure
from dpcore.budget.slot import Slot, together
from dpcore.errors import BudgetError, LedgerError
from dpcore.ledger.ledger import Ledger, Payment
from tests.budget import kinds
from tests.ledger.world import DATASET, connect, item, opened, pure_item, seen, start
from tests.release.conftest import SCHEMA, visits

MONTHLY, AUDIT = Slot("monthly", mu=0.1, times=12), Slot("audit", epsilon=0.2, times=4)
BOTH = Budget(epsilon=3.0, delta=1e-6, slots=(MONTHLY, AUDIT))


def free(budget: Budget) -> float:
    """The mu of the free part."""
    (one,) = budget.filters()
    assert one.name == "gaussian"
    return math.sqrt(one.limit / ATTO)


# How much is left beside them


def test_slots_and_free_part_together_keep_the_promise_and_no_more_would() -> None:
    def delta(mu: float) -> float:
        return float(tradeoff.compose([together(BOTH.slots), tradeoff.gaussian(mu)]).delta(3.0))

    assert delta(free(BOTH)) <= 1e-6 < delta(free(BOTH) * 1.001)


def test_gaussian_slots_leave_the_rest_of_mu_squared() -> None:
    budget = Budget(epsilon=1.0, delta=1e-6, slots=(Slot("s", mu=0.05, times=10),))
    whole = dp.calibrate.mu(1.0, 1e-6)
    assert free(budget) ** 2 == pytest.approx(whole**2 - 10 * 0.05**2, rel=1e-12)
    curve = tradeoff.compose([together(budget.slots), tradeoff.gaussian(free(budget))])
    assert curve.delta(1.0) <= 1e-6 * (1 + 1e-12)


def test_pure_slots_by_the_exact_mixture() -> None:
    """delta of k coins beside a Gaussian is a binomial average of the Gaussian's: computed apart, in closed form."""
    budget = Budget(epsilon=2.0, delta=1e-6, slots=(Slot("s", epsilon=0.2, times=4),))
    p, mu = 1 / (1 + math.exp(-0.2)), free(budget)

    def delta(mu: float) -> float:
        weights = [math.comb(4, j) * p**j * (1 - p) ** (4 - j) for j in range(5)]
        normal = tradeoff.gaussian(mu)
        return math.fsum(weight * normal.delta(2.0 - (2 * j - 4) * 0.2) for j, weight in enumerate(weights))

    assert delta(mu) <= 1e-6 * (1 + 1e-9)
    assert delta(mu * (1 + 1e-6)) > 1e-6


def test_slots_give_more_than_a_filter_does() -> None:
    """A hundred Laplace-sized answers of 0.05: 2.21 as slots of coins, 2.89 in the Gaussian filter."""
    hundred = Slot("s", epsilon=0.05, times=100)
    assert Budget(epsilon=2.2076, delta=1e-6, slots=(hundred,)).filters()[0].limit >= 0
    with pytest.raises(BudgetError, match="too large for this budget"):
        Budget(epsilon=2.2, delta=1e-6, slots=(hundred,)).filters()


def test_a_mu_budget_takes_their_mu_off() -> None:
    assert free(Budget(mu=0.5, slots=(MONTHLY,))) ** 2 == pytest.approx(0.25 - 0.12, rel=1e-12)
    mixed = Budget(mu=0.7, slots=(MONTHLY, AUDIT))
    assert free(mixed) ** 2 <= 0.49 - 0.12 - tradeoff.pure(0.2).repeat(2).mu() ** 2
    with pytest.raises(BudgetError, match=r"together they cost mu 0\.3464, and the budget is 0\.3"):
        Budget(mu=0.3, slots=(MONTHLY,)).filters()


def test_a_pure_budget_takes_their_epsilon_off() -> None:
    (one,) = Budget(epsilon=1.0, slots=(AUDIT,)).filters()
    assert (one.name, one.limit) == ("pure", ATTO // 5)
    assert Budget(epsilon=0.8, slots=(AUDIT,)).filters()[0].limit == 0
    with pytest.raises(BudgetError, match=r"together they cost epsilon 0\.8, and the budget is 0\.7"):
        Budget(epsilon=0.7, slots=(AUDIT,)).filters()
    with pytest.raises(BudgetError, match="pure slots only"):
        Budget(epsilon=1.0, slots=(MONTHLY,))


def test_too_large_slots_are_refused_with_a_sentence() -> None:
    with pytest.raises(BudgetError, match="The declared slots are too large for this budget: at epsilon 1 ") as caught:
        Budget(epsilon=1.0, delta=1e-6, slots=(Slot("s", mu=0.3),)).filters()
    assert caught.value.hint


def test_no_other_filter_stands_beside_slots() -> None:
    assert [one.name for one in BOTH.filters()] == ["gaussian"]
    with pytest.raises(BudgetError, match="with slots cannot have a portfolio"):
        Budget(epsilon=1, delta=1e-6, slots=(AUDIT,), portfolio=Portfolio(renyi=0.1))


@pytest.mark.parametrize(
    "given",
    [
        *(
            {"name": ""},
            {"name": " ", "mu": 1},
            {"name": "a\n", "mu": 1},
            {"name": 3, "mu": 1},
            {"name": "a" * 101, "mu": 1},
        ),
        *({"name": "a"}, {"name": "a", "mu": 1, "epsilon": 1}, {"name": "a", "mu": 0}, {"name": "a", "epsilon": -1}),
        *({"name": "a", "mu": math.nan}, {"name": "a", "mu": "1"}, {"name": "a", "mu": 101}),
        *({"name": "a", "mu": 1, "times": times} for times in (0, -1, 1.5, True, 10**9, "2")),
    ],
    ids=str,
)
def test_a_senseless_slot_is_refused(given: dict[str, Any]) -> None:
    with pytest.raises(BudgetError, match=r"Hint: "):
        Slot(**given)


def test_slots_of_a_budget_are_slots_with_names_of_their_own() -> None:
    for slots in ((MONTHLY, Slot("monthly", mu=0.2)), "monthly", 5, [5], [{"name": "a", "rho": 1}]):
        with pytest.raises(BudgetError, match="Hint: "):
            Budget(mu=1.0, slots=slots)  # type: ignore[arg-type]
    assert Budget(mu=1.0, slots=[MONTHLY]) == Budget(mu=1.0, slots=(MONTHLY,))  # type: ignore[arg-type]


def test_slots_are_read_back() -> None:
    assert Budget.from_dict(BOTH.to_dict()) == BOTH
    assert hash(BOTH)


# What one pays


def fits(charge: Charge, name: str) -> bool:
    return Account(BOTH.filters(), slots=BOTH.slots).fits(charge.booked, name)


def test_a_plan_within_the_price_fits_and_one_beyond_does_not() -> None:
    tenth = kinds.gaussian(Fraction(1, 100))
    assert fits(tenth, "monthly")
    assert not fits(tenth + kinds.gaussian(Fraction(1, 10**18)), "monthly")
    assert fits(Charge.of(Pure(Fraction(1, 5))), "audit")
    assert not fits(Charge.of(Pure(Fraction(1, 5) + Fraction(1, 10**17))), "audit")
    assert not fits(kinds.gaussian(Fraction(1, 10**6)), "audit"), "no pure epsilon covers Gaussian noise"
    assert fits(Charge.of(Laplace(Fraction(1, 20))), "monthly"), "mu covers a pure plan"
    assert not fits(Charge(None, Fraction(1, 1000), Fraction(1, 10**9)), "monthly"), "a slot has no delta"
    assert not fits(tenth, "weekly")


# In the ledger


def slotted(folder: Path) -> Ledger:
    return opened(folder, BOTH)


def test_a_slot_pays_instead_of_the_filters_and_the_chain_counts_it(tmp_path: Path) -> None:
    ledger = slotted(tmp_path)
    ledger.charge(DATASET, Payment("owner", slot="monthly"), [item("a", Fraction(1, 200)), item("b", Fraction(1, 200))])
    entry = ledger.entries(DATASET)[-1]
    assert entry.payload["slot"] == "monthly"
    assert entry.payload["state"]["slots"] == {"monthly": 1, "audit": 0}
    standing = ledger.standing(DATASET)
    assert standing.fraction_left == 1.0
    assert standing.account.slot("monthly") == (MONTHLY, 11)
    assert connect(tmp_path).standing(DATASET).account == standing.account
    assert ledger.verify() == 3


def test_a_repeat_uses_no_slot(tmp_path: Path) -> None:
    ledger = slotted(tmp_path)
    for _ in range(3):
        assert ledger.charge(DATASET, Payment("owner", slot="monthly"), [item("a")]) == {"a": 3}
    assert ledger.standing(DATASET).account.used == (1, 0)


def test_refusals_say_why_and_use_nothing(tmp_path: Path) -> None:
    ledger = slotted(tmp_path)
    refusals = [
        (item("a", Fraction(2, 100)), "monthly", r"costs mu 0\.1414, and the slot 'monthly' pays mu 0\.1"),
        (item("a"), "weekly", r"no slot 'weekly'\. Hint: Its slots: 'monthly', 'audit'"),
        (item("a"), "audit", "pays for pure plans only"),
        (pure_item("a", Fraction(3, 10), 0.4), "audit", r"costs epsilon 0\.3, and the slot 'audit' pays epsilon 0\.2"),
    ]
    for one, name, said in refusals:
        with pytest.raises(BudgetError, match=said):
            ledger.charge(DATASET, Payment("owner", slot=name), [one])
    for number in range(4):
        ledger.charge(DATASET, Payment("owner", slot="audit"), [pure_item(f"p{number}", Fraction(1, 5), 0.3)])
    with pytest.raises(BudgetError, match="The slot 'audit' is used up: all 4 payments were made"):
        ledger.charge(DATASET, Payment("owner", slot="audit"), [pure_item("p5", Fraction(1, 5), 0.3)])
    assert ledger.standing(DATASET).account.used == (0, 4)


def test_eight_threads_want_the_last_slot_and_one_gets_it(tmp_path: Path) -> None:
    ledger, outcome = slotted(tmp_path), Counter[str]()
    for number in range(11):
        ledger.charge(DATASET, Payment("owner", slot="monthly"), [item(f"before {number}")])
    ready = threading.Barrier(8)

    def pay(number: int) -> None:
        ready.wait()
        try:
            ledger.charge(DATASET, Payment("owner", slot="monthly"), [item(f"last {number}")])
            outcome["granted"] += 1
        except BudgetError:
            outcome["refused"] += 1

    threads = [threading.Thread(target=pay, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert outcome == {"granted": 1, "refused": 7}
    assert ledger.standing(DATASET).account.used == (12, 0)
    assert ledger.verify() == 2 + 12


def die_with_a_slot(pipe: Any, folder: Path, point: str) -> None:
    from dpcore import failpoint
    from tests.ledger.world import die

    ledger = connect(folder)
    failpoint._hook = die(point)
    ledger.charge(DATASET, Payment("owner", slot="monthly"), [item("a")])
    pipe.send(("paid", ""))


@pytest.mark.sample(2)
@pytest.mark.parametrize("point", ["before_charge", "in_charge", "after_charge", "after_anchor"])
def test_killed_at_a_point_a_slot_is_used_once(tmp_path: Path, point: str) -> None:
    slotted(tmp_path).close()
    assert seen(*start(die_with_a_slot, tmp_path, point)) == []
    seen(*start(die_with_a_slot, tmp_path, point))
    ledger = connect(tmp_path)
    ledger.charge(DATASET, Payment("owner", slot="monthly"), [item("a")])
    assert ledger.standing(DATASET).account.used == (1, 0)
    assert ledger.verify() == 3


def test_an_entry_that_overdraws_a_slot_is_found(tmp_path: Path) -> None:
    """A well-hashed entry that uses a slot beyond its price, or does not count it, does not fold."""
    ledger = slotted(tmp_path)
    with ledger._journal.writing("act") as draft:
        charge = {"epsilon": None, "mu_squared": 2 * ATTO // 100, "delta": 0}
        state = {"spent": {"epsilon": 0, "mu_squared": 0, "delta": 0}, "ended": [], "slots": {"monthly": 1, "audit": 0}}
        draft.append("charge", "eve", DATASET, {"charge": charge, "asks": [], "state": state, "slot": "monthly"})
        draft.row = None
    with pytest.raises(LedgerError, match="Entry 3 "):
        connect(tmp_path).verify()


def test_the_free_part_pays_beside_them_and_a_raise_keeps_them(tmp_path: Path) -> None:
    ledger = slotted(tmp_path)
    ledger.charge(DATASET, Payment("owner"), [item("a", Fraction(1, 10))])
    assert 0 < ledger.standing(DATASET).fraction_left < 1
    with pytest.raises(BudgetError, match="its form, filters and slots cannot change"):
        ledger.raise_budget(DATASET, "owner", Budget(epsilon=4.0, delta=1e-6, slots=(MONTHLY,)))
    ledger.raise_budget(DATASET, "owner", Budget(epsilon=4.0, delta=1e-6, slots=(MONTHLY, AUDIT)))
    ledger.charge(DATASET, Payment("owner", slot="monthly"), [item("b")])
    assert connect(tmp_path).standing(DATASET).account.used == (1, 0)


# At the desk


@pytest.fixture
def desk(tmp_path: Path) -> Any:
    with dp.Desk(f"sqlite:///{tmp_path / 'm.db'}", home=tmp_path / "home") as desk:
        desk.add_dataset("visits", dp.read(visits(30)), schema=SCHEMA, budget=BOTH)
        yield desk


def test_a_plan_names_the_slot_that_pays(desk: dp.Desk) -> None:
    plan = dp.Plan([dp.Ask(dp.Count(), weight=1), dp.Ask(dp.Sum("cost"), weight=2)], mu=0.08, slot="monthly")
    assert dp.Plan.from_dict(plan.to_dict()) == plan
    quote = desk.quote("visits", plan)
    assert quote.fits and quote.slot == "monthly" and quote.after is not None
    assert "uses mu 0.08 of its mu 0.1; the unused rest is lost. 11 of 12 uses remain." in quote.hints[-1]
    answers = desk.release("visits", plan)
    assert desk.release("visits", plan) == answers
    assert desk.standing("visits").account.used == (1, 0)
    assert desk.quote("visits", plan).slot is None, "an answered plan uses none"
    large = desk.quote("visits", dp.Plan([dp.Ask(dp.Sum("age"), mu=0.2)], slot="monthly"))
    assert not large.fits and "pays mu 0.1" in large.hints[-1]
    desk.verify()


def test_a_pure_plan_pays_a_mu_slot_by_its_composed_curve(desk: dp.Desk) -> None:
    asks = [dp.Ask(dp.Sum(column), epsilon=0.06) for column in ("cost", "age")]
    assert math.sqrt(2) * tradeoff.laplace(0.06).mu() > 0.1
    plan = dp.Plan(asks, slot="monthly")
    assert desk.quote("visits", plan).fits
    desk.release("visits", plan)
    assert desk.standing("visits").account.used == (1, 0)


def test_a_slot_that_is_no_name_is_refused() -> None:
    with pytest.raises(dp.QueryError, match="slot of a plan must be a name"):
        dp.Plan([dp.Count()], mu=0.1, slot=3)  # type: ignore[arg-type]
