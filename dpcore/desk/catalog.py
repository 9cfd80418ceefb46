"""The catalog: the datasets a user may see, each with a budget in the ledger, and their rows."""

from __future__ import annotations

import contextlib
import json
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, final

from dpcore.budget.budget import Budget
from dpcore.desk.dataset_view import dataset_view
from dpcore.desk.home import Home
from dpcore.desk.versions import Versions
from dpcore.engine.rows import Rows, Source
from dpcore.engine.source.frozen import Copied, Frozen
from dpcore.engine.source.kept_copy import KeptCopy
from dpcore.engine.sql.kept_order import arranged_alike
from dpcore.errors import AccessError, BudgetError, DpError, SchemaError, SourceError
from dpcore.ledger.entry import Opening, canonical, sha256
from dpcore.number import shown, whole
from dpcore.release.alike import OtherPopulation
from dpcore.release.dataset import Dataset
from dpcore.release.message import CHECKING
from dpcore.release.run import Cancelled
from dpcore.stop import Stopped, obeyed
from dpcore.table.cell_format import Format, check_described
from dpcore.table.description import Change, Origin, check_kept
from dpcore.table.listing import RULE
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
_UNDESCRIBED = (Text("Stopped. The description was not changed."), Text("You can describe the table again later."))
_STOPPED = (
    Text("Loading was stopped. No rows were kept."),
    Text("Your table is unchanged. You can load it again later."),
)


@final
class Catalog:
    """The datasets of one user, own and shared. Checks who may see a dataset; the ledger checks permissions again."""

    def __init__(self, ledger: Ledger, home: Home, user: str) -> None:
        self._ledger, self._home, self._user = ledger, home, user
        self._versions = Versions(ledger, home, user)
        self._idle: dict[str, Engine] = {}

    def all(self) -> list[Dataset]:
        """The datasets of which this user is a member, oldest first, with unique names."""
        return [self._seen(dataset, name, role) for name, dataset, role in self._named()]

    def find(self, name: str, role: Role = "viewer") -> Dataset:
        """One dataset by name or identifier. role: the least role that the user must have.

        Identifiers are stable, while a dataset may be renamed and its name given to another dataset. Own datasets come
        first; "owner/name" always finds a dataset of another owner. Raises AccessError if the user has no such dataset,
        with the same message whether or not another user has a dataset of this name.
        """
        named = sorted(self._named(), key=lambda entry: entry[1].owner != self._user)
        matches = [entry for entry in named if entry[1].id == name]
        matches = matches or [entry for entry in named if entry[0] == name][:1]
        matches = matches or [entry for entry in named if f"{entry[1].owner}/{entry[1].name}" == name]
        if len(matches) != 1:
            raise AccessError(
                "You have no dataset {name}.",
                "Choose one of your datasets, or ask its owner for access.",
                name=shown(name),
            )
        label, dataset, present_role = matches[0]
        dataset.membership.need(self._user, role)
        return self._seen(dataset, label, present_role)

    def of(self, keys: Sequence[str], name: str) -> Dataset:
        """The dataset under which these asks were charged, even if renamed; if none was, the dataset with this name."""
        paid = self._ledger.payer(keys)
        return next((dataset for dataset in self.all() if dataset.id == paid), None) or self.find(name)

    def _seen(self, dataset: chain.Dataset, name: str, role: Role) -> Dataset:
        """The public view of a dataset in the ledger."""
        place = dataset.id, dataset.version
        return dataset_view(dataset, name, role, self._versions.kept(*place))

    def _named(self) -> list[tuple[str, chain.Dataset, Role]]:
        """The datasets of which this user is a member, with their displayed names and the user's roles."""
        seen = [(dataset, role) for dataset in self._ledger.datasets() if (role := dataset.membership.role(self._user))]
        names = Counter(dataset.name for dataset, _ in seen)
        labels = [self._label(dataset, names[dataset.name] == 1) for dataset, _ in seen]
        twice = Counter(labels)
        return [
            (label if twice[label] == 1 or dataset.owner == self._user else f"{label} ({dataset.id})", dataset, role)
            for label, (dataset, role) in zip(labels, seen, strict=True)
        ]

    def _label(self, dataset: chain.Dataset, unique: bool) -> str:
        """The displayed name: "owner/name" for a dataset of another owner whose name is ambiguous."""
        plain = dataset.owner == self._user or (unique and "/" not in dataset.name)
        return dataset.name if plain else f"{dataset.owner}/{dataset.name}"

    def add(
        self,
        name: str,
        source: Source,
        table: Table,
        budget: Budget,
        separate_budget: bool,
        apart: OtherPopulation | None = None,
        cancel: Cancel = None,
    ) -> Dataset:
        """Loads the rows and opens an account for them; see `Desk.add_dataset`."""
        if not isinstance(budget, Budget):
            raise BudgetError(
                "`budget` must be a Budget. Got {budget}.", "dp.Budget(epsilon=1.0, delta=1e-6)", budget=shown(budget)
            )
        if apart is not None and not isinstance(apart, OtherPopulation):
            raise SchemaError("`apart` must be an `OtherPopulation`. Got {value}.", value=shown(apart))
        self._check_name(name)
        self._check_source(source, table)
        identifier, began = self._ledger.new_id(), self._ledger.now()
        with self._home.loading(self._versions.entered, self._ledger.identity) as folder:
            table = replace(_in_order(table), rule=RULE)
            load = partial(self._loaded, source, table, folder, self._user, separate_budget)
            loaded = obeyed(cancel, Stopped(*_STOPPED), load)
            rows = self._settled(loaded, identifier)
            word, facts = None if apart is None else apart.to_dict(), table.to_dict(noted=True)
            self._ledger.open_dataset(identifier, name, self._user, facts, budget, rows, Opening(began, word))
        return self.find(identifier)

    def update(
        self,
        name: str,
        source: Source | None,
        separate_budget: bool = False,
        formats: Mapping[str, Format] | None = None,
        before: Before = None,
        cancel: Cancel = None,
    ) -> Dataset:
        """Loads a new version of the rows of the same population, under the same account.

        source: None for rows read in place, whose present state becomes the version, or with formats for the same rows
        of a copy. formats: None for those of the source, else of the version before. before: called with the digest of
        the rows descriptor just before the ledger entry is written. Raises KnownRowsError for rows of another dataset.
        """
        dataset = self.find(name, "owner")
        given, source = source, self._source(dataset, source, formats)
        table = replace(dataset.table, rule=RULE, before=())
        self._check_source(source, table)
        began = self._ledger.now()
        with self._home.loading(self._versions.entered, self._ledger.identity) as folder:
            load = partial(self._loaded, source, table, folder, dataset.owner, separate_budget, dataset.id)
            loaded = obeyed(cancel, Stopped(*_STOPPED), load)
            rows = self._settled(loaded, dataset.id)
            if before is not None:
                before(sha256(canonical(rows)))
            since, kept = (dataset.described, dataset.version), isinstance(source, KeptCopy)
            if formats is None and (given is None or given.formats is None):  # those of the version before hold
                kept = kept or self.find(dataset.id).kept.formats != dataset.kept.formats
            self._ledger.add_version(dataset.id, self._user, rows, began, since=since, kept=kept)
        return self.find(dataset.id)

    def _source(self, dataset: Dataset, source: Source | None, formats: Mapping[str, Format] | None) -> Source:
        """The rows of a new version, without what the version before left out, and with its formats."""
        if source is None:
            if not dataset.has_rows:
                raise AccessError(
                    "The rows of {name} were deleted.", "Load a new version of the rows.", name=shown(dataset.name)
                )
            rows = self._versions.rows(dataset.id, dataset.version)
            source = KeptCopy(rows) if isinstance(rows, Frozen) and formats is not None else rows.again()
        elif isinstance(source, Copied) and source.left_out is None:
            source = source.omitting(dataset.kept.left_out)
        if formats is None and isinstance(source, Source) and source.formats is None:
            formats = {name: said for name, said in dataset.kept.formats.items() if name in source.kept}
        return source if formats is None or not isinstance(source, Source) else source.with_formats(formats)

    def describe(
        self,
        name: str,
        change: Change,
        origin: Origin,
        described: int | None,
        cancel: Cancel = None,
    ) -> Dataset:
        """Describes the same rows otherwise, under the same account; see `Desk.describe`."""
        dataset = self.find(name, "owner")
        old = dataset.table
        table = _in_order(change.of(old))
        number = dataset.described
        if described is not None:
            number = whole(described, "`described`", low=1, high=10**9, error=SchemaError)
        if not isinstance(origin, Origin):
            raise SchemaError(
                "`origin` must be an `Origin`. Got {origin}.", 'dp.Origin("public")', origin=shown(origin)
            )
        if table.to_dict(noted=True) == dataset.table.to_dict(noted=True):  # a second click
            return dataset
        check_kept(dataset.table, table)
        check_described(dataset.kept.formats, table.schema.columns)
        if dataset.has_rows and not dataset.ordered and not arranged_alike(old.schema, table.schema):
            # another order would keep other rows for questions whose facts stay
            raise SchemaError(
                "The rows were loaded by an earlier version of the program, so only bounds, rows and groups of a unit, "
                "and expected rows can be described otherwise.",
                "For other columns or categories, load the rows again as a new version, then describe them.",
            )
        began = self._ledger.now()
        if dataset.has_rows:
            table = replace(table, rule=dataset.table.rule, before=(*dataset.table.before, dataset.table.schema))
            obeyed(cancel, Stopped(*_UNDESCRIBED), partial(self._prepare, dataset, table))
        self._ledger.describe(dataset.id, self._user, table, origin, (number, dataset.version), began)
        return self.find(dataset.id)

    def _prepare(self, dataset: Dataset, table: Table) -> None:
        """Prepares the current rows for a description, so that an unusable one is refused before it is written."""
        rows = self._versions.rows(dataset.id, dataset.version)
        absent = [name for name in table.read if name not in rows.columns]
        if absent:
            raise SchemaError(
                "The rows were kept without the column {column}, so it cannot be described now.",
                "Load a new version of the rows that has this column, then describe it.",
                column=shown(absent[0]),
            )
        rows.check(self._versions.key(dataset.owner), table)
        try:
            rows.prepare(table, self._order(dataset.owner), self._home.folder(dataset.id))
            return
        except OSError:
            pass
        raise SourceError(
            "The rows could not be prepared.", "Check that they were not deleted meanwhile, and try again."
        )

    def _loaded(
        self, source: Source, table: Table, folder: Path, owner: str, separate_budget: bool, but: str = ""
    ) -> Rows:
        """Loads and prepares the rows in this folder, so that unusable rows are refused before the ledger is written.

        Raises KnownRowsError for rows of another dataset, unless `separate_budget` is set or this dataset has them.
        """
        # fingerprints with the keys of the dataset's opener and of the loading user
        keys = {user: self._versions.key(user) for user in (owner, self._user)}
        rows = source.load(folder, *keys.values())
        if not separate_budget and not isinstance(source, KeptCopy):
            own = {dataset.id: dataset.name for dataset in self.all()}
            self._versions.refuse_known(rows, own, list(keys.values()), but)
        rows.prepare(table, self._order(owner), folder)
        return rows

    def _settled(self, rows: Rows, dataset: str) -> dict[str, Any]:
        """Moves loaded rows to the dataset's folder and returns their descriptor."""
        return rows.relocate(lambda path: self._home.place(path, dataset, self._ledger.identity)[0]).to_dict()

    def limits(self, dataset: Dataset) -> tuple[Text, ...]:
        """Sentences about identifiers of units that cannot be read; empty if the rows were deleted."""
        return self._versions.limits(dataset.id, dataset.version, dataset.table) if dataset.has_rows else ()

    def rename(self, name: str, new: str) -> Dataset:
        """Renames a dataset. Its account does not change."""
        dataset = self.find(name, "owner")
        self._check_name(new)
        self._ledger.rename(dataset.id, self._user, new)
        return self.find(dataset.id)

    def delete_rows(self, name: str) -> None:
        """Deletes the rows. Account and answers remain."""
        dataset = self.find(name, "owner")
        self.close()
        self._ledger.delete_rows(dataset.id, self._user)
        self._home.delete(dataset.id)
        self.sweep()  # a process that has ended may have left another name of the same file
        if any(self._home.folder(dataset.id).iterdir()):
            raise SourceError(
                "Some files with rows could not be deleted.",
                "Close programs that use these files, then delete the rows again.",
            )

    @contextlib.contextmanager
    def rows(self, dataset: Dataset, keys: Sequence[str], cancel: Cancel = None) -> Iterator[Engine | None]:
        """The engine over the current rows, after checking them; None if all keys have an answer.

        cancel: ends the check of rows in place, which waits for a server. Raises Cancelled then.

        An engine serves one release at a time. If the engine can idle, it is kept for the next release on the same
        rows, because opening an engine dominates the time of a small release. An idle engine holds a connection, but no
        rows and no aggregates.
        """
        if self._ledger.answered_keys(keys) == set(keys):
            yield None
            return
        if not dataset.has_rows:
            raise AccessError(
                "The rows of {name} were deleted.",
                "Load a new version of the rows to ask further questions.",
                name=shown(dataset.name),
            )
        if dataset.table.rule > RULE:
            raise SourceError(
                "The rows of {name} were loaded by a newer version of the program.",
                "Update the program.",
                name=shown(dataset.name),
            )
        rows = self._versions.rows(dataset.id, dataset.version)
        check = partial(rows.check, self._versions.key(dataset.owner), dataset.table)
        obeyed(cancel if rows.in_place else None, Cancelled(*CHECKING), check)
        mark = f"{rows.mark}\0{dataset.described}\0{len(dataset.table.before)}"
        engine = self._idle.pop(mark, None)
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
        for kept in list(self._idle)[: 1 - MOST_IDLE]:
            if (old := self._idle.pop(kept, None)) is not None:
                old.close()
        if self._idle.setdefault(mark, engine) is not engine:
            engine.close()

    def sweep(self) -> None:
        """Removes leftovers of ended processes: uploads, rows without a dataset, temporary files, replaced copies."""
        with contextlib.suppress(DpError, OSError):  # a later call on the affected data reports the error
            self._versions.sweep()

    def close(self) -> None:
        """Closes the kept engines."""
        while self._idle:
            self._idle.popitem()[1].close()

    def _order(self, owner: str) -> bytes:
        # The key of the owner, not of the dataset: if rows are loaded twice, truncation drops the same rows.
        return self._home.key("truncate", owner)

    def _check_source(self, source: Source, table: Table) -> None:
        if not isinstance(source, Source):
            raise SchemaError(
                "Rows must be given by `dp.read`. Got {source}.", 'dp.read("visits.parquet")', source=shown(source)
            )
        check_columns(table, source.kept)
        check_described(source.formats or {}, table.schema.columns)
        source.check(table)

    def _check_name(self, name: str) -> None:
        if not isinstance(name, str) or not name.strip() or len(name) > MAX_NAME or not name.isprintable():
            raise SchemaError(
                "{name} is not a valid name for a dataset.",
                "Use 1 to {max_name} printable characters.",
                name=shown(name),
                max_name=MAX_NAME,
            )
        own = (dataset for dataset in self.all() if dataset.owner == self._user)
        if any(dataset.name.casefold() == name.casefold() for dataset in own):
            raise SchemaError("A dataset named {name} already exists.", "Choose another name.", name=shown(name))


def _in_order(table: Table) -> Table:
    """The facts as the ledger will give them back, with columns in the order of their names."""
    return Table.from_dict(json.loads(canonical(table.to_dict(noted=True))))
