"""The chain, where it is kept and what remembers it, as one thing: read under a check, write one entry at a time."""

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
from dpcore.ledger.anchor import Anchor, Mark, remembered
from dpcore.ledger.chain import Chain
from dpcore.ledger.entry import GENESIS, SCHEMA, Row, broken, canonical, digest
from dpcore.ledger.replay import extend
from dpcore.ledger.store.database import Database, entries
from dpcore.text import Text

RESTORE = Text("Restore the newest copy; or, as the owner, accept the loss with `dpcore.ledger.ledger.reanchor`.")
_COLUMNS = tuple(entries.c)


@final
@dataclass
class Draft:
    """A write transaction, and the one entry that it adds. time: its moment; the chain's times never run backwards.

    latest: the latest time in the chain.
    """

    connection: sa.Connection
    last: Mark
    time: str
    latest: str = ""
    row: Row | None = field(default=None, init=False)

    def date(self, began: str) -> None:
        """Give the entry the time at which its act began, or of the latest entry since; "" leaves it as it is.

        For acts that read rows: the clock's time would tell how long that took.
        """
        self.time = max(began, self.latest) if began else self.time

    def append(self, kind: str, user: str, dataset: str, payload: Mapping[str, Any]) -> None:
        """Chain the entry; it counts when the transaction commits."""
        if not isinstance(user, str) or len(user) > 200 or not user.isprintable():
            raise AccessError("A user's name has at most 200 printable characters.", "Choose another name.")
        row: Row = (self.last[0] + 1, self.last[1], "", self.time, user, dataset, kind, canonical(payload))
        self.row = (*row[:2], digest(row), *row[3:])
        columns = {column.name: value for column, value in zip(_COLUMNS, self.row, strict=True)}
        self.connection.execute(entries.insert(), columns)


@final
class Journal:
    """One database's chain. Threads may share it. Every look and every write holds it against the anchor."""

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
        """Let go of the database."""
        self._database.close()

    @contextlib.contextmanager
    def reading(self, whole: bool = False) -> Iterator[sa.Connection]:
        """A snapshot with `chain` brought up to it; `whole` compares every entry again, not only the last."""
        with self._lock, self._database.transaction() as connection:
            self._sync(connection, whole)
            yield connection

    @contextlib.contextmanager
    def writing(self, name: str) -> Iterator[Draft]:
        """The only writer, with `chain` up to date; commits, then the anchor remembers. `name` is of its failpoints."""
        # The database's lock first, then ours: readers here never wait for another process's writer.
        with self._database.transaction(write=True) as connection, self._lock:
            self._sync(connection)
            draft = Draft(connection, self.chain.last, self.now(), self.chain.latest)
            yield draft
            failpoint(f"in_{name}")
        failpoint(f"after_{name}")
        with self._lock:
            if draft.row is not None and draft.row[0] == self.chain.last[0] + 1:
                extend(self.chain, [draft.row])
        self.remember()

    def now(self) -> str:
        """The time of day, never before the last entry: a clock set back revives nothing that had ended by then."""
        return max(clock.now(), self.chain.latest)

    def remember(self) -> None:
        """Nothing is shown before the anchor remembers it."""
        with self._lock:
            if self._anchor.last()[0] < self.chain.last[0]:
                self._anchor.append(self.chain.last)

    @contextlib.contextmanager
    def verified(self) -> Iterator[tuple[sa.Connection, Chain]]:
        """A snapshot, and a chain of its own made of every entry in it; nobody else waits meanwhile.

        Held against every line of the anchor, and against every entry that this process has read before. Raises
        LedgerError naming the first bad one.
        """
        marks = self._anchor.all()  # before the snapshot: every entry it remembers is in there
        with self._lock:
            known = list(self.chain.rows)  # so is every entry that was read
        with self._database.transaction() as connection:
            chain = Chain()
            extend(chain, rows_from(connection, 1))
            _check(chain, marks)
            _compare(known, chain.rows)
            yield connection, chain

    def _begin(self) -> None:
        with self._database.transaction() as connection:
            begun = self._database.has_tables(connection) and bool(rows_from(connection, 1, limit=1))
            begun = begun and self._database.is_complete(connection)
        if not begun:
            with self._database.transaction(write=True) as connection:
                self._database.prepare(connection)
                if not rows_from(connection, 1, limit=1):
                    if remembered(self._folder, self._database.location):
                        raise LedgerError("The ledger is empty, but its anchor remembers entries.", RESTORE)
                    genesis = {"ledger": secrets.token_hex(16), "schema": SCHEMA}
                    Draft(connection, GENESIS, clock.now()).append("genesis", "", "", genesis)
        with self._database.transaction() as connection:
            extend(self.chain, rows_from(connection, 1))

    def _sync(self, connection: sa.Connection, whole: bool = False) -> None:
        mark = self._anchor.last()  # before the snapshot is read: every entry it remembers is in there
        start = 1 if whole else len(self.chain.rows)
        rows = rows_from(connection, start)
        old = self.chain.rows[start - 1 :]
        _compare(old, rows)
        extend(self.chain, rows[len(old) :])
        _check(self.chain, [mark])


def reanchor(url: str, home: str | Path, user: str) -> None:
    """Accept the database as it is, by the owner's word: whatever was charged after it is forgotten.

    Answers given since then are outside the guarantee. The act is chained; the old anchor file is kept aside.
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
        while (path := remembered(folder, database.location)) is not None:
            Anchor(path).retire()
    database.close()


def rows_from(connection: sa.Connection, start: int, limit: int | None = None) -> list[Row]:
    """The entries from a number on."""
    query = sa.select(*_COLUMNS).where(entries.c.seq >= start).order_by(entries.c.seq).limit(limit)
    return [tuple(row) for row in connection.execute(query).fetchall()]


def _check(chain: Chain, marks: list[Mark]) -> None:
    for mark in marks:
        if not chain.holds(mark):
            raise broken(mark[0]) if mark[0] <= chain.last[0] else _older(chain.last[0], mark[0])


def _compare(known: list[Row], rows: list[Row]) -> None:
    """Raises LedgerError where what was read before is not what is read now, from the same entry on."""
    for before, now in zip(known, rows, strict=False):
        if before != now:
            raise broken(before[0])
    if len(rows) < len(known):
        raise _older(known[len(rows)][0] - 1, known[-1][0])


def _older(end: int, written: int) -> LedgerError:
    return LedgerError(
        Text(
            "The ledger is an older copy: it ends at entry {end}, and entry {written} was written.",
            end=end,
            written=written,
        ),
        RESTORE,
    )


def _folder(home: str | Path) -> Path:
    return Path(home).expanduser().absolute() / "anchor"


def _ledger_of(chain: Chain) -> str:
    if not re.fullmatch(r"[0-9a-f]{32}", chain.ledger):
        raise broken(1)
    return chain.ledger
