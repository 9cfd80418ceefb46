"""Exact aggregates of a frozen table, by DuckDB. What leaves is whole numbers by public cell, or one sentence."""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import os
from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, final

import numpy as np
from numpy.typing import NDArray

from dpcore.data.aggregate import Aggregate, Squares, Total
from dpcore.data.connection import connect
from dpcore.data.frozen import Frozen
from dpcore.data.physical import Physical, physical
from dpcore.data.plain import everything, parquet
from dpcore.data.table import Table
from dpcore.errors import SchemaError, SourceError
from dpcore.number import shown
from dpcore.scratch import scratch

if TYPE_CHECKING:
    from dpcore.data.statement import Statement

_VERSION = "3"


class Engine(ABC):
    """Answers aggregates exactly, or raises SourceError with one constant sentence."""

    @abstractmethod
    def prepare(self) -> None:
        """Makes what later aggregates read, once."""

    @abstractmethod
    def aggregate(self, asks: Sequence[Aggregate]) -> list[NDArray[Any]]:
        """For each ask an array of shape (len(measures), *shape): int64 where it only counts, else of Python ints.

        For an `Order` the array that it describes.
        """

    @abstractmethod
    def close(self) -> None:
        """Lets go of files and memory."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@final
class DuckDB(Engine):
    """The embedded engine over one frozen copy. `folder` holds its truncated copies; `key` orders their rows."""

    def __init__(self, frozen: Frozen, table: Table, key: bytes, folder: Path) -> None:
        for name in table.schema:
            if name not in frozen.columns:
                raise SchemaError(
                    f"Column {shown(name)} is declared, but not in the table.", f"Columns: {', '.join(frozen.columns)}."
                )
        self._frozen, self._table, self._key = frozen, table, key
        self._folder = Path(folder).absolute()
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._path = frozen.path
        self._held = contextlib.ExitStack()
        try:
            self._work = self._held.enter_context(scratch(self._folder))
            self._connection = self._held.enter_context(connect(self._work, files=[frozen.path, self._copy]))
            self._kinds = self._described(frozen.path)
        except BaseException:
            self._held.close()
            raise

    def prepare(self) -> None:
        """Writes the truncated rows, unless they are there from before. Nothing to do where a unit is a row."""
        if self._table.unit.identifier is None or self._path != self._frozen.path:
            return
        if not self._copy.exists():
            self._truncate()
        self._kinds = self._described(self._copy)
        self._path = self._copy

    def aggregate(self, asks: Sequence[Aggregate]) -> list[NDArray[Any]]:
        """One statement a batch, one or two an `Order`; see `Engine.aggregate`."""
        from dpcore.data.batch import batches
        from dpcore.data.dialect import DuckDBDialect
        from dpcore.data.order import Scan
        from dpcore.data.statement import statement
        from dpcore.data.window import answer

        self.prepare()
        answers = [_zeros(ask) for ask in asks]
        dialect, salt, relation = DuckDBDialect(), self._salt("cells"), parquet(self._path)
        made = [
            statement(batch, self._table, self._kinds, relation, dialect, salt) for batch in batches(asks, self._table)
        ]
        for one in made:
            _fill(answers, asks, one, self._fetch(dialect.sql(one.query)))
        scan = Scan(self._table, self._kinds, relation, dialect, salt)
        for place, ask in enumerate(asks):
            if ask.order is not None:
                answers[place] = answer(ask, ask.order, scan, self._fetch)
        return answers

    def close(self) -> None:
        """Closes the connection, and removes what it wrote for itself."""
        self._held.close()

    @property
    def _copy(self) -> Path:
        """Where the truncated rows are."""
        return self._folder / f"{self._mark()}.parquet"

    def _truncate(self) -> None:
        from dpcore.data.dialect import DuckDBDialect
        from dpcore.data.truncation import truncated

        dialect = DuckDBDialect()
        query = truncated(self._table, self._kinds, parquet(self._frozen.path), dialect, self._salt("rows"))
        part = self._work / "rows.part"
        self._run(lambda connection: connection.sql(dialect.sql(query)).write_parquet(str(part)))
        part.chmod(0o600)
        os.replace(part, self._copy)

    def _fetch(self, sql: str) -> list[NDArray[Any]]:
        answer: list[NDArray[Any]] = self._run(lambda connection: list(connection.execute(sql).fetchnumpy().values()))
        return answer

    def _run(self, act: Any) -> Any:
        """What `act` gives. An error of the engine may quote a cell, so it is dropped whole, context included."""
        import duckdb

        with contextlib.suppress(duckdb.Error):
            return act(self._connection)
        raise SourceError("The rows could not be computed with.", "Load the table again; what was charged stays.")

    def _described(self, path: Path) -> dict[str, Physical]:
        from dpcore.data.dialect import DuckDBDialect

        query = DuckDBDialect().sql(everything(path))
        rows = self._run(lambda connection: connection.execute(f"DESCRIBE {query}").fetchall())
        return {row[0]: physical(row[1]) for row in rows}

    def _salt(self, purpose: str) -> int:
        return int.from_bytes(hmac.new(self._key, purpose.encode(), hashlib.sha256).digest()[:7])

    def _mark(self) -> str:
        """Names the truncated copy of these rows, for this unit, bound and declaration."""
        facts = (_VERSION, self._frozen.path.name, self._frozen.fingerprint.rows, self._frozen.fingerprint.tag)
        unit = (self._table.unit.identifier, self._table.unit.max_rows)
        # sorted, as the ledger keeps them: what was declared in another order at loading is the same table
        kinds = sorted((name, type(column).__name__) for name, column in self._table.schema.columns.items())
        return hmac.new(self._key, repr((facts, unit, kinds)).encode(), hashlib.sha256).hexdigest()[:32]


def _zeros(ask: Aggregate) -> NDArray[Any]:
    exact = any(isinstance(measure, Total | Squares) for measure in ask.measures)
    return np.zeros((len(ask.measures), *ask.shape), dtype=object if exact else np.int64)


def _fill(answers: list[NDArray[Any]], asks: Sequence[Aggregate], one: Statement, columns: list[NDArray[Any]]) -> None:
    """Adds up, for each ask of the statement, the groups that fall in each of its cells."""
    codes = [np.ma.filled(column.astype(np.int64), -1) for column in columns[: len(one.keys)]]
    numbers = columns[len(one.keys) :]
    for place, measures in one.places.items():
        ask, answer = asks[place], answers[place].reshape(len(measures), -1)
        mine = [codes[one.keys.index(key)] for key in ask.keys]
        inside = np.all([code >= 0 for code in mine] or [np.ones(len(columns[0]), dtype=bool)], axis=0)
        cells = (
            np.ravel_multi_index([code[inside] for code in mine], ask.shape)
            if mine
            else np.zeros(inside.sum(), dtype=np.int64)
        )
        for row, number in enumerate(measures):
            np.add.at(answer[row], cells, _whole(numbers[number], answer.dtype)[inside])


def _whole(column: NDArray[Any], dtype: np.dtype[Any]) -> NDArray[Any]:
    if column.dtype != object:
        return column.astype(dtype)
    values = np.ma.filled(column, 0)
    return np.array([int(value or 0) for value in values], dtype=object)
