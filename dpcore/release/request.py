"""What was asked of one dataset and paid for, and what that makes of the next plan: requests, public counts, items."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, final

import numpy as np

from dpcore.budget.charge import Charge
from dpcore.errors import DpError, QueryError
from dpcore.ledger.payment import Item
from dpcore.mechanisms import recorded
from dpcore.number import shown
from dpcore.plan.plan import Plan
from dpcore.plan.quote import Guesses, Priced, Quote, again, at_price, charge_of, guesses, key_of, new_asks, price
from dpcore.queries import Count, Query
from dpcore.queries.prediction import Guess, released
from dpcore.release.asking import Request
from dpcore.release.dataset import Dataset
from dpcore.release.hint import earlier, hints, paying
from dpcore.release.measurement import Measured, Paid, measured
from dpcore.text import Text

if TYPE_CHECKING:
    from dpcore.ledger.ledger import Ledger
    from dpcore.mechanisms import Kind, Price

_AS_GOOD = Fraction(9, 10)
"""A paid answer that is wrong by 5 % more than a target error is taken for as good as it."""
OTHERWISE = Text("Nothing was released: the rows or the prices have changed since this plan was looked at.")
NO_MORE = Text("The rows of this dataset are deleted: what is answered stays, and nothing new can be asked of it.")


@final
@dataclass(frozen=True, slots=True)
class Requests:
    """The asks of one dataset: those in the ledger, and those of a plan as they would enter it. Reads no row."""

    ledger: Ledger
    dataset: Dataset
    user: str

    def of(self, plan: Plan, keep: bool = False, quote: Quote | None = None) -> list[Request]:
        """The plan's asks, priced, each with the key under which it is paid and answered once.

        A price that follows from a weight or a target error never buys an answer that is no better than a paid one, nor
        a measurement twice: the ask takes the price that was paid. keep: whatever is answered is not asked again, also
        where it is answered before the charge. quote: nothing is paid that it did not name. Raises QueryError.
        """
        if not isinstance(plan, Plan):
            raise QueryError("A plan is needed. Got {plan}.", "dp.Plan([dp.Ask(dp.Count())], mu=0.1)", plan=shown(plan))
        dataset, version, guesses = self.dataset, self.dataset.version, self.released()
        kind = plan.kind(dataset.budget.delta is not None)
        asks = price(plan, dataset.table, kind, self.declared(), guesses)
        paid = self.paid([ask.query for ask in asks])
        asks = [self._improving(ask, paid.get(_text(ask.query), []), guesses) for ask in asks]
        dearest = _dearest(asks)
        requests = []
        for ask in asks:
            known = paid.get(_text(ask.query), [])
            cost = dearest[_name(ask)] if _derived(ask) else ask.price
            found = _kept(ask.ask.measurement, kind, known) if keep else _settled(replace(ask, price=cost), known)
            cost, number = (cost, ask.ask.measurement) if found is None else (found.price, found.measurement)
            final = ask if cost == ask.price else at_price(ask.ask, ask.query, dataset.table, cost, guesses)
            requests.append(Request(final.key(dataset.id, version, number), final, number, version if keep else None))
        keys = {request.key for request in requests}
        if quote and keys - {*quote.keys, *self.ledger.charged(keys)}:
            raise QueryError(OTHERWISE, "Look at its price again, then release it.")
        return requests

    def kept(self, requests: Sequence[Request]) -> list[Request]:
        """The same requests, in place of each unpaid one the paid ask that has answered its question meanwhile."""
        charged = self.ledger.charged(request.key for request in requests)
        paid, guesses = self.paid([request.priced.query for request in requests]), self.released()
        return [request if request.key in charged else self._instead(request, paid, guesses) for request in requests]

    def _instead(self, request: Request, paid: Mapping[str, Sequence[Paid]], guesses: Guesses) -> Request:
        ask, dataset = request.priced, self.dataset
        found = _kept(request.measurement, type(ask.price), paid.get(_text(ask.query), []))
        if found is None:
            return replace(request, keep=dataset.version)
        final = at_price(ask.ask, ask.query, dataset.table, found.price, guesses)
        return Request(found.key, final, found.measurement)

    def _improving(self, ask: Priced, known: Sequence[Paid], guesses: Guesses) -> Priced:
        """A further measurement by target error pays for what the answer lacks."""
        number = ask.ask.measurement
        mine = [paid for paid in known if type(paid.price) is type(ask.price) and paid.measurement <= number]
        before = [paid for paid in mine if paid.measurement < number]
        if ask.ask.half_width is None or not before or len(mine) > len(before):
            return ask
        cost = measured(before, self._answers(before)).cost(replace(ask.ask, query=ask.query))
        return at_price(ask.ask, ask.query, self.dataset.table, cost, guesses)

    def _answers(self, paid: Sequence[Paid]) -> list[str]:
        return list(self.ledger.stored([answer.key for answer in paid]).values())

    def paid(self, queries: Sequence[Query]) -> dict[str, list[Paid]]:
        """What was charged for these questions on the present version of the rows, by the question, oldest first."""
        wanted = {_text(query) for query in queries}
        found: dict[str, list[Paid]] = {}
        for key, ask in self.asks():
            text = json.dumps(ask["query"], sort_keys=True)
            if text not in wanted:
                continue
            cost, number = recorded(ask["lane"], ask["price"]), ask["measurement"]
            if key == key_of(self.dataset.id, self.dataset.version, ask["query"], cost, number):
                found.setdefault(text, []).append(Paid(key, cost, number))
        return found

    def measured(self, queries: Sequence[Query]) -> list[Measured | None]:
        """What is paid and answered of each question on the present version of the rows; None where nothing is."""
        bound = [query.bind(self.dataset.table.schema) for query in queries]
        paid = self.paid(bound)
        known = {text: measured(some, self._answers(some)) for text, some in paid.items()}
        return [known.get(_text(query)) for query in bound]

    def asks(self, user: str | None = None) -> list[tuple[str, dict[str, Any]]]:
        """Every ask that was ever charged, to one user or to anybody, with its key, oldest first."""
        entries = self.ledger.entries(self.dataset.id)
        charges = [entry for entry in entries if entry.kind == "charge" and user in (None, entry.user)]
        return [(ask["key"], ask["ask"]) for charge in charges for ask in charge.payload["asks"]]

    def unanswered(self) -> list[Request]:
        """What was paid for the present version of the rows and has no answer: a crash, or a stop, left it so.

        An owner's are everybody's, an analyst's only those that the analyst paid. What only another version of the
        program can ask, or has charged otherwise, is left to it.
        """
        dataset, paid = self.dataset, dict(self.asks(None if self.dataset.role == "owner" else self.user))
        known, found = self.ledger.known(paid), []
        for key in [key for key in paid if key not in known]:
            with contextlib.suppress(DpError):
                ask, number = again(paid[key], dataset.table), paid[key]["measurement"]
                if ask.key(dataset.id, dataset.version, number) == key:
                    found.append(Request(key, ask, number))
        return found

    def quote(self, plan: Plan, keep: bool = False) -> Quote:
        """What a plan would cost and how wrong its answers would be."""
        requests = self.of(plan, keep)
        asks = tuple(request.priced for request in requests)
        paid = self.ledger.charged(request.key for request in requests)
        stored = tuple(request.key in paid for request in requests)
        charge, standing = charge_of(new_asks(asks, stored)), self.ledger.standing(self.dataset.id, self.user)
        costs, open_ = charge != Charge.nothing(), self.dataset.has_rows or all(stored)
        slot = plan.slot if costs else None
        may = self.dataset.role == "owner" or slot is None
        known = self.measured([ask.query for ask in asks])
        return Quote(
            asks=asks,
            kind=plan.kind(self.dataset.budget.delta is not None),
            charge=charge,
            fits=open_ and may and standing.affords(charge, slot),
            ends=standing.ends(charge) if slot is None else (),
            stored=stored,
            standing=standing,
            after=standing.after(charge, slot) if open_ and may else None,
            hints=(
                *(() if open_ else (NO_MORE,)),
                *hints(new_asks(asks, stored)),
                *self._changed(asks, stored),
                *paying(standing, charge, slot, may),
            ),
            slot=slot,
            keys=tuple(request.key for request in requests),
            now=tuple(
                None if measured is None else measured.margin(ask.ask.level)
                for measured, ask in zip(known, asks, strict=True)
            ),
            improved=tuple(
                None if measured is None or paid else measured.improved(ask.price, ask.ask.level)
                for measured, ask, paid in zip(known, asks, stored, strict=True)
            ),
        )

    def _changed(self, asks: Sequence[Priced], stored: Sequence[bool]) -> tuple[Text, ...]:
        """Says which questions were answered on earlier versions of the rows, and would be asked of the present one."""
        new = {_text(ask.query): ask.query for ask, known in zip(asks, stored, strict=True) if not known}
        before = {json.dumps(ask["query"], sort_keys=True) for _, ask in self.asks()} - set(self.paid([*new.values()]))
        old = [query.sentence for text, query in new.items() if text in before]
        return (earlier(old),) if old else ()

    def declared(self) -> Guesses:
        """Rows by public facts that no release changes: the declared number, or the first count that was released."""
        return guesses(self.dataset.table) if self.dataset.table.expected_rows else self._counted(first=True)

    def released(self) -> Guesses:
        """Rows by the last released count of a question's cells, else by the declared number."""
        counted, declared = self._counted(first=False), guesses(self.dataset.table)
        return lambda query: counted(query) or declared(query)

    def _counted(self, first: bool) -> Guesses:
        """Rows by a released count of the same cells: the first one or the last one, of any version of the rows."""
        keys: dict[str, list[str]] = {}
        for key, ask in self.asks():
            if ask["query"]["query"] == Count.name:
                keys.setdefault(json.dumps(ask["query"], sort_keys=True), []).append(key)

        def counted(query: Query) -> Guess | None:
            some = keys.get(_text(Count(query.by, query.where)), [])
            stored = self.ledger.stored(some) if some else {}
            answered = [key for key in some if key in stored]
            if not answered:
                return None
            estimates = json.loads(stored[answered[0 if first else -1]])["estimates"]
            return released(*(np.array(estimates[name], dtype=np.float64) for name in ("estimate", "std_error")))

        return counted


def _text(query: Query) -> str:
    return json.dumps(query.to_dict(), sort_keys=True)


def _name(ask: Priced) -> tuple[str, int]:
    return _text(ask.query), ask.ask.measurement


def _derived(ask: Priced) -> bool:
    """Whether the price follows from something else than a price: one that is typed is meant as it is."""
    return bool(ask.price.total) and (ask.ask.weight is not None or ask.ask.half_width is not None)


def _dearest(asks: Sequence[Priced]) -> dict[tuple[str, int], Price]:
    """The highest price that a plan pays for each question, which it asks once."""
    found: dict[tuple[str, int], Price] = {}
    for ask in asks:
        found[_name(ask)] = max(ask.price, found.get(_name(ask), ask.price), key=lambda price: price.total)
    return found


def _settled(ask: Priced, known: Sequence[Paid]) -> Paid | None:
    """The paid ask that is this one; of a price that follows from something else, the best that is as good."""
    kind, number = type(ask.price), ask.ask.measurement
    same = [paid for paid in known if (type(paid.price), paid.measurement) == (kind, number)]
    if any(paid.price == ask.price for paid in same) or not _derived(ask):
        return None
    needed = ask.price.total * (_AS_GOOD if ask.ask.half_width is not None else 1)
    enough = [paid for paid in same if number or paid.price.total >= needed]
    return max(enough, key=lambda paid: paid.price.total, default=None)


def _kept(number: int, kind: Kind, known: Sequence[Paid]) -> Paid | None:
    """The paid ask that stands for one whose question has as many measurements already: the best of its kind."""
    some = [paid for paid in known if paid.measurement >= number]
    return max(
        some, key=lambda paid: (paid.measurement == number, type(paid.price) is kind, paid.price.total), default=None
    )


def item(request: Request) -> Item:
    """A request as the ledger pays for it."""
    ask = request.priced
    data = {
        "query": ask.query.to_dict(),
        "lane": ask.price.recorded,
        "price": str(ask.price.total),
        "measurement": request.measurement,
        "words": str(ask.query),
    }
    return Item(request.key, data, charge_of([ask]), free=not ask.price.total, keep=request.keep)
