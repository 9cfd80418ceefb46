"""Exact aggregates of a table. An engine returns integers per public cell, or raises an error with a constant message.

`SqlEngine` turns batches into statements and their results into integers. A new engine is a subclass with a dialect and
its hooks: fetch, types, keep a truncated relation, cancel, and salt.
"""

from __future__ import annotations

import hashlib
import hmac
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from dpcore.engine.sql.physical import Physical
from dpcore.errors import SourceError
from dpcore.noise.entropy import words
from dpcore.stop import interruptible
from dpcore.table.aggregate import Aggregate, Clipped, Key, Least, PerUnit, Product, Sampled, Squares, Total, WithinUnit
from dpcore.table.cell_format import Format
from dpcore.table.table import Table

if TYPE_CHECKING:
    from sqlglot import exp

    from dpcore.engine.sql.asked import Statement
    from dpcore.engine.sql.dialect import Dialect

Columns = list[NDArray[Any]]
"""The columns of a result. Integers are int64, with -1 or a mask for NULL; large sums are objects (text or None)."""


_SUMS = Total | Squares | Product | Clipped | PerUnit | WithinUnit


class Engine(ABC):
    """Answers aggregates exactly, or raises SourceError with a constant message."""

    idles: ClassVar[bool]
    """Whether an engine may be kept for a later release: it holds no snapshot of rows that others may change."""

    def check(self, asks: Sequence[Aggregate]) -> None:
        """Raises SourceError if rights are missing that these aggregates need. Reads no row; called before a charge."""
        del asks

    @abstractmethod
    def prepare(self) -> None:
        """Prepares the relation that later aggregates read, once."""

    @abstractmethod
    def aggregate(self, asks: Sequence[Aggregate]) -> list[NDArray[Any]]:
        """For each ask an array of shape (len(measures), *shape): int64 for counts, else objects (Python ints).

        For an `Order` or a `Contents`, the array described in its docstring.
        """

    @abstractmethod
    def close(self) -> None:
        """Releases files and memory."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class SqlEngine(Engine):
    """Builds batches and statements, and reads their results. key: selects the rows and cells of a unit to keep."""

    logged: ClassVar[bool]
    """Whether a server may log the text of statements."""
    stores_formats: ClassVar[bool] = False
    """Whether cells are read by their formats once, into a file, instead of in every statement."""

    def __init__(
        self, table: Table, key: bytes, dialect: Dialect, formats: Mapping[str, Format] = MappingProxyType({})
    ) -> None:
        self._table, self._key, self._dialect = table, key, dialect
        self._prepared, self._read = False, False
        self._relation: exp.Expr
        self._kinds: dict[str, Physical]
        self._formats = {name: formats[name] for name in table.read if name in formats}

    @abstractmethod
    def _fetch(self, sql: str) -> Columns:
        """The result of a statement. Raises SourceError with a constant message."""

    @abstractmethod
    def _types(self, relation: exp.Expr) -> dict[str, Physical]:
        """The physical type of each column of a relation. Reads no row."""

    @abstractmethod
    def _keep(self, query: Callable[..., exp.Query]) -> exp.Expr:
        """Stores the rows of a query and returns their relation, for later statements.

        query: takes a part of the units, (number, count), if they are stored in parts; all of them by default.
        """

    @abstractmethod
    def _cancel(self) -> None:
        """Cancels the running statement, from another thread."""

    @abstractmethod
    def _salt(self, purpose: str) -> exp.Expr:
        """A number or text derived from the key for this purpose; for "blocks" the same text in every engine."""

    def prepare(self) -> None:
        """Stores the truncated rows, once; else the cells that were read by their formats, if the engine stores them.

        Does nothing if each row is a privacy unit, as it is.
        """
        if self._prepared:
            return
        with interruptible(self._cancel):
            if self._table.unit.identifier is not None or (self._formats and self.stores_formats):
                self._relation = self._keep(self._truncate)
                self._kinds = self._types(self._relation)
        self._prepared = True

    def aggregate(self, asks: Sequence[Aggregate]) -> list[NDArray[Any]]:
        """Runs a statement per batch, `Contents` and sum over units, one or two per `Order`; see `Engine.aggregate`."""
        from dpcore.engine.batch import batches
        from dpcore.engine.sql.contents import contents
        from dpcore.engine.sql.scan import Scan
        from dpcore.engine.sql.statement import statement
        from dpcore.engine.units import add
        from dpcore.engine.window import answer

        self.prepare()
        answers, fetch = [_zeros(ask) for ask in asks], self._fetch
        salts = self._salt("cells"), self._salt("blocks")
        scan = Scan(self._table, self._kinds, self._relation, self._dialect, salts[0], self.logged, salts[1])
        with interruptible(self._cancel):
            for batch in batches(asks, scan.table):
                coin_salt = self._coin_salt() if any(isinstance(key, Sampled) for key in batch.keys) else None
                batched = statement(batch, scan, coin_salt)
                _fill(answers, asks, batched, fetch(scan.dialect.sql(batched.query)))
            for place, ask in enumerate(asks):
                if ask.order is not None:
                    answers[place] = answer(ask, ask.order, scan, fetch)
                elif ask.program is not None:
                    answers[place] = _apart(fetch(scan.dialect.sql(contents(ask, ask.program, scan))))
                elif ask.by_unit:
                    add(ask, scan, fetch, answers[place])
        return answers

    def _read_formats(self) -> None:
        """Reads the cells of declared columns by their formats, once, when relation and types are known."""
        from dpcore.engine.sql.written import kinds_of, of_formats

        if self._formats and not self._read:
            self._read = True
            read = {*self._table.read}
            kinds = {name: kind for name, kind in self._kinds.items() if name in read}
            self._relation = of_formats(self._relation, kinds, self._formats, self._dialect)
            self._kinds = kinds_of(kinds, self._formats)

    def _coin_salt(self) -> exp.Expr:
        """A fresh key for one random sample. Raises SourceError if a log of statements could reveal the key."""
        from dpcore.engine.sql.literal import text

        if self.logged:
            raise SourceError(
                "Random samples are not drawn in a database whose log could give them away.",
                "Ask a question without sampling, or load the rows from a file.",
            )
        return text(words(4).tobytes().hex())

    def _truncate(self, part: tuple[int, int] = (0, 1)) -> exp.Query:
        from sqlglot import exp

        from dpcore.engine.sql.truncation import stored_columns, truncate

        if self._table.unit.identifier is None:
            names = stored_columns(self._table) or self._kinds
            return exp.select(*(exp.column(name, quoted=True) for name in names)).from_(self._relation)
        return truncate(self._table, self._kinds, self._relation, self._dialect, self._salt("rows"), part)


def derive(key: bytes, purpose: str) -> bytes:
    """32 bytes derived from the key for a purpose."""
    return hmac.digest(key, purpose.encode(), hashlib.sha256)


def _apart(columns: Columns) -> NDArray[Any]:
    """An object array of columns."""
    answer = np.empty(len(columns), dtype=object)
    for place, column in enumerate(columns):
        answer[place] = np.ma.getdata(column)
    return answer


def _zeros(ask: Aggregate) -> NDArray[Any]:
    exact = any(isinstance(measure, _SUMS) for measure in ask.measures)
    answer = np.zeros((len(ask.measures), *ask.shape), dtype=object if exact else np.int64)
    for row, measure in enumerate(ask.measures):
        if isinstance(measure, Least):
            answer[row] = measure.grid.steps
    return answer


def _fill(answers: list[NDArray[Any]], asks: Sequence[Aggregate], batched: Statement, columns: Columns) -> None:
    """Adds the groups of the statement to the cells of each ask."""
    codes = [np.ma.filled(column.astype(np.int64), -1) for column in columns[: len(batched.keys)]]
    numbers = columns[len(batched.keys) :]
    for place, measures in batched.places.items():
        ask, answer = asks[place], answers[place].reshape(len(measures), -1)
        mine = [codes[batched.keys.index(key)] for key in ask.keys]
        inside = np.all([code >= 0 for code in mine] or [np.ones(len(columns[0]), dtype=bool)], axis=0)
        if batched.apart:
            inside &= _of(ask, batched.keys, codes)
        cells = (
            np.ravel_multi_index([code[inside] for code in mine], ask.shape)
            if mine
            else np.zeros(inside.sum(), dtype=np.int64)
        )
        for row, number in enumerate(measures):
            joined = np.minimum if isinstance(ask.measures[row], Least) else np.add
            joined.at(answer[row], cells, _whole(numbers[number], answer.dtype)[inside])


def _of(ask: Aggregate, keys: Sequence[Key], codes: Sequence[NDArray[np.int64]]) -> NDArray[np.bool_]:
    """Whether each group belongs to an ask and is inside all its cells; its codes of other keys are NULL, here -1."""
    whole = [
        (code < key.size) & (code >= 0) if key in ask.keys else code < 0 for key, code in zip(keys, codes, strict=True)
    ]
    found: NDArray[np.bool_] = np.all(whole, axis=0)
    return found


def _whole(column: NDArray[Any], dtype: np.dtype[Any]) -> NDArray[Any]:
    if column.dtype != object:
        return column.astype(dtype)
    values = np.ma.filled(column, 0)
    return np.array([int(value or 0) for value in values], dtype=object)
