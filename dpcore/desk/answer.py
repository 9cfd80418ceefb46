"""From asks to answers for one user: whose dataset, which rows, who pays; then `release`."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, final

from dpcore.desk.catalog import Catalog
from dpcore.errors import QueryError
from dpcore.ledger.payment import Payment
from dpcore.plan.plan import Ask, Plan
from dpcore.queries.base import not_combined
from dpcore.release.asking import Request
from dpcore.release.combine import Unread, combine, understood
from dpcore.release.combine import known as readable
from dpcore.release.dataset import Dataset
from dpcore.release.record import Release, step
from dpcore.release.request import Requests, item
from dpcore.release.run import Place, Run, release

if TYPE_CHECKING:
    from dpcore.ledger.ledger import Ledger


@final
class Answers:
    """Answers for one user, from the catalog's rows, paid in the ledger."""

    def __init__(self, ledger: Ledger, catalog: Catalog, user: str) -> None:
        self._ledger, self._catalog, self._user = ledger, catalog, user

    def requests(self, name: str) -> Requests:
        """A dataset's requests, for whoever may ask. Raises AccessError."""
        return Requests(self._ledger, self._catalog.find(name, "analyst"), self._user)

    def releases(self, dataset: Dataset, keys: Collection[str] | None = None) -> list[Release]:
        """Every stored answer, or those of these keys, oldest first, those of one plan in its order.

        What another version of the program wrote and this one cannot read is left out; it stays in the ledger.
        """
        asked = [key for key, _ in Requests(self._ledger, dataset, self._user).asks()]
        wanted = [key for key in asked if keys is None or key in keys]
        return readable(self._ledger.stored(wanted).values())

    def unread(self, dataset: Dataset, but: Collection[str]) -> list[Unread]:
        """The stored answers that only another version of the program can read, oldest first, but for these keys."""
        asked = {key: ask for key, ask in Requests(self._ledger, dataset, self._user).asks() if key not in but}
        stored = {key: json.loads(text) for key, text in self._ledger.stored(list(asked)).items()}
        found = [(asked[key]["words"], stored[key]) for key in asked if key in stored]
        return [Unread(words, data) for words, data in found if understood(data) is None]

    def answer(
        self, dataset: Dataset, requests: Sequence[Request], payment: Payment, run: Run | None = None
    ) -> list[Release]:
        """The answers, in order; see `dpcore.release.run`. A dataset is recorded under its own name."""
        name = self._ledger.dataset(dataset.id).name
        place = Place(dataset.id, name, dataset.version, dataset.table, self._catalog.in_place(dataset.id))
        items = [item(request) for request in requests]
        with self._catalog.rows(dataset, [request.key for request in requests]) as engine:
            return release(self._ledger, place, engine, requests, items, payment, run or Run())

    def measure(self, known: Release, mu: float | None, epsilon: float | None, confirm: bool) -> Release:
        """One more measurement of a stored answer, combined with those there are; see `Desk.remeasure`."""
        if not known.query.combines:
            raise not_combined(known.query)
        keys = known.combined or (known.key,)
        requests = self.requests(self._catalog.of(keys, known.dataset).id)
        dataset = requests.dataset
        if known.dataset_version != dataset.version:
            raise QueryError("The rows have changed since this release.", "Ask the question again instead.")
        kind = Plan([Ask(known.query, mu=mu, epsilon=epsilon)]).kind(dataset.budget.delta is not None)
        if kind is not known.kind:
            raise QueryError(
                "A measurement is combined with one of its own kind of noise.", "Pay in the same currency."
            )
        own = {key for key, _ in requests.asks()}
        stored = self._ledger.stored([key for key in keys if key in own])
        parts = readable(stored.values())
        parts = [part for part in parts if part.query_data == known.query_data and part.lane == known.lane]
        if any(part.mechanism.error(known.level) is None for part in parts):  # before anything is paid
            raise not_combined(known.query)
        for part in parts:  # what another version drew is not averaged with this one's: refused before it is paid
            step.check(part.query, part.facts_table, part.paid, part.rounds)
        number = 1 + max((part.measurement for part in parts), default=0)
        plan = Plan([Ask(known.query, mu=mu, epsilon=epsilon, level=known.level, measurement=number)])
        return combine([*parts, *self.answer(dataset, requests.of(plan), Payment(self._user, confirm))])
