"""DuckDB, the embedded engine, over one frozen copy."""

from __future__ import annotations

import contextlib
import hmac
import json
import math
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, final

from dpcore.engine.base import Columns, SqlEngine, derive
from dpcore.engine.duckdb_connection import connect
from dpcore.engine.limit import present_limit
from dpcore.engine.source.fingerprint import Fingerprint
from dpcore.engine.source.room import shortage
from dpcore.engine.sql.physical import Physical, physical
from dpcore.engine.sql.plain import everything, parquet
from dpcore.errors import SchemaError, SourceError
from dpcore.number import shown
from dpcore.scratch import publish, scratch
from dpcore.stop import check
from dpcore.table.cell_format import Format, plain_data
from dpcore.table.column import Identifier
from dpcore.table.table import Table

if TYPE_CHECKING:
    import duckdb
    from sqlglot import exp

_VERSION = "3"
_ORDER, _TEXT, _NUMBER = 24, 32, 8
"""Bytes per row while rows are sorted: for their order, and for each cell."""
_MANY = 16
"""Columns with formats whose statement may take longer to plan than to run."""
_SORTED = 0.8
"""The share of the memory for sorted rows."""


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

    @property
    def formats(self) -> Mapping[str, Format]:
        """How the cells of columns are written, where a person said so."""

    @property
    def decimal(self) -> str:
        """A comma if both comma and point are decimal marks of numbers in text; else a point."""


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

    idles, logged, stores_formats = True, False, True

    def __init__(self, frozen: Copy, table: Table, key: bytes, folder: Path) -> None:
        has_declared(frozen, table)
        self._frozen = frozen
        self._folder = Path(folder).absolute()
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._held = contextlib.ExitStack()
        from dpcore.engine.sql.dialect import DuckDBDialect

        super().__init__(table, key, DuckDBDialect(table.rule, frozen.decimal), frozen.formats)
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

    def _keep(self, query: Callable[..., exp.Query]) -> exp.Expr:
        """Writes the rows to a file, unless it exists; in parts if they do not fit into memory."""
        if not self._copy.exists():
            self._read_formats()
            whole, count = self._work / "rows.part", self._parts()
            parts = [self._work / f"{number}.part" for number in range(count)] if count > 1 else [whole]
            for number, part in enumerate(parts):
                check()
                self._write(query((number, count)), part)
            if count > 1:
                self._write(everything(*parts), whole)
            whole.chmod(0o600)
            publish(whole, self._copy)
            for part in parts:
                part.unlink(missing_ok=True)
        return parquet(self._copy)

    def _write(self, query: exp.Query, path: Path) -> None:
        sql = self._dialect.sql(query)
        with self._writing() as writing:
            self._run(lambda _: writing.sql(sql).write_parquet(str(path)))

    @contextlib.contextmanager
    def _writing(self) -> Iterator[duckdb.DuckDBPyConnection]:
        """The connection that writes the copy; another one if cells of many columns are read by their formats."""
        if len(self._formats) < _MANY:
            yield self._connection
            return
        with connect(self._work, files=[self._frozen.path], wide=True) as wide:
            yield wide

    def _parts(self) -> int:
        """The number of parts in which rows are sorted. Sorting all together writes several times their size to disk.

        It follows from the number of rows in the file and the declared columns. Each part reads the file again.
        """
        from sqlglot import exp

        from dpcore.engine.sql.truncation import stored_columns

        if self._table.unit.identifier is None:
            return 1
        count = self._dialect.sql(exp.select(exp.Count(this=exp.Star())).from_(self._relation))
        found: tuple[int, int] = self._run(lambda each: (each.execute(count).fetchall()[0][0], present_limit(each)))
        names = {*stored_columns(self._table), *self._table.read}
        width = _ORDER * (1 + len(self._table.before))
        width += sum(_TEXT if self._kinds[name] == "text" else _NUMBER for name in names)
        return max(1, math.ceil(found[0] * width / (_SORTED * found[1])))

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
            return text(derive(self._key, purpose).hex())
        return integer(int.from_bytes(derive(self._key, purpose)[:7]))

    def _run(self, act: Callable[[Any], Any]) -> Any:
        """The result of `act`. Errors of the engine may quote a cell, so they are dropped, including their context."""
        import duckdb

        short: SourceError | None = None
        try:
            return act(self._connection)
        except (duckdb.IOException, duckdb.OutOfMemoryException) as error:
            short = shortage(error)
        except duckdb.Error:
            pass
        if short is not None:
            raise short
        raise SourceError("The rows could not be processed.", "Load the table again. Charges and answers are kept.")

    def _mark(self) -> str:
        """The name of the truncated copy, from the rows, the unit, its bound, the columns, the rule and the order."""
        from dpcore.engine.sql.kept_order import order_mark

        facts = (_VERSION, self._frozen.path.name, self._frozen.fingerprint.rows, self._frozen.fingerprint.tag)
        unit = (self._table.unit.identifier, self._table.unit.max_rows)
        # sorted as in the ledger, so that the order of declarations does not matter
        kinds = sorted((name, type(column).__name__) for name, column in self._table.schema.columns.items())
        contents: tuple[object, ...] = (facts, unit, kinds)
        if self._table.rule > 1:  # copies of rule 1 keep their names
            identifier = self._table.schema.columns.get(self._table.unit.identifier or "")
            contents = (*contents, self._table.rule, isinstance(identifier, Identifier) and identifier.as_written)
        if order := order_mark(self._table):
            contents = (*contents, order)
        if self._formats:
            contents = (*contents, json.dumps(plain_data(self._formats), sort_keys=True))
        return hmac.new(self._key, repr(contents).encode(), "sha256").hexdigest()[:32]
