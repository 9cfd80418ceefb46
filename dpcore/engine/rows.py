"""Where the rows of a version are, whatever keeps them: a frozen copy of the desk's own, or a table read in place.

A source is what somebody names; loaded, it gives the rows of one version, which the ledger keeps as a descriptor. A
kind of rows is a `Rows` with its `Source`, an engine, and a line in `dpcore.engine.source.read`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

from dpcore.table.table import Table
from dpcore.text import Text

if TYPE_CHECKING:
    from dpcore.engine.base import Engine
    from dpcore.engine.source.fingerprint import Fingerprint


class Rows(ABC):
    """The rows of one version of a dataset."""

    kind: ClassVar[str]
    """Its name in descriptors, never changed."""
    in_place: ClassVar[bool]
    """Whether they lie where others may change them: then a version is a moment that its owner declared."""
    columns: Mapping[str, str]
    """Type word by column name: number, text, flag, date or other."""

    @property
    @abstractmethod
    def mark(self) -> str:
        """What tells these rows from others in this process."""

    @property
    @abstractmethod
    def fingerprints(self) -> tuple[Fingerprint, ...]:
        """By what these rows are recognised; one by the key of whoever opened the dataset first."""

    @abstractmethod
    def earlier(self, key: bytes, tags: Collection[str]) -> list[Fingerprint]:
        """The fingerprints as earlier versions made them, as far as these tags say how. Raises SourceError."""

    @abstractmethod
    def check(self, key: bytes, table: Table | None = None) -> None:
        """Raises SourceError where the rows are not what was loaded, or cannot be read as the table needs.

        It comes before a charge. Rows in place are checked by names, types and rights alone: no row is read.
        """

    @abstractmethod
    def prepare(self, table: Table, key: bytes, folder: Path) -> None:
        """Makes beforehand, in `folder`, what releases read; arguments and errors as of `engine`."""

    @abstractmethod
    def engine(self, table: Table, key: bytes, folder: Path) -> Engine:
        """What answers aggregates of these rows. key: orders the rows of a unit; folder: for what is made of them."""

    @abstractmethod
    def placed(self, place: Callable[[Path], Path]) -> Self:
        """The same rows once `place` has moved their file, if they have one of the desk's own."""

    @abstractmethod
    def moved(self, folder: Path) -> Self:
        """The same rows where their file, if they have one, lies in this folder now."""

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """The descriptor, plain data without a secret; `from_dict` reads it back."""

    @classmethod
    @abstractmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """The rows that `to_dict` described."""

    @abstractmethod
    def again(self) -> Source:
        """The same table as it is now, for a further version. Raises SourceError where only a copy is known."""


class Source(ABC):
    """Rows that can be loaded. Columns are known from a header, a file's metadata or a catalogue, never from a row."""

    columns: Mapping[str, str]
    """Type word by column name: number, text, flag, date or other."""

    @abstractmethod
    def load(self, folder: Path, key: bytes, loader: bytes | None = None) -> Rows:
        """The rows of one version; what is kept of them lies in `folder`. Raises SourceError and leaves nothing.

        key: of whoever opened the dataset; loader: of whoever loads the rows, if another.
        """


class DatabaseTable(Source):
    """A table that is read in place, by the address of its database."""

    database: ClassVar[str]
    """What this kind of database is called."""
    schemes: ClassVar[tuple[str, ...]]
    """Of the addresses."""
    example: ClassVar[str]
    """An address."""
    about: ClassVar[Text]
    """What happens with the rows, which rights reading takes, and where a password comes from."""
    rows: ClassVar[type[Rows]]
    """What `load` gives."""

    @classmethod
    @abstractmethod
    def at(cls, address: str, table: str) -> Self:
        """The table of that name (schema.table). Raises SourceError, which says nothing of a password."""
