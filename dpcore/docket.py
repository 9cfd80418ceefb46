"""What was asked of one dataset and paid for, and what that makes of the next plan: requests, public counts, items."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, final

import numpy as np

from dpcore.budget.charge import Charge
from dpcore.budget.standing import Standing
from dpcore.errors import QueryError
from dpcore.ledger.bill import Item
from dpcore.number import shown
from dpcore.plan import Plan
from dpcore.queries import Count, Query
from dpcore.quote import NO_ROWS, Counts, Priced, Quote, again, charge_of, new_asks, price
from dpcore.release import Request
from dpcore.shelf import Dataset

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dpcore.ledger.ledger import Ledger

SLOT_OF_OWNERS = "Slots are paid by owners, or by a plan that an owner approved: propose this one."
NO_MORE = "The rows of this dataset are deleted: what is answered stays, and nothing new can be asked of it."


@final
@dataclass(frozen=True, slots=True)
class Docket:
    """The asks of one dataset: those in the ledger, and those of a plan as they would enter it. Reads no row."""

    ledger: Ledger
    dataset: Dataset
    user: str

    def requests(self, plan: Plan, measurement: int = 0) -> list[Request]:
        """The plan's asks, priced, each with the key under which it is paid and answered once."""
        if not isinstance(plan, Plan):
            raise QueryError(f"A plan is needed. Got {shown(plan)}.", "dp.Plan([dp.Ask(dp.Count())], mu=0.1)")
        dataset = self.dataset
        lane = plan.lane(dataset.budget.delta is not None)
        asks = price(plan, dataset.table, lane, self.counts())
        return [Request(ask.key(dataset.id, dataset.version, measurement), ask, measurement) for ask in asks]

    def asks(self, user: str | None = None) -> list[tuple[str, dict[str, Any]]]:
        """Every ask that was ever charged, to one user or to anybody, with its key, oldest first."""
        entries = self.ledger.entries(self.dataset.id)
        charges = [one for one in entries if one.kind == "charge" and user in (None, one.user)]
        return [(ask["key"], ask["ask"]) for one in charges for ask in one.payload["asks"]]

    def unanswered(self) -> list[Request]:
        """What was paid for the present version of the rows and has no answer: a crash, or a stop, left it so.

        An owner's are everybody's, an analyst's only those that the analyst paid.
        """
        paid = dict(self.asks(None if self.dataset.role == "owner" else self.user))
        open_ = {key: paid[key] for key in paid.keys() - self.ledger.known(paid)}
        found = [(key, again(ask, self.dataset.table), ask["measurement"]) for key, ask in open_.items()]
        dataset = self.dataset
        return [
            Request(key, ask, number)
            for key, ask, number in sorted(found, key=lambda one: list(paid).index(one[0]))
            if ask.key(dataset.id, dataset.version, number) == key
        ]

    def quote(self, plan: Plan) -> Quote:
        """What a plan would cost and how wrong its answers would be."""
        requests = self.requests(plan)
        asks = tuple(request.priced for request in requests)
        paid = self.ledger.charged(request.key for request in requests)
        stored = tuple(request.key in paid for request in requests)
        charge, standing = charge_of(new_asks(asks, stored)), self.ledger.standing(self.dataset.id, self.user)
        costs, open_ = charge != Charge.nothing(), self.dataset.has_rows or all(stored)
        slot = plan.slot if costs else None
        may = self.dataset.role == "owner" or slot is None
        return Quote(
            asks=asks,
            lane=plan.lane(self.dataset.budget.delta is not None),
            charge=charge,
            fits=open_ and may and standing.affords(charge, slot),
            ends=standing.ends(charge) if slot is None else (),
            stored=stored,
            standing=standing,
            after=standing.after(charge, slot) if open_ and may else None,
            hints=(*(() if open_ else (NO_MORE,)), *hints(asks), *_paying(standing, charge, slot, may)),
            slot=slot,
        )

    def counts(self) -> Counts:
        """Public guesses of the rows in each cell of a question: a released count of them, else the declared number."""
        table = self.dataset.table
        released: dict[str, str] = {}
        for key, ask in self.asks():
            if ask["query"]["query"] == Count.name:
                released[json.dumps(ask["query"], sort_keys=True)] = key

        def counts(query: Query) -> NDArray[np.float64]:
            guess: NDArray[np.float64] = np.zeros(0)
            key = released.get(json.dumps(Count(query.by, query.where).to_dict(), sort_keys=True))
            text = self.ledger.answer(key) if key else None
            if text is not None:
                guess = np.maximum(np.array(json.loads(text)["estimates"]["estimate"], dtype=np.float64), 1.0)
                return guess
            cells = math.prod(axis.size for axis in query.axes(table.schema))
            return np.full(1, table.expected_rows / cells) if table.expected_rows else guess

        return counts


def item(request: Request) -> Item:
    """A request as the ledger pays for it."""
    ask = request.priced
    data = {
        "query": ask.query.to_dict(),
        "lane": ask.lane,
        "price": str(ask.price),
        "measurement": request.measurement,
        "words": str(ask.query),
    }
    return Item(request.key, data, charge_of([ask]), free=not ask.price)


def hints(asks: Sequence[Priced]) -> tuple[str, ...]:
    """What a person should know about the predicted errors."""
    return (NO_ROWS,) if any(np.isnan(ask.std_error) for ask in asks) else ()


def _paying(standing: Standing, charge: Charge, slot: str | None, may: bool) -> tuple[str, ...]:
    """What to know about the slot that pays, or about the slice that does not."""
    if not may:
        return (SLOT_OF_OWNERS,)
    if slot is None and standing.cap is not None and not standing.affords(charge):
        refusal = standing.refusal(charge)
        return (f"{refusal.message} {refusal.hint}",)
    found = None if slot is None else standing.account.slot(slot)
    if found is None or not standing.affords(charge, slot):
        return () if slot is None else (standing.slot_refusal(charge, slot).message,)
    one, left = found
    used = f"mu {math.sqrt(charge.composed() or 0):.3g}" if one.mu is not None else str(charge)
    return (
        f"The slot “{one.name}” pays: this plan uses {used} of its {one}, and what it leaves of it is lost. "
        f"{left - 1} of {one.times} remain.",
    )
