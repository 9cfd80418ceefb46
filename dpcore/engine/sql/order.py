"""The statements that answer an `Order`: the number of rows per grid integer, and the grid integers around a rank.

`select_counts` is for an embedded engine without a log. A first pass counts the rows of each bucket of 2**shift grid
integers (of each integer if a public range ends inside the bucket), a second pass the rows of each integer in the
buckets around the ranks. The buckets of the second pass depend on rows, so its statement must never be sent to a
server. `select_ranks` returns the same counts in one statement, whose text contains only public facts.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import final

from sqlglot import exp

from dpcore.engine.batch import most_cells
from dpcore.engine.sql.group import rows
from dpcore.engine.sql.literal import call, cast, integer, is_known
from dpcore.engine.sql.scan import Scan
from dpcore.engine.sql.writer import Writer
from dpcore.errors import SourceError
from dpcore.table.aggregate import Aggregate
from dpcore.table.ordering import Order


@final
@dataclass(frozen=True, slots=True)
class Buckets:
    """Buckets of 2**shift grid integers: bucket k of cell c has position c * span + k.

    split: buckets whose grid integers are counted one by one. among: only the integers in these buckets are counted,
    one by one; None: all buckets.
    """

    shift: int = 0
    split: frozenset[int] = frozenset()
    among: frozenset[int] | None = None


def span(order: Order, shift: int) -> int:
    """The number of buckets per cell."""
    return (order.grid.steps >> shift) + 1


def select_counts(ask: Aggregate, order: Order, scan: Scan, buckets: Buckets) -> exp.Select:
    """SELECT place, n: the number of rows n in each bucket by position, or per grid integer if counted one by one.

    The place is NULL for rows outside all cells or without a grid integer. For grid integer y of cell c it is
    c * span(order, 0) + y with `among`, and -1 minus that for a bucket in `split`.
    """
    if buckets.among is not None and scan.logged:
        raise SourceError(
            "Two passes are only allowed for an engine that does not log statements.",
            "Use one statement.",
        )
    codes, y, query = rows_of(ask, order, scan)
    single = place(ask, codes, y, span(order, 0))
    shifted = exp.Paren(this=exp.BitwiseRightShift(this=y, expression=integer(buckets.shift)))
    position = place(ask, codes, shifted, span(order, buckets.shift)) if buckets.shift else single
    count = len(order.ranges) * span(order, buckets.shift)
    if buckets.among is not None:
        return select_groups(query.where(_among(position, buckets.among, count), copy=False), [single], ["place"])
    if buckets.split:
        below = exp.Sub(this=integer(-1), expression=single)
        position = exp.Case().when(_among(position, buckets.split, count), below).else_(position)
    return select_groups(query, [position], ["place"])


def select_ranks(ask: Aggregate, order: Order, scan: Scan) -> exp.Select:
    """SELECT place of a range, rows in the range, grid integer, rows with this integer, rows up to this integer.

    Returns one row per grid integer around the rank (see `Order`). Places number the ranges of all cells, row-major.
    A range without rows returns nothing. The text of the statement does not depend on rows.
    """
    codes, y, query = rows_of(ask, order, scan)
    points = select_groups(query, [cell_of(ask, codes), y], ["cell", "y"]).subquery("_points", copy=False)
    inside = exp.and_(
        exp.EQ(this=exp.column("cell", "_points"), expression=exp.column("cell", "_ranges")),
        exp.Between(this=exp.column("y"), low=exp.column("low"), high=exp.column("high")),
    )
    names = ("place", "a", "b", "y", "n")
    parted = exp.select(*names).from_(points).join(_ranges(order), on=inside).subquery("_parted")
    within = [exp.column("place")]
    total = exp.Window(this=scan.dialect.total(exp.column("n")), partition_by=within)
    by = exp.Order(expressions=[exp.Ordered(this=exp.column("y"))])
    running = exp.Window(this=scan.dialect.total(exp.column("n")), partition_by=within, order=by)
    sums = [cast(total, "bigint").as_("total"), cast(running, "bigint").as_("upto")]
    summed = exp.select(*names, *sums).from_(parted).subquery("_summed")
    return exp.select("place", "total", "y", "n", "upto").from_(summed).where(*near(order.reach))


def near(reach: int) -> list[exp.Expr]:
    """Whether ranks upto - n + 1 .. upto overlap floor(a * total / b) - reach - 1 .. + reach + 1, without division."""
    a, b, n, upto, total = (exp.column(name) for name in ("a", "b", "n", "upto", "total"))
    share = exp.Mul(this=a, expression=total)
    last = exp.Paren(this=exp.Add(this=upto, expression=integer(reach + 2)))
    first = exp.Paren(this=exp.Sub(this=exp.Sub(this=upto.copy(), expression=n), expression=integer(reach)))
    return [
        exp.GT(this=exp.Mul(this=b, expression=last), expression=share),
        exp.LTE(this=exp.Mul(this=b.copy(), expression=first), expression=share.copy()),
    ]


def _ranges(order: Order) -> exp.Expr:
    """The public ranges as a table: cell, place, low, high and the rank a / b."""
    lines: list[exp.Expr] = []
    for cell, ranges in enumerate(order.ranges):
        for inside in ranges:
            values = (cell, len(lines), inside.low, inside.high, inside.rank.numerator, inside.rank.denominator)
            lines.append(exp.Tuple(expressions=[cast(integer(value), "bigint") for value in values]))
    names = [exp.to_identifier(name) for name in ("cell", "place", "low", "high", "a", "b")]
    return exp.Values(expressions=lines, alias=exp.TableAlias(this=exp.to_identifier("_ranges"), columns=names))


def rows_of(ask: Aggregate, order: Order, scan: Scan) -> tuple[list[exp.Expr], exp.Expr, exp.Select]:
    """The cell codes, the grid integer, and SELECT ... FROM the rows. Missing values are NULL."""
    writer = Writer(scan)
    codes = [writer.code(key) for key in ask.keys]
    y = writer.step(order.grid)
    where = [writer.meets(condition) for condition in ask.where]
    limit = most_cells(ask, scan.table)
    # a row without a value in the grid's column has no grid integer and is left out anyway
    needed = [name for name in ask.present if limit is not None or name != order.grid.column]
    where += [is_known(writer.value(name)) for name in needed]
    source, where = rows(writer, codes, [y], where, (), limit, scan.salt)
    query = exp.Select().from_(source, copy=False)
    return codes, y, query.where(*where, copy=False) if where else query


def select_groups(query: exp.Select, columns: Sequence[exp.Expr], names: Sequence[str]) -> exp.Select:
    """SELECT these columns and the number of their rows, as n."""
    named = [column.as_(name) for column, name in zip(columns, names, strict=True)]
    query = query.select(*named, exp.Count(this=exp.Star()).as_("n"), copy=False)
    return query.group_by(*(integer(place + 1) for place in range(len(columns))), copy=False)


def cell_of(ask: Aggregate, codes: Sequence[exp.Expr]) -> exp.Expr:
    """The index of a cell, row-major."""
    cell: exp.Expr = cast(codes[0] if codes else integer(0), "bigint")
    for key, code in zip(ask.keys[1:], codes[1:], strict=True):
        cell = exp.Paren(this=exp.Add(this=exp.Mul(this=cell, expression=integer(key.size)), expression=code))
    return cell


def place(ask: Aggregate, codes: Sequence[exp.Expr], inner: exp.Expr, size: int) -> exp.Expr:
    """cell * size + inner."""
    if not codes:
        return inner
    before = exp.Mul(this=cell_of(ask, codes), expression=integer(size))
    return exp.Paren(this=exp.Add(this=before, expression=inner))


def _among(position: exp.Expr, chosen: Collection[int], count: int) -> exp.Expr:
    """Whether a position is chosen: by the ends of a contiguous run, else with a bit string, in constant time."""
    low, high = min(chosen), max(chosen)
    if high - low == len(chosen) - 1:
        return exp.Between(this=position, low=integer(low), high=integer(high))
    marks = bytearray(b"0" * count)
    for place in chosen:
        marks[place] = ord("1")
    bits = cast(exp.Literal.string(marks.decode()), exp.DataType.build("bit", dialect="duckdb"))
    return exp.EQ(this=call("GET_BIT", bits, cast(position, "int")), expression=integer(1))
