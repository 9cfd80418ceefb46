"""The ledger's data about the questions of a dataset: paid asks, their answers, and released counts of rows.

A question without a failure probability of its own gets a hundredth of the budget's account for failures. It is part of
the question's identity. If that account has changed since the question was paid, the question keeps the probability
with which it was paid, so that asking again costs nothing.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, final

import numpy as np

from dpcore.mechanisms import recorded
from dpcore.plan.facts import Basis
from dpcore.plan.plan import Ask
from dpcore.plan.pricing import guesses
from dpcore.plan.request import Request, key_of, text_of
from dpcore.queries import Count, Query
from dpcore.queries.question import refusal
from dpcore.queries.question.prediction import Guess
from dpcore.queries.question.prediction import released as counted
from dpcore.queries.question.sampled import resolved, samples
from dpcore.release.dataset import Dataset
from dpcore.release.measurement import Measured, combine_paid

if TYPE_CHECKING:
    from dpcore.ledger.entry import Entry


@final
@dataclass(frozen=True)
class History:
    """The ledger entries of a dataset, read once. answers: a function from keys of asks to their stored answers."""

    dataset: Dataset
    entries: Sequence[Entry]
    answers: Callable[[Sequence[str]], Mapping[str, str]]

    def asks(self, user: str | None = None) -> list[tuple[str, dict[str, Any]]]:
        """All charged asks with their keys, oldest first. user: only the asks charged to this user."""
        charges = [entry for entry in self.entries if entry.kind == "charge" and user in (None, entry.user)]
        return [(ask["key"], ask["ask"]) for charge in charges for ask in charge.payload["asks"]]

    @cached_property
    def by_question(self) -> dict[str, list[tuple[str, dict[str, Any]]]]:
        """The charged asks of each question, on any version of the rows."""
        asks: dict[str, list[tuple[str, dict[str, Any]]]] = {}
        for key, ask in self.asks():
            asks.setdefault(json.dumps(ask["query"], sort_keys=True), []).append((key, ask))
        return asks

    def paid_asks(self, query: Query) -> tuple[Request, ...]:
        """The asks charged for a bound question as it is asked now, oldest first."""
        asks = self.by_question.get(text_of(query), ())
        basis = self.dataset.basis(query) if asks else None
        paid = []
        for key, ask in asks:
            cost, number = recorded(ask["lane"], ask["price"]), ask["measurement"]
            if basis is not None and key == key_of(self.dataset.id, basis, ask["query"], cost, number):
                paid.append(Request(Ask(query), query, cost, key=key, measurement=number))
        return tuple(paid)

    def measurements(self, paid: Sequence[Request]) -> Measured | None:
        """These measurements of one question, combined; None if there are none."""
        return combine_paid(paid, list(self.answers([request.key for request in paid]).values())) if paid else None

    def resolve(self, query: Query) -> Query:
        """The question with its failure probability if it needs one: the probability with which it was paid, or the
        default. Raises QueryError.
        """
        if resolved(query, 0) is query:
            return query
        choices = [resolved(query, account).bind(self.dataset.table.schema) for account in self._accounts]
        return next((choice for choice in choices if self.paid_asks(choice)), choices[0])

    @property
    def _accounts(self) -> list[int]:
        """The sizes of all accounts for failures that the dataset has had, the present one first.

        The last is 0: without an account, questions have the default probability.
        """
        every = [_account(entry.payload) for entry in reversed(self.entries) if "filters" in entry.payload]
        return list(dict.fromkeys([*every, 0]))

    def rows(self, query: Query) -> tuple[Guess | None, Guess | None]:
        """Two numbers of rows in a question's cells: a fixed one, and the latest one.

        The fixed number is declared for all rows together, or else the first released one, so later releases do not
        change it. The latest number is the last released one, or else declared.
        """
        first, last = self._counts(query)
        whole = guesses(self.dataset.table)(query)
        return whole if whole is not None and whole.certain else first or whole, last or whole

    def _counts(self, query: Query) -> tuple[Guess | None, Guess | None]:
        """The first and the last released count of the question's cells as declared now, on any version of the rows."""
        if not self.by_question:
            return None, None
        count = Count(query.by, query.where)
        asks = self.by_question.get(text_of(count), ())
        keys = [key for key, ask in asks if self._declared_as_now(key, ask, count)]
        stored = self.answers(keys) if keys else {}
        answered = [stored[key] for key in keys if key in stored]
        if not answered:
            return None, None
        first, last = (json.loads(answered[at])["estimates"] for at in (0, -1))
        return _guess(first), _guess(last)

    def _declared_as_now(self, key: str, ask: Mapping[str, Any], query: Query) -> bool:
        """Whether a paid ask of a question was asked under its present facts, on any version of the rows."""
        if self.dataset.first is None:
            return True
        now, cost = self.dataset.basis(query), recorded(ask["lane"], ask["price"])
        every = (Basis(version, now.facts) for version in range(self.dataset.version, 0, -1))
        return any(key == key_of(self.dataset.id, basis, ask["query"], cost, ask["measurement"]) for basis in every)

    def match(self, asks: Sequence[Ask]) -> list[Request]:
        """The step `match`: a request for each ask, with its question as paid before and its paid asks.

        Raises QueryError.
        """
        check_samples(asks, self.dataset)
        return [self._match(ask) for ask in asks]

    def _match(self, ask: Ask) -> Request:
        query = self.resolve(ask.query)
        ask = ask if query is ask.query else replace(ask, query=query)
        query = query.bind(self.dataset.table.schema)
        declared, released = self.rows(query) if query.error.by_rows else (None, None)
        new = Request(ask, query, measurement=ask.measurement, text=text_of(query))
        return replace(new, paid=self.paid_asks(query), declared=declared, released=released)


def check_samples(asks: Sequence[Ask], dataset: Dataset) -> None:
    """Raises QueryError for a question about random samples if the dataset's budget or rows never allow them."""
    sampled = [ask.query.sentence for ask in asks if samples(ask.query)]
    if sampled and dataset.budget.delta is None:
        raise refusal.without_delta(sampled[0])
    if sampled and dataset.in_place:
        raise refusal.in_place(sampled[0])


def _guess(estimates: Mapping[str, Any]) -> Guess:
    return counted(*(np.array(estimates[name], dtype=np.float64) for name in ("estimate", "std_error")))


def _account(payload: Any) -> int:
    return next((filter_["delta"] for filter_ in payload["filters"] if filter_["name"] == "gaussian"), 0)
