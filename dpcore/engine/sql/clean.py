"""From a stored cell to a value inside its declaration, or NULL where it is missing; by the rules of `schema`.

Every expression is total and a function of the one cell: NaN and infinities are turned into missing before a clamp,
and the clamp is a CASE, because LEAST and GREATEST drop NULLs and put NaN at a bound.
"""

from __future__ import annotations

from typing import assert_never

from sqlglot import exp

from dpcore.engine.sql.dialect import Dialect
from dpcore.engine.sql.literal import double, integer
from dpcore.engine.sql.physical import Physical
from dpcore.number import BLANKS, MOST_CHARACTERS
from dpcore.table.column import Category, Date, Flag, Number

_TRUE = ("true", "t", "yes", "y", "1")
_FALSE = ("false", "f", "no", "n", "0")
# As statistics programs write a missing cell into a text file. A row whose unit is spelt so names nobody: taken for a
# name, it would make one unit of everybody whose identifier is missing, beside the unit that each of them is.
NOBODY = ("", "NA", "N/A", "n/a", "#N/A", "<NA>", "NaN", "nan", "NULL", "null", "None")
_HALVES = 2.0**52


def readable(column: Number | Category | Flag | Date, cell: exp.Expr, kind: Physical, dialect: Dialect) -> exp.Expr:
    """The cell in the type that its declaration asks for, before any bound; NULL where it has no such reading."""
    match column:
        case Number():
            return cell if _whole(column, kind) else dialect.number(cell, kind)
        case Category():
            # A text that is too long is no declared value, and told from them by `category` alone.
            return dialect.bare(cell) if kind == "text" else dialect.spelling(cell, kind)
        case Flag():
            if kind == "flag":
                return cell
            return (
                dialect.number(cell, kind)
                if kind in ("integer", "float")
                else exp.Lower(this=dialect.bare(cell) if kind == "text" else dialect.spelling(cell, kind))
            )
        case Date():
            return dialect.day(cell, kind)
        case _:
            assert_never(column)


def cleaned(column: Number | Flag | Date, x: exp.Expr, kind: Physical, dialect: Dialect) -> exp.Expr:
    """The declared value of what `readable` gave; NULL where it is missing."""
    match column:
        case Number():
            return _number(column, x, kind, dialect)
        case Flag():
            return _flag(x, kind)
        case Date(low, high):
            inside = exp.Between(this=x, low=day(low.isoformat()), high=day(high.isoformat()))
            return exp.Case().when(inside, x)
        case _:
            assert_never(column)


def category(column: Category, text: exp.Expr, dialect: Dialect) -> exp.Expr:
    """The place of a trimmed text among the declared values; the next place for what is not listed, if that counts."""
    # A trimmed text never equals one with blanks around it: a value listed twice but for blanks keeps its first place.
    values: dict[str, None] = {}
    for value in column.values:
        bare = value.strip(BLANKS)
        values[bare if bare not in values else f" {len(values)}"] = None
    place = dialect.position(text, list(values))
    if not column.other:
        return place
    counted = exp.Between(this=exp.Length(this=text), low=integer(1), high=integer(MOST_CHARACTERS))
    return exp.Case().when(counted, exp.Coalesce(this=place, expressions=[integer(len(values))]))


def canonical(
    column: Number | Category | Flag | Date, cell: exp.Expr, kind: Physical, dialect: Dialect, number: exp.Expr
) -> exp.Expr:
    """What a question can tell of a cell, in a type of its own, to order rows by.

    number: what `Dialect.number` gave of a cell of a `Number`.

    Never the stored type: in many tools one missing cell changes how a whole column is stored, and the order of every
    other unit's rows must not follow.
    """
    match column:
        case Number():
            x = dialect.said(number, kind)
            return exp.Case().when(dialect.finite(x), x)
        case Category():
            return category(column, readable(column, cell, kind, dialect), dialect)
        case Flag():
            known = cleaned(column, readable(column, cell, kind, dialect), kind, dialect)
            return exp.Case().when(known, integer(1)).when(exp.Not(this=known.copy()), integer(0))
        case Date():
            return dialect.day(cell, kind)
        case _:
            assert_never(column)


def unit(cell: exp.Expr, kind: Physical, dialect: Dialect) -> exp.Expr:
    """Who a row belongs to; NULL where nobody is named. Whole numbers need no text: each is spelt unlike any other."""
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
    return exp.cast(exp.Literal.string(text), "date")


def _whole(column: Number, kind: Physical) -> bool:
    return column.integer and kind == "integer"


def _number(column: Number, x: exp.Expr, kind: Physical, dialect: Dialect) -> exp.Expr:
    exact = _whole(column, kind)
    low, high = (integer(int(v)) if exact else double(v) for v in (column.low, column.high))
    inner = exp.cast(x, "bigint") if exact else x
    value: exp.Expr = (
        _when(exp.LT(this=x, expression=low), low).when(exp.GT(this=x, expression=high), high).else_(inner)
    )
    if column.integer and not exact:
        value = exp.cast(_rounded(value, column), "bigint")
    known = dialect.finite(x) if kind != "integer" else exp.Not(this=exp.Is(this=x, expression=exp.null()))
    case = exp.Case().when(known, value)
    if column.missing == "drop":
        return case
    return case.else_(integer(round_half_up(column.missing)) if column.integer else double(column.missing))


def round_half_up(value: float) -> int:
    """The whole number that a cell counts as: floor(x + 1/2) in doubles."""
    return int((value + 0.5) // 1) if abs(value) < _HALVES else int(value)


def _rounded(value: exp.Expr, column: Number) -> exp.Expr:
    rounded = exp.Floor(this=exp.Add(this=exp.Paren(this=value), expression=double(0.5)))
    if max(abs(column.low), abs(column.high)) < _HALVES:
        return rounded
    # From 2**52 every double is whole, and adding a half would move it.
    small = exp.Between(this=value, low=double(-_HALVES), high=double(_HALVES))
    return exp.Case().when(small, rounded).else_(value)


def _flag(x: exp.Expr, kind: Physical) -> exp.Expr:
    if kind == "flag":
        return x
    if kind in ("integer", "float"):  # a decimal goes by its spelling: next to 1 it is 1 as a double
        yes: exp.Expr = exp.EQ(this=x, expression=double(1))
        no: exp.Expr = exp.EQ(this=x, expression=double(0))
    else:
        yes, no = (
            exp.In(this=x, expressions=[exp.Literal.string(word) for word in words]) for words in (_TRUE, _FALSE)
        )
    return exp.Case().when(yes, exp.true()).when(no, exp.false())


def _when(condition: exp.Expr, then: exp.Expr) -> exp.Case:
    return exp.Case().when(condition, then)
