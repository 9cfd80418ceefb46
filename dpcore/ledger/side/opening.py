"""Opening counts of share links, stored outside the chain. Counted in memory and written in batches.

Opening a link therefore needs no write transaction. A crash may lose the openings of the last second. The counts are
for information only.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from typing import Final, final

import sqlalchemy as sa

from dpcore import clock
from dpcore.errors import LedgerError
from dpcore.ledger.store.database import Database, openings

SECONDS: Final = 1.0
"""Seconds for which openings are collected before they are written."""


@final
class Visits:
    """The counts in one database. Thread-safe; several processes may add to the same rows."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lock, self._writing = threading.Lock(), threading.Lock()
        self._pending: dict[str, tuple[int, str]] = {}
        self._timer: threading.Timer | None = None

    def add(self, share: str) -> None:
        """Counts one opening now."""
        with self._lock:
            count, _ = self._pending.get(share, (0, ""))
            self._pending[share] = (count + 1, clock.now())
            if self._timer is None:
                self._timer = threading.Timer(SECONDS, self._write_later)
                self._timer.daemon = True
                self._timer.start()

    def of(self, shares: Iterable[str]) -> dict[str, tuple[int, str]]:
        """(count, last time) of each opened link. The last second of other processes may be missing."""
        self.write()
        wanted = openings.c.share.in_(list(shares))
        with self._database.transaction() as connection:
            query = sa.select(openings.c.share, openings.c.opened, openings.c.last).where(wanted)
            return {row[0]: (row[1], row[2]) for row in connection.execute(query)}

    def write(self) -> None:
        """Writes the collected openings in one transaction. Raises LedgerError; the openings are kept then."""
        with self._writing:  # readers of the counts wait for a running write
            with self._lock:
                pending, self._pending = self._pending, {}
                if self._timer is not None:
                    self._timer.cancel()
                    self._timer = None
            if not pending:
                return
            try:
                with self._database.transaction(write=True) as connection:
                    for share, (count, last) in pending.items():
                        _count(connection, share, count, last)
            except LedgerError:
                with self._lock:
                    for share, (count, last) in pending.items():
                        more, later = self._pending.get(share, (0, last))
                        self._pending[share] = (count + more, later)
                raise

    def close(self) -> None:
        """Writes the remaining openings. Errors of the database are ignored."""
        self._write_later()

    def _write_later(self) -> None:
        try:
            self.write()
        except LedgerError:  # the next opening tries again; the reader must not see this error
            return


def _count(connection: sa.Connection, share: str, count: int, last: str) -> None:
    row = openings.c.share == share
    more = {"opened": openings.c.opened + count, "last": last}
    if not connection.execute(openings.update().where(row).values(more)).rowcount:
        connection.execute(openings.insert(), {"share": share, "opened": count, "last": last})
