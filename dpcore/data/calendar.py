"""Texts that are days, in SQL: by an engine that reads them, or checked for one that would raise."""

from __future__ import annotations

from sqlglot import exp

from dpcore.data.literal import attempt, call, integer, text

_OFFSETS = {"__:__": 6, "____": 5, "__": 3}
"""What follows the sign of an offset from UTC, and how many characters it has with the sign."""


def instant(cell: exp.Expr) -> exp.Expr:
    """The instant in UTC that a text says, in DuckDB; NULL where it says none. Words (epoch, infinity) are none.

    Without patterns and time zones: DuckDB computes the rest once for each entry of a file's dictionary.
    """
    case = exp.Case()
    for shape, size in _OFFSETS.items():
        marked = [exp.Like(this=cell, expression=text(f"%:%{sign}{shape}")) for sign in "+-"]
        tail = call("RIGHT", cell, integer(size))
        sign, hours = call("LEFT", tail, integer(1)), attempt(call("LEFT", tail, integer(3)), "int")
        minutes = call("CONCAT", sign, call("RIGHT", tail, integer(2)) if size > 3 else text("0"))
        case = case.when(
            exp.or_(*marked),
            exp.Add(this=exp.Mul(this=hours, expression=integer(60)), expression=attempt(minutes, "int")),
        )
    shift = call("TO_MINUTES", exp.Coalesce(this=case, expressions=[integer(0)]))
    moved = call("TRY", exp.Sub(this=attempt(cell, "timestamp"), expression=shift))
    return exp.Case().when(_digit_first(cell), moved)


def day(cell: exp.Expr) -> exp.Expr:
    """The day in UTC that a text says, in DuckDB; NULL where it says none."""
    alone = exp.Case().when(_digit_first(cell), attempt(cell, "date"))
    return exp.Coalesce(this=attempt(instant(cell), "date"), expressions=[alone])


def _digit_first(cell: exp.Expr) -> exp.Expr:
    return exp.and_(exp.GTE(this=cell, expression=text("0")), exp.LT(this=cell, expression=text(":")))


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
