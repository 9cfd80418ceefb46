"""The statement that lists the clean cells of rows with their block: the only one that returns cells of rows.

Each cell is read by the same expressions as in every other statement, from the same rows: those that remain after
truncating units with more rows than their bound. The statement's text depends on public facts alone.
"""

from __future__ import annotations

from typing import assert_never

from sqlglot import exp

from dpcore.engine.sql.cell import flag
from dpcore.engine.sql.clean import day
from dpcore.engine.sql.layer import CODE
from dpcore.engine.sql.literal import is_known
from dpcore.engine.sql.scan import Scan
from dpcore.engine.sql.writer import Writer
from dpcore.table.aggregate import Aggregate
from dpcore.table.category import Category
from dpcore.table.column import Date, Flag, Number
from dpcore.table.program import Program, Readable


def contents(ask: Aggregate, program: Program, scan: Scan) -> exp.Select:
    """One row for each row that meets the conditions and has all values: its block, then its cells (see `Contents`)."""
    writer = Writer(scan)
    (key,) = ask.keys
    block = writer.code(key)
    cells = [_cell(name, column, writer) for name, column in program.columns]
    where = [*map(writer.meets, ask.where), is_known(block), *map(is_known, cells)]
    outputs = [exp.cast(block, "bigint"), *map(_cast, cells, (column for _, column in program.columns))]
    named = [exp.alias_(output, f"c{place}", copy=False) for place, output in enumerate(outputs)]
    rows = writer.layers.query([block, *cells, *where]).subquery("_rows", copy=False)
    return exp.Select().select(*named, copy=False).from_(rows, copy=False).where(*where, copy=False)


def _cell(name: str, column: Readable, writer: Writer) -> exp.Expr:
    """The clean value of a cell; NULL if it is missing."""
    value = writer.value(name)
    match column:
        case Number() | Category():
            return value
        case Flag():
            return writer.layers.add(CODE, ("contents", name), lambda: flag(value))
        case Date():
            days = writer.dialect.days(value, day("1970-01-01"))
            return writer.layers.add(CODE, ("contents", name), lambda: days)
        case _:
            assert_never(column)


def _cast(cell: exp.Expr, column: Readable) -> exp.Expr:
    real = isinstance(column, Number) and not column.integer
    return exp.cast(cell.copy(), "double" if real else "bigint")
