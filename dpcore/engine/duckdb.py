"""DuckDB, the embedded engine, over one frozen copy."""

from __future__ import annotations

import contextlib
import hmac
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, final

from dpcore.engine.base import Columns, SqlEngine, derived
from dpcore.engine.duckdb_connection import connect
from dpcore.engine.source.fingerprint import Fingerprint
from dpcore.engine.sql.physical import Physical, physical
from dpcore.engine.sql.plain import parquet
from dpcore.errors import SchemaError, SourceError
from dpcore.number import shown
from dpcore.scratch import scratch
from dpcore.table.table import Table

if TYPE_CHECKING:
    from sqlglot import exp

_VERSION = "3"


class Copy(Protocol):
    """The frozen copy that is read."""

    @property
    def path(self) -> Path:
        """The path of its file."""

    @property
    def columns(self) -> Mapping[str, str]:
        """Type word by column name."""

    @property
    def fingerprint(self) -> Fingerprint:
        """The fingerprint of its rows."""


def has_declared(frozen: Copy, table: Table) -> None:
    """Raises SchemaError for a declared column that the copy does not have."""
    for name in table.schema:
        if name not in frozen.columns:
            raise SchemaError(
                "Column {name} is declared, but not in the table.",
                "Columns: {columns}.",
                name=shown(name),
                columns=", ".join(frozen.columns),
            )


@final
class DuckDB(SqlEngine):
    """The embedded engine over one frozen copy. folder: for truncated copies. key: selects the rows to keep."""

    idles, logged = True, False

    def __init__(self, frozen: Copy, table: Table, key: bytes, folder: Path) -> None:
        has_declared(frozen, table)
        self._frozen = frozen
        self._folder = Path(folder).absolute()
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._held = contextlib.ExitStack()
        from dpcore.engine.sql.dialect import DuckDBDialect

        super().__init__(table, key, DuckDBDialect())
        try:
            self._work = self._held.enter_context(scratch(self._folder))
            self._connection = self._held.enter_context(connect(self._work, files=[frozen.path, self._copy]))
            self._relation = parquet(frozen.path)
            self._kinds = self._types(self._relation)
        except BaseException:
            self._held.close()
            raise

    def close(self) -> None:
        """Closes the connection and removes temporary files."""
        self._held.close()

    @property
    def _copy(self) -> Path:
        """The file of the truncated rows."""
        return self._folder / f"{self._mark()}.parquet"

    def _keep(self, query: Callable[[], exp.Query]) -> exp.Expr:
        """Writes the rows to a file, unless it exists."""
        if not self._copy.exists():
            self._write(query())
        return parquet(self._copy)

    def _write(self, query: exp.Query) -> None:
        part, sql = self._work / "rows.part", self._dialect.sql(query)
        self._run(lambda connection: connection.sql(sql).write_parquet(str(part)))
        part.chmod(0o600)
        os.replace(part, self._copy)

    def _fetch(self, sql: str) -> Columns:
        answer: Columns = self._run(lambda connection: list(connection.execute(sql).fetchnumpy().values()))
        return answer

    def _types(self, relation: exp.Expr) -> dict[str, Physical]:
        from sqlglot import exp

        query = self._dialect.sql(exp.select("*").from_(relation))
        rows = self._run(lambda connection: connection.execute(f"DESCRIBE {query}").fetchall())
        return {row[0]: physical(row[1]) for row in rows}

    def _cancel(self) -> None:
        self._connection.interrupt()

    def _salt(self, purpose: str) -> exp.Expr:
        from dpcore.engine.sql.literal import integer, text

        if purpose == "blocks":
            return text(derived(self._key, purpose).hex())
        return integer(int.from_bytes(derived(self._key, purpose)[:7]))

    def _run(self, act: Callable[[Any], Any]) -> Any:
        """The result of `act`. Errors of the engine may quote a cell, so they are dropped, including their context."""
        import duckdb

        with contextlib.suppress(duckdb.Error):
            return act(self._connection)
        raise SourceError("The rows could not be processed.", "Load the table again. Charges and answers are kept.")

    def _mark(self) -> str:
        """The name of the truncated copy, derived from the rows, the unit, its bound and the declared columns."""
        facts = (_VERSION, self._frozen.path.name, self._frozen.fingerprint.rows, self._frozen.fingerprint.tag)
        unit = (self._table.unit.identifier, self._table.unit.max_rows)
        # sorted as in the ledger, so that the order of declarations does not matter
        kinds = sorted((name, type(column).__name__) for name, column in self._table.schema.columns.items())
        return hmac.new(self._key, repr((facts, unit, kinds)).encode(), "sha256").hexdigest()[:32]
