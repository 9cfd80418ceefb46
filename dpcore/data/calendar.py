"""Texts that are days, in SQL: by an engine that reads them, or checked for one that would raise."""

from __future__ import annotations

from sqlglot import exp

from dpcore.data.literal import attempt, call, integer, text

_DAY_ALONE = 10


def instant(cell: exp.Expr) -> exp.Expr:
    """The instant in UTC that a text says, in DuckDB; NULL where it says none. Words (epoch, infinity) are none."""
    offset = exp.RegexpReplace(this=cell, expression=text(" ([+-])"), replacement=text("\\1"))
    return exp.Case().when(_digit_first(cell), attempt(attempt(offset, "timestamptz"), "timestamp"))


def day(cell: exp.Expr) -> exp.Expr:
    """The day in UTC that a text says, in DuckDB; NULL where it says none."""
    short = exp.LTE(this=exp.Length(this=cell), expression=integer(_DAY_ALONE))
    plain = exp.Case().when(_digit_first(cell), attempt(cell, "date"))
    timed = exp.Coalesce(this=attempt(instant(cell), "date"), expressions=[plain])
    return exp.Case().when(short, plain).else_(timed)


def _digit_first(cell: exp.Expr) -> exp.Expr:
    return exp.Between(this=call("LEFT", cell, integer(1)), low=text("0"), high=text("9"))


def exists(text: exp.Expr) -> exp.Expr:
    """Whether the text YYYY-MM-DD is a day of the calendar, from the year 1."""

    def part(start: int, length: int) -> exp.Expr:
        return exp.cast(exp.Substring(this=text.copy(), start=integer(start), length=integer(length)), "int")

    def divides(number: int) -> exp.Expr:
        return exp.EQ(this=exp.Mod(this=part(1, 4), expression=integer(number)), expression=integer(0))

    leap = exp.and_(divides(4), exp.or_(exp.Not(this=divides(100)), divides(400)))
    february = exp.EQ(this=part(6, 2), expression=integer(2))
    length = (
        exp.Case()
        .when(exp.and_(february, leap), integer(29))
        .when(february.copy(), integer(28))
        .when(exp.In(this=part(6, 2), expressions=[integer(month) for month in (4, 6, 9, 11)]), integer(30))
        .else_(integer(31))
    )
    return exp.and_(
        exp.GTE(this=part(1, 4), expression=integer(1)),
        exp.Between(this=part(6, 2), low=integer(1), high=integer(12)),
        exp.Between(this=part(9, 2), low=integer(1), high=length),
    )
