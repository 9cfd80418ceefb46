"""What the ledger asks of a charge: at least what the recorded losses of its asks book, and never more."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from dpcore.budget import many_pure
from dpcore.budget.account import ATTO, Amounts
from dpcore.budget.budget import Budget, Portfolio
from dpcore.budget.charge import Charge
from dpcore.budget.loss import Approximate, BoundedRange, Gaussian, Laplace, Loss, Pure
from dpcore.errors import LedgerError
from dpcore.ledger.covering import covers
from dpcore.ledger.payment import Item
from tests.ledger.world import DATASET, connect, opened

KINDS: tuple[Callable[[Fraction], Loss], ...] = (
    Gaussian,
    Pure,
    Laplace,
    BoundedRange,
    lambda size: Approximate(size, size / 10**9),
)
BUDGETS = (
    Budget(epsilon=1.0, delta=1e-6),
    Budget(epsilon=1.0, delta=1e-6, portfolio=Portfolio(failure=0.5)),
    Budget(epsilon=3.0, delta=1e-5, portfolio=Portfolio(renyi=0.1, failure=0.1)),
)


def size(draw: random.Random) -> Fraction:
    """A positive amount over the whole range that people use, awkward digits included."""
    return Fraction(draw.randint(1, 10**9), draw.choice((10**9, 7 * 10**10, 3**20, 10**14)))


def plan(draw: random.Random) -> list[Item]:
    """One to four asks of one to five kinds of rounds."""
    items = []
    for number in range(draw.randint(1, 4)):
        kinds = [draw.choice(KINDS)(size(draw)) for _ in range(draw.randint(1, 5))]
        parts = [Charge.of(loss) for loss in kinds for _ in range(draw.choice((1, 1, 2, 9)))]
        items.append(Item(str(number), {"question": number}, Charge.total(parts)))
    return items


def cut(amounts: Amounts, name: str, share: Fraction) -> Amounts:
    """The amounts with one of them smaller."""
    return replace(amounts, **{name: int(getattr(amounts, name) * share)})


@pytest.mark.parametrize("seed", range(60))
def test_every_honest_plan_is_covered_and_what_adds_up_must_be_charged(seed: int) -> None:
    draw = random.Random(seed)
    account = draw.choice(BUDGETS).account()
    items = plan(draw)
    charge = Charge.total(item.charge for item in items)
    booked, lines = charge.booked_in(account), [item.line() for item in items]
    assert covers(booked, lines, account.order)
    if booked.epsilon and booked.epsilon > 1:
        assert not covers(replace(booked, epsilon=booked.epsilon - 2), lines, account.order)
    if charge.delta:
        assert not covers(replace(booked, delta=int(charge.delta * ATTO) - 1), lines, account.order)
    if booked.renyi and booked.renyi > 10**6:
        assert not covers(cut(booked, "renyi", Fraction(99999, 100000)), lines, account.order)
    parts = charge.parts or ()
    apart = sum((part.mu_squared or 0 for part in parts if isinstance(part, Gaussian | Approximate)), Fraction(0))
    if apart:
        assert not covers(replace(booked, mu_squared=int(apart * ATTO * Fraction(99999, 100000))), lines, account.order)
    largest = max((part.mu_squared or Fraction(0) for part in parts if many_pure.composes(part)), default=Fraction(0))
    if largest and booked.delta <= charge.delta * ATTO + 1:
        least = int((apart + largest) * ATTO * Fraction(99999, 100000))
        assert not covers(replace(booked, mu_squared=least), lines, account.order)


@pytest.mark.parametrize("seed", range(20))
def test_an_ask_of_an_older_or_a_newer_version_counts_as_it_was_booked(seed: int) -> None:
    draw = random.Random(seed)
    losses = [draw.choice(KINDS)(size(draw)) for _ in range(draw.randint(1, 4))]
    items = [Item(str(number), {"question": number}, Charge.of(loss)) for number, loss in enumerate(losses)]
    booked = Charge.total(item.charge for item in items).booked
    older = [{name: value for name, value in item.line().items() if name != "loss"} for item in items]
    newer = [{**line, "loss": {"loss": "of a newer version", "size": "1"}} for line in older]
    for asks in (older, newer):
        assert covers(booked, asks)
        adds_up = "mu_squared" if booked.epsilon is None else "epsilon"
        apart = sum(ask["charge"][adds_up] for ask in asks if adds_up == "epsilon" or ask["charge"]["epsilon"] is None)
        assert not covers(replace(booked, **{adds_up: apart - len(asks) - 1}), asks)


def test_of_an_ask_of_several_rounds_what_is_known_not_to_compose_counts() -> None:
    several = Charge.total([Charge.of(Gaussian(Fraction(1, 10)))] * 2)
    line = Item("a", {"question": "a"}, several).line()
    (stored,) = line["losses"]
    line["losses"] = [stored, [{"loss": "of a newer version", "size": "1"}, 3]]
    known = int(several.booked.mu_squared or 0)
    assert covers(several.booked, [line])
    assert not covers(replace(several.booked, mu_squared=known - 2), [line])


@pytest.mark.parametrize("losses", [[[{}, 2], [{}, -2]], [[{}, 0]], [], [[{}, True]], [[{}, 1.5]]], ids=str)
def test_losses_that_no_version_has_written_are_refused(losses: list[list[object]]) -> None:
    gaussian = Gaussian(Fraction(1)).to_dict()
    line = {"key": "a", "ask": {}, "charge": Amounts(None, 0).to_dict()}
    line["losses"] = [[gaussian, times] for _, times in losses]
    with pytest.raises(ValueError):
        covers(Amounts(None, 0), [line])
    with pytest.raises(ValueError):
        covers(Amounts(None, 0), [{**line, "losses": [[gaussian, 1]], "loss": gaussian}])


@pytest.mark.parametrize("size", ["1/0", "1e400", "1e300", "nan"])
@pytest.mark.parametrize("kind", ["laplace", "pure", "gaussian"])
def test_a_loss_of_no_readable_size_is_covered_by_nothing(kind: str, size: str) -> None:
    much = Amounts(10**40, 10**40)
    line = {"key": "a", "ask": {}, "charge": much.to_dict(), "loss": {"loss": kind, "size": size}}
    with contextlib.suppress(ValueError):
        assert not covers(much, [line])


@pytest.mark.parametrize("seed", range(20))
def test_a_failure_probability_does_not_make_composed_losses_free(seed: int) -> None:
    """With the tiniest, the charge is at least nearly that of the largest loss alone."""
    draw = random.Random(seed)
    kind = draw.choice((Pure, Laplace, BoundedRange))
    losses = [kind(Fraction(draw.randint(10, 300), 100)) for _ in range(draw.randint(2, 4))]
    items = [Item(str(place), {"question": place}, Charge.of(loss)) for place, loss in enumerate(losses)]
    lines = [item.line() for item in items]
    booked = Charge.total(item.charge for item in items).booked
    largest = max(loss.mu_squared or Fraction(0) for loss in losses)
    for failure in (2, 1_000):
        assert covers(replace(booked, delta=failure), lines)
        assert not covers(replace(booked, mu_squared=int(largest * ATTO / 2), delta=failure), lines)


def test_a_mu_computed_on_another_machine_may_differ_in_its_last_digit() -> None:
    loss = Approximate(Fraction(1), Fraction(1, 10**9))
    line = Item("a", {"question": "a"}, Charge.of(loss)).line()
    honest = Charge.of(loss).booked
    booked = replace(honest, mu_squared=int((honest.mu_squared or 0) * (1 - Fraction(1, 10**12))))
    assert covers(booked, [{**line, "charge": booked.to_dict()}])


FORGED: dict[str, dict[str, int | None]] = {
    "nothing": {"epsilon": 0, "mu_squared": 0},
    "no epsilon": {"epsilon": 0},
    "no mu": {"mu_squared": 0},
    "a negative mu": {"mu_squared": -ATTO},
    "a negative delta": {"delta": -5},
    "a little": {"epsilon": 1, "mu_squared": 1},
}


@pytest.mark.sample(10)
@pytest.mark.parametrize("both", [True, False])
@pytest.mark.parametrize("change", FORGED.values(), ids=FORGED)
def test_a_charge_below_its_losses_is_refused(folder: Path, change: dict[str, int | None], both: bool) -> None:
    """`both`: the charge that the ask itself names was lowered too."""
    ledger = opened(folder, BUDGETS[0])
    honest = Item("a", {"question": "a"}, Charge.of(Laplace(Fraction(9, 10))))
    booked = honest.charge.booked.to_dict() | change
    line = honest.line() | ({"charge": booked} if both else {})
    account = ledger.dataset(DATASET).account
    payload = {"charge": booked, "asks": [line], "state": account.add(Amounts(**booked)).state()}
    with ledger._journal.writing("act") as draft:
        draft.append("charge", "owner", DATASET, payload)
        draft.row = None
    with pytest.raises(LedgerError, match="Entry 3 "):
        connect(folder)
