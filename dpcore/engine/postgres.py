"""PostgreSQL as an engine: exact aggregates of a table in place, from one consistent snapshot.

A server may log the text and the parameters of statements, so these contain neither the key that selects rows nor any
number that depends on rows. The key is sent to a temporary table by binary COPY, which is not logged, and statements
refer to that table. Truncated rows are stored in a temporary table within the same snapshot.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol, final

import numpy as np
from numpy.typing import NDArray

from dpcore.engine.base import Columns, SqlEngine, derive
from dpcore.engine.postgres_address import Address
from dpcore.engine.postgres_catalogue import column_types, kind_of, may_store
from dpcore.engine.postgres_connection import OpenConnection, configure, open_connection, run_act
from dpcore.engine.sql.physical import Physical
from dpcore.errors import SourceError
from dpcore.table.aggregate import Aggregate, Blocks
from dpcore.table.cell_format import Format
from dpcore.table.table import Table
from dpcore.text import Text

if TYPE_CHECKING:
    import psycopg
    from sqlglot import exp

_OURS: Final = "pg_temp"
_KEY, _ROWS = "murmur_key", "murmur_rows"
_PURPOSES: Final = ("rows", "cells", "blocks")
_COLUMN = "text"
_TEXT_OID: Final = 25
_DOUBLE_OID: Final = 701
UNREAD: Final = (
    Text("The table could not be read."),
    Text(
        "Check that its database is running and that the table is unchanged, then ask again. "
        "Charges are kept, and paid questions are answered at no further cost."
    ),
)
NO_BLOCKS: Final = (
    Text("Blocks of rows need a temporary table, which this database user may not create here."),
    Text(
        "Grant the user TEMPORARY on the database, and use the address of the primary server; then ask again. "
        "Charges are kept, and paid questions are answered at no further cost."
    ),
)


class Placed(Protocol):
    """The table in place that is read."""

    @property
    def address(self) -> Address:
        """The address of its database."""

    @property
    def relation(self) -> exp.Expr:
        """The table, to select from."""

    @property
    def kinds(self) -> dict[str, Physical]:
        """The physical type of each column."""

    @property
    def formats(self) -> Mapping[str, Format]:
        """How the cells of columns are written, where a person said so."""

    def verify(self, connection: psycopg.Connection[Any], table: Table | None = None) -> None:
        """Raises SourceError if the types of declared columns have changed."""


@final
class PostgreSQL(SqlEngine):
    """The engine on the table's server. Connects at the first aggregate and holds one snapshot until closed."""

    idles, logged = False, True

    def __init__(self, rows: Placed, table: Table, key: bytes) -> None:
        from dpcore.engine.sql.postgres_dialect import PostgresDialect

        super().__init__(table, key, PostgresDialect(table.rule), rows.formats)
        self._rows, self._held = rows, contextlib.ExitStack()
        self._keyed = False
        self._open_connection: OpenConnection | None = None
        self._relation, self._kinds = rows.relation, rows.kinds
        self._read_formats()

    def check(self, asks: Sequence[Aggregate]) -> None:
        """See `Engine.check`. Checks the right to a temporary table for the key of blocks; `PostgresRows.check` does so
        for the key of units.
        """
        if (
            self._table.unit.identifier is None
            and _by_blocks(asks)
            and not run_act(self._rows.address, UNREAD, may_store)
        ):
            raise SourceError(*NO_BLOCKS)

    def prepare(self) -> None:
        """Opens the snapshot and stores the truncated rows in it, once."""
        if self._open_connection is None:
            held = self._held.enter_context(open_connection(self._rows.address))
            self._run(lambda _: self._open(held.connection))
            self._open_connection = held
        super().prepare()

    def aggregate(self, asks: Sequence[Aggregate]) -> list[NDArray[Any]]:
        """See `Engine.aggregate`. Raises SourceError for blocks if the right to a temporary table is gone by now."""
        self.prepare()
        if not self._keyed and _by_blocks(asks):
            raise SourceError(*NO_BLOCKS)
        return super().aggregate(asks)

    def close(self) -> None:
        """Closes the connection, which drops the temporary tables."""
        self._open_connection = None
        with contextlib.suppress(SourceError):
            self._held.close()

    def _open(self, connection: psycopg.Connection[Any]) -> None:
        from dpcore.engine.sql.postgres_dialect import PostgresDialect

        configure(connection)
        self._dialect = PostgresDialect(self._table.rule)
        if self._table.unit.identifier is not None or may_store(connection):
            self._place_key(connection)
        if self._table.unit.identifier is not None:
            query = self._dialect.sql(self._truncate())
            connection.execute(f'CREATE TEMPORARY TABLE "{_ROWS}" AS {query} WITH NO DATA'.encode())
        connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        self._rows.verify(connection, self._table)

    def _place_key(self, connection: psycopg.Connection[Any]) -> None:
        self._keyed = True
        columns = ", ".join(f'"{purpose}" {_COLUMN}' for purpose in _PURPOSES)
        connection.execute(f'CREATE TEMPORARY TABLE "{_KEY}" ({columns})'.encode())
        with connection.cursor().copy(f'COPY {_OURS}."{_KEY}" FROM STDIN (FORMAT BINARY)'.encode()) as copy:
            copy.set_types(["text"] * len(_PURPOSES))
            copy.write_row([derive(self._key, purpose).hex() for purpose in _PURPOSES])

    def _keep(self, query: Callable[[], exp.Query]) -> exp.Expr:
        from sqlglot import exp

        selected = self._dialect.sql(query())
        self._run(lambda connection: connection.execute(f'INSERT INTO {_OURS}."{_ROWS}" {selected}'.encode()))
        return exp.table_(_ROWS, db=_OURS, quoted=True)

    def _fetch(self, sql: str) -> Columns:
        def fetch(connection: psycopg.Connection[Any]) -> Columns:
            cursor = connection.execute(sql.encode())
            rows, columns = cursor.fetchall(), cursor.description or ()
            return [_column([row[i] for row in rows], column.type_code) for i, column in enumerate(columns)]

        answer: Columns = self._run(fetch)
        return answer

    def _types(self, relation: exp.Expr) -> dict[str, Physical]:
        from dpcore.engine.sql.truncation import stored_columns

        names = stored_columns(self._table)
        types: dict[str, str] = self._run(lambda connection: column_types(connection, relation, names))
        return {name: kind_of(type_name) for name, type_name in types.items()}

    def _cancel(self) -> None:
        if self._open_connection is not None:
            self._open_connection.cancel()

    def _salt(self, purpose: str) -> exp.Expr:
        from sqlglot import exp

        return (
            exp.select(exp.column(purpose, table=_KEY, quoted=True))
            .from_(exp.table_(_KEY, db=_OURS, quoted=True))
            .subquery()
        )

    def _run(self, act: Callable[[Any], Any]) -> Any:
        """The result of `act`. Errors of the server may quote a cell, so they are dropped, including their context."""
        import psycopg

        with contextlib.suppress(psycopg.Error):
            return act(self._open_connection.connection if self._open_connection else None)
        raise SourceError(*UNREAD)


def _by_blocks(asks: Sequence[Aggregate]) -> bool:
    return any(isinstance(key, Blocks) for ask in asks for key in ask.keys)


def _column(cells: list[Any], oid: int) -> np.ndarray[Any, Any]:
    if oid == _TEXT_OID:
        return np.array(cells, dtype=object)
    if oid == _DOUBLE_OID:
        return np.array([np.nan if cell is None else cell for cell in cells], dtype=np.float64)
    return np.array([-1 if cell is None else cell for cell in cells], dtype=np.int64)
