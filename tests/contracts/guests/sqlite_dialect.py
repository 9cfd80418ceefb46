"""The dialect of SQLite, whose cells have a type each, with functions of this program for what it lacks."""

from __future__ import annotations

import datetime as dt
import hashlib
import math
import re
import sqlite3
from collections.abc import Sequence
from typing import Any, ClassVar, final

from sqlglot import exp

from dpcore.engine.sql.dialect import Dialect
from dpcore.engine.sql.literal import call, integer
from dpcore.engine.sql.physical import Physical
from dpcore.number import BLANKS
from dpcore.spelling import spelt

_NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")
_TRUTHS = {"true": 1.0, "false": 0.0}


@final
class SqliteDialect(Dialect):
    """SQLite. Every column counts as text, since a cell is read by its own type and not by the column's."""

    name: ClassVar[str] = "sqlite"
    _bytes: ClassVar[str] = "MURMUR_BYTES"

    def number(self, cell: exp.Expr, kind: Physical) -> exp.Expr:
        """By Python."""
        return call("MURMUR_NUMBER", cell)

    def shortest_double(self, x: exp.Expr, kind: Physical) -> exp.Expr:
        """`number` has done it."""
        return x

    def digits(self, cell: exp.Expr, kind: Physical) -> exp.Expr:
        """By Python."""
        return call("MURMUR_BARE", cell)

    def bare(self, cell: exp.Expr) -> exp.Expr:
        """A cell of any type as trimmed text."""
        return call("MURMUR_BARE", cell)

    def matches(self, text: exp.Expr, pattern: str) -> exp.Expr:
        """By Python."""
        return call("MURMUR_MATCHES", text, exp.Literal.string(pattern))

    def day(self, cell: exp.Expr, kind: Physical) -> exp.Expr:
        """As text, which sorts as dates do."""
        return call("MURMUR_DAY", cell)

    def days(self, later: exp.Expr, earlier: exp.Expr) -> exp.Expr:
        """By Python."""
        return call("MURMUR_DAYS", later, earlier)

    def position(self, text: exp.Expr, values: Sequence[str]) -> exp.Expr:
        """A comparison with each value."""
        case = exp.Case(this=text)
        for place, value in enumerate(values):
            case = case.when(exp.Literal.string(value), integer(place), copy=False)
        return case

    def order(self, salt: exp.Expr, cells: Sequence[exp.Expr]) -> exp.Expr:
        """SHA-256 of the cells, each with its type and length."""
        return call("MURMUR_HASH", salt, *cells)

    def from_hexadecimal(self, digits: exp.Expr) -> exp.Expr:
        """By Python."""
        return call("MURMUR_HEXADECIMAL", digits)

    def total(self, y: exp.Expr, wide: bool = False) -> exp.Expr:
        """A sum of products of Python's integers, since SQLite's are too short."""
        factors = [y.this, y.expression] if isinstance(y, exp.Mul) else [y]
        return call("MURMUR_SUM", *factors)

    def sql(self, query: exp.Expr, pretty: bool = False) -> str:
        """Without casts to dates and decimals, which SQLite would take for floats."""
        plain = query.copy()
        for each in [*plain.find_all(exp.Cast)]:
            if each.to.this in (exp.DataType.Type.DATE, exp.DataType.Type.DECIMAL):
                each.replace(each.this)
        return plain.sql(dialect=self.name, pretty=pretty, copy=False)


class Sum:
    """The exact sum of products, as text."""

    def __init__(self) -> None:
        self._sum: int | None = None

    def step(self, *factors: int | None) -> None:
        """One row more; NULL adds nothing."""
        if None not in factors:
            self._sum = (self._sum or 0) + math.prod(int(factor) for factor in factors if factor is not None)

    def finalize(self) -> str | None:
        """In all; NULL of no rows."""
        return None if self._sum is None else str(self._sum)


def functions(connection: sqlite3.Connection) -> None:
    """Gives a connection what the dialect calls. None of them raises, whatever the cell."""
    for name, count, function in (
        ("MURMUR_NUMBER", 1, _number),
        ("MURMUR_BARE", 1, _bare),
        ("MURMUR_BYTES", 1, lambda text: None if text is None else len(str(text).encode("utf-8", "replace"))),
        ("MURMUR_MATCHES", 2, lambda text, pattern: None if text is None else bool(re.search(pattern, text))),
        ("MURMUR_DAY", 1, _day),
        ("MURMUR_DAYS", 2, _days),
        ("MURMUR_HASH", -1, _hash),
        ("MURMUR_HEXADECIMAL", 1, lambda digits: None if digits is None else int(digits, 16)),
        ("REGEXP_REPLACE", 3, lambda text, pattern, by: None if text is None else re.sub(pattern, by, text, count=1)),
        ("SPLIT_PART", 3, lambda text, mark, at: None if text is None else [*text.split(mark), *[""] * at][at - 1]),
        ("REPEAT", 2, lambda text, times: None if text is None else text * times),
    ):
        connection.create_function(name, count, function, deterministic=True)
    connection.create_aggregate("MURMUR_SUM", -1, Sum)  # type: ignore[arg-type]


def _bare(cell: Any) -> str | None:
    text = None if isinstance(cell, bytes) else spelt(cell) if cell is not None else None
    return None if text is None else text.strip(BLANKS)


def _number(cell: Any) -> float | None:
    text = _bare(cell)
    if text is None or len(text) > 1000:
        return None
    value = float(text) if _NUMBER.fullmatch(text) else _TRUTHS.get(text.lower(), math.nan)
    if not math.isfinite(value):
        return None
    return float(spelt(value) or "nan")


def _day(cell: Any) -> str | None:
    try:
        return dt.date.fromisoformat((_bare(cell) or "")[:10]).isoformat()
    except ValueError:
        return None


def _days(later: str | None, earlier: str | None) -> int | None:
    if later is None or earlier is None:
        return None
    return (dt.date.fromisoformat(later) - dt.date.fromisoformat(earlier)).days


def _hash(*cells: Any) -> str:
    return hashlib.sha256(repr([(type(cell).__name__, cell) for cell in cells]).encode()).hexdigest()
