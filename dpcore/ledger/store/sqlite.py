"""A ledger in a SQLite file: write-ahead log, every commit synced, writers one at a time by the file's lock.

BEGIN IMMEDIATE takes that lock before anything is read, so what a transaction has read cannot change before it writes.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, final

import sqlalchemy as sa
from sqlalchemy.pool import QueuePool

from dpcore.errors import LedgerError
from dpcore.ledger.anchor import private_folder
from dpcore.ledger.store import backend
from dpcore.text import Text


@final
class Sqlite(backend.Kind):
    """The file that an address names; made, for its owner alone, where it is missing."""

    errors = (sqlite3.Error,)
    owns_engine = True

    def __init__(self, url: sa.URL) -> None:
        if not url.database or ":memory:" in url.database:
            raise LedgerError("The ledger needs a SQLite file.", "For example sqlite:///murmur.db.")
        self._path = Path(url.database).expanduser().resolve()
        self.location = str(self._path)
        with self.explained():
            private_folder(self._path.parent)
            with contextlib.suppress(FileExistsError):
                os.close(os.open(self._path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))

    def engine(self) -> sa.Engine:
        """Its own for each that asks: the last to close leaves one file, without a log beside it."""
        engine = sa.create_engine(
            sa.URL.create("sqlite", database=self.location),
            isolation_level="AUTOCOMMIT",
            poolclass=QueuePool,
            max_overflow=-1,
            connect_args={"timeout": backend.BUSY_SECONDS, "check_same_thread": False},
            hide_parameters=True,  # what is kept about rows would be told to any log that echoes statements
        )
        sa.event.listen(engine, "connect", _configure)
        return engine

    def turn(self) -> AbstractContextManager[object]:
        """The file's lock is enough."""
        return contextlib.nullcontext()

    def begin(self, connection: sa.Connection, write: bool) -> None:
        """A snapshot at the first read; or the file's lock at once."""
        connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")

    def commit(self, connection: sa.Connection) -> None:
        """Synced when it returns."""
        connection.exec_driver_sql("COMMIT")

    def forbid_changes(self, connection: sa.Connection, table: sa.Table) -> None:
        """Three triggers. The third is for REPLACE, which removes a row without the DELETE trigger."""
        for act in ("UPDATE", "DELETE"):
            self._trigger(connection, table.name, act, "")
        names = [f"{column.name} = NEW.{column.name}" for column in table.primary_key]
        taken = [f"EXISTS (SELECT 1 FROM {table.name} WHERE {key})" for key in (" AND ".join(names), _ROW)]
        self._trigger(connection, table.name, "INSERT", f"WHEN {' OR '.join(taken)}")

    def forbids_changes(self, connection: sa.Connection, table: sa.Table) -> bool:
        """Whether all triggers are there; a file of an earlier version lacks one."""
        query = "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        names = set(connection.exec_driver_sql(query).scalars())
        return {f"{table.name}_no_{act}" for act in ("update", "delete", "insert")} <= names

    def _trigger(self, connection: sa.Connection, table: str, act: str, when: str) -> None:
        connection.exec_driver_sql(
            f"CREATE TRIGGER IF NOT EXISTS {table}_no_{act.lower()} BEFORE {act} ON {table} {when} "
            f"BEGIN SELECT RAISE(ABORT, 'append-only'); END"
        )

    def sentence(self, error: Exception) -> tuple[str, str]:
        """By the words of SQLite's message, which are never translated."""
        if isinstance(error, OSError):
            return Text("The ledger's file cannot be made or opened."), Text(
                "Check the path and the folder's permissions."
            )
        text = str(getattr(error, "orig", None) or error).lower()
        found = (said for word, said in _SAID.items() if word in text)
        return next(
            found, (Text("The ledger cannot be read or written."), Text("Check the disk and the database file."))
        )


_ROW = "rowid = NEW.rowid"  # SQLite's own key of a row, which REPLACE heeds too where it is given


def _configure(connection: Any, record: Any) -> None:
    del record
    cursor = connection.cursor()
    try:
        mode = cursor.execute("PRAGMA journal_mode=WAL").fetchone()[0]
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA cell_size_check=ON")
        synchronous = cursor.execute("PRAGMA synchronous").fetchone()[0]
    finally:
        cursor.close()
    if mode != "wal" or synchronous != 2:
        raise LedgerError(backend.FORGETS, "Keep it on a local disk.")


# A word of what SQLite says, what we say, and the way out; the first match counts.
_SAID = {
    "locked": backend.BUSY,
    "readonly": (
        Text("The ledger cannot be written: its file is read-only."),
        Text("Give this user write permission."),
    ),
    "unable to open": (
        Text("The ledger's file cannot be opened."),
        Text("Check the path and the folder's permissions."),
    ),
    "full": backend.FULL,
    "not a database": (Text("The ledger's file is not a database."), Text("Check the path, or restore the file.")),
    "malformed": (
        Text("The ledger's file is damaged."),
        Text("Restore it from where it was last sound; nothing is released until then."),
    ),
    "no such": backend.INCOMPLETE,
    "surrogates": backend.UNWRITABLE,
}
