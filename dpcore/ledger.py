"""The ledger: what was charged, by whom, for what; never forgotten, never charged twice, never answered twice.

The way of a release: `charge` (one immediate transaction: what is paid already is found, the rest is added up exactly,
admitted by the filters and chained; then the anchor remembers it) -> rows are read, noise is drawn elsewhere ->
`store` (the answer's text and its digest in one transaction; who comes second gets what is stored) -> shown.
A crash on the way can lose an answer, never a charge: the same request goes on under the charge it has paid.
"""

from __future__ import annotations

import contextlib
import re
import secrets
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, final

import sqlalchemy as sa

from dpcore import clock
from dpcore.anchor import Anchor, Mark, remembered
from dpcore.budget import Account, Budget, Charge, Standing
from dpcore.chain import SCHEMA, Chain, Dataset, Entry, Row, broken, canonical, digest, sha256
from dpcore.database import Database, answers, entries, fingerprints
from dpcore.errors import AccessError, BudgetError, LedgerError, QueryError, SchemaError, SourceError
from dpcore.failpoint import failpoint
from dpcore.number import shown

_RESTORE = "Restore the newest copy; or, as the owner, accept the loss with `dpcore.ledger.reanchor`."
_COLUMNS = tuple(entries.c)


@final
@dataclass(frozen=True, slots=True)
class Item:
    """One ask to be paid. key: its identity, paid and answered once. `free` says that no row can change the answer."""

    key: str
    ask: Mapping[str, Any]
    charge: Charge
    free: bool = False

    def __post_init__(self) -> None:
        if self.free != (self.charge == Charge.nothing()):
            raise BudgetError("Only an answer that no row can change is free, and it is free.", "See `Item.free`.")


@final
@dataclass(frozen=True, slots=True)
class Paid:
    """A paid ask: the entry that paid for it, and its stored answer, None while there is none."""

    key: str
    seq: int
    release: str | None


@final
class Ledger:
    """The ledger of one database. Threads may share it; processes open their own.

    Raises LedgerError wherever the database or the anchor is not what it was; then nothing is charged or released.
    """

    def __init__(self, url: str, home: str | Path) -> None:
        self._database = Database(url)
        self._anchors = Path(home).expanduser().resolve() / "anchor"
        self._lock = threading.RLock()
        self._chain = Chain()
        self._begin()

    def close(self) -> None:
        """Let go of the database."""
        self._database.close()

    # Datasets

    def open_dataset(
        self,
        name: str,
        owner: str,
        *,
        facts: Mapping[str, Any],
        budget: Budget,
        descriptor: Mapping[str, Any],
        fingerprint: str = "",
        dataset: str | None = None,
    ) -> Dataset:
        """Open an account for a population. Filters are fixed here; the name is unique for its owner.

        descriptor: where the rows are. fingerprint: what recognises them again; kept outside the chain, which has its digest.
        """
        dataset = dataset or new_id()
        payload = {
            "name": name,
            "facts": dict(facts),
            "budget": budget.to_dict(),
            "filters": [one.to_dict() for one in budget.filters()],
            "descriptor": dict(descriptor),
            "fingerprint": sha256(fingerprint),
        }
        with self._writing("act") as draft:
            self._check_name(name, owner)
            draft.append("open", owner, dataset, payload)
            draft.fingerprint(dataset, 1, owner, fingerprint)
        return self.dataset_by_id(dataset)

    def datasets(self, owner: str | None = None) -> list[Dataset]:
        """Every dataset, or an owner's, in the order of opening."""
        with self._reading():
            return [one for one in self._chain.datasets.values() if owner in (None, one.owner)]

    def dataset(self, name: str, owner: str | None = None) -> Dataset:
        """The dataset of that name. Raises QueryError."""
        found = [one for one in self.datasets(owner) if one.name == name]
        if len(found) != 1:
            several = f"Several owners have a dataset named {shown(name)}."
            raise QueryError(several if found else f"There is no dataset named {shown(name)}.", "See `Desk.datasets()`.")
        return found[0]

    def dataset_by_id(self, dataset: str) -> Dataset:
        """The dataset with that id. Raises QueryError."""
        with self._reading():
            return self._known(dataset)

    def rename(self, dataset: str, user: str, name: str) -> None:
        """Give a dataset another name; its account stays."""
        with self._writing("act") as draft:
            self._check_name(name, self._known(dataset).owner)
            draft.append("rename", user, dataset, {"name": name})

    def add_version(self, dataset: str, user: str, descriptor: Mapping[str, Any], fingerprint: str = "") -> Dataset:
        """A new extract of the same population, under the same account."""
        with self._writing("act") as draft:
            known = self._known(dataset)
            version = known.version + 1
            payload = {"version": version, "descriptor": dict(descriptor), "fingerprint": sha256(fingerprint)}
            draft.append("version", user, dataset, payload)
            draft.fingerprint(dataset, version, known.owner, fingerprint)
        return self.dataset_by_id(dataset)

    def delete_rows(self, dataset: str, user: str) -> None:
        """Record that the rows are gone; account and answers stay."""
        with self._writing("act") as draft:
            self._known(dataset)
            draft.append("delete_rows", user, dataset, {})

    def raise_budget(self, dataset: str, user: str, budget: Budget) -> Dataset:
        """Allow more, in the same form; an ended filter stays ended. What is promised from now on is the new budget."""
        limits = budget.filters()
        with self._writing("act") as draft:
            old = self._known(dataset)
            pairs = list(zip(old.account.filters, limits, strict=False))
            same = [one.name for one in old.account.filters] == [one.name for one in limits]
            if not same or any(new.limit < before.limit for before, new in pairs) or old.account.filters == limits:
                raise BudgetError(f"{budget} does not raise {old.budget}.", "A budget keeps its form and only grows.")
            payload = {"budget": budget.to_dict(), "filters": [one.to_dict() for one in limits]}
            draft.append("raise", user, dataset, payload)
        return self.dataset_by_id(dataset)

    def fingerprints(self, owner: str) -> list[tuple[str, int, str]]:
        """(dataset, version, fingerprint) of everything an owner has opened. Never to be shown or exported."""
        table = fingerprints
        with self._reading() as connection:
            found = connection.execute(sa.select(table.c.dataset, table.c.version, table.c.fingerprint)).fetchall()
            texts = {(row[0], row[1]): row[2] for row in found}
            for place, hashed in self._chain.fingerprints.items():
                if sha256(texts.get(place, "\0")) != hashed:
                    raise LedgerError("A stored fingerprint is not what was written.", _RESTORE)
            mine = {one.id for one in self._chain.datasets.values() if one.owner == owner}
        return [(*place, text) for place, text in texts.items() if place[0] in mine]

    # Charges and answers

    def charge(self, dataset: str, user: str, items: Sequence[Item], *, confirm: bool = False) -> list[Paid]:
        """Pay for every item that is not paid already, all or none, before any row is read; in the items' order.

        Raises BudgetError where no live filter admits the sum, and where the sum would end the Gaussian filter (pure
        charges, large in mu) without `confirm`. A refused charge enters no account.
        """
        failpoint("before_charge")
        with self._reading(whole=True):
            unpaid = self._unpaid(self._known(dataset), items)
        if unpaid:
            with self._writing("charge") as draft:
                known = self._known(dataset)
                unpaid = self._unpaid(known, items)
                if unpaid:
                    draft.append("charge", user, dataset, _bill(known, unpaid, confirm))
        self._remember()
        failpoint("after_anchor")
        stored = self.answers([item.key for item in items])
        return [Paid(item.key, self._chain.charged[item.key][0], stored.get(item.key)) for item in items]

    def store(self, user: str, releases: Mapping[str, str]) -> dict[str, str]:
        """Keep the answers of paid asks of one dataset, each once for ever; what is stored comes back, to be shown."""
        with self._writing("store") as draft:
            new = self._unanswered(draft.connection, releases)
            if new:
                places = {self._chain.charged[key][1] for key in new}
                if len(places) != 1:
                    raise LedgerError("Answers are stored for one dataset at a time.", "Store them one by one.")
                hashed = {key: sha256(text) for key, text in new.items()}
                rows = [{"key": key, "release": text, "time": clock.now()} for key, text in new.items()]
                draft.connection.execute(answers.insert(), rows)
                draft.append("answer", user, places.pop(), {"releases": hashed})
        return self.answers(list(releases))

    def answers(self, keys: Sequence[str]) -> dict[str, str]:
        """The stored answers of these asks, as they were first written; an ask without one is left out."""
        with self._reading() as connection:
            found = self._stored(connection, keys)
        self._remember()
        return found

    def answer(self, key: str) -> str | None:
        """The stored answer of one ask."""
        return self.answers([key]).get(key)

    def paid(self, key: str) -> int | None:
        """The entry that paid for an ask."""
        with self._reading():
            return self._chain.charged[key][0] if key in self._chain.charged else None

    # What is there

    def standing(self, dataset: str) -> Standing:
        """What may still be asked; its history is every entry but the stored answers'."""
        with self._reading():
            known = self._known(dataset)
            history = tuple(entry for entry in self._chain.entries[dataset] if entry.kind != "answer")
        return Standing(known.budget, known.account, history)

    def entries(self, dataset: str | None = None) -> list[Entry]:
        """Every entry of a dataset, or of the whole ledger, oldest first."""
        with self._reading():
            if dataset is not None:
                self._known(dataset)
                return list(self._chain.entries[dataset])
            return sorted((one for few in self._chain.entries.values() for one in few), key=lambda one: one.seq)

    def verify(self) -> int:
        """Check everything from the first entry on: chain, anchor, answers, fingerprints. Returns the number of entries.

        Raises LedgerError naming the first bad entry.
        """
        marks = self._anchor.all()
        with self._reading(whole=True) as connection:
            chain = Chain()
            chain.extend(_rows(connection, 1))
            for mark in marks:
                if not chain.holds(mark):
                    raise _older(chain, mark)
            stored = connection.execute(sa.select(answers.c.key)).scalars().all()
            self._stored(connection, [*chain.answered, *stored])
        self.fingerprints("")
        return len(chain.rows)

    # Inside

    def _begin(self) -> None:
        with self._database.transaction() as connection:
            begun = self._database.has_tables(connection) and bool(_rows(connection, 1, limit=1))
        if not begun:
            with self._database.transaction(write=True) as connection:
                self._database.prepare(connection)
                if not _rows(connection, 1, limit=1):
                    if remembered(self._anchors, self._database.location):
                        raise LedgerError("The ledger is empty, but its anchor remembers entries.", _RESTORE)
                    genesis = {"ledger": secrets.token_hex(16), "schema": SCHEMA}
                    connection.execute(entries.insert(), _as_dict(_row(Chain(), "genesis", "", "", genesis)))
        with self._lock, self._database.transaction() as connection:
            self._chain.extend(_rows(connection, 1))
        self._anchor = Anchor(self._anchors / _checked(self._chain.ledger))
        if len(self._chain.rows) == 1 and not self._anchor.exists:
            self._anchor.create(self._database.location, self._chain.last)
        with self._reading():
            pass

    @contextlib.contextmanager
    def _reading(self, whole: bool = False) -> Iterator[sa.Connection]:
        with self._lock, self._database.transaction() as connection:
            self._sync(connection, whole)
            yield connection

    @contextlib.contextmanager
    def _writing(self, name: str) -> Iterator[_Draft]:
        # The database's lock first, then ours: readers here never wait for another process's writer.
        with self._database.transaction(write=True) as connection, self._lock:
            self._sync(connection)
            draft = _Draft(connection, self._chain)
            yield draft
            failpoint(f"in_{name}")
        failpoint(f"after_{name}")
        with self._lock:
            if draft.row is not None and draft.row[0] == self._chain.last[0] + 1:
                self._chain.extend([draft.row])
        self._remember()

    def _sync(self, connection: sa.Connection, whole: bool = False) -> None:
        """Bring the chain in memory up to this snapshot, and hold it against the anchor, which is read first."""
        mark = self._anchor.last()
        known = self._chain.rows
        start = 1 if whole else max(1, len(known))
        rows = _rows(connection, start)
        old = known[start - 1 :]
        for before, now in zip(old, rows, strict=False):
            if before != now:
                raise broken(before[0])
        if len(rows) < len(old):
            raise _older(Chain(rows=known[: start - 1 + len(rows)]), self._chain.last)
        self._chain.extend(rows[len(old) :])
        if not self._chain.holds(mark):
            raise _older(self._chain, mark)

    def _remember(self) -> None:
        """Nothing is shown before the anchor remembers it."""
        with self._lock:
            if self._anchor.last()[0] < self._chain.last[0]:
                self._anchor.append(self._chain.last)

    def _known(self, dataset: str) -> Dataset:
        if dataset not in self._chain.datasets:
            raise QueryError(f"There is no dataset {shown(dataset)}.", "See `Desk.datasets()`.")
        return self._chain.datasets[dataset]

    def _check_name(self, name: str, owner: str) -> None:
        if any(one.name == name and one.owner == owner for one in self._chain.datasets.values()):
            raise SchemaError(
                f"There is a dataset named {shown(name)} already.", "Choose another name, or add a version with `Desk.update`."
            )

    def _unpaid(self, dataset: Dataset, items: Sequence[Item]) -> list[Item]:
        unpaid = {item.key: item for item in items if item.key not in self._chain.charged}
        if any(self._chain.charged[item.key][1] != dataset.id for item in items if item.key not in unpaid):
            raise LedgerError("This ask was paid by another dataset.", "The key of an ask includes its dataset.")
        return list(unpaid.values())

    def _unanswered(self, connection: sa.Connection, releases: Mapping[str, str]) -> dict[str, str]:
        if any(key not in self._chain.charged for key in releases):
            raise LedgerError("An answer that was not paid cannot be stored.", "Charge first.")
        stored = self._stored(connection, list(releases))
        return {key: text for key, text in releases.items() if key not in stored}

    def _stored(self, connection: sa.Connection, keys: Sequence[str]) -> dict[str, str]:
        found: dict[str, str] = {}
        for start in range(0, len(keys), 500):
            wanted = answers.c.key.in_(keys[start : start + 500])
            query = sa.select(answers.c.key, answers.c.release).where(wanted)
            found.update({row[0]: row[1] for row in connection.execute(query)})
        for key in {*keys, *found}:
            written = self._chain.answered.get(key)
            if written != (sha256(found[key]) if key in found else None):
                paid = self._chain.charged.get(key, (0, ""))[0]
                raise LedgerError(f"The answer paid by entry {paid} of the ledger is not what was stored.", _RESTORE)
        return found


@final
class _Draft:
    """The one entry that a transaction adds."""

    def __init__(self, connection: sa.Connection, chain: Chain) -> None:
        self.connection = connection
        self.row: Row | None = None
        self._chain = chain

    def append(self, kind: str, user: str, dataset: str, payload: Mapping[str, Any]) -> None:
        self.row = _row(self._chain, kind, user, dataset, payload)
        self.connection.execute(entries.insert(), _as_dict(self.row))

    def fingerprint(self, dataset: str, version: int, owner: str, text: str) -> None:
        row = {"dataset": dataset, "version": version, "owner": owner, "fingerprint": text}
        self.connection.execute(fingerprints.insert(), row)


def new_id() -> str:
    """A name for a new dataset, in the ledger and in the data folder."""
    return secrets.token_hex(8)


def reanchor(url: str, home: str | Path, user: str) -> None:
    """Accept the database as it is, by the owner's word: whatever was charged after it is forgotten.

    Every answer given since then is outside the guarantee. The act is chained; the old anchor file is kept aside.
    """
    database, folder = Database(url), Path(home).expanduser().resolve() / "anchor"
    chain = Chain()
    with database.transaction(write=True) as connection:
        if database.has_tables(connection):
            chain.extend(_rows(connection, 1))
        if chain.rows:
            row = _row(chain, "reanchor", user, "", {"entries": len(chain.rows)})
            connection.execute(entries.insert(), _as_dict(row))
            chain.extend([row])
    if chain.rows:
        anchor = Anchor(folder / _checked(chain.ledger))
        anchor.retire()
        anchor.create(database.location, chain.last)
    else:
        while (path := remembered(folder, database.location)) is not None:
            Anchor(path).retire()
    database.close()


def _bill(dataset: Dataset, items: Sequence[Item], confirm: bool) -> dict[str, Any]:
    """The payload of a charge: summed exactly, rounded up once, admitted by the filters. Raises what refuses it."""
    if dataset.rows_deleted:
        raise SourceError(f"The rows of {shown(dataset.name)} were deleted.", "Its answers stay; new ones need rows.")
    charge = Charge.total(item.charge for item in items)
    account = _admit(dataset, charge, confirm)
    asks = [{"key": item.key, "ask": dict(item.ask), "charge": item.charge.booked.to_dict()} for item in items]
    return {"charge": charge.booked.to_dict(), "asks": asks, "state": account.state()}


def _admit(dataset: Dataset, charge: Charge, confirm: bool) -> Account:
    account = dataset.account
    if not account.admits(charge.booked):
        raise Standing(dataset.budget, account).refusal(charge)
    if "gaussian" in account.ends(charge.booked) and not confirm:
        raise BudgetError(
            "This pure plan would end the Gaussian filter: only pure plans could be asked afterwards.",
            "Confirm it with confirm=True, or price the plan in mu.",
        )
    return account.add(charge.booked)


def _row(chain: Chain, kind: str, user: str, dataset: str, payload: Mapping[str, Any]) -> Row:
    if not isinstance(user, str) or len(user) > 200 or not user.isprintable():
        raise AccessError("A user's name has at most 200 printable characters.", "Choose another name.")
    number, previous = chain.last
    row: Row = (number + 1, previous, "", clock.now(), user, dataset, kind, canonical(payload))
    return (*row[:2], digest(row), *row[3:])


def _rows(connection: sa.Connection, start: int, limit: int | None = None) -> list[Row]:
    query = sa.select(*_COLUMNS).where(entries.c.seq >= start).order_by(entries.c.seq).limit(limit)
    return [tuple(row) for row in connection.execute(query).fetchall()]


def _as_dict(row: Row) -> dict[str, Any]:
    return {column.name: value for column, value in zip(_COLUMNS, row, strict=True)}


def _older(chain: Chain, mark: Mark) -> LedgerError:
    if chain.last[0] >= mark[0]:
        return broken(mark[0])
    return LedgerError(
        f"The ledger is an older copy: it ends at entry {chain.last[0]}, and entry {mark[0]} was written.", _RESTORE
    )


def _checked(ledger: str) -> str:
    if not re.fullmatch(r"[0-9a-f]{32}", ledger):
        raise broken(1)
    return ledger
