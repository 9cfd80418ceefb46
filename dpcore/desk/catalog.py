"""The catalog: the datasets a user may see, each a budget in the ledger and frozen rows in the home folder."""

from __future__ import annotations

import contextlib
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, final

from dpcore.budget.budget import Budget
from dpcore.desk.home import Home
from dpcore.desk.versions import Versions
from dpcore.engine.rows import Rows, Source
from dpcore.errors import AccessError, BudgetError, DpError, SchemaError, SourceError
from dpcore.number import shown
from dpcore.release.dataset import Dataset
from dpcore.stop import obeying
from dpcore.table.table import Table, check_columns
from dpcore.text import Text

if TYPE_CHECKING:
    from dpcore.engine.base import Engine
    from dpcore.ledger import chain
    from dpcore.ledger.ledger import Ledger
    from dpcore.ledger.team.membership import Role

MAX_NAME = 100
MOST_IDLE = 4
Before = Callable[[str], None] | None
Cancel = threading.Event | None
_STOPPED = (
    Text("Loading was stopped, and nothing of the rows was kept."),
    Text("Your table is untouched: open it again later."),
)


@final
class Catalog:
    """Datasets of one user, own and shared. Who may see one is checked here; who may do what, in the ledger too."""

    def __init__(self, ledger: Ledger, home: Home, user: str) -> None:
        self._ledger, self._home, self._user = ledger, home, user
        self._versions = Versions(ledger, home, user)
        self._idle: dict[str, Engine] = {}

    def all(self) -> list[Dataset]:
        """The datasets that this user belongs to, oldest first; each by a name of its own."""
        return [_dataset(dataset, name, role) for name, dataset, role in self._named()]

    def find(self, name: str, role: Role = "viewer") -> Dataset:
        """One dataset by name or id, for what takes this role or more.

        An id stays what a name may not: another browser can rename one dataset, and give its name to another.

        Raises AccessError where there is none for this user, whether or not another has one. Own datasets come first;
        "owner/name" finds another's whether or not its name needs it.
        """
        seen = sorted(self._named(), key=lambda known: known[1].owner != self._user)
        found = [known for known in seen if known[1].id == name]
        found = found or [known for known in seen if known[0] == name][:1]
        found = found or [known for known in seen if f"{known[1].owner}/{known[1].name}" == name]
        if len(found) != 1:
            raise AccessError("There is no dataset {name} for you.", "Choose one of your own.", name=shown(name))
        label, one, here = found[0]
        one.membership.need(self._user, role)
        return _dataset(one, label, here)

    def of(self, keys: Sequence[str], name: str) -> Dataset:
        """The dataset that paid for these asks, whatever it is called now; the one of that name where none did."""
        paid = self._ledger.payer(keys)
        return next((dataset for dataset in self.all() if dataset.id == paid), None) or self.find(name)

    def _named(self) -> list[tuple[str, chain.Dataset, Role]]:
        """What this user belongs to, with the names it is called by here and the roles."""
        seen = [(dataset, role) for dataset in self._ledger.datasets() if (role := dataset.membership.role(self._user))]
        known = Counter(dataset.name for dataset, _ in seen)
        labels = [self._label(dataset, known[dataset.name] == 1) for dataset, _ in seen]
        twice = Counter(labels)
        return [
            (label if twice[label] == 1 or dataset.owner == self._user else f"{label} ({dataset.id})", dataset, role)
            for label, (dataset, role) in zip(labels, seen, strict=True)
        ]

    def _label(self, dataset: chain.Dataset, unique: bool) -> str:
        """Its name; somebody else's with the owner's where it could be taken for another."""
        plain = dataset.owner == self._user or (unique and "/" not in dataset.name)
        return dataset.name if plain else f"{dataset.owner}/{dataset.name}"

    def add(
        self, name: str, source: Source, table: Table, budget: Budget, separate_budget: bool, cancel: Cancel = None
    ) -> Dataset:
        """Freeze the rows and open their account; see `Desk.add_dataset`."""
        if not isinstance(budget, Budget):
            raise BudgetError(
                "`budget` must be a Budget. Got {budget}.", "dp.Budget(epsilon=1.0, delta=1e-6)", budget=shown(budget)
            )
        self._check_name(name)
        self._check_source(source, table)
        identifier, began = self._ledger.new_id(), self._ledger.now()
        with self._home.loading(self._versions.entered, self._ledger.identity) as folder:
            with obeying(cancel, *_STOPPED):
                loaded = self._loaded(source, table, folder, self._user, separate_budget)
            rows = self._settled(loaded, identifier)
            self._ledger.open_dataset(identifier, name, self._user, table.to_dict(), budget, rows, began)
        return self.find(identifier)

    def update(
        self,
        name: str,
        source: Source | None,
        separate_budget: bool = False,
        before: Before = None,
        cancel: Cancel = None,
    ) -> Dataset:
        """Load another version of the same population's rows, under the same account; not another dataset's rows.

        source: None where the rows are read in place, as they are from now on. before: called with the digest that the
        ledger's entry has of the rows, just before it is written.
        """
        dataset = self.find(name, "owner")
        if source is None:
            source = self._versions.rows(dataset.id, dataset.version).again()
        self._check_source(source, dataset.table)
        began = self._ledger.now()
        with self._home.loading(self._versions.entered, self._ledger.identity) as folder:
            with obeying(cancel, *_STOPPED):
                loaded = self._loaded(source, dataset.table, folder, dataset.owner, separate_budget, but=dataset.id)
            rows = self._settled(loaded, dataset.id)
            if before is not None:
                before(self._ledger.digest(rows))
            self._ledger.add_version(dataset.id, self._user, rows, began)
        return self.find(dataset.id)

    def _loaded(
        self, source: Source, table: Table, folder: Path, owner: str, separate_budget: bool, but: str = ""
    ) -> Rows:
        """The rows, kept in this folder and prepared beside: what cannot be asked is refused before an account knows.

        Rows of another dataset are refused, unless they are said to have a budget of their own.
        """
        # recognised by the opener's key, and by that of whoever loads
        keys = {user: self._versions.key(user) for user in (owner, self._user)}
        rows = source.load(folder, *keys.values())
        if not separate_budget:
            own = {dataset.id: dataset.name for dataset in self.all()}
            self._versions.refuse_known(rows, own, list(keys.values()), but)
        rows.prepare(table, self._order(owner), folder)
        return rows

    def _settled(self, rows: Rows, dataset: str) -> dict[str, Any]:
        """The descriptor of loaded rows that are the dataset's from now on."""
        return rows.placed(lambda path: self._home.place(path, dataset, self._ledger.identity)[0]).to_dict()

    def in_place(self, name: str) -> bool:
        """Whether the present rows are read where they lie."""
        dataset = self.find(name)
        return self._versions.in_place(dataset.id, dataset.version)

    def rename(self, name: str, new: str) -> Dataset:
        """Another name, the same account."""
        dataset = self.find(name, "owner")
        self._check_name(new)
        self._ledger.rename(dataset.id, self._user, new)
        return self.find(dataset.id)

    def delete_rows(self, name: str) -> None:
        """The rows go; account and answers stay."""
        dataset = self.find(name, "owner")
        self.close()
        self._ledger.delete_rows(dataset.id, self._user)
        self._home.delete(dataset.id)
        if any(self._home.folder(dataset.id).iterdir()):
            raise SourceError("Some of the rows could not be deleted.", "Close what reads them, and delete them again.")

    @contextlib.contextmanager
    def rows(self, dataset: Dataset, keys: Sequence[str]) -> Iterator[Engine | None]:
        """The engine over the current rows, checked to be in place; None where every key is answered already.

        An engine serves one release at a time and is kept for the next one on the same rows, if it idles: opening it
        costs more than all else in a small release. It keeps a connection, no rows and no aggregates.
        """
        if self._ledger.known(keys) == set(keys):
            yield None
            return
        if not dataset.has_rows:
            raise AccessError(
                "The rows of {name} were deleted.", "A new version can be loaded.", name=shown(dataset.name)
            )
        rows = self._versions.rows(dataset.id, dataset.version)
        rows.check(self._versions.key(dataset.owner), dataset.table)
        engine = self._idle.pop(rows.mark, None)
        if engine is None:
            engine = rows.engine(dataset.table, self._order(dataset.owner), self._home.folder(dataset.id))
        try:
            yield engine
        except BaseException:
            engine.close()
            raise
        if not engine.idles:
            engine.close()
            return
        for mark in list(self._idle)[: 1 - MOST_IDLE]:
            if (old := self._idle.pop(mark, None)) is not None:
                old.close()
        if self._idle.setdefault(rows.mark, engine) is not engine:
            engine.close()

    def sweep(self) -> None:
        """Remove what ended processes left: uploads, rows that no dataset has, work under way, copies made anew."""
        with contextlib.suppress(DpError, OSError):  # whoever asks for what is wrong there is told
            self._versions.sweep()

    def close(self) -> None:
        """Let go of the engines that are kept."""
        while self._idle:
            self._idle.popitem()[1].close()

    def _order(self, owner: str) -> bytes:
        # By the opener's key and not the dataset's: of the same rows, loaded twice, the same ones count.
        return self._home.key("truncate", owner)

    def _check_source(self, source: Source, table: Table) -> None:
        if not isinstance(source, Source):
            raise SchemaError(
                "Rows must be given by `dp.read`. Got {source}.", 'dp.read("visits.parquet")', source=shown(source)
            )
        check_columns(table, source.columns)

    def _check_name(self, name: str) -> None:
        if not isinstance(name, str) or not name.strip() or len(name) > MAX_NAME or not name.isprintable():
            raise SchemaError(
                "{name} cannot be a dataset's name.",
                "Use 1 to {max_name} printable characters.",
                name=shown(name),
                max_name=MAX_NAME,
            )
        own = (one for one in self.all() if one.owner == self._user)
        if any(dataset.name.casefold() == name.casefold() for dataset in own):
            raise SchemaError("A dataset named {name} already exists.", "Choose another name.", name=shown(name))


def _dataset(dataset: chain.Dataset, name: str, role: Role) -> Dataset:
    """The public view of a ledger's dataset."""
    table = Table.from_dict(dataset.facts)
    return Dataset(
        dataset.id,
        name,
        dataset.owner,
        table,
        dataset.budget,
        dataset.version,
        dataset.has_rows,
        dataset.created,
        role,
        dataset.since,
    )
