"""A ledger in a PostgreSQL database, for several processes or machines: writers one at a time by an advisory lock.

A writer holds the lock before its first look, and every look of its own is a new one (READ COMMITTED): it sees all that
was committed before, and no other writer can change it. A reader sees one snapshot (REPEATABLE READ). An entry's number
is a primary key, so that even somebody who ignores the lock cannot make two entries out of one.
"""

from __future__ import annotations

import contextlib
import functools
import os
import threading
from collections.abc import Iterator, Sequence
from typing import Any, Final, final

import psycopg
import sqlalchemy as sa

from dpcore.errors import LedgerError
from dpcore.ledger.store import backend
from dpcore.text import Text

LOCK: Final = int.from_bytes(b"murmur")
"""The advisory lock of everybody who writes a ledger in the database."""
CONNECT_SECONDS: Final = 10
# Asked again in every write: an administrator may change either in a running server.
_STAYS: Final = "SELECT current_setting('fsync'), current_setting('synchronous_commit')"


@final
class Postgres(backend.Kind):
    """The database that an address names; its tables are made in the first schema of the user's search path."""

    errors = (psycopg.Error,)

    def __init__(self, url: sa.URL) -> None:
        hosts, ports = (",".join(_texts(url.query.get(name, ""))) for name in ("host", "port"))
        if not url.database:
            raise LedgerError(
                "The ledger's address names no database.", "For example postgresql+psycopg://user@host/database."
            )
        # Only what says where: an address may hold a password in more than one place.
        host = (url.host or hosts or "localhost").lower()
        self.location = f"postgresql://{host}:{url.port or ports or 5432}/{url.database}"
        self._url = url.set(drivername="postgresql+psycopg")

    def engine(self) -> sa.Engine:
        """One pool for all that this process opens at the address; a fork never touches its parent's."""
        return _pool(self._url, os.getpid())[0]

    @contextlib.contextmanager
    def turn(self) -> Iterator[None]:
        """Waiting writers of this process would otherwise each hold one of the server's few connections."""
        lock = _pool(self._url, os.getpid())[1]
        if not lock.acquire(timeout=backend.BUSY_SECONDS):
            raise LedgerError(*backend.BUSY)
        try:
            yield
        finally:
            lock.release()

    def begin(self, connection: sa.Connection, write: bool) -> None:
        """A snapshot at the first read; or the lock, and then looks that see whatever was committed before it."""
        if not write:
            connection.exec_driver_sql("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            return
        # A writer that stalls or loses its network is dropped by the server, with nothing written.
        patience = int(backend.BUSY_SECONDS * 1000)
        connection.exec_driver_sql(
            "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; "
            f"SET LOCAL lock_timeout = {patience}; SET LOCAL idle_in_transaction_session_timeout = {patience}"
        )
        _require(connection.exec_driver_sql(f"{_STAYS}, pg_advisory_xact_lock({LOCK})::text").one())

    def commit(self, connection: sa.Connection) -> None:
        """Flushed when it returns. Where a statement failed, COMMIT would roll back without a word."""
        state = connection.connection.driver_connection.info.transaction_status  # type: ignore[union-attr]
        if state == psycopg.pq.TransactionStatus.INERROR:
            raise LedgerError(*backend.UNKNOWN)
        connection.exec_driver_sql("COMMIT")

    def forbid_changes(self, connection: sa.Connection, table: sa.Table) -> None:
        """A trigger that fires whatever a session is set to."""
        name = f"{table.name}_append_only"
        connection.exec_driver_sql(
            f"CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS "
            "$$ BEGIN RAISE EXCEPTION 'append-only'; END $$"
        )
        connection.exec_driver_sql(
            f"CREATE TRIGGER {name} BEFORE UPDATE OR DELETE OR TRUNCATE ON {table.name} "
            f"FOR EACH STATEMENT EXECUTE FUNCTION {name}()"
        )
        connection.exec_driver_sql(f"ALTER TABLE {table.name} ENABLE ALWAYS TRIGGER {name}")

    def forbids_changes(self, connection: sa.Connection, table: sa.Table) -> bool:
        """Its trigger was made with the table, and nothing goes round it but what its owner does to it."""
        return True

    def sentence(self, error: Exception) -> tuple[str, str]:
        """By the SQLSTATE: a server's messages are in its administrator's language, and may quote values."""
        cause = getattr(error, "orig", None) or error
        state = getattr(cause, "sqlstate", None)
        if isinstance(cause, UnicodeError) or (state is None and isinstance(cause, psycopg.DataError)):
            return backend.UNWRITABLE
        if state is None and isinstance(cause, psycopg.OperationalError):
            return _LOST if getattr(error, "connection_invalidated", cause is error) else _UNREACHABLE
        return next((said for start, said in _SAID.items() if (state or "").startswith(start)), backend.UNKNOWN)


@functools.cache
def _pool(url: sa.URL, process: int) -> tuple[sa.Engine, threading.Lock]:
    del process  # of the key alone
    engine = sa.create_engine(
        url,
        isolation_level="AUTOCOMMIT",
        max_overflow=-1,  # a reader that waited for a connection could wait for a writer that waits for it
        pool_pre_ping=True,  # after a restart of the server the next act finds a new connection
        connect_args={"connect_timeout": CONNECT_SECONDS, "client_encoding": "utf8", "application_name": "murmur"},
        hide_parameters=True,  # what is kept about rows would be told to any log that echoes statements
    )
    sa.event.listen(engine, "connect", _configure)
    return engine, threading.Lock()


def _configure(connection: Any, record: Any) -> None:
    del record
    _require(connection.execute(_STAYS).fetchone())


def _require(settings: Sequence[str]) -> None:
    """Refuses a server that answers before it has written."""
    if settings[0] != "on" or settings[1] not in ("on", "remote_apply"):
        raise LedgerError(backend.FORGETS, "Its settings fsync and synchronous_commit must be on.")


def _texts(value: str | tuple[str, ...]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else value


_UNREACHABLE = (
    Text("The ledger's database cannot be opened."),
    Text("Check that its server runs, and host, user, password and database of the address."),
)
_LOST = (
    Text("The connection to the ledger's database was lost."),
    Text("Try again when its server runs; what was charged stays charged, once."),
)
# The beginning of a SQLSTATE, what we say, and the way out; the first match counts.
_SAID = {
    "55P03": backend.BUSY,
    "40": backend.BUSY,
    "53100": backend.FULL,
    "53300": _UNREACHABLE,
    "08": _LOST,
    "57P": _LOST,
    "25P03": _LOST,
    "25006": (
        Text("The ledger cannot be written: its database is read-only."),
        Text("Give the address of the primary server."),
    ),
    "42501": (
        Text("This database user may not read or write the ledger."),
        Text("Let it own the database, or grant it."),
    ),
    "42": backend.INCOMPLETE,
    "22021": backend.UNWRITABLE,
    "22P05": backend.UNWRITABLE,
    "XX": (
        Text("The ledger's database is damaged."),
        Text("Restore it from where it was last sound; nothing is released until then."),
    ),
}
