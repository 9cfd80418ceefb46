"""The statement with which PostgreSQL answers an `Order` on a fine grid, in two scans and with public numbers only.

The first scan counts the rows in each bucket of 2**shift grid integers in each range. From these counts, the server
finds the buckets that contain the ranks around the wanted one. The second scan counts the single grid integers in those
buckets, and skips rows whose stored value is too far from them. Both scans can run in parallel, and only the buckets
are held in memory.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from sqlglot import exp

from dpcore.engine.batch import most_cells
from dpcore.engine.sql.literal import call, cast, double, integer, is_known
from dpcore.engine.sql.order import cell_of, near, place, rows_of, select_groups, span
from dpcore.engine.sql.scan import Scan
from dpcore.table.column import Number
from dpcore.table.condition import declared

if TYPE_CHECKING:
    from dpcore.table.aggregate import Aggregate, Grid
    from dpcore.table.ordering import Order

_LARGEST = 1.7976931348623157e308
_FOUND = ("at", "place", "a", "b", "total")


def select_by_buckets(ask: Aggregate, order: Order, scan: Scan, shift: int) -> exp.Select:
    """The same result as `select_ranks`, for an order with a non-empty range. shift: as in `Buckets`."""
    starts, lines = _starts(order)
    at, y = exp.column("at"), exp.column("y")
    # grouping by one number is much faster than by two
    bucket = exp.Paren(this=exp.BitwiseRightShift(this=y, expression=integer(shift)))
    line = exp.Add(this=exp.Mul(this=at, expression=integer(span(order, shift))), expression=bucket)
    counts = select_groups(_select_places(ask, order, scan, starts), [line], ["line"])
    summed = _select_sums(counts.subquery("_counts", copy=False), lines, span(order, shift), scan)
    low = exp.BitwiseLeftShift(this=exp.Min(this=exp.column("bucket")), expression=integer(shift))
    beyond = exp.Paren(this=exp.Add(this=exp.Max(this=exp.column("bucket")), expression=integer(1)))
    ends = exp.select(
        *_FOUND,
        exp.Min(this=exp.Paren(this=exp.Sub(this=exp.column("upto"), expression=exp.column("n")))).as_("below"),
        low.as_("low"),
        exp.BitwiseLeftShift(this=beyond, expression=integer(shift)).as_("high"),
    ).from_(summed.where(*near(order.reach)).subquery("_around", copy=False))
    ends = ends.group_by(*(integer(number + 1) for number in range(len(_FOUND))))
    inside = _select_places(ask, order, _around(ask, order, scan), starts).where(
        exp.GTE(this=y.copy(), expression=_of_place("low", len(starts))),
        exp.LT(this=y.copy(), expression=_of_place("high", len(starts))),
        copy=False,
    )
    inside = select_groups(inside, [exp.column("at", "_placed"), exp.column("y", "_placed")], ["at", "y"])
    running = exp.Add(this=exp.column("below"), expression=_sum(scan, "y"))
    fine = exp.select("place", "a", "b", "total", "y", "n", cast(running, "bigint").as_("upto"))
    fine = fine.from_(inside.subquery("_fine", copy=False)).join("_ends", on="_fine.at = _ends.at")
    counts_around = exp.select("place", "total", "y", "n", "upto").from_(fine.subquery("_found", copy=False))
    return counts_around.where(*near(order.reach)).with_("_ends", as_=ends, materialized=True)


def _starts(order: Order) -> tuple[list[int], list[exp.Expr]]:
    """The starts of ranges and of gaps between them, for all cells in one list; and (at, place, a, b) of each range.

    at: the number of starts up to the first integer of the range.
    """
    starts: list[int] = []
    lines: list[exp.Expr] = []
    ranges = ((cell * span(order, 0), inside) for cell, ranges in enumerate(order.ranges) for inside in ranges)
    for number, (first, inside) in enumerate(ranges):
        if not inside.points:
            continue
        if starts and starts[-1] == first + inside.low:
            starts.pop()
        starts += [first + inside.low, first + inside.high + 1]
        values = (len(starts) - 1, number, inside.rank.numerator, inside.rank.denominator)
        lines.append(exp.Tuple(expressions=[cast(integer(value), "bigint") for value in values]))
    return starts, lines


def _select_places(ask: Aggregate, order: Order, scan: Scan, starts: list[int]) -> exp.Select:
    """SELECT from the rows with a grid integer: the grid integer `y`, and `at`, which identifies its range."""
    codes, y, query = rows_of(ask, order, scan)
    if all(len(cell) == 1 and cell[0].points == span(order, 0) for cell in order.ranges):
        at: exp.Expr = exp.Add(this=cell_of(ask, codes), expression=integer(1))
    else:
        line = cast(exp.Array(expressions=[integer(start) for start in starts]), exp.DataType.build("bigint[]"))
        at = cast(call("WIDTH_BUCKET", place(ask, codes, y, span(order, 0)), line), "bigint")
    named = query.select(at.as_("at"), y.as_("y"), copy=False).subquery("_placed", copy=False)
    return exp.Select().from_(named, copy=False).where(is_known(exp.column("y")), copy=False)


def _around(ask: Aggregate, order: Order, scan: Scan) -> Scan:
    """The rows, filtered by stored value to save time: most rows outside the buckets around a rank are left out.

    The grid value of a number differs from the stored value only by rounding and by the clamp to the column's bounds.
    """
    name, grid = order.grid.column, order.grid
    column = declared(scan.table.schema, name)
    assert isinstance(column, Number)
    plain = scan.kinds[name] in ("integer", "float") and column.missing == "drop"
    if not plain or most_cells(ask, scan.table) is not None:
        return scan
    slack = _slack(column, grid)

    def end(name: str, kind: type[exp.AggFunc], bound: float, sign: int) -> exp.Expr:
        y, clamped = kind(this=exp.column(name)), min(max(math.floor(bound / grid.step) - grid.low, 0), grid.steps)
        steps = exp.Add(this=cast(y, "double"), expression=double(float(grid.low)))
        x = exp.Mul(this=exp.Paren(this=steps), expression=double(grid.step))
        beyond = exp.GT if sign < 0 else exp.LT
        free = beyond(this=y.copy(), expression=integer(clamped - 2 * sign))
        near = exp.Case().when(free, exp.Add(this=x, expression=double(sign * slack)))
        return exp.select(near.else_(double(sign * _LARGEST))).from_("_ends").subquery(copy=False)

    low, high = end("low", exp.Min, column.low, -1), end("high", exp.Max, column.high, 1)
    stored = cast(exp.column(name, quoted=True), "double")
    # only columns that the statement reads anyway: the user may have no right to read others
    cells = (cell for cell in rows_of(ask, order, scan)[2].find_all(exp.Column) if not cell.table)
    read = {cell.name for cell in cells if cell.this.args.get("quoted")}
    rows = exp.select(*(exp.column(name, quoted=True) for name in sorted(read))).from_(scan.relation)
    rows = rows.where(exp.Between(this=stored, low=low, high=high), copy=False)
    return replace(scan, relation=rows.subquery("_near", copy=False))


def _slack(column: Number, grid: Grid) -> float:
    """Twice the largest distance between a stored number and its grid value, apart from the clamp.

    The distance consists of half a grid step, half an integer, and the error of a float32's shortest decimal text.
    """
    largest = max(abs(column.low), abs(column.high))
    return 2 * grid.step + (1 if column.integer else 0) + 2.0**-22 * largest


def _of_place(name: str, count: int) -> exp.Expr:
    """An end of the buckets around the rank of a row's range; NULL for a row outside all ranges."""
    at = exp.Values(
        expressions=[exp.Tuple(expressions=[integer(number)]) for number in range(1, count + 1)],
        alias=exp.TableAlias(this=exp.to_identifier("_at"), columns=[exp.to_identifier("at")]),
    )
    ends = exp.select(name).from_("_ends").join(at, on="_ends.at = _at.at", join_type="right").order_by("_at.at")
    return exp.Bracket(this=exp.Paren(this=exp.Array(expressions=[ends])), expressions=[exp.column("at")], offset=1)


def _select_sums(counts: exp.Expr, lines: list[exp.Expr], size: int, scan: Scan) -> exp.Select:
    """The buckets of each range with the rows in the range, and the rows up to each bucket. size: buckets per cell."""
    names = [exp.to_identifier(name) for name in ("at", "place", "a", "b")]
    ranges = exp.Values(expressions=lines, alias=exp.TableAlias(this=exp.to_identifier("_ranges"), columns=names))
    at = exp.IntDiv(this=exp.column("line"), expression=integer(size))
    split = exp.select(at.as_("at"), exp.Mod(this=exp.column("line"), expression=integer(size)).as_("bucket"), "n")
    split = split.from_(counts)
    joined = exp.select("_ranges.at", "place", "a", "b", "bucket", "n").from_(split.subquery("_split", copy=False))
    joined = joined.join(ranges, on="_split.at = _ranges.at")
    sums = [cast(_sum(scan), "bigint").as_("total"), cast(_sum(scan, "bucket"), "bigint").as_("upto")]
    sums_of = exp.select("at", "place", "a", "b", "bucket", "n", *sums).from_(joined.subquery("_parted", copy=False))
    return exp.select("*").from_(sums_of.subquery("_sums", copy=False))


def _sum(scan: Scan, by: str = "") -> exp.Expr:
    """The number of rows of a place; with `by`, the running number in this order."""
    order = exp.Order(expressions=[exp.Ordered(this=exp.column(by))]) if by else None
    return exp.Window(this=scan.dialect.total(exp.column("n")), partition_by=[exp.column("place")], order=order)
