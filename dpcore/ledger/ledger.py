"""The ledger: what was charged, by whom, for what; never forgotten, never charged twice, never answered twice.

The way of a release: `charge` (one immediate transaction: what is paid already is found, the rest is added up exactly,
admitted by the filters and chained; then the anchor remembers it) -> rows are read, noise is drawn elsewhere ->
`store` (the answer's text and its digest in one transaction; who comes second gets what is stored) -> shown.
A crash on the way can lose an answer, never a charge: the same request goes on under the charge it has paid.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, final

import sqlalchemy as sa

from dpcore import clock
from dpcore.budget.budget import Budget
from dpcore.budget.standing import Standing
from dpcore.errors import LedgerError, QueryError, SchemaError, SourceError
from dpcore.failpoint import failpoint
from dpcore.ledger.bill import Item, bill, raised
from dpcore.ledger.chain import Dataset, Entry, canonical, sha256
from dpcore.ledger.database import answers, frozen
from dpcore.ledger.journal import RESTORE, Draft, Journal, reanchor
from dpcore.number import shown

NEW_VERSION = "A new version can be loaded."
__all__ = ["Dataset", "Entry", "Item", "Ledger", "reanchor"]


@final
class Ledger:
    """The ledger of one database. Threads may share it; processes open their own.

    Raises LedgerError wherever the database or the anchor is not what it was; then nothing is charged or released.
    """

    def __init__(self, url: str, home: str | Path) -> None:
        self._journal = Journal(url, home)
        self._chain = self._journal.chain

    def close(self) -> None:
        """Let go of the database."""
        self._journal.close()

    # Datasets

    @staticmethod
    def new_id() -> str:
        """A name for a new dataset, here and in the data folder."""
        return secrets.token_hex(8)

    def open_dataset(
        self, dataset: str, name: str, owner: str, facts: Mapping[str, Any], budget: Budget, rows: Mapping[str, Any]
    ) -> Dataset:
        """Open an account for a population. Its filters are fixed here; the name is unique for its owner.

        rows: where the frozen rows are and what recognises them again; kept outside the chain, which has the digest.
        """
        text = canonical(rows)
        payload = {
            "name": name,
            "facts": dict(facts),
            "budget": budget.to_dict(),
            "filters": [one.to_dict() for one in budget.filters()],
            "rows": sha256(text),
        }
        with self._journal.writing("act") as draft:
            if dataset in self._chain.datasets:
                raise LedgerError("There is a dataset with this identity already.", "Each has an identity of its own.")
            self._check_name(name, owner)
            draft.append("open", owner, dataset, payload)
            _keep(draft, dataset, 1, text)
        return self.dataset(dataset)

    def datasets(self) -> list[Dataset]:
        """Every dataset, in the order of opening."""
        with self._journal.reading():
            return list(self._chain.datasets.values())

    def dataset(self, dataset: str) -> Dataset:
        """The dataset with this identity. Raises QueryError."""
        with self._journal.reading():
            return self._known(dataset)

    def rows(self, dataset: str, version: int) -> dict[str, Any]:
        """Where the rows of a version are, as it was given. Never to be shown or exported."""
        with self._journal.reading() as connection:
            return self._frozen(connection)[self._known(dataset).id, version]

    def fingerprints(self, owner: str) -> list[tuple[str, str, Any]]:
        """(dataset, its name, fingerprint) of every version that an owner has loaded. Never to be shown or exported."""
        with self._journal.reading() as connection:
            kept = self._frozen(connection)
            own = {one.id: one.name for one in self._chain.datasets.values() if one.owner == owner}
        return [(place[0], own[place[0]], rows.get("fingerprint")) for place, rows in kept.items() if place[0] in own]

    def rename(self, dataset: str, user: str, name: str) -> None:
        """Give a dataset another name; its account stays."""
        with self._journal.writing("act") as draft:
            self._check_name(name, self._known(dataset).owner)
            draft.append("rename", user, dataset, {"name": name})

    def add_version(self, dataset: str, user: str, rows: Mapping[str, Any]) -> Dataset:
        """A new extract of the same population, under the same account."""
        text = canonical(rows)
        with self._journal.writing("act") as draft:
            version = self._known(dataset).version + 1
            draft.append("version", user, dataset, {"version": version, "rows": sha256(text)})
            _keep(draft, dataset, version, text)
        return self.dataset(dataset)

    def delete_rows(self, dataset: str, user: str) -> None:
        """Record that the rows are gone; account and answers stay."""
        with self._journal.writing("act") as draft:
            self._known(dataset)
            draft.append("delete_rows", user, dataset, {})

    def raise_budget(self, dataset: str, user: str, budget: Budget) -> Dataset:
        """Allow more, in the same form; an ended filter stays ended. What is promised from now on is the new budget."""
        with self._journal.writing("act") as draft:
            old = self._known(dataset)
            limits = raised(old.budget, old.account, budget)
            payload = {"budget": budget.to_dict(), "filters": [one.to_dict() for one in limits]}
            draft.append("raise", user, dataset, payload)
        return self.dataset(dataset)

    # Charges and answers

    def charge(
        self, dataset: str, user: str, items: Sequence[Item], *, confirm: bool = False, slot: str | None = None
    ) -> dict[str, int]:
        """Pay for every item that is not paid already, all or none, before a row is read; the paying entry of each key.

        slot: the declared slot that pays instead of the filters; where all is paid already none is used.
        Raises BudgetError where no live filter admits the sum, or the slot does not, and where the sum would end the
        Gaussian filter (pure charges, large in mu) without `confirm`. A refused charge enters no account.
        """
        failpoint("before_charge")
        with self._journal.reading(whole=True):
            paying = self._bill(dataset, items, confirm, slot) is not None
        if paying:
            with self._journal.writing("charge") as draft:
                found = self._bill(dataset, items, confirm, slot)
                if found is not None:
                    draft.append("charge", user, dataset, found)
        self._journal.remember()
        failpoint("after_anchor")
        return {item.key: self._chain.charged[item.key][0] for item in items}

    def charged(self, keys: Iterable[str]) -> set[str]:
        """Those of these asks that are paid, answered or not: asking them again costs nothing."""
        with self._journal.reading():
            return {key for key in keys if key in self._chain.charged}

    def known(self, keys: Iterable[str]) -> set[str]:
        """Those of these asks that have a stored answer."""
        with self._journal.reading():
            return {key for key in keys if key in self._chain.answered}

    def store(self, releases: Mapping[str, str]) -> dict[str, str]:
        """Keep the answers of paid asks of one dataset, each once for ever; what is stored comes back, to be shown."""
        with self._journal.writing("store") as draft:
            self._store(draft, releases)
        return self.stored(list(releases))

    def stored(self, keys: Sequence[str]) -> dict[str, str]:
        """The stored answers of these asks, as they were first written; an ask without one is left out."""
        with self._journal.reading() as connection:
            found = self._stored(connection, keys)
        self._journal.remember()
        return found

    def answer(self, key: str) -> str | None:
        """The stored answer of one ask."""
        return self.stored([key]).get(key)

    def answers(self, dataset: str) -> list[str]:
        """Every stored answer of a dataset, in the order of storing."""
        with self._journal.reading():
            keys = [key for key in self._chain.answered if self._chain.charged[key][1] == dataset]
        return list(self.stored(keys).values())

    # What is there

    def standing(self, dataset: str) -> Standing:
        """What may still be asked; its history is every entry but the stored answers'."""
        with self._journal.reading():
            known = self._known(dataset)
            history = tuple(entry for entry in self._chain.entries[dataset] if entry.kind != "answer")
        return Standing(known.budget, known.account, history)

    def entries(self, dataset: str | None = None) -> list[Entry]:
        """Every entry of a dataset, or of the whole ledger, oldest first."""
        with self._journal.reading():
            if dataset is not None:
                self._known(dataset)
                return list(self._chain.entries[dataset])
            return sorted((one for few in self._chain.entries.values() for one in few), key=lambda one: one.seq)

    def verify(self) -> int:
        """Check everything from the first entry on: chain, anchor, answers, rows. Returns the number of entries.

        Raises LedgerError naming the first bad entry.
        """
        self._journal.verify()
        with self._journal.reading() as connection:
            stored = connection.execute(sa.select(answers.c.key)).scalars().all()
            self._stored(connection, [*self._chain.answered, *stored])
            self._frozen(connection)
            return len(self._chain.rows)

    # Inside

    def _known(self, dataset: str) -> Dataset:
        if dataset not in self._chain.datasets:
            raise QueryError(f"There is no dataset {shown(dataset)}.", "See `Desk.datasets()`.")
        return self._chain.datasets[dataset]

    def _check_name(self, name: str, owner: str) -> None:
        if any(one.name == name and one.owner == owner for one in self._chain.datasets.values()):
            raise SchemaError(f"There is a dataset {shown(name)} already.", "Choose another name.")

    def _bill(self, dataset: str, items: Sequence[Item], confirm: bool, slot: str | None) -> dict[str, Any] | None:
        """What a charge would write, added up exactly and admitted; None where all is paid. Raises what refuses it."""
        known, unpaid = self._known(dataset), self._unpaid(dataset, items)
        if not unpaid:
            return None
        if not known.has_rows:
            raise SourceError(f"The rows of {shown(known.name)} were deleted.", NEW_VERSION)
        return bill(known.budget, known.account, unpaid, confirm, slot)

    def _unpaid(self, dataset: str, items: Sequence[Item]) -> list[Item]:
        self._known(dataset)
        unpaid = {item.key: item for item in items if item.key not in self._chain.charged}
        if any(self._chain.charged[item.key][1] != dataset for item in items if item.key not in unpaid):
            raise LedgerError("This ask was paid by another dataset.", "The key of an ask includes its dataset.")
        return list(unpaid.values())

    def _store(self, draft: Draft, releases: Mapping[str, str]) -> None:
        if any(key not in self._chain.charged for key in releases):
            raise LedgerError("An answer that was not paid cannot be stored.", "Charge first.")
        stored = self._stored(draft.connection, list(releases))
        new = {key: text for key, text in releases.items() if key not in stored}
        if not new:
            return
        paid = [self._chain.charged[key] for key in new]
        if len({dataset for _, dataset in paid}) != 1:
            raise LedgerError("Answers are stored for one dataset at a time.", "Store them one by one.")
        user = self._chain.rows[paid[0][0] - 1][4]
        rows = [{"key": key, "release": text, "time": clock.now()} for key, text in new.items()]
        draft.connection.execute(answers.insert(), rows)
        digests = {key: sha256(text) for key, text in new.items()}
        draft.append("answer", user, paid[0][1], {"releases": digests})

    def _stored(self, connection: sa.Connection, keys: Sequence[str]) -> dict[str, str]:
        """Stored answers in the order of `keys`, each held against its digest in the chain."""
        found: dict[str, str] = {}
        for start in range(0, len(keys), 500):
            wanted = answers.c.key.in_(keys[start : start + 500])
            query = sa.select(answers.c.key, answers.c.release).where(wanted)
            found.update({row[0]: row[1] for row in connection.execute(query)})
        for key in {*keys, *found}:
            if self._chain.answered.get(key) != (sha256(found[key]) if key in found else None):
                paid = self._chain.charged.get(key, (0, ""))[0]
                raise LedgerError(f"The answer paid by entry {paid} of the ledger is not what was stored.", RESTORE)
        return {key: found[key] for key in keys if key in found}

    def _frozen(self, connection: sa.Connection) -> dict[tuple[str, int], dict[str, Any]]:
        """What is kept about rows by (dataset, version), each held against its digest in the chain."""
        query = sa.select(frozen.c.dataset, frozen.c.version, frozen.c.rows)
        found = {(row[0], row[1]): row[2] for row in connection.execute(query)}
        for place in {*self._chain.frozen, *found}:
            if place not in found or self._chain.frozen.get(place) != sha256(found[place]):
                raise LedgerError("What is kept about a dataset's rows is not what was written.", RESTORE)
        return {place: json.loads(text) for place, text in found.items()}


def _keep(draft: Draft, dataset: str, version: int, text: str) -> None:
    draft.connection.execute(frozen.insert(), {"dataset": dataset, "version": version, "rows": text})
