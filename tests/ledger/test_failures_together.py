"""The account for failures when several processes charge it, or open it, at the same time."""

from __future__ import annotations

import time
from collections import Counter
from fractions import Fraction
from multiprocessing.connection import Connection
from pathlib import Path

from dpcore.budget.budget import Budget
from dpcore.budget.charge import Charge
from dpcore.budget.failure import account_of
from dpcore.budget.loss import Subsampled
from dpcore.errors import BudgetError
from dpcore.ledger.ledger import Item, Payment
from tests.ledger.world import DATASET, connect, item, opened, seen, start

OLD = Budget.from_dict({"epsilon": 1.0, "delta": 1e-6, "mu": None})
SAMPLES = Charge.of(Subsampled(Fraction(1, 10**6), Fraction(1, 5), 1, Fraction(1, 10**11)))


def sampling(pipe: Connection, folder: Path, name: str, attempts: int) -> None:
    """Questions on random samples, each for a hundredth of the account."""
    ledger = ready(pipe, folder)
    for number in range(attempts):
        try:
            ledger.charge(DATASET, Payment("owner"), [Item(f"{name}/{number}", {"question": number}, SAMPLES)])
            pipe.send((name, "granted"))
        except BudgetError:
            pipe.send((name, "refused"))


def counting(pipe: Connection, folder: Path, name: str, wait: float) -> None:
    """Questions that fill the whole Gaussian account, which a division would make smaller."""
    ledger = ready(pipe, folder)
    time.sleep(wait)
    price = Fraction(ledger.dataset(DATASET).account.filters[1].limit, 10**18)
    try:
        ledger.charge(DATASET, Payment("owner"), [item(name, price)])
        pipe.send((name, "granted"))
    except BudgetError:
        pipe.send((name, "refused"))


def setting_aside(pipe: Connection, folder: Path, name: str) -> None:
    """The owner divides delta, or adds to it where something was charged."""
    ledger = ready(pipe, folder)
    for divide in (True, False):
        try:
            ledger.set_aside(DATASET, "owner", divide)
            pipe.send((name, "divided" if divide else "added"))
        except BudgetError:
            pipe.send((name, "refused"))


def ready(pipe: Connection, folder: Path):  # type: ignore[no-untyped-def]
    """The ledger, when everybody is there."""
    ledger = connect(folder)
    pipe.send(("ready", ""))
    while not (folder / "go").exists():
        time.sleep(0.001)
    return ledger


def together(folder: Path, *programs: tuple[object, ...]) -> Counter[tuple[str, str]]:
    """What came of all of them."""
    running = [start(target, folder, *arguments) for target, *arguments in programs]  # type: ignore[arg-type]
    for _, pipe in running:
        assert pipe.recv()[0] == "ready"
    (folder / "go").touch()
    return Counter(what for process, pipe in running for what in seen(process, pipe))


def test_four_processes_get_exactly_a_hundred_samples(folder: Path) -> None:
    opened(folder, Budget(epsilon=1.0, delta=1e-6)).close()
    outcome = together(folder, *((sampling, f"p{number}", 30) for number in range(4)))
    assert Counter(what for _, what in outcome.elements()) == {"granted": 100, "refused": 20}
    ledger = connect(folder)
    account = ledger.dataset(DATASET).account
    assert account.spent.delta == account_of(account) == 10**9
    ledger.verify()


def test_delta_is_divided_before_the_first_charge_or_not_at_all(folder: Path) -> None:
    opened(folder, OLD).close()
    outcome = together(folder, (setting_aside, "owner"), (counting, "first", 0.0), (counting, "second", 0.0))
    ledger = connect(folder)
    kinds = [entry.kind for entry in ledger.entries(DATASET) if entry.kind != "open"]
    assert len([kind for kind in kinds if kind in ("divide", "raise")]) == 1
    assert "divide" not in kinds[1:], "nothing is divided once something was charged"
    assert ("owner", "divided" if kinds[0] == "divide" else "added") in outcome
    assert account_of(ledger.dataset(DATASET).account) == 10**9
    ledger.verify()
