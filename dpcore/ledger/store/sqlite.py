"""A ledger in a SQLite file, with write-ahead log (WAL) and synced commits. The file lock admits one writer at a time.

BEGIN IMMEDIATE takes the lock before anything is read, so data read in a write transaction cannot change until it
commits.
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
    """The file of an address. A missing file is created with access for its owner only."""

    errors = (sqlite3.Error,)
    owns_engine = True

    def __init__(self, url: sa.URL) -> None:
        if not url.database or ":memory:" in url.database:
            raise LedgerError("The ledger needs a SQLite file.", "For example sqlite:///murmur.db.")
        self._path = Path(url.database).expanduser().resolve()
        self.location = str(self._path)
        with self.translate_errors():
            private_folder(self._path.parent)
            with contextlib.suppress(FileExistsError):
                os.close(os.open(self._path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))

    def engine(self) -> sa.Engine:
        """A new engine per caller; the last one to close removes the WAL file."""
        engine = sa.create_engine(
            sa.URL.create("sqlite", database=self.location),
            isolation_level="AUTOCOMMIT",
            poolclass=QueuePool,
            max_overflow=-1,
            connect_args={"timeout": backend.BUSY_SECONDS, "check_same_thread": False},
            hide_parameters=True,  # parameters contain rows descriptors, which must not reach a log of statements
        )
        sa.event.listen(engine, "connect", _configure)
        return engine

    def turn(self) -> AbstractContextManager[object]:
        """No lock: the file lock is sufficient."""
        return contextlib.nullcontext()

    def begin(self, connection: sa.Connection, write: bool) -> None:
        """Begins a snapshot at the first read; for a writer, takes the file lock at once."""
        connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")

    def commit(self, connection: sa.Connection) -> None:
        """Commits; the file is synced on return."""
        connection.exec_driver_sql("COMMIT")

    def forbid_changes(self, connection: sa.Connection, table: sa.Table) -> None:
        """Creates three triggers. The third is for REPLACE, which removes a row without firing the DELETE trigger."""
        for act in ("UPDATE", "DELETE"):
            self._trigger(connection, table.name, act, "")
        names = [f"{column.name} = NEW.{column.name}" for column in table.primary_key]
        taken = [f"EXISTS (SELECT 1 FROM {table.name} WHERE {key})" for key in (" AND ".join(names), _ROW)]
        self._trigger(connection, table.name, "INSERT", f"WHEN {' OR '.join(taken)}")

    def forbids_changes(self, connection: sa.Connection, table: sa.Table) -> bool:
        """Whether all triggers exist; files of earlier versions lack one."""
        query = "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        names = set(connection.exec_driver_sql(query).scalars())
        return {f"{table.name}_no_{act}" for act in ("update", "delete", "insert")} <= names

    def _trigger(self, connection: sa.Connection, table: str, act: str, when: str) -> None:
        connection.exec_driver_sql(
            f"CREATE TRIGGER IF NOT EXISTS {table}_no_{act.lower()} BEFORE {act} ON {table} {when} "
            f"BEGIN SELECT RAISE(ABORT, 'append-only'); END"
        )

    def sentence(self, error: Exception) -> tuple[str, str]:
        """Chosen by words in SQLite's message, which is always English."""
        if isinstance(error, OSError):
            return Text("The ledger's file cannot be created or opened."), Text(
                "Check the path and the folder's permissions."
            )
        text = str(getattr(error, "orig", None) or error).lower()
        matches = (texts for word, texts in _SAID.items() if word in text)
        return next(
            matches, (Text("The ledger cannot be read or written."), Text("Check the disk and the database file."))
        )


_ROW = "rowid = NEW.rowid"  # SQLite's internal row key: REPLACE with a given rowid replaces the row of that key


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
        raise LedgerError(backend.FORGETS, "Store the ledger on a local disk.")


# A word in SQLite's message -> (message, hint). The first match is used.
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
        Text("Restore it from the last intact copy. Nothing can be released until then."),
    ),
    "no such": backend.INCOMPLETE,
    "surrogates": backend.UNWRITABLE,
}
