"""The desk: the product without screens. What a page, a script or a notebook calls; every rule is enforced here."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, Self, final

from dpcore import planner
from dpcore.budget.budget import Budget
from dpcore.budget.standing import Standing
from dpcore.data.schema import Schema
from dpcore.data.table import Neighbors, Table, Unit
from dpcore.docket import Docket, item
from dpcore.errors import QueryError
from dpcore.home import Home
from dpcore.plan import Ask, Plan
from dpcore.queries import Query
from dpcore.quote import Quote
from dpcore.record import Release, combine
from dpcore.release import Place, Progress, Request, release
from dpcore.scenario import Scenario
from dpcore.shelf import Dataset, Shelf

if TYPE_CHECKING:
    from dpcore.data.frozen import Source
    from dpcore.ledger.chain import Entry

OWNER = "owner"


@final
class Desk:
    """A ledger (its database by `url`, else in the home folder), a data folder and a user; for several threads.

    user: none means the owner of a one-person desk. Whoever can open database and folder directly is trusted.
    """

    def __init__(
        self, url: str | None = None, user: str | None = None, home: str | os.PathLike[str] | None = None
    ) -> None:
        from dpcore.ledger.drawer import Drawer
        from dpcore.ledger.ledger import Ledger

        self._home = Home(home)
        self.user = user or OWNER
        self._ledger = Ledger(url or self._home.database, self._home.path)
        self._drawer = Drawer(url or self._home.database, self.user)
        self._shelf = Shelf(self._ledger, self._home, self.user)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the database and the rows."""
        self._shelf.close()
        self._drawer.close()
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
        return self._docket(self.dataset(name)).quote(plan)

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
        return self._release(dataset, self._docket(dataset).requests(plan), confirm, plan.slot, progress, cancel)

    def unanswered(self, name: str) -> list[Query]:
        """The questions that are paid and have no answer, which `resume` answers; oldest first."""
        return [request.priced.query for request in self._docket(self.dataset(name)).unanswered()]

    def resume(
        self, name: str, *, progress: Progress = lambda step: None, cancel: threading.Event | None = None
    ) -> list[Release]:
        """Answer what a crash left paid and unanswered, under the charges it has; other versions' asks are left."""
        dataset = self.dataset(name)
        kept = self._docket(dataset).unanswered()
        return self._release(dataset, kept, confirm=False, progress=progress, cancel=cancel) if kept else []

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
        own = {key for key, _ in self._docket(dataset).asks()}
        stored = self._ledger.stored([key for key in release.combined or (release.key,) if key in own])
        parts = [Release.from_dict(json.loads(text)) for text in stored.values()]
        parts = [part for part in parts if part.query_data == release.query_data and part.lane == release.lane]
        number = 1 + max((part.measurement for part in parts), default=0)
        fresh = self._release(dataset, self._docket(dataset).requests(plan, number), confirm)
        return combine([*parts, *fresh])

    def releases(self, name: str) -> list[Release]:
        """Every stored answer of a dataset, oldest first, those of one plan in its order."""
        dataset = self.dataset(name)
        found = [Release.from_dict(json.loads(text)) for text in self._ledger.answers(dataset.id)]
        order = {key: place for place, (key, _) in enumerate(self._docket(dataset).asks())}
        return sorted(found, key=lambda release: order[release.key])

    # What-ifs: nothing is spent, no row is read

    def save_scenario(self, name: str, scenario: Scenario) -> None:
        """Keep a what-if of a dataset for this user, under the scenario's own name; one of that name is replaced."""
        dataset = self.dataset(name)
        self._drawer.save(dataset.id, scenario.bind(dataset.table.schema))

    def scenarios(self, name: str) -> list[Scenario]:
        """This user's saved what-ifs of a dataset, by name."""
        return self._drawer.all(self.dataset(name).id)

    def delete_scenario(self, name: str, scenario: str) -> None:
        """Forget a saved what-if by its name. Raises QueryError where there is none."""
        self._drawer.delete(self.dataset(name).id, scenario)

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

    def _docket(self, dataset: Dataset) -> Docket:
        return Docket(self._ledger, dataset)

    def _release(
        self,
        dataset: Dataset,
        requests: list[Request],
        confirm: bool,
        slot: str | None = None,
        progress: Progress = lambda step: None,
        cancel: threading.Event | None = None,
    ) -> list[Release]:
        place = Place(dataset.id, dataset.name, dataset.version, dataset.table)
        items = [item(request) for request in requests]
        with self._shelf.rows(dataset, [request.key for request in requests]) as engine:
            return release(
                self._ledger,
                place,
                engine,
                requests,
                items,
                user=self.user,
                confirm=confirm,
                slot=slot,
                progress=progress,
                cancel=cancel,
            )
