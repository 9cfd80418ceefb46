"""The desk: the product without screens. What a page, a script or a notebook calls; every rule is enforced here."""

from __future__ import annotations

import json
import math
import os
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, final

import numpy as np

from dpcore.budget import Budget, Charge, Standing
from dpcore.data.engine import Engine
from dpcore.data.schema import Schema
from dpcore.data.table import Neighbors, Table, Unit, check_columns
from dpcore.errors import AccessError, BudgetError, KnownRowsError, QueryError, SchemaError
from dpcore.home import Home
from dpcore.number import shown
from dpcore.plan import Ask, Plan
from dpcore.queries import Count, Query
from dpcore.quote import NO_ROWS, Counts, Priced, Quote, new_asks, price
from dpcore.record import Release, combine
from dpcore.release import Place, Progress, Request, release

if TYPE_CHECKING:

    from numpy.typing import NDArray

    from dpcore.chain import Entry
    from dpcore.data.frozen import Frozen, Source
    from dpcore.ledger import Item

OWNER = "owner"
MAX_NAME = 100


@final
@dataclass(frozen=True, slots=True)
class Dataset:
    """What may be shown of a dataset: its public facts, its budget, which version of its rows is current."""

    id: str
    name: str
    owner: str
    table: Table
    budget: Budget
    version: int
    has_rows: bool
    created: str


@final
class Desk:
    """A ledger, a data folder and a user. `url` is the ledger's database; without one it lies in the home folder.

    user: no user means the owner of a one-person desk. home: `MURMUR_HOME` or `~/.murmur`. Whoever can open the
    database and the folder directly is trusted. Usable from several threads.
    """

    def __init__(
        self, url: str | None = None, user: str | None = None, home: str | os.PathLike[str] | None = None
    ) -> None:
        from dpcore.ledger import Ledger

        self._home = Home(home)
        self.user = user or OWNER
        self._ledger = Ledger(url or self._home.database, self._home.path)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the database."""
        self._ledger.close()

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
        owner has already: its budget goes on, by `update`. separate_budget=True is the owner's word that they are other people's rows,
        or that the losses of both budgets may add. synthetic: nobody is in it, and every screen and record says so.
        """
        from dpcore.data.frozen import Source

        table = Table(schema, unit or Unit(), neighbors, expected_rows, synthetic)
        if not isinstance(budget, Budget):
            raise BudgetError(f"`budget` must be a Budget. Got {shown(budget)}.", "dp.Budget(epsilon=1.0, delta=1e-6)")
        if not isinstance(source, Source):
            raise SchemaError(f"Rows must be given by `dp.read`. Got {shown(source)}.", 'dp.read("visits.parquet")')
        self._check_name(name)
        check_columns(table, source.columns)
        identifier = self._ledger.new_id()
        frozen = source.freeze(self._home.folder(identifier), self._fingerprint_key)
        try:
            known = self._known_rows(frozen)
            if known is not None and not separate_budget:
                raise KnownRowsError(
                    f"These rows are those of the dataset {shown(known)}, and its budget goes with them.",
                    f"desk.update({known!r}, source) loads them as a new version; separate_budget=True opens a budget "
                    "of its own, and the losses of both then add.",
                    known,
                )
            self._ledger.open_dataset(identifier, name, self.user, table.to_dict(), budget, frozen.to_dict())
        except BaseException:
            self._home.delete(identifier)
            raise
        return self._prepared(name)

    def update(self, name: str, source: Source) -> Dataset:
        """Add a version of the same population (a monthly extract) under the same budget."""
        dataset = self.dataset(name)
        check_columns(dataset.table, source.columns)
        frozen = source.freeze(self._home.folder(dataset.id), self._fingerprint_key)
        self._ledger.add_version(dataset.id, self.user, frozen.to_dict())
        return self._prepared(name)

    def datasets(self) -> list[Dataset]:
        """This user's datasets, oldest first."""
        return [_dataset(row) for row in self._ledger.datasets() if row.owner == self.user]

    def dataset(self, name: str) -> Dataset:
        """One dataset by name. Raises AccessError where there is none for this user."""
        for dataset in self.datasets():
            if dataset.name == name:
                return dataset
        raise AccessError(f"There is no dataset {shown(name)} for you.", "desk.datasets() lists yours.")

    def rename(self, name: str, new: str) -> Dataset:
        """Another name, the same budget."""
        dataset = self.dataset(name)
        self._check_name(new)
        self._ledger.rename(dataset.id, self.user, new)
        return self.dataset(new)

    def delete_rows(self, name: str) -> None:
        """The rows go; the ledger, the budget and the releases stay."""
        dataset = self.dataset(name)
        self._ledger.delete_rows(dataset.id, self.user)
        self._home.delete(dataset.id)

    def raise_budget(self, name: str, budget: Budget) -> Standing:
        """An owner's act, chained like a charge. The new budget must allow at least what the old one did."""
        self._ledger.raise_budget(self.dataset(name).id, self.user, budget)
        return self.standing(name)

    # Asking

    def quote(self, name: str, plan: Plan) -> Quote:
        """What a plan would cost and how wrong its answers would be. Reads no row."""
        dataset = self.dataset(name)
        requests = self._requests(dataset, plan)
        asks = tuple(request.priced for request in requests)
        stored = tuple(self._ledger.charged(request.key) for request in requests)
        charge = charge_of(new_asks(asks, stored))
        standing = self.standing(name)
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

    def remeasure(
        self, release: Release, *, mu: float | None = None, epsilon: float | None = None, confirm: bool = False
    ) -> Release:
        """Pay again for the same question, and combine both answers by inverse variance."""
        dataset = self.dataset(release.dataset)
        if release.dataset_version != dataset.version:
            raise QueryError("The rows have changed since this release.", "Ask the question again instead.")
        earlier = [r for r in self.releases(dataset.name) if r.query_data == release.query_data and not r.combined]
        earlier = [r for r in earlier if r.lane == release.lane and r.dataset_version == dataset.version]
        plan = Plan([Ask(release.query, mu=mu, epsilon=epsilon, level=release.level)])
        if plan.lane(dataset.budget.delta is not None) != release.lane:
            raise QueryError("A measurement is combined with one of its own kind of noise.", "Pay in the same currency.")
        number = 1 + max((r.measurement for r in earlier), default=0)
        fresh = self._release(dataset, self._requests(dataset, plan, number), confirm)
        return combine([*earlier, *fresh])

    def releases(self, name: str) -> list[Release]:
        """Every stored answer of a dataset, oldest first."""
        return [Release.from_dict(json.loads(text)) for text in self._ledger.answers(self.dataset(name).id)]

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
        frozen = self._check_rows(dataset, requests)
        engine = self._engine(dataset, frozen) if frozen else None
        place = Place(dataset.id, dataset.name, dataset.version, dataset.table)
        items = [_item(request) for request in requests]
        try:
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
        finally:
            if engine is not None:
                engine.close()

    def _requests(self, dataset: Dataset, plan: Plan, measurement: int = 0) -> list[Request]:
        if not isinstance(plan, Plan):
            raise QueryError(f"A plan is needed. Got {shown(plan)}.", "dp.Plan([dp.Ask(dp.Count())], mu=0.1)")
        lane = plan.lane(dataset.budget.delta is not None)
        asks = price(plan, dataset.table, lane, self._counts(dataset))
        return [Request(ask.key(dataset.id, dataset.version, measurement), ask, measurement) for ask in asks]

    def _asks(self, dataset: Dataset) -> list[tuple[str, dict[str, Any]]]:
        """Every ask that was ever charged, with its key, oldest first."""
        entries = self._ledger.entries(dataset.id)
        return [(ask["key"], ask["ask"]) for entry in entries if entry.kind == "charge" for ask in entry.payload["asks"]]

    def _counts(self, dataset: Dataset) -> Counts:
        """Public guesses of the rows in each cell of a question: a released count of them, else the declared number."""
        released: dict[str, str] = {}
        for key, ask in self._asks(dataset):
            if ask["query"]["query"] == Count.name:
                released[json.dumps(ask["query"], sort_keys=True)] = key

        def counts(query: Query) -> NDArray[np.float64]:
            key = released.get(json.dumps(Count(query.by, query.where).to_dict(), sort_keys=True))
            text = self._ledger.answer(key) if key else None
            if text is not None:
                return np.maximum(np.array(json.loads(text)["estimates"]["estimate"]), 1.0)
            expected = dataset.table.expected_rows
            cells = math.prod(axis.size for axis in query.axes(dataset.table.schema))
            return np.full(1, expected / cells) if expected else np.zeros(0)

        return counts

    def _prepared(self, name: str) -> Dataset:
        """What is made once from fresh rows (the truncated table) is made now, not at the first question."""
        dataset = self.dataset(name)
        with self._engine(dataset, self._frozen(dataset)) as engine:
            engine.prepare()
        return dataset

    def _engine(self, dataset: Dataset, frozen: Frozen) -> Engine:
        from dpcore.data.engine import DuckDB

        return DuckDB(frozen, dataset.table, self._home.key("truncate", dataset.id), self._home.folder(dataset.id))

    def _frozen(self, dataset: Dataset) -> Frozen:
        from dpcore.data.frozen import Frozen

        return Frozen.from_dict(self._ledger.rows(dataset.id))

    def _check_rows(self, dataset: Dataset, requests: Sequence[Request]) -> Frozen | None:
        """Refuse before charging when the frozen rows are gone or altered; stored answers need no rows."""
        keys = [request.key for request in requests]
        if self._ledger.known(keys) == set(keys):
            return None
        if not dataset.has_rows:
            raise AccessError(f"The rows of {shown(dataset.name)} were deleted.", "desk.update loads a new version.")
        frozen = self._frozen(dataset)
        frozen.check(self._fingerprint_key)
        return frozen

    def _known_rows(self, frozen: Frozen) -> str | None:
        """The name of this owner's dataset with these rows, if any."""
        from dpcore.data.fingerprint import Fingerprint

        for _, name, data in self._ledger.fingerprints(self.user):
            if Fingerprint.from_dict(data).same_population(frozen.fingerprint):
                return name
        return None

    @property
    def _fingerprint_key(self) -> bytes:
        return self._home.key("fingerprint", self.user)

    def _check_name(self, name: str) -> None:
        if not isinstance(name, str) or not name.strip() or len(name) > MAX_NAME or not name.isprintable():
            raise SchemaError(f"{shown(name)} cannot be a dataset's name.", f"Use 1 to {MAX_NAME} printable characters.")
        if any(dataset.name.casefold() == name.casefold() for dataset in self.datasets()):
            raise SchemaError(f"There is a dataset {shown(name)} already.", "Choose another name, or desk.update it.")


def _dataset(row: Any) -> Dataset:
    """The public view of a ledger's dataset."""
    return Dataset(
        id=row.id,
        name=row.name,
        owner=row.owner,
        table=Table.from_dict(row.facts),
        budget=row.budget,
        version=row.version,
        has_rows=row.has_rows,
        created=row.created,
    )


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


def charge_of(asks: Sequence[Priced]) -> Charge:
    """What asks cost together, exactly: prices add as fractions and are rounded up once."""
    paid = [ask for ask in asks if ask.price]
    if paid and paid[0].lane == "gaussian":
        return Charge.gaussian(sum((ask.price for ask in paid), Fraction(0)))
    return Charge.total(Charge.pure(ask.price, ask.mechanism.curve.mu()) for ask in paid)


def _hints(asks: Sequence[Priced]) -> tuple[str, ...]:
    """What the analyst should know before releasing: unknown errors."""
    return (NO_ROWS,) if any(np.isnan(ask.std_error) for ask in asks) else ()
