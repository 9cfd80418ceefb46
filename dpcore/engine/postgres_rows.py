"""A PostgreSQL table whose rows are read in place: its address, column types and fingerprints."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, final

from dpcore.engine.postgres_address import EXAMPLE, PASSWORD, SCHEMES, UNREACHABLE, Address, parts_of
from dpcore.engine.postgres_catalogue import (
    FoundTable,
    check_encoding,
    check_members,
    column_types,
    find,
    is_stored,
    kind_of,
    may_store,
)
from dpcore.engine.postgres_connection import configure, run_act
from dpcore.engine.rows import CHANGED, DatabaseTable, TableRows
from dpcore.engine.source.fingerprint import Fingerprint, of_location
from dpcore.engine.sql.physical import Physical, word
from dpcore.errors import SourceError
from dpcore.table.cell_format import Format, from_data, plain_data
from dpcore.table.table import Table, check_columns
from dpcore.text import Text

if TYPE_CHECKING:
    import psycopg
    from sqlglot import exp

    from dpcore.engine.base import Engine

RIGHTS: Final = Text("SELECT on the table; also TEMPORARY on the database if a privacy unit may have several rows")
_TAG: Final = "1/postgres"
_TEMPORARY = (
    Text("Privacy units of several rows need a temporary table, which this database user may not create here."),
    Text("Grant the user TEMPORARY on the database, and use the address of the primary server."),
)


@final
@dataclass(frozen=True, slots=True)
class PostgresRows(TableRows):
    """The rows of a table at the time of reading. types: from `dpcore.engine.postgres_catalogue.column_types`."""

    kind = "postgres"
    address: Address
    schema: str
    name: str
    types: Mapping[str, str]
    marks: tuple[Fingerprint, ...] = ()
    formats: Mapping[str, Format] = field(default_factory=dict)
    columns: Mapping[str, str] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "columns", {name: word(kind) for name, kind in self.kinds.items()})

    @staticmethod
    def kind_of(type_name: str) -> Physical:
        """See `dpcore.engine.postgres_catalogue.kind_of`."""
        return kind_of(type_name)

    @property
    def relation(self) -> exp.Expr:
        """The table, to select from."""
        from sqlglot import exp

        return exp.table_(self.name, db=self.schema, quoted=True)

    @property
    def mark(self) -> str:
        """The location of the table: address, schema and name."""
        return f"{self.address}\0{self.schema}\0{self.name}"

    def check(self, key: bytes, table: Table | None = None) -> None:
        """Checks the catalogue only; see `Rows.check`."""
        del key
        if table is not None:
            check_columns(table, self.columns)
        run_act(self.address, CHANGED, lambda connection: self._check(connection, table))

    def _check(self, connection: psycopg.Connection[Any], table: Table | None) -> None:
        configure(connection)
        self.verify(connection, table)
        if table is None or table.unit.identifier is None:
            return
        connection.execute("SELECT pg_catalog.md5('')")  # the hash that chooses rows; some servers forbid it
        if not may_store(connection):
            raise SourceError(*_TEMPORARY)

    def verify(self, connection: psycopg.Connection[Any], table: Table | None = None) -> None:
        """Raises SourceError if types of declared columns have changed, or cells are no longer stored in the table.

        The table and its parts are locked against changes of their types until the transaction ends.
        """
        check_encoding(connection)
        names = list(self.types) if table is None else table.read
        if column_types(connection, self.relation, names) != {name: self.types[name] for name in names}:
            raise SourceError(*CHANGED)
        if not is_stored(connection, self.schema, self.name):
            raise SourceError(*CHANGED)
        check_members(connection, self.schema, self.name, names)

    def engine(self, table: Table, key: bytes, folder: Path) -> Engine:
        """A PostgreSQL engine."""
        del folder
        from dpcore.engine.postgres import PostgreSQL

        return PostgreSQL(self, table, key)

    def to_dict(self) -> dict[str, Any]:
        """The descriptor as plain data. Contains no password."""
        return {
            "kind": self.kind,
            "address": str(self.address),
            "table": [self.schema, self.name],
            "types": dict(self.types),
            "marks": [mark.to_dict() for mark in self.marks],
            **({"formats": plain_data(self.formats)} if self.formats else {}),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> PostgresRows:
        """The table that `to_dict` described."""
        schema, name = data["table"]
        marks = tuple(Fingerprint.from_dict(mark) for mark in data["marks"])
        formats = from_data(data.get("formats", {}))
        return cls(Address.parse(data["address"]), schema, name, data["types"], marks, formats)

    def again(self) -> PostgresTable:
        """The same table, read from the catalogue again."""
        return PostgresTable(self.address, self.schema, self.name).with_formats_of(self)


@final
class PostgresTable(DatabaseTable):
    """A table of a PostgreSQL database, described from its catalogue."""

    database, schemes, example, rows = "PostgreSQL", SCHEMES, EXAMPLE, PostgresRows
    about = Text(
        "The rows stay in the database, and each release reads one snapshot. The database user needs "
        "{rights}. The password is read from this program's environment variable {password}; it is never "
        "stored or shown. A new version of the rows begins when you declare it; until then a repeated "
        "question returns its stored answer.",
        rights=RIGHTS,
        password=PASSWORD,
    )

    def __init__(self, address: Address, schema: str | None, name: str) -> None:
        self._found, self._rows = run_act(
            address, UNREACHABLE, lambda connection: _read(connection, address, schema, name)
        )
        self.columns = self._rows.columns

    @classmethod
    def at(cls, address: Any, table: str) -> PostgresTable:
        """The table of that name; see `dpcore.engine.postgres_address.parts_of`."""
        return cls(Address.parse(address), *parts_of(table))

    def load(self, folder: Path, key: bytes, loader: bytes | None = None) -> PostgresRows:
        """The descriptor, with fingerprints of the location."""
        del folder
        table = self._found
        place = (table.server, self._rows.address.database, table.schema, table.name)
        return replace(self._rows, marks=of_location(_TAG, place, key, loader), formats=dict(self.formats or {}))


def _read(
    connection: psycopg.Connection[Any], address: Address, schema: str | None, name: str
) -> tuple[FoundTable, PostgresRows]:
    table = find(connection, schema, name)
    configure(connection)
    rows = PostgresRows(address, table.schema, table.name, {})
    return table, replace(rows, types=column_types(connection, rows.relation, table.columns))
