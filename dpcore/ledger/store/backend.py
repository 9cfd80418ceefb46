"""The interface of a database backend: transactions, append-only tables, error messages."""

from __future__ import annotations

import contextlib
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import AbstractContextManager
from typing import Final

import sqlalchemy as sa

from dpcore.errors import LedgerError
from dpcore.text import Text

BUSY_SECONDS: Final = 30.0
"""Seconds that a writer waits for another writer."""

# vital
BUSY: Final = (Text("The ledger is busy: another process holds it."), Text("Try again. Nothing is charged twice."))
# vital
FULL: Final = (
    Text("The ledger cannot be written: the disk is full."),
    Text("Free some disk space, then try again. Nothing is charged twice."),
)
INCOMPLETE: Final = (
    Text("The database is not a complete ledger."),
    Text("Restore it from a backup. Nothing can be released until then."),
)
UNKNOWN: Final = (Text("The ledger cannot be read or written."), Text("Check the database."))
UNWRITABLE: Final = (
    Text("This text contains characters that the database cannot store."),
    Text("Remove these characters."),
)
FORGETS: Final = Text("The database does not guarantee that committed data is durable.")


class Kind(ABC):
    """A database of one kind. Its texts contain neither user names nor passwords."""

    location: str
    """The location of the database, as written to the anchor."""
    errors: tuple[type[Exception], ...]
    """Exception types that its driver raises directly."""
    owns_engine = False
    """Whether `engine` returns a new engine for each caller."""

    @abstractmethod
    def engine(self) -> sa.Engine:
        """The SQLAlchemy engine for this process."""

    @abstractmethod
    def turn(self) -> AbstractContextManager[object]:
        """A lock for writers of this process, taken before a connection is opened."""

    @abstractmethod
    def begin(self, connection: sa.Connection, write: bool) -> None:
        """Begins a snapshot. write: the only writer, with the database lock taken before anything is read."""

    @abstractmethod
    def commit(self, connection: sa.Connection) -> None:
        """Commits and returns when the data is durable. Raises an error otherwise."""

    @abstractmethod
    def forbid_changes(self, connection: sa.Connection, table: sa.Table) -> None:
        """Makes the table append-only by triggers."""

    @abstractmethod
    def forbids_changes(self, connection: sa.Connection, table: sa.Table) -> bool:
        """Whether the table has these triggers."""

    @abstractmethod
    def sentence(self, error: Exception) -> tuple[str, str]:
        """Message and hint for an error of the database."""

    @contextlib.contextmanager
    def translate_errors(self) -> Iterator[None]:
        """Turns errors of the database into LedgerError with message and hint."""
        expected: tuple[type[Exception], ...] = (sa.exc.SQLAlchemyError, UnicodeError, OSError, *self.errors)
        try:
            yield
        except expected as error:
            raise LedgerError(*self.sentence(error)) from None
