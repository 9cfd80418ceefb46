"""Where the ledger is kept: tables, transactions, and everything that depends on the kind of database.

SQLite: write-ahead log, every commit synced (synchronous=FULL), writers one at a time (BEGIN IMMEDIATE, so that what a
transaction has read cannot change before it writes). Entries and answers are append-only; triggers say so too.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, final

import sqlalchemy as sa
from sqlalchemy.pool import QueuePool

from dpcore.errors import LedgerError
from dpcore.ledger.anchor import private_folder

BUSY_SECONDS: Final = 30.0

metadata = sa.MetaData()
entries = sa.Table(
    "entries",
    metadata,
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("prev", sa.Text, nullable=False),
    sa.Column("hash", sa.Text, nullable=False),
    sa.Column("time", sa.Text, nullable=False),
    sa.Column("user", sa.Text, nullable=False),
    sa.Column("dataset", sa.Text, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("payload", sa.Text, nullable=False),
)
answers = sa.Table(
    "answers",
    metadata,
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("release", sa.Text, nullable=False),
    sa.Column("time", sa.Text, nullable=False),
)
frozen = sa.Table(
    "frozen",
    metadata,
    sa.Column("dataset", sa.Text, primary_key=True),
    sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("rows", sa.Text, nullable=False),
)
# Beside the ledger, not of it: what-ifs may be changed and deleted, so neither chained nor append-only.
beside = sa.MetaData()
scenarios = sa.Table(
    "scenarios",
    beside,
    sa.Column("dataset", sa.Text, primary_key=True),
    sa.Column("user", sa.Text, primary_key=True),
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("scenario", sa.Text, nullable=False),
    sa.Column("time", sa.Text, nullable=False),
)


@final
class Database:
    """A SQLite file. Each transaction has a connection of its own; a fork never shares its parent's."""

    def __init__(self, url: str) -> None:
        self.path = _path(url)
        self.location = str(self.path)
        self._pid = os.getpid()
        with explained():
            self._make_private()
            self._engine = sa.create_engine(
                sa.URL.create("sqlite", database=self.location),
                isolation_level="AUTOCOMMIT",
                poolclass=QueuePool,
                max_overflow=-1,
                connect_args={"timeout": BUSY_SECONDS, "check_same_thread": False},
                hide_parameters=True,  # what is kept about rows would be told to any log that echoes statements
            )
            sa.event.listen(self._engine, "connect", _configure)

    def _make_private(self) -> None:
        private_folder(self.path.parent)
        with contextlib.suppress(FileExistsError):
            os.close(os.open(self.path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))

    @contextlib.contextmanager
    def transaction(self, write: bool = False) -> Iterator[sa.Connection]:
        """One snapshot; with `write`, the only writer. Commits at the end, or leaves nothing."""
        if os.getpid() != self._pid:
            self._engine.dispose(close=False)
            self._pid = os.getpid()
        with explained(), self._engine.connect() as connection:
            connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")
            try:
                yield connection
                connection.exec_driver_sql("COMMIT")
            except BaseException:
                # A full disk may have rolled back already.
                with contextlib.suppress(sa.exc.SQLAlchemyError):
                    connection.exec_driver_sql("ROLLBACK")
                raise

    def prepare(self, connection: sa.Connection) -> None:
        """Create what is missing of tables and triggers."""
        known = set(sa.inspect(connection).get_table_names())
        for table in metadata.sorted_tables:
            if table.name not in known:
                table.create(connection)
                for act in ("UPDATE", "DELETE"):
                    connection.exec_driver_sql(
                        f"CREATE TRIGGER {table.name}_no_{act.lower()} BEFORE {act} ON {table.name} "
                        f"BEGIN SELECT RAISE(ABORT, 'append-only'); END"
                    )
        beside.create_all(connection)

    def has_tables(self, connection: sa.Connection) -> bool:
        """Whether a ledger was ever begun here."""
        return {table.name for table in metadata.sorted_tables} <= set(sa.inspect(connection).get_table_names())

    def is_complete(self, connection: sa.Connection) -> bool:
        """Whether the tables beside the ledger are there too; a database of an earlier version lacks some."""
        return set(beside.tables) <= set(sa.inspect(connection).get_table_names())

    def close(self) -> None:
        """Let go of the file."""
        self._engine.dispose()


def _path(url: str) -> Path:
    try:
        parsed = sa.make_url(url)
    except sa.exc.ArgumentError:
        raise LedgerError("The ledger's address is not a database URL.", "For example sqlite:///murmur.db.") from None
    if parsed.get_backend_name() != "sqlite" or not parsed.database or ":memory:" in parsed.database:
        raise LedgerError("The ledger needs a SQLite file.", "For example sqlite:///murmur.db.")
    return Path(parsed.database).expanduser().resolve()


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
        raise LedgerError("The database cannot promise that what it wrote stays.", "Keep it on a local disk.")


# What SQLite says, what we say, and the way out; the first match counts.
_EXPLAINED = (
    ("locked", "The ledger is busy: another process holds it.", "Try again; nothing was charged."),
    ("readonly", "The ledger cannot be written: its file is read-only.", "Give this user write permission."),
    ("unable to open", "The ledger's file cannot be opened.", "Check the path and the folder's permissions."),
    ("full", "The ledger cannot be written: the disk is full.", "Make room, then try again; nothing was charged."),
    ("not a database", "The ledger's file is not a database.", "Check the path, or restore the file."),
    (
        "malformed",
        "The ledger's file is damaged.",
        "Restore it from where it was last sound; nothing is released until then.",
    ),
    ("no such", "The database is not a complete ledger.", "Restore it; nothing is released until then."),
)


@contextlib.contextmanager
def explained() -> Iterator[None]:
    """Turn a database's complaint into one sentence and a way out."""
    try:
        yield
    except (sa.exc.SQLAlchemyError, sqlite3.Error, UnicodeError) as error:
        text = str(getattr(error, "orig", None) or error).lower()
        found = next((rest for word, *rest in _EXPLAINED if word in text), None)
        raise LedgerError(
            *(found or ("The ledger cannot be read or written.", "Check the disk and the database file."))
        ) from None
    except OSError:
        raise LedgerError(
            "The ledger's file cannot be made or opened.", "Check the path and the folder's permissions."
        ) from None
