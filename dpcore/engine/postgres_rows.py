"""A PostgreSQL table whose rows are read in place: where it is, what its catalogue said, and how it is recognised."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, final

from dpcore.engine.postgres_address import EXAMPLE, PASSWORD, SCHEMES, UNREACHABLE, Address, asked, configure, parts_of
from dpcore.engine.postgres_catalogue import Found, find, is_stored, kind_of, typed
from dpcore.engine.rows import DatabaseTable, Rows
from dpcore.engine.source.fingerprint import Fingerprint
from dpcore.engine.sql.physical import Physical, word
from dpcore.errors import SourceError
from dpcore.table.table import Table, check_columns
from dpcore.text import Text

if TYPE_CHECKING:
    import psycopg
    from sqlglot import exp

    from dpcore.engine.base import Engine

RIGHTS: Final = "SELECT on the table; TEMPORARY on the database too, where a unit may have several rows"
CHANGED: Final = (
    Text("The table is not as it was when it was described: a column, its type or a right has changed."),
    Text(
        "Give them back, or declare a new version (`update`); what was charged stays, and is answered under its charge."
    ),
)
_TAG: Final = "1/postgres"
_NEEDED = """SELECT pg_catalog.has_database_privilege(current_database(), 'TEMPORARY'), pg_catalog.pg_is_in_recovery(),
    pg_catalog.md5('')"""
_TEMPORARY = (
    Text("Units of several rows need a temporary table, and this database user may make none here."),
    Text("Grant it TEMPORARY on the database, and give the address of the primary server."),
)


@final
@dataclass(frozen=True, slots=True)
class PostgresRows(Rows):
    """The rows of a table as they are when they are read.

    types: as `dpcore.engine.postgres_catalogue.typed` gives them. marks: of the table's place, by a key each.
    """

    kind, in_place = "postgres", True
    address: Address
    schema: str
    name: str
    types: Mapping[str, str]
    marks: tuple[Fingerprint, ...] = ()
    columns: Mapping[str, str] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "columns", {name: word(kind) for name, kind in self.kinds.items()})

    @property
    def kinds(self) -> dict[str, Physical]:
        """How each column is stored."""
        return {name: kind_of(type_name) for name, type_name in self.types.items()}

    @property
    def relation(self) -> exp.Expr:
        """The table, to select from."""
        from sqlglot import exp

        return exp.table_(self.name, db=self.schema, quoted=True)

    @property
    def mark(self) -> str:
        """Its place."""
        return f"{self.address}\0{self.schema}\0{self.name}"

    @property
    def fingerprints(self) -> tuple[Fingerprint, ...]:
        """Of the place: the same table is recognised, whatever rows it has by now."""
        return self.marks

    def earlier(self, key: bytes, tags: Collection[str]) -> list[Fingerprint]:
        """There are none."""
        del key, tags
        return []

    def check(self, key: bytes, table: Table | None = None) -> None:
        """By the catalogue alone; see `Rows.check`."""
        del key
        if table is not None:
            check_columns(table, self.columns)
        asked(self.address, CHANGED, lambda connection: self._check(connection, table))

    def _check(self, connection: psycopg.Connection[Any], table: Table | None) -> None:
        configure(connection)
        self.verify(connection, table)
        if table is None or table.unit.identifier is None:
            return
        (may, replica, _), *_ = connection.execute(_NEEDED).fetchall()
        if replica or not may:
            raise SourceError(*_TEMPORARY)

    def verify(self, connection: psycopg.Connection[Any], table: Table | None = None) -> None:
        """Raises SourceError where declared columns are not of the types they were; in a transaction they stay so."""
        names = list(self.types if table is None else table.schema)
        if typed(connection, self.relation, names) != {name: self.types[name] for name in names}:
            raise SourceError(*CHANGED)
        if not is_stored(connection, self.schema, self.name):
            raise SourceError(*CHANGED)

    def prepare(self, table: Table, key: bytes, folder: Path) -> None:
        """Nothing is kept of the rows: whether they can be read is all."""
        del folder
        self.check(key, table)

    def engine(self, table: Table, key: bytes, folder: Path) -> Engine:
        """PostgreSQL itself."""
        del folder
        from dpcore.engine.postgres import PostgreSQL

        return PostgreSQL(self, table, key)

    def placed(self, place: Callable[[Path], Path]) -> PostgresRows:
        """They stay where they are."""
        del place
        return self

    def moved(self, folder: Path) -> PostgresRows:
        """They stay where they are."""
        del folder
        return self

    def to_dict(self) -> dict[str, Any]:
        """Without a password, which no address holds."""
        return {
            "kind": self.kind,
            "address": str(self.address),
            "table": [self.schema, self.name],
            "types": dict(self.types),
            "marks": [mark.to_dict() for mark in self.marks],
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> PostgresRows:
        """The table that `to_dict` described."""
        schema, name = data["table"]
        marks = tuple(Fingerprint.from_dict(mark) for mark in data["marks"])
        return cls(Address.parse(data["address"]), schema, name, data["types"], marks)

    def again(self) -> PostgresTable:
        """The same table, described anew."""
        return PostgresTable(self.address, self.schema, self.name)


@final
class PostgresTable(DatabaseTable):
    """A table of a PostgreSQL database, named and described from its catalogue."""

    database, schemes, example, rows = "PostgreSQL", SCHEMES, EXAMPLE, PostgresRows
    about = Text(
        "The rows stay there, and each release reads them as of one moment. The database's user needs "
        "{rights}. The password comes from the environment variable {password} of this program; it is "
        "never stored or shown. A new version of the rows begins when you declare it; until then a "
        "repeated question gets its stored answer.",
        rights=RIGHTS,
        password=PASSWORD,
    )

    def __init__(self, address: Address, schema: str | None, name: str) -> None:
        self._found, self._rows = asked(
            address, UNREACHABLE, lambda connection: _read(connection, address, schema, name)
        )
        self.columns = self._rows.columns

    @classmethod
    def at(cls, address: str, table: str) -> PostgresTable:
        """As in `dpcore.engine.postgres_address`."""
        return cls(Address.parse(address), *parts_of(table))

    def load(self, folder: Path, key: bytes, loader: bytes | None = None) -> PostgresRows:
        """The descriptor, marked by where the table is."""
        del folder
        found = self._found
        place = repr((found.server, self._rows.address.database, found.schema, found.name)).encode()
        keys = [key] if loader is None else list(dict.fromkeys((key, loader)))
        digests = [hmac.new(each, place, hashlib.sha256).hexdigest() for each in keys]
        return replace(self._rows, marks=tuple(Fingerprint(_TAG, digest[:32], ()) for digest in digests))


def _read(
    connection: psycopg.Connection[Any], address: Address, schema: str | None, name: str
) -> tuple[Found, PostgresRows]:
    found = find(connection, schema, name)
    configure(connection)
    rows = PostgresRows(address, found.schema, found.name, {})
    return found, replace(rows, types=typed(connection, rows.relation, found.columns))
