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
from typing import TYPE_CHECKING, Any, final

from dpcore.data.connection import LOADING, connect
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
        # what a file says of its own size is a claim: it is read whole once, with little memory
        with connect(path.parent, files=[path], memory=LOADING) as connection:
            total, count, hashes = _scan(connection, path, key)
        unreadable = False
    except duckdb.Error:
        pass
    if unreadable:
        raise SourceError("The Parquet data cannot be read.", "It is corrupt or cut short; write or copy it again.")
    return Fingerprint(tag(), _keyed(key, total, count), tuple(_keyed(key, value) for value in hashes))


def tag() -> str:
    """How fingerprints are made here: those made otherwise cannot be compared."""
    import duckdb

    return f"1/duckdb-{'.'.join(duckdb.__version__.split('.')[:2])}"


def _keyed(key: bytes, *values: int) -> str:
    return hmac.new(key, repr(values).encode(), hashlib.sha256).hexdigest()[:32]


def _scan(connection: Any, path: Path, key: bytes) -> tuple[int, int, list[int]]:
    from sqlglot import exp

    source = parquet(path)
    everything = exp.select("*").from_(source).sql(dialect="duckdb")
    described = [(row[0], row[1]) for row in connection.execute(f"DESCRIBE {everything}").fetchall()]
    (rows,) = connection.execute(exp.select("count(*)").from_(source).sql(dialect="duckdb")).fetchone()
    salt = int.from_bytes(hmac.new(key, b"fingerprint", hashlib.sha256).digest()[:7])
    for name, body in _macros().items():
        connection.execute(f"CREATE TEMP MACRO {name} AS {body.sql(dialect='duckdb')}")
    hashed = _hashed(source, described, salt)
    # no column is left out here: what is read of the copy later was read with this little memory
    counts = [exp.func("count", exp.column(name, quoted=True)) for name, _ in described if _INDEX.fullmatch(name)]
    if counts:
        connection.execute(exp.select(*counts).from_(source).sql(dialect="duckdb")).fetchall()
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


def _hashed(rows: exp.Table, columns: Sequence[tuple[str, str]], salt: int) -> exp.Select:
    """The hash of each row, `h`. What a text says is computed once, in layers: a table may have many columns."""
    from sqlglot import exp

    columns = [column for column in columns if not _INDEX.fullmatch(column[0])] or columns
    named = [(folded(name), name, type_name) for name, type_name in columns]
    lower, middle, cells = exp.select(), exp.select(), list[exp.Expr]()
    for place, (_, name, type_name) in enumerate(sorted(named)):
        cell, below = exp.column(name, quoted=True), exp.column(f"_{place}")
        if physical(type_name) not in ("text", "other"):
            lower, middle = lower.select(_cell(cell, type_name).as_(below.name), copy=False), middle.select(below)
            cells.append(below)
            continue
        lower = lower.select(exp.func("trim", exp.cast(cell, "text")).as_(below.name), copy=False)
        number, time = exp.column(f"_{place}n"), exp.column(f"_{place}t")
        said = [_double(below).as_(number.name), exp.func("said_time", below).as_(time.name)]
        middle = middle.select(below, *said, copy=False)
        cells.append(exp.func("said_hash", exp.func("lower", below), number, time))
    hashed = exp.Anonymous(this="hash", expressions=[exp.Literal.number(salt), *cells])
    return exp.select(hashed.as_("h")).from_(middle.from_(lower.from_(rows).subquery("_lower")).subquery("_middle"))


def _macros() -> dict[str, exp.Expr]:
    """What is the same for every column of text: the engine puts it in, many times faster than a tree is built."""
    from sqlglot import exp

    from dpcore.data.calendar import instant

    x, number, time = exp.column("x"), exp.column("number"), exp.column("time")
    return {"said_time(x)": instant(x), "said_hash(x, number, time)": _spelt(x, number, time)}


def _spelt(text: exp.Expr, number: exp.Expr, time: exp.Expr) -> exp.Expr:
    """One hash for all spellings of what a text says; NULL for an empty one and for NaN."""
    from sqlglot import exp

    return (
        exp.Case()
        .when(exp.Not(this=exp.func("isfinite", number)), exp.null())
        .when(_known(number), _hash(number))
        .when(_known(time), _hash(time))
        .when(exp.NEQ(this=text, expression=exp.Literal.string("")), _hash(text))
    )


def _double(x: exp.Expr) -> exp.Expr:
    from sqlglot import exp

    return exp.TryCast(this=x, to=exp.DataType.build("double"))


def _hash(x: exp.Expr) -> exp.Expr:
    from sqlglot import exp

    return exp.Anonymous(this="hash", expressions=[x])


def _known(x: exp.Expr) -> exp.Expr:
    from sqlglot import exp

    return x.is_(exp.null()).not_()


def _cell(cell: exp.Expr, type_name: str) -> exp.Expr:
    """The same for a cell that is no text."""
    from sqlglot import exp

    match physical(type_name):
        case "integer" | "decimal":
            return exp.Case().when(_known(cell), _hash(_double(cell)))
        case "float":
            # A float32 is what its shortest spelling says, as a CSV would have it.
            value = _double(exp.cast(cell, "text") if type_name == "FLOAT" else cell)
            return exp.Case().when(exp.func("isfinite", value), _hash(value))
        case "date":
            # Times in nanoseconds have no cast of their own; what is below a microsecond does not count.
            literal = exp.Literal.number
            text = exp.Substring(this=exp.cast(cell, "text"), start=literal(1), length=literal(26))
            time = exp.TryCast(this=text if type_name.endswith("_NS") else cell, to=exp.DataType.build("timestamp"))
            return exp.Case().when(_known(cell), _hash(time))
        case "flag":
            true, false = (_hash(exp.Literal.string(text)) for text in ("true", "false"))
            return exp.Case().when(cell, true).when(exp.Not(this=cell), false)
        case kind:
            raise AssertionError(kind)
