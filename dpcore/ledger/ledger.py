"""The ledger: an append-only record of charges and answers. No ask is charged twice or answered twice.

`charge` is one transaction: it adds up the unpaid asks exactly, has the filters admit the sum and adds the entry to the
hash chain; then the anchor is written. Other modules read the rows and draw the noise. `store` is one transaction with
the answer and its digest; a second writer gets the stored answer. Only stored answers are shown. A crash may lose an
answer but never a charge: the same request continues under its charge.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, final

import sqlalchemy as sa

from dpcore.budget.budget import Budget
from dpcore.budget.standing import Standing
from dpcore.errors import AccessError, LedgerError, QueryError, SchemaError
from dpcore.failpoint import failpoint
from dpcore.ledger.answer import Receipt, read_answers
from dpcore.ledger.asks import Asks
from dpcore.ledger.chain import Dataset
from dpcore.ledger.entry import PLAIN, Entry, Opening, canonical, sha256
from dpcore.ledger.journal import Journal, reanchor
from dpcore.ledger.links import Links
from dpcore.ledger.payment import Item, Payment, charge_entry, standing_of
from dpcore.ledger.raising import entry_payload, set_aside
from dpcore.ledger.row_location import keep, read_all
from dpcore.ledger.store.database import answers
from dpcore.ledger.team.act import Act, after
from dpcore.number import shown
from dpcore.table.description import Origin, check_kept
from dpcore.table.listing import RULE
from dpcore.table.table import Table

__all__ = ["Dataset", "Entry", "Item", "Ledger", "Payment", "Receipt", "reanchor"]


@final
class Ledger(Asks):
    """The ledger of one database. Thread-safe; each process opens the database separately.

    All methods raise LedgerError if the database or anchor was altered or lost. Nothing is charged or released then.
    """

    def __init__(self, url: str, home: str | Path) -> None:
        self._journal = Journal(url, home)
        self._chain = self._journal.chain
        self.links, self.check = Links(self._journal), self._journal.check

    def close(self) -> None:
        """Closes the database."""
        self._journal.close()

    @property
    def identity(self) -> str:
        """The fixed identifier of this ledger: 32 hexadecimal digits."""
        return self._chain.ledger

    @staticmethod
    def new_id() -> str:
        """A new dataset identifier, used in the ledger and in the data folder."""
        return secrets.token_hex(8)

    def open_dataset(
        self,
        dataset: str,
        name: str,
        owner: str,
        facts: Mapping[str, Any],
        budget: Budget,
        rows: Mapping[str, Any],
        opening: Opening = PLAIN,
    ) -> Dataset:
        """Opens an account for a population. Its filters are fixed from now on. Names are unique per owner.

        rows: location and fingerprints, stored outside the chain; the chain contains their digest.
        """
        text = canonical(rows)
        payload = {
            "name": name,
            "facts": dict(facts),
            "budget": budget.to_dict(),
            "filters": [filter_.to_dict() for filter_ in budget.filters()],
            "rows": sha256(text),
            "rule": RULE,
            "ordered": True,
            **({} if opening.apart is None else {"apart": dict(opening.apart)}),
            **_formats(rows),
        }
        with self._journal.writing("act") as draft:
            if dataset in self._chain.datasets:
                raise LedgerError(
                    "A dataset with this identifier already exists.", "Use a new identifier for each dataset."
                )
            self._check_name(name, owner)
            draft.date(opening.began)
            draft.append("open", owner, dataset, payload)
            keep(draft, dataset, 1, text)
        return self.dataset(dataset)

    def datasets(self) -> list[Dataset]:
        """All datasets, in the order of opening."""
        with self._journal.reading():
            return list(self._chain.datasets.values())

    def dataset(self, dataset: str) -> Dataset:
        """The dataset with this identifier. Raises QueryError."""
        with self._journal.reading():
            return self._dataset(dataset)

    def rows(self, dataset: str, version: int) -> dict[str, Any]:
        """The rows descriptor of a version. Must never be shown or exported."""
        with self._journal.reading() as connection:
            return read_all(connection, self._chain)[self._dataset(dataset).id, version]

    def loads(self) -> list[tuple[str, int, str, dict[str, Any]]]:
        """(dataset, version, user who loaded it, rows descriptor) of each version. Must never be shown or exported."""
        with self._journal.reading() as connection:
            descriptors = read_all(connection, self._chain)
            loads = ("open", "version")
            every = [entry for few in self._chain.entries.values() for entry in few if entry.kind in loads]
            users = {(entry.dataset, entry.payload.get("version", 1)): entry.user for entry in every}
        return [(*place, users[place], rows) for place, rows in descriptors.items()]

    def rename(self, dataset: str, user: str, name: str) -> None:
        """Renames a dataset; its account does not change."""
        with self._journal.writing("act") as draft:
            if self._own_dataset(dataset, user).owner != user:  # names are unique per owner
                raise AccessError("Only the user who opened a dataset can rename it.", "Ask them to rename it.")
            self._check_name(name, user)
            draft.append("rename", user, dataset, {"name": name})

    def add_version(
        self,
        dataset: str,
        user: str,
        rows: Mapping[str, Any],
        began: str = "",
        rule: int = RULE,
        since: tuple[int, int] | None = None,
        kept: bool = False,
    ) -> Dataset:
        """Adds a new version of the rows of the same population. rule: for reading its cells. See `open_dataset`.

        since: the numbers of the description for which the rows were prepared, and of the version before. kept: whether
        the rows are those of that version. Raises SchemaError if the description, or then the version, has changed.
        Raises AccessError if the kept rows were deleted.
        """
        text = canonical(rows)
        with self._journal.writing("act") as draft:
            record = self._own_dataset(dataset, user)
            version = record.version + 1
            if since is not None:
                self._check_described(record, since[0])
            if since is not None and kept:
                self._check_version(record, since[1])
                if not record.has_rows:
                    raise AccessError(
                        "The rows of {name} were deleted.", "Load a new version of the rows.", name=shown(record.name)
                    )
            draft.date(began)
            payload = {"version": version, "rows": sha256(text), "rule": rule, **_formats(rows)}
            draft.append("version", user, dataset, payload)
            keep(draft, dataset, version, text)
        return self.dataset(dataset)

    def describe(
        self, dataset: str, user: str, table: Table, origin: Origin, since: tuple[int, int], began: str = ""
    ) -> None:
        """Describes the same rows otherwise, under the same account.

        since: the numbers of the description and of the version of the rows so far. Raises SchemaError if one of them
        has changed, or if this description changes what the budget promised.
        """
        described, version = since
        payload = {"facts": table.to_dict(noted=True), "described": described + 1, "origin": origin.to_dict()}
        with self._journal.writing("act") as draft:
            record = self._own_dataset(dataset, user)
            self._check_described(record, described)
            self._check_version(record, version)
            check_kept(record.tables[-1], table)
            if any(
                key not in self._chain.answered or self._chain.charged[key][1] != dataset for key in origin.releases
            ):
                raise SchemaError("These are not stored answers of this dataset.", "Take them from `Desk.releases`.")
            draft.date(began)
            draft.append("describe", user, dataset, payload)

    def delete_rows(self, dataset: str, user: str) -> None:
        """Records that the rows were deleted. Account and answers remain."""
        with self._journal.writing("act") as draft:
            self._own_dataset(dataset, user)
            draft.append("delete_rows", user, dataset, {})

    def raise_budget(self, dataset: str, user: str, budget: Budget) -> Dataset:
        """Raises the budget, in the same form. Ended filters stay ended. The guarantee is now the new budget."""
        with self._journal.writing("act") as draft:
            old = self._own_dataset(dataset, user)
            draft.append("raise", user, dataset, entry_payload(old.budget, old.account, budget))
        return self.dataset(dataset)

    def set_aside(self, dataset: str, user: str, divide: bool) -> None:
        """Sets a part of delta aside for failures: within delta while nothing was charged, else on top of it."""
        with self._journal.writing("act") as draft:
            kind, payload = set_aside(self._own_dataset(dataset, user), draft.time, divide)
            draft.append(kind, user, dataset, payload)

    def act(self, kind: str, user: str, dataset: str, payload: Mapping[str, Any]) -> None:
        """Records a team act, one of `act.ACTS`. Raises AccessError or BudgetError if it is not allowed."""
        with self._journal.writing("act") as draft:
            record = self._dataset(dataset)
            after(record.membership, Act(kind, user, draft.time, payload), record.account)
            draft.append(kind, user, dataset, payload)

    # Charges and answers

    def charge(self, dataset: str, payment: Payment, items: Sequence[Item]) -> dict[str, int]:
        """Charges all items not yet paid, all or none, before a row is read. Returns the paying entry of each key.

        Raises AccessError if the user may not ask; BudgetError if no live filter admits the sum, if the slot or slice
        does not cover it, if it would use budget set aside for others, or if it would end the Gaussian filter without
        `confirm`; QueryError if a question with `keep` was paid in the meantime.
        """
        failpoint("before_charge")
        with self._journal.reading(whole=True):
            paying = charge_entry(self._chain, self._dataset(dataset), items, payment, self.now()) is not None
        if paying:
            with self._journal.writing("charge") as draft:
                payload = charge_entry(self._chain, self._dataset(dataset), items, payment, draft.time)
                if payload is not None:
                    draft.append("charge", payment.user, dataset, payload)
        self._journal.remember()
        failpoint("after_anchor")
        return {item.key: self._chain.charged[item.key][0] for item in items}

    def standing(self, dataset: str, user: str = "") -> Standing:
        """The budget state for this user. Its history has all entries except `answer` entries."""
        with self._journal.reading():
            record = self._dataset(dataset)
            history = tuple(entry for entry in self._chain.entries[dataset] if entry.kind != "answer")
            return standing_of(record, user, self.now(), history)

    def now(self) -> str:
        """The current time, never before the latest entry."""
        return self._journal.now()

    def entries(self, dataset: str | None = None) -> list[Entry]:
        """All entries of a dataset, or of the whole ledger, oldest first."""
        with self._journal.reading():
            if dataset is not None:
                self._dataset(dataset)
                return list(self._chain.entries[dataset])
            return sorted((entry for few in self._chain.entries.values() for entry in few), key=lambda entry: entry.seq)

    def verify(self) -> int:
        """Checks all entries, the anchor, the answers and the rows descriptors. Returns the number of entries.

        Raises LedgerError that names the first invalid entry.
        """
        with self._journal.snapshot() as (connection, chain):
            keys = connection.execute(sa.select(answers.c.key)).scalars().all()
            read_answers(connection, chain, [*chain.answered, *keys])
            read_all(connection, chain)
            return len(chain.rows)

    def _dataset(self, dataset: str) -> Dataset:
        if dataset not in self._chain.datasets:
            raise QueryError("There is no dataset {dataset_}.", "See `Desk.datasets()`.", dataset_=shown(dataset))
        return self._chain.datasets[dataset]

    def _own_dataset(self, dataset: str, user: str) -> Dataset:
        """The dataset, if the user is one of its owners. Raises AccessError."""
        record = self._dataset(dataset)
        record.membership.need(user, "owner")
        return record

    @staticmethod
    def _check_version(record: Dataset, version: int) -> None:
        if record.version != version:
            raise SchemaError(
                "A new version of the rows was loaded in the meantime, so nothing was written.",
                "Look at the present description, then try again.",
            )

    @staticmethod
    def _check_described(record: Dataset, described: int) -> None:
        if described != len(record.descriptions):
            raise SchemaError(
                "The description was changed in the meantime, so nothing was written.",
                "Look at the present description, then try again.",
            )

    def _check_name(self, name: str, owner: str) -> None:
        if any(dataset.name == name and dataset.owner == owner for dataset in self._chain.datasets.values()):
            raise SchemaError("A dataset named {name} already exists.", "Choose another name.", name=shown(name))


def _formats(rows: Mapping[str, Any]) -> dict[str, Any]:
    """How cells of the rows are written, which the chain itself tells, if a person said so."""
    return {"formats": dict(rows["formats"])} if rows.get("formats") else {}
