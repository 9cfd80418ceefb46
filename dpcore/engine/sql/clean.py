"""Converts a stored cell to a declared value, or to NULL if it is missing, by the rules of `schema`.

Every expression is total and depends only on its cell. NaN and infinities become missing before a clamp. The clamp is a
CASE, because LEAST and GREATEST drop NULLs and move NaN to a bound.
"""

from __future__ import annotations

from typing import assert_never

from sqlglot import exp

from dpcore.engine.sql import value
from dpcore.engine.sql.dialect import Dialect
from dpcore.engine.sql.literal import cast, double, integer
from dpcore.engine.sql.physical import Physical
from dpcore.number import BLANKS
from dpcore.spelling import MOST_CHARACTERS
from dpcore.table.category import Category
from dpcore.table.column import Date, Flag, Number
from dpcore.table.listing import NOBODY

_TRUE = ("true", "t", "yes", "y", "1")
_FALSE = ("false", "f", "no", "n", "0")
_HALVES = 2.0**52


def readable(column: Number | Category | Flag | Date, cell: exp.Expr, kind: Physical, dialect: Dialect) -> exp.Expr:
    """The cell in the declared type, before any bound; NULL if it cannot be read as this type."""
    match column:
        case Number():
            return cell if _whole(column, kind) else dialect.number(cell, kind)
        case Category():
            if dialect.rule > 1:
                return value.read(cell, kind, dialect)
            # A text that is too long is not a declared value; `category` handles it.
            return dialect.bare(cell) if kind == "text" else dialect.spelling(cell, kind)
        case Flag():
            if kind == "flag":
                return cell
            if kind in ("integer", "float"):
                return dialect.number(cell, kind)
            if dialect.rule > 1:
                return value.read(cell, kind, dialect)
            return exp.Lower(this=dialect.bare(cell) if kind == "text" else dialect.spelling(cell, kind))
        case Date():
            return dialect.day(cell, kind)
        case _:
            assert_never(column)


def clean_value(column: Number | Flag | Date, x: exp.Expr, kind: Physical, dialect: Dialect) -> exp.Expr:
    """The declared value for a result of `readable`; NULL if it is missing."""
    match column:
        case Number():
            return _number(column, x, kind, dialect)
        case Flag():
            if kind == "text" and dialect.rule > 1:
                return value.flag(x, _TRUE, _FALSE, dialect)
            return _flag(x, kind)
        case Date(low, high):
            inside = exp.Between(this=x, low=day(low.isoformat()), high=day(high.isoformat()))
            return exp.Case().when(inside, x)
        case _:
            assert_never(column)


def category(column: Category, text: exp.Expr, kind: Physical, dialect: Dialect) -> exp.Expr:
    """The index of a trimmed text in the declared values; the next index for other texts, if these are counted."""
    if dialect.rule > 1:
        return value.category(column, text, kind, dialect)
    # Texts are trimmed, so of values that differ only in surrounding blanks the first index is used.
    values: dict[str, None] = {}
    for listed in column.values:
        bare = listed.strip(BLANKS)
        values[bare if bare not in values else f" {len(values)}"] = None
    place = dialect.position(text, list(values))
    if not column.other:
        return place
    counted = exp.Between(this=exp.Length(this=text), low=integer(1), high=integer(MOST_CHARACTERS))
    return exp.Case().when(counted, exp.Coalesce(this=place, expressions=[integer(len(values))]))


def canonical(
    column: Number | Category | Flag | Date, cell: exp.Expr, kind: Physical, dialect: Dialect, read: exp.Expr
) -> exp.Expr:
    """The value of a cell as far as questions can observe it, in a fixed type, for ordering rows.

    read: for a `Number` the result of `Dialect.number`; for a `Category`, and from rule 2 on for a `Flag`, of
    `readable`.

    The stored type must not be used: in many tools one missing cell changes how a whole column is stored, and this must
    not change the order of other units' rows.
    """
    match column:
        case Number():
            x = dialect.shortest_double(read, kind)
            return exp.Case().when(dialect.finite(x), x, copy=False)
        case Category():
            return category(column, read, kind, dialect)
        case Flag():
            if dialect.rule > 1:
                return cast(clean_value(column, read, kind, dialect), "int")
            truth = clean_value(column, readable(column, cell, kind, dialect), kind, dialect)
            return exp.Case().when(truth, integer(1)).when(exp.Not(this=truth.copy()), integer(0))
        case Date():
            return dialect.day(cell, kind)
        case _:
            assert_never(column)


def identifier_text(cell: exp.Expr, kind: Physical, dialect: Dialect) -> exp.Expr:
    """The cell of an identifier, for `unit`. Integers stay integers, which is equivalent to text here."""
    return cell if dialect.rule == 1 or kind == "integer" else value.identifier_text(cell, kind, dialect)


def unit(cell: exp.Expr, kind: Physical, as_written: bool, dialect: Dialect) -> exp.Expr:
    """The unit of a row, for a result of `identifier_text`; NULL without an identifier.

    A text for missing is no unit: otherwise all people with a missing identifier would be one unit.
    """
    if dialect.rule > 1:
        return value.unit(cell, kind, as_written, dialect)
    match kind:
        case "integer":
            return cell
        case "text":
            nobody = exp.In(this=dialect.text(cell), expressions=[exp.Literal.string(word) for word in NOBODY])
            return exp.Case().when(exp.Not(this=nobody), dialect.text(cell))
        case "float" | "decimal" | "flag" | "date" | "other":
            return dialect.spelling(cell, kind)
        case _:
            assert_never(kind)


def day(text: str) -> exp.Expr:
    """A date literal."""
    return cast(exp.Literal.string(text), "date")


def _whole(column: Number, kind: Physical) -> bool:
    return column.integer and kind == "integer"


def _number(column: Number, x: exp.Expr, kind: Physical, dialect: Dialect) -> exp.Expr:
    exact = _whole(column, kind)
    low, high = (integer(int(v)) if exact else double(v) for v in (column.low, column.high))
    inner = cast(x, "bigint") if exact else x
    bounded: exp.Expr = (
        _when(exp.LT(this=x, expression=low), low).when(exp.GT(this=x, expression=high), high).else_(inner)
    )
    if column.integer and not exact:
        bounded = cast(_round(bounded, column), "bigint")
    # Before the bounds: an optimizer that trusts the largest value in a file, which ignores NaN, would keep NaN there.
    is_valid = dialect.finite(x) if kind != "integer" else exp.Not(this=exp.Is(this=x, expression=exp.null()))
    case = exp.Case().when(is_valid, bounded)
    if column.missing == "drop":
        return case
    return case.else_(integer(round_half_up(column.missing)) if column.integer else double(column.missing))


def round_half_up(value: float) -> int:
    """The integer to which a cell is rounded: floor(x + 1/2) in doubles."""
    return int((value + 0.5) // 1) if abs(value) < _HALVES else int(value)


def _round(value: exp.Expr, column: Number) -> exp.Expr:
    rounded = exp.Floor(this=exp.Add(this=exp.Paren(this=value), expression=double(0.5)))
    if max(abs(column.low), abs(column.high)) < _HALVES:
        return rounded
    # From 2**52 on every double is an integer, and adding 1/2 would change it.
    small = exp.Between(this=value, low=double(-_HALVES), high=double(_HALVES))
    return exp.Case().when(small, rounded).else_(value)


def _flag(x: exp.Expr, kind: Physical) -> exp.Expr:
    if kind == "flag":
        return x
    if kind in ("integer", "float"):  # a decimal is compared as text: one close to 1 equals 1 as a double
        yes: exp.Expr = exp.EQ(this=x, expression=double(1))
        no: exp.Expr = exp.EQ(this=x, expression=double(0))
    else:
        yes, no = (
            exp.In(this=x, expressions=[exp.Literal.string(word) for word in words]) for words in (_TRUE, _FALSE)
        )
    return exp.Case().when(yes, exp.true()).when(no, exp.false())


def _when(condition: exp.Expr, then: exp.Expr) -> exp.Case:
    return exp.Case().when(condition, then)
