"""Spark as an engine: exact aggregates of a table in place, in a separate session.

Spark stores the text of statements, so they contain neither the key that selects rows nor any number that depends on
rows. Statements refer to a temporary view with the key, which plans do not quote. Truncated rows are stored in a table
cached on Spark's own disks, which is dropped at the end.
"""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, Protocol, final

import numpy as np

from dpcore.engine.base import Columns, SqlEngine, derive
from dpcore.engine.spark_catalogue import column_types, kind_of
from dpcore.engine.spark_session import UNREAD, OpenSession, attempt, open_session
from dpcore.engine.sql.physical import Physical
from dpcore.table.cell_format import Format
from dpcore.table.table import Table

if TYPE_CHECKING:
    import pyarrow as pa
    from sqlglot import exp

_KEY, _ROWS = "murmur_key", "murmur_rows"
_PURPOSES: Final = ("rows", "cells", "blocks")


class Placed(Protocol):
    """The table in place that is read."""

    @property
    def address(self) -> str:
        """The address of its Spark."""

    @property
    def relation(self) -> exp.Expr:
        """The table, to select from."""

    @property
    def kinds(self) -> dict[str, Physical]:
        """The physical type of each column."""

    @property
    def formats(self) -> Mapping[str, Format]:
        """How the cells of columns are written, where a person said so."""

    def verify(self, session: Any, table: Table | None = None) -> None:
        """Raises SourceError if the types of declared columns have changed."""


@final
class Spark(SqlEngine):
    """The engine on the table's Spark. Opens a session at the first aggregate and holds it until closed."""

    idles, logged = False, True

    def __init__(self, rows: Placed, table: Table, key: bytes) -> None:
        from dpcore.engine.sql.spark import SparkDialect

        super().__init__(table, key, SparkDialect(table.rule), rows.formats)
        self._rows, self._held = rows, contextlib.ExitStack()
        self._open_session: OpenSession | None = None
        self._relation, self._kinds = rows.relation, rows.kinds
        self._read_formats()

    def prepare(self) -> None:
        """Opens the session and stores the truncated rows in it, once."""
        if self._open_session is None:
            held = self._held.enter_context(open_session(self._rows.address))
            self._rows.verify(held.session, self._table)
            attempt(lambda: self._place_key(held.session), UNREAD)
            self._open_session = held
        super().prepare()

    def close(self) -> None:
        """Drops the stored rows and the key, and ends the session."""
        held, self._open_session = self._open_session, None
        if held is not None:
            held.finish(_clear)
        self._held.close()

    def _place_key(self, session: Any) -> None:
        texts = [derive(self._key, purpose).hex() for purpose in _PURPOSES]
        # Spark's cache is shared by all sessions; with this text, rows cached at another time are never used
        texts.append(secrets.token_hex(16))
        columns = ", ".join(f"`{column}` string" for column in (*_PURPOSES, "release"))
        session.createDataFrame([tuple(texts)], columns).createOrReplaceTempView(_KEY)

    @property
    def _session(self) -> Any:
        return self._open_session.session if self._open_session else None

    def _keep(self, query: Callable[[], exp.Query]) -> exp.Expr:
        from sqlglot import exp

        selected = self._dialect.sql(query())
        cached = f"CACHE TABLE `{_ROWS}` OPTIONS ('storageLevel' 'DISK_ONLY') AS {selected}"
        attempt(lambda: self._session.sql(cached).collect(), UNREAD)
        return exp.table_(_ROWS, quoted=True)

    def _fetch(self, sql: str) -> Columns:
        fetched = attempt(lambda: self._session.sql(sql).toArrow(), UNREAD)
        return [_column(column) for column in fetched.columns]

    def _types(self, relation: exp.Expr) -> dict[str, Physical]:
        types = attempt(lambda: column_types(self._session, relation), UNREAD)
        return {name: kind_of(type_name) for name, type_name in types.items()}

    def _cancel(self) -> None:
        if self._open_session is not None:
            self._open_session.cancel()

    def _salt(self, purpose: str) -> exp.Expr:
        from sqlglot import exp

        key = exp.table_(_KEY, quoted=True)
        return exp.select(exp.column(purpose, table=_KEY, quoted=True)).from_(key).subquery()


def _clear(session: Any) -> None:
    session.sql(f"UNCACHE TABLE IF EXISTS `{_ROWS}`").collect()
    for view in (_ROWS, _KEY):
        session.catalog.dropTempView(view)


def _column(column: pa.ChunkedArray) -> np.ndarray[Any, Any]:
    """Integers with -1 for NULL, doubles with NaN, others as Python objects."""
    import pyarrow as pa

    if pa.types.is_integer(column.type):
        return np.asarray(column.fill_null(-1).to_numpy(), dtype=np.int64)
    if pa.types.is_floating(column.type):
        return np.asarray(column.fill_null(np.nan).to_numpy(), dtype=np.float64)
    return np.array(column.to_pylist(), dtype=object)
