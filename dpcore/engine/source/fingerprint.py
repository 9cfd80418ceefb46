"""Keyed fingerprints that recognise rows loaded before, in any order of rows and columns and in any file format.

Numbers are compared as doubles, times as instants, text trimmed and without case. Fingerprints are stored in the ledger
and never shown. Without the key they cannot be used to test guessed rows.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, final

import numpy as np
from numpy.typing import NDArray

from dpcore.engine.duckdb_connection import LOADING, connect
from dpcore.engine.source.room import check_room
from dpcore.engine.sql.plain import parquet
from dpcore.engine.sql.row_hash import hash_rows, macros
from dpcore.errors import SourceError
from dpcore.scratch import scratch
from dpcore.table.heading import folded
from dpcore.text import Text

if TYPE_CHECKING:
    from sqlglot import exp

MEANING = 2
"""The version of the cell hash. Changing the hash requires a new number, also of `dpcore.engine.source.frozen.READING`.

1: numbers in text, and decimals, as the nearest double. 2: as the number of their shortest decimal text
(`dpcore.engine.sql.digit.shortest_double`), and words for missing cells and booleans as such.
"""
SKETCH = 64
SAME = 0.5
AT_ONCE, ROWS = 100, 2**24
"""The columns and rows per statement for tables with more columns."""
_SPARE = 64
_PLACE = "file_row_number"
_UNREADABLE = (
    Text("The Parquet data cannot be read."),
    Text("The file is corrupt or incomplete. Write or copy it again."),
)
_INDEX = re.compile(r"__index_level_\d+__")  # the index that pandas writes for a frame


@final
@dataclass(frozen=True, slots=True)
class Fingerprint:
    """rows: keyed digest of the multiset of rows. sketch: of the 64 smallest row hashes, in order. tag: its kind."""

    tag: str
    rows: str
    sketch: tuple[str, ...]

    def same_rows(self, other: Fingerprint) -> bool:
        """Whether both belong to exactly the same rows."""
        return self.tag == other.tag and hmac.compare_digest(self.rows, other.rows)

    def same_population(self, other: Fingerprint) -> bool:
        """Whether about half or more of the distinct rows are in both tables, estimated from the 64 smallest hashes.

        The share of common hashes among the 64 smallest of the union is an unbiased estimate of the Jaccard index
        (Cohen & Kaplan 2007, bottom-k sketches). Both sketches are ordered by row hash, so the rank of a row in the
        union is the sum of its ranks in both, minus the number of common rows up to it. Tables with few distinct rows
        (of two flags, for example) cannot be distinguished.
        """
        if self.tag != other.tag:
            return False
        if self.same_rows(other):
            return True
        theirs = {mark: rank for rank, mark in enumerate(other.sketch, 1)}
        ranks = [rank + theirs[mark] for rank, mark in enumerate(self.sketch, 1) if mark in theirs]
        size = min(SKETCH, len({*self.sketch, *other.sketch}))
        common = sum(both - count <= size for count, both in enumerate(ranks, 1))
        return common > 0 and common >= SAME * size

    def to_dict(self) -> dict[str, Any]:
        """Plain data; `from_dict` reads it back."""
        return {"tag": self.tag, "rows": self.rows, "sketch": list(self.sketch)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Fingerprint:
        """The fingerprint that `to_dict` wrote."""
        return cls(data["tag"], data["rows"], tuple(data["sketch"]))


def of_location(tag: str, place: tuple[str, ...], key: bytes, loader: bytes | None) -> tuple[Fingerprint, ...]:
    """Fingerprints of a table's location, one for each of the users who may recognise it. tag: their kind."""
    keys = [key] if loader is None else list(dict.fromkeys((key, loader)))
    digests = [hmac.new(mark_key, repr(place).encode(), hashlib.sha256).hexdigest() for mark_key in keys]
    return tuple(Fingerprint(tag, digest[:32], ()) for digest in digests)


def fingerprint(path: Path, key: bytes, meaning: int = MEANING, decimal: str = ".") -> Fingerprint:
    """The fingerprint of a Parquet file, from one scan. Raises SourceError if the file cannot be read completely.

    decimal: a comma if it is a decimal mark of numbers in text, beside the point.
    """
    import duckdb
    import pyarrow

    unreadable = True
    try:
        # sizes in the file are unverified, so it is read completely once with a small memory limit
        with scratch(path.parent) as folder, connect(folder, files=[path], memory=LOADING, wide=True) as connection:
            bag = _scan(connection, path, key, meaning, decimal)
        unreadable = False
    except (duckdb.IOException, OSError) as error:
        check_room(error)
    except (duckdb.Error, pyarrow.ArrowException):
        pass
    if unreadable:
        raise SourceError(*_UNREADABLE)
    rows = _keyed_hash(key, bag.total, bag.count)
    return Fingerprint(tag(meaning), rows, tuple(_keyed_hash(key, int(value)) for value in bag.smallest))


def tag(meaning: int = MEANING) -> str:
    """The tag of fingerprints made in this way. Fingerprints with different tags cannot be compared."""
    import duckdb

    return f"{meaning}/duckdb-{'.'.join(duckdb.__version__.split('.')[:2])}"


def earlier(path: Path, key: bytes, tags: Collection[str], decimal: str = ".") -> list[Fingerprint]:
    """Fingerprints of the older kinds among these tags. Raises SourceError."""
    return [fingerprint(path, key, meaning, decimal) for meaning in range(1, MEANING) if tag(meaning) in tags]


def _keyed_hash(key: bytes, *values: int) -> str:
    return hmac.new(key, repr(values).encode(), hashlib.sha256).hexdigest()[:32]


@dataclass(slots=True)
class _Bag:
    """Hashes of rows: their sum, their number, and the smallest distinct ones in order."""

    total: int = 0
    count: int = 0
    smallest: Sequence[int] = ()


def _scan(connection: Any, path: Path, key: bytes, meaning: int, decimal: str) -> _Bag:
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

    # Selecting the 64 smallest distinct hashes directly takes three times as long as the scan. Almost always enough
    # hashes are below a cut.
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
