"""Prices the plans of a dataset in three steps over one kind of request (`plan.request`): match, price, reuse.

`Requests` reads the ledger, the steps do not. In words: each ask of the plan is matched with the paid asks of its
question; it gets a price; and if a paid answer is good enough, the paid ask replaces it and costs nothing.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, final

from dpcore.budget.charge import Charge
from dpcore.errors import DpError, QueryError
from dpcore.mechanisms import Kind, Price
from dpcore.number import shown
from dpcore.plan import crossover
from dpcore.plan.plan import Plan
from dpcore.plan.pricing import again, at_price, price, price_each
from dpcore.plan.quote import Quote
from dpcore.plan.request import Request, charge_of, new_asks
from dpcore.queries import Query
from dpcore.release.dataset import Dataset
from dpcore.release.hint import earlier, hints, paying
from dpcore.release.history import History
from dpcore.release.measurement import Measured
from dpcore.text import Text

if TYPE_CHECKING:
    from dpcore.budget.standing import Standing
    from dpcore.ledger.ledger import Ledger

_AS_GOOD = Fraction(9, 10)
"""A paid answer reaches a target error if it cost at least this share of its price: its error is about 5 % larger."""
# vital
OTHERWISE = Text("Nothing was released: the rows or the prices have changed since this plan was quoted.")
# vital
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

    def history(self) -> History:
        """The ledger's present data about the dataset's questions."""
        return History(self.dataset, self.ledger.entries(self.dataset.id), self.ledger.stored_answers)

    def of(self, plan: Plan, keep: bool = False, quote: Quote | None = None) -> list[Request]:
        """The priced asks of the plan, each with the key under which it is charged and answered once.

        An ask priced by a weight or a target error never pays for an answer that is no better than a paid one, and
        never pays for the same measurement twice: it reuses the paid ask. keep: questions with an answer are not asked
        again, even if the answer arrives before the charge. quote: only asks named in it may be charged.
        Raises QueryError, also when the prices have changed since the quote.
        """
        requests = self._price(plan, keep, self.history())
        keys = {request.key for request in requests}
        if quote and keys - {*quote.keys, *self.ledger.charged_keys(keys)}:
            raise QueryError(OTHERWISE, "Check the new price, then release the plan.")
        return requests

    def _price(self, plan: Plan, keep: bool, history: History) -> list[Request]:
        if not isinstance(plan, Plan):
            raise QueryError("A plan is needed. Got {plan}.", "dp.Plan([dp.Ask(dp.Count())], mu=0.1)", plan=shown(plan))
        kind = plan.kind(self.dataset.budget.delta is not None)
        requests = price_each(history.match(plan.asks), plan, self.dataset.table, kind)
        requests = [_improve(request, history) for request in requests]
        return list(reuse(requests, self.dataset, kind, keep))

    def replace_paid(self, requests: Sequence[Request]) -> list[Request]:
        """The requests, with each unpaid one replaced by a paid ask that has answered its question in the meantime."""
        charged, history = self.ledger.charged_keys(request.key for request in requests), self.history()
        return [request if request.key in charged else self._instead(request, history) for request in requests]

    def _instead(self, request: Request, history: History) -> Request:
        paid = best_paid(request.measurement, type(request.price), history.paid_asks(request.query))
        if paid is None:
            return replace(request, keep=self.dataset.basis(request.query))
        _, released = history.rows(request.query) if request.query.error.by_rows else (None, None)
        found = at_price(replace(request, released=released), self.dataset.table, paid.price)
        return replace(found, key=paid.key, measurement=paid.measurement)

    def measurements(self, queries: Sequence[Query]) -> list[Measured | None]:
        """The paid measurements of each question on the current version of the rows; None if there are none."""
        history, schema = self.history(), self.dataset.table.schema
        return [history.measurements(history.paid_asks(history.resolve(query).bind(schema))) for query in queries]

    def asks(self, user: str | None = None) -> list[tuple[str, dict[str, Any]]]:
        """All charged asks with their keys, oldest first. user: only the asks charged to this user."""
        return self.history().asks(user)

    def unanswered_asks(self) -> list[tuple[Dataset, Request]]:
        """The asks paid for on the current version of the rows that have no answer, after a crash or a stop.

        Each with the dataset as it was described then. An owner gets the asks of all users, an analyst only the
        analyst's own. Asks that this version of the program cannot form, or would price differently, are left out.
        """
        paid = dict(self.asks(None if self.dataset.role == "owner" else self.user))
        answered = self.ledger.answered_keys(paid)
        found = ((key, self._as_paid(key, ask)) for key, ask in paid.items() if key not in answered)
        return [asked for _, asked in found if asked is not None]

    def _as_paid(self, key: str, ask: dict[str, Any]) -> tuple[Dataset, Request] | None:
        """A paid ask of the current rows, by the description in force or by an earlier one; else None."""
        for dataset in (self.dataset, *_as_before(self.dataset)):
            with contextlib.suppress(DpError):
                request = again(ask, dataset.table, key)
                if dataset.key(request) == key:
                    return dataset, request
        return None

    def quote(self, plan: Plan, keep: bool = False) -> Quote:
        """The price of a plan and the predicted error of its answers."""
        history = self.history()
        asks = tuple(self._price(plan, keep, history))
        paid = self.ledger.charged_keys(request.key for request in asks)
        stored = tuple(request.key in paid for request in asks)
        new = new_asks(asks, stored)
        charge, standing = charge_of(new), self.ledger.standing(self.dataset.id, self.user)
        costs, open_ = charge != Charge.nothing(), self.dataset.has_rows or all(stored)
        slot = plan.slot if costs else None
        may = self.dataset.role == "owner" or slot is None
        fits = open_ and may and standing.affords(charge, slot)
        measurements = [history.measurements(request.paid) for request in asks]
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
                *hints(new),
                *_hint_of_change(asks, stored, history),
                *paying(standing, charge, slot, may),
                *(self._other_noise(new, charge, plan, standing) if fits and plan.slot is None else ()),
            ),
            slot=slot,
            keys=tuple(request.key for request in asks),
            now=tuple(known and known.margin(ask.ask.level) for known, ask in zip(measurements, asks, strict=True)),
            improved=tuple(
                None if known is None or paid else known.margin_after(ask.price, ask.ask.level)
                for known, ask, paid in zip(measurements, asks, stored, strict=True)
            ),
        )

    def _other_noise(self, asks: Sequence[Request], charge: Charge, plan: Plan, standing: Standing) -> tuple[Text, ...]:
        """A hint if the plan would have much smaller errors with the other kind of noise; else empty."""
        declared, released = {ask.query: ask.declared for ask in asks}, {ask.query: ask.released for ask in asks}

        def price_other(other: Plan) -> list[Request]:
            return price(other, self.dataset.table, other.kind(True), declared.get, released.get)

        found = crossover.advice(asks, charge, plan.kind(self.dataset.budget.delta is not None), standing, price_other)
        return () if found is None else (found,)


def _hint_of_change(asks: Sequence[Request], stored: Sequence[bool], history: History) -> tuple[Text, ...]:
    """A hint that lists the questions answered only on other rows or other facts, which would be asked again."""
    new = {ask.text: ask for ask, is_stored in zip(asks, stored, strict=True) if not is_stored}
    old = [ask.query.sentence for text, ask in new.items() if text in history.by_question and not ask.paid]
    return (earlier(old, history.dataset.described),) if old else ()


def _improve(request: Request, history: History) -> Request:
    """The request; a further measurement with a target error is priced only for the accuracy still missing."""
    ask, number = request.ask, request.ask.measurement
    mine = [paid for paid in request.paid if type(paid.price) is type(request.price) and paid.measurement <= number]
    before = [paid for paid in mine if paid.measurement < number]
    if ask.half_width is None or len(mine) > len(before) or (known := history.measurements(before)) is None:
        return request
    return at_price(request, history.dataset.table, known.cost(replace(ask, query=request.query)))


def reuse(requests: Sequence[Request], dataset: Dataset, kind: Kind, keep: bool) -> Iterator[Request]:
    """The step `reuse`: each request with its key; if a paid ask replaces it, with that ask's price and number.

    keep: as in `Requests.of`.
    """
    dearest: dict[tuple[str, int], Price] = {}  # a measurement asked for several times is made once, at the top price
    for request in requests:
        name = request.text, request.ask.measurement
        dearest[name] = max(request.price, dearest.get(name, request.price), key=lambda price: price.total)
    for request in requests:
        number = request.ask.measurement
        cost = dearest[request.text, number] if _is_derived(request, request.price) else request.price
        paid = best_paid(number, kind, request.paid) if keep else accurate_enough(request, cost)
        cost, number = (cost, number) if paid is None else (paid.price, paid.measurement)
        final = request if cost == request.price else at_price(request, dataset.table, cost)
        final = replace(final, measurement=number, keep=dataset.basis(final.query) if keep else None)
        yield replace(final, key=dataset.key(final))


def _as_before(dataset: Dataset) -> list[Dataset]:
    """The dataset under each earlier description of the current version, the latest first."""
    tables = enumerate(reversed(dataset.earlier), start=1)
    return [replace(dataset, table=table, described=dataset.described - back) for back, table in tables]


def _is_derived(request: Request, price: Price) -> bool:
    """Whether the price was computed from a weight or a target error, not typed by the user."""
    return bool(price.total) and (request.ask.weight is not None or request.ask.half_width is not None)


def accurate_enough(request: Request, price: Price) -> Request | None:
    """The best paid ask of this measurement if it is accurate enough; None for a price that the user typed."""
    kind, number = type(price), request.ask.measurement
    same = [paid for paid in request.paid if (type(paid.price), paid.measurement) == (kind, number)]
    if any(paid.price == price for paid in same) or not _is_derived(request, price):
        return None
    needed = price.total * (_AS_GOOD if request.ask.half_width is not None else 1)
    enough = [paid for paid in same if number or paid.price.total >= needed]
    return max(enough, key=lambda paid: paid.price.total, default=None)


def best_paid(number: int, kind: Kind, charged: Sequence[Request]) -> Request | None:
    """The best paid ask with at least this measurement number; preferred: the same number, then the same kind."""
    some = [paid for paid in charged if paid.measurement >= number]
    return max(
        some, key=lambda paid: (paid.measurement == number, type(paid.price) is kind, paid.price.total), default=None
    )
