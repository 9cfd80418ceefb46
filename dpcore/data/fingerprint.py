"""Recognises rows that were loaded before: keyed, and the same for any order of rows and columns and any file format.

Numbers compare as doubles, times as instants, text trimmed and without case. It is kept in the ledger and never shown:
without the key it says nothing about a guess.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, assert_never, final

from dpcore.data.connection import connect
from dpcore.data.heading import folded
from dpcore.data.physical import physical
from dpcore.data.plain import parquet
from dpcore.errors import SourceError

if TYPE_CHECKING:
    from sqlglot import exp

SKETCH = 64
SAME = 0.5
_SPARE = 64
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


def fingerprint(path: Path, key: bytes) -> Fingerprint:
    """The fingerprint of a Parquet file: one scan. Raises SourceError when the file cannot be read whole."""
    import duckdb

    unreadable = True
    try:
        with connect(path.parent, files=[path]) as connection:
            total, count, hashes = _scan(connection, path, key)
        unreadable = False
    except duckdb.Error:
        pass
    if unreadable:
        raise SourceError("The Parquet data cannot be read.", "It is corrupt or cut short; write or copy it again.")
    version = ".".join(duckdb.__version__.split(".")[:2])
    return Fingerprint(f"1/duckdb-{version}", _keyed(key, total, count), tuple(_keyed(key, value) for value in hashes))


def _keyed(key: bytes, *values: int) -> str:
    return hmac.new(key, repr(values).encode(), hashlib.sha256).hexdigest()[:32]


def _scan(connection: Any, path: Path, key: bytes) -> tuple[int, int, list[int]]:
    from sqlglot import exp

    source = parquet(path)
    everything = exp.select("*").from_(source).sql(dialect="duckdb")
    described = [(row[0], row[1]) for row in connection.execute(f"DESCRIBE {everything}").fetchall()]
    (rows,) = connection.execute(exp.select("count(*)").from_(source).sql(dialect="duckdb")).fetchone()
    salt = int.from_bytes(hmac.new(key, b"fingerprint", hashlib.sha256).digest()[:7])
    hashed = exp.select(_row_hash(described, salt).as_("h")).from_(source)
    # A plain bottom-64 of distinct hashes costs three times the scan; almost always enough of them lie below a cut.
    cut = 2**64 * SKETCH * _SPARE // max(rows, 1)
    below = exp.Literal.number(min(cut, 2**64 - 1))
    h = exp.column("h")
    few = exp.Filter(this=exp.func("list", h), expression=exp.Where(this=exp.LTE(this=h, expression=below)))
    total, count, values = connection.execute(
        exp.select(exp.func("sum", h), exp.func("count", exp.Star()), exp.func("list_distinct", few))
        .from_(hashed.subquery("t"))
        .sql(dialect="duckdb")
    ).fetchone()
    smallest = sorted(values or [])[:SKETCH]
    if len(smallest) < SKETCH and cut < 2**64:
        query = exp.select(h).distinct().from_(hashed.subquery("t")).order_by(h).limit(SKETCH)
        smallest = [row[0] for row in connection.execute(query.sql(dialect="duckdb")).fetchall()]
    return int(total or 0), int(count), smallest


def _row_hash(columns: Sequence[tuple[str, str]], salt: int) -> exp.Expr:
    from sqlglot import exp

    named = [(folded(name), name, type_name) for name, type_name in columns if not _INDEX.fullmatch(name)]
    cells = [_cell(exp.column(name, quoted=True), type_name) for _, name, type_name in sorted(named)]
    return exp.Anonymous(this="hash", expressions=[exp.Literal.number(salt), *cells])


def _cell(cell: exp.Expr, type_name: str) -> exp.Expr:
    """One hash for all spellings of a value; NULL for an empty cell and for NaN."""
    from sqlglot import exp

    from dpcore.data.calendar import instant

    def hashed(value: exp.Expr) -> exp.Expr:
        return exp.Anonymous(this="hash", expressions=[value])

    def literal(value: int) -> exp.Expr:
        return exp.Literal.number(value)

    def known(value: exp.Expr) -> exp.Expr:
        return value.is_(exp.null()).not_()

    def number(value: exp.Expr) -> exp.Expr:
        return exp.TryCast(this=value, to=exp.DataType.build("double"))

    def time(value: exp.Expr) -> exp.Expr:
        return exp.TryCast(this=value, to=exp.DataType.build("timestamp"))

    def spelt(text: exp.Expr) -> exp.Case:
        return (
            exp.Case()
            .when(exp.Not(this=exp.func("isfinite", number(text))), exp.null())
            .when(known(number(text)), hashed(number(text)))
            .when(known(instant(text)), hashed(instant(text)))
            .when(exp.NEQ(this=text, expression=exp.Literal.string("")), hashed(text))
        )

    kind = physical(type_name)
    match kind:
        case "integer" | "decimal":
            return exp.Case().when(known(cell), hashed(number(cell)))
        case "float":
            # A float32 is what its shortest spelling says, as a CSV would have it.
            value = number(exp.cast(cell, "text") if type_name == "FLOAT" else cell)
            return exp.Case().when(exp.func("isfinite", value), hashed(value))
        case "date":
            # Times in nanoseconds have no cast of their own; what is below a microsecond does not count.
            text = exp.Substring(this=exp.cast(cell, "text"), start=literal(1), length=literal(26))
            return exp.Case().when(known(cell), hashed(time(text if type_name.endswith("_NS") else cell)))
        case "flag":
            true, false = (hashed(exp.Literal.string(text)) for text in ("true", "false"))
            return exp.Case().when(cell, true).when(exp.Not(this=cell), false)
        case "text" | "other":
            return spelt(exp.func("lower", exp.func("trim", exp.cast(cell, "text"))))
        case _:
            assert_never(kind)
