"""Recognises rows that were loaded before: keyed, and the same for any order of rows and columns and any file format.

Numbers compare as doubles, times as instants, text trimmed and without case. It is kept in the ledger and never shown:
without the key it says nothing about a guess.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, final

import numpy as np
from numpy.typing import NDArray

from dpcore.engine.duckdb_connection import LOADING, connect
from dpcore.engine.sql.plain import parquet
from dpcore.engine.sql.row_hash import hashed, macros
from dpcore.errors import SourceError
from dpcore.scratch import scratch
from dpcore.table.heading import folded
from dpcore.text import Text

if TYPE_CHECKING:
    from sqlglot import exp

MEANING = 2
"""What is hashed of a cell: whoever changes it takes the next number, and `dpcore.engine.source.frozen.READING` too.

1: a number in a text, or a decimal, as the double next to it. 2: as the number that its spelling says
(`dpcore.engine.sql.digit.said`), and words for a missing cell or a truth as that.
"""
SKETCH = 64
SAME = 0.5
AT_ONCE, ROWS = 100, 2**24
"""The columns and rows of one statement, where a table has more columns than that."""
_SPARE = 64
_PLACE = "file_row_number"
_UNREADABLE = (Text("The Parquet data cannot be read."), Text("It is corrupt or cut short; write or copy it again."))
_INDEX = re.compile(r"__index_level_\d+__")  # how pandas saves the order of a frame's rows


@final
@dataclass(frozen=True, slots=True)
class Fingerprint:
    """`rows`: a keyed digest of the bag of rows; `sketch`: of its 64 smallest row hashes, in order; `tag`: how made."""

    tag: str
    rows: str
    sketch: tuple[str, ...]

    def same_rows(self, other: Fingerprint) -> bool:
        """Whether both are of exactly the same rows."""
        return self.tag == other.tag and hmac.compare_digest(self.rows, other.rows)

    def same_population(self, other: Fingerprint) -> bool:
        """Whether about half of the different rows or more are in both: their share of the union's 64 smallest hashes.

        That is an unbiased estimate of the Jaccard index (Cohen & Kaplan 2007, bottom-k sketches). Both sketches are in
        the order of the row hashes, so a row's rank in the union is known: its ranks in both, less the common rows up
        to it. A table of few different rows (two flags, say) looks like any other table of the same columns.
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


def fingerprint(path: Path, key: bytes, meaning: int = MEANING) -> Fingerprint:
    """The fingerprint of a Parquet file: one scan. Raises SourceError when the file cannot be read whole."""
    import duckdb
    import pyarrow

    unreadable = True
    try:
        # what a file says of its own size is a claim: it is read whole once, with little memory
        with scratch(path.parent) as folder, connect(folder, files=[path], memory=LOADING) as connection:
            bag = _scan(connection, path, key, meaning)
        unreadable = False
    except (duckdb.Error, pyarrow.ArrowException, OSError):
        pass
    if unreadable:
        raise SourceError(*_UNREADABLE)
    rows = _keyed(key, bag.total, bag.count)
    return Fingerprint(tag(meaning), rows, tuple(_keyed(key, int(value)) for value in bag.smallest))


def tag(meaning: int = MEANING) -> str:
    """How fingerprints are made here: those made otherwise cannot be compared."""
    import duckdb

    return f"{meaning}/duckdb-{'.'.join(duckdb.__version__.split('.')[:2])}"


def earlier(path: Path, key: bytes, tags: Collection[str]) -> list[Fingerprint]:
    """The fingerprints as earlier versions made them, as far as these tags say how. Raises SourceError."""
    return [fingerprint(path, key, meaning) for meaning in range(1, MEANING) if tag(meaning) in tags]


def _keyed(key: bytes, *values: int) -> str:
    return hmac.new(key, repr(values).encode(), hashlib.sha256).hexdigest()[:32]


@dataclass(slots=True)
class _Bag:
    """The hashes of rows that were seen: their sum, their number, and the smallest different ones in order."""

    total: int = 0
    count: int = 0
    smallest: Sequence[int] = ()


def _scan(connection: Any, path: Path, key: bytes, meaning: int) -> _Bag:
    from sqlglot import exp

    source = parquet(path)
    everything = exp.select("*").from_(source).sql(dialect="duckdb")
    described = [(row[0], row[1]) for row in connection.execute(f"DESCRIBE {everything}").fetchall()]
    (rows,) = connection.execute(exp.select("count(*)").from_(source).sql(dialect="duckdb")).fetchone()
    salt = int.from_bytes(hmac.new(key, b"fingerprint", hashlib.sha256).digest()[:7])
    for name, body in macros(meaning).items():
        connection.execute(f"CREATE TEMP MACRO {name} AS {body.sql(dialect='duckdb')}")
    # no column is left out here: what is read of the copy later was read with this little memory
    counts = [exp.func("count", exp.column(name, quoted=True)) for name, _ in described if _INDEX.fullmatch(name)]
    if counts:
        connection.execute(exp.select(*counts).from_(source).sql(dialect="duckdb")).fetchall()
    columns = [column for column in described if not _INDEX.fullmatch(column[0])] or described
    columns.sort(key=lambda column: (folded(column[0]), column))
    if len(columns) > AT_ONCE and meaning > 1 and _PLACE not in {folded(name) for name, _ in described}:
        return _wide(connection, path, columns, salt, rows)
    return _narrow(connection, hashed(source, columns, salt, meaning), rows)


def _narrow(connection: Any, hashes: exp.Select, rows: int) -> _Bag:
    """By one statement."""
    from sqlglot import exp

    # A plain bottom-64 of distinct hashes costs three times the scan; almost always enough of them lie below a cut.
    cut = 2**64 * SKETCH * _SPARE // max(rows, 1)
    below = exp.Literal.number(min(cut, 2**64 - 1))
    h = exp.column("h")
    few = exp.Filter(this=exp.func("list", h), expression=exp.Where(this=exp.LTE(this=h, expression=below)))
    total, count, values = connection.execute(
        exp.select(exp.func("sum", h), exp.func("count", exp.Star()), exp.func("list_distinct", few))
        .from_(hashes.subquery("t"))
        .sql(dialect="duckdb")
    ).fetchone()
    smallest = sorted(values or [])[:SKETCH]
    if len(smallest) < SKETCH and cut < 2**64:
        query = exp.select(h).distinct().from_(hashes.subquery("t")).order_by(h).limit(SKETCH)
        smallest = [row[0] for row in connection.execute(query.sql(dialect="duckdb")).fetchall()]
    return _Bag(int(total or 0), int(count), smallest)


def _wide(connection: Any, path: Path, columns: Sequence[tuple[str, str]], salt: int, rows: int) -> _Bag:
    """A statement for some columns of some rows at a time: the engine plans one of all columns in gigabytes."""
    from sqlglot import exp

    bag = _Bag()
    for first in range(0, rows, ROWS):
        place = exp.column(_PLACE)
        among = exp.Between(this=place, low=exp.Literal.number(first), high=exp.Literal.number(first + ROWS - 1))
        source = exp.select("*").from_(parquet(path, places=True)).where(among).subquery("_rows")
        row = np.zeros(min(ROWS, rows - first), np.uint64)
        for start in range(0, len(columns), AT_ONCE):
            query = hashed(source, columns[start : start + AT_ONCE], salt, MEANING, place.name)
            part, seen = np.zeros(len(row), np.uint64), 0
            for batch in connection.sql(query.sql(dialect="duckdb")).to_arrow_reader(2**20):
                part[batch.column(0).to_numpy() - first] = batch.column(1).to_numpy()
                seen += len(batch)
            if seen != len(row):
                raise SourceError(
                    "The Parquet data cannot be read.", "It is corrupt or cut short; write or copy it again."
                )
            row = _mixed(row, part)
        high, low = row >> np.uint64(32), row & np.uint64(2**32 - 1)
        bag.total += (int(high.sum()) << 32) + int(low.sum())
        bag.count += len(row)
        bag.smallest = sorted({*np.unique(row)[:SKETCH].tolist(), *bag.smallest})[:SKETCH]
    return bag


def _mixed(x: NDArray[np.uint64], y: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """One hash of two, in their order (Steele, Lea & Flood 2014, the mixer of SplitMix64)."""
    z = x * np.uint64(0x9E3779B97F4A7C15) + y
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))
