"""What depends on the kind of database: how a transaction begins and ends, what stays, how its complaints are put."""

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
"""How long a writer waits for the one before it."""

BUSY: Final = (Text("The ledger is busy: another process holds it."), Text("Try again; nothing is charged twice."))
FULL: Final = (
    Text("The ledger cannot be written: the disk is full."),
    Text("Make room, then try again; nothing is charged twice."),
)
INCOMPLETE: Final = (
    Text("The database is not a complete ledger."),
    Text("Restore it; nothing is released until then."),
)
UNKNOWN: Final = (Text("The ledger cannot be read or written."), Text("Check the database."))
UNWRITABLE: Final = (Text("This text has characters that the database cannot keep."), Text("Write it without them."))
FORGETS: Final = Text("The database cannot promise that what it wrote stays.")


class Kind(ABC):
    """One database of a kind. Nothing that it says names a user or a password."""

    location: str
    """Where the database is, as the anchor remembers it."""
    errors: tuple[type[Exception], ...]
    """What its driver raises by itself."""
    owns_engine = False
    """Whether `engine` makes a new one each time, which nobody else uses."""

    @abstractmethod
    def engine(self) -> sa.Engine:
        """Connections for this process."""

    @abstractmethod
    def turn(self) -> AbstractContextManager[object]:
        """Held by a writer from before it has a connection."""

    @abstractmethod
    def begin(self, connection: sa.Connection, write: bool) -> None:
        """One snapshot; with `write`, the only writer, who holds the lock before anything is read."""

    @abstractmethod
    def commit(self, connection: sa.Connection) -> None:
        """Returns once what was written stays; raises where it does not."""

    @abstractmethod
    def forbid_changes(self, connection: sa.Connection, table: sa.Table) -> None:
        """From now on rows of the table can be added and nothing else."""

    @abstractmethod
    def forbids_changes(self, connection: sa.Connection, table: sa.Table) -> bool:
        """Whether that is so already."""

    @abstractmethod
    def sentence(self, error: Exception) -> tuple[str, str]:
        """What it complained about, and the way out, in our words."""

    @contextlib.contextmanager
    def explained(self) -> Iterator[None]:
        """Turn a database's complaint into one sentence and a way out."""
        expected: tuple[type[Exception], ...] = (sa.exc.SQLAlchemyError, UnicodeError, OSError, *self.errors)
        try:
            yield
        except expected as error:
            raise LedgerError(*self.sentence(error)) from None
