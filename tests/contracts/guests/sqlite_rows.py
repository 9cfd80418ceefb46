"""A table of an SQLite file whose rows are read in place: its address, column types and fingerprints. Reads no row."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, final
from urllib.parse import quote

from dpcore.engine.sqlite import Sqlite, attempt  # type: ignore[import-not-found]

from dpcore.engine.address_list import as_listed
from dpcore.engine.rows import CHANGED, DatabaseTable, TableRows
from dpcore.engine.source.fingerprint import Fingerprint, of_location
from dpcore.errors import SourceError
from dpcore.table.heading import checked
from dpcore.table.table import Table, check_columns
from dpcore.text import Text

if TYPE_CHECKING:
    from sqlglot import exp

    from dpcore.engine.base import Engine
    from dpcore.engine.sql.physical import Physical

_TAG: Final = "1/sqlite"
_SCHEME: Final = "sqlite:///"


@final
@dataclass(frozen=True, slots=True)
class Address:
    """A file."""

    path: str

    @classmethod
    def parse(cls, text: str) -> Address:
        """The address in a URL. Raises SourceError."""
        if not text.startswith(_SCHEME) or not text.removeprefix(_SCHEME):
            raise SourceError("This is not the address of an SQLite file.", "sqlite:////home/me/visits.db")
        return cls(text.removeprefix(_SCHEME))

    def __str__(self) -> str:
        return _SCHEME + self.path

    @property
    def place(self) -> tuple[str | int, ...]:
        """The file."""
        return (str(Path(self.path).resolve()),)

    def as_listed(self, other: Address) -> Address:
        """The listed one."""
        return other


@final
@dataclass(frozen=True, slots=True)
class SqliteRows(TableRows):
    """The rows of a table at the time of reading. types: as they were declared."""

    kind = "sqlite"
    address: str
    name: str
    types: Mapping[str, str]
    marks: tuple[Fingerprint, ...] = ()
    columns: Mapping[str, str] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "columns", dict.fromkeys(self.types, "text"))

    @staticmethod
    def kind_of(type_name: str) -> Physical:
        """Text, since a column of any type may have cells of any other."""
        del type_name
        return "text"

    @property
    def relation(self) -> exp.Expr:
        """The table, to select from."""
        from sqlglot import exp

        return exp.table_(self.name, db="main", quoted=True)

    @property
    def mark(self) -> str:
        """Its location."""
        return f"{self.address}\0{self.name}"

    def connect(self) -> sqlite3.Connection:
        """A connection that only reads. Raises SourceError."""
        path = as_listed(Address.parse(self.address), Address.parse).path
        url = f"file:{quote(path)}?mode=ro"
        found: sqlite3.Connection = attempt(
            lambda: sqlite3.connect(url, uri=True, isolation_level=None, check_same_thread=False)
        )
        return found

    def check(self, key: bytes, table: Table | None = None) -> None:
        """Checks the catalogue only; see `Rows.check`."""
        del key
        if table is not None:
            check_columns(table, self.columns)
        connection = self.connect()
        try:
            self.verify(connection, table)
        finally:
            connection.close()

    def verify(self, connection: sqlite3.Connection, table: Table | None = None) -> None:
        """Raises SourceError if the types of declared columns have changed."""
        names, types = list(self.types if table is None else table.schema), column_types(connection, self.name)
        if any(types.get(name) != self.types[name] for name in names):
            raise SourceError(*CHANGED)

    def engine(self, table: Table, key: bytes, folder: Path) -> Engine:
        """An SQLite engine."""
        del folder
        made: Engine = Sqlite(self, table, key)
        return made

    def to_dict(self) -> dict[str, Any]:
        """The descriptor as plain data."""
        marks = [mark.to_dict() for mark in self.marks]
        return {"kind": self.kind, "address": self.address, "table": self.name, "types": {**self.types}, "marks": marks}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> SqliteRows:
        """The table that `to_dict` described."""
        marks = tuple(Fingerprint.from_dict(mark) for mark in data["marks"])
        return cls(data["address"], data["table"], data["types"], marks)

    def again(self) -> SqliteTable:
        """The same table, read from the catalogue again."""
        return SqliteTable(Address.parse(self.address), self.name)


def column_types(connection: sqlite3.Connection, name: str) -> dict[str, str]:
    """The declared type of each column of a table; none if it is a view, or not there."""
    found: list[tuple[str, str]] = attempt(
        lambda: connection.execute(
            "SELECT c.name, c.type FROM pragma_table_list(?1) AS t, pragma_table_info(?1) AS c WHERE t.type = 'table'",
            (name,),
        ).fetchall()
    )
    return dict(found)


@final
class SqliteTable(DatabaseTable):
    """A table of an SQLite file, described from its catalogue."""

    database, schemes, example, rows = "SQLite", ("sqlite",), "sqlite:////home/me/visits.db", SqliteRows
    about = Text("The rows stay in the file, and each release reads one snapshot.")

    def __init__(self, address: Address, name: str) -> None:
        rows = SqliteRows(str(address), name, {})
        connection = rows.connect()
        try:
            types = column_types(connection, name)
        finally:
            connection.close()
        if not types:
            raise SourceError("The file has no table of this name.", "Views cannot be read.")
        checked(types, "The table")
        self._rows = replace(rows, types=types)
        self.columns = self._rows.columns

    @classmethod
    def at(cls, address: Any, table: str) -> SqliteTable:
        """The table of that name."""
        return cls(Address.parse(address), table)

    def load(self, folder: Path, key: bytes, loader: bytes | None = None) -> SqliteRows:
        """The descriptor, with fingerprints of the location."""
        del folder
        place = (str(Address.parse(self._rows.address).place[0]), self._rows.name)
        return replace(self._rows, marks=of_location(_TAG, place, key, loader))
