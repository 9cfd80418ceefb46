"""Answers the asks of one user: finds dataset and rows, sets the payment, and calls `release`."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, final

from dpcore.desk import function
from dpcore.desk.catalog import Catalog
from dpcore.desk.home import Home
from dpcore.errors import DpError, QueryError
from dpcore.ledger.payment import Payment
from dpcore.plan.plan import Ask, Plan
from dpcore.plan.request import Request
from dpcore.queries.question.refusal import not_combined
from dpcore.release import block
from dpcore.release.combine import Unread, combine, read, read_all
from dpcore.release.dataset import Dataset
from dpcore.release.record import Release, step
from dpcore.release.requests import Requests
from dpcore.release.run import Cancelled, Run, release

if TYPE_CHECKING:
    from dpcore.ledger.ledger import Ledger
    from dpcore.plan.quote import Quote


@final
class Answers:
    """The answers of one user, from rows in the catalog, charged in the ledger.

    home: the desk's folder. one_person: whether the desk was opened without a user name; only then its user may supply
    functions.
    """

    def __init__(self, ledger: Ledger, catalog: Catalog, user: str, home: Home, one_person: bool) -> None:
        self._ledger, self._catalog, self._user = ledger, catalog, user
        self._home, self._one_person = home, one_person

    def requests(self, name: str) -> Requests:
        """The requests of a dataset. Raises AccessError unless the user may ask questions."""
        return Requests(self._ledger, self._catalog.find(name, "analyst"), self._user)

    def releases(self, dataset: Dataset, keys: Collection[str] | None = None) -> list[Release]:
        """The stored answers, or those with these keys, oldest first; answers of one plan in its order.

        Answers that only another version of the program can read are left out; they stay in the ledger.
        """
        asked = [key for key, _ in Requests(self._ledger, dataset, self._user).asks()]
        wanted = [key for key in asked if keys is None or key in keys]
        return read_all(self._ledger.stored_answers(wanted).values())

    def unread(self, dataset: Dataset, but: Collection[str]) -> list[Unread]:
        """The stored answers that only another version of the program can read, oldest first, except these keys."""
        asked = {key: ask for key, ask in Requests(self._ledger, dataset, self._user).asks() if key not in but}
        stored = {key: json.loads(text) for key, text in self._ledger.stored_answers(list(asked)).items()}
        pairs = [(asked[key]["words"], stored[key]) for key in asked if key in stored]
        return [Unread(words, data) for words, data in pairs if read(data) is None]

    def quote(self, name: str, plan: Plan, keep: bool) -> Quote:
        """See `Requests.quote`. Adds the limits of the rows (`Catalog.limits`), unless nothing would be charged."""
        requests = self.requests(name)
        quote = requests.quote(plan, keep)
        return replace(quote, limits=self._catalog.limits(requests.dataset)) if quote.price else quote

    def answer(
        self, dataset: Dataset, requests: Sequence[Request], payment: Payment, run: Run | None = None
    ) -> list[Release]:
        """The answers, in order; see `dpcore.release.run`. Records contain the owner's name of the dataset."""
        named = replace(dataset, name=self._ledger.dataset(dataset.id).name)
        run = replace(run or Run(), hidden=(self._home.path,))
        if function.refuse([request.query for request in requests], self._one_person, dataset.role):
            run = replace(run, granted=block.granted_protections(run.hidden))
            for warning in function.warnings(run.granted):
                run.progress(warning)
        keys = [request.key for request in requests]
        with self._home.releasing(dataset.id), self._catalog.rows(dataset, keys, run.cancel) as engine:
            return release(self._ledger, named, engine, requests, payment, run)

    def resume(self, name: str, run: Run) -> list[Release]:
        """Answers the paid asks that have no answer, each by the description under which it was paid."""
        asked = self.requests(name).unanswered_asks()
        paid = function.resumable([request for _, request in asked])
        by_table: dict[int, tuple[Dataset, list[Request]]] = {}
        for dataset, request in asked:
            if request in paid:
                by_table.setdefault(len(dataset.table.before), (dataset, []))[1].append(request)
        answers, failures = list[Release](), list[DpError]()
        for dataset, some in by_table.values():
            try:
                answers += self.answer(dataset, some, Payment(self._user), run)
            except Cancelled:
                raise
            except DpError as failure:  # the questions under other descriptions are answered all the same
                failures.append(failure)
        if failures:
            raise failures[0]
        return answers

    def measure(self, earlier: Release, mu: float | None, epsilon: float | None, confirm: bool) -> Release:
        """One more measurement of a stored answer, combined with the earlier ones; see `Desk.remeasure`."""
        if not earlier.query.combines:
            raise not_combined(earlier.query.sentence)
        keys = earlier.combined or (earlier.key,)
        requests = self.requests(self._catalog.of(keys, earlier.dataset).id)
        dataset = requests.dataset
        if earlier.dataset_version != dataset.version:
            raise QueryError("The rows have changed since this release.", "Ask the question again instead.")
        if not dataset.asks_again(earlier):
            raise QueryError(
                "The table is described otherwise since this release, so asking again is another question.",
                "Ask the question again instead.",
            )
        kind = Plan([Ask(earlier.query, mu=mu, epsilon=epsilon)]).kind(dataset.budget.delta is not None)
        if kind is not earlier.kind:
            raise QueryError(
                "Measurements can only be combined if they were paid in the same unit.",
                "Pay in the same unit, mu or epsilon, as for the release.",
            )
        own = {key for key, _ in requests.asks()}
        stored = self._ledger.stored_answers([key for key in keys if key in own])
        parts = read_all(stored.values())
        parts = [part for part in parts if part.query_data == earlier.query_data and part.lane == earlier.lane]
        parts = [part for part in parts if dataset.asks_again(part)]
        if any(part.mechanism.error(earlier.level) is None for part in parts):  # refused before the charge
            raise not_combined(earlier.query.sentence)
        for part in parts:  # answers with other public tables cannot be averaged; refused before the charge
            step.check(part.query, part.facts_table, part.paid, part.rounds)
        number = 1 + max((part.measurement for part in parts), default=0)
        plan = Plan([Ask(earlier.query, mu=mu, epsilon=epsilon, level=earlier.level, measurement=number)])
        return combine([*parts, *self.answer(dataset, requests.of(plan), Payment(self._user, confirm))])
