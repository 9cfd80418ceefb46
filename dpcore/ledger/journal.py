"""Combines chain, database and anchor: verified reads, and writes of one entry at a time."""

from __future__ import annotations

import contextlib
import re
import secrets
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, final

import sqlalchemy as sa

from dpcore import clock
from dpcore.errors import AccessError, LedgerError
from dpcore.failpoint import failpoint
from dpcore.ledger.anchor import Anchor, Mark, find_anchor
from dpcore.ledger.chain import Chain
from dpcore.ledger.entry import GENESIS, SCHEMA, Row, alteration, canonical, digest
from dpcore.ledger.replay import extend
from dpcore.ledger.store.database import Database, entries
from dpcore.ledger.stored_chain import COLUMNS, RESTORE, check, compare, rows_from


@final
@dataclass
class Draft:
    """A write transaction and the one entry that it adds.

    time: the entry's time, never before an earlier entry. latest: the latest time in the chain.
    """

    connection: sa.Connection
    last: Mark
    time: str
    latest: str = ""
    row: Row | None = field(default=None, init=False)

    def date(self, began: str) -> None:
        """Sets the entry's time to the start of its act, or to the latest entry if that is later; "" changes nothing.

        Used by acts that read rows, because the current time would reveal how long reading took.
        """
        self.time = max(began, self.latest) if began else self.time

    def append(self, kind: str, user: str, dataset: str, payload: Mapping[str, Any]) -> None:
        """Adds the entry to the hash chain. It takes effect when the transaction commits."""
        if not isinstance(user, str) or len(user) > 200 or not user.isprintable():
            raise AccessError("A user's name has at most 200 printable characters.", "Choose another name.")
        row: Row = (self.last[0] + 1, self.last[1], "", self.time, user, dataset, kind, canonical(payload))
        self.row = (*row[:2], digest(row), *row[3:])
        columns = {column.name: value for column, value in zip(COLUMNS, self.row, strict=True)}
        self.connection.execute(entries.insert(), columns)


@final
class Journal:
    """The chain of one database. Thread-safe. Each read and each write compares it with the anchor."""

    def __init__(self, url: str, home: str | Path) -> None:
        self.chain = Chain()
        self._lock = threading.RLock()
        self._database = Database(url)
        self._folder = _folder(home)
        try:
            self._begin()
            self._anchor = Anchor(self._folder / _ledger_of(self.chain))
            if len(self.chain.rows) == 1 and not self._anchor.exists:
                self._anchor.create(self._database.location, self.chain.last)
            with self.reading():
                pass
            self._anchor.know(self._database.location)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Closes the database."""
        self._database.close()

    def check(self) -> None:
        """Compares the ledger with its anchor in a write transaction that writes nothing. Raises LedgerError."""
        with self.writing("act"):
            pass

    @contextlib.contextmanager
    def reading(self, whole: bool = False) -> Iterator[sa.Connection]:
        """A snapshot, with `chain` updated to it. whole: compares all entries again, not only the last one."""
        with self._lock, self._database.transaction() as connection:
            self._sync(connection, whole)
            yield connection

    @contextlib.contextmanager
    def writing(self, name: str) -> Iterator[Draft]:
        """A write transaction with `chain` updated; commits, then writes the anchor. name: used in its failpoints."""
        # Database lock first, thread lock second: readers in this process never wait for a writer in another process.
        with self._database.transaction(write=True) as connection, self._lock:
            self._sync(connection)
            draft = Draft(connection, self.chain.last, self.now(), self.chain.latest)
            yield draft
            self._check_draft(draft)
            failpoint(f"in_{name}")
        failpoint(f"after_{name}")
        with self._lock:
            if draft.row is not None and draft.row[0] == self.chain.last[0] + 1:
                extend(self.chain, [draft.row])
        self.remember()

    def _check_draft(self, draft: Draft) -> None:
        """Raises LedgerError, so that nothing is committed, for an entry that later reads would refuse."""
        if draft.row is None:
            return
        try:
            extend(self.chain.copy(), [draft.row])
        except LedgerError:
            raise LedgerError(
                "The ledger would not verify after this act, so nothing was written and nothing was charged.",
                "This is a defect of the program. Please report it.",
            ) from None

    def now(self) -> str:
        """The current time, never before the latest entry: setting the clock back reopens no expired link or slice."""
        return max(clock.now(), self.chain.latest)

    def remember(self) -> None:
        """Writes the last entry to the anchor. Must be called before an answer is shown."""
        with self._lock:
            if self._anchor.last()[0] < self.chain.last[0]:
                self._anchor.append(self.chain.last)

    @contextlib.contextmanager
    def snapshot(self) -> Iterator[tuple[sa.Connection, Chain]]:
        """A snapshot and a new chain of all its entries, built without blocking other threads.

        The chain is compared with each line of the anchor and with each entry that this process has read before.
        Raises LedgerError that names the first invalid entry.
        """
        marks = self._anchor.all()  # read before the snapshot, so that the snapshot contains all these entries
        with self._lock:
            earlier = list(self.chain.rows)  # likewise taken before the snapshot
        with self._database.transaction() as connection:
            chain = Chain()
            extend(chain, rows_from(connection, 1))
            check(chain, marks)
            compare(earlier, chain.rows)
            yield connection, chain

    def _begin(self) -> None:
        with self._database.transaction() as connection:
            begun = self._database.has_tables(connection) and bool(rows_from(connection, 1, limit=1))
            begun = begun and self._database.is_complete(connection)
        if not begun:
            with self._database.transaction(write=True) as connection:
                self._database.prepare(connection)
                if not rows_from(connection, 1, limit=1):
                    if find_anchor(self._folder, self._database.location):
                        raise LedgerError("The ledger is empty, but its anchor file contains entries.", RESTORE)
                    genesis = {"ledger": secrets.token_hex(16), "schema": SCHEMA}
                    Draft(connection, GENESIS, clock.now()).append("genesis", "", "", genesis)
        with self._database.transaction() as connection:
            extend(self.chain, rows_from(connection, 1))

    def _sync(self, connection: sa.Connection, whole: bool = False) -> None:
        mark = self._anchor.last()  # read before the entries, so that these include the anchored one
        start = 1 if whole else len(self.chain.rows)
        rows = rows_from(connection, start)
        old = self.chain.rows[start - 1 :]
        compare(old, rows)
        extend(self.chain, rows[len(old) :])
        check(self.chain, [mark])


def reanchor(url: str, home: str | Path, user: str) -> None:
    """Accepts the database in its present state, as the owner's decision. Later charges are lost.

    Answers given under lost charges are not covered by the privacy guarantee. The act is recorded in the chain, and
    the old anchor file is kept under another name.
    """
    database, folder, chain = Database(url), _folder(home), Chain()
    with database.transaction(write=True) as connection:
        if database.has_tables(connection):
            extend(chain, rows_from(connection, 1))
        if chain.rows:
            draft = Draft(connection, chain.last, max(clock.now(), chain.latest))
            draft.append("reanchor", user, "", {"entries": len(chain.rows)})
            extend(chain, [draft.row] if draft.row else [])
    if chain.rows:
        anchor = Anchor(folder / _ledger_of(chain))
        anchor.retire()
        anchor.create(database.location, chain.last)
    else:
        while (path := find_anchor(folder, database.location)) is not None:
            Anchor(path).retire()
    database.close()


def _folder(home: str | Path) -> Path:
    return Path(home).expanduser().absolute() / "anchor"


def _ledger_of(chain: Chain) -> str:
    if not re.fullmatch(r"[0-9a-f]{32}", chain.ledger):
        raise alteration(1)
    return chain.ledger
