"""SQLite as an engine: exact aggregates of a table in place, in one read transaction."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar, final

import numpy as np
from dpcore.engine.sql.sqlite_dialect import SqliteDialect, functions  # type: ignore[import-not-found]

from dpcore.engine.base import Columns, SqlEngine, derive
from dpcore.errors import SourceError
from dpcore.text import Text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlglot import exp

    from dpcore.engine.sql.physical import Physical
    from dpcore.table.aggregate import Aggregate
    from dpcore.table.table import Table

T = TypeVar("T")
UNREAD: Final = (
    Text("The table of this file cannot be read."),
    Text("Check that the file is there and that no other program locks it."),
)
_ROWS: Final = "murmur_rows"


class Placed(Protocol):
    """The table in place that is read."""

    @property
    def relation(self) -> exp.Expr:
        """The table, to select from."""

    @property
    def kinds(self) -> dict[str, Physical]:
        """The physical type of each column."""

    def connect(self) -> sqlite3.Connection:
        """A connection that only reads."""

    def verify(self, connection: sqlite3.Connection, table: Table | None = None) -> None:
        """Raises SourceError if the types of declared columns have changed."""


def attempt(act: Callable[[], T]) -> T:
    """The result. What SQLite says of a failure may quote a cell, and is dropped."""
    try:
        return act()
    except sqlite3.Error:
        pass
    raise SourceError(*UNREAD)


@final
class Sqlite(SqlEngine):
    """The engine on a table of a file. Opens it at the first aggregate, and reads one snapshot until closed."""

    idles, logged = False, False

    def __init__(self, rows: Placed, table: Table, key: bytes) -> None:
        super().__init__(table, key, SqliteDialect(table.rule))
        self._rows, self._connection = rows, None
        self._relation, self._kinds = rows.relation, rows.kinds

    _connection: sqlite3.Connection | None

    def prepare(self) -> None:
        """Begins the transaction, and stores the truncated rows, once."""
        if self._connection is None:
            connection = self._rows.connect()
            attempt(lambda: connection.execute("BEGIN"))
            self._rows.verify(connection, self._table)
            functions(connection)
            self._connection = connection
        super().prepare()

    def aggregate(self, asks: Sequence[Aggregate]) -> list[np.ndarray[Any, Any]]:
        """One after the other: SQLite has no grouping sets."""
        return [answer for ask in asks for answer in super(Sqlite, self).aggregate([ask])]

    def close(self) -> None:
        """Ends the transaction."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

    def _keep(self, query: Callable[[], exp.Query]) -> exp.Expr:
        from sqlglot import exp

        self._run(f'CREATE TEMP TABLE "{_ROWS}" AS {self._dialect.sql(query())}')
        return exp.table_(_ROWS, db="temp", quoted=True)

    def _fetch(self, sql: str) -> Columns:
        found = self._run(sql)
        return [_column(list(cells)) for cells in zip(*found.rows, strict=True)] or [_column([])] * found.width

    def _types(self, relation: exp.Expr) -> dict[str, Physical]:
        from sqlglot import exp

        found = self._run(exp.select("*").from_(relation).limit(0).sql(dialect="sqlite"))
        return dict.fromkeys(found.names, "text")

    def _cancel(self) -> None:
        if self._connection is not None:
            self._connection.interrupt()

    def _salt(self, purpose: str) -> exp.Expr:
        from dpcore.engine.sql.literal import text

        return text(derive(self._key, purpose).hex())

    def _run(self, sql: str) -> _Found:
        connection = self._connection
        if connection is None:
            raise SourceError(*UNREAD)
        return attempt(lambda: _Found(connection.execute(sql)))


class _Found:
    """All rows of a result, and the names of its columns."""

    def __init__(self, cursor: sqlite3.Cursor) -> None:
        self.names = [name for name, *_ in cursor.description or ()]
        self.width, self.rows = len(self.names), cursor.fetchall()


def _column(cells: list[Any]) -> np.ndarray[Any, Any]:
    """Integers with -1 for NULL, doubles with NaN, others as Python objects."""
    kinds = {type(cell) for cell in cells} - {type(None)}
    if kinds <= {int}:
        return np.array([-1 if cell is None else cell for cell in cells], dtype=np.int64)
    if kinds <= {int, float}:
        return np.array([np.nan if cell is None else cell for cell in cells], dtype=np.float64)
    return np.array(cells, dtype=object)
