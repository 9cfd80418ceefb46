"""The ledger: what was charged, by whom, for what; never forgotten, never charged twice, never answered twice.

The way of a release: `charge` (one immediate transaction: what is paid already is found, the rest is added up exactly,
admitted by the filters and chained; then the anchor remembers it) -> rows are read, noise is drawn elsewhere ->
`store` (the answer's text and its digest in one transaction; who comes second gets what is stored) -> shown.
A crash on the way can lose an answer, never a charge: the same request goes on under the charge it has paid.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, final

import sqlalchemy as sa

from dpcore.budget.budget import Budget
from dpcore.budget.standing import Standing
from dpcore.errors import AccessError, LedgerError, QueryError, SchemaError
from dpcore.failpoint import failpoint
from dpcore.ledger.answer import Receipt, receipt, store, stored
from dpcore.ledger.chain import Dataset
from dpcore.ledger.entry import Entry, canonical, sha256
from dpcore.ledger.fold_round import follows
from dpcore.ledger.journal import Journal, reanchor
from dpcore.ledger.links import Links
from dpcore.ledger.payment import Item, Payment, charge_entry, raised, standing_of
from dpcore.ledger.round import Kept
from dpcore.ledger.rounds import keep as keep_rounds
from dpcore.ledger.row_location import keep, kept
from dpcore.ledger.store.database import answers
from dpcore.ledger.team.act import Act, after
from dpcore.number import shown

__all__ = ["Dataset", "Entry", "Item", "Ledger", "Payment", "Receipt", "reanchor"]


@final
class Ledger:
    """The ledger of one database. Threads may share it; processes open their own.

    Raises LedgerError wherever the database or the anchor is not what it was; then nothing is charged or released.
    """

    def __init__(self, url: str, home: str | Path) -> None:
        self._journal = Journal(url, home)
        self._chain = self._journal.chain
        self.links = Links(self._journal)

    def close(self) -> None:
        """Let go of the database."""
        self._journal.close()

    @property
    def identity(self) -> str:
        """The name this ledger was born with: 32 hexadecimal digits."""
        return self._chain.ledger

    # Datasets

    @staticmethod
    def digest(rows: Mapping[str, Any]) -> str:
        """What an entry of the ledger has of where rows are and what recognises them again."""
        return sha256(canonical(rows))

    @staticmethod
    def new_id() -> str:
        """A name for a new dataset, here and in the data folder."""
        return secrets.token_hex(8)

    def open_dataset(
        self,
        dataset: str,
        name: str,
        owner: str,
        facts: Mapping[str, Any],
        budget: Budget,
        rows: Mapping[str, Any],
        began: str = "",
    ) -> Dataset:
        """Open an account for a population. Its filters are fixed here; the name is unique for its owner.

        rows: where the frozen rows are and what recognises them again; kept outside the chain, which has the digest.
        began: `now()` before a row was read; the entry's time tells nothing of how long that took.
        """
        text = canonical(rows)
        payload = {
            "name": name,
            "facts": dict(facts),
            "budget": budget.to_dict(),
            "filters": [filter_.to_dict() for filter_ in budget.filters()],
            "rows": sha256(text),
        }
        with self._journal.writing("act") as draft:
            if dataset in self._chain.datasets:
                raise LedgerError("There is a dataset with this identity already.", "Each has an identity of its own.")
            self._check_name(name, owner)
            draft.date(began)
            draft.append("open", owner, dataset, payload)
            keep(draft, dataset, 1, text)
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
            return kept(connection, self._chain)[self._known(dataset).id, version]

    def loads(self) -> list[tuple[str, int, str, dict[str, Any]]]:
        """(dataset, version, who loaded it, its `rows`) of each version. Never shown, never exported."""
        with self._journal.reading() as connection:
            found = kept(connection, self._chain)
            loads = ("open", "version")
            every = [entry for few in self._chain.entries.values() for entry in few if entry.kind in loads]
            users = {(entry.dataset, entry.payload.get("version", 1)): entry.user for entry in every}
        return [(*place, users[place], rows) for place, rows in found.items()]

    def rename(self, dataset: str, user: str, name: str) -> None:
        """Give a dataset another name; its account stays."""
        with self._journal.writing("act") as draft:
            if self._owned(dataset, user).owner != user:  # names are unique for their owner, and nobody else's business
                raise AccessError("Who opened a dataset gives it its name.", "Ask them to rename it.")
            self._check_name(name, user)
            draft.append("rename", user, dataset, {"name": name})

    def add_version(self, dataset: str, user: str, rows: Mapping[str, Any], began: str = "") -> Dataset:
        """A new extract of the same population, under the same account; `began` as in `open_dataset`."""
        text = canonical(rows)
        with self._journal.writing("act") as draft:
            version = self._owned(dataset, user).version + 1
            draft.date(began)
            draft.append("version", user, dataset, {"version": version, "rows": sha256(text)})
            keep(draft, dataset, version, text)
        return self.dataset(dataset)

    def delete_rows(self, dataset: str, user: str) -> None:
        """Record that the rows are gone; account and answers stay."""
        with self._journal.writing("act") as draft:
            self._owned(dataset, user)
            draft.append("delete_rows", user, dataset, {})

    def raise_budget(self, dataset: str, user: str, budget: Budget) -> Dataset:
        """Allow more, in the same form; an ended filter stays ended. What is promised from now on is the new budget."""
        with self._journal.writing("act") as draft:
            old = self._owned(dataset, user)
            limits = raised(old.budget, old.account, budget)
            payload = {"budget": budget.to_dict(), "filters": [filter_.to_dict() for filter_ in limits]}
            draft.append("raise", user, dataset, payload)
        return self.dataset(dataset)

    def act(self, kind: str, user: str, dataset: str, payload: Mapping[str, Any]) -> None:
        """A team's act, one of `act.ACTS`. Raises AccessError or BudgetError where this person may not."""
        with self._journal.writing("act") as draft:
            known = self._known(dataset)
            after(known.membership, Act(kind, user, draft.time, payload), known.account)
            draft.append(kind, user, dataset, payload)

    # Charges and answers

    def charge(self, dataset: str, payment: Payment, items: Sequence[Item]) -> dict[str, int]:
        """Pay for every item that is not paid already, all or none, before a row is read; the paying entry of each key.

        Raises AccessError where the user may not ask; BudgetError where no live filter admits the sum, or the slot or
        the slice does not, where it would use what is set aside, and where the sum would end the Gaussian filter (pure
        charges, large in mu) without `confirm`; QueryError where a question that is to be kept was paid since it was
        looked up. A refused charge enters no account.
        """
        failpoint("before_charge")
        with self._journal.reading(whole=True):
            paying = charge_entry(self._chain, self._known(dataset), items, payment, self.now()) is not None
        if paying:
            with self._journal.writing("charge") as draft:
                found = charge_entry(self._chain, self._known(dataset), items, payment, draft.time)
                if found is not None:
                    draft.append("charge", payment.user, dataset, found)
        self._journal.remember()
        failpoint("after_anchor")
        return {item.key: self._chain.charged[item.key][0] for item in items}

    def charged(self, keys: Iterable[str]) -> set[str]:
        """Those of these asks that are paid, answered or not: asking them again costs nothing."""
        with self._journal.reading():
            return {key for key in keys if key in self._chain.charged}

    def receipts(self, keys: Iterable[str]) -> dict[str, Receipt]:
        """Which entry paid for each of these paid asks."""
        with self._journal.reading():
            return {key: receipt(self._chain, key) for key in keys}

    def payer(self, keys: Iterable[str]) -> str | None:
        """The dataset that paid for the first of these asks that is paid."""
        with self._journal.reading():
            return next((self._chain.charged[key][1] for key in keys if key in self._chain.charged), None)

    def known(self, keys: Iterable[str]) -> set[str]:
        """Those of these asks that have a stored answer."""
        with self._journal.reading():
            return {key for key in keys if key in self._chain.answered}

    def store(self, releases: Mapping[str, str]) -> dict[str, str]:
        """Keep the answers of paid asks of one dataset, each once for ever; what is stored comes back, to be shown."""
        with self._journal.writing("store") as draft:
            known = self._stored(draft.connection, list(releases))
            new = {key: text for key, text in releases.items() if key not in known}
            if new:
                store(draft, self._chain, new)
        return self.stored(list(releases))

    def keep(self, drawn: Mapping[str, tuple[int, Kept]]) -> dict[str, Kept]:
        """Keep a round of these paid asks, with its number; the first stored comes back, none where all is answered."""
        with self._journal.writing("round") as draft:
            new = {key: kept for key, (number, kept) in drawn.items() if follows(self._chain, key, number)}
            if new:
                keep_rounds(draft, self._chain, new)
        found = self.rounds(drawn)
        return {key: found[key][number] for key, (number, _) in drawn.items() if number < len(found[key])}

    def rounds(self, keys: Iterable[str]) -> dict[str, tuple[Kept, ...]]:
        """What the rounds of these asks answered so far, in their order."""
        with self._journal.reading():
            return {key: tuple(self._chain.rounds.get(key, ())) for key in keys}

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

    def standing(self, dataset: str, user: str = "") -> Standing:
        """What may still be asked, by this user; its history is every entry but the stored answers'."""
        with self._journal.reading():
            known = self._known(dataset)
            history = tuple(entry for entry in self._chain.entries[dataset] if entry.kind != "answer")
            return standing_of(known, user, self.now(), history)

    def now(self) -> str:
        """The time of day, never before what the ledger has seen."""
        return self._journal.now()

    def entries(self, dataset: str | None = None) -> list[Entry]:
        """Every entry of a dataset, or of the whole ledger, oldest first."""
        with self._journal.reading():
            if dataset is not None:
                self._known(dataset)
                return list(self._chain.entries[dataset])
            return sorted((entry for few in self._chain.entries.values() for entry in few), key=lambda entry: entry.seq)

    def verify(self) -> int:
        """Check everything from the first entry on: chain, anchor, answers, rows. Returns the number of entries.

        Raises LedgerError naming the first bad entry.
        """
        with self._journal.verified() as (connection, chain):
            keys = connection.execute(sa.select(answers.c.key)).scalars().all()
            stored(connection, chain, [*chain.answered, *keys])
            kept(connection, chain)
            return len(chain.rows)

    # Inside

    def _known(self, dataset: str) -> Dataset:
        if dataset not in self._chain.datasets:
            raise QueryError("There is no dataset {dataset_}.", "See `Desk.datasets()`.", dataset_=shown(dataset))
        return self._chain.datasets[dataset]

    def _owned(self, dataset: str, user: str) -> Dataset:
        """The dataset, for an owner's act. Raises AccessError."""
        known = self._known(dataset)
        known.membership.need(user, "owner")
        return known

    def _stored(self, connection: sa.Connection, keys: Sequence[str]) -> dict[str, str]:
        return stored(connection, self._chain, keys)

    def _check_name(self, name: str, owner: str) -> None:
        if any(dataset.name == name and dataset.owner == owner for dataset in self._chain.datasets.values()):
            raise SchemaError("There is a dataset {name} already.", "Choose another name.", name=shown(name))
