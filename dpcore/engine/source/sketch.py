"""Reads a table for its fingerprint: the keyed hashes of its rows, their sum, and the smallest of them."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from dpcore.engine.sql.plain import parquet
from dpcore.engine.sql.row_hash import hash_rows, macros
from dpcore.errors import SourceError
from dpcore.table.heading import folded

if TYPE_CHECKING:
    from sqlglot import exp


MEANING = 2
"""The version of the cell hash. Changing the hash requires a new number, also of `dpcore.engine.source.frozen.READING`.

1: numbers in text, and decimals, as the nearest double. 2: as the double of their shortest decimal text
(`dpcore.engine.sql.digit.shortest_double`); words for missing cells and booleans as missing cells and booleans.
"""
SKETCH = 64
AT_ONCE, ROWS = 100, 2**24
"""The columns and rows per statement for tables with more columns."""
_SPARE = 64
_PLACE = "file_row_number"
_INDEX = re.compile(r"__index_level_\d+__")  # the index that pandas writes for a frame


@dataclass(slots=True)
class _Bag:
    """Hashes of rows: their sum, their number, and the smallest distinct ones in order."""

    total: int = 0
    count: int = 0
    smallest: Sequence[int] = ()


def scan(connection: Any, path: Path, key: bytes, meaning: int, decimal: str) -> _Bag:
    """The hashes of a stored table's rows. meaning: the version of the cell hash."""
    from sqlglot import exp

    source = parquet(path)
    everything = exp.select("*").from_(source).sql(dialect="duckdb")
    described = [(row[0], row[1]) for row in connection.execute(f"DESCRIBE {everything}").fetchall()]
    (rows,) = connection.execute(exp.select("count(*)").from_(source).sql(dialect="duckdb")).fetchone()
    salt = int.from_bytes(hmac.new(key, b"fingerprint", hashlib.sha256).digest()[:7])
    for statement in _macros(meaning):
        connection.execute(statement)
    # also reads the columns left out below, so that every column has been read with the small memory limit
    counts = [exp.func("count", exp.column(name, quoted=True)) for name, _ in described if _INDEX.fullmatch(name)]
    if counts:
        connection.execute(exp.select(*counts).from_(source).sql(dialect="duckdb")).fetchall()
    columns = [column for column in described if not _INDEX.fullmatch(column[0])] or described
    columns.sort(key=lambda column: (folded(column[0]), column))
    if len(columns) > AT_ONCE and meaning > 1 and _PLACE not in {folded(name) for name, _ in described}:
        return _wide(connection, path, columns, salt, rows, decimal)
    return _narrow(connection, hash_rows(source, columns, salt, meaning, decimal=decimal), rows)


@cache
def _macros(meaning: int) -> tuple[str, ...]:
    """The statements that make the macros; the same for every file."""
    found = macros(meaning).items()
    return tuple(f"CREATE TEMP MACRO {name} AS {body.sql(dialect='duckdb')}" for name, body in found)


def _narrow(connection: Any, hashes: exp.Select, rows: int) -> _Bag:
    """Hashes with a single statement."""
    from sqlglot import exp

    # Selecting the 64 smallest distinct hashes directly takes three times as long as the scan. Instead, only hashes
    # below a cut are selected, which almost always are enough.
    cut = 2**64 * SKETCH * _SPARE // max(rows, 1)
    below = exp.Literal.number(min(cut, 2**64 - 1))
    h = exp.column("h")
    few = exp.Filter(this=exp.func("list", h), expression=exp.Where(this=exp.LTE(this=h, expression=below)))
    total, count, values = connection.execute(
        exp.select(exp.func("sum", h), exp.func("count", exp.Star()), exp.func("list_distinct", few))
        .from_(hashes.subquery("t", copy=False), copy=False)
        .sql(dialect="duckdb")
    ).fetchone()
    smallest = sorted(values or [])[:SKETCH]
    if len(smallest) < SKETCH and cut < 2**64:
        query = exp.select(h).distinct().from_(hashes.subquery("t")).order_by(h).limit(SKETCH)
        smallest = [row[0] for row in connection.execute(query.sql(dialect="duckdb")).fetchall()]
    return _Bag(int(total or 0), int(count), smallest)


def _wide(connection: Any, path: Path, columns: Sequence[tuple[str, str]], salt: int, rows: int, decimal: str) -> _Bag:
    """Hashes some columns of some rows at a time, because one statement for all columns needs gigabytes to plan."""
    from sqlglot import exp

    bag = _Bag()
    for first in range(0, rows, ROWS):
        place = exp.column(_PLACE)
        among = exp.Between(this=place, low=exp.Literal.number(first), high=exp.Literal.number(first + ROWS - 1))
        source = exp.select("*").from_(parquet(path, places=True)).where(among).subquery("_rows")
        row = np.zeros(min(ROWS, rows - first), np.uint64)
        for start in range(0, len(columns), AT_ONCE):
            query = hash_rows(source, columns[start : start + AT_ONCE], salt, MEANING, place.name, decimal)
            part, seen = np.zeros(len(row), np.uint64), 0
            for batch in connection.sql(query.sql(dialect="duckdb", copy=False)).to_arrow_reader(2**20):
                part[batch.column(0).to_numpy() - first] = batch.column(1).to_numpy()
                seen += len(batch)
            if seen != len(row):
                raise SourceError(
                    "The Parquet data cannot be read.", "The file is corrupt or incomplete. Write or copy it again."
                )
            row = _mix(row, part)
        high, low = row >> np.uint64(32), row & np.uint64(2**32 - 1)
        bag.total += (int(high.sum()) << 32) + int(low.sum())
        bag.count += len(row)
        bag.smallest = sorted({*np.unique(row)[:SKETCH].tolist(), *bag.smallest})[:SKETCH]
    return bag


def _mix(x: NDArray[np.uint64], y: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Combines two hashes, in order (Steele, Lea & Flood 2014, the mixer of SplitMix64)."""
    z = x * np.uint64(0x9E3779B97F4A7C15) + y
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))
