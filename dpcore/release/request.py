"""Matches the asks of a plan with the asks already charged for a dataset: requests, quotes, public row counts."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, final

from dpcore.budget.charge import Charge
from dpcore.errors import DpError, QueryError
from dpcore.mechanisms import recorded
from dpcore.number import shown
from dpcore.plan import crossover
from dpcore.plan.plan import Plan
from dpcore.plan.quote import (
    Guesses,
    Priced,
    Quote,
    again,
    at_price,
    charge_of,
    guesses,
    key_of,
    new_asks,
    price,
    surest,
)
from dpcore.queries import Query
from dpcore.queries.question.sampled import resolved
from dpcore.release.asking import Request
from dpcore.release.counted import counted
from dpcore.release.dataset import Dataset
from dpcore.release.hint import earlier, hints, paying
from dpcore.release.measurement import Measured, Paid, measured
from dpcore.release.resolve import accounts, check_samples, plan_of
from dpcore.text import Text

if TYPE_CHECKING:
    from dpcore.budget.standing import Standing
    from dpcore.ledger.ledger import Ledger
    from dpcore.mechanisms import Kind, Price

_AS_GOOD = Fraction(9, 10)
"""A paid answer counts as reaching a target error from this share of its price on: its error is about 5 % larger."""
OTHERWISE = Text("Nothing was released: the rows or the prices have changed since this plan was quoted.")
NO_MORE = Text(
    "The rows of this dataset have been deleted. Existing answers remain, but new questions cannot be asked."
)


@final
@dataclass(frozen=True, slots=True)
class Requests:
    """The asks of one dataset: those in the ledger, and those that a plan would add. Reads no row."""

    ledger: Ledger
    dataset: Dataset
    user: str

    def of(self, plan: Plan, keep: bool = False, quote: Quote | None = None) -> list[Request]:
        """The priced asks of the plan, each with the key under which it is charged and answered once.

        An ask priced by a weight or a target error never pays for an answer that is no better than a paid one, and
        never pays for the same measurement twice: it reuses the paid ask. keep: questions with an answer are not asked
        again, even if the answer arrives before the charge. quote: only asks named in it may be charged.
        Raises QueryError, also when the prices have changed since the quote.
        """
        if not isinstance(plan, Plan):
            raise QueryError("A plan is needed. Got {plan}.", "dp.Plan([dp.Ask(dp.Count())], mu=0.1)", plan=shown(plan))
        dataset, version, guesses = self.dataset, self.dataset.version, self.released()
        check_samples(plan, dataset)
        kind = plan.kind(dataset.budget.delta is not None)
        asks = price(plan_of(plan, self._resolved), dataset.table, kind, self.declared(), guesses)
        paid = self.paid([ask.query for ask in asks])
        asks = [self._improving(ask, paid.get(_text(ask.query), []), guesses) for ask in asks]
        dearest = _dearest(asks)
        requests = []
        for ask in asks:
            charged = paid.get(_text(ask.query), [])
            cost = dearest[_name(ask)] if _derived(ask) else ask.price
            reused = _kept(ask.ask.measurement, kind, charged) if keep else _settled(replace(ask, price=cost), charged)
            cost, number = (cost, ask.ask.measurement) if reused is None else (reused.price, reused.measurement)
            final = ask if cost == ask.price else at_price(ask.ask, ask.query, dataset.table, cost, guesses)
            requests.append(Request(final.key(dataset.id, version, number), final, number, version if keep else None))
        keys = {request.key for request in requests}
        if quote and keys - {*quote.keys, *self.ledger.charged_keys(keys)}:
            raise QueryError(OTHERWISE, "Check the new price, then release the plan.")
        return requests

    def _resolved(self, query: Query) -> Query:
        """The question with the failure probability under which it was paid, else with the usual one, if it needs one.

        Raises QueryError.
        """
        if resolved(query, 0) is query:
            return query
        every, schema = accounts(self.ledger.entries(self.dataset.id)), self.dataset.table.schema
        choices = [resolved(query, account).bind(schema) for account in every]
        paid = self.paid(choices)
        return next((choice for choice in choices if _text(choice) in paid), choices[0])

    def kept(self, requests: Sequence[Request]) -> list[Request]:
        """The requests, with each unpaid one replaced by a paid ask that has answered its question in the meantime."""
        charged = self.ledger.charged_keys(request.key for request in requests)
        paid, guesses = self.paid([request.priced.query for request in requests]), self.released()
        return [request if request.key in charged else self._instead(request, paid, guesses) for request in requests]

    def _instead(self, request: Request, paid: Mapping[str, Sequence[Paid]], guesses: Guesses) -> Request:
        ask, dataset = request.priced, self.dataset
        reused = _kept(request.measurement, type(ask.price), paid.get(_text(ask.query), []))
        if reused is None:
            return replace(request, keep=dataset.version)
        final = at_price(ask.ask, ask.query, dataset.table, reused.price, guesses)
        return Request(reused.key, final, reused.measurement)

    def _improving(self, ask: Priced, charged: Sequence[Paid], guesses: Guesses) -> Priced:
        """A further measurement with a target error is priced only for the accuracy that the answer still lacks."""
        number = ask.ask.measurement
        mine = [paid for paid in charged if type(paid.price) is type(ask.price) and paid.measurement <= number]
        before = [paid for paid in mine if paid.measurement < number]
        if ask.ask.half_width is None or not before or len(mine) > len(before):
            return ask
        cost = measured(before, self._answers(before)).cost(replace(ask.ask, query=ask.query))
        return at_price(ask.ask, ask.query, self.dataset.table, cost, guesses)

    def _answers(self, paid: Sequence[Paid]) -> list[str]:
        return list(self.ledger.stored_answers([answer.key for answer in paid]).values())

    def paid(self, queries: Sequence[Query]) -> dict[str, list[Paid]]:
        """The asks charged for these questions on the current version of the rows, by question text, oldest first."""
        wanted = {_text(query) for query in queries}
        charged: dict[str, list[Paid]] = {}
        for key, ask in self.asks():
            text = json.dumps(ask["query"], sort_keys=True)
            if text not in wanted:
                continue
            cost, number = recorded(ask["lane"], ask["price"]), ask["measurement"]
            if key == key_of(self.dataset.id, self.dataset.version, ask["query"], cost, number):
                charged.setdefault(text, []).append(Paid(key, cost, number))
        return charged

    def measured(self, queries: Sequence[Query]) -> list[Measured | None]:
        """The paid measurements of each question on the current version of the rows; None if there are none."""
        bound = [self._resolved(query).bind(self.dataset.table.schema) for query in queries]
        paid = self.paid(bound)
        by_text = {text: measured(some, self._answers(some)) for text, some in paid.items()}
        return [by_text.get(_text(query)) for query in bound]

    def asks(self, user: str | None = None) -> list[tuple[str, dict[str, Any]]]:
        """All charged asks with their keys, oldest first. user: only the asks charged to this user."""
        entries = self.ledger.entries(self.dataset.id)
        charges = [entry for entry in entries if entry.kind == "charge" and user in (None, entry.user)]
        return [(ask["key"], ask["ask"]) for charge in charges for ask in charge.payload["asks"]]

    def unanswered(self) -> list[Request]:
        """The asks paid for on the current version of the rows that have no answer, after a crash or a stop.

        An owner gets the asks of all users, an analyst only the analyst's own. Asks that only another version of the
        program can form, or that it priced differently, are left out.
        """
        dataset, paid = self.dataset, dict(self.asks(None if self.dataset.role == "owner" else self.user))
        answered, requests = self.ledger.answered_keys(paid), []
        for key in [key for key in paid if key not in answered]:
            with contextlib.suppress(DpError):
                ask, number = again(paid[key], dataset.table), paid[key]["measurement"]
                if ask.key(dataset.id, dataset.version, number) == key:
                    requests.append(Request(key, ask, number))
        return requests

    def quote(self, plan: Plan, keep: bool = False) -> Quote:
        """The price of a plan and the predicted error of its answers."""
        requests = self.of(plan, keep)
        asks = tuple(request.priced for request in requests)
        paid = self.ledger.charged_keys(request.key for request in requests)
        stored = tuple(request.key in paid for request in requests)
        charge, standing = charge_of(new_asks(asks, stored)), self.ledger.standing(self.dataset.id, self.user)
        costs, open_ = charge != Charge.nothing(), self.dataset.has_rows or all(stored)
        slot = plan.slot if costs else None
        may = self.dataset.role == "owner" or slot is None
        earlier_answers = self.measured([ask.query for ask in asks])
        fits = open_ and may and standing.affords(charge, slot)
        return Quote(
            asks=asks,
            kind=plan.kind(self.dataset.budget.delta is not None),
            charge=charge,
            fits=fits,
            ends=standing.ends(charge) if slot is None else (),
            stored=stored,
            standing=standing,
            after=standing.after(charge, slot) if open_ and may else None,
            hints=(
                *(() if open_ else (NO_MORE,)),
                *hints(new_asks(asks, stored)),
                *self._changed(asks, stored),
                *paying(standing, charge, slot, may),
                *(
                    self._other_noise(new_asks(asks, stored), charge, plan, standing)
                    if fits and plan.slot is None
                    else ()
                ),
            ),
            slot=slot,
            keys=tuple(request.key for request in requests),
            now=tuple(
                None if measured is None else measured.margin(ask.ask.level)
                for measured, ask in zip(earlier_answers, asks, strict=True)
            ),
            improved=tuple(
                None if measured is None or paid else measured.improved(ask.price, ask.ask.level)
                for measured, ask, paid in zip(earlier_answers, asks, stored, strict=True)
            ),
        )

    def _other_noise(self, asks: Sequence[Priced], charge: Charge, plan: Plan, standing: Standing) -> tuple[Text, ...]:
        """A hint that the plan would have much smaller errors with the other kind of noise, if it would."""
        table, kind = self.dataset.table, plan.kind(self.dataset.budget.delta is not None)

        def priced(other: Plan) -> list[Priced]:
            return price(other, table, other.kind(True), self.declared(), self.released())

        found = crossover.advice(asks, charge, kind, standing, priced)
        return () if found is None else (found,)

    def _changed(self, asks: Sequence[Priced], stored: Sequence[bool]) -> tuple[Text, ...]:
        """A hint that lists the questions answered only on earlier versions of the rows, which would be asked again."""
        new = {_text(ask.query): ask.query for ask, is_stored in zip(asks, stored, strict=True) if not is_stored}
        before = {json.dumps(ask["query"], sort_keys=True) for _, ask in self.asks()} - set(self.paid([*new.values()]))
        old = [query.sentence for text, query in new.items() if text in before]
        return (earlier(old),) if old else ()

    def declared(self) -> Guesses:
        """Numbers of rows that no later release changes: as declared for all rows together, else as first released."""
        return surest(guesses(self.dataset.table), self._counted(first=True))

    def released(self) -> Guesses:
        """Expected numbers of rows: from the last released count of the question's cells, else as declared."""
        last, declared = self._counted(first=False), guesses(self.dataset.table)
        return lambda query: last(query) or declared(query)

    def _counted(self, first: bool) -> Guesses:
        return counted(self.ledger, self.asks(), first)


def _text(query: Query) -> str:
    return json.dumps(query.to_dict(), sort_keys=True)


def _name(ask: Priced) -> tuple[str, int]:
    return _text(ask.query), ask.ask.measurement


def _derived(ask: Priced) -> bool:
    """Whether the price was computed from a weight or a target error, not typed by the user."""
    return bool(ask.price.total) and (ask.ask.weight is not None or ask.ask.half_width is not None)


def _dearest(asks: Sequence[Priced]) -> dict[tuple[str, int], Price]:
    """The highest price in the plan for each measurement of a question, which is asked only once."""
    prices: dict[tuple[str, int], Price] = {}
    for ask in asks:
        prices[_name(ask)] = max(ask.price, prices.get(_name(ask), ask.price), key=lambda price: price.total)
    return prices


def _settled(ask: Priced, charged: Sequence[Paid]) -> Paid | None:
    """The paid ask to reuse: for an ask with a computed price, the best paid ask that is accurate enough."""
    kind, number = type(ask.price), ask.ask.measurement
    same = [paid for paid in charged if (type(paid.price), paid.measurement) == (kind, number)]
    if any(paid.price == ask.price for paid in same) or not _derived(ask):
        return None
    needed = ask.price.total * (_AS_GOOD if ask.ask.half_width is not None else 1)
    enough = [paid for paid in same if number or paid.price.total >= needed]
    return max(enough, key=lambda paid: paid.price.total, default=None)


def _kept(number: int, kind: Kind, charged: Sequence[Paid]) -> Paid | None:
    """The best paid ask to reuse when the question already has at least this many measurements; same kind preferred."""
    some = [paid for paid in charged if paid.measurement >= number]
    return max(
        some, key=lambda paid: (paid.measurement == number, type(paid.price) is kind, paid.price.total), default=None
    )
