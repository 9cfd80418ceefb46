"""Sources and rows. The rows of a version are either a frozen copy in the home folder or a table read in place.

Loading a `Source`, such as a file, returns the `Rows` of one version. The ledger stores their descriptor. A kind of
rows consists of a `Rows` class with its `Source`, an engine, and a line in `dpcore.engine.source.read`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping
from copy import copy as copied
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self

from dpcore.errors import SourceError
from dpcore.number import shown
from dpcore.table.cell_format import Format, check_formats
from dpcore.table.table import Table
from dpcore.text import Text

if TYPE_CHECKING:
    from sqlglot import exp

    from dpcore.engine.base import Engine
    from dpcore.engine.source.fingerprint import Fingerprint
    from dpcore.engine.sql.physical import Physical

CHANGED: Final = (
    Text("The table has changed since it was described: a column, its type or a right is different."),
    Text(
        "Restore them, or declare a new version (`update`). Charges are kept, and paid questions "
        "are answered at no further cost."
    ),
)
"""A sentence shown before a charge for a table in place."""


def limits_of(column: str, kind: Physical, without_forms: str = "") -> tuple[Text, ...]:
    """Sentences about identifiers that cannot be read in a column of this physical type; from public facts alone.

    without_forms: the name of the database, if it cannot compare the forms of Unicode.
    """
    if kind == "float":
        return (
            Text(
                "In {column}, a number of 2^53 (9,007,199,254,740,992) or more that is stored as floating point "
                "identifies nobody, and its rows are left out. Store long identifiers as whole numbers or as text.",
                column=column,
            ),
        )
    if kind == "text" and without_forms:
        return (
            Text(
                "{database} cannot compare forms of Unicode: in {column}, one name in two forms (é as one character or "
                "as two) is two people. Store names in one form.",
                database=without_forms,
                column=column,
            ),
        )
    return ()


class Rows(ABC):
    """The rows of one version of a dataset."""

    kind: ClassVar[str]
    """The name of this kind of rows in descriptors, which never changes."""
    in_place: ClassVar[bool]
    """Whether others may change the rows. A version is then a time declared by the owner."""
    columns: Mapping[str, str]
    """Type word by column name: number, text, flag, date or other."""
    left_out: tuple[str, ...] = ()
    """The columns that were not kept when the rows were loaded."""
    without_forms: ClassVar[str] = ""
    """The name of the database, if it cannot compare the forms of Unicode."""

    formats: Mapping[str, Format] = MappingProxyType({})
    """How the cells of columns are written, where a person said so."""

    @property
    @abstractmethod
    def mark(self) -> str:
        """Identifies these rows within this process."""

    @property
    @abstractmethod
    def fingerprints(self) -> tuple[Fingerprint, ...]:
        """The fingerprints of these rows; the first one uses the key of the user who opened the dataset."""

    @abstractmethod
    def earlier(self, key: bytes, tags: Collection[str]) -> list[Fingerprint]:
        """Fingerprints of the older kinds among these tags. Raises SourceError."""

    @abstractmethod
    def check(self, key: bytes, table: Table | None = None) -> None:
        """Raises SourceError if the rows differ from those loaded, or cannot be read as declared.

        Called before a charge. For rows in place, checks names, types and rights only: no row is read.
        """

    @abstractmethod
    def physical(self, name: str) -> Physical:
        """The physical type of a column. Cells of a frame are text, because types of a frame depend on its cells."""

    def limits(self, table: Table) -> tuple[Text, ...]:
        """Sentences about identifiers of units that cannot be read, shown before a charge; from public facts alone."""
        unit = table.unit.identifier
        if unit is None or unit not in self.columns or table.rule == 1:
            return ()
        return limits_of(unit, self.physical(unit), self.without_forms)

    @abstractmethod
    def prepare(self, table: Table, key: bytes, folder: Path) -> None:
        """Prepares in `folder` the files that releases read; arguments and errors as in `engine`."""

    @abstractmethod
    def engine(self, table: Table, key: bytes, folder: Path) -> Engine:
        """The engine for these rows. key: selects the rows of a unit to keep; folder: for derived files."""

    @abstractmethod
    def relocate(self, place: Callable[[Path], Path]) -> Self:
        """The same rows after `place` has moved their file, if they have one in the home folder."""

    @abstractmethod
    def in_folder(self, folder: Path) -> Self:
        """The same rows with their file, if they have one, in this folder."""

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """The descriptor as plain data without secrets; `from_dict` reads it back."""

    @classmethod
    @abstractmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """The rows that `to_dict` described."""

    @abstractmethod
    def again(self) -> Source:
        """The same table in its present state, for a further version. Raises SourceError for a copy."""


class TableRows(Rows):
    """The rows of a table at the time of reading.

    types: the database's type by column name. marks: fingerprints of the table's location, one per key.
    """

    in_place = True
    types: Mapping[str, str]
    marks: tuple[Fingerprint, ...]

    @staticmethod
    @abstractmethod
    def kind_of(type_name: str) -> Physical:
        """The physical type of a column of one of the database's types."""

    @property
    def kinds(self) -> dict[str, Physical]:
        """The physical type of each column."""
        return {name: self.kind_of(type_name) for name, type_name in self.types.items()}

    def physical(self, name: str) -> Physical:
        """From the type in the catalogue."""
        return self.kind_of(self.types[name])

    @property
    @abstractmethod
    def relation(self) -> exp.Expr:
        """The table, to select from."""

    @property
    def fingerprints(self) -> tuple[Fingerprint, ...]:
        """Fingerprints of the location: the same table is recognised even if its rows have changed."""
        return self.marks

    def earlier(self, key: bytes, tags: Collection[str]) -> list[Fingerprint]:
        """Empty: there are no older kinds of fingerprints."""
        del key, tags
        return []

    def prepare(self, table: Table, key: bytes, folder: Path) -> None:
        """Checks that the rows can be read. Stores nothing."""
        del folder
        self.check(key, table)

    def relocate(self, place: Callable[[Path], Path]) -> Self:
        """Unchanged: the rows are not in a file of the desk."""
        del place
        return self

    def in_folder(self, folder: Path) -> Self:
        """Unchanged: the rows are not in a file of the desk."""
        del folder
        return self


class Source(ABC):
    """Rows that can be loaded. Columns come from a header, file metadata or a catalogue, never from rows."""

    columns: Mapping[str, str]
    """Type word by column name: number, text, flag, date or other."""
    formats: Mapping[str, Format] | None = None
    """How the cells of columns are written; None if nothing was said, so that a new version keeps its formats."""

    def with_formats(self, formats: Mapping[str, Format]) -> Self:
        """The same rows, whose cells in these columns are written so. Raises SourceError for names it does not have.

        New versions of a dataset keep its formats, unless their source says otherwise: `with_formats({})` of none.
        """
        check_formats(formats)
        if absent := [name for name in formats if name not in self.kept]:
            raise SourceError(
                "The table has no column {absent}.",
                "Its columns: {listed}.",
                absent=shown(absent[0]),
                listed=", ".join(list(self.kept)[:10]),
            )
        same = copied(self)
        same.formats = {name: formats[name] for name in sorted(formats) if formats[name]}
        return same

    @property
    def kept(self) -> Mapping[str, str]:
        """The columns that stay available, of all columns."""
        return self.columns

    def check(self, table: Table) -> None:
        """Raises SourceError if identifiers of units were lost before the rows were passed to this source."""
        del table  # only a frame can detect this

    @abstractmethod
    def load(self, folder: Path, key: bytes, loader: bytes | None = None) -> Rows:
        """Loads the rows of one version; their files are in `folder`. On SourceError nothing is left there.

        key: of the user who opened the dataset; loader: of the user who loads the rows, if different.
        """


class DatabaseTable(Source):
    """A table that is read in place, given by the address of its database."""

    database: ClassVar[str]
    """The name of this kind of database."""
    schemes: ClassVar[tuple[str, ...]]
    """The URL schemes of its addresses."""
    example: ClassVar[str]
    """An example of an address."""
    about: ClassVar[Text]
    """A text about the rows in place, the rights needed for reading, and the source of a password."""
    rows: ClassVar[type[Rows]]
    """The type returned by `load`."""

    @classmethod
    def opens(cls, what: object) -> bool:
        """Whether this is an address, or an open session, of this kind of database."""
        return isinstance(what, str) and what.partition("://")[0] in cls.schemes

    @classmethod
    @abstractmethod
    def at(cls, address: Any, table: str) -> Self:
        """The table of that name (schema.table). Raises SourceError, which never contains a password."""

    def with_formats_of(self, rows: Rows) -> Self:
        """The same rows, whose cells are written as those of an earlier version, in columns that both have."""
        return self.with_formats({name: said for name, said in rows.formats.items() if name in self.kept})
