"""A team for tests: ada opened the dataset, oda owns it too, ben and bob are analysts, cy looks on, eve is a stranger.

Ledgers here have no rows, and their asks are bare prices; importable by processes of their own.
"""

from __future__ import annotations

import itertools
import secrets
import time
from collections.abc import Mapping
from fractions import Fraction
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from dpcore import failpoint
from dpcore.budget.account import Account, Amounts
from dpcore.budget.budget import Budget
from dpcore.budget.charge import Charge
from dpcore.errors import AccessError, BudgetError
from dpcore.ledger.chain import Chain
from dpcore.ledger.entry import Row, canonical, digest
from dpcore.ledger.ledger import Item, Ledger, Payment
from dpcore.ledger.replay import extend
from dpcore.table.column import Number
from dpcore.table.schema import Schema
from dpcore.table.table import Table
from tests.budget import kinds
from tests.ledger.world import die

DATASET = "d1"
ATTO = 10**18
ROLES = {"oda": "owner", "ben": "analyst", "bob": "analyst", "cy": "viewer"}
TABLE = Table(Schema(x=Number(0, 1)))
START = "2026-05-01T12:00:00+00:00"

_numbers = itertools.count()


def ask(attos: int, key: str = "") -> Item:
    """A Gaussian ask that costs so many 1e-18 of mu**2; free at 0."""
    data = {"lane": "gaussian", "price": str(Fraction(attos, ATTO)), "words": "a question"}
    charge = kinds.gaussian(Fraction(attos, ATTO)) if attos else Charge.nothing()
    return Item(key or f"k{next(_numbers)}", data, charge, free=not attos)


def opened(url: str, home: Path, budget: Budget | None = None) -> Ledger:
    """A ledger with one dataset, mu 1 (1e18 of mu**2) unless another budget is given, and everybody in their roles."""
    ledger = Ledger(url, home)
    ledger.open_dataset(DATASET, "visits", "ada", TABLE.to_dict(), budget or Budget(mu=1.0), {"path": "rows"})
    for member, role in ROLES.items():
        ledger.act("grant", "ada", DATASET, {"member": member, "role": role})
    return ledger


def give(ledger: Ledger, member: str, amount: int, *, by: str = "ada", until: str | None = None, delta: int = 0) -> str:
    """Set so many 1e-18 of mu**2 aside; the slice's name."""
    identifier = secrets.token_hex(8)
    figures = {"currency": "mu", "amount": amount, "delta": delta, "until": until}
    ledger.act("slice", by, DATASET, {"slice": identifier, "member": member, **figures})
    return identifier


def propose(ledger: Ledger, user: str, items: list[Item], slot: str | None = None) -> str:
    """Chain a proposal of these asks; its name."""
    identifier = secrets.token_hex(8)
    total = Charge.total(one.charge for one in items).booked.to_dict()
    plan = {"asks": [], "slot": slot}
    payload = {"asks": [one.line() for one in items], "plan": plan, "note": "", "charge": total}
    ledger.act("propose", user, DATASET, {"proposal": identifier, **payload})
    return identifier


def spent(ledger: Ledger) -> int:
    """What is charged in all, in 1e-18 of mu**2."""
    return ledger.dataset(DATASET).account.spent.mu_squared or 0


class Forge:
    """A chain made by hand: every hash is right, and anybody may have written anything."""

    def __init__(self, budget: Budget | None = None) -> None:
        self.chain, self.time = Chain(), START
        limits = budget or Budget(mu=1.0)
        filters = [one.to_dict() for one in limits.filters()]
        self.write("", "genesis", ledger="0" * 32, schema=1)
        self.write("ada", "open", name="visits", facts={}, budget=limits.to_dict(), filters=filters, rows="0" * 64)
        for member, role in ROLES.items():
            self.write("ada", "grant", member=member, role=role)

    def write(self, user: str, kind: str, *, at: str | None = None, **payload: Any) -> None:
        """One more entry, taken in as any other. Raises LedgerError where it does not verify."""
        number, previous = self.chain.last
        dataset = "" if kind == "genesis" else DATASET
        row: Row = (number + 1, previous, "", at or self.time, user, dataset, kind, canonical(payload))
        extend(self.chain, [(*row[:2], digest(row), *row[3:])])

    @property
    def account(self) -> Account:
        return self.chain.datasets[DATASET].account

    def slice(self, member: str, amount: int, *, by: str = "ada", **other: Any) -> str:
        """A slice of so many 1e-18 of mu**2; its name."""
        identifier = secrets.token_hex(8)
        figures = {"currency": "mu", "amount": amount, "delta": 0, "until": None, **other}
        self.write(by, "slice", slice=identifier, member=member, **figures)
        return identifier

    def charge(
        self, user: str, attos: int, lines: list[Mapping[str, Any]] | None = None, at: str | None = None, **by: Any
    ) -> None:
        """A charge whose account is right, paid as `by` says."""
        charge = Amounts(None, attos) if attos else Amounts()
        asks = lines if lines is not None else [ask(attos).line()]
        account = self.account.use(by["slot"]) if by.get("slot") else self.account.add(charge)
        self.write(user, "charge", at=at, charge=charge.to_dict(), asks=asks, state=account.state(), **by)


# Processes


def race(pipe: Connection, url: str, home: Path, user: str, attempts: int, attos: int) -> None:
    """Many charges of one person against the same person elsewhere, each shown as what came of it."""
    ledger = Ledger(url, home)
    _wait(pipe, home)
    for _ in range(attempts):
        try:
            ledger.charge(DATASET, Payment(user), [ask(attos, secrets.token_hex(8))])
            pipe.send(("", "granted"))
        except BudgetError:
            pipe.send(("", "refused"))


def decide(pipe: Connection, url: str, home: Path, user: str, kind: str, payload: dict[str, Any]) -> None:
    """One act at the same moment as others, and what came of it."""
    ledger = Ledger(url, home)
    _wait(pipe, home)
    if kind == "slice":
        payload = {**payload, "slice": secrets.token_hex(8)}
    try:
        ledger.act(kind, user, DATASET, payload)
        pipe.send((user, "done"))
    except (AccessError, BudgetError) as error:
        pipe.send((user, error.message))


def die_in(pipe: Connection, url: str, home: Path, point: str, user: str, kind: str, payload: dict[str, Any]) -> None:
    """One act, killed at a point."""
    ledger = Ledger(url, home)
    failpoint._hook = die(point)
    if kind == "charge":
        ledger.charge(DATASET, Payment(user, proposal=payload.get("proposal")), [ask(payload["attos"], payload["key"])])
    else:
        ledger.act(kind, user, DATASET, payload)
    pipe.send((user, "done"))


def _wait(pipe: Connection, home: Path) -> None:
    pipe.send(("ready", ""))
    while not (home / "go").exists():
        time.sleep(0.001)
