"""Converts the rows of files to the cells of a frozen copy.

Text, and bytes that are UTF-8 text, are trimmed, and become missing if too long. Times outside the years 1 to 9999 and
nested cells become missing. Durations become numbers of seconds. Floats become the double of their shortest decimal
text. Bounded cells also keep the time of later reads independent of long cells.
"""

from __future__ import annotations

import glob
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dpcore.engine.sql.physical import physical
from dpcore.spelling import MOST_CHARACTERS

if TYPE_CHECKING:
    from sqlglot import exp


def parquet(*paths: Path, places: bool = False) -> exp.Table:
    """The rows of Parquet files, to select from. Patterns and partition columns (`year=2024`) in paths are ignored.

    places: adds each row's position in its file, `file_row_number`.
    """
    from sqlglot import exp

    files = exp.Array(expressions=[exp.Literal.string(glob.escape(str(path))) for path in paths])
    options = [exp.EQ(this=exp.column("hive_partitioning"), expression=exp.false())]
    options += [exp.EQ(this=exp.column("file_row_number"), expression=exp.true())] if places else []
    return exp.Table(this=exp.Anonymous(this="read_parquet", expressions=[files, *options]))


def everything(*paths: Path, names: Sequence[str] = ()) -> exp.Select:
    """All columns of Parquet files. names: of the columns by place, if they replace the names in the files."""
    from sqlglot import exp

    rows = parquet(*paths)
    if names:
        columns = [exp.to_identifier(name, quoted=True) for name in names]
        rows.set("alias", exp.TableAlias(this=exp.to_identifier("_named"), columns=columns))
    return exp.select("*").from_(rows)


def types(connection: Any, rows: exp.Query) -> dict[str, str]:
    """DuckDB's type name of each column."""
    return {row[0]: row[1] for row in connection.execute(f"DESCRIBE {rows.sql(dialect='duckdb')}").fetchall()}


def plain(rows: exp.Query, columns: Mapping[str, str], spans: Mapping[str, int] | None = None) -> exp.Select:
    """The rows with plain cells, by the columns' type names.

    spans: for integer columns that are durations, the ticks per second as a power of ten.
    """
    from sqlglot import exp

    cells = [_plain_cell(name, type_name, (spans or {}).get(name)) for name, type_name in columns.items()]
    return exp.select(*cells).from_(rows.subquery("_stored"))


def odd(rows: exp.Query, columns: Mapping[str, str]) -> exp.Select | None:
    """Selects the rows with a cell that `plain` would change; None if it would change the type of a column."""
    from sqlglot import exp

    changed = exp.or_(exp.false(), *(_differs(name, type_name) for name, type_name in columns.items()))
    same = all(type_name not in ("BLOB", "FLOAT") and physical(type_name) != "other" for type_name in columns.values())
    same = same and all(name == "VARCHAR" for name in columns.values() if physical(name) == "text")
    return exp.select("1").from_(rows.subquery("_stored")).where(changed).limit(1) if same else None


def _without_nul(text: exp.Expr) -> exp.Expr:
    from dpcore.engine.sql.literal import call, integer
    from dpcore.engine.sql.literal import text as literal

    return call("REPLACE", text, call("CHR", integer(0)), literal(""))


def _differs(name: str, type_name: str) -> exp.Expr:
    from sqlglot import exp

    from dpcore.engine.sql.dialect import DuckDBDialect
    from dpcore.engine.sql.literal import integer

    cell = exp.column(name, quoted=True)
    if physical(type_name) in ("integer", "decimal", "flag"):
        return exp.false()
    if physical(type_name) != "text":
        return exp.NullSafeNEQ(this=_plain_cell(name, type_name, None).this, expression=cell)
    # Compares lengths, which are computed once per dictionary entry.
    length = exp.Length(this=cell)
    bare = exp.Length(this=DuckDBDialect().bare(_without_nul(cell)))
    return exp.or_(exp.GT(this=length, expression=integer(MOST_CHARACTERS)), exp.NEQ(this=length, expression=bare))


def copy(connection: Any, rows: exp.Query, target: Path) -> None:
    """Writes the rows as Parquet with small row groups."""
    from dpcore.engine.sql.dialect import DuckDBDialect

    relation = connection.sql(DuckDBDialect().sql(rows))
    relation.write_parquet(str(target), row_group_size_bytes="64MB")


def _before_1970(cell: exp.Expr) -> exp.Expr:
    """A time in ns. Times in the last microsecond of a day before 1970, which DuckDB takes for the next day, are moved
    to the start of that microsecond.
    """
    from sqlglot import exp

    from dpcore.engine.sql.literal import call, integer

    ticks = call("EPOCH_NS", cell)
    rest = exp.Mod(this=ticks, expression=integer(86_400 * 10**9))  # has the sign of the time
    last = exp.Between(this=rest, low=integer(-999), high=integer(-1))
    start = exp.Sub(this=exp.Sub(this=ticks, expression=rest.copy()), expression=integer(1000))
    return exp.Case().when(last, call("MAKE_TIMESTAMP_NS", start)).else_(cell)


def _plain_cell(name: str, type_name: str, span: int | None) -> exp.Expr:
    from sqlglot import exp

    from dpcore.engine.sql import digit
    from dpcore.engine.sql.dialect import DuckDBDialect
    from dpcore.engine.sql.literal import call

    cell, dialect, kind = exp.column(name, quoted=True), DuckDBDialect(), physical(type_name)
    value: exp.Expr = cell
    if span is not None and kind == "integer":
        ticks = exp.cast(cell, "decimal(19, 0)")
        second = exp.Literal.number("1" if span == 0 else f"0.{'0' * (span - 1)}1")
        value = exp.Mul(this=ticks, expression=second)
    elif type_name == "BLOB":  # text in a file without a text type; DuckDB would escape its bytes
        value = dialect.text(_without_nul(call("TRY", call("DECODE", cell))))
    elif kind == "text":
        value = dialect.text(_without_nul(exp.cast(cell, "text")))
    elif kind == "float":
        value = digit.shortest_double(cell)
    elif kind == "date":
        value = dialect.date_only(_before_1970(cell) if type_name == "TIMESTAMP_NS" else cell)
    elif kind == "other":
        value = dialect.spelling(cell, kind)
    return exp.alias_(value, name, quoted=True)
