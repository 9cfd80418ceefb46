"""The database of the ledger: its tables, the editable tables outside the chain, and transactions.

The address selects SQLite or PostgreSQL (modules `sqlite` and `postgres`, interface in `backend`). Every commit is
durable. There is one writer at a time, so data read in a write transaction cannot change until it commits. Triggers
make the tables of entries and answers append-only.
"""

from __future__ import annotations

import contextlib
import os
import weakref
from collections.abc import Iterator
from typing import final

import sqlalchemy as sa

from dpcore.errors import LedgerError
from dpcore.ledger.store.backend import Kind
from dpcore.ledger.store.sqlite import Sqlite
from dpcore.text import Text

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
# Editable data outside the ledger, such as scenarios: neither in the hash chain nor append-only.
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
openings = sa.Table(
    "openings",
    beside,
    sa.Column("share", sa.Text, primary_key=True),
    sa.Column("opened", sa.Integer, nullable=False),
    sa.Column("last", sa.Text, nullable=False),
)
comments = sa.Table(
    "comments",
    beside,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("share", sa.Text, nullable=False, index=True),
    sa.Column("place", sa.Integer, nullable=False),
    sa.Column("user", sa.Text, nullable=False),
    sa.Column("time", sa.Text, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
)
plans = sa.Table(
    "plans",
    beside,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("dataset", sa.Text, nullable=False, index=True),
    sa.Column("author", sa.Text, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("shared", sa.Boolean, nullable=False),
    sa.Column("revision", sa.Integer, nullable=False),
    sa.Column("user", sa.Text, nullable=False),
    sa.Column("time", sa.Text, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
)


@final
class Database:
    """The database at an address. Each transaction has a separate connection; a forked process opens new ones."""

    def __init__(self, url: str) -> None:
        self._kind = _kind(url)
        with self._kind.translate_errors():
            self._engines = {os.getpid(): self._kind.engine()}
        if self._kind.owns_engine:
            weakref.finalize(self, _dispose, self._engines)  # in case `close` is never called

    @property
    def location(self) -> str:
        """Its location, without user and password."""
        return self._kind.location

    @property
    def engine(self) -> sa.Engine:
        """The engine of this process. Engines of a parent process are kept but not used."""
        process = os.getpid()
        if process not in self._engines:
            self._engines.setdefault(process, self._kind.engine())
        return self._engines[process]

    @contextlib.contextmanager
    def transaction(self, write: bool = False) -> Iterator[sa.Connection]:
        """A snapshot; with `write`, the only write transaction. Commits at the end, or rolls back on an error."""
        turn = self._kind.turn() if write else contextlib.nullcontext()
        with self._kind.translate_errors(), turn, self.engine.connect() as connection:
            try:
                self._kind.begin(connection, write)
                yield connection
                self._kind.commit(connection)
            except BaseException:
                # After a disk-full error the database may have rolled back already.
                with contextlib.suppress(sa.exc.SQLAlchemyError):
                    connection.exec_driver_sql("ROLLBACK")
                raise

    def prepare(self, connection: sa.Connection) -> None:
        """Creates missing tables and triggers."""
        existing = set(sa.inspect(connection).get_table_names())
        for table in metadata.sorted_tables:
            if table.name not in existing:
                table.create(connection)
            if table.name not in existing or not self._kind.forbids_changes(connection, table):
                self._kind.forbid_changes(connection, table)
        beside.create_all(connection)

    def has_tables(self, connection: sa.Connection) -> bool:
        """Whether the tables of a ledger exist."""
        return {table.name for table in metadata.sorted_tables} <= set(sa.inspect(connection).get_table_names())

    def is_complete(self, connection: sa.Connection) -> bool:
        """Whether all tables and triggers exist; databases of earlier versions lack some."""
        forbidden = all(self._kind.forbids_changes(connection, table) for table in metadata.sorted_tables)
        return forbidden and set(beside.tables) <= set(sa.inspect(connection).get_table_names())

    def close(self) -> None:
        """Closes the database."""
        _dispose(self._engines)


def _dispose(engines: dict[int, sa.Engine]) -> None:
    """Closes the connections of this process, never those of a parent process."""
    if os.getpid() in engines:
        engines[os.getpid()].dispose()


def _kind(url: str) -> Kind:
    examples = Text("For example sqlite:///murmur.db or postgresql+psycopg://user@host/database.")
    try:
        parsed = sa.make_url(url)
    except (sa.exc.ArgumentError, ValueError):  # ValueError: the port is not a number
        raise LedgerError("The ledger's address is not a database URL.", examples) from None
    match parsed.get_backend_name():
        case "sqlite":
            return Sqlite(parsed)
        case "postgresql":
            from dpcore.ledger.store.postgres import Postgres  # imported here because SQLite does not need its driver

            return Postgres(parsed)
    raise LedgerError("The ledger must be stored in a SQLite file or in PostgreSQL.", examples)
