"""A ledger in a PostgreSQL database, for several processes or machines. An advisory lock admits one writer at a time.

A writer takes the lock before its first read and reads with READ COMMITTED: it sees all earlier commits, and no other
writer can change them meanwhile. A reader sees one snapshot (REPEATABLE READ). The entry number is a primary key, so
that even a writer that ignores the lock cannot write two entries with one number.
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
"""The advisory lock taken by all writers of a ledger in the database."""
CONNECT_SECONDS: Final = 10
# Checked in every write transaction, because an administrator may change these settings at any time.
_STAYS: Final = "SELECT current_setting('fsync'), current_setting('synchronous_commit')"


@final
class Postgres(backend.Kind):
    """The database of an address. Its tables are in the first schema of the user's search path."""

    errors = (psycopg.Error,)

    def __init__(self, url: sa.URL) -> None:
        hosts, ports = (",".join(_texts(url.query.get(name, ""))) for name in ("host", "port"))
        if not url.database:
            raise LedgerError(
                "The ledger's address does not name a database.", "For example postgresql+psycopg://user@host/database."
            )
        # Only host, port and database: an address may contain a password in several places.
        host = (url.host or hosts or "localhost").lower()
        self.location = f"postgresql://{host}:{url.port or ports or 5432}/{url.database}"
        self._url = url.set(drivername="postgresql+psycopg")

    def engine(self) -> sa.Engine:
        """One connection pool per process and address; a forked process opens a new pool."""
        return _pool(self._url, os.getpid())[0]

    @contextlib.contextmanager
    def turn(self) -> Iterator[None]:
        """A lock within the process, so that waiting writers do not occupy connections of the server."""
        lock = _pool(self._url, os.getpid())[1]
        if not lock.acquire(timeout=backend.BUSY_SECONDS):
            raise LedgerError(*backend.BUSY)
        try:
            yield
        finally:
            lock.release()

    def begin(self, connection: sa.Connection, write: bool) -> None:
        """Begins a snapshot at the first read; for a writer, takes the lock first, so that reads see all commits."""
        if not write:
            connection.exec_driver_sql("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            return
        # The server ends a writer that stalls or loses its connection; nothing is written then.
        patience = int(backend.BUSY_SECONDS * 1000)
        connection.exec_driver_sql(
            "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; "
            f"SET LOCAL lock_timeout = {patience}; SET LOCAL idle_in_transaction_session_timeout = {patience}"
        )
        _require(connection.exec_driver_sql(f"{_STAYS}, pg_advisory_xact_lock({LOCK})::text").one())

    def commit(self, connection: sa.Connection) -> None:
        """Commits durably. Raises an error after a failed statement, for which COMMIT would silently roll back."""
        state = connection.connection.driver_connection.info.transaction_status  # type: ignore[union-attr]
        if state == psycopg.pq.TransactionStatus.INERROR:
            raise LedgerError(*backend.UNKNOWN)
        connection.exec_driver_sql("COMMIT")

    def forbid_changes(self, connection: sa.Connection, table: sa.Table) -> None:
        """Creates a trigger that fires regardless of the session settings."""
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
        """Always true: the trigger is created with the table, and only the table owner can remove it."""
        return True

    def sentence(self, error: Exception) -> tuple[str, str]:
        """Chosen by SQLSTATE, because server messages may be in any language and may quote values."""
        cause = getattr(error, "orig", None) or error
        state = getattr(cause, "sqlstate", None)
        if isinstance(cause, UnicodeError) or (state is None and isinstance(cause, psycopg.DataError)):
            return backend.UNWRITABLE
        if state is None and isinstance(cause, psycopg.OperationalError):
            return _LOST if getattr(error, "connection_invalidated", cause is error) else _UNREACHABLE
        return next((texts for start, texts in _SAID.items() if (state or "").startswith(start)), backend.UNKNOWN)


@functools.cache
def _pool(url: sa.URL, process: int) -> tuple[sa.Engine, threading.Lock]:
    del process  # only part of the cache key
    engine = sa.create_engine(
        url,
        isolation_level="AUTOCOMMIT",
        max_overflow=-1,  # with a limit, a reader and a writer could wait for each other
        pool_pre_ping=True,  # reconnects after a restart of the server
        connect_args={"connect_timeout": CONNECT_SECONDS, "client_encoding": "utf8", "application_name": "murmur"},
        hide_parameters=True,  # parameters contain rows descriptors, which must not reach a log of statements
    )
    sa.event.listen(engine, "connect", _configure)
    return engine, threading.Lock()


def _configure(connection: Any, record: Any) -> None:
    del record
    _require(connection.execute(_STAYS).fetchone())


def _require(settings: Sequence[str]) -> None:
    """Raises LedgerError if the server confirms commits before they are durable."""
    if settings[0] != "on" or settings[1] not in ("on", "remote_apply"):
        raise LedgerError(backend.FORGETS, "Turn on its settings fsync and synchronous_commit.")


def _texts(value: str | tuple[str, ...]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else value


_UNREACHABLE = (
    Text("The ledger's database cannot be opened."),
    Text("Check that the server is running, and check host, user, password and database in the address."),
)
# vital
_LOST = (
    Text("The connection to the ledger's database was lost."),
    Text("Try again when the server is running. Charges are kept and nothing is charged twice."),
)
# Prefix of a SQLSTATE -> (message, hint). The first match is used.
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
        Text("This database user has no permission to read or write the ledger."),
        Text("Make this user the owner of the database, or grant it these rights."),
    ),
    "42": backend.INCOMPLETE,
    "22021": backend.UNWRITABLE,
    "22P05": backend.UNWRITABLE,
    "XX": (
        Text("The ledger's database is damaged."),
        Text("Restore it from the last intact copy. Nothing can be released until then."),
    ),
}
