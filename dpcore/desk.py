"""The desk: the product without screens. What a page, a script or a notebook calls; every rule is enforced here."""

from __future__ import annotations

import json
import math
import os
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self, final

import numpy as np

from dpcore import planner
from dpcore.budget import Budget, Standing
from dpcore.data.schema import Schema
from dpcore.data.table import Neighbors, Table, Unit
from dpcore.errors import QueryError
from dpcore.home import Home
from dpcore.number import shown
from dpcore.plan import Ask, Plan
from dpcore.queries import Count, Query
from dpcore.quote import NO_ROWS, Counts, Priced, Quote, again, charge_of, new_asks, price
from dpcore.record import Release, combine
from dpcore.release import Place, Progress, Request, release
from dpcore.shelf import Dataset, Shelf

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dpcore.chain import Entry
    from dpcore.data.frozen import Source
    from dpcore.ledger import Item

OWNER = "owner"


@final
class Desk:
    """A ledger (its database by `url`, else in the home folder), a data folder and a user; for several threads.

    user: none means the owner of a one-person desk. Whoever can open database and folder directly is trusted.
    """

    def __init__(
        self, url: str | None = None, user: str | None = None, home: str | os.PathLike[str] | None = None
    ) -> None:
        from dpcore.ledger import Ledger

        self._home = Home(home)
        self.user = user or OWNER
        self._ledger = Ledger(url or self._home.database, self._home.path)
        self._shelf = Shelf(self._ledger, self._home, self.user)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the database and the rows."""
        self._shelf.close()
        self._ledger.close()

    @property
    def home(self) -> Home:
        """The folder where this desk keeps things; uploads are spooled there."""
        return self._home

    # Datasets

    def add_dataset(
        self,
        name: str,
        source: Source,
        *,
        schema: Schema,
        unit: Unit | None = None,
        neighbors: Neighbors = "add_remove",
        budget: Budget,
        expected_rows: int | None = None,
        separate_budget: bool = False,
        synthetic: bool = False,
    ) -> Dataset:
        """Freeze the rows, and open a budget for the population they come from.

        Raises SchemaError, SourceError; KnownRowsError (a BudgetError) when the rows are those of a dataset that this
        owner has already: its budget goes on, by `update`. separate_budget=True is the owner's word that they are other
        people's rows, or that the losses of both may add. synthetic: nobody is in it, and every screen says so.
        """
        table = Table(schema, unit or Unit(), neighbors, expected_rows, synthetic)
        return self._shelf.add(name, source, table, budget, separate_budget)

    def update(self, name: str, source: Source, *, separate_budget: bool = False) -> Dataset:
        """Add a version of the same population (a monthly extract) under the same budget.

        Raises KnownRowsError for another dataset's rows; separate_budget as above.
        """
        return self._shelf.update(name, source, separate_budget)

    def datasets(self) -> list[Dataset]:
        """This user's datasets, oldest first."""
        return self._shelf.all()

    def dataset(self, name: str) -> Dataset:
        """One dataset by name. Raises AccessError where there is none for this user."""
        return self._shelf.find(name)

    def rename(self, name: str, new: str) -> Dataset:
        """Another name, the same budget."""
        return self._shelf.rename(name, new)

    def delete_rows(self, name: str) -> None:
        """The rows go; the ledger, the budget and the releases stay."""
        self._shelf.delete_rows(name)

    def raise_budget(self, name: str, budget: Budget) -> Standing:
        """An owner's act, chained like a charge. The new budget must allow at least what the old one did."""
        self._ledger.raise_budget(self.dataset(name).id, self.user, budget)
        return self.standing(name)

    def quote(self, name: str, plan: Plan) -> Quote:
        """What a plan would cost and how wrong its answers would be. Reads no row."""
        dataset = self.dataset(name)
        requests = self._requests(dataset, plan)
        asks = tuple(request.priced for request in requests)
        paid = self._ledger.charged(request.key for request in requests)
        stored = tuple(request.key in paid for request in requests)
        charge = charge_of(new_asks(asks, stored))
        standing = self._ledger.standing(dataset.id)
        lane = plan.lane(dataset.budget.delta is not None)
        return Quote(
            asks=asks,
            lane=lane,
            charge=charge,
            fits=standing.affords(charge),
            ends=standing.ends(charge),
            stored=stored,
            standing=standing,
            after=standing.after(charge),
            hints=_hints(asks),
        )

    def plan(self, name: str, asks: Sequence[Ask | Query], share: float = 0.1, *, may_end: bool = False) -> Plan:
        """A plan of these asks, by weight, that spends a share of what is left, with the better kind of noise.

        Laplace or Gaussian by predicted error and by what the filters still allow; see `dpcore.planner`.
        """
        weighted = [ask if isinstance(ask, Ask) else Ask(ask) for ask in asks]
        return planner.best(weighted, self.standing(name), share, lambda plan: self.quote(name, plan), may_end)

    def release(
        self,
        name: str,
        plan: Plan,
        *,
        confirm: bool = False,
        progress: Progress = lambda step: None,
        cancel: threading.Event | None = None,
    ) -> list[Release]:
        """Charge the plan, answer it, store the answers, and return them in the plan's order.

        A repeated ask returns its stored answer for nothing. confirm: needed where a pure plan would end the live
        Gaussian filter. cancel: stops between steps; what was charged is answered when the plan is asked again.
        """
        dataset = self.dataset(name)
        return self._release(dataset, self._requests(dataset, plan), confirm, progress, cancel)

    def resume(self, name: str) -> list[Release]:
        """Answer what a crash left paid and unanswered, under the charges it has; other versions' asks are left."""
        dataset = self.dataset(name)
        paid = dict(self._asks(dataset))
        asks = [(again(ask, dataset.table), ask["measurement"]) for ask in paid.values()]
        requests = [Request(ask.key(dataset.id, dataset.version, number), ask, number) for ask, number in asks]
        kept = [one for one in requests if one.key in paid.keys() - self._ledger.known(paid)]
        return self._release(dataset, kept, confirm=False) if kept else []

    def remeasure(
        self, release: Release, *, mu: float | None = None, epsilon: float | None = None, confirm: bool = False
    ) -> Release:
        """Pay again for the same question, and combine the answers by inverse variance.

        Measuring the same release again at the same price returns the stored measurement for nothing; to measure once
        more, give the combined release.
        """
        dataset = self.dataset(release.dataset)
        if release.dataset_version != dataset.version:
            raise QueryError("The rows have changed since this release.", "Ask the question again instead.")
        plan = Plan([Ask(release.query, mu=mu, epsilon=epsilon, level=release.level)])
        if plan.lane(dataset.budget.delta is not None) != release.lane:
            raise QueryError(
                "A measurement is combined with one of its own kind of noise.", "Pay in the same currency."
            )
        own = {key for key, _ in self._asks(dataset)}
        stored = self._ledger.stored([key for key in release.combined or (release.key,) if key in own])
        parts = [Release.from_dict(json.loads(text)) for text in stored.values()]
        parts = [part for part in parts if part.query_data == release.query_data and part.lane == release.lane]
        number = 1 + max((part.measurement for part in parts), default=0)
        fresh = self._release(dataset, self._requests(dataset, plan, number), confirm)
        return combine([*parts, *fresh])

    def releases(self, name: str) -> list[Release]:
        """Every stored answer of a dataset, oldest first, those of one plan in its order."""
        dataset = self.dataset(name)
        found = [Release.from_dict(json.loads(text)) for text in self._ledger.answers(dataset.id)]
        order = {key: place for place, (key, _) in enumerate(self._asks(dataset))}
        return sorted(found, key=lambda release: order[release.key])

    # Looking

    def standing(self, name: str) -> Standing:
        """What was promised, what is spent, what is left."""
        return self._ledger.standing(self.dataset(name).id)

    def ledger(self, name: str) -> list[Entry]:
        """Every entry of a dataset, oldest first."""
        return self._ledger.entries(self.dataset(name).id)

    def verify(self) -> None:
        """Check the chain and its anchor. Raises LedgerError naming the first bad entry."""
        self._ledger.verify()

    # Inside

    def _release(
        self,
        dataset: Dataset,
        requests: list[Request],
        confirm: bool,
        progress: Progress = lambda step: None,
        cancel: threading.Event | None = None,
    ) -> list[Release]:
        place = Place(dataset.id, dataset.name, dataset.version, dataset.table)
        items = [_item(request) for request in requests]
        with self._shelf.rows(dataset, [request.key for request in requests]) as engine:
            return release(
                self._ledger,
                place,
                engine,
                requests,
                items,
                user=self.user,
                confirm=confirm,
                progress=progress,
                cancel=cancel,
            )

    def _requests(self, dataset: Dataset, plan: Plan, measurement: int = 0) -> list[Request]:
        if not isinstance(plan, Plan):
            raise QueryError(f"A plan is needed. Got {shown(plan)}.", "dp.Plan([dp.Ask(dp.Count())], mu=0.1)")
        lane = plan.lane(dataset.budget.delta is not None)
        asks = price(plan, dataset.table, lane, self._counts(dataset))
        return [Request(ask.key(dataset.id, dataset.version, measurement), ask, measurement) for ask in asks]

    def _asks(self, dataset: Dataset) -> list[tuple[str, dict[str, Any]]]:
        """Every ask that was ever charged, with its key, oldest first."""
        entries = self._ledger.entries(dataset.id)
        return [
            (ask["key"], ask["ask"]) for entry in entries if entry.kind == "charge" for ask in entry.payload["asks"]
        ]

    def _counts(self, dataset: Dataset) -> Counts:
        """Public guesses of the rows in each cell of a question: a released count of them, else the declared number."""
        released: dict[str, str] = {}
        for key, ask in self._asks(dataset):
            if ask["query"]["query"] == Count.name:
                released[json.dumps(ask["query"], sort_keys=True)] = key

        def counts(query: Query) -> NDArray[np.float64]:
            guess: NDArray[np.float64] = np.zeros(0)
            key = released.get(json.dumps(Count(query.by, query.where).to_dict(), sort_keys=True))
            text = self._ledger.answer(key) if key else None
            if text is not None:
                guess = np.maximum(np.array(json.loads(text)["estimates"]["estimate"], dtype=np.float64), 1.0)
                return guess
            expected = dataset.table.expected_rows
            cells = math.prod(axis.size for axis in query.axes(dataset.table.schema))
            return np.full(1, expected / cells) if expected else guess

        return counts


def _item(request: Request) -> Item:
    from dpcore.ledger import Item

    ask = request.priced
    data = {
        "query": ask.query.to_dict(),
        "lane": ask.lane,
        "price": str(ask.price),
        "measurement": request.measurement,
        "words": str(ask.query),
    }
    return Item(request.key, data, charge_of([ask]), free=not ask.price)


def _hints(asks: Sequence[Priced]) -> tuple[str, ...]:
    return (NO_ROWS,) if any(np.isnan(ask.std_error) for ask in asks) else ()
